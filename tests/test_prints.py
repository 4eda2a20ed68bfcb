"""The print page, the prints behind it, and the command that writes them: who may, what it costs, what is said."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.checks import WARNING, Tags, run_checks
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from factories import make_entries, make_series, make_tournament, play, seated
from pypdf import PdfReader

from scoring.games import End
from tournament import checks
from tournament.documents import document_of, pdf
from tournament.models import Adjustment, Game, Lot, Series, Table, TableState, Tournament
from tournament.queries.prints import KINDS, NothingToPrint, print_of, stock
from tournament.queries.sheets import SheetSet, filled_sheets, score_sheets
from tournament.queries.standings import current_series, series_states
from tournament.scopes import Scope

ROUND = ("- R 8 87", "R - 30 -64", "12 H - 40", "8 -90 HA -")


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


@pytest.fixture
def without_pango(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine on which WeasyPrint cannot be imported."""
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    pdf._weasyprint.cache_clear()
    yield
    pdf._weasyprint.cache_clear()


def address(kind: str, query: str = "", slug: str = "probe") -> str:
    return reverse("document", args=[slug, kind]) + query


def text(content: bytes, page: int = 0) -> str:
    return " ".join(PdfReader(BytesIO(content)).pages[page].extract_text().split())


def main_button(html: str) -> str:
    """The words of the one filled button."""
    buttons = re.findall(r'class="button main"[^>]*>([^<]*)<', html)
    assert len(buttons) == 1
    return str(buttons[0])


def sheets_of(tournament: Tournament, kind: str, series: int | None = None) -> SheetSet:
    found = print_of(tournament, kind, Scope(series=series))
    assert isinstance(found, SheetSet)
    return found


# Read models.


def test_score_sheets_know_seats_games_and_dealers(db: None, django_assert_num_queries: Any) -> None:
    tournament, series = seated(7)
    with django_assert_num_queries(1):
        found = score_sheets(tournament, series)
    assert [(sheet.table, len(sheet.seats), len(sheet.dealers)) for sheet in found.sheets] == [
        (1, 4, 20),
        (2, 3, 15),
    ]
    assert found.sheets[0].dealers[:5] == (1, 2, 3, 4, 1)
    seat = found.sheets[1].seats[0]
    assert (seat.number, seat.name, seat.club) == (5, "Renée d’Aubigné", "RC 2")
    assert (found.series, found.draw_seed, found.draw_attempt) == (1, "4 2 6", 1)


@pytest.mark.parametrize("players", [4, 12])
def test_filled_sheets_cost_four_statements(db: None, django_assert_num_queries: Any, players: int) -> None:
    tournament, series = seated(players)
    for table in series.tables.all():
        play(table, *ROUND)
    with django_assert_num_queries(4):
        found = filled_sheets(tournament, series)
    assert len(found.sheets) == players // 4


def test_filled_sheets_hold_what_was_entered_and_count_what_counts(db: None) -> None:
    tournament, series = seated(8)
    table = series.tables.get(number=2)
    play(table, *ROUND)
    play(table, "- R ? 20")
    Game.objects.create(table=table, number=6, dealer_seat=2, end="void")
    found = filled_sheets(tournament, series)
    assert [sheet.table for sheet in found.sheets] == [2]
    filling = found.sheets[0].filling
    assert filling is not None
    assert filling.counted == 4
    assert (filling.cells[1, 2].points, filling.cells[1, 2].running) == (5, 5)
    assert (filling.cells[3, 2].points, filling.cells[3, 2].running) == (8, 13)
    # The draft shows what is known and counts nothing.
    assert (filling.cells[5, 4].score.hand_total, filling.cells[5, 4].points) == (20, None)
    assert not any(number == 6 for number, _position in filling.cells)
    assert found.sheets[0].seats[1].points == 13


def test_a_filled_sheet_keeps_the_dealer_who_dealt(db: None) -> None:
    tournament, series = seated(4)
    play(series.tables.get(), "R - 30 -64", "- R 8 87")
    assert filled_sheets(tournament, series).sheets[0].dealers[:4] == (2, 1, 3, 4)


def test_a_filled_sheet_knows_what_its_cells_do_not_show(db: None) -> None:
    tournament, series = seated(4)
    table = series.tables.get()
    play(table, "- R 8 40")
    play(table, "20 - 8 40", end="stock")
    series.tables.update(state=TableState.DRAFT, closed_after=2, closed_reason="Zeit um")
    filling = filled_sheets(tournament, series).sheets[0].filling
    assert filling is not None
    assert (dict(filling.unwon), filling.replayed) == ({2: End.STOCK}, ())
    assert (filling.closed_after, filling.closed_reason) == (2, "Zeit um")


def test_a_filled_sheet_says_who_entered_and_who_checked_it_last(db: None, director: Any) -> None:
    tournament, series = seated(4)
    table = series.tables.get()
    play(table, *ROUND)
    for state in ("entered", "checked", "entered", "entered", "checked"):
        table.state = state
        table._history_user = director  # type: ignore[attr-defined]
        table.save()
    filling = filled_sheets(tournament, series).sheets[0].filling
    assert filling is not None and filling.entered is not None and filling.checked is not None  # noqa: PT018
    assert (filling.entered.by, filling.checked.by) == ("leitung", "leitung")
    assert filling.entered.at < filling.checked.at
    table.state = "entered"
    table.save()
    filling = filled_sheets(tournament, series).sheets[0].filling
    assert filling is not None
    assert filling.checked is None


def test_sums_typed_without_games_stand_on_the_filled_sheet(db: None) -> None:
    tournament, series = seated(4)
    series.seats.update(points=42, hand_total=500, games=15, rommes=4, hand_rommes=1)
    Table.objects.update(state="entered", totals_only=True)
    page = document_of(sheets_of(tournament, "sheets-filled")).page("/")
    assert "Nur Summen." in page
    assert "Gespielt: 15 von 20 Spielen." in page
    assert "4 Rommés, davon 1 Hand" in page
    assert "–</text>" not in page


def test_the_series_of_the_day_is_the_first_with_a_sheet_missing(db: None) -> None:
    tournament = make_tournament()
    assert current_series(series_states(tournament)) is None
    entries = make_entries(tournament, 4)
    for number in (1, 2, 3):
        make_series(tournament, number, [entries])
    assert sheets_of(tournament, "score-sheets").series == 1
    Table.objects.filter(series__number=1).update(state="entered")
    assert sheets_of(tournament, "score-sheets").series == 2
    Table.objects.update(state="entered")
    assert sheets_of(tournament, "score-sheets").series == 3


def test_there_is_paper_for_every_table(db: None, django_assert_num_queries: Any) -> None:
    tournament, _series = seated(11)
    with django_assert_num_queries(2):
        found = stock(tournament)
    assert found.players == 11
    assert {(group.size, group.games, group.tables) for group in found.seated[1]} == {(4, 20, 2), (3, 15, 1)}


def test_a_blank_sheet_for_every_size_of_table(db: None) -> None:
    drov = sheets_of(make_tournament(), "score-sheet-blank")
    assert [(len(sheet.seats), len(sheet.dealers)) for sheet in drov.sheets] == [(4, 20), (3, 15)]
    home = sheets_of(make_tournament("heim", ruleset="home", games_per_player=6), "score-sheet-blank")
    assert [(len(sheet.seats), len(sheet.dealers)) for sheet in home.sheets] == [
        (n, 6) for n in (6, 5, 4, 3, 2)
    ]


@pytest.mark.parametrize(
    ("kind", "series", "sentence"),
    [
        (
            "foo",
            None,
            "Den Druck „foo“ gibt es nicht. Es gibt: score-sheets, score-sheet-blank, sheets-filled, "
            "seating, seating-by-name, table-cards, player-slips, standings.",
        ),
        ("score-sheets", 7, "Serie 7 gibt es nicht. Es gibt: 1, 2."),
        ("standings", 7, "Serie 7 gibt es nicht. Es gibt: 1, 2."),
        ("score-sheets", 2, "Serie 2 ist noch nicht ausgelost. Bitte losen Sie sie zuerst aus."),
        ("sheets-filled", None, "Von Serie 1 ist noch keine Liste eingegeben."),
    ],
)
def test_what_cannot_be_printed_is_said_in_a_sentence(
    db: None, kind: str, series: int | None, sentence: str
) -> None:
    tournament, _series = seated(4)
    Series.objects.create(tournament=tournament, number=2)
    with pytest.raises(NothingToPrint) as refused:
        print_of(tournament, kind, Scope(series=series))
    assert str(refused.value) == sentence


def test_without_any_draw_the_sentence_says_so(db: None) -> None:
    with pytest.raises(NothingToPrint, match="Es ist noch keine Serie ausgelost"):
        print_of(make_tournament(), "score-sheets", Scope())


# The print page.


def test_the_print_page_needs_a_login(visitor: Client, db: None) -> None:
    seated(4)
    answer = visitor.get(reverse("prints", args=["probe"]))
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("login"))  # type: ignore[attr-defined]


def test_the_print_page_offers_what_the_day_needs_now(desk: Client) -> None:
    tournament = make_tournament()
    page = reverse("prints", args=["probe"])
    assert main_button(desk.get(page).content.decode()) == "Turnierlisten ohne Namen"
    series = make_series(tournament, 1, [make_entries(tournament, 4)])
    answer = desk.get(page).content.decode()
    assert main_button(answer) == "Turnierlisten Serie 1"
    assert "1 Seite<" in answer
    assert "noch nichts eingegeben" in answer
    play(series.tables.get(), *ROUND)
    answer = desk.get(page).content.decode()
    assert main_button(answer) == "Gesamtstand"
    assert "Alle Listen der Serie 1 sind eingegeben." in answer
    assert "etwa 1 Seite" in answer


def test_a_long_list_is_announced(desk: Client) -> None:
    tournament, series = seated(4)
    make_entries_of = make_entries(make_tournament("anderes"), 151)
    for entry in make_entries_of:
        entry.tournament, entry.number = tournament, entry.number + 10
        entry.save()
    play(series.tables.get(), *ROUND)
    assert (
        "etwa 5 Seiten, in einigen Sekunden fertig"
        in desk.get(reverse("prints", args=["probe"])).content.decode()
    )


@pytest.mark.parametrize("series", [1, 3])
def test_the_print_page_costs_six_statements(
    desk: Client, django_assert_num_queries: Any, series: int
) -> None:
    tournament = make_tournament()
    entries = make_entries(tournament, 4)
    for number in range(1, series + 1):
        play(make_series(tournament, number, [entries]).tables.get(), *ROUND)
    with django_assert_num_queries(6):
        assert desk.get(reverse("prints", args=["probe"])).status_code == 200


# The prints.


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"standings"}))
def test_sheets_need_a_login(visitor: Client, db: None, kind: str) -> None:
    _tournament, series = seated(4)
    play(series.tables.get(), *ROUND)
    for query in ("", "?format=html"):
        answer = visitor.get(address(kind, query))
        assert answer.status_code == 302
        assert answer.url.startswith(reverse("login"))  # type: ignore[attr-defined]


@pytest.mark.pdf
@pytest.mark.parametrize(
    ("kind", "name", "said"),
    [
        ("score-sheets", "probe-turnierlisten-serie-1.pdf", "Turnierliste Serie 1"),
        ("sheets-filled", "probe-ausgefullte-turnierlisten-serie-1.pdf", "Ausdruck der eingegebenen Liste."),
        ("score-sheet-blank", "probe-turnierlisten-ohne-namen.pdf", "Turnierliste Serie"),
        ("standings", "probe-gesamtstand-nach-serie-1.pdf", "Gesamtstand nach Serie 1"),
    ],
)
def test_every_print_opens_in_the_browser_under_a_speaking_name(
    pango: None, desk: Client, kind: str, name: str, said: str
) -> None:
    _tournament, series = seated(4)
    play(series.tables.get(), *ROUND)
    answer = desk.get(address(kind))
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer["Content-Disposition"] == f'inline; filename="{name}"'
    assert said in text(answer.content)
    # Some viewers would take the policy of the pages for themselves.
    assert "Content-Security-Policy" not in answer


@pytest.mark.pdf
def test_standings_are_printed_for_everybody_and_kept_while_nothing_changes(
    pango: None, visitor: Client, db: None, django_assert_num_queries: Any
) -> None:
    tournament, series = seated(8)
    play(series.tables.get(number=1), *ROUND)
    with django_assert_num_queries(7):
        first = visitor.get(address("standings", "?series=1"))
    assert "1 von 2 Tischen, davon 1 ungeprüft. Vorläufig." in text(first.content)
    with django_assert_num_queries(1):
        assert visitor.get(address("standings", "?series=1")).content == first.content
    play(series.tables.get(number=2), *ROUND)
    second = visitor.get(address("standings", "?series=1")).content
    assert second != first.content
    assert tournament.name in text(second)


def test_a_standing_says_lots_adjustments_and_that_it_is_final(visitor: Client, db: None) -> None:
    tournament, series = seated(4)
    play(series.tables.get(), "- R 8 8", "R - 8 8", "8 R - 20", "R 8 20 -")
    Adjustment.objects.create(
        tournament=tournament,
        entry=tournament.entries.get(number=3),
        series=series,
        points=-1,
        reason="zu <spät>",
    )
    Lot.objects.create(tournament=tournament, scope="series 1", order=[2, 1])
    Table.objects.update(state="final")
    Series.objects.update(closed=True)
    page = visitor.get(address("standings", "?series=1&format=html")).content.decode()
    assert "Endgültig." in page
    assert "Plätze 1 und 2: beide 13 WP und 8 Augen. Das Los hat entschieden." in page
    assert "Łukasz Öztürk: −1 WP, Serie 1 (zu &lt;spät&gt;)" in page
    overall = visitor.get(address("standings", "?format=html")).content.decode()
    assert "Das Los entscheidet noch." in overall


def test_standings_of_groups_and_classes_can_be_printed(visitor: Client, db: None) -> None:
    tournament, series = seated(8)
    tournament.entries.filter(number=2).update(classes=["Damen"], tandem="T1")
    play(series.tables.get(number=1), *ROUND)
    clubs = visitor.get(address("standings", "?by=club&format=html")).content.decode()
    assert "Vereinswertung in Serie 1" in clubs
    assert "Mitglieder" in clubs
    assert "RC 2" in clubs
    tandems = visitor.get(address("standings", "?by=tandem&format=html")).content.decode()
    assert "* unvollständig" in tandems
    women = visitor.get(address("standings", "?class=Damen&format=html")).content.decode()
    assert "Wertung Damen in Serie 1" in women
    assert women.count('scope="row"') == 1


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("foo/", "Den Druck „foo“ gibt es nicht."),
        ("score-sheets/?series=9", "Serie 9 gibt es nicht. Es gibt: 1."),
        ("score-sheets/?series=x", "Serie 0 gibt es nicht. Es gibt: 1."),
        ("standings/?series=" + "9" * 30, "Serie 0 gibt es nicht. Es gibt: 1."),
        ("sheets-filled/", "Von Serie 1 ist noch keine Liste eingegeben."),
    ],
)
def test_a_print_there_is_not_gets_a_sentence(desk: Client, path: str, sentence: str) -> None:
    seated(4)
    answer = desk.get(reverse("prints", args=["probe"]) + path)
    assert answer.status_code == 404
    assert sentence in answer.content.decode()


def test_a_tournament_there_is_not(desk: Client) -> None:
    assert desk.get(address("standings", slug="nichts")).status_code == 404


def test_the_page_for_the_browser_obeys_the_policy_and_leads_back(desk: Client) -> None:
    seated(7)
    answer = desk.get(address("score-sheets", "?format=html"))
    page = answer.content.decode()
    assert "style-src 'self'" in answer["Content-Security-Policy"]
    assert page.count('<section class="sheet"') == 2
    assert " style=" not in page
    assert f'href="{reverse("prints", args=["probe"])}"' in page
    visited = Client().get(address("standings", "?series=1&format=html")).content.decode()
    assert f'href="{reverse("standings_series", args=["probe", 1])}"' in visited


def test_without_pango_everything_is_printed_from_the_browser(without_pango: None, desk: Client) -> None:
    seated(4)
    page = desk.get(reverse("prints", args=["probe"])).content.decode()
    assert "die Bibliothek Pango fehlt" in page.replace("Die Bibliothek", "die Bibliothek")
    assert "/print/score-sheets/?series=1&amp;format=html" in page
    answer = desk.get(address("score-sheets", "?series=1"))
    assert answer.status_code == 503
    assert main_button(answer.content.decode()) == "Aus dem Browser drucken"
    assert 'href="?series=1&amp;format=html"' in answer.content.decode()
    assert desk.get(address("score-sheets", "?series=1&format=html")).status_code == 200


# The command.


@pytest.mark.pdf
def test_the_command_writes_the_same_file(pango: None, db: None, tmp_path: Path) -> None:
    seated(7)
    file = tmp_path / "listen.pdf"
    out = StringIO()
    call_command("print_document", "probe", "score-sheets", "-o", str(file), "--series", "1", stdout=out)
    assert out.getvalue() == f"Turnierlisten Serie 1: {file}\n"
    assert len(PdfReader(file).pages) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["listen.pdf"]


@pytest.mark.pdf
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("probe", "foo"), "Es gibt: score-sheets"),
        (("probe", "score-sheets", "--series", "9"), "Serie 9 gibt es nicht."),
        (("probe", "sheets-filled"), "noch keine Liste eingegeben"),
        (("nichts", "standings"), "nichts"),
    ],
)
def test_a_refused_command_leaves_the_old_file(
    pango: None, db: None, tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    seated(4)
    file = tmp_path / "alt.pdf"
    file.write_bytes(b"alt")
    with pytest.raises(CommandError, match=sentence) as refused:
        call_command("print_document", *arguments, "-o", str(file))
    assert refused.value.returncode == 2
    assert file.read_bytes() == b"alt"


@pytest.mark.pdf
@pytest.mark.parametrize("place", ["nowhere/x.pdf", "."])
def test_a_file_that_cannot_be_written_gets_a_sentence(
    pango: None, db: None, tmp_path: Path, place: str
) -> None:
    seated(4)
    with pytest.raises(CommandError) as refused:
        call_command("print_document", "probe", "standings", "-o", str(tmp_path / place))
    assert refused.value.returncode == 2
    assert str(tmp_path) in str(refused.value)
    assert list(tmp_path.iterdir()) == []


def test_the_command_without_pango_says_what_is_missing(
    without_pango: None, db: None, tmp_path: Path
) -> None:
    seated(4)
    with pytest.raises(CommandError, match="Pango"):
        call_command("print_document", "probe", "standings", "-o", str(tmp_path / "x.pdf"))
    assert list(tmp_path.iterdir()) == []


def test_the_check_warns_without_pango(without_pango: None) -> None:
    found = checks.pdf(None)
    assert [(message.id, message.level) for message in found] == [("tournament.W001", WARNING)]
    assert "Pango" in str(found[0].msg)


@pytest.mark.pdf
def test_the_check_is_silent_where_pdfs_can_be_made(pango: None) -> None:
    assert run_checks(tags=[Tags.compatibility]) == []


def test_pages_and_commands_start_without_loading_weasyprint() -> None:
    code = "import django; django.setup(); import tournament.urls, sys; sys.exit('weasyprint' in sys.modules)"
    environment = {"DJANGO_SETTINGS_MODULE": "tournament.settings", "PATH": "", "SECRET_KEY": "x" * 40}
    done = subprocess.run([sys.executable, "-c", code], cwd=settings.BASE_DIR, env=environment, check=False)
    assert done.returncode == 0
