"""Club evenings: create, change, record rounds, correct and delete them, take the last change back."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from scoring.games import Game
from scoring.scores import format_score
from tournament.actions._base import By, Refused, create_all, delete, save, update_all
from tournament.models import MAX_ROUNDS, Evening, EveningPlayer, Round
from tournament.names import slug_of
from tournament.queries.evenings import Judged, judge, rounds_of, table_of

# No letter or digit that is mistaken for another: somebody may copy the address by hand.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
RANDOM_LETTERS = 10
STALE = "stale"
UNCONFIRMED = "unconfirmed"


@dataclass(frozen=True, slots=True)
class EveningValues:
    """What the form of an evening may change."""

    name: str
    date: datetime.date
    players: Sequence[str]
    options: Mapping[str, Any]
    agreements: Mapping[str, Any]
    rounds: int | None


@transaction.atomic
def create_evening(*, by: By, ruleset: str, values: EveningValues) -> Evening:
    """An evening under an address that nobody can guess."""
    ending = "".join(secrets.choice(LETTERS) for _letter in range(RANDOM_LETTERS))
    evening = Evening(slug=f"{slug_of(values.name)}-{ending}", ruleset=ruleset)
    _fill(evening, values)
    evening.options = dict(values.options)
    save(evening, by=by)
    seats = [
        EveningPlayer(evening=evening, position=seat, name=name)
        for seat, name in enumerate(values.players, 1)
    ]
    create_all(seats, EveningPlayer, by=by)
    return evening


@transaction.atomic
def change_evening(*, by: By, evening: Evening, based_on: int, values: EveningValues) -> Evening:
    """Change what was agreed; the number of players and the scoring only before the first round."""
    evening = _lock(evening)
    _check_version(evening, based_on)
    seats = list(evening.players.order_by("position"))
    if evening.rounds.exists():
        if len(seats) != len(values.players) or evening.options != dict(values.options):
            raise Refused(_("The first round is in, so the number of players and the scoring stay."))
        for seat, name in zip(seats, values.players, strict=True):
            seat.name = name
        update_all(seats, EveningPlayer, ("name",), by=by)
    else:
        for seat in seats:
            delete(seat, by=by)
        new = [
            EveningPlayer(evening=evening, position=number, name=name)
            for number, name in enumerate(values.players, 1)
        ]
        create_all(new, EveningPlayer, by=by)
        evening.options = dict(values.options)
    _fill(evening, values)
    save(evening, by=by)
    _touch(evening)
    return evening


@transaction.atomic
def delete_evening(*, by: By, evening: Evening, typed_name: str) -> None:
    """Delete an evening whose name somebody typed; one with rounds stays."""
    evening = _lock(evening)
    if " ".join(typed_name.split()) != evening.name:
        raise Refused(_("The name typed is not the name of the evening. Nothing was deleted."))
    if evening.rounds.exists():
        raise Refused(_("There are rounds in this evening, so it stays."))
    delete(evening, by=by, why="deleted")


def _fill(evening: Evening, values: EveningValues) -> None:
    evening.name = values.name
    evening.date = values.date
    evening.agreements = dict(values.agreements)
    evening.rounds_agreed = values.rounds


@transaction.atomic
def record_round(
    *, by: By, evening: Evening, based_on: int, game: Game, ticks: frozenset[str], number: int | None = None
) -> Round:
    """Write a new round, or the one of that number anew; refused while anything is wrong or unconfirmed."""
    evening = _lock(evening)
    _check_version(evening, based_on)
    table = table_of(evening)
    rounds = rounds_of(table)
    if number is None:
        number = rounds[-1].number + 1 if rounds else 1
        if number > MAX_ROUNDS:
            raise Refused(_("More than %(count)d rounds do not fit into an evening.") % {"count": MAX_ROUNDS})
        row = Round(evening=evening, number=number)
    else:
        row = _round(evening, number)
    earlier = [stored for stored in rounds if stored.number < number]
    judged = judge(table, earlier, game, ticks=ticks)
    if not judged.is_good:
        raise Refused(*(note.sentence for note in judged.notes if not note.confirmed), code=UNCONFIRMED)
    _write(row, judged)
    save(row, by=by)
    _touch(evening)
    return row


def _write(row: Round, judged: Judged) -> None:
    game = judged.game
    row.dealer = int(game.dealer)
    row.end = game.end.value
    row.scores = {player: format_score(score) for player, score in game.scores.items()}
    row.first_opener = int(game.first_opener) if game.first_opener else None
    row.only_joker = sorted(map(int, game.only_joker))
    row.confirmed = list(judged.confirmed)


@transaction.atomic
def delete_round(*, by: By, evening: Evening, based_on: int, number: int) -> None:
    """Delete a round; its number stays free and its history stays."""
    evening = _lock(evening)
    _check_version(evening, based_on)
    delete(_round(evening, number), by=by)
    _touch(evening)


@transaction.atomic
def undo_round(*, by: By, evening: Evening, based_on: int) -> int:
    """Take back the last thing written to a round, an undo included; gives the number of the round."""
    evening = _lock(evening)
    _check_version(evening, based_on)
    last = Round.history.filter(evening_id=evening.pk).order_by("-history_id").first()
    if last is None:
        raise Refused(_("There is nothing to take back yet."))
    number: int = last.number
    if last.history_type == "+":
        delete(_round(evening, number), by=by, why="undo")
    else:
        before = last if last.history_type == "-" else last.prev_record
        save(before.instance, by=by, why="undo")
    _touch(evening)
    return number


def _round(evening: Evening, number: int) -> Round:
    row = evening.rounds.filter(number=number).first()
    if row is None:
        raise Refused(_("Round %(number)d is not there any more.") % {"number": number}, code=STALE)
    return row


def _lock(evening: Evening) -> Evening:
    """The evening as it is now, locked until the end of the transaction."""
    return Evening.objects.select_for_update().get(pk=evening.pk)


def _check_version(evening: Evening, based_on: int) -> None:
    if evening.version != based_on:
        raise Refused(
            _(
                "Somebody else has written in the meantime. What you typed is still here: "
                "please compare it with the pad, then save again."
            ),
            code=STALE,
        )


def _touch(evening: Evening) -> None:
    Evening.objects.filter(pk=evening.pk).update(version=F("version") + 1)
