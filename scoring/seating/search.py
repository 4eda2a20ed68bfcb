"""Conflict-directed search: swap two players of one series until nothing is left to mend."""

from collections.abc import Callable

from .field import AGAIN, MUST, THREE, Field
from .generator import Generator

Rounds = list[list[list[int]]]
"""Series × table → places (of players), in no order."""


def start_rounds(field: Field, series: int, generator: Generator) -> Rounds:
    """Fixed players at their tables, the rest at random, the tables of three to those who had fewest."""
    turns = list(field.threes)
    rounds = []
    for _ in range(series):
        order = generator.shuffled([place for place in range(field.size) if field.fixed[place] < 0])
        order.sort(key=lambda place: -turns[place])
        tables: list[list[int]] = [[] for _ in field.sizes]
        for place, goal in enumerate(field.fixed):
            if goal >= 0:
                tables[goal].append(place)
        fours = sum(size - len(table) for size, table in zip(field.sizes, tables, strict=True) if size == 4)
        order = generator.shuffled(order[:fours]) + order[fours:]
        queue = iter(order)
        for size, table in zip(field.sizes, tables, strict=True):
            table.extend(next(queue) for _ in range(size - len(table)))
            if size == 3:
                for place in table:
                    turns[place] += 1
        rounds.append(tables)
    return rounds


class Search:
    """The state of one search; cost is the weighted sum of what is wrong with the rounds."""

    def __init__(self, field: Field, rounds: Rounds, generator: Generator, *, again: int = AGAIN) -> None:
        self.field = field
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.generator = generator
        self.again = again
        self.steps = 0
        self.met = [list(row) for row in field.met]
        self.turns = list(field.threes)
        self.table = [[0] * field.size for _ in rounds]
        self.tabu = [[0] * field.size for _ in rounds]
        self.cost = 0
        for series, tables in enumerate(self.rounds):
            for index, table in enumerate(tables):
                for at, place in enumerate(table):
                    self.table[series][place] = index
                    if len(table) == 3:
                        self.cost += THREE * self.turns[place]
                        self.turns[place] += 1
                    for other in table[:at]:
                        self.cost += field.toll[place][other] + again * (self.met[place][other] > 0)
                        self.met[place][other] += 1
                        self.met[other][place] += 1
        self.best_cost = self.cost
        self.best = [[list(table) for table in tables] for tables in self.rounds]
        self.floor = self._floor()

    def _floor(self) -> int:
        """The cost that nothing can go below: the tables of three spread evenly."""
        turns = list(self.field.threes)
        seats = [place for place in range(self.field.size) if self.field.fixed[place] < 0]
        floor = 0
        for _ in self.rounds:
            free = 3 * self.field.sizes.count(3)
            for place, table in enumerate(self.field.fixed):
                if table >= 0 and self.field.sizes[table] == 3:
                    free -= 1
                    floor += THREE * turns[place]
                    turns[place] += 1
            seats.sort(key=lambda place: turns[place])
            for place in seats[:free]:
                floor += THREE * turns[place]
                turns[place] += 1
        return floor

    def run(self, bound: int, report: Callable[[int, Rounds], bool]) -> None:
        """Search until nothing is left to mend, the bound of steps is reached or `report` says False."""
        positions = len(self.rounds) * self.field.size
        while self.best_cost > self.floor and self.steps < bound:
            if self.steps % 64 == 0 and not report(self.steps, self.best):
                return
            self.steps += 1
            at = self._conflict(positions)
            if at is not None:
                self._mend(*divmod(at, self.field.size))

    def _conflict(self, positions: int) -> int | None:
        """A movable player who costs something; the search for one starts anywhere."""
        start = self.generator.below(positions)
        heavy = AGAIN if self.generator.below(4) else THREE if self.generator.below(2) else 1
        for least in (heavy, 1):
            for offset in range(positions):
                at = (start + offset) % positions
                series, place = divmod(at, self.field.size)
                if self.field.fixed[place] < 0 and self._leave(series, place) >= least:
                    return at
        return None

    def _leave(self, series: int, place: int) -> int:
        """What the cost loses when the player leaves the table."""
        table = self.rounds[series][self.table[series][place]]
        toll, met = self.field.toll[place], self.met[place]
        cost = THREE * (self.turns[place] - 1) if len(table) == 3 else 0
        for other in table:
            if other != place:
                cost += toll[other] + self.again * (met[other] > 1)
        return cost

    def _mend(self, series: int, place: int) -> None:
        """Swap the player with whom it costs least."""
        field, generator = self.field, self.generator
        tables, table_of, tabu = self.rounds[series], self.table[series], self.tabu[series]
        home = table_of[place]
        mates = [other for other in tables[home] if other != place]
        saved = self._leave(series, place)
        toll, met, again = field.toll[place], self.met[place], self.again
        best: int | None = None
        choices: list[int] = []
        for index, table in enumerate(tables):
            if index == home:
                continue
            joins = [toll[other] + (again if met[other] else 0) for other in table]
            joined = sum(joins)
            for at, other in enumerate(table):
                if field.fixed[other] >= 0:
                    continue
                delta = joined - joins[at] - saved - self._leave(series, other)
                toll_other, met_other = field.toll[other], self.met[other]
                for mate in mates:
                    delta += toll_other[mate] + (again if met_other[mate] else 0)
                if len(table) == 3:
                    delta += THREE * (self.turns[place] - (len(mates) == 2))
                if len(mates) == 2:
                    delta += THREE * (self.turns[other] - (len(table) == 3))
                if (
                    tabu[other] > self.steps or tabu[place] > self.steps
                ) and self.cost + delta >= self.best_cost:
                    continue
                if best is None or delta < best:
                    best, choices = delta, [other]
                elif delta == best:
                    choices.append(other)
        if best is None:
            return
        other = choices[generator.below(len(choices))]
        self._swap(series, place, other)
        self.cost += best
        tabu[place] = tabu[other] = self.steps + 3 + generator.below(8)
        if self.cost < self.best_cost:
            self.best_cost = self.cost
            self.best = [[list(table) for table in tables] for tables in self.rounds]

    def _swap(self, series: int, one: int, other: int) -> None:
        tables, table_of = self.rounds[series], self.table[series]
        for place, sign in ((one, -1), (other, -1)):
            self._count(tables[table_of[place]], place, sign)
        here, there = table_of[one], table_of[other]
        tables[here][tables[here].index(one)] = other
        tables[there][tables[there].index(other)] = one
        table_of[one], table_of[other] = there, here
        for place, sign in ((one, 1), (other, 1)):
            self._count(tables[table_of[place]], place, sign)

    def _count(self, table: list[int], place: int, sign: int) -> None:
        self.turns[place] += sign * (len(table) == 3)
        for mate in table:
            if mate != place:
                self.met[place][mate] += sign
                self.met[mate][place] += sign

    @property
    def feasible(self) -> bool:
        """Whether the best rounds keep all that must be kept."""
        return self.best_cost < MUST
