"""The set-up before Django: what it does on a fresh machine, and that it does nothing in a virtual environment."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tournament import bootstrap

SOURCE = Path(bootstrap.__file__)
MANAGE = SOURCE.parent.parent / "manage.py"


class Instead:
    """A module with some names changed, for one importer only: the rest of the test run keeps the real one."""

    def __init__(self, module: object, **changes: object) -> None:
        self.module = module
        self.__dict__.update(changes)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.module, name)


class Machine:
    """A machine of its own: the folder of the program, the commands that were called, and which of them fail."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.venv = root / ".venv"
        self.calls: list[list[str]] = []
        self.failing: tuple[str, ...] = ()
        self.executed: list[str] = []

    def call(self, command: Sequence[str], **_options: object) -> int:
        """In the place of `subprocess.call`."""
        self.calls.append(list(command))
        line = " ".join(command)
        if any(word in line for word in self.failing):
            return 1
        if "venv" in command:
            self.make_python()
        return 0

    def make_python(self) -> None:
        """What `python -m venv` leaves."""
        python = Path(bootstrap.python_in(str(self.venv)))
        python.parent.mkdir(parents=True, exist_ok=True)
        python.touch()

    def run(self, *argv: str) -> list[str]:
        """Start a command; the calls it took, each by the word that says what it does."""
        self.calls.clear()
        self.executed.clear()
        bootstrap.ensure_environment(["manage.py", *argv])
        return [self.word(call) for call in self.calls]

    def word(self, call: Sequence[str]) -> str:
        """`venv`, `install`, … or `probe` for a look at what is there."""
        if "venv" in call:
            return "venv"
        if "install" in call:
            return "uv install" if call[0].endswith("uv") else "install"
        return "ensurepip" if "ensurepip" in call else "probe"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A fresh machine without uv."""
    made = Machine(tmp_path)
    (tmp_path / "tests").mkdir()
    (tmp_path / "requirements.txt").write_text("Django==5.2\n")
    (tmp_path / "tests" / "requirements.txt").write_text("pytest==9\n")
    monkeypatch.setattr(bootstrap, "ROOT", str(tmp_path))
    monkeypatch.setattr(bootstrap, "VENV", str(made.venv))
    monkeypatch.setattr(bootstrap, "subprocess", Instead(subprocess, call=made.call))
    monkeypatch.setattr(bootstrap, "shutil", Instead(shutil, which=lambda _name: None))
    monkeypatch.setattr(
        bootstrap, "os", Instead(os, execv=lambda _path, command: made.executed.extend(command))
    )
    monkeypatch.setattr(bootstrap, "sys", Instead(sys, base_prefix=sys.prefix))
    return made


def test_inside_a_virtual_environment_nothing_is_done(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap.sys, "base_prefix", "/usr", raising=False)
    assert machine.run("demo") == []
    assert machine.executed == []
    assert not machine.venv.exists()


def test_a_fresh_machine_gets_an_environment_and_the_command_runs_in_it(machine: Machine) -> None:
    words = machine.run("demo", "--port", "8001")
    assert [word for word in words if word != "probe"] == ["venv", "install"]
    assert machine.executed == [bootstrap.python_in(str(machine.venv)), "manage.py", "demo", "--port", "8001"]


def test_the_second_call_installs_nothing(machine: Machine) -> None:
    machine.run("demo")
    assert set(machine.run("start")) <= {"probe"}
    assert machine.executed[2:] == ["start"]


def test_the_tests_need_more_and_the_product_stays_ready(machine: Machine) -> None:
    machine.run("demo")
    assert "install" in machine.run("test")
    assert machine.calls[-1][-1] == str(machine.root / "tests" / "requirements.txt")
    assert "install" not in machine.run("demo")
    assert "install" not in machine.run("test")


@pytest.mark.parametrize("name", ["requirements.txt", "tests/requirements.txt"])
def test_changed_pins_are_installed(machine: Machine, name: str) -> None:
    machine.run("test")
    (machine.root / name).write_text("Django==5.3\n")
    words = machine.run("test")
    assert "install" in words
    assert "venv" not in words


def test_an_environment_of_another_python_is_installed_anew(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.run("demo")
    monkeypatch.setattr(bootstrap.sys, "version", "3.99", raising=False)
    assert "install" in machine.run("demo")


def test_an_environment_without_its_interpreter_is_made_anew(machine: Machine) -> None:
    machine.run("demo")
    Path(bootstrap.python_in(str(machine.venv))).unlink()
    assert [word for word in machine.run("demo") if word != "probe"] == ["venv", "install"]


def test_an_interpreter_that_does_not_run_is_no_environment(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.make_python()

    def broken(_command: Sequence[str], **_options: object) -> int:
        raise OSError("Exec format error")

    monkeypatch.setattr(bootstrap.subprocess, "call", broken)
    assert not bootstrap.usable(str(machine.venv))


def test_a_folder_of_wheels_is_used_without_network(machine: Machine) -> None:
    (machine.root / "wheels").mkdir()
    machine.run("demo")
    (install,) = [call for call in machine.calls if "install" in call]
    at = install.index("--no-index")
    assert install[at : at + 3] == ["--no-index", "--find-links", str(machine.root / "wheels")]


def test_uv_is_used_when_it_is_there(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap.shutil, "which", lambda _name: "/bin/uv")
    assert [word for word in machine.run("demo") if word != "probe"] == ["venv", "uv install"]


def test_a_uv_that_fails_is_followed_by_pip(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap.shutil, "which", lambda _name: "/bin/uv")
    machine.failing = ("/bin/uv",)
    words = [word for word in machine.run("demo") if word != "probe"]
    assert words == ["venv", "venv", "uv install", "install"]


def test_a_missing_pip_is_brought_in_first(machine: Machine) -> None:
    machine.failing = ("pip --version",)
    assert [word for word in machine.run("demo") if word != "probe"] == ["venv", "ensurepip", "install"]


def test_a_failed_install_is_a_sentence_and_is_tried_again(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.failing = ("pip install",)
    with pytest.raises(SystemExit) as caught:
        machine.run("demo")
    assert caught.value.code == 2
    assert "pip download -d wheels -r requirements.txt" in capsys.readouterr().err
    machine.failing = ()
    assert "install" in machine.run("demo")


def test_debian_is_told_what_it_lacks(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(SystemExit) as caught:
        machine.run("demo")
    assert caught.value.code == 2
    assert "sudo apt install python3-venv" in capsys.readouterr().err


def test_an_environment_that_cannot_be_made_is_told(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.failing = ("-m venv",)
    with pytest.raises(SystemExit) as caught:
        machine.run("demo")
    assert caught.value.code == 2
    assert "python3-venv" in capsys.readouterr().err


def test_an_old_python_says_which_is_needed(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap.sys, "version_info", (3, 9, 2), raising=False)
    with pytest.raises(SystemExit) as caught:
        machine.run("demo")
    assert caught.value.code == 2
    said = capsys.readouterr().err
    assert "3.11" in said
    assert "3.9.2" in said
    assert machine.calls == []


def test_on_windows_the_command_runs_in_a_process_of_its_own(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap.os, "name", "nt", raising=False)
    with pytest.raises(SystemExit) as caught:
        machine.run("demo")
    assert caught.value.code == 0
    assert machine.calls[-1] == [
        os.path.join(str(machine.venv), "Scripts", "python.exe"),
        "manage.py",
        "demo",
    ]
    assert machine.executed == []


@pytest.mark.parametrize("path", [SOURCE, MANAGE], ids=lambda path: path.name)
def test_old_pythons_can_read_it(path: Path) -> None:
    # 3.4 is the oldest grammar `ast` knows; f-strings and annotated names came with 3.6.
    tree = ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 4))
    for node in ast.walk(tree):
        assert not isinstance(node, ast.JoinedStr | ast.AnnAssign | ast.NamedExpr)
        if isinstance(node, ast.FunctionDef):
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            assert node.returns is None
            assert all(argument.annotation is None for argument in arguments)


def test_the_bootstrap_needs_the_standard_library_only() -> None:
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert names <= sys.stdlib_module_names
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
