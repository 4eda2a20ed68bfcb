"""What every page knows about its surroundings."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

THEME_COOKIE = "theme"
THEMES = ("system", "light", "dark")


def surroundings(request: HttpRequest) -> dict[str, Any]:
    """Theme and whether this is the practice installation. No SQL."""
    theme = request.COOKIES.get(THEME_COOKIE, "system")
    return {"theme": theme if theme in THEMES else "system", "is_demo": settings.DEMO}
