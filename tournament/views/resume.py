"""After a login: what was sent without one is not lost."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournament.middleware import TYPED


@login_required
@require_safe
def resume(request: HttpRequest) -> HttpResponse:
    """Offer to send the form that the login stood in the way of."""
    kept = request.session.get(TYPED)
    if kept is None:
        return redirect("home")
    return render(request, "resume.html", {"path": kept["path"], "fields": kept["fields"]})
