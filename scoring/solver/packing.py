"""A hand as one integer, so that "does this meld fit" is one subtraction.

From the lowest bit upwards stand the decisions in the order in which they are taken: each different card, the
most valuable first, with three bits (how many are left, and a guard bit), and between the cards each meld of
the table that can be added to, with two (still to be decided, and a guard bit). Above them: the jokers; the
hand's own jokers, which alone may count in an opening; and whether a card for the discard is there.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from scoring.cards import CARDS, JOKER, Card, Rank, Suit, natural_value
from scoring.rules import Rules

SUITS = tuple(Suit)
PLACES = 13
"""Ranks round the corner: the king is place 0, the ace 1, the others their number."""
ACE = 1
TURNS = 3
"""Times round the corner that the longest run of a hand, its place included, can touch."""

_CARD_BITS = 3
_MELD_BITS = 2
_JOKER_BITS = 5
_OWN_JOKER_BITS = 4
NOTHING: Mapping[int, Sequence[int]] = MappingProxyType({})


def rank_at(place: int) -> Rank:
    """The rank at a place, also beyond the corner.

    >>> rank_at(13).name, rank_at(14).name
    ('KING', 'ACE')
    """
    return Rank((place - 2) % PLACES + 2)


class _Worth(NamedTuple):
    """What the cards count under one set of rules."""

    order: Mapping[Card, tuple[int, int, int]]
    """By natural card: how many go before it, its suit's number, its place; the most valuable first."""
    natural: Sequence[int]
    """Augen of a natural card by place, the ace high; as far round the corner as a run can reach."""
    joker: Sequence[int]
    """Augen of a joker in a meld by the place it stands for, likewise."""


@lru_cache(maxsize=16)
def _worth(rules: Rules) -> _Worth:
    natural = [natural_value(rank_at(place), rules) for place in range(TURNS * PLACES)]
    melded = rules.melded_joker_value
    cards = [(SUITS.index(card.suit), card.rank, card) for card in CARDS if card.suit and card.rank]
    cards.sort(key=lambda known: (-natural[known[1] % PLACES], -known[1], known[0]))
    return _Worth(
        {card: (at, suit, rank % PLACES) for at, (suit, rank, card) in enumerate(cards)},
        natural,
        natural if melded is None else [melded] * TURNS * PLACES,
    )


class Pack:
    """Where each card of one hand lies in the integer, and what the rules make of it.

    `melds_after` places melds of the table, by index, behind the card with that number; -1 is before the first.
    """

    def __init__(
        self, hand: Sequence[Card], rules: Rules, melds_after: Mapping[int, Sequence[int]] = NOTHING
    ) -> None:
        counts = Counter(hand)
        known = _worth(rules)
        self.rules = rules
        self.jokers = counts.pop(JOKER, 0)
        self.worth, self.joker_worth = known.natural, known.joker
        """Augen of a natural card and of a joker in a meld, by place, the ace high."""
        cards = sorted((known.order[card], count) for card, count in counts.items())
        self.values = [known.natural[place] for (_, _, place), _ in cards]
        """Augen in the hand of each different card, descending."""
        self.fields: list[int] = []
        """What one copy of each different card adds to the integer."""
        self.melds: dict[int, int] = {}
        """By index on the table: the bit that says that the meld is still to be decided."""
        shift = 0
        for number in range(-1, len(cards)):
            if number >= 0:
                self.fields.append(1 << shift)
                shift += _CARD_BITS
            for index in melds_after.get(number, ()):
                self.melds[index] = 1 << shift
                shift += _MELD_BITS
        self.joker_shift = shift
        self.joker = 1 << shift
        self.own_joker_shift = shift + _JOKER_BITS
        self.own_joker = 1 << self.own_joker_shift
        self.kept = 1 << (self.own_joker_shift + _OWN_JOKER_BITS)
        self.ones = sum(self.fields)
        self.guard = (
            (self.ones << (_CARD_BITS - 1))
            + (sum(self.melds.values()) << (_MELD_BITS - 1))
            + (self.joker << (_JOKER_BITS - 1))
            + (self.own_joker << (_OWN_JOKER_BITS - 1))
        )
        self.naturals = 0
        """The natural cards of the hand, packed."""
        self.units = [[0] * PLACES for _ in SUITS]
        """What one copy of a card adds, by suit and place; 0 where the hand has none."""
        for field, ((_, suit, place), count) in zip(self.fields, cards, strict=True):
            self.naturals += field * count
            self.units[suit][place] = field

    def jokers_left(self, state: int) -> int:
        """Jokers still in a state."""
        return state >> self.joker_shift & 15

    def own_jokers_left(self, state: int) -> int:
        """Jokers of the hand in a state that no opening has used."""
        return state >> self.own_joker_shift & 7

    def lowest_card(self, need: int) -> int:
        """Number of the first card something takes, -1 when it takes jokers only."""
        cards = need & (self.joker - 1)
        lowest = cards & -cards
        for number, field in enumerate(self.fields):
            if lowest in (field, field << 1):
                return number
        return -1

    def in_layout_of(self, other: "Pack", need: int) -> tuple[int, int]:
        """What a need of the other pack is here: its cards, packed, and its number of jokers."""
        jokers = need >> other.joker_shift
        cards = need - (jokers << other.joker_shift)
        moved = 0
        for field, there in zip(self.fields, other.fields, strict=True):
            moved += field * (cards // there & 7)
        return moved, jokers
