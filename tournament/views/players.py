"""Players: one field finds, registers and creates; the list is the check-in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.actions import players as actions
from tournament.actions._base import Refused
from tournament.forms.players import EntryForm, Typed, initial, parse_typed
from tournament.models import Entry, Player, Tournament
from tournament.queries.players import (
    Choice,
    Found,
    Kind,
    Roll,
    find_name,
    find_number,
    is_adjusted,
    roll,
    was_seated,
)
from tournament.queries.seating import waiting_seats, waiting_series
from tournament.queries.standings import series_states
from tournament.views._shell import UNPROCESSABLE, find_tournament, is_outdated, report, seen, shell, typist
from tournament.wording import listed, tables_sentence

# The script of the page asks for the parts that changed instead of the whole page.
FRAGMENT = "fetch"


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of the text in the one field: a sentence, or the question who is meant."""

    text: str = ""
    sentence: str = ""
    level: str = ""
    found: Found | None = None

    @property
    def status(self) -> int:
        return UNPROCESSABLE if self.level in ("error", "warning") else 200


def _is_fragment(request: HttpRequest) -> bool:
    return request.headers.get("X-Requested-With") == FRAGMENT


def _list(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """The list as it is asked for: all or only who is missing, by number or by name. One statement."""
    asked = request.POST if request.method == "POST" else request.GET
    people = roll(tournament)
    missing, by_name = bool(asked.get("missing")), asked.get("sort") == "name"
    rows = [entry for entry in people.entries if not missing or not (entry.present or entry.withdrawn)]
    if by_name:
        rows.sort(key=lambda entry: (entry.sort_key, entry.number))
    return {"roll": people, "rows": rows, "missing": missing, "by_name": by_name, **_field(people)}


def _field(people: Roll) -> dict[str, str]:
    """How many tables there are if all come, in words."""
    count = len(people.playing)
    if not count:
        return {"field": _("Nobody is registered yet. Please type the first name.")}
    tables = tables_sentence(count)
    if people.absent:
        return {
            "field": _("If all %(count)d come: %(tables)s") % {"count": count, "tables": tables},
        }
    return {"field": _("All %(count)d are here: %(tables)s") % {"count": count, "tables": tables}}


def _page(request: HttpRequest, tournament: Tournament, answer: Answer | None = None) -> HttpResponse:
    answer = answer or Answer()
    context = {"tournament": tournament, "answer": answer, **_list(request, tournament)}
    if _is_fragment(request):
        return render(request, "_players_changed.html", context, status=answer.status)
    context |= shell(tournament, "players", series_states(tournament))
    context["seated"] = context["now"] is not None
    return render(request, "players.html", context, status=answer.status)


@login_required
@require_safe
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """The players' list with the one field. Five statements, user and session included."""
    return _page(request, find_tournament(slug))


def _list_url(request: HttpRequest, slug: str) -> str:
    kept = {name: request.POST[name] for name in ("missing", "sort") if request.POST.get(name)}
    url = reverse("players", args=[slug])
    return f"{url}?{urlencode(kept)}" if kept else url


def _find(tournament: Tournament, typed: Typed) -> Found:
    if typed.number is not None:
        return find_number(tournament, typed.number)
    return find_name(tournament, typed.name, typed.club)


@login_required
@require_POST
def player_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Check in, register or create whoever was typed or chosen; ask where it is not clear."""
    tournament = find_tournament(slug)
    text = request.POST.get("text", "")
    try:
        answer = _added(request, tournament, text, request.POST.get("choice", ""))
    except ValidationError as error:
        answer = Answer(text, " ".join(error.messages), "error")
    except Refused as refused:
        answer = Answer(text, " ".join(refused.sentences), "error")
    if answer.status != UNPROCESSABLE and not _is_fragment(request):
        messages.add_message(request, messages.SUCCESS, answer.sentence)
        return redirect(_list_url(request, slug))
    return _page(request, tournament, answer)


def _added(request: HttpRequest, tournament: Tournament, text: str, token: str) -> Answer:
    typed = parse_typed(text)
    found = _find(tournament, typed)
    chosen = _chosen(tournament, found, token) or found.sure
    if chosen is None:
        return _question(text, typed, found)
    if chosen.kind is Kind.ENTRY:
        return _checked_in(request, tournament, chosen.key)
    person = get_object_or_404(Player, pk=chosen.key) if chosen.kind is Kind.PERSON else None
    entry = actions.register_player(
        by=typist(request),
        tournament=tournament,
        name=person.name if person else typed.name,
        club=typed.club,
        person=person,
        same_name=bool(token),
    )
    sentence = _("Number %(number)d: %(name)s is registered.") % {"number": entry.number, "name": entry.name}
    return Answer(sentence=_with_seat(sentence, entry), level="success")


def _with_seat(sentence: str, entry: Entry) -> str:
    """Whoever comes after a draw has no seat in it: that is said at once."""
    taken = {series for series, _table in waiting_seats(entry)}
    without = [series for series in waiting_series(entry.tournament) if series not in taken]
    if not without:
        return sentence
    more = ngettext(
        "Series %(numbers)s is drawn already, without a seat for this player: Draw, “Change the seating”.",
        "Series %(numbers)s are drawn already, without a seat for this player: Draw, “Change the seating”.",
        len(without),
    )
    return f"{sentence} {more % {'numbers': listed(without)}}"


def _chosen(tournament: Tournament, found: Found, token: str) -> Choice | None:
    """The line of the suggestions that was chosen; it may have left the list meanwhile."""
    known = {choice.token: choice for choice in found.choices}
    if not token:
        return None
    if token not in known:
        raise Refused(_("The list has changed meanwhile. Please choose again."))
    return known[token]


def _question(text: str, typed: Typed, found: Found) -> Answer:
    if typed.number is not None:
        highest = found.next_number - 1
        if not highest:
            return Answer(text, _("Nobody is registered yet. Please type a name."), "error")
        sentence = _("Number %(number)d does not exist. The highest is %(highest)d.") % {
            "number": typed.number,
            "highest": highest,
        }
        return Answer(text, sentence, "error", found if found.choices else None)
    sentence = (
        _("There is already somebody called %(name)s. Who is meant?")
        if found.same_name
        else _("Who is meant by “%(name)s”?")
    )
    return Answer(text, sentence % {"name": typed.name}, "warning", found)


def _checked_in(request: HttpRequest, tournament: Tournament, number: int) -> Answer:
    entry = get_object_or_404(tournament.entries.select_related("tournament"), number=number)
    values = {"number": entry.number, "name": entry.name}
    if entry.present and not entry.withdrawn:
        return Answer(sentence=_("Number %(number)d, %(name)s, was here already.") % values, level="success")
    actions.mark_presence(by=typist(request), entry=entry, present=True)
    sentence = _("Number %(number)d, %(name)s, is here.") % values
    return Answer(sentence=_with_seat(sentence, entry), level="success")


@login_required
@require_safe
def player_suggestions(request: HttpRequest, slug: str) -> HttpResponse:
    """Who may be meant by what is being typed, as JSON. Five statements at most, user and session included."""
    tournament = find_tournament(slug)
    try:
        typed = parse_typed(request.GET.get("q", ""))
    except ValidationError:
        return JsonResponse({"choices": [], "first": -1})
    found = _find(tournament, typed)
    choices = [
        {"token": choice.token, "parts": choice.parts, "note": choice.note} for choice in found.choices
    ]
    first = found.choices.index(found.first) if found.first in found.choices else -1
    return JsonResponse({"choices": choices, "first": first})


def _entry(slug: str, number: int) -> Entry:
    return get_object_or_404(
        Entry.objects.select_related("tournament", "player"), tournament__slug=slug, number=number
    )


def _ticked(request: HttpRequest, entry: Entry, slug: str) -> HttpResponse:
    """Only the row and the counts for the script; the list, at that row, for browsers without it."""
    if _is_fragment(request):
        context = {"tournament": entry.tournament, "entry": entry, **_list(request, entry.tournament)}
        return render(request, "_players_ticked.html", context)
    return redirect(f"{_list_url(request, slug)}#p{entry.number}")


@login_required
@require_POST
def player_present(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Tick or untick presence; the form says which, so sending it twice changes nothing."""
    entry = _entry(slug, number)
    try:
        entry = actions.mark_presence(
            by=typist(request), entry=entry, present=request.POST.get("present") == "1"
        )
    except Refused as refused:
        return _page(request, entry.tournament, Answer(sentence=" ".join(refused.sentences), level="error"))
    return _ticked(request, entry, slug)


@login_required
@require_POST
def player_fee(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Tick or untick the entry fee."""
    entry = _entry(slug, number)
    try:
        entry = actions.mark_fee(by=typist(request), entry=entry, fee_paid=request.POST.get("fee") == "1")
    except Refused as refused:
        return _page(request, entry.tournament, Answer(sentence=" ".join(refused.sentences), level="error"))
    return _ticked(request, entry, slug)


@login_required
@require_POST
def players_present(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin a check-in with everybody missing, or say that all have come."""
    tournament = find_tournament(slug)
    present = request.POST.get("present") == "1"
    actions.mark_everybody(by=typist(request), tournament=tournament, present=present)
    sentence = (
        _("Everybody is marked as here.")
        if present
        else _("Everybody is marked as missing. Please tick whoever comes.")
    )
    messages.success(request, sentence)
    return redirect("players", slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def player_edit(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change a player's facts. Eight statements at most to look at it."""
    entry = _entry(slug, number)
    stored = initial(entry)
    form = EntryForm(request.POST if request.method == "POST" else None, initial=stored)
    ask_same_name, status = False, 200
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid() and not is_outdated(request, stored):
            values = dict(form.cleaned_data)
            same_name = values.pop("same_name")
            try:
                entry = actions.change_entry(
                    by=typist(request), entry=entry, values=actions.EntryValues(**values), same_name=same_name
                )
            except Refused as refused:
                report(request, refused)
                ask_same_name = refused.code == actions.SAME_NAME
            else:
                messages.success(request, _("%(name)s is saved.") % {"name": entry.name})
                return redirect(f"{reverse('players', args=[slug])}#p{entry.number}")
    context = {
        **shell(entry.tournament, "players", series_states(entry.tournament)),
        "entry": entry,
        "form": form,
        "seen": seen(stored),
        "ask_same_name": ask_same_name,
        "seated": was_seated(entry),
        "adjusted": is_adjusted(entry),
    }
    return render(request, "player_edit.html", context, status=status)


@login_required
@require_POST
def player_withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """No further draws for this player; results stay."""
    entry = _entry(slug, number)
    try:
        actions.withdraw_entry(by=typist(request), entry=entry)
    except Refused as refused:
        report(request, refused)
    else:
        messages.success(
            request,
            _("%(name)s has withdrawn: results stay in the lists, further draws leave the player out.")
            % {"name": entry.name},
        )
        for series, table in waiting_seats(entry):
            sentence = _(
                "%(name)s still sits at table %(table)d in series %(series)d. "
                "Please free the seat there, or let somebody else play on: Draw, “Change the seating”."
            )
            messages.warning(request, sentence % {"name": entry.name, "table": table, "series": series})
    return redirect("players", slug)


@login_required
@require_POST
def player_reinstate(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Back into the draws from the next series on."""
    entry = _entry(slug, number)
    try:
        actions.reinstate_entry(by=typist(request), entry=entry)
    except Refused as refused:
        report(request, refused)
    else:
        messages.success(request, _("%(name)s plays on from the next draw.") % {"name": entry.name})
    return redirect("players", slug)


@login_required
@require_POST
def player_remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Off the list as if never registered; refused once the player sits somewhere."""
    entry = _entry(slug, number)
    try:
        actions.remove_entry(by=typist(request), entry=entry)
    except Refused as refused:
        return _page(request, entry.tournament, Answer(sentence=" ".join(refused.sentences), level="error"))
    messages.success(request, _("%(name)s is off the list.") % {"name": entry.name})
    return redirect("players", slug)
