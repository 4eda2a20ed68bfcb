"""Draw: preview from a seed, confirm, look at the plan, undo."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.seating import Method, SeatingError
from tournament.actions._base import Refused
from tournament.actions.seating import seat_series, undo_draw
from tournament.forms.draw import METHODS, DrawForm, faces
from tournament.models import Tournament
from tournament.queries.seating import (
    Field,
    Proposal,
    field_for,
    figures,
    next_series,
    plan_tables,
    propose,
    roll_dice,
    seated_tables,
    sheets,
)
from tournament.queries.standings import current_series, series_states
from tournament.views._shell import UNPROCESSABLE, find_tournament, report, shell, typist
from tournament.wording import seating_sentence, tables_sentence


@login_required
@require_safe
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """To the series the day is at: the one that runs, else the next to draw."""
    states = series_states(find_tournament(slug))
    now = current_series(states)
    if now is not None and not now.complete:
        return redirect("draw_series", slug, now.number)
    return redirect("draw_series", slug, next_series(state.number for state in states if state.tables))


@login_required
@require_safe
def draw_series(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The plan of a series, or the way to it. Eight statements at most, user and session included."""
    return _page(request, find_tournament(slug), number)


def _page(request: HttpRequest, tournament: Tournament, number: int, status: int = 200) -> HttpResponse:
    """The stored plan, or the form with the preview that the address asks for."""
    seated = seated_tables(tournament)
    following = next_series(seated)
    if number not in seated and not 1 <= number <= max(seated, default=0) + 1:
        raise Http404
    plans = {series: tuple(tables.values()) for series, tables in seated.items()}
    field = field_for(tournament, number, plans)
    context = {
        **shell(tournament, "draw", series_states(tournament)),
        "number": number,
        "numbers": sorted({*seated, following, max(seated, default=0) + 1}),
        "field": field,
        "last_table": len(seated.get(number, ())),
    }
    if number in seated:
        context |= _plan(tournament, number, field, seated[number])
        return render(request, "draw_plan.html", context, status=status)
    if request.method == "GET" and "method" in request.GET and not request.GET.get("seed", "").strip():
        return redirect(_with_dice(request, tournament, number))
    asked = request.POST if request.method == "POST" else request.GET
    more, faulty = _preview(asked, field, number)
    return render(request, "draw.html", context | more, status=UNPROCESSABLE if faulty else status)


def _with_dice(request: HttpRequest, tournament: Tournament, number: int) -> str:
    """The same address with dice thrown by the machine: reloading shows the same plan again."""
    asked = request.GET.copy()
    asked["seed"] = roll_dice()
    return f"{reverse('draw_series', args=[tournament.slug, number])}?{asked.urlencode()}"


def _preview(asked: QueryDict, field: Field, number: int) -> tuple[dict[str, Any], bool]:
    """The form, and the plan it asks for; whether something hinders it."""
    seaters = field.seaters
    context: dict[str, Any] = {
        "present": len(seaters),
        "tables": tables_sentence(len(seaters)),
        "absent": field.absent,
        "methods": METHODS.items(),
        "method": Method.NO_REMATCH,
        "proposal": None,
    }
    if "method" not in asked:
        return context | {"form": DrawForm()}, False
    form = DrawForm(asked)
    context["form"] = form
    if not form.is_valid():
        return context | {"method": asked["method"]}, True
    wanted = form.cleaned_data
    context |= {"method": wanted["method"], "seed": wanted["seed"], "faces": faces(wanted["seed"])}
    try:
        proposal = propose(field, number, **wanted)
    except SeatingError as error:
        return context | {"hindrances": [seating_sentence(sentence) for sentence in error.sentences]}, True
    tables = dict(enumerate(proposal.draw.plan, 1))
    context |= {
        "proposal": proposal,
        "rows": [(table, None) for table in plan_tables(field, tables)],
        "lines": figures(field, proposal.draw.plan).lines,
        "notes": [seating_sentence(note) for note in proposal.draw.notes],
        "next_attempt": QueryDict(mutable=True),
    }
    context["next_attempt"].update(
        {"method": wanted["method"], "seed": wanted["seed"], "attempt": wanted["attempt"] + 1}
    )
    return context, False


def _plan(
    tournament: Tournament, number: int, field: Field, tables: dict[int, tuple[int, ...]]
) -> dict[str, Any]:
    """A stored plan with how it came about. Two statements."""
    series = tournament.series.get(number=number)
    states = sheets(tournament, number)
    return {
        "series": series,
        "method_word": _method_word(series.draw_method),
        "faces": faces(series.draw_seed),
        "rows": [(table, states[table.number]) for table in plan_tables(field, tables)],
        "lines": figures(field, tuple(tables.values())).lines,
        "can_undo": not series.closed and not any(sheet.begun for sheet in states.values()),
    }


def _method_word(method: str) -> str:
    """How the series was drawn, also by a method that the form does not offer; nothing for a plan from a file."""
    words = {str(known): str(word) for known, word in METHODS.items()}
    words |= {Method.STANDING.value: _("By standing"), Method.TANDEM.value: _("Tandem blocks")}
    return words.get(method, "")


@login_required
@require_POST
def draw_confirm(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Store the plan that was shown, drawn again from the same seed; anything that changed since is told."""
    tournament = find_tournament(slug)
    form = DrawForm(request.POST)
    if not form.is_valid() or not form.cleaned_data["seed"]:
        messages.error(request, _("Please look at a preview first. Nothing was saved."))
        return _page(request, tournament, number, UNPROCESSABLE)
    try:
        proposal = propose(field_for(tournament, number), number, **form.cleaned_data)
        shown = Proposal(
            number,
            proposal.method,
            proposal.seed,
            proposal.attempt,
            request.POST.get("fingerprint", ""),
            proposal.draw,
        )
        seat_series(by=typist(request), tournament=tournament, series_number=number, draw=shown)
    except SeatingError:
        # The page says what hinders the draw now.
        return _page(request, tournament, number, UNPROCESSABLE)
    except Refused as refused:
        report(request, refused)
        return _page(request, tournament, number, UNPROCESSABLE)
    messages.success(request, _("Series %(number)d is drawn.") % {"number": number})
    return redirect("draw_series", slug, number)


@login_required
@require_POST
def draw_undo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take a plan back: its series number must be typed, and nothing may have been entered."""
    tournament = find_tournament(slug)
    typed = request.POST.get("typed", "").strip()
    if typed != str(number):
        messages.error(
            request,
            _("Please type the number %(number)d to undo this draw. Nothing was changed.")
            % {"number": number},
        )
        return _page(request, tournament, number, UNPROCESSABLE)
    try:
        undo_draw(by=typist(request), tournament=tournament, series_number=number)
    except Refused as refused:
        report(request, refused)
        return _page(request, tournament, number, UNPROCESSABLE)
    messages.success(request, _("The draw of series %(number)d is undone.") % {"number": number})
    return redirect("draw_series", slug, number)
