"""Pages for what went wrong: a sentence and a way on, never a bare number."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _


def _page(request: HttpRequest, status: int, title: str, sentence: str) -> HttpResponse:
    return render(request, "error.html", {"title": title, "sentence": sentence}, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400."""
    return _page(
        request,
        400,
        _("This request could not be read"),
        _("Please go back, reload the page and try again. Nothing was changed."),
    )


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return _page(
        request,
        403,
        _("This page is not for this account"),
        _("Please log in with an account that may do this."),
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    return _page(
        request,
        404,
        _("There is no such page"),
        _("The address may be mistyped, or the tournament has another one. The list of tournaments helps."),
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """500."""
    return _page(
        request,
        500,
        _("Something went wrong here"),
        _("What was saved before is safe. Please go back and try again."),
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that was open during a login: the page says how to go on."""
    return _page(
        request,
        403,
        _("The page was open too long"),
        _("Please go back, reload the page and send it again. Your browser keeps what you typed."),
    )
