"""What every page of a tournament shares: the five tabs of the day, and how forms are refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.actions._base import Refused
from tournament.models import Tournament
from tournament.queries.standings import SeriesState, current_series

UNPROCESSABLE = 422


@dataclass(frozen=True, slots=True)
class Tab:
    """One of the five index tabs: the order of the day."""

    key: str
    number: int
    word: str
    url: str
    done: bool


def find_tournament(slug: str) -> Tournament:
    """The tournament of an address, or 404."""
    return get_object_or_404(Tournament, slug=slug)


def shell(tournament: Tournament, tab: str, states: Sequence[SeriesState]) -> dict[str, Any]:
    """The context of a tournament's page: tabs with their rings, and the series the day is at."""
    now = current_series(states)
    slug = tournament.slug
    tabs = [
        Tab("players", 1, _("Players"), reverse("players", args=[slug]), now is not None),
        Tab("draw", 2, _("Draw"), reverse("draw", args=[slug]), now is not None),
        Tab("entry", 3, _("Entry"), reverse("entry", args=[slug]), now is not None and now.complete),
        Tab("standings", 4, _("Standings"), reverse("standings", args=[slug]), False),
        Tab("prints", 5, _("Print"), reverse("prints", args=[slug]), False),
    ]
    return {"tournament": tournament, "tab": tab, "tabs": tabs, "states": states, "now": now}


def seen(values: Mapping[str, object]) -> str:
    """A short name for the values a form was opened with; the form sends it back."""
    return sha256(repr(sorted(values.items())).encode()).hexdigest()[:20]


def is_outdated(request: HttpRequest, values: Mapping[str, object]) -> bool:
    """Whether somebody else has changed these values since the form was opened; the user is told."""
    outdated = request.POST.get("seen", seen(values)) != seen(values)
    if outdated:
        messages.error(
            request,
            _(
                "Somebody else has changed this meanwhile. Nothing was saved and what you typed is still here: "
                "please compare it, then save again."
            ),
        )
    return outdated


def typist(request: HttpRequest) -> AbstractBaseUser:
    """Who writes; only for views that need a login."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user


def report(request: HttpRequest, refused: Refused) -> None:
    """Say every reason of a refused write on the next page."""
    for sentence in refused.sentences:
        messages.error(request, sentence)
