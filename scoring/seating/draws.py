"""The draws themselves: one series, or all series at once."""

from collections.abc import Sequence
from itertools import islice

from scoring.seating.construct import constructed, worth_giving_up
from scoring.seating.field import MATE, THREE, Field, Rounds, Tables, field_of
from scoring.seating.figures import quality
from scoring.seating.generator import Generator
from scoring.seating.meter import Meter
from scoring.seating.model import Draw, Draws, Method, Plan, Progress, Seater
from scoring.seating.notes import notes
from scoring.seating.ranked import by_standing, by_tandem
from scoring.seating.search import Search, start_rounds
from scoring.seating.seats import plan_of, seated
from scoring.seating.sentences import SeatingError, Sentence

STRICT = (Method.STANDING, Method.STANDING_APART)
"""By rank, table for table."""
STEPS_OF_ONE = 400_000
"""Steps of a search, shared out among the players, for a step takes as long as there are players."""
FEWEST_STEPS = 2_000


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
    _check_series(series, method)
    meter = Meter(max(FEWEST_STEPS, STEPS_OF_ONE // field.size) if steps is None else steps, progress)
    seed = f"{seed}\n{method} {attempt} {len(past) + 1}"
    ranked = [field.place[number] for number in dict.fromkeys(ranking) if number in field.place]
    unranked = sorted(set(range(field.size)) - set(ranked))
    ranked += Generator(f"{seed} lots").shuffled(unranked)
    if method in STRICT:
        apart = method is Method.STANDING_APART
        plans: tuple[Plan, ...] = (plan_of(field, _standing(field, ranked, seed, meter, apart=apart)),)
    elif method is Method.TANDEM:
        plans = (plan_of(field, _tandem(field, ranked, seed)),)
    else:
        drawn = _random if method is Method.RANDOM else _no_rematch
        plans = seated(field, drawn(field, series, seed, meter), Generator(f"{seed} seats"))
    figures = quality((*past, *plans), field.players)
    moved = _out_of_rank(field, ranked, plans[0]) if method in STRICT else []
    said = notes(field, method, past, len(plans), figures, len(unranked), moved)
    return Draws(plans, meter.steps, figures, tuple(said))


def _out_of_rank(field: Field, ranked: Sequence[int], plan: Plan) -> list[int]:
    """The start numbers that do not sit at the table of their rank, best rank first."""
    table_of = {number: index for index, table in enumerate(plan) for number in table}
    by_rank = iter(field.players[place].number for place in ranked)
    return [
        number
        for index, size in enumerate(field.sizes)
        for number in islice(by_rank, size)
        if table_of[number] != index
    ]


def _check_series(series: int, method: Method) -> None:
    if series < 1:
        raise SeatingError(Sentence("no_series", {"series": series}))
    if series > 1 and method.ranked:
        raise SeatingError(Sentence("one_at_a_time"))


def _random(field: Field, series: int, seed: str, meter: Meter) -> Rounds:
    """By lot, but for what must be and for who sits at the tables of three."""
    rounds = start_rounds(field, series, Generator(f"{seed} start"))
    search = Search(field, rounds, Generator(f"{seed} search"), lots=True)
    search.make_valid()
    search.run(meter)
    return search.best


def _no_rematch(field: Field, series: int, seed: str, meter: Meter) -> Rounds:
    """As few pairs as possible meet again: by construction where one is known, then by search."""
    rounds = constructed(field, series, seed, meter)
    start = start_rounds(field, series, Generator(f"{seed} start")) if rounds is None else rounds
    search = Search(field, start, Generator(f"{seed} search"))
    search.make_valid()
    search.run(meter, worth=worth_giving_up(field.size) if rounds is not None and series == 1 else MATE)
    return search.best


def _standing(field: Field, ranked: Sequence[int], seed: str, meter: Meter, *, apart: bool) -> Tables:
    """By rank with the smallest exchanges; what these leave undone a search does."""
    tables = by_standing(field, ranked, apart=apart)
    search = Search(field, [tables], Generator(f"{seed} search"), lots=not apart)
    search.make_valid()
    if apart:
        search.run(meter, worth=THREE)
    rank = {place: position for position, place in enumerate(ranked)}
    return [sorted(table, key=rank.__getitem__) for table in search.best[0]]


def _tandem(field: Field, ranked: Sequence[int], seed: str) -> Tables:
    search = Search(field, [by_tandem(field, ranked)], Generator(f"{seed} search"), lots=True)
    search.make_valid()
    return search.best[0]
