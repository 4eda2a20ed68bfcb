"""HTML to PDF: the only place that knows WeasyPrint. It may read our fonts and nothing else."""

from __future__ import annotations

import contextlib
import gc
import io
import threading
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from tournament.documents.fonts import FOLDER, STATIC, TYPEFACES

STYLESHEET = STATIC / "print.css"
# One print at a time: a second one beside it would only double the memory.
ONE_AT_A_TIME = threading.Lock()

Finisher = Callable[[Any, Any], None]


class PdfUnavailable(Exception):
    """WeasyPrint cannot work on this machine; the sentence says what is missing."""


@lru_cache(maxsize=1)
def _weasyprint() -> Any:
    """The library, or None where Pango is missing; its own banner is kept off the screen."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            import weasyprint
        except (OSError, ImportError):
            return None
    return weasyprint


def pdf_problem() -> str:
    """Why no PDF can be made on this machine, as a sentence with the mend; empty when all is well."""
    if _weasyprint() is not None:
        return ""
    return _(
        "No PDF can be made on this computer: the library Pango is missing. `manage.py doctor` says how to "
        "install it. Everything can be printed from the browser all the same."
    )


def to_pdf(html: str, finisher: Finisher | None = None, *, styles: str = "", tagged: bool = True) -> bytes:
    """The document as PDF, tagged for screen readers; raises PdfUnavailable."""
    weasyprint = _weasyprint()
    if weasyprint is None:
        raise PdfUnavailable(pdf_problem())
    from weasyprint.text.fonts import FontConfiguration

    fetcher = _own_fonts_only(weasyprint)
    with ONE_AT_A_TIME, _collector_off():
        fonts = FontConfiguration()
        css = weasyprint.CSS(
            string=STYLESHEET.read_text(encoding="utf-8") + styles,
            base_url=STYLESHEET.as_uri(),
            font_config=fonts,
            url_fetcher=fetcher,
        )
        pdf: bytes = weasyprint.HTML(string=html, url_fetcher=fetcher).write_pdf(
            stylesheets=[css],
            font_config=fonts,
            finisher=finisher,
            pdf_variant="pdf/ua-1" if tagged else None,
        )
    return pdf


def _own_fonts_only(weasyprint: Any) -> Any:
    """A fetcher that knows three files: nothing in a name, a club or a reason can make it read another."""
    known = {(FOLDER / typeface.file).as_uri() for typeface in TYPEFACES.values()}

    class OwnFontsOnly(weasyprint.urls.URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:
            if url not in known:
                raise ValueError(f"{url[:80]} is not one of the fonts of a print")
            return super().fetch(url, headers)

    return OwnFontsOnly(allowed_protocols=("file",), allow_redirects=False)


@contextlib.contextmanager
def _collector_off() -> Iterator[None]:
    """Layout makes a million small objects and frees none before its end: collecting meanwhile is wasted."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
