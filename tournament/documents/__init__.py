"""Read models to paper: as PDF, and as the same page for the browser's own print where no PDF can be made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournament.documents.cards import cards_context
from tournament.documents.evening_pages import EveningPrintFacts, evening_context
from tournament.documents.facts import SheetSetFacts, StandingPrintFacts
from tournament.documents.pdf import PdfUnavailable, pdf_problem, to_pdf
from tournament.documents.seating_facts import SeatingFacts, SlipsFacts
from tournament.documents.seating_pages import (
    by_name_context,
    by_table_context,
    name_page_count,
    seating_page_count,
)
from tournament.documents.sheet_pages import parts, sheet_pages
from tournament.documents.slips import slip_page_count, slip_pages
from tournament.documents.stamping import sheets_to_pdf
from tournament.documents.standing_pages import standing_context, standing_page_count

__all__ = [
    "Document",
    "PdfUnavailable",
    "document_of",
    "document_of_evening",
    "name_page_count",
    "pages_of_sheet",
    "pdf_problem",
    "seating_page_count",
    "slip_page_count",
    "standing_page_count",
]


@dataclass(frozen=True, slots=True)
class Document:
    """Something to print. `pdf()` raises PdfUnavailable; `page(back)` is HTML with a way back on the screen."""

    title: str
    pdf: Callable[[], bytes]
    page: Callable[[str], str]

    @property
    def file_name(self) -> str:
        """The title as a file name, without an ending."""
        return slugify(self.title)


def document_of(
    facts: SheetSetFacts | StandingPrintFacts | SeatingFacts | SlipsFacts, base: str = ""
) -> Document:
    """The document of a read model, in the language that is active.

    `base` is the address under which phones reach this machine, for codes; without one there are none.
    """
    if isinstance(facts, SheetSetFacts):
        return _sheets(facts)
    if isinstance(facts, SeatingFacts):
        return _seating(facts)
    if isinstance(facts, SlipsFacts):
        return _slips(facts, base)
    return _standing(facts)


def document_of_evening(facts: EveningPrintFacts) -> Document:
    """The score pad or the house rules of a club evening, in the language that is active."""
    context = evening_context(facts)
    template = f"print/{facts.kind.replace('-', '_')}.html"
    return Document(
        context["title"],
        lambda: to_pdf(render_to_string(template, context)),
        lambda back: render_to_string(template, {**context, "back": back}),
    )


def pages_of_sheet(games: int, size: int) -> int:
    """How many pages the sheet of one table has."""
    return len(parts(games, size))


def _sheets(facts: SheetSetFacts) -> Document:
    if facts.series is None:
        title = _("Score sheets without names")
    elif any(sheet.filling is not None for sheet in facts.sheets):
        title = _("Filled score sheets series %(series)d") % {"series": facts.series}
    else:
        title = _("Score sheets series %(series)d") % {"series": facts.series}
    pages = sheet_pages(facts)
    return Document(
        title,
        lambda: sheets_to_pdf(title, pages),
        lambda back: render_to_string("print/sheets.html", {"title": title, "pages": pages, "back": back}),
    )


def _seating(facts: SeatingFacts) -> Document:
    template, make = {
        "seating": ("print/seating.html", by_table_context),
        "seating-by-name": ("print/seating_by_name.html", by_name_context),
        "table-cards": ("print/cards.html", cards_context),
    }[facts.layout]
    return _rendered(template, make(facts))


def _slips(facts: SlipsFacts, base: str) -> Document:
    title = _("Player slips")
    pages = slip_pages(facts, base)
    return Document(
        title,
        lambda: sheets_to_pdf(title, pages),
        lambda back: render_to_string("print/sheets.html", {"title": title, "pages": pages, "back": back}),
    )


def _standing(facts: StandingPrintFacts) -> Document:
    return _rendered("print/standings.html", standing_context(facts))


def _rendered(template: str, context: dict[str, Any]) -> Document:
    return Document(
        context["title"],
        lambda: to_pdf(render_to_string(template, context)),
        lambda back: render_to_string(template, {**context, "back": back}),
    )
