"""The three faces of every print, and how wide a text is in them: names are fitted before anything is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

STATIC = Path(__file__).resolve().parent.parent / "static" / "tournament"
FOLDER = STATIC / "fonts"

MM_PER_POINT = 25.4 / 72
# Heights of capitals and digits as a share of the size; the same in all three faces.
CAPITAL = 0.729


@dataclass(frozen=True, slots=True)
class Typeface:
    """One font file and the name under which the stylesheets know it."""

    file: str
    family: str
    weight: int


class Face(StrEnum):
    """Text, emphasis, and the serif of titles and numbers."""

    SANS = "sans"
    BOLD = "bold"
    SERIF = "serif"


TYPEFACES = {
    Face.SANS: Typeface("DejaVuSansCondensed.ttf", "Romme Sans", 400),
    Face.BOLD: Typeface("DejaVuSansCondensed-Bold.ttf", "Romme Sans", 700),
    Face.SERIF: Typeface("DejaVuSerifCondensed-Bold.ttf", "Romme Serif", 700),
}


@lru_cache(maxsize=len(Face))
def _advances(face: Face) -> dict[str, float]:
    """Advance of every character of a face as a share of the size."""
    from fontTools.ttLib import TTFont

    with TTFont(FOLDER / TYPEFACES[face].file, lazy=True) as font:
        units: int = font["head"].unitsPerEm
        metrics = font["hmtx"].metrics
        return {chr(code): metrics[name][0] / units for code, name in font.getBestCmap().items()}


@lru_cache(maxsize=8192)
def width(text: str, face: Face, size: float) -> float:
    """Width of a line in mm at a size in points; a character the face does not have counts as a full square."""
    advances = _advances(face)
    return sum(advances.get(char, 1.0) for char in text) * size * MM_PER_POINT


def has_all(text: str, face: Face) -> bool:
    """Whether the face draws every character of the text by itself."""
    return _advances(face).keys() >= set(text)
