"""Standings (Nr. 14): the read model, the pages, the reasons, lots and adjustments."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from factories import make_entries, make_series, make_tournament, play, seated

from scoring.ranking import Criterion
from tournament.actions._base import Refused
from tournament.actions.decisions import record_adjustment, record_lot, withdraw_adjustment
from tournament.models import Adjustment, Lot, Series, Tournament
from tournament.queries.standings import StandingRow, standings
from tournament.scopes import By, Scope, parse_scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> tuple[Tournament, Series]:
    """Eight players, one series. Table 1: 1 wins twice, 2 and 3 are equal. Table 2: 5 wins once."""
    tournament, series = seated(8)
    play(series.tables.get(number=1), "R 8 8 -", "R 8 8 -", "- 87 40 R")
    play(series.tables.get(number=2), "R 40 87 -")
    return tournament, series


def places(
    tournament: Tournament, scope: Scope | None = None
) -> list[tuple[int | None, int | str, int, int]]:
    return [(row.rank, row.number, row.points, row.hand_total) for row in standings(tournament, scope).rows]


def test_nr_14_most_points_then_lower_augen_then_the_lot(played: tuple[Tournament, Series]) -> None:
    tournament, _series = played
    assert places(tournament) == [
        (1, 1, 10, 0),
        (2, 3, 7, 56),
        (3, 2, 7, 103),
        (4, 4, 5, 0),
        (4, 5, 5, 0),
        (6, 6, 1, 40),
        (7, 7, 1, 87),
        (None, 8, 0, 0),
    ]


def test_nr_14_the_lot_decides_and_is_a_recorded_fact(
    played: tuple[Tournament, Series], director: User
) -> None:
    tournament, _series = played
    record_lot(by=director, tournament=tournament, scope=Scope(), order=[5, 4])
    rows = standings(tournament).rows
    assert [(row.rank, row.number, row.tied, row.above) for row in rows[3:5]] == [
        (4, 5, False, Criterion.POINTS),
        (5, 4, False, Criterion.LOT),
    ]
    lot = Lot.objects.get()
    assert (lot.scope, lot.order, lot.by) == ("overall", [5, 4], "leitung")
    assert lot.at is not None
    assert lot.history.get().history_user == director


def test_nr_14_when_the_tie_changes_the_old_lot_stays_on_record_and_no_longer_decides(
    played: tuple[Tournament, Series], director: User
) -> None:
    tournament, series = played
    record_lot(by=director, tournament=tournament, scope=Scope(), order=[5, 4])
    play(series.tables.get(number=2), "87 - 20 R")
    rows = {row.number: row for row in standings(tournament).rows}
    assert rows[4].tied
    assert rows[8].tied
    assert not rows[5].tied
    assert Lot.objects.count() == 1


def test_a_later_lot_of_the_same_tie_counts(played: tuple[Tournament, Series], director: User) -> None:
    tournament, _series = played
    record_lot(by=director, tournament=tournament, scope=Scope(), order=[5, 4])
    record_lot(by=director, tournament=tournament, scope=Scope(), order=[4, 5])
    assert [row.number for row in standings(tournament).rows[3:5]] == [4, 5]


@pytest.mark.parametrize("order", [[4], [4, 5, 5], [1, 4], [4, 99], [], [1, 2]])
def test_a_lot_names_every_member_of_one_tie(
    played: tuple[Tournament, Series], director: User, order: list[int]
) -> None:
    tournament, _series = played
    with pytest.raises(Refused):
        record_lot(by=director, tournament=tournament, scope=Scope(), order=order)
    assert not Lot.objects.exists()


def test_an_adjustment_counts_in_its_series_and_overall_and_games_never_change(
    played: tuple[Tournament, Series], director: User
) -> None:
    tournament, series = played
    entry = tournament.entries.get(number=1)
    record_adjustment(by=director, entry=entry, series=series, points=-9, hand_total=5, reason="Verwarnung")
    for scope in (Scope(), Scope(series=1)):
        row = next(row for row in standings(tournament, scope).rows if row.number == 1)
        assert (row.points, row.hand_total, row.games, row.rommes) == (1, 5, 2, 2)


def test_an_adjustment_without_a_series_counts_overall_only(
    played: tuple[Tournament, Series], director: User
) -> None:
    tournament, _series = played
    entry = tournament.entries.get(number=1)
    record_adjustment(by=director, entry=entry, series=None, points=-9, hand_total=0, reason="Verwarnung")
    assert places(tournament, Scope(series=1))[0] == (1, 1, 10, 0)
    assert places(tournament)[0][1] == 3


def test_somebody_absent_is_not_in_the_list_of_the_series_unless_adjusted(director: User) -> None:
    tournament = make_tournament()
    entries = make_entries(tournament, 5)
    series = make_series(tournament, 1, [entries[:4]])
    play(series.tables.get(), "R 8 8 -")
    assert [row[1] for row in places(tournament, Scope(series=1))] == [1, 2, 3, 4]
    assert places(tournament)[-1] == (None, 5, 0, 0)
    record_adjustment(by=director, entry=entries[4], series=series, points=9, hand_total=0, reason="Zuschlag")
    assert places(tournament, Scope(series=1))[-1] == (None, 5, 9, 0)


def test_a_withdrawn_adjustment_stays_in_the_history(
    played: tuple[Tournament, Series], director: User
) -> None:
    tournament, series = played
    entry = tournament.entries.get(number=1)
    line = record_adjustment(by=director, entry=entry, series=series, points=-9, hand_total=0, reason="x")
    before = Tournament.objects.get(pk=tournament.pk).version
    withdraw_adjustment(by=director, adjustment=line)
    assert places(tournament)[0] == (1, 1, 10, 0)
    assert [row.history_type for row in Adjustment.history.all()] == ["-", "+"]
    assert Tournament.objects.get(pk=tournament.pk).version == before + 1


@pytest.mark.parametrize(
    "fields",
    [
        {"points": 0, "hand_total": 0},
        {"points": 10_000},
        {"hand_total": -10_000},
        {"reason": "   "},
        {"reason": "x" * 201},
    ],
)
def test_an_adjustment_needs_a_value_and_a_reason(
    played: tuple[Tournament, Series], director: User, fields: dict[str, Any]
) -> None:
    tournament, series = played
    values = {"points": 1, "hand_total": 0, "reason": "x"} | fields
    with pytest.raises(Refused):
        record_adjustment(by=director, entry=tournament.entries.get(number=1), series=series, **values)
    assert not Adjustment.objects.exists()


def test_a_club_is_the_sum_of_its_entries_and_entries_without_one_are_left_out() -> None:
    tournament, series = seated(8)
    tournament.entries.filter(number__in=(1, 2)).update(club="RC A")
    tournament.entries.filter(number__in=(3, 4)).update(club="")
    tournament.entries.filter(number__gte=5).update(club="RC B")
    play(series.tables.get(number=1), "R 8 8 -")
    rows = standings(tournament, Scope(By.CLUB)).rows
    assert [(row.rank, row.number, row.points, row.members) for row in rows] == [
        (1, "RC A", 8, 2),
        (None, "RC B", 0, 4),
    ]


def test_a_tandem_of_one_is_marked_incomplete() -> None:
    tournament, series = seated(4)
    tournament.entries.filter(number__in=(1, 2)).update(tandem="T1")
    tournament.entries.filter(number=3).update(tandem="T2")
    play(series.tables.get(), "R 8 8 -")
    rows = standings(tournament, Scope(By.TANDEM)).rows
    assert [(row.number, row.points, row.incomplete) for row in rows] == [("T1", 8, False), ("T2", 3, True)]


def test_a_class_is_the_single_standing_of_its_members_with_ranks_from_1(
    played: tuple[Tournament, Series],
) -> None:
    tournament, _series = played
    tournament.entries.filter(number__in=(2, 3)).update(classes=["Damen"])
    assert [row[:2] for row in places(tournament, Scope(By.CLASS, label="Damen"))] == [(1, 3), (2, 2)]


@pytest.mark.parametrize(
    "text",
    [
        "overall",
        "series 2",
        "club",
        "tandem",
        "team",
        "class:Damen",
        "series 2 tandem",
        "series 12 class:Ü 60",
    ],
)
def test_scopes_are_read_as_they_are_written(text: str) -> None:
    assert str(parse_scope(text)) == text


@pytest.mark.parametrize(
    "text", ["", "series", "series 0", "series 2 overall", "clubs", "class:", " club", "series x"]
)
def test_other_scopes_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_scope(text)


@pytest.mark.parametrize("players", [4, 12])
def test_the_page_needs_as_many_statements_for_many_rows_as_for_few(
    visitor: Client, desk: Client, players: int, django_assert_num_queries: Any
) -> None:
    tournament, series = seated(players)
    play(series.tables.get(number=1), "R 8 8 -", "8 R - 8")
    url = reverse("standings", args=[tournament.slug])
    with django_assert_num_queries(7):
        visitor.get(url)
    with django_assert_num_queries(9):
        desk.get(url)


@pytest.mark.parametrize("games", [1, 3])
def test_the_page_of_a_player_needs_a_constant_number_of_statements(
    visitor: Client, games: int, django_assert_num_queries: Any
) -> None:
    tournament, series = seated(8)
    play(series.tables.get(number=1), *["R 8 8 -", "8 R - 8", "- 8 8 R"][:games])
    with django_assert_num_queries(12):
        visitor.get(reverse("player", args=[tournament.slug, 1]))


def test_nothing_is_sent_when_nothing_changed(visitor: Client, played: tuple[Tournament, Series]) -> None:
    tournament, series = played
    url = reverse("standings", args=[tournament.slug])
    visitor.get(url)  # sets the cookie of the forms
    etag = visitor.get(url)["ETag"]
    assert visitor.get(url, headers={"If-None-Match": etag}).status_code == 304
    assert visitor.get(f"{url}?q=ute", headers={"If-None-Match": etag}).status_code == 200
    play(series.tables.get(number=2), "8 - 8 R")
    changed = visitor.get(url, headers={"If-None-Match": etag})
    assert changed.status_code == 200
    assert changed["ETag"] != etag


def test_the_standings_are_public_and_say_why(visitor: Client, played: tuple[Tournament, Series]) -> None:
    tournament, _series = played
    text = visitor.get(reverse("standings", args=[tournament.slug])).content.decode()
    assert "Öztürk steht vor Weiß: beide 7 WP, aber 56 gegen 103 Augen." in text
    assert "Gleichstand:" in text
    assert "Los eintragen" not in text


def test_the_director_finds_the_lot_at_the_tie(desk: Client, played: tuple[Tournament, Series]) -> None:
    tournament, _series = played
    text = desk.get(reverse("standings", args=[tournament.slug])).content.decode()
    assert f"{reverse('lot', args=[tournament.slug])}?scope=overall&amp;tie=4" in text


@pytest.mark.parametrize("query", ["ozturk", "ÖZTÜRK", "Oeztuerk", "3"])
def test_a_name_is_found_without_accents_or_by_number(
    visitor: Client, played: tuple[Tournament, Series], query: str
) -> None:
    tournament, _series = played
    response = visitor.get(reverse("standings", args=[tournament.slug]), {"q": query})
    assert [line.record.row.number for line in response.context["table"].rows] == [3]


@pytest.mark.parametrize(
    ("sort", "first"),
    [("name", 1), ("-name", 8), ("points", 1), ("hand_total", 1), ("rommes", 1), ("place", 1)],
)
def test_every_column_sorts(visitor: Client, sort: str, first: int) -> None:
    tournament, series = seated(8)
    names = ["Abel", "Bär", "Cäsar", "Dorn", "Ehm", "Fux", "Götz", "Hahn"]
    for number, name in enumerate(names, 1):
        entry = tournament.entries.get(number=number)
        entry.name = f"Z {name}"
        entry.save()
    play(series.tables.get(number=1), "R 8 9 -")
    response = visitor.get(reverse("standings", args=[tournament.slug]), {"sort": sort})
    assert next(iter(response.context["table"].rows)).record.row.number == first
    assert "steht vor" not in response.content.decode()


@pytest.mark.parametrize(
    "query",
    [
        {"page": "99999999999999999999"},
        {"page": "x"},
        {"sort": "'; DROP TABLE"},
        {"by": "nonsense"},
        {"class": "x" * 5000},
        {"q": "\x00\ud7ff<script>" + "x" * 5000},
        {"club": "💥"},
    ],
)
def test_nonsense_in_the_address_is_a_page_not_a_fault(
    visitor: Client, played: tuple[Tournament, Series], query: dict[str, str]
) -> None:
    tournament, _series = played
    response = visitor.get(reverse("standings", args=[tournament.slug]), query)
    assert response.status_code == 200
    assert "<script>x" not in response.content.decode()


@pytest.mark.parametrize("url", ["/t/nobody/standings/", "/t/probe/standings/7/", "/t/probe/player/99/"])
def test_unknown_addresses_are_404_with_a_way_on(
    visitor: Client, played: tuple[Tournament, Series], url: str
) -> None:
    response = visitor.get(url)
    assert response.status_code == 404
    assert "Alle Turniere" in response.content.decode()


def test_the_page_of_a_player_tells_every_game(visitor: Client, played: tuple[Tournament, Series]) -> None:
    tournament, series = played
    play(series.tables.get(number=1), "-90 - H 30", end="won")
    text = " ".join(visitor.get(reverse("player", args=[tournament.slug, 1])).content.decode().split())
    assert "Warum Platz 2? </strong> Abstand zu Platz 1: 5 WP." in text
    assert "gab, setzte aus" in text
    assert "nicht eröffnet, 90 Augen" in text
    assert "mit Weiß, Öztürk, Müller-Lüdenscheidt" in text
    assert "Kurve der Wertungspunkte: 10 nach 3 Spielen." in text


def test_the_lot_is_recorded_on_its_page(desk: Client, played: tuple[Tournament, Series]) -> None:
    tournament, _series = played
    url = f"{reverse('lot', args=[tournament.slug])}?scope=overall&tie=4"
    assert "1 für den besten" in desk.get(url).content.decode()
    response = desk.post(url, {"place-1": "2", "place-2": "1"})
    assert response["Location"] == reverse("standings", args=[tournament.slug])
    assert Lot.objects.get().order == [5, 4]


@pytest.mark.parametrize(
    "typed",
    [{}, {"place-1": "1"}, {"place-1": "1", "place-2": "1"}, {"place-1": "x" * 5000, "place-2": "9" * 30}],
)
def test_a_lot_with_a_fault_keeps_what_was_typed(
    desk: Client, played: tuple[Tournament, Series], typed: dict[str, str]
) -> None:
    tournament, _series = played
    url = f"{reverse('lot', args=[tournament.slug])}?scope=overall&tie=4"
    response = desk.post(url, typed)
    assert response.status_code == 422
    assert "Bitte tippen Sie jeden der Plätze 1 bis 2 einmal." in response.content.decode()
    assert not Lot.objects.exists()
    for value in typed.values():
        assert value in response.content.decode()


def test_a_tie_that_is_gone_is_said(desk: Client, played: tuple[Tournament, Series]) -> None:
    tournament, _series = played
    url = f"{reverse('lot', args=[tournament.slug])}?scope=nonsense&tie=1"
    response = desk.post(url, {"place-1": "1"})
    assert response.status_code == 422
    assert "Diesen Gleichstand gibt es nicht mehr" in response.content.decode()


def test_an_adjustment_is_recorded_and_withdrawn_on_the_page(
    desk: Client, played: tuple[Tournament, Series]
) -> None:
    tournament, _series = played
    url = reverse("adjust", args=[tournament.slug, 1])
    assert desk.get(url).status_code == 200
    response = desk.post(url, {"series": "1", "points": "-2", "hand_total": "", "reason": "Zu spät"})
    assert response["Location"] == reverse("player", args=[tournament.slug, 1])
    line = Adjustment.objects.get()
    assert (line.points, line.hand_total, line.series.number, line.by) == (-2, 0, 1, "leitung")  # type: ignore[union-attr]
    assert "Zu spät" in desk.get(response["Location"]).content.decode()
    desk.post(reverse("adjustment_withdraw", args=[tournament.slug, 1, line.pk]))
    assert not Adjustment.objects.exists()


@pytest.mark.parametrize(
    "typed",
    [
        {"series": "9", "points": "1", "reason": "x"},
        {"series": "", "points": "9" * 30, "reason": "x"},
        {"series": "", "points": "1", "reason": ""},
        {"series": "", "points": "", "reason": "x"},
        {"series": "", "points": "1.000", "reason": "x"},
        {"series": "", "points": "1_000", "reason": "x"},
        {"series": "", "points": "٣", "reason": "x"},
        {"series": "", "points": "1", "reason": "\u200b"},
        {"series": "", "points": "1", "reason": "zu\x1bspät"},
        {"series": "", "points": "zwei", "reason": "<script>alert(1)</script>"},
        {"series": "", "points": "1", "reason": "x" * 5000},
    ],
)
def test_an_adjustment_with_a_fault_changes_nothing(
    desk: Client, played: tuple[Tournament, Series], typed: dict[str, str]
) -> None:
    tournament, _series = played
    response = desk.post(reverse("adjust", args=[tournament.slug, 1]), typed)
    assert response.status_code == 422
    assert "<script>alert" not in response.content.decode()
    assert not Adjustment.objects.exists()


def test_the_minus_of_the_help_text_may_be_typed(desk: Client, played: tuple[Tournament, Series]) -> None:
    tournament, _series = played
    typed = {"series": "", "points": "−2", "reason": "zu\tspät"}
    assert desk.post(reverse("adjust", args=[tournament.slug, 1]), typed).status_code == 302
    line = Adjustment.objects.get()
    assert (line.points, line.reason) == (-2, "zu spät")


def test_decisions_need_a_login(visitor: Client, played: tuple[Tournament, Series], director: User) -> None:
    tournament, series = played
    entry = tournament.entries.get(number=1)
    line = record_adjustment(by=director, entry=entry, series=series, points=-1, hand_total=0, reason="x")
    for url in (
        reverse("lot", args=[tournament.slug]),
        reverse("adjust", args=[tournament.slug, 1]),
        reverse("adjustment_withdraw", args=[tournament.slug, 1, line.pk]),
    ):
        response = visitor.post(url, {"points": "5", "reason": "x"})
        assert response.status_code == 302
        assert response["Location"].startswith(reverse("login"))
    assert Adjustment.objects.get() == line


def test_a_row_of_the_engine_and_of_the_page_are_the_same(
    played: tuple[Tournament, Series], visitor: Client
) -> None:
    tournament, _series = played
    shown = visitor.get(reverse("standings", args=[tournament.slug])).context["standing"].rows
    assert shown == standings(tournament).rows
    assert all(isinstance(row, StandingRow) for row in shown)


def test_the_curve_says_that_it_leaves_adjustments_out(
    desk: Client, played: tuple[Tournament, Series]
) -> None:
    tournament, _series = played
    address = reverse("player", args=[tournament.slug, 1])
    assert "ohne Zu- und Abschläge" not in desk.get(address).content.decode()
    desk.post(reverse("adjust", args=[tournament.slug, 1]), {"points": "-2", "reason": "zu spät"})
    assert "ohne Zu- und Abschläge" in desk.get(address).content.decode()
