"""The two writes of a draw: a confirmed plan becomes tables and seats, and an undone one leaves no trace of them."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.actions._base import By, Refused, create_all, delete, lock, save, touch
from tournament.models import SEED_LENGTH, Seat, Series, Table, Tournament
from tournament.queries.seating import LAST_SERIES, Proposal, field_for, next_series, plans, sheets

CHANGED = "changed"
SEATED = "seated"


def check_seed(seed: str) -> None:
    """Refuse a seed that could neither be stored nor printed on the plan."""
    if not seed or len(seed) > SEED_LENGTH or not seed.isprintable():
        raise Refused(
            _("The dice or the card from the hall are one line of at most %(count)d characters.")
            % {"count": SEED_LENGTH}
        )


@transaction.atomic
def seat_series(*, by: By, tournament: Tournament, series_number: int, draw: Proposal) -> Series:
    """Store a plan as it was shown: refused when the field or another plan changed since."""
    tournament = lock(tournament)
    seated = plans(tournament)
    if series_number in seated:
        raise Refused(
            _("Series %(number)d is drawn already. Nothing was changed.") % {"number": series_number},
            code=SEATED,
        )
    check_seed(draw.seed)
    if series_number > LAST_SERIES:
        raise Refused(_("A tournament has at most %(count)d series.") % {"count": LAST_SERIES})
    if series_number > max(seated, default=0) + 1:
        raise Refused(
            _("Please draw series %(number)d first.") % {"number": next_series(seated)},
        )
    field = field_for(tournament, series_number, seated)
    if (draw.series_number, draw.fingerprint) != (series_number, field.fingerprint):
        raise Refused(
            _(
                "The players or another draw have changed meanwhile. Nothing was saved; please look at the new plan."
            ),
            code=CHANGED,
        )
    series = _series(tournament, series_number, draw, by)
    _fill(series, draw, {entry.number: entry.pk for entry in field.entries.values()}, by)
    touch(tournament)
    return series


def _series(tournament: Tournament, number: int, draw: Proposal, by: By) -> Series:
    """The row of the series; an imported file may have brought it without tables."""
    series = tournament.series.filter(number=number).first() or Series(tournament=tournament, number=number)
    if series.closed:
        raise Refused(_("Series %(number)d is closed.") % {"number": number})
    series.draw_method = draw.method
    series.draw_seed = draw.seed
    series.draw_attempt = draw.attempt
    series.draw_steps = draw.draw.steps
    save(series, by=by, why="draw")
    return series


def _fill(series: Series, draw: Proposal, entry_of: dict[int, int], by: By) -> None:
    plan = draw.draw.plan
    tables = create_all(
        [Table(series=series, number=number) for number in range(1, len(plan) + 1)],
        Table,
        by=by,
        why="draw",
    )
    create_all(
        [
            Seat(table=table, series=series, entry_id=entry_of[number], position=position)
            for table, numbers in zip(tables, plan, strict=True)
            for position, number in enumerate(numbers, 1)
        ],
        Seat,
        by=by,
        why="draw",
    )


@transaction.atomic
def undo_draw(*, by: By, tournament: Tournament, series_number: int) -> None:
    """Take a plan back as long as nothing was typed at any of its tables."""
    tournament = lock(tournament)
    series = tournament.series.filter(number=series_number).first()
    seats = list(Seat.objects.filter(series=series).select_related("table")) if series else []
    if series is None or not seats:
        raise Refused(_("Series %(number)d has not been drawn.") % {"number": series_number})
    if series.closed:
        raise Refused(_("Series %(number)d is closed.") % {"number": series_number})
    if any(sheet.begun for sheet in sheets(tournament, series_number).values()):
        raise Refused(
            _("Something was typed in series %(number)d already: the draw stays.") % {"number": series_number}
        )
    for seat in seats:
        delete(seat, by=by, why="draw undone")
    for table in series.tables.all():
        delete(table, by=by, why="draw undone")
    delete(series, by=by, why="draw undone")
    touch(tournament)
