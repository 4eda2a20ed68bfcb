"""Facts to the canonical tournament file: keys that have nothing to say are left out."""

from __future__ import annotations

import datetime
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from django.utils import timezone

from scoring.games import End, format_score
from scoring.ranking import Total
from scoring.rulesets import RuleSet
from tournament.exchange.reading import FORMAT, VERSION
from tournament.queries.facts import (
    AdjustmentFacts,
    EntryFacts,
    LotFacts,
    SeriesFacts,
    TableFacts,
    TournamentFacts,
    derived_state,
)
from tournament.queries.games import GameFacts

LINE = 180


def as_json(facts: TournamentFacts) -> dict[str, Any]:
    """The JSON values of a tournament file."""
    rules = facts.rules
    value: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "tournament": {
            "name": facts.name,
            "date": facts.date.isoformat(),
            "venue": facts.venue,
            "ruleset": facts.ruleset,
            "games_per_player": facts.games_per_player,
        },
        "players": [_entry(entry) for entry in facts.entries],
        "series": [_series(series, facts.games_per_player, rules) for series in facts.series],
    }
    if facts.rating is not None:
        value["tournament"]["rating"] = facts.rating
    if facts.adjustments:
        value["adjustments"] = [_adjustment(adjustment) for adjustment in facts.adjustments]
    if facts.lots:
        value["lots"] = [_lot(lot) for lot in facts.lots]
    return value


def _entry(entry: EntryFacts) -> dict[str, Any]:
    value: dict[str, Any] = {
        "number": entry.number,
        "name": entry.name,
        "club": entry.club,
        "classes": list(entry.classes),
    }
    if entry.tandem:
        value["tandem"] = entry.tandem
    if entry.team:
        value["team"] = entry.team
    if not entry.present:
        value["present"] = False
    if entry.withdrawn:
        value["withdrawn"] = True
    if entry.fee_paid:
        value["fee_paid"] = True
    if entry.fixed_table is not None:
        value["fixed_table"] = entry.fixed_table
    return value


def _series(series: SeriesFacts, games_per_player: int, rules: RuleSet) -> dict[str, Any]:
    value: dict[str, Any] = {
        "number": series.number,
        "tables": [_table(table, games_per_player, rules) for table in series.tables],
    }
    if series.draw is not None:
        draw = series.draw
        value["draw"] = {
            "method": draw.method,
            "seed": draw.seed,
            "attempt": draw.attempt,
            "steps": draw.steps,
        }
        if draw.ranking:
            value["draw"]["ranking"] = list(draw.ranking)
        if draw.together:
            value["draw"]["together"] = list(draw.together)
        if draw.changed:
            value["draw"]["changed"] = True
    if series.closed:
        value["closed"] = True
    return value


def _table(table: TableFacts, games_per_player: int, rules: RuleSet) -> dict[str, Any]:
    value: dict[str, Any] = {
        "number": table.number,
        "seats": list(table.seats),
        "games": [_game(game, table.seats) for game in table.games],
    }
    if table.closed_after is not None:
        value["closed"] = {"after_game": table.closed_after, "reason": table.closed_reason}
    if table.state is not derived_state(table, games_per_player, rules):
        value["state"] = table.state.value
    if table.totals is not None:
        value["totals"] = {
            str(number): _total(table.totals[position]) for position, number in enumerate(table.seats, 1)
        }
    return value


def _total(total: Total) -> list[int]:
    return [total.points, total.hand_total, total.games, total.rommes, total.hand_rommes]


def _game(game: GameFacts, seats: tuple[int, ...]) -> dict[str, Any]:
    value: dict[str, Any] = {"number": game.number}
    if game.attempt > 1 or game.end is End.VOID:
        value["attempt"] = game.attempt
    value["dealer"] = seats[game.dealer_seat - 1]
    value["end"] = game.end.value
    value["scores"] = {
        str(seats[position - 1]): format_score(score) for position, score in game.scores.items()
    }
    if game.confirmed:
        value["confirmed"] = list(game.confirmed)
    return value


def _adjustment(adjustment: AdjustmentFacts) -> dict[str, Any]:
    value: dict[str, Any] = {"player": adjustment.player}
    if adjustment.series is not None:
        value["series"] = adjustment.series
    value["points"] = adjustment.points
    value["hand_total"] = adjustment.hand_total
    value["reason"] = adjustment.reason
    return value | _by_and_at(adjustment.by, adjustment.at)


def _lot(lot: LotFacts) -> dict[str, Any]:
    return {"scope": lot.scope, "order": list(lot.order)} | _by_and_at(lot.by, lot.at)


def _by_and_at(by: str, at: datetime.datetime | None) -> dict[str, str]:
    value = {"by": by} if by else {}
    if at is not None:
        # The time of the hall with its offset, as somebody who was there would read it from the clock.
        value["at"] = timezone.localtime(at).isoformat()
    return value


def file_text(facts: TournamentFacts) -> str:
    """The text of the file: one line for each player and game, so that two files can be compared by eye."""
    return _laid_out(as_json(facts), "") + "\n"


def _laid_out(value: Any, indent: str) -> str:
    """What fits into a line stands in one line."""
    short = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(short) <= LINE or not isinstance(value, dict | list):
        return short
    deeper = indent + " "
    if isinstance(value, list):
        lines = [f"{deeper}{_laid_out(item, deeper)}" for item in value]
        return "[\n" + ",\n".join(lines) + f"\n{indent}]"
    lines = [
        f"{deeper}{json.dumps(key, ensure_ascii=False)}: {_laid_out(item, deeper)}"
        for key, item in value.items()
    ]
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}"


def write_atomically(path: Path, content: str | bytes) -> None:
    """Put text or bytes at the path: all of it, or what was there before stays.

    A device or a pipe is written into, never replaced; a link stays one.
    """
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            device.write(data)
        return
    path = path.resolve()
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        # Only its owner may read a temporary file; the finished one is an ordinary file.
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
