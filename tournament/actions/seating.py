"""The writes of a draw: confirmed plans become tables and seats, and an undone one leaves no trace of them."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.seating import Plan
from tournament.actions._base import By, Refused, create_all, delete, lock, save, touch
from tournament.models import SEED_LENGTH, Seat, Series, Table, Tournament
from tournament.queries.proposals import Proposal
from tournament.queries.rankings import ranking
from tournament.queries.seating import LAST_SERIES, begun_series, field_for, next_series, plans, sheets
from tournament.wording import listed

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
def seat_series(*, by: By, tournament: Tournament, proposal: Proposal, replace: bool = False) -> list[Series]:
    """Store plans as they were shown: refused when the field or another plan changed since.

    With `replace` plans of these series of which nothing was typed yet give way to the new ones.
    """
    tournament = lock(tournament)
    seated = plans(tournament)
    check_seed(proposal.lottery.seed)
    _check_numbers(proposal.numbers, seated)
    _check_free(tournament, proposal.numbers, seated, replace=replace)
    # A standing is that before one series; several together are drawn without one.
    standing = ranking(tournament, proposal.numbers[0], proposal.lottery.method)
    field = field_for(tournament, proposal.numbers, seated, standing)
    if proposal.fingerprint != field.fingerprint:
        raise Refused(
            _(
                "The players or another draw have changed meanwhile. Nothing was saved; please look at the new plan."
            ),
            code=CHANGED,
        )
    entry_of = {entry.number: entry.pk for entry in field.entries.values()}
    rows = []
    for number, plan in zip(proposal.numbers, proposal.plans, strict=True):
        row = _series(tournament, number, proposal, by)
        _clear(row, by)
        _fill(row, plan, entry_of, by)
        rows.append(row)
    touch(tournament)
    return rows


def _check_numbers(numbers: tuple[int, ...], seated: dict[int, Plan]) -> None:
    if not numbers:
        raise Refused(_("There is no series left to draw."))
    if not 1 <= min(numbers) <= max(numbers) <= LAST_SERIES:
        raise Refused(_("The series is a whole number from 1 to %(count)d.") % {"count": LAST_SERIES})
    if any(number > 1 and number - 1 not in {*seated, *numbers} for number in numbers):
        raise Refused(_("Please draw series %(number)d first.") % {"number": next_series(seated)})


def _check_free(
    tournament: Tournament, numbers: tuple[int, ...], seated: dict[int, Plan], *, replace: bool
) -> None:
    taken = sorted(number for number in numbers if number in seated)
    if replace:
        taken = sorted(begun_series(tournament) & set(numbers))
        if taken:
            raise Refused(
                ngettext(
                    "Something was typed in series %(numbers)s meanwhile, and its plan stays. Nothing was changed.",
                    "Something was typed in the series %(numbers)s meanwhile, and their plans stay. "
                    "Nothing was changed.",
                    len(taken),
                )
                % {"numbers": listed(taken)},
                code=CHANGED,
            )
    elif taken:
        sentence = _("Series %(number)d is drawn already. Nothing was changed.")
        raise Refused(*[sentence % {"number": number} for number in taken], code=SEATED)


def _series(tournament: Tournament, number: int, proposal: Proposal, by: By) -> Series:
    """The row of the series; an imported file may have brought it without tables."""
    series = tournament.series.filter(number=number).first() or Series(tournament=tournament, number=number)
    if series.closed:
        raise Refused(_("Series %(number)d is closed.") % {"number": number})
    series.draw_method = proposal.lottery.method
    series.draw_seed = proposal.lottery.seed
    series.draw_attempt = proposal.lottery.attempt
    series.draw_steps = proposal.draws.steps
    series.draw_ranking = list(proposal.ranking)
    series.draw_together = list(proposal.numbers) if len(proposal.numbers) > 1 else []
    series.draw_changed = False
    save(series, by=by, why="draw")
    return series


def _fill(series: Series, plan: Plan, entry_of: dict[int, int], by: By) -> None:
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


def _clear(series: Series, by: By) -> None:
    """Take the tables of a series away; nothing was typed at them."""
    for seat in Seat.objects.filter(series=series).select_related("table"):
        delete(seat, by=by, why="draw undone")
    for table in series.tables.all():
        delete(table, by=by, why="draw undone")


@transaction.atomic
def undo_draw(*, by: By, tournament: Tournament, series_number: int) -> None:
    """Take a plan back as long as nothing was typed at any of its tables."""
    tournament = lock(tournament)
    series = tournament.series.filter(number=series_number).first()
    if series is None or not series.seats.exists():
        raise Refused(_("Series %(number)d has not been drawn.") % {"number": series_number})
    if series.closed:
        raise Refused(_("Series %(number)d is closed.") % {"number": series_number})
    if any(sheet.begun for sheet in sheets(tournament, series_number).values()):
        raise Refused(
            _("Something was typed in series %(number)d already: the draw stays.") % {"number": series_number}
        )
    _clear(series, by)
    delete(series, by=by, why="draw undone")
    touch(tournament)
