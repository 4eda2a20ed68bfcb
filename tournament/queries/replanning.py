"""Who could change places in a drawn series."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.models import Entry, Series
from tournament.queries.seating import sheets


@dataclass(frozen=True, slots=True)
class Seated:
    """The players of a series and those who might join, both by name; tables of three nothing was typed at."""

    people: tuple[Entry, ...]
    missing: tuple[Entry, ...]
    open_threes: tuple[int, ...]
    # Whether any sheet has results: only then there is a choice what becomes of them.
    begun: bool


def seating_of(series: Series) -> Seated:
    """The seats of a series as far as they can change. Three statements."""
    entries = list(Entry.objects.filter(tournament_id=series.tournament_id).order_by("sort_key", "number"))
    table_of = dict(series.seats.values_list("entry_id", "table__number"))
    states = sheets(series.tournament, series.number)
    sizes = list(table_of.values())
    return Seated(
        tuple(entry for entry in entries if entry.pk in table_of),
        tuple(entry for entry in entries if entry.pk not in table_of and not entry.withdrawn),
        tuple(number for number, sheet in states.items() if not sheet.begun and sizes.count(number) == 3),
        any(sheet.begun for sheet in states.values()),
    )
