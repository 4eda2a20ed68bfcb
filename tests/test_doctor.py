"""What the doctor says of a machine: each finding, and its mend when something is wrong."""

from __future__ import annotations

import http.server
import io
import socket
import threading
from collections.abc import Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError

from tournament import network
from tournament.management import machine
from tournament.management.machine import Finding


def test_this_machine_has_the_python_and_the_fonts_it_needs() -> None:
    assert machine.python().ok
    assert machine.sqlite().ok
    assert machine.fonts().ok


@pytest.mark.parametrize(
    ("name", "value", "ask"),
    [
        ("PYTHON", (9, 0), machine.python),
        ("SQLITE", (9, 0), machine.sqlite),
        ("FONTS", ("Sütterlin",), machine.fonts),
    ],
)
def test_what_is_too_old_or_missing_is_wrong(
    name: str, value: Any, ask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, name, value)
    assert not ask().ok


def test_packages_are_compared_with_their_pins() -> None:
    text = """
# a comment
pytest==0.0.1
pluggy>=0 ; python_version > '3'
no-such-package-at-all==1
another-one==1 ; sys_platform == 'nowhere'
-r ../requirements.txt
"""
    assert list(machine.differing_packages(text)) == ["pytest", "no-such-package-at-all"]


def test_other_packages_are_named_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "differing_packages", lambda _text: iter(["Django"]))
    finding = machine.packages()
    assert not finding.ok
    assert "Django" in finding.sentence
    assert "pip install -r requirements.txt" in finding.sentence


@pytest.mark.parametrize(("code", "ok"), [(0, True), (1, False)])
def test_pango_is_asked_for_in_another_process(code: int, ok: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        machine.subprocess, "run", lambda *_args, **_options: SimpleNamespace(returncode=code)
    )
    assert machine.pango().ok is ok


@pytest.mark.parametrize(
    ("platform", "name", "command"),
    [("linux", "posix", "apt install"), ("darwin", "posix", "brew install"), ("win32", "nt", "pacman -S")],
)
def test_the_mend_for_pango_is_that_of_the_system(
    platform: str, name: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "sys", SimpleNamespace(platform=platform))
    monkeypatch.setattr(machine, "os", SimpleNamespace(name=name))
    assert command in machine.pango_mend()


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (PureWindowsPath(r"C:\Users\Uschi\OneDrive - Verein\romme\data\romme.sqlite3"), True),
        (PurePosixPath("/home/uschi/Dropbox/romme.sqlite3"), True),
        (PurePosixPath("/Users/uschi/Library/CloudStorage/x/romme.sqlite3"), True),
        (PurePosixPath("/home/uschi/romme/data/romme.sqlite3"), False),
    ],
)
def test_folders_of_synchronising_programs_are_known(path: Any, expected: bool) -> None:
    assert machine.is_synchronised(path) is expected


def test_a_path_on_another_machine_is_known() -> None:
    assert machine.is_on_network(Path(r"\\server\verein\romme.sqlite3"))
    assert not machine.is_on_network(Path("/tmp"))


def test_the_kind_of_file_system_is_that_of_the_nearest_mount() -> None:
    mounts = (
        "/dev/sda1 / ext4 rw 0 0\nserver:/x /home nfs4 rw 0 0\n/dev/sdb1 /home/uschi btrfs rw 0 0\nnonsense\n"
    )
    kinds = [
        machine.mounted_kind(PurePosixPath(path), mounts) for path in ("/tmp/x", "/home/x", "/home/uschi/x")
    ]
    assert kinds == ["ext4", "nfs4", "btrfs"]
    assert machine.mounted_kind(PurePosixPath("/tmp/x"), "") == ""


def test_a_shared_folder_is_wrong_and_so_is_one_without_write_access(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert machine.folder(tmp_path / "romme.sqlite3").ok
    shared = tmp_path / "Nextcloud"
    assert "Nextcloud" in machine.folder(shared / "romme.sqlite3").sentence
    assert not machine.folder(shared / "romme.sqlite3").ok
    monkeypatch.setattr(
        machine, "os", SimpleNamespace(name="posix", W_OK=2, access=lambda _path, _mode: False)
    )
    assert not machine.folder(tmp_path / "romme.sqlite3").ok


@pytest.mark.django_db
def test_a_database_is_looked_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert machine.database(tmp_path / "not yet").ok
    assert machine.database(tmp_path).ok

    def fails() -> None:
        raise DatabaseError("file is not a database")

    monkeypatch.setattr(machine, "connection", SimpleNamespace(cursor=fails))
    finding = machine.database(tmp_path)
    assert not finding.ok
    assert "file is not a database" in finding.sentence
    assert not machine.server().ok


@pytest.mark.django_db
def test_a_server_that_answers_is_well() -> None:
    assert machine.server().ok


@pytest.mark.parametrize(("free", "ok"), [(499_999_999, False), (500_000_000, True)])
def test_room_on_the_disk_is_asked_for(free: int, ok: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = SimpleNamespace(free=free)
    monkeypatch.setattr(machine, "shutil", SimpleNamespace(disk_usage=lambda _place: usage))
    assert machine.disk(Path("/")).ok is ok


def test_a_machine_without_network_is_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "lan_addresses", list)
    assert machine.addresses().ok
    monkeypatch.setattr(machine, "lan_addresses", lambda: ["192.168.178.23"])
    assert "192.168.178.23" in machine.addresses().sentence


# Ports


@pytest.fixture
def answering() -> Iterator[Any]:
    """A server of the given answer on a port of its own."""
    servers: list[http.server.HTTPServer] = []

    def answer(text: bytes) -> int:
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_args: Any) -> None:
                pass

        servers.append(http.server.HTTPServer(("127.0.0.1", 0), Handler))
        threading.Thread(target=servers[-1].serve_forever, daemon=True).start()
        return int(servers[-1].server_address[1])

    yield answer
    for server in servers:
        server.shutdown()
        server.server_close()


def test_our_own_program_may_hold_the_port(answering: Any) -> None:
    assert machine.port(answering(b"ok\n")).ok
    other = answering(b"<html>")
    assert not machine.port(other).ok
    assert f"--port {other + 1}" in machine.port(other).sentence


def test_a_port_that_nobody_holds_is_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        number = int(probe.getsockname()[1])
    assert machine.port(number).ok


# The network


def test_addresses_are_those_others_can_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "_by_route", lambda: iter(["192.168.178.23", "192.168.178.23"]))
    monkeypatch.setattr(network, "_by_interface", lambda: iter(["127.0.0.1", "192.168.178.23", "10.0.0.4"]))
    monkeypatch.setattr(network, "_by_name", lambda: iter(["127.0.1.1", "169.254.3.4", "0.0.0.0"]))
    assert network.lan_addresses() == ["192.168.178.23", "10.0.0.4"]


def test_every_way_to_an_address_answers_on_this_machine() -> None:
    found = [*network._by_route(), *network._by_interface(), *network._by_name()]
    assert all(socket.inet_aton(address) for address in found)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Laptop", ["laptop", "laptop.local"]), ("laptop.fritz.box", ["laptop.fritz.box"]), ("", [])],
)
def test_the_name_of_the_machine_is_let_in(
    name: str, expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "socket", SimpleNamespace(gethostname=lambda: name))
    assert network.host_names() == expected


# The command


@pytest.mark.django_db
def test_all_is_asked_and_wrong_things_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    from tournament.management.commands import doctor

    def said() -> str:
        out = io.StringIO()
        call_command("doctor", stdout=out, no_color=True)
        return out.getvalue()

    monkeypatch.setattr(doctor, "findings", lambda: iter([Finding(True, "A."), Finding(True, "B.")]))
    assert said() == "✓ A.\n✓ B.\nAlles ist in Ordnung.\n"
    monkeypatch.setattr(doctor, "findings", lambda: iter([Finding(False, "A."), Finding(False, "B.")]))
    out = io.StringIO()
    with pytest.raises(SystemExit) as caught:
        call_command("doctor", stdout=out, no_color=True)
    assert (caught.value.code, out.getvalue()) == (1, "✗ A.\n✗ B.\n2 Dinge sind zu tun.\n")


@pytest.mark.django_db
def test_every_question_has_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "pango", lambda: Finding(True, "Pango."))
    assert len(list(machine.findings())) == 10
    assert all(
        finding.sentence.endswith((".", ")")) or "--port" in finding.sentence
        for finding in machine.findings()
    )
