"""Names of standings: `overall`, `series 2`, `club`, `class:Damen`, `series 2 tandem`; used in files and addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class By(StrEnum):
    """Whose standing: single players, or groups ranked by their sum."""

    PLAYER = "player"
    CLUB = "club"
    TANDEM = "tandem"
    TEAM = "team"
    CLASS = "class"


# A tandem has two members, a team four; fewer is marked as incomplete.
FULL_SIZE = {By.TANDEM: 2, By.TEAM: 4}
SCOPE = re.compile(r"(?:series (?P<series>[1-9]\d?))?(?:^| )?(?P<by>club|tandem|team|class:.+)?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Scope:
    """Which standing: `overall`, `series 2`, `club`, `class:Damen`, `series 2 tandem`, …"""

    by: By = By.PLAYER
    series: int | None = None
    label: str = ""

    def __str__(self) -> str:
        parts = [f"series {self.series}"] if self.series is not None else []
        if self.by == By.CLASS:
            parts.append(f"class:{self.label}")
        elif self.by != By.PLAYER:
            parts.append(self.by.value)
        return " ".join(parts) or "overall"


def parse_scope(text: str) -> Scope:
    """The inverse of `str(scope)`; raises ValueError."""
    if text == "overall":
        return Scope()
    match = SCOPE.fullmatch(text)
    if match is None or not text:
        raise ValueError(f"{text!r} is no standing")
    series = int(match["series"]) if match["series"] else None
    name, _, label = (match["by"] or "player").partition(":")
    scope = Scope(By(name), series, label)
    if str(scope) != text:
        raise ValueError(f"{text!r} is no standing")
    return scope
