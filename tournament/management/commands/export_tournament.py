"""`export_tournament SLUG`: the tournament file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.exchange.writing import file_text
from tournament.management.base import RommeCommand, add_slug, write_file
from tournament.queries.facts import tournament_facts


class Command(RommeCommand):
    """To standard output, or to a file that is there whole or not at all."""

    summary = gettext_lazy("Writes a tournament file that another laptop can import.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_slug(parser)
        parser.add_argument("-o", "--output", metavar="FILE", help=_("the file to write"))

    def handle(self, *args: Any, **options: Any) -> None:
        text = file_text(tournament_facts(self.find_tournament(options["slug"])))
        if options["output"] in (None, "-"):
            self.stdout.write(text, ending="")
        else:
            write_file(Path(options["output"]), text)
