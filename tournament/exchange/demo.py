"""The demo tournament: a simulated one, set right so that everything people ask about is in it.

`fixtures/demo.json` is what `demo_facts` makes; `manage.py simulate_tournament --demo -o fixtures/demo.json`
writes it anew, and a test holds the two together.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction

from scoring.games import End
from scoring.ranking import Place, Total, add, rank
from scoring.scores import Outcome, Score
from scoring.seating import Generator, Method
from tournament.actions._base import By
from tournament.actions.imports import import_tournament
from tournament.actions.tournaments import erase_practice
from tournament.exchange.invented import invent_entries
from tournament.exchange.reading import read_tournament
from tournament.exchange.simulation import play
from tournament.models import TableState, Tournament
from tournament.queries.facts import (
    AdjustmentFacts,
    DrawFacts,
    LotFacts,
    SeriesFacts,
    TableFacts,
    TournamentFacts,
    derived_state,
)
from tournament.queries.games import GameFacts, seat_sums

SEED = "Kreuz-Bube 4 2 6"
# The seats as they were drawn from that seed once: a better search must not deal the whole demo anew.
STEPS_OF_DRAW = 16
SEATS = """
10 37 7 9 | 39 35 33 14 | 6 38 36 29 | 32 28 1 46 | 5 3 11 15 | 22 16 25 42 | 24 26 20 43 | 18 21 12 40 | 31 41 8 4
 | 45 17 44 30 | 13 23 2 | 27 34 19;
34 10 30 4 | 11 33 32 38 | 19 12 29 23 | 42 45 15 31 | 17 26 1 6 | 28 20 39 41 | 25 13 18 14 | 2 44 43 5 | 7 8 21 24
 | 46 27 40 9 | 36 35 22 | 37 16 3;
38 46 31 19 | 15 6 18 28 | 40 13 17 37 | 23 36 41 44 | 9 34 8 33 | 29 42 5 7 | 3 2 45 27 | 1 22 10 21 | 16 24 11 35
 | 12 14 30 20 | 26 39 32 | 43 4 25
"""
HALL = ZoneInfo("Europe/Berlin")
# The fourth and the tenth woman on the list.
LONG_NAMES = {
    3: "Wilhelmine-Friederike Frentzen-Ohligschläger von Schwarzenfels-Rabenau",
    9: "Łucja Brzęczyszczykiewicz-Großmütterlein",
}
# Steps of the rating table, lowest and highest hand total of each: points change only from step to step.
STEPS = ((2, 10), (11, 30), (31, 120))
TIED = 7


def load_demo() -> Tournament:
    """Import the demo tournament, marked as practice."""
    data = (settings.BASE_DIR / "fixtures" / "demo.json").read_bytes()
    return import_tournament(facts=read_tournament(data).facts, is_practice=True)


@transaction.atomic
def reset_demo(*, by: By) -> Tournament:
    """Put a fresh demo tournament in the place of every practice tournament."""
    erase_practice(by=by)
    return load_demo()


def demo_facts() -> TournamentFacts:
    """46 players, two series played, the third half typed."""
    plans = tuple(
        tuple(tuple(map(int, table.split())) for table in plan.split("|")) for plan in SEATS.split(";")
    )
    chance = Generator(f"{SEED} 46 3")
    draw = DrawFacts(Method.NO_REMATCH, SEED, 1, STEPS_OF_DRAW, together=(1, 2, 3))
    facts = play(invent_entries(46, chance), plans, draw, chance, typed=6)
    facts = replace(facts, name="Herbstturnier 2026", venue="Bürgersaal Ährental")
    for edit in (
        _long_names,
        _replayed,
        _confirmed,
        _closed_early,
        _draft,
        _adjusted,
        _states,
        _leaders_tied,
        _others_tied,
    ):
        facts = edit(facts)
    return facts


def _long_names(facts: TournamentFacts) -> TournamentFacts:
    """Names that must find room in every list."""
    women = [entry.number for entry in facts.entries if "Damen" in entry.classes]
    names = {women[index]: name for index, name in LONG_NAMES.items()}
    entries = tuple(replace(entry, name=names.get(entry.number, entry.name)) for entry in facts.entries)
    return replace(facts, entries=entries)


Change = Callable[[TableFacts], TableFacts]


def _at(facts: TournamentFacts, series: int, table: int, change: Change) -> TournamentFacts:
    """The facts with one table changed."""

    def changed(each: SeriesFacts) -> SeriesFacts:
        if each.number != series:
            return each
        tables = tuple(change(sheet) if sheet.number == table else sheet for sheet in each.tables)
        return replace(each, tables=tables)

    return replace(facts, series=tuple(changed(each) for each in facts.series))


def _replayed(facts: TournamentFacts) -> TournamentFacts:
    """Game 7 of table 3 was played again: the cards had been dealt wrongly."""

    def change(table: TableFacts) -> TableFacts:
        rows: list[GameFacts] = []
        for game in table.games:
            if game.number == 7:
                position, score = next(iter(game.scores.items()))
                rows.append(replace(game, attempt=1, end=End.VOID, scores={position: score}))
                game = replace(game, attempt=2)
            rows.append(game)
        return replace(table, games=tuple(rows))

    return _at(facts, 1, 3, change)


def _confirmed(facts: TournamentFacts) -> TournamentFacts:
    """Somebody at table 5 had not opened and held 29: unusual, asked, confirmed (a card was missing)."""

    def change(table: TableFacts) -> TableFacts:
        index, position = next(
            (index, position)
            for index, game in enumerate(table.games)
            for position, score in game.scores.items()
            if score.outcome is Outcome.NOT_OPENED
        )
        game = table.games[index]
        scores = {**game.scores, position: Score(Outcome.NOT_OPENED, 29)}
        game = replace(game, scores=scores, confirmed=("not_opened_range",))
        return replace(table, games=(*table.games[:index], game, *table.games[index + 1 :]))

    return _at(facts, 1, 5, change)


def _closed_early(facts: TournamentFacts) -> TournamentFacts:
    """At table 12, a table of three, time was up after game 12."""

    def change(table: TableFacts) -> TableFacts:
        games = tuple(game for game in table.games if game.number <= 12)
        return replace(table, games=games, closed_after=12, closed_reason="Die Zeit war abgelaufen.")

    return _at(facts, 2, 12, change)


def _draft(facts: TournamentFacts) -> TournamentFacts:
    """The sheet of table 6 is being typed: nine games are in, a cell of the ninth cannot be read."""

    def change(table: TableFacts) -> TableFacts:
        games = [game for game in table.games if game.number <= 9]
        last = games[-1]
        position = max(last.scores)
        games[-1] = replace(last, scores={**last.scores, position: Score(Outcome.UNCLEAR, None)})
        return replace(table, games=tuple(games))

    return _at(facts, 3, 6, change)


def _adjusted(facts: TournamentFacts) -> TournamentFacts:
    adjustment = AdjustmentFacts(
        player=31,
        series=2,
        points=-2,
        hand_total=0,
        reason="Kam 15 Minuten nach dem Beginn der zweiten Serie.",
        by="leitung",
        at=datetime.datetime(2026, 10, 3, 13, 20, tzinfo=HALL),
    )
    return replace(facts, adjustments=(adjustment,))


def _states(facts: TournamentFacts) -> TournamentFacts:
    """Series 1 is closed; of series 2 three sheets were not checked yet; series 3 is as its rows say."""
    played = []
    for series in facts.series:
        tables = []
        for table in series.tables:
            state = derived_state(table, facts.games_per_player, facts.rules)
            if series.number == 1:
                state = TableState.FINAL
            elif series.number == 2 and table.number <= 9:
                state = TableState.CHECKED
            tables.append(replace(table, state=state))
        played.append(replace(series, tables=tuple(tables), closed=series.number == 1))
    return replace(facts, series=tuple(played))


def _leaders_tied(facts: TournamentFacts) -> TournamentFacts:
    """The two at the top are equal, and a lot has decided."""
    first, second = overall(facts)[:2]
    facts = _levelled(facts, second.total, first.total)
    lot = LotFacts(
        scope="overall",
        order=(second.total.key, first.total.key),
        by="leitung",
        at=datetime.datetime(2026, 10, 3, 16, 45, tzinfo=HALL),
    )
    return replace(facts, lots=(lot,))


def _others_tied(facts: TournamentFacts) -> TournamentFacts:
    """Two further down are equal, and no lot has been drawn."""
    upper, lower = overall(facts)[TIED : TIED + 2]
    return _levelled(facts, lower.total, upper.total)


def overall(facts: TournamentFacts) -> tuple[Place, ...]:
    """The overall standing of the facts."""
    totals: dict[int, list[Total]] = {entry.number: [] for entry in facts.entries}
    for series in facts.series:
        for table in series.tables:
            sums = seat_sums(range(1, len(table.seats) + 1), table.games, facts.rules)
            for position, number in enumerate(table.seats, 1):
                totals[number].append(sums[position])
    for adjustment in facts.adjustments:
        totals[adjustment.player].append(
            Total(adjustment.player, adjustment.points, adjustment.hand_total, 0, 0, 0)
        )
    return rank(add(own, number) for number, own in totals.items())


@dataclass(frozen=True, slots=True)
class _Cell:
    """One result of somebody who had opened, and where it stands."""

    series: int
    table: int
    index: int
    position: int
    hand_total: int


def _cells(facts: TournamentFacts, number: int) -> Iterator[_Cell]:
    for series in facts.series[:2]:
        for table in series.tables:
            if number not in table.seats:
                continue
            position = table.seats.index(number) + 1
            for index, game in enumerate(table.games):
                score = game.scores.get(position)
                if score is not None and score.outcome is Outcome.OPENED and game.end is End.WON:
                    yield _Cell(series.number, table.number, index, position, score.hand_total or 0)


def _with_hand_total(facts: TournamentFacts, cell: _Cell, hand_total: int) -> TournamentFacts:
    def change(table: TableFacts) -> TableFacts:
        game = table.games[cell.index]
        scores = {**game.scores, cell.position: Score(Outcome.OPENED, hand_total)}
        games = (*table.games[: cell.index], replace(game, scores=scores), *table.games[cell.index + 1 :])
        return replace(table, games=games)

    return _at(facts, cell.series, cell.table, change)


def _levelled(facts: TournamentFacts, own: Total, goal: Total) -> TournamentFacts:
    """The facts with the hand totals of two players moved until their totals are equal."""
    facts = _with_more_points(facts, int(own.key), goal.points - own.points)
    totals = {place.total.key: place.total for place in overall(facts)}
    surplus = totals[own.key].hand_total - totals[goal.key].hand_total
    facts, surplus = _with_hand_totals_moved(facts, int(own.key), -surplus)
    facts, surplus = _with_hand_totals_moved(facts, int(goal.key), -surplus)
    if surplus:
        raise AssertionError("this seed leaves no room to make two players equal")
    return facts


def _with_more_points(facts: TournamentFacts, number: int, missing: int) -> TournamentFacts:
    """Some of the player's hands were lighter: one step of the rating table, one point."""
    for cell in _cells(facts, number):
        step = next((index for index, (_low, high) in enumerate(STEPS) if cell.hand_total <= high), 0)
        better = max(0, step - missing)
        if better < step:
            missing -= step - better
            facts = _with_hand_total(facts, cell, STEPS[better][1])
    return facts


def _with_hand_totals_moved(facts: TournamentFacts, number: int, by: int) -> tuple[TournamentFacts, int]:
    """The player's hands heavier or lighter within their steps; also what could not be moved."""
    for cell in _cells(facts, number):
        for low, high in STEPS:
            if by and low <= cell.hand_total <= high:
                moved = min(high, max(low, cell.hand_total + by))
                by -= moved - cell.hand_total
                facts = _with_hand_total(facts, cell, moved)
    return facts, by
