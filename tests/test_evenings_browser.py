"""The club evening in Chromium: a round typed by keys alone, and every page looked at on a phone in the dark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from factories import make_evening
from test_pages_browser import look_at

from tournament.models import Round

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_round_is_typed_by_keys_alone(desk_page: Page) -> None:
    evening = make_evening()
    desk_page.goto(evening.get_absolute_url())
    keys = desk_page.keyboard
    desk_page.get_by_label("niemand").focus()
    # Round the corner: from nobody to the first player, who has won.
    keys.press("ArrowDown")
    for _field in ("end", "dealer", "first hand", "first not opened", "second hand"):
        keys.press("Tab")
    keys.type("8")
    keys.press("Tab")
    keys.press("Tab")
    keys.type("87")
    keys.press("Tab")
    keys.press("Space")
    keys.press("Enter")
    desk_page.wait_for_url(f"**{evening.get_absolute_url()}")
    desk_page.get_by_text("Änne Größ führt mit 0.").wait_for()
    assert Round.objects.get().scores == {"1": "R", "2": "8", "3": "-87"}
    assert desk_page.get_by_label("Wer hat gegeben?").input_value() == "2"


def test_a_fault_is_said_at_the_cell_and_mended_there(desk_page: Page) -> None:
    evening = make_evening()
    desk_page.goto(evening.get_absolute_url())
    desk_page.locator("[name=winner]").first.check()
    cell = desk_page.locator("#total_2")
    cell.fill("1")
    desk_page.locator("#total_3").fill("87")
    cell.press("Enter")
    desk_page.locator("#notes_2 .note.error").wait_for()
    assert cell.get_attribute("aria-invalid") == "true"
    assert cell.input_value() == "1"
    cell.fill("10")
    cell.press("Enter")
    desk_page.get_by_text("Änne Größ führt mit 0.").wait_for()
    desk_page.get_by_role("button", name="Rückgängig").press("Enter")
    desk_page.get_by_text("Runde 1 ist wieder wie zuvor.").wait_for()
    assert not Round.objects.exists()


@pytest.mark.parametrize(("width", "height", "scheme"), [(1280, 800, "light"), (390, 844, "dark")])
def test_every_page_of_an_evening_is_sound(
    desk: Any, browser: Browser, live_server: Any, width: int, height: int, scheme: Any
) -> None:
    evening = make_evening(rules="romme500", players=8)
    scores = {str(seat): "20/15" for seat in range(1, 8)} | {"8": "R99/0"}
    for number in (1, 2, 3):
        Round.objects.create(evening=evening, number=number, dealer=number, end="won", scores=scores)
    boni = make_evening(slug="boni", rules="ass_boni", players=6)
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, base_url=live_server.url
    )
    session = desk.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page = context.new_page()
    addresses = (
        "/evenings/",
        "/evenings/new/ass_boni/",
        evening.get_absolute_url(),
        f"{evening.get_absolute_url()}2/",
        boni.get_absolute_url(),
    )
    faults = [fault for address in addresses for fault in look_at(page, address, width)]
    context.close()
    assert faults == []
