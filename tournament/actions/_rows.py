"""Rows of a score sheet into the database: only what differs is written, each change with its history."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.db.models import Model

from scoring.games import Score
from tournament.actions._base import By, create_all, delete, update_all
from tournament.models import Game, Result, Seat, Table
from tournament.queries.games import GameFacts

AnyModel = TypeVar("AnyModel", bound=Model)
GameKey = tuple[int, int]

GAME_FIELDS = ("dealer_seat", "end", "confirmed")
RESULT_FIELDS = ("outcome", "hand_total", "laid")


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who writes, when and why. All history of one save bears the same moment: so it is known to belong together."""

    by: By
    at: datetime
    why: str = ""

    def on(self, row: AnyModel) -> AnyModel:
        """The row, so that its next history entry bears the moment."""
        row._history_date = self.at  # type: ignore[attr-defined]
        return row


def write_rows(table: Table, seats: Sequence[Seat], facts: Sequence[GameFacts], stamp: Stamp) -> None:
    """Bring the games and results of a table to these facts."""
    games = {(game.number, game.attempt): game for game in Game.objects.filter(table=table)}
    found = Result.objects.filter(game__table=table).select_related("game")
    results = {(row.game.number, row.game.attempt, row.seat_id): row for row in found}
    wanted = {(row.number, row.attempt): row for row in facts}
    seat_ids = {seat.position: seat.pk for seat in seats}
    scores = {
        (*key, seat_ids[position]): score
        for key, row in wanted.items()
        for position, score in row.scores.items()
    }
    # In this order: of two attempts at a game never two may count, not even for a moment.
    _delete((row for key, row in results.items() if key not in scores), stamp)
    _delete((row for key, row in games.items() if key not in wanted), stamp)
    _update_games(games, wanted, stamp)
    games |= _create_games(table, games, wanted, stamp)
    _update_results(results, scores, stamp)
    _create_results(games, results, scores, stamp)


def _delete(rows: Iterable[Model], stamp: Stamp) -> None:
    for row in rows:
        delete(stamp.on(row), by=stamp.by, why=stamp.why)


def _update_games(games: dict[GameKey, Game], wanted: dict[GameKey, GameFacts], stamp: Stamp) -> None:
    changed = []
    for key in games.keys() & wanted.keys():
        game, row = games[key], wanted[key]
        values = (row.dealer_seat, str(row.end), list(row.confirmed))
        if (game.dealer_seat, game.end, game.confirmed) != values:
            game.dealer_seat, game.end, game.confirmed = values
            changed.append(stamp.on(game))
    update_all(changed, Game, GAME_FIELDS, by=stamp.by, why=stamp.why)


def _create_games(
    table: Table, games: dict[GameKey, Game], wanted: dict[GameKey, GameFacts], stamp: Stamp
) -> dict[GameKey, Game]:
    new = [
        Game(
            table=table,
            number=row.number,
            attempt=row.attempt,
            dealer_seat=row.dealer_seat,
            end=row.end,
            confirmed=list(row.confirmed),
        )
        for key, row in wanted.items()
        if key not in games
    ]
    created = create_all([stamp.on(game) for game in new], Game, by=stamp.by, why=stamp.why)
    return {(game.number, game.attempt): game for game in created}


def _update_results(
    results: dict[tuple[int, int, int], Result], scores: dict[tuple[int, int, int], Score], stamp: Stamp
) -> None:
    changed = []
    for key in results.keys() & scores.keys():
        row, score = results[key], scores[key]
        values = (str(score.outcome), score.hand_total, score.laid)
        if (row.outcome, row.hand_total, row.laid) != values:
            row.outcome, row.hand_total, row.laid = values
            changed.append(stamp.on(row))
    update_all(changed, Result, RESULT_FIELDS, by=stamp.by, why=stamp.why)


def _create_results(
    games: dict[GameKey, Game],
    results: dict[tuple[int, int, int], Result],
    scores: dict[tuple[int, int, int], Score],
    stamp: Stamp,
) -> None:
    new = [
        Result(
            game=games[number, attempt],
            seat_id=seat,
            outcome=score.outcome,
            hand_total=score.hand_total,
            laid=score.laid,
        )
        for (number, attempt, seat), score in scores.items()
        if (number, attempt, seat) not in results
    ]
    create_all([stamp.on(row) for row in new], Result, by=stamp.by, why=stamp.why)
