"""Who may open what: every address there is, tried by somebody without a login."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, OperationalError
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse
from factories import make_evening, play, seated

from tournament.models import Tournament
from tournament.views import standings

pytestmark = pytest.mark.django_db

# Open to everybody; what of these writes is only a choice on the own device or the login itself.
PUBLIC = {
    "home",
    "healthz",
    "preference",
    "login",
    "logout",
    "seating",
    "seating_series",
    "met",
    "standings",
    "standings_series",
    "player",
    "rules",
    "rule",
    "referee",
    # Whoever knows the address of an evening may read it.
    "evening",
}
# Shows everybody something, but only the director's parts of it to the director.
REDIRECTS_TO_PUBLIC = {"day"}

VALUES: dict[str, Any] = {
    "slug": "probe",
    "series": 1,
    "table": 1,
    "number": 1,
    "pk": 1,
    # Sheets need a login; standings are printed for everybody (test_prints.py).
    "kind": "score-sheets",
    "key": "nr-8",
    "ruleset": "home",
}


def patterns() -> list[URLPattern]:
    """Every named address."""
    found = [pattern for pattern in get_resolver().url_patterns if isinstance(pattern, URLPattern)]
    assert all(pattern.name for pattern in found)
    return found


def address(pattern: URLPattern) -> str:
    """The address with plausible values."""
    names = pattern.pattern.converters.keys()
    return reverse(str(pattern.name), kwargs={name: VALUES[name] for name in names})


@pytest.fixture
def probe() -> Tournament:
    _tournament, series = seated(8)
    play(series.tables.get(number=1), "R 8 8 -")
    make_evening("probe")
    return Tournament.objects.get()


@pytest.mark.parametrize("pattern", patterns(), ids=lambda pattern: str(pattern.name))
@pytest.mark.parametrize("method", ["get", "post"])
def test_what_is_not_public_leads_to_the_login(
    probe: Tournament, visitor: Client, pattern: URLPattern, method: str
) -> None:
    before = probe.version
    response = getattr(visitor, method)(address(pattern))
    if pattern.name in REDIRECTS_TO_PUBLIC:
        assert response.status_code in (302, 405)
        assert not response.headers.get("Location", "").startswith(reverse("login"))
    elif response.status_code == 405:
        assert method not in response["Allow"].lower()
    elif pattern.name not in PUBLIC:
        assert response.status_code == 302
        assert response["Location"].startswith(reverse("login"))
    elif method == "get":
        # An address that only takes forms leads to its page.
        assert response.status_code == 200 or response["Location"] == "/"
    assert Tournament.objects.get().version == before


@pytest.mark.parametrize("pattern", patterns(), ids=lambda pattern: str(pattern.name))
@pytest.mark.parametrize("method", ["get", "post"])
def test_no_answer_is_a_blank_page(probe: Tournament, desk: Client, pattern: URLPattern, method: str) -> None:
    response = getattr(desk, method)(address(pattern))
    assert response.status_code in (302, 304) or response.content
    if response.status_code == 405:
        assert "Diese Seite nimmt kein Formular an" in response.content.decode()


@pytest.mark.parametrize(
    ("form", "page"),
    [
        ("/evenings/probe/record/", "/evenings/probe/"),
        ("/evenings/probe/1/delete/", "/evenings/probe/1/"),
        ("/t/probe/entry/1/1/save/", "/t/probe/entry/1/1/"),
        ("/t/probe/draw/1/confirm/", "/t/probe/draw/1/"),
        ("/t/probe/players/1/fee/", "/t/probe/players/1/"),
    ],
)
def test_an_address_that_only_takes_forms_leads_to_its_page(
    probe: Tournament, desk: Client, form: str, page: str
) -> None:
    assert desk.get(form)["Location"] == page


def test_what_was_sent_without_a_login_goes_on_after_it(
    probe: Tournament, visitor: Client, director: Any
) -> None:
    row = {"based_on": "1", "c-1-1-2": "R", "c-1-1-3": '8"><b>', "confirmed": ["a", "b"]}
    sent = visitor.post("/t/probe/entry/1/2/save/", row)
    assert sent["Location"] == "/login/?next=/resume/"
    typed = {"username": "leitung", "password": "herz-dame-sieben", "next": "/resume/"}
    assert visitor.post("/login/", typed)["Location"] == "/resume/"
    page = visitor.get("/resume/").content.decode()
    assert 'action="/t/probe/entry/1/2/save/"' in page
    for name, value in (("c-1-1-3", "8&quot;&gt;&lt;b&gt;"), ("confirmed", "a"), ("confirmed", "b")):
        assert f'<input type="hidden" name="{name}" value="{value}">' in page
    assert page.count("csrfmiddlewaretoken") <= page.count("<form")


def test_a_huge_form_without_a_login_is_not_kept(probe: Tournament, visitor: Client) -> None:
    sent = visitor.post("/t/probe/entry/1/2/save/", {"c-1-1-2": "8" * 200_000})
    assert sent["Location"].startswith("/login/?next=/t/")


@pytest.mark.parametrize(
    ("fault", "status", "title"),
    [
        (IntegrityError("FOREIGN KEY constraint failed"), 422, "Jemand anderes war schneller"),
        (OperationalError("database is locked"), 503, "Die Datei ist gerade belegt"),
    ],
)
def test_two_writes_at_once_end_with_a_sentence(
    probe: Tournament,
    desk: Client,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    fault: Exception,
    status: int,
    title: str,
) -> None:
    def too_late(**values: Any) -> None:
        raise fault

    monkeypatch.setattr(standings, "record_adjustment", too_late)
    response = desk.post("/t/probe/player/1/adjust/", {"points": "−2", "reason": "zu spät"})
    assert response.status_code == status
    assert title in response.content.decode()
    assert "Gespeichert wurde nichts." in response.content.decode()
    assert str(fault) in caplog.text


def test_any_other_fault_of_the_program_stays_one(
    probe: Tournament, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**values: Any) -> None:
        raise OperationalError("no such table")

    monkeypatch.setattr(standings, "record_adjustment", broken)
    with pytest.raises(OperationalError):
        desk.post("/t/probe/player/1/adjust/", {"points": "2", "reason": "zu spät"})


def test_without_anything_kept_the_way_leads_home(desk: Client) -> None:
    assert desk.get("/resume/")["Location"] == "/"


@pytest.mark.parametrize("pattern", patterns(), ids=lambda pattern: str(pattern.name))
def test_nothing_is_written_by_a_get(probe: Tournament, desk: Client, pattern: URLPattern) -> None:
    desk.get(address(pattern))
    assert Tournament.objects.get().version == probe.version


@pytest.mark.parametrize("pattern", patterns(), ids=lambda pattern: str(pattern.name))
def test_no_form_works_without_its_token(probe: Tournament, pattern: URLPattern, director: Any) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
    response = strict.post(address(pattern))
    assert response.status_code in (403, 405)
    assert Tournament.objects.get().version == probe.version


def test_the_policy_allows_no_inline_script_and_nothing_from_outside(visitor: Client) -> None:
    policy = visitor.get("/")["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


def test_a_login_is_throttled_per_name_and_address(visitor: Client, director: Any) -> None:
    url = reverse("login")
    for _attempt in range(6):
        visitor.post(url, {"username": "leitung", "password": "falsch"})
    locked = visitor.post(url, {"username": "leitung", "password": "herz-dame-sieben"})
    assert locked.status_code == 429
    assert "fünf Minuten" in locked.content.decode()
    other = visitor.post(url, {"username": "schreiber", "password": "falsch"})
    assert other.status_code == 200


def test_the_login_leads_back_to_the_page_and_never_elsewhere(visitor: Client, director: Any) -> None:
    url = reverse("login")
    typed = {"username": "leitung", "password": "herz-dame-sieben"}
    assert visitor.post(url, typed | {"next": "/t/probe/players/"})["Location"] == "/t/probe/players/"
    visitor.post(reverse("logout"))
    assert visitor.post(url, typed | {"next": "https://example.org/"})["Location"] == "/"


@pytest.mark.parametrize(("field", "value"), [("language", "en"), ("theme", "dark")])
def test_a_preference_is_kept_on_the_device(visitor: Client, field: str, value: str) -> None:
    response = visitor.post(reverse("preference"), {field: value, "next": "//example.org"})
    assert response["Location"] == "/"
    assert value in {cookie.value for cookie in response.cookies.values()}


def test_an_unknown_preference_changes_nothing(visitor: Client) -> None:
    response = visitor.post(reverse("preference"), {"language": "xx", "theme": "<b>"})
    assert not response.cookies


def test_german_whatever_the_browser_says(visitor: Client) -> None:
    assert 'lang="de"' in visitor.get("/", headers={"Accept-Language": "en-US"}).content.decode()
    visitor.cookies["django_language"] = "en"
    assert 'lang="en"' in visitor.get("/").content.decode()


def test_health_names_a_missing_migration(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert visitor.get(reverse("healthz")).content == b"ok\n"
    monkeypatch.setattr(
        "django.db.migrations.executor.MigrationExecutor.migration_plan", lambda self, targets: [("x", False)]
    )
    assert visitor.get(reverse("healthz")).status_code == 503
