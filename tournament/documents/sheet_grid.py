"""The grid of a score sheet: games as rows, seats as groups of columns, sums and signatures below."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from django.utils.translation import gettext as _

from scoring.rulesets import Scheme
from tournament.documents.drawing import Anchor, Form, Stroke, Text, hatch, horizontal, middle, vertical
from tournament.documents.fitting import fit_line
from tournament.documents.fonts import Face
from tournament.documents.sheet_frame import LEFT, RIGHT, Frame, Part

SUITS = "♠♥♣♦"

GAME_WIDE, DEALER_WIDE, DEALER_NAMED_WIDE = 8.5, 8.0, 31.0
ROW_MOST = 12.5
CAPTIONS_HIGH = 4.8
SUM_HIGH, SIGN_HIGH = 10.5, 14.5
THIN, ROUND, HEAVY = 0.16, 0.42, 0.7
HATCH_WIDE, HATCH_STEP = 0.18, 2.1
# Width of a seat at a table of four; narrower seats have smaller figures.
FULL_SEAT = 42.875
FIGURE_SIZES = (13.0, 12.5, 12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
CAPTION_SIZES = (8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0)


@dataclass(frozen=True, slots=True)
class Column:
    """One column of every seat: what it holds, its share of the seat's width."""

    key: str
    share: float


COLUMNS = {
    Scheme.RATING: (
        Column("hand_total", 14.8),
        Column("not_opened", 6.9),
        Column("points", 8.8),
        Column("running", 12.4),
    ),
    Scheme.LAID: (Column("laid", 14.0), Column("hand_total", 14.0), Column("running", 14.9)),
}
PLAIN_COLUMNS = (Column("hand_total", 16.0), Column("points", 13.0), Column("running", 13.9))


def caption(key: str) -> str:
    """The head of a column."""
    return {
        "hand_total": _("Hand total"),
        "not_opened": _("n. o."),
        "points": _("RP"),
        "running": _("run."),
        "laid": _("laid"),
    }[key]


@dataclass(frozen=True)
class Grid:
    """Where everything lies, in mm from the top left. Without slots: measures are worked out once and kept."""

    size: int
    part: Part
    # Seat position of the dealer of each game on this page.
    dealers: tuple[int, ...]
    columns: tuple[Column, ...]
    sits_out: bool
    filled: bool
    top: float
    bottom: float
    names_high: float
    clubs_high: float

    @cached_property
    def named_dealer(self) -> bool:
        """Whether there is room for the dealer's name beside the suit."""
        return self.size <= 3 and not self.sits_out

    @cached_property
    def seats_left(self) -> float:
        return LEFT + GAME_WIDE + (DEALER_NAMED_WIDE if self.named_dealer else DEALER_WIDE)

    @cached_property
    def seat_wide(self) -> float:
        return (RIGHT - self.seats_left) / self.size

    @cached_property
    def head_bottom(self) -> float:
        return self.top + self.names_high + self.clubs_high + CAPTIONS_HIGH

    @cached_property
    def sum_label_high(self) -> float:
        return SUM_HIGH + (SIGN_HIGH if self.part.is_last else 0)

    @cached_property
    def row_high(self) -> float:
        room = self.bottom - self.head_bottom - self.sum_label_high
        return min(ROW_MOST, room / self.part.games)

    @cached_property
    def sum_top(self) -> float:
        return self.head_bottom + self.part.games * self.row_high

    @cached_property
    def scale(self) -> float:
        return min(1.0, self.seat_wide / FULL_SEAT)

    @cached_property
    def figure_size(self) -> float:
        """Size of the entered figures: three digits fit the narrowest place for a hand total."""
        edges = self.column_edges(1)
        return fit_line("188", Face.BOLD, edges[1] - edges[0] - 1.8 * self.scale, FIGURE_SIZES) or 6.0

    @cached_property
    def running_size(self) -> float:
        edges = self.column_edges(1)
        room = edges[-1] - edges[-2] - 1.8 * self.scale
        return fit_line("1 188", Face.SANS, room, (0.86 * self.figure_size, *FIGURE_SIZES[4:])) or 6.0

    def seat_left(self, position: int) -> float:
        return self.seats_left + (position - 1) * self.seat_wide

    def row_top(self, index: int) -> float:
        return self.head_bottom + index * self.row_high

    @cached_property
    def _edges(self) -> tuple[tuple[float, ...], ...]:
        total = sum(column.share for column in self.columns)
        steps = list(
            accumulate((column.share / total * self.seat_wide for column in self.columns), initial=0.0)
        )
        return tuple(
            tuple(self.seat_left(position) + step for step in steps) for position in range(1, self.size + 1)
        )

    def column_edges(self, position: int) -> tuple[float, ...]:
        """Left edges of the columns of a seat, and the right edge of the last."""
        return self._edges[position - 1]

    def sits_here(self, index: int, position: int) -> bool:
        """Whether that seat plays in the game of that row."""
        return not self.sits_out or self.dealers[index] != position


def form(frame: Frame, grid: Grid) -> Form:
    """The empty sheet: every line and every word that does not depend on who sits there."""
    texts = [*frame.texts, *_captions(grid), *_games(grid), *_sum_labels(grid)]
    return Form((*frame.strokes, *_strokes(grid)), tuple(texts))


def _strokes(grid: Grid) -> Iterator[Stroke]:
    wide = RIGHT - LEFT
    end = grid.sum_top + grid.sum_label_high
    thin = rounds = heavy = running = hatched = ""
    for index in range(grid.part.games):
        top = grid.row_top(index)
        if index:
            # A stronger line after each round of dealing.
            line = horizontal(LEFT, top, wide)
            thin, rounds = (thin, rounds + line) if index % grid.size == 0 else (thin + line, rounds)
        for position in range(1, grid.size + 1):
            if grid.sits_here(index, position):
                inner = grid.column_edges(position)[1:-1]
                thin += "".join(vertical(x, top, grid.row_high) for x in inner[:-1])
                running += vertical(inner[-1], top, grid.row_high)
            else:
                left = grid.seat_left(position) + HEAVY / 2
                hatched += hatch(left, top, grid.seat_wide - HEAVY, grid.row_high, HATCH_STEP)
    thin += vertical(LEFT + GAME_WIDE, grid.head_bottom - CAPTIONS_HIGH, CAPTIONS_HIGH)
    thin += vertical(LEFT + GAME_WIDE, grid.head_bottom, grid.sum_top - grid.head_bottom)
    for position in range(1, grid.size + 1):
        running += vertical(grid.column_edges(position)[-2], grid.sum_top, SUM_HIGH)
        heavy += vertical(grid.seat_left(position), grid.top, end - grid.top)
    heavy += vertical(RIGHT - HEAVY / 2, grid.top, end - grid.top)
    for y in {grid.top, grid.head_bottom, grid.sum_top, grid.sum_top + SUM_HIGH, end}:
        heavy += horizontal(LEFT, y, wide)
    yield Stroke(hatched, HATCH_WIDE)
    yield Stroke(thin, THIN)
    yield Stroke(running, 0.28)
    yield Stroke(rounds, ROUND)
    yield Stroke(heavy, HEAVY)


def _captions(grid: Grid) -> Iterator[Text]:
    baseline = grid.head_bottom - 1.6
    dealer_wide = grid.seats_left - LEFT - GAME_WIDE
    yield _centred(_("Game"), LEFT, GAME_WIDE, baseline)
    if grid.named_dealer:
        yield Text(LEFT + GAME_WIDE + 2, baseline, _("Dealer"), CAPTION_SIZES[0])
    else:
        yield _centred(_("Dealer"), LEFT + GAME_WIDE, dealer_wide - 0.3, baseline)
    for position in range(1, grid.size + 1):
        edges = grid.column_edges(position)
        for column, left, right in zip(grid.columns, edges, edges[1:], strict=False):
            yield _centred(caption(column.key), left, right - left, baseline)


def _centred(words: str, left: float, wide: float, baseline: float) -> Text:
    size = fit_line(words, Face.SANS, wide - 0.7, CAPTION_SIZES) or CAPTION_SIZES[-1]
    return Text(left + wide / 2, baseline, words, size, anchor=Anchor.MIDDLE)


def _games(grid: Grid) -> Iterator[Text]:
    """Number and dealer's suit of every row; seats beyond the fourth carry their number."""
    for index, dealer in enumerate(grid.dealers):
        top = grid.row_top(index)
        number = str(grid.part.first + index)
        baseline = middle(top, grid.row_high, 13)
        yield Text(LEFT + GAME_WIDE / 2, baseline, number, 13, Face.BOLD, Anchor.MIDDLE)
        x = LEFT + GAME_WIDE + DEALER_WIDE / 2
        if dealer <= len(SUITS):
            yield Text(x, middle(top, grid.row_high, 14), SUITS[dealer - 1], 14, anchor=Anchor.MIDDLE)
        else:
            yield Text(x, baseline, str(dealer), 12, Face.SERIF, Anchor.MIDDLE)


def _sum_labels(grid: Grid) -> Iterator[Text]:
    room = grid.seats_left - LEFT - 1.2
    word = _("Sum") if grid.part.is_last else _("Carried over")
    size = fit_line(word, Face.BOLD, room, (12, 11, 10, 9, 8, 7)) or 6
    yield Text(LEFT, middle(grid.sum_top, SUM_HIGH, size), word, size, Face.BOLD)
    for position in range(1, grid.size + 1):
        edges = grid.column_edges(position)
        y = grid.sum_top + 3.1
        first, last = (
            (caption("hand_total"), caption("points"))
            if len(grid.columns) > 3
            else (caption("hand_total"), _("Total"))
        )
        if grid.columns[0].key != "laid":
            yield Text(edges[0] + 1.1, y, first, 7.5)
        size = fit_line(last, Face.SANS, edges[-1] - edges[-2] - 1.6, (7.5, 7, 6.5, 6, 5.5, 5)) or 5
        yield Text(edges[-2] + 1.0, y, last, size)
    if grid.part.is_last:
        lines = [_("Rommés")] if grid.filled else [_("Signa-"), _("ture")]
        if grid.named_dealer and not grid.filled:
            lines = [_("Signature")]
        first_line = middle(grid.sum_top + SUM_HIGH, SIGN_HIGH, 9.5) - (len(lines) - 1) * 1.85
        for index, line in enumerate(lines):
            size = fit_line(line, Face.SANS, room, (9.5, 9, 8.5, 8, 7)) or 7
            yield Text(LEFT, first_line + index * 3.7, line, size)
