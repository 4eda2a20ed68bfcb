"""The whole plan: every series of which nothing was typed yet, drawn together."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.seating import Method, SeatingError
from tournament.actions._base import Refused
from tournament.actions.seating import seat_series
from tournament.forms.draw import METHODS_TOGETHER, WholePlanForm, faces
from tournament.models import Tournament
from tournament.queries.proposals import Lottery, Proposal, most_steps, propose, whole_field
from tournament.queries.seating import Field, plan_tables
from tournament.queries.standings import series_states
from tournament.views._shell import UNPROCESSABLE, find_tournament, report, shell, typist
from tournament.views.draw import about_field, about_proposal, searching, wants_dice, with_dice
from tournament.wording import seating_sentence

USUAL_SERIES = 3


@login_required
@require_safe
def draw_whole(request: HttpRequest, slug: str) -> HttpResponse:
    """The way to a plan of all series, and its preview. Seven statements, user and session included."""
    tournament = find_tournament(slug)
    if wants_dice(request):
        return redirect(with_dice(request, reverse("draw_whole", args=[slug])))
    return _page(request, tournament, request.GET)


def _page(request: HttpRequest, tournament: Tournament, asked: QueryDict, status: int = 200) -> HttpResponse:
    states = series_states(tournament)
    seated = [state.number for state in states if state.tables]
    usual = max(USUAL_SERIES, max(seated, default=0))
    last = asked.get("last", "")
    numbers, planned, field = whole_field(tournament, int(last) if _is_number(last) else usual)
    if not numbers and not last:
        # All of the usual ones have begun: the next one is what is left to plan.
        usual += 1
        numbers, planned, field = whole_field(tournament, usual)
    begun = [number for number in seated if number not in planned and (not numbers or number < max(numbers))]
    context = {
        **shell(tournament, "draw", states),
        **about_field(field),
        "methods": METHODS_TOGETHER.items(),
        "method": asked.get("method", Method.NO_REMATCH),
        "last": last or usual,
        "numbers": numbers,
        "planned": planned,
        "staying": begun,
        "replace": asked.get("replace"),
    }
    more, faulty = _preview(asked, numbers, field)
    return searching(request, "draw_whole.html", context | more, UNPROCESSABLE if faulty else status)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 2


def _preview(asked: QueryDict, numbers: tuple[int, ...], field: Field) -> tuple[dict[str, Any], bool]:
    """The form, and the plans it asks for; whether something hinders them."""
    if "method" not in asked:
        return {"form": WholePlanForm()}, False
    form = WholePlanForm(asked, most_steps=most_steps(len(field.playing)))
    context: dict[str, Any] = {"form": form}
    if not form.is_valid():
        return context, True
    if not numbers:
        sentence = _("Something was typed in every series up to this one: their plans stay.")
        return context | {"hindrances": [sentence]}, True
    lottery = _lottery(form)
    try:
        proposal = propose(field, numbers, lottery)
    except SeatingError as error:
        return context | {"hindrances": [seating_sentence(sentence) for sentence in error.sentences]}, True
    drawn = zip(numbers, proposal.plans, strict=True)
    context |= about_proposal(field, proposal)
    for query in (context["next_attempt"], context["search_on"], context["search_end"]):
        if query is not None:
            query["last"] = form.cleaned_data["last"]
    return context | {
        "faces": faces(lottery.seed),
        "series_tables": [
            (
                number,
                [(table, None) for table in plan_tables(_others(field, proposal, number), _numbered(plan))],
            )
            for number, plan in drawn
        ],
    }, False


def _lottery(form: WholePlanForm) -> Lottery:
    values = form.cleaned_data
    return Lottery(values["method"], values["seed"], values["attempt"], values["steps"])


def _numbered(plan: tuple[tuple[int, ...], ...]) -> dict[int, tuple[int, ...]]:
    return dict(enumerate(plan, 1))


def _others(field: Field, proposal: Proposal, number: int) -> Field:
    """The field as one series of the proposal sees it: the other new plans are past too."""
    others = (plan for other, plan in zip(proposal.numbers, proposal.plans, strict=True) if other != number)
    return Field(field.entries, (*field.past, *others))


@login_required
@require_POST
def draw_whole_confirm(request: HttpRequest, slug: str) -> HttpResponse:
    """Store all plans of the preview at once; plans they replace must be given up expressly."""
    tournament = find_tournament(slug)
    last = request.POST.get("last", "")
    numbers, planned, field = whole_field(tournament, int(last) if _is_number(last) else 0)
    form = WholePlanForm(request.POST, most_steps=most_steps(len(field.playing)))
    if not form.is_valid() or not form.cleaned_data["seed"]:
        messages.error(request, _("Please look at a preview first. Nothing was saved."))
        return _page(request, tournament, request.POST, UNPROCESSABLE)
    if planned and not request.POST.get("replace"):
        messages.error(request, _("Please tick that the earlier plans are given up. Nothing was saved."))
        return _page(request, tournament, request.POST, UNPROCESSABLE)
    try:
        if not numbers:
            return _page(request, tournament, request.POST, UNPROCESSABLE)
        proposal = propose(field, numbers, _lottery(form))
        shown = proposal.shown_as(request.POST.get("fingerprint", ""))
        seat_series(by=typist(request), tournament=tournament, proposal=shown, replace=bool(planned))
    except SeatingError:
        return _page(request, tournament, request.POST, UNPROCESSABLE)
    except Refused as refused:
        report(request, refused)
        return _page(request, tournament, request.POST, UNPROCESSABLE)
    messages.success(request, _("The series are drawn."))
    return redirect("draw_series", slug, numbers[0])
