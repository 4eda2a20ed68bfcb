"""``python -m scoring``: calls, lines in, lines out, exit codes."""

import io
import json
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring.__main__ import COMMANDS, main, run
from scoring.commands import LONGEST_JSON, JsonError, load_json
from scoring.issues import MESSAGES
from scoring.messages import written

ROOT = Path(__file__).parent.parent
GOLDEN = (ROOT / "fixtures/golden/games.jsonl").read_text("utf-8").splitlines()
GAME = {"id": "g1", "players": ["A", "B", "C", "D"], "dealer": "D", "end": "won"}
SCORES = {"A": "R", "B": "8", "C": "87"}


def call(*argv: str, text: str = "") -> tuple[int, list[dict[str, Any]], str]:
    stdout, stderr = io.StringIO(), io.StringIO()
    code = main(argv, io.StringIO(text), stdout, stderr)
    return code, [json.loads(line) for line in stdout.getvalue().splitlines()], stderr.getvalue()


def score(*lines: object, rules: str = "drov", options: str = "{}") -> tuple[int, list[dict[str, Any]], str]:
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    return call("score", "--ruleset", rules, "--options", options, text=text)


def codes(answer: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [(error["code"], error["player"]) for error in answer["errors"]]


def test_the_answer_of_one_game() -> None:
    assert score({**GAME, "scores": SCORES}) == (
        0,
        [
            {
                "id": "g1",
                "points": {"A": 5, "B": 3, "C": 1},
                "hand_totals": {"A": 0, "B": 8, "C": 87},
                "lines": {"A": [[5, "romme"]], "B": [[3, "opened"]], "C": [[1, "opened"]]},
                "warnings": [],
            }
        ],
        "",
    )


@pytest.mark.parametrize("case", [json.loads(line) for line in GOLDEN], ids=lambda case: case["game"]["id"])
def test_golden_games_on_the_command_line(case: dict[str, Any]) -> None:
    code, (answer,), stderr = score(case["game"], rules=case["ruleset"])
    assert answer["id"] == case["game"]["id"]
    if "error" in case:
        assert (code, len(answer["errors"])) == (2, 1)
        assert "points" not in answer
        assert stderr == "score: 1 of 1 games could not be scored, the first in line 1.\n"
    else:
        assert (code, answer["points"], stderr) == (0, case["points"], "")


def test_a_faulty_game_does_not_stop_the_others() -> None:
    good = {**GAME, "scores": SCORES}
    bad = {**GAME, "id": "g2", "scores": {"A": "R", "B": "1"}}
    code, answers, stderr = score(good, bad, "", good)
    assert code == 2
    assert [("points" in answer) for answer in answers] == [True, False, True]
    assert codes(answers[1]) == [("total_impossible", "B"), ("missing_result", "C")]
    assert answers[1]["errors"][1]["message"] == "The result of C is missing."
    assert stderr == "score: 1 of 3 games could not be scored, the first in line 2.\n"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("nonsense", "bad_json"),
        ("[1]", "not_an_object"),
        ("5", "not_an_object"),
        ('{"id": "g1", "id": "g2"}', "bad_json"),
        ('{"id": NaN}', "bad_json"),
        ('{"number": ' + "9" * 5000 + "}", "bad_json"),
        ("[" * 100_000, "bad_json"),
        ('{"id": "\udcff"}', "bad_text"),
        ('"' + "x" * LONGEST_JSON, "bad_json"),
    ],
    ids=lambda value: value[:12],
)
def test_a_line_that_is_no_object_is_named_by_its_number(line: str, code: str) -> None:
    exit_code, answers, _ = score({**GAME, "scores": SCORES}, line)
    assert exit_code == 2
    assert (answers[1]["id"], answers[1]["line"], codes(answers[1])) == (None, 2, [(code, None)])


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"scores": {**SCORES, "B": "?"}}, [("unclear_result", "B")]),
        ({"scores": {**SCORES, "B": "8x", "C": "1"}}, [("not_a_number", "B"), ("total_impossible", "C")]),
        ({"scores": {**SCORES, "B": 8}}, [("not_a_number", "B")]),
        ({"scores": {**SCORES, "B": None, "A": ["R"]}}, [("not_a_number", "A"), ("not_a_number", "B")]),
        ({"scores": {**SCORES, "B": "--8"}}, [("negative", "B")]),
        ({"scores": {**SCORES, "C": ""}}, [("missing_result", "C")]),
        ({"scores": {**SCORES, "B": "9" * 30}}, [("too_large", "B")]),
        ({"end": "lost"}, [("unknown_end", None)]),
        (
            {"end": 7, "scores": {**SCORES, "A": "5", "B": "1"}},
            [("unknown_end", None), ("total_impossible", "B")],
        ),
        ({"players": "ABCD"}, [("bad_value", None)]),
        ({"players": ["A", "", "C"]}, [("bad_value", None)]),
        ({"dealer": 4, "scores": []}, [("bad_value", None), ("bad_value", None)]),
        ({"first_openr": "B", "number": 0}, [("unknown_key", None), ("bad_value", None)]),
        ({"attempt": True, "only_joker": "B", "first_opener": 3}, [("bad_value", None)] * 3),
        ({"id": [1]}, [("bad_value", None)]),
        ({"id": True}, [("bad_value", None)]),
    ],
    ids=str,
)
def test_all_faults_of_a_line_at_once(change: dict[str, Any], expected: list[tuple[str, str | None]]) -> None:
    code, (answer,), _ = score({**GAME, "scores": SCORES, **change})
    assert (code, codes(answer)) == (2, expected)
    assert answer["id"] == (None if "id" in change else "g1")
    assert all(error["message"] and "%(" not in error["message"] for error in answer["errors"])


def test_missing_keys_are_named() -> None:
    code, (answer,), _ = score({"id": 7})
    assert (code, answer["id"]) == (2, 7)
    assert [error["message"] for error in answer["errors"]] == [
        f"The key “{key}” is missing." for key in ("players", "dealer", "end", "scores")
    ]


def test_a_json_number_is_refused_with_the_mend() -> None:
    _, (answer,), _ = score({**GAME, "scores": {**SCORES, "B": 8}})
    assert answer["errors"][0]["message"] == 'A result is text in quotation marks such as "87", not 8.'


@pytest.mark.parametrize(
    ("rules", "players", "possible"),
    [("drov", "ABCD", "R, H, HA, 87, -87, ?."), ("romme500", "ABD", "69/25, R69/0, ?.")],
)
def test_only_results_that_the_rule_set_takes_are_proposed(rules: str, players: str, possible: str) -> None:
    line = {**GAME, "players": list(players), "scores": {"A": "R", "B": "8x"}}
    _, (answer,), _ = score(line, rules=rules)
    assert answer["errors"][0]["message"] == f"“8x” cannot be read as a result. Possible are: {possible}"


def test_a_number_is_no_fault_of_grammar() -> None:
    _, (answer,), _ = score({**GAME, "players": ["D"], "scores": {"D": "R"}})
    assert answer["errors"][0]["message"] == "Players at this table: 1. Please seat 3 to 4."


def test_what_nobody_can_see_is_named_by_its_number() -> None:
    line = {**GAME, "end": "won\u200b", "scores": {**SCORES, "B": "8\u200b"}, "k\0": 1}
    _, (answer,), _ = score({**line, "scores": {**SCORES, "B": "8\u200b"}})
    assert answer["errors"][0]["message"].startswith("The key “k[U+0000]” is not known.")
    del line["k\0"]
    _, (answer,), _ = score(line)
    assert [error["message"].split("”")[0] for error in answer["errors"]] == ["“won[U+200B]", "“8[U+200B]"]


def test_a_value_nested_too_deeply_to_be_shown_is_no_crash() -> None:
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    assert written(nested) == "…"


def test_a_long_value_is_shown_short() -> None:
    _, (answer,), _ = score({**GAME, "end": "x" * 5000, "scores": SCORES})
    assert len(answer["errors"][0]["message"]) < 150


@pytest.mark.parametrize("scores", [{}, {"A": "nonsense", "X": 5}, None])
def test_streitfall_9_a_void_game_answers_with_nothing(scores: dict[str, Any] | None) -> None:
    void = {**GAME, "end": "void", **({} if scores is None else {"scores": scores})}
    empty = {"id": "g1", "points": {}, "hand_totals": {}, "lines": {}, "warnings": []}
    assert score(void) == (0, [empty], "")


def test_warnings_are_given_with_the_points() -> None:
    code, (answer,), _ = score(
        {**GAME, "number": 5, "attempt": 2, "scores": {"A": "R", "B": "-30", "C": "87"}}
    )
    assert (code, answer["points"]) == (0, {"A": 5, "B": 0, "C": 1})
    assert [(warning["code"], warning["player"]) for warning in answer["warnings"]] == [
        ("not_opened_range", "B"),
        ("dealer_differs", "D"),
    ]


def test_extra_facts() -> None:
    facts = {"players": ["A", "B", "C"], "dealer": "A", "first_opener": "C", "only_joker": ["B"]}
    _, (answer,), _ = score({**GAME, **facts, "scores": {"A": "R", "B": "20", "C": "41"}}, rules="ass_boni")
    assert answer["points"] == {"A": -40, "B": 0, "C": 61}


def test_options_change_the_rule_set() -> None:
    rating = '{"hand_romme": 8, "hand_romme_layoff": 6, "romme": 7, "opened": [[null, 1]], "not_opened": 0}'
    _, (answer,), _ = score({**GAME, "scores": SCORES}, options=f'{{"rating": {rating}}}')
    assert answer["points"] == {"A": 7, "B": 1, "C": 1}


def test_rule_sets_with_a_target_give_the_standing_over_the_lines_so_far() -> None:
    def line(number: int, results: dict[str, str], end: str = "won") -> dict[str, Any]:
        return {"id": number, "players": ["A", "B", "C"], "dealer": "A", "end": end, "scores": results}

    code, answers, _ = score(
        line(1, {"A": "H", "B": "17", "C": "34"}),
        line(2, {"A": "R"}),
        line(3, {}, "void"),
        line(4, {"A": "R", "B": "50", "C": "48"}),
        line(5, {}, "void"),
        line(6, {"A": "9", "B": "R", "C": "8"}),
        rules="winner_takes",
        options='{"target": 200}',
    )
    assert code == 2
    assert answers[0]["standing"] == {"totals": {"A": 102, "B": 0, "C": 0}, "finished": False, "winners": []}
    assert "standing" not in answers[1]
    assert answers[2]["standing"] == answers[0]["standing"]
    assert answers[3]["standing"] == {
        "totals": {"A": 200, "B": 0, "C": 0},
        "finished": True,
        "winners": ["A"],
    }
    assert answers[3]["warnings"] == answers[4]["warnings"] == []
    assert answers[5]["standing"] == {
        "totals": {"A": 200, "B": 17, "C": 0},
        "finished": True,
        "winners": ["A"],
    }
    assert [warning["code"] for warning in answers[5]["warnings"]] == ["match_over"]


def test_romme_500_has_a_target_by_itself_and_drov_none() -> None:
    line = {**GAME, "players": ["A", "B"], "dealer": "A", "scores": {"A": "R69/0", "B": "40/25"}}
    _, (answer,), _ = score(line, rules="romme500")
    assert answer["standing"] == {"totals": {"A": 69, "B": 15}, "finished": False, "winners": []}
    _, (answer,), _ = score(line, rules="romme500", options='{"target": null}')
    assert "standing" not in answer


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        ([], "Usage: python -m scoring COMMAND"),
        (["fly"], "There is no command “fly”. Usage: "),
        (["score"], "score: the following arguments are required: --ruleset.\n"),
        (["score", "--ruleset", "skat"], "score: There is no rule set “skat”."),
        (["score", "--rules", "drov"], "score: the following arguments are required: --ruleset."),
        (["score", "--ruleset", "drov", "games.jsonl"], "score: unrecognized arguments: games.jsonl.\n"),
        (["score", "--ruleset", "drov", "--options", "{"], "score: --options: This is no JSON: "),
        (
            ["score", "--ruleset", "drov", "--options", "[]"],
            "score: --options must be a JSON object such as {}.\n",
        ),
        (
            ["score", "--ruleset", "drov", "--options", '{"target": 3}'],
            "score: target: This key is not known here.",
        ),
        (
            ["score", "--ruleset", "drov", "--options", '{"rating": null, "jokers": true}'],
            "score: rating: Write an object with the keys hand_romme, hand_romme_layoff, romme, opened, not_opened, "
            "not null. jokers: true is not a whole number from 0 to 6.\n",
        ),
        (
            ["score", "--ruleset", "home", "--options", '{"hand_double": null, "x\u200b": 1}'],
            "score: hand_double: null is neither true nor false. x[U+200B]: This key is not known here.",
        ),
    ],
    ids=" ".join,
)
def test_a_bad_call_is_answered_with_a_sentence(argv: list[str], sentence: str) -> None:
    code, answers, stderr = call(*argv, text="{}\n")
    assert (code, answers) == (2, [])
    assert stderr.startswith(sentence)
    assert stderr.count("\n") == 1


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_lists_the_commands(flag: str) -> None:
    stdout = io.StringIO()
    assert main([flag], io.StringIO(), stdout, io.StringIO()) == 0
    assert all(name in stdout.getvalue() for name in COMMANDS)


def test_no_input_is_no_error() -> None:
    assert score() == (0, [], "")


def test_json_is_read_strictly() -> None:
    assert load_json('{"a": [1, null, 1.5]}') == {"a": [1, None, 1.5]}
    for text in ('{"a": 1, "a": 1}', "Infinity", "{", "9" * 5000, "[" * 100_000, " " * (LONGEST_JSON + 1)):
        with pytest.raises(JsonError):
            load_json(text)


def test_every_code_of_the_interface_has_a_sentence() -> None:
    interface = (
        "two_winners no_winner winner_in_unwon_game dealer_scored unknown_player missing_result not_a_number "
        "negative winner_with_cards total_impossible unknown_end unclear_result not_opened_range opened_range "
        "hands_exceed_deck jokers_not_twenty layoff_without_melds dealer_differs"
    )
    assert set(interface.split()) <= MESSAGES.keys()


# As a process


def process(text: bytes, monkeypatch: pytest.MonkeyPatch) -> tuple[int | str | None, bytes]:
    raw = io.BytesIO()
    monkeypatch.delitem(sys.modules, "scoring.__main__")
    monkeypatch.setattr(sys, "argv", ["scoring", "score", "--ruleset", "drov"])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), encoding="ascii"))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("scoring", run_name="__main__")
    return caught.value.code, raw.getvalue()


def test_utf_8_on_every_system(monkeypatch: pytest.MonkeyPatch) -> None:
    line = json.dumps({**GAME, "id": "Änne ♠", "scores": SCORES}, ensure_ascii=False)
    code, output = process(b"\xef\xbb\xbf" + line.encode() + b"\r\n", monkeypatch)
    assert code == 0
    assert json.loads(output)["id"] == "Änne ♠"
    assert "Änne ♠".encode() in output


def test_a_line_that_is_not_utf_8_is_refused_and_the_next_one_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = json.dumps({**GAME, "id": "\ud800", "scores": SCORES}).encode()
    code, output = process(b'{"id": "\xff"}\n' + line + b"\n", monkeypatch)
    first, second = (json.loads(answer) for answer in output.splitlines())
    assert code == 2
    assert (first["line"], codes(first)) == (1, [("bad_text", None)])
    assert (second["id"], second["points"]) == ("\ud800", {"A": 5, "B": 3, "C": 1})


class GoneAway(io.StringIO):
    """An output whose reader has gone."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


def test_a_reader_that_goes_away_is_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["scoring", "score", "--ruleset", "drov"])
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps({**GAME, "scores": SCORES})))
    monkeypatch.setattr(sys, "stdout", GoneAway())
    assert run() == 1
    sys.stdout.flush()


class Full(io.StringIO):
    """An output that takes nothing."""

    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")


def run_with(
    monkeypatch: pytest.MonkeyPatch, *argv: str, stdin: object, stdout: object, stderr: object
) -> int:
    monkeypatch.setattr(sys, "argv", ["scoring", *argv])
    for name, stream in (("stdin", stdin), ("stdout", stdout), ("stderr", stderr)):
        monkeypatch.setattr(sys, name, stream)
    code = run()
    sys.stdout and sys.stdout.flush()
    sys.stderr.flush()
    return code


def test_a_stream_that_cannot_be_used_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    said, answers = io.StringIO(), io.StringIO()
    meld = ("meld", "H8 * H10")
    assert run_with(monkeypatch, *meld, stdin=None, stdout=Full(), stderr=said) == 2
    assert run_with(monkeypatch, *meld, stdin=None, stdout=None, stderr=said) == 2
    assert run_with(monkeypatch, "turn", stdin=None, stdout=answers, stderr=said) == 2
    assert said.getvalue().splitlines() == [
        "Standard input or output cannot be used: No space left on device.",
        "Standard output is closed: there is no place for the answers.",
        "Standard input is closed: there is nothing to read.",
    ]
    assert answers.getvalue() == ""
    assert run_with(monkeypatch, *meld, stdin=None, stdout=answers, stderr=None) == 0
    assert json.loads(answers.getvalue())["legal"] is True
    assert run_with(monkeypatch, "meld", "X", stdin=None, stdout=answers, stderr=Full()) == 2
    assert run_with(monkeypatch, "meld", "X", stdin=None, stdout=None, stderr=None) == 2


def test_the_help_of_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    stdout = io.StringIO()
    assert run_with(monkeypatch, "meld", "--help", stdin=None, stdout=stdout, stderr=None) == 0
    assert "--options" in stdout.getvalue()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize(
    ("ways", "sentence"),
    [
        ("meld H8 >/dev/full", "Standard input or output cannot be used: "),
        ("meld H8 >&-", "Standard output is closed: there is no place for the answers.\n"),
        ("meld H8 >&- 2>&-", ""),
        ("meld <&-", "Standard input is closed: there is nothing to read.\n"),
        ("score --ruleset drov <&-", "Standard input is closed: there is nothing to read.\n"),
        ("meld X 2>/dev/full", ""),
        ("--help >/dev/full", "Standard input or output cannot be used: "),
    ],
)
def test_no_traceback_where_a_stream_cannot_be_used(ways: str, sentence: str) -> None:
    command = ["sh", "-c", f'exec "{sys.executable}" -m scoring {ways}']
    done = subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(sentence)
    assert done.stderr.count("\n") == bool(sentence)


def test_a_closed_pipe_prints_no_traceback() -> None:
    line = json.dumps({**GAME, "scores": SCORES}) + "\n"
    command = [sys.executable, "-m", "scoring", "score", "--ruleset", "drov"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdout.close()
        running.stdin.write(line * 500)
        running.stdin.close()
        assert running.stderr.read() == ""
        assert running.wait(timeout=30) == 1


TURN = {"hand": ["H8"], "opened": True, "draw": {"card": "C2", "from": "stock"}, "actions": []}


@pytest.mark.parametrize(
    ("arguments", "line", "key"),
    [
        (["score", "--ruleset", "drov"], json.dumps({**GAME, "scores": SCORES}), "points"),
        (["turn"], json.dumps(TURN), "legal"),
        (["turn"], json.dumps(TURN, indent=1), "legal"),
        (["meld"], "H8 * H10", "legal"),
        (["hand", "--opened"], "H8 * H10 C2", "lowest"),
    ],
)
def test_every_answer_comes_before_the_next_line_is_read(arguments: list[str], line: str, key: str) -> None:
    command = [sys.executable, "-m", "scoring", *arguments]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdin
        assert running.stdout
        for _ in range(3):
            running.stdin.write(line + "\n")
            running.stdin.flush()
            assert key in json.loads(running.stdout.readline())
        running.stdin.close()
        assert running.wait(timeout=30) == 0
