"""What a sheet was before: read from the history that every change left."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from scoring.games import End
from tournament import models
from tournament.queries.games import GameFacts, score_from_row

RECORD = ("history_date", "history_type")
GAME = ("id", "number", "attempt", "dealer_seat", "end", "confirmed")
RESULT = ("id", "game_id", "seat_id", "outcome", "hand_total", "laid")

Rows = dict[int, Mapping[str, Any]]


def rows_before(table: models.Table, version: int) -> tuple[GameFacts, ...] | None:
    """The rows as they were before the save that made this version; None if no record tells. Six statements."""
    made = table.history.filter(version=version).order_by("history_id").first()
    if version < 1 or made is None:
        return None
    seats = dict(table.seats.values_list("pk", "position"))
    moment = made.history_date
    games = _rewound(
        {row["id"]: row for row in table.games.values(*GAME)},
        models.Game.history.filter(table_id=table.pk).order_by("history_id").values(*RECORD, *GAME),
        moment,
    )
    results = _rewound(
        {row["id"]: row for row in models.Result.objects.filter(game__table=table).values(*RESULT)},
        models.Result.history.filter(seat_id__in=seats).order_by("history_id").values(*RECORD, *RESULT),
        moment,
    )
    if games is None or results is None:
        return None
    return _facts(games, results, seats)


def _rewound(rows: Rows, records: Any, moment: datetime) -> Rows | None:
    """Rows with every change of one moment taken back; None where the value before is not on record."""
    latest: Rows = {}
    for record in records:
        key = record["id"]
        if record["history_date"] == moment:
            if record["history_type"] == "+":
                rows.pop(key, None)
            elif key in latest:
                rows[key] = latest[key]
            else:
                return None
        latest[key] = record
    return rows


def _facts(games: Rows, results: Rows, seats: Mapping[int, int]) -> tuple[GameFacts, ...]:
    scores: dict[int, dict[int, Any]] = {}
    for row in results.values():
        score = score_from_row(row["outcome"], row["hand_total"], row["laid"])
        scores.setdefault(row["game_id"], {})[seats[row["seat_id"]]] = score
    facts = [
        GameFacts(
            row["number"],
            row["attempt"],
            row["dealer_seat"],
            End(row["end"]),
            scores.get(key, {}),
            tuple(row["confirmed"]),
        )
        for key, row in games.items()
    ]
    return tuple(sorted(facts, key=lambda row: (row.number, row.attempt)))
