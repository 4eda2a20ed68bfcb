"""Where do I sit, and who met whom: the public pages about the plan."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from factories import make_entries, make_series, make_tournament, play, seated

from tournament.models import Tournament
from tournament.queries.places import meetings, places

pytestmark = pytest.mark.django_db


def said(response: Any) -> str:
    return " ".join(response.content.decode().split())


@pytest.fixture
def probe() -> Tournament:
    """Eight players in two series; in the second each half of a table has changed."""
    tournament, _series = seated(8)
    entries = list(tournament.entries.all())
    make_series(tournament, 2, [[*entries[4:6], *entries[0:2]], [*entries[2:4], *entries[6:8]]])
    return tournament


def test_players_look_up_where_they_sit_without_a_login(visitor: Client, probe: Tournament) -> None:
    page = visitor.get("/t/probe/seating/")
    assert [place.listed for place in page.context["places"].listed][:3] == [
        "Çelik, Ğülsüm",
        "d’Aubigné, Renée",
        "Größ, Änne",
    ]
    assert page.context["number"] == 1
    by_table = said(visitor.get("/t/probe/seating/2/?by=table"))
    assert re.findall(r"<h2>(Tisch \d)</h2>", by_table) == ["Tisch 1", "Tisch 2"]
    assert by_table.index("Renée d’Aubigné") < by_table.index("Änne Größ")


def test_the_series_of_the_day_is_shown_first(visitor: Client, probe: Tournament) -> None:
    for table in probe.series.get(number=1).tables.all():
        play(table, "- R 8 40")
    assert visitor.get("/t/probe/seating/").context["number"] == 2


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        ("celik", [6]),
        ("Çelik", [6]),
        ("CELIK", [6]),
        ("gulsum", [6]),
        ("Heyde, Günther", [7]),
        ("heyde gunther", []),
        ("2", [2]),
        ("02", []),
        ("mueller", [4]),
        ("lukasz", [3]),
        ("<script>", []),
        ("\x00", [1, 2, 3, 4, 5, 6, 7, 8]),
    ],
)
def test_a_number_or_a_part_of_the_name_finds_the_own_table(
    visitor: Client, probe: Tournament, wanted: str, numbers: list[int]
) -> None:
    response = visitor.get("/t/probe/seating/", {"q": wanted})
    assert sorted(place.number for place in response.context["places"].listed) == numbers
    page = said(response)
    assert ("sitzt in Serie 1 niemand" in page) == (not numbers)
    assert "<script>" not in page.split("<main")[1]


def test_the_own_table_names_table_seat_and_company_of_every_series(
    visitor: Client, probe: Tournament
) -> None:
    page = visitor.get("/t/probe/seating/2/", {"q": "1"})
    own = page.context["places"].found[0]
    assert [(one.place.series, one.place.table, one.place.position) for one in own] == [(2, 1, 3), (1, 1, 1)]
    assert [mate.number for mate in own[0].mates] == [5, 6, 2]
    assert "Platz 3" in said(page)


def test_many_who_match_are_a_list(visitor: Client) -> None:
    seated(12)
    found = visitor.get("/t/probe/seating/", {"q": "e"}).context["places"]
    assert len(found.listed) > 4
    assert found.found == ()


@pytest.mark.parametrize("address", ["/t/probe/seating/", "/t/probe/met/"])
def test_before_a_draw_the_pages_say_so(visitor: Client, address: str) -> None:
    make_entries(make_tournament(), 8)
    assert "Noch ist nichts ausgelost." in said(visitor.get(address))


def test_a_series_that_is_not_drawn_is_not_there(visitor: Client, probe: Tournament) -> None:
    assert visitor.get("/t/probe/seating/3/").status_code == 404
    assert visitor.get("/t/anders/seating/").status_code == 404


@pytest.mark.parametrize("players", [8, 24])
def test_a_lookup_takes_four_statements(
    visitor: Client, players: int, django_assert_num_queries: Any
) -> None:
    tournament, _series = seated(players)
    with django_assert_num_queries(3):
        visitor.get("/t/probe/seating/")
    with django_assert_num_queries(4):
        visitor.get("/t/probe/seating/", {"q": "1"})
    with django_assert_num_queries(3):
        visitor.get("/t/probe/met/")
    with django_assert_num_queries(2):
        places(tournament, 1, "2")


# Who met whom.


def test_meetings_are_counted_once_a_pair(probe: Tournament) -> None:
    found = meetings(probe)
    assert found.series == (1, 2)
    assert (found.met, found.pairs) == (20, 28)
    twice = {frozenset((again.one.number, again.other.number)): again.count for again in found.again}
    assert twice == {frozenset(pair): 2 for pair in ((1, 2), (3, 4), (5, 6), (7, 8))}
    company = {one.place.number: {mate.number for mate in one.met} for one in found.companies}
    assert company[1] == {2, 3, 4, 5, 6}
    assert company[8] == {3, 4, 5, 6, 7}


def test_the_picture_marks_every_meeting_twice_and_says_how_often(visitor: Client, probe: Tournament) -> None:
    picture = meetings(probe).picture
    assert picture is not None
    assert picture.once.count("M") == 2 * 16
    assert [mark.count for mark in picture.marks] == [2] * 8
    page = said(visitor.get("/t/probe/met/"))
    assert (
        "In den Serien 1 und 2 sitzen 20 von 28 Paaren an einem Tisch. 4 Paare treffen sich mehr als einmal."
        in page
    )
    assert 'role="img"' in page
    assert "style=" not in page
    assert "Änne Größ – Björn Weiß" in page


def test_nobody_who_meets_twice_is_said(visitor: Client) -> None:
    seated(8)
    page = said(visitor.get("/t/probe/met/"))
    assert "In Serie 1 sitzen 12 von 28 Paaren an einem Tisch. Niemand trifft sich zweimal." in page


@pytest.mark.parametrize(("players", "shown"), [(60, True), (64, False)])
def test_beyond_sixty_players_a_list_takes_the_place_of_the_picture(
    visitor: Client, players: int, shown: bool
) -> None:
    seated(players)
    page = said(visitor.get("/t/probe/met/"))
    assert ('role="img"' in page) == shown
    assert ('<details class="fold" open' in page) == (not shown)
    assert page.count("<dt>") == players
