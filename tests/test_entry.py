"""The entry page as plain forms: it works without a script, loses nothing and counts its statements."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import quote_from_bytes

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from factories import make_series, make_tournament, seated

from scoring.rulesets import RULESETS
from tournament.actions._base import Refused
from tournament.actions.results import save_sheet, undo_save
from tournament.models import (
    Game,
    Result,
    Seat,
    Series,
    SheetDraft,
    Table,
    TableState,
    Tournament,
)
from tournament.queries.entry import Typed, sheet, spans, stored_sheet
from tournament.queries.entry.tables import Strip, StripTable
from tournament.views import entry

pytestmark = pytest.mark.django_db

SERIES = "/t/probe/entry/1/"
SHEET = "/t/probe/entry/1/1/"
ROW = {"c-1-1-2": "R", "c-1-1-3": "8", "c-1-1-4": "87"}


def text_of(response: Any) -> str:
    """What a page says, on one line."""
    return re.sub(r"\s+", " ", response.content.decode())


def values(response: Any) -> dict[str, str]:
    """Name and value of every cell on the page."""
    found = re.findall(r'<input name="(c-[^"]+)"[^>]*? value="([^"]*)"', response.content.decode())
    return {name: unescape(text) for name, text in found}


def post(desk: Client, word: str, texts: dict[str, Any], **more: Any) -> Any:
    return desk.post(f"{SHEET}{word}/", {"based_on": "0"} | texts, **more)


def test_entry_leads_to_the_series_the_day_is_at(desk: Client) -> None:
    tournament, series = seated(8)
    series.tables.update(state=TableState.ENTERED)
    make_series(tournament, 2, [list(tournament.entries.all()[:4])])
    assert desk.get("/t/probe/entry/").headers["Location"] == "/t/probe/entry/2/"


def test_before_the_draw_the_page_leads_there(desk: Client) -> None:
    tournament = make_tournament()
    assert "/t/probe/draw/" in text_of(desk.get("/t/probe/entry/"))
    Series.objects.create(tournament=tournament, number=1)
    assert "/t/probe/draw/" in text_of(desk.get(SERIES))
    assert desk.get("/t/probe/entry/2/").status_code == 404


def test_nothing_of_it_is_shown_or_written_without_a_login(visitor: Client) -> None:
    seated(4)
    for address in ("/t/probe/entry/", SERIES, SHEET):
        assert visitor.get(address).headers["Location"].startswith("/login/")
    for word in ("check", "save", "undo", "close", "discard", "take-over"):
        assert visitor.post(f"{SHEET}{word}/", ROW).headers["Location"].startswith("/login/")
    assert not Game.objects.exists()
    assert not SheetDraft.objects.exists()


def test_writing_needs_a_post(desk: Client) -> None:
    seated(4)
    assert {desk.get(f"{SHEET}{word}/")["Location"] for word in ("check", "save", "undo", "close")} == {SHEET}


def test_a_table_number_opens_its_sheet(desk: Client) -> None:
    seated(8)
    assert desk.get(SERIES, {"table": " 02 "}).headers["Location"] == "/t/probe/entry/1/2/"


@pytest.mark.parametrize(
    "typed", ["3", "0", "-1", "9" * 30, "²", "٣", "1e3", "", "zwei", "<script>", "\x00", "🂡", "x" * 5000]
)
def test_a_wrong_table_number_says_which_there_are(desk: Client, typed: str) -> None:
    seated(8)
    answer = desk.get(SERIES, {"table": typed})
    assert answer.status_code == 422
    assert "Es gibt die Tische 1, 2." in text_of(answer)
    assert "<script>" not in text_of(answer).split('id="table-fault"')[1].split("</p>")[0]


def test_an_address_with_a_wrong_table_says_which_there_are(desk: Client) -> None:
    seated(8)
    answer = desk.get("/t/probe/entry/1/3/")
    assert (answer.status_code, "Es gibt die Tische 1, 2." in text_of(answer)) == (404, True)
    for address in ("/t/probe/entry/99999999999999999999999/", f"{SERIES}99999999999999999999999/"):
        assert desk.get(address).status_code == 404
    assert desk.post(f"{SERIES}3/save/", ROW).status_code == 404


def test_rows_are_games_and_columns_are_seats_and_the_dealer_is_hatched(desk: Client) -> None:
    seated(4)
    page = desk.get(SHEET)
    names = [name for name in values(page) if name.startswith(("c-1-", "c-2-"))]
    assert names == ["c-1-1-2", "c-1-1-3", "c-1-1-4", "c-2-1-1", "c-2-1-3", "c-2-1-4"]
    assert page.content.decode().count('class="sheet-patch"') == 20
    assert 'aria-label="Spiel 11, Zoë Müller-Lüdenscheidt"' in text_of(page)


def test_at_a_table_of_three_nobody_is_hatched(desk: Client) -> None:
    seated(3)
    page = desk.get(SHEET)
    assert len(values(page)) == 45
    assert 'class="sheet-patch"' not in page.content.decode()


def test_the_form_saves_without_a_script(desk: Client, director: User) -> None:
    seated(4)
    answer = post(desk, "save", {"c-1-1-2": "+", "c-1-1-3": "87-", "c-1-1-4": " ha"})
    assert answer.status_code == 422
    answer = post(desk, "save", {"c-1-1-2": "+", "c-1-1-3": "87-", "c-1-1-4": "12"})
    assert answer.headers["Location"] == SERIES
    stored = Result.objects.order_by("seat__position").values_list("outcome", "hand_total")
    assert list(stored) == [("R", 0), ("N", 87), ("O", 12)]
    assert Result.history.first().history_user == director
    assert not SheetDraft.objects.exists()
    assert "Tisch 1 ist als Entwurf gespeichert" in text_of(desk.get(SERIES))


def test_a_sheet_with_faults_keeps_everything_marks_each_cell_and_saves_nothing(desk: Client) -> None:
    seated(4)
    typed = {
        **ROW,
        "c-2-1-1": "1",
        "c-2-1-3": "acht <b>",
        "c-2-1-4": "9" * 30,
        "c-3-1-1": "R",
        "c-3-1-2": "-24",
        "c-3-1-4": "?",
    }
    answer = post(desk, "save", typed)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert {name: text for name, text in values(answer).items() if text} == typed
    for name in ("c-2-1-1", "c-2-1-3", "c-2-1-4"):
        cell = re.search(rf'<input name="{name}".*?>', page)
        assert cell is not None
        assert 'aria-invalid="true"' in cell[0]
        note = re.search(r'aria-describedby="([^" ]+)', cell[0])
        assert note is not None
        assert f'id="{note[1]}"' in page
    notes = re.findall(r'<div class="note (\w+)" id="n-', page)
    assert notes == ["error", "error", "error", "warning", "unclear"]
    assert not Game.objects.exists()
    assert Seat.objects.filter(points__gt=0).count() == 0
    # Reload and restart: it is all still there.
    assert values(desk.get(SHEET)) == values(answer)


def test_every_readable_cell_shows_and_adds_its_points_at_once(desk: Client) -> None:
    seated(4)
    found = _sheet({"c-1-1-2": "8", "c-2-1-1": "R", "c-2-1-3": "1", "c-2-1-4": "?", "c-3-1-2": "-64"})
    first, second, third = found.rows[:3]
    assert [cell.points for cell in first.cells] == [None, 3, None, None]
    assert [cell.points for cell in second.cells] == [5, None, None, None]
    assert [(cell.points, cell.running) for cell in third.cells] == [
        (None, None),
        (0, 3),
        (None, None),
        (None, None),
    ]
    assert [(total.hand_total, total.points) for total in found.sums] == [(0, 5), (72, 3), (0, 0), (0, 0)]
    assert not any(row.complete for row in found.rows)


def _sheet(texts: dict[str, str]) -> Any:
    table = Table.objects.select_related("series").get(number=1)
    return sheet(
        stored_sheet(Tournament.objects.get(), table, None), Typed(texts, frozenset(), table.version)
    )


def test_the_check_keeps_the_draft_and_answers_with_marks(desk: Client) -> None:
    seated(4)
    answer = post(desk, "check", {"c-1-1-2": "1", "c-1-1-3": "12"}, headers={"X-Requested-With": "fetch"})
    assert answer.status_code == 200
    assert "Die Augenzahl 1 gibt es nicht" in text_of(answer)
    assert "<html" not in text_of(answer)
    draft = SheetDraft.objects.get()
    assert draft.fields["texts"] == {"c-1-1-2": "1", "c-1-1-3": "12"}
    assert f"gesichert {timezone.localtime(draft.saved_at):%H:%M:%S}" in text_of(answer)
    # Cleared again, there is nothing to keep.
    post(desk, "check", {}, headers={"X-Requested-With": "fetch"})
    assert not SheetDraft.objects.exists()


def test_without_a_script_the_check_shows_the_page_again(desk: Client) -> None:
    seated(4)
    assert post(desk, "check", ROW).headers["Location"] == SHEET
    assert values(desk.get(SHEET))["c-1-1-4"] == "87"


def test_put_aside_keeps_the_draft_and_goes_to_the_table_field(desk: Client) -> None:
    seated(4)
    assert post(desk, "check", ROW | {"aside": "1"}).headers["Location"] == SERIES
    page = text_of(desk.get(SERIES))
    assert "beiseitegelegt" in page
    assert "Entwurf 1" in page
    assert not Game.objects.exists()


def test_a_warning_travels_with_the_form(desk: Client) -> None:
    seated(4)
    odd = ROW | {"c-1-1-3": "-24"}
    refused = post(desk, "save", odd)
    assert refused.status_code == 422
    token = re.search(r'name="confirmed"[^>]*value="([^"]+)"', refused.content.decode())
    assert token is not None
    assert post(desk, "save", odd | {"confirmed": [token[1]]}).status_code == 302
    assert Game.objects.get().confirmed == ["not_opened_range"]
    page = text_of(desk.get(SHEET))
    assert "Bestätigt." in page
    assert 'name="confirmed"' not in page


@pytest.fixture
def other_desk(db: None) -> Client:
    """A second person who types."""
    client = Client()
    client.force_login(User.objects.create(username="schreiber"), "django.contrib.auth.backends.ModelBackend")
    return client


ASIDE = ROW | {"c-1-1-3": "12", "aside": "1"}


def test_of_two_who_type_one_sheet_neither_loses_a_draft(desk: Client, other_desk: Client) -> None:
    seated(4)
    post(other_desk, "check", ASIDE)
    assert values(desk.get(SHEET))["c-1-1-3"] == ""
    post(desk, "check", ROW | {"aside": "1"})
    assert values(other_desk.get(SHEET))["c-1-1-3"] == "12"
    assert values(desk.get(SHEET))["c-1-1-3"] == "8"
    assert post(desk, "save", ROW).status_code == 302
    page = other_desk.get(SHEET)
    assert values(page)["c-1-1-3"] == "12"
    assert "Tisch 1 wurde inzwischen gespeichert" in text_of(page)


def test_what_two_typed_alike_is_saved_with_the_first(desk: Client, other_desk: Client) -> None:
    seated(4)
    post(other_desk, "check", ROW | {"aside": "1"})
    post(desk, "save", ROW)
    assert not SheetDraft.objects.exists()


def test_a_draft_of_somebody_else_is_named_and_taken_over(desk: Client, other_desk: Client) -> None:
    seated(4)
    post(other_desk, "check", ASIDE)
    page = desk.get(SHEET)
    assert "schreiber hat hier um" in text_of(page)
    draft = re.search(r'name="draft" value="(\d+)"', page.content.decode())
    assert draft is not None
    nothing = dict.fromkeys(values(page), "")
    assert post(desk, "take-over", nothing | {"draft": draft[1]}).headers["Location"] == SHEET
    assert values(desk.get(SHEET))["c-1-1-3"] == "12"
    assert "hat hier um" not in text_of(desk.get(SHEET))
    assert SheetDraft.objects.get().saved_by == User.objects.get(username="leitung")


@pytest.mark.parametrize("draft", ["", "0", "💥", "999999999999999999999999"])
def test_a_draft_that_is_gone_cannot_be_taken_over(desk: Client, draft: str) -> None:
    seated(4)
    refused = post(desk, "take-over", {"draft": draft})
    assert refused.status_code == 422
    assert "Diesen Entwurf gibt es nicht mehr" in text_of(refused)


def test_nothing_is_taken_over_on_top_of_what_is_typed(desk: Client, other_desk: Client) -> None:
    seated(4)
    post(other_desk, "check", ASIDE)
    draft = SheetDraft.objects.get().pk
    refused = post(desk, "take-over", ROW | {"draft": str(draft)})
    assert refused.status_code == 422
    assert "etwas, das Sie selbst getippt haben" in text_of(refused)
    assert values(refused)["c-1-1-3"] == "8"
    assert SheetDraft.objects.get(pk=draft).fields["texts"]["c-1-1-3"] == "12"


def test_a_conflict_says_who_saved_and_keeps_both(desk: Client) -> None:
    seated(4)
    post(desk, "save", ROW)
    answer = post(desk, "save", ROW | {"c-1-1-3": "80"})
    assert answer.status_code == 422
    page = text_of(answer)
    assert "Tisch 1 wurde inzwischen gespeichert" in page
    assert "leitung hat um" in page
    assert values(answer)["c-1-1-3"] == "80"
    assert Result.objects.get(seat__position=3).hand_total == 8
    assert SheetDraft.objects.get().fields["texts"]["c-1-1-3"] == "80"


def test_the_last_save_is_shown_with_names_and_totals_and_undone(desk: Client) -> None:
    seated(4)
    post(desk, "save", ROW)
    page = text_of(desk.get(SERIES))
    assert "Weiß 5," in page
    assert "Rückgängig" in page
    assert post(desk, "undo", {"version": "1"}).headers["Location"] == SHEET
    assert not Game.objects.exists()
    page = desk.get(SHEET)
    assert values(page)["c-1-1-4"] == "87"
    assert "Rückgängig" not in text_of(page)


def test_undo_after_another_save_is_refused_with_a_sentence(desk: Client) -> None:
    seated(4)
    post(desk, "save", ROW)
    post(desk, "save", ROW | {"c-1-1-3": "9", "based_on": "1"})
    answer = post(desk, "undo", {"version": "1"})
    assert answer.status_code == 422
    assert "kann nicht mehr rückgängig" in text_of(answer)
    assert Result.objects.get(seat__position=3).hand_total == 9


def test_time_up_and_open_again(desk: Client) -> None:
    seated(4)
    refused = post(desk, "close", ROW | {"after_game": "x"})
    assert refused.status_code == 422
    assert values(refused)["c-1-1-4"] == "87"
    assert post(desk, "close", ROW | {"after_game": "14", "reason": "Zeit um"}).headers["Location"] == SHEET
    page = desk.get(SHEET)
    assert "Geschlossen nach Spiel 14. Zeit um" in text_of(page)
    assert page.content.decode().count("sheet-unplayed") == 18
    assert values(page)["c-1-1-4"] == "87"
    post(desk, "close", ROW | {"reopen": "1"})
    assert "sheet-unplayed" not in text_of(desk.get(SHEET))


def test_what_is_typed_is_thrown_away_only_when_asked(desk: Client) -> None:
    seated(4)
    post(desk, "check", ROW)
    assert post(desk, "discard", {}).headers["Location"] == SHEET
    assert not any(values(desk.get(SHEET)).values())


def test_a_locked_sheet_can_be_looked_at(desk: Client) -> None:
    seated(4)
    post(desk, "save", ROW)
    Series.objects.update(closed=True)
    page = text_of(desk.get(SHEET))
    assert "readonly" in page
    assert "Speichern und nächster Tisch" not in page
    assert post(desk, "save", ROW | {"c-1-1-3": "9"}).status_code == 422
    assert post(desk, "check", ROW | {"c-1-1-3": "9"}).status_code == 422
    assert Result.objects.get(seat__position=3).hand_total == 8
    assert not SheetDraft.objects.exists()


@pytest.mark.parametrize(
    "text", ["\x00", "\ud800", "🂡" * 2000, "x" * 5000, "87" + " " * 60 + "x", "<script>"], ids=range(6)
)
def test_no_text_breaks_the_page(desk: Client, text: str) -> None:
    seated(4)
    fields = ("c-1-1-2", "c-1-1-3", "c-99-1-1", "dealer-1-1", "end-1-1", "confirmed", "based_on", "why")
    typed = quote_from_bytes(text.encode("utf-8", "surrogatepass"))
    body = "&".join(f"{name}={typed}" for name in fields)
    answer = desk.post(f"{SHEET}save/", body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 422
    assert '<div class="note error"' in text_of(answer)
    assert not Game.objects.exists()
    assert desk.get(SHEET).status_code == 200
    assert "<script>" not in answer.content.decode()


def test_a_sheet_of_every_ruleset_opens_and_saves(desk: Client) -> None:
    for name in RULESETS:
        tournament, _series = seated(4, slug=name.replace("_", "-"), ruleset=name)
        address = f"/t/{tournament.slug}/entry/1/1/"
        texts = {"c-1-1-2": "R", "c-1-1-3": "40", "c-1-1-4": "50"}
        if name != "drov":
            texts |= {"c-1-1-1": "60"}
        if name == "romme500":
            texts = {"c-1-1-1": "R69/0", "c-1-1-2": "0/25", "c-1-1-3": "10/25", "c-1-1-4": "20/5"}
        answer = desk.post(f"{address}save/", texts | {"based_on": "0"})
        if name == "ass_boni":
            token = re.search(r'name="confirmed"[^>]*value="([^"]+)"', answer.content.decode())
            assert token is not None
            answer = desk.post(f"{address}save/", texts | {"based_on": "0", "confirmed": token[1]})
        assert answer.status_code == 302, name
        assert desk.get(address).status_code == 200


def test_statements_of_the_pages_do_not_grow(desk: Client, django_assert_num_queries: Any) -> None:
    seated(4)
    for texts in ({}, ROW, ROW | {f"c-{n}-1-{n % 4 + 1}": "R" for n in range(2, 21)}):
        with django_assert_num_queries(8):
            desk.get(SHEET)
        post(desk, "check", texts)
    # The login is not touched here: session, user, tournament, table, seats, results, games, draft.
    with django_assert_num_queries(8):
        post(desk, "check", ROW, headers={"X-Requested-With": "fetch"})
    with django_assert_num_queries(5):
        desk.get(SERIES)


def test_the_table_field_page_does_not_grow_with_the_tables(
    desk: Client, django_assert_num_queries: Any
) -> None:
    seated(200)
    with django_assert_num_queries(5):
        page = desk.get(SERIES)
    text = text_of(page)
    assert "Noch offen: 50 von 50 Listen." in text
    assert "?from=41" in text
    assert 'href="/t/probe/entry/1/50/"' in text_of(desk.get(SERIES, {"from": "41"}))


def test_numbers_for_people() -> None:
    assert spans([11, 14, 20, 17, 18, 19]) == "11, 14, 17–20"
    assert spans([1, 2]) == "1, 2"
    assert spans([]) == ""


def test_the_strip_begins_where_a_sheet_is_missing() -> None:
    states = [TableState.ENTERED] * 45 + [TableState.EMPTY] * 5
    tables = tuple(StripTable(number, state) for number, state in enumerate(states, 1))
    assert Strip(1, tables).page[0].number == 41
    assert Strip(1, tables, current=3).page[0].number == 1
    assert Strip(1, tables, current=3, start=41).page[0].number == 41
    assert len(Strip(1, tables[:48]).page) == 48


# A draw taken back while somebody types. Only a real commit checks that the table of a draft is there.


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("word", ["check", "save", "close", "take-over"])
def test_a_draw_taken_back_while_somebody_types_is_told_with_what_was_typed(
    desk: Client, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    _tournament, series = seated(4)
    found = entry._posted_sheet

    def taken_back_then(*args: Any) -> Any:
        answer = found(*args)
        series.seats.all().delete()
        series.tables.all().delete()
        return answer

    monkeypatch.setattr(entry, "_posted_sheet", taken_back_then)
    answer = post(desk, word, ROW)
    assert answer.status_code == 422
    page = text_of(answer)
    assert "Tisch 1 gibt es nicht mehr: Die Auslosung wurde inzwischen zurückgenommen." in page
    assert "R · 8 · 87" in page
    assert not SheetDraft.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_script_is_refused_and_the_next_page_says_why(
    desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated(4)
    stored = entry._posted_sheet(desk.get(SHEET).wsgi_request, "probe", 1, 1)
    Seat.objects.all().delete()
    Table.objects.all().delete()
    monkeypatch.setattr(entry, "_posted_sheet", lambda *args: stored)
    answer = post(desk, "check", ROW, headers={"X-Requested-With": "fetch"})
    assert (answer.status_code, answer.content) == (422, b"")
    assert "Tisch 1 gibt es nicht mehr" in text_of(desk.get(SERIES))


def test_a_table_taken_back_is_no_place_to_save_or_undo(desk: Client) -> None:
    tournament, series = seated(4)
    table = series.tables.get()
    Seat.objects.all().delete()
    series.tables.all().delete()
    by = User.objects.get()
    for write in (
        lambda: save_sheet(by=by, tournament=tournament, table=table, typed=Typed(ROW, frozenset(), 0)),
        lambda: undo_save(by=by, tournament=tournament, table=table, version=1),
    ):
        with pytest.raises(Refused, match="Tisch 1 gibt es nicht mehr"):
            write()


# Comparing with the paper, and time up.


def whole_sheet() -> dict[str, str]:
    """All twenty games, won by whoever follows the dealer."""
    texts = {}
    for number in range(1, 21):
        dealer = (number - 1) % 4
        for step, text in enumerate(("R", "8", "12"), 1):
            texts[f"c-{number}-1-{(dealer + step) % 4 + 1}"] = text
    return texts


def test_a_sheet_is_checked_off_and_a_correction_then_needs_a_reason(desk: Client) -> None:
    seated(4)
    post(desk, "save", whole_sheet())
    assert text_of(desk.get(SHEET)).count("Stimmt mit dem Papier überein") == 2
    done = post(desk, "check-off", whole_sheet() | {"based_on": "1"})
    assert done.headers["Location"] == SERIES
    assert Table.objects.get().state == TableState.CHECKED
    assert "Tisch 1 ist geprüft." in text_of(desk.get(SERIES))
    corrected = whole_sheet() | {"c-1-1-3": "10", "based_on": "1"}
    assert "Bitte schreiben Sie, warum sie berichtigt wird." in text_of(post(desk, "save", corrected))
    assert post(desk, "save", corrected | {"why": "Hörfehler"}).status_code == 302
    assert Table.objects.get().state == TableState.ENTERED


def test_a_check_is_taken_back(desk: Client) -> None:
    seated(4)
    post(desk, "save", whole_sheet())
    for _twice in range(2):
        post(desk, "check-off", whole_sheet() | {"based_on": "1"})
    assert (
        post(desk, "check-off", whole_sheet() | {"based_on": "1", "undo": "1"}).headers["Location"] == SHEET
    )
    assert Table.objects.get().state == TableState.ENTERED
    assert [row.history_change_reason for row in Table.history.all()[:2]] == ["doch nicht geprüft", "geprüft"]


@pytest.mark.parametrize(
    ("saved", "sent", "sentence"),
    [
        (ROW, ROW, "Auf dieser Liste fehlen noch Spiele."),
        (ROW, ROW | {"c-1-1-3": "9"}, "Hier ist noch etwas nicht gespeichert."),
        (
            ROW,
            ROW | {"based_on": "0"},
            "Tisch 1 wurde inzwischen gespeichert. Bitte vergleichen Sie noch einmal.",
        ),
    ],
)
def test_what_is_not_saved_whole_is_not_checked(
    desk: Client, saved: dict[str, str], sent: dict[str, str], sentence: str
) -> None:
    seated(4)
    post(desk, "save", saved)
    refused = post(desk, "check-off", {"based_on": "1"} | sent)
    assert refused.status_code == 422
    assert sentence in text_of(refused)
    assert '<details class="sheet-more" id="more" open>' in text_of(refused)
    assert Table.objects.get().state == TableState.DRAFT


def test_a_reason_is_one_line_that_can_be_printed_and_exported(desk: Client) -> None:
    seated(4)
    post(desk, "close", ROW | {"after_game": "1", "reason": " Zeit\t\r\num\u200b "})
    assert Table.objects.get().closed_reason == "Zeit um"
    refused = post(desk, "close", ROW | {"after_game": "1", "reason": "Zeit\x1bum"})
    assert "ein Zeichen, das sich nicht drucken lässt" in text_of(refused)


def test_closing_a_table_says_what_is_still_to_be_saved(desk: Client) -> None:
    seated(4)
    page = desk.get(post(desk, "close", ROW | {"after_game": "1", "reason": "Zeit um"}).headers["Location"])
    assert "Tisch 1 ist geschlossen. Das Getippte ist noch nicht gespeichert" in text_of(page)
    assert "Tisch 1 spielt weiter." in text_of(
        desk.get(post(desk, "close", ROW | {"reopen": "1"}).headers["Location"])
    )
    refused = post(desk, "close", ROW | {"after_game": "99", "reason": "Zeit um"})
    text = text_of(refused)
    assert '<details class="sheet-more" id="more" open>' in text
    assert 'value="99"' in text
    assert 'value="Zeit um"' in text


def test_when_all_sheets_are_in_the_page_leads_on(desk: Client) -> None:
    seated(4)
    assert "Zum Stand" not in text_of(desk.get(SERIES))
    post(desk, "save", whole_sheet())
    page = text_of(desk.get(SERIES))
    assert 'href="/t/probe/standings/1/">Zum Stand</a>' in page
    assert 'href="/t/probe/draw/">Zur Auslosung</a>' in page
