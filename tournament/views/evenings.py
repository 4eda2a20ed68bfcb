"""The club evening: one table under any rule set, its pad and its rounds."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.rulesets import RULESETS
from tournament.actions._base import Refused
from tournament.actions.evenings import (
    STALE,
    EveningValues,
    change_evening,
    create_evening,
    delete_evening,
    delete_round,
    record_round,
    undo_round,
)
from tournament.documents import PdfUnavailable, document_of_evening
from tournament.forms.evenings import (
    EveningForm,
    RoundTyped,
    empty_round,
    endings,
    evening_initial,
    read_round,
    round_of,
)
from tournament.models import Evening
from tournament.queries import evenings as queries
from tournament.views._shell import UNPROCESSABLE, report, typist
from tournament.views.prints import pdf_response, pdf_unavailable


def find_evening(slug: str) -> Evening:
    """The evening of an address, or 404."""
    return get_object_or_404(Evening, slug=slug)


@login_required
@require_safe
def evenings(request: HttpRequest) -> HttpResponse:
    """All evenings, and the rule sets a new one can be played by."""
    return render(request, "evenings.html", {"evenings": queries.evenings(), "rulesets": RULESETS.values()})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def evening_create(request: HttpRequest, ruleset: str) -> HttpResponse:
    """A new evening under one rule set."""
    if ruleset not in RULESETS:
        raise Http404
    rules = RULESETS[ruleset]
    initial = {"name": _("Club evening"), "date": timezone.localdate()}
    form = EveningForm(request.POST or None, rules=rules, initial=initial)
    if request.method == "POST" and form.is_valid():
        return redirect(create_evening(by=typist(request), ruleset=ruleset, values=_values(form)))
    context = {"form": form, "rules_title": rules.title}
    return render(request, "evening_form.html", context, status=_status(form))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def evening_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Names and agreements; the scoring only before the first round."""
    return _edit_page(request, find_evening(slug))


@login_required
@require_POST
def evening_delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete by typing the name; refused once a round is in."""
    evening = find_evening(slug)
    try:
        delete_evening(by=typist(request), evening=evening, typed_name=request.POST.get("typed", ""))
    except Refused as refused:
        report(request, refused)
        return _edit_page(request, evening, UNPROCESSABLE)
    messages.success(request, _("%(name)s is deleted.") % {"name": evening.name})
    return redirect("evenings")


def _edit_page(request: HttpRequest, evening: Evening, status: int = 200) -> HttpResponse:
    """The form, as typed or as stored; `status` when something else than this form was refused."""
    table = queries.table_of(evening)
    initial = evening_initial(
        name=evening.name,
        date=evening.date,
        players=list(table.names.values()),
        options=evening.options,
        agreements=evening.agreements,
        rounds=evening.rounds_agreed,
    )
    size = table.size if evening.rounds.exists() else None
    sent = request.method == "POST" and status == 200
    form = EveningForm(
        request.POST if sent else None, rules=RULESETS[evening.ruleset], size=size, initial=initial
    )
    if sent and form.is_valid():
        based_on, values = _based_on(request), _values(form)
        try:
            return redirect(
                change_evening(by=typist(request), evening=evening, based_on=based_on, values=values)
            )
        except Refused as refused:
            form.add_error(None, list(refused.sentences))
            evening.refresh_from_db()
    context = {"form": form, "rules_title": table.title, "evening": evening, "begun": size is not None}
    return render(request, "evening_form.html", context, status=max(status, _status(form)))


def _values(form: EveningForm) -> EveningValues:
    cleaned = form.cleaned_data
    return EveningValues(
        cleaned["name"], cleaned["date"], form.players, form.options, form.agreements, cleaned["rounds"]
    )


def _status(form: EveningForm) -> int:
    return UNPROCESSABLE if form.errors else 200


@require_safe
def evening(request: HttpRequest, slug: str) -> HttpResponse:
    """The pad, open to whoever knows the address; with a login the next round below it. Six statements."""
    return _evening_page(request, find_evening(slug))


@login_required
@require_POST
def evening_record(request: HttpRequest, slug: str) -> HttpResponse:
    """The next round; with anything wrong or unusual the page again, everything typed kept."""
    evening = find_evening(slug)
    table = queries.table_of(evening)
    typed = read_round(request.POST, table.size)
    judged = _judged(table, queries.rounds_of(table), typed)
    try:
        _record(request, evening, typed, judged)
    except Refused as refused:
        return _refused(request, refused, evening, typed, judged)
    return redirect(evening)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def evening_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One round to correct or delete, with everything it once was."""
    evening = find_evening(slug)
    table = queries.table_of(evening)
    rounds = queries.rounds_of(table)
    stored = next((one for one in rounds if one.number == number), None)
    if stored is None:
        raise Http404
    earlier = [one for one in rounds if one.number < number]
    if request.method != "POST":
        typed = round_of(stored.game, stored.confirmed, evening.version)
        said = queries.judge(table, earlier, stored.game, ticks=typed.ticks)
        return _round_page(request, table, number, typed, said)
    typed = read_round(request.POST, table.size)
    judged = _judged(table, earlier, typed)
    try:
        _record(request, evening, typed, judged, number)
    except Refused as refused:
        typed = _answer(request, refused, evening, typed)
        return _round_page(request, table, number, typed, judged, status=UNPROCESSABLE)
    messages.success(request, _("Round %(number)d is corrected.") % {"number": number})
    return redirect(evening)


@login_required
@require_POST
def evening_round_delete(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Delete a round; the page offers to take that back."""
    evening = find_evening(slug)
    try:
        delete_round(by=typist(request), evening=evening, based_on=_based_on(request), number=number)
    except Refused as refused:
        return _nothing_done(request, refused, evening)
    messages.success(request, _("Round %(number)d is deleted.") % {"number": number})
    return redirect(evening)


@login_required
@require_POST
def evening_undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the last change back."""
    evening = find_evening(slug)
    try:
        number = undo_round(by=typist(request), evening=evening, based_on=_based_on(request))
    except Refused as refused:
        return _nothing_done(request, refused, evening)
    messages.success(request, _("Round %(number)d is as it was before.") % {"number": number})
    return redirect(evening)


def _nothing_done(request: HttpRequest, refused: Refused, evening: Evening) -> HttpResponse:
    """Nothing was typed here: a click that came late, or twice, only needs a look at the pad."""
    if refused.code == STALE:
        refused = Refused(
            _("The pad has changed meanwhile. Nothing was taken back; please look at it again.")
        )
        evening.refresh_from_db()
    report(request, refused)
    return _evening_page(request, evening, status=UNPROCESSABLE)


@login_required
@require_safe
def evening_document(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """The pad, filled or blank, or the house rules: as PDF, or with `format=html` as a page for the browser."""
    evening = find_evening(slug)
    if kind not in queries.PRINT_KINDS:
        raise Http404
    paper = document_of_evening(queries.evening_print(evening, kind))
    if request.GET.get("format") == "html":
        return HttpResponse(paper.page(evening.get_absolute_url()))
    try:
        return pdf_response(f"{slug}-{paper.file_name}.pdf", paper.pdf())
    except PdfUnavailable as unavailable:
        return pdf_unavailable(request, paper, unavailable)


def _based_on(request: HttpRequest) -> int:
    return read_round(request.POST, 0).based_on or 0


def _judged(
    table: queries.Table, earlier: list[queries.StoredRound], typed: RoundTyped
) -> queries.Judged | None:
    """What the engine says; None when a choice is none of those offered."""
    if not typed.is_known:
        return None
    game, unread = typed.read(table.rules)
    return queries.judge(table, earlier, game, unread, typed.ticks)


def _record(
    request: HttpRequest,
    evening: Evening,
    typed: RoundTyped,
    judged: queries.Judged | None,
    number: int | None = None,
) -> None:
    if judged is None or typed.based_on is None:
        raise Refused(_("Please choose who dealt and how the round ended."))
    if not judged.is_good:
        raise Refused(_("Not saved yet: please look at what is marked."))
    record_round(
        by=typist(request),
        evening=evening,
        based_on=typed.based_on,
        game=judged.game,
        ticks=typed.ticks,
        number=number,
    )


def _answer(request: HttpRequest, refused: Refused, evening: Evening, typed: RoundTyped) -> RoundTyped:
    """Say why; after somebody else's write the fields are based on what stands there now."""
    report(request, refused)
    if refused.code != STALE:
        return typed
    evening.refresh_from_db()
    return typed.based(evening.version)


def _refused(
    request: HttpRequest,
    refused: Refused,
    evening: Evening,
    typed: RoundTyped,
    judged: queries.Judged | None,
) -> HttpResponse:
    typed = _answer(request, refused, evening, typed)
    return _evening_page(request, evening, typed, judged, status=UNPROCESSABLE)


def _evening_page(
    request: HttpRequest,
    evening: Evening,
    typed: RoundTyped | None = None,
    judged: queries.Judged | None = None,
    status: int = 200,
) -> HttpResponse:
    table = queries.table_of(evening)
    pad = queries.pad(table, queries.rounds_of(table))
    context: dict[str, Any] = {"evening": evening, "pad": pad}
    if request.user.is_authenticated:
        typed = typed or empty_round(table.size, pad.dealer, evening.version)
        context |= _fields(table, typed, judged) | {"last": queries.last_change(evening)}
    return render(request, "evening.html", context, status=status)


def _round_page(
    request: HttpRequest,
    table: queries.Table,
    number: int,
    typed: RoundTyped,
    judged: queries.Judged | None,
    status: int = 200,
) -> HttpResponse:
    context = _fields(table, typed, judged) | {
        "evening": table.evening,
        "number": number,
        "versions": queries.versions(table, number),
    }
    return render(request, "evening_round.html", context, status=status)


def _fields(table: queries.Table, typed: RoundTyped, judged: queries.Judged | None) -> dict[str, Any]:
    """What the fields of a round need: names, what stands in them, and what is said to it."""
    notes = judged.notes if judged else ()
    return {
        "table": table,
        "typed": typed,
        "endings": endings(table.rules, table.size),
        "seats": [
            {
                "typed": seat,
                "name": table.names[seat.position],
                "notes": [note for note in notes if note.seat == seat.position],
                "sits_out": seat.position == typed.dealer and table.size in table.rules.dealer_sits_out_at,
            }
            for seat in typed.seats
        ],
        "general": [note for note in notes if note.seat is None],
        "has_opening": table.rules.scheme != "laid",
        "has_laid": table.rules.scheme == "laid",
        "has_boni": bool(table.rules.only_joker or table.rules.first_opener),
    }
