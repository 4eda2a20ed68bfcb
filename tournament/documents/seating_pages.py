"""The plan of a series as lists for the wall: by table, and by name in two columns of the same length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.documents.fitting import composed, fit_line, fit_name, wrap
from tournament.documents.fonts import Face, width
from tournament.documents.seating_facts import SeatedPlayerFacts, SeatingFacts
from tournament.names import listed_name
from tournament.wording import drawn_sentence

SEATS = 4


@dataclass(frozen=True, slots=True)
class Pitch:
    """How large a list may be set: the fewer rows a page has to hold, the larger (heights in print.css)."""

    rows: int
    # Of a name in one line, and in the lines a row has room for; points.
    sizes: tuple[int, ...]
    lines: int
    small_sizes: tuple[int, ...]
    # Of the start number before the name.
    number: int = 9


# Rooms in mm.
SEAT_ROOM = 37.5
# The first page holds as many tables as the last of these; the seats of a row are set two lines high.
BY_TABLE = (
    Pitch(12, (15, 14, 13, 12, 11), 4, (11, 10, 9, 8, 7), 12),
    Pitch(17, (13, 12, 11, 10), 3, (10, 9, 8, 7), 11),
    Pitch(24, (11, 10, 9), 3, (8, 7)),
)
FURTHER_PAGE = 26
NAME_ROOM = 55.0
# Names in a column; a page has two.
BY_NAME = (
    Pitch(28, (15, 14, 13, 12, 11), 2, (11, 10, 9, 8, 7, 6, 5)),
    Pitch(34, (13, 12, 11, 10), 2, (9, 8, 7, 6, 5)),
    Pitch(40, (12, 11, 10, 9), 2, (8, 7, 6, 5)),
    Pitch(47, (11, 10, 9, 8), 2, (7, 6, 5)),
)


def _pitch(pitches: Sequence[Pitch], rows: int) -> Pitch:
    """The largest in which so many rows have room."""
    return next((pitch for pitch in pitches if rows <= pitch.rows), pitches[-1])


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
    pitch = _pitch(BY_TABLE, len(facts.tables))
    return _head(facts, _("Seating of series %(series)d by table")) | {
        "pitch": pitch,
        "seats": range(1, SEATS + 1),
        "rows": [
            TableRow(
                table.number,
                tuple(_cell(player, pitch) for player in table.players),
                len(table.players) < SEATS,
                index % SEATS == SEATS - 1,
            )
            for index, table in enumerate(facts.tables)
        ],
    }


def by_name_context(facts: SeatingFacts) -> dict[str, Any]:
    """Everything that print/seating_by_name.html shows: pages of two columns."""
    players = sum(len(table.players) for table in facts.tables)
    length = -(-players // (2 * name_page_count(players)))
    pitch = _pitch(BY_NAME, length)
    rows = list(_name_rows(facts, pitch))
    columns = [rows[start : start + length] for start in range(0, len(rows), length)]
    return _head(facts, _("Where do I sit? Series %(series)d")) | {
        "pitch": pitch,
        "pages": [columns[start : start + 2] for start in range(0, len(columns), 2)],
    }


def name_page_count(players: int) -> int:
    """How many pages the list by name has."""
    return max(1, -(-players // (2 * BY_NAME[-1].rows)))


def seating_page_count(tables: int) -> int:
    """How many pages the list by table has."""
    return 1 + max(0, -(-(tables - BY_TABLE[-1].rows) // FURTHER_PAGE))


def foot(facts: SeatingFacts) -> str:
    """Tournament, series, and what the plan was drawn from."""
    draw = facts.draw
    first = _("%(tournament)s, series %(series)d.") % {
        "tournament": composed(facts.name),
        "series": facts.series,
    }
    drawn = drawn_sentence(draw.method, draw.seed, draw.attempt, draw.together, changed=draw.changed)
    return f"{first} {drawn}".strip()


def _head(facts: SeatingFacts, title: str) -> dict[str, Any]:
    return {
        "title": title % {"series": facts.series},
        "tournament_name": composed(facts.name),
        "foot": foot(facts),
    }


def _cell(player: SeatedPlayerFacts, pitch: Pitch) -> Cell:
    """The start number stands before the first line and takes its room."""
    room = (
        SEAT_ROOM - width(str(player.number), Face.SANS, pitch.number) - width(" ", Face.SANS, pitch.sizes[0])
    )
    fitted = fit_name(player.name, Face.SANS, room, pitch.sizes)
    if len(fitted.lines) < pitch.lines:
        return Cell(player.number, fitted.lines, int(fitted.size))
    return Cell(player.number, *_small(player.name, room, pitch))


def _small(name: str, room: float, pitch: Pitch) -> tuple[tuple[str, ...], int]:
    """A name that only small lines can hold, and their size."""
    for size in pitch.small_sizes:
        lines = wrap(name, Face.SANS, room, size)
        if len(lines) <= pitch.lines:
            break
    return lines, size


def _name_rows(facts: SeatingFacts, pitch: Pitch) -> Iterator[NameRow]:
    seated = [(player, table.number) for table in facts.tables for player in table.players]
    seated.sort(key=lambda pair: (pair[0].sort_key, pair[0].number))
    before = ""
    for player, table in seated:
        name = composed(listed_name(player.name))
        size = fit_line(name, Face.SANS, NAME_ROOM, pitch.sizes)
        lines, size = ((name,), int(size)) if size else _small(name, NAME_ROOM, pitch)
        initial = player.sort_key[:1]
        yield NameRow(lines, size, table, player.position, initial != before != "")
        before = initial
