"""A club evening on paper: the score pad, blank or filled, and the rules of the house."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils import dateformat, timezone
from django.utils.translation import gettext as _

from tournament.documents.fitting import Fitted, fit_name, wrap
from tournament.documents.fonts import Face

# The pad in mm (print.css): rows that fill the first page below its heading. Many players sit across the page.
NUMBER_WIDE = 17.0
ACROSS_FROM = 6
UPRIGHT_WIDE, UPRIGHT_ROWS = 179.0, 22
ACROSS_WIDE, ACROSS_ROWS = 266.0, 13
NAME_SIZES, SMALL_SIZES = (11, 10, 9), (8, 7)
MOST_LINES = 3


class CellFacts(Protocol):
    """What a round gave one player."""

    @property
    def points(self) -> int | None: ...
    @property
    def running(self) -> int | None: ...
    @property
    def won(self) -> bool: ...
    @property
    def sits_out(self) -> bool: ...


class RowFacts(Protocol):
    """One round."""

    @property
    def number(self) -> int: ...
    @property
    def dealer(self) -> int: ...
    @property
    def cells(self) -> Sequence[CellFacts]: ...
    @property
    def end(self) -> str: ...


class ColumnFacts(Protocol):
    """One player and the sum."""

    @property
    def position(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def total(self) -> int: ...


class EveningFacts(Protocol):
    """What the evening is called, and when it is."""

    @property
    def name(self) -> str: ...
    @property
    def date(self) -> datetime.date: ...


class TableFacts(Protocol):
    """Whose table it is."""

    @property
    def title(self) -> str: ...
    @property
    def names(self) -> Mapping[int, str]: ...


class ChapterFacts(Protocol):
    """Some house rules under one heading."""

    @property
    def title(self) -> str: ...
    @property
    def sentences(self) -> Sequence[str]: ...


class TickFacts(Protocol):
    """A custom of the house, ticked or not."""

    @property
    def label(self) -> str: ...
    @property
    def sentence(self) -> str: ...
    @property
    def ticked(self) -> bool: ...


class PadFacts(Protocol):
    """The whole evening."""

    @property
    def evening(self) -> EveningFacts: ...
    @property
    def table(self) -> TableFacts: ...
    @property
    def columns(self) -> Sequence[ColumnFacts]: ...
    @property
    def rows(self) -> Sequence[RowFacts]: ...
    @property
    def sentence(self) -> str: ...
    @property
    def dealer(self) -> int: ...
    @property
    def next_number(self) -> int: ...
    @property
    def finished(self) -> bool: ...
    @property
    def chapters(self) -> Sequence[ChapterFacts]: ...
    @property
    def variants(self) -> Sequence[TickFacts]: ...


class EveningPrintFacts(Protocol):
    """A print of an evening."""

    @property
    def kind(self) -> str: ...
    @property
    def pad(self) -> PadFacts: ...
    @property
    def is_blank(self) -> bool: ...
    @property
    def printed_at(self) -> datetime.datetime: ...


@dataclass(frozen=True, slots=True)
class Head:
    """A player's place at the head of the pad; a blank pad has room for a name there."""

    position: int
    name: Fitted
    total: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the pad; a row for the pen has no cells. A heavier rule follows each round of dealing."""

    number: int
    dealer: int
    cells: Sequence[CellFacts]
    end: str
    heavy: bool


def evening_context(facts: EveningPrintFacts) -> dict[str, Any]:
    """Everything that print/score_pad.html or print/house_rules.html shows."""
    pad = facts.pad
    return {
        "title": _("Score pad") if facts.kind == "score-pad" else _("House rules"),
        "pad": pad,
        "across": facts.kind == "score-pad" and _across(pad),
        "is_blank": facts.is_blank,
        "heads": [_head(column, len(pad.columns), facts) for column in pad.columns],
        "lines": _lines(pad),
        "printed": _printed(facts),
    }


def _across(pad: PadFacts) -> bool:
    return len(pad.columns) >= ACROSS_FROM


def _head(column: ColumnFacts, count: int, facts: EveningPrintFacts) -> Head:
    wide = ACROSS_WIDE if _across(facts.pad) else UPRIGHT_WIDE
    room = (wide - NUMBER_WIDE) / count - 2
    name = "" if facts.is_blank else column.name
    written = bool(facts.pad.rows)
    return Head(column.position, _fitted(name, room), column.total if written else None)


def _fitted(name: str, room: float) -> Fitted:
    """Two or three lines of a size that can be read; smaller only when even these do not do."""
    fitted = fit_name(name, Face.BOLD, room, NAME_SIZES)
    for size in SMALL_SIZES:
        if len(fitted.lines) <= MOST_LINES:
            break
        fitted = Fitted(wrap(name, Face.BOLD, room, size), size)
    return fitted


def _lines(pad: PadFacts) -> list[Line]:
    """The rounds played, then rows for the pen until the page is full, unless the evening is over."""
    size = len(pad.columns)
    lines = [Line(row.number, row.dealer, row.cells, row.end, heavy=row.dealer == size) for row in pad.rows]
    rows = ACROSS_ROWS if _across(pad) else UPRIGHT_ROWS
    for index in range(0 if pad.finished else rows - len(lines)):
        dealer = (pad.dealer - 1 + index) % size + 1
        lines.append(Line(pad.next_number + index, dealer, (), "", heavy=dealer == size))
    return lines


def _printed(facts: EveningPrintFacts) -> str:
    """The foot: which evening, by which rules, when printed; a blank pad is nobody's."""
    if facts.is_blank:
        return facts.pad.table.title
    # Translators: Django's date format of a moment, e.g. "3 October 2026, 16:05".
    at = dateformat.format(timezone.localtime(facts.printed_at), _("j F Y, H:i"))
    return _("%(name)s · %(rules)s · printed %(at)s") % {
        "name": facts.pad.evening.name,
        "rules": facts.pad.table.title,
        "at": at,
    }
