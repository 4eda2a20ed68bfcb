"""What can be printed now, and the prints themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header, urlencode
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.documents import (
    Document,
    PdfUnavailable,
    document_of,
    name_page_count,
    pages_of_sheet,
    pdf_problem,
    seating_page_count,
    slip_page_count,
    standing_page_count,
)
from tournament.models import Tournament
from tournament.network import LOOPBACK, is_answered, lan_addresses
from tournament.queries.prints import NothingToPrint, Seated, print_of, stock
from tournament.queries.sheets import blank_sheets
from tournament.queries.standings import SeriesState, series_states
from tournament.scopes import By, Scope
from tournament.views._shell import find_tournament, shell

# Whoever may read the standings on the screen may print them.
PUBLIC_KINDS = frozenset({"standings"})
# A list of so many players takes seconds.
LONG_LIST = 150
KEPT_SECONDS = 60
UNAVAILABLE = 503


@dataclass(frozen=True, slots=True)
class Offer:
    """A print to choose: what it is called, where it is, how much paper it takes."""

    title: str
    url: str
    size: str


@dataclass(frozen=True, slots=True)
class SeriesOffers:
    """What one series can print; None where nothing was entered yet."""

    state: SeriesState
    sheets: Offer
    seating: tuple[Offer, ...]
    filled: Offer | None
    standing: Offer | None


@login_required
@require_safe
def prints(request: HttpRequest, slug: str) -> HttpResponse:
    """What the day needs on paper now, then everything else. Six statements, user and session included."""
    tournament = find_tournament(slug)
    states = series_states(tournament)
    there = stock(tournament)
    series = [
        _series_offers(slug, state, there.seated.get(state.number, ())) for state in states if state.tables
    ]
    context = shell(tournament, "prints", states)
    now = next((offers for offers in series if offers.state == context["now"]), None)
    blank = _blank_offer(tournament)
    overall = _offer(slug, "standings", _("Overall standings"), _list_size(there.players))
    context |= {
        "series": series,
        "current": now,
        "main": blank if now is None else overall if now.standing else now.sheets,
        "whole": [
            *([overall] if any(offers.standing for offers in series) else []),
            _offer(slug, "player-slips", _("Player slips"), _pages(slip_page_count(there.players))),
            blank,
        ],
        "problem": pdf_problem(),
    }
    return render(request, "prints.html", context)


def _series_offers(slug: str, state: SeriesState, seated: Sequence[Seated]) -> SeriesOffers:
    number = state.number
    pages = sum(group.tables * pages_of_sheet(group.games, group.size) for group in seated)
    title = _("Score sheets series %(series)d") % {"series": number}
    sheets = _offer(slug, "score-sheets", title, _pages(pages), number)
    seating = _seating_offers(slug, number, seated)
    filled = state.entered + state.drafts
    if not filled:
        return SeriesOffers(state, sheets, seating, None, None)
    size = ngettext("%(count)d sheet", "%(count)d sheets", filled) % {"count": filled}
    title = _("Filled score sheets series %(series)d") % {"series": number}
    players = sum(group.size * group.tables for group in seated)
    standing = _("Standings of series %(series)d") % {"series": number}
    return SeriesOffers(
        state,
        sheets,
        seating,
        _offer(slug, "sheets-filled", title, size, number),
        _offer(slug, "standings", standing, _list_size(players), number),
    )


def _seating_offers(slug: str, number: int, seated: Sequence[Seated]) -> tuple[Offer, ...]:
    """What to put up and to stand on the tables before a series."""
    tables = sum(group.tables for group in seated)
    players = sum(group.size * group.tables for group in seated)
    lists = (
        ("seating", _("Seating by table"), seating_page_count(tables)),
        ("seating-by-name", _("Seating by name"), name_page_count(players)),
        ("table-cards", _("Table cards"), tables),
    )
    return tuple(_offer(slug, kind, title, _pages(pages), number) for kind, title, pages in lists)


def _blank_offer(tournament: Tournament) -> Offer:
    sheets = blank_sheets(tournament).sheets
    pages = sum(pages_of_sheet(len(sheet.dealers), len(sheet.seats)) for sheet in sheets)
    return _offer(tournament.slug, "score-sheet-blank", _("Score sheets without names"), _pages(pages))


def _offer(slug: str, kind: str, title: str, size: str, series: int | None = None) -> Offer:
    """Without PDF the same page opens for the browser's own print."""
    query: dict[str, str | int] = {} if series is None else {"series": series}
    if pdf_problem():
        query["format"] = "html"
    return Offer(title, reverse("document", args=[slug, kind], query=query), size)


def _pages(count: int) -> str:
    return ngettext("%(count)d page", "%(count)d pages", count) % {"count": count}


def _list_size(rows: int) -> str:
    count = standing_page_count(rows)
    size = ngettext("about %(count)d page", "about %(count)d pages", count) % {"count": count}
    return f"{size}, {_('ready in a few seconds')}" if rows > LONG_LIST else size


@require_safe
def document(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """A print as PDF, or with `format=html` as a page to print from the browser. Standings are public."""
    if kind not in PUBLIC_KINDS and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    tournament = find_tournament(slug)
    scope = _scope(request)
    kept = _key(tournament, scope) if kind in PUBLIC_KINDS else ""
    wants_page = request.GET.get("format") == "html"
    if kept and not wants_page and (found := cache.get(kept)) is not None:
        return pdf_response(*found)
    try:
        paper = document_of(print_of(tournament, kind, scope), hall_address(request))
    except NothingToPrint as nothing:
        context = {"title": _("There is nothing to print here"), "sentence": str(nothing)}
        return render(request, "error.html", context, status=404)
    if wants_page:
        return HttpResponse(paper.page(_way_back(request, tournament, scope)))
    try:
        name, content = f"{slug}-{paper.file_name}.pdf", paper.pdf()
    except PdfUnavailable as unavailable:
        return pdf_unavailable(request, paper, unavailable)
    if kept:
        cache.set(kept, (name, content), KEPT_SECONDS)
    return pdf_response(name, content)


def hall_address(request: HttpRequest) -> str:
    """Under which address phones reach this machine: that of the request, or where it came from this very machine
    one of the hall's network that is answered; empty where there is none."""
    name, port = request.get_host().rpartition(":")[::2]
    if not name:
        name, port = port, request.get_port()
    if name.strip("[]") not in LOOPBACK:
        return f"{request.scheme}://{request.get_host()}"
    reached = (address for address in lan_addresses() if is_answered(address, int(port)))
    return next((f"http://{address}:{port}" for address in reached), "")


def _scope(request: HttpRequest) -> Scope:
    """Which standing, in the words of the standings page; a number that is none is the series 0, which nobody has."""
    given = request.GET.get("series", "")
    series = None if not given else int(given) if given.isdecimal() and len(given) < 3 else 0
    if label := request.GET.get("class", ""):
        return Scope(By.CLASS, series, label)
    by = request.GET.get("by", "")
    return Scope(By(by), series) if by in (By.CLUB, By.TANDEM, By.TEAM) else Scope(series=series)


def _key(tournament: Tournament, scope: Scope) -> str:
    """Many print the same standing at the same time, and a long one takes seconds."""
    label = scope.label.encode().hex()
    return f"standing-{tournament.pk}-{tournament.version}-{scope.by}-{scope.series}-{label}-{get_language()}"


def _way_back(request: HttpRequest, tournament: Tournament, scope: Scope) -> str:
    if request.user.is_authenticated:
        return reverse("prints", args=[tournament.slug])
    if scope.series is None:
        return reverse("standings", args=[tournament.slug])
    return reverse("standings_series", args=[tournament.slug, scope.series])


def pdf_response(name: str, content: bytes) -> HttpResponse:
    """Shown in the browser under a name that says what it is."""
    shown = content_disposition_header(False, name) or "inline"
    headers = {"Content-Type": "application/pdf", "Content-Disposition": shown}
    response = HttpResponse(content, headers=headers)
    # The policy is meant for pages; some viewers take it for themselves and stay empty.
    response._csp_exempt = True  # type: ignore[attr-defined]
    return response


def pdf_unavailable(request: HttpRequest, paper: Document, why: PdfUnavailable) -> HttpResponse:
    query = request.GET.dict() | {"format": "html"}
    context = {"title": paper.title, "sentence": str(why), "page": f"?{urlencode(query)}"}
    return render(request, "document.html", context, status=UNAVAILABLE)
