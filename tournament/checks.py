"""What `manage.py check` says beside Django's own findings."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Tags, Warning, register


@register(Tags.compatibility)
def pdf(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """A warning where no PDF can be made; imported here, because every command loads this module."""
    from tournament.documents import pdf_problem

    problem = pdf_problem()
    return [Warning(problem, id="tournament.W001")] if problem else []
