"""`verify SLUG`: the stored sums are what the games give."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.management.base import RommeCommand, add_slug
from tournament.queries.verification import Difference, verification


class Command(RommeCommand):
    """Exit code 1 when something differs."""

    summary = gettext_lazy("Scores every game anew and compares with what is stored.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_slug(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        found = verification(self.find_tournament(options["slug"]))
        for difference in found.differences:
            self.stdout.write(sentence(difference))
        if found.differences:
            raise CommandError(
                ngettext(
                    "%(count)d value differs. Save the sheets named above once more.",
                    "%(count)d values differ. Save the sheets named above once more.",
                    len(found.differences),
                )
                % {"count": len(found.differences)}
            )
        values = {"games": found.games, "tables": found.tables}
        self.stdout.write(_("All is equal: %(games)d games at %(tables)d tables scored anew.") % values)


def sentence(difference: Difference) -> str:
    """Where it differs, and by what."""
    place = _("Series %(series)d, table %(table)d") % {"series": difference.series, "table": difference.table}
    if difference.player is not None:
        place += ", " + _("player %(number)d") % {"number": difference.player}
    values = {"column": difference.column, "stored": difference.stored, "computed": difference.computed}
    return f"{place}: " + _("%(column)s is stored as %(stored)s, but computed as %(computed)s.") % values
