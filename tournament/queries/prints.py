"""What can be printed, and the read model of each print."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.rulesets import RuleSet
from tournament import models
from tournament.queries.rules import games_on_sheet, ruleset_of
from tournament.queries.seating_prints import Layout, SeatingPrint, SlipsPrint, seating_print, slips_print
from tournament.queries.sheets import SheetSet, blank_sheets, filled_sheets, score_sheets
from tournament.queries.standings import SeriesState, Standings, current_series, series_states, standings
from tournament.scopes import By, Scope


class NothingToPrint(Exception):
    """A print that cannot be made; a sentence says why and what can."""


@dataclass(frozen=True, slots=True)
class CountedIn:
    """An adjustment that a standing includes."""

    name: str
    series: int | None
    points: int
    hand_total: int
    reason: str


@dataclass(frozen=True, slots=True)
class StandingPrint:
    """A standing with what the paper says around it."""

    name: str
    ruleset: RuleSet
    standings: Standings
    closed: bool
    adjustments: tuple[CountedIn, ...]
    printed_at: datetime.datetime


Print = SheetSet | StandingPrint | SeatingPrint | SlipsPrint


@dataclass(frozen=True, slots=True)
class Seated:
    """How many tables of one size a series has, and how many games their sheets have."""

    size: int
    games: int
    tables: int


@dataclass(frozen=True, slots=True)
class Stock:
    """What there is to print: tables by series, and how many players the lists name."""

    players: int
    seated: Mapping[int, tuple[Seated, ...]]


def stock(tournament: models.Tournament) -> Stock:
    """How much paper there is to print. Two statements."""
    sizes: dict[int, Counter[int]] = {}
    rows = models.Seat.objects.filter(series__tournament=tournament).order_by()
    for series, _table, size in rows.values_list("series__number", "table_id").annotate(Count("pk")):
        sizes.setdefault(series, Counter())[size] += 1
    return Stock(
        players=tournament.entries.count(),
        seated={
            series: tuple(
                Seated(size, games_on_sheet(tournament, size), tables) for size, tables in counts.items()
            )
            for series, counts in sizes.items()
        },
    )


def print_of(tournament: models.Tournament, kind: str, scope: Scope) -> Print:
    """The read model of a print; raises NothingToPrint. Six statements at most."""
    if kind not in KINDS:
        sentence = _("There is no print “%(kind)s”. There are: %(known)s.")
        raise NothingToPrint(sentence % {"kind": kind[:40], "known": ", ".join(KINDS)})
    return KINDS[kind](tournament, scope)


def _seating(layout: Layout) -> Callable[[models.Tournament, Scope], SeatingPrint]:
    """Three statements."""
    return lambda tournament, scope: seating_print(tournament, _seated_series(tournament, scope), layout)


def _slips(tournament: models.Tournament, scope: Scope) -> SlipsPrint:
    """One statement."""
    found = slips_print(tournament)
    if not found.slips:
        raise NothingToPrint(_("No series is drawn yet. Please draw one first."))
    return found


def _standing(tournament: models.Tournament, scope: Scope) -> StandingPrint:
    """Six statements."""
    read = standings(tournament, scope)
    _check_known(scope.series, read.series)
    counted = [state for state in read.series if state.tables and scope.series in (None, state.number)]
    return StandingPrint(
        name=tournament.name,
        ruleset=ruleset_of(tournament),
        standings=read,
        closed=bool(counted) and all(state.closed for state in counted),
        adjustments=_counted_in(tournament, read),
        printed_at=timezone.now(),
    )


def _counted_in(tournament: models.Tournament, read: Standings) -> tuple[CountedIn, ...]:
    """The adjustments in a standing, by start number. One statement."""
    rows = tournament.adjustments.order_by("entry__number", "pk")
    if read.scope.series is not None:
        rows = rows.filter(series__number=read.scope.series)
    listed = {row.number for row in read.rows} if read.scope.by is By.CLASS else None
    return tuple(
        CountedIn(name, series, points, hand_total, reason)
        for number, name, series, points, hand_total, reason in rows.values_list(
            "entry__number", "entry__name", "series__number", "points", "hand_total", "reason"
        )
        if listed is None or number in listed
    )


def _blank(tournament: models.Tournament, scope: Scope) -> SheetSet:
    """No statement."""
    return blank_sheets(tournament)


def _prefilled(tournament: models.Tournament, scope: Scope) -> SheetSet:
    """Three statements."""
    return score_sheets(tournament, _seated_series(tournament, scope))


def _filled(tournament: models.Tournament, scope: Scope) -> SheetSet:
    """Six statements."""
    found = filled_sheets(tournament, _seated_series(tournament, scope))
    if not found.sheets:
        sentence = _("No sheet of series %(series)d has been entered yet.")
        raise NothingToPrint(sentence % {"series": found.series})
    return found


def _seated_series(tournament: models.Tournament, scope: Scope) -> models.Series:
    """The series asked for, else the one the day is at. Two statements."""
    states = series_states(tournament)
    now = current_series(states)
    number = scope.series if scope.series is not None or now is None else now.number
    if number is None:
        raise NothingToPrint(_("No series is drawn yet. Please draw one first."))
    _check_known(number, states)
    if not any(state.number == number and state.tables for state in states):
        raise NothingToPrint(
            _("Series %(series)d is not drawn yet. Please draw it first.") % {"series": number}
        )
    return tournament.series.get(number=number)


def _check_known(series: int | None, states: Sequence[SeriesState]) -> None:
    if series is not None and series not in {state.number for state in states}:
        known = ", ".join(str(state.number) for state in states) or "–"
        sentence = _("There is no series %(series)d. There are: %(known)s.")
        raise NothingToPrint(sentence % {"series": series, "known": known})


KINDS: Mapping[str, Callable[[models.Tournament, Scope], Print]] = MappingProxyType(
    {
        "score-sheets": _prefilled,
        "score-sheet-blank": _blank,
        "sheets-filled": _filled,
        "seating": _seating(Layout.BY_TABLE),
        "seating-by-name": _seating(Layout.BY_NAME),
        "table-cards": _seating(Layout.CARDS),
        "player-slips": _slips,
        "standings": _standing,
    }
)
