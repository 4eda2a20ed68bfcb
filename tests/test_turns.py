"""Whole turns: every point and dispute that decides over one."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.__main__ import main
from scoring.cards import CARDS, JOKER, format_cards, parse_cards
from scoring.rules import PROFILES
from scoring.turns import (
    TurnEnd,
    TurnError,
    TurnVerdict,
    can_play_turn,
    judge_turn,
    parse_turn,
    play_turn,
    verdict_as_json,
    verify_turn,
)
from scoring.violations import RuleError

GOLDEN = Path(__file__).parent.parent / "fixtures" / "golden" / "turns.jsonl"
CASES = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]

THIRTEEN = "HA SA DA D4 D5 D6 C2 C9 S3 S8 H4 HJ DK"
"""A hand before the opening: aces 33, a run of 15."""


def words(text: str) -> list[str]:
    return format_cards(parse_cards(text)).split()


def action(text: str) -> dict[str, Any]:
    """`lay H5 H6 H7`, `off 0 HJ`, `off 0 front H7`, `swap 0 H9`, `rearrange H5 H6 H7 / …`, `discard C2`."""
    verb, _, rest = text.partition(" ")
    if verb == "lay":
        return {"lay": words(rest)}
    if verb == "discard":
        return {"discard": words(rest)[0]}
    if verb == "rearrange":
        return {"rearrange": [words(group) for group in rest.split("/")]}
    number, _, rest = rest.partition(" ")
    if verb == "swap":
        return {"swap": {"meld": int(number), "card": words(rest)[0]}}
    side = {"side": rest.split()[0]} if rest.split()[0] in ("front", "back") else {}
    cards = words(rest.removeprefix("front").removeprefix("back"))
    return {"lay_off": {"meld": int(number), "cards": cards, **side}}


def judge(
    hand: str,
    draw: str | None,
    *actions: str,
    opened: bool = True,
    table: tuple[str, ...] = (),
    rules: str = "drov",
    **options: object,
) -> TurnVerdict:
    """Judge a turn; the draw is `stock H9`, `open H9`, or None."""
    value: dict[str, Any] = {
        "rules": rules,
        "options": options,
        "opened": opened,
        "hand": words(hand),
        "draw": None,
        "table": [words(lying) for lying in table],
        "actions": [action(text) for text in actions],
    }
    if draw:
        source, _, cards = draw.partition(" ")
        value["draw"] = {"cards": words(cards), "from": "stock" if source == "stock" else "discard"}
    return judge_turn(parse_turn(value))


def codes(verdict: TurnVerdict) -> list[str]:
    assert (verdict.result is None) is bool(verdict.violations)
    return [broken.code for broken in verdict.violations]


def rest(verdict: TurnVerdict) -> str:
    assert verdict.violations == ()
    assert verdict.result is not None
    return format_cards(verdict.result.hand)


def ends(verdict: TurnVerdict) -> TurnEnd | None:
    assert verdict.violations == ()
    assert verdict.result is not None
    return verdict.result.ends


def table_after(verdict: TurnVerdict) -> list[str]:
    assert verdict.result is not None
    return [format_cards(meld.cards) for meld in verdict.result.table]


# --- Golden cases ----------------------------------------------------------------------------------------


def expected(case: dict[str, Any]) -> dict[str, Any]:
    return {key: case[key] for key in ("legal", "ends", "hand_after", "opening") if key in case}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_golden_turns(case: dict[str, Any]) -> None:
    answer: dict[str, Any] = verdict_as_json(judge_turn(parse_turn(case["turn"])))
    assert {key: answer[key] for key in expected(case)} == expected(case)
    assert [broken["code"] for broken in answer["violations"]] == case.get("codes", [])


def test_golden_turns_through_the_command_line() -> None:
    out, err = StringIO(), StringIO()
    lines = "".join(json.dumps(case["turn"]) + "\n" for case in CASES)
    assert main(["turn"], StringIO(lines), out, err) == 0
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    for answer, case in zip(answers, CASES, strict=True):
        assert {key: answer[key] for key in expected(case)} == expected(case)
        assert [broken["code"] for broken in answer["violations"]] == case.get("codes", [])
    assert err.getvalue() == ""


# --- Nr. 4: draw, act, discard ---------------------------------------------------------------------------


def test_nr_4_a_turn_is_a_draw_and_a_discard() -> None:
    assert rest(judge("H9 C2", "stock S5", "discard C2")) == "H9 S5"
    assert rest(judge(THIRTEEN, "stock S5", "discard S5", opened=False)) == format_cards(
        parse_cards(THIRTEEN)
    )


def test_nr_4_without_a_draw_or_a_discard_it_is_none() -> None:
    assert codes(judge("H9 C2", None, "discard C2")) == ["no_draw"]
    assert codes(judge("H9 C2", "stock S5")) == ["no_discard"]
    assert codes(judge("H9 C2", None)) == ["no_draw", "no_discard"]


def test_nr_4_nothing_follows_the_discard() -> None:
    verdict = judge("H5 H6 H7 C2", "stock S5", "discard C2", "lay H5 H6 H7", "discard S5")
    assert codes(verdict) == ["after_discard", "after_discard"]
    assert [broken.action for broken in verdict.violations] == [1, 2]


def test_only_cards_in_the_hand_can_be_played() -> None:
    verdict = judge("H5 H6 C2", "stock S5", "lay H5 H6 H7", "discard D9")
    assert codes(verdict) == ["card_not_held", "card_not_held"]
    assert [broken.message for broken in verdict.violations] == [
        "Not in the hand: H7.",
        "Not in the hand: D9.",
    ]


def test_a_meld_must_lie_before_anything_can_be_added_to_it() -> None:
    verdict = judge("HJ C2 H9", "stock S5", "off 1 HJ", "swap 1 H9", "discard S5", table=("H8 H9 H10",))
    assert codes(verdict) == ["meld_unknown", "meld_unknown"]
    assert verdict.violations[0].message == "There is no meld 1 on the table; melds are counted from 0."


def test_nr_4a_the_open_card_belongs_in_the_opening() -> None:
    hand = "HA SA D4 D5 D6 C2 C9 S3 S8 H4 HJ DK C7"
    assert (
        rest(judge(hand, "open DA", "lay HA SA DA", "lay D4 D5 D6", "discard DK", opened=False))
        == "C2 C9 S3 S8 H4 HJ C7"
    )
    verdict = judge(THIRTEEN, "open S2", "lay HA SA DA", "lay D4 D5 D6", "discard DK", opened=False)
    assert [(broken.code, broken.rule) for broken in verdict.violations] == [("open_card_unused", "Nr. 4a")]


def test_nr_4a_an_open_card_laid_off_after_the_opening_was_not_needed_for_it() -> None:
    moves = ("lay HA SA DA", "lay D4 D5 D6", "off 0 S10", "discard DK")
    assert codes(judge(THIRTEEN, "open S10", *moves, opened=False, table=("S7 S8 S9",))) == [
        "open_card_unused"
    ]
    moves = ("lay HA SA DA", "lay D4 D5 D6", "off 0 HJ", "lay H4 C4 S4", "discard DK")
    hand = "HA SA DA D4 D5 D6 C4 C9 S3 S8 H4 HJ DK"
    assert codes(judge(hand, "open S4", *moves, opened=False, table=("H8 H9 H10",))) == ["open_card_unused"]


def test_nr_4b_after_the_opening_the_open_card_is_laid_or_laid_off() -> None:
    assert rest(judge("H9 H10 C2 D5", "open H8", "lay H8 H9 H10", "discard C2")) == "D5"
    assert rest(judge("C2 D5", "open HJ", "off 0 HJ", "discard C2", table=("H8 H9 H10",))) == "D5"
    verdict = judge("H9 H10 HJ D5 C2", "open H8", "lay H9 H10 HJ", "discard C2")
    assert [(broken.code, broken.rule) for broken in verdict.violations] == [("open_card_unused", "Nr. 4b")]


def test_nr_4b_a_jokers_place_is_no_use_of_the_open_card() -> None:
    moves = ("swap 0 H9", "lay C2 C3 *", "discard D5")
    assert rest(judge("C2 C3 D5 D6", "stock H9", *moves, table=("H8 * H10",))) == "D6"
    assert codes(judge("C2 C3 D5 D6", "open H9", *moves, table=("H8 * H10",))) == ["open_card_unused"]


def test_nr_4c_an_open_card_that_fits_nowhere_goes_back() -> None:
    verdict = judge(THIRTEEN, "open C7", opened=False, table=("H8 H9 H10",))
    assert rest(verdict) == THIRTEEN
    assert table_after(verdict) == ["H8 H9 H10"]
    assert ends(verdict) is None
    assert verdict.opening is None


def test_nr_4d_the_open_card_never_joins_the_hand() -> None:
    assert codes(judge("H9 C2", "open S5", "discard C2")) == ["open_card_unused"]
    assert codes(judge("H9 C2", "open S5", "discard S5")) == ["open_card_unused"]


def test_nr_4a_and_8_a_joker_is_discarded_only_as_the_last_card() -> None:
    verdict = judge("* C2", "stock S5", "discard *")
    assert [(broken.code, broken.rule) for broken in verdict.violations] == [("joker_discarded", "Nr. 4a, 8")]
    assert ends(judge("H9 H10 *", "stock H8", "lay H8 H9 H10", "discard *")) is TurnEnd.ROMME


# --- Opening ---------------------------------------------------------------------------------------------


def test_nr_6_the_opening_counts_at_least_40() -> None:
    verdict = judge(THIRTEEN, "stock C7", "lay HA SA DA", "lay D4 D5 D6", "discard DK", opened=False)
    assert (rest(verdict), verdict.opening) == ("C2 C9 S3 S8 H4 HJ C7", 48)
    assert table_after(verdict) == ["HA SA DA", "D4 D5 D6"]


def test_streitfall_1_short_of_40_from_the_stock_the_turn_still_ends_with_a_discard() -> None:
    verdict = judge(THIRTEEN, "stock C7", "lay HA SA DA", "discard DK", opened=False)
    assert (codes(verdict), verdict.opening) == (["opening_below_threshold"], 33)
    assert codes(judge(THIRTEEN, "stock C7", "lay HA SA DA", opened=False)) == [
        "opening_below_threshold",
        "no_discard",
    ]


def test_streitfall_3_short_of_40_with_the_open_card_there_is_no_discard() -> None:
    hand = "HA SA D4 D5 D6 C2 C9 S3 S8 H4 HJ DK C7"
    assert codes(judge(hand, "open DA", "lay HA SA DA", opened=False)) == ["opening_below_threshold"]


def test_streitfall_21_two_hand_cards_go_down_with_the_open_one_and_the_rest_follows() -> None:
    hand = "HA SA D4 D5 D6 C2 C9 S3 S8 H4 HJ DK C7"
    verdict = judge(hand, "open DA", "lay HA DA SA", "lay D6 D5 D4", "discard DK", opened=False)
    assert (rest(verdict), verdict.opening) == ("C2 C9 S3 S8 H4 HJ C7", 48)
    assert codes(judge(hand, "open DA", "lay HA DA SA", "discard DK", opened=False)) == [
        "opening_below_threshold"
    ]


def test_nr_9_neither_laying_off_nor_swapping_before_the_opening() -> None:
    table = ("H8 * H10",)
    hand = "HA SA DA D4 D5 D6 C2 C9 S3 S8 H9 HJ DK"
    assert codes(judge(hand, "stock C7", "off 0 HJ", "discard DK", opened=False, table=table)) == [
        "layoff_before_opening"
    ]
    swapped = judge(hand, "stock C7", "swap 0 H9", "discard DK", opened=False, table=table)
    assert [(broken.code, broken.rule) for broken in swapped.violations] == [("swap_before_opening", "Nr. 9")]


def test_nr_9_a_lay_off_too_early_is_one_mistake() -> None:
    moves = ("off 0 HJ", "lay HA SA DA", "lay D4 D5 D6", "discard DK")
    verdict = judge(THIRTEEN, "stock C7", *moves, opened=False, table=("H8 H9 H10",))
    assert (codes(verdict), verdict.opening) == (["layoff_before_opening"], 0)
    open_card = judge("H4 SA DA D4 D5 D6 C2 C9 S3 S8 H5 H6 DK", "open HJ", *moves[:1], "discard DK",
                      opened=False, table=("H8 H9 H10",))  # fmt: skip
    assert codes(open_card) == ["layoff_before_opening"]
    short = judge(
        THIRTEEN, "stock C7", "off 0 HJ", "lay HA SA DA", "discard DK", opened=False, table=("H8 H9 H10",)
    )
    assert codes(short) == ["layoff_before_opening", "opening_below_threshold"]


def test_nr_6_after_the_40_laying_off_and_swapping_are_allowed_at_once() -> None:
    moves = ("lay HA SA DA", "lay D4 D5 D6", "off 0 HJ", "swap 1 S8", "off 3 *", "discard DK")
    verdict = judge(THIRTEEN, "stock C7", *moves, opened=False, table=("H8 H9 H10", "S7 * S9"))
    assert rest(verdict) == "C2 C9 S3 H4 C7"
    assert table_after(verdict) == ["H8 H9 H10 HJ", "S7 S8 S9", "HA SA DA", "D4 D5 D6 *"]


def test_nr_6_what_is_laid_after_the_first_lay_off_does_not_help_to_the_40() -> None:
    moves = ("lay HA SA DA", "off 0 HJ", "lay D4 D5 D6", "discard DK")
    verdict = judge(THIRTEEN, "stock C7", *moves, opened=False, table=("H8 H9 H10",))
    assert (codes(verdict), verdict.opening) == (["opening_below_threshold"], 33)


def test_an_illegal_meld_is_taken_as_done() -> None:
    moves = ("lay HA SA DA", "lay D4 D5 S6", "discard DK")
    hand = "HA SA DA D4 D5 S6 C2 C9 S3 S8 H4 HJ DK"
    verdict = judge(hand, "stock C7", *moves, opened=False)
    assert (codes(verdict), verdict.opening) == (["suit_mismatch"], 33)
    moves = ("lay H8 * * HJ", "off 0 HQ", "swap 0 H9", "lay C2 C3 *", "discard D5")
    assert codes(judge("H8 * * HJ HQ H9 C2 C3 D5", "stock D7", *moves)) == ["jokers_adjacent"]


def test_streitfall_13_a_run_laid_in_the_wrong_order_is_sorted() -> None:
    verdict = judge("D10 D8 D9 C2", "stock S5", "lay D10 D8 D9", "discard C2")
    assert table_after(verdict) == ["D8 D9 D10"]


def test_by_agreement_the_threshold_is_another() -> None:
    moves = ("lay HA SA DA", "discard DK")
    assert judge(THIRTEEN, "stock C7", *moves, opened=False, rules="home", threshold=30).violations == ()
    verdict = judge(THIRTEEN, "stock C7", *moves, opened=False, rules="home", threshold=35)
    assert [broken.rule for broken in verdict.violations] == ["Hausregel"]
    assert verdict.violations[0].message == "The first melds count 33; an opening takes at least 35."


def test_by_agreement_only_melds_without_a_joker_open() -> None:
    hand = "HA SA DA D4 * D6 C2 C9 S3 S8 H4 HJ DK"
    moves = ("lay HA SA DA", "lay D4 * D6", "discard DK")
    assert judge(hand, "stock C7", *moves, opened=False).opening == 48
    verdict = judge(hand, "stock C7", *moves, opened=False, rules="home", naturals_only=True)
    assert (codes(verdict), verdict.opening) == (["opening_below_threshold"], 33)


# --- Nr. 9: after the opening ----------------------------------------------------------------------------


def test_nr_9_after_the_opening_melds_of_any_value() -> None:
    verdict = judge("H2 H3 H4 C2", "stock S5", "lay H2 H3 H4", "discard C2")
    assert (rest(verdict), verdict.opening) == ("S5", None)


def test_streitfall_2_a_joker_and_a_card_are_laid_off_together() -> None:
    table = ("H8 * H10",)
    assert rest(judge("* HQ C2", "stock S5", "off 0 * HQ", "discard S5", table=table)) == "C2"
    verdict = judge("* HQ C2", "stock S5", "off 0 HQ", "discard S5", table=table)
    assert codes(verdict) == ["not_consecutive"]
    front = judge("H7 C2 C3", "stock S5", "off 0 front H7", "discard S5", table=("H8 H9 H10",))
    assert table_after(front) == ["H7 H8 H9 H10"]


def test_nr_9_a_swapped_joker_is_laid_in_the_same_turn() -> None:
    table = ("H8 * H10",)
    assert (
        rest(judge("H9 C2 C3 D5", "stock S5", "swap 0 H9", "lay C2 C3 *", "discard S5", table=table)) == "D5"
    )
    kept = judge("H9 C2 C3 D5", "stock S5", "swap 0 H9", "discard S5", table=table)
    assert [(broken.code, broken.rule) for broken in kept.violations] == [
        ("swapped_joker_not_laid", "Nr. 6, 9")
    ]


def test_nr_9_a_swapped_joker_is_not_discarded_not_even_last() -> None:
    table = ("H8 * H10",)
    assert codes(judge("H9 C2 C3", "stock C4", "swap 0 H9", "lay C2 C3 C4", "discard *", table=table)) == [
        "swapped_joker_not_laid"
    ]
    assert codes(judge("H9 C2 C3", "stock S5", "swap 0 H9", "discard *", table=table)) == ["joker_discarded"]


def test_nr_9_jokers_are_alike() -> None:
    table = ("H8 * H10",)
    moves = ("swap 0 H9", "lay C2 C3 *", "discard S5")
    assert rest(judge("* H9 C2 C3", "stock S5", *moves, table=table)) == "*"
    moves = ("lay C2 C3 *", "swap 0 H9", "discard S5")
    assert rest(judge("* H9 C2 C3", "stock S5", *moves, table=table)) == "*"
    moves = ("swap 0 H9", "lay C2 C3 *", "discard *")
    assert ends(judge("H9 C2 C3", "stock *", *moves, table=table)) is TurnEnd.ROMME


def test_streitfall_14_a_joker_leaves_a_set_of_four_only() -> None:
    moves = ("swap 0 CK", "lay H6 H7 *", "discard S5")
    assert rest(judge("CK H6 H7 C2", "stock S5", *moves, table=("HK SK DK *",))) == "C2"
    verdict = judge("CK H6 H7 C2", "stock S5", *moves, table=("HK SK *",))
    assert [(broken.code, broken.rule) for broken in verdict.violations] == [
        ("swap_set_not_four", "Streitfall 14")
    ]
    wrong = judge("CK H6 H7 C2", "stock S5", "swap 0 CK", "discard S5", table=("H8 * H10",))
    assert codes(wrong) == ["swap_wrong_card"]


def test_streitfall_20_not_the_joker_one_has_just_laid() -> None:
    laid = judge("H8 H9 H10 * C2 C3 D5", "stock S5", "lay H8 * H10", "swap 0 H9", "lay C2 C3 *", "discard D5")
    assert [(broken.code, broken.rule) for broken in laid.violations] == [
        ("swap_own_meld_same_turn", "Streitfall 20")
    ]
    hand = "H9 HJ HQ * C2 C3 D5"
    moves = ("off 0 * HQ", "swap 0 HJ", "lay C2 C3 *", "discard D5")
    assert codes(judge(hand, "stock S5", *moves, table=("H8 * H10",))) == ["swap_own_meld_same_turn"]


def test_streitfall_20_a_joker_that_lay_before_may_be_swapped() -> None:
    hand = "H9 HJ HQ * C2 C3 D5 H6"
    moves = ("off 0 * HQ", "swap 0 H9", "lay C2 C3 *", "discard D5")
    assert rest(judge(hand, "stock S5", *moves, table=("H8 * H10",))) == "HJ H6 S5"
    moves = ("off 0 H6 *", "swap 0 H9", "lay C2 C3 *", "discard D5")
    assert rest(judge(hand, "stock S5", *moves, table=("H8 * H10 HJ HQ",))) == "HJ HQ S5"
    moves = ("off 0 H6 *", "swap 0 H7", "lay C2 C3 *", "discard D5")
    assert codes(judge("H7 C2 C3 D5 H6 *", "stock S5", *moves, table=("H8 * H10 HJ HQ",))) == [
        "swap_own_meld_same_turn"
    ]


def test_streitfall_20_own_jokers_stay_own_when_cards_come_before_them() -> None:
    hand = "H8 * H10 H7 H9 C2 C3 D5 *"
    moves = ("lay H8 * H10", "off 0 front H7", "swap 0 H9", "lay C2 C3 *", "discard D5")
    assert codes(judge(hand, "stock S5", *moves)) == ["swap_own_meld_same_turn"]


def test_nr_6_what_lies_lies() -> None:
    moves = ("rearrange H5 H6 H7 / H8 C8 S8", "discard D2")
    verdict = judge("C8 S8 D2", "stock S5", *moves, table=("H5 H6 H7 H8",))
    assert [(broken.code, broken.rule) for broken in verdict.violations] == [("table_rearranged", "Nr. 6")]


# --- Nr. 10: the end of a game ---------------------------------------------------------------------------


def test_nr_10_romme_is_everything_laid_and_one_card_discarded() -> None:
    verdict = judge("H9 H10 C2", "stock H8", "lay H8 H9 H10", "discard C2")
    assert (rest(verdict), ends(verdict)) == ("", TurnEnd.ROMME)


def test_nr_10_with_one_card_left_only_the_stock() -> None:
    table = ("H8 H9 H10",)
    assert ends(judge("C2", "stock HJ", "off 0 HJ", "discard C2", table=table)) is TurnEnd.ROMME
    verdict = judge("C2", "open HJ", "off 0 HJ", "discard C2", table=table)
    assert [(broken.code, broken.rule) for broken in verdict.violations] == [
        ("last_card_open_draw", "Nr. 10")
    ]
    assert codes(judge("C2", "open HJ", "discard HJ", table=table)) == ["last_card_open_draw"]
    assert codes(judge("C2", "open HJ", table=table)) == ["last_card_open_draw"]


def test_nr_10_and_streitfall_2_with_two_cards_the_open_one_may_finish_the_game() -> None:
    verdict = judge("HQ C2", "open HJ", "off 0 HJ HQ", "discard C2", table=("H8 H9 H10",))
    assert ends(verdict) is TurnEnd.ROMME


def test_streitfall_7_without_a_discard_nobody_has_won() -> None:
    verdict = judge("H6 H7", "stock H5", "lay H5 H6 H7")
    assert [(broken.code, broken.rule) for broken in verdict.violations] == [("no_discard", "Streitfall 7")]
    laid_off = judge("HJ", "stock HQ", "off 0 HJ HQ", table=("H8 H9 H10",))
    assert codes(laid_off) == ["no_discard"]


PURE = "H2 H3 H4 S2 S3 S4 C2 C3 C4 DA D2 D3 D4"
LAY_PURE = ("lay H2 H3 H4", "lay S2 S3 S4", "lay C2 C3 C4", "lay DA D2 D3 D4")


def test_nr_10_a_pure_hand_romme_needs_no_40() -> None:
    verdict = judge(PURE, "stock HK", *LAY_PURE, "discard HK", opened=False)
    assert (ends(verdict), verdict.opening) == (TurnEnd.HAND_ROMME, 37)
    assert codes(judge(PURE, "stock H5", "lay H2 H3 H4 H5", *LAY_PURE[1:], opened=False)) == ["no_discard"]


def test_nr_10_a_hand_romme_with_a_lay_off_needs_the_40() -> None:
    table = ("H8 H9 H10",)
    hand = "HJ H3 H4 S2 S3 S4 C2 C3 C4 DA D2 D3 D4"
    moves = (*LAY_PURE[1:], "lay H2 H3 H4", "off 0 HJ", "discard HK")
    verdict = judge(hand, "stock H2", *moves[:-1], opened=False, table=table)
    assert (codes(verdict), verdict.opening) == (["opening_below_threshold", "no_discard"], 37)
    rich = "HJ C3 C4 C5 SA HA DA D4 D5 D6 S7 H7 D7"
    moves = ("lay SA HA DA", "lay C3 C4 C5", "lay D4 D5 D6", "lay S7 H7 D7", "off 0 HJ", "discard CQ")
    verdict = judge(rich, "stock CQ", *moves, opened=False, table=table)
    assert (ends(verdict), verdict.opening) == (TurnEnd.HAND_ROMME_LAYOFF, 81)


def test_nr_10_a_hand_romme_with_a_swap_is_one_with_a_lay_off() -> None:
    hand = "H9 C3 C4 C5 SA HA DA D4 D5 D6 S7 H7 CQ"
    moves = ("lay SA HA DA", "lay C3 C4 C5", "lay D4 D5 D6", "swap 0 H9", "lay S7 H7 *", "discard CQ")
    verdict = judge(hand, None, *moves, opened=False, table=("H8 * H10",))
    assert codes(verdict) == ["no_draw"]
    verdict = judge(
        hand, "stock D7", *moves[:4], "lay S7 H7 D7 *", "discard CQ", opened=False, table=("H8 * H10",)
    )
    assert ends(verdict) is TurnEnd.HAND_ROMME_LAYOFF


def test_streitfall_8_two_last_jokers_end_the_game() -> None:
    table = ("HK SK DK CK",)
    verdict = judge("*", "stock *", "discard *", table=table)
    assert (rest(verdict), ends(verdict)) == ("*", TurnEnd.TWO_JOKERS)


@pytest.mark.parametrize(
    ("hand", "draw", "table"),
    [
        ("*", "stock *", ("H8 H9 H10",)),
        ("* *", "stock *", ()),
        ("*", "open *", ()),
        ("C2 *", "stock *", ()),
    ],
)
def test_streitfall_8_in_any_other_way_a_card_had_to_be_kept(
    hand: str, draw: str, table: tuple[str, ...]
) -> None:
    verdict = judge(hand, draw, "discard *", table=table)
    assert "joker_discarded" in codes(verdict)


def test_streitfall_8_a_joker_that_fits_is_laid_off_and_the_other_discarded() -> None:
    verdict = judge("*", "stock *", "off 0 *", "discard *", table=("H8 H9 H10",))
    assert ends(verdict) is TurnEnd.ROMME
    assert codes(judge("*", "stock *", "discard *", "discard *")) == ["after_discard"]


# --- Nr. 3, Streitfall 11: a wrong number of cards -------------------------------------------------------

TWELVE = "HA SA DA D4 D5 D6 C2 C9 S3 S8 H4 HJ"
FOURTEEN = THIRTEEN + " C7"


def test_streitfall_11_with_too_few_one_draws_and_does_not_discard() -> None:
    assert rest(judge(TWELVE, "stock S5", opened=False)) == f"{TWELVE} S5"
    verdict = judge(TWELVE, "stock S5", "discard HJ", opened=False)
    assert [(broken.code, broken.rule) for broken in verdict.violations] == [
        ("wrong_card_count", "Nr. 3, Streitfall 11")
    ]
    assert verdict.violations[0].message == (
        "Whoever holds 12 instead of 13 cards draws one card, does not discard, and lays nothing."
    )
    assert codes(judge(TWELVE, None, opened=False)) == ["no_draw"]
    assert rest(judge(TWELVE, "open S5", opened=False)) == TWELVE


def test_streitfall_11_with_too_many_one_discards_and_does_not_draw() -> None:
    assert rest(judge(FOURTEEN, None, "discard C7", opened=False)) == THIRTEEN
    verdict = judge(FOURTEEN, "stock S5", "discard HJ", opened=False)
    assert codes(verdict) == ["wrong_card_count"]
    assert verdict.violations[0].message == (
        "Whoever holds 14 instead of 13 cards does not draw, discards one card, and lays nothing."
    )
    assert codes(judge(FOURTEEN, None, opened=False)) == ["no_discard"]
    assert codes(judge(FOURTEEN, "open S5", opened=False)) == ["wrong_card_count"]


def test_streitfall_11_meanwhile_nothing_is_laid() -> None:
    moves = ("lay HA SA DA", "lay D4 D5 D6", "discard DK")
    assert codes(judge(FOURTEEN, None, *moves, opened=False)) == ["wrong_card_count"]
    assert codes(judge(TWELVE, "stock S5", *moves[:2], opened=False)) == ["wrong_card_count"]


def test_nr_3_after_the_opening_any_number_is_right() -> None:
    assert rest(judge(TWELVE, "stock S5", "discard S5")) == TWELVE


# --- Other profiles --------------------------------------------------------------------------------------


def test_schmidt_opens_with_31() -> None:
    verdict = judge(THIRTEEN, "stock C7", "lay HA SA DA", "discard DK", opened=False, rules="schmidt")
    assert verdict.opening == 33
    assert verdict.violations == ()
    hand = "H9 H10 HJ D4 D5 D6 C2 C9 S3 S8 H4 SJ DK"
    verdict = judge(hand, "stock C7", "lay H9 H10 HJ", "discard DK", opened=False, rules="schmidt")
    assert [broken.rule for broken in verdict.violations] == ["Schmidt S. 3"]


def test_ass_altenburger_opens_with_30() -> None:
    hand = "HK SK DK D4 D5 D6 C2 C9 S3 S8 H4 HJ D2"
    assert (
        judge(hand, "stock C7", "lay HK SK DK", "discard D2", opened=False, rules="ass_boni").violations == ()
    )


ONLINE = "H2 H3 H4 S2 S3 S4 C2 C3 C4 D2 D3 D4 HK"


def test_online_the_threshold_is_waived_when_one_card_is_left() -> None:
    moves = ("lay H2 H3 H4", "lay S2 S3 S4", "lay C2 C3 C4", "lay D2 D3 D4")
    verdict = judge(ONLINE, "stock HK", *moves, "discard HK", opened=False, rules="winner_takes")
    assert (codes(verdict), verdict.opening) == (["opening_below_threshold"], 36)
    verdict = judge(
        ONLINE, "stock H5", "lay H2 H3 H4 H5", *moves[1:], "discard HK", opened=False, rules="winner_takes"
    )
    assert (ends(verdict), verdict.opening) == (TurnEnd.HAND_ROMME, 41)
    low = "H2 H3 H4 S2 S3 S4 C2 C3 C4 D2 D3 HK D4"
    verdict = judge(
        low, "stock S5", *moves[:3], "lay D2 D3 D4", "off 1 S5", opened=False, rules="winner_takes"
    )
    assert codes(verdict) == ["opening_below_threshold", "no_discard"]
    verdict = judge(low, "stock S5", moves[0], "lay S2 S3 S4 S5", moves[2], "lay D2 D3 D4", "discard HK",
                    opened=False, rules="winner_takes", threshold=51)  # fmt: skip
    assert (ends(verdict), verdict.opening) == (TurnEnd.HAND_ROMME, 41)


def test_online_no_discard_is_needed_to_finish() -> None:
    assert ends(judge("H6 H7", "stock H5", "lay H5 H6 H7", rules="winner_takes")) is TurnEnd.ROMME
    assert codes(judge("H6 H7 C2", "stock H5", "lay H5 H6 H7", rules="winner_takes")) == ["no_discard"]


def test_online_the_open_card_must_be_used_before_the_opening_only() -> None:
    assert rest(judge("H9 C2", "open S5", "discard C2", rules="winner_takes")) == "H9 S5"
    assert rest(judge("C2", "open S5", "discard C2", rules="winner_takes")) == "S5"
    verdict = judge(THIRTEEN, "open C7", "discard C2", opened=False, rules="winner_takes")
    assert codes(verdict) == ["open_card_unused"]
    assert rest(judge(THIRTEEN, "open C7", opened=False, rules="winner_takes")) == THIRTEEN


def test_romme_500_a_hand_counts_as_opened() -> None:
    verdict = judge("H2 H3 H4 C2", "stock S5", "lay H2 H3 H4", "discard C2", opened=False, rules="romme500")
    assert (rest(verdict), verdict.opening) == ("S5", None)
    verdict = judge("H2 H3", "stock H4", "lay H2 H3 H4", opened=False, rules="romme500")
    assert ends(verdict) is TurnEnd.ROMME


def test_romme_500_the_deep_draw() -> None:
    moves = ("lay C9 H9 D9", "discard S5")
    assert rest(judge("C9 H9", "open D9 CJ S5", *moves, rules="romme500")) == "CJ"
    verdict = judge("C9 H9 S9", "open D8 CJ S5", "lay C9 H9 S9", "discard S5", rules="romme500")
    assert [(broken.code, broken.rule) for broken in verdict.violations] == [
        ("open_card_unused", "Rommé 500")
    ]


def test_romme_500_the_taken_card_is_not_discarded_again() -> None:
    assert rest(judge("C9 H4", "open D9", "discard H4", rules="romme500")) == "C9 D9"
    verdict = judge("C9 H4", "open D9", "discard D9", rules="romme500")
    assert codes(verdict) == ["same_card_discarded"]
    assert rest(judge("D9 H4", "open D9", "discard D9", rules="romme500")) == "H4 D9"


def test_romme_500_a_joker_may_be_discarded_but_never_swapped() -> None:
    assert rest(judge("C9 *", "stock D9", "discard *", rules="romme500")) == "C9 D9"
    moves = ("swap 0 H9", "lay C2 C3 *", "discard D5")
    assert codes(judge("H9 C2 C3 D5", "stock D9", *moves, table=("H8 * H10",), rules="romme500")) == [
        "swap_not_allowed"
    ]


def test_raeuber_the_table_is_rebuilt() -> None:
    table = ("H5 H6 H7 H8", "C9 S9 D9")
    moves = ("rearrange H5 H6 H7 / H8 C8 S8 / C9 S9 D9", "discard D2")
    verdict = judge("C8 S8 D2", "stock S5", *moves, table=table, rules="home", rearrange=True)
    assert (rest(verdict), table_after(verdict)) == ("S5", ["H5 H6 H7", "H8 C8 S8", "C9 S9 D9"])
    wrong = ("rearrange H5 H6 H7 / C8 S8 D8 / C9 S9 D9", "discard D2")
    verdict = judge("C8 S8 D2", "stock S5", *wrong, table=table, rules="home", rearrange=True)
    assert codes(verdict) == ["table_rearranged", "card_not_held"]
    illegal = ("rearrange H5 H6 H7 / H8 C8 S9 / C9 S8 D9", "discard D2")
    verdict = judge("C8 S8 D2", "stock S5", *illegal, table=table, rules="home", rearrange=True)
    assert codes(verdict) == ["rank_mismatch", "rank_mismatch"]


def test_raeuber_lying_cards_help_to_the_40() -> None:
    hand = "HA SA DA D4 D5 D6 C2 C9 S3 S8 H4 HJ HQ"
    table = ("H8 H9 H10", "C4 S4 D4")
    moves = ("rearrange H8 H9 H10 HJ HQ / C4 S4 D4", "discard C9")
    verdict = judge(hand, "stock C7", *moves, opened=False, table=table, rules="home", rearrange=True)
    assert (rest(verdict), verdict.opening) == ("HA SA DA D4 D5 D6 C2 S3 S8 H4 C7", 47)
    moves = ("rearrange H8 H9 H10 / C4 S4 D4 H4", "discard C9")
    verdict = judge(hand, "stock C7", *moves, opened=False, table=table, rules="home", rearrange=True)
    assert (codes(verdict), verdict.opening) == (["opening_below_threshold"], 16)


def test_raeuber_a_hand_romme_is_pure_while_what_lies_stays_as_it_lies() -> None:
    table = ("HQ HK HA",)
    low = "H2 H3 H4 / S2 S3 S4 / C2 C3 C4"
    added = (f"rearrange HQ HK HA / {low} / DA D2 D3 D4", "discard HJ")
    verdict = judge(PURE, "stock HJ", *added, opened=False, table=table, rules="home", rearrange=True)
    assert (ends(verdict), verdict.opening) == (TurnEnd.HAND_ROMME, 37)
    rebuilt = (f"rearrange HJ HQ HK HA / {low} / D2 D3 D4", "discard DA")
    verdict = judge(PURE, "stock HJ", *rebuilt, opened=False, table=table, rules="home", rearrange=True)
    assert (ends(verdict), verdict.opening) == (TurnEnd.HAND_ROMME_LAYOFF, 77)


def test_raeuber_a_joker_from_the_hand_is_ones_own() -> None:
    moves = ("rearrange H8 * H10", "swap 0 H9", "lay C2 C3 *", "discard D5")
    hand = "H8 * H10 H9 C2 C3 D5"
    verdict = judge(hand, "stock S5", *moves, rules="home", rearrange=True)
    assert codes(verdict) == ["swap_own_meld_same_turn"]
    moves = ("rearrange H8 * H10 HJ", "swap 0 H9", "lay C2 C3 *", "discard D5")
    verdict = judge("HJ H9 C2 C3 D5", "stock S5", *moves, table=("H8 * H10",), rules="home", rearrange=True)
    assert rest(verdict) == "S5"


# --- verify, can, do -------------------------------------------------------------------------------------


@given(
    st.permutations([*parse_cards(THIRTEEN), *parse_cards("* H9 HQ C3")]), st.integers(0, 5), st.booleans()
)
@settings(max_examples=60, deadline=None)
def test_can_and_do_share_the_check(cards: list[Any], moves: int, opened: bool) -> None:
    hand, drawn = cards[:13], cards[13]
    attempts = [
        {"lay": ["HA", "SA", "DA"]},
        {"lay": ["D4", "D5", "D6"]},
        {"lay_off": {"meld": 0, "cards": ["HJ"]}},
        {"swap": {"meld": 1, "card": "S8"}},
        {"lay_off": {"meld": 2, "cards": ["*"]}},
    ]
    turn = parse_turn(
        {
            "opened": opened,
            "hand": [str(card) for card in hand],
            "draw": {"card": str(drawn), "from": "stock"},
            "table": [["H8", "H9", "H10"], ["S7", "*", "S9"], ["C5", "C6", "C7"]],
            "actions": [*attempts[:moves], {"discard": str(drawn)}],
        }
    )
    assert can_play_turn(turn) is not bool(verify_turn(turn))
    if not can_play_turn(turn):
        with pytest.raises(RuleError) as caught:
            play_turn(turn)
        assert caught.value.violations == verify_turn(turn)
        return
    result = play_turn(turn)
    lying = [card for meld in result.table for card in meld.cards]
    before = [*hand, drawn, *parse_cards("H8 H9 H10 S7 * S9 C5 C6 C7")]
    assert sorted([*map(str, result.hand), *map(str, lying), str(drawn)]) == sorted(map(str, before))


# --- turn.json -------------------------------------------------------------------------------------------


def faults(value: object) -> list[tuple[str, str]]:
    with pytest.raises(TurnError) as caught:
        parse_turn(value)
    return [(fault.path, fault.code) for fault in caught.value.faults]


def test_every_fault_of_a_turn_is_named_by_its_path() -> None:
    value = {
        "rules": "drov",
        "opened": "yes",
        "hand": ["H8", "X9", 7, "H8 H9"],
        "draw": {"card": "H9", "from": "pocket"},
        "table": [["H8", "H8", "H9"], ["H8"], "H9", [9]],
        "actions": [
            {"lay": []},
            {"lay_off": {"meld": -1, "cards": ["HQ"], "side": "left"}},
            {"lay_off": {"cards": ["HQ"], "sides": "front"}},
            {"swap": {"meld": True, "card": "Z"}},
            {"swap": 1},
            {"rearrange": [["H5", "?"], []]},
            {"discard": None},
            {"discard": "C2", "lay": ["H5"]},
            {"knock": 1},
            {},
            [],
        ],
        "opend": True,
    }
    assert faults(value) == [
        ("opend", "unknown_key"),
        ("opened", "not_a_switch"),
        ("hand[1]", "not_a_card"),
        ("hand[2]", "not_a_text"),
        ("hand[3]", "not_one_card"),
        ("draw.from", "unknown_word"),
        ("table[0]", "illegal_meld"),
        ("table[1]", "illegal_meld"),
        ("table[2]", "not_a_list"),
        ("table[3][0]", "not_a_text"),
        ("actions[0].lay", "empty"),
        ("actions[1].lay_off.side", "unknown_word"),
        ("actions[1].lay_off.meld", "not_a_meld_number"),
        ("actions[2].lay_off.sides", "unknown_key"),
        ("actions[2].lay_off.meld", "missing"),
        ("actions[3].swap.meld", "not_a_meld_number"),
        ("actions[3].swap.card", "not_a_card"),
        ("actions[4].swap", "not_an_object"),
        ("actions[5].rearrange[0][1]", "not_a_card"),
        ("actions[5].rearrange[1]", "empty"),
        ("actions[6].discard", "not_a_text"),
        ("actions[7]", "one_action"),
        ("actions[8].knock", "unknown_key"),
        ("actions[9]", "one_action"),
        ("actions[10]", "not_an_object"),
    ]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([], [("", "not_an_object")]),
        ({}, [("hand", "missing"), ("draw", "missing")]),
        ({"hand": [], "draw": None}, [("hand", "empty")]),
        ({"hand": ["H8"], "draw": []}, [("draw", "not_an_object")]),
        ({"hand": ["H8"], "draw": {"from": "stock"}}, [("draw", "one_draw")]),
        ({"hand": ["H8"], "draw": {"card": "H9"}}, [("draw.from", "missing")]),
        ({"hand": ["H8"], "draw": {"card": "H9", "from": None}}, [("draw.from", "unknown_word")]),
        ({"hand": ["H8"], "draw": {"card": "?", "from": "stock"}}, [("draw.card", "not_a_card")]),
        (
            {"hand": ["H8"], "draw": {"card": "H9", "cards": ["H9"], "from": "stock"}},
            [("draw", "one_draw")],
        ),
        (
            {"hand": ["H8"], "draw": {"cards": ["H9", "C2"], "from": "discard"}},
            [("draw.cards", "deep_draw")],
        ),
        (
            {"rules": "romme500", "hand": ["H8"], "draw": {"cards": ["H9", "C2"], "from": "stock"}},
            [("draw.cards", "deep_from_stock")],
        ),
        ({"rules": "skat", "hand": ["H8"], "draw": None}, [("rules", "unknown_rules")]),
        ({"rules": 3, "hand": ["H8"], "draw": None}, [("rules", "not_a_text")]),
        ({"options": [], "hand": ["H8"], "draw": None}, [("options", "not_an_object")]),
        (
            {"options": {"corner": 1, "x": 2}, "hand": ["H8"], "draw": None},
            [("options.corner", "option_not_boolean"), ("options.x", "unknown_option")],
        ),
        (
            {"hand": ["H8", "H8"], "draw": {"card": "H8", "from": "stock"}},
            [("", "too_many_copies")],
        ),
        (
            {"hand": ["*"] * 4, "draw": {"card": "*", "from": "stock"}, "table": [["H8", "*", "H10", "*", "HQ"]]},
            [("", "too_many_jokers")],
        ),
    ],
)  # fmt: skip
def test_a_turn_that_cannot_be_read_is_refused(value: object, expected: list[tuple[str, str]]) -> None:
    assert faults(value) == expected


def test_a_fault_says_where_and_what() -> None:
    with pytest.raises(TurnError) as caught:
        parse_turn({"hand": ["H8"], "draw": None, "table": [["H8", "*", "*", "HJ"]]})
    assert str(caught.value) == (
        "table[0]: this may not lie on the table. In a run two jokers never lie side by side."
    )


def test_any_number_of_jokers_and_copies_of_the_larger_pack_of_romme_500_is_read() -> None:
    hand = ["*"] * 4 + ["H8", "H8"]
    turn = parse_turn({"rules": "romme500", "hand": hand, "draw": None})
    assert turn.hand.count(JOKER) == 4
    assert turn.rules == PROFILES["romme500"]
    assert len(CARDS) == 52
