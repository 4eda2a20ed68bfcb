"""What would be legal instead: the nearest meld to cards that may not lie."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from scoring.cards import CARDS, JOKER, Card
from scoring.rules import Rules

from .readings import Meld, read


def _without(cards: Sequence[Card], count: int) -> Iterator[Sequence[Card]]:
    return combinations(cards, max(0, len(cards) - count))


def _with_another_card(cards: Sequence[Card]) -> Iterator[Sequence[Card]]:
    """One card exchanged for a natural one: a joker before a natural card, later cards before earlier ones."""
    places = sorted(range(len(cards)), key=lambda at: (cards[at] != JOKER, -at))
    for at in places:
        for card in CARDS:
            yield [*cards[:at], card, *cards[at + 1 :]]


def way_out(cards: Sequence[Card], rules: Rules) -> Meld | None:
    """The nearest legal meld: one card less, else one card exchanged, else two cards less (Nr. 8).

    Of several the one that need not be sorted, then the one of the highest value; None where so little
    does not help.

    >>> from scoring.cards import format_cards, parse_cards
    >>> from scoring.rules import PROFILES
    >>> format_cards(way_out(parse_cards("H8 * * HJ"), PROFILES["drov"]).cards)
    'H8 * H10 HJ'
    """
    for tries in (_without(cards, 1), _with_another_card(cards), _without(cards, 2)):
        melds = [meld for attempt in tries if (meld := read(attempt, rules))]
        if melds:
            return max(melds, key=lambda meld: (not meld.sorted, meld.value))
    return None
