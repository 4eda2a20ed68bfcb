"""Names of any length in places of a given width: smaller first, then more lines, never cut."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.documents.fonts import Face, width
from tournament.names import split_name

# A line may end at a space, and behind a hyphen, a dash or a slash.
PIECE = re.compile(r"\s*(?:[^\s\-–/]*[\-–/]+|[^\s\-–/]+)")


def composed(text: str) -> str:
    """A letter and its accent as one character: files from some systems bring them apart."""
    return unicodedata.normalize("NFC", text)


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines of text and the size in points at which they fit."""

    lines: tuple[str, ...]
    size: float


def fit_line(text: str, face: Face, room: float, sizes: Sequence[float]) -> float | None:
    """The largest of the sizes at which the text is one line of `room` mm; None when even the last is too wide."""
    return next((size for size in sizes if width(text, face, size) <= room), None)


def wrap(text: str, face: Face, room: float, size: float) -> tuple[str, ...]:
    """As few lines as needed; a word wider than the room is parted where the room ends."""
    lines: list[str] = []
    line = ""
    for piece in PIECE.findall(composed(text)):
        if width((line + piece).strip(), face, size) <= room:
            line += piece
            continue
        if line.strip():
            lines.append(line.strip())
        line = piece.lstrip()
        while width(line, face, size) > room and len(line) > 1:
            count = next(
                n for n in range(len(line) - 1, 0, -1) if n == 1 or width(line[:n], face, size) <= room
            )
            lines.append(line[:count])
            line = line[count:]
    return (*lines, line.strip()) if line.strip() or not lines else tuple(lines)


def fit(text: str, face: Face, room: float, sizes: Sequence[float]) -> Fitted:
    """One line if some size allows it, else as many lines as the smallest size needs."""
    text = composed(text)
    size = fit_line(text, face, room, sizes)
    return Fitted((text,), size) if size else Fitted(wrap(text, face, room, sizes[-1]), sizes[-1])


def fit_name(name: str, face: Face, room: float, sizes: Sequence[float]) -> Fitted:
    """A name as large as possible in one or two lines, parted before the surname where that fits."""
    name = composed(name)
    parted = split_name(name)
    surname_below = [parted] if " ".join(parted) == name else []
    for size in sizes:
        options = [(name,), *surname_below, *_two_lines(name, face, size)]
        for lines in options:
            if all(width(line, face, size) <= room for line in lines):
                return Fitted(lines, size)
    return Fitted(wrap(name, face, room, sizes[-1]), sizes[-1])


def _two_lines(text: str, face: Face, size: float) -> list[tuple[str, str]]:
    """Every way to part a text in two, the most even one first."""
    pieces = PIECE.findall(text)
    ways = [("".join(pieces[:at]).strip(), "".join(pieces[at:]).strip()) for at in range(1, len(pieces))]
    return sorted(ways, key=lambda lines: max(width(line, face, size) for line in lines))
