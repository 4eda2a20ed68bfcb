"""Entry: the table field, the sheet of a table, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.actions._base import Refused
from tournament.actions.results import (
    GONE,
    Saved,
    check_off,
    close_table,
    drop_draft,
    keep_draft,
    reopen_table,
    save_sheet,
    take_over_draft,
    undo_save,
)
from tournament.forms._fields import TextField
from tournament.forms.sheet import SheetForm, table_number, whole_number
from tournament.models import REASON_LENGTH, Table, Tournament
from tournament.queries.entry import (
    Sheet,
    Stored,
    Typed,
    series_tables,
    sheet,
    stored_sheet,
    strip_of,
    typed_or_stored,
)
from tournament.queries.standings import current_series, series_states
from tournament.views._shell import UNPROCESSABLE, find_tournament, report, shell, typist

# The last sheet somebody saved, for the line with its undo.
LAST = "entry_saved"
# What stands in the fold below the sheet.
BELOW = {"entry_close", "entry_check_off"}


@login_required
@require_safe
def entry(request: HttpRequest, slug: str) -> HttpResponse:
    """The series the day is at."""
    tournament = find_tournament(slug)
    states = series_states(tournament)
    now = current_series(states)
    if now is None:
        return render(request, "entry_none.html", shell(tournament, "entry", states))
    return redirect("entry_series", slug, now.number)


@login_required
@require_safe
def entry_series(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """The table field: a number leads to its sheet, a wrong one says which there are."""
    tournament = find_tournament(slug)
    tables = series_tables(tournament, series)
    typed = request.GET.get("table")
    if typed is None:
        return _series_page(request, tournament, series, tables)
    number = table_number(typed)
    if number in {table.number for table in tables}:
        return redirect("entry_sheet", slug, series, number)
    return _series_page(request, tournament, series, tables, typed=typed, status=UNPROCESSABLE)


@login_required
@require_safe
def entry_sheet(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """The sheet of one table, with whatever was typed and not saved yet."""
    tournament = find_tournament(slug)
    tables = series_tables(tournament, series)
    found = next((one for one in tables if one.number == table), None)
    if found is None:
        return _series_page(request, tournament, series, tables, typed=str(table), status=404)
    stored = stored_sheet(tournament, found, request.user.pk)
    return _sheet_page(request, tournament, tables, stored, typed_or_stored(stored))


@login_required
@require_POST
def entry_check(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Keep what is typed and answer with what the engine says to it."""
    tournament, stored = _posted_sheet(request, slug, series, table)
    typed, _why = _typed(request)
    try:
        kept = _keep(request, stored, typed)
    except Refused as refused:
        if _is_script(request):
            # The page that is opened next says why.
            report(request, refused)
            return HttpResponse(status=UNPROCESSABLE)
        return _refused_page(request, tournament, stored.table, refused, typed)
    if _is_script(request):
        return render(request, "_entry_live.html", {"tournament": tournament, "sheet": kept})
    if "aside" in request.POST:
        messages.success(
            request, _("Table %(number)d is put aside. All you typed is kept.") % {"number": table}
        )
        return redirect("entry_series", slug, series)
    return redirect("entry_sheet", slug, series, table)


@login_required
@require_POST
def entry_save(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Save the sheet and go back to the table field, or show it again with everything that keeps it back."""
    tournament, stored = _posted_sheet(request, slug, series, table)
    typed, why = _typed(request)
    try:
        _keep(request, stored, typed)
        saved = save_sheet(
            by=typist(request), tournament=tournament, table=stored.table, typed=typed, why=why
        )
    except Refused as refused:
        return _refused_page(request, tournament, stored.table, refused, typed, why)
    _remember(request, tournament, stored.table, saved)
    return redirect("entry_series", slug, series)


@login_required
@require_POST
def entry_undo(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Take the last save back; the sheet opens with what was typed."""
    tournament, stored = _posted_sheet(request, slug, series, table)
    version = whole_number(request.POST.get("version", ""))
    request.session.pop(LAST, None)
    try:
        undo_save(by=typist(request), tournament=tournament, table=stored.table, version=version)
    except Refused as refused:
        if refused.code != GONE:
            stored = stored_sheet(tournament, stored.table, request.user.pk)
        return _refused_page(request, tournament, stored.table, refused, typed_or_stored(stored))
    messages.success(
        request,
        _("Table %(number)d counts again as it did before. What you typed is here as a draft.")
        % {"number": table},
    )
    return redirect("entry_sheet", slug, series, table)


@login_required
@require_POST
def entry_close(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Time is up at this table, or it plays on after all."""
    tournament, stored = _posted_sheet(request, slug, series, table)
    typed, _why = _typed(request)
    try:
        kept = _keep(request, stored, typed)
        if "reopen" in request.POST:
            reopen_table(by=typist(request), tournament=tournament, table=stored.table)
            said = _("Table %(number)d plays on.")
        else:
            said = _("The games of table %(number)d end here.")
            close_table(
                by=typist(request),
                tournament=tournament,
                table=stored.table,
                after_game=table_number(request.POST.get("after_game", "")),
                reason=_reason(request),
            )
    except Refused as refused:
        return _refused_page(request, tournament, stored.table, refused, typed)
    if kept.unsaved:
        said = f"{said} {_('What is typed is not saved yet: please save the sheet.')}"
    messages.success(request, said % {"number": table})
    return redirect("entry_sheet", slug, series, table)


@login_required
@require_POST
def entry_discard(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Forget what was typed and show the sheet as it is saved."""
    _tournament, stored = _posted_sheet(request, slug, series, table)
    drop_draft(by=typist(request), table=stored.table)
    messages.success(request, _("This is the sheet as it is saved."))
    return redirect("entry_sheet", slug, series, table)


@login_required
@require_POST
def entry_check_off(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """The sheet was compared with the paper: what is typed and what is saved must be the same."""
    tournament, stored = _posted_sheet(request, slug, series, table)
    typed, why = _typed(request)
    checked = "undo" not in request.POST
    try:
        if _keep(request, stored, typed).unsaved:
            raise Refused(_("Something here is not saved yet. Please save the sheet first, then compare it."))
        check_off(
            by=typist(request),
            tournament=tournament,
            table=stored.table,
            version=typed.based_on,
            checked=checked,
        )
    except Refused as refused:
        return _refused_page(request, tournament, stored.table, refused, typed, why)
    if not checked:
        return redirect("entry_sheet", slug, series, table)
    messages.success(request, _("Table %(number)d is checked.") % {"number": table})
    return redirect("entry_series", slug, series)


@login_required
@require_POST
def entry_take_over(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Go on with what somebody else typed and did not save."""
    tournament, stored = _posted_sheet(request, slug, series, table)
    typed, why = _typed(request)
    try:
        _keep(request, stored, typed)
        take_over_draft(
            by=typist(request), table=stored.table, draft=whole_number(request.POST.get("draft", ""))
        )
    except Refused as refused:
        return _refused_page(request, tournament, stored.table, refused, typed, why)
    return redirect("entry_sheet", slug, series, table)


def _is_script(request: HttpRequest) -> bool:
    """The page itself asks while somebody types."""
    return request.headers.get("X-Requested-With") == "fetch"


def _posted_sheet(request: HttpRequest, slug: str, series: int, table: int) -> tuple[Tournament, Stored]:
    """The sheet somebody posts to, or 404."""
    tournament = find_tournament(slug)
    found = Table.objects.select_related("series").filter(
        series__tournament=tournament, series__number=series, number=table
    )
    if (row := found.first()) is None:
        raise Http404
    return tournament, stored_sheet(tournament, row, request.user.pk)


def _typed(request: HttpRequest) -> tuple[Typed, str]:
    form = SheetForm.read(request.POST)
    return Typed(form.texts, form.ticks, form.based_on), form.why


def _keep(request: HttpRequest, stored: Stored, typed: Typed) -> Sheet:
    """Keep the text of the whole sheet, faults included; a sheet that says what is saved is no draft."""
    found = sheet(stored, typed)
    if found.unsaved:
        draft = keep_draft(by=typist(request), table=stored.table, typed=typed)
        return replace(found, saved_at=draft.saved_at)
    if stored.draft is not None:
        drop_draft(by=typist(request), table=stored.table)
    return replace(found, saved_at=None)


def _remember(request: HttpRequest, tournament: Tournament, table: Table, saved: Saved) -> None:
    """Who sits there and what they have now, for the next page; saving the same twice leaves the line as it is."""
    last = request.session.get(LAST, {})
    key = {"slug": tournament.slug, "series": table.series.number, "table": table.number}
    same = last.items() >= {**key, "version": saved.version}.items()
    if saved.changed or not same:
        request.session[LAST] = {
            **key,
            "version": saved.version,
            "undo": saved.changed,
            "state": saved.state,
            "totals": saved.totals,
        }


def _last(request: HttpRequest, tournament: Tournament) -> dict[str, Any] | None:
    last: dict[str, Any] | None = request.session.get(LAST)
    return last if last and last["slug"] == tournament.slug else None


def _series_page(
    request: HttpRequest,
    tournament: Tournament,
    series: int,
    tables: Sequence[Table],
    *,
    typed: str | None = None,
    status: int = 200,
) -> HttpResponse:
    states = series_states(tournament)
    if series not in {state.number for state in states}:
        raise Http404
    context = shell(tournament, "entry", states) | {"series": series, "last": _last(request, tournament)}
    if not tables:
        return render(request, "entry_none.html", context)
    strip = strip_of(series, tables, start=whole_number(request.GET.get("from", "")))
    context |= {"strip": strip, "typed": typed, "fault": typed is not None}
    return render(request, "entry.html", context, status=status)


def _reason(request: HttpRequest) -> str:
    """Why a table ends early, fit to be printed and exported. Raises Refused."""
    field = TextField(longest=REASON_LENGTH, required=False)
    try:
        return str(field.clean(request.POST.get("reason", "")))
    except ValidationError as error:
        raise Refused(*error.messages) from error


def _asked_below(request: HttpRequest) -> bool:
    return request.resolver_match is not None and request.resolver_match.url_name in BELOW


def _sheet_page(
    request: HttpRequest,
    tournament: Tournament,
    tables: Sequence[Table],
    stored: Stored,
    typed: Typed,
    *,
    why: str = "",
    status: int = 200,
) -> HttpResponse:
    found = sheet(stored, typed)
    faults = found.errors or found.questions
    context = shell(tournament, "entry", series_states(tournament)) | {
        "series": stored.table.series.number,
        "sheet": found,
        "other_draft": stored.other_draft,
        "strip": strip_of(stored.table.series.number, tables, current=stored.table.number),
        "last": _last(request, tournament),
        "why": why,
        "ask_why": status == UNPROCESSABLE and found.checked and not faults,
        # What was refused down there stays open, with what was typed.
        "open_more": status == UNPROCESSABLE and _asked_below(request),
        "after_game": request.POST.get("after_game", ""),
        "close_reason": request.POST.get("reason", ""),
    }
    return render(request, "entry_sheet.html", context, status=status)


def _refused_page(
    request: HttpRequest,
    tournament: Tournament,
    table: Table,
    refused: Refused,
    typed: Typed,
    why: str = "",
) -> HttpResponse:
    """The sheet again, with every reason and everything typed."""
    report(request, refused)
    tables = series_tables(tournament, table.series.number)
    found = next((one for one in tables if one.pk == table.pk), None)
    if found is None:
        context = shell(tournament, "entry", series_states(tournament)) | {"typed_rows": typed.in_rows}
        return render(request, "entry_none.html", context, status=UNPROCESSABLE)
    stored = stored_sheet(tournament, found, request.user.pk)
    return _sheet_page(request, tournament, tables, stored, typed, why=why, status=UNPROCESSABLE)
