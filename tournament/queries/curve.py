"""Curves: a player's rating points, or the totals of a table, as coordinates for an SVG of 360 × 160 units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


@dataclass(frozen=True, slots=True)
class Scale:
    """Turns games and totals into coordinates."""

    games: int
    right: float
    levels: tuple[int, ...]

    def x(self, index: int) -> float:
        return LEFT + index * (self.right - LEFT) / self.games

    def y(self, value: float) -> float:
        share = (value - self.levels[0]) / (self.levels[-1] - self.levels[0])
        return round(BOTTOM - share * (BOTTOM - TOP), 1)

    def line(self, totals: Sequence[int]) -> str:
        """The points of a polyline."""
        return " ".join(f"{self.x(index):.1f},{self.y(total)}" for index, total in enumerate(totals))

    @property
    def ticks(self) -> tuple[Tick, ...]:
        return tuple(Tick(level, self.y(level)) for level in self.levels)


def scale(games: int, values: Sequence[int], right: float = RIGHT) -> Scale:
    """A scale that holds every value."""
    return Scale(games, right, tuple(_ticks(min(values), max(*values, min(values) + 1))))


def curve(page: PlayerPage) -> Curve | None:
    """The curve over all counted games; None before the second one. No SQL."""
    totals, parts = _running(page)
    games = len(totals) - 1
    if games < 2:
        return None
    mean_total = round(page.mean * games)
    to = scale(games, [*totals, mean_total])
    return Curve(
        line=to.line(totals),
        end_x=RIGHT,
        end_y=to.y(totals[-1]),
        last=totals[-1],
        games=games,
        zero_y=to.y(0),
        mean_y=to.y(mean_total),
        mean_total=mean_total,
        ticks=to.ticks,
        sections=_sections(parts, to.x(1) - LEFT),
    )


@dataclass(frozen=True, slots=True)
class Strand:
    """One of several lines; `label_y` keeps its label clear of the others."""

    number: int
    line: str
    end_y: float
    label_y: float
    # From the end of the line to its label, where that had to move.
    lead: str


@dataclass(frozen=True, slots=True)
class Plot:
    """Several lines over the same games; the template draws them and says the figures in words."""

    games: int
    right: float
    ticks: tuple[Tick, ...]
    strands: tuple[Strand, ...]


LABEL_ROOM, LABEL_HIGH, LEAD = 40, 15, 11


def plot(totals: Mapping[int, Sequence[int]]) -> Plot:
    """A line per number, each from 0 over the same games, at least one. No SQL."""
    games = len(next(iter(totals.values()))) - 1
    to = scale(games, [value for line in totals.values() for value in line], RIGHT - LABEL_ROOM)
    ends = {number: to.y(line[-1]) for number, line in totals.items()}
    labels = _parted(ends)
    strands = [
        Strand(
            number,
            to.line(line),
            ends[number],
            labels[number],
            f"{to.right},{ends[number]} {to.right + LEAD},{labels[number]}",
        )
        for number, line in totals.items()
    ]
    return Plot(games, to.right, to.ticks, tuple(strands))


def _parted(ends: Mapping[int, float]) -> dict[int, float]:
    """Places of the labels from the top downwards, none over another, none below the drawing."""
    order = sorted(ends, key=ends.__getitem__)
    places: dict[int, float] = {}
    for left, number in zip(range(len(order), 0, -1), order, strict=True):
        above = max(places.values(), default=ends[number] - LABEL_HIGH)
        lowest = BOTTOM + LABEL_HIGH - (left - 1) * LABEL_HIGH
        places[number] = min(max(ends[number], above + LABEL_HIGH), lowest)
    return places
