"""What is checked before anything is drawn, all faults at once."""

from collections import Counter
from collections.abc import Iterator, Sequence

from scoring.seating.model import Seater
from scoring.seating.sentences import SeatingError, Sentence


def table_sizes(n: int) -> tuple[int, ...]:
    """Sizes of the tables for n players: fours first, then as few threes as possible.

    Source: size and shape of a tournament. Raises SeatingError for fewer than 3 players and for 5.

    >>> table_sizes(14)
    (4, 4, 3, 3)
    """
    if n < 3:
        raise SeatingError(Sentence("too_few", {"count": n}))
    if n == 5:
        raise SeatingError(Sentence("five_players"))
    threes = -n % 4
    return (4,) * ((n - 3 * threes) // 4) + (3,) * threes


def check(players: Sequence[Seater], sizes: Sequence[int]) -> None:
    """Raise SeatingError where start numbers, fixed tables or tandems contradict each other."""
    faults = [*_numbers(players), *_fixed(players, sizes), *_tandems(players, sizes)]
    if faults:
        raise SeatingError(*faults)


def listing(players: Sequence[Seater]) -> str:
    """The start numbers in a sentence.

    >>> listing([Seater(3), Seater(7)])
    '3, 7'
    """
    return ", ".join(str(seater.number) for seater in players)


def tandems(players: Sequence[Seater]) -> dict[str, list[Seater]]:
    """Tandem → the members who are there.

    >>> tandems([Seater(1, tandem="A"), Seater(2)])
    {'A': [Seater(number=1, club='', tandem='A', team=None, fixed_table=None)]}
    """
    members: dict[str, list[Seater]] = {}
    for seater in players:
        if seater.tandem:
            members.setdefault(seater.tandem, []).append(seater)
    return members


def fixed_tables(players: Sequence[Seater]) -> dict[int, list[Seater]]:
    """Table number → the players fixed to it, in order of the tables.

    >>> list(fixed_tables([Seater(1, fixed_table=4), Seater(2), Seater(3, fixed_table=1)]))
    [1, 4]
    """
    at_table: dict[int, list[Seater]] = {}
    for seater in players:
        if seater.fixed_table is not None:
            at_table.setdefault(seater.fixed_table, []).append(seater)
    return dict(sorted(at_table.items()))


def _numbers(players: Sequence[Seater]) -> Iterator[Sentence]:
    for number, count in Counter(seater.number for seater in players).items():
        if count > 1:
            yield Sentence("number_twice", {"number": number})


def _fixed(players: Sequence[Seater], sizes: Sequence[int]) -> Iterator[Sentence]:
    for table, seaters in fixed_tables(players).items():
        if not 1 <= table <= len(sizes):
            for seater in seaters:
                yield Sentence("no_such_table", {"number": seater.number, "table": table, "last": len(sizes)})
        elif len(seaters) > sizes[table - 1]:
            yield Sentence(
                "table_too_full",
                {
                    "count": len(seaters),
                    "numbers": listing(seaters),
                    "table": table,
                    "seats": sizes[table - 1],
                },
            )


def _tandems(players: Sequence[Seater], sizes: Sequence[int]) -> Iterator[Sentence]:
    for tandem, seaters in tandems(players).items():
        values = {"tandem": tandem, "numbers": listing(seaters)}
        if len(seaters) > 2:
            yield Sentence("tandem_too_big", values)
        elif len(seaters) == 2 and len(sizes) == 1:
            yield Sentence("one_table", values)
        elif len(seaters) == 2 and seaters[0].fixed_table == seaters[1].fixed_table is not None:
            yield Sentence("partners_fixed_together", values)
