"""The rule sets as data: numbers, sources, options, and who plays."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bounds import bounds, fewest_opening_cards, rules_of
from scoring.rules import PROFILES
from scoring.rulesets import (
    DROV_RATING,
    FAULTS,
    OPTION_FAULTS,
    RULESETS,
    Mark,
    Rating,
    RuleSet,
    RuleSetError,
    games_at_table,
    players_in_game,
    ruleset,
)


def faults_of(name: str, options: dict[str, object]) -> list[tuple[str, str]]:
    with pytest.raises(RuleSetError) as caught:
        ruleset(name, options)
    return [(fault.path, fault.code) for fault in caught.value.faults]


def test_the_six_rule_sets() -> None:
    assert list(RULESETS) == ["drov", "home", "ass_boni", "schmidt", "winner_takes", "romme500"]
    assert all(name == rules.name and rules.version >= 1 and rules.title for name, rules in RULESETS.items())


def test_every_rule_set_has_a_profile_of_play() -> None:
    assert list(RULESETS) == list(PROFILES)


def test_nr_12_the_rating_table_of_the_drov() -> None:
    assert DROV_RATING.to_json() == {
        "hand_romme": 8,
        "hand_romme_layoff": 6,
        "romme": 5,
        "opened": [[10, 3], [30, 2], [None, 1]],
        "not_opened": 0,
    }


@pytest.mark.parametrize(
    ("hand_total", "points"), [(0, 3), (2, 3), (8, 3), (10, 3), (11, 2), (30, 2), (31, 1), (87, 1), (9999, 1)]
)
def test_nr_12_opened_is_rated_by_the_augen_left(hand_total: int, points: int) -> None:
    assert DROV_RATING.opened_points(hand_total) == points


def test_the_source_of_every_number_is_in_the_data() -> None:
    marks = RULESETS["drov"].marks
    assert {name for name, mark in marks.items() if mark is Mark.DROV_TEXT} == {"romme", "opened.rest"}
    assert {name for name, mark in marks.items() if mark is Mark.REPORTED} == {"hand_romme", "opened.30"}
    assert {name for name, mark in marks.items() if mark is Mark.ASSUMED} == {
        "hand_romme_layoff",
        "opened.10",
        "not_opened",
        "joker_left",
        "dealer_plays_at_three",
        "games_at_three",
        "seat_1_deals_first",
    }
    assert DROV_RATING.cells().keys() <= marks.keys()


def test_the_assumed_readings_of_the_other_rule_sets_are_marked() -> None:
    assert dict(RULESETS["ass_boni"].marks) == {"joker_on_top": Mark.ASSUMED, "negative_totals": Mark.ASSUMED}
    assert dict(RULESETS["schmidt"].marks) == {"hand_double": Mark.ASSUMED}


def test_a_changed_number_loses_its_mark_and_the_others_keep_theirs() -> None:
    rating = {**DROV_RATING.to_json(), "hand_romme_layoff": 7, "opened": [[12, 3], [30, 2], [None, 1]]}
    marks = ruleset("drov", {"rating": rating}).marks
    assert "hand_romme_layoff" not in marks
    assert "opened.10" not in marks
    assert marks["opened.30"] is Mark.REPORTED
    assert marks["hand_romme"] is Mark.REPORTED
    assert marks["joker_left"] is Mark.ASSUMED


def test_the_lowest_sum_wins_where_loss_points_are_counted() -> None:
    assert {name for name, rules in RULESETS.items() if rules.lowest_wins} == {"home", "ass_boni", "schmidt"}


def test_targets_and_doubling_by_default() -> None:
    assert {name: rules.target for name, rules in RULESETS.items() if rules.target} == {"romme500": 500}
    assert {name for name, rules in RULESETS.items() if rules.hand_double} == {"schmidt"}


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("drov", 3, 4),
        ("home", 2, 6),
        ("ass_boni", 2, 6),
        ("schmidt", 2, 6),
        ("winner_takes", 2, 6),
        ("romme500", 2, 8),
    ],
)
def test_table_sizes(name: str, low: int, high: int) -> None:
    assert RULESETS[name].table_sizes == set(range(low, high + 1))


def test_nr_2_the_dealer_sits_out_at_a_table_of_four() -> None:
    assert players_in_game(("A", "B", "C", "D"), "B", RULESETS["drov"]) == ("A", "C", "D")


def test_the_dealer_plays_at_a_table_of_three_and_at_home() -> None:
    assert players_in_game(("A", "B", "C"), "B", RULESETS["drov"]) == ("A", "B", "C")
    assert players_in_game(("A", "B", "C", "D"), "B", RULESETS["home"]) == ("A", "B", "C", "D")


def test_games_of_a_series() -> None:
    drov = RULESETS["drov"]
    assert [games_at_table(15, size, drov) for size in (3, 4)] == [15, 20]
    assert games_at_table(12, 4, drov) == 16
    assert games_at_table(10, 4, RULESETS["home"]) == 10


def test_games_that_do_not_come_out_even_are_refused_with_a_reason() -> None:
    with pytest.raises(ValueError, match="take a multiple of 3"):
        games_at_table(16, 4, RULESETS["drov"])


def test_options_are_applied_and_leave_the_rule_set_alone() -> None:
    changed = ruleset("home", {"hand_double": True, "threshold": 30})
    assert (changed.hand_double, changed.threshold) == (True, 30)
    assert ruleset("home") is RULESETS["home"]
    assert ruleset("home", {}) == RULESETS["home"]
    assert not RULESETS["home"].hand_double


def test_a_target_can_be_taken_away() -> None:
    assert ruleset("romme500", {"target": None}).target is None


def test_every_option_is_known_to_some_rule_set_and_has_a_check() -> None:
    assert set().union(*(rules.option_names for rules in RULESETS.values())) == set(OPTION_FAULTS)


@pytest.mark.parametrize(
    ("name", "options", "faults"),
    [
        ("drov", {"target": 200, "colour": 1}, [("target", "unknown_key"), ("colour", "unknown_key")]),
        ("winner_takes", {"target": 0}, [("target", "not_whole")]),
        ("winner_takes", {"target": True}, [("target", "not_whole")]),
        ("home", {"threshold": 201, "jokers": "6"}, [("threshold", "not_whole"), ("jokers", "not_whole")]),
        ("home", {"hand_double": 1}, [("hand_double", "not_a_switch")]),
        ("drov", {"rating": 5}, [("rating", "not_an_object")]),
        ("drov", {"rating": {**DROV_RATING.to_json(), "romme": 5.0}}, [("rating.romme", "not_whole")]),
    ],
)
def test_bad_options_are_all_named_with_their_place(
    name: str, options: dict[str, object], faults: list[tuple[str, str]]
) -> None:
    assert faults_of(name, options) == faults


def test_an_unknown_rule_set_is_answered_with_the_known_ones() -> None:
    with pytest.raises(RuleSetError, match=r"There is no rule set “skat”\. Choose one of: drov, home"):
        ruleset("skat")


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        ({"opened": 3}, [("opened", "not_steps")]),
        ({"opened": "abc"}, [("opened", "not_steps")]),
        ({"opened": []}, [("opened", "not_steps")]),
        ({"opened": [[10, 3], "xy", [None, 1]]}, [("opened[1]", "not_steps")]),
        ({"opened": [[10, 3], 4, [None, 1]]}, [("opened[1]", "not_steps")]),
        ({"opened": [[10, 3, 1], [None, 1]]}, [("opened[0]", "not_steps")]),
        ({"opened": [[10, 3], [10, 2], [None, 1]]}, [("opened[1][0]", "bound_not_rising")]),
        ({"opened": [[10, 3], [-1, 2], [None, 1]]}, [("opened[1][0]", "not_whole")]),
        ({"opened": [[10, 3], [30, 2]]}, [("opened[1][0]", "bound_open")]),
        (
            {"opened": [[None, 3], [None, "2"]]},
            [("opened[0][0]", "bound_open"), ("opened[1][1]", "not_whole")],
        ),
        ({"romme": 10**6, "speed": 1}, [("speed", "unknown_key"), ("romme", "not_whole")]),
    ],
)
def test_a_rating_names_all_its_faults(change: dict[str, object], faults: list[tuple[str, str]]) -> None:
    with pytest.raises(RuleSetError) as caught:
        Rating.from_json({**DROV_RATING.to_json(), **change})
    assert [(fault.path, fault.code) for fault in caught.value.faults] == faults
    assert all(fault.message.startswith(f"{fault.path}: ") for fault in caught.value.faults)


def test_a_rating_needs_all_its_numbers() -> None:
    with pytest.raises(RuleSetError) as caught:
        Rating.from_json({})
    assert [fault.path for fault in caught.value.faults] == [
        "hand_romme",
        "hand_romme_layoff",
        "romme",
        "opened",
        "not_opened",
    ]
    assert {fault.code for fault in caught.value.faults} == {"missing_key"}


def test_a_long_value_is_shown_short() -> None:
    with pytest.raises(RuleSetError) as caught:
        ruleset("x" * 1000)
    assert len(str(caught.value)) < 200


def test_sentences_have_no_placeholder_without_a_value() -> None:
    wrong = [
        (
            "drov",
            {"rating": {"hand_romme": "x", "opened": [[1, 1], [1, 1], 3, [4, 4]], "new": 1}, "target": 3},
        ),
        ("home", {"hand_double": None}),
    ]
    seen = set()
    for name, options in wrong:
        with pytest.raises(RuleSetError) as caught:
            ruleset(name, options)
        seen |= {fault.code for fault in caught.value.faults}
        assert "%(" not in str(caught.value)
    assert seen == FAULTS.keys() - {"unknown_ruleset", "not_an_object"}


ratings = st.builds(
    lambda points, bounds, rest: Rating(
        *points[:3], opened=(*zip(sorted(bounds), rest, strict=False), (None, 1)), not_opened=points[3]
    ),
    st.lists(st.integers(-50, 50), min_size=4, max_size=4),
    st.sets(st.integers(0, 200), max_size=5),
    st.lists(st.integers(-9, 9), min_size=5, max_size=5),
)


@given(ratings)
def test_ratings_survive_json(rating: Rating) -> None:
    assert Rating.from_json(json.loads(json.dumps(rating.to_json()))) == rating


@given(ratings, st.integers(0, 500))
def test_a_rating_gives_the_first_step_that_holds_the_total(rating: Rating, total: int) -> None:
    fitting = [points for bound, points in rating.opened if bound is None or total <= bound]
    assert rating.opened_points(total) == fitting[0]


# Bounds: consequences of the deck


def test_nr_1_the_whole_deck_counts_880() -> None:
    assert bounds(RULESETS["drov"], 4).most[-1] == 880
    assert len(bounds(RULESETS["drov"], 4).most) == 110 + 1


def test_bounds_of_the_drov_deck() -> None:
    found = bounds(RULESETS["drov"], 4)
    assert (found.not_opened_cards, found.not_opened_low, found.not_opened_high) == (13, 31, 197)
    assert (found.opened_cards, found.opened_high) == (9, 153)
    assert (found.lowest_card, found.joker) == (2, 20)


@pytest.mark.parametrize(
    ("threshold", "cards"),
    [(0, 3), (30, 3), (31, 3), (33, 3), (34, 4), (40, 4), (44, 4), (45, 5), (51, 5), (67, 7)],
)
def test_nr_6_an_opening_takes_cards_according_to_its_threshold(threshold: int, cards: int) -> None:
    assert fewest_opening_cards(rules_of(ruleset("home", {"threshold": threshold}), 4)) == cards


@pytest.mark.parametrize(
    ("rules", "size", "high"),
    [
        (RULESETS["ass_boni"], 4, 6 * 20 + 4 * 11),  # three aces open at 30, so ten cards may be left
        (ruleset("winner_takes", {"threshold": 51}), 4, 6 * 20 + 2 * 11),
        (ruleset("home", {"jokers": 2}), 4, 2 * 20 + 7 * 11),
        (ruleset("home", {"jokers": 0}), 4, 8 * 11 + 10),
    ],
)
def test_every_profile_gets_its_own_bounds(rules: RuleSet, size: int, high: int) -> None:
    assert bounds(rules, size).opened_high == high


def test_a_threshold_no_hand_reaches_leaves_no_card() -> None:
    assert bounds(ruleset("home", {"threshold": 200}), 4).opened_cards == 0


@pytest.mark.parametrize(("size", "deck", "dealt"), [(2, 426, 13), (4, 426, 7), (5, 852, 7), (8, 852, 7)])
def test_romme_500_has_one_deck_and_from_five_players_two(size: int, deck: int, dealt: int) -> None:
    found = bounds(RULESETS["romme500"], size)
    assert (found.most[-1], found.not_opened_cards) == (deck, dealt)


def test_romme_500_with_small_cards_counting_five() -> None:
    found = bounds(ruleset("romme500", {"small_cards_5": True, "jokers": 0}), 4)
    assert (found.lowest_card, found.most[-1]) == (5, 4 * (8 * 5 + 10 + 30 + 15))
