"""The words: a complete German catalogue, a README and a changelog that tell the truth."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import needs
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = Path("tournament/locale/de/LC_MESSAGES/django.po")
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def untranslated(catalogue: str) -> list[str]:
    """Every message without a German sentence, or with one that is only guessed."""
    found = []
    for block in catalogue.split("\n\n")[1:]:
        strings = re.findall(r'^msgstr(?:\[\d\])? ((?:".*"\n?)+)', block, re.MULTILINE)
        if "#, fuzzy" in block or any(not re.search(r'"[^"]', text) for text in strings):
            found.append(block)
    return found


def test_everything_the_screen_says_is_said_in_german(tmp_path: Path) -> None:
    needs(shutil.which("xgettext"), "gettext")
    for name in ("scoring", "tournament", "templates", "manage.py"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "fonts"))
        else:
            shutil.copy(source, tmp_path / name)
    collect = ["manage.py", "makemessages", "-l", "de", "--no-obsolete", "--no-wrap"]
    subprocess.run([sys.executable, *collect], cwd=tmp_path, check=True, capture_output=True)
    missing = untranslated((tmp_path / CATALOGUE).read_text(encoding="utf-8"))
    assert not missing, "\n\n".join(missing)


def test_the_compiled_catalogue_is_that_of_the_source(tmp_path: Path) -> None:
    needs(shutil.which("msgfmt"), "gettext")
    compiled = tmp_path / "django.mo"
    subprocess.run(["msgfmt", "--check-format", "-o", compiled, ROOT / CATALOGUE], check=True)
    assert compiled.read_bytes() == (ROOT / CATALOGUE).with_suffix(".mo").read_bytes()


def test_the_readme_names_commands_that_exist() -> None:
    named = set(re.findall(r"`([a-z_]+)(?: [A-Z<\[-][^`]*)?`, `|^\| `([a-z_]+)", README, re.MULTILINE))
    words = {word for pair in named for word in pair if word}
    commands = set(get_commands())
    assert {"demo", "start", "import_tournament", "standings", "verify"} <= commands
    assert words & {"demo", "draw", "standings", "verify"}
    table = README.split("## Commands")[1].split("##")[0]
    for name in re.findall(r"`(?!python)([a-z_]+)[ `]", table):
        assert name in commands, f"README: there is no command {name}"


@pytest.mark.parametrize("text", [README, CONTRIBUTING], ids=["README", "CONTRIBUTING"])
def test_every_link_and_picture_is_there(text: str) -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", text):
        assert (ROOT / target).exists(), target


def test_the_map_of_the_code_names_every_place_once() -> None:
    table = README.split("## The map of the code")[1].split("Environment:")[0]
    places = re.findall(r"`([a-z_/.]+)`", table)
    for place in places:
        assert (ROOT / place).exists(), place
    assert len(places) == len(set(places))
    rooms = {path.name for path in (ROOT / "tournament").iterdir() if (path / "__init__.py").exists()}
    named = {place.split("/")[1] for place in places if place.startswith("tournament/")}
    assert rooms - named <= {"migrations", "templatetags", "locale"}


def test_contributing_names_targets_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"`make ([a-z]+)`", CONTRIBUTING):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_environment_is_that_of_the_settings() -> None:
    code = "".join(
        (ROOT / "tournament" / name).read_text(encoding="utf-8") for name in ("settings.py", "environment.py")
    )
    for name in re.findall(r"`([A-Z_]+)`", README.split("Environment:")[1].split("\n\n")[0]):
        assert f'"{name}"' in code, name


def test_the_changelog_has_a_place_for_what_comes() -> None:
    assert "## Unreleased" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
