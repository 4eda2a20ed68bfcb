"""The day sheet: how far each series is, and what needs a look."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q

from tournament.models import Game, SheetDraft, Table, TableState, Tournament
from tournament.queries.seating import next_series
from tournament.queries.standings import SeriesState, StandingRow, series_states, standings

PLAYING = Q(entries__withdrawn=False)


@dataclass(frozen=True, slots=True)
class Tie:
    """A rank that still waits for the lot."""

    rank: int
    rows: tuple[StandingRow, ...]


@dataclass(frozen=True, slots=True)
class Day:
    """Where the day stands."""

    tournament: Tournament
    people: int
    present: int
    series: tuple[SeriesState, ...]
    now: SeriesState | None
    following: int
    ties: tuple[Tie, ...]

    @property
    def absent(self) -> int:
        return self.people - self.present


def day(slug: str) -> Day:
    """The day of a tournament. Six statements; raises Tournament.DoesNotExist."""
    tournament = Tournament.objects.annotate(
        people=Count("entries", filter=PLAYING),
        people_present=Count("entries", filter=PLAYING & Q(entries__present=True)),
    ).get(slug=slug)
    standing = standings(tournament)
    seated = [state for state in standing.series if state.tables]
    now = next((state for state in seated if not state.complete), seated[-1] if seated else None)
    tied = [row for row in standing.rows if row.tied and row.rank is not None]
    ranks = sorted({row.rank for row in tied if row.rank is not None})
    return Day(
        tournament,
        people=tournament.people,
        present=tournament.people_present,
        series=standing.series,
        now=now,
        following=next_series(state.number for state in seated),
        # While sheets are missing a tie means nothing yet.
        ties=tuple(Tie(rank, tuple(row for row in tied if row.rank == rank)) for rank in ranks)
        if now is not None and now.complete
        else (),
    )


def has_results(tournament: Tournament) -> bool:
    """Whether anything was typed on any sheet, drafts included. One statement."""
    return (
        Table.objects.filter(series__tournament=tournament)
        .filter(
            ~Q(state=TableState.EMPTY)
            | Exists(Game.objects.filter(table=OuterRef("pk")))
            | Exists(SheetDraft.objects.filter(table=OuterRef("pk")))
        )
        .exists()
    )


@dataclass(frozen=True, slots=True)
class Practice:
    """What the first page of the demo says about its tournament."""

    tournament: Tournament
    people: int
    tables: int
    done: tuple[int, ...]
    running: int | None


def practice() -> Practice | None:
    """The practice tournament of the demo. Three statements."""
    tournament = Tournament.objects.filter(is_practice=True).order_by("pk").first()
    if tournament is None:
        return None
    states = [state for state in series_states(tournament) if state.tables]
    return Practice(
        tournament,
        people=tournament.entries.count(),
        tables=max((state.tables for state in states), default=0),
        done=tuple(state.number for state in states if state.complete),
        running=next((state.number for state in states if not state.complete), None),
    )
