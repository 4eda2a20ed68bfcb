"""Read models to paper: as PDF, and as the same page for the browser's own print where no PDF can be made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournament.documents.evening_pages import EveningPrintFacts, evening_context
from tournament.documents.facts import SheetSetFacts, StandingPrintFacts
from tournament.documents.pdf import PdfUnavailable, pdf_problem, to_pdf
from tournament.documents.sheet_pages import parts, sheet_pages
from tournament.documents.stamping import sheets_to_pdf
from tournament.documents.standing_pages import standing_context, standing_page_count

__all__ = [
    "Document",
    "PdfUnavailable",
    "document_of",
    "document_of_evening",
    "pages_of_sheet",
    "pdf_problem",
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


def document_of(facts: SheetSetFacts | StandingPrintFacts) -> Document:
    """The document of a read model, in the language that is active."""
    return _sheets(facts) if isinstance(facts, SheetSetFacts) else _standing(facts)


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


def _standing(facts: StandingPrintFacts) -> Document:
    context = standing_context(facts)
    return Document(
        context["title"],
        lambda: to_pdf(render_to_string("print/standings.html", context)),
        lambda back: render_to_string("print/standings.html", {**context, "back": back}),
    )
