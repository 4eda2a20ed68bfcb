"""Series by construction: a structure without rematches, and the players put in for its labels."""

from scoring.seating.checks import fixed_tables
from scoring.seating.field import AGAIN, MATE, MUST, THREE, Field, Rounds
from scoring.seating.generator import Generator
from scoring.seating.labels import Labelling, club_by_club, embedded, put_in
from scoring.seating.limits import meetings, pairs
from scoring.seating.meter import Meter
from scoring.seating.seats import numbered
from scoring.seating.structures import USUAL_SERIES, Structure, structure

LARGEST_TO_GO_ON = 52
"""In larger fields a search goes on from the earlier series as well, and faster."""
EMBEDDINGS = 24
"""How many ways to go on are compared where a field is tight."""
MOST_EMBEDDINGS = 120
"""Likewise while partners or fixed players still meet."""


def worth_giving_up(players: int) -> int:
    """What must be gained at least for a single series to leave its construction, which the next ones need.

    Where more than half of all pairs meet in the usual number of series, no turn at a table of three is worth
    it; where more than two fifths do, no club mates are.

    >>> [worth_giving_up(players) for players in (28, 30, 40)] == [AGAIN, THREE, MATE]
    True
    """
    met, all_pairs = meetings(players, USUAL_SERIES), pairs(players)
    if 2 * met > all_pairs:
        return AGAIN
    return THREE if 5 * met > 2 * all_pairs else MATE


def constructed(field: Field, series: int, seed: str, meter: Meter) -> Rounds | None:
    """Series that go on from the earlier ones without rematches; None where no construction is known.

    A single series is drawn as one of the usual number, so that the next ones can do without meeting again too.
    """
    if field.history is None or any(len(seaters) > 1 for seaters in fixed_tables(field.players).values()):
        return None
    before = len(field.history)
    if before and field.size > LARGEST_TO_GO_ON:
        return None
    found = structure(field.size, max(before + series, USUAL_SERIES) if series == 1 else before + series)
    if found is None:
        return None
    generator = Generator(f"{seed} labels")
    at = (
        _going_on(field, field.history, found, generator)
        if before
        else _from_the_start(field, found, generator, meter)
    )
    if at is None:
        return None
    numbers = Generator(f"{seed} tables")
    return [numbered(field, tables, numbers) for tables in put_in(found[before : before + series], at)]


def _from_the_start(field: Field, found: Structure, generator: Generator, meter: Meter) -> list[int]:
    labelling = Labelling(field, found, club_by_club(field, generator), generator)
    labelling.run(meter)
    return labelling.at


def _going_on(field: Field, history: Rounds, found: Structure, generator: Generator) -> list[int] | None:
    """The earlier series found again in the structure, with the best company for the rest."""
    best: Labelling | None = None
    for attempt in range(1 if worth_giving_up(field.size) == MATE else MOST_EMBEDDINGS):
        if best is not None and (best.cost == 0 or (best.cost < MUST and attempt >= EMBEDDINGS)):
            break
        at = embedded(field, history, found, generator)
        if at is None:
            break
        labelling = Labelling(field, found, at, generator)
        if best is None or labelling.cost < best.cost:
            best = labelling
    return None if best is None else best.at
