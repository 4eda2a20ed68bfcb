"""Public pages about the plan: where everybody sits, and who has met whom."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.queries.places import meetings, places
from tournament.queries.standings import current_series, series_states
from tournament.views._shell import find_tournament, shell

LONGEST_SEARCH = 80


@require_safe
def seating(request: HttpRequest, slug: str, series: int | None = None) -> HttpResponse:
    """Who sits where, by name or by table, and the own table. Six statements, user and session included."""
    tournament = find_tournament(slug)
    states = series_states(tournament)
    seated = [state.number for state in states if state.tables]
    if series is not None and series not in seated:
        raise Http404
    context = shell(tournament, "draw", states)
    now = current_series(states)
    number = series or (now.number if now else 0)
    wanted = request.GET.get("q", "")[:LONGEST_SEARCH].replace("\0", "")
    context |= {
        "number": number,
        "numbers": seated,
        "q": wanted,
        "by_table": request.GET.get("by") == "table" and not wanted.strip(),
        "places": places(tournament, number, wanted) if number else None,
    }
    return render(request, "seating.html", context)


@require_safe
def met(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has met whom in all seated series. Five statements, user and session included."""
    tournament = find_tournament(slug)
    context = shell(tournament, "draw", series_states(tournament))
    return render(request, "met.html", context | {"meetings": meetings(tournament)})
