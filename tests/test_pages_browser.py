"""Every page of the practice tournament in Chromium, large and small, light and dark: nothing to complain about.

Nothing on the console, nothing wider than the screen, every target on a phone large enough, and axe finds no barrier.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import call_command
from django.test import Client
from test_access import address, patterns

from tournament.models import Tournament

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Answers that are no page: files, fragments, or addresses that only take a form.
NO_PAGES = {"healthz", "document"}

SMALL_TARGETS = """
() => [...document.querySelectorAll('a, button, input:not([type=hidden]), select, summary')]
    .filter(e => e.checkVisibility() && !e.closest('p, td, th, dd, li.note, label, .small, .foot'))
    .map(e => [e, e.getBoundingClientRect()])
    .filter(([e, r]) => r.width && r.height && r.bottom > 0 && (r.height < 43.5 || r.width < 43.5)
        && !['checkbox', 'radio'].includes(e.type))
    .map(([e, r]) => `${e.outerHTML.slice(0, 90)} ${Math.round(r.width)} × ${Math.round(r.height)}`)
"""


@pytest.fixture
def demo(transactional_db: None, capsys: Any) -> Tournament:
    """The practice tournament."""
    call_command("import_tournament", "fixtures/demo.json", verbosity=0)
    return Tournament.objects.get()


def is_page(response: Any) -> bool:
    """Not a redirect, not a refused method, not data for a script."""
    return response.status_code == 200 and response["Content-Type"].startswith("text/html")


def look_at(page: Page, url: str, width: int) -> list[str]:
    """What is wrong with one page."""
    from axe_playwright_python.sync_playwright import Axe

    response = page.goto(url)
    assert response is not None
    faults = [] if response.status == 200 else [f"status {response.status}"]
    broad = page.evaluate("document.documentElement.scrollWidth")
    if broad > width:
        faults.append(f"{broad} px wide on {width}")
    if width < 500:
        faults += page.evaluate(SMALL_TARGETS)
    found = Axe().run(page).response["violations"]
    faults += [f"axe {rule['id']}: {rule['nodes'][0]['html'][:120]} ({len(rule['nodes'])})" for rule in found]
    return [f"{url}: {fault}" for fault in faults]


@pytest.mark.parametrize(("width", "height", "scheme"), [(1280, 800, "light"), (390, 844, "dark")])
@pytest.mark.parametrize("login", [True, False], ids=["director", "visitor"])
def test_every_page_is_sound(
    demo: Tournament,
    desk: Any,
    browser: Browser,
    live_server: LiveServer,
    width: int,
    height: int,
    scheme: Any,
    login: bool,
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        base_url=live_server.url,
        reduced_motion="reduce",
    )
    if login:
        session = desk.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page = context.new_page()
    page.on("dialog", lambda dialog: dialog.dismiss())
    console: list[str] = []
    page.on("console", lambda line: console.append(line.text) if line.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: console.append(str(error)))
    faults = []
    seen = 0
    asker = desk if login else Client()
    for pattern in patterns():
        url = address(pattern).replace("/t/probe/", f"/t/{demo.slug}/")
        if pattern.name in NO_PAGES or not is_page(asker.get(url)):
            continue
        seen += 1
        faults += look_at(page, url, width)
    context.close()
    assert seen >= (15 if login else 5)
    assert console == []
    assert not faults, "\n".join(faults)
