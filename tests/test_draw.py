"""Draw: preview, confirm, plan, undo, and the same by command."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.core.management import CommandError, call_command
from django.test import Client
from factories import make_entries, make_series, make_tournament, play, seated

from scoring.seating import Method
from tournament.actions._base import Refused
from tournament.actions.seating import seat_series, undo_draw
from tournament.forms.draw import faces
from tournament.models import Adjustment, Entry, Seat, Series, SheetDraft, Table, Tournament
from tournament.queries.proposals import Lottery, propose
from tournament.queries.seating import field_for, next_series, plans, roll_dice

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parent.parent
DICE = {"method": "no_rematch", "seed": "4 2 6 1 5 3"}


@pytest.fixture
def probe() -> Tournament:
    """Eleven players: two tables of four, one of three."""
    tournament = make_tournament()
    make_entries(tournament, 11)
    return tournament


def facts(tournament: Tournament) -> tuple[Any, ...]:
    """Everything a refused write must leave alone."""
    return (
        Tournament.objects.get(pk=tournament.pk).version,
        list(Series.objects.order_by("pk").values()),
        list(Table.objects.order_by("pk").values()),
        list(Seat.objects.order_by("pk").values()),
    )


def said(response: Any) -> str:
    return response.content.decode()


def preview(client: Client, number: int = 1, **more: Any) -> Any:
    return client.get(f"/t/probe/draw/{number}/", DICE | more)


def confirm(client: Client, shown: Any, number: int = 1, **changes: Any) -> Any:
    """Send the form of a preview."""
    proposal = shown.context["proposal"]
    typed = {
        "method": proposal.lottery.method,
        "seed": proposal.lottery.seed,
        "attempt": proposal.lottery.attempt,
        "fingerprint": proposal.fingerprint,
    }
    return client.post(f"/t/probe/draw/{number}/confirm/", typed | changes)


def undo(client: Client, typed: str, number: int = 1) -> Any:
    return client.post(f"/t/probe/draw/{number}/undo/", {"typed": typed})


# The happy path.


def test_a_preview_saves_nothing_and_is_confirmed_as_shown(desk: Client, probe: Tournament) -> None:
    before = facts(probe)
    shown = preview(desk)
    assert facts(probe) == before
    page = said(shown)
    assert "Vorschau – noch nichts gespeichert" in page
    assert "11 anwesend" in page
    assert "2 Tische zu viert und 1 zu dritt." in page
    plan = shown.context["proposal"].plans[0]
    assert [len(table) for table in plan] == [4, 4, 3]

    response = confirm(desk, shown)
    assert response["Location"] == "/t/probe/draw/1/"
    assert plans(probe) == {1: plan}
    series = probe.series.get()
    assert (series.draw_method, series.draw_seed, series.draw_attempt) == ("no_rematch", "4 2 6 1 5 3", 1)
    assert series.draw_steps == shown.context["proposal"].draws.steps
    assert Tournament.objects.get().version == 1
    assert Seat.history.filter(history_type="+", history_user__username="leitung").count() == 11
    assert "Sitzplan Serie 1" in said(desk.get("/t/probe/draw/1/"))


def test_the_same_dice_give_the_same_plan_another_attempt_another(desk: Client, probe: Tournament) -> None:
    first = preview(desk).context["proposal"].plans[0]
    assert preview(desk).context["proposal"].plans[0] == first
    again = preview(desk, attempt="2")
    assert again.context["proposal"].plans[0] != first
    assert "Neu auslosen (Versuch 3)" in said(again)
    confirm(desk, again)
    assert probe.series.get().draw_attempt == 2


def test_without_dice_the_program_throws_them_into_the_address(desk: Client, probe: Tournament) -> None:
    response = desk.get("/t/probe/draw/1/", {"method": "random", "seed": " "})
    assert response.status_code == 302
    assert response["Location"].startswith("/t/probe/draw/1/?method=random&seed=")
    assert len(faces(desk.get(response["Location"]).context["proposal"].lottery.seed)) == 6


@pytest.mark.parametrize(
    ("seed", "shown"),
    [
        ("4 2 6", [4, 2, 6]),
        ("426153", [4, 2, 6, 1, 5, 3]),
        ("4-2, 1", [4, 2, 1]),
        ("Herz-Dame", []),
        ("7", []),
    ],
)
def test_throws_are_drawn_as_dice(seed: str, shown: list[int]) -> None:
    assert faces(seed) == shown


def test_dice_of_the_machine_are_dice() -> None:
    assert len(faces(roll_dice())) == 6


def test_the_way_leads_to_the_series_of_the_day(desk: Client, probe: Tournament) -> None:
    assert desk.get("/t/probe/draw/")["Location"] == "/t/probe/draw/1/"
    confirm(desk, preview(desk))
    assert desk.get("/t/probe/draw/")["Location"] == "/t/probe/draw/1/"
    Table.objects.update(state="entered")
    assert desk.get("/t/probe/draw/")["Location"] == "/t/probe/draw/2/"


def test_the_next_series_is_drawn_while_the_former_runs_and_nobody_meets_again(desk: Client) -> None:
    tournament = make_tournament()
    make_entries(tournament, 16)
    for number in (1, 2, 3):
        confirm(desk, preview(desk, number), number)
    pairs = [
        frozenset((one, other))
        for plan in plans(tournament).values()
        for table in plan
        for one in table
        for other in table
        if one < other
    ]
    assert len(pairs) == len(set(pairs)) == 3 * 4 * 6


def test_absent_and_withdrawn_players_are_not_drawn_and_named(desk: Client, probe: Tournament) -> None:
    probe.entries.filter(number=4).update(present=False)
    probe.entries.filter(number__in=[5, 6]).update(withdrawn=True)
    shown = preview(desk)
    assert "8 anwesend" in said(shown)
    assert "Zoë Müller-Lüdenscheidt." in said(shown)
    confirm(desk, shown)
    assert sorted(number for table in plans(probe)[1] for number in table) == [1, 2, 3, 7, 8, 9, 10, 11]


def test_a_fixed_table_is_kept_and_said(desk: Client, probe: Tournament) -> None:
    probe.entries.filter(number=7).update(fixed_table=2)
    shown = preview(desk)
    assert 7 in shown.context["proposal"].plans[0][1]
    assert "1 von 1" in said(shown)
    assert "fester Tisch" in said(shown)


def test_clubmates_and_pairs_that_meet_again_are_marked(desk: Client) -> None:
    tournament, _series = seated(4)
    tournament.entries.update(club="RC Fürth")
    page = preview(desk, 2)
    table = page.context["rows"][0][0]
    assert (table.clubs, table.again) == ((("RC Fürth", 4),), 6)
    assert all(seat.marked for seat in table.seats)
    assert "6 Paare sehen sich wieder" in said(page)


# What hinders a draw.


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (0, "An einem Tisch sitzen mindestens 3 Spieler; anwesend sind 0."),
        (2, "An einem Tisch sitzen mindestens 3 Spieler; anwesend sind 2."),
        (5, "5 Spieler lassen sich nicht auf Tische zu viert und zu dritt verteilen."),
    ],
)
def test_a_field_that_makes_no_tables_is_a_sentence(desk: Client, players: int, sentence: str) -> None:
    tournament = make_tournament()
    make_entries(tournament, players)
    assert sentence in said(desk.get("/t/probe/draw/1/"))
    response = preview(desk)
    assert response.status_code == 422
    assert sentence in said(response)
    before = facts(tournament)
    typed = DICE | {"attempt": "1", "fingerprint": "x"}
    assert desk.post("/t/probe/draw/1/confirm/", typed).status_code == 422
    assert facts(tournament) == before


def test_a_fixed_table_that_does_not_exist_names_player_and_tables(desk: Client, probe: Tournament) -> None:
    probe.entries.filter(number=7).update(fixed_table=9)
    response = preview(desk)
    assert response.status_code == 422
    assert "Spieler 7 hat den festen Tisch 9, es gibt aber nur die Tische 1 bis 3." in said(response)


@pytest.mark.parametrize(
    ("people", "values", "sentence"),
    [
        (
            [1, 2, 3, 4],
            {"fixed_table": 3},
            "4 Spieler (1, 2, 3, 4) haben den festen Tisch 3, der 3 Plätze hat.",
        ),
        (
            [1, 2],
            {"fixed_table": 1, "tandem": "T1"},
            "Die Partner 1, 2 des Tandems T1 haben denselben festen Tisch.",
        ),
        ([1, 2, 3], {"tandem": "T1"}, "Tandem T1 hat mehr als zwei Spieler: 1, 2, 3."),
    ],
)
def test_contradictions_are_sentences_with_a_choice(
    desk: Client, probe: Tournament, people: list[int], values: dict[str, Any], sentence: str
) -> None:
    probe.entries.filter(number__in=people).update(**values)
    before = facts(probe)
    response = preview(desk)
    assert response.status_code == 422
    assert sentence in said(response)
    typed = DICE | {"attempt": "1", "fingerprint": "x"}
    assert desk.post("/t/probe/draw/1/confirm/", typed).status_code == 422
    assert facts(probe) == before


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"seed": "x" * 5000}, "Höchstens 200 Zeichen passen; es sind 5000."),
        ({"seed": "4\x002"}, "Darin ist ein Zeichen, das sich nicht drucken lässt."),
        ({"attempt": "0"}, "Bitte tippen Sie eine ganze Zahl von 1 bis 999."),
        ({"attempt": "9" * 30}, "Bitte tippen Sie eine ganze Zahl von 1 bis 999."),
        ({"steps": "999999"}, "Bitte tippen Sie eine ganze Zahl von 1 bis 218178."),
        ({"method": "<script>"}, "Bitte wählen Sie eines der Verfahren."),
    ],
)
def test_nonsense_is_a_sentence(desk: Client, probe: Tournament, more: dict[str, str], sentence: str) -> None:
    before = facts(probe)
    response = preview(desk, **more)
    assert response.status_code == 422
    assert sentence in said(response)
    typed = DICE | {"attempt": "1", "fingerprint": "x"} | more
    assert desk.post("/t/probe/draw/1/confirm/", typed).status_code == 422
    assert facts(probe) == before


@pytest.mark.parametrize("number", [0, 3, 100])
def test_only_the_next_series_can_be_drawn(desk: Client, number: int) -> None:
    seated(8)
    assert desk.get(f"/t/probe/draw/{number}/").status_code == 404


@pytest.mark.parametrize("number", [0, 3, 100, 10**30])
@pytest.mark.parametrize("what", ["confirm", "undo"])
def test_a_series_that_cannot_be_is_not_found_and_leaves_no_message(
    desk: Client, number: int, what: str
) -> None:
    seated(8)
    assert desk.post(f"/t/probe/draw/{number}/{what}/", {"typed": "7"}).status_code == 404
    assert not list(get_messages(desk.get("/t/probe/draw/1/").wsgi_request))


def test_who_has_left_or_come_since_the_draw_is_named_on_the_plan(desk: Client, probe: Tournament) -> None:
    command("--series", "1")
    assert "noch in diesem Plan" not in said(desk.get("/t/probe/draw/1/"))
    page = desk.post("/t/probe/players/3/withdraw/", follow=True)
    table = next(number for number, plan in enumerate(plans(probe)[1], 1) if 3 in plan)
    name = probe.entries.get(number=3).name
    assert f"{name} sitzt noch an Tisch {table} in Serie 1." in said(page)
    page = desk.post("/t/probe/players/add/", {"text": "Änne Spät"}, follow=True)
    assert "Serie 1 ist schon ausgelost, dort fehlt noch ein Platz" in said(page)
    page = said(desk.get("/t/probe/draw/1/"))
    assert f"Abgemeldet, aber noch in diesem Plan: {name}, Tisch {table}." in page
    assert "Anwesend, aber ohne Platz in diesem Plan: Änne Spät." in page
    play(probe.series.get().tables.get(number=1), "R 8 40 -")
    assert "noch in diesem Plan" not in said(desk.get("/t/probe/draw/1/"))
    assert "sitzt noch" not in said(desk.post("/t/probe/players/4/withdraw/", follow=True))


def test_a_gap_in_the_series_is_drawn_first(probe: Tournament) -> None:
    assert next_series([]) == 1
    assert next_series([1, 2]) == 3
    assert next_series([2, 3]) == 1


# Confirming.


def test_a_field_that_changed_since_the_preview_is_told(desk: Client, probe: Tournament) -> None:
    shown = preview(desk)
    probe.entries.filter(number=11).update(present=False)
    before = facts(probe)
    response = confirm(desk, shown)
    assert response.status_code == 422
    assert "Inzwischen haben sich die Spieler oder eine andere Auslosung geändert." in said(response)
    assert "Vorschau – noch nichts gespeichert" in said(response)
    assert facts(probe) == before
    assert confirm(desk, response).status_code == 302
    assert sorted(number for table in plans(probe)[1] for number in table) == list(range(1, 11))


def test_what_a_draw_does_not_depend_on_may_change(desk: Client, probe: Tournament) -> None:
    shown = preview(desk)
    probe.entries.filter(number=11).update(fee_paid=True, classes=["Damen"])
    assert confirm(desk, shown).status_code == 302


def test_a_series_that_somebody_else_confirmed_is_shown(desk: Client, probe: Tournament) -> None:
    shown = preview(desk)
    confirm(desk, preview(desk, seed="Herz-Dame"))
    before = facts(probe)
    response = confirm(desk, shown)
    assert response.status_code == 422
    assert "Serie 1 ist schon ausgelost. Geändert wurde nichts." in said(response)
    assert "Sitzplan Serie 1" in said(response)
    assert facts(probe) == before


def test_nothing_is_confirmed_without_a_preview(desk: Client, probe: Tournament) -> None:
    before = facts(probe)
    for typed in ({}, DICE, DICE | {"seed": ""}, DICE | {"fingerprint": "0" * 20}):
        assert desk.post("/t/probe/draw/1/confirm/", typed).status_code == 422
    assert facts(probe) == before


def test_the_guards_hold_below_the_page(probe: Tournament, director: User) -> None:
    lottery = Lottery(Method.RANDOM, "6")
    before = facts(probe)
    whole = "ganze Zahl von 1 bis 99"
    for number, sentence in ((2, "zuerst Serie 1"), (100, whole), (0, whole)):
        proposal = propose(field_for(probe, [number]), (number,), lottery)
        with pytest.raises(Refused, match=sentence):
            seat_series(by=director, tournament=probe, proposal=proposal)
    assert facts(probe) == before
    Series.objects.create(tournament=probe, number=1, closed=True)
    with pytest.raises(Refused, match="abgeschlossen"):
        seat_series(by=director, tournament=probe, proposal=propose(field_for(probe, [1]), (1,), lottery))


def test_a_series_that_a_file_brought_without_tables_is_filled(desk: Client, probe: Tournament) -> None:
    Series.objects.create(tournament=probe, number=1)
    confirm(desk, preview(desk))
    assert probe.series.count() == 1
    assert len(plans(probe)[1]) == 3


# The plan.


def test_a_plan_from_a_file_keeps_its_table_numbers(desk: Client) -> None:
    tournament, series = seated(8)
    series.tables.filter(number=2).update(number=7)
    Series.objects.update(draw_method="", draw_seed="")
    page = desk.get("/t/probe/draw/1/")
    assert [table.number for table, _sheet in page.context["rows"]] == [1, 7]
    assert "Würfel aus dem Saal" not in said(page)
    assert plans(tournament)[1][1] == (5, 6, 7, 8)


def test_the_state_of_a_sheet_stands_beside_its_table(desk: Client) -> None:
    _tournament, series = seated(8)
    play(series.tables.get(number=1), "- R 8 87")
    page = said(desk.get("/t/probe/draw/1/"))
    assert "eingegeben" in page
    assert "deshalb bleibt die Auslosung" in page


@pytest.mark.parametrize("players", [4, 12])
def test_a_plan_takes_eight_statements(desk: Client, players: int, django_assert_num_queries: Any) -> None:
    seated(players)
    with django_assert_num_queries(8):
        desk.get("/t/probe/draw/1/")


@pytest.mark.parametrize("players", [4, 12])
def test_a_preview_takes_six_statements(desk: Client, players: int, django_assert_num_queries: Any) -> None:
    seated(players)
    with django_assert_num_queries(6):
        preview(desk, 2)


# Undo.


def test_an_undone_draw_leaves_only_its_history(desk: Client, probe: Tournament) -> None:
    confirm(desk, preview(desk))
    assert undo(desk, " 1 ")["Location"] == "/t/probe/draw/1/"
    assert plans(probe) == {}
    assert not Series.objects.exists()
    assert Seat.history.filter(history_type="-", history_user__username="leitung").count() == 11
    assert confirm(desk, preview(desk)).status_code == 302


@pytest.mark.parametrize("typed", ["", "2", "eins", "1" * 30, "\x00"])
def test_undoing_asks_for_the_number(desk: Client, typed: str) -> None:
    tournament, _series = seated(8)
    before = facts(tournament)
    response = undo(desk, typed)
    assert response.status_code == 422
    assert "Bitte tippen Sie die Zahl 1" in said(response)
    assert facts(tournament) == before


def _result(series: Series) -> None:
    play(series.tables.get(number=2), "- R 8 87")


def _draft(series: Series) -> None:
    SheetDraft.objects.create(table=series.tables.get(number=2), fields={"1-1": "8"})


def _state(series: Series) -> None:
    series.tables.filter(number=2).update(state="entered", totals_only=True)


def _adjustment(series: Series) -> None:
    entry = Entry.objects.get(number=1)
    Adjustment.objects.create(
        tournament=series.tournament, entry=entry, series=series, points=-2, reason="zu spät"
    )


@pytest.mark.parametrize("spoil", [_result, _draft, _state, _adjustment])
def test_a_draw_with_anything_typed_stays(desk: Client, spoil: Any) -> None:
    tournament, series = seated(8)
    spoil(series)
    before = facts(tournament)
    response = undo(desk, "1")
    assert response.status_code == 422
    assert "In Serie 1 ist schon etwas eingegeben: Die Auslosung bleibt." in said(response)
    assert facts(tournament) == before


def test_a_closed_series_and_one_not_drawn_are_not_undone(director: User) -> None:
    tournament, series = seated(8)
    Series.objects.filter(pk=series.pk).update(closed=True)
    before = facts(tournament)
    for number, sentence in ((1, "abgeschlossen"), (2, "nicht ausgelost")):
        with pytest.raises(Refused, match=sentence):
            undo_draw(by=director, tournament=tournament, series_number=number)
    assert facts(tournament) == before


def test_the_adjustments_of_other_series_do_not_hinder(desk: Client) -> None:
    tournament, series = seated(8)
    _adjustment(series)
    make_series(tournament, 2, [list(tournament.entries.all()[:4]), list(tournament.entries.all()[4:])])
    assert undo(desk, "2", 2).status_code == 302
    assert list(plans(tournament)) == [1]


# The command.


def command(*arguments: str) -> str:
    out = StringIO()
    call_command("draw", "probe", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_draws_what_the_page_shows(desk: Client, probe: Tournament) -> None:
    plan = preview(desk).context["proposal"].plans[0]
    output = command("--series", "1", "--seed", "4 2 6 1 5 3")
    assert plans(probe)[1] == plan
    assert "Serie 1: 2 Tische zu viert und 1 zu dritt." in output
    assert "Auslosung aus „4 2 6 1 5 3“, Versuch 1." in output
    assert "Paare, die sich wiedersehen: 0" in output


@pytest.mark.parametrize("seed", ["4\u200d 2", " 4  2\u200b", "4\u00a02"])
def test_what_nobody_sees_in_a_seed_is_dropped_by_page_and_command_alike(
    desk: Client, probe: Tournament, seed: str
) -> None:
    assert preview(desk, seed=seed).context["proposal"].lottery.seed == "4 2"
    assert "Auslosung aus „4 2“" in command("--series", "1", "--seed", seed)
    assert probe.series.get().draw_seed == "4 2"


@pytest.mark.parametrize("seed", ["", "   ", "\u200b"])
def test_without_a_seed_to_see_the_machine_throws_the_dice(
    desk: Client, probe: Tournament, seed: str
) -> None:
    assert len(faces(preview(desk, seed=seed).url.rpartition("seed=")[2].replace("+", " "))) == 6
    command("--series", "1", "--seed", seed)
    assert len(faces(probe.series.get().draw_seed)) == 6


def test_the_command_draws_all_that_are_missing(probe: Tournament) -> None:
    command("--series", "1", "--method", "random")
    command("--all", "3", "--seed", "Herz-Dame")
    assert sorted(plans(probe)) == [1, 2, 3]
    assert list(probe.series.values_list("draw_method", flat=True)) == ["random", "no_rematch", "no_rematch"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--series", "0"], "Die Serie ist eine ganze Zahl von 1 bis 99."),
        (["--series", "2"], "Bitte losen Sie zuerst Serie 1 aus."),
        (["--all", "21"], "Die Serie ist eine ganze Zahl von 1 bis 20."),
        (
            ["--series", "1", "--seed", "x" * 201],
            "Würfel aus dem Saal: Höchstens 200 Zeichen passen; es sind 201.",
        ),
        (
            ["--series", "1", "--seed", "4\udcff2"],
            "Würfel aus dem Saal: Darin ist ein Zeichen, das sich nicht drucken lässt.",
        ),
    ],
)
def test_the_command_refuses_with_a_sentence(probe: Tournament, arguments: list[str], sentence: str) -> None:
    before = facts(probe)
    with pytest.raises(CommandError, match=sentence) as refused:
        command(*arguments)
    assert refused.value.returncode == 2
    assert facts(probe) == before


def test_the_command_says_why_a_field_cannot_be_seated(probe: Tournament) -> None:
    probe.entries.filter(number__gt=5).update(present=False)
    before = facts(probe)
    with pytest.raises(CommandError, match="5 Spieler lassen sich nicht"):
        command("--all", "3")
    assert facts(probe) == before


def test_the_command_draws_nothing_twice(probe: Tournament) -> None:
    command("--all", "2")
    before = facts(probe)
    for arguments, sentence in (
        (["--series", "2"], "Serie 2 ist schon ausgelost"),
        (["--all", "2"], "Alle Serien bis 2 sind schon ausgelost"),
    ):
        with pytest.raises(CommandError, match=sentence):
            command(*arguments)
    assert facts(probe) == before


def test_two_desks_confirm_at_once_and_one_is_told(tmp_path: Path) -> None:
    """Two processes on one file: the lock lets the first win whole, the second changes nothing."""
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path / 'hall.sqlite3'}"}

    def manage(*arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    golden = ROOT / "fixtures" / "golden" / "tournament.json"
    imported = manage("import_tournament", str(golden))
    slug = imported.communicate()[0].split()[-1]
    assert imported.returncode == 0
    desks = [manage("draw", slug, "--all", "9", "--seed", seed) for seed in ("Herz-Dame", "Kreuz-Bube")]
    outputs = [desk.communicate() for desk in desks]
    assert sorted(desk.returncode for desk in desks) == [0, 2]
    loser = outputs[[desk.returncode for desk in desks].index(2)][1]
    assert "Traceback" not in loser
    assert "ausgelost" in loser or "Inzwischen" in loser
