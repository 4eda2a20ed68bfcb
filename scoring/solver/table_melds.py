"""What a hand can do with a meld on the table: swap jokers out of it, then lay cards off on it.

Only what cannot be put together from smaller parts is listed: where the outer cards of a lay-off are a meld of
their own and the rest is still legal, the two come as own meld and shorter lay-off.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from scoring.cards import JOKER
from scoring.melds import FEWEST_CARDS, Kind, Meld
from scoring.solver.own_melds import LAST_PLACE, LONGEST_OWN, Limits, OwnMeld, legal_row
from scoring.solver.packing import ACE, PLACES, SUITS, Pack


class TableRun(NamedTuple):
    """A run in ascending order: suit, place of its first card, which cards are natural, whether to swap from."""

    suit: int
    start: int
    naturals: tuple[bool, ...]
    may_swap: bool


class TableSet(NamedTuple):
    """A set: place of its rank, suits of its natural cards, number of jokers, whether to swap from."""

    place: int
    suits: tuple[int, ...]
    jokers: int
    may_swap: bool


class Addition(NamedTuple):
    """What is done with one meld: first `suits` are laid off on a set, then swaps, then the other lay-offs."""

    suits: tuple[int, ...]
    """Suits of the natural cards laid off on a set."""
    swaps: tuple[int, ...]
    """Run: positions of the jokers swapped; set: suits of the cards put in their places."""
    front: tuple[bool, ...]
    """Laid off before the first card of a run, from the meld outwards (True: natural)."""
    back: tuple[bool, ...]
    """Laid off behind the last card, likewise; on a set jokers only."""


def table_meld(meld: Meld) -> TableRun | TableSet:
    """A meld as it lies, for the solver."""
    naturals = tuple(card != JOKER for card in meld.cards)
    if meld.kind is Kind.RUN:
        suit = SUITS.index(next(card.suit for card in meld.cards if card.suit is not None))
        if meld.step < 0:
            return TableRun(suit, meld.first_place - len(naturals) + 1, naturals[::-1], True)
        return TableRun(suit, meld.first_place, naturals, True)
    cards = [card for card in meld.cards if card.suit is not None and card.rank is not None]
    suits = tuple(SUITS.index(card.suit) for card in cards if card.suit is not None)
    places = [card.rank % PLACES for card in cards if card.rank is not None]
    return TableSet(places[0], suits, naturals.count(False), True)


def _held_for_set(pack: Pack, meld: TableSet) -> list[tuple[int, int]]:
    held = ((suit, units[meld.place]) for suit, units in enumerate(pack.units) if suit not in meld.suits)
    return [(suit, unit) for suit, unit in held if unit]


def _open_jokers(pack: Pack, meld: TableRun) -> list[int]:
    """Positions of the jokers for which the hand has the card."""
    units = pack.units[meld.suit]
    return [
        position
        for position, natural in enumerate(meld.naturals)
        if not natural and units[(meld.start + position) % PLACES]
    ]


def swappable(pack: Pack, meld: TableRun | TableSet) -> int:
    """How many jokers of the meld the hand could at most get (Nr. 9, Streitfall 14)."""
    if not meld.may_swap or not pack.rules.swap_allowed:
        return 0
    if isinstance(meld, TableRun):
        return len(_open_jokers(pack, meld))
    laid_first = len(SUITS) - len(meld.suits) - meld.jokers if pack.rules.strict_swap else 0
    return max(0, min(meld.jokers, len(_held_for_set(pack, meld)) - laid_first))


def additions(pack: Pack, limits: Limits, meld: TableRun | TableSet, jokers: int) -> dict[int, Addition]:
    """What the hand and that many jokers can do with the meld, by what it takes from the packed hand.

    A swapped joker counts as one joker taken less.
    """
    if isinstance(meld, TableSet):
        return dict(_set_additions(pack, limits, meld, jokers))
    return dict(_run_additions(pack, limits, meld, jokers))


def _set_additions(pack: Pack, limits: Limits, meld: TableSet, jokers: int) -> Iterator[tuple[int, Addition]]:
    held = _held_for_set(pack, meld)
    may_gain = swappable(pack, meld)
    for added in range(len(held) + 1):
        naturals = len(meld.suits) + added
        for after in range(len(SUITS) - naturals + 1):
            gained = meld.jokers - after
            if gained > min(added, may_gain) or -gained > jokers or not (added or gained):
                continue
            if gained > 0 and pack.rules.strict_swap and naturals + after < len(SUITS):
                continue
            if naturals < limits.fewest_naturals[after]:
                continue
            swaps = max(0, gained)
            laid_off = (False,) * max(0, -gained)
            for choice in combinations(held, added):
                suits = tuple(suit for suit, _ in choice)
                need = sum(unit for _, unit in choice) - gained * pack.joker
                yield need, Addition(suits[swaps:], suits[:swaps], (), laid_off)


class _Row(NamedTuple):
    """Cards that could be laid off on one side of a run, from the meld outwards (True: natural)."""

    cards: tuple[bool, ...]
    need: int
    jokers: int
    cuts: tuple[tuple[int, int], ...]
    """Naturals and jokers of each outer part that is a meld of its own."""


def _run_additions(
    pack: Pack, limits: Limits, meld: TableRun, jokers: int, *, joker_first: bool = False
) -> Iterator[tuple[int, Addition]]:
    open_jokers = _open_jokers(pack, meld) if swappable(pack, meld) else []
    units = pack.units[meld.suit]
    for count in range(len(open_jokers) + 1):
        for swaps in combinations(open_jokers, count):
            lying = [natural or i in swaps for i, natural in enumerate(meld.naturals)]
            taken = sum(units[(meld.start + i) % PLACES] for i in swaps) - count * pack.joker
            fronts = _rows(pack, limits, meld, -1, jokers, lying[0], joker_first)
            backs = _rows(pack, limits, meld, 1, jokers, lying[-1], joker_first)
            for front in fronts:
                for back in backs:
                    if (swaps or front.cards or back.cards) and _fits(limits, front, lying, back, jokers):
                        yield taken + front.need + back.need, Addition((), swaps, front.cards, back.cards)


def _rows(
    pack: Pack, limits: Limits, meld: TableRun, step: int, jokers: int, end_natural: bool, joker_first: bool
) -> list[_Row]:
    """All rows of cards for one side, the empty one included, as long as they hold together."""
    units = pack.units[meld.suit]
    end = meld.start if step < 0 else meld.start + len(meld.naturals) - 1
    rows = [_Row((), 0, 0, ())]
    for row in rows:
        cards, need, used, _ = row
        place = end + step * (len(cards) + 1)
        if len(cards) == LONGEST_OWN or not (limits.corner or 1 <= place <= LAST_PLACE):
            continue
        unit = units[place % PLACES]
        if unit and not (joker_first and not cards):
            _append(rows, limits, _Row((*cards, True), need + unit, used, ()), jokers)
        if used < jokers and (limits.jokers_may_touch or (cards[-1] if cards else end_natural)):
            _append(rows, limits, _Row((*cards, False), need + pack.joker, used + 1, ()), jokers)
    return rows


def _append(rows: list[_Row], limits: Limits, row: _Row, jokers: int) -> None:
    cuts = tuple(_cuts(limits, row.cards))
    if not any(_falls_apart_for_good(limits, row, cut, jokers) for cut in cuts):
        rows.append(row._replace(cuts=cuts))


def _cuts(limits: Limits, cards: tuple[bool, ...]) -> Iterator[tuple[int, int]]:
    for length in range(FEWEST_CARDS, len(cards) + 1):
        outer = cards[-length:]
        if legal_row(limits, outer):
            yield sum(outer), outer.count(False)


def _falls_apart_for_good(limits: Limits, row: _Row, cut: tuple[int, int], jokers: int) -> bool:
    """Whether the row, whatever is still laid beside it, is a meld of its own and a shorter lay-off.

    What is still laid can bring no more jokers than natural cards, but for `spare`.
    """
    if not limits.more_jokers_more_naturals:
        return True
    naturals, outer_jokers = cut
    spare = jokers - row.jokers if limits.jokers_may_touch else min(1, jokers - row.jokers)
    inner_jokers = row.jokers - outer_jokers
    inner_naturals = len(row.cards) - row.jokers - naturals
    return naturals - outer_jokers > spare and inner_naturals - inner_jokers >= spare


def _fits(limits: Limits, front: _Row, lying: Sequence[bool], back: _Row, jokers: int) -> bool:
    """Whether the run is legal with both rows and does not fall apart."""
    length = len(front.cards) + len(lying) + len(back.cards)
    used = front.jokers + back.jokers
    if used > jokers or length > limits.longest_run:
        return False
    used += lying.count(False)
    naturals = length - used
    if naturals < limits.fewest_naturals[used]:
        return False
    for outer, outer_jokers in (*front.cuts, *back.cuts):
        if naturals - outer >= limits.fewest_naturals[used - outer_jokers]:
            return False
    # Rows grow with their jokers apart; where these may touch, the whole must be long enough for it.
    apart = not limits.jokers_may_touch or length >= limits.adjacent_from
    return apart or legal_row(limits, [*reversed(front.cards), *lying, *back.cards])


def extensions(
    pack: Pack, limits: Limits, need: int, meld: OwnMeld, jokers: int
) -> Iterable[tuple[int, Addition]]:
    """What can be laid off on an own meld with jokers that came from the table after it was laid.

    A natural card that could lie next to the meld would have been laid with it.
    """
    suit, place = meld.suit, meld.place
    if suit is None:
        suits = tuple(i for i, units in enumerate(pack.units) if need & units[place])
        lying_set = TableSet(place, suits, meld.jokers, may_swap=False)
        return [found for found in _set_additions(pack, limits, lying_set, jokers) if not found[1].suits]
    units = pack.units[suit]
    naturals = tuple(bool(need & units[(place + at) % PLACES]) for at in range(meld.length))
    lying = TableRun(suit, place, naturals, may_swap=False)
    return [
        (extra, addition)
        for extra, addition in _run_additions(pack, limits, lying, jokers, joker_first=True)
        if not _comes_as_two(limits, lying, addition)
    ]


def _comes_as_two(limits: Limits, lying: TableRun, addition: Addition) -> bool:
    """Whether the run falls into two worth as much, each with what was laid off on its side."""
    before, core, after = addition.front[::-1], lying.naturals, addition.back
    return any(
        legal_row(limits, core[:cut])
        and legal_row(limits, core[cut:])
        and legal_row(limits, before + core[:cut])
        and legal_row(limits, core[cut:] + after)
        for cut in range(FEWEST_CARDS, len(core) - FEWEST_CARDS + 1)
        if (lying.start + cut) % PLACES != ACE
    )
