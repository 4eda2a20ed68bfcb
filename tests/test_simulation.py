"""Invented tournaments: the same every time, by the rules, and as colourful as a hall."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.games import End
from scoring.scores import Outcome
from scoring.seating import SeatingError, quality
from scoring.seating.model import Seater
from tournament.exchange.demo import demo_facts, overall
from tournament.exchange.reading import read_tournament
from tournament.exchange.simulation import simulate
from tournament.exchange.writing import file_text
from tournament.models import TableState
from tournament.queries.facts import TableFacts, TournamentFacts
from tournament.queries.games import GameFacts

ROOT = Path(__file__).resolve().parent.parent
DEMO = ROOT / "fixtures" / "demo.json"


def tables(facts: TournamentFacts, series: int | None = None) -> Iterator[TableFacts]:
    """The tables of one series or of all."""
    for each in facts.series:
        if series in (None, each.number):
            yield from each.tables


def games(facts: TournamentFacts) -> Iterator[GameFacts]:
    """Every row of every sheet."""
    for table in tables(facts):
        yield from table.games


@pytest.fixture(scope="module")
def hall() -> TournamentFacts:
    """A tournament of ordinary size."""
    return simulate(players=94, series=4, seed="dice")


def test_the_same_seed_gives_the_same_file() -> None:
    first, again, other = (file_text(simulate(players=19, series=2, seed=seed)) for seed in ("a", "a", "b"))
    assert first == again != other


@pytest.mark.parametrize("players", [3, 4, 6, 7, 15, 16, 17, 46])
def test_every_field_is_played_by_the_rules(players: int) -> None:
    facts = simulate(players=players, series=2, seed="1")
    reading = read_tournament(file_text(facts).encode())
    assert (reading.facts, reading.warnings) == (facts, ())
    assert len(facts.entries) == players
    assert {table.state for table in tables(facts)} == {TableState.ENTERED}


def test_everybody_plays_fifteen_games_in_every_series(hall: TournamentFacts) -> None:
    for series in hall.series:
        played = Counter(
            table.seats[position - 1]
            for table in series.tables
            for game in table.games
            if game.end is not End.VOID
            for position in game.scores
        )
        assert set(played.values()) == {15}
        assert len(played) == 94


@pytest.mark.parametrize("name", ["hall", "demo"])
def test_nobody_meets_again(name: str, request: pytest.FixtureRequest) -> None:
    hall: TournamentFacts = request.getfixturevalue(name)
    plans = [tuple(table.seats for table in series.tables) for series in hall.series]
    seaters = [
        Seater(entry.number, entry.club, entry.tandem or None, entry.team or None) for entry in hall.entries
    ]
    figures = quality(plans, seaters)
    assert (figures.pairs_again, figures.partners_together) == (0, 0)


def test_results_are_plausible(hall: TournamentFacts) -> None:
    outcomes = Counter(score.outcome for game in games(hall) for score in game.scores.values())
    ends = Counter(game.end for game in games(hall))
    wins = outcomes[Outcome.ROMME] + outcomes[Outcome.HAND_ROMME] + outcomes[Outcome.HAND_ROMME_LAYOFF]
    assert wins == ends[End.WON]
    assert 0.95 < ends[End.WON] / ends.total() < 1
    assert 1 / 120 < outcomes[Outcome.HAND_ROMME] / wins < 1 / 30
    assert 0.7 < outcomes[Outcome.OPENED] / (outcomes[Outcome.OPENED] + outcomes[Outcome.NOT_OPENED]) < 0.85
    assert set(ends) == {End.WON, End.STOCK, End.JOKERS, End.VOID}


def test_names_are_different_and_fit(hall: TournamentFacts) -> None:
    people = [entry.name for entry in hall.entries]
    assert len(set(people)) == 94
    assert any("ß" in name or "ü" in name for name in people)
    sizes = Counter(entry.tandem for entry in hall.entries if entry.tandem)
    assert max(sizes.values()) == 2
    assert max(Counter(entry.team for entry in hall.entries if entry.team).values()) == 4


def test_of_the_last_series_only_some_tables_are_typed() -> None:
    facts = simulate(players=16, series=2, seed="1", typed=1)
    assert [table.state for table in tables(facts, 1)] == [TableState.ENTERED] * 4
    assert [table.state for table in tables(facts, 2)] == [TableState.ENTERED] + [TableState.EMPTY] * 3


def test_five_players_cannot_be_seated() -> None:
    with pytest.raises(SeatingError):
        simulate(players=5, series=1, seed="1")


# The command


def test_the_command_writes_a_file_that_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    call_command("simulate_tournament", players=12, series=1, seed="x", typed=2, output=str(path))
    assert read_tournament(path.read_bytes()).facts == simulate(players=12, series=1, seed="x", typed=2)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 2, "series": 1}, "--players muss eine ganze Zahl von 3 bis 1000 sein."),
        ({"players": 12}, "--series muss eine ganze Zahl von 1 bis 20 sein."),
        ({"players": 12, "series": 1, "typed": -1}, "--typed muss eine ganze Zahl von 0 bis 1000 sein."),
        ({"players": 5, "series": 1}, "5 Spieler"),
    ],
)
def test_the_command_refuses_what_cannot_be(options: dict[str, int], said: str, tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    with pytest.raises(CommandError, match=said) as caught:
        call_command("simulate_tournament", output=str(path), **options)
    assert caught.value.returncode == 2
    assert not path.exists()


# The demo


def test_the_demo_in_the_repository_is_the_one_that_is_built() -> None:
    # Otherwise: manage.py simulate_tournament --demo -o fixtures/demo.json
    assert file_text(demo_facts()) == DEMO.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def demo() -> TournamentFacts:
    """The demo as people get it."""
    reading = read_tournament(DEMO.read_bytes())
    assert reading.warnings == ()
    return reading.facts


def test_the_third_series_of_the_demo_is_half_typed(demo: TournamentFacts) -> None:
    states = [Counter(table.state.value for table in tables(demo, number)) for number in (1, 2, 3)]
    assert states == [{"final": 12}, {"checked": 9, "entered": 3}, {"entered": 5, "draft": 1, "empty": 6}]
    assert len(demo.entries) == 46


def test_the_demo_has_a_tie_with_a_lot_and_one_without(demo: TournamentFacts) -> None:
    places = overall(demo)
    tied = [place.total.key for place in places if place.tied]
    assert [place.rank for place in places[:3]] == [1, 1, 3]
    assert demo.lots[0].scope == "overall"
    assert set(demo.lots[0].order) == {place.total.key for place in places[:2]}
    assert len(tied) == 4


def test_everything_people_ask_about_is_in_the_demo(demo: TournamentFacts) -> None:
    rows = list(games(demo))
    assert any(score.outcome is Outcome.HAND_ROMME for game in rows for score in game.scores.values())
    assert any(game.end is End.STOCK for game in rows)
    assert any(game.attempt == 2 for game in rows)
    assert [game.confirmed for game in rows if game.confirmed] == [("not_opened_range",)]
    closed = [table for table in tables(demo) if table.closed_after is not None]
    assert [(len(table.seats), table.closed_after) for table in closed] == [(3, 12)]
    assert closed[0].closed_reason
    unclear = [score for game in rows for score in game.scores.values() if score.outcome is Outcome.UNCLEAR]
    assert len(unclear) == 1
    assert [adjustment.series for adjustment in demo.adjustments] == [2]
    assert {label for entry in demo.entries for label in entry.classes} == {"Damen", "Herren", "Senioren"}
    assert max(len(entry.name) for entry in demo.entries) > 60
    assert any(entry.tandem for entry in demo.entries)


def test_every_player_and_every_game_of_a_file_has_a_line() -> None:
    lines = DEMO.read_text(encoding="utf-8").splitlines()
    whole = [line for line in lines if line.strip().startswith('{"number"')]
    assert len(whole) > 500
    assert all(isinstance(json.loads(line.strip().rstrip(",")), dict) for line in whole)
