"""Plausible tournaments by the rules of the DRoV, for rehearsal, benchmarks and pictures."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import replace

from scoring.cards import CARDS, JOKER, hand_value
from scoring.games import End, dealer_seat
from scoring.rules import PROFILES
from scoring.rulesets import RULESETS, games_at_table, players_in_game
from scoring.scores import Outcome, Score
from scoring.seating import Generator, Method, Plan, Seater, draw_all
from tournament.exchange.invented import invent_entries
from tournament.models import TableState
from tournament.queries.facts import (
    DrawFacts,
    EntryFacts,
    SeriesFacts,
    TableFacts,
    TournamentFacts,
    derived_state,
)
from tournament.queries.games import GameFacts

RULES = RULESETS["drov"]
PROFILE = PROFILES["drov"]
DECK = tuple(hand_value(card, PROFILE) for card in CARDS * PROFILE.decks + (JOKER,) * PROFILE.jokers)
HAND = PROFILE.cards_dealt
JOKER_VALUE = PROFILE.joker_value
GAMES_PER_PLAYER = 15
MOST_PLAYERS = 1000
MOST_SERIES = 20

# How often, in a thousand games: replayed, two last jokers, the stock exhausted.
REPLAYED, JOKERS, STOCK = 2, 3, 12
# How often, in a hundred and twenty wins: a pure Hand-Rommé (one in sixty), one mit Anlegen.
PURE, LAYOFF = 2, 3
# How often, in a hundred, somebody who did not win has opened.
OPENED = 78
# How many cards are left to somebody who has opened: each number as often as it stands here.
CARDS_LEFT = (
    (1,) * 22 + (2,) * 22 + (3,) * 16 + (4,) * 12 + (5,) * 10 + (6,) * 7 + (7,) * 5 + (8,) * 4 + (9,) * 2
)


def simulate(*, players: int, series: int, seed: str, typed: int | None = None) -> TournamentFacts:
    """A tournament of invented players; of the last series only the first `typed` tables have been played.

    The same arguments give the same tournament on every machine. Raises SeatingError where so many players
    cannot be seated.
    """
    chance = Generator(f"{seed} {players} {series}")
    entries = invent_entries(players, chance)
    drawn = draw_all(
        [Seater(entry.number, entry.club, entry.tandem or None, entry.team or None) for entry in entries],
        series,
        method=Method.NO_REMATCH,
        seed=seed,
    )
    together = tuple(range(1, series + 1)) if series > 1 else ()
    draw = DrawFacts(Method.NO_REMATCH, seed, 1, drawn.steps, together=together)
    return play(entries, drawn.plans, draw, chance, typed=typed)


def play(
    entries: tuple[EntryFacts, ...],
    plans: Sequence[Plan],
    draw: DrawFacts,
    chance: Generator,
    *,
    typed: int | None = None,
) -> TournamentFacts:
    """What comes of these people at these tables."""
    strengths = {entry.number: 75 + chance.below(51) for entry in entries}
    played = []
    for number, plan in enumerate(plans, 1):
        last = len(plan) if typed is None or number < len(plans) else typed
        tables = tuple(
            _table(index, seats, strengths, chance) if index <= last else _empty_table(index, seats)
            for index, seats in enumerate(plan, 1)
        )
        played.append(SeriesFacts(number, tables, draw))
    return TournamentFacts(
        name=f"Probeturnier {len(entries)}/{len(plans)}",
        date=datetime.date(2026, 10, 3),
        venue="Bürgersaal Ährental",
        ruleset=RULES.name,
        games_per_player=GAMES_PER_PLAYER,
        entries=entries,
        series=tuple(played),
    )


def _empty_table(number: int, seats: Sequence[int]) -> TableFacts:
    return TableFacts(number, tuple(seats), (), TableState.EMPTY)


def _table(number: int, seats: Sequence[int], strengths: dict[int, int], chance: Generator) -> TableFacts:
    games: list[GameFacts] = []
    for game in range(1, games_at_table(GAMES_PER_PLAYER, len(seats), RULES) + 1):
        games += play_game(game, [strengths[seat] for seat in seats], chance)
    table = replace(_empty_table(number, seats), games=tuple(games))
    return replace(table, state=derived_state(table, GAMES_PER_PLAYER, RULES))


def play_game(number: int, strengths: Sequence[int], chance: Generator) -> Iterator[GameFacts]:
    """One game of a sheet, with its void attempt before it where it was replayed."""
    size = len(strengths)
    dealer = dealer_seat(number, size)
    seats = tuple(str(position) for position in range(1, size + 1))
    playing = [int(seat) for seat in players_in_game(seats, str(dealer), RULES)]
    attempt = 1
    lot = chance.below(1000)
    if lot < REPLAYED:
        yield GameFacts(number, attempt, dealer, End.VOID, {})
        attempt = 2
    if lot < REPLAYED + JOKERS:
        end, scores = End.JOKERS, _two_jokers(playing, chance)
    elif lot < REPLAYED + JOKERS + STOCK:
        end, scores = End.STOCK, _losers(playing, chance)
    else:
        end, scores = End.WON, _won(playing, strengths, chance)
    yield GameFacts(number, attempt, dealer, end, {position: scores[position] for position in playing})


def _won(playing: Sequence[int], strengths: Sequence[int], chance: Generator) -> dict[int, Score]:
    winner = _winner(playing, strengths, chance)
    scores = _losers([position for position in playing if position != winner], chance)
    somebody_opened = any(score.outcome is Outcome.OPENED for score in scores.values())
    lot = chance.below(120)
    if lot < PURE:
        outcome = Outcome.HAND_ROMME
    elif lot < PURE + LAYOFF and somebody_opened:
        outcome = Outcome.HAND_ROMME_LAYOFF
    else:
        outcome = Outcome.ROMME
    return {**scores, winner: Score(outcome, 0)}


def _winner(playing: Sequence[int], strengths: Sequence[int], chance: Generator) -> int:
    lot = chance.below(sum(strengths[position - 1] for position in playing))
    for position in playing:
        lot -= strengths[position - 1]
        if lot < 0:
            return position
    raise AssertionError("the strengths add up")


def _losers(playing: Sequence[int], chance: Generator) -> dict[int, Score]:
    """Hands dealt from one deck, so that their values are those of real cards."""
    deck = list(DECK)
    scores = {}
    for position in playing:
        opened = chance.below(100) < OPENED
        cards = CARDS_LEFT[chance.below(len(CARDS_LEFT))] if opened else HAND
        # Who waits for an opening discards the dearest cards.
        dealt = sorted(deck.pop(chance.below(len(deck))) for _card in range(cards if opened else cards + 3))
        total = sum(dealt[:cards])
        scores[position] = Score(Outcome.OPENED if opened else Outcome.NOT_OPENED, total)
    return scores


def _two_jokers(playing: Sequence[int], chance: Generator) -> dict[int, Score]:
    """One player is left with a joker; nobody else who has opened holds as much."""
    left = playing[chance.below(len(playing))]
    others = [position for position in playing if position != left]
    joker = Score(Outcome.OPENED, JOKER_VALUE)
    while joker in (scores := _losers(others, chance)).values():
        continue
    return {**scores, left: joker}
