"""The switches of the header: language, light or dark."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from tournament.context import THEME_COOKIE, THEMES

YEAR = 365 * 24 * 3600


@require_POST
def preference(request: HttpRequest) -> HttpResponse:
    """Remember a choice on this device and go back to the page."""
    target = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}):
        target = "/"
    response = HttpResponseRedirect(target)
    choices = (
        ("language", settings.LANGUAGE_COOKIE_NAME, dict(settings.LANGUAGES)),
        ("theme", THEME_COOKIE, THEMES),
    )
    for field, cookie, known in choices:
        if (value := request.POST.get(field, "")) in known:
            response.set_cookie(cookie, value, max_age=YEAR, samesite="Lax", httponly=True)
    return response
