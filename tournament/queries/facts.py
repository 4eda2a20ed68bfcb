"""A whole tournament as facts: what a file holds, what an import writes, what a check reads again."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.games import End
from scoring.ranking import Total
from scoring.rulesets import RuleSet, games_at_table, ruleset
from scoring.scores import Score
from tournament import models
from tournament.queries.games import GameFacts, score_from_row, state_of


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """A person in the tournament, with a start number."""

    number: int
    name: str
    club: str
    classes: tuple[str, ...] = ()
    tandem: str = ""
    team: str = ""
    present: bool = True
    withdrawn: bool = False
    fee_paid: bool = False
    fixed_table: int | None = None


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table: start numbers in seat order, the rows of its sheet, how far it has come."""

    number: int
    seats: tuple[int, ...]
    games: tuple[GameFacts, ...]
    state: models.TableState
    closed_after: int | None = None
    closed_reason: str = ""
    # By seat position, where only the totals were typed and there are no games.
    totals: Mapping[int, Total] | None = None


@dataclass(frozen=True, slots=True)
class DrawFacts:
    """How a series was drawn: enough to draw it again."""

    method: str
    seed: str
    attempt: int
    steps: int
    # The standing it used, best first, and the series drawn as one plan with it.
    ranking: tuple[int, ...] = ()
    together: tuple[int, ...] = ()
    changed: bool = False


@dataclass(frozen=True, slots=True)
class SeriesFacts:
    """One series with its tables."""

    number: int
    tables: tuple[TableFacts, ...]
    draw: DrawFacts | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True)
class AdjustmentFacts:
    """Signed points or Augen with a reason; without a series it counts overall only."""

    player: int
    series: int | None
    points: int
    hand_total: int
    reason: str
    by: str = ""
    at: datetime.datetime | None = None


@dataclass(frozen=True, slots=True)
class LotFacts:
    """A tie decided by lot."""

    scope: str
    order: tuple[int | str, ...]
    by: str = ""
    at: datetime.datetime | None = None


@dataclass(frozen=True, slots=True)
class TournamentFacts:
    """Everything of a tournament but histories, logins and contact data."""

    name: str
    date: datetime.date
    venue: str
    ruleset: str
    games_per_player: int
    entries: tuple[EntryFacts, ...]
    series: tuple[SeriesFacts, ...]
    rating: Mapping[str, Any] | None = None
    adjustments: tuple[AdjustmentFacts, ...] = ()
    lots: tuple[LotFacts, ...] = ()

    @property
    def rules(self) -> RuleSet:
        """The rule set with the tournament's own rating table."""
        return ruleset(self.ruleset, {"rating": self.rating} if self.rating is not None else None)


def games_wanted(table: TableFacts, games_per_player: int, rules: RuleSet) -> int:
    """How many games make the sheet of the table complete."""
    if table.closed_after is not None:
        return table.closed_after
    return games_at_table(games_per_player, len(table.seats), rules)


def derived_state(table: TableFacts, games_per_player: int, rules: RuleSet) -> models.TableState:
    """Empty, draft or entered, as the rows of the sheet alone say it."""
    if table.totals is not None:
        return models.TableState.ENTERED
    wanted = games_wanted(table, games_per_player, rules)
    complete = [
        facts.number
        for facts in table.games
        if facts.end is not End.VOID and not facts.is_draft and facts.number <= wanted
    ]
    return state_of(table.games, wanted, len(complete))


def tournament_facts(tournament: models.Tournament) -> TournamentFacts:
    """The stored facts of a whole tournament. Eight statements, whatever its size."""
    entries = tuple(
        EntryFacts(row[0], row[1], row[2], tuple(row[3]), *row[4:])
        for row in tournament.entries.order_by("number").values_list(
            "number", "name", "club", "classes", "tandem", "team", "present", "withdrawn", "fee_paid",
            "fixed_table",
        )
    )  # fmt: skip
    adjustments = tournament.adjustments.order_by("pk").values_list(
        "entry__number", "series__number", "points", "hand_total", "reason", "by", "at"
    )
    lots = tournament.lots.order_by("pk").values_list("scope", "order", "by", "at")
    return TournamentFacts(
        name=tournament.name,
        date=tournament.date,
        venue=tournament.venue,
        ruleset=tournament.ruleset,
        games_per_player=tournament.games_per_player,
        rating=tournament.rating,
        entries=entries,
        series=_series(tournament),
        adjustments=tuple(AdjustmentFacts(*row) for row in adjustments),
        lots=tuple(LotFacts(scope, tuple(order), by, at) for scope, order, by, at in lots),
    )


def _series(tournament: models.Tournament) -> tuple[SeriesFacts, ...]:
    """Five statements."""
    games = _games(tournament)
    seats: dict[int, list[models.Seat]] = {}
    for seat in (
        models.Seat.objects.filter(series__tournament=tournament).select_related("entry").order_by("position")
    ):
        seats.setdefault(seat.table_id, []).append(seat)
    tables: dict[int, list[TableFacts]] = {}
    for table in models.Table.objects.filter(series__tournament=tournament).order_by("number"):
        tables.setdefault(table.series_id, []).append(
            _table(table, seats.get(table.pk, []), games.get(table.pk, []))
        )
    return tuple(
        SeriesFacts(
            series.number,
            tuple(tables.get(series.pk, ())),
            _draw(series),
            series.closed,
        )
        for series in tournament.series.order_by("number")
    )


def _draw(series: models.Series) -> DrawFacts | None:
    if not series.draw_method:
        return None
    return DrawFacts(
        series.draw_method,
        series.draw_seed,
        series.draw_attempt,
        series.draw_steps,
        tuple(series.draw_ranking),
        tuple(series.draw_together),
        series.draw_changed,
    )


def _table(table: models.Table, seats: Sequence[models.Seat], games: Sequence[GameFacts]) -> TableFacts:
    return TableFacts(
        number=table.number,
        seats=tuple(seat.entry.number for seat in seats),
        games=tuple(games),
        state=models.TableState(table.state),
        closed_after=table.closed_after,
        closed_reason=table.closed_reason,
        totals={seat.position: stored_sums(seat) for seat in seats} if table.totals_only else None,
    )


def stored_sums(seat: models.Seat) -> Total:
    """The sums kept in a seat, keyed by its position."""
    return Total(seat.position, seat.points, seat.hand_total, seat.games, seat.rommes, seat.hand_rommes)


def _games(tournament: models.Tournament) -> dict[int, list[GameFacts]]:
    """The rows of every sheet by the key of the table. Two statements."""
    scores: dict[int, dict[int, Score]] = {}
    for game, position, outcome, hand_total, laid in (
        models.Result.objects.filter(seat__series__tournament=tournament)
        .order_by("seat__position")
        .values_list("game_id", "seat__position", "outcome", "hand_total", "laid")
    ):
        scores.setdefault(game, {})[position] = score_from_row(outcome, hand_total, laid)
    found: dict[int, list[GameFacts]] = {}
    for pk, table, number, attempt, dealer_seat, end, confirmed in (
        models.Game.objects.filter(table__series__tournament=tournament)
        .order_by("number", "attempt")
        .values_list("pk", "table_id", "number", "attempt", "dealer_seat", "end", "confirmed")
    ):
        facts = GameFacts(number, attempt, dealer_seat, End(end), scores.get(pk, {}), tuple(confirmed))
        found.setdefault(table, []).append(facts)
    return found
