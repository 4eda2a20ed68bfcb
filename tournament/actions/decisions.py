"""Decisions beside the cards: lots and adjustments. Facts with who and when; nothing is ever overwritten."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.actions._base import By, Refused, delete, lock, save, touch
from tournament.models import REASON_LENGTH, Adjustment, Entry, Lot, Series, Tournament
from tournament.queries.standings import standings
from tournament.scopes import Scope

LARGEST_ADJUSTMENT = 9999


def person(by: By) -> str:
    """How a decision names who made it."""
    return by.get_username() if by is not None else ""


@transaction.atomic
def record_lot(*, by: By, tournament: Tournament, scope: Scope, order: Sequence[int | str]) -> Lot:
    """Record the order a lot gave to all members of one tie, best first. A newer lot of the same tie counts."""
    tournament = lock(tournament)
    rows = [row for row in standings(tournament, scope).rows if row.rank is not None]
    named = [row for row in rows if row.number in order]
    equal = {(row.points, row.hand_total) for row in named}
    members = [row.number for row in rows if (row.points, row.hand_total) in equal]
    if len(set(order)) != len(order) or len(named) != len(order):
        raise Refused(_("Every member of the tie must be named once."))
    if len(order) < 2 or len(equal) != 1 or len(members) != len(order):
        raise Refused(
            _("The standings have changed: this tie is no longer the same. Please look at the new standings.")
        )
    lot = Lot(tournament=tournament, scope=str(scope), order=list(order), by=person(by), at=timezone.now())
    save(lot, by=by)
    touch(tournament)
    return lot


@transaction.atomic
def record_adjustment(
    *, by: By, entry: Entry, series: Series | None, points: int, hand_total: int, reason: str
) -> Adjustment:
    """Add signed points or Augen with a reason, in one series or overall."""
    tournament = lock(entry.tournament)
    faults = []
    if not points and not hand_total:
        faults.append(_("Please type points or a hand total: an adjustment of nothing changes nothing."))
    if max(abs(points), abs(hand_total)) > LARGEST_ADJUSTMENT:
        faults.append(_("An adjustment goes from −9999 to 9999."))
    if not reason.strip():
        faults.append(_("Please give a reason: the players will read it."))
    if len(reason) > REASON_LENGTH:
        faults.append(_("The reason is too long: at most %(count)d characters.") % {"count": REASON_LENGTH})
    if series is not None and series.closed:
        faults.append(_("Series %(number)d is closed.") % {"number": series.number})
    if faults:
        raise Refused(*faults)
    adjustment = Adjustment(
        tournament=tournament,
        entry=entry,
        series=series,
        points=points,
        hand_total=hand_total,
        reason=reason.strip(),
        by=person(by),
        at=timezone.now(),
    )
    save(adjustment, by=by)
    touch(tournament)
    return adjustment


@transaction.atomic
def withdraw_adjustment(*, by: By, adjustment: Adjustment) -> None:
    """Take an adjustment back; its history keeps it."""
    tournament = lock(adjustment.tournament)
    if adjustment.series is not None and adjustment.series.closed:
        raise Refused(_("Series %(number)d is closed.") % {"number": adjustment.series.number})
    delete(adjustment, by=by, why="withdrawn")
    touch(tournament)
