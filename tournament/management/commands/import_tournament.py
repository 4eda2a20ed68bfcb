"""`import_tournament FILE`: a tournament file becomes a tournament, whole or not at all."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.imports import free_slugs, import_tournament
from tournament.exchange.json_text import LARGEST_FILE
from tournament.exchange.reading import read_tournament
from tournament.management.base import RommeCommand


class Command(RommeCommand):
    """All or nothing; the slug is the last word."""

    summary = gettext_lazy("Reads a tournament file. The last word printed is the word in addresses.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help=_("the file, or - for standard input"))
        parser.add_argument("--dry-run", action="store_true", help=_("check only, change nothing"))

    def handle(self, *args: Any, **options: Any) -> None:
        reading = read_tournament(self.read(options["file"]))
        for warning in reading.warnings:
            self.say(str(warning))
        facts = reading.facts
        if options["dry_run"]:
            slug = next(free_slugs(facts.name))
            sentence = _("The file is in order, nothing was changed. It would be imported as %(slug)s")
        else:
            slug = import_tournament(facts=facts).slug
            sentence = _("“%(name)s” imported: %(players)d players, %(series)d series, as %(slug)s")
        values = {"name": facts.name, "players": len(facts.entries), "series": len(facts.series)}
        self.stdout.write(sentence % {**values, "slug": slug})

    def read(self, name: str) -> bytes:
        """The bytes of the file, one more than allowed at most."""
        if name == "-":
            return sys.stdin.buffer.read(LARGEST_FILE + 1)
        try:
            with Path(name).open("rb") as file:
                return file.read(LARGEST_FILE + 1)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            sentence = _("The file %(file)s cannot be read: %(reason)s.")
            raise self.refuse(sentence % {"file": name, "reason": reason}) from error
