"""Saving a score sheet: all or nothing, only what differs, with its history; and taking it back."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from factories import seated

from scoring.games import End
from tournament.actions import results as actions
from tournament.actions._base import Refused
from tournament.actions.results import (
    Saved,
    close_table,
    drop_draft,
    keep_draft,
    reopen_table,
    save_sheet,
    undo_save,
)
from tournament.models import Game, Result, Seat, SheetDraft, Table, TableState, Tournament
from tournament.queries.entry import Typed
from tournament.queries.games import seat_sums, table_games
from tournament.queries.rules import ruleset_of

pytestmark = pytest.mark.django_db

ROW = {"c-1-1-2": "R", "c-1-1-3": "8", "c-1-1-4": "87"}
SECOND = {"c-2-1-1": "-64", "c-2-1-3": "12", "c-2-1-4": "H"}


class Desk:
    """One table and somebody who saves it."""

    def __init__(self, players: int = 4, **fields: object) -> None:
        self.tournament, series = seated(players, **fields)
        self.table = series.tables.get(number=1)
        self.by = User.objects.create_user("i.roeder")

    @property
    def version(self) -> int:
        return Table.objects.get(pk=self.table.pk).version

    def save(
        self,
        texts: dict[str, str],
        *,
        ticks: frozenset[str] = frozenset(),
        based_on: int | None = None,
        why: str = "",
    ) -> Saved:
        typed = Typed(texts, ticks, self.version if based_on is None else based_on)
        saved = save_sheet(by=self.by, tournament=self.tournament, table=self.table, typed=typed, why=why)
        self.sums_are_fresh()
        return saved

    def refused(self, texts: dict[str, str], **more: object) -> Refused:
        """The refusal of a save that must change nothing."""
        before = self.everything()
        with pytest.raises(Refused) as caught:
            self.save(texts, **more)  # type: ignore[arg-type]
        assert self.everything() == before
        return caught.value

    def everything(self) -> list[object]:
        models = (Tournament, Table, Seat, Game, Result, Game.history, Result.history, Table.history)
        managers = [getattr(model, "objects", model) for model in models]
        return [list(manager.order_by("pk").values()) for manager in managers]

    def sums_are_fresh(self) -> None:
        """The one stored copy equals what the engine computes from the rows."""
        seats = list(Seat.objects.filter(table=self.table).order_by("position"))
        fresh = seat_sums(
            [seat.position for seat in seats], table_games(self.table), ruleset_of(self.tournament)
        )
        for seat in seats:
            total = fresh[seat.position]
            stored = (seat.points, seat.hand_total, seat.games, seat.rommes, seat.hand_rommes)
            assert stored == (
                total.points,
                total.hand_total,
                total.games,
                total.rommes,
                total.hand_rommes,
            )

    def state(self) -> str:
        return Table.objects.get(pk=self.table.pk).state

    def facts(self) -> list[tuple[int, int, str, dict[int, tuple[str, int | None]]]]:
        return [
            (
                row.number,
                row.attempt,
                str(row.end),
                {seat: (str(score.outcome), score.hand_total) for seat, score in sorted(row.scores.items())},
            )
            for row in table_games(self.table)
        ]


def full_sheet() -> dict[str, str]:
    """Twenty games in which whoever sits after the dealer wins."""
    texts = {}
    for number in range(1, 21):
        dealer = (number - 1) % 4 + 1
        for step, text in ((1, "R"), (2, "12"), (3, "-70")):
            texts[f"c-{number}-1-{(dealer - 1 + step) % 4 + 1}"] = text
    return texts


def test_a_saved_row_counts_and_the_table_is_a_draft() -> None:
    desk = Desk()
    version = desk.tournament.version
    saved = desk.save(ROW)
    assert saved.changed
    assert saved.totals == (("Größ", 0), ("Weiß", 5), ("Öztürk", 3), ("Müller-Lüdenscheidt", 1))
    assert (saved.version, desk.state()) == (1, TableState.DRAFT)
    assert desk.facts() == [(1, 1, "won", {2: ("R", 0), 3: ("O", 8), 4: ("O", 87)})]
    assert Tournament.objects.get().version == version + 1


def test_a_full_sheet_is_entered() -> None:
    desk = Desk()
    saved = desk.save(full_sheet())
    assert saved.state == TableState.ENTERED == desk.state()
    assert list(Seat.objects.values_list("games", flat=True)) == [15, 15, 15, 15]


def test_only_what_differs_is_written_with_who_and_what_it_was_before() -> None:
    desk = Desk()
    desk.save(ROW | SECOND)
    other = User.objects.create_user("h.busch")
    typed = Typed(ROW | SECOND | {"c-2-1-3": "21"}, frozenset(), 1)
    save_sheet(by=other, tournament=desk.tournament, table=desk.table, typed=typed)
    changes = list(Result.history.filter(history_type="~"))
    assert len(changes) == 1
    assert (changes[0].hand_total, changes[0].prev_record.hand_total) == (21, 12)
    assert (changes[0].history_user, changes[0].prev_record.history_user) == (other, desk.by)
    assert not Game.history.filter(history_type="~").exists()


def test_the_same_sheet_twice_is_written_once() -> None:
    desk = Desk()
    desk.save(ROW)
    before = desk.everything()
    saved = desk.save(ROW | {"c-1-1-3": " 08 "})
    assert not saved.changed
    assert desk.everything() == before


def test_an_emptied_row_is_gone_and_leaves_its_history() -> None:
    desk = Desk()
    desk.save(ROW | SECOND)
    desk.save(SECOND)
    assert [row[0] for row in desk.facts()] == [2]
    assert Result.history.filter(history_type="-", history_user=desk.by).count() == 3


@pytest.mark.parametrize(
    "texts",
    [
        {"c-1-1-2": "R", "c-1-1-3": "R", "c-1-1-4": "5"},
        {"c-1-1-2": "12", "c-1-1-3": "8", "c-1-1-4": "5"},
        {"c-1-1-2": "R", "c-1-1-3": "1", "c-1-1-4": "5"},
        {"c-1-1-2": "R", "c-1-1-3": "acht", "c-1-1-4": "5"},
        {"c-1-1-2": "R", "c-1-1-3": "--8", "c-1-1-4": "5"},
        {"c-1-1-2": "R", "c-1-1-3": "1000", "c-1-1-4": "5"},
        {"c-1-1-2": "R", "c-1-1-3": "9" * 30, "c-1-1-4": "5"},
        {"c-1-1-2": "R", "c-1-1-3": "8", "c-1-1-4": "5", "c-1-1-1": "7"},
        {"c-1-1-2": "R", "c-1-1-3": "8", "c-1-1-4": "5", "end-1-1": "stock"},
    ],
    ids=[
        "two winners", "nobody won", "no such hand", "no number", "negative", "too large", "30 digits",
        "dealer has a result", "winner without a win",
    ],
)  # fmt: skip
def test_an_error_keeps_back_the_whole_save(texts: dict[str, str]) -> None:
    desk = Desk()
    desk.refused(texts | SECOND)
    assert desk.facts() == []


def test_a_gap_and_an_unclear_cell_make_a_draft_row_that_counts_nothing() -> None:
    desk = Desk()
    desk.save({"c-1-1-2": "R", "c-1-1-3": "8", "c-2-1-1": "?", "c-2-1-3": "12", "c-2-1-4": "H"})
    assert desk.facts() == [
        (1, 1, "won", {2: ("R", 0), 3: ("O", 8), 4: ("?", None)}),
        (2, 1, "won", {1: ("?", None), 3: ("O", 12), 4: ("H", 0)}),
    ]
    assert set(Seat.objects.values_list("points", "games")) == {(0, 0)}
    assert desk.state() == TableState.DRAFT


def test_games_without_a_winner() -> None:
    desk = Desk()
    desk.save(
        {"c-1-1-2": "12", "c-1-1-3": "-64", "c-1-1-4": "2", "end-1-1": "stock"}
        | {"c-2-1-1": "20", "c-2-1-3": "5", "c-2-1-4": "-70", "end-2-1": "jokers"}
    )
    assert [row[2] for row in desk.facts()] == ["stock", "jokers"]
    assert list(Seat.objects.order_by("position").values_list("points", flat=True)) == [2, 2, 3, 3]


def test_a_replayed_game_keeps_what_was_typed_in_the_void_attempt() -> None:
    desk = Desk()
    void = {"c-1-1-2": "R", "c-1-1-3": "R", "c-1-1-4": "unlesbar", "end-1-1": "void"}
    desk.save(void | {"c-1-2-2": "8", "c-1-2-3": "R", "c-1-2-4": "9"})
    assert desk.facts() == [
        (1, 1, "void", {2: ("R", 0), 3: ("R", 0), 4: ("?", None)}),
        (1, 2, "won", {2: ("O", 8), 3: ("R", 0), 4: ("O", 9)}),
    ]
    assert list(Seat.objects.order_by("position").values_list("games", flat=True)) == [0, 1, 1, 1]


def test_a_replay_taken_back_counts_again() -> None:
    desk = Desk()
    desk.save(ROW | {"end-1-1": "void"})
    assert list(Seat.objects.values_list("games", flat=True)) == [0, 0, 0, 0]
    desk.save(ROW)
    assert [row[:3] for row in desk.facts()] == [(1, 1, "won")]
    desk.save(ROW | {"end-1-1": "void"} | {"c-1-2-2": "R", "c-1-2-3": "9", "c-1-2-4": "9"})
    desk.save(ROW | {"end-1-1": "won"})
    assert [row[:3] for row in desk.facts()] == [(1, 1, "won")]


def test_a_warning_waits_for_its_confirmation_and_comes_back_with_another_value() -> None:
    desk = Desk()
    odd = {"c-1-1-2": "R", "c-1-1-3": "-24", "c-1-1-4": "87"}
    desk.refused(odd)
    token = "1.1:not_opened_range:3:-24"
    desk.save(odd, ticks=frozenset({token}))
    assert Game.objects.get().confirmed == ["not_opened_range"]
    record = Game.history.latest()
    assert (record.history_user, record.confirmed) == (desk.by, ["not_opened_range"])
    # Confirmed for this value: another cell of the row may change without asking again.
    desk.save(odd | {"c-1-1-4": "86"})
    assert Game.objects.get().confirmed == ["not_opened_range"]
    # Another value is another question, whatever was ticked for the old one.
    desk.refused(odd | {"c-1-1-3": "-25"}, ticks=frozenset({token}))
    desk.save(odd | {"c-1-1-3": "-64"})
    assert Game.objects.get().confirmed == []


def test_a_dealer_out_of_turn_is_stored_when_confirmed() -> None:
    desk = Desk()
    texts = {"dealer-1-1": "2", "c-1-1-1": "R", "c-1-1-3": "8", "c-1-1-4": "9"}
    desk.refused(texts)
    desk.save(texts, ticks=frozenset({"1.1:dealer_differs:2:2"}))
    assert (Game.objects.get().dealer_seat, Game.objects.get().confirmed) == (2, ["dealer_differs"])


def test_what_somebody_else_saved_meanwhile_is_not_overwritten() -> None:
    desk = Desk()
    desk.save(ROW)
    desk.save(ROW | SECOND)
    desk.refused(ROW | {"c-1-1-3": "80"}, based_on=1)
    # The same values are no conflict, and every differing place confirmed is a decision.
    assert not desk.save(ROW | SECOND, based_on=1).changed
    token = "1.1:saved_meanwhile:3:2:80|8"
    desk.save(ROW | SECOND | {"c-1-1-3": "80"}, based_on=1, ticks=frozenset({token}))
    assert desk.facts()[0][3][3] == ("O", 80)
    desk.refused(ROW | SECOND | {"c-1-1-3": "80"} | {"c-1-1-3": "81"}, based_on=1, ticks=frozenset({token}))


def test_a_save_is_undone_to_the_state_before() -> None:
    desk = Desk()
    desk.save(ROW | {"c-2-1-1": "-64", "c-2-1-3": "?", "c-2-1-4": "H"})
    before = desk.facts()
    saved = desk.save({"c-1-1-2": "9", "c-1-1-3": "R", "c-1-1-4": "87"} | {"c-3-1-1": "R", "c-3-1-2": "5"})
    assert desk.facts() != before
    undone = undo_save(by=desk.by, tournament=desk.tournament, table=desk.table, version=saved.version)
    desk.sums_are_fresh()
    assert desk.facts() == before
    assert undone.version == saved.version + 1
    # What was typed is not lost: it waits as a draft.
    draft = SheetDraft.objects.get()
    assert (draft.fields["texts"]["c-3-1-1"], draft.based_on) == ("R", undone.version)
    assert Result.history.first().history_change_reason


def test_the_first_save_undone_leaves_an_empty_sheet() -> None:
    desk = Desk()
    saved = desk.save(ROW)
    undo_save(by=desk.by, tournament=desk.tournament, table=desk.table, version=saved.version)
    desk.sums_are_fresh()
    assert (desk.facts(), desk.state()) == ([], TableState.EMPTY)


def test_undo_is_refused_when_somebody_saved_since() -> None:
    desk = Desk()
    saved = desk.save(ROW)
    desk.save(ROW | SECOND)
    before = desk.everything()
    with pytest.raises(Refused):
        undo_save(by=desk.by, tournament=desk.tournament, table=desk.table, version=saved.version)
    assert desk.everything() == before


def test_time_up_closes_a_table_before_its_last_game() -> None:
    desk = Desk()
    first = {name: text for name, text in full_sheet().items() if int(name.split("-")[1]) <= 14}
    desk.save(first)
    assert desk.state() == TableState.DRAFT
    close = {"by": desk.by, "tournament": desk.tournament, "table": desk.table}
    close_table(**close, after_game=14, reason="Zeit um")  # type: ignore[arg-type]
    assert desk.state() == TableState.ENTERED
    assert Table.history.latest().history_change_reason == "Zeit um"
    desk.refused(first | {"c-15-1-1": "R", "c-15-1-2": "5", "c-15-1-4": "7"})
    reopen_table(**close)  # type: ignore[arg-type]
    assert desk.state() == TableState.DRAFT
    desk.save(first | {"c-15-1-1": "R", "c-15-1-2": "5", "c-15-1-4": "7"})


@pytest.mark.parametrize("after_game", [None, 0, 20, 1])
def test_a_table_is_not_closed_before_an_entered_game_or_nowhere(after_game: int | None) -> None:
    desk = Desk()
    desk.save(ROW | SECOND)
    before = desk.everything()
    with pytest.raises(Refused):
        close_table(
            by=desk.by, tournament=desk.tournament, table=desk.table, after_game=after_game, reason=""
        )
    assert desk.everything() == before


def test_a_table_is_not_closed_over_what_is_only_typed() -> None:
    desk = Desk()
    keep_draft(by=desk.by, table=desk.table, typed=Typed({"c-9-1-2": "R"}, frozenset(), 0))
    with pytest.raises(Refused, match="9"):
        close_table(by=desk.by, tournament=desk.tournament, table=desk.table, after_game=8, reason="")


def test_a_closed_series_and_a_final_sheet_take_nothing_any_more() -> None:
    desk = Desk()
    saved = desk.save(ROW)
    Table.objects.update(state=TableState.FINAL)
    desk.refused(ROW | SECOND)
    desk.table.series.closed = True
    desk.table.series.save()
    Table.objects.update(state=TableState.DRAFT)
    desk.refused(ROW | SECOND)
    at = {"by": desk.by, "tournament": desk.tournament, "table": Table.objects.get(pk=desk.table.pk)}
    for write in (
        lambda: undo_save(**at, version=saved.version),  # type: ignore[arg-type]
        lambda: close_table(**at, after_game=2, reason=""),  # type: ignore[arg-type]
        lambda: reopen_table(**at),  # type: ignore[arg-type]
        lambda: keep_draft(by=desk.by, table=at["table"], typed=Typed({}, frozenset(), 1)),  # type: ignore[arg-type]
    ):
        before = desk.everything()
        with pytest.raises(Refused):
            write()
        assert desk.everything() == before
    assert not SheetDraft.objects.exists()


def test_a_checked_sheet_is_corrected_with_a_reason() -> None:
    desk = Desk()
    desk.save(full_sheet())
    Table.objects.update(state=TableState.CHECKED)
    corrected = full_sheet() | {"c-1-1-3": "13"}
    desk.refused(corrected)
    assert not desk.save(full_sheet()).changed
    desk.save(corrected, why="Zahlendreher")
    assert desk.state() == TableState.ENTERED
    assert Result.history.filter(history_type="~").get().history_change_reason == "Zahlendreher"


def test_totals_give_way_to_the_games_only_when_all_are_there() -> None:
    desk = Desk()
    Table.objects.update(totals_only=True, state=TableState.ENTERED)
    Seat.objects.update(points=40, hand_total=400, games=15)
    desk_before = desk.everything()
    with pytest.raises(Refused):
        save_sheet(by=desk.by, tournament=desk.tournament, table=desk.table, typed=Typed(ROW, frozenset(), 0))
    assert desk.everything() == desk_before
    desk.save(full_sheet())
    assert not Table.objects.get().totals_only


def test_a_draft_keeps_faults_and_counts_nothing() -> None:
    desk = Desk()
    desk.save(ROW)
    before = desk.everything()
    keep_draft(by=desk.by, table=desk.table, typed=Typed({"c-1-1-2": "1x"}, frozenset({"a"}), 1))
    keep_draft(by=desk.by, table=desk.table, typed=Typed({"c-1-1-2": "1y"}, frozenset({"b"}), 1))
    draft = SheetDraft.objects.get()
    assert draft.fields == {"texts": {"c-1-1-2": "1y"}, "confirmed": ["b"]}
    assert draft.saved_by == desk.by
    assert desk.everything() == before
    drop_draft(by=desk.by, table=desk.table)
    assert not SheetDraft.objects.exists()


def test_a_save_that_breaks_off_leaves_the_state_before(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk()
    desk.save(ROW)
    keep_draft(by=desk.by, table=desk.table, typed=Typed(ROW | SECOND, frozenset(), 1))
    before = desk.everything()

    def power_cut(*args: object) -> None:
        raise SystemExit

    # The last write of a save: everything else has happened by then.
    monkeypatch.setattr(actions, "touch", power_cut)
    with pytest.raises(SystemExit):
        desk.save(ROW | SECOND)
    assert desk.everything() == before
    assert SheetDraft.objects.get().fields["texts"] == ROW | SECOND


def test_statements_of_a_save_do_not_grow_with_the_rows(django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    desk = Desk()
    typed = [Typed(ROW, frozenset(), 0), Typed(full_sheet() | ROW, frozenset(), 1)]
    for one in typed:
        with django_assert_num_queries(19):
            save_sheet(by=desk.by, tournament=desk.tournament, table=desk.table, typed=one)
    assert desk.state() == TableState.ENTERED


def test_void_games_of_a_table_of_three() -> None:
    desk = Desk(3)
    desk.save({"c-1-1-1": "R", "c-1-1-2": "8", "c-1-1-3": "-64", "c-2-1-1": "5", "end-2-1": str(End.VOID)})
    assert [row[:3] for row in desk.facts()] == [(1, 1, "won"), (2, 1, "void")]
    assert list(Seat.objects.order_by("position").values_list("points", flat=True)) == [5, 3, 0]


CONCURRENT = """
import threading
import django; django.setup()
from django.core.management import call_command
from django.db import connection, connections
call_command("migrate", verbosity=0)
from factories import seated
from tournament.actions._base import Refused
from tournament.actions.results import save_sheet
from tournament.models import Seat, Table
from tournament.queries.entry import Typed

tournament, series = seated(64)
tables = list(series.tables.all())
barrier = threading.Barrier(16)
failed = []

def work(table, text):
    try:
        barrier.wait()
        texts = {"c-1-1-2": "R", "c-1-1-3": "8", "c-1-1-4": text}
        save_sheet(by=None, tournament=tournament, table=table, typed=Typed(texts, frozenset(), 0))
    except Refused:
        failed.append("refused")
    except Exception as error:
        failed.append(repr(error))
    finally:
        connections.close_all()

def together(jobs):
    threads = [threading.Thread(target=work, args=job) for job in jobs]
    for thread in threads: thread.start()
    for thread in threads: thread.join()

together([(table, "87") for table in tables])
assert failed == [], failed
assert Seat.objects.filter(points=5).count() == 16
assert type(tournament).objects.get().version == 16
table = Table.objects.get(number=1)
table.games.all().delete(); Table.objects.filter(number=1).update(version=0)
together([(table, str(20 + index)) for index in range(16)])
assert failed == ["refused"] * 15, failed
assert table.games.count() == 1
print("all right")
"""


def test_sixteen_saves_at_once(tmp_path: Path) -> None:
    """Different tables: all are saved. The same table: one is, the others are told."""
    root = Path(__file__).resolve().parent.parent
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{tmp_path}/hall.sqlite3",
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "PYTHONPATH": f"{root}{os.pathsep}{root / 'tests'}",
    }
    done = subprocess.run(
        [sys.executable, "-c", CONCURRENT],
        env=environment,
        cwd=root,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout.strip() == "all right", done.stderr
