"""The tournament itself: its day sheet, its facts, its rating."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.actions import tournaments as actions
from tournament.actions._base import Refused
from tournament.forms.tournaments import RatingForm, TournamentForm, initial
from tournament.models import Tournament
from tournament.queries.day import Day, has_results
from tournament.queries.day import day as read_day
from tournament.queries.rules import ruleset_of
from tournament.queries.standings import series_states
from tournament.views._shell import UNPROCESSABLE, find_tournament, is_outdated, report, seen, shell, typist
from tournament.wording import tables_sentence

FEWEST = 3
IMPOSSIBLE = 5


@dataclass(frozen=True, slots=True)
class Door:
    """A button: what it says and where it leads."""

    word: str
    url: str


@dataclass(frozen=True, slots=True)
class Step:
    """What the day needs now: a sentence, what comes after, one button and at most two others."""

    sentence: str
    after: str
    main: Door
    others: tuple[Door, ...] = ()


@require_safe
def day(request: HttpRequest, slug: str) -> HttpResponse:
    """The day sheet for the desk; everybody else sees the standings. Eight statements, user and session included."""
    if not request.user.is_authenticated:
        find_tournament(slug)
        return redirect("standings", slug)
    try:
        sheet = read_day(slug)
    except Tournament.DoesNotExist as error:
        raise Http404 from error
    context = {
        **shell(sheet.tournament, "day", sheet.series),
        "day": sheet,
        "step": next_step(sheet),
        "has_checked": any(state.checked for state in sheet.series),
        "has_closed": any(state.closed for state in sheet.series),
        # A file may bring a series without tables: that one is next, and stands in the slip already.
        "has_open": any(state.number == sheet.following for state in sheet.series),
    }
    return render(request, "day.html", context)


def next_step(sheet: Day) -> Step:
    """What to do next, from the facts alone."""
    slug = sheet.tournament.slug
    if sheet.now is None:
        return _before_the_draw(sheet, slug)
    number = sheet.now.number
    draw = Door(
        _("Draw series %(number)d") % {"number": sheet.following},
        reverse("draw_series", args=[slug, sheet.following]),
    )
    enter = Door(_("Type sheets"), reverse("entry_series", args=[slug, number]))
    print_sheets = Door(_("Print the sheets"), reverse("prints", args=[slug]))
    standing = Door(_("Look at the standings"), reverse("standings", args=[slug]))
    if sheet.now.complete:
        return Step(
            _("All sheets of series %(number)d are in.") % {"number": number},
            _("After that: put up the standings, draw the next series, or end the day."),
            draw,
            (standing, print_sheets),
        )
    missing = sheet.now.tables - sheet.now.entered
    if not sheet.now.entered and not sheet.now.drafts:
        return Step(
            _("Series %(number)d is drawn.") % {"number": number},
            _("Print the sheets, let them play, then type the sheets."),
            print_sheets,
            (enter, draw),
        )
    return Step(
        ngettext(
            "%(count)d sheet of series %(number)d is still missing.",
            "%(count)d sheets of series %(number)d are still missing.",
            missing,
        )
        % {"count": missing, "number": number},
        _("After that: put up the standings and draw series %(number)d.") % {"number": sheet.following},
        enter,
        (standing, draw),
    )


def _before_the_draw(sheet: Day, slug: str) -> Step:
    players = Door(_("Register players"), reverse("players", args=[slug]))
    if not sheet.people:
        return Step(_("Nobody is registered yet."), _("After that: check in and draw series 1."), players)
    count = ngettext(
        "%(count)d player is registered, %(present)d present.",
        "%(count)d players are registered, %(present)d present.",
        sheet.people,
    ) % {"count": sheet.people, "present": sheet.present}
    tables = tables_sentence(sheet.present)
    if sheet.present < FEWEST or sheet.present == IMPOSSIBLE:
        return Step(count, tables, players)
    draw = Door(
        _("Draw series %(number)d") % {"number": sheet.following},
        reverse("draw_series", args=[slug, sheet.following]),
    )
    check_in = Door(_("Go on with the check-in"), reverse("players", args=[slug]))
    return Step(count, tables, draw, (check_in,))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_create(request: HttpRequest) -> HttpResponse:
    """A new tournament; its address is made from its name."""
    form = TournamentForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        values = actions.TournamentValues(**form.cleaned_data)
        tournament = actions.create_tournament(by=typist(request), values=values)
        messages.success(request, _("%(name)s is created.") % {"name": tournament.name})
        return redirect("players", tournament.slug)
    if not form.is_bound:
        form.fields["name"].widget.attrs["autofocus"] = True
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "tournament_form.html", {"form": form}, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Name, date, place, length of a series. Five statements to look at it."""
    tournament = find_tournament(slug)
    fixed = has_results(tournament)
    form = TournamentForm(
        request.POST if request.method == "POST" else None,
        initial=initial(tournament),
        games_fixed=fixed,
    )
    if form.is_valid() and not is_outdated(request, initial(tournament)):
        values = actions.TournamentValues(**form.cleaned_data)
        try:
            actions.change_tournament(by=typist(request), tournament=tournament, values=values)
        except Refused as refused:
            report(request, refused)
        else:
            messages.success(request, _("%(name)s is saved.") % {"name": values.name})
            return redirect("day", slug)
    return _edit_page(request, tournament, form, fixed, UNPROCESSABLE if form.is_bound else 200)


def _edit_page(
    request: HttpRequest, tournament: Tournament, form: TournamentForm, fixed: bool, status: int
) -> HttpResponse:
    context = {
        **shell(tournament, "day", series_states(tournament)),
        "form": form,
        "seen": seen(initial(tournament)),
        "can_delete": tournament.is_practice or not fixed,
        "has_rating": ruleset_of(tournament).rating is not None,
        "rules_title": _(ruleset_of(tournament).title),
    }
    return render(request, "tournament_form.html", context, status=status)


@login_required
@require_POST
def tournament_delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete by typing the name; refused once there are results, unless it is for practice."""
    tournament = find_tournament(slug)
    try:
        actions.delete_tournament(
            by=typist(request), tournament=tournament, typed_name=request.POST.get("typed", "")
        )
    except Refused as refused:
        report(request, refused)
        fixed = has_results(tournament)
        form = TournamentForm(initial=initial(tournament), games_fixed=fixed)
        return _edit_page(request, tournament, form, fixed, UNPROCESSABLE)
    messages.success(request, _("%(name)s is deleted.") % {"name": tournament.name})
    return redirect("home")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def rating(request: HttpRequest, slug: str) -> HttpResponse:
    """The rating table with the source of every number; changeable before the first result."""
    tournament = find_tournament(slug)
    rules = ruleset_of(tournament)
    if rules.rating is None:
        raise Http404
    locked = has_results(tournament)
    form = RatingForm(request.POST if request.method == "POST" else None, rules=rules, locked=locked)
    if form.is_valid():
        try:
            actions.change_rating(
                by=typist(request), tournament=tournament, rating=form.cleaned_data["rating"]
            )
        except Refused as refused:
            report(request, refused)
        else:
            messages.success(request, _("The rating is saved."))
            return redirect("rating", slug)
    context = {
        **shell(tournament, "day", series_states(tournament)),
        "form": form,
        "locked": locked,
    }
    return render(request, "rating.html", context, status=UNPROCESSABLE if form.is_bound else 200)
