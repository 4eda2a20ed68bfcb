"""Draws by standing and in blocks of tandems: the ranking seats people, exchanges are the smallest."""

from collections.abc import Sequence

from .field import MUST, Field

Tables = list[list[int]]


def by_standing(field: Field, ranked: Sequence[int]) -> Tables:
    """Blocks of four by rank, the tables of three last; fixed players stay where they are fixed."""
    tables: Tables = [[] for _ in field.sizes]
    for place, goal in enumerate(field.fixed):
        if goal >= 0:
            tables[goal].append(place)
    queue = iter([place for place in ranked if field.fixed[place] < 0])
    for size, table in zip(field.sizes, tables, strict=True):
        table.extend(next(queue) for _ in range(size - len(table)))
    rank = {place: position for position, place in enumerate(ranked)}
    mend(field, tables, rank, 0)
    for table in tables:
        table.sort(key=lambda place: rank[place])
    return tables


def by_tandem(field: Field, ranked: Sequence[int]) -> Tables:
    """Tandems in blocks of four by rank, partners at two neighbouring tables; the rest by standing."""
    partner = {
        place: other
        for place in range(field.size)
        for other in range(field.size)
        if field.toll[place][other] >= MUST
    }
    leaders: list[int] = []
    for place in ranked:
        if place in partner and partner[place] not in leaders:
            leaders.append(place)
    singles = field.size - 2 * len(leaders)
    blocks, open_block = divmod(len(leaders), 4)
    if open_block or singles in (1, 2, 5):
        blocks = max(0, blocks - 1)
    tables: Tables = []
    for block in range(blocks):
        four = leaders[4 * block : 4 * block + 4]
        tables += [four, [partner[place] for place in four]]
    seated = {place for table in tables for place in table}
    rest = [place for place in ranked if place not in seated]
    rank = {place: position for position, place in enumerate(ranked)}
    first = len(tables)
    for size in field.sizes[first:]:
        tables.append(rest[:size])
        del rest[:size]
    _to_fixed(field, tables, rank)
    mend(field, tables, rank, first)
    for table in tables[first:]:
        table.sort(key=lambda place: rank[place])
    return tables


def _to_fixed(field: Field, tables: Tables, rank: dict[int, int]) -> None:
    """Move fixed players to their tables, each in exchange for the nearest in rank."""
    for place, goal in enumerate(field.fixed):
        here = next(index for index, table in enumerate(tables) if place in table)
        if goal in (-1, here):
            continue
        free = [other for other in tables[goal] if field.fixed[other] != goal]
        _exchange(tables, place, min(free, key=lambda other: abs(rank[other] - rank[place])))


def mend(field: Field, tables: Tables, rank: dict[int, int], first: int) -> None:
    """Part partners, then relieve who sat at a table of three before, from table index `first` on."""
    while pairs := _together(field, tables):
        options = [
            (abs(rank[one] - rank[other]), -rank[one], rank[other], one, other)
            for pair in pairs
            for one in pair
            if field.fixed[one] < 0
            for other in rank
            if field.fixed[other] < 0 and _parts(field, tables, one, other)
        ]
        if not options:
            return
        _exchange(tables, *min(options)[3:])
    threes = [place for size, table in zip(field.sizes, tables, strict=True) if size == 3 for place in table]
    for place in sorted(threes, key=lambda place: rank[place]):
        options = [
            (abs(rank[place] - rank[other]), -rank[other], 0, place, other)
            for size, table in zip(field.sizes[first:], tables[first:], strict=True)
            if size == 4
            for other in table
            if field.fixed[other] < 0
            and field.fixed[place] < 0
            and field.threes[other] < field.threes[place]
            and not _clash(field, tables, place, other)
        ]
        if options:
            _exchange(tables, *min(options)[3:])


def _table_of(tables: Tables, place: int) -> list[int]:
    return next(table for table in tables if place in table)


def _exchange(tables: Tables, one: int, other: int) -> None:
    here, there = _table_of(tables, one), _table_of(tables, other)
    at, to = here.index(one), there.index(other)
    here[at], there[to] = other, one


def _together(field: Field, tables: Tables) -> list[tuple[int, int]]:
    return [
        (one, other)
        for table in tables
        for at, one in enumerate(table)
        for other in table[at + 1 :]
        if field.toll[one][other] >= MUST
    ]


def _clash(field: Field, tables: Tables, one: int, other: int) -> bool:
    """Whether an exchange of the two seats brings partners together."""
    here, there = _table_of(tables, one), _table_of(tables, other)
    return any(field.toll[one][mate] >= MUST for mate in there if mate != other) or any(
        field.toll[other][mate] >= MUST for mate in here if mate != one
    )


def _parts(field: Field, tables: Tables, one: int, other: int) -> bool:
    return other not in _table_of(tables, one) and not _clash(field, tables, one, other)
