"""Files in and out: a right file comes back equal, a wrong one is refused whole with every fault and its path."""

from __future__ import annotations

import copy
import json
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tournament.actions.imports import import_tournament
from tournament.exchange.reading import Reading, ReadingError, read_tournament
from tournament.exchange.simulation import simulate
from tournament.exchange.writing import as_json, file_text, write_atomically
from tournament.models import Entry, Game, Player, Result, Seat, Table, Tournament
from tournament.queries.facts import tournament_facts
from tournament.queries.standings import standings
from tournament.queries.verification import verification
from tournament.scopes import parse_scope

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "fixtures" / "golden"
BAD = GOLDEN / "bad"
EXPECTED: dict[str, list[str]] = json.loads((BAD / "expected.json").read_text(encoding="utf-8"))
EDITS = [json.loads(line) for line in (BAD / "edits.jsonl").read_text(encoding="utf-8").splitlines()]

Json = dict[str, Any]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Sentences are compared in the language of the source."""
    with translation.override("en"):
        yield


def small(**changes: Any) -> Json:
    """Seven players, one series: a table of four with all four games, a table of three with its three."""
    players = [
        {"number": number, "name": name, "club": "RC Ährental", "classes": ["Damen"]}
        for number, name in enumerate(("Änne Größ", "Bo", "Cem", "Dörte", "Eva", "Fritz", "Gül"), 1)
    ]
    games = [
        {"number": 1, "dealer": 1, "end": "won", "scores": {"2": "R", "3": "8", "4": "-87"}},
        {"number": 2, "dealer": 2, "end": "won", "scores": {"1": "H", "3": "31", "4": "11"}},
        {"number": 3, "dealer": 3, "end": "stock", "scores": {"1": "30", "2": "-60", "4": "10"}},
        {"number": 4, "dealer": 4, "end": "jokers", "scores": {"1": "20", "2": "7", "3": "-93"}},
    ]
    threes = [
        {"number": 1, "dealer": 5, "end": "won", "scores": {"5": "R", "6": "8", "7": "-87"}},
        {"number": 2, "dealer": 6, "end": "won", "scores": {"5": "9", "6": "HA", "7": "12"}},
        {"number": 3, "dealer": 7, "end": "won", "scores": {"5": "4", "6": "2", "7": "R"}},
    ]
    tables = [
        {"number": 1, "seats": [1, 2, 3, 4], "games": games},
        {"number": 2, "seats": [5, 6, 7], "games": threes},
    ]
    return {
        "format": "romme-tournament",
        "version": 1,
        "tournament": {
            "name": "Probe",
            "date": "2026-10-03",
            "venue": "Bürgerhaus",
            "ruleset": "drov",
            "games_per_player": 3,
        },
        "players": players,
        "series": [{"number": 1, "tables": tables}],
        **changes,
    }


def full() -> Json:
    """Every optional key once."""
    file = small()
    rating = {
        "hand_romme": 9,
        "hand_romme_layoff": 7,
        "romme": 5,
        "opened": [[10, 3], [30, 2], [None, 1]],
        "not_opened": -1,
    }
    file["tournament"]["rating"] = rating
    file["players"][0] |= {"tandem": "T1", "team": "M1", "fixed_table": 1}
    file["players"][1] |= {"tandem": "T1", "withdrawn": True, "fee_paid": True}
    file["players"][6] |= {"present": False}
    first, second = file["series"][0]["tables"]
    first["games"][0]["scores"]["4"] = "-29"
    first["games"][0]["confirmed"] = ["not_opened_range"]
    first["games"].insert(
        1, {"number": 2, "attempt": 1, "dealer": 2, "end": "void", "scores": {"2": "R", "4": "?"}}
    )
    first["games"][2]["attempt"] = 2
    first["state"] = "checked"
    second["games"] = second["games"][:2]
    second["closed"] = {"after_game": 2, "reason": "Time was up."}
    file["series"][0] |= {
        "draw": {
            "method": "random",
            "seed": "4 2 6",
            "attempt": 2,
            "steps": 12,
            "ranking": [7, 1],
            "together": [1, 2],
            "changed": True,
        },
        "closed": True,
    }
    file["series"].append(
        {
            "number": 2,
            "tables": [
                {
                    "number": 1,
                    "seats": [4, 3, 2, 1],
                    "games": [],
                    "totals": {
                        "4": [6, 90, 3, 1, 0],
                        "3": [5, 80, 3, 1, 1],
                        "2": [-2, 120, 3, 0, 0],
                        "1": [8, 9, 3, 2, 0],
                    },
                },
                {
                    "number": 2,
                    "seats": [7, 6, 5],
                    "games": [
                        {"number": 2, "dealer": 6, "end": "won", "scores": {"7": "R", "6": "?", "5": "4"}}
                    ],
                },
            ],
        }
    )
    at = "2026-10-03T14:05:00+02:00"
    file["adjustments"] = [
        {
            "player": 3,
            "series": 1,
            "points": -2,
            "hand_total": 0,
            "reason": "Came late",
            "by": "Ulla",
            "at": at,
        },
        {"player": 3, "points": 0, "hand_total": 5, "reason": "Counted anew"},
    ]
    file["lots"] = [
        {"scope": "overall", "order": [2, 1], "by": "Ulla", "at": at},
        {"scope": "series 2 tandem", "order": ["T1", "T2"]},
        {"scope": "class:Damen", "order": [1, 2, 3]},
    ]
    return file


def read(file: Any) -> Reading:
    """The reading of JSON values."""
    return read_tournament(json.dumps(file).encode())


def faults(file: Any) -> list[str]:
    """Every fault of a file."""
    with pytest.raises(ReadingError) as caught:
        read(file)
    return [str(fault) for fault in caught.value.faults]


def imported(file: Json) -> Tournament:
    """The tournament of a file."""
    return import_tournament(facts=read(file).facts)


def exported(tournament: Tournament) -> Json:
    """The file of a tournament, read as any other program would."""
    value: Json = json.loads(file_text(tournament_facts(tournament)))
    return value


# Out is what was in


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["golden/tournament.json", "demo.json"])
def test_a_canonical_file_comes_back_equal(name: str) -> None:
    file = json.loads((ROOT / "fixtures" / name).read_text(encoding="utf-8"))
    tournament = imported(file)
    assert exported(tournament) == file
    assert verification(tournament).differences == ()


@pytest.mark.django_db
@pytest.mark.parametrize("make", [small, full])
def test_every_optional_key_comes_back(make: Callable[[], Json]) -> None:
    tournament = imported(make())
    assert exported(tournament) == make()
    assert verification(tournament).differences == ()


@pytest.mark.django_db
def test_what_says_nothing_is_left_out() -> None:
    file = full()
    file["players"][3] |= {"present": True, "withdrawn": False, "fee_paid": False}
    file["series"][1]["closed"] = False
    file["series"][1]["tables"][1]["state"] = "draft"
    file["series"][0]["tables"][0]["games"][0]["attempt"] = 1
    file["series"][0]["tables"][1]["games"][0] |= {"confirmed": []}
    file["series"][0]["tables"][1]["games"][0]["scores"]["7"] = " -087 "
    del file["series"][1]["tables"][0]["games"]
    assert exported(imported(file)) == full()


@pytest.mark.django_db
def test_a_time_without_an_offset_is_the_time_of_the_hall() -> None:
    file = full()
    file["lots"][0]["at"] = "2026-10-03T14:05"
    file["adjustments"][0]["at"] = "2026-10-03T12:05:00Z"
    assert exported(imported(file)) == full()


@pytest.mark.django_db
@pytest.mark.parametrize("ruleset", ["home", "ass_boni", "schmidt", "winner_takes", "romme500"])
def test_other_rule_sets_travel_too(ruleset: str) -> None:
    scores = {"1": "R69/0", "2": "69/25"} if ruleset == "romme500" else {"1": "R", "2": "25"}
    file = small()
    file["tournament"]["ruleset"] = ruleset
    game = {"number": 7, "dealer": 2, "end": "won", "scores": scores}
    file["series"] = [{"number": 1, "tables": [{"number": 1, "seats": [1, 2], "games": [game]}]}]
    tournament = imported(file)
    # Seven rounds by agreement are more than the three of the tournament: the sheet has as many as were played.
    assert exported(tournament) == file
    assert verification(tournament).differences == ()


names = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=20)
labels = st.one_of(st.none(), st.sampled_from(["T1", "T2", "M1", "Zwölf"]))


@st.composite
def games(draw: st.DrawFn, seats: list[int], count: int) -> list[Json]:
    """Rows of a sheet: played, replayed, waiting to be replayed, unclear or missing."""
    rows: list[Json] = []
    for number in range(1, count + 1):
        kind = draw(st.sampled_from(["played", "played", "played", "again", "void", "unclear", "missing"]))
        dealer = seats[(number - 1) % len(seats)]
        playing = [seat for seat in seats if seat != dealer or len(seats) == 3]
        row: Json = {"number": number, "dealer": dealer}
        if kind in ("again", "void"):
            left = {str(seat): draw(st.sampled_from(["R", "?", "44"])) for seat in playing[:1]}
            rows.append({**row, "attempt": 1, "end": "void", "scores": left})
        if kind in ("missing", "void"):
            continue
        if kind == "again":
            row["attempt"] = 2
        scores = {
            str(seat): str(draw(st.integers(2, 110)))
            if draw(st.booleans())
            else str(-draw(st.integers(31, 110)))
            for seat in playing
        }
        end = draw(st.sampled_from(["won", "stock"]))
        if end == "won":
            scores[str(draw(st.sampled_from(playing)))] = draw(st.sampled_from(["R", "H", "HA"]))
        if kind == "unclear":
            scores[str(playing[-1])] = "?"
        rows.append({**row, "end": end, "scores": scores})
    return rows


@st.composite
def tables(draw: st.DrawFn, number: int, seats: list[int]) -> Json:
    """A table somewhere between empty and final."""
    expected = 4 if len(seats) == 4 else 3
    table: Json = {"number": number, "seats": seats, "games": []}
    if draw(st.integers(0, 4)) == 0:
        sums = st.tuples(st.integers(-9, 40), st.integers(0, 999), st.just(3), st.just(2), st.integers(0, 2))
        table["totals"] = {str(seat): list(draw(sums)) for seat in seats}
        is_complete = True
    else:
        if draw(st.booleans()):
            expected = draw(st.integers(1, expected))
            table["closed"] = {"after_game": expected, "reason": draw(st.sampled_from(["", "Time was up."]))}
        table["games"] = draw(games(seats, expected))
        counting = [
            game for game in table["games"] if game["end"] != "void" and "?" not in game["scores"].values()
        ]
        is_complete = len(counting) == expected
    if is_complete and draw(st.booleans()):
        table["state"] = draw(st.sampled_from(["checked", "final"]))
    return table


@st.composite
def files(draw: st.DrawFn) -> Json:
    """Canonical tournament files."""
    numbers = sorted(draw(st.sets(st.integers(1, 9999), min_size=7, max_size=12)))
    players = []
    for number in numbers:
        player: Json = {
            "number": number,
            "name": draw(names),
            "club": draw(st.sampled_from(["", "RC Ä", "=B1"])),
            "classes": draw(st.lists(st.sampled_from(["Damen", "Herren", "Senioren"]), unique=True)),
        }
        player |= {key: label for key in ("tandem", "team") if (label := draw(labels))}
        player |= {key: True for key in ("withdrawn", "fee_paid") if draw(st.booleans())}
        player |= {"present": False} if draw(st.booleans()) else {}
        player |= {"fixed_table": draw(st.integers(1, 999))} if draw(st.booleans()) else {}
        players.append(player)
    series = []
    for number in sorted(draw(st.sets(st.integers(1, 99), max_size=2))):
        order = draw(st.permutations(numbers))
        seats = [list(order[0:4]), list(order[4:7])]
        each: Json = {
            "number": number,
            "tables": [draw(tables(index, seated)) for index, seated in enumerate(seats, 1)],
        }
        each |= {"closed": True} if draw(st.booleans()) else {}
        if draw(st.booleans()):
            method = draw(st.sampled_from(["random", "no_rematch", "standing", "tandem"]))
            each["draw"] = {
                "method": method,
                "seed": draw(names),
                "attempt": draw(st.integers(1, 9)),
                "steps": 7,
            }
        series.append(each)
    return small(players=players, series=series)


@pytest.mark.django_db
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(files())
def test_files_of_every_shape_come_back_equal(file: Json) -> None:
    tournament = imported(file)
    assert exported(tournament) == file
    assert verification(tournament).differences == ()


def test_a_file_with_a_mark_in_front_is_read() -> None:
    text = json.dumps(small(), ensure_ascii=False)
    assert read_tournament(b"\xef\xbb\xbf" + text.encode()) == read(small())


def test_facts_are_the_same_out_and_in() -> None:
    facts = simulate(players=15, series=2, seed="dice", typed=2)
    reading = read(as_json(facts))
    assert (reading.facts, reading.warnings) == (facts, ())


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.json"
    write_atomically(path, "before")

    def fails(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tournament.exchange.writing.os.replace", fails)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, "after")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("t.json", "before")]


def test_a_device_or_a_pipe_is_written_into_and_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_atomically(pipe, "Größ")
    reader.join(10)
    assert read == ["Größ".encode()]
    assert pipe.is_fifo()


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "t.json", tmp_path / "link.json"
    target.write_text("before")
    link.symlink_to(target)
    write_atomically(link, "after")
    assert link.is_symlink()
    assert target.read_text() == "after"


# The write


@pytest.mark.django_db
def test_the_golden_file_gives_the_golden_standings() -> None:
    golden = json.loads((GOLDEN / "tournament.standings.json").read_text(encoding="utf-8"))
    tournament = import_tournament(facts=read_tournament((GOLDEN / "tournament.json").read_bytes()).facts)
    for scope, rows in golden.items():
        found = standings(tournament, parse_scope(scope)).rows
        assert [{key: getattr(row, key) for key in rows[0]} for row in found] == rows


@pytest.mark.django_db
def test_imported_twice_it_is_two_tournaments() -> None:
    assert [imported(small()).slug for _time in range(3)] == ["probe", "probe-2", "probe-3"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "slug"),
    [("Köln 11/2", "koeln-11-2"), ("Große Straße", "grosse-strasse"), ("♠♥", "turnier"), ("Łódź", "lodz")],
)
def test_slugs_are_plain_words(name: str, slug: str) -> None:
    file = small()
    file["tournament"]["name"] = name
    assert imported(file).slug == slug


@pytest.mark.django_db
def test_the_directory_knows_people_by_name_and_club() -> None:
    file = small()
    file["players"][1]["name"] = "Änne Größ"
    imported(file)
    assert Player.objects.filter(name="Änne Größ").count() == 2
    file["players"][2]["club"] = "RC Neu"
    imported(file)
    assert Player.objects.count() == 7 + 1
    assert sorted(Player.objects.filter(name="Cem").values_list("club", flat=True)) == [
        "RC Neu",
        "RC Ährental",
    ]


@pytest.mark.django_db
def test_every_row_has_its_history() -> None:
    tournament = imported(full())
    for model in (Entry, Seat, Game, Result, Table):
        assert model.history.count() == model.objects.count() > 0
    assert tournament.history.get().history_change_reason == "import"
    assert Tournament.objects.get().version == 1


@pytest.mark.django_db
def test_keys_for_search_and_order_are_made() -> None:
    imported(small())
    entry = Entry.objects.get(number=1)
    assert (entry.sort_key, entry.player.name_key) == ("gross, anne", "anne gross")


@pytest.mark.django_db
def test_reading_a_tournament_takes_as_many_statements_for_many_as_for_few() -> None:
    counts = []
    for players, series in ((7, 1), (20, 3)):
        tournament = import_tournament(facts=simulate(players=players, series=series, seed="1"))
        with CaptureQueriesContext(connection) as of_facts:
            tournament_facts(tournament)
        with CaptureQueriesContext(connection) as of_check:
            verification(tournament)
        with CaptureQueriesContext(connection) as of_standings:
            standings(tournament)
        counts.append((len(of_facts), len(of_check), len(of_standings)))
    assert counts == [(8, 9, 5), (8, 9, 5)]


@pytest.mark.django_db
def test_verify_finds_what_differs() -> None:
    tournament = imported(small())
    Seat.objects.filter(entry__number=3).update(points=99)
    Table.objects.filter(number=2).update(state="draft")
    found = verification(tournament)
    assert [(one.table, one.player, one.column, one.stored, one.computed) for one in found.differences] == [
        (1, 3, "points", 99, 4),
        (2, None, "state", "draft", "entered"),
    ]
    assert (found.tables, found.games) == (2, 7)


# Refused


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_file_of_another_kind_is_refused(name: str) -> None:
    with pytest.raises(ReadingError) as caught:
        read_tournament((BAD / name).read_bytes())
    assert [str(fault) for fault in caught.value.faults] == EXPECTED[name]


def test_every_bad_file_is_tried() -> None:
    assert {path.name for path in BAD.iterdir()} == {*EXPECTED, "expected.json", "edits.jsonl"}


@pytest.mark.parametrize("data", [b"[" * 200_000, b'{"a":' * 200_000])
def test_endless_nesting_is_refused(data: bytes) -> None:
    with pytest.raises(ReadingError, match="nested too deeply"):
        read_tournament(data)


def change(file: Json, path: str, value: Any) -> None:
    """Put a value at a path such as `players.0.name`."""
    *outer, last = path.split(".")
    place: Any = file
    for key in outer:
        place = place[int(key)] if isinstance(place, list) else place[key]
    place[int(last) if isinstance(place, list) else last] = value


TABLE = "series.0.tables.0"
GAME = f"{TABLE}.games.0"
AT = "series[0].tables[0]"


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit["fault"][:60])
def test_a_fault_is_named_with_its_path(edit: Json) -> None:
    file = small()
    change(file, edit["path"], edit["value"])
    assert edit["fault"] in faults(file)


@pytest.mark.parametrize(
    ("path", "value", "count"),
    [
        ("players.0.name", "", 1),
        (f"{GAME}.scores.3", "8x", 1),
        (f"{GAME}.end", "lost", 1),
        (f"{GAME}.dealer", 5, 1),
        (f"{TABLE}.seats", [1, 2], 1 + 8),  # the seats, and every score of 3 and 4
        (f"{TABLE}.seats.0", "x", 1 + 4),  # the seat, the dealer of game 1, and every score of 1
    ],
)
def test_one_fault_makes_no_crowd_of_others(path: str, value: Any, count: int) -> None:
    file = small()
    change(file, path, value)
    assert len(faults(file)) == count


def test_all_faults_are_named_at_once() -> None:
    file = small()
    for path, value in (("tournament.name", 3), ("players.2.name", ""), (f"{GAME}.scores.2", "H5x")):
        change(file, path, value)
    assert faults(file) == [
        "players[2].name: This must not be empty.",
        "tournament.name: Write a text in quotation marks, not 3.",
        f"{AT}.games[0].scores.2: “H5x” cannot be read as a result. Possible are: R, H, HA, 87, -87, ?. (not_a_number)",
    ]


@pytest.mark.django_db
def test_a_refused_file_changes_nothing() -> None:
    file = small()
    change(file, f"{GAME}.scores.2", "8")
    with pytest.raises(ReadingError):
        imported(file)
    assert (Tournament.objects.count(), Player.objects.count()) == (0, 0)


def test_streitfall_9_only_the_last_attempt_counts() -> None:
    file = small()
    rows = file["series"][0]["tables"][0]["games"]
    void = {"number": 1, "attempt": 1, "dealer": 1, "end": "void", "scores": {}}
    rows.insert(1, {**void, "attempt": 2})
    assert faults(file) == [
        f"{AT}.games[1].number: Game 1 is there twice. A game is played again only after a void attempt."
    ]
    rows[0:2] = [void, {**rows[0], "attempt": 3}]
    assert faults(file) == [f"{AT}.games[1].attempt: This is attempt 2 of game 1, not attempt 3."]
    rows[0:2] = [void, {**void, "attempt": 2}, {**rows[1], "attempt": 3}]
    assert read(file).warnings == ()


def test_streitfall_9_a_void_attempt_is_kept_unchecked() -> None:
    file = small()
    void = {"number": 1, "attempt": 1, "dealer": 1, "end": "void", "scores": {"1": "R", "2": "R", "3": "1"}}
    rows = file["series"][0]["tables"][0]["games"]
    rows[0:1] = [void, {**rows[0], "attempt": 2}]
    assert read(file).warnings == ()
    void["scores"] = {"1": "8x"}
    assert len(faults(file)) == 1
    void["scores"] = {"5": "8"}
    assert len(faults(file)) == 1


def test_a_draft_row_is_read_and_one_that_lacks_somebody_is_refused() -> None:
    file = small()
    change(file, f"{GAME}.scores.3", "?")
    assert read(file).facts.series[0].tables[0].state == "draft"
    change(file, f"{GAME}.scores.2", "1")
    assert [fault.split(" (")[1] for fault in faults(file)] == ["total_impossible)"]


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        (
            {"1": [1, 2, 3, 0, 0]},
            [".2: This key is missing.", ".3: This key is missing.", ".4: This key is missing."],
        ),
        ({"1": [1, 2, 3, 0]}, [".1: Write five numbers: points, hand total, games, Rommés, Hand-Rommés."]),
        ({"1": [1, 2, 5, 0, 0]}, [".1[2]: 5 is not a whole number from 0 to 4."]),
        (
            {"1": [1, 2, 3, 1, 2]},
            [".1: There cannot be more Rommés than games, nor more Hand-Rommés than Rommés."],
        ),
    ],
)
def test_totals_that_cannot_be_are_refused(totals: Json, expected: list[str]) -> None:
    file = small()
    table = file["series"][0]["tables"][0]
    del table["games"]
    table["totals"] = (
        totals if len(expected) > 1 else {str(n): [1, 2, 3, 0, 0] for n in (1, 2, 3, 4)} | totals
    )
    assert faults(file) == [f"{AT}.totals{fault}" for fault in expected]


# Unusual


def warnings(file: Json) -> list[str]:
    """What is told about a file that is imported."""
    return [str(warning) for warning in read(file).warnings]


def test_an_unconfirmed_warning_is_told_and_a_confirmed_one_is_not() -> None:
    file = small()
    change(file, f"{GAME}.scores.4", "-29")
    assert warnings(file) == [
        f"{AT}.games[0].scores.4: 4 Dörte: not opened with 29? 13 cards count from 31 to 197. (not_opened_range)"
    ]
    change(file, f"{GAME}.confirmed", ["not_opened_range"])
    assert warnings(file) == []
    change(file, f"{GAME}.confirmed", ["opened_range"])
    assert len(warnings(file)) == 1


def test_a_dealer_out_of_turn_and_unequal_sitting_out_are_told() -> None:
    file = small()
    change(file, GAME, {"number": 1, "dealer": 2, "end": "won", "scores": {"1": "R", "3": "8", "4": "-87"}})
    assert warnings(file) == [
        f"{AT}.games[0].dealer: Game 1 is entered with 2 Bo as the dealer. By the order of the seats, seat 1 deals "
        "it. (dealer_differs)",
        f"{AT}: The players of this table sat out unequally often. (sat_out_unequally)",
    ]


def test_more_members_than_a_tandem_has_are_told() -> None:
    file = small()
    for index in (0, 1, 2):
        file["players"][index]["tandem"] = "T1"
    assert warnings(file) == ["players: tandem “T1” has 3 members; 2 are usual."]


def test_an_old_lot_may_name_a_group_that_is_gone() -> None:
    file = small(lots=[{"scope": "club", "order": ["RC Ährental", "RC Weg"]}])
    assert warnings(file) == ["lots[0].order[1]: Nobody belongs to “RC Weg” any more."]


def test_a_state_that_the_rows_do_not_bear_is_told() -> None:
    file = copy.deepcopy(small())
    file["series"][0]["tables"][0]["games"].pop()
    change(file, f"{TABLE}.state", "checked")
    assert warnings(file) == [
        f"{AT}.state: The table is marked as checked, but not all of its 4 games are complete."
    ]
