"""What the database itself refuses, whoever writes."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, models, transaction
from factories import make_entries, make_series, make_tournament, seated

from tournament.models import Entry, Game, Player, Result, Seat, Series, Table, Tournament
from tournament.names import search_key

pytestmark = pytest.mark.django_db


def refused(row: models.Model) -> None:
    """Saving must fail and leave nothing behind."""
    before = type(row)._default_manager.count()
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()
    assert type(row)._default_manager.count() == before


def game(**fields: Any) -> Game:
    table = Table.objects.get(number=1)
    return Game(**({"table": table, "number": 1, "attempt": 1, "dealer_seat": 1, "end": "won"} | fields))


def test_no_player_sits_twice_in_a_series() -> None:
    _tournament, series = seated(8)
    second = series.tables.get(number=2)
    somebody = Entry.objects.get(number=1)
    refused(Seat(table=second, series=series, entry=somebody, position=5))


def test_the_same_player_sits_in_every_series() -> None:
    tournament, _series = seated(4)
    make_series(tournament, 2, [list(tournament.entries.all())])
    assert Seat.objects.filter(entry__number=1).count() == 2


def test_no_seat_is_taken_twice() -> None:
    _tournament, series = seated(4)
    extra = make_entries(make_tournament("other"), 1)[0]
    refused(Seat(table=series.tables.get(), series=series, entry=extra, position=1))


@pytest.mark.parametrize("position", [0, 9])
def test_a_seat_is_one_of_eight(position: int) -> None:
    _tournament, series = seated(4)
    extra = make_entries(make_tournament("other"), 1)[0]
    refused(Seat(table=series.tables.get(), series=series, entry=extra, position=position))


def test_a_start_number_is_given_once() -> None:
    tournament = make_tournament()
    make_entries(tournament, 1)
    player = Player.objects.create(name="Jo Li")
    refused(Entry(tournament=tournament, player=player, number=1, name="Jo Li"))


@pytest.mark.parametrize("number", [0, 10_000])
def test_a_start_number_has_one_to_four_digits(number: int) -> None:
    player = Player.objects.create(name="Jo Li")
    refused(Entry(tournament=make_tournament(), player=player, number=number, name="Jo Li"))


def test_a_person_enters_a_tournament_once() -> None:
    tournament = make_tournament()
    entry = make_entries(tournament, 1)[0]
    refused(Entry(tournament=tournament, player=entry.player, number=2, name="Jo Li"))


def test_series_and_table_numbers_are_given_once() -> None:
    tournament, series = seated(4)
    refused(Series(tournament=tournament, number=1))
    refused(Table(series=series, number=1))


def test_a_game_has_one_counting_attempt() -> None:
    seated(4)
    game(end="void").save()
    game(attempt=2).save()
    refused(game(attempt=3))
    refused(game(attempt=2, end="void"))
    game(number=2).save()


@pytest.mark.parametrize(
    "fields", [{"dealer_seat": 0}, {"dealer_seat": 9}, {"number": 0}, {"attempt": 0}, {"end": "x"}]
)
def test_a_game_has_a_dealer_a_number_and_a_known_end(fields: dict[str, Any]) -> None:
    seated(4)
    refused(game(**fields))


@pytest.mark.parametrize(
    ("outcome", "hand_total"), [("R", None), ("O", None), ("?", 5), ("X", 5), ("O", 1000)]
)
def test_a_result_is_a_known_outcome_with_its_augen(outcome: str, hand_total: int | None) -> None:
    seated(4)
    row = game()
    row.save()
    refused(Result(game=row, seat=Seat.objects.get(position=2), outcome=outcome, hand_total=hand_total))


def test_a_result_is_given_once() -> None:
    seated(4)
    row = game()
    row.save()
    Result.objects.create(game=row, seat=Seat.objects.get(position=2), outcome="R", hand_total=0)
    refused(Result(game=row, seat=Seat.objects.get(position=2), outcome="O", hand_total=5))


@pytest.mark.parametrize("games_per_player", [0, 10, 14, 63])
def test_games_per_player_are_a_multiple_of_three(games_per_player: int) -> None:
    fields = {"slug": "x", "name": "X", "date": "2026-10-03", "games_per_player": games_per_player}
    refused(Tournament(**fields))


def test_names_are_found_and_sorted_without_accents() -> None:
    tournament = make_tournament()
    make_entries(tournament, 12)
    by_name = list(tournament.entries.order_by("sort_key").values_list("name", flat=True))
    assert by_name[:6] == [
        "Ğülsüm Çelik",
        "Renée d’Aubigné",
        "Änne Größ",
        "Günther von der Heyde",
        "Jo Li",
        "Uwe Meier",
    ]
    assert Player.objects.get(name__startswith="Zoë").name_key == search_key("Zoe Mueller-Luedenscheidt")
