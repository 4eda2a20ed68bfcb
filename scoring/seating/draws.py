"""The draws themselves: one series, or all series at once."""

from collections.abc import Sequence

from .field import Field, field_of
from .figures import quality
from .generator import Generator
from .model import Draw, Draws, Method, Plan, Progress, Seater, SeatingError, Sentence
from .ranked import by_standing, by_tandem
from .search import Rounds, Search, start_rounds

POSITIONS = 2_000_000


def draw(
    players: Sequence[Seater],
    *,
    method: Method,
    seed: str,
    attempt: int = 1,
    past: Sequence[Plan] = (),
    ranking: Sequence[int] = (),
    steps: int | None = None,
    progress: Progress | None = None,
) -> Draw:
    """Draw one series after the `past` ones.

    Source: draw (seating). `ranking` lists start numbers, best first (for tandems: tandem by tandem, the
    better partner first); who is missing in it follows by lot. `steps` repeats a search that was stopped
    after so many steps. Raises SeatingError with the choices to make.

    >>> people = [Seater(number) for number in range(1, 8)]
    >>> draw(people, method=Method.STANDING, seed="4 2 6", ranking=[7, 6, 5, 4, 3, 2, 1]).plan
    ((7, 6, 5, 4), (3, 2, 1))
    """
    drawn = draw_all(
        players,
        1,
        method=method,
        seed=seed,
        attempt=attempt,
        past=past,
        ranking=ranking,
        steps=steps,
        progress=progress,
    )
    return Draw(drawn.plans[0], drawn.steps, drawn.quality, drawn.notes)


def draw_all(
    players: Sequence[Seater],
    series: int,
    *,
    method: Method,
    seed: str,
    attempt: int = 1,
    past: Sequence[Plan] = (),
    ranking: Sequence[int] = (),
    steps: int | None = None,
    progress: Progress | None = None,
) -> Draws:
    """Draw several series at once, after the `past` ones; arguments and errors as for `draw`.

    >>> people = [Seater(number) for number in range(1, 17)]
    >>> draw_all(people, 3, method=Method.NO_REMATCH, seed="king of hearts").quality.pairs_again
    0
    """
    field = field_of(players, past)
    generator = Generator(f"{seed}\n{method} {attempt} {len(past) + 1}")
    if method in (Method.STANDING, Method.TANDEM):
        if series > 1:
            raise SeatingError(
                Sentence(
                    "one_at_a_time",
                    "By standing each series is drawn when the one before is over. Draw one series.",
                )
            )
        ranked = _ranked(field, ranking, generator)
        plan = _plan(
            field, by_standing(field, ranked) if method is Method.STANDING else by_tandem(field, ranked)
        )
        return Draws((plan,), 0, quality([*past, plan], players))
    rounds, done = _searched(field, series, generator, method, steps, progress)
    plans = _seated(field, rounds, generator)
    return Draws(plans, done, quality([*past, *plans], players))


def _ranked(field: Field, ranking: Sequence[int], generator: Generator) -> list[int]:
    ranked = [field.place[number] for number in dict.fromkeys(ranking) if number in field.place]
    known = set(ranked)
    return ranked + generator.shuffled([place for place in range(field.size) if place not in known])


def _searched(
    field: Field,
    series: int,
    generator: Generator,
    method: Method,
    steps: int | None,
    progress: Progress | None,
) -> tuple[Rounds, int]:
    bound = max(2_000, POSITIONS // field.size // series) if steps is None else steps

    def report(done: int, best: Rounds) -> bool:
        return progress is None or progress(done, _plan(field, best[0]))

    rounds = start_rounds(field, series, generator)
    search = (
        Search(field, rounds, generator, again=0)
        if method is Method.RANDOM
        else Search(field, rounds, generator)
    )
    search.run(bound, report)
    if not search.feasible:
        raise SeatingError(
            Sentence(
                "not_apart",
                "Tandem partners and fixed tables cannot both be kept. Release a fixed table.",
            )
        )
    return search.best, search.steps


def _seated(field: Field, rounds: Rounds, generator: Generator) -> tuple[Plan, ...]:
    """Give the seats: seat 1 to who had it least, the others by lot."""
    firsts = list(field.firsts)
    plans = []
    for tables in rounds:
        seated = []
        for table in tables:
            order = generator.shuffled(sorted(table))
            order.sort(key=lambda place: firsts[place])
            order[1:] = generator.shuffled(order[1:])
            firsts[order[0]] += 1
            seated.append(order)
        plans.append(_plan(field, seated))
    return tuple(plans)


def _plan(field: Field, tables: Sequence[Sequence[int]]) -> Plan:
    return tuple(tuple(field.players[place].number for place in table) for table in tables)
