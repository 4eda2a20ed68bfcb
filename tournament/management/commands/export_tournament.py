"""`export_tournament SLUG`: the tournament file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.exchange.writing import file_text, write_atomically
from tournament.management.base import RommeCommand, add_slug
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
            self.write(Path(options["output"]), text)

    def write(self, path: Path, text: str) -> None:
        """Nothing half-written stays behind."""
        try:
            write_atomically(path, text)
        except OSError as error:
            sentence = _("The file %(file)s cannot be written: %(reason)s.")
            raise self.refuse(sentence % {"file": path, "reason": error.strerror}) from error
