"""Conflict-directed search: swap two players of one series until nothing is left to mend."""

from itertools import chain

from scoring.seating.field import AGAIN, MATE, MUST, OFTEN, THREE, Field, Rounds, groups
from scoring.seating.generator import Generator
from scoring.seating.limits import least_again
from scoring.seating.meter import Meter
from scoring.seating.seats import plan_of
from scoring.seating.sentences import SeatingError, Sentence

MUST_STEPS = 10_000
"""Steps after which what must be is taken for impossible."""
PATIENCE = 5_000
"""Steps without a gain after which uneven tables of three are accepted, once nobody meets again."""
PATIENCE_WITH_MATES = 200
"""Likewise for club and team mates at one table, once the tables of three are even."""


def start_rounds(field: Field, series: int, generator: Generator) -> Rounds:
    """Fixed players at their tables, the rest by lot, the tables of three for those who had fewest."""
    turns = list(field.threes)
    rounds: Rounds = []
    for _ in range(series):
        order = generator.shuffled([place for place in range(field.size) if field.fixed[place] < 0])
        tables: list[list[int]] = [[] for _ in field.sizes]
        for place, goal in enumerate(field.fixed):
            if goal >= 0:
                tables[goal].append(place)
        free = [size - len(table) for size, table in zip(field.sizes, tables, strict=True)]
        fours = sum(seats for size, seats in zip(field.sizes, free, strict=True) if size == 4)
        order.sort(key=lambda place: -turns[place])
        queue = iter(generator.shuffled(order[:fours]) + order[fours:])
        for seats, table in zip(free, tables, strict=True):
            table.extend(next(queue) for _ in range(seats))
        for table in tables:
            for place in table:
                turns[place] += len(table) == 3
        rounds.append(tables)
    return rounds


class Search:
    """One search: the rounds as they are, the best so far, and the cost of either in weights.

    With `lots` only what must be and the tables of three count: the rest is left to chance.
    """

    def __init__(self, field: Field, rounds: Rounds, generator: Generator, *, lots: bool = False) -> None:
        self.field = field
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.generator = generator
        most = max(map(max, field.met)) + len(rounds) + 1
        self.price = [0] * most if lots else [0] + [AGAIN + OFTEN * before for before in range(most)]
        self.toll = (
            [[toll if toll >= MUST else 0 for toll in row] for row in field.toll] if lots else field.toll
        )
        self.met = [list(row) for row in field.met]
        self.turns = list(field.threes)
        self.table_of = [[0] * field.size for _ in rounds]
        self.tabu = [[0] * field.size for _ in rounds]
        self.cost = self._enter()
        self.floor = self._floor_of_threes() + (0 if lots else self._floor_of_meetings())
        self.best, self.best_cost = self._copy(), self.cost
        self.step = self.best_step = 0

    def _copy(self) -> Rounds:
        return [[list(table) for table in tables] for tables in self.rounds]

    def _enter(self) -> int:
        """Count every meeting and every turn at three, and what they cost."""
        cost = 0
        for tables, table_of in zip(self.rounds, self.table_of, strict=True):
            for index, table in enumerate(tables):
                for at, place in enumerate(table):
                    table_of[place] = index
                    if len(table) == 3:
                        cost += THREE * self.turns[place]
                        self.turns[place] += 1
                    for other in table[:at]:
                        cost += self.toll[place][other] + self.price[self.met[place][other]]
                        self.met[place][other] += 1
                        self.met[other][place] += 1
        return cost

    def _floor_of_threes(self) -> int:
        """What the tables of three cost when they are spread evenly over those who can sit there."""
        turns = list(self.field.threes)
        movable = [place for place in range(self.field.size) if self.field.fixed[place] < 0]
        there = [
            place for place, goal in enumerate(self.field.fixed) if goal >= 0 and self.field.sizes[goal] == 3
        ]
        seats = 3 * self.field.sizes.count(3) - len(there)
        floor = 0
        for _ in self.rounds:
            movable.sort(key=lambda place: turns[place])
            for place in there + movable[:seats]:
                floor += THREE * turns[place]
                turns[place] += 1
        return floor

    def _floor_of_meetings(self) -> int:
        """What meetings again, club and team mates cost at least."""
        field = self.field
        mates = 0
        for labels in ([seater.club for seater in field.players], [seater.team for seater in field.players]):
            for members in groups(labels):
                each, rest = divmod(len(members), field.tables)
                mates += (field.tables - rest) * each * (each - 1) // 2 + rest * each * (each + 1) // 2
        least = 0
        if field.history is not None:
            before = sum(max(0, met - 1) for row in field.met for met in row) // 2
            least = max(0, least_again(field.size, len(field.history) + len(self.rounds)) - before)
        return MATE * mates * len(self.rounds) + AGAIN * least

    def run(self, meter: Meter, *, worth: int = MATE) -> None:
        """Search until nothing is left to mend, the meter ends it, or what is left is worth no more steps.

        A cost above the floor of less than `worth` is not searched for at all.
        """
        while self._promises(worth) and meter.step(lambda: plan_of(self.field, self.best[0])):
            self._step()

    def _promises(self, worth: int) -> bool:
        over = self.best_cost - self.floor
        patience = PATIENCE if over >= THREE else PATIENCE_WITH_MATES
        return over >= worth and (over >= AGAIN or self.step - self.best_step < patience)

    def make_valid(self) -> None:
        """Search until all that must be is kept; not metered, for without it there is nothing to show.

        Raises SeatingError where partners cannot be kept apart.
        """
        while self.best_cost >= MUST:
            if self.step >= MUST_STEPS:
                raise SeatingError(Sentence("not_apart"))
            self._step()

    def _step(self) -> None:
        self.step += 1
        at = self._conflict()
        if at is not None:
            self._mend(self.step, *divmod(at, self.field.size))

    def _conflict(self) -> int | None:
        """A movable player who costs something, mostly much; the look-out starts anywhere."""
        positions = len(self.rounds) * self.field.size
        start = self.generator.below(positions)
        over = self.cost - self.floor
        weight = MATE
        if over >= MUST:
            weight = MUST
        elif over >= AGAIN and self.generator.below(4):
            weight = AGAIN
        elif over >= THREE and self.generator.below(2):
            weight = THREE
        for least in (weight, MATE):
            for at in chain(range(start, positions), range(start)):
                series, place = divmod(at, self.field.size)
                if self.field.fixed[place] < 0 and self._leave(series, place) >= least:
                    return at
        return None

    def _leave(self, series: int, place: int) -> int:
        """What is saved when the player leaves the table."""
        table = self.rounds[series][self.table_of[series][place]]
        toll, met, price = self.toll[place], self.met[place], self.price
        saved = THREE * (self.turns[place] - 1) if len(table) == 3 else 0
        for other in table:
            if other != place:
                saved += toll[other] + price[met[other] - 1]
        return saved

    def _mend(self, step: int, series: int, place: int) -> None:
        """Swap the player with whom it costs least; who has just moved stays, unless that is a new best."""
        tabu = self.tabu[series]
        best: int | None = None
        choices: list[int] = []
        for delta, other in self._swaps(series, place):
            if max(tabu[place], tabu[other]) > step and self.cost + delta >= self.best_cost:
                continue
            if best is None or delta < best:
                best, choices = delta, [other]
            elif delta == best:
                choices.append(other)
        if best is None:
            return
        other = choices[self.generator.below(len(choices))]
        self._swap(series, place, other)
        self.cost += best
        tabu[place] = tabu[other] = step + 4 + self.generator.below(8)
        if self.cost < self.best_cost:
            self.best, self.best_cost, self.best_step = self._copy(), self.cost, step

    def _swaps(self, series: int, place: int) -> list[tuple[int, int]]:
        """What every possible swap changes, and with whom."""
        tables, table_of, fixed = self.rounds[series], self.table_of[series], self.field.fixed
        home = table_of[place]
        mates = [other for other in tables[home] if other != place]
        saved = self._leave(series, place)
        toll, met, price, turns = self.toll[place], self.met[place], self.price, self.turns
        swaps = []
        for index, table in enumerate(tables):
            if index == home:
                continue
            joins = [toll[other] + price[met[other]] for other in table]
            joined = sum(joins) - saved
            if len(table) == 3:
                joined += THREE * (turns[place] - (len(mates) == 2))
            for join, other in zip(joins, table, strict=True):
                if fixed[other] >= 0:
                    continue
                delta = joined - join - self._leave(series, other)
                toll_other, met_other = self.toll[other], self.met[other]
                for mate in mates:
                    delta += toll_other[mate] + price[met_other[mate]]
                if len(mates) == 2:
                    delta += THREE * (turns[other] - (len(table) == 3))
                swaps.append((delta, other))
        return swaps

    def _swap(self, series: int, one: int, other: int) -> None:
        tables, table_of = self.rounds[series], self.table_of[series]
        here, there = tables[table_of[one]], tables[table_of[other]]
        self._count(here, one, -1)
        self._count(there, other, -1)
        here[here.index(one)], there[there.index(other)] = other, one
        table_of[one], table_of[other] = table_of[other], table_of[one]
        self._count(there, one, 1)
        self._count(here, other, 1)

    def _count(self, table: list[int], place: int, sign: int) -> None:
        self.turns[place] += sign * (len(table) == 3)
        for mate in table:
            if mate != place:
                self.met[place][mate] += sign
                self.met[mate][place] += sign
