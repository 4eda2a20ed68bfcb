"""The players' page in Chromium: names in a row with key presses only, suggestions by arrow keys, ticks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from factories import make_entries, make_tournament

from tournament.models import Player, Tournament

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAGE = "/t/probe/players/"


def names(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("number").values_list("name", flat=True))


def type_text(page: Page, text: str) -> None:
    page.keyboard.type(text)


def wait_for_row(page: Page, number: int) -> None:
    page.wait_for_selector(f"#p{number}")


def test_three_names_in_a_row_with_the_keyboard_alone(desk_page: Page) -> None:
    tournament = make_tournament()
    desk_page.goto(PAGE)
    for text in ("Änne Größ", "Łukasz Öztürk; RC Fürth", "Jo Li"):
        # No waiting for the server between two names: a slow answer must not lose the next one.
        type_text(desk_page, text)
        desk_page.keyboard.press("Enter")
    wait_for_row(desk_page, 3)
    assert names(tournament) == ["Änne Größ", "Łukasz Öztürk", "Jo Li"]
    assert tournament.entries.get(number=2).club == "RC Fürth"
    assert desk_page.evaluate("document.activeElement.id") == "who"
    assert desk_page.input_value("#who") == ""
    assert "Alle 3 sind da: 1 Tisch zu dritt." in desk_page.inner_text("#field")
    assert "Nr. 3: Jo Li ist angemeldet." in desk_page.inner_text("#answer")


def test_a_suggestion_is_chosen_with_the_arrow_keys(desk_page: Page) -> None:
    tournament = make_tournament()
    make_entries(tournament, 4)
    Player.objects.create(name="Heinz Müller", club="RC Fürth")
    desk_page.goto(PAGE)
    type_text(desk_page, "muel")
    desk_page.wait_for_selector("#who-list li")
    assert desk_page.get_attribute("#who", "aria-activedescendant") == "who-0"
    assert desk_page.inner_text("#who-0 strong") == "Mül"
    desk_page.keyboard.press("ArrowDown")
    assert desk_page.get_attribute("#who", "aria-activedescendant") == "who-1"
    assert desk_page.get_attribute("#who-1", "aria-selected") == "true"
    desk_page.keyboard.press("Enter")
    wait_for_row(desk_page, 5)
    assert names(tournament)[4] == "Heinz Müller"
    assert desk_page.is_hidden("#who-list")


def test_a_start_number_checks_in_and_escape_closes_the_list(desk_page: Page) -> None:
    tournament = make_tournament()
    make_entries(tournament, 4)
    tournament.entries.filter(number=3).update(present=False)
    desk_page.goto(PAGE)
    type_text(desk_page, "3")
    desk_page.wait_for_selector("#who-list li")
    desk_page.keyboard.press("Escape")
    assert desk_page.is_hidden("#who-list")
    desk_page.keyboard.press("Enter")
    desk_page.wait_for_selector("#answer:has-text('ist da')")
    assert tournament.entries.get(number=3).present is True


def test_a_question_comes_back_into_the_field_and_is_answered_there(desk_page: Page) -> None:
    tournament = make_tournament()
    make_entries(tournament, 2)
    desk_page.goto(PAGE)
    type_text(desk_page, "Änne Größ")
    desk_page.keyboard.press("Enter")
    desk_page.wait_for_selector("#answer:has-text('Es gibt schon jemanden mit dem Namen Änne Größ')")
    assert desk_page.input_value("#who") == "Änne Größ"
    # No list lies over the question; an arrow opens it.
    assert desk_page.locator("#who-list").is_hidden()
    desk_page.keyboard.press("ArrowDown")
    desk_page.wait_for_selector("#who-list li")
    desk_page.keyboard.press("ArrowDown")
    desk_page.keyboard.press("Enter")
    wait_for_row(desk_page, 3)
    assert names(tournament) == ["Änne Größ", "Björn Weiß", "Änne Größ"]


def test_a_tick_anywhere_in_a_row_keeps_the_page_where_it_is(desk_page: Page) -> None:
    tournament = make_tournament()
    make_entries(tournament, 60)
    desk_page.goto(PAGE)
    desk_page.locator("#p55 .club").scroll_into_view_if_needed()
    before = desk_page.evaluate("scrollY")
    # The tick covers the row, so a click on the club is a click on it.
    desk_page.locator("#p55 .club").click(force=True)
    desk_page.wait_for_selector("#present-55[aria-checked='false']")
    assert tournament.entries.get(number=55).present is False
    assert desk_page.evaluate("scrollY") == before
    assert desk_page.evaluate("document.activeElement.id") == "present-55"
    desk_page.keyboard.press("Space")
    desk_page.wait_for_selector("#present-55[aria-checked='true']")
    desk_page.locator("#fee-55").click()
    desk_page.wait_for_selector("#fee-55[aria-checked='true']")
    entry = tournament.entries.get(number=55)
    assert (entry.present, entry.fee_paid) == (True, True)


def test_a_server_that_does_not_answer_loses_no_name(desk_page: Page) -> None:
    tournament = make_tournament()
    desk_page.goto(PAGE)
    desk_page.route("**/players/add/", lambda route: route.fulfill(status=200, body=""))
    type_text(desk_page, "Änne Größ")
    desk_page.keyboard.press("Enter")
    desk_page.wait_for_selector("#answer:has-text('Der Server antwortet nicht')")
    assert desk_page.input_value("#who") == "Änne Größ"
    assert names(tournament) == []


def test_without_scripts_the_page_works_all_the_same(
    desk_page: Page, browser: Browser, live_server: LiveServer
) -> None:
    tournament = make_tournament()
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    context.add_cookies(desk_page.context.cookies())  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(PAGE)
    page.wait_for_selector("#who:focus")
    for number, text in enumerate(("Änne Größ", "Jo Li"), 1):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        wait_for_row(page, number)
        page.wait_for_selector("#who:focus")
    page.click("#present-2")
    page.wait_for_selector("#present-2[aria-checked='false']")
    assert page.url.endswith("#p2")
    page.fill("#who", "gross")
    page.press("#who", "Enter")
    page.click("text=neu anlegen")
    page.wait_for_selector("#p3")
    context.close()
    assert names(tournament) == ["Änne Größ", "Jo Li", "gross"]
