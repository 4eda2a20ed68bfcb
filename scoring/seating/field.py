"""How many tables there are, and the field of players in the form the searches use: places 0 … n − 1."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .model import Plan, Seater, SeatingError, Sentence

MATE = 1
THREE = 10**6
AGAIN = 10**10
MUST = 10**15
"""Weights in the order of importance; each is more than everything below it can sum up to."""


def table_sizes(n: int) -> tuple[int, ...]:
    """Sizes of the tables for n players, fours first and then as few threes as possible.

    Source: size and shape of a tournament. Raises SeatingError for fewer than 3 players and for 5.

    >>> table_sizes(14)
    (4, 4, 3, 3)
    """
    if n < 3:
        raise SeatingError(
            Sentence("too_few", "A table needs at least 3 players; %(count)s are present.", {"count": n})
        )
    if n == 5:
        raise SeatingError(
            Sentence(
                "five_players",
                "5 players cannot be divided into tables of 4 and 3. Let one more play or one pause.",
            )
        )
    threes = -n % 4
    return (4,) * ((n - 3 * threes) // 4) + (3,) * threes


@dataclass(frozen=True, slots=True)
class Field:
    """The players by place (in order of start number) and what earlier series left behind."""

    players: tuple[Seater, ...]
    place: dict[int, int]
    sizes: tuple[int, ...]
    fixed: tuple[int, ...]
    """Place → index of the fixed table, −1 for none."""
    toll: list[list[int]]
    """Place × place → weight of every meeting: partners, club and team mates."""
    met: list[list[int]]
    """Place × place → meetings in earlier series."""
    threes: tuple[int, ...]
    """Place → turns at a table of three in earlier series."""
    firsts: tuple[int, ...]
    """Place → turns on seat 1 in earlier series."""

    @property
    def size(self) -> int:
        return len(self.players)


def field_of(players: Sequence[Seater], past: Sequence[Plan]) -> Field:
    """Check the players and count their past; raises SeatingError naming every choice to make."""
    ordered = tuple(sorted(players, key=lambda seater: seater.number))
    sizes = table_sizes(len(ordered))
    faults = [
        *_faults_of_numbers(ordered),
        *_faults_of_fixed(ordered, sizes),
        *_faults_of_tandems(ordered, sizes),
    ]
    if faults:
        raise SeatingError(*faults)
    place = {seater.number: index for index, seater in enumerate(ordered)}
    n = len(ordered)
    met = [[0] * n for _ in range(n)]
    threes, firsts = [0] * n, [0] * n
    for plan in past:
        for table in plan:
            known = [place[number] for number in table if number in place]
            if table and table[0] in place:
                firsts[place[table[0]]] += 1
            for one in known:
                threes[one] += len(table) == 3
                for other in known:
                    met[one][other] += one != other
    return Field(
        ordered,
        place,
        sizes,
        tuple(-1 if seater.fixed_table is None else seater.fixed_table - 1 for seater in ordered),
        [[_toll(one, other) for other in ordered] for one in ordered],
        met,
        tuple(threes),
        tuple(firsts),
    )


def _toll(one: Seater, other: Seater) -> int:
    if one is other:
        return 0
    return (
        MUST * (one.tandem is not None and one.tandem == other.tandem)
        + MATE * (one.club != "" and one.club == other.club)
        + MATE * (one.team is not None and one.team == other.team)
    )


def _faults_of_numbers(players: Sequence[Seater]) -> list[Sentence]:
    counts = Counter(seater.number for seater in players)
    return [
        Sentence("number_twice", "Start number %(number)s is there twice.", {"number": number})
        for number, count in counts.items()
        if count > 1
    ]


def _faults_of_fixed(players: Sequence[Seater], sizes: Sequence[int]) -> list[Sentence]:
    faults = []
    at_table: dict[int, list[Seater]] = {}
    for seater in players:
        if seater.fixed_table is None:
            continue
        if not 1 <= seater.fixed_table <= len(sizes):
            faults.append(
                Sentence(
                    "no_such_table",
                    "Player %(number)s is fixed to table %(table)s, but the tables are 1 to %(last)s. "
                    "Choose one of these or release the player.",
                    {"number": seater.number, "table": seater.fixed_table, "last": len(sizes)},
                )
            )
        else:
            at_table.setdefault(seater.fixed_table, []).append(seater)
    for table, seaters in sorted(at_table.items()):
        if len(seaters) > sizes[table - 1]:
            faults.append(
                Sentence(
                    "table_too_full",
                    "%(count)s players (%(numbers)s) are fixed to table %(table)s, which seats %(seats)s. "
                    "Fix some of them to another table or release them.",
                    {
                        "count": len(seaters),
                        "numbers": ", ".join(str(seater.number) for seater in seaters),
                        "table": table,
                        "seats": sizes[table - 1],
                    },
                )
            )
    return faults


def _faults_of_tandems(players: Sequence[Seater], sizes: Sequence[int]) -> list[Sentence]:
    tandems: dict[str, list[Seater]] = {}
    for seater in players:
        if seater.tandem is not None:
            tandems.setdefault(seater.tandem, []).append(seater)
    faults = []
    for tandem, seaters in tandems.items():
        values = {"tandem": tandem, "numbers": ", ".join(str(seater.number) for seater in seaters)}
        tables = {seater.fixed_table for seater in seaters}
        if len(seaters) > 2:
            faults.append(
                Sentence(
                    "tandem_too_big", "Tandem %(tandem)s has more than two players: %(numbers)s.", values
                )
            )
        elif len(seaters) == 2 and len(sizes) == 1:
            faults.append(
                Sentence(
                    "one_table",
                    "The partners %(numbers)s of tandem %(tandem)s cannot sit apart at a single table. "
                    "Dissolve the tandem or let one of them pause.",
                    values,
                )
            )
        elif len(seaters) == 2 and len(tables) == 1 and None not in tables:
            faults.append(
                Sentence(
                    "partners_fixed_together",
                    "The partners %(numbers)s of tandem %(tandem)s are fixed to the same table. "
                    "Fix one of them to another table or release one.",
                    values,
                )
            )
    return faults
