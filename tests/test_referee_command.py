"""``python -m scoring meld``, ``opening`` and ``turn``."""

import json
from io import StringIO
from typing import Any

import pytest

from scoring.__main__ import main


def call(*argv: str, stdin: str = "") -> tuple[int, list[Any], str]:
    """Exit code, answers, and what was said on standard error."""
    out, err = StringIO(), StringIO()
    code = main(argv, StringIO(stdin), out, err)
    return code, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def test_a_legal_meld() -> None:
    assert call("meld", "H8 * H10") == (
        0,
        [{"legal": True, "kind": "run", "value": 27, "jokers": ["H9"], "sorted": False, "violations": []}],
        "",
    )
    assert call("meld", "HK SK *")[1][0]["jokers"] == ["CK|DK"]


def test_an_illegal_meld_is_an_answer_too() -> None:
    code, (answer,), err = call("meld", "H8 * * HJ", "--rules", "drov")
    assert (code, err) == (0, "")
    assert answer == {
        "legal": False,
        "kind": None,
        "value": None,
        "jokers": [],
        "sorted": False,
        "violations": [
            {
                "code": "jokers_adjacent",
                "rule": "Nr. 8",
                "message": "In a run two jokers never lie side by side.",
            }
        ],
    }


def test_one_answer_for_each_argument_or_input_line() -> None:
    code, answers, err = call("meld", "H8 * H10", "HX", "--rules", "home", "CK CA C2")
    assert (code, [answer["value"] for answer in answers]) == (2, [27, 23])
    assert err.startswith("meld: argument 2: At position 1: “HX” is not a card.")
    code, answers, err = call("meld", stdin="\ufeffH8 * H10\r\n\nH5 H5 H5\nCK CA C2\n")
    assert (code, [answer["value"] for answer in answers]) == (2, [27, 23])
    assert err == "meld: line 3: H5 is there 3 times, but the pack holds it only 2 times.\n"


def test_options_of_the_table() -> None:
    assert (
        call("meld", "CK CA C2", "--rules", "home", "--options", '{"corner": false}')[1][0]["legal"] is False
    )
    code, (answer,), _ = call("opening", "HA CA SA", "--options", '{"threshold": 30}')
    assert (code, answer["threshold"], answer["enough"]) == (0, 30, True)


def test_openings() -> None:
    code, (answer,), err = call("opening", "HA CA SA", "D4 D5 D6")
    assert (code, err) == (0, "")
    assert (answer["value"], answer["threshold"], answer["enough"]) == (48, 40, True)
    assert [meld["value"] for meld in answer["melds"]] == [33, 15]
    code, answers, _ = call("opening", stdin="HA CA SA; D4 D5 D6\nHA CA SA;\nHA CA SA DA; D4 D5 S6\n")
    assert [(answer["value"], answer["enough"]) for answer in answers] == [
        (48, True),
        (33, False),
        (44, False),
    ]


def test_the_melds_of_an_opening_share_one_pack() -> None:
    assert call("opening", "HA CA SA", "HA DA CA", "HA H2 H3") == (
        2,
        [],
        "opening: HA is there 3 times, but the pack holds it only 2 times.\n",
    )


TURN = {"hand": ["*"], "opened": True, "draw": {"card": "*", "from": "stock"}, "actions": [{"discard": "*"}]}


def test_a_turn_on_one_line_or_on_many() -> None:
    code, answers, _ = call("turn", stdin=json.dumps(TURN) + "\n" + json.dumps(TURN))
    assert (code, [answer["ends"] for answer in answers]) == (0, ["two_jokers", "two_jokers"])
    code, (answer,), _ = call("turn", stdin="\ufeff" + json.dumps(TURN, indent=2))
    assert (code, answer["ends"], answer["hand_after"]) == (0, "two_jokers", ["*"])


def test_turns_that_cannot_be_read_are_named_and_the_rest_goes_on() -> None:
    lines = ["{", json.dumps(TURN), '{"hand": ["X"], "draw": null}', '{"hand": ["H8"], "hand": []}']
    code, answers, err = call("turn", stdin="\n".join(lines))
    assert (code, len(answers)) == (2, 1)
    said = err.splitlines()
    assert said[0].startswith("turn: line 1: This is no JSON")
    assert said[1].startswith("turn: line 3: hand[0]: At position 1: “X” is not a card.")
    assert said[2] == "turn: line 4: The key “hand” is there twice."


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (("meld",), "meld: There is nothing to judge, neither arguments nor input lines."),
        (("opening",), "opening: There is nothing to judge, neither arguments nor input lines."),
        (("turn",), "turn: There is nothing to judge, neither arguments nor input lines."),
        (("turn", "x.json"), "turn: unrecognized arguments: x.json."),
        (("meld", "H8", "--ruels", "drov"), "meld: unrecognized arguments: --ruels drov."),
        (("meld", "H8", "--options", "{"), "meld: --options: This is no JSON"),
        (("meld", "H8", "--options", "[]"), 'meld: --options: Write an object, such as {"threshold": 30}.'),
        (("meld", "H8", "--options", '{"corner": 1}'), "meld: The option “corner” must be true or false"),
        (("opening", "H8", "--rules", "skat"), "opening: There are no rules named “skat”."),
    ],
)
def test_a_bad_call_is_one_sentence_and_exit_code_2(argv: tuple[str, ...], sentence: str) -> None:
    code, answers, err = call(*argv)
    assert (code, answers) == (2, [])
    assert err.startswith(sentence)
    assert err.count("\n") == 1


def test_a_text_nested_too_deeply_is_no_turn() -> None:
    code, answers, err = call("turn", stdin="[" * 100_000 + "\n" + "[" * 100_000)
    assert (code, answers) == (2, [])
    assert err.startswith("turn: line 1: It is nested too deeply.")
