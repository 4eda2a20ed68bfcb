"""The referee's desk in Chromium: tapped quickly, typed, by keyboard, without a script, and looked at by axe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest
from test_pages_browser import look_at

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 390, "height": 844}
QUESTIONS = [
    "/referee/?mode=meld&cards=H8+*+*+HJ",
    "/referee/?mode=opening&cards=H8+*+H10+HJ&cards=C3+D3+S3&at=1",
    "/referee/?mode=lay_off&table=H8+*+H10&cards=*+HQ",
    "/referee/?mode=swap&table=HK+SK+*&cards=DK",
    "/referee/?mode=turn&hand=HJ+SA+DA&draw=C7&table=H8+H9+H10&do=lay_off&on=1&side=&cards=HJ&discard=*",
    "/referee/?mode=hand&hand=HA+SA+DA+D4+D5+D6+C2+C9+S3+*+H4+HJ+DK+C7&table=H8+H9+H10",
    "/referee/?mode=meld&rules=home&cards=H8+X9",
    "/rules/?q=joker",
    "/rules/?whole",
    "/rules/nr-4a+nr-6/",
]


@pytest.fixture
def phone(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A phone at a table, without a login. Any complaint on its console fails the test."""
    context = browser.new_context(viewport=PHONE, base_url=live_server.url, has_touch=True)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    yield page
    context.close()
    assert [line for line in complaints if "ERR_INTERNET_DISCONNECTED" not in line] == []


def tap(page: Page, *keys: str) -> None:
    """Tap suits by their word, ranks and the joker by their key."""
    for key in keys:
        if key in ("Kreuz", "Pik", "Herz", "Karo"):
            page.locator(".desk-suit", has_text=key).tap()
        else:
            page.locator(f'.desk-key[value="{key}"]').tap()


def verdict(page: Page, text: str) -> None:
    """Wait until the verdict says so."""
    page.locator("#verdict", has_text=text).wait_for(timeout=5000)


def query(page: Page) -> dict[str, list[str]]:
    """What the address says."""
    return parse_qs(urlsplit(page.url).query)


def test_quick_taps_are_judged_without_a_reload_and_the_address_follows(phone: Page) -> None:
    phone.goto("/referee/")
    phone.evaluate("window.untouched = true")
    tap(phone, "Herz", "8", "*", "10")
    verdict(phone, "Das darf liegen: eine Folge, 27 Augen. Der Joker steht für ♥9.")
    assert phone.evaluate("window.untouched") is True
    assert query(phone)["cards"] == ["H8 * H10"]
    assert phone.locator("#typed").input_value() == "♥8 Joker ♥10"
    assert phone.locator('input[name="suit"]:checked').input_value() == "H"
    phone.reload()
    verdict(phone, "27 Augen")
    tap(phone, "back", "back")
    phone.locator(".row-cards .playing-card").nth(1).wait_for(state="detached")
    assert query(phone)["cards"] == ["H8"]


def test_an_opening_of_two_melds_is_tapped(phone: Page) -> None:
    phone.goto("/referee/?mode=opening")
    tap(phone, "Herz", "8", "*", "10", "J")
    phone.locator("#add-lay").tap()
    tap(phone, "Kreuz", "3", "Karo", "3", "Pik", "3")
    verdict(phone, "Die Eröffnung gilt: 46 Augen, nötig sind 40.")
    assert query(phone)["cards"] == ["H8 * H10 HJ", "C3 D3 S3"]
    phone.locator("#row-0").tap()
    phone.locator(".desk-row.active #row-0").wait_for()
    tap(phone, "back")
    verdict(phone, "Sie zählt 36 Augen")


def test_the_rule_opens_its_entry_and_back_leads_to_the_cards(phone: Page) -> None:
    phone.goto("/referee/")
    tap(phone, "Herz", "8", "*", "*", "J")
    verdict(phone, "nie zwei Joker nebeneinander")
    assert phone.locator(".playing-card.framed").count() == 2
    phone.locator("#verdict .rule-link").tap()
    phone.wait_for_url("**/rules/nr-8/")
    phone.go_back()
    verdict(phone, "nie zwei Joker nebeneinander")
    assert phone.locator(".row-cards .playing-card").count() == 4


def test_typing_is_judged_while_the_field_stays_as_it_is(phone: Page) -> None:
    phone.goto("/referee/")
    field = phone.locator("#typed")
    field.press_sequentially("herz 8 joker herz 10")
    verdict(phone, "27 Augen")
    assert field.input_value() == "herz 8 joker herz 10"
    field.press_sequentially(" xy")
    verdict(phone, "ist keine Karte")
    field.press("Enter")
    assert field.input_value() == "herz 8 joker herz 10 xy"


def test_the_keys_stay_under_the_finger(phone: Page) -> None:
    phone.goto("/referee/?mode=hand&hand=H2+H3+H4+H5+H6+H7+H8+S9+S10+SJ+C2+C3")
    key = phone.locator('.desk-key[value="4"]')
    key.scroll_into_view_if_needed()
    before = key.bounding_box()
    tap(phone, "4")
    phone.locator(".desk-block").first.wait_for()
    after = key.bounding_box()
    assert before
    assert after
    assert abs(before["y"] - after["y"]) < 2


def test_the_keyboard_alone_is_enough(phone: Page) -> None:
    phone.goto("/referee/")
    phone.locator('input[name="suit"][value="C"]').focus()
    phone.keyboard.press("ArrowRight")
    phone.keyboard.press("ArrowRight")
    for key in ("8", "9", "10"):
        phone.locator(f'.desk-key[value="{key}"]').focus()
        phone.keyboard.press("Enter")
    verdict(phone, "eine Folge, 27 Augen")
    assert phone.evaluate("document.activeElement.value") == "10"


def test_a_chooser_is_heard_at_once_and_keeps_the_focus(phone: Page) -> None:
    phone.goto("/referee/?cards=CK+CA+C2")
    verdict(phone, "Das darf liegen")
    phone.locator("#choice-rules").select_option("home")
    phone.locator("#choice-corner").select_option("off")
    verdict(phone, "Hausregel")
    assert phone.evaluate("document.activeElement.id") in ("choice-corner", "")
    assert query(phone)["corner"] == ["off"]


def test_a_server_that_does_not_answer_is_said_and_the_cards_stay(phone: Page) -> None:
    phone.goto("/referee/?cards=H8")
    phone.context.set_offline(True)
    tap(phone, "9")
    verdict(phone, "Der Server antwortet nicht.")
    assert phone.locator(".row-cards .playing-card").count() == 1
    phone.context.set_offline(False)
    tap(phone, "Herz", "9", "10")
    verdict(phone, "27 Augen")


def test_without_a_script_every_key_is_a_button(browser: Browser, live_server: LiveServer) -> None:
    context = browser.new_context(
        viewport=PHONE, base_url=live_server.url, java_script_enabled=False, has_touch=True
    )
    page = context.new_page()
    page.goto("/referee/?mode=opening")
    tap(page, "Herz")
    for key in ("8", "*", "10"):
        with page.expect_navigation():
            tap(page, key)
    assert "Sie zählt 27 Augen" in page.locator("#verdict").inner_text()
    page.locator("#typed").fill("herz 8 * herz 10 herz bube")
    with page.expect_navigation():
        page.locator("#add-lay").tap()
    page.locator("#typed").fill("C3 D3 S3")
    with page.expect_navigation():
        page.locator("#typed").press("Enter")
    assert "Die Eröffnung gilt: 46 Augen" in page.locator("#verdict").inner_text()
    with page.expect_navigation():
        page.locator("#mode-hand").tap()
    assert page.locator("#mode-hand").get_attribute("aria-current") == "true"
    context.close()


@pytest.mark.parametrize(("width", "height", "scheme"), [(1280, 800, "dark"), (390, 844, "light")])
def test_every_question_is_sound(
    browser: Browser, live_server: LiveServer, width: int, height: int, scheme: Any
) -> None:
    viewport = {"width": width, "height": height}
    context = browser.new_context(
        viewport=viewport, base_url=live_server.url, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    faults = [fault for url in QUESTIONS for fault in look_at(page, url, width)]
    context.close()
    assert not faults, "\n".join(faults)
