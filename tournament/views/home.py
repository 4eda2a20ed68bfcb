"""The first page, and the answer for whoever watches the server."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.models import Tournament


def home(request: HttpRequest) -> HttpResponse:
    """All tournaments, newest first."""
    return render(request, "home.html", {"tournaments": Tournament.objects.all()})


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
