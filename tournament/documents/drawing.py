"""A printed page as lines and words in mm: one description for the PDF and for the browser's own print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from tournament.documents.fonts import CAPITAL, MM_PER_POINT, TYPEFACES, Face, width


def number(value: float) -> str:
    """A measure as drawing languages read it: a point, no more than hundredths."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


class Anchor(StrEnum):
    """Which end of a text its place names."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


# Share of its width by which a text reaches to the left of its place.
BEFORE = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; `x` at its anchor, `y` its baseline, both in mm from the top left, the size in points."""

    x: float
    y: float
    words: str
    size: float
    face: Face = Face.SANS
    anchor: Anchor = Anchor.START

    @property
    def left(self) -> float:
        """Where the text begins, in mm."""
        return self.x - BEFORE[self.anchor] * width(self.words, self.face, self.size)

    @property
    def svg_x(self) -> str:
        return number(self.x)

    @property
    def svg_y(self) -> str:
        return number(self.y)

    @property
    def svg_size(self) -> str:
        return number(self.size * MM_PER_POINT)

    @property
    def family(self) -> str:
        return TYPEFACES[self.face].family

    @property
    def weight(self) -> int:
        return TYPEFACES[self.face].weight


@dataclass(frozen=True, slots=True)
class Stroke:
    """Lines of one width in mm, as the data of a path."""

    path: str
    width: float
    dash: str = ""

    @property
    def svg_width(self) -> str:
        return number(self.width)


@dataclass(frozen=True, slots=True)
class Patch:
    """A white place for words on a hatch, in mm."""

    x: float
    y: float
    width: float
    height: float

    @property
    def svg(self) -> str:
        """The patch as the data of a path."""
        return f"M{number(self.x)} {number(self.y)}h{number(self.width)}v{number(self.height)}h{number(-self.width)}z"


@dataclass(frozen=True, slots=True)
class Form:
    """What all sheets of one kind have in common: the empty grid and its words."""

    strokes: tuple[Stroke, ...]
    texts: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """One page: a form, and what this sheet says on it. `title` names the page to whoever cannot see it."""

    title: str
    form: Form
    patches: tuple[Patch, ...]
    texts: tuple[Text, ...]


def horizontal(x: float, y: float, length: float) -> str:
    """Path data of a line to the right."""
    return f"M{number(x)} {number(y)}h{number(length)}"


def vertical(x: float, y: float, length: float) -> str:
    """Path data of a line downwards."""
    return f"M{number(x)} {number(y)}v{number(length)}"


def rectangle(x: float, y: float, wide: float, high: float, radius: float = 0) -> str:
    """Path data of a box, its corners rounded by the radius."""
    if not radius:
        return f"M{number(x)} {number(y)}h{number(wide)}v{number(high)}h{number(-wide)}z"
    r = number(radius)
    across, down = number(wide - 2 * radius), number(high - 2 * radius)
    corners = (f"a{r} {r} 0 0 1 {r} {r}", f"a{r} {r} 0 0 1 -{r} {r}", f"a{r} {r} 0 0 1 -{r} -{r}")
    return (
        f"M{number(x + radius)} {number(y)}h{across}{corners[0]}v{down}{corners[1]}"
        f"h-{across}{corners[2]}v-{down}a{r} {r} 0 0 1 {r} -{r}z"
    )


def hatch(x: float, y: float, wide: float, high: float, step: float) -> str:
    """Path data of rising lines that fill a box."""
    lines = []
    offset = step - high
    while offset < wide:
        low, top = max(0.0, offset), min(wide, offset + high)
        lines.append(
            f"M{number(x + low)} {number(y + high - (low - offset))}"
            f"L{number(x + top)} {number(y + high - (top - offset))}"
        )
        offset += step
    return "".join(lines)


def stack(lines: Iterable[str], x: float, y: float, size: float, pitch: float, face: Face) -> Iterator[Text]:
    """Lines below each other, the first with its baseline at `y`."""
    for index, line in enumerate(lines):
        yield Text(x, y + index * pitch, line, size, face)


def middle(top: float, high: float, size: float) -> float:
    """The baseline at which capitals and digits stand in the middle of a row."""
    return top + (high + CAPITAL * size * MM_PER_POINT) / 2
