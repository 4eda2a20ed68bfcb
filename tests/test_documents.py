"""Score sheets on paper: what stands on them, that names fit and nothing overlaps. No PDF is made here."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone, translation
from paper import FOUR, LONG, LONG_CLUB, WIDEST, sheet, sheet_set, standing, texts_of

from scoring.games import End, dealer_seat
from scoring.rulesets import DROV_RATING, RULESETS, RuleSet, ruleset
from scoring.scores import parse_score
from tournament.documents import document_of, pages_of_sheet
from tournament.documents.drawing import Page, Text
from tournament.documents.fitting import fit_name, wrap
from tournament.documents.fonts import CAPITAL, MM_PER_POINT, Face, width
from tournament.documents.sheet_pages import NAME_SIZES, sheet_pages
from tournament.queries.sheets import Filling, Sheet, SheetCell, Signature
from tournament.scopes import By, Scope


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    """As in the hall."""
    with translation.override("de"):
        yield


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
    return Filling(
        cells,
        count,
        False,
        signature,
        signature,
        unwon=dict.fromkeys(range(1, min(count, 6) + 1), End.STOCK),
        replayed=tuple(range(1, min(count, 4) + 1)),
        closed_after=count,
        closed_reason="Die Halle wurde geräumt, weil der Hausmeister schließen musste. " * 3,
    )


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
    more = replace(
        filled,
        unwon={12: End.STOCK, 4: End.STOCK, 7: End.JOKERS},
        replayed=(3,),
        closed_after=12,
        closed_reason="Zeit war um.",
    )
    below = " ".join(text.words for text in sheet_pages(sheet_set(sheet(7, FOUR, filling=more)))[0].texts)
    assert (
        "Stapel leer in Spiel 4 und 12. Zwei letzte Joker in Spiel 7. Neu gespielt: Spiel 3. "
        "Nach Spiel 12 beendet: Zeit war um."
    ) in below
    assert not any("Unterschrift" in word or "Liste geführt" in word for word in texts_of(page))


def test_a_dealer_who_differs_from_the_usual_order_is_hatched_where_he_dealt() -> None:
    usual = sheet(7, FOUR)
    other = Sheet(7, usual.seats, (2, 1, *usual.dealers[2:]))
    said = [text.words for text in sheet_pages(sheet_set(other))[0].texts if text.words.endswith("gibt")]
    assert said[:2] == ["von der Heyde gibt", "Öztürk gibt"]


# Standings, and the page for the browser.


def test_who_has_withdrawn_is_marked_in_the_printed_standing() -> None:
    printed = standing(3)
    rows = tuple(replace(row, withdrawn=row.number == 2) for row in printed.standings.rows)
    page = document_of(replace(printed, standings=replace(printed.standings, rows=rows))).page("/")
    assert page.count("(abgemeldet)") == 1


@pytest.mark.parametrize(
    ("scope", "title"),
    [
        (Scope(series=1), "Stand der Serie 1"),
        (Scope(By.CLUB), "Vereinswertung in Serie 2"),
        (Scope(By.TANDEM, 1), "Tandemwertung, Serie 1"),
        (Scope(By.CLASS, None, "Damen"), "Wertung Damen in Serie 2"),
    ],
    ids=str,
)
def test_every_standing_has_its_title(scope: Scope, title: str) -> None:
    assert document_of(standing(3, tie=False, scope=scope)).title == title


@pytest.mark.parametrize("facts", [sheet_set(sheet(7, FOUR)), standing(12)], ids=["sheets", "standings"])
def test_the_page_for_the_browser_needs_neither_pango_nor_inline_styles(facts: Any) -> None:
    page = document_of(facts).page("/back/")
    assert 'href="/back/"' in page
    assert "print.css" in page
    assert " style=" not in page
    assert "<style" not in page
    assert "<script" not in page
    assert "Łukasz" in page
