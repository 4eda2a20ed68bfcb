"""The plan of a series as lists: by table, and by name in two columns with 94 names a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.documents.fitting import composed, fit, fit_name, wrap
from tournament.documents.fonts import Face, width
from tournament.documents.seating_facts import SeatedPlayerFacts, SeatingFacts
from tournament.names import listed_name
from tournament.wording import drawn_sentence

SEATS = 4
# Rooms in mm and sizes in points (print.css).
SEAT_ROOM, NUMBER_SIZE = 38.5, 9
SEAT_SIZES = (11, 10, 9)
# A row of 8.9 mm holds two lines of these, and three of those.
SMALL_SIZES, SMALL_LINES = (8, 7), 3
NAME_ROOM = 56.0
NAME_SIZES = (11, 10, 9, 8, 7)
COLUMN_ROWS = 47
# Tables below the heading of the first page, and on each further page.
FIRST_PAGE, FURTHER_PAGE = 24, 26


@dataclass(frozen=True, slots=True)
class Cell:
    """A seat in the list by table: the name in as many lines as its size allows."""

    number: int
    lines: tuple[str, ...]
    size: int


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table; `three` where the fourth seat stays empty, a heavier rule after every fourth table."""

    number: int
    cells: tuple[Cell, ...]
    three: bool
    heavy: bool


@dataclass(frozen=True, slots=True)
class NameRow:
    """A name with table and seat; `initial` where a new letter begins."""

    lines: tuple[str, ...]
    size: int
    table: int
    position: int
    initial: bool


def by_table_context(facts: SeatingFacts) -> dict[str, Any]:
    """Everything that print/seating.html shows."""
    return _head(facts, _("Seating of series %(series)d by table")) | {
        "seats": range(1, SEATS + 1),
        "rows": [
            TableRow(
                table.number,
                tuple(_cell(player) for player in table.players),
                len(table.players) < SEATS,
                index % SEATS == SEATS - 1,
            )
            for index, table in enumerate(facts.tables)
        ],
    }


def by_name_context(facts: SeatingFacts) -> dict[str, Any]:
    """Everything that print/seating_by_name.html shows: pages of two columns."""
    rows = list(_name_rows(facts))
    columns = [rows[start : start + COLUMN_ROWS] for start in range(0, len(rows), COLUMN_ROWS)]
    return _head(facts, _("Where do I sit? Series %(series)d")) | {
        "pages": [columns[start : start + 2] for start in range(0, len(columns), 2)],
    }


def name_page_count(players: int) -> int:
    """How many pages the list by name has."""
    return -(-players // (2 * COLUMN_ROWS))


def seating_page_count(tables: int) -> int:
    """How many pages the list by table has."""
    return 1 + max(0, -(-(tables - FIRST_PAGE) // FURTHER_PAGE))


def foot(facts: SeatingFacts) -> str:
    """Tournament, series, and what the plan was drawn from."""
    draw = facts.draw
    first = _("%(tournament)s, series %(series)d.") % {
        "tournament": composed(facts.name),
        "series": facts.series,
    }
    return f"{first} {drawn_sentence(draw.method, draw.seed, draw.attempt, draw.together)}".strip()


def _head(facts: SeatingFacts, title: str) -> dict[str, Any]:
    return {
        "title": title % {"series": facts.series},
        "tournament_name": composed(facts.name),
        "foot": foot(facts),
    }


def _cell(player: SeatedPlayerFacts) -> Cell:
    """The start number stands before the first line and takes its room."""
    room = (
        SEAT_ROOM - width(str(player.number), Face.SANS, NUMBER_SIZE) - width(" ", Face.SANS, SEAT_SIZES[0])
    )
    fitted = fit_name(player.name, Face.SANS, room, SEAT_SIZES)
    if len(fitted.lines) < SMALL_LINES:
        return Cell(player.number, fitted.lines, int(fitted.size))
    for size in SMALL_SIZES:
        lines = wrap(player.name, Face.SANS, room, size)
        if len(lines) <= SMALL_LINES:
            break
    return Cell(player.number, lines, size)


def _name_rows(facts: SeatingFacts) -> Iterator[NameRow]:
    seated = [(player, table.number) for table in facts.tables for player in table.players]
    seated.sort(key=lambda pair: (pair[0].sort_key, pair[0].number))
    before = ""
    for player, table in seated:
        fitted = fit(listed_name(player.name), Face.SANS, NAME_ROOM, NAME_SIZES)
        initial = player.sort_key[:1]
        yield NameRow(fitted.lines, int(fitted.size), table, player.position, initial != before != "")
        before = initial
