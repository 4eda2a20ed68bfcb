"""The settings' words, and a database that several people write to at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from tournament.environment import database, env_bool, env_list, secret_key

ROOT = Path(__file__).resolve().parent.parent

# Eight people, twenty saves each, all at once, as eight threads of the server would do them.
WRITERS = """
import sys, threading
import django
django.setup()
from django.core.management import call_command
from django.db import connection, transaction
from tournament.actions._base import lock, save, touch
from tournament.models import Player, Tournament
call_command("migrate", verbosity=0)
with connection.cursor() as cursor:
    for pragma in ("journal_mode", "synchronous", "foreign_keys"):
        cursor.execute(f"PRAGMA {pragma}")
        print(pragma, cursor.fetchone()[0])
print("mode", connection.transaction_mode)
tournament = Tournament.objects.create(slug="t", name="T", date="2026-10-03")
faults = []
def write(person):
    try:
        for number in range(20):
            with transaction.atomic():
                lock(tournament)
                save(Player(name=f"{person} {number}"), by=None)
                touch(tournament)
    except Exception as error:
        faults.append(error)
    finally:
        connection.close()
threads = [threading.Thread(target=write, args=(person,)) for person in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print("faults", faults)
print("written", Player.objects.count(), Player.history.count(), Tournament.objects.get().version)
"""


def test_eight_people_write_at_once_without_a_failure(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'many.sqlite3'}"
    done = subprocess.run(
        [sys.executable, "-c", WRITERS],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tournament.settings"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "journal_mode wal",
        "synchronous 1",
        "foreign_keys 1",
        "mode IMMEDIATE",
        "faults []",
        "written 160 160 160",
    ]


@pytest.mark.parametrize(
    ("word", "expected"),
    [("1", True), ("ja", True), ("ON", True), ("0", False), ("nein", False), ("", False)],
)
def test_switches_are_words(word: str, expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS", word)
    assert env_bool("HTTPS", default=not expected) is expected


def test_a_word_that_is_not_understood_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEBUG", "maybe")
    with pytest.raises(ImproperlyConfigured, match="DEBUG='maybe' is not understood"):
        env_bool("DEBUG", default=False)
    monkeypatch.setenv("DATABASE_URL", "mysql://localhost/romme")
    with pytest.raises(ImproperlyConfigured, match="neither sqlite nor postgresql"):
        database(Path("unused"))
    monkeypatch.setenv("DATABASE_URL", "nonsense")
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        database(Path("unused"))


def test_lists_are_parted_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", " a.de, ,b.de")
    assert env_list("ALLOWED_HOSTS", ("localhost",)) == ["a.de", "b.de"]
    monkeypatch.delenv("ALLOWED_HOSTS")
    assert env_list("ALLOWED_HOSTS", ("localhost",)) == ["localhost"]


def test_the_secret_of_a_machine_is_made_once_and_its_owners_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    first = secret_key(tmp_path / "data")
    assert first == secret_key(tmp_path / "data")
    path = tmp_path / "data" / "secret.key"
    if os.name != "nt":
        assert path.stat().st_mode & 0o077 == 0
    path.write_text("short")
    with pytest.raises(ImproperlyConfigured, match="is damaged"):
        secret_key(tmp_path / "data")


def test_a_given_secret_must_be_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "x" * 32)
    assert secret_key(tmp_path) == "x" * 32
    monkeypatch.setenv("SECRET_KEY", "x" * 31)
    with pytest.raises(ImproperlyConfigured, match="at least 32"):
        secret_key(tmp_path)


def test_postgresql_keeps_its_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://uschi@localhost/romme")
    config = database(Path("unused"))
    assert (config["ENGINE"], config["CONN_MAX_AGE"]) == ("django.db.backends.postgresql", 60)
