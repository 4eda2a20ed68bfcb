"""What a machine must have, each asked in turn and answered in a sentence with the mend."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path, PurePath, PureWindowsPath

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _
from packaging.requirements import InvalidRequirement, Requirement

from tournament.network import is_answered, lan_addresses

PYTHON = (3, 11)
# The first that hands back the keys of many rows inserted at once.
SQLITE = (3, 35)
FREE_BYTES = 500_000_000
PORT = 8000
FONTS = ("DejaVuSansCondensed", "DejaVuSansCondensed-Bold", "DejaVuSerifCondensed-Bold")
SYNC_WORDS = (
    "onedrive", "dropbox", "google drive", "googledrive", "nextcloud", "owncloud", "icloud", "cloudstorage",
    "pcloud", "magentacloud", "megasync", "hidrive",
)  # fmt: skip
NETWORK_KINDS = ("nfs", "cifs", "smb", "fuse.sshfs", "9p", "davfs")
DRIVE_REMOTE = 4


@dataclass(frozen=True, slots=True)
class Finding:
    """One answer; `ok` is False where something has to be done."""

    ok: bool
    sentence: str


def findings() -> Iterator[Finding]:
    """Everything that is asked, in order."""
    yield python()
    yield packages()
    yield sqlite()
    yield pango()
    yield fonts()
    if connection.vendor == "sqlite":
        path = Path(str(connection.settings_dict["NAME"]))
        yield folder(path)
        yield database(path)
        yield disk(path.parent)
    else:
        yield server()
    yield addresses()
    yield port(PORT)


def python() -> Finding:
    """The version of Python."""
    found = ".".join(str(part) for part in sys.version_info[:3])
    if sys.version_info >= PYTHON:
        return Finding(True, _("Python %(found)s.") % {"found": found})
    sentence = _("Python %(found)s is too old: please install version %(needed)s or newer from python.org.")
    return Finding(False, sentence % {"found": found, "needed": ".".join(map(str, PYTHON))})


def packages() -> Finding:
    """The pinned requirements."""
    wrong = sorted(differing_packages((settings.BASE_DIR / "requirements.txt").read_text(encoding="utf-8")))
    if not wrong:
        return Finding(True, _("All packages have the right versions."))
    sentence = _("Packages are missing or have another version: %(names)s. Please run: %(command)s")
    command = f"{sys.executable} -m pip install -r requirements.txt"
    return Finding(False, sentence % {"names": ", ".join(wrong), "command": command})


def differing_packages(text: str) -> Iterator[str]:
    """Names of the requirements that are not there in the version asked for."""
    for line in text.splitlines():
        try:
            requirement = Requirement(line.partition("#")[0].strip())
        except InvalidRequirement:
            continue
        if requirement.marker is not None and not requirement.marker.evaluate():
            continue
        try:
            found = metadata.version(requirement.name)
        except metadata.PackageNotFoundError:
            yield requirement.name
        else:
            if not requirement.specifier.contains(found, prereleases=True):
                yield requirement.name


def sqlite() -> Finding:
    """The version of SQLite."""
    found = sqlite3.sqlite_version
    if sqlite3.sqlite_version_info >= SQLITE:
        return Finding(True, _("SQLite %(found)s.") % {"found": found})
    sentence = _("SQLite %(found)s is too old. A newer Python from python.org brings a newer one.")
    return Finding(False, sentence % {"found": found})


def pango() -> Finding:
    """The library that prints need; asked in a process of its own, for it says a lot when it is missing."""
    command = [sys.executable, "-c", "import weasyprint"]
    try:
        done = subprocess.run(command, capture_output=True, timeout=60, check=False)  # noqa: S603
        found = done.returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        found = False
    if found:
        return Finding(True, _("Pango is there: PDFs can be made."))
    return Finding(
        False, _("Pango is missing, so no PDF can be made. %(command)s") % {"command": pango_mend()}
    )


def pango_mend() -> str:
    """How Pango is installed on this system."""
    if sys.platform == "darwin":
        return _("Please run: %(command)s") % {"command": "brew install pango"}
    if os.name == "nt":
        command = "pacman -S mingw-w64-x86_64-pango"
        return _("Please install MSYS2 from msys2.org and run there: %(command)s") % {"command": command}
    command = "sudo apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
    return _("Please run: %(command)s") % {"command": command}


def fonts() -> Finding:
    """The font files that prints are set in."""
    place = settings.BASE_DIR / "tournament" / "static" / "tournament" / "fonts"
    missing = [name for name in FONTS if not (place / f"{name}.ttf").is_file()]
    if not missing:
        return Finding(True, _("The fonts are there."))
    sentence = _("Fonts are missing: %(names)s. Please copy the program again, with all its folders.")
    return Finding(False, sentence % {"names": ", ".join(missing)})


def folder(path: Path) -> Finding:
    """A database must lie on a disk of this machine that no other program copies behind its back."""
    if is_synchronised(path) or is_on_network(path):
        sentence = _(
            "The database lies in a folder that is shared or synchronised (%(path)s). That can destroy it: "
            "please move the program to a folder of this machine."
        )
        return Finding(False, sentence % {"path": path})
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        sentence = _(
            "The database cannot be written (%(path)s). Please move the program to a folder of your own."
        )
        return Finding(False, sentence % {"path": path})
    return Finding(True, _("The database lies on this machine: %(path)s.") % {"path": path})


def is_synchronised(path: PurePath) -> bool:
    """Whether a part of the path is the folder of a synchronising program."""
    return any(word in part.casefold() for part in path.parts for word in SYNC_WORDS)


def is_on_network(path: Path) -> bool:
    """Whether the path is on another machine."""
    if PureWindowsPath(path).drive.startswith("\\\\"):
        return True
    if os.name == "nt":
        import ctypes

        root = PureWindowsPath(path).anchor
        return bool(ctypes.windll.kernel32.GetDriveTypeW(root) == DRIVE_REMOTE)  # type: ignore[attr-defined]
    try:
        mounts = Path("/proc/mounts").read_text(encoding="utf-8")
    except OSError:
        return False
    return mounted_kind(path, mounts).startswith(NETWORK_KINDS)


def mounted_kind(path: PurePath, mounts: str) -> str:
    """The kind of file system a path lies on, by the list of mounts."""
    rows = [line.split() for line in mounts.splitlines()]
    fitting = [row for row in rows if len(row) > 2 and path.is_relative_to(row[1])]
    return max(fitting, key=lambda row: len(row[1]), default=["", "", ""])[2]


def database(path: Path) -> Finding:
    """Whether the file can be read and is whole."""
    if not path.exists():
        return Finding(True, _("There is no database yet; the first start makes it."))
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check(1)")
            answer = str(cursor.fetchone()[0])
    except DatabaseError as error:
        answer = str(error)
    if answer == "ok":
        return Finding(True, _("The database is whole."))
    sentence = _(
        "The database is damaged (%(reason)s). Please work on with a copy of it, "
        "or import the last exported tournament file."
    )
    return Finding(False, sentence % {"reason": answer})


def server() -> Finding:
    """A database server answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        sentence = _("The database server does not answer (%(reason)s). Please check DATABASE_URL.")
        return Finding(False, sentence % {"reason": str(error).strip().splitlines()[0]})
    return Finding(True, _("The database server answers."))


def disk(place: Path) -> Finding:
    """Room for the day and its backups."""
    free = shutil.disk_usage(place).free
    values = {"megabytes": free // 1_000_000}
    if free >= FREE_BYTES:
        return Finding(True, _("%(megabytes)d MB are free on the disk.") % values)
    return Finding(False, _("Only %(megabytes)d MB are free on the disk. Please make room.") % values)


def addresses() -> Finding:
    """The hall's network. Without one a single laptop works all the same."""
    found = lan_addresses()
    if not found:
        return Finding(True, _("No network: phones and other laptops cannot join, all else works."))
    return Finding(True, _("Addresses in the local network: %(list)s.") % {"list": ", ".join(found)})


def port(number: int) -> Finding:
    """The port the program listens on."""
    if not is_answered("127.0.0.1", number):
        return Finding(True, _("Port %(number)d is free.") % {"number": number})
    if is_ours(number):
        return Finding(True, _("The program is running on port %(number)d.") % {"number": number})
    sentence = _("Port %(number)d is taken by another program. Please start with --port %(other)d")
    return Finding(False, sentence % {"number": number, "other": number + 1})


def is_ours(number: int) -> bool:
    """Whether it is this program that answers."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{number}/healthz", timeout=3) as answer:
            return bool(answer.read(3) == b"ok\n")
    except (OSError, ValueError):
        return False
