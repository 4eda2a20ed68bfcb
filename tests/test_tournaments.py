"""The tournament itself: create, change, rate otherwise, delete, and its day sheet."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from factories import make_entries, make_series, make_tournament, play, seated

from scoring.rulesets import DROV_RATING
from tournament.actions._base import Refused
from tournament.actions.tournaments import TournamentValues, change_rating, change_tournament
from tournament.models import Entry, Player, SheetDraft, Table, Tournament
from tournament.queries.rules import games_on_sheet, ruleset_of

pytestmark = pytest.mark.django_db

TYPED = {
    "name": "Köln 11/2 – Straßenturnier",
    "date": "2026-10-03",
    "venue": "Bürgerhaus",
    "games_per_player": "12",
}


def said(response: Any) -> str:
    return response.content.decode()


def facts() -> list[dict[str, Any]]:
    return list(Tournament.objects.order_by("pk").values())


# Create.


def test_a_tournament_is_created_with_a_word_for_its_address(desk: Client) -> None:
    response = desk.post("/tournaments/new/", TYPED)
    assert response["Location"] == "/t/koeln-11-2-strassenturnier/players/"
    tournament = Tournament.objects.get()
    assert (tournament.name, tournament.date, tournament.venue) == (
        "Köln 11/2 – Straßenturnier",
        datetime.date(2026, 10, 3),
        "Bürgerhaus",
    )
    assert (tournament.ruleset, tournament.rating, tournament.is_practice) == ("drov", None, False)
    assert [games_on_sheet(tournament, size) for size in (4, 3)] == [16, 12]
    assert tournament.history.get().history_user.username == "leitung"


def test_the_next_free_word_is_taken(desk: Client) -> None:
    for _time in range(3):
        desk.post("/tournaments/new/", TYPED | {"name": "Herbst"})
    assert sorted(Tournament.objects.values_list("slug", flat=True)) == ["herbst", "herbst-2", "herbst-3"]


@pytest.mark.parametrize("name", ["日本 大会", "<script>alert(1)</script>", "Herbst 😀"])
def test_odd_names_have_an_address_and_are_shown_as_text(desk: Client, name: str) -> None:
    response = desk.post("/tournaments/new/", TYPED | {"name": name})
    assert response.status_code == 302
    assert "<script>alert" not in said(desk.get(response["Location"]))
    assert Tournament.objects.get().name == name


def test_the_form_explains_the_length_in_words(desk: Client) -> None:
    page = said(desk.get("/tournaments/new/"))
    assert "15 Spiele für jeden: 20 am Vierertisch, 15 am Dreiertisch" in page
    assert "12 Spiele für jeden: 16 am Vierertisch, 12 am Dreiertisch" in page


FAULTS = [
    ({"name": ""}, "Bitte ausfüllen."),
    ({"name": "x" * 5000}, "Höchstens 80 Zeichen passen; es sind 5000."),
    ({"name": "12"}, "Bitte tippen Sie einen Namen mit mindestens einem Buchstaben."),
    ({"name": "A\x00B"}, "Darin ist ein Zeichen, das sich nicht drucken lässt."),
    ({"date": ""}, "Bitte ausfüllen."),
    ({"date": "morgen"}, "Bitte tippen Sie ein Datum wie 3.10.2026."),
    ({"date": "2026-02-30"}, "Bitte tippen Sie ein Datum wie 3.10.2026."),
    ({"date": "9" * 30}, "Bitte tippen Sie ein Datum wie 3.10.2026."),
    ({"date": "0026-10-03"}, "Bitte tippen Sie ein Jahr von 2000 bis 2099."),
    ({"venue": "x" * 81}, "Höchstens 80 Zeichen passen; es sind 81."),
    ({"games_per_player": "14"}, "Bitte wählen Sie eine der Spielzahlen."),
    ({"games_per_player": "1" * 30}, "Bitte wählen Sie eine der Spielzahlen."),
    ({"games_per_player": ""}, "Bitte wählen Sie eine der Spielzahlen."),
]


@pytest.mark.parametrize(("more", "sentence"), FAULTS, ids=lambda value: str(value)[:40])
def test_a_faulty_form_is_said_and_keeps_what_was_typed(
    desk: Client, more: dict[str, str], sentence: str
) -> None:
    response = desk.post("/tournaments/new/", TYPED | more)
    assert response.status_code == 422
    assert sentence in said(response)
    assert response.context["form"]["venue"].value() == (TYPED | more)["venue"]
    assert facts() == []


def test_all_faults_are_said_at_once(desk: Client) -> None:
    page = said(desk.post("/tournaments/new/", {"name": "", "date": "x", "games_per_player": "1"}))
    for sentence in ("Bitte ausfüllen.", "ein Datum wie 3.10.2026", "eine der Spielzahlen"):
        assert sentence in page


@pytest.mark.parametrize("date", ["2026-10-03", "3.10.2026", "03.10.26"])
def test_a_date_is_typed_as_people_do(desk: Client, date: str) -> None:
    desk.post("/tournaments/new/", TYPED | {"date": date})
    assert Tournament.objects.get().date == datetime.date(2026, 10, 3)


# Change.


def test_name_date_and_place_are_changed_the_address_stays(desk: Client) -> None:
    make_tournament()
    assert desk.post("/t/probe/edit/", TYPED)["Location"] == "/t/probe/"
    tournament = Tournament.objects.get()
    assert (tournament.slug, tournament.name, tournament.games_per_player, tournament.version) == (
        "probe",
        "Köln 11/2 – Straßenturnier",
        12,
        1,
    )


@pytest.mark.parametrize(("more", "sentence"), FAULTS, ids=lambda value: str(value)[:40])
def test_a_faulty_change_changes_nothing(desk: Client, more: dict[str, str], sentence: str) -> None:
    make_tournament()
    before = facts()
    response = desk.post("/t/probe/edit/", TYPED | more)
    assert response.status_code == 422
    assert sentence in said(response)
    assert facts() == before


def _played() -> Tournament:
    tournament, series = seated(4)
    play(series.tables.get(), "- R 8 87")
    return tournament


def test_the_length_of_a_series_stays_after_the_first_result(desk: Client, director: User) -> None:
    tournament = _played()
    assert "Das erste Ergebnis ist eingegeben, deshalb bleibt die Länge der Serien." in said(
        desk.get("/t/probe/edit/")
    )
    desk.post("/t/probe/edit/", TYPED)
    assert (Tournament.objects.get().name, Tournament.objects.get().games_per_player) == (TYPED["name"], 15)
    before = facts()
    values = TournamentValues("Anders", datetime.date(2026, 1, 1), "", 12)
    with pytest.raises(Refused, match="bleibt die Länge der Serien"):
        change_tournament(by=director, tournament=tournament, values=values)
    assert facts() == before


# The rating.


def rating_form(**more: str) -> dict[str, str]:
    typed = {
        "hand_romme": "8",
        "hand_romme_layoff": "6",
        "romme": "5",
        "bound_0": "10",
        "opened_0": "3",
        "bound_1": "30",
        "opened_1": "2",
        "opened_2": "1",
        "not_opened": "0",
    }
    return typed | more


def test_every_number_says_where_it_comes_from(desk: Client) -> None:
    make_tournament()
    cells = desk.get("/t/probe/rating/").context["form"].cells
    assert [cell["mark"] for cell in cells] == [
        "reported", "assumed", "drov_text", "assumed", "reported", "drov_text", "assumed",
    ]  # fmt: skip
    for cell in cells:
        assert (cell["mark"] == "drov_text") == (cell["why"] is None), "an unconfirmed number is explained"
    page = said(desk.get("/t/probe/rating/"))
    assert page.count("angenommen") >= 3
    assert "Am Dreiertisch spielt der Geber mit." in page


def test_the_rating_is_changed_and_loses_the_marks_of_what_changed(desk: Client) -> None:
    make_tournament()
    response = desk.post("/t/probe/rating/", rating_form(hand_romme_layoff="7", bound_0="12"))
    assert response["Location"] == "/t/probe/rating/"
    tournament = Tournament.objects.get()
    rules = ruleset_of(tournament)
    assert rules.rating is not None
    assert (rules.rating.hand_romme_layoff, rules.rating.opened[0]) == (7, (12, 3))
    assert "hand_romme_layoff" not in rules.marks
    assert "für dieses Turnier festgelegt" in said(desk.get("/t/probe/rating/"))
    desk.post("/t/probe/rating/", rating_form())
    assert Tournament.objects.get().rating is None


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"romme": ""}, "Bitte ausfüllen."),
        ({"romme": "fünf"}, "Bitte tippen Sie eine ganze Zahl von -99 bis 99."),
        ({"romme": "9" * 30}, "Bitte tippen Sie eine ganze Zahl von -99 bis 99."),
        ({"bound_0": "-1"}, "Bitte tippen Sie eine ganze Zahl von 0 bis 999."),
        ({"bound_1": "10"}, "10"),
    ],
)
def test_a_faulty_rating_is_said_and_changes_nothing(
    desk: Client, more: dict[str, str], sentence: str
) -> None:
    make_tournament()
    before = facts()
    response = desk.post("/t/probe/rating/", rating_form(**more))
    assert response.status_code == 422
    assert sentence in said(response)
    assert facts() == before


def _draft() -> Tournament:
    tournament, series = seated(4)
    SheetDraft.objects.create(table=series.tables.get(), fields={"1-2": "8"})
    return tournament


@pytest.mark.parametrize("begin", [_played, _draft])
def test_the_rating_stays_after_the_first_result(desk: Client, director: User, begin: Any) -> None:
    tournament = begin()
    before = facts()
    page = said(desk.get("/t/probe/rating/"))
    assert "Das erste Ergebnis ist eingegeben, deshalb bleiben diese Zahlen" in page
    assert desk.post("/t/probe/rating/", rating_form(romme="4")).status_code == 422
    with pytest.raises(Refused, match="deshalb bleibt die Wertung"):
        change_rating(by=director, tournament=tournament, rating=DROV_RATING)
    assert facts() == before


def test_a_rule_set_without_a_table_has_no_rating_page(desk: Client) -> None:
    make_tournament(ruleset="home")
    assert desk.get("/t/probe/rating/").status_code == 404


# Delete.


def test_a_tournament_without_results_is_deleted_by_its_name(desk: Client) -> None:
    tournament, _series = seated(8)
    assert desk.post("/t/probe/delete/", {"typed": " Herbstturnier "})["Location"] == "/"
    assert facts() == []
    assert not Entry.objects.exists()
    assert not Table.objects.exists()
    assert Player.objects.count() == 8, "people stay in the directory"
    deleted = Tournament.history.get(id=tournament.pk, history_type="-")
    assert deleted.history_user is not None
    assert deleted.history_user.username == "leitung"


@pytest.mark.parametrize("typed", ["", "herbstturnier", "Herbst", "\x00", "x" * 5000])
def test_a_wrong_name_deletes_nothing(desk: Client, typed: str) -> None:
    seated(8)
    before = facts()
    response = desk.post("/t/probe/delete/", {"typed": typed})
    assert response.status_code == 422
    assert "Das ist nicht der Name des Turniers. Gelöscht wurde nichts." in said(response)
    assert facts() == before


def test_results_are_never_deleted_with_a_tournament(desk: Client) -> None:
    _played()
    before = facts()
    assert "kann es nicht gelöscht werden" in said(desk.get("/t/probe/edit/"))
    response = desk.post("/t/probe/delete/", {"typed": "Herbstturnier"})
    assert response.status_code == 422
    assert "In diesem Turnier stehen Ergebnisse, deshalb bleibt es." in said(response)
    assert facts() == before


def test_a_practice_tournament_may_go_with_its_results(desk: Client) -> None:
    _played()
    Tournament.objects.update(is_practice=True)
    assert desk.post("/t/probe/delete/", {"typed": "Herbstturnier"}).status_code == 302
    assert facts() == []


# The day sheet.


def day(client: Client) -> Any:
    return client.get("/t/probe/").context


def test_a_visitor_sees_the_standings(visitor: Client) -> None:
    make_tournament()
    assert visitor.get("/t/probe/")["Location"] == "/t/probe/standings/"
    assert visitor.get("/t/nirgends/").status_code == 404


def test_an_unknown_tournament_is_404(desk: Client) -> None:
    for address in ("", "edit/", "rating/", "draw/", "draw/1/", "players/"):
        assert desk.get(f"/t/nirgends/{address}").status_code == 404


def test_the_day_before_the_draw(desk: Client) -> None:
    tournament = make_tournament()
    assert day(desk)["step"].main.url == "/t/probe/players/"
    make_entries(tournament, 5)
    assert day(desk)["step"].main.url == "/t/probe/players/"
    assert "5 Spieler lassen sich nicht" in day(desk)["step"].after
    tournament.entries.filter(number=5).update(present=False)
    step = day(desk)["step"]
    assert (step.sentence, step.after) == ("5 Spieler sind angemeldet, 4 anwesend.", "1 Tisch zu viert.")
    assert step.main.url == "/t/probe/draw/1/"
    assert "1 Spieler ist nicht gekommen." in said(desk.get("/t/probe/"))


def test_the_day_while_a_series_is_played(desk: Client) -> None:
    _tournament, series = seated(8)
    step = day(desk)["step"]
    assert (step.sentence, step.main.url) == ("Serie 1 ist ausgelost.", "/t/probe/print/")
    play(series.tables.get(number=1), "- R 8 87")
    step = day(desk)["step"]
    assert (step.sentence, step.main.url) == ("Von Serie 1 fehlt noch 1 Liste.", "/t/probe/entry/1/")
    Table.objects.filter(number=2).update(state="draft")
    assert "1 Liste der Serie 1 ist angefangen und nicht fertig." in said(desk.get("/t/probe/"))


def test_the_day_between_two_series_names_an_undecided_tie(desk: Client) -> None:
    tournament, series = seated(4)
    play(series.tables.get(), "- R 8 87", "R - 8 87")
    step = day(desk)["step"]
    assert (step.sentence, step.main.url) == ("Alle Listen der Serie 1 sind da.", "/t/probe/draw/2/")
    page = said(desk.get("/t/probe/"))
    assert "Gleichstand auf Platz 2, das Los fehlt:" in page
    assert "?scope=overall&amp;tie=1" in page
    make_series(tournament, 2, [list(tournament.entries.all())])
    assert "Gleichstand" not in said(desk.get("/t/probe/")), (
        "while sheets are missing a tie means nothing yet"
    )


def test_the_slip_shows_steps_that_exist(desk: Client) -> None:
    tournament, series = seated(4)
    page = said(desk.get("/t/probe/"))
    assert "geprüft" not in page
    assert "abgeschlossen" not in page
    play(series.tables.get(), "- R 8 87")
    Table.objects.update(state="checked")
    tournament.series.update(closed=True)
    page = said(desk.get("/t/probe/"))
    assert "geprüft" in page
    assert "abgeschlossen" in page


def test_exactly_one_green_button(desk: Client) -> None:
    seated(4)
    for address in ("/t/probe/", "/t/probe/edit/", "/t/probe/rating/", "/t/probe/players/", "/t/probe/draw/1/",
                    "/t/probe/draw/2/", "/t/probe/draw/2/?method=random&seed=6", "/", "/tournaments/new/"):  # fmt: skip
        assert said(desk.get(address)).count("button main") == 1, address


@pytest.mark.parametrize("players", [3, 12])
@pytest.mark.parametrize(("address", "count"), [("", 8), ("edit/", 5), ("rating/", 5)])
def test_the_number_of_statements_is_constant(
    desk: Client, players: int, address: str, count: int, django_assert_num_queries: Any
) -> None:
    seated(players)
    with django_assert_num_queries(count):
        desk.get(f"/t/probe/{address}")
