"""Is every stored copy equal to what the engine computes from the facts?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.ranking import Total
from tournament import models
from tournament.queries.facts import TableFacts, TournamentFacts, derived_state, tournament_facts
from tournament.queries.games import seat_sums
from tournament.queries.standings import ENTERED

COLUMNS = ("points", "hand_total", "games", "rommes", "hand_rommes")


@dataclass(frozen=True, slots=True)
class Difference:
    """One stored value that is not what it should be; `player` is a start number, or None for the table."""

    series: int
    table: int
    player: int | None
    column: str
    stored: int | str
    computed: int | str


@dataclass(frozen=True, slots=True)
class Verification:
    """What was looked at, and what differs."""

    tables: int
    games: int
    differences: tuple[Difference, ...]


def verification(tournament: models.Tournament) -> Verification:
    """Score every game anew and compare. Nine statements."""
    facts = tournament_facts(tournament)
    stored = _stored(tournament)
    tables = [(series.number, table) for series in facts.series for table in series.tables]
    return Verification(
        tables=len(tables),
        games=sum(len(table.games) for _series, table in tables),
        differences=tuple(
            difference
            for series, table in tables
            for difference in _differences(facts, series, table, stored[series, table.number])
        ),
    )


def _stored(tournament: models.Tournament) -> dict[tuple[int, int], dict[int, Total]]:
    """The sums kept in the seats: by series and table, then by position. One statement."""
    found: dict[tuple[int, int], dict[int, Total]] = {}
    rows = models.Seat.objects.filter(series__tournament=tournament).values_list(
        "series__number", "table__number", "position", *COLUMNS
    )
    for series, table, position, *sums in rows:
        found.setdefault((series, table), {})[position] = Total(position, *sums)
    return found


def _differences(
    facts: TournamentFacts, series: int, table: TableFacts, stored: dict[int, Total]
) -> Iterator[Difference]:
    positions = range(1, len(table.seats) + 1)
    # Where only totals were typed they are the fact itself.
    computed = stored if table.totals is not None else seat_sums(positions, table.games, facts.rules)
    for position, player in zip(positions, table.seats, strict=True):
        for column in COLUMNS:
            kept, right = getattr(stored[position], column), getattr(computed[position], column)
            if kept != right:
                yield Difference(series, table.number, player, column, kept, right)
    state = derived_state(table, facts.games_per_player, facts.rules)
    if state is models.TableState.ENTERED and table.state in ENTERED:
        # Checked and final say more than the rows can.
        return
    if state is not table.state:
        yield Difference(series, table.number, None, "state", table.state.value, state.value)
