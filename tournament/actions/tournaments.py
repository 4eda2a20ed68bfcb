"""Tournaments: create, change, rate otherwise, delete."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from scoring.rulesets import RULESETS, Rating
from tournament.actions._base import By, Refused, delete, lock, save, touch
from tournament.actions.imports import free_slugs
from tournament.models import Tournament
from tournament.queries.day import has_results


@dataclass(frozen=True, slots=True)
class TournamentValues:
    """What the form of a tournament may change."""

    name: str
    date: datetime.date
    venue: str
    games_per_player: int


@transaction.atomic
def create_tournament(*, by: By, values: TournamentValues) -> Tournament:
    """A tournament by the rules of the DRoV, under the next free word for its address."""
    for slug in free_slugs(values.name):
        tournament = Tournament(
            slug=slug,
            name=values.name,
            date=values.date,
            venue=values.venue,
            games_per_player=values.games_per_player,
        )
        try:
            with transaction.atomic():
                save(tournament, by=by)
        except IntegrityError:
            # Somebody else took the word in this very moment.
            continue
        return tournament
    raise AssertionError("there is always a free slug")


@transaction.atomic
def change_tournament(*, by: By, tournament: Tournament, values: TournamentValues) -> Tournament:
    """Change name, date, place; the length of a series only before the first result. The address stays."""
    tournament = lock(tournament)
    if values.games_per_player != tournament.games_per_player and has_results(tournament):
        raise Refused(_("The first result is in, so the length of a series stays."))
    tournament.name = values.name
    tournament.date = values.date
    tournament.venue = values.venue
    tournament.games_per_player = values.games_per_player
    save(tournament, by=by)
    touch(tournament)
    return tournament


@transaction.atomic
def change_rating(*, by: By, tournament: Tournament, rating: Rating) -> Tournament:
    """Another rating table, before the first result: lists rated by two tables could not be compared."""
    tournament = lock(tournament)
    if has_results(tournament):
        raise Refused(_("The first result is in, so the rating stays. Nothing was changed."))
    default = RULESETS[tournament.ruleset].rating
    tournament.rating = None if rating == default else rating.to_json()
    save(tournament, by=by, why="rating")
    touch(tournament)
    return tournament


@transaction.atomic
def delete_tournament(*, by: By, tournament: Tournament, typed_name: str) -> None:
    """Delete a tournament whose name somebody typed; one with results only when it is for practice."""
    tournament = lock(tournament)
    if " ".join(typed_name.split()) != " ".join(tournament.name.split()):
        raise Refused(_("The name typed is not the name of the tournament. Nothing was deleted."))
    if not tournament.is_practice and has_results(tournament):
        raise Refused(_("There are results in this tournament, so it stays."))
    _erase(tournament, by)


@transaction.atomic
def erase_practice(*, by: By) -> None:
    """Delete every practice tournament, so that a fresh one can take its place."""
    for tournament in Tournament.objects.select_for_update().filter(is_practice=True):
        _erase(tournament, by)


def _erase(tournament: Tournament, by: By) -> None:
    """Everything of a tournament, in the order that protected rows ask for; people stay in the directory."""
    tournament.series.all().delete()
    tournament.adjustments.all().delete()
    delete(tournament, by=by, why="deleted")
