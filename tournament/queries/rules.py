"""The rule set a tournament is played by."""

from __future__ import annotations

from scoring.rulesets import RuleSet, games_at_table, ruleset
from tournament.models import Tournament


def ruleset_of(tournament: Tournament) -> RuleSet:
    """The named rule set with the tournament's own rating table where it has one. No SQL."""
    options = {"rating": tournament.rating} if tournament.rating is not None else None
    return ruleset(tournament.ruleset, options)


def games_on_sheet(tournament: Tournament, table_size: int) -> int:
    """How many games the sheet of a table of that size has. No SQL."""
    return games_at_table(tournament.games_per_player, table_size, ruleset(tournament.ruleset))
