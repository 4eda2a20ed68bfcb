"""Bytes to JSON values, strictly: what is no JSON is refused with its line and column."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

LARGEST_FILE = 64_000_000
LONGEST_NUMBER = 15
DEEPEST = 40
EXCERPT = 30

# The first bytes of files that people take for a tournament file.
OTHER_FILES = ((b"PK\x03\x04", "spreadsheet"), (b"SQLite format 3", "database"), (b"%PDF", "pdf"))


@dataclass(frozen=True, slots=True)
class Remark:
    """A fault or a warning: where, what, and the engine's code where it has one."""

    path: str
    sentence: str
    code: str = ""

    def __str__(self) -> str:
        place = f"{self.path}: " if self.path else ""
        code = f" ({self.code})" if self.code else ""
        return f"{place}{self.sentence}{code}"


class ReadingError(ValueError):
    """A file that is refused; `faults` holds every reason, each with its place."""

    def __init__(self, faults: Sequence[Remark]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = tuple(faults)


class Unreadable:
    """Stands for a number that JSON has no room for; no check takes it for one."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return shortened(self.text)


class JsonObject(dict[str, Any]):
    """An object that remembers which of its keys were written twice."""

    twice: tuple[str, ...] = ()


def parse_json(data: bytes) -> Any:
    """The value of a JSON text; raises ReadingError."""
    if len(data) > LARGEST_FILE:
        raise _refused(_("The file is too large: a tournament of 400 players takes about 2 MB."))
    text = _decoded(data)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_fraction,
            parse_constant=Unreadable,
        )
    except json.JSONDecodeError as error:
        raise _refused(_not_json(text, error)) from error
    except RecursionError as error:
        raise _refused(_("The file is nested too deeply to be a tournament file.")) from error
    if _too_deep(value):
        raise _refused(_("The file is nested too deeply to be a tournament file."))
    return value


def shortened(text: str) -> str:
    """A text from a file, short and safe to print."""
    safe = "".join(char if char.isprintable() else "�" for char in text[: EXCERPT + 1])
    return safe if len(safe) <= EXCERPT else f"{safe[: EXCERPT - 1]}…"


def _refused(sentence: str) -> ReadingError:
    return ReadingError([Remark("", sentence)])


def _decoded(data: bytes) -> str:
    for start, kind in OTHER_FILES:
        if data.startswith(start):
            raise _refused(_other_file(kind))
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\x00" in data[:200]:
        raise _refused(_("The file is not saved as UTF-8 (it looks like UTF-16). Please save it as UTF-8."))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _refused(
            _("Line %(line)d: the file is not saved as UTF-8. Please save it as UTF-8.") % {"line": line}
        ) from error


def _other_file(kind: str) -> str:
    if kind == "spreadsheet":
        return _("This is a spreadsheet, not a tournament file (JSON). Players are registered on the page.")
    if kind == "database":
        return _(
            "This is a database, not a tournament file (JSON). "
            "A tournament file comes from `manage.py export_tournament`."
        )
    return _("This is a PDF, not a tournament file (JSON).")


def _not_json(text: str, error: json.JSONDecodeError) -> str:
    if not text.strip():
        return _("The file is empty.")
    first_line = text.lstrip().splitlines()[0]
    if first_line[0] not in "{[" and any(separator in first_line for separator in ";,\t"):
        return _(
            "This looks like a list (CSV), not like a tournament file (JSON). "
            "Players are registered on the page."
        )
    near = shortened(text[error.pos :].strip())
    if not near:
        return _("Line %(line)d, column %(column)d: the file ends too early; its end is missing.") % {
            "line": error.lineno,
            "column": error.colno,
        }
    return _("Line %(line)d, column %(column)d: this is no valid JSON, near “%(near)s”.") % {
        "line": error.lineno,
        "column": error.colno,
        "near": near,
    }


def _object(pairs: list[tuple[str, Any]]) -> JsonObject:
    value = JsonObject(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _item in pairs]
        value.twice = tuple(key for key in value if keys.count(key) > 1)
    return value


def _whole(text: str) -> int | Unreadable:
    return int(text) if len(text) <= LONGEST_NUMBER else Unreadable(text)


def _fraction(text: str) -> float | Unreadable:
    return float(text) if len(text) <= LONGEST_NUMBER else Unreadable(text)


def _too_deep(value: Any) -> bool:
    """Level by level, so that a check of depth does not itself run out of depth."""
    level = [value]
    for _depth in range(DEEPEST):
        level = [
            item
            for outer in level
            if isinstance(outer, list | dict)
            for item in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return bool(level)
