"""Draws by standing and in blocks of tandems: the ranking seats people, exchanges are the smallest."""

from collections.abc import Iterable, Sequence

from scoring.seating.checks import tandems
from scoring.seating.field import AGAIN, MUST, THREE, Field, Tables


def by_standing(field: Field, ranked: Sequence[int], *, apart: bool) -> Tables:
    """Blocks of four by rank, the tables of three last; fixed players stay, the others close ranks.

    With `apart` players exchange with the nearest in rank until nobody meets again, where that is possible.
    """
    tables: Tables = [[] for _ in field.sizes]
    for place, goal in enumerate(field.fixed):
        if goal >= 0:
            tables[goal].append(place)
    queue = iter([place for place in ranked if field.fixed[place] < 0])
    for size, table in zip(field.sizes, tables, strict=True):
        table.extend(next(queue) for _ in range(size - len(table)))
    exchange = Exchange(field, tables, ranked, again=AGAIN if apart else 0)
    exchange.mend(range(field.tables))
    return tables


def by_tandem(field: Field, ranked: Sequence[int]) -> Tables:
    """Tandems in blocks of four, partners at two neighbouring tables; who makes no full block by standing.

    The last incomplete block, the full block before it and single players are drawn together.
    """
    order = {place: position for position, place in enumerate(ranked)}
    couples = [
        sorted((field.place[seater.number] for seater in members), key=order.__getitem__)
        for members in tandems(field.players).values()
        if len(members) == 2
    ]
    couples.sort(key=lambda couple: order[couple[0]])
    blocks, incomplete = divmod(len(couples), 4)
    if incomplete or field.size - 2 * len(couples) in (1, 2, 5):
        blocks = max(0, blocks - 1)
    tables: Tables = []
    for block in range(blocks):
        four = couples[4 * block : 4 * block + 4]
        tables += [[better for better, _ in four], [other for _, other in four]]
    full = len(tables)
    in_blocks = {place for table in tables for place in table}
    rest = iter([place for place in ranked if place not in in_blocks])
    tables += [[next(rest) for _ in range(size)] for size in field.sizes[full:]]
    exchange = Exchange(field, tables, ranked)
    exchange.to_fixed()
    exchange.mend(range(full, field.tables))
    Exchange(field, tables, ranked, threes=0).mend(range(field.tables))
    for table in tables[full:]:
        table.sort(key=order.__getitem__)
    return tables


class Exchange:
    """Exchanges of two players, always the smallest in rank that helps."""

    def __init__(
        self, field: Field, tables: Tables, ranked: Sequence[int], *, again: int = 0, threes: int = THREE
    ) -> None:
        self.field = field
        self.tables = tables
        self.again = again
        self.threes = threes
        self.rank = {place: position for position, place in enumerate(ranked)}
        self.table_of = {place: index for index, table in enumerate(tables) for place in table}

    def to_fixed(self) -> None:
        """Bring fixed players to their tables, each in exchange for the nearest in rank."""
        for place, goal in enumerate(self.field.fixed):
            if goal >= 0 and self.table_of[place] != goal:
                movable = [other for other in self.tables[goal] if self.field.fixed[other] != goal]
                self._swap(place, min(movable, key=lambda other: self._distance(place, other)))

    def mend(self, tables: Iterable[int]) -> None:
        """Exchange while it helps: partners apart, nobody again, nobody at three who has sat there more."""
        among = list(tables)
        helped = True
        while helped:
            helped = False
            for index in among:
                while (best := self._best(index, among)) is not None:
                    self._swap(*best)
                    helped = True

    def _best(self, index: int, among: Sequence[int]) -> tuple[int, int] | None:
        """The smallest exchange in rank that helps the table; None where none helps."""
        options = [
            (self._distance(one, other), change, self.rank[one], self.rank[other], one, other)
            for one in self.tables[index]
            if self.field.fixed[one] < 0 and self._cost(one, index, one)
            for there in among
            if there != index
            for other in self.tables[there]
            if self.field.fixed[other] < 0 and (change := self._change(one, index, other, there)) < 0
        ]
        return min(options)[4:] if options else None

    def _change(self, one: int, here: int, other: int, there: int) -> int:
        return (
            self._cost(one, there, other)
            + self._cost(other, here, one)
            - self._cost(one, here, one)
            - self._cost(other, there, other)
        )

    def _cost(self, place: int, index: int, instead: int) -> int:
        """What is wrong with the player at the table in the place of another one."""
        table = self.tables[index]
        toll, met = self.field.toll[place], self.field.met[place]
        cost = self.threes * self.field.threes[place] if len(table) == 3 else 0
        for mate in table:
            if mate != instead:
                cost += MUST * (toll[mate] >= MUST) + self.again * met[mate]
        return cost

    def _distance(self, one: int, other: int) -> int:
        return abs(self.rank[one] - self.rank[other])

    def _swap(self, one: int, other: int) -> None:
        here, there = self.tables[self.table_of[one]], self.tables[self.table_of[other]]
        here[here.index(one)], there[there.index(other)] = other, one
        self.table_of[one], self.table_of[other] = self.table_of[other], self.table_of[one]
