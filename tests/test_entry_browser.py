"""The entry page in Chromium, by the keys of the numeric keypad alone."""

from __future__ import annotations

import pytest
from factories import seated
from playwright.sync_api import Page, expect

from scoring.games import End, Game, parse_score, score_game
from scoring.rulesets import RULESETS
from tournament.models import Game as GameRow
from tournament.models import Result, Series, SheetDraft, Table, TableState
from tournament.queries.standings import standings

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIN_KEYS = {"R": "NumpadAdd", "H": "NumpadMultiply", "HA": "NumpadDivide"}

# A sheet as it lies on the desk: 20 games, whoever deals has no result.
SHEET = """
    x    87   R    37
    R    x    48   9
    R    -126 x    61
    -108 48   R    x
    x    -59  5    R
    H    x    87   28
    31   16   x    R
    -141 34   HA   x
    x    R    11   2
    R    x    -71  22
    HA   2    x    -93
    61   R    -138 x
    x    R    5    2
    22   x    17   R
    R    56   x    28
    -74  22   R    x
    x    8    R    37
    2    x    R    83
    3    10   x    R
    R    16   5    x
"""
ROWS = [line.split() for line in SHEET.strip().splitlines()]


class Keys:
    """Real key presses, counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.count += 1

    def result(self, text: str) -> None:
        """One cell, as somebody types it who reads it from the paper."""
        if text in WIN_KEYS:
            self.press(WIN_KEYS[text])
        elif text.startswith("-"):
            self.press(*text[1:], "NumpadSubtract")
        else:
            self.press(*text, "NumpadEnter")


def points_of(rows: list[list[str]]) -> list[int]:
    """Points per seat, by the engine alone."""
    sums = [0, 0, 0, 0]
    for number, row in enumerate(rows, 1):
        scores = {str(seat): parse_score(text) for seat, text in enumerate(row, 1) if text != "x"}
        dealer = str((number - 1) % 4 + 1)
        result = score_game(Game(("1", "2", "3", "4"), dealer, End.WON, scores), RULESETS["drov"])
        for seat, points in result.points.items():
            sums[int(seat) - 1] += points
    return sums


def test_a_whole_sheet_is_typed_with_the_keypad_alone(desk_page: Page) -> None:
    tournament, _series = seated(8)
    page = desk_page
    page.goto("/t/probe/entry/")
    keys = Keys(page)

    keys.press("1", "NumpadEnter")
    page.wait_for_url("**/entry/1/1/")
    page.wait_for_selector("form.scripted")
    keys.count = 0
    for row in ROWS:
        for text in row:
            if text != "x":
                keys.result(text)
    texts = [text for row in ROWS for text in row if text != "x"]
    digits = sum(len(text.lstrip("-")) + 1 for text in texts if text not in WIN_KEYS)
    assert keys.count == digits + sum(text in WIN_KEYS for text in texts)

    expect(page.locator("#save")).to_be_focused()
    sums = points_of(ROWS)
    for seat, points in enumerate(sums, 1):
        expect(page.locator(f"#sum-{seat} .sheet-run")).to_have_text(str(points))
    expect(page.locator("#wp-c-11-1-1")).to_have_text("6")
    expect(page.locator("#run-c-11-1-1")).to_have_text("30")
    expect(page.locator("td.sheet-done span[aria-hidden]")).to_have_count(20)
    expect(page.locator("#still-open")).to_have_text("")

    keys.press("NumpadEnter")
    page.wait_for_url("**/entry/1/")
    expect(page.locator("#table-field")).to_be_focused()
    expect(page.locator(".note[role=status]")).to_contain_text(f"Größ {sums[0]}")
    table = Table.objects.get(number=1)
    assert table.state == TableState.ENTERED
    assert [seat.points for seat in table.seats.order_by("position")] == sums
    assert Result.objects.filter(game__table=table).count() == 60
    assert not SheetDraft.objects.exists()
    found = {row.number: row.points for row in standings(tournament).rows}
    assert [found[number] for number in (1, 2, 3, 4)] == sums


def open_sheet(page: Page, table: int = 1) -> Keys:
    page.goto(f"/t/probe/entry/1/{table}/")
    page.wait_for_selector("form.scripted")
    return Keys(page)


def cell(page: Page, number: int, seat: int, attempt: int = 1):  # type: ignore[no-untyped-def]
    return page.locator(f"#c-{number}-{attempt}-{seat}")


def test_a_minus_before_or_behind_the_digits(desk_page: Page) -> None:
    seated(4)
    keys = open_sheet(desk_page)
    keys.press("NumpadSubtract", "8", "7", "NumpadEnter")
    keys.press("9", "6", "NumpadSubtract")
    keys.press("NumpadAdd")
    for seat, shown in ((2, "87"), (3, "96")):
        expect(cell(desk_page, 1, seat)).to_have_value(shown)
        expect(desk_page.locator(f"#td-c-1-1-{seat} .n-o")).to_be_visible()
    expect(desk_page.locator("#done-1 span").first).to_have_text("✓")
    assert SheetDraft.objects.get().fields["texts"]["c-1-1-2"] == "-87"
    # Corrected: a minus before the new digits, and a minus alone for the digits that stand there.
    cell(desk_page, 1, 2).focus()
    keys.press("NumpadSubtract", "9", "0", "NumpadEnter")
    cell(desk_page, 2, 1).focus()
    keys.press("4", "0", "NumpadEnter", "Shift+Enter", "NumpadSubtract", "NumpadEnter")
    expect(desk_page.locator("#wp-c-2-1-1")).to_have_text("0")
    expect(cell(desk_page, 1, 2)).to_have_value("90")
    texts = SheetDraft.objects.get().fields["texts"]
    assert (texts["c-1-1-2"], texts["c-2-1-1"]) == ("-90", "-40")


def test_the_decimal_key_opens_the_menu_whatever_it_sends(desk_page: Page) -> None:
    seated(4)
    keys = open_sheet(desk_page)
    menu = desk_page.locator("#end-menu")
    for key in (",", ".", "NumpadDecimal"):
        keys.press(key)
        expect(menu).to_be_visible()
        keys.press("Escape")
        expect(menu).to_be_hidden()
    keys.press("NumpadDecimal", "NumpadDecimal")
    expect(cell(desk_page, 1, 2)).to_have_value("?")
    expect(cell(desk_page, 1, 3)).to_be_focused()
    keys.press(",", "2")
    expect(desk_page.locator("tr#row-1 .hatched")).to_contain_text("Stapel leer")
    expect(cell(desk_page, 1, 3)).to_be_focused()
    keys.press(
        "1",
        "2",
        "Enter",
        "NumpadSubtract",
        "6",
        "4",
        "Enter",
        "Shift+Enter",
        "ArrowLeft",
        "ArrowLeft",
        "2",
        "Enter",
    )
    expect(desk_page.locator("#done-1 span").first).to_have_text("✓")
    expect(desk_page.locator("#wp-c-1-1-3")).to_have_text("2")


def test_a_replayed_game_keeps_its_void_attempt(desk_page: Page) -> None:
    seated(4)
    keys = open_sheet(desk_page)
    keys.press("1", "2", "Enter", "NumpadAdd", "7", "Enter")
    keys.press("ArrowLeft", ",", "4")
    # Keys that come while the grid is exchanged are not lost.
    keys.press("ArrowLeft", "ArrowLeft", "3", "0", "Enter", "NumpadAdd", "4", "0", "Enter")
    expect(cell(desk_page, 1, 2, attempt=2)).to_have_value("30")
    expect(desk_page.locator("#notes")).to_contain_text(
        "Der 1. Versuch wurde neu gespielt und zählt nicht: Weiß 12"
    )
    keys.press("F2")
    desk_page.wait_for_url("**/entry/1/")
    ends = list(GameRow.objects.values_list("number", "attempt", "end"))
    assert ends == [(1, 1, "void"), (1, 2, "won")]


def test_nonsense_is_marked_and_kept_and_changes_no_result(desk_page: Page) -> None:
    seated(4)
    keys = open_sheet(desk_page)
    keys.press("x", ";", "#", "1", "Enter")
    keys.press("9", "9", "9", "9", "9", "9", "9", "9", "9", "9", "9", "9", "9", "9", "Enter")
    keys.press("NumpadAdd")
    expect(cell(desk_page, 1, 2)).to_have_attribute("aria-invalid", "true")
    expect(cell(desk_page, 1, 2)).to_have_value("1")
    keys.press("F2")
    expect(cell(desk_page, 1, 2)).to_be_focused()
    assert not GameRow.objects.exists()
    desk_page.reload()
    expect(cell(desk_page, 1, 2)).to_have_value("1")
    expect(cell(desk_page, 1, 3)).to_have_value("9" * 12)
    expect(cell(desk_page, 1, 2)).to_be_focused()
    described = cell(desk_page, 1, 2).get_attribute("aria-describedby") or ""
    expect(desk_page.locator(f"#{described}")).to_contain_text("Die Augenzahl 1 gibt es nicht")


def test_a_warning_is_confirmed_by_the_plus_key(desk_page: Page) -> None:
    seated(4)
    keys = open_sheet(desk_page)
    keys.press("2", "4", "NumpadSubtract", "NumpadAdd", "1", "1", "Enter")
    keys.press("F2")
    tick = desk_page.locator("#notes [name=confirmed]")
    expect(tick).to_be_focused()
    keys.press("NumpadAdd")
    expect(desk_page.locator("#save")).to_be_focused()
    keys.press("NumpadEnter")
    desk_page.wait_for_url("**/entry/1/")
    assert GameRow.objects.get().confirmed == ["not_opened_range"]


def test_g_says_that_this_seat_deals(desk_page: Page) -> None:
    seated(4)
    keys = open_sheet(desk_page)
    keys.press("5", "Enter", "ArrowLeft", "g")
    expect(desk_page.locator("#row-1 td").nth(1)).to_contain_text("gibt")
    expect(cell(desk_page, 1, 3)).to_be_focused()
    expect(desk_page.locator("#notes .warning")).to_contain_text("Spiel 1")
    keys.press("Control+z", "Control+z")
    expect(desk_page.locator("#row-1 td").nth(0)).to_contain_text("gibt")
    expect(cell(desk_page, 1, 2)).to_have_value("5")


def test_moving_clearing_and_taking_back(desk_page: Page) -> None:
    seated(4)
    keys = open_sheet(desk_page)
    keys.press("1", "2", "Enter", "NumpadAdd", "Shift+Enter", "Backspace", "4", "0", "Enter")
    expect(cell(desk_page, 1, 3)).to_have_value("40")
    keys.press("Control+z")
    expect(cell(desk_page, 1, 3)).to_have_value("R")
    expect(cell(desk_page, 1, 3)).to_be_focused()
    keys.press("ArrowDown")
    expect(cell(desk_page, 2, 3)).to_be_focused()
    keys.press("Escape")
    expect(desk_page.locator("#table-field")).to_be_focused()
    keys.press("Alt+4")
    desk_page.wait_for_url("**/standings/")


def test_a_table_of_three_has_no_hatched_cell(desk_page: Page) -> None:
    seated(7)
    keys = open_sheet(desk_page, 2)
    expect(desk_page.locator(".hatched")).to_have_count(0)
    keys.press("NumpadAdd", "8", "Enter", "8", "Enter")
    expect(desk_page.locator("#done-1 span").first).to_have_text("✓")
    expect(cell(desk_page, 2, 1)).to_be_focused()
    # The dealer plays: a result stays where it is when the seat is said to deal.
    keys.press("ArrowLeft", "g")
    expect(desk_page.locator("#row-1 th .suit")).to_have_text("♣")
    expect(cell(desk_page, 1, 3)).to_have_value("8")


def test_a_lost_connection_is_said_and_healed(desk_page: Page) -> None:
    seated(4)
    keys = open_sheet(desk_page)
    desk_page.context.set_offline(True)
    keys.press("1", "2", "Enter")
    expect(desk_page.locator("#sheet-state")).to_contain_text("keine Verbindung")
    desk_page.context.set_offline(False)
    expect(desk_page.locator("#sheet-state")).to_contain_text("Entwurf", timeout=8000)
    assert SheetDraft.objects.get().fields["texts"]["c-1-1-2"] == "12"
    assert Series.objects.get().tables.get().state == TableState.EMPTY


def test_two_people_at_one_table_overwrite_nothing_unasked(desk_page: Page) -> None:
    seated(4)
    keys = open_sheet(desk_page)
    other = desk_page.context.new_page()
    others = open_sheet(other)
    others.press("NumpadAdd", "8", "Enter", "9", "Enter", "F2")
    other.wait_for_url("**/entry/1/")
    keys.press("NumpadAdd", "8", "Enter", "9", "0", "Enter", "F2")
    expect(desk_page.locator("#n-conflict")).to_contain_text("nichts wurde überschrieben")
    expect(desk_page.locator("#ok-n-1-1-saved_meanwhile-4")).to_be_focused()
    assert Result.objects.get(seat__position=4).hand_total == 9
    keys.press("NumpadAdd")
    expect(desk_page.locator("#save")).to_be_focused()
    keys.press("NumpadEnter")
    desk_page.wait_for_url("**/entry/1/")
    assert Result.objects.get(seat__position=4).hand_total == 90


def test_a_checked_sheet_asks_in_its_own_field_why_it_is_corrected(desk_page: Page) -> None:
    seated(4)
    keys = open_sheet(desk_page)
    keys.press("NumpadAdd", "8", "Enter", "9", "Enter", "F2")
    desk_page.wait_for_url("**/entry/1/")
    Table.objects.update(state=TableState.CHECKED)
    keys = open_sheet(desk_page)
    cell(desk_page, 1, 3).focus()
    keys.press("1", "8", "Enter", "F2")
    why = desk_page.locator("[name=why]")
    expect(why).to_be_focused()
    desk_page.keyboard.type("verschrieben")
    keys.press("Enter")
    desk_page.wait_for_url("**/entry/1/")
    assert Result.history.first().history_change_reason == "verschrieben"


def test_the_drawn_keys_work_under_a_thumb(desk_page: Page) -> None:
    seated(4)
    desk_page.set_viewport_size({"width": 390, "height": 844})
    open_sheet(desk_page)
    for key in ("+", "8", "Enter", "6", "4", "-"):
        desk_page.locator(f'[data-key="{key}"]').click()
    expect(desk_page.locator("#done-1 span").first).to_have_text("✓")
    expect(desk_page.locator("#td-c-1-1-4 .n-o")).to_be_visible()
    wide = desk_page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    small = desk_page.evaluate(
        """() => [...document.querySelectorAll('#keypad button')].filter(
            (key) => key.getBoundingClientRect().height < 44 || key.getBoundingClientRect().width < 44).length"""
    )
    assert small == 0
