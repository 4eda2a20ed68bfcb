"""The entry page: what the database knows of the tables of a series and of one sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import Exists, FilteredRelation, OuterRef, Q, Subquery
from django.utils.translation import gettext as _

from tournament import models
from tournament.names import surname
from tournament.queries.entry.typed import Head, Shape, cell_of, fields_from_facts, read_row, rows_from_fields
from tournament.queries.games import GameFacts, table_games
from tournament.queries.rules import games_on_sheet, ruleset_of
from tournament.queries.standings import ENTERED

# More tables than fit in two lines under the sheet are shown a page at a time.
STRIP_PAGE = 40
STRIP_MOST = 48


@dataclass(frozen=True, slots=True)
class StripTable:
    """One table in the strip."""

    number: int
    state: models.TableState

    @property
    def missing(self) -> bool:
        """Its sheet is not in yet."""
        return self.state not in ENTERED


@dataclass(frozen=True, slots=True)
class Strip:
    """The tables of a series with their states."""

    series: int
    tables: tuple[StripTable, ...]
    current: int | None = None
    # The table the strip is to begin at when it does not hold all.
    start: int | None = None

    @property
    def missing(self) -> int:
        """How many sheets are still to come."""
        return sum(table.missing for table in self.tables)

    @property
    def counts(self) -> list[tuple[models.TableState, int]]:
        """How many tables are in each state; states nobody is in are left out."""
        found = [(state, sum(table.state == state for table in self.tables)) for state in models.TableState]
        return [(state, count) for state, count in found if count]

    @property
    def numbers(self) -> str:
        """The tables there are, for people: 1–12, 14."""
        return spans([table.number for table in self.tables])

    @property
    def pages(self) -> list[tuple[StripTable, ...]]:
        """The tables a page at a time."""
        size = STRIP_PAGE if len(self.tables) > STRIP_MOST else max(len(self.tables), 1)
        return [self.tables[start : start + size] for start in range(0, len(self.tables), size)]

    @property
    def page(self) -> tuple[StripTable, ...]:
        """The page asked for, or with the current table, else the first with a sheet missing."""
        wanted = self.start or self.current
        here = [page for page in self.pages if any(table.number == wanted for table in page)]
        waiting = [page for page in self.pages if any(table.missing for table in page)]
        return next(iter(here + waiting + self.pages), ())


def spans(numbers: Iterable[int]) -> str:
    """Numbers for people: 11, 14, 17–20. Two in a row stay two."""
    parts: list[list[int]] = []
    for number in sorted(set(numbers)):
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(
        f"{part[0]}–{part[-1]}" if len(part) > 2 else ", ".join(map(str, part)) for part in parts
    )


def series_tables(tournament: models.Tournament, series: int) -> list[models.Table]:
    """The tables of a series in order, each with its series and whether a draft waits there. One statement."""
    drafts = models.SheetDraft.objects.filter(table=OuterRef("pk"))
    found = models.Table.objects.filter(series__tournament=tournament, series__number=series)
    return list(found.select_related("series").annotate(has_draft=Exists(drafts)).order_by("number"))


def strip_of(
    series: int, tables: Iterable[models.Table], *, current: int | None = None, start: int | None = None
) -> Strip:
    """The strip under the sheet. No SQL."""
    shown = tuple(StripTable(table.number, _shown_state(table)) for table in tables)
    return Strip(series, shown, current, start)


def _shown_state(table: models.Table) -> models.TableState:
    """What was typed and not saved makes a draft of any sheet."""
    return models.TableState.DRAFT if getattr(table, "has_draft", False) else models.TableState(table.state)


@dataclass(frozen=True)
class Stored:
    """What the database knows of one sheet."""

    table: models.Table
    seats: tuple[models.Seat, ...]
    facts: tuple[GameFacts, ...]
    shape: Shape
    # Of the one who asks.
    draft: models.SheetDraft | None
    # The latest of somebody else.
    other_draft: OtherDraft | None


@dataclass(frozen=True, slots=True)
class OtherDraft:
    """What somebody else has typed at a table and not saved."""

    pk: int
    name: str
    at: datetime


def stored_sheet(tournament: models.Tournament, table: models.Table, reader: int | None) -> Stored:
    """Seats, games and drafts of one table as the account `reader` sees them. Three statements."""
    others = models.SheetDraft.objects.filter(table=OuterRef("table")).exclude(saved_by=reader)
    others = others.order_by("-saved_at", "-pk")
    found = (
        models.Seat.objects.filter(table=table)
        .annotate(
            own=FilteredRelation("table__drafts", condition=Q(table__drafts__saved_by=reader)),
            other=Subquery(others.values("pk")[:1]),
            other_name=Subquery(others.values("saved_by__username")[:1]),
            other_at=Subquery(others.values("saved_at")[:1]),
        )
        .select_related("entry", "own")  # type: ignore[misc]
    )
    seats = tuple(found.order_by("position"))
    facts = tuple(table_games(table))
    first = seats[0] if seats else None
    draft = getattr(first, "own", None)
    other = OtherDraft(first.other, first.other_name or "", first.other_at) if first and first.other else None
    return Stored(table, seats, facts, _shape(tournament, table, seats, facts), draft, other)


def _shape(
    tournament: models.Tournament,
    table: models.Table,
    seats: Sequence[models.Seat],
    facts: Sequence[GameFacts],
) -> Shape:
    short = [surname(seat.entry.name) for seat in seats]
    heads = tuple(
        Head(
            seat.position,
            seat.entry.number,
            seat.entry.name,
            name if short.count(name) == 1 else seat.entry.name,
        )
        for seat, name in zip(seats, short, strict=True)
    )
    printed = max([games_on_sheet(tournament, len(seats)), *(row.number for row in facts)])
    return Shape(heads, printed, table.closed_after, ruleset_of(tournament))


def locked_sentence(table: models.Table) -> str:
    """Why a sheet cannot be changed any more; empty while it can."""
    if table.series.closed:
        return _("Series %(number)d is closed: its sheets can be looked at, not changed.") % {
            "number": table.series.number
        }
    if table.state == models.TableState.FINAL:
        return _("This sheet is final: it can be looked at, not changed.")
    return ""


@dataclass(frozen=True, slots=True)
class Typed:
    """What somebody typed: the fields of the sheet, the warnings confirmed, the version it was based on."""

    fields: Mapping[str, str]
    ticks: frozenset[str]
    based_on: int

    @property
    def in_rows(self) -> list[tuple[int, str]]:
        """What is typed, game by game, for somebody who has to copy it: the sheet itself is gone."""
        cells = sorted((cell, text) for name, text in self.fields.items() if text and (cell := cell_of(name)))
        return [
            (number, " · ".join(text for _cell, text in row))
            for number, row in groupby(cells, key=lambda found: found[0][0])
        ]


def typed_or_stored(stored: Stored) -> Typed:
    """The draft where there is one, else the sheet as it is stored."""
    if stored.draft is None:
        return Typed(fields_from_facts(stored.facts), frozenset(), stored.table.version)
    kept = stored.draft.fields
    return Typed(kept["texts"], frozenset(kept["confirmed"]), stored.draft.based_on)


def typed_numbers(stored: Stored) -> list[int]:
    """The games something is typed or stored for."""
    shape = stored.shape
    fields = {**fields_from_facts(stored.facts), **typed_or_stored(stored).fields}
    rows = rows_from_fields(fields, shape)
    return [row.number for row in rows if not read_row(row, shape).is_blank]
