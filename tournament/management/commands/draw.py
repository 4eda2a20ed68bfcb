"""`draw SLUG`: seat one series, or all up to a number, from a seed; confirmed at once."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.seating import Method, SeatingError
from tournament.actions.seating import check_seed, seat_series
from tournament.management.base import RommeCommand, add_slug
from tournament.models import Tournament
from tournament.queries.seating import LAST_SERIES, field_for, figures, plans, propose, roll_dice
from tournament.wording import seating_sentence, tables_sentence

METHODS = (Method.NO_REMATCH, Method.RANDOM)


class Command(RommeCommand):
    """The same draw as on the page: the same players, method and seed give the same plan."""

    summary = gettext_lazy("Draws who sits where and saves it at once.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_slug(parser)
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("--series", type=int, metavar="N", help=_("this series"))
        which.add_argument("--all", type=int, metavar="N", help=_("every series up to N not drawn yet"))
        parser.add_argument("--method", choices=[*map(str, METHODS)], default=str(METHODS[0]))
        parser.add_argument("--seed", metavar="TEXT", help=_("dice or a card from the hall"))

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = self.find_tournament(options["slug"])
        seed = " ".join((options["seed"] or roll_dice()).split())
        check_seed(seed)
        method = Method(options["method"])
        try:
            with transaction.atomic():
                for number in self.numbers(tournament, options["series"], options["all"]):
                    self.draw(tournament, number, method, seed)
        except SeatingError as error:
            raise self.refuse("\n".join(map(seating_sentence, error.sentences))) from error

    def numbers(self, tournament: Tournament, series: int | None, last: int | None) -> list[int]:
        """The series to draw, in order."""
        wanted = series if series is not None else last
        if wanted is None or not 1 <= wanted <= LAST_SERIES:
            raise self.refuse(_("The series is a whole number from 1 to %(count)d.") % {"count": LAST_SERIES})
        if series is not None:
            return [series]
        drawn = plans(tournament)
        missing = [number for number in range(1, wanted + 1) if number not in drawn]
        if not missing:
            raise self.refuse(_("All series up to %(number)d have been drawn.") % {"number": wanted})
        return missing

    def draw(self, tournament: Tournament, number: int, method: Method, seed: str) -> None:
        """Seat one series and say how good the plan is."""
        field = field_for(tournament, number)
        proposal = propose(field, number, method=method, seed=seed)
        seat_series(by=None, tournament=tournament, series_number=number, draw=proposal)
        tables = tables_sentence(len(field.seaters))
        self.stdout.write(_("Series %(number)d: %(tables)s") % {"number": number, "tables": tables})
        self.stdout.write(_("Drawn from “%(seed)s”, attempt %(attempt)d.") % {"seed": seed, "attempt": 1})
        for label, value in figures(field, proposal.draw.plan).lines:
            self.stdout.write(f"  {label}: {value}")
        for note in proposal.draw.notes:
            self.stdout.write(f"  {seating_sentence(note)}")
