"""`print_document SLUG KIND -o FILE.pdf`: a print without the browser."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.documents import Document, PdfUnavailable, document_of, document_of_evening
from tournament.management.base import RommeCommand, add_slug, write_file
from tournament.models import Evening
from tournament.queries.evenings import PRINT_KINDS, evening_print
from tournament.queries.prints import KINDS, NothingToPrint, print_of
from tournament.scopes import Scope

WEB_ADDRESS = re.compile(r"https?://[\w.:\[\]-]{1,100}", re.ASCII)


class Command(RommeCommand):
    """The same read and the same document as the page, written whole or not at all."""

    summary = gettext_lazy("Writes a print as a PDF file.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_slug(parser)
        # Not `choices`: an unknown kind gets a sentence of ours.
        parser.add_argument("kind", metavar="KIND", help=" | ".join((*KINDS, *PRINT_KINDS)))
        parser.add_argument("-o", "--output", metavar="FILE.pdf", required=True, help=_("the file to write"))
        parser.add_argument(
            "--series", type=int, metavar="N", help=_("the series; without it the one the day is at")
        )
        parser.add_argument(
            "--url",
            metavar="URL",
            default="",
            help=_("under which address phones reach this machine, for codes"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["output"])
        try:
            base = self.base(options["url"], options["kind"])
            document = self.find_document(options["slug"], options["kind"], options["series"], base)
            write_file(path, document.pdf())
        except (NothingToPrint, PdfUnavailable) as error:
            raise self.refuse(str(error)) from error
        self.stdout.write(_("%(title)s: %(file)s") % {"title": document.title, "file": path})

    def base(self, url: str, kind: str) -> str:
        """The address for codes; without one a slip has none, and that is said."""
        base = url.rstrip("/")
        if not base and kind == "player-slips":
            self.say(_("Without --url the slips have no code, for nobody could follow it."))
        if base and not WEB_ADDRESS.fullmatch(base):
            raise self.refuse(
                _("“%(url)s” is no address such as http://192.168.1.20:8000.") % {"url": url[:100]}
            )
        return base

    def find_document(self, slug: str, kind: str, series: int | None, base: str) -> Document:
        """The print of a tournament, or of the club evening of that address."""
        if kind not in PRINT_KINDS:
            return document_of(print_of(self.find_tournament(slug), kind, Scope(series=series)), base)
        evening = Evening.objects.filter(slug=slug).first()
        if evening is None:
            sentence = _("There is no club evening “%(slug)s”. Its word is in the address of its page.")
            raise self.refuse(sentence % {"slug": slug})
        return document_of_evening(evening_print(evening, kind))
