"""The plan on paper: lists by table and by name, table cards, a slip with a code for every player."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
import segno
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import translation
from factories import NAMES, make_entries, make_series, make_tournament, seated
from pypdf import PdfReader

from tournament.documents import cards, document_of, name_page_count, seating_page_count, slips
from tournament.documents.drawing import Text
from tournament.documents.fonts import MM_PER_POINT, width
from tournament.documents.qr import QUIET_ZONE, qr_stroke
from tournament.documents.seating_pages import by_name_context, by_table_context
from tournament.models import Series, Tournament
from tournament.names import listed_name, sort_key
from tournament.queries.prints import print_of
from tournament.queries.seating_prints import (
    DrawnFrom,
    Layout,
    SeatedPlayer,
    SeatedTable,
    SeatingPrint,
    Slip,
    SlipSeat,
    SlipsPrint,
)
from tournament.scopes import Scope
from tournament.views import prints

LONG = "Wilhelmine-Friederike Frentzen-Ohligschläger von Schwarzenfels-Rabenau-Großmützen"
BASE = "http://192.168.1.20:8000"


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    with translation.override("de"):
        yield


def plan(players: int, layout: Layout = Layout.BY_TABLE, *, long: bool = False) -> SeatingPrint:
    """Tables of four, the last of three where it must be; no database."""
    names = [
        LONG[:80] if long and number % 3 == 0 else NAMES[number % len(NAMES)] for number in range(players)
    ]
    seats = [
        SeatedPlayer(number % 4 + 1, number + 1, name, "RC Ährental" if number % 2 else "", sort_key(name))
        for number, name in enumerate(names)
    ]
    tables = [SeatedTable(at // 4 + 1, tuple(seats[at : at + 4])) for at in range(0, players, 4)]
    draw = DrawnFrom("no_rematch", "4 2 6 1 5 3", 2, (2, 3))
    return SeatingPrint(layout, "14. Wetterauer Herbstturnier", 2, draw, tuple(tables))


def pages(content: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(content)).pages]


FOOT = (
    "14. Wetterauer Herbstturnier, Serie 2. Auslosung: Kein Wiedersehen, 4 2 6 1 5 3, Versuch 2. "
    "Serien 2 und 3 zusammen."
)


@pytest.mark.parametrize("players", [7, 48, 49, 68, 69, 96, 107])
def test_the_list_by_table_names_everybody_and_what_it_was_drawn_from(pango: None, players: int) -> None:
    found = pages(document_of(plan(players)).pdf())
    assert len(found) == seating_page_count(-(-players // 4))
    assert "Sitzplan Serie 2 nach Tischen" in found[0]
    for number, page in enumerate(found, 1):
        assert "Tisch ♠ Platz 1 ♥ Platz 2 ♣ Platz 3 ♦ Platz 4" in page
        assert FOOT in page
        assert f"{number} / {len(found)}" in page
    everything = " ".join(found)
    assert all(re.search(rf"\b{number}\b", everything) for number in range(1, players + 1))
    assert ("Dreiertisch" in everything) == bool(players % 4)


def test_rows_by_table_are_heavier_after_every_fourth(db: None) -> None:
    rows = by_table_context(plan(40))["rows"]
    assert [row.number for row in rows if row.heavy] == [4, 8]
    assert [row.three for row in by_table_context(plan(7))["rows"]] == [False, True]


def test_a_long_name_takes_small_lines_and_is_never_cut() -> None:
    cells = [cell for row in by_table_context(plan(400, long=True))["rows"] for cell in row.cells]
    assert {cell.size for cell in cells} <= {7, 8, 9, 10, 11}
    few = [cell for row in by_table_context(plan(40, long=True))["rows"] for cell in row.cells]
    assert min(cell.size for cell in few) >= 8
    assert "".join(few[0].lines).replace(" ", "") == LONG[:80].replace(" ", "")
    assert all(len(cell.lines) <= (3 if cell.size > 7 else 4) for cell in cells)
    assert "".join(cells[0].lines).replace(" ", "") == LONG[:80].replace(" ", "")


@pytest.mark.parametrize("players", [3, 56, 57, 68, 69, 80, 81, 94, 95, 100, 188, 189, 400])
def test_the_list_by_name_holds_94_names_a_page(pango: None, players: int) -> None:
    # Names of every initial: each new one carries a heavier rule.
    facts = plan(players, Layout.BY_NAME)
    letters = [chr(ord("A") + number % 26) for number in range(players)]
    tables = [
        SeatedTable(
            table.number,
            tuple(
                replace(
                    one, name=f"Änne {letters[one.number - 1]}öhler", sort_key=f"{letters[one.number - 1]}o"
                )
                for one in table.players
            ),
        )
        for table in facts.tables
    ]
    crowded = pages(document_of(replace(facts, tables=tuple(tables))).pdf())
    assert len(crowded) == name_page_count(players)
    for page, shown in zip(crowded, by_name_context(facts)["pages"], strict=True):
        assert page.count("öhler, Änne") == sum(map(len, shown))
    found = pages(document_of(plan(players, Layout.BY_NAME)).pdf())
    assert len(found) == name_page_count(players) == -(-players // 94)
    assert all("Wo sitze ich? Serie 2" in page for page in found)
    assert all(FOOT in page for page in found)
    assert sum(page.count("Çelik, Ğülsüm") for page in found) == sum(
        NAMES[number % len(NAMES)] == "Ğülsüm Çelik" for number in range(players)
    )


def test_the_list_by_name_is_in_order_with_a_rule_at_each_new_initial() -> None:
    columns = by_name_context(plan(60, Layout.BY_NAME))["pages"][0]
    assert [len(column) for column in columns] == [30, 30]
    rows = [row for column in columns for row in column]
    names = [" ".join(row.lines) for row in rows]
    assert names == sorted(names, key=lambda name: sort_key(name))
    initials = [names[index][0] for index, row in enumerate(rows) if row.initial]
    assert initials == list("dGHLMÖŞW")
    assert not rows[0].initial


@pytest.mark.parametrize(
    ("name", "listed"),
    [
        ("Günther von der Heyde", "Heyde, Günther von der"),
        ("Änne Größ", "Größ, Änne"),
        ("Heyde, Günther von der", "Heyde, Günther von der"),
        ("Zorro", "Zorro"),
        ("Marianne zu Rantzau", "Rantzau, Marianne zu"),
    ],
)
def test_an_index_begins_with_the_surname(name: str, listed: str) -> None:
    assert listed_name(name) == listed


# Cards.


def reaches(text: Text) -> tuple[float, float]:
    """From where to where a text stands, in mm."""
    return text.left, text.left + width(text.words, text.face, text.size)


@pytest.mark.parametrize("long", [False, True])
def test_a_card_has_all_names_in_one_size_within_its_frame(long: bool) -> None:
    for card in cards.cards_context(plan(400, Layout.CARDS, long=long))["cards"]:
        names = [text for text in card.texts if text.face == "bold" and text.x == cards.NAME_X]
        assert len({text.size for text in names}) == 1
        assert all(max(reaches(text)) <= cards.RIGHT + 0.1 for text in card.texts)
        assert all(min(reaches(text)) >= cards.LEFT - 0.1 for text in card.texts)


def test_the_number_is_104_mm_high_and_fitted_where_it_has_more_digits() -> None:
    shown = {
        text.words: text
        for card in cards.cards_context(plan(400, Layout.CARDS))["cards"]
        for text in card.texts
        if text.face == "serif" and text.words.isdigit()
    }
    assert shown["7"].size * MM_PER_POINT == pytest.approx(104)
    assert width("24", shown["24"].face, shown["24"].size) <= 84.01
    assert width("100", shown["100"].face, shown["100"].size) == pytest.approx(84)


def test_cards_are_landscape_and_say_who_deals_first(pango: None) -> None:
    reader = PdfReader(BytesIO(document_of(plan(11, Layout.CARDS)).pdf()))
    assert len(reader.pages) == 3
    box = reader.pages[0].mediabox
    assert (round(float(box.width)), round(float(box.height))) == (842, 595)
    text = " ".join(reader.pages[2].extract_text().split())
    assert "gibt zuerst" in text
    assert "Nr. 10, RC Ährental" in text
    assert FOOT in text


# Slips and their codes.


def modules(path: str, side: float, size: int) -> list[list[int]]:
    """The matrix that the lines of a code paint."""
    module = side / (size + 2 * QUIET_ZONE)
    matrix = [[0] * size for _ in range(size)]
    for x, y, length in re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+)", path):
        row = round(float(y) / module - 0.5) - QUIET_ZONE
        start = round(float(x) / module) - QUIET_ZONE
        for column in range(start, start + round(float(length) / module)):
            matrix[row][column] = 1
    return matrix


def test_a_code_paints_the_modules_of_its_address() -> None:
    address = f"{BASE}/t/herbst/player/12/"
    wanted = [
        [int(bool(dark)) for dark in line] for line in segno.make(address, mask=2, boost_error=False).matrix
    ]
    stroke = qr_stroke(address, 0, 0, 30)
    assert modules(stroke.path, 30, len(wanted)) == wanted
    assert stroke.width == pytest.approx(30 / (len(wanted) + 8))


def slip_set(players: int, series: int, name: str = "Änne Größ") -> SlipsPrint:
    seats = tuple(SlipSeat(number, 100 - number, number % 4 + 1) for number in range(1, series + 1))
    return SlipsPrint(
        "14. Wetterauer Herbstturnier",
        tuple(
            Slip(number, name, "RC Ährental", f"/t/x/player/{number}/", seats)
            for number in range(1, players + 1)
        ),
    )


@pytest.mark.parametrize("series", [1, 3, 5, 8, 9, 20])
@pytest.mark.parametrize("name", ["Änne Größ", LONG[:80]])
def test_nothing_on_a_slip_leaves_it_or_meets_the_code(series: int, name: str) -> None:
    page = slips.slip_pages(slip_set(8, series, name), BASE)[0]
    for text in page.texts[: len(page.texts) // 8]:
        left, right = reaches(text)
        assert left > 0
        assert right <= slips.RIGHT + 0.1
        assert 0 < text.y < slips.SLIP_HIGH - 2
        beside_code = slips.QR_TOP + 1 < text.y < slips.QR_TOP + slips.QR_SIDE
        assert not beside_code or right <= slips.RIGHT - slips.QR_SIDE + 3


@pytest.mark.parametrize("players", [8, 9])
def test_eight_slips_fit_a_page_with_all_tables(pango: None, players: int) -> None:
    found = pages(document_of(slip_set(players, 5), BASE).pdf())
    assert len(found) == slips.slip_page_count(players) == -(-players // 8)
    assert found[0].count("Änne Größ") == 8
    assert all(f"Serie {number}" in found[0] for number in range(1, 6))
    assert "Meine Ergebnisse" in found[0]


def test_without_an_address_there_is_no_code() -> None:
    page = slips.slip_pages(slip_set(8, 2), "")[0]
    assert len(page.form.strokes) == 1
    assert "Meine Ergebnisse" not in {text.words for text in page.texts}


# The read models, the page and the command.


@pytest.mark.django_db
@pytest.mark.parametrize("players", [4, 16])
def test_prints_of_a_plan_cost_three_statements(players: int, django_assert_num_queries: Any) -> None:
    tournament, _series = seated(players)
    for kind in ("seating", "seating-by-name", "table-cards"):
        with django_assert_num_queries(3):
            found = print_of(tournament, kind, Scope(series=1))
        assert isinstance(found, SeatingPrint)
        assert [len(table.players) for table in found.tables] == [4] * (players // 4)
    with django_assert_num_queries(1):
        print_of(tournament, "player-slips", Scope())


@pytest.mark.django_db
def test_a_slip_knows_all_tables_and_the_page_of_its_player() -> None:
    tournament, _series = seated(8)
    entries = list(tournament.entries.all())
    make_entries(make_tournament("andere"), 4)
    make_series(tournament, 2, [[*entries[4:6], *entries[0:2]], [*entries[2:4], *entries[6:8]]])
    found = print_of(tournament, "player-slips", Scope())
    assert isinstance(found, SlipsPrint)
    slip = next(slip for slip in found.slips if slip.number == 1)
    assert slip.path == "/t/probe/player/1/"
    assert slip.seats == (SlipSeat(1, 1, 1), SlipSeat(2, 1, 3))
    assert len(found.slips) == 8


@pytest.mark.django_db
def test_the_print_page_and_the_plan_lead_to_the_prints(desk: Client) -> None:
    seated(8)
    page = desk.get("/t/probe/print/").content.decode()
    for kind in ("seating", "seating-by-name", "table-cards", "player-slips"):
        assert f"/t/probe/print/{kind}/" in page
    plan_page = desk.get("/t/probe/draw/1/").content.decode()
    assert "/t/probe/print/seating/?series=1" in plan_page
    assert "/t/probe/print/seating-by-name/?series=1" in plan_page


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["seating", "seating-by-name", "table-cards", "player-slips"])
def test_every_print_opens_as_a_page_too(desk: Client, visitor: Client, kind: str) -> None:
    seated(7)
    shown = desk.get(f"/t/probe/print/{kind}/?format=html")
    assert "Größ" in shown.content.decode()
    assert "style=" not in shown.content.decode()
    assert visitor.get(f"/t/probe/print/{kind}/").status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["seating", "player-slips"])
def test_nothing_is_printed_before_a_draw(desk: Client, kind: str) -> None:
    make_tournament()
    response = desk.get(f"/t/probe/print/{kind}/")
    assert response.status_code == 404
    assert "Es ist noch keine Serie ausgelost." in response.content.decode()


@pytest.mark.parametrize(
    ("host", "answered", "address"),
    [
        ("192.168.1.20:8000", [], "http://192.168.1.20:8000"),
        ("romme.example", [], "http://romme.example"),
        ("127.0.0.1:8000", ["192.168.1.20"], "http://192.168.1.20:8000"),
        ("localhost:8000", ["10.0.0.5", "192.168.1.20"], "http://10.0.0.5:8000"),
        ("127.0.0.1:8000", [], ""),
        ("[::1]:8000", [], ""),
    ],
)
def test_a_code_leads_where_phones_reach_this_machine(
    rf: Any, monkeypatch: pytest.MonkeyPatch, settings: Any, host: str, answered: list[str], address: str
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setattr(prints, "lan_addresses", lambda: ["10.0.0.5", "192.168.1.20"])
    monkeypatch.setattr(prints, "is_answered", lambda at, port: port == 8000 and at in answered)
    assert prints.hall_address(rf.get("/", headers={"host": host})) == address


def written(tmp_path: Path, *arguments: str) -> tuple[str, str, Path]:
    out, err, path = StringIO(), StringIO(), tmp_path / "print.pdf"
    call_command("print_document", "probe", *arguments, "-o", str(path), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue(), path


@pytest.mark.django_db
def test_the_command_prints_slips_with_and_without_a_code(pango: None, tmp_path: Path) -> None:
    seated(8)
    out, err, path = written(tmp_path, "player-slips", "--url", f"{BASE}/")
    assert "Spielerzettel" in out
    assert err == ""
    assert "Meine Ergebnisse" in pages(path.read_bytes())[0]
    _out, err, path = written(tmp_path, "player-slips")
    assert "Ohne --url haben die Spielerzettel keinen Code" in err
    assert "Meine Ergebnisse" not in pages(path.read_bytes())[0]


@pytest.mark.django_db
@pytest.mark.parametrize("url", ["192.168.1.20", "ftp://x", "http://", "http://x y", "http://" + "x" * 200])
def test_the_command_refuses_an_address_that_is_none(tmp_path: Path, url: str) -> None:
    seated(8)
    with pytest.raises(CommandError, match="ist keine Adresse wie"):
        written(tmp_path, "player-slips", "--url", url)
    assert not (tmp_path / "print.pdf").exists()


@pytest.mark.django_db
def test_a_plan_from_a_file_has_no_seed_at_its_foot(pango: None) -> None:
    tournament, _series = seated(8)
    Series.objects.update(draw_method="", draw_seed="")
    found = print_of(Tournament.objects.get(pk=tournament.pk), "seating", Scope(series=1))
    assert isinstance(found, SeatingPrint)
    page = pages(document_of(found).pdf())[0]
    assert "Herbstturnier, Serie 1." in page
    assert "Auslosung" not in page
