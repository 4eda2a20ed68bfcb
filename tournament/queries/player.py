"""The page of a player: every game in words, the curve, tables and opponents, the reason for the rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.games import End, Score
from scoring.rulesets import RuleSet
from tournament import models
from tournament.queries.games import GameFacts, games_of, result_of
from tournament.queries.rules import ruleset_of
from tournament.queries.standings import StandingRow, Standings, standings


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game from the player's seat. `score` is None where the player sat out."""

    number: int
    attempt: int
    end: End
    deals: bool
    score: Score | None
    points: int | None
    running: int
    # Reason codes with their points, as the engine gave them.
    lines: tuple[tuple[int, str], ...] = ()
    draft: bool = False

    @property
    def sits_out(self) -> bool:
        """The dealer at a table of four."""
        return self.score is None and self.deals

    @property
    def counts(self) -> bool:
        """Whether the game gave points."""
        return self.points is not None


@dataclass(frozen=True, slots=True)
class PlayedSeries:
    """One series from the player's seat, with the sums that count."""

    number: int
    table: int
    position: int
    size: int
    state: str
    totals_only: bool
    closed_after: int | None
    opponents: tuple[str, ...]
    games: tuple[PlayedGame, ...]
    points: int
    hand_total: int
    counted: int


@dataclass(frozen=True, slots=True)
class AdjustmentLine:
    """Signed points or Augen with the reason."""

    pk: int
    series: int | None
    points: int
    hand_total: int
    reason: str
    by: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """Everything the page shows."""

    entry: models.Entry
    row: StandingRow
    index: int
    standings: Standings
    series: tuple[PlayedSeries, ...]
    adjustments: tuple[AdjustmentLine, ...]
    # Mean points of a counted game over everybody, for the dashed line of the curve.
    mean: float

    @property
    def counted(self) -> int:
        """Games that gave points."""
        return sum(one.counted for one in self.series)


def _played(
    games: Sequence[GameFacts], positions: Sequence[int], position: int, ruleset: RuleSet
) -> tuple[PlayedGame, ...]:
    played, running = [], 0
    for facts in games:
        result = result_of(facts, positions, ruleset)
        name = str(position)
        points = result.points.get(name) if result is not None else None
        running += points or 0
        lines = result.lines.get(name, ()) if result is not None else ()
        played.append(
            PlayedGame(
                facts.number,
                facts.attempt,
                facts.end,
                facts.dealer_seat == position,
                facts.scores.get(position),
                points,
                running,
                tuple((line.points, line.reason) for line in lines),
                draft=result is None and facts.end is not End.VOID,
            )
        )
    return tuple(played)


def player_page(entry: models.Entry) -> PlayerPage:
    """All about one entry. Ten statements, whatever the number of games."""
    tournament = entry.tournament
    overall = standings(tournament)
    rules = ruleset_of(tournament)
    index, row = next((index, row) for index, row in enumerate(overall.rows) if row.number == entry.number)
    mine = list(entry.seats.select_related("table", "series").order_by("series__number"))
    tables = [seat.table_id for seat in mine]
    around: dict[int, dict[int, str]] = {}
    for table_id, position, name in models.Seat.objects.filter(table__in=tables).values_list(
        "table_id", "position", "entry__name"
    ):
        around.setdefault(table_id, {})[position] = name
    games = games_of(tables)
    series = []
    for seat in mine:
        names = around[seat.table_id]
        positions = sorted(names)
        series.append(
            PlayedSeries(
                number=seat.series.number,
                table=seat.table.number,
                position=seat.position,
                size=len(positions),
                state=seat.table.state,
                totals_only=seat.table.totals_only,
                closed_after=seat.table.closed_after,
                opponents=tuple(names[position] for position in positions if position != seat.position),
                games=_played(games[seat.table_id], positions, seat.position, rules),
                points=seat.points,
                hand_total=seat.hand_total,
                counted=seat.games,
            )
        )
    adjustments = tuple(
        AdjustmentLine(
            line.pk,
            line.series.number if line.series else None,
            line.points,
            line.hand_total,
            line.reason,
            line.by,
            line.at,
        )
        for line in entry.adjustments.select_related("series").order_by("pk")
    )
    counted = sum(one.games for one in overall.rows)
    mean = sum(one.points for one in overall.rows) / counted if counted else 0.0
    return PlayerPage(entry, row, index, overall, tuple(series), adjustments, mean)
