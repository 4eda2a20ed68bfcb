"""The field of players as the searches see it: places 0 … n − 1 in the order of the start numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.seating.checks import check, table_sizes
from scoring.seating.model import Plan, Seater

MATE = 1
THREE = 10**5
OFTEN = 10**9
AGAIN = 10**13
MUST = 10**17
"""Weights in the order of importance: club and team mates, tables of three, a third and later meeting, a second
meeting, what must be. Each is more than all that is below it sums up to."""

Tables = list[list[int]]
"""Table → places, in no order."""
Rounds = list[Tables]
"""Series × table → places."""


@dataclass(frozen=True, slots=True)
class Field:
    """The players, the tables, and what the earlier series left behind."""

    players: tuple[Seater, ...]
    place: dict[int, int]
    """Start number → place."""
    sizes: tuple[int, ...]
    fixed: tuple[int, ...]
    """Place → index of the fixed table, −1 for none."""
    toll: list[list[int]]
    """Place × place → weight of each meeting: partners, club and team mates."""
    met: list[list[int]]
    """Place × place → meetings in earlier series."""
    threes: tuple[int, ...]
    """Place → turns at a table of three in earlier series."""
    firsts: tuple[int, ...]
    """Place → turns on seat 1 in earlier series."""
    history: Rounds | None
    """The earlier series, if just these players sat at these tables; else None."""

    @property
    def size(self) -> int:
        return len(self.players)

    @property
    def tables(self) -> int:
        return len(self.sizes)


def field_of(players: Sequence[Seater], past: Sequence[Plan]) -> Field:
    """Check the players and count their past; raises SeatingError with all choices to make."""
    ordered = tuple(sorted(players, key=lambda seater: seater.number))
    sizes = table_sizes(len(ordered))
    check(ordered, sizes)
    place = {seater.number: index for index, seater in enumerate(ordered)}
    n = len(ordered)
    met = [[0] * n for _ in range(n)]
    threes, firsts = [0] * n, [0] * n
    for plan in past:
        for table in plan:
            if table[0] in place:
                firsts[place[table[0]]] += 1
            here = [place[number] for number in table if number in place]
            for one in here:
                threes[one] += len(table) == 3
            for one, other in combinations(here, 2):
                met[one][other] += 1
                met[other][one] += 1
    return Field(
        players=ordered,
        place=place,
        sizes=sizes,
        fixed=tuple(-1 if seater.fixed_table is None else seater.fixed_table - 1 for seater in ordered),
        toll=_tolls(ordered),
        met=met,
        threes=tuple(threes),
        firsts=tuple(firsts),
        history=_history(past, place, sizes),
    )


def groups(labels: Iterable[str | None]) -> list[list[int]]:
    """The places that share a label, for every label but the empty ones.

    >>> groups(["a", "", "b", "a", None])
    [[0, 3], [2]]
    """
    members: dict[str, list[int]] = {}
    for place, label in enumerate(labels):
        if label:
            members.setdefault(label, []).append(place)
    return list(members.values())


def _tolls(players: Sequence[Seater]) -> list[list[int]]:
    toll = [[0] * len(players) for _ in players]
    for weight, labels in (
        (MUST, [seater.tandem for seater in players]),
        (MATE, [seater.club for seater in players]),
        (MATE, [seater.team for seater in players]),
    ):
        for members in groups(labels):
            for one, other in combinations(members, 2):
                toll[one][other] += weight
                toll[other][one] += weight
    return toll


def _history(past: Sequence[Plan], place: dict[int, int], sizes: Sequence[int]) -> Rounds | None:
    rounds: Rounds = []
    for plan in past:
        seated = sorted(number for table in plan for number in table)
        if seated != list(place) or sorted(map(len, plan), reverse=True) != list(sizes):
            return None
        rounds.append([[place[number] for number in table] for table in plan])
    return rounds
