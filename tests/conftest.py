"""What the tests share: four people with fixed roles, and tools that may be missing at home but not in CI."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.test import Client

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

PASSWORD = "herz-dame-sieben"


@cache
def password_hash() -> str:
    """Made once: a hash is slow on purpose, and nearly every test has a director."""
    return make_password(PASSWORD)


def needs(tool: str | None, what: str) -> None:
    """Skip at home, fail where `CI` is set: a green run there must have run everything."""
    if tool:
        return
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing, and CI is set")
    pytest.skip(f"{what} is not installed")


@pytest.fixture(scope="session")
def pango() -> None:
    """WeasyPrint can be imported."""
    try:
        import weasyprint  # noqa: F401
    except OSError:
        needs(None, "Pango")


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The browser for the browser tests."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    needs(path, "Chromium")
    return str(path)


CHROMIUM_SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    """One Chromium for all browser tests: a process bears only one Playwright."""
    from playwright.sync_api import sync_playwright

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path, args=list(CHROMIUM_SWITCHES))
        yield chromium
        chromium.close()


@pytest.fixture
def desk_page(
    browser: Browser, live_server: LiveServer, transactional_db: None, desk: Client
) -> Iterator[Page]:
    """The director's page in Chromium, 1280 × 800. Any complaint on its console fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=live_server.url)
    session = desk.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    yield page
    # No request may still be running when the database is emptied.
    page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
    context.close()
    # A refused form answers 422, and a test may cut the line: the browser notes both as errors of its own.
    expected = ("status of 422", "ERR_INTERNET_DISCONNECTED")
    assert [line for line in complaints if not any(one in line for one in expected)] == []


@pytest.fixture
def director(db: None) -> User:
    """Somebody who may write."""
    return User.objects.create(username="leitung", password=password_hash())


@pytest.fixture
def visitor(db: None) -> Client:
    """Somebody without a login."""
    return Client()


@pytest.fixture
def desk(director: User) -> Client:
    """The director's browser."""
    client = Client()
    client.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
    return client
