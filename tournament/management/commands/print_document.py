"""`print_document SLUG KIND -o FILE.pdf`: a print without the browser."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.documents import PdfUnavailable, document_of
from tournament.management.base import RommeCommand, add_slug, write_file
from tournament.queries.prints import KINDS, NothingToPrint, print_of
from tournament.scopes import Scope


class Command(RommeCommand):
    """The same read and the same document as the page, written whole or not at all."""

    summary = gettext_lazy("Writes a print as a PDF file.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_slug(parser)
        # Not `choices`: an unknown kind gets a sentence of ours.
        parser.add_argument("kind", metavar="KIND", help=" | ".join(KINDS))
        parser.add_argument("-o", "--output", metavar="FILE.pdf", required=True, help=_("the file to write"))
        parser.add_argument(
            "--series", type=int, metavar="N", help=_("the series; without it the one the day is at")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = self.find_tournament(options["slug"])
        path = Path(options["output"])
        try:
            document = document_of(print_of(tournament, options["kind"], Scope(series=options["series"])))
            write_file(path, document.pdf())
        except (NothingToPrint, PdfUnavailable) as error:
            raise self.refuse(str(error)) from error
        self.stdout.write(_("%(title)s: %(file)s") % {"title": document.title, "file": path})
