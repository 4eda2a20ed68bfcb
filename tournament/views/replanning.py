"""Changes to a drawn series, and somebody who plays on for another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.actions._base import Refused
from tournament.actions.replanning import join_table, leave_table, replace_player, swap_seats
from tournament.forms.replanning import JoinForm, LeaveForm, ReplaceForm, SwapForm
from tournament.models import Series, Tournament
from tournament.names import listed_name
from tournament.queries.replanning import Seated, seating_of
from tournament.queries.standings import series_states
from tournament.views._shell import UNPROCESSABLE, find_tournament, is_outdated, report, seen, shell, typist


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def seating_change(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Swap two players, seat a late arrival, take somebody out. Eight statements, user and session included."""
    tournament = find_tournament(slug)
    series = get_object_or_404(tournament.series, number=number)
    seated = seating_of(series)
    what = request.POST.get("what", "")
    chosen = _forms(seated, request.POST if request.method == "POST" else None, what)
    if request.method == "POST" and (what not in chosen or not chosen[what].is_valid()):
        messages.error(request, _("Please choose one of the changes offered here. Nothing was changed."))
    elif request.method == "POST":
        try:
            said = WRITES[what](request, tournament, series, chosen[what].cleaned_data)
        except Refused as refused:
            report(request, refused)
        else:
            messages.success(request, said)
            return redirect("draw_series", slug, number)
    context = {
        **shell(tournament, "draw", series_states(tournament)),
        "number": number,
        "seated": seated,
        "forms": chosen,
    }
    status = UNPROCESSABLE if request.method == "POST" else 200
    return render(request, "seating_change.html", context, status=status)


def _forms(seated: Seated, typed: QueryDict | None, what: str) -> dict[str, forms.Form]:
    """The three forms; only the one that was sent holds what was typed."""
    people = [(str(one.number), f"{listed_name(one.name)} ({one.number})") for one in seated.people]
    missing = [(str(one.number), f"{listed_name(one.name)} ({one.number})") for one in seated.missing]
    return {
        "swap": SwapForm(typed if what == "swap" else None, seated=people),
        "join": JoinForm(typed if what == "join" else None, missing=missing, threes=seated.open_threes),
        "leave": LeaveForm(typed if what == "leave" else None, seated=people),
    }


def _swap(request: HttpRequest, tournament: Tournament, series: Series, typed: dict[str, Any]) -> str:
    seats = swap_seats(
        by=typist(request),
        tournament=tournament,
        series=series,
        numbers=(typed["one"], typed["other"]),
        results_go_along=typed["results"] == "along",
    )
    sentence = _("%(name)s now sits at table %(table)d, seat %(seat)d.")
    with_points = _(
        "%(name)s now sits at table %(table)d, seat %(seat)d, and has the results there: %(points)d RP."
    )
    for seat in seats:
        seat.refresh_from_db()
    return " ".join(
        (with_points if seat.games else sentence)
        % {
            "name": seat.entry.name,
            "table": seat.table.number,
            "seat": seat.position,
            "points": seat.points,
        }
        for seat in seats
    )


def _join(request: HttpRequest, tournament: Tournament, series: Series, typed: dict[str, Any]) -> str:
    seat = join_table(
        by=typist(request),
        tournament=tournament,
        series=series,
        number=typed["number"],
        table_number=typed["table"],
    )
    sentence = _("%(name)s now sits at table %(table)d, seat %(seat)d.")
    return sentence % {"name": seat.entry.name, "table": seat.table.number, "seat": seat.position}


def _leave(request: HttpRequest, tournament: Tournament, series: Series, typed: dict[str, Any]) -> str:
    table = leave_table(by=typist(request), tournament=tournament, series=series, number=typed["number"])
    return _("Table %(table)d is now a table of three.") % {"table": table.number}


WRITES: dict[str, Callable[[HttpRequest, Tournament, Series, dict[str, Any]], str]] = {
    "swap": _swap,
    "join": _join,
    "leave": _leave,
}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def player_replace(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Somebody else plays on under this start number. Five statements, user and session included."""
    tournament = find_tournament(slug)
    entry = get_object_or_404(tournament.entries.select_related("tournament"), number=number)
    form = ReplaceForm(request.POST or None)
    stored = {"name": entry.name, "club": entry.club}
    if request.method == "POST" and form.is_valid() and not is_outdated(request, stored):
        try:
            after = replace_player(by=typist(request), entry=entry, **form.cleaned_data)
        except Refused as refused:
            report(request, refused)
        else:
            values = {"name": after.name, "before": entry.name, "number": number}
            messages.success(request, _("%(name)s plays on for %(before)s, number %(number)d.") % values)
            return redirect("player_edit", slug, number)
    context = {**shell(tournament, "players", series_states(tournament)), "entry": entry, "form": form}
    context["seen"] = seen(stored)
    status = UNPROCESSABLE if request.method == "POST" else 200
    return render(request, "player_replace.html", context, status=status)
