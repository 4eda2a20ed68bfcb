"""`standings SLUG`: a standing for people, programs and spreadsheets."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.exchange.lists import FORMATS
from tournament.management.base import RommeCommand, add_slug
from tournament.models import Tournament
from tournament.queries.standings import standings
from tournament.scopes import By, Scope

GROUPS = tuple(by.value for by in By if by is not By.CLASS)


class Command(RommeCommand):
    """The same read as the page and the print."""

    summary = gettext_lazy("Prints a standing.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_slug(parser)
        parser.add_argument("--series", type=int, metavar="N", help=_("of one series only"))
        parser.add_argument(
            "--by", default="player", metavar="WHOM", help=f"{' | '.join(GROUPS)} | class:{_('NAME')}"
        )
        parser.add_argument("--format", choices=list(FORMATS), default="table")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = self.find_tournament(options["slug"])
        scope = self.scope(tournament, options["by"], options["series"])
        self.stdout.write(FORMATS[options["format"]](standings(tournament, scope)), ending="")

    def scope(self, tournament: Tournament, whom: str, series: int | None) -> Scope:
        """The standing asked for; one that cannot be is refused with those that can."""
        numbers = list(tournament.series.order_by("number").values_list("number", flat=True))
        if series is not None and series not in numbers:
            known = ", ".join(map(str, numbers)) or "–"
            sentence = _("There is no series %(number)d. There are: %(known)s.")
            raise self.refuse(sentence % {"number": series, "known": known})
        if whom in GROUPS:
            return Scope(By(whom), series)
        word, _colon, label = whom.partition(":")
        if word != By.CLASS:
            sentence = _("--by %(value)s is not possible. Choose one of: %(choices)s.")
            choices = ", ".join([*GROUPS, f"class:{_('NAME')}"])
            raise self.refuse(sentence % {"value": whom, "choices": choices})
        classes = sorted(
            {name for row in tournament.entries.values_list("classes", flat=True) for name in row}
        )
        if label not in classes:
            sentence = _("There is no class “%(value)s”. There are: %(known)s.")
            raise self.refuse(sentence % {"value": label, "known": ", ".join(classes) or "–"})
        return Scope(By.CLASS, series, label)
