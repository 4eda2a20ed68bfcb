"""Small tournaments for the tests, made with the product's own tables."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

from django.db.models import F

from scoring.games import dealer_seat, parse_score
from tournament.models import (
    Entry,
    Evening,
    EveningPlayer,
    Game,
    Player,
    Result,
    Seat,
    Series,
    Table,
    Tournament,
)
from tournament.queries.games import seat_sums, table_games
from tournament.queries.rules import ruleset_of

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


def play(table: Table, *rows: str, end: str = "won") -> None:
    """Write games into a sheet: one text per game with a score for every seat in play, "-" for the dealer who sits out.

    `play(table, "- R 8 87", "R - 30 -64")`; the seat with "-" deals, without one the usual dealer does.
    """
    ruleset = ruleset_of(table.series.tournament)
    seats = {seat.position: seat for seat in table.seats.order_by("position")}
    first = table.games.count() + 1
    for number, text in enumerate(rows, first):
        words = text.split()
        dealer = words.index("-") + 1 if "-" in words else dealer_seat(number, len(seats))
        game = Game.objects.create(table=table, number=number, dealer_seat=dealer, end=end)
        for position, word in enumerate(words, 1):
            if word != "-":
                score = parse_score(word)
                Result.objects.create(
                    game=game, seat=seats[position], outcome=score.outcome.value, hand_total=score.hand_total
                )
    for position, total in seat_sums(sorted(seats), table_games(table), ruleset).items():
        seat = seats[position]
        seat.points, seat.hand_total, seat.games = total.points, total.hand_total, total.games
        seat.rommes, seat.hand_rommes = total.rommes, total.hand_rommes
        seat.save()
    Table.objects.filter(pk=table.pk).update(state="entered")
    Tournament.objects.filter(pk=table.series.tournament_id).update(version=F("version") + 1)


def make_evening(slug: str = "abend", rules: str = "home", players: int = 3, **fields: Any) -> Evening:
    """A club evening without rounds."""
    values = {"name": "Vereinsabend", "date": datetime.date(2026, 11, 30), "ruleset": rules} | fields
    evening = Evening.objects.create(slug=slug, **values)
    for seat in range(1, players + 1):
        EveningPlayer.objects.create(evening=evening, position=seat, name=NAMES[seat - 1])
    return evening
