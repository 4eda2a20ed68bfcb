"""Many sheets from few: WeasyPrint draws each empty form once, the words are stamped on it sheet by sheet.

Laying out a page costs hundred times as much as writing its words, and a hundred sheets differ in their words
only. So the lines of each form are one page of a small document; the finished file shows that page again and
again, each time with the words of one sheet on it.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string

from tournament.documents.drawing import BEFORE, Anchor, Page, Patch, Stroke, Text, number
from tournament.documents.fonts import MM_PER_POINT, TYPEFACES, Face, has_all
from tournament.documents.pdf import to_pdf

PAGE_HIGH = 297.0
# Measures of the laid out words: their room in mm, and (ascent − descent) / 2 of our fonts as a share of the size.
WORD_ROOM = 200.0
HALF_LEADING = 0.346
# Letters that are written from right to left, or join, need more than one glyph after the other.
RIGHT_TO_LEFT = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI"})


@dataclass(frozen=True, slots=True)
class Letters:
    """Every character a face will stamp, parted by spaces so that none join."""

    face: Face
    characters: str


@dataclass(frozen=True, slots=True)
class Word:
    """A text that WeasyPrint lays out: letters our fonts lack, or that join, or run from right to left."""

    name: str
    text: Text

    @property
    def style(self) -> str:
        """Where it stands: half the difference of ascent and descent lies above the baseline of a line of height 0."""
        size = self.text.size * MM_PER_POINT
        left = self.text.x - BEFORE[self.text.anchor] * WORD_ROOM
        align = {Anchor.START: "left", Anchor.MIDDLE: "center", Anchor.END: "right"}[self.text.anchor]
        return (
            f"#{self.name}{{left:{number(left)}mm;top:{number(self.text.y - HALF_LEADING * size)}mm;"
            f"text-align:{align};font-size:{number(self.text.size)}pt;"
            f'font-family:"{self.text.family}";font-weight:{self.text.weight}}}'
        )


@dataclass(frozen=True, slots=True)
class Underlay:
    """What WeasyPrint draws below the stamped words of one or many pages."""

    strokes: tuple[Stroke, ...]
    patches: tuple[Patch, ...]
    words: tuple[Word, ...]


def stampable(text: Text) -> bool:
    """Whether the text is glyph after glyph of its face; anything else WeasyPrint lays out."""
    return _one_by_one(text.words, text.face)


@lru_cache(maxsize=8192)
def _one_by_one(words: str, face: Face) -> bool:
    return has_all(words, face) and not any(
        unicodedata.combining(char) or unicodedata.bidirectional(char) in RIGHT_TO_LEFT for char in words
    )


def sheets_to_pdf(title: str, pages: Sequence[Page]) -> bytes:
    """All pages as one PDF; raises PdfUnavailable."""
    stamper = _Stamper(pages)
    html = render_to_string(
        "print/underlays.html",
        {"title": title, "underlays": stamper.underlays, "repertoire": stamper.repertoire()},
    )
    styles = "".join(word.style for underlay in stamper.underlays for word in underlay.words)
    return to_pdf(html, stamper.finish, styles=styles, tagged=False)


class _Stamper:
    """Sorts the pages by what lies below their words, and puts both together in the finished file."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self.pages = pages
        self.underlays: list[Underlay] = []
        self.underlay_of: list[int] = []
        known: dict[tuple[int, tuple[Text, ...]], int] = {}
        for page in pages:
            odd = tuple(text for text in page.texts if not stampable(text))
            key = id(page.form), odd
            if key not in known:
                known[key] = len(self.underlays)
                self.underlays.append(_underlay(len(self.underlays), page, odd))
            self.underlay_of.append(known[key])

    def repertoire(self) -> list[Letters]:
        """The characters of every face that will be stamped: the file must hold their glyphs."""
        used: dict[Face, set[str]] = {face: set() for face in Face}
        forms = {id(page.form): page.form for page in self.pages}
        for texts in (*(form.texts for form in forms.values()), *(page.texts for page in self.pages)):
            for text in texts:
                if stampable(text):
                    used[text.face].update(text.words)
        return [Letters(face, " ".join(sorted(chars - {" "}))) for face, chars in used.items() if chars]

    def finish(self, document: Any, pdf: Any) -> None:
        """Replace the few pages of the laid out document by all the sheets."""
        import pydyf

        pens = _pens(document.fonts)
        drawn = [pdf.objects[at] for at in pdf.pages["Kids"][::3]]
        around = [pydyf.Stream([b"q"]), pydyf.Stream([b"Q"])]
        for stream in around:
            pdf.add_object(stream)
        labels: dict[int, Any] = {}
        pdf.pages["Kids"], pdf.pages["Count"] = pydyf.Array(), 0
        for page, underlay in zip(self.pages, self.underlay_of, strict=True):
            if id(page.form) not in labels:
                labels[id(page.form)] = pydyf.Stream([_stamp(page.form.texts, pens)], compress=True)
                pdf.add_object(labels[id(page.form)])
            # Patches lie below the words: where WeasyPrint set some of these, it has drawn the patches too.
            patches = () if self.underlays[underlay].patches else page.patches
            words = pydyf.Stream([_cover(patches), _stamp(page.texts, pens)], compress=True)
            pdf.add_object(words)
            sheet = pydyf.Dictionary(drawn[underlay])
            parts = (around[0].reference, sheet["Contents"], around[1].reference)
            sheet["Contents"] = pydyf.Array([*parts, labels[id(page.form)].reference, words.reference])
            pdf.add_page(sheet)
        _outline(pdf, [page.title for page in self.pages])


def _underlay(number: int, page: Page, odd: tuple[Text, ...]) -> Underlay:
    texts = (*(text for text in page.form.texts if not stampable(text)), *odd)
    words = tuple(Word(f"w{number}-{index}", text) for index, text in enumerate(texts))
    return Underlay(page.form.strokes, page.patches if odd else (), words)


@dataclass(frozen=True, slots=True)
class _Pen:
    """A font of the finished file: its name there, and the glyph of every character."""

    name: str
    glyphs: dict[str, str]

    def write(self, words: str) -> str:
        return "".join(self.glyphs[char] for char in words)


def _pens(fonts: dict[int, Any]) -> dict[Face, _Pen]:
    pens = {}
    for face, typeface in TYPEFACES.items():
        for font in fonts.values():
            if (font.family, font.weight) == (typeface.family, typeface.weight):
                pens[face] = _Pen(
                    font.hash, {char: f"{glyph:04x}" for glyph, char in font.to_unicode.items()}
                )
    return pens


def _points(mm: float) -> str:
    return number(mm / MM_PER_POINT)


def _cover(patches: Iterable[Patch]) -> bytes:
    """White boxes in the language of PDF, whose origin is the lower left corner."""
    boxes = [
        f"{_points(patch.x)} {_points(PAGE_HIGH - patch.y - patch.height)} "
        f"{_points(patch.width)} {_points(patch.height)} re"
        for patch in patches
    ]
    return ("1 g " + " ".join(boxes) + " f 0 g").encode() if boxes else b""


def _stamp(texts: Iterable[Text], pens: dict[Face, _Pen]) -> bytes:
    """Words in the language of PDF."""
    lines = ["BT 0 g"]
    current: tuple[Face, float] | None = None
    for text in texts:
        if not text.words or not stampable(text):
            continue
        pen = pens[text.face]
        if current != (text.face, text.size):
            current = text.face, text.size
            lines.append(f"/{pen.name} {number(text.size)} Tf")
        lines.append(
            f"1 0 0 1 {_points(text.left)} {_points(PAGE_HIGH - text.y)} Tm <{pen.write(text.words)}> Tj"
        )
    lines.append("ET")
    return "\n".join(lines).encode("ascii")


def _outline(pdf: Any, titles: Sequence[str]) -> None:
    """Bookmarks, so that the sheet of one table is found and printed again."""
    import pydyf

    root = pydyf.Dictionary({"Type": "/Outlines", "Count": len(titles)})
    pdf.add_object(root)
    items = []
    for title, page in zip(titles, pdf.page_references, strict=True):
        item = pydyf.Dictionary(
            {"Title": pydyf.String(title), "Parent": root.reference, "Dest": pydyf.Array([page, "/Fit"])}
        )
        pdf.add_object(item)
        items.append(item)
    for before, after in itertools.pairwise(items):
        before["Next"], after["Prev"] = after.reference, before.reference
    root["First"], root["Last"] = items[0].reference, items[-1].reference
    pdf.catalog["Outlines"] = root.reference
