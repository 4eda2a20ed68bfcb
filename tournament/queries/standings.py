"""Standings: one read for page, PDF, command and draw. Five SQL statements, whatever the number of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, Sum

from scoring.ranking import Criterion, Lot, Place, Total, add, rank
from scoring.rulesets import ruleset
from tournament import models
from tournament.scopes import FULL_SIZE, By, Scope


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of a standing, in order."""

    rank: int | None
    number: int | str
    name: str
    club: str
    classes: tuple[str, ...]
    points: int
    hand_total: int
    games: int
    rommes: int
    hand_rommes: int
    tied: bool
    # What decided against the line above and the line below; None where nothing needed explaining.
    above: Criterion | None
    below: Criterion | None
    withdrawn: bool = False
    # Groups: how many entries count, and whether a tandem or team is short of members.
    members: int = 1
    incomplete: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """How many sheets of the standing are in, and how many of those nobody checked yet."""

    tables: int
    entered: int
    unchecked: int


@dataclass(frozen=True, slots=True)
class SeriesState:
    """One series and its sheets."""

    number: int
    closed: bool
    tables: int
    entered: int
    checked: int
    drafts: int

    @property
    def complete(self) -> bool:
        """Whether every sheet is in."""
        return self.tables > 0 and self.entered == self.tables


@dataclass(frozen=True, slots=True)
class Standings:
    """A whole standing with what a page or a print says around it."""

    scope: Scope
    rows: tuple[StandingRow, ...]
    progress: Progress
    series: tuple[SeriesState, ...]

    @property
    def last_series(self) -> int | None:
        """The newest series with a sheet in it that counts."""
        numbers = [state.number for state in self.series if state.entered or state.drafts]
        return max(numbers, default=None)

    @property
    def running_series(self) -> int | None:
        """The newest series with a sheet, as long as others of it are missing."""
        last = self.last_series
        return next(
            (state.number for state in self.series if state.number == last and not state.complete), None
        )

    @property
    def undecided(self) -> bool:
        """Whether some tie still waits for the lot."""
        return any(row.tied for row in self.rows)


@dataclass(frozen=True, slots=True)
class Person:
    number: int
    name: str
    club: str
    classes: tuple[str, ...]
    tandem: str
    team: str
    withdrawn: bool


ENTERED = (models.TableState.ENTERED, models.TableState.CHECKED, models.TableState.FINAL)
CHECKED = (models.TableState.CHECKED, models.TableState.FINAL)


def series_states(tournament: models.Tournament) -> tuple[SeriesState, ...]:
    """Every series with the count of its sheets. One statement."""
    rows = tournament.series.annotate(
        all_tables=Count("tables"),
        entered=Count("tables", filter=Q(tables__state__in=ENTERED)),
        checked=Count("tables", filter=Q(tables__state__in=CHECKED)),
        drafts=Count("tables", filter=Q(tables__state=models.TableState.DRAFT)),
    ).order_by("number")
    return tuple(
        SeriesState(row.number, row.closed, row.all_tables, row.entered, row.checked, row.drafts)
        for row in rows
    )


def current_series(states: Sequence[SeriesState]) -> SeriesState | None:
    """The series the day is at: the first with a sheet missing, else the last."""
    seated = [state for state in states if state.tables]
    return next((state for state in seated if not state.complete), seated[-1] if seated else None)


def _sums(tournament: models.Tournament, series: int | None) -> dict[int, Total]:
    """Sums per start number over the stored totals of the seats. One statement."""
    seats = models.Seat.objects.filter(series__tournament=tournament)
    if series is not None:
        seats = seats.filter(series__number=series)
    rows = (
        seats.order_by()
        .values_list("entry__number")
        .annotate(Sum("points"), Sum("hand_total"), Sum("games"), Sum("rommes"), Sum("hand_rommes"))
    )
    return {row[0]: Total(*row) for row in rows}


def _adjustments(tournament: models.Tournament, series: int | None) -> dict[int, Total]:
    """Sums of the adjustments that count in this standing. One statement."""
    rows = models.Adjustment.objects.filter(tournament=tournament)
    if series is not None:
        rows = rows.filter(series__number=series)
    sums: dict[int, Total] = {}
    for number, points, hand_total in rows.order_by().values_list("entry__number", "points", "hand_total"):
        old = sums.get(number, Total(number, 0, 0, 0, 0, 0))
        sums[number] = Total(number, old.points + points, old.hand_total + hand_total, 0, 0, 0)
    return sums


def people_of(tournament: models.Tournament) -> dict[int, Person]:
    """Every entry by start number. One statement."""
    rows = tournament.entries.order_by("number").values_list(
        "number", "name", "club", "classes", "tandem", "team", "withdrawn"
    )
    return {row[0]: Person(row[0], row[1], row[2], tuple(row[3]), *row[4:]) for row in rows}


def single_totals(
    people: dict[int, Person], sums: dict[int, Total], adjustments: dict[int, Total], series: int | None
) -> list[Total]:
    totals = []
    for number in people:
        played, adjusted = sums.get(number), adjustments.get(number)
        if series is not None and played is None and adjusted is None:
            continue
        empty = Total(number, 0, 0, 0, 0, 0)
        played, adjusted = played or empty, adjusted or empty
        totals.append(
            Total(
                number,
                played.points + adjusted.points,
                played.hand_total + adjusted.hand_total,
                played.games,
                played.rommes,
                played.hand_rommes,
                unranked=played.games == 0,
            )
        )
    return totals


GROUP_OF: dict[By, Callable[[Person], str]] = {
    By.CLUB: lambda person: person.club,
    By.TANDEM: lambda person: person.tandem,
    By.TEAM: lambda person: person.team,
}


def group_totals(by: By, people: dict[int, Person], totals: Iterable[Total]) -> dict[str, list[Total]]:
    groups: dict[str, list[Total]] = {}
    for total in totals:
        if isinstance(total.key, int) and (label := GROUP_OF[by](people[total.key])):
            groups.setdefault(label, []).append(total)
    return groups


def _lots(tournament: models.Tournament, scope: Scope) -> list[Lot]:
    """The recorded lots of this standing, oldest first. One statement."""
    rows = tournament.lots.filter(scope=str(scope)).order_by("pk").values_list("order", flat=True)
    return [Lot(tuple(order)) for order in rows]


def _player_row(place: Place, people: dict[int, Person]) -> StandingRow:
    total = place.total
    assert isinstance(total.key, int)
    person = people[total.key]
    return StandingRow(
        rank=place.rank,
        number=person.number,
        name=person.name,
        club=person.club,
        classes=person.classes,
        points=total.points,
        hand_total=total.hand_total,
        games=total.games,
        rommes=total.rommes,
        hand_rommes=total.hand_rommes,
        tied=place.tied,
        above=place.above,
        below=place.below,
        withdrawn=person.withdrawn,
    )


def _group_row(place: Place, by: By, members: Sequence[Total]) -> StandingRow:
    total = place.total
    return StandingRow(
        rank=place.rank,
        number=total.key,
        name=str(total.key),
        club="",
        classes=(),
        points=total.points,
        hand_total=total.hand_total,
        games=total.games,
        rommes=total.rommes,
        hand_rommes=total.hand_rommes,
        tied=place.tied,
        above=place.above,
        below=place.below,
        members=len(members),
        incomplete=len(members) < FULL_SIZE.get(by, 1),
    )


def standings(tournament: models.Tournament, scope: Scope | None = None) -> Standings:
    """The standing of a scope, in order of Nr. 14. Five statements."""
    scope = scope or Scope()
    people = people_of(tournament)
    totals = single_totals(
        people, _sums(tournament, scope.series), _adjustments(tournament, scope.series), scope.series
    )
    lots = _lots(tournament, scope)
    lowest_wins = ruleset(tournament.ruleset).lowest_wins
    if scope.by in GROUP_OF:
        groups = group_totals(scope.by, people, totals)
        sums = [add(members, key=label) for label, members in groups.items()]
        places = rank(sums, lots, lowest_wins=lowest_wins)
        rows = tuple(_group_row(place, scope.by, groups[str(place.total.key)]) for place in places)
    else:
        if scope.by == By.CLASS:
            totals = [total for total in totals if scope.label in people[int(total.key)].classes]
        places = rank(totals, lots, lowest_wins=lowest_wins)
        rows = tuple(_player_row(place, people) for place in places)
    states = series_states(tournament)
    counted = [state for state in states if scope.series in (None, state.number)]
    entered = sum(state.entered for state in counted)
    progress = Progress(
        tables=sum(state.tables for state in counted),
        entered=entered,
        unchecked=entered - sum(state.checked for state in counted),
    )
    return Standings(scope, rows, progress, states)
