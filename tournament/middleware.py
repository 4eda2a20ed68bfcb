"""What every answer shares: the chosen language, no blank page, nothing typed lost at the login."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.conf import settings
from django.db import IntegrityError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.urls import Resolver404, resolve, reverse
from django.utils import translation
from django.utils.translation import gettext as _

logger = logging.getLogger("tournament")

# What somebody sent without a login, until they have logged in again.
TYPED = "typed_before_login"
MOST_TYPED = 100_000
UNPROCESSABLE, UNAVAILABLE = 422, 503


class PreferencesMiddleware:
    """German unless somebody chose English: a browser's own language says nothing about the hall."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        wanted = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        known = dict(settings.LANGUAGES)
        with translation.override(wanted if wanted in known else settings.LANGUAGE_CODE):
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", translation.get_language() or "de")
        return response


class WayOnMiddleware:
    """An address that only takes forms leads to its page, and a form sent without a login goes on after it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed):
            return _page_of_a_form(request, response)
        if (
            request.method == "POST"
            and _leads_to_login(response)
            and "X-Requested-With" not in request.headers
        ):
            return _keep_for_later(request, response)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Two writes at once: what a row leans on is gone, or the file is busy for too long."""
        if isinstance(exception, IntegrityError):
            title, status = _("Somebody else was faster"), UNPROCESSABLE
        elif isinstance(exception, OperationalError) and "locked" in str(exception):
            title, status = _("The file is busy"), UNAVAILABLE
        else:
            return None
        # It may be a fault of the program all the same: whoever keeps the machine finds it in its log.
        logger.warning("%s: %s", request.path, exception, exc_info=exception)
        sentence = _("Nothing was saved. Please go back, reload the page and send it again.")
        return render(request, "error.html", {"title": title, "sentence": sentence}, status=status)


def _page_of_a_form(request: HttpRequest, response: HttpResponseNotAllowed) -> HttpResponse:
    """The nearest page above the address, or a sentence."""
    if request.method in ("GET", "HEAD"):
        parts = request.path.strip("/").split("/")
        for length in range(len(parts) - 1, 0, -1):
            above = f"/{'/'.join(parts[:length])}/"
            try:
                resolve(above)
            except Resolver404:
                continue
            return HttpResponseRedirect(above)
        return HttpResponseRedirect("/")
    title = _("This page takes no form")
    sentence = _("Please go back, reload the page and try again. Nothing was changed.")
    page = render(request, "error.html", {"title": title, "sentence": sentence}, status=405)
    page["Allow"] = response["Allow"]
    return page


def _leads_to_login(response: HttpResponse) -> bool:
    return response.status_code == 302 and response["Location"].startswith(
        resolve_url(settings.LOGIN_URL) + "?"
    )


def _keep_for_later(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """To the login, and from there to what was typed."""
    typed = [(name, request.POST.getlist(name)) for name in request.POST if name != "csrfmiddlewaretoken"]
    if sum(len(name) + sum(map(len, values)) for name, values in typed) > MOST_TYPED:
        return response
    request.session[TYPED] = {"path": request.path, "fields": typed}
    return HttpResponseRedirect(f"{resolve_url(settings.LOGIN_URL)}?next={reverse('resume')}")
