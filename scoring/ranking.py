"""Totals to places: shared ranks, lots, and what decided between two neighbours (Nr. 14)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby, pairwise

Key = int | str


@dataclass(frozen=True, slots=True)
class Total:
    """What one row of a standing has together; ``key`` is a start number or the name of a group."""

    key: Key
    points: int
    hand_total: int
    games: int
    rommes: int
    hand_rommes: int
    unranked: bool = False
    """An entry without a game: it stands last, without a rank."""


@dataclass(frozen=True, slots=True)
class Lot:
    """A drawn lot: the keys of everybody who was tied, the best first."""

    order: tuple[Key, ...]


class Criterion(StrEnum):
    """What decided between a place and its neighbour."""

    POINTS = "points"
    HAND_TOTAL = "hand_total"
    LOT = "lot"
    TIED = "tied"
    UNRANKED = "unranked"


@dataclass(frozen=True, slots=True)
class Place:
    """One row of a standing; ``above`` and ``below`` say what decided against the neighbours."""

    rank: int | None
    total: Total
    tied: bool
    """True while no lot has decided."""
    above: Criterion | None
    below: Criterion | None


def rank(
    totals: Iterable[Total], lots: Sequence[Lot] = (), *, lowest_wins: bool = False
) -> tuple[Place, ...]:
    """Order a standing: most points (or fewest), then the lower sum of Augen, then the lot (Nr. 14).

    Equal rows share the rank, counted 1, 1, 3, in the order of their keys. A lot, the newest last,
    decides a tie only if it names exactly every member of it.

    >>> rows = [Total(n, 105, augen, 15, 4, 0) for n, augen in ((1, 1006), (2, 900), (3, 1006))]
    >>> [(place.rank, place.total.key, place.tied) for place in rank(rows)]
    [(1, 2, False), (2, 1, True), (2, 3, True)]
    >>> [(place.rank, place.total.key, str(place.above)) for place in rank(rows, [Lot((3, 1))])]
    [(1, 2, 'None'), (2, 3, 'hand_total'), (3, 1, 'lot')]
    """
    sign = 1 if lowest_wins else -1
    drawn = {frozenset(lot.order): lot.order for lot in lots if len(set(lot.order)) == len(lot.order)}

    def standing(total: Total) -> tuple[bool, int, int]:
        return (True, 0, 0) if total.unranked else (False, sign * total.points, total.hand_total)

    rows: list[tuple[int | None, Total, bool]] = []
    ordered = sorted(totals, key=lambda total: (*standing(total), _key_order(total.key)))
    for (unranked, _, _), group in groupby(ordered, standing):
        members = list(group)
        first = len(rows) + 1
        order = drawn.get(frozenset(member.key for member in members)) if len(members) > 1 else None
        if unranked:
            rows += [(None, member, False) for member in members]
        elif order is None:
            rows += [(first, member, len(members) > 1) for member in members]
        else:
            members.sort(key=lambda member: order.index(member.key))
            rows += [(first + index, member, False) for index, member in enumerate(members)]
    decided = [_decided(upper, lower) for upper, lower in pairwise(rows)]
    return tuple(
        Place(*row, above=above, below=below)
        for row, above, below in zip(rows, [None, *decided], [*decided, None], strict=False)
    )


def _key_order(key: Key) -> tuple[bool, int, str]:
    return (False, key, "") if isinstance(key, int) else (True, 0, key)


def _decided(upper: tuple[int | None, Total, bool], lower: tuple[int | None, Total, bool]) -> Criterion:
    if lower[0] is None:
        return Criterion.UNRANKED
    if upper[1].points != lower[1].points:
        return Criterion.POINTS
    if upper[1].hand_total != lower[1].hand_total:
        return Criterion.HAND_TOTAL
    return Criterion.TIED if upper[0] == lower[0] else Criterion.LOT


def add(totals: Iterable[Total], key: Key = "") -> Total:
    """The sum of several rows under a new key: a club, a tandem, a team, or a player over all series.

    It is unranked when every member is, or when there is none.

    >>> add([Total(1, 42, 153, 12, 6, 0), Total(2, 40, 148, 12, 4, 1)], "RC E")
    Total(key='RC E', points=82, hand_total=301, games=24, rommes=10, hand_rommes=1, unranked=False)
    """
    points = hand_total = games = rommes = hand_rommes = 0
    unranked = True
    for total in totals:
        points += total.points
        hand_total += total.hand_total
        games += total.games
        rommes += total.rommes
        hand_rommes += total.hand_rommes
        unranked = unranked and total.unranked
    return Total(key, points, hand_total, games, rommes, hand_rommes, unranked)
