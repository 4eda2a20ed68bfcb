"""What could be laid off instead: found by asking the engine about every card."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from scoring.cards import CARDS, Card
from scoring.melds import Meld, can_lay_off
from scoring.rules import Rules

MOST_CARDS = 8
"""Of more cards not every choice is tried."""


def fitting(meld: Meld, rules: Rules) -> tuple[Card, ...]:
    """The natural cards that can be laid off on a meld, one at a time."""
    return tuple(card for card in CARDS if can_lay_off(meld, [card], rules))


def largest_lay_off(meld: Meld, cards: Sequence[Card], rules: Rules) -> tuple[Card, ...]:
    """The most of these cards that can be laid off together; nothing where none fits."""
    if len(cards) > MOST_CARDS:
        return ()
    fewer = (some for count in range(len(cards) - 1, 0, -1) for some in combinations(cards, count))
    return next((some for some in fewer if can_lay_off(meld, some, rules)), ())
