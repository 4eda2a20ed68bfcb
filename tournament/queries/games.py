"""Games as facts, and what the engine makes of them: the one way from stored rows to points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.games import HAND_WINS, WINS, End, Game, GameError, GameResult, Outcome, Score, score_game
from scoring.ranking import Total
from scoring.rulesets import RuleSet
from tournament import models


@dataclass(frozen=True, slots=True)
class GameFacts:
    """One row of a sheet as it is stored: scores by seat position, nobody who sat out."""

    number: int
    attempt: int
    dealer_seat: int
    end: End
    scores: Mapping[int, Score]
    confirmed: tuple[str, ...] = ()

    @property
    def is_draft(self) -> bool:
        """A cell is unclear or missing: the row counts nothing yet."""
        return any(score.outcome is Outcome.UNCLEAR for score in self.scores.values())


def as_game(facts: GameFacts, positions: Sequence[int]) -> Game:
    """The row as the engine reads it; players are called by their seat position."""
    return Game(
        players=tuple(str(position) for position in positions),
        dealer=str(facts.dealer_seat),
        end=facts.end,
        scores={str(position): score for position, score in facts.scores.items()},
    )


def result_of(facts: GameFacts, positions: Sequence[int], ruleset: RuleSet) -> GameResult | None:
    """Points and reasons of a complete game; None for a draft and for a void attempt."""
    if facts.end is End.VOID:
        return None
    try:
        return score_game(as_game(facts, positions), ruleset)
    except GameError:
        return None


def seat_sums(positions: Sequence[int], games: Iterable[GameFacts], ruleset: RuleSet) -> dict[int, Total]:
    """Sums per seat over the complete games of one table."""
    sums = {position: Total(position, 0, 0, 0, 0, 0) for position in positions}
    for facts in games:
        result = result_of(facts, positions, ruleset)
        if result is None:
            continue
        for name, points in result.points.items():
            position = int(name)
            outcome = facts.scores[position].outcome
            old = sums[position]
            sums[position] = Total(
                position,
                old.points + points,
                old.hand_total + result.hand_totals[name],
                old.games + 1,
                old.rommes + (outcome in WINS),
                old.hand_rommes + (outcome in HAND_WINS),
            )
    return sums


def state_of(games: Sequence[GameFacts], wanted: int, complete: int) -> models.TableState:
    """Empty, draft or entered, from the rows alone: `complete` games of the `wanted` numbers count."""
    if complete >= wanted and wanted > 0:
        return models.TableState.ENTERED
    return models.TableState.DRAFT if games else models.TableState.EMPTY


def score_from_row(outcome: str, hand_total: int | None, laid: int | None) -> Score:
    """A stored result as the engine's value."""
    return Score(Outcome(outcome), hand_total, laid)


def games_of(tables: Sequence[int]) -> dict[int, list[GameFacts]]:
    """Every row of some tables (by primary key), in order of number and attempt, void attempts too. Two statements."""
    scores: dict[int, dict[int, Score]] = {}
    rows = models.Result.objects.filter(game__table__in=tables).values_list(
        "game_id", "seat__position", "outcome", "hand_total", "laid"
    )
    for game_id, position, outcome, hand_total, laid in rows:
        scores.setdefault(game_id, {})[position] = score_from_row(outcome, hand_total, laid)
    found: dict[int, list[GameFacts]] = {table: [] for table in tables}
    for game in models.Game.objects.filter(table__in=tables).order_by("number", "attempt"):
        found[game.table_id].append(
            GameFacts(
                game.number,
                game.attempt,
                game.dealer_seat,
                End(game.end),
                scores.get(game.pk, {}),
                tuple(game.confirmed),
            )
        )
    return found


def table_games(table: models.Table) -> list[GameFacts]:
    """Every row of one sheet. Two statements."""
    return games_of([table.pk])[table.pk]
