"""The draws themselves: one series, or all series at once."""

from collections.abc import Sequence

from scoring.seating.construct import constructed, tight
from scoring.seating.field import Field, field_of
from scoring.seating.figures import quality
from scoring.seating.generator import Generator
from scoring.seating.meter import Meter
from scoring.seating.model import Draw, Draws, Method, Plan, Progress, Seater
from scoring.seating.notes import notes
from scoring.seating.ranked import by_standing, by_tandem
from scoring.seating.search import Search, start_rounds
from scoring.seating.seats import plan_of, seated
from scoring.seating.sentences import SeatingError, Sentence

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
    apart: bool = False,
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
        apart=apart,
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
    apart: bool = False,
) -> Draws:
    """Draw several series at once, after the `past` ones; arguments and errors as for `draw`.

    >>> people = [Seater(number) for number in range(1, 17)]
    >>> draw_all(people, 3, method=Method.NO_REMATCH, seed="king of hearts").quality.pairs_again
    0
    """
    if series < 1:
        raise SeatingError(Sentence("no_series", {"series": series}))
    field = field_of(players, past)
    seed = f"{seed}\n{method} {attempt} {len(past) + 1}"
    if method in (Method.STANDING, Method.TANDEM):
        if series > 1:
            raise SeatingError(Sentence("one_at_a_time"))
        return _ranked(field, method, seed, past, ranking, apart)
    meter = Meter(max(FEWEST_STEPS, STEPS_OF_ONE // field.size) if steps is None else steps, progress)
    if method is Method.RANDOM:
        rounds = start_rounds(field, series, Generator(f"{seed} start"))
        search = Search(field, rounds, Generator(f"{seed} search"), lots=True)
        search.make_valid()
        search.run(meter)
    else:
        search = _without_rematch(field, series, seed, meter)
    plans = seated(field, search.best, Generator(f"{seed} seats"))
    return _draws(field, method, past, plans, meter.steps, 0)


def _ranked(
    field: Field, method: Method, seed: str, past: Sequence[Plan], ranking: Sequence[int], apart: bool
) -> Draws:
    ranked = [field.place[number] for number in dict.fromkeys(ranking) if number in field.place]
    known = set(ranked)
    unranked = [place for place in range(field.size) if place not in known]
    ranked += Generator(f"{seed} lots").shuffled(unranked)
    tables = by_tandem(field, ranked) if method is Method.TANDEM else by_standing(field, ranked, apart=apart)
    search = Search(field, [tables], Generator(f"{seed} search"), lots=True)
    search.make_valid()
    return _draws(field, method, past, (plan_of(field, search.best[0]),), 0, len(unranked))


def _without_rematch(field: Field, series: int, seed: str, meter: Meter) -> Search:
    """As few pairs as possible meet again: by construction if there is one, then by search."""
    rounds = constructed(field, series, seed, meter)
    start = start_rounds(field, series, Generator(f"{seed} start")) if rounds is None else rounds
    search = Search(field, start, Generator(f"{seed} search"))
    search.make_valid()
    search.run(meter, mates=rounds is None or series > 1 or not tight(field.size))
    return search


def _draws(
    field: Field, method: Method, past: Sequence[Plan], plans: tuple[Plan, ...], steps: int, unranked: int
) -> Draws:
    every = (*past, *plans)
    figures = quality(every, field.players)
    return Draws(plans, steps, figures, tuple(notes(field, method, len(every), figures, unranked)))
