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
    assert err == (
        "meld: line 3: H5 is there 3 times (card 1, card 2, card 3), but the pack holds it only 2 times. "
        "Please correct or take out 1 of them.\n"
    )


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
        "opening: HA is there 3 times (card 1 in meld 1, card 1 in meld 2, card 1 in meld 3), "
        "but the pack holds it only 2 times. Please correct or take out 1 of them.\n",
    )


TURN = {"hand": ["*"], "opened": True, "draw": {"card": "*", "from": "stock"}, "actions": [{"discard": "*"}]}


def test_a_turn_on_one_line_or_on_many() -> None:
    code, answers, _ = call("turn", stdin=json.dumps(TURN) + "\n" + json.dumps(TURN))
    assert (code, [answer["ends"] for answer in answers]) == (0, ["two_jokers", "two_jokers"])
    code, (answer,), _ = call("turn", stdin="\ufeff" + json.dumps(TURN, indent=2))
    assert (code, answer["ends"], answer["hand_after"]) == (0, "two_jokers", ["*"])


def stream(*lines: str) -> list[tuple[int, str]]:
    """How many lines were read before each answer or sentence of ``turn``."""
    read = 0
    said: list[tuple[int, str]] = []

    class Heard(StringIO):
        def write(self, text: str) -> int:
            said.append((read, text))
            return len(text)

    class Typed(StringIO):
        def read(self, size: int | None = -1) -> str:
            raise AssertionError("everything at once")

        def __next__(self) -> str:  # type: ignore[override]
            nonlocal read
            line = super().__next__()
            read += 1
            return line

    main(["turn"], Typed("\n".join(lines)), Heard(), Heard())
    return said


def test_a_turn_is_answered_before_the_next_line_is_read() -> None:
    one, many = json.dumps(TURN), json.dumps(TURN, indent=2).splitlines()
    assert [read for read, _ in stream(one, "", "{", one)] == [1, 3, 4]
    assert [read for read, _ in stream(*many, one, *many)] == [
        len(many), len(many) + 1, 2 * len(many) + 1,
    ]  # fmt: skip
    # A first line that is broken off waits no longer than until a line that cannot belong to it.
    said = stream('{"hand": ["H8"', one, one, "{")
    assert [read for read, _ in said] == [2, 2, 3, 4]
    assert said[0][1].startswith("turn: line 1: This is no JSON")
    said = stream('{"hand": ["H8",', one, one)
    assert [(read, text[:14]) for read, text in said] == [
        (3, "turn: line 1: "), (3, '{"legal": true'), (3, '{"legal": true'),
    ]  # fmt: skip


def test_an_object_over_several_lines_is_named_by_them() -> None:
    many = json.dumps({**TURN, "hand": ["X"], "opened": True}, indent=1)
    last = many.count("\n") + 1
    code, answers, err = call("turn", stdin=many)
    assert (code, answers) == (2, [])
    assert err.startswith(f"turn: lines 1 to {last}: hand[0]: At position 1: “X” is not a card.")
    code, answers, err = call("turn", stdin=many.replace(",", "") + "\n" + json.dumps(TURN))
    assert (code, len(answers)) == (2, 1)
    assert err.startswith(f"turn: lines 1 to {last}: This is no JSON")
    assert err.count("\n") == 1
    broken_off = many.rsplit("\n", 2)[0]
    assert call("turn", stdin=broken_off)[2].startswith(f"turn: lines 1 to {last - 2}: This is no JSON")
    code, answers, err = call("turn", stdin='{"hand": ["H8",\n' + json.dumps(TURN))
    assert (code, len(answers), err[:14]) == (2, 1, "turn: line 1: ")


def test_no_more_is_kept_than_may_be_read_as_one_json_text() -> None:
    part = '"' + "x" * 400_000 + '",'
    code, answers, err = call("turn", stdin="\n".join(['{"hand": [', part, part, part, json.dumps(TURN)]))
    assert (code, len(answers)) == (2, 1)
    assert [line[:14] for line in err.splitlines()] == [f"turn: line {number}: " for number in (1, 2, 3, 4)]


def test_a_line_of_quotation_marks_takes_no_time() -> None:
    code, answers, err = call("turn", stdin='{"' + '\\"' * 400_000 + "\n" + json.dumps(TURN))
    assert (code, len(answers)) == (2, 1)
    assert err.startswith("turn: line 1: This is no JSON")


def test_a_card_too_many_is_named_with_every_place() -> None:
    turn = {**TURN, "hand": ["H8", "C2"], "draw": {"card": "h8", "from": "stock"}}
    code, answers, err = call("turn", stdin=json.dumps({**turn, "table": [["H8", "H9", "H10"]]}))
    assert (code, answers) == (2, [])
    assert err == (
        "turn: line 1: H8 is there 3 times (hand[0], draw.card, table[0][0]), "
        "but the pack holds it only 2 times. Please correct or take out 1 of them.\n"
    )
    _, _, err = call("hand", "C2 H8 H8", "--opened", "--table", "C5 C6 C7", "H7 H8 H9")
    assert err == (
        "hand: H8 is there 3 times (card 2 in the hand, card 3 in the hand, card 2 in meld 2 of the table), "
        "but the pack holds it only 2 times. Please correct or take out 1 of them.\n"
    )
    assert call("meld", "H8 *", "--rules", "home", "--options", '{"jokers": 0}')[2] == (
        "meld: Jokers: 1 (card 2); the pack holds 0. Please correct or take out 1 of them.\n"
    )


def test_values_are_shown_as_they_are_written_in_json() -> None:
    options = {"corner": None, "threshold": True, "rearrange": ["x"]}
    _, _, err = call("turn", stdin=json.dumps({**TURN, "options": options}))
    assert "“corner” must be true or false, not “null”" in err
    assert "“threshold” must be a whole number from 0 to 200, not “true”" in err
    assert '“rearrange” must be true or false, not “["x"]”' in err
    _, _, err = call("turn", stdin=json.dumps({**TURN, "draw": {"card": "H8", "from": None}}))
    assert err == "turn: line 1: draw.from: “null” is not known here. Possible are: stock, discard.\n"


def test_what_nobody_can_see_is_named_by_its_number() -> None:
    _, _, err = call("meld", "H8 \u200bH9", "H8 \0", "\udcff")
    assert "argument 1: At position 4: “[U+200B]H9” is not a card." in err
    assert "argument 2: At position 4: “[U+0000]” is not a card." in err
    assert "argument 3: At position 1: “[byte FF]” is not a card." in err
    _, _, err = call("turn", stdin=json.dumps({**TURN, "rules": "dr\u200bov", "opened\u200b": True}))
    assert "opened[U+200B]: this is not known here." in err
    assert "“dr[U+200B]ov”" in err
    assert "“c[U+200B]”" in call("meld", "H8", "--options", '{"c\u200b": true}')[2]


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
