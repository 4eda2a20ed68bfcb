"""Series by construction: a structure without rematches, and the players put in for its labels."""

from scoring.seating.checks import fixed_tables
from scoring.seating.field import Field, Rounds
from scoring.seating.generator import Generator
from scoring.seating.labels import Labelling, club_by_club, embedded, put_in
from scoring.seating.limits import meetings, pairs
from scoring.seating.meter import Meter
from scoring.seating.seats import numbered
from scoring.seating.structures import Structure, structure

USUAL_SERIES = 5
"""A single series is drawn so that this many can do without meeting again."""
EMBEDDINGS = 24
"""How many ways to go on are compared where a field is tight."""


def tight(players: int) -> bool:
    """Whether more than half of all pairs meet in the usual number of series: then nothing may be given away.

    >>> tight(28), tight(30)
    (True, False)
    """
    return 2 * meetings(players, USUAL_SERIES) > pairs(players)


def constructed(field: Field, series: int, seed: str, meter: Meter) -> Rounds | None:
    """Series that go on from the earlier ones without rematches; None where no construction is known."""
    if field.history is None or any(len(seaters) > 1 for seaters in fixed_tables(field.players).values()):
        return None
    before = len(field.history)
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
    for _ in range(EMBEDDINGS if tight(field.size) else 1):
        at = embedded(field, history, found, generator)
        if at is None:
            break
        labelling = Labelling(field, found, at, generator)
        if best is None or labelling.cost < best.cost:
            best = labelling
        if best.cost == 0:
            break
    return None if best is None else best.at
