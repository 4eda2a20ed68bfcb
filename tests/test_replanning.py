"""Seats that change after the draw, and people who play on for others."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from factories import make_entries, make_series, make_tournament, play, seated

from scoring.scores import format_score
from tournament.exchange.writing import as_json
from tournament.models import Entry, Game, Player, Result, Seat, Series, SheetDraft, Table, Tournament
from tournament.queries.facts import tournament_facts
from tournament.queries.games import table_games
from tournament.queries.seating import seated_tables
from tournament.queries.verification import verification

pytestmark = pytest.mark.django_db


def facts() -> list[Any]:
    """Everything a refused write must leave alone."""
    rows = (Tournament, Series, Table, Seat, Game, Result, Entry, Player, SheetDraft)
    return [list(row.objects.order_by("pk").values()) for row in rows]


def change(client: Client, what: str, /, **typed: Any) -> Any:
    named = {f"{what}-{name}": value for name, value in typed.items()}
    return client.post("/t/probe/draw/1/change/", named | {"what": what})


def said(response: Any) -> str:
    return response.content.decode()


def tables(number: int = 1) -> dict[int, tuple[int, ...]]:
    return seated_tables(Tournament.objects.get())[number]


def written(table: int) -> list[tuple[int, dict[int, str]]]:
    """The rows of a sheet by start number: who dealt, who had what."""
    found = Table.objects.get(series__number=1, number=table)
    numbers = dict(found.seats.values_list("position", "entry__number"))
    return [
        (
            numbers[row.dealer_seat],
            {numbers[at]: format_score(score) for at, score in sorted(row.scores.items())},
        )
        for row in table_games(found)
    ]


def points() -> dict[int, int]:
    return dict(Seat.objects.values_list("entry__number", "points"))


# Swapping.


def test_two_players_swap_before_the_first_game(desk: Client) -> None:
    tournament, _series = seated(8)
    page = desk.get("/t/probe/draw/1/change/")
    assert "Zwei Spieler tauschen" in said(page)
    assert "Ergebnisse, die schon dastehen" not in said(page)
    assert change(desk, "swap", one="2", other="7")["Location"] == "/t/probe/draw/1/"
    assert tables() == {1: (1, 7, 3, 4), 2: (5, 6, 2, 8)}
    page = said(desk.get("/t/probe/draw/1/"))
    assert (
        "Günther von der Heyde sitzt jetzt an Tisch 1, Platz 2." in page or "sitzt jetzt an Tisch 2" in page
    )
    assert Tournament.objects.get().version == tournament.version + 1
    assert (
        Seat.history.filter(
            history_user__username="leitung", history_change_reason="Plätze getauscht"
        ).count()
        == 2
    )


def test_neighbours_at_one_table_swap(desk: Client) -> None:
    seated(8)
    change(desk, "swap", one="1", other="4", results="stay")
    assert tables()[1] == (4, 2, 3, 1)


@pytest.fixture
def typed() -> Series:
    """Two games at table 1, one at table 2."""
    _tournament, series = seated(8)
    play(series.tables.get(number=1), "- R 8 40", "R - 9 -50")
    play(series.tables.get(number=2), "- HA 8 60")
    series.tables.update(state="draft")
    return series


def test_results_stay_on_the_sheet_at_one_table(desk: Client, typed: Series) -> None:
    assert "Ergebnisse, die schon dastehen" in said(desk.get("/t/probe/draw/1/change/"))
    assert change(desk, "swap", one="1", other="2", results="stay").status_code == 302
    assert written(1) == [(2, {1: "R", 3: "8", 4: "40"}), (1, {2: "R", 3: "9", 4: "-50"})]
    assert verification(typed.tournament).differences == ()


def test_results_go_along_at_one_table(desk: Client, typed: Series) -> None:
    before = written(1)
    sums = points()
    assert change(desk, "swap", one="1", other="4", results="along").status_code == 302
    assert tables()[1] == (4, 2, 3, 1)
    assert written(1) == before
    assert points() == sums
    assert verification(typed.tournament).differences == ()


def test_results_stay_on_both_sheets_between_two_tables(desk: Client, typed: Series) -> None:
    assert change(desk, "swap", one="2", other="6", results="stay").status_code == 302
    assert tables() == {1: (1, 6, 3, 4), 2: (5, 2, 7, 8)}
    assert written(1) == [(1, {6: "R", 3: "8", 4: "40"}), (6, {1: "R", 3: "9", 4: "-50"})]
    assert written(2) == [(5, {2: "HA", 7: "8", 8: "60"})]
    assert (points()[2], points()[6]) == (6, 5)
    assert verification(typed.tournament).differences == ()
    assert list(Table.objects.values_list("version", flat=True)) == [1, 1]


def test_results_of_games_do_not_go_along_to_another_table(desk: Client, typed: Series) -> None:
    before = facts()
    response = change(desk, "swap", one="2", other="6", results="along")
    assert response.status_code == 422
    assert "können nicht an einen anderen mitgehen" in said(response)
    assert 'value="6" selected' in said(response)
    assert facts() == before


@pytest.mark.parametrize(("results", "first"), [("stay", 12), ("along", 30)])
def test_sums_typed_without_games_stay_or_go_along(desk: Client, results: str, first: int) -> None:
    _tournament, series = seated(8)
    series.tables.update(totals_only=True, state="entered")
    series.seats.filter(entry__number=1).update(points=30, hand_total=90, games=15)
    series.seats.filter(entry__number=5).update(points=12, hand_total=400, games=15)
    assert change(desk, "swap", one="1", other="5", results=results).status_code == 302
    assert points()[1] == first
    assert sum(points().values()) == 42


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        ({"one": "2", "other": "2"}, "Bitte wählen Sie zwei verschiedene Spieler."),
        ({"one": "2", "other": ""}, "Bitte wählen Sie."),
        ({"one": "2", "other": "99"}, "Bitte wählen Sie."),
        ({"one": "<script>", "other": "9" * 40}, "Bitte wählen Sie."),
    ],
)
def test_a_swap_that_makes_no_sense_is_a_sentence(desk: Client, choice: Any, sentence: str) -> None:
    seated(8)
    before = facts()
    response = change(desk, "swap", **choice)
    assert response.status_code == 422
    assert sentence in said(response)
    assert facts() == before


def _draft(series: Series) -> None:
    SheetDraft.objects.create(table=series.tables.get(number=2), fields={})


def _closed(series: Series) -> None:
    Series.objects.update(closed=True)


def _partners(series: Series) -> None:
    Entry.objects.filter(number__in=[2, 5]).update(tandem="T1")


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [(_draft, "An Tisch 2 ist etwas eingegeben und noch nicht gespeichert."), (_closed, "abgeschlossen"),
     (_partners, "säße an Tisch 2 mit dem eigenen Tandempartner")],
)  # fmt: skip
def test_what_hinders_a_swap_is_said(desk: Client, spoil: Any, sentence: str) -> None:
    _tournament, series = seated(8)
    spoil(series)
    before = facts()
    response = change(desk, "swap", one="2", other="7")
    assert response.status_code == 422
    assert sentence in said(response)
    assert facts() == before


def test_a_swap_parts_partners(desk: Client) -> None:
    seated(8)
    Entry.objects.filter(number__in=[1, 2]).update(tandem="T1")
    assert change(desk, "swap", one="2", other="7").status_code == 302


@pytest.mark.parametrize(
    "typed",
    [
        {},
        {"what": "💥"},
        {"what": "swap", "swap-one": "1", "swap-other": "2", "swap-results": "zzz"},
        {"what": "join", "join-number": "1", "join-table": "1"},
        {"what": "leave", "leave-number": "99999999999999999999"},
    ],
)
def test_a_change_that_is_not_offered_is_a_sentence(desk: Client, typed: dict[str, str]) -> None:
    seated(8)
    before = facts()
    response = desk.post("/t/probe/draw/1/change/", typed)
    assert response.status_code == 422
    assert "Bitte wählen Sie eine der Änderungen, die hier angeboten werden." in said(response)
    assert facts() == before


def test_a_plan_changed_by_hand_says_so_on_screen_paper_and_in_the_file(desk: Client) -> None:
    tournament = make_tournament()
    make_entries(tournament, 8)
    call_command("draw", "probe", "--series", "1", "--seed", "4 2 6", stdout=StringIO())
    page = said(desk.get("/t/probe/draw/1/"))
    assert "Damit kann jeder dieselbe Auslosung noch einmal machen" in page
    assert "von Hand geändert" not in page
    one, other = (numbers[0] for numbers in tables().values())
    assert change(desk, "swap", one=str(one), other=str(other)).status_code == 302
    page = said(desk.get("/t/probe/draw/1/"))
    assert "Damit kann jeder dieselbe Auslosung" not in page
    assert "Versuch 1, von Hand geändert." in page
    paper = said(desk.get("/t/probe/print/seating/", {"series": "1", "format": "html"}))
    assert "4 2 6, Versuch 1. Danach von Hand geändert." in paper
    assert as_json(tournament_facts(tournament))["series"][0]["draw"]["changed"] is True


def test_a_swap_says_whose_the_results_are_now(desk: Client, typed: Series) -> None:
    page = said(desk.get(change(desk, "swap", one="1", other="5", results="stay")["Location"]))
    assert "und hat die Ergebnisse von dort:" in page


# Late arrivals and drop-outs.


@pytest.fixture
def seven() -> Series:
    """Tables of four and of three; number 8 is not there yet."""
    tournament = make_tournament()
    entries = make_entries(tournament, 8)
    tournament.entries.filter(number=8).update(present=False)
    return make_series(tournament, 1, [entries[:4], entries[4:7]])


def test_a_late_arrival_fills_a_table_of_three(desk: Client, seven: Series) -> None:
    assert "Tisch 2" in said(desk.get("/t/probe/draw/1/change/"))
    assert change(desk, "join", number="8", table="2").status_code == 302
    assert tables()[2] == (5, 6, 7, 8)
    assert Entry.objects.get(number=8).present
    assert "Kein Dreiertisch ist noch ohne Ergebnisse." in said(desk.get("/t/probe/draw/1/change/"))


def test_nobody_joins_a_table_that_plays(desk: Client, seven: Series) -> None:
    play(seven.tables.get(number=2), "R 8 9")
    before = facts()
    assert change(desk, "join", number="8", table="2").status_code == 422
    assert facts() == before


def test_a_late_arrival_does_not_join_the_own_partner(desk: Client, seven: Series) -> None:
    Entry.objects.filter(number__in=[8, 5]).update(tandem="T1")
    before = facts()
    response = change(desk, "join", number="8", table="2")
    assert response.status_code == 422
    assert "mit dem eigenen Tandempartner" in said(response)
    assert facts() == before


def test_whoever_drops_out_leaves_a_table_of_three(desk: Client, seven: Series) -> None:
    assert change(desk, "leave", number="2").status_code == 302
    assert tables() == {1: (1, 3, 4), 2: (5, 6, 7)}
    page = desk.get("/t/probe/draw/1/change/")
    assert {entry.number for entry in page.context["seated"].missing} == {2, 8}


def test_a_table_of_two_is_refused_with_a_way_out(desk: Client, seven: Series) -> None:
    before = facts()
    response = change(desk, "leave", number="6")
    assert response.status_code == 422
    assert "säßen an Tisch 2 nur noch 2. Bitte tauschen Sie zuerst" in said(response)
    assert facts() == before


def test_nobody_leaves_a_table_with_results(desk: Client, seven: Series) -> None:
    play(seven.tables.get(number=1), "- R 8 9")
    before = facts()
    response = change(desk, "leave", number="2")
    assert response.status_code == 422
    assert "An Tisch 1 stehen schon Ergebnisse: Wer dort sitzt, bleibt." in said(response)
    assert facts() == before


def test_only_a_drawn_series_can_change(desk: Client, seven: Series) -> None:
    assert desk.get("/t/probe/draw/2/change/").status_code == 404
    before = facts()
    assert change(desk, "nonsense", number="2").status_code == 422
    assert facts() == before


@pytest.mark.parametrize("players", [8, 24])
def test_the_page_takes_eight_statements(desk: Client, players: int, django_assert_num_queries: Any) -> None:
    seated(players)
    with django_assert_num_queries(8):
        desk.get("/t/probe/draw/1/change/")


# Playing on for somebody.


def replaced(client: Client, number: int = 3, **typed: str) -> Any:
    return client.post(f"/t/probe/players/{number}/replace/", typed)


def test_a_replacement_takes_over_the_row(desk: Client, typed: Series) -> None:
    Entry.objects.filter(number=3).update(tandem="T1", withdrawn=True)
    sums = points()
    assert "Weiterspielen für Łukasz Öztürk" in said(desk.get("/t/probe/players/3/replace/"))
    assert replaced(desk, name="Hilde Ärmel", club="RC Neu")["Location"] == "/t/probe/players/3/"
    entry = Entry.objects.get(number=3)
    assert (entry.name, entry.club, entry.tandem, entry.withdrawn) == ("Hilde Ärmel", "RC Neu", "T1", False)
    assert entry.player.name == "Hilde Ärmel"
    assert Player.objects.filter(name="Łukasz Öztürk").exists()
    assert points() == sums
    assert entry.history.first().history_change_reason == "Spielt weiter für Łukasz Öztürk"
    assert "Hilde Ärmel" in said(desk.get("/t/probe/standings/"))


def test_a_replacement_known_to_the_directory_is_not_made_anew(desk: Client, typed: Series) -> None:
    known = Player.objects.create(name="Hilde Ärmel", club="RC Alt")
    replaced(desk, name="hilde armel")
    entry = Entry.objects.get(number=3)
    assert (entry.player, entry.club) == (known, "RC Alt")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Ute Meyer", "Ute Meyer ist schon angemeldet"),
        ("Lukasz Oztürk", "Łukasz Öztürk hat diese Nummer schon."),
        ("", "Bitte ausfüllen."),
        ("123", "mindestens einem Buchstaben"),
        ("x" * 81, "Höchstens 80 Zeichen passen"),
    ],
)
def test_a_replacement_that_cannot_be_is_a_sentence(desk: Client, name: str, sentence: str) -> None:
    make_entries(make_tournament(), 12)
    before = facts()
    response = replaced(desk, name=name)
    assert response.status_code == 422
    assert sentence in said(response)
    assert facts() == before
