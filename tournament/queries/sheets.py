"""Score sheets as read models: prefilled before a series, blank, or filled with what was entered."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.games import End, Score, dealer_seat
from scoring.rulesets import RuleSet
from tournament import models
from tournament.queries.games import GameFacts, games_of, result_of
from tournament.queries.rules import games_on_sheet, ruleset_of
from tournament.queries.standings import CHECKED, ENTERED


@dataclass(frozen=True, slots=True)
class SheetSeat:
    """Who sits there, and the sums that count; a blank sheet has neither number nor name."""

    position: int
    number: int | None = None
    name: str = ""
    club: str = ""
    points: int = 0
    hand_total: int = 0
    games: int = 0
    rommes: int = 0
    hand_rommes: int = 0


@dataclass(frozen=True, slots=True)
class SheetCell:
    """One result as it was entered; points and running points only where the game counts."""

    score: Score
    points: int | None
    running: int | None


@dataclass(frozen=True, slots=True)
class Signature:
    """Who brought a sheet into a state, and when."""

    at: datetime.datetime
    by: str


@dataclass(frozen=True, slots=True)
class Filling:
    """What was entered for a sheet: cells by (game number, seat position)."""

    cells: Mapping[tuple[int, int], SheetCell]
    # How many games count; the sums alone may have been typed.
    counted: int
    totals_only: bool
    entered: Signature | None
    checked: Signature | None
    # Games by how they ended without a winner; those of which an attempt was void.
    unwon: Mapping[int, End] = field(default_factory=dict)
    replayed: tuple[int, ...] = ()
    # The last game, and why it was the last, where time was up.
    closed_after: int | None = None
    closed_reason: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The paper of one table: who deals game 1 … n, by seat position; `table` is None on a blank sheet."""

    table: int | None
    seats: tuple[SheetSeat, ...]
    dealers: tuple[int, ...]
    filling: Filling | None = None


@dataclass(frozen=True, slots=True)
class SheetSet:
    """All sheets of a series with what every one of them says."""

    name: str
    date: datetime.date
    venue: str
    ruleset: RuleSet
    series: int | None
    draw_seed: str
    draw_attempt: int
    draw_changed: bool
    sheets: tuple[Sheet, ...]


def _sheet_set(
    tournament: models.Tournament, series: models.Series | None, sheets: Iterable[Sheet]
) -> SheetSet:
    return SheetSet(
        name=tournament.name,
        date=tournament.date,
        venue=tournament.venue,
        ruleset=ruleset_of(tournament),
        series=series.number if series else None,
        draw_seed=series.draw_seed if series else "",
        draw_attempt=series.draw_attempt if series else 1,
        draw_changed=series is not None and series.draw_changed,
        sheets=tuple(sheets),
    )


def _proposed_dealers(games: int, size: int) -> tuple[int, ...]:
    return tuple(dealer_seat(number, size) for number in range(1, games + 1))


def blank_sheets(tournament: models.Tournament) -> SheetSet:
    """A sheet without names for every size of table, the largest first. No SQL."""
    sizes = sorted(ruleset_of(tournament).table_sizes, reverse=True)
    return _sheet_set(
        tournament,
        None,
        (
            Sheet(
                table=None,
                seats=tuple(SheetSeat(position) for position in range(1, size + 1)),
                dealers=_proposed_dealers(games_on_sheet(tournament, size), size),
            )
            for size in sizes
        ),
    )


def score_sheets(tournament: models.Tournament, series: models.Series) -> SheetSet:
    """The prefilled sheets of a series in order of the tables. One statement."""
    seats = _seats(series)
    return _sheet_set(
        tournament,
        series,
        (
            Sheet(table.number, own, _proposed_dealers(games_on_sheet(tournament, len(own)), len(own)))
            for table, own in seats
        ),
    )


def filled_sheets(tournament: models.Tournament, series: models.Series) -> SheetSet:
    """The sheets of a series with what was entered, tables without an entry left out. Four statements."""
    seats = _seats(series)
    games = games_of([table.pk for table, _ in seats])
    signatures = _signatures(series)
    ruleset = ruleset_of(tournament)
    sheets = []
    for table, own in seats:
        if table.state == models.TableState.EMPTY:
            continue
        played = [facts for facts in games[table.pk] if facts.end is not End.VOID]
        positions = [seat.position for seat in own]
        cells, counted = _cells(positions, played, ruleset)
        dealers = list(_proposed_dealers(games_on_sheet(tournament, len(own)), len(own)))
        for facts in played:
            if facts.number <= len(dealers):
                dealers[facts.number - 1] = facts.dealer_seat
        entered, checked = signatures.get(table.pk, (None, None))
        filling = Filling(
            cells=cells,
            counted=max(seat.games for seat in own) if table.totals_only else counted,
            totals_only=table.totals_only,
            entered=entered if table.state in ENTERED else None,
            checked=checked if table.state in CHECKED else None,
            unwon={facts.number: facts.end for facts in played if facts.end is not End.WON},
            replayed=tuple(sorted({facts.number for facts in games[table.pk] if facts.end is End.VOID})),
            closed_after=table.closed_after,
            closed_reason=table.closed_reason,
        )
        sheets.append(Sheet(table.number, own, tuple(dealers), filling))
    return _sheet_set(tournament, series, sheets)


def _seats(series: models.Series) -> list[tuple[models.Table, tuple[SheetSeat, ...]]]:
    """Every table that somebody sits at, with its seats in order. One statement."""
    tables: dict[int, tuple[models.Table, list[SheetSeat]]] = {}
    rows = series.seats.select_related("table", "entry").order_by("table__number", "position")
    for seat in rows:
        _, own = tables.setdefault(seat.table_id, (seat.table, []))
        own.append(
            SheetSeat(
                position=seat.position,
                number=seat.entry.number,
                name=seat.entry.name,
                club=seat.entry.club,
                points=seat.points,
                hand_total=seat.hand_total,
                games=seat.games,
                rommes=seat.rommes,
                hand_rommes=seat.hand_rommes,
            )
        )
    return [(table, tuple(own)) for table, own in tables.values()]


def _cells(
    positions: Sequence[int], games: Iterable[GameFacts], ruleset: RuleSet
) -> tuple[dict[tuple[int, int], SheetCell], int]:
    """The cells of a sheet, and how many games count."""
    running = dict.fromkeys(positions, 0)
    cells: dict[tuple[int, int], SheetCell] = {}
    counted = 0
    for facts in games:
        result = result_of(facts, positions, ruleset)
        counted += result is not None
        for position, score in facts.scores.items():
            points = None if result is None else result.points.get(str(position))
            if points is not None:
                running[position] += points
            cells[facts.number, position] = SheetCell(
                score, points, None if points is None else running[position]
            )
    return cells, counted


def _signatures(series: models.Series) -> dict[int, tuple[Signature | None, Signature | None]]:
    """Who entered and who checked each table the last time. One statement."""
    signatures: dict[int, tuple[Signature | None, Signature | None]] = {}
    before: dict[int, str] = {}
    rows = models.Table.history.filter(series_id=series.pk).order_by("history_date", "history_id")
    for table, state, at, username, first, last in rows.values_list(
        "id",
        "state",
        "history_date",
        "history_user__username",
        "history_user__first_name",
        "history_user__last_name",
    ):
        if before.get(table) != state:
            entered, checked = signatures.get(table, (None, None))
            signature = Signature(at, f"{first or ''} {last or ''}".strip() or username or "")
            if state == models.TableState.ENTERED:
                entered, checked = signature, None
            elif state == models.TableState.CHECKED:
                checked = signature
            signatures[table] = entered, checked
        before[table] = state
    return signatures
