"""Standings, the page of a player, lots and adjustments."""

from __future__ import annotations

import hashlib
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_tables2 import RequestConfig

from tournament.actions._base import Refused
from tournament.actions.decisions import record_adjustment, record_lot, withdraw_adjustment
from tournament.context import surroundings
from tournament.forms.decisions import AdjustmentForm, LotForm
from tournament.models import Adjustment, Tournament
from tournament.names import search_key
from tournament.queries.curve import curve
from tournament.queries.player import player_page
from tournament.queries.standings import StandingRow, Standings, series_states
from tournament.queries.standings import standings as read_standings
from tournament.scopes import By, Scope
from tournament.tables import Line, StandingsTable
from tournament.views._shell import UNPROCESSABLE, find_tournament, report, shell, typist
from tournament.wording import reasons

PAGE_ROWS = 50
LONGEST_SEARCH = 80


def _etag(request: HttpRequest, tournament: Tournament) -> str | None:
    """Changes with every write to the tournament and with everything the page depends on otherwise."""
    if "_messages" in request.session:
        return None
    parts = (
        tournament.pk,
        tournament.version,
        request.get_full_path(),
        get_language(),
        surroundings(request)["theme"],
        request.user.pk,
        request.COOKIES.get("csrftoken"),
    )
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'


def _scope(request: HttpRequest, series: int | None) -> Scope:
    """Whose standing the address asks for; an unknown word means single players."""
    label = request.GET.get("class", "")
    by = request.GET.get("by", "")
    if by in (By.CLUB, By.TANDEM, By.TEAM):
        return Scope(By(by), series)
    return Scope(By.CLASS, series, label) if label else Scope(series=series)


def _matches(row: StandingRow, wanted: str, club: str) -> bool:
    if club and row.club != club:
        return False
    return not wanted or wanted == str(row.number) or wanted in search_key(row.name)


def _choices(tournament: Tournament) -> dict[str, list[str]]:
    """What the lists can be narrowed to. One statement."""
    rows = tournament.entries.values_list("club", "classes", "tandem", "team")
    return {
        "clubs": sorted({row[0] for row in rows if row[0]}),
        "classes": sorted({label for row in rows for label in row[1]}),
        "tandem": sorted({row[2] for row in rows if row[2]}),
        "team": sorted({row[3] for row in rows if row[3]}),
    }


def _table(request: HttpRequest, standing: Standings) -> StandingsTable:
    """The rows that are asked for; reasons are said as long as the order is that of the ranks."""
    wanted = search_key(request.GET.get("q", "")[:LONGEST_SEARCH])
    club = request.GET.get("club", "") if standing.scope.by in (By.PLAYER, By.CLASS) else ""
    said = {} if request.GET.get("sort") else reasons(standing.rows)
    lines = [
        Line(row, said.get(index)) for index, row in enumerate(standing.rows) if _matches(row, wanted, club)
    ]
    table = StandingsTable(lines, order_by=())
    RequestConfig(request, paginate={"per_page": PAGE_ROWS, "silent": True}).configure(table)
    return table


@require_safe
def standings(request: HttpRequest, slug: str, series: int | None = None) -> HttpResponse:
    """The standing of a series or of the whole tournament, public. Seven statements, user and session included."""
    tournament = find_tournament(slug)
    etag = _etag(request, tournament)
    if etag and (unchanged := get_conditional_response(request, etag=etag)) is not None:
        return unchanged
    standing = read_standings(tournament, _scope(request, series))
    if series is not None and series not in {state.number for state in standing.series}:
        raise Http404
    context: dict[str, Any] = {
        **shell(tournament, "standings", standing.series),
        "standing": standing,
        "scope": standing.scope,
        "table": _table(request, standing),
        "choices": _choices(tournament),
        "series": series,
        "q": request.GET.get("q", "")[:LONGEST_SEARCH],
        "club": request.GET.get("club", ""),
        "sorted": bool(request.GET.get("sort")),
        "is_group": standing.scope.by in (By.CLUB, By.TANDEM, By.TEAM),
    }
    response = render(request, "standings.html", context)
    if etag:
        response["ETag"] = etag
        response["Cache-Control"] = "private, no-cache"
    return response


@require_safe
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One player: place and reason, curve, tables, every game. Public."""
    tournament = find_tournament(slug)
    entry = get_object_or_404(tournament.entries.select_related("tournament"), number=number)
    page = player_page(entry)
    said = reasons(page.standings.rows).values()
    about = [reason.sentence for reason in said if page.row.number in reason.about]
    context = {
        **shell(tournament, "standings", page.standings.series),
        "page": page,
        "row": page.row,
        "curve": curve(page),
        "newest_first": page.series[::-1],
        "reason": _why(page.standings, page.index, about),
    }
    return render(request, "player.html", context)


def _why(standing: Standings, index: int, said: list[str]) -> str:
    """The reason for a rank in a sentence or two."""
    row = standing.rows[index]
    if row.rank is None:
        return _("No game has been counted yet.")
    sentences = list(said)
    better = [other for other in standing.rows[:index] if other.rank is not None and other.rank < row.rank]
    if better and (missing := better[-1].points - row.points) > 0:
        sentences.append(
            _("Distance to rank %(rank)s: %(points)d RP.") % {"points": missing, "rank": better[-1].rank}
        )
    if not better and not said:
        sentences.append(_("Nobody has more rating points."))
    return " ".join(sentences)


@login_required
def lot(request: HttpRequest, slug: str) -> HttpResponse:
    """Record the order that a lot gave to the members of one tie."""
    tournament = find_tournament(slug)
    form = LotForm(
        request.POST or None, scope_text=request.GET.get("scope", "overall"), first=request.GET.get("tie", "")
    )
    standing = read_standings(tournament, form.scope)
    form.find_tie(standing.rows)
    context = {**shell(tournament, "standings", standing.series), "form": form, "scope": form.scope}
    if request.method == "POST" and form.is_valid():
        try:
            record_lot(by=typist(request), tournament=tournament, scope=form.scope, order=form.order)
        except Refused as refused:
            report(request, refused)
        else:
            messages.success(request, _("The lot is recorded."))
            return redirect(_standing_url(slug, form.scope))
    status = UNPROCESSABLE if request.method == "POST" or not form.members else 200
    return render(request, "lot.html", context, status=status)


def _standing_url(slug: str, scope: Scope) -> str:
    name, args = ("standings", [slug]) if scope.series is None else ("standings_series", [slug, scope.series])
    url = reverse(name, args=args)
    if scope.by == By.CLASS:
        return f"{url}?class={scope.label}"
    return url if scope.by == By.PLAYER else f"{url}?by={scope.by}"


@login_required
def adjust(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Add points or Augen with a reason, for one series or overall."""
    tournament = find_tournament(slug)
    entry = get_object_or_404(tournament.entries.select_related("tournament"), number=number)
    states = series_states(tournament)
    form = AdjustmentForm(request.POST or None, numbers=[state.number for state in states])
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data["series"]
        try:
            record_adjustment(
                by=typist(request),
                entry=entry,
                series=tournament.series.get(number=chosen) if chosen else None,
                points=form.cleaned_data["points"] or 0,
                hand_total=form.cleaned_data["hand_total"] or 0,
                reason=form.cleaned_data["reason"],
            )
        except Refused as refused:
            report(request, refused)
        else:
            messages.success(request, _("The adjustment is recorded and counts at once."))
            return redirect("player", slug, number)
    context = {**shell(tournament, "standings", states), "entry": entry, "form": form}
    return render(request, "adjust.html", context, status=UNPROCESSABLE if request.method == "POST" else 200)


@login_required
@require_POST
def adjustment_withdraw(request: HttpRequest, slug: str, number: int, pk: int) -> HttpResponse:
    """Take an adjustment back."""
    adjustment = get_object_or_404(
        Adjustment.objects.select_related("tournament", "series"),
        pk=pk,
        entry__number=number,
        tournament__slug=slug,
    )
    try:
        withdraw_adjustment(by=typist(request), adjustment=adjustment)
    except Refused as refused:
        report(request, refused)
    else:
        messages.success(request, _("The adjustment is withdrawn."))
    return redirect("player", slug, number)
