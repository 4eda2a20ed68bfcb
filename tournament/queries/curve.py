"""The curve of a player: rating points over the counted games, as coordinates for an SVG of 360 × 160 units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.queries.player import PlayerPage

LEFT, RIGHT, TOP, BOTTOM = 40, 348, 14, 128
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)


@dataclass(frozen=True, slots=True)
class Tick:
    """A level line with its figure."""

    value: int
    y: float


@dataclass(frozen=True, slots=True)
class Section:
    """One series below the curve; `x` is the line behind it."""

    number: int
    middle: float
    x: float
    last: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """Coordinates only; the template draws them and says the figures in words."""

    line: str
    end_x: float
    end_y: float
    last: int
    games: int
    zero_y: float
    mean_y: float
    mean_total: int
    ticks: tuple[Tick, ...]
    sections: tuple[Section, ...]


def _ticks(lowest: int, highest: int) -> list[int]:
    """Four to six round levels that hold every value."""
    step = next((step for step in STEPS if (highest - lowest) / step <= 5), STEPS[-1])
    first = lowest // step * step
    levels = [first]
    while levels[-1] < highest:
        levels.append(levels[-1] + step)
    return levels


def _running(page: PlayerPage) -> tuple[list[int], list[tuple[int, int]]]:
    """Running totals from 0 and, per series, its number with the games counted."""
    totals, parts = [0], []
    for series in page.series:
        counted = [game.points for game in series.games if game.points is not None]
        for points in counted:
            totals.append(totals[-1] + points)
        if counted:
            parts.append((series.number, len(counted)))
    return totals, parts


def _sections(parts: Sequence[tuple[int, int]], width: float) -> tuple[Section, ...]:
    sections, done = [], 0
    for index, (number, games) in enumerate(parts):
        start, done = LEFT + done * width, done + games
        end = LEFT + done * width
        sections.append(Section(number, (start + end) / 2, end, last=index == len(parts) - 1))
    return tuple(sections)


def curve(page: PlayerPage) -> Curve | None:
    """The curve over all counted games; None before the second one. No SQL."""
    totals, parts = _running(page)
    games = len(totals) - 1
    if games < 2:
        return None
    mean_total = round(page.mean * games)
    levels = _ticks(min(*totals, mean_total), max(*totals, mean_total, 1))
    span = levels[-1] - levels[0]
    width = (RIGHT - LEFT) / games

    def height(value: float) -> float:
        return round(BOTTOM - (value - levels[0]) / span * (BOTTOM - TOP), 1)

    points = [f"{LEFT + index * width:.1f},{height(total)}" for index, total in enumerate(totals)]
    return Curve(
        line=" ".join(points),
        end_x=RIGHT,
        end_y=height(totals[-1]),
        last=totals[-1],
        games=games,
        zero_y=height(0),
        mean_y=height(mean_total),
        mean_total=mean_total,
        ticks=tuple(Tick(level, height(level)) for level in levels),
        sections=_sections(parts, width),
    )
