"""Several games together: what each player has in all, and when a match to a target is over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from scoring.games import HAND_WINS, WINS, Game, GameResult, score_game
from scoring.ranking import Total
from scoring.rulesets import RuleSet


def running_total(before: int, points: int, ruleset: RuleSet) -> int:
    """The total in points after a game; not below 0 where the rule set says so.

    >>> from scoring.rulesets import ruleset
    >>> running_total(15, -40, ruleset("ass_boni", {"negative_totals": False}))
    0
    """
    total = before + points
    return total if ruleset.negative_totals else max(total, 0)


def tally(games: Iterable[Game], ruleset: RuleSet) -> dict[str, Total]:
    """What each player has from these games in their order; void games count nothing (Streitfall 9).

    Raises GameError when one of them has errors.

    >>> from scoring.games import End, parse_score
    >>> from scoring.rulesets import RULESETS
    >>> scores = {"A": parse_score("H"), "B": parse_score("8"), "C": parse_score("87")}
    >>> tally([Game(("A", "B", "C", "D"), "D", End.WON, scores)], RULESETS["drov"])["A"]
    Total(key='A', points=8, hand_total=0, games=1, rommes=1, hand_rommes=1, unranked=False)
    """
    totals: dict[str, Total] = {}
    for game in games:
        result = score_game(game, ruleset)
        for player, points in result.points.items():
            before = totals.get(player) or Total(player, 0, 0, 0, 0, 0)
            outcome = game.scores[player].outcome
            totals[player] = Total(
                key=player,
                points=running_total(before.points, points, ruleset),
                hand_total=before.hand_total + result.hand_totals[player],
                games=before.games + 1,
                rommes=before.rommes + (outcome in WINS),
                hand_rommes=before.hand_rommes + (outcome in HAND_WINS),
            )
    return totals


@dataclass(frozen=True, slots=True)
class Match:
    """A match so far: totals in points by player, whether the target has ended it, and who won."""

    totals: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    finished: bool = False
    winners: tuple[str, ...] = ()


def play_on(match: Match, game: Game, result: GameResult, ruleset: RuleSet) -> Match:
    """The match after one more game: over when one player alone leads with the target or more.

    With ``must_go_out`` only the player who went out in this very game can win (Rommé 500, variant).
    Whoever has won stays the winner, even if more games follow.

    >>> from scoring.games import End, parse_score
    >>> from scoring.rulesets import ruleset
    >>> rules = ruleset("winner_takes", {"target": 50})
    >>> scores = {"A": parse_score("R"), "B": parse_score("17"), "C": parse_score("34")}
    >>> game = Game(("A", "B", "C"), "A", End.WON, scores)
    >>> play_on(Match(), game, score_game(game, rules), rules).winners
    ('A',)
    """
    totals = dict(match.totals)
    for player, points in result.points.items():
        totals[player] = running_total(totals.get(player, 0), points, ruleset)
    if match.finished:
        return Match(totals, True, match.winners)
    winners = _winners(totals, game, result, ruleset)
    return Match(totals, bool(winners), winners)


def _winners(totals: Mapping[str, int], game: Game, result: GameResult, ruleset: RuleSet) -> tuple[str, ...]:
    if ruleset.target is None or not result.points:
        return ()
    if ruleset.must_go_out:
        able = [player for player in result.points if game.scores[player].outcome in WINS]
        return tuple(player for player in able if totals[player] >= ruleset.target)
    top = max(totals.values())
    leaders = tuple(player for player, total in totals.items() if total == top)
    return leaders if top >= ruleset.target and len(leaders) == 1 else ()
