"""The melds a hand holds.

Only what cannot be put together from smaller parts is listed: a run that falls into two melds worth as much is
left out.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from scoring.melds import FEWEST_CARDS, longest_run
from scoring.rules import JokerLimit, Rules
from scoring.solver.packing import ACE, PLACES, SUITS, TURNS, Pack

LONGEST_OWN = 13
"""Cards of the longest meld from one hand; a run of fourteen falls into two."""
LAST_PLACE = 14
"""The ace behind the king, where no run goes on behind it."""
MOST_JOKERS = 12
"""Jokers that can come together in one count: six on the table and six from the hand and by swaps."""
_NEVER = 99


class Limits(NamedTuple):
    """What the rules say about the make-up of a meld."""

    fewest_naturals: tuple[int, ...]
    """By number of jokers."""
    more_jokers_more_naturals: bool
    adjacent_from: int
    """Shortest run in which jokers may lie side by side."""
    corner: bool
    longest_run: int

    @property
    def jokers_may_touch(self) -> bool:
        """Whether jokers may lie side by side in any run at all."""
        return self.adjacent_from < _NEVER


def limits_of(rules: Rules) -> Limits:
    """The limits of a meld under these rules (Nr. 8).

    >>> from scoring.rules import PROFILES
    >>> limits_of(PROFILES["drov"]).fewest_naturals[:3]
    (1, 2, 3)
    """
    minority = rules.joker_limit is JokerLimit.MINORITY
    fixed = 2 if rules.joker_limit is JokerLimit.TWO_NATURALS else 1
    return Limits(
        tuple(jokers + 1 if minority else fixed for jokers in range(MOST_JOKERS + 1)),
        minority,
        rules.adjacent_jokers_from or _NEVER,
        rules.corner,
        longest_run(rules),
    )


def legal_row(limits: Limits, row: Sequence[bool]) -> bool:
    """Whether three or more neighbouring cards of one suit (True: natural) are a run as far as jokers go.

    >>> from scoring.rules import PROFILES
    >>> legal_row(limits_of(PROFILES["drov"]), [True, False, False, True, True])
    False
    """
    naturals = sum(row)
    if naturals < limits.fewest_naturals[len(row) - naturals]:
        return False
    return len(row) >= limits.adjacent_from or all(map(max, row, row[1:]))


class OwnMeld(NamedTuple):
    """A meld of the hand: what it counts, in Augen, and where it lies."""

    value: int
    bonus: int
    """The value less that of its natural cards in the hand."""
    jokers: int
    suit: int | None
    """None for a set."""
    place: int
    """Of the first card, or of the rank of a set."""
    length: int


def best_melds(melds: Iterable[tuple[int, OwnMeld]]) -> dict[int, OwnMeld]:
    """The most valuable meld for each choice of natural cards and number of jokers."""
    best: dict[int, OwnMeld] = {}
    for need, meld in melds:
        known = best.get(need)
        if known is None or known.value < meld.value:
            best[need] = meld
    return best


def own_melds(
    pack: Pack, limits: Limits, jokers: int, *, whole: bool = False
) -> Iterator[tuple[int, OwnMeld]]:
    """What each meld takes from the packed hand, and the meld; `whole`: also those that fall apart."""
    yield from _own_sets(pack, limits, jokers)
    for suit, units in enumerate(pack.units):
        held = sum(map(bool, units))
        usable = min(jokers, held - 1) if limits.more_jokers_more_naturals else jokers
        if held and held >= limits.fewest_naturals[usable] and held + usable >= FEWEST_CARDS:
            yield from _own_runs(pack, limits, suit, usable, whole)


def _own_sets(pack: Pack, limits: Limits, jokers: int) -> Iterator[tuple[int, OwnMeld]]:
    fewest_held = max(limits.fewest_naturals[0], limits.fewest_naturals[1], FEWEST_CARDS - jokers)
    for place, column in enumerate(zip(*pack.units, strict=True)):
        held = [unit for unit in column if unit]
        if len(held) < fewest_held:
            continue
        for naturals in range(1, len(held) + 1):
            fewest_jokers = max(0, FEWEST_CARDS - naturals)
            for used in range(fewest_jokers, min(jokers, len(SUITS) - naturals) + 1):
                if naturals >= limits.fewest_naturals[used]:
                    bonus = used * pack.joker_worth[place]
                    value = naturals * pack.worth[place] + bonus
                    meld = OwnMeld(value, bonus, used, None, place, naturals + used)
                    for choice in combinations(held, naturals):
                        yield sum(choice) + used * pack.joker, meld


def _own_runs(pack: Pack, limits: Limits, suit: int, jokers: int, whole: bool) -> list[tuple[int, OwnMeld]]:
    """Grow runs card by card from every first place: this is where most of the time goes."""
    units, worth, joker_worth = pack.units[suit] * TURNS, pack.worth, pack.joker_worth
    if not limits.corner:
        units[LAST_PLACE + 1 :] = [0] * (len(units) - LAST_PLACE - 1)
    last = len(units) if limits.corner else LAST_PLACE
    joker, fewest, adjacent_from, touch = (
        pack.joker,
        limits.fewest_naturals,
        limits.adjacent_from,
        limits.jokers_may_touch,
    )
    melds: list[tuple[int, OwnMeld]] = []
    naturals_of = [0] * (LONGEST_OWN + 1)
    pairs_of = [0] * (LONGEST_OWN + 1)

    def falls_apart(start: int, length: int) -> bool:
        for cut in range(FEWEST_CARDS, length - FEWEST_CARDS + 1):
            before = naturals_of[cut]
            after = naturals_of[length] - before
            if (
                before >= fewest[cut - before]
                and after >= fewest[length - cut - after]
                and (cut >= adjacent_from or not pairs_of[cut])
                and (length - cut >= adjacent_from or pairs_of[cut + 1] == pairs_of[length])
                and (start + cut) % PLACES != ACE  # the ace would be the first card and count 1
            ):
                return True
        return False

    def grow(
        start: int, length: int, need: int, naturals: int, pairs: int, natural: bool, value: int, bonus: int
    ) -> None:
        naturals_of[length] = naturals
        pairs_of[length] = pairs
        used = length - naturals
        if length >= FEWEST_CARDS and naturals >= fewest[used] and (not pairs or length >= adjacent_from):
            if whole or length < 2 * FEWEST_CARDS or not falls_apart(start, length):
                melds.append((need, OwnMeld(value, bonus, used, suit, start, length)))
            elif used == jokers or not limits.more_jokers_more_naturals:
                return  # longer ones fall apart as well
        place = start + length
        if length == LONGEST_OWN or place > last:
            return
        length += 1
        unit = units[place]
        if unit:
            grow(start, length, need + unit, naturals + 1, pairs, True, value + worth[place], bonus)
        if used < jokers and (natural or touch):
            ends_here = not touch and (place == last or not units[place + 1])
            if ends_here and (length < FEWEST_CARDS or naturals < fewest[used + 1]):
                return
            extra = joker_worth[place]
            pairs += not natural
            grow(start, length, need + joker, naturals, pairs, False, value + extra, bonus + extra)

    for start in range(1, PLACES + 1 if limits.corner else LAST_PLACE - 1):
        low = 1 if start == ACE else worth[start]
        follows = units[start + 1]
        if units[start] and (follows or (jokers and (touch or units[start + 2]))):
            grow(start, 1, units[start], 1, 0, True, low, low - worth[start])
        if jokers and (touch or follows):
            extra = low if pack.rules.melded_joker_value is None else joker_worth[start]
            grow(start, 1, joker, 0, 0, False, extra, extra)
    return melds
