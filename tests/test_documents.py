"""Paper: what stands on it, that nothing overlaps, that the right letters are drawn, that nothing is fetched."""

from __future__ import annotations

import datetime
import http.server
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from conftest import needs
from django.utils import timezone, translation
from PIL import Image, ImageChops, ImageDraw, ImageFont
from pypdf import PdfReader

from scoring.games import dealer_seat
from scoring.ranking import Lot, Total, rank
from scoring.rulesets import DROV_RATING, RULESETS, RuleSet, games_at_table, ruleset
from scoring.scores import parse_score
from tournament.documents import document_of, pages_of_sheet
from tournament.documents.drawing import Page, Text
from tournament.documents.fitting import fit_name, wrap
from tournament.documents.fonts import CAPITAL, FOLDER, MM_PER_POINT, TYPEFACES, Face, width
from tournament.documents.pdf import to_pdf
from tournament.documents.sheet_pages import NAME_SIZES, sheet_pages
from tournament.queries.prints import CountedIn, StandingPrint
from tournament.queries.sheets import Filling, Sheet, SheetCell, SheetSeat, SheetSet, Signature
from tournament.queries.standings import Progress, SeriesState, StandingRow, Standings
from tournament.scopes import By, Scope

DROV = RULESETS["drov"]
FOUR = ("Łukasz Öztürk", "Günther von der Heyde", "Ğülsüm Çelik", "Karl-Heinz Schmidt-Rottluff")
LONG = "Edeltraud Freifrau von Stackelberg-Hohenzollern"
WIDEST = "W" * 80
LONG_CLUB = "Rommé- und Canasta-Spielgemeinschaft Wetterau-Vogelsberg-Nordost von 1987 e. V."

# Without a database, and in German like the hall.
pytestmark = pytest.mark.pdf


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    with translation.override("de"):
        yield


def sheet(
    table: int | None,
    names: Sequence[str],
    rules: RuleSet = DROV,
    club: str = "RC Joker",
    games: int = 15,
    **more: Any,
) -> Sheet:
    size = len(names)
    seats = tuple(
        SheetSeat(position, None if table is None else position, name, club)
        for position, name in enumerate(names, 1)
    )
    count = games_at_table(games, size, rules)
    dealers = tuple(dealer_seat(number, size) for number in range(1, count + 1))
    return Sheet(table, seats, dealers, **more)


def sheet_set(*sheets: Sheet, rules: RuleSet = DROV, **fields: Any) -> SheetSet:
    values: dict[str, Any] = {
        "name": "14. Wetterauer Rommé-Herbstturnier",
        "date": datetime.date(2026, 10, 3),
        "venue": "Bürgerhaus",
        "ruleset": rules,
        "series": 2,
        "draw_seed": "4 2 6",
        "draw_attempt": 1,
    }
    return SheetSet(**(values | fields), sheets=sheets)


def standing(
    count: int, *, lots: Sequence[Lot] = (), tie: bool = True, scope: Scope | None = None
) -> StandingPrint:
    """Players in order; with `tie`, numbers 9 and 10 are equal in both sums."""
    totals = [
        Total(n, 97, 1024, 30, 9, 0)
        if tie and n in (9, 10)
        else Total(n, 500 - n if n < 9 else 97 - n // 11, 700 + n, 30, 9, 1)
        for n in range(1, count + 1)
    ]
    rows = tuple(
        StandingRow(
            place.rank, place.total.key, f"{FOUR[int(place.total.key) % 4]} {place.total.key}", "RC Joker", (),
            place.total.points, place.total.hand_total, 30, 9, place.total.hand_rommes,
            place.tied, place.above, place.below,
        )
        for place in rank(totals, lots)
    )  # fmt: skip
    states = (SeriesState(1, True, 24, 24, 24, 0), SeriesState(2, False, 24, 23, 18, 0))
    read = Standings(scope or Scope(), rows, Progress(48, 47, 5), states)
    return StandingPrint("Herbstturnier", DROV, read, False, (), timezone.now())


def reader(pdf: bytes) -> Any:
    return PdfReader(BytesIO(pdf))


def words(pdf: bytes, page: int = 0) -> str:
    """The text of a page with single spaces."""
    return " ".join(reader(pdf).pages[page].extract_text().split())


def texts_of(page: Page) -> list[str]:
    return [text.words for text in (*page.form.texts, *page.texts)]


# Fitting.


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Jo Li", ("Jo Li",)),
        ("Günther von der Heyde", ("Günther", "von der Heyde")),
        ("Zoë Müller-Lüdenscheidt", ("Zoë Müller-", "Lüdenscheidt")),
        ("Karl-Heinz Schmidt-Rottluff", ("Karl-Heinz", "Schmidt-Rottluff")),
        ("X", ("X",)),
    ],
)
def test_names_break_before_the_surname_or_behind_a_hyphen(name: str, lines: tuple[str, ...]) -> None:
    assert fit_name(name, Face.BOLD, 32.5, NAME_SIZES).lines == lines


@pytest.mark.parametrize("name", [LONG, WIDEST, LONG_CLUB, "a-" * 40, "Meier, Uwe", "Hans–Peter  Groß"])
@pytest.mark.parametrize("room", [12.0, 32.5])
def test_names_are_never_cut_and_never_wider_than_their_place(name: str, room: float) -> None:
    fitted = fit_name(name, Face.BOLD, room, NAME_SIZES)
    assert "".join("".join(fitted.lines).split()) == "".join(name.split())
    assert all(width(line, Face.BOLD, fitted.size) <= room for line in fitted.lines)
    assert NAME_SIZES[-1] <= fitted.size <= NAME_SIZES[0]


def test_an_empty_text_is_one_empty_line() -> None:
    assert wrap("", Face.SANS, 10, 9) == ("",)


def test_letters_and_accents_that_come_apart_are_put_together() -> None:
    assert fit_name("Nova\u0301k", Face.BOLD, 40, NAME_SIZES).lines == ("Novák",)


# The place of every word.


def box(text: Text) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of the capitals of a text, in mm."""
    wide = width(text.words, text.face, text.size)
    return text.left, text.y - CAPITAL * text.size * MM_PER_POINT, text.left + wide, text.y


def collisions(page: Page) -> list[str]:
    """Words outside the margins, and pairs of words on each other."""
    placed = [(box(text), text.words) for text in (*page.form.texts, *page.texts) if text.words]
    found = [
        word
        for (left, top, right, bottom), word in placed
        if left < 13.9 or right > 202.1 or top < 8.9 or bottom > 289.1
    ]
    for index, (one, first) in enumerate(placed):
        for other, second in placed[index + 1 :]:
            slack = 0.05
            beside = one[2] - slack <= other[0] or other[2] - slack <= one[0]
            if not beside and one[1] < other[3] - slack and other[1] < one[3] - slack:
                found.append(f"{first} / {second}")
    return found


def filling(count: int, rules: RuleSet, sheet_of: Sheet) -> Filling:
    """Every seat in play has widest possible figures."""
    size = len(sheet_of.seats)
    cells = {}
    for number in range(1, count + 1):
        for position in range(1, size + 1):
            if size in rules.dealer_sits_out_at and dealer_seat(number, size) == position:
                continue
            score = parse_score("120/188") if rules.name == "romme500" else parse_score("-188")
            cells[number, position] = SheetCell(score, -188, -1888)
    signature = Signature(timezone.now(), "Maximiliane Röder")
    return Filling(cells, count, False, signature, signature)


PEOPLE = {
    "short": (["X", "Jo Li", "A B", "Y"] * 2, "Z", "T", "V"),
    "usual": ([*FOUR, *FOUR], "Rommé-Freunde Groß-Gerau", "14. Wetterauer Rommé-Herbstturnier", "Bürgerhaus"),
    "long": ([LONG, "Jo Li", LONG_CLUB, "X"] * 2, LONG_CLUB, LONG_CLUB, LONG_CLUB),
    "widest": ([WIDEST] * 8, WIDEST, WIDEST, WIDEST),
    "namesakes": (
        ["Uwe Meier", "Ute Meier", "Meier", "Karl-Friedrich Ottokar Meier-Sonnenschein"] * 2,
        "",
        "T",
        "",
    ),
}


@pytest.mark.parametrize("people", PEOPLE)
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("rules", ["drov", "home", "romme500"])
def test_nothing_overlaps_on_any_sheet(people: str, language: str, rules: str) -> None:
    names, club, tournament, venue = PEOPLE[people]
    chosen = RULESETS[rules]
    sheets: list[Sheet] = []
    for size in sorted(chosen.table_sizes):
        plain = sheet(size * 111, names[:size], chosen, club)
        filled = sheet(7, names[:size], chosen, club, filling=filling(15, chosen, plain))
        sheets += [plain, filled, sheet(None, [""] * size, chosen)]
    seed = "4 2 6 " * 33 if people == "long" else "W" * 200 if people == "widest" else "4 2 6"
    with translation.override(language):
        pages = sheet_pages(sheet_set(*sheets, rules=chosen, name=tournament, venue=venue, draw_seed=seed))
    assert {page.title: collisions(page) for page in pages if collisions(page)} == {}


def test_a_usual_sheet_has_rows_of_9_35_mm_for_the_pen() -> None:
    page = sheet_pages(sheet_set(sheet(7, FOUR)))[0]
    numbers = {
        text.words: text.y for text in page.form.texts if text.words.isdecimal() and text.face is Face.BOLD
    }
    assert (numbers["20"] - numbers["1"]) / 19 >= 9.35
    three = sheet_pages(sheet_set(sheet(7, FOUR[:3])))[0]
    numbers = {
        text.words: text.y for text in three.form.texts if text.words.isdecimal() and text.face is Face.BOLD
    }
    assert (numbers["15"] - numbers["1"]) / 14 == pytest.approx(12.5, abs=0.1)


# What a sheet says.


def test_nr_2_at_a_table_of_four_the_dealer_sits_out_and_is_named() -> None:
    page = sheet_pages(sheet_set(sheet(7, FOUR)))[0]
    said = texts_of(page)
    assert said.count("Öztürk gibt") == said.count("von der Heyde gibt") == 5
    assert "4 Spieler, 20 Spiele, wer gibt, setzt aus" in said
    assert [number for number in said if number.isdecimal()].count("20") == 1
    assert len(page.patches) == 20


def test_at_a_table_of_three_everybody_plays_and_the_dealer_stands_beside_the_suit() -> None:
    page = sheet_pages(sheet_set(sheet(24, FOUR[:3])))[0]
    said = texts_of(page)
    assert "3 Spieler, 15 Spiele, wer gibt, spielt mit" in said
    assert said.count("Öztürk") == said.count("Çelik") == 5
    assert not page.patches


def test_two_of_one_surname_deal_under_their_whole_names() -> None:
    said = texts_of(sheet_pages(sheet_set(sheet(1, ["Uwe Meier", "Ute Meier", "Jo Li", "X"])))[0])
    assert "Uwe Meier gibt" in said
    assert "Ute Meier gibt" in said
    assert "Li gibt" in said


def test_a_name_too_long_for_its_row_deals_under_its_seat() -> None:
    said = texts_of(sheet_pages(sheet_set(sheet(1, [WIDEST, "Jo Li", "A B", "X"])))[0])
    assert said.count("Platz 1 gibt") == 5


def test_only_assumed_ratings_are_dashed_with_a_star_and_one_footnote() -> None:
    page = sheet_pages(sheet_set(sheet(7, FOUR)))[0]
    said = texts_of(page)
    assert [word for word in said if word.endswith("*")] == ["6*", "3*", "0*"]
    assert sum("noch nicht bestätigt" in word for word in said) == 1
    dashed = [stroke for stroke in page.form.strokes if stroke.dash]
    assert len(dashed) == 1
    assert dashed[0].path.count("M") == 3


def test_a_number_the_tournament_has_set_itself_is_not_dashed() -> None:
    rating = DROV_RATING.to_json() | {
        "hand_romme_layoff": 7,
        "opened": [[12, 3], [30, 2], [None, 1]],
        "not_opened": -1,
    }
    rules = ruleset("drov", {"rating": rating})
    said = texts_of(sheet_pages(sheet_set(sheet(7, FOUR, rules), rules=rules))[0])
    assert [word for word in said if word.endswith("*")] == []
    assert {"7", "0–12 Augen", "13–30 Augen", "über 30 Augen", "−1"} <= set(said)
    assert not any("noch nicht bestätigt" in word for word in said)


def test_the_seed_of_the_draw_stands_on_the_sheet() -> None:
    assert any(
        "Auslosung aus „4 2 6“, Versuch 1." in word
        for word in texts_of(sheet_pages(sheet_set(sheet(7, FOUR)))[0])
    )


def test_a_blank_sheet_has_room_for_names_and_no_number() -> None:
    page = sheet_pages(sheet_set(sheet(None, [""] * 4), series=None, draw_seed=""))[0]
    said = texts_of(page)
    assert said.count("Name") == said.count("Nr., Verein") == 4
    assert said.count("gibt") == 20
    assert "Turnierliste Serie" in said
    assert "Tisch" in said
    assert not any("Auslosung" in word for word in said)


def test_more_games_than_a_page_bears_go_on_between_two_rounds() -> None:
    pages = sheet_pages(sheet_set(sheet(7, FOUR, games=21), sheet(8, FOUR[:3], games=60)))
    assert [pages_of_sheet(28, 4), pages_of_sheet(60, 3)] == [2, 3]
    assert len(pages) == 5
    first, second = texts_of(pages[0]), texts_of(pages[1])
    assert "16" in first
    assert "17" not in first
    assert "17" in second
    assert "28" in second
    assert "Übertrag" in first
    assert "Summe" in second
    assert "1 / 5" in first
    assert "2 / 5" in second
    assert any("Blatt 2 von 2" in word for word in second)


def test_a_filled_sheet_shows_what_was_entered() -> None:
    cells = {
        (1, 2): SheetCell(parse_score("R"), 5, 5),
        (1, 3): SheetCell(parse_score("-108"), 0, 0),
        (1, 4): SheetCell(parse_score("87"), 1, 1),
        (2, 1): SheetCell(parse_score("?"), None, None),
        (2, 3): SheetCell(parse_score("12"), None, None),
    }
    at = timezone.make_aware(datetime.datetime(2026, 10, 3, 15, 49))
    filled = Filling(cells, 1, False, Signature(at, "I. Röder"), None)
    page = sheet_pages(sheet_set(sheet(7, FOUR, filling=filled)))[0]
    said = [text.words for text in page.texts]
    assert {"R", "108", "×", "87", "?", "12"} <= set(said)
    # 18 games with three players each were not played.
    assert said.count("–") == 54 + 1
    assert "Ausdruck der eingegebenen Liste. Eingegeben 15:49 I. Röder. Gespielt: 1 von 20 Spielen." in said
    assert said.count("0 Rommés") == 4
    assert not any("Unterschrift" in word or "Liste geführt" in word for word in texts_of(page))


def test_a_dealer_who_differs_from_the_usual_order_is_hatched_where_he_dealt() -> None:
    usual = sheet(7, FOUR)
    other = Sheet(7, usual.seats, (2, 1, *usual.dealers[2:]))
    said = [text.words for text in sheet_pages(sheet_set(other))[0].texts if text.words.endswith("gibt")]
    assert said[:2] == ["von der Heyde gibt", "Öztürk gibt"]


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
    assert "Gesamtstand nach Serie 2" in page
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


@pytest.mark.parametrize(
    ("scope", "title"),
    [
        (Scope(series=1), "Stand der Serie 1"),
        (Scope(By.CLUB), "Vereinswertung nach Serie 2"),
        (Scope(By.TANDEM, 1), "Tandemwertung, Serie 1"),
        (Scope(By.CLASS, None, "Damen"), "Wertung Damen nach Serie 2"),
    ],
    ids=str,
)
def test_every_standing_has_its_title(scope: Scope, title: str) -> None:
    assert document_of(standing(3, tie=False, scope=scope)).title == title


def test_a_standing_is_tagged_for_those_who_listen_to_it(pango: None) -> None:
    pdf = reader(document_of(standing(12)).pdf())
    root = pdf.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in root
    assert root["/Lang"] == "de"
    assert pdf.metadata is not None
    assert pdf.metadata.title == "Gesamtstand nach Serie 2 · Herbstturnier"


@pytest.mark.parametrize("facts", [sheet_set(sheet(7, FOUR)), standing(12)], ids=["sheets", "standings"])
def test_the_page_for_the_browser_needs_neither_pango_nor_inline_styles(facts: Any) -> None:
    page = document_of(facts).page("/back/")
    assert 'href="/back/"' in page
    assert "print.css" in page
    assert " style=" not in page
    assert "<style" not in page
    assert "<script" not in page
    assert "Łukasz" in page
