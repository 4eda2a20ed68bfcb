"""A draw in Chromium, as the hall sees it: preview, confirm, undo by typing the number, draw again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from factories import make_entries, make_tournament

from tournament.models import Tournament
from tournament.queries.seating import plans

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def probe(transactional_db: None) -> Tournament:
    """Sixteen players, nothing drawn."""
    tournament = make_tournament()
    make_entries(tournament, 16)
    return tournament


def preview(page: Page, seed: str, method: str = "Kein Wiedersehen") -> None:
    """Choose a method, type what the dice showed, and look."""
    page.get_by_label(method).check()
    page.get_by_label("Würfel aus dem Saal").fill(seed)
    page.get_by_role("button", name="Vorschau zeigen").click()


def names(page: Page) -> list[str]:
    """The plan as it stands on the screen, table by table."""
    return page.locator(".plan tbody td > span:not(.seat-narrow)").all_inner_texts()


def test_draw_look_confirm_undo_and_draw_again(probe: Tournament, desk_page: Page) -> None:
    page = desk_page
    page.goto("/t/probe/draw/1/")
    preview(page, "4 2 6 1 5 3")
    assert page.get_by_text("Vorschau – noch nichts gespeichert").is_visible()
    assert page.locator(".die").count() == 6
    first = names(page)
    assert plans(probe) == {}

    page.get_by_role("button", name="Auslosung übernehmen").click()
    assert page.get_by_text("Serie 1 ist ausgelost.").is_visible()
    assert names(page) == first

    page.get_by_text("Diese Auslosung zurücknehmen").click()
    page.get_by_label("zum Zurücknehmen").fill("2")
    page.get_by_role("button", name="Auslosung zurücknehmen").click()
    assert page.get_by_text("Bitte tippen Sie die Zahl 1").is_visible()
    assert names(page) == first

    page.get_by_text("Diese Auslosung zurücknehmen").click()
    page.get_by_label("zum Zurücknehmen").fill("1")
    page.get_by_role("button", name="Auslosung zurücknehmen").click()
    assert page.get_by_text("zurückgenommen").is_visible()
    assert plans(probe) == {}

    preview(page, "Herz-Dame")
    second = names(page)
    assert second != first
    page.get_by_role("button", name="Auslosung übernehmen").click()
    assert names(page) == second
    assert probe.series.get().draw_seed == "Herz-Dame"


def test_two_desks_confirm_and_the_second_is_told(probe: Tournament, desk_page: Page) -> None:
    other = desk_page.context.new_page()
    for page, seed in ((desk_page, "1 1 1"), (other, "6 6 6")):
        page.goto("/t/probe/draw/1/")
        preview(page, seed)
    wanted = names(desk_page)
    desk_page.get_by_role("button", name="Auslosung übernehmen").click()
    other.get_by_role("button", name="Auslosung übernehmen").click()
    assert other.get_by_text("Serie 1 ist schon ausgelost. Geändert wurde nichts.").is_visible()
    assert names(other) == wanted
    assert probe.series.get().draw_seed == "1 1 1"


def test_a_whole_plan_is_looked_at_and_two_players_change_seats(probe: Tournament, desk_page: Page) -> None:
    page = desk_page
    page.goto("/t/probe/draw/1/")
    page.get_by_role("link", name="Alle Serien auf einmal planen").click()
    page.get_by_label("Serien bis").fill("5")
    preview(page, "4 2 6")
    assert page.locator("details.fold").count() == 5
    page.get_by_role("button", name="Auslosung übernehmen").click()
    assert page.get_by_text("Die Serien sind ausgelost.").is_visible()
    plan = plans(probe)
    assert sorted(plan) == [1, 2, 3, 4, 5]

    page.get_by_role("link", name="Sitzplan ändern").click()
    one, other = plan[1][0][0], plan[1][1][0]
    page.get_by_label("Dieser Spieler").select_option(str(one))
    page.get_by_label("mit diesem").select_option(str(other))
    page.get_by_role("button", name="Tauschen").click()
    assert page.get_by_text("sitzt jetzt an Tisch 2, Platz 1.").is_visible()
    assert plans(probe)[1][0][0] == other


def test_a_player_finds_the_own_table_on_a_phone(probe: Tournament, desk_page: Page, browser: Any) -> None:
    desk_page.goto("/t/probe/draw/1/")
    preview(desk_page, "4 2 6")
    desk_page.get_by_role("button", name="Auslosung übernehmen").click()
    phone = browser.new_context(
        viewport={"width": 390, "height": 844}, base_url=desk_page.url.split("/t/")[0]
    )
    page = phone.new_page()
    page.goto("/t/probe/seating/")
    page.get_by_label("Name oder Nummer").fill("celik")
    page.get_by_role("button", name="Mein Tisch").click()
    assert page.get_by_role("heading", name="Ğülsüm Çelik").is_visible()
    table = next(index for index, seats in enumerate(plans(probe)[1], 1) if 6 in seats)
    assert page.locator(".own-table strong").inner_text() == str(table)
    phone.close()


def test_a_long_search_shows_its_progress_and_is_stopped(probe: Tournament, desk_page: Page) -> None:
    probe.entries.filter(number__in=[1, 2]).update(fixed_table=1)
    page = desk_page
    page.goto("/t/probe/draw/whole/?method=no_rematch&seed=4+2+6&last=3")
    page.get_by_role("link", name="Weiter suchen").click()
    bar = page.get_by_role("progressbar", name="Die Suche läuft")
    begun = float(bar.get_attribute("value") or 0)
    assert not page.get_by_role("button", name="Auslosung übernehmen").is_visible()
    page.wait_for_function(
        "begun => document.querySelector('#search-steps')?.value > begun", arg=begun, timeout=30_000
    )
    page.get_by_role("link", name="Anhalten und diesen Plan nehmen").click()
    page.get_by_role("button", name="Auslosung übernehmen").click()
    assert page.get_by_text("Die Serien sind ausgelost.").is_visible()
    (steps,) = set(probe.series.values_list("draw_steps", flat=True))
    assert steps > begun
