"""Standings as text: JSON for programs, CSV for spreadsheets, columns for a terminal."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournament.queries.standings import StandingRow, Standings
from tournament.scopes import By

# German Excel opens a file by double click right only with this mark in front and semicolons between.
BYTE_ORDER_MARK = "\ufeff"
# What a name may take of a line in a terminal.
LONGEST = 30
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def standings_json(standings: Standings) -> str:
    """One array, in order."""
    rows = [
        {
            "rank": row.rank,
            "number": row.number,
            "name": row.name,
            "points": row.points,
            "hand_total": row.hand_total,
            "games": row.games,
            "rommes": row.rommes,
            "hand_rommes": row.hand_rommes,
            "tied": row.tied,
        }
        for row in standings.rows
    ]
    lines = ",\n".join(f" {json.dumps(row, ensure_ascii=False)}" for row in rows)
    return f"[\n{lines}\n]\n" if rows else "[]\n"


def standings_csv(standings: Standings) -> str:
    """Semicolons and UTF-8 with its mark; a text never runs as a formula."""
    file = io.StringIO()
    file.write(BYTE_ORDER_MARK)
    writer = csv.writer(file, delimiter=";", lineterminator="\n")
    writer.writerow(_headings(standings))
    writer.writerows([guarded(cell) for cell in _cells(standings, row)] for row in standings.rows)
    return file.getvalue()


def standings_table(standings: Standings) -> str:
    """Aligned columns: figures to the right, names to the left."""
    rows = [
        _headings(standings),
        *([_cut(str(cell)) for cell in _cells(standings, row)] for row in standings.rows),
    ]
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    texts = {2, 3} if _has_people(standings) else {1}
    lines = []
    for row in rows:
        cells = [
            _padded(cell, wide, left=index in texts)
            for index, (cell, wide) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines) + "\n"


def guarded(cell: object) -> object:
    """A text that a spreadsheet would take for a formula gets an apostrophe in front; figures stay figures."""
    if isinstance(cell, str) and cell.startswith(FORMULA_STARTS):
        return f"'{cell}"
    return cell


def _has_people(standings: Standings) -> bool:
    return standings.scope.by in (By.PLAYER, By.CLASS)


def _headings(standings: Standings) -> list[str]:
    people = _has_people(standings)
    names = [_("No."), _("Player"), _("Club")] if people else [_("Name"), _("Members")]
    figures = [_("Rating points"), _("Hand total"), _("Games"), _("Rommés"), _("Hand-Rommés"), _("Tie")]
    return [_("Rank"), *names, *figures]


def _cells(standings: Standings, row: StandingRow) -> list[Any]:
    names = [row.number, row.name, row.club] if _has_people(standings) else [row.name, row.members]
    figures = [row.points, row.hand_total, row.games, row.rommes, row.hand_rommes]
    return ["" if row.rank is None else row.rank, *names, *figures, "=" if row.tied else ""]


def width(text: str) -> int:
    """Columns of a terminal: accents that stand on the letter before take none, wide letters two."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def _cut(text: str) -> str:
    while width(text) > LONGEST:
        text = f"{text[:-2]}…"
    return text


def _padded(cell: str, wide: int, *, left: bool) -> str:
    space = " " * (wide - width(cell))
    return cell + space if left else space + cell


FORMATS: Mapping[str, Callable[[Standings], str]] = {
    "table": standings_table,
    "json": standings_json,
    "csv": standings_csv,
}
