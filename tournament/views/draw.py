"""Draw: preview from a seed, confirm, look at the plan, undo."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.seating import Method, Plan, SeatingError
from tournament.actions._base import Refused
from tournament.actions.seating import seat_series, undo_draw
from tournament.forms.draw import DrawForm, faces, is_left_to_the_machine
from tournament.models import Tournament
from tournament.queries.proposals import (
    Lottery,
    Proposal,
    most_steps,
    propose,
    ranked_field,
    ties_at_a_cut,
)
from tournament.queries.rankings import RANKED, ranked_draws
from tournament.queries.seating import (
    Field,
    field_for,
    figures,
    next_series,
    plan_tables,
    roll_dice,
    seated_tables,
    sheets,
)
from tournament.queries.standings import SeriesState, current_series, series_states
from tournament.views._shell import UNPROCESSABLE, find_tournament, report, shell, typist
from tournament.wording import (
    METHODS,
    listed,
    method_word,
    outdated_sentence,
    seating_sentence,
    tables_sentence,
    tie_sentence,
)

# How long the best plan so far stands before the search goes on.
SECONDS_TO_LOOK = 1


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
    """The plan of a series, or the way to it.

    Eight statements at most, user and session included; four more where a standing is used.
    """
    return _page(request, find_tournament(slug), number)


def _page(request: HttpRequest, tournament: Tournament, number: int, status: int = 200) -> HttpResponse:
    """The stored plan, or the form with the preview that the address asks for."""
    seated = seated_tables(tournament)
    following = next_series(seated)
    _check_there(number, seated)
    plans = {series: tuple(tables.values()) for series, tables in seated.items()}
    states = series_states(tournament)
    context = {
        **shell(tournament, "draw", states),
        "number": number,
        "numbers": sorted({*seated, following, max(seated, default=0) + 1}),
    }
    if number in seated:
        context |= _plan(tournament, number, plans, seated[number])
        return render(request, "draw_plan.html", context, status=status)
    if request.method == "GET" and wants_dice(request):
        return redirect(with_dice(request, reverse("draw_series", args=[tournament.slug, number])))
    asked = request.POST if request.method == "POST" else request.GET
    more, faulty = _preview(asked, tournament, number, plans, states)
    return searching(request, "draw.html", context | more, UNPROCESSABLE if faulty else status)


def searching(request: HttpRequest, template: str, context: dict[str, Any], status: int) -> HttpResponse:
    """A preview; while its search runs the page goes on by itself, with or without JavaScript."""
    on = context.get("search_on") if request.method == "GET" and "search" in request.GET else None
    response = render(request, template, context | {"running": on is not None}, status=status)
    if on is not None:
        response["Refresh"] = f"{SECONDS_TO_LOOK};url=?{on.urlencode()}"
    return response


def _check_there(number: int, seated: Collection[int]) -> None:
    """A page for every drawn series and for the next one, no others."""
    if number not in seated and not 1 <= number <= max(seated, default=0) + 1:
        raise Http404


def wants_dice(request: HttpRequest) -> bool:
    """A preview is asked for, and nothing came from the hall."""
    return "method" in request.GET and is_left_to_the_machine(request.GET.get("seed", ""))


def with_dice(request: HttpRequest, address: str) -> str:
    """The address with dice thrown by the machine: reloading shows the same plan again."""
    asked = request.GET.copy()
    asked["seed"] = roll_dice()
    return f"{address}?{asked.urlencode()}"


def _preview(
    asked: QueryDict,
    tournament: Tournament,
    number: int,
    plans: dict[int, Plan],
    states: Sequence[SeriesState],
) -> tuple[dict[str, Any], bool]:
    """The form, and the plan it asks for; whether something hinders it."""
    method = asked.get("method", "")
    field = ranked_field(tournament, number, Method(method) if method in RANKED else Method.RANDOM, plans)
    context = about_field(field) | {
        "methods": list(_methods(field, number, method)),
        "method": method or Method.NO_REMATCH,
    }
    if "method" not in asked:
        return context | {"form": DrawForm()}, False
    form = DrawForm(asked, most_steps=most_steps(len(field.playing)))
    context["form"] = form
    if not form.is_valid():
        return context, True
    lottery = Lottery(**form.cleaned_data)
    context |= {"faces": faces(lottery.seed)}
    try:
        proposal = propose(field, (number,), lottery)
    except SeatingError as error:
        return context | {"hindrances": [seating_sentence(sentence) for sentence in error.sentences]}, True
    tables = dict(enumerate(proposal.plans[0], 1))
    return context | about_proposal(field, proposal) | {
        "rows": [(table, None) for table in plan_tables(field, tables)],
        "warnings": _warnings(field, lottery.method, number, states),
    }, False


def _methods(field: Field, number: int, chosen: str) -> Iterator[tuple[Method, Any]]:
    """What can be chosen: nothing by standing before the first series, no tandem blocks without tandems."""
    tandems = any(entry.tandem for entry in field.playing)
    for method, word in METHODS.items():
        possible = not method.ranked or (number > 1 and (method is not Method.TANDEM or tandems))
        if possible or method == chosen:
            yield method, word


def about_field(field: Field) -> dict[str, Any]:
    """Who is there, and how many tables that makes."""
    return {
        "present": len(field.playing),
        "tables": tables_sentence(len(field.playing)),
        "absent": field.absent,
        "proposal": None,
    }


def about_proposal(field: Field, proposal: Proposal) -> dict[str, Any]:
    """The figures of a proposal, and the addresses that lead on from it."""
    lottery = proposal.lottery
    again = {"method": lottery.method.value, "seed": lottery.seed}
    here = again | {"attempt": lottery.attempt}
    return {
        "proposal": proposal,
        "lines": figures(field, proposal.plans).lines,
        "notes": [seating_sentence(note) for note in proposal.notes],
        "next_attempt": _query(again | {"attempt": lottery.attempt + 1}),
        "search_on": _query(here | {"steps": proposal.more_steps, "search": "on"})
        if proposal.more_steps
        else None,
        "search_end": _query(here | {"steps": proposal.draws.steps}),
        "most_steps": most_steps(len(field.playing)),
    }


def _query(values: dict[str, Any]) -> QueryDict:
    query = QueryDict(mutable=True)
    query.update(values)
    return query


def _warnings(field: Field, method: Method, number: int, states: Sequence[SeriesState]) -> list[str]:
    """What a draw by standing should know: sheets that are missing, ties that no lot has decided."""
    if method not in RANKED:
        return []
    missing = [state for state in states if state.number < number and state.tables and not state.complete]
    sentences = [
        _(
            "Series %(number)d is not complete: %(entered)d of %(tables)d sheets are in. The standing is that of now."
        )
        % {"number": state.number, "entered": state.entered, "tables": state.tables}
        for state in missing
    ]
    ties = ties_at_a_cut(field, method)
    return sentences + [
        tie_sentence([entry.name for entry in tie], tandems=method is Method.TANDEM) for tie in ties
    ]


def _plan(
    tournament: Tournament, number: int, plans: dict[int, Plan], tables: dict[int, tuple[int, ...]]
) -> dict[str, Any]:
    """A stored plan with how it came about. Three statements, four more where standings were used."""
    rows = list(tournament.series.order_by("number"))
    series = next(row for row in rows if row.number == number)
    states = sheets(tournament, number)
    field = field_for(tournament, [number], plans)
    begun = series.closed or any(sheet.begun for sheet in states.values())
    return {
        "series": series,
        "method_word": method_word(series.draw_method),
        "faces": faces(series.draw_seed),
        "rows": [(table, states[table.number]) for table in plan_tables(field, tables)],
        "lines": figures(field, [tuple(tables.values())]).lines,
        "planned_with": [other for other in series.draw_together if other != number and other in plans],
        "remarks": [] if begun else _seat_remarks(field, tables),
        "can_undo": not begun,
        "outdated": [outdated_sentence(one.series) for one in ranked_draws(tournament, rows) if one.outdated],
    }


def _seat_remarks(field: Field, tables: Mapping[int, Sequence[int]]) -> list[str]:
    """Who sits in the plan and has left, and who has come and sits nowhere."""
    seated = {number: table for table, numbers in tables.items() for number in numbers}
    gone = [
        _("%(name)s, table %(table)d") % {"name": field.entries[number].name, "table": table}
        for number, table in sorted(seated.items())
        if field.entries[number].withdrawn
    ]
    come = [entry.name for entry in field.playing if entry.number not in seated]
    sentences = [(_("Withdrawn, but still in this plan: %(names)s."), gone)]
    sentences.append((_("Present, but without a seat in this plan: %(names)s."), come))
    return [sentence % {"names": listed(names)} for sentence, names in sentences if names]


@login_required
@require_POST
def draw_confirm(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Store the plan that was shown, drawn again from the same seed; anything that changed since is told."""
    tournament = find_tournament(slug)
    _check_there(number, seated_tables(tournament))
    try:
        proposal = shown_proposal(request, tournament, number)
        if proposal is None:
            messages.error(request, _("Please look at a preview first. Nothing was saved."))
            return _page(request, tournament, number, UNPROCESSABLE)
        seat_series(by=typist(request), tournament=tournament, proposal=proposal)
    except SeatingError:
        # The page says what hinders the draw now.
        return _page(request, tournament, number, UNPROCESSABLE)
    except Refused as refused:
        report(request, refused)
        return _page(request, tournament, number, UNPROCESSABLE)
    messages.success(request, _("Series %(number)d is drawn.") % {"number": number})
    return redirect("draw_series", slug, number)


def shown_proposal(request: HttpRequest, tournament: Tournament, number: int) -> Proposal | None:
    """The plan of a preview, from the choice and the field it shows; None without a preview."""
    method = request.POST.get("method", "")
    field = ranked_field(tournament, number, Method(method) if method in RANKED else Method.RANDOM)
    form = DrawForm(request.POST, most_steps=most_steps(len(field.playing)))
    if not form.is_valid() or not form.cleaned_data["seed"]:
        return None
    proposal = propose(field, (number,), Lottery(**form.cleaned_data))
    return proposal.shown_as(request.POST.get("fingerprint", ""))


@login_required
@require_POST
def draw_undo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take a plan back: its series number must be typed, and nothing may have been entered."""
    tournament = find_tournament(slug)
    _check_there(number, seated_tables(tournament))
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
