"""Small tournaments for the tests, made with the product's own tables."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

from tournament.models import Entry, Player, Seat, Series, Table, Tournament

NAMES = (
    "Änne Größ", "Björn Weiß", "Łukasz Öztürk", "Zoë Müller-Lüdenscheidt", "Renée d’Aubigné", "Ğülsüm Çelik",
    "Günther von der Heyde", "Ömer Şahin", "Ute Meyer", "Uwe Meier", "Karl-Heinz Schmidt-Rottluff", "Jo Li",
)  # fmt: skip


def make_tournament(slug: str = "probe", **fields: Any) -> Tournament:
    """A tournament without players."""
    values = {"name": "Herbstturnier", "date": datetime.date(2026, 10, 3), "venue": "Bürgerhaus"} | fields
    return Tournament.objects.create(slug=slug, **values)


def make_entries(tournament: Tournament, count: int) -> list[Entry]:
    """Players 1 … count."""
    entries = []
    for number in range(1, count + 1):
        name = NAMES[(number - 1) % len(NAMES)] + (f" {number}" if number > len(NAMES) else "")
        player = Player.objects.create(name=name, club=f"RC {number % 3}")
        entries.append(
            Entry.objects.create(
                tournament=tournament, player=player, number=number, name=name, club=player.club
            )
        )
    return entries


def make_series(tournament: Tournament, number: int, tables: Sequence[Sequence[Entry]]) -> Series:
    """A series with its tables and seats."""
    series = Series.objects.create(
        tournament=tournament, number=number, draw_method="random", draw_seed="4 2 6"
    )
    for table_number, entries in enumerate(tables, 1):
        table = Table.objects.create(series=series, number=table_number)
        for position, entry in enumerate(entries, 1):
            Seat.objects.create(table=table, series=series, entry=entry, position=position)
    return series


def seated(players: int = 8, **fields: Any) -> tuple[Tournament, Series]:
    """A tournament whose first series is seated in order of the start numbers, threes last."""
    from scoring.seating import table_sizes

    tournament = make_tournament(**fields)
    entries = make_entries(tournament, players)
    tables, start = [], 0
    for size in table_sizes(players):
        tables.append(entries[start : start + size])
        start += size
    return tournament, make_series(tournament, 1, tables)
