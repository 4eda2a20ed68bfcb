"""The first page, and the answer for whoever watches the server."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.exchange.demo import reset_demo
from tournament.models import Tournament
from tournament.queries.day import practice
from tournament.views._shell import typist
from tournament.wording import listed


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """All tournaments, newest first; in the demo the doors to try. Six statements at most, user included."""
    tournaments = list(Tournament.objects.all())
    if settings.DEMO and (trial := practice()) is not None:
        others = [tournament for tournament in tournaments if tournament != trial.tournament]
        context = {"practice": trial, "done": listed(trial.done), "tournaments": others}
        return render(request, "home_demo.html", context)
    return render(request, "home.html", {"tournaments": tournaments})


@login_required
@require_POST
def demo_reset(request: HttpRequest) -> HttpResponse:
    """The practice tournament as it was at the beginning; only in the demo."""
    if not settings.DEMO:
        raise Http404
    reset_demo(by=typist(request))
    messages.success(request, _("The practice tournament is as it was at the beginning."))
    return redirect("home")


def healthz(request: HttpRequest) -> HttpResponse:
    """200 when the database answers and every migration is applied, else 503."""
    try:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return HttpResponse("database unreachable\n", status=503, content_type="text/plain")
    if waiting:
        return HttpResponse("migrations missing\n", status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")
