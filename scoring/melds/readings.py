"""How cards read as a set or a run, what each joker stands for, and what the meld counts.

A run lives on numbered places: place 1 is the ace before the 2, 2 to 13 are the ranks, 14 is the ace behind
the king, 15 the 2 behind that ace.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from operator import and_

from scoring.cards import JOKER, Card, Rank, Suit, format_card, natural_value
from scoring.rules import JokerLimit, Rules

FEWEST_CARDS = 3
"""Cards of the shortest meld (Nr. 8)."""


class Kind(StrEnum):
    """What a meld is: a Satz or a Folge."""

    SET = "set"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class Meld:
    """A legal meld as it lies on the table."""

    kind: Kind
    cards: tuple[Card, ...]
    """The cards in the order in which they lie."""
    faces: tuple[tuple[Card, ...], ...]
    """For each card what it stands for; a joker in a set of three has two candidates."""
    value: int
    """Augen of the whole meld (Nr. 7, 8)."""
    sorted: bool = False
    """Whether the cards had to be put into another order (Streitfall 13)."""
    first_place: int = 0
    """Place of the leftmost card of a run."""
    step: int = 0
    """1 for a run that ascends from left to right, -1 for one that descends, 0 for a set."""

    @property
    def jokers(self) -> tuple[tuple[Card, ...], ...]:
        """What each joker stands for, from left to right."""
        return tuple(face for card, face in zip(self.cards, self.faces, strict=True) if card == JOKER)


def format_face(face: Sequence[Card]) -> str:
    """Write what a joker stands for, several candidates with a bar between them.

    >>> from scoring.cards import parse_cards
    >>> format_face(parse_cards("CK DK"))
    'CK|DK'
    """
    return "|".join(map(format_card, face))


def ranks_of(cards: Sequence[Card]) -> list[Rank]:
    return [card.rank for card in cards if card.rank is not None]


def suits_of(cards: Sequence[Card]) -> list[Suit]:
    return [card.suit for card in cards if card.suit is not None]


def longest_run(rules: Rules) -> int:
    """Most cards of a run: from ace to king, or over the corner until every copy of the suit lies in it.

    >>> from scoring.rules import PROFILES
    >>> longest_run(PROFILES["drov"]), longest_run(PROFILES["schmidt"])
    (26, 13)
    """
    return len(Rank) * rules.decks if rules.corner else len(Rank)


def enough_naturals(cards: Sequence[Card], rules: Rules) -> bool:
    jokers = cards.count(JOKER)
    naturals = len(cards) - jokers
    if rules.joker_limit is JokerLimit.MINORITY:
        return jokers < naturals
    return naturals >= (2 if rules.joker_limit is JokerLimit.TWO_NATURALS else 1)


def jokers_may_touch(length: int, rules: Rules) -> bool:
    return rules.adjacent_jokers_from is not None and length >= rules.adjacent_jokers_from


def touching_jokers(cards: Sequence[Card]) -> tuple[int, ...]:
    pairs = [at for at in range(1, len(cards)) if cards[at - 1] == cards[at] == JOKER]
    return tuple(sorted({place for at in pairs for place in (at - 1, at)}))


def read_set(cards: Sequence[Card], rules: Rules) -> Meld | None:
    ranks, suits = ranks_of(cards), suits_of(cards)
    if not FEWEST_CARDS <= len(cards) <= len(Suit) or not enough_naturals(cards, rules):
        return None
    if len(set(ranks)) > 1 or len(set(suits)) < len(suits):
        return None
    rank = ranks[0]
    free = tuple(Card(suit, rank) for suit in Suit if suit not in suits)
    faces = tuple(free if card == JOKER else (card,) for card in cards)
    value = natural_value(rank, rules)
    joker = value if rules.melded_joker_value is None else rules.melded_joker_value
    return Meld(Kind.SET, tuple(cards), faces, value * len(ranks) + joker * cards.count(JOKER))


def rank_at(place: int) -> Rank:
    return Rank((place - 2) % len(Rank) + 2)


def _lowest_places(length: int, rules: Rules) -> range:
    """Places on which a run of that length may begin; over the corner any, once round."""
    if length > longest_run(rules):
        return range(0)
    return range(1, len(Rank) + 1) if rules.corner else range(1, Rank.ACE - length + 2)


def run_at(cards: Sequence[Card], first: int, step: int, rules: Rules) -> Meld | None:
    """Read the cards as the run whose leftmost card lies on place `first`."""
    places = range(first, first + step * len(cards), step)
    lowest = min(places)
    if len(cards) > longest_run(rules):
        return None
    if not rules.corner and lowest not in _lowest_places(len(cards), rules):
        return None
    if touching_jokers(cards) and not jokers_may_touch(len(cards), rules):
        return None
    if any(card.rank not in (None, rank_at(place)) for card, place in zip(cards, places, strict=True)):
        return None
    suit = suits_of(cards)[0]
    faces = tuple((Card(suit, rank_at(place)),) for place in places)
    value = 0
    for card, place in zip(cards, places, strict=True):
        if card == JOKER and rules.melded_joker_value is not None:
            value += rules.melded_joker_value
        elif place == lowest and rank_at(place) is Rank.ACE:
            value += 1
        else:
            value += natural_value(rank_at(place), rules)
    turns = (lowest - 1) // len(Rank) * len(Rank)
    return Meld(Kind.RUN, tuple(cards), faces, value, first_place=first - turns, step=step)


def can_be_run(cards: Sequence[Card], rules: Rules) -> bool:
    return len(cards) >= FEWEST_CARDS and len(set(suits_of(cards))) == 1 and enough_naturals(cards, rules)


def _read_run_as_laid(cards: Sequence[Card], rules: Rules) -> Meld | None:
    """Read a run from left to right, else from right to left."""
    for step in (1, -1):
        for lowest in _lowest_places(len(cards), rules):
            first = lowest if step == 1 else lowest + len(cards) - 1
            if meld := run_at(cards, first, step, rules):
                return meld
    return None


def _fillings(held: int, places: int) -> list[tuple[bool, ...]]:
    """Every way to put `held` cards of one rank on its places in a run: True where a joker lies instead."""
    chosen = combinations(range(places), held)
    return [tuple(place not in filled for place in range(places)) for filled in chosen]


def _arrange(fillings: Sequence[list[tuple[bool, ...]]]) -> list[tuple[bool, ...]] | None:
    """Choose a filling for each rank so that no jokers touch; of a rank the two places lie a round apart."""
    for start in fillings[0]:
        paths = {start: [start]}
        for options in fillings[1:]:
            steps = [(path, option) for path in paths.values() for option in options]
            paths = {
                option: [*path, option]
                for path, option in reversed(steps)
                if not any(map(and_, path[-1], option))
            }
        for path in paths.values():
            if len(start) == 1 or not (path[-1][0] and start[1]):
                return path
    return None


def arranged(cards: Sequence[Card], places: Sequence[int], *, apart: bool) -> tuple[Card, ...] | None:
    """Sort cards of one suit onto as many places of a run, jokers into the gaps, apart if need be."""
    ranks = [rank_at(place) for place in places]
    naturals, room = Counter(ranks_of(cards)), Counter(ranks)
    if naturals - room:
        return None
    fillings = [_fillings(naturals[rank], room[rank]) for rank in room]
    path = _arrange(fillings) if apart else [options[0] for options in fillings]
    if path is None:
        return None
    by_rank = {card.rank: card for card in cards}
    jokers = [filling[0] for filling in path] + [filling[1] for filling in path if len(filling) > 1]
    return tuple(JOKER if joker else by_rank[rank] for joker, rank in zip(jokers, ranks, strict=True))


def read_run_sorted(cards: Sequence[Card], rules: Rules) -> Meld | None:
    """Read a run laid in the wrong order: the legal order of the highest value, of equal ones the highest."""
    apart = not jokers_may_touch(len(cards), rules)
    best: Meld | None = None
    for lowest in reversed(_lowest_places(len(cards), rules)):
        order = arranged(cards, range(lowest, lowest + len(cards)), apart=apart)
        meld = run_at(order, lowest, 1, rules) if order else None
        if meld and (best is None or meld.value > best.value):
            best = replace(meld, sorted=True)
    return best


def read(cards: Sequence[Card], rules: Rules) -> Meld | None:
    run = can_be_run(cards, rules)
    return (
        (_read_run_as_laid(cards, rules) if run else None)
        or read_set(cards, rules)
        or (read_run_sorted(cards, rules) if run else None)
    )
