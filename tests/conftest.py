"""What the tests share: four people with fixed roles, and tools that may be missing at home but not in CI."""

from __future__ import annotations

import os
import shutil

import pytest
from django.contrib.auth.models import User
from django.test import Client

PASSWORD = "herz-dame-sieben"


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


@pytest.fixture
def director(db: None) -> User:
    """Somebody who may write."""
    return User.objects.create_user("leitung", password=PASSWORD)


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
