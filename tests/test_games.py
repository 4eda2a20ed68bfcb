"""One game: results read and written, checked, warned about, and turned into points."""

import json
import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.games import (
    HAND_WINS,
    MESSAGES,
    WINS,
    End,
    Game,
    GameError,
    Issue,
    Line,
    Outcome,
    Score,
    ScoreError,
    check_game,
    dealer_seat,
    format_score,
    parse_score,
    parse_scores,
    score_game,
    score_player,
    warn_game,
)
from scoring.rulesets import RULESETS, RuleSet, ruleset

GOLDEN = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "fixtures/golden/games.jsonl").read_text("utf-8").splitlines()
]
GOLDEN_CODES = {
    "more than one winner": "two_winners",
    "the dealer sits out": "dealer_scored",
    "no card counts 1 in the hand": "total_impossible",
    "C has no result": "missing_result",
    "nobody won and the game did not end otherwise": "no_winner",
}
DROV = RULESETS["drov"]


def game(results: str, end: str = "won", seats: str = "", dealer: str = "", **facts: Any) -> Game:
    """A game from results such as ``"A:R B:8 C:87"``; without ``seats`` D sits there too, and deals."""
    scores = {name: parse_score(text) for name, text in (item.split(":") for item in results.split())}
    players = tuple(seats or "ABCD")
    return Game(players, dealer or players[-1], End(end), scores, **facts)


def points(played: Game, rules: RuleSet) -> dict[str, int]:
    return dict(score_game(played, rules).points)


def errors(played: Game, rules: RuleSet = DROV) -> list[tuple[str, str | None]]:
    return [(issue.code, issue.player) for issue in check_game(played, rules)]


def warnings(played: Game, rules: RuleSet = DROV, number: int | None = None) -> list[tuple[str, str | None]]:
    assert check_game(played, rules) == ()
    return [(issue.code, issue.player) for issue in warn_game(played, rules, number)]


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["game"]["id"])
def test_golden_games(case: dict[str, Any]) -> None:
    facts = case["game"]
    played = Game(
        tuple(facts["players"]),
        facts["dealer"],
        End(facts["end"]),
        {player: parse_score(text) for player, text in facts["scores"].items()},
        facts.get("first_opener"),
        frozenset(facts.get("only_joker", ())),
    )
    if "error" in case:
        assert [code for code, _ in errors(played, RULESETS[case["ruleset"]])] == [
            GOLDEN_CODES[case["error"]]
        ]
    else:
        result = score_game(played, RULESETS[case["ruleset"]])
        assert result.points == case["points"]
        assert result.warnings == ()


# 1. DRoV


def test_nr_12_worked_example() -> None:
    result = score_game(game("A:R B:8 C:87"), DROV)
    assert result.points == {"A": 5, "B": 3, "C": 1}
    assert result.hand_totals == {"A": 0, "B": 8, "C": 87}
    assert result.lines == {"A": (Line(5, "romme"),), "B": (Line(3, "opened"),), "C": (Line(1, "opened"),)}


@pytest.mark.parametrize(
    ("text", "rated", "reason"),
    [
        ("H", 8, "hand_romme"),
        ("HA", 6, "hand_romme_layoff"),
        ("R", 5, "romme"),
        ("2", 3, "opened"),
        ("10", 3, "opened"),
        ("11", 2, "opened"),
        ("30", 2, "opened"),
        ("31", 1, "opened"),
        ("-64", 0, "not_opened"),
    ],
)
def test_nr_12_every_row_of_the_table(text: str, rated: int, reason: str) -> None:
    others = "A:12 B:R" if parse_score(text).outcome not in WINS else "A:12 B:-70"
    result = score_game(game(f"{others} C:{text}"), DROV)
    assert result.lines["C"] == (Line(rated, reason),)
    assert score_player(parse_score(text), End.WON, DROV) == rated


def test_nr_13_the_dealer_who_sits_out_gets_nothing_and_is_in_no_list() -> None:
    result = score_game(game("B:R C:8 D:87", dealer="A"), DROV)
    assert result.points.keys() == result.hand_totals.keys() == result.lines.keys() == {"B", "C", "D"}


def test_the_dealer_plays_at_a_table_of_three() -> None:
    assert points(game("A:R B:8 C:87", seats="ABC", dealer="B"), DROV) == {"A": 5, "B": 3, "C": 1}


def test_nr_5_a_game_without_a_winner_is_rated_by_the_same_table() -> None:
    assert points(game("A:12 B:-64 C:2", end="stock"), DROV) == {"A": 2, "B": 0, "C": 3}


def test_streitfall_8_the_player_left_with_the_joker_has_opened_with_20() -> None:
    assert points(game("A:20 B:5 C:-70", end="jokers"), DROV) == {"A": 2, "B": 3, "C": 0}


def test_streitfall_9_a_void_game_gives_nothing_whatever_it_holds() -> None:
    void = game("A:R B:R X:1 D:?", end="void")
    assert check_game(void, DROV) == warn_game(void, DROV, 3) == ()
    result = score_game(void, DROV)
    assert (result.points, result.hand_totals, result.lines, result.warnings) == ({}, {}, {}, ())
    assert score_player(parse_score("R"), End.VOID, DROV) is None


def test_another_rating_table_is_used_where_the_tournament_has_one() -> None:
    rating = {"hand_romme": 10, "hand_romme_layoff": 9, "romme": 7, "opened": [[None, 2]], "not_opened": -1}
    other = ruleset("drov", {"rating": rating})
    assert points(game("A:R B:8 C:-87"), other) == {"A": 7, "B": 2, "C": -1}
    assert points(game("A:HA B:8 C:-87"), other)["A"] == 9


# 2. Home, 4. Schmidt


def test_home_counts_the_hand_totals_and_the_dealer_plays() -> None:
    result = score_game(game("A:R B:34 C:-48 D:17"), RULESETS["home"])
    assert result.points == {"A": 0, "B": 34, "C": 48, "D": 17}
    assert result.lines["C"] == (Line(48, "hand_total"),)


def test_home_without_a_winner() -> None:
    assert points(game("A:5 B:34 C:-48 D:17", end="stock"), RULESETS["home"]) == {
        "A": 5,
        "B": 34,
        "C": 48,
        "D": 17,
    }


@pytest.mark.parametrize("win", ["H", "HA"])
def test_home_option_hand_romme_of_either_kind_doubles_the_others(win: str) -> None:
    doubling = ruleset("home", {"hand_double": True})
    result = score_game(game(f"A:{win} B:34 C:-48 D:17"), doubling)
    assert result.points == {"A": 0, "B": 68, "C": 96, "D": 34}
    assert result.hand_totals == {"A": 0, "B": 34, "C": 48, "D": 17}
    assert result.lines["B"] == (Line(34, "hand_total"), Line(34, "doubled"))


def test_a_plain_romme_doubles_nothing() -> None:
    assert points(game("A:R B:34 C:-48 D:17"), ruleset("home", {"hand_double": True}))["B"] == 34


def test_schmidt_doubles_by_default_and_the_variant_can_be_left_out() -> None:
    played = game("A:H B:34 C:-48 D:17")
    assert points(played, RULESETS["schmidt"])["B"] == 68
    assert points(played, ruleset("schmidt", {"hand_double": False}))["B"] == 34
    assert points(played, RULESETS["home"])["B"] == 34


# 3. ASS Altenburger with boni


def test_ass_boni() -> None:
    played = game("A:R B:20 C:41", seats="ABC", only_joker=frozenset("B"), first_opener="C")
    result = score_game(played, RULESETS["ass_boni"])
    assert result.points == {"A": -40, "B": 0, "C": 61}
    assert result.lines == {
        "A": (Line(0, "hand_total"), Line(-40, "first_out")),
        "B": (Line(20, "hand_total"), Line(-20, "only_joker")),
        "C": (Line(41, "hand_total"), Line(20, "first_opener")),
    }
    assert result.hand_totals == {"A": 0, "B": 20, "C": 41}


def test_ass_boni_whoever_laid_first_and_won_pays_nothing() -> None:
    assert points(game("A:R B:20 C:41", seats="ABC", first_opener="A"), RULESETS["ass_boni"])["A"] == -40


def test_ass_boni_whoever_laid_first_pays_also_when_nobody_won() -> None:
    played = game("A:9 B:20 C:-41", seats="ABC", end="stock", first_opener="B")
    assert points(played, RULESETS["ass_boni"]) == {"A": 9, "B": 40, "C": 41}


def test_ass_boni_reading_the_bonus_replaces_the_value_of_the_joker() -> None:
    played = game("A:R B:20 C:41", seats="ABC", only_joker=frozenset("B"), first_opener="B")
    result = score_game(played, ruleset("ass_boni", {"joker_on_top": False}))
    assert result.lines["B"] == (Line(-20, "only_joker"), Line(20, "first_opener"))
    assert result.hand_totals["B"] == 20


@pytest.mark.parametrize("text", ["21", "-20", "R"])
def test_ass_boni_holding_only_a_joker_is_opened_with_twenty(text: str) -> None:
    played = game(f"A:{text} B:{'R' if text != 'R' else '5'} C:41", seats="ABC", only_joker=frozenset("A"))
    assert ("only_joker_not_twenty", "A") in errors(played, RULESETS["ass_boni"])


def test_ass_boni_facts_that_contradict_the_results_are_errors() -> None:
    played = game("A:R B:20 C:-41", seats="ABC", first_opener="C", only_joker=frozenset("BX"))
    assert errors(played, RULESETS["ass_boni"]) == [("unknown_player", "X"), ("first_opener_not_opened", "C")]
    stranger = game("A:R B:20 C:?", seats="ABC", first_opener="X", only_joker=frozenset("XYC"))
    assert errors(stranger, RULESETS["ass_boni"]) == [
        ("unclear_result", "C"),
        ("unknown_player", "X"),
        ("unknown_player", "Y"),
    ]


def test_ass_boni_warns_when_nobody_is_named_as_the_first_opener() -> None:
    rules = RULESETS["ass_boni"]
    assert warnings(game("A:R B:20 C:-41", seats="ABC"), rules) == [("first_opener_missing", None)]
    assert warnings(game("A:R B:-60 C:-41", seats="ABC"), rules) == []


def test_facts_of_other_rule_sets_change_nothing() -> None:
    played = game("A:R B:20 C:-41", first_opener="X", only_joker=frozenset("AB"))
    assert points(played, DROV) == {"A": 5, "B": 2, "C": 0}
    assert (
        points(game("A:R B:20", seats="AB", first_opener="B", only_joker=frozenset("B")), RULESETS["home"])[
            "B"
        ]
        == 20
    )


# 5. Winner takes


def test_winner_takes_the_hands_of_the_others() -> None:
    result = score_game(game("A:R B:17 C:34 D:18"), RULESETS["winner_takes"])
    assert result.points == {"A": 69, "B": 0, "C": 0, "D": 0}
    assert result.lines["A"] == (Line(69, "others_hands"),)
    assert result.lines["B"] == ()


@pytest.mark.parametrize("win", ["H", "HA"])
def test_winner_takes_double_as_handromme_whatever_was_laid_off(win: str) -> None:
    result = score_game(game(f"A:{win} B:17 C:34 D:18"), RULESETS["winner_takes"])
    assert result.points["A"] == 138
    assert result.lines["A"] == (Line(69, "others_hands"), Line(69, "doubled"))


@pytest.mark.parametrize("end", ["stock", "jokers"])
def test_winner_takes_blocked_round_goes_to_the_lightest_hand(end: str) -> None:
    result = score_game(game("A:25 B:17 C:24", seats="ABC", end=end), RULESETS["winner_takes"])
    assert result.points == {"A": 0, "B": 15, "C": 0}
    assert result.lines["B"] == (Line(15, "blocked"),)


def test_winner_takes_blocked_round_at_equal_hands_goes_to_the_lower_seat() -> None:
    played = game("C:17 B:17 A:24", seats="ABC", end="stock")
    assert points(played, RULESETS["winner_takes"]) == {"A": 0, "B": 7, "C": 0}


# 6. Rommé 500


def test_romme_500_counts_what_is_laid_less_what_is_held() -> None:
    played = game("A:69/25 B:R40/0 C:0/61", seats="ABC", end="won")
    result = score_game(played, RULESETS["romme500"])
    assert result.points == {"A": 44, "B": 40, "C": -61}
    assert result.lines["A"] == (Line(69, "laid"), Line(-25, "hand"))
    assert result.hand_totals == {"A": 25, "B": 0, "C": 61}


def test_romme_500_needs_both_numbers_and_the_others_only_one() -> None:
    assert errors(game("A:69 B:R40/0 C:0/61", seats="ABC"), RULESETS["romme500"]) == [("not_a_number", "A")]
    assert errors(game("A:69/25 B:R C:61")) == [("not_a_number", "A")]


def test_romme_500_nobody_but_the_winner_has_nothing_in_hand() -> None:
    assert errors(game("A:69/0 B:R40/0", seats="AB"), RULESETS["romme500"]) == [("total_impossible", "A")]


def test_romme_500_warns_when_more_is_entered_than_the_deck_holds() -> None:
    rules = RULESETS["romme500"]
    assert warnings(game("A:300/26 B:R100/0", seats="AB"), rules) == []
    assert warnings(game("A:300/27 B:R100/0", seats="AB"), rules) == [("hands_exceed_deck", None)]
    assert warnings(game("A:500/20 B:R300/0 C:0/9 D:0/9 E:0/14", seats="ABCDE"), rules) == []


def test_romme_500_with_small_cards_counting_five_warns_of_other_hands() -> None:
    rules = ruleset("romme500", {"small_cards_5": True})
    played = game("A:69/25 B:R41/0 C:0/61", seats="ABC")
    assert warnings(played, rules) == [("hand_not_in_fives", "C")]
    assert warnings(played, RULESETS["romme500"]) == []
    assert errors(game("A:69/4 B:R41/0", seats="AB"), rules) == [("total_impossible", "A")]


# Errors


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        (game("A:R B:H C:20"), [("two_winners", None)]),
        (game("A:12 B:8 C:20"), [("no_winner", None)]),
        (game("A:R B:8 C:20", end="stock"), [("winner_in_unwon_game", "A")]),
        (game("A:R B:8 C:20", end="jokers"), [("winner_in_unwon_game", "A")]),
        (game("A:R B:8 C:20 D:4"), [("dealer_scored", "D")]),
        (game("A:R B:8 C:20 X:4"), [("unknown_player", "X")]),
        (game("A:R B:8 X:4"), [("missing_result", "C"), ("unknown_player", "X")]),
        (game("A:R B:8 C:20", dealer="X"), [("unknown_player", "X"), ("missing_result", "D")]),
        (game("A:R B:8"), [("missing_result", "C")]),
        (game("A:12 B:8"), [("missing_result", "C")]),
        (game("A:R C:8", seats="ABC", dealer="B"), [("missing_result", "B")]),
        (game("A:R3 B:8 C:20"), [("winner_with_cards", "A")]),
        (game("A:R B:1 C:0"), [("total_impossible", "B"), ("total_impossible", "C")]),
        (game("A:R B:-0 C:-1"), [("total_impossible", "B"), ("total_impossible", "C")]),
        (game("A:? B:8 C:20"), [("unclear_result", "A")]),
        (
            game("A:R B:R1 C:1", end="stock"),
            [
                ("winner_in_unwon_game", "A"),
                ("winner_with_cards", "B"),
                ("winner_in_unwon_game", "B"),
                ("total_impossible", "C"),
                ("two_winners", None),
            ],
        ),
        (game("A:R B:8", seats="AB"), [("table_size", None)]),
        (game("A:R B:8 C:9 D:9 E:9", seats="ABCDE"), [("table_size", None)]),
        (game("A:R B:8", seats="ABBC"), [("player_twice", "B")]),
    ],
)
def test_errors_of_an_entry_all_at_once(played: Game, expected: list[tuple[str, str | None]]) -> None:
    assert errors(played) == expected
    with pytest.raises(GameError) as caught:
        score_game(played, DROV)
    assert caught.value.issues == check_game(played, DROV)


@pytest.mark.parametrize("score", [Score(Outcome.OPENED, -5), Score(Outcome.OPENED, 5, laid=-5)])
def test_negative_numbers_from_elsewhere_are_errors_too(score: Score) -> None:
    rules = DROV if score.laid is None else RULESETS["romme500"]
    winner = Score(Outcome.ROMME, 0, None if score.laid is None else 40)
    played = Game(("A", "B", "C"), "A", End.WON, {"A": winner, "B": score, "C": winner})
    assert ("negative", "B") in errors(played, rules)


# Warnings


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        (game("A:R B:-31 C:-197"), []),
        (game("A:R B:-30 C:40"), [("not_opened_range", "B")]),
        (game("A:R B:-198 C:40"), [("not_opened_range", "B")]),
        (game("A:R B:153 C:40"), []),
        (game("A:R B:154 C:40"), [("opened_range", "B")]),
        # 26 cards: six jokers, eight aces, twelve tens; 22 cards: eight tens
        (game("A:R B:-164 C:-164"), []),
        (game("A:R B:-164 C:-165"), [("hands_exceed_deck", None)]),
        (game("A:R B:-150 C:138"), []),
        (game("A:R B:-150 C:139"), [("hands_exceed_deck", None)]),
        (game("A:20 B:5 C:-70", end="jokers"), []),
        (game("A:20 B:20 C:-70", end="jokers"), [("jokers_not_twenty", None)]),
        (game("A:30 B:5 C:-70", end="jokers"), [("jokers_not_twenty", None)]),
        (game("A:5 B:-20 C:-70", end="jokers"), [("not_opened_range", "B"), ("jokers_not_twenty", None)]),
        (game("A:HA B:-40 C:20"), []),
        (game("A:HA B:-40 C:-50"), [("layoff_without_melds", "A")]),
        (game("A:H B:-40 C:-50"), []),
    ],
)
def test_warnings_of_an_entry(played: Game, expected: list[tuple[str, str | None]]) -> None:
    assert warnings(played) == expected
    assert [(issue.code, issue.player) for issue in score_game(played, DROV).warnings] == expected


def test_warnings_follow_the_deck_of_the_profile() -> None:
    played = game("A:R B:-31 C:160", seats="ABC")
    assert warnings(played, RULESETS["home"]) == [("opened_range", "C")]
    assert warnings(played, ruleset("home", {"threshold": 30})) == []
    two_jokers = ruleset("home", {"jokers": 2})
    assert warnings(game("A:R B:-31 C:118", seats="ABC"), two_jokers) == [("opened_range", "C")]


def test_a_dealer_out_of_turn_is_a_warning() -> None:
    played = game("A:R B:8 C:87")
    assert warnings(played, number=4) == warnings(played, number=8) == warnings(played) == []
    assert warnings(played, number=5) == [("dealer_differs", "D")]
    assert score_game(played, DROV, 5).warnings == warn_game(played, DROV, 5)
    assert "seat 1 deals it" in warn_game(played, DROV, 5)[0].message


def test_seat_1_deals_first_then_clockwise() -> None:
    assert [dealer_seat(number, 4) for number in range(1, 10)] == [1, 2, 3, 4, 1, 2, 3, 4, 1]
    assert [dealer_seat(number, 3) for number in range(1, 6)] == [1, 2, 3, 1, 2]


def test_sentences_are_complete() -> None:
    assert Issue("missing_result", "Änne").message == "The result of Änne is missing."
    assert check_game(game("A:R B:1 C:9"), DROV)[0].message == (
        "There is no hand total of 1: the lowest card counts 2."
    )
    shown = [
        *check_game(game("A:R B:8", seats="ABB", dealer="X"), DROV),
        *check_game(game("A:69/25 B:R5 C:1 D:?"), RULESETS["home"]),
        *warn_game(game("A:HA B:-30 C:-900"), DROV, 3),
        *warn_game(game("A:160 B:5 C:9", end="jokers"), DROV),
        *warn_game(game("A:R5/0 B:4/999"), ruleset("romme500", {"small_cards_5": True})),
    ]
    assert all("%(" not in issue.message and "None" not in issue.message for issue in shown)
    assert len({issue.code for issue in shown}) == 13
    assert all(sentence[-1] in ".?" and "!" not in sentence for sentence in MESSAGES.values())


# One cell by itself


@pytest.mark.parametrize(
    ("rules", "text", "end", "expected"),
    [
        (DROV, "?", "won", None),
        (DROV, "-31", "stock", 0),
        (RULESETS["home"], "34", "won", 34),
        (RULESETS["home"], "-48", "stock", 48),
        (RULESETS["home"], "H", "won", 0),
        (RULESETS["schmidt"], "34", "won", None),
        (RULESETS["schmidt"], "34", "stock", 34),
        (RULESETS["ass_boni"], "R", "won", -40),
        (RULESETS["ass_boni"], "34", "won", None),
        (RULESETS["ass_boni"], "-34", "won", 34),
        (RULESETS["winner_takes"], "34", "won", 0),
        (RULESETS["winner_takes"], "34", "stock", None),
        (RULESETS["winner_takes"], "R", "won", None),
        (RULESETS["romme500"], "69/25", "won", 44),
        (RULESETS["romme500"], "69", "won", None),
    ],
)
def test_points_of_one_cell(rules: RuleSet, text: str, end: str, expected: int | None) -> None:
    assert score_player(parse_score(text), End(end), rules) == expected


# Notation


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("R", Score(Outcome.ROMME, 0)),
        (" h ", Score(Outcome.HAND_ROMME, 0)),
        ("Ha", Score(Outcome.HAND_ROMME_LAYOFF, 0)),
        ("87", Score(Outcome.OPENED, 87)),
        ("007", Score(Outcome.OPENED, 7)),
        ("0", Score(Outcome.OPENED, 0)),
        ("-87", Score(Outcome.NOT_OPENED, 87)),
        ("−87", Score(Outcome.NOT_OPENED, 87)),
        ("–87", Score(Outcome.NOT_OPENED, 87)),
        ("?", Score(Outcome.UNCLEAR, None)),
        ("69/25", Score(Outcome.OPENED, 25, laid=69)),
        ("r69/0", Score(Outcome.ROMME, 0, laid=69)),
        ("R5", Score(Outcome.ROMME, 5)),
    ],
)
def test_results_are_read(text: str, score: Score) -> None:
    assert parse_score(text) == score


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_a_number"),
        ("x", "not_a_number"),
        ("8x", "not_a_number"),
        ("8.5", "not_a_number"),
        ("8,5", "not_a_number"),
        ("- 8", "not_a_number"),
        ("+8", "not_a_number"),
        ("٣", "not_a_number"),
        ("８", "not_a_number"),
        ("²", "not_a_number"),
        ("R-5", "not_a_number"),
        ("RH", "not_a_number"),
        ("69/", "not_a_number"),
        ("/25", "not_a_number"),
        ("1/2/3", "not_a_number"),
        ("1_000", "not_a_number"),
        ("--5", "negative"),
        ("69/-5", "negative"),
        ("-69/5", "negative"),
        ("9" * 30, "too_large"),
        ("10000", "too_large"),
        ("99999/1", "too_large"),
    ],
)
def test_what_is_no_result_is_refused_with_a_sentence(text: str, code: str) -> None:
    with pytest.raises(ScoreError) as caught:
        parse_score(text)
    assert caught.value.code == code
    assert "%(" not in str(caught.value)


def test_a_long_text_is_refused_at_once_and_shown_short() -> None:
    with pytest.raises(ScoreError) as caught:
        parse_score("9" * 1_000_000)
    assert len(str(caught.value)) < 100


def test_unreadable_results_do_not_hide_the_other_faults() -> None:
    scores, issues = parse_scores({"A": "8x", "B": "1", "C": " "})
    assert [(issue.code, issue.player) for issue in issues] == [("not_a_number", "A")]
    assert scores == {"A": Score(Outcome.UNCLEAR, None), "B": Score(Outcome.OPENED, 1)}


numbers = st.integers(0, 9999)
scores = st.one_of(
    st.just(Score(Outcome.UNCLEAR, None)),
    st.builds(Score, st.sampled_from([Outcome.OPENED, Outcome.NOT_OPENED]), numbers),
    st.builds(Score, st.sampled_from(sorted(WINS)), numbers),
    st.builds(Score, st.sampled_from([Outcome.OPENED, *sorted(WINS)]), numbers, numbers),
)


@given(scores)
def test_results_survive_writing_and_reading(score: Score) -> None:
    assert parse_score(format_score(score)) == score


@given(st.text(alphabet=string.printable + "−–?RHA0123456789", max_size=8))
def test_any_text_is_a_result_or_a_clear_refusal(text: str) -> None:
    read, issues = parse_scores({"A": text})
    assert {issue.code for issue in issues} <= {"not_a_number", "negative", "too_large"}
    assert all(parse_score(format_score(score)) == score for score in read.values())


# Properties of whole games

PLAIN = [name for name in RULESETS if name != "romme500"]


@st.composite
def games(draw: st.DrawFn, names: list[str]) -> tuple[Game, RuleSet]:
    rules = RULESETS[draw(st.sampled_from(names))]
    players = tuple("ABCDEFGH"[: draw(st.sampled_from(sorted(rules.table_sizes)))])
    dealer = draw(st.sampled_from(players))
    end = draw(st.sampled_from([End.WON, End.WON, End.STOCK, End.JOKERS]))
    playing = [p for p in players if p != dealer or len(players) not in rules.dealer_sits_out_at]
    laid = st.integers(0, 300) if rules.name == "romme500" else st.none()
    held = st.one_of(st.integers(2, 60), st.integers(2, 250))
    opened = st.just(Outcome.OPENED) if rules.name == "romme500" else st.sampled_from("ON").map(Outcome)
    results = {player: Score(draw(opened), draw(held), draw(laid)) for player in playing}
    if end is End.WON:
        results[draw(st.sampled_from(playing))] = Score(draw(st.sampled_from(sorted(WINS))), 0, draw(laid))
    return Game(players, dealer, end, results), rules


@given(games(list(RULESETS)))
def test_points_are_the_sum_of_the_lines(case: tuple[Game, RuleSet]) -> None:
    played, rules = case
    result = score_game(played, rules)
    for player, own in result.lines.items():
        assert result.points[player] == sum(line.points for line in own)
    assert (
        list(result.points) == list(result.hand_totals) == [p for p in played.players if p in played.scores]
    )


@given(games(PLAIN))
def test_hand_totals_are_the_cards_whatever_the_points_make_of_them(case: tuple[Game, RuleSet]) -> None:
    played, rules = case
    assert score_game(played, rules).hand_totals == {
        p: score.hand_total for p, score in played.scores.items()
    }


@given(games(list(RULESETS)), st.randoms(use_true_random=False))
def test_the_order_of_entry_changes_nothing(case: tuple[Game, RuleSet], random: Any) -> None:
    played, rules = case
    shuffled = list(played.scores.items())
    random.shuffle(shuffled)
    other = Game(played.players, played.dealer, played.end, dict(shuffled))
    first, second = score_game(played, rules), score_game(other, rules)
    assert (first.points, first.lines, first.warnings) == (second.points, second.lines, second.warnings)


@given(games(list(RULESETS)))
def test_a_cell_by_itself_has_the_points_it_has_in_the_game(case: tuple[Game, RuleSet]) -> None:
    played, rules = case
    result = score_game(played, rules)
    for player, score in played.scores.items():
        alone = score_player(score, played.end, rules)
        assert alone is None or alone == result.points[player]


@given(games(["winner_takes"]))
def test_winner_takes_points_go_to_one_player(case: tuple[Game, RuleSet]) -> None:
    played, rules = case
    result = score_game(played, rules)
    assert sum(1 for own in result.lines.values() if own) == 1
    assert min(result.points.values()) >= 0


@given(games(["home", "schmidt"]))
def test_doubling_is_all_or_nothing(case: tuple[Game, RuleSet]) -> None:
    played, rules = case
    assume(played.end is End.WON)
    result = score_game(played, rules)
    hand = any(score.outcome in HAND_WINS for score in played.scores.values())
    factor = 2 if rules.hand_double and hand else 1
    assert result.points == {player: factor * total for player, total in result.hand_totals.items()}
