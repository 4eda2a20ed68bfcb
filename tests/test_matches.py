"""Several games together: totals, targets, and what later games cannot change."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games import End, Game, GameError, parse_score, score_game
from scoring.matches import Match, play_on, running_total, tally
from scoring.ranking import Total
from scoring.rulesets import RULESETS, RuleSet, ruleset


def game(results: str, end: str = "won") -> Game:
    scores = {name: parse_score(text) for name, text in (item.split(":") for item in results.split())}
    return Game(tuple(sorted(scores)), min(scores), End(end), scores)


def match(games: list[Game], rules: RuleSet) -> Match:
    found = Match()
    for played in games:
        found = play_on(found, played, score_game(played, rules), rules)
    return found


def test_totals_of_a_series() -> None:
    games = [
        game("A:R B:8 C:87"),
        game("A:12 B:H C:-60"),
        game("A:HA B:40 C:9"),
        game("A:9 B:8 C:2", "stock"),
    ]
    assert tally(games, RULESETS["drov"]) == {
        "A": Total("A", 5 + 2 + 6 + 3, 0 + 12 + 0 + 9, 4, 2, 1),
        "B": Total("B", 3 + 8 + 1 + 3, 8 + 0 + 40 + 8, 4, 1, 1),
        "C": Total("C", 1 + 0 + 3 + 3, 87 + 60 + 9 + 2, 4, 0, 0),
    }


def test_streitfall_9_a_void_game_counts_in_no_total() -> None:
    played = game("A:R B:8 C:87")
    assert tally([replace(played, end=End.VOID), played], RULESETS["drov"]) == tally(
        [played], RULESETS["drov"]
    )


def test_whoever_sits_out_has_no_game() -> None:
    scores = {"A": parse_score("R"), "B": parse_score("8"), "C": parse_score("87")}
    assert tally([Game(tuple("ABCD"), "D", End.WON, scores)], RULESETS["drov"]).keys() == {"A", "B", "C"}


def test_a_game_with_errors_has_no_totals() -> None:
    with pytest.raises(GameError):
        tally([game("A:R B:R C:87")], RULESETS["drov"])


def test_ass_boni_totals_may_be_negative_unless_the_table_agreed_otherwise() -> None:
    games = [game("A:R B:5 C:9"), game("A:15 B:R C:9")]
    facts = [replace(games[0], first_opener="A"), replace(games[1], first_opener="B")]
    floor = ruleset("ass_boni", {"negative_totals": False})
    assert tally(facts, RULESETS["ass_boni"])["A"].points == -40 + 15
    assert tally(facts, floor)["A"].points == 0 + 15
    assert match(facts, floor).totals == {"A": 15, "B": 0, "C": 18}
    assert running_total(30, -20, floor) == 10


def test_winner_takes_a_match_ends_when_a_rounds_winner_reaches_the_target() -> None:
    rules = ruleset("winner_takes", {"target": 200})
    first, second = game("A:H B:17 C:34 D:18"), game("A:R B:17 C:34 D:11")
    assert match([first], rules) == Match({"A": 138, "B": 0, "C": 0, "D": 0})
    assert match([first, second], rules) == Match({"A": 200, "B": 0, "C": 0, "D": 0}, True, ("A",))


def test_winner_takes_without_a_target_is_one_round_each() -> None:
    assert not match([game("A:H B:170 C:34 D:18")], RULESETS["winner_takes"]).finished


def test_romme_500_the_highest_total_wins_at_500_or_more() -> None:
    rules = RULESETS["romme500"]
    assert not match([game("A:R499/0 B:20/10")], rules).finished
    assert match([game("A:R500/0 B:20/10")], rules).winners == ("A",)
    assert match([game("A:R500/0 B:600/10")], rules).winners == ("B",)


def test_romme_500_a_tie_at_the_top_plays_on() -> None:
    rules = RULESETS["romme500"]
    tied = match([game("A:R520/0 B:530/10 C:0/4")], rules)
    assert (tied.finished, tied.winners) == (False, ())
    after = play_on(tied, game("A:0/5 B:R9/0 C:0/4"), score_game(game("A:0/5 B:R9/0 C:0/4"), rules), rules)
    assert after == Match({"A": 515, "B": 529, "C": -8}, True, ("B",))


def test_romme_500_variant_to_win_one_must_have_gone_out() -> None:
    rules = ruleset("romme500", {"must_go_out": True})
    assert not match([game("A:R100/0 B:600/10")], rules).finished
    assert match([game("A:R500/0 B:600/10")], rules).winners == ("A",)
    assert match([game("A:R100/0 B:600/10"), game("A:0/5 B:R5/0")], rules).winners == ("B",)
    assert not match([game("A:500/5 B:600/10", "stock")], rules).finished


def test_a_match_that_is_over_keeps_its_winner() -> None:
    rules = ruleset("winner_takes", {"target": 50})
    over = match([game("A:R B:30 C:34"), game("A:90 B:R C:80")], rules)
    assert over == Match({"A": 64, "B": 170, "C": 0}, True, ("A",))


def test_a_void_game_leaves_the_match_as_it_is() -> None:
    rules = ruleset("winner_takes", {"target": 50})
    assert match([game("A:R B:30 C:34", "void")], rules) == Match()


hands = st.tuples(st.integers(0, 2), st.lists(st.integers(2, 100), min_size=3, max_size=3))


def from_hands(winner: int, held: list[int]) -> Game:
    return game(" ".join(f"{p}:{'R' if n == winner else held[n]}" for n, p in enumerate("ABC")))


@given(st.lists(hands, max_size=12), hands)
def test_adding_a_game_never_changes_earlier_ones(
    earlier: list[tuple[int, list[int]]], last: tuple[int, list[int]]
) -> None:
    games, added = [from_hands(*hand) for hand in earlier], from_hands(*last)
    for name in ("drov", "home", "winner_takes"):
        rules = RULESETS[name]
        before, after = tally(games, rules), tally([*games, added], rules)
        alone = score_game(added, rules)
        for player, row in after.items():
            assert row.points == (before[player].points if before else 0) + alone.points[player]
            assert row.games == len(games) + 1


@given(st.lists(hands, max_size=12))
def test_a_match_ends_once_and_its_totals_are_those_of_the_games(rounds: list[tuple[int, list[int]]]) -> None:
    rules = ruleset("winner_takes", {"target": 300})
    games = [from_hands(*hand) for hand in rounds]
    states = [match(games[:n], rules) for n in range(len(games) + 1)]
    finished = [state.finished for state in states]
    assert finished == sorted(finished)
    assert len({state.winners for state in states if state.finished}) <= 1
    assert states[-1].totals == {player: row.points for player, row in tally(games, rules).items()}
