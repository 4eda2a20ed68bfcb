"""The first page: tournaments, and the doors of the demo."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from factories import make_tournament, seated

from tournament.exchange.demo import load_demo
from tournament.models import Entry, Player, Result, Tournament
from tournament.queries.standings import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo(settings: Any) -> Tournament:
    """The installation that `manage.py demo` starts."""
    settings.DEMO = True
    return load_demo()


def said(response: Any) -> str:
    return response.content.decode()


def test_everybody_sees_tournaments_and_their_standings(visitor: Client) -> None:
    make_tournament("alt", name="Frühling", date="2026-04-01")
    make_tournament("neu", name="Herbst", venue="<b>Halle</b>")
    page = said(visitor.get("/"))
    assert page.index("Herbst") < page.index("Frühling"), "the newest first"
    assert "/t/neu/standings/" in page
    assert "&lt;b&gt;Halle&lt;/b&gt;" in page
    assert "/tournaments/new/" not in page
    assert "probe" not in page


def test_the_desk_may_create_one(desk: Client) -> None:
    page = said(desk.get("/"))
    assert "Es gibt noch kein Turnier." in page
    assert reverse("tournament_create") in page


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_three_statements(desk: Client, count: int, django_assert_num_queries: Any) -> None:
    for number in range(count):
        make_tournament(f"t{number}")
    with django_assert_num_queries(3):
        desk.get("/")


def test_the_demo_says_what_is_in_it_and_opens_its_doors(visitor: Client, demo: Tournament) -> None:
    page = said(visitor.get("/"))
    assert "Das Probeturnier hat 46 erfundene Spieler an 12 Tischen." in page
    assert "Serie 1 und 2 sind fertig." in page
    assert "Serie 3 läuft." in page
    assert "Anmelden: leitung, Kennwort: probe" in page
    for address in (
        f"/login/?next=/t/{demo.slug}/",
        f"/t/{demo.slug}/entry/",
        f"/t/{demo.slug}/print/score-sheets/?series=3",
        f"/t/{demo.slug}/standings/",
        f"/t/{demo.slug}/print/",
    ):
        assert f'href="{address}"' in page
    assert "auf Anfang" not in page, "only somebody logged in can do that"


def test_the_demo_lists_other_tournaments_of_its_file(visitor: Client, demo: Tournament) -> None:
    assert "Weitere Turniere" not in said(visitor.get("/"))
    make_tournament(name="Eigenes")
    assert "Eigenes" in said(visitor.get("/"))


def test_the_demo_says_where_own_tournaments_live(desk: Client, demo: Tournament) -> None:
    assert "python3 manage.py start" in said(desk.get("/tournaments/new/"))


def test_the_demo_page_takes_six_statements(
    desk: Client, demo: Tournament, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(6):
        desk.get("/")


def test_the_practice_tournament_is_put_back_to_the_beginning(desk: Client, demo: Tournament) -> None:
    beginning = standings(demo).rows
    people, results = Player.objects.count(), Result.objects.count()
    own, _series = seated(4, slug="eigenes")
    Entry.objects.filter(tournament=demo, number=1).update(withdrawn=True)
    Result.objects.filter(game__table__series__tournament=demo, game__table__series__number=3).delete()
    assert desk.post("/demo/reset/")["Location"] == "/"
    fresh = Tournament.objects.get(is_practice=True)
    assert fresh.pk != demo.pk
    assert fresh.slug == demo.slug
    assert standings(fresh).rows == beginning
    assert Result.objects.count() == results
    assert Player.objects.count() == people + 4, "nobody is in the directory twice"
    assert Tournament.objects.filter(pk=own.pk).exists()


def test_a_reset_that_fails_half_way_leaves_everything(
    desk: Client, demo: Tournament, settings: Any, tmp_path: Any
) -> None:
    settings.BASE_DIR = tmp_path
    with pytest.raises(FileNotFoundError):
        desk.post("/demo/reset/")
    assert Tournament.objects.get() == demo
    assert demo.entries.count() == 46


def test_only_the_demo_can_be_reset(desk: Client) -> None:
    _tournament, _series = seated(4)
    Tournament.objects.update(is_practice=True)
    assert desk.post("/demo/reset/").status_code == 404
    assert Tournament.objects.count() == 1
