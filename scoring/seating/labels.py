"""Who is put in for which label of a structure: repeat-free stays repeat-free, whoever is put in."""

from collections.abc import Sequence
from itertools import chain

from scoring.seating.field import MATE, MUST, Field, Rounds, groups
from scoring.seating.generator import Generator
from scoring.seating.meter import Meter
from scoring.seating.seats import plan_of
from scoring.seating.structures import Structure, company

TRIES = 50
"""How many tries per player finding the earlier series in a structure may take."""

PATIENCE = 200
"""Steps without a gain after which club mates at one table are accepted."""


def put_in(structure: Structure, at: list[int]) -> Rounds:
    """The series with the places in for the labels; `at` is label → place."""
    return [[[at[label] for label in table] for table in tables] for tables in structure]


def club_by_club(field: Field, generator: Generator) -> list[int]:
    """Label → place, by lot, but the members of a club one after the other: neighbours rarely meet."""
    order = generator.shuffled(range(field.size))
    clubs = generator.shuffled([*groups(seater.club for seater in field.players)])
    turn = {place: index for index, members in enumerate(clubs) for place in members}
    order.sort(key=lambda place: turn.get(place, len(clubs)))
    return order


class Labelling:
    """A search over who is put in for whom, against partners, mates and fixed players meeting."""

    def __init__(self, field: Field, structure: Structure, at: list[int], generator: Generator) -> None:
        self.field = field
        self.structure = structure
        self.generator = generator
        self.at, self.best = list(at), list(at)
        self.company = company(structure, field.size)
        self.threes = [0] * field.size
        for tables in structure:
            for table in tables:
                for label in table:
                    self.threes[label] += len(table) == 3
        self.toll = [list(row) for row in field.toll]
        fixed = [place for place, goal in enumerate(field.fixed) if goal >= 0]
        for one in fixed:
            for other in fixed:
                self.toll[one][other] += MUST * (one != other)
        shared = sum(self._pull(place, label) for label, place in enumerate(at)) // 2
        self.cost = shared + sum(self._misfit(place, label) for label, place in enumerate(at))

    def _pull(self, place: int, label: int) -> int:
        row, at = self.toll[place], self.at
        return sum([row[at[mate]] for mate in self.company[label]])

    def _misfit(self, place: int, label: int) -> int:
        """Series in which a fixed player's label sits at a table of the wrong size."""
        goal = self.field.fixed[place]
        if goal < 0:
            return 0
        wrong = self.threes[label]
        return MUST * (wrong if self.field.sizes[goal] == 4 else len(self.structure) - wrong)

    def run(self, meter: Meter) -> None:
        """Change two players, again and again, until nobody is in the wrong company or patience ends."""
        self.best, best_cost, since = list(self.at), self.cost, 0
        tabu = [0] * self.field.size
        step = 0
        while best_cost > 0 and since < PATIENCE and meter.step(lambda: self._plan(self.best)):
            step += 1
            since += 1
            label = self._conflict()
            changes = {
                other: delta
                for other, delta in enumerate(self._changes(label))
                if other != label and (tabu[other] <= step or self.cost + delta < best_cost)
            }
            least = min(changes.values())
            choices = [other for other, delta in changes.items() if delta == least]
            other = choices[self.generator.below(len(choices))]
            self.at[label], self.at[other] = self.at[other], self.at[label]
            self.cost += least
            tabu[label] = tabu[other] = step + 1 + self.generator.below(4)
            if self.cost < best_cost:
                self.best, best_cost, since = list(self.at), self.cost, 0
        self.at, self.cost = self.best, best_cost

    def _plan(self, at: list[int]) -> tuple[tuple[int, ...], ...]:
        return plan_of(self.field, put_in(self.structure[:1], at)[0])

    def _conflict(self) -> int:
        """A label in wrong company; what must not be goes first."""
        start = self.generator.below(self.field.size)
        weight = MUST if self.cost >= MUST else MATE
        return next(
            label
            for label in chain(range(start, self.field.size), range(start))
            if self._pull(self.at[label], label) + self._misfit(self.at[label], label) >= weight
        )

    def _changes(self, label: int) -> list[int]:
        """What the cost changes when the player of the label changes with each other one."""
        place, at = self.at[label], self.at
        mates = [at[mate] for mate in self.company[label]]
        saved = self._pull(place, label) + self._misfit(place, label)
        row = self.toll[place]
        changes = []
        for other, away in enumerate(at):
            far = self.toll[away]
            company = [at[mate] for mate in self.company[other]]
            delta = sum([far[mate] for mate in mates]) + sum([row[mate] - far[mate] for mate in company])
            delta += 2 * row[away] * company.count(place)  # the two go on meeting each other
            changes.append(delta - saved + self._misfits(place, away, label, other))
        return changes

    def _misfits(self, place: int, away: int, label: int, other: int) -> int:
        return self._misfit(place, other) + self._misfit(away, label) - self._misfit(away, other)


class Embedding:
    """A search for the earlier series as the first ones of a structure, the company to come as good as it goes."""

    def __init__(self, field: Field, history: Rounds, structure: Structure, generator: Generator) -> None:
        self.toll = field.toll
        self.order = _neighbours_first(field, generator)
        self.labels = generator.shuffled(range(field.size))
        self.seats = [_table_of(tables) for tables in history]
        self.goals = [_table_of(tables) for tables in structure[: len(history)]]
        self.sizes = [
            ([len(table) for table in here], [len(table) for table in there])
            for here, there in zip(history, structure, strict=False)
        ]
        self.company = company(structure[len(history) :], field.size)
        self.image: list[dict[int, int]] = [{} for _ in history]
        """Series → table of the past → table of the structure."""
        self.at = [-1] * field.size
        self.left = TRIES * field.size

    def found(self, position: int = 0) -> bool:
        """Whether the players from this position of the order on can be put in; `at` says where."""
        if position == len(self.order):
            return True
        place = self.order[position]
        choices = [label for label in self.labels if self.at[label] < 0 and self._fits(place, label)]
        for label in sorted(choices, key=lambda label: self._pull(place, label)):
            self.left -= 1
            if self.left < 0:
                return False
            fresh = [
                (image, seats[place], goals[label])
                for image, seats, goals in zip(self.image, self.seats, self.goals, strict=True)
                if seats[place] not in image
            ]
            for image, table, goal in fresh:
                image[table] = goal
            self.at[label] = place
            if self.found(position + 1):
                return True
            self.at[label] = -1
            for image, table, _ in fresh:
                del image[table]
        return False

    def _fits(self, place: int, label: int) -> bool:
        for image, seats, goals, sizes in zip(self.image, self.seats, self.goals, self.sizes, strict=True):
            table, goal = seats[place], goals[label]
            if table in image:
                if image[table] != goal:
                    return False
            elif goal in image.values() or sizes[0][table] != sizes[1][goal]:
                return False
        return True

    def _pull(self, place: int, label: int) -> int:
        """What it costs to meet those who are put in already."""
        return sum(self.toll[place][self.at[mate]] for mate in self.company[label] if self.at[mate] >= 0)


def embedded(field: Field, history: Rounds, structure: Structure, generator: Generator) -> list[int] | None:
    """Label → place such that the earlier series are the first ones of the structure; None: not found."""
    embedding = Embedding(field, history, structure, generator)
    return embedding.at if embedding.found() else None


def _table_of(tables: Sequence[Sequence[int]]) -> dict[int, int]:
    return {member: index for index, table in enumerate(tables) for member in table}


def _neighbours_first(field: Field, generator: Generator) -> list[int]:
    """The places in an order in which most have met one of those before."""
    order: list[int] = []
    rest = generator.shuffled(range(field.size))
    known = [0] * field.size
    while rest:
        place = max(rest, key=lambda place: known[place])
        rest.remove(place)
        order.append(place)
        for other in range(field.size):
            known[other] += field.met[place][other]
    return order
