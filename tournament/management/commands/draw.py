"""`draw SLUG`: seat one series, or all up to a number, from a seed; confirmed at once."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.seating import Method, SeatingError
from tournament.actions.seating import seat_series
from tournament.forms.draw import SeedField
from tournament.management.base import RommeCommand, add_slug
from tournament.models import MOST_TOGETHER, Tournament
from tournament.queries.proposals import Lottery, propose, ranked_field, ties_at_a_cut
from tournament.queries.seating import LAST_SERIES, field_for, figures, plans, roll_dice
from tournament.wording import seating_sentence, tables_sentence, tie_sentence


class Command(RommeCommand):
    """The same draw as on the page: the same players, method and seed give the same plan."""

    summary = gettext_lazy("Draws who sits where and saves it at once.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_slug(parser)
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("--series", type=int, metavar="N", help=_("this series"))
        which.add_argument("--all", type=int, metavar="N", help=_("every series up to N not drawn yet"))
        parser.add_argument("--method", choices=[*map(str, Method)], default=str(Method.NO_REMATCH))
        parser.add_argument("--seed", metavar="TEXT", help=_("dice or a card from the hall"))

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = self.find_tournament(options["slug"])
        seed = self.seed(options["seed"])
        method = Method(options["method"])
        numbers = self.numbers(tournament, options["series"], options["all"])
        try:
            self.draw(tournament, numbers, Lottery(method, seed))
        except SeatingError as error:
            raise self.refuse("\n".join(map(seating_sentence, error.sentences))) from error

    def seed(self, typed: str | None) -> str:
        """What came from the hall, made tidy as on the page; without it the machine throws the dice."""
        field = SeedField()
        try:
            return str(field.clean(typed)) or roll_dice()
        except ValidationError as error:
            raise self.refuse(f"{field.label}: {' '.join(error.messages)}") from error

    def numbers(self, tournament: Tournament, series: int | None, last: int | None) -> tuple[int, ...]:
        """The series to draw, in order."""
        asked, most = (last, MOST_TOGETHER) if series is None else (series, LAST_SERIES)
        if asked is None or not 1 <= asked <= most:
            raise self.refuse(_("The series is a whole number from 1 to %(count)d.") % {"count": most})
        if series is not None:
            return (series,)
        drawn = plans(tournament)
        missing = tuple(number for number in range(1, asked + 1) if number not in drawn)
        if not missing:
            raise self.refuse(_("All series up to %(number)d have been drawn.") % {"number": asked})
        return missing

    def draw(self, tournament: Tournament, numbers: tuple[int, ...], lottery: Lottery) -> None:
        """Seat the series and say how good the plan is."""
        if len(numbers) == 1:
            field = ranked_field(tournament, numbers[0], lottery.method)
        else:
            field = field_for(tournament, numbers)
        proposal = propose(field, numbers, lottery)
        seat_series(by=None, tournament=tournament, proposal=proposal)
        tables = tables_sentence(len(field.playing))
        for number in numbers:
            self.stdout.write(_("Series %(number)d: %(tables)s") % {"number": number, "tables": tables})
        self.stdout.write(
            _("Drawn from “%(seed)s”, attempt %(attempt)d.") % {"seed": lottery.seed, "attempt": 1}
        )
        for label, value in figures(field, proposal.plans).lines:
            self.stdout.write(f"  {label}: {value}")
        for note in proposal.notes:
            self.stdout.write(f"  {seating_sentence(note)}")
        for tie in ties_at_a_cut(field, lottery.method):
            names = [entry.name for entry in tie]
            self.stdout.write(f"  {tie_sentence(names, tandems=lottery.method is Method.TANDEM)}")
