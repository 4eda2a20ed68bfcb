"""The plan of a series on paper: lists, table cards, and a slip for every player."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from django.urls import reverse

from tournament import models


class Layout(StrEnum):
    """What is made of the plan of a series."""

    BY_TABLE = "seating"
    BY_NAME = "seating-by-name"
    CARDS = "table-cards"


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """Who sits on a seat."""

    position: int
    number: int
    name: str
    club: str
    sort_key: str


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table with its seats in order."""

    number: int
    players: tuple[SeatedPlayer, ...]


@dataclass(frozen=True, slots=True)
class DrawnFrom:
    """What a plan was drawn from; the method is empty for a plan that a file brought without one."""

    method: str
    seed: str
    attempt: int
    together: tuple[int, ...]
    changed: bool = False


@dataclass(frozen=True, slots=True)
class SeatingPrint:
    """The plan of a series, and how it is laid out."""

    layout: Layout
    name: str
    series: int
    draw: DrawnFrom
    tables: tuple[SeatedTable, ...]


@dataclass(frozen=True, slots=True)
class SlipSeat:
    """Where a player sits in one series."""

    series: int
    table: int
    position: int


@dataclass(frozen=True, slots=True)
class Slip:
    """All seats of one player, and the path of the player's page."""

    number: int
    name: str
    club: str
    path: str
    seats: tuple[SlipSeat, ...]


@dataclass(frozen=True, slots=True)
class SlipsPrint:
    """A slip for everybody who is seated, by name."""

    name: str
    slips: tuple[Slip, ...]


def seating_print(tournament: models.Tournament, series: models.Series, layout: Layout) -> SeatingPrint:
    """The plan of a series. One statement."""
    tables: dict[int, list[SeatedPlayer]] = {}
    rows = series.seats.order_by("table__number", "position").values_list(
        "table__number", "position", "entry__number", "entry__name", "entry__club", "entry__sort_key"
    )
    for table, position, number, name, club, key in rows:
        tables.setdefault(table, []).append(SeatedPlayer(position, number, name, club, key))
    return SeatingPrint(
        layout,
        tournament.name,
        series.number,
        DrawnFrom(
            series.draw_method,
            series.draw_seed,
            series.draw_attempt,
            tuple(series.draw_together),
            series.draw_changed,
        ),
        tuple(SeatedTable(number, tuple(players)) for number, players in tables.items()),
    )


def slips_print(tournament: models.Tournament) -> SlipsPrint:
    """The slips of a tournament. One statement."""
    seats: dict[int, list[SlipSeat]] = {}
    people: dict[int, tuple[str, str]] = {}
    rows = (
        models.Seat.objects.filter(series__tournament=tournament)
        .order_by("entry__sort_key", "entry__number", "series__number")
        .values_list(
            "entry__number", "entry__name", "entry__club", "series__number", "table__number", "position"
        )
    )
    for number, name, club, series, table, position in rows:
        people[number] = (name, club)
        seats.setdefault(number, []).append(SlipSeat(series, table, position))
    return SlipsPrint(
        tournament.name,
        tuple(
            Slip(
                number,
                *person,
                reverse("player", args=[tournament.slug, number]),
                tuple(seats[number]),
            )
            for number, person in people.items()
        ),
    )
