"""Language and light or dark, as chosen with the switches in the header."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation


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
