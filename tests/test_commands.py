"""The commands: what they print, what they refuse, and that a refusal changes nothing."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import OperationalError

from tournament.actions._base import Refused
from tournament.actions.accounts import create_account, readable_password
from tournament.actions.tournaments import erase_practice
from tournament.exchange.lists import guarded, width
from tournament.management import server
from tournament.management.commands import demo, start
from tournament.management.commands.verify import Command as Verify
from tournament.models import Seat, Tournament

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "fixtures" / "golden"
ORACLE = str(GOLDEN / "tournament.json")


@pytest.fixture(autouse=True)
def quick_hashes(settings: Any) -> None:
    """Passwords are hashed slowly on purpose; that is not what is tested here."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def call(name: str, *args: str, **options: Any) -> str:
    """What a command prints."""
    out = io.StringIO()
    call_command(name, *args, stdout=out, **options)
    return out.getvalue()


def refused(name: str, *args: str, **options: Any) -> str:
    """The sentence of a refusal, which is exit code 2."""
    with pytest.raises(CommandError) as caught:
        call_command(name, *args, stdout=io.StringIO(), stderr=io.StringIO(), **options)
    assert caught.value.returncode == 2
    return str(caught.value)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


# In and out


@pytest.mark.django_db
def test_the_slug_is_the_last_word_of_an_import() -> None:
    assert [call("import_tournament", ORACLE).split()[-1] for _time in range(2)] == [
        "orakel-11-2",
        "orakel-11-2-2",
    ]


@pytest.mark.django_db
def test_a_dry_run_changes_nothing() -> None:
    said = call("import_tournament", ORACLE, "--dry-run")
    assert said.split()[-1] == "orakel-11-2"
    assert "nichts geändert" in said or "geändert wurde nichts" in said
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_faults_are_said_in_german_with_their_paths(tmp_path: Path) -> None:
    file = json.loads(Path(ORACLE).read_text(encoding="utf-8"))
    file["players"][0]["name"] = ""
    file["series"][0]["tables"][0]["games"][0]["scores"]["8"] = "1"
    path = tmp_path / "faulty.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    assert refused("import_tournament", str(path)).splitlines() == [
        "players[0].name: Das darf nicht leer sein.",
        "series[0].tables[0].games[0].scores.8: Die Augenzahl 1 gibt es nicht: die kleinste Karte zählt 2. "
        "(total_impossible)",
    ]
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_warnings_are_printed_beside_the_answer(tmp_path: Path) -> None:
    file = json.loads(Path(ORACLE).read_text(encoding="utf-8"))
    file["series"][0]["tables"][0]["games"][3]["scores"]["5"] = "-20"
    path = tmp_path / "unusual.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    err = io.StringIO()
    assert call("import_tournament", str(path), stderr=err).split()[-1] == "orakel-11-2"
    assert err.getvalue().startswith("series[0].tables[0].games[3].scores.5: ")
    assert err.getvalue().endswith("(not_opened_range)\n")


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["missing.json", ".", "a\0b"])
def test_a_file_that_cannot_be_read_is_refused(name: str) -> None:
    assert "lässt sich nicht lesen" in refused("import_tournament", name)


@pytest.mark.django_db
def test_export_gives_the_file_back(tmp_path: Path) -> None:
    slug = call("import_tournament", ORACLE).split()[-1]
    path = tmp_path / "out.json"
    call("export_tournament", slug, output=str(path))
    assert json.loads(path.read_text(encoding="utf-8")) == json.loads(
        Path(ORACLE).read_text(encoding="utf-8")
    )
    assert path.read_text(encoding="utf-8") == call("export_tournament", slug)
    assert [file.name for file in tmp_path.iterdir()] == ["out.json"]


@pytest.mark.django_db
def test_an_export_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    slug = call("import_tournament", ORACLE).split()[-1]
    assert "lässt sich nicht schreiben" in refused(
        "export_tournament", slug, output=str(tmp_path / "no" / "t.json")
    )


# Standings


@pytest.mark.django_db
@pytest.mark.parametrize("scope", ["overall", "series 1", "series 2", "club"])
def test_nr_14_the_golden_standings_come_out_of_the_commands(scope: str) -> None:
    slug = call("import_tournament", ORACLE).split()[-1]
    golden = json.loads((GOLDEN / "tournament.standings.json").read_text(encoding="utf-8"))[scope]
    options: dict[str, Any] = {"series": int(scope[-1])} if scope.startswith("series") else {}
    options |= {"by": "club"} if scope == "club" else {}
    rows = json.loads(call("standings", slug, format="json", **options))
    assert [{key: row[key] for key in golden[0]} for row in rows] == golden
    keys = ["rank", "number", "name", "points", "hand_total", "games", "rommes", "hand_rommes", "tied"]
    assert [list(row) for row in rows] == [keys] * len(rows)


@pytest.mark.django_db
def test_a_class_has_its_own_ranks() -> None:
    slug = call("import_tournament", ORACLE).split()[-1]
    rows = json.loads(call("standings", slug, format="json", by="class:Senioren"))
    assert [(row["rank"], row["number"]) for row in rows] == [(1, 4), (2, 8)]


@pytest.mark.django_db
def test_the_table_is_aligned() -> None:
    slug = call("import_tournament", ORACLE).split()[-1]
    lines = call("standings", slug).splitlines()
    assert lines[0].split() == [
        "Platz", "Nr.", "Spieler", "Verein", "Wertungspunkte", "Augen", "Spiele", "Rommés", "Hand-Rommés",
        "Gleichstand",
    ]  # fmt: skip
    assert lines[1].split() == [
        "1",
        "4",
        "Zoë",
        "Müller-Lüdenscheidt",
        "RC",
        "E",
        "42",
        "153",
        "12",
        "6",
        "0",
    ]
    assert len({line.index(" RC ") for line in lines[1:]}) == 1


@pytest.mark.django_db
def test_a_long_name_is_cut_in_a_terminal() -> None:
    slug = call("import_tournament", ORACLE).split()[-1]
    Tournament.objects.get().entries.filter(number=4).update(
        name="Wilhelmine-Friederike Frentzen-Ohligschläger"
    )
    assert " Wilhelmine-Friederike Frentze…  RC E " in call("standings", slug).splitlines()[1]
    assert "Frentzen-Ohligschläger" in call("standings", slug, format="csv")


@pytest.mark.django_db
def test_the_csv_opens_in_a_german_spreadsheet() -> None:
    slug = call("import_tournament", ORACLE).split()[-1]
    Tournament.objects.get().entries.filter(number=4).update(name="=HYPERLINK(1)", club="-RC")
    lines = call("standings", slug, format="csv").splitlines()
    assert lines[0].startswith("\ufeffPlatz;Nr.;Spieler;")
    assert lines[1] == "1;4;'=HYPERLINK(1);'-RC;42;153;12;6;0;"


def test_only_texts_are_guarded() -> None:
    assert [guarded(cell) for cell in ("+1", "@a", "\ta", "a=1", -3, "")] == [
        "'+1",
        "'@a",
        "'\ta",
        "a=1",
        -3,
        "",
    ]


def test_accents_and_wide_letters_keep_the_columns() -> None:
    assert [width(text) for text in ("Änne", "A\u0308nne", "山田", "")] == [4, 4, 4, 0]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"series": 3}, "Es gibt keine Serie 3. Es gibt: 1, 2."),
        ({"by": "class:Kinder"}, "Es gibt keine Klasse „Kinder“. Es gibt: Damen, Herren, Senioren."),
        ({"by": "age"}, "--by age ist nicht möglich. Möglich sind: player, club, tandem, team, class:NAME."),
    ],
)
def test_a_standing_that_is_not_there_is_refused(options: dict[str, Any], said: str) -> None:
    call("import_tournament", ORACLE)
    assert refused("standings", "orakel-11-2", **options) == said


@pytest.mark.django_db
def test_an_unknown_slug_is_answered_with_those_there_are() -> None:
    assert refused("standings", "x") == "Es gibt kein Turnier „x“: Es gibt noch gar keines."
    call("import_tournament", ORACLE)
    for name in ("standings", "export_tournament", "verify"):
        assert refused(name, "x") == "Es gibt kein Turnier „x“. Es gibt: orakel-11-2."


@pytest.mark.django_db
@pytest.mark.parametrize(
    "arguments",
    [
        ["standings", "\udcff"],
        ["verify", "\udcff"],
        ["export_tournament", "\udcff", "-o", "x.json"],
        ["draw", "\udcff", "--series", "1"],
        ["simulate_tournament", "--players", "8", "--series", "1", "--seed", "\udcff", "-o", "x.json"],
    ],
)
def test_bytes_that_are_no_text_are_refused(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match="ein Zeichen, das sich nicht lesen lässt") as refused:
        call_command(*arguments)
    assert refused.value.returncode == 2
    assert not list(tmp_path.iterdir())


@pytest.mark.django_db
def test_a_file_that_is_busy_for_too_long_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*args: object, **options: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(Verify, "handle", busy)
    with pytest.raises(CommandError, match="schreibt zu lange in die Datei") as refused:
        call_command("verify", "x")
    assert refused.value.returncode == 2


@pytest.mark.django_db
def test_verify_proves_or_names_what_differs() -> None:
    slug = call("import_tournament", ORACLE).split()[-1]
    assert call("verify", slug) == "Alles stimmt überein: 44 Spiele an 6 Tischen neu gerechnet.\n"
    Seat.objects.filter(table__number=2, series__number=1, position=1).update(hand_total=1)
    out = io.StringIO()
    with pytest.raises(CommandError, match="1 Wert weicht ab") as caught:
        call_command("verify", slug, stdout=out)
    assert caught.value.returncode == 1
    assert re.fullmatch(
        r"Serie 1, Tisch 2, Spieler 6: hand_total ist als 1 gespeichert, errechnet wird \d+\.\n",
        out.getvalue(),
    )


# Accounts and the demo


@pytest.mark.django_db
def test_an_account_needs_a_name_and_a_good_password() -> None:
    with pytest.raises(Refused) as caught:
        create_account(username="a b", password="kurz", director=True)
    assert len(caught.value.sentences) == 2
    create_account(username="uschi", password="kreuz-bube-sieben", director=True)
    with pytest.raises(Refused):
        create_account(username="uschi", password="kreuz-bube-sieben", director=True)
    assert list(User.objects.values_list("username", "is_superuser")) == [("uschi", True)]


def test_a_made_password_can_be_read_aloud() -> None:
    passwords = {readable_password() for _time in range(20)}
    assert len(passwords) == 20
    assert all(
        re.fullmatch(r"([bdfgklmnprstvwz][aeiou]){2}(-([bdfgklmnprstvwz][aeiou]){2}){3}", p)
        for p in passwords
    )


@pytest.mark.django_db
def test_the_demo_is_prepared_once() -> None:
    demo.Command().prepare()
    tournament = Tournament.objects.get()
    assert tournament.is_practice
    assert [user.username for user in User.objects.order_by("pk") if user.check_password("probe")] == [
        "leitung",
        "schreiber",
    ]
    erase_practice(by=None)
    demo.Command().prepare()
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_a_demo_that_is_cut_off_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_off(**_options: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(demo, "create_account", cut_off)
    with pytest.raises(KeyboardInterrupt):
        demo.Command().prepare()
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_the_demo_never_opens_a_database_that_is_in_use(director: User) -> None:
    User.objects.update(username="uschi")
    with pytest.raises(CommandError, match="wird schon benutzt"):
        demo.Command().prepare()
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_the_first_account_is_made_by_name() -> None:
    (line,) = start.Command().first_account("uschi")
    password = re.findall(r"Kennwort: (\S+)", line)[0]
    assert User.objects.get().check_password(password)


@pytest.mark.django_db
def test_the_password_is_shown_at_the_first_start_only(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[list[str]] = []
    monkeypatch.setattr(start.Command, "serve", lambda _self, _host, _port, logins: shown.append(logins))
    err = io.StringIO()
    for _time in range(2):
        call("start", port=free_port(), director="uschi", stderr=err)
    assert [len(logins) for logins in shown] == [1, 0]
    assert User.objects.count() == 1
    assert err.getvalue() == "Es gibt schon ein Konto; es wurde kein neues angelegt.\n"


def test_the_hall_gets_an_address_and_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "lan_addresses", lambda: ["192.168.178.23", "10.0.0.4"])
    out = io.StringIO()
    server.ServerCommand(stdout=out).announce("0.0.0.0", 8000, [])
    lines = [line for line in out.getvalue().splitlines() if "█" not in line and "▀" not in line]
    assert lines == [
        "Das Programm läuft. Adresse auf diesem Rechner:",
        "    http://127.0.0.1:8000/",
        "Adresse für die anderen Geräte im Saal:",
        "    http://192.168.178.23:8000/",
        "    http://10.0.0.4:8000/",
        "Beenden mit Strg+C.",
    ]
    assert out.getvalue().count("█") > 200
    monkeypatch.setattr(server, "lan_addresses", list)
    server.ServerCommand(stdout=out).announce("0.0.0.0", 8000, [])
    assert "Es wurde kein Netz gefunden" in out.getvalue()


def test_only_the_hall_is_let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "lan_addresses", lambda: ["192.168.178.23"])
    monkeypatch.setattr(server, "host_names", lambda: ["laptop", "laptop.local"])
    assert server.reachable("0.0.0.0") == ["192.168.178.23", "laptop", "laptop.local"]
    assert server.reachable("192.168.178.23") == ["192.168.178.23"]
    assert server.reachable("127.0.0.1") == []


@pytest.mark.django_db
def test_without_a_terminal_the_name_must_be_in_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with pytest.raises(CommandError, match="start --director NAME") as caught:
        start.Command().first_account(None)
    assert caught.value.returncode == 2


@pytest.mark.django_db
def test_the_first_account_is_asked_for_until_it_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    names = iter(["uschi", "uschi", "uschi"])
    typed = iter(["kreuz-bube-7", "kreuz-bube-8", "kurz", "kurz", "kreuz-bube-7", "kreuz-bube-7"])
    terminal = io.StringIO()
    terminal.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr(sys, "stdin", terminal)
    monkeypatch.setattr("builtins.input", lambda _question: next(names))
    monkeypatch.setattr(start.getpass, "getpass", lambda _question: next(typed))
    err = io.StringIO()
    assert start.Command(stdout=io.StringIO(), stderr=err).first_account(None) == []
    assert User.objects.get().check_password("kreuz-bube-7")
    assert len(err.getvalue().splitlines()) == 2


@pytest.mark.django_db
def test_an_end_of_the_questions_makes_no_account(monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(_question: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", ended)
    with pytest.raises(CommandError, match="kein Konto"):
        start.Command().asked()
    assert not User.objects.exists()


@pytest.mark.parametrize("port", [0, -1, 65536])
def test_a_port_that_cannot_be_is_refused(port: int) -> None:
    with pytest.raises(CommandError, match="--port muss eine ganze Zahl von 1 bis 65535 sein"):
        demo.Command().check_port("127.0.0.1", port)


def test_a_port_that_is_taken_is_refused_with_another() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=f"--port {port + 1}") as caught:
            demo.Command().check_port("0.0.0.0", port)
    assert caught.value.returncode == 2


# In a process of their own, as people call them

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def place(tmp_path: Path) -> dict[str, str]:
    """The environment of an installation whose own file and demo file lie in a folder of the test."""
    (tmp_path / "elsewhere.py").write_text(
        "from pathlib import Path\n"
        "from tournament.settings import *\n"
        f"OWN_FILE, DEMO_FILE = Path({str(tmp_path / 'own.sqlite3')!r}), Path({str(tmp_path / 'demo.sqlite3')!r})\n"
        "DATABASES['default']['NAME'] = DEMO_FILE if DEMO else OWN_FILE\n",
        encoding="utf-8",
    )
    unwanted = {"DATABASE_URL", "ROMME_DEMO", "PYTHONUNBUFFERED"}
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    return {**kept, "DJANGO_SETTINGS_MODULE": "elsewhere", "PYTHONPATH": str(tmp_path)}


@pytest.fixture
def run(place: dict[str, str]) -> Run:
    """`manage.py` in a process of its own."""

    def called(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *args],
            cwd=ROOT,
            env=place,
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )

    return called


def test_a_fresh_checkout_needs_no_migrate(run: Run, tmp_path: Path) -> None:
    done = run("import_tournament", "-", stdin=Path(ORACLE).read_text(encoding="utf-8"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "„Orakel 11/2“ eingelesen: 11 Spieler, 2 Serien, als orakel-11-2\n"
    wrong = run("import_tournament", "-", stdin="Nr;Name\n1;A\n")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("Das sieht nach einer Liste aus (CSV)")
    assert (tmp_path / "own.sqlite3").exists()
    assert not (tmp_path / "demo.sqlite3").exists()


def test_a_damaged_database_is_a_sentence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own.sqlite3").write_text(
        "this is no database, though it is long enough to look like one" * 30
    )
    done = run("verify", "x")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Die Datenbank lässt sich nicht öffnen")
    assert "Traceback" not in done.stderr


def test_a_closed_pipe_ends_a_command_quietly(place: dict[str, str]) -> None:
    writes = [
        sys.executable,
        "manage.py",
        "simulate_tournament",
        "--players",
        "60",
        "--series",
        "3",
        "-o",
        "-",
    ]
    with subprocess.Popen(
        writes, cwd=ROOT, env=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == ""
    assert process.returncode == 1


def test_arguments_and_exit_code_of_test_are_those_of_pytest(run: Run) -> None:
    done = run("test", "--collect-only", "-q", "tests/test_ranking.py", "-k", "nosuchtest")
    assert (done.returncode, done.stderr) == (5, "")
    assert "deselected" in done.stdout


class Served:
    """A running `demo` or `start`; what it prints goes to files, so that it never waits for a reader."""

    def __init__(self, folder: Path, environment: dict[str, str], *args: str) -> None:
        self.port = free_port()
        self.out, self.err = folder / "out.txt", folder / "err.txt"
        with self.out.open("w") as out, self.err.open("w") as err:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", *args, "--port", str(self.port)],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                # Ctrl+C must reach the child even where this suite runs in the background and ignores it.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            )

    def page(self) -> str:
        """The first page, as soon as it comes."""
        for _try in range(100):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=10) as answer:
                    return str(answer.read().decode())
            except urllib.error.HTTPError as error:
                raise AssertionError(self.err.read_text(encoding="utf-8")) from error
            except OSError:
                assert self.process.poll() is None, self.err.read_text(encoding="utf-8")
                time.sleep(0.2)
        raise AssertionError("the page does not come")

    def end(self) -> tuple[int, str, str]:
        """End it with Ctrl+C; exit code and what it printed."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(timeout=20)
        return code, self.out.read_text(encoding="utf-8"), self.err.read_text(encoding="utf-8")


@pytest.fixture
def serve(place: dict[str, str], tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Start `demo` or `start`."""
    running: list[Served] = []

    def started(*args: str) -> Served:
        running.append(Served(tmp_path, place, *args))
        return running[-1]

    yield started
    for served in running:
        served.process.kill()
        served.process.wait()


def contents(path: Path) -> list[str]:
    """Everything in a database."""
    with sqlite3.connect(path) as connection:
        return list(connection.iterdump())


def test_the_demo_serves_and_a_second_call_changes_nothing(
    serve: Callable[..., Served], run: Run, tmp_path: Path
) -> None:
    first = serve("demo")
    assert "46 erfundene Spieler" in first.page()
    taken = run("demo", "--port", str(first.port))
    assert (taken.returncode, taken.stdout) == (2, "")
    assert f"--port {first.port + 1}" in taken.stderr
    code, out, err = first.end()
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "Das Programm läuft. Adresse auf diesem Rechner:",
        f"    http://127.0.0.1:{first.port}/",
        "Anmelden: leitung, Kennwort: probe (Turnierleitung)",
        "Anmelden: schreiber, Kennwort: probe (Listenschreiber)",
        "Beenden mit Strg+C.",
    ]
    before = contents(tmp_path / "demo.sqlite3")
    assert "46 erfundene Spieler" in serve("demo").page()
    assert contents(tmp_path / "demo.sqlite3") == before
    assert not (tmp_path / "own.sqlite3").exists()
    # The demo's tournament is found from outside too, and it is said where.
    found = run("verify", "herbstturnier-2026")
    assert (found.returncode, found.stderr) == (0, "Aus den Probeturnieren der Demo genommen.\n")
    missing = run("verify", "x")
    assert missing.stderr == "Es gibt kein Turnier „x“. Es gibt: herbstturnier-2026.\n"
