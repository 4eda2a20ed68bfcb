"""Finished PDF files: their text, their fonts, the letters that are drawn, and that nothing is fetched."""

from __future__ import annotations

import http.server
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import needs
from django.utils import timezone, translation
from paper import DROV, FOUR, reader, sheet, sheet_set, standing, words
from PIL import Image, ImageChops, ImageDraw, ImageFont

from scoring.ranking import Lot
from tournament.documents import document_of
from tournament.documents.fonts import FOLDER, TYPEFACES, Face
from tournament.documents.pdf import to_pdf
from tournament.queries.prints import CountedIn, StandingPrint
from tournament.queries.standings import Progress, StandingRow, Standings
from tournament.scopes import Scope

pytestmark = pytest.mark.pdf


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    """As in the hall."""
    with translation.override("de"):
        yield


# The file.


def test_the_text_of_a_sheet_can_be_read_in_the_file(pango: None) -> None:
    pdf = document_of(sheet_set(sheet(7, FOUR), sheet(24, FOUR[:3]))).pdf()
    first, second = words(pdf), words(pdf, 1)
    for said in (
        "14. Wetterauer Rommé-Herbstturnier", "Samstag, 3. Oktober 2026, Bürgerhaus", "Turnierliste Serie 2",
        "Tisch 7", "Nr. 3, RC Joker", "Çelik gibt", "Summe", "mit Anlegen", "6*", "0–10 Augen",
        "Ass 11, Bild 10, Joker 20.", "1 / 2",
    ):  # fmt: skip
        assert said in first
    assert (
        first.index("Öztürk")
        < first.index("Günther")
        < first.index("Ğülsüm")
        < first.index("Schmidt-Rottluff")
    )
    assert "Tisch 24" in second
    assert "15 Spiele" in second
    assert "2 / 2" in second


def test_the_file_says_its_title_its_language_and_where_each_table_is(pango: None) -> None:
    pdf = reader(document_of(sheet_set(sheet(7, FOUR), sheet(24, FOUR[:3]))).pdf())
    assert pdf.metadata is not None
    assert pdf.metadata.title == "Turnierlisten Serie 2"
    assert pdf.trailer["/Root"]["/Lang"] == "de"
    assert [entry["/Title"] for entry in pdf.outline] == [
        "Turnierliste Serie 2, Tisch 7",
        "Turnierliste Serie 2, Tisch 24",
    ]
    assert [pdf.get_destination_page_number(entry) for entry in pdf.outline] == [0, 1]


def fonts(pdf: bytes) -> dict[str, bool]:
    """Name of every font of the file, and whether it is embedded."""
    found = {}
    for page in reader(pdf).pages:
        for font in page["/Resources"]["/Font"].values():
            inner = font.get_object()["/DescendantFonts"][0].get_object()
            found[inner["/BaseFont"].partition("+")[2]] = "/FontFile2" in inner["/FontDescriptor"]
    return found


@pytest.mark.parametrize("facts", [sheet_set(sheet(7, FOUR)), standing(12)], ids=["sheets", "standings"])
def test_the_fonts_are_ours_alone_and_embedded(pango: None, facts: Any) -> None:
    found = fonts(document_of(facts).pdf())
    assert len(found) == 3
    assert all(
        name.startswith(("Romme-Sans", "Romme-Serif")) and embedded for name, embedded in found.items()
    )


def test_a_hundred_tables_are_a_hundred_small_pages(pango: None) -> None:
    sheets = [sheet(number, [f"{name} {number}" for name in FOUR]) for number in range(1, 101)]
    pdf = document_of(sheet_set(*sheets)).pdf()
    assert len(reader(pdf).pages) == 100
    assert "Tisch 100" in words(pdf, 99)
    assert "Öztürk 100" in words(pdf, 99)
    assert len(pdf) < 100 * 20_000


def test_scripts_our_fonts_lack_are_laid_out_all_the_same(pango: None) -> None:
    page = words(
        document_of(sheet_set(sheet(7, ["山田 太郎", "Иван Петров", "محمد علي", "J\u030can Novák"]))).pdf()
    )
    assert "山田" in page
    assert "Петров" in page
    assert "Novák" in page


def test_a_sheet_in_english(pango: None) -> None:
    with translation.override("en"):
        pdf = document_of(sheet_set(sheet(7, FOUR))).pdf()
    assert "Score sheet series 2" in words(pdf)
    assert "Table 7" in words(pdf)
    assert "Öztürk deals" in words(pdf)
    assert reader(pdf).trailer["/Root"]["/Lang"] == "en"


# The right letters: a text layer may be right where the picture is wrong.


def drawn(pdf: bytes, word: str, folder: Path, dpi: int = 600) -> Image.Image:
    """The word as poppler draws it on the first page, cut to its ink."""
    needs(shutil.which("pdftoppm"), "pdftoppm")
    file = folder / "page.pdf"
    file.write_bytes(pdf)
    places = subprocess.run(
        ["pdftotext", "-bbox", "-l", "1", file, "-"], capture_output=True, text=True, check=True
    ).stdout
    found = re.search(rf'xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">{word}</word>', places)
    assert found, f"{word} is not in the text of the page"
    left, top, right, bottom = (round(float(value) * dpi / 72) for value in found.groups())
    part = ["-x", left - 3, "-y", top, "-W", right - left + 6, "-H", bottom - top]
    options = ["-r", dpi, "-l", 1, *part, "-gray", "-singlefile", "-png"]
    subprocess.run(["pdftoppm", *map(str, options), file, folder / "page"], check=True)
    return _ink(Image.open(folder / "page.png"))


def expected(word: str, face: Face, height: int) -> Image.Image:
    """The word as the font file draws it, cut to its ink, of a height."""
    font = ImageFont.truetype(FOLDER / TYPEFACES[face].file, 200)
    image = Image.new("L", (240 * len(word), 400), 255)
    ImageDraw.Draw(image).text((60, 60), word, font=font, fill=0)
    ink = _ink(image)
    return ink.resize((round(ink.width * height / ink.height), height))


def _ink(image: Image.Image) -> Image.Image:
    return image.crop(
        ImageChops.invert(image.convert("L")).point(lambda value: 255 if value > 90 else 0).getbbox()
    )


def likeness(one: Image.Image, other: Image.Image) -> float:
    """Share of the ink that both have, 1 for the same picture."""
    size = (max(one.width, other.width), max(one.height, other.height))
    pictures = []
    for image in (one, other):
        canvas = Image.new("L", size, 255)
        canvas.paste(image.convert("L"), (0, 0))
        pictures.append(canvas.point(lambda value: 255 if value < 128 else 0).convert("1"))
    both, any_ink = (
        sum(op(*pictures).convert("L").histogram()[255:])
        for op in (ImageChops.logical_and, ImageChops.logical_or)
    )
    return both / any_ink


LETTERS = {
    "Łukasz": ("Ýukasz", "Lukasz", "Ľukasz"),
    "Ğül": ("Gül", "Ģül", "Ĝül"),
    "Şahin": ("Sahin", "Śahin"),
    "Weiß": ("Weib", "Weis"),
}


@pytest.fixture(scope="module")
def lettered(pango: None) -> dict[str, bytes]:
    """The four names on a sheet, stamped in bold, and in a standing, laid out by WeasyPrint."""
    rows = tuple(
        StandingRow(place, place, f"{word} Q", "", (), 9 - place, 8, 1, 1, 0, False, None, None)
        for place, word in enumerate(LETTERS, 1)
    )
    read = Standings(Scope(), rows, Progress(1, 1, 0), ())
    return {
        Face.BOLD: document_of(
            sheet_set(sheet(7, [f"{word} {last}" for word, last in zip(LETTERS, "ABCD", strict=True)]))
        ).pdf(),
        Face.SANS: document_of(StandingPrint("T", DROV, read, False, (), timezone.now())).pdf(),
    }


@pytest.mark.parametrize("word", LETTERS)
@pytest.mark.parametrize("face", [Face.BOLD, Face.SANS])
def test_the_glyph_drawn_is_the_letter_meant(
    lettered: dict[str, bytes], tmp_path: Path, word: str, face: Face
) -> None:
    picture = drawn(lettered[face], word, tmp_path)
    scores = {
        text: likeness(picture, expected(text, face, picture.height)) for text in (word, *LETTERS[word])
    }
    assert max(scores, key=scores.__getitem__) == word, scores
    assert scores[word] > 0.7, scores


# Nothing is fetched.


@pytest.fixture
def listener() -> Iterator[tuple[str, list[str]]]:
    """A server on this machine that notes what is asked of it."""
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(302)
            self.send_header("Location", "/again")
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    server.server_close()


def images(pdf: bytes) -> int:
    return sum(len(page.images) for page in reader(pdf).pages)


def test_markup_in_a_name_is_a_name(pango: None, listener: tuple[str, list[str]], tmp_path: Path) -> None:
    address, asked = listener
    Image.new("L", (2, 2)).save(tmp_path / "x.png")
    evil = [
        f'<img src="{address}/x.png">',
        f'<img src="{(tmp_path / "x.png").as_uri()}">',
        "<script>",
        "</svg><b>",
    ]
    pdf = document_of(sheet_set(sheet(7, evil), name=f'<link rel=stylesheet href="{address}">')).pdf()
    assert asked == []
    assert images(pdf) == 0
    assert "<script>" in words(pdf)
    assert "</svg><b>" in words(pdf)


def test_not_even_a_template_could_fetch_anything_but_the_fonts(
    pango: None, listener: tuple[str, list[str]], tmp_path: Path
) -> None:
    address, asked = listener
    Image.new("L", (2, 2)).save(tmp_path / "x.png")
    inside = (FOLDER / "LICENSE.txt").as_uri()
    html = (
        f'<html lang="de"><title>x</title><link rel="stylesheet" href="{address}/a.css">'
        f'<style>@import url("{address}/b.css"); body {{ background: url({address}/c.png) }}</style>'
        f'<img src="{address}/d.png" alt=""><img src="{(tmp_path / "x.png").as_uri()}" alt="">'
        f'<link rel="attachment" href="{inside}"><object data="file:///etc/passwd"></object><p>leer</p>'
    )
    pdf = to_pdf(html)
    assert asked == []
    assert images(pdf) == 0
    assert not reader(pdf).attachments


# Standings.


def test_a_standing_says_progress_ties_and_what_it_is_called(pango: None) -> None:
    page = words(document_of(standing(12)).pdf())
    assert "Gesamtstand in Serie 2" in page
    assert "47 von 48 Tischen, davon 5 ungeprüft. Vorläufig." in page
    assert "Plätze 9 und 10: beide 97 WP und 1\u202f024 Augen. Das Los entscheidet noch." in page.replace(
        "1 024", "1\u202f024"
    )
    assert page.count("9.=") == 2
    assert "Es zählen die meisten Punkte" in page


def test_nr_14_a_tie_the_lot_has_decided_says_so(pango: None) -> None:
    page = words(document_of(standing(12, lots=[Lot((10, 9))])).pdf())
    assert "Das Los hat entschieden." in page
    assert "=" not in page
    assert page.index("Çelik 10") < page.index("von der Heyde 9")


def test_a_long_standing_repeats_its_head_and_numbers_its_pages(pango: None) -> None:
    pdf = document_of(standing(94)).pdf()
    pages = [words(pdf, page) for page in range(len(reader(pdf).pages))]
    assert len(pages) == 3
    for number, page in enumerate(pages, 1):
        assert "Platz Spieler Verein WP Augen Spiele Rommés Hand-R." in page
        assert f"{number} / 3" in page
        assert "Herbstturnier. Gedruckt am " in page
    assert "34." in pages[0]
    assert "35." not in pages[0]


def test_adjustments_are_named_below_the_standing(pango: None) -> None:
    facts = standing(12)
    noted = (CountedIn("Jo Li", 2, -2, 0, "zu spät"), CountedIn("X", None, 3, -40, "Rechenfehler"))
    page = words(document_of(StandingPrint("T", DROV, facts.standings, True, noted, timezone.now())).pdf())
    assert "Endgültig." in page
    assert "Jo Li: −2 WP, Serie 2 (zu spät)" in page
    assert "X: +3 WP und −40 Augen, insgesamt (Rechenfehler)" in page


def test_a_standing_is_tagged_for_those_who_listen_to_it(pango: None) -> None:
    pdf = reader(document_of(standing(12)).pdf())
    root = pdf.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in root
    assert root["/Lang"] == "de"
    assert pdf.metadata is not None
    assert pdf.metadata.title == "Gesamtstand in Serie 2 · Herbstturnier"
