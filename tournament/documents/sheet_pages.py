"""Score sheets page by page: whose sheet it is, who deals, and on the filled print what was entered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games import WINS, End, Outcome
from tournament.documents.drawing import Anchor, Form, Page, Patch, Stroke, Text, horizontal, middle, stack
from tournament.documents.facts import CellFacts, FillingFacts, SeatFacts, SheetFacts, SheetSetFacts
from tournament.documents.fitting import Fitted, fit, fit_line, fit_name
from tournament.documents.fonts import MM_PER_POINT, Face, width
from tournament.documents.sheet_frame import LEFT, WIDE, Frame, Part, frame, page_number, table_index
from tournament.documents.sheet_grid import (
    COLUMNS,
    DEALER_NAMED_WIDE,
    DEALER_WIDE,
    FIGURE_SIZES,
    GAME_WIDE,
    HEAVY,
    PLAIN_COLUMNS,
    SIGN_HIGH,
    SUITS,
    SUM_HIGH,
    Grid,
    form,
)
from tournament.names import surname
from tournament.wording import figure, listed

# More games than this would leave rows too low for a pen: the sheet gets a second page.
GAMES_MOST = 24
NAME_SIZES = (11.5, 11.0, 10.5, 10.0, 9.5, 9.0)
NAME_PITCH = 1.07
CLUB_SIZES = (8.5, 8.0, 7.5, 7.0)
CLUB_PITCH = 2.9
NAMES_HIGH, CLUBS_HIGH = 9.9, 3.6
NAMED_SIZES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0)
BELOW_SIZES = (9.5, 9.0, 8.5, 8.0, 7.0, 6.0)
DEALS_SIZES = (9.0, 8.5, 8.0, 7.5, 7.0)


class _Kind(NamedTuple):
    """Sheets of a set with the same title and foot."""

    size: int
    games: int
    is_blank: bool
    is_empty: bool
    part: Part


def parts(games: int, size: int) -> list[Part]:
    """The pages of one sheet, parted between rounds of dealing."""
    count = -(-games // GAMES_MOST)
    rounds = -(-games // size)
    per_part = -(-rounds // count) * size
    spans = [(first, min(first + per_part - 1, games)) for first in range(1, games + 1, per_part)]
    return [Part(first, last, number, len(spans)) for number, (first, last) in enumerate(spans, 1)]


def count_pages(facts: SheetSetFacts) -> int:
    """How many pages the sheets will have."""
    return sum(len(parts(len(sheet.dealers), len(sheet.seats))) for sheet in facts.sheets)


def sheet_pages(facts: SheetSetFacts) -> list[Page]:
    """Every page of every sheet, in order of the tables; equal forms are the same object."""
    frames: dict[_Kind, Frame] = {}
    forms: dict[tuple[_Kind, Grid], tuple[Grid, Form]] = {}
    total = count_pages(facts)
    pages: list[Page] = []
    for sheet in facts.sheets:
        heads = [_Head(seat, sheet, facts) for seat in sheet.seats]
        for part in parts(len(sheet.dealers), len(sheet.seats)):
            kind = _Kind(
                len(sheet.seats), len(sheet.dealers), sheet.table is None, sheet.filling is None, part
            )
            if kind not in frames:
                frames[kind] = frame(facts, sheet, part)
            wanted = _grid(facts, sheet, part, frames[kind], heads)
            if (kind, wanted) not in forms:
                forms[kind, wanted] = wanted, form(frames[kind], wanted)
            grid, empty = forms[kind, wanted]
            pages.append(_page(facts, sheet, grid, heads, empty, len(pages) + 1, total))
    return pages


class _Head:
    """Name and club of a seat, fitted to its width."""

    def __init__(self, seat: SeatFacts, sheet: SheetFacts, facts: SheetSetFacts) -> None:
        size = len(sheet.seats)
        named = size <= 3 and size not in facts.ruleset.dealer_sits_out_at
        wide = (188.0 - GAME_WIDE - (DEALER_NAMED_WIDE if named else DEALER_WIDE)) / size
        self.suit_wide = min(9.2, wide * 0.24)
        self.name = fit_name(seat.name, Face.BOLD, wide - self.suit_wide - 1.3, NAME_SIZES)
        club = seat.club or _("no club")
        line = _("No. %(number)s, %(club)s") % {"number": seat.number, "club": club} if seat.number else ""
        self.club = fit(line, Face.SANS, wide - 2.2, CLUB_SIZES)

    @property
    def name_high(self) -> float:
        return len(self.name.lines) * _pitch(self.name) + 1.2

    @property
    def club_high(self) -> float:
        return len(self.club.lines) * CLUB_PITCH + 0.7


def _pitch(fitted: Fitted) -> float:
    return fitted.size * MM_PER_POINT * NAME_PITCH


def _grid(facts: SheetSetFacts, sheet: SheetFacts, part: Part, around: Frame, heads: Sequence[_Head]) -> Grid:
    return Grid(
        size=len(sheet.seats),
        part=part,
        dealers=sheet.dealers[part.first - 1 : part.last],
        columns=COLUMNS.get(facts.ruleset.scheme, PLAIN_COLUMNS),
        sits_out=len(sheet.seats) in facts.ruleset.dealer_sits_out_at,
        filled=sheet.filling is not None,
        top=around.top,
        bottom=around.bottom,
        names_high=max(NAMES_HIGH, *(head.name_high for head in heads)),
        clubs_high=max(CLUBS_HIGH, *(head.club_high for head in heads)),
    )


def _page(
    facts: SheetSetFacts,
    sheet: SheetFacts,
    grid: Grid,
    heads: Sequence[_Head],
    empty: Form,
    number: int,
    total: int,
) -> Page:
    texts = [page_number(number, total)]
    patches: list[Patch] = []
    if sheet.table is None:
        suit_wide = heads[0].suit_wide
        empty = Form(
            (*empty.strokes, _name_lines(grid, suit_wide)), (*empty.texts, *_name_captions(grid, suit_wide))
        )
        title = _("Score sheet for %(players)d players") % {"players": grid.size}
    else:
        texts += table_index(sheet.table)
        title = _("Score sheet series %(series)d, table %(table)d") % {
            "series": facts.series,
            "table": sheet.table,
        }
    for seat, head in zip(sheet.seats, heads, strict=True):
        texts += _seat(grid, seat, head)
    for words, patch in _dealers(grid, sheet):
        texts += words
        patches += patch
    if sheet.filling is not None:
        texts += _filling(grid, sheet, sheet.filling)
    return Page(title, empty, tuple(patches), tuple(texts))


def _name_lines(grid: Grid, suit_wide: float) -> Stroke:
    """Lines to write name and club on."""
    path = ""
    names, clubs = grid.top + grid.names_high - 1.4, grid.top + grid.names_high + grid.clubs_high - 0.3
    for position in range(1, grid.size + 1):
        left = grid.seat_left(position)
        path += horizontal(left + suit_wide + 0.2, names, grid.seat_wide - suit_wide - 1.6)
        path += horizontal(left + 1.6, clubs, grid.seat_wide - 3)
    return Stroke(path, 0.2)


def _name_captions(grid: Grid, suit_wide: float) -> Iterator[Text]:
    for position in range(1, grid.size + 1):
        left = grid.seat_left(position)
        yield Text(left + suit_wide + 0.2, grid.top + 3.2, _("Name"), 7)
        yield Text(left + 1.6, grid.top + grid.names_high + 2.6, _("No., club"), 7)


def _seat(grid: Grid, seat: SeatFacts, head: _Head) -> Iterator[Text]:
    """Suit, name and club in the head of a seat."""
    left = grid.seat_left(seat.position)
    zone = grid.top + HEAVY / 2
    high = grid.names_high - HEAVY / 2
    centre = left + 0.5 + head.suit_wide / 2
    if seat.position <= len(SUITS):
        size = 26 * head.suit_wide / 9.2
        yield Text(centre, middle(zone, high, size), SUITS[seat.position - 1], size, anchor=Anchor.MIDDLE)
    else:
        size = 18 * head.suit_wide / 9.2
        yield Text(centre, middle(zone, high, size), str(seat.position), size, Face.SERIF, Anchor.MIDDLE)
    pitch = _pitch(head.name)
    first = middle(zone, high, head.name.size) - (len(head.name.lines) - 1) * pitch / 2
    yield from stack(head.name.lines, left + head.suit_wide + 0.2, first, head.name.size, pitch, Face.BOLD)
    first = grid.top + grid.names_high + 2.5
    yield from stack(head.club.lines, left + 1.6, first, head.club.size, CLUB_PITCH, Face.SANS)


def _dealers(grid: Grid, sheet: SheetFacts) -> Iterator[tuple[list[Text], list[Patch]]]:
    """Who deals: on a white patch in the hatch, or beside the suit at a table where the dealer plays."""
    families = [surname(seat.name) for seat in sheet.seats]
    short = dict(zip((seat.position for seat in sheet.seats), families, strict=True))
    for seat in sheet.seats:
        # Two of one surname at a table: only the whole name says which.
        if families.count(short[seat.position]) > 1:
            short[seat.position] = seat.name
    for index, dealer in enumerate(grid.dealers):
        if grid.sits_out:
            yield _deals(grid, index, dealer, short.get(dealer, ""))
        elif grid.named_dealer and short.get(dealer):
            yield _named(grid, index, short[dealer]), []


def _deals(grid: Grid, index: int, dealer: int, name: str) -> tuple[list[Text], list[Patch]]:
    words = _("%(name)s deals") % {"name": name} if name else _("deals")
    room = grid.seat_wide - 4.5
    fitted = fit(words, Face.SANS, room, DEALS_SIZES)
    pitch = fitted.size * MM_PER_POINT * 1.18
    if len(fitted.lines) * pitch > grid.row_high - 0.4:
        fitted = fit(_("seat %(number)d deals") % {"number": dealer}, Face.SANS, room, DEALS_SIZES)
        pitch = fitted.size * MM_PER_POINT * 1.18
    top = grid.row_top(index)
    centre = grid.seat_left(dealer) + grid.seat_wide / 2
    first = middle(top, grid.row_high, fitted.size) - (len(fitted.lines) - 1) * pitch / 2
    texts = [
        Text(centre, first + line * pitch, words, fitted.size, anchor=Anchor.MIDDLE)
        for line, words in enumerate(fitted.lines)
    ]
    wide = max(width(line, Face.SANS, fitted.size) for line in fitted.lines) + 2.4
    high = min(len(fitted.lines) * pitch + 0.9, grid.row_high - 0.5)
    return texts, [Patch(centre - wide / 2, top + (grid.row_high - high) / 2, wide, high)]


def _named(grid: Grid, index: int, name: str) -> list[Text]:
    left = LEFT + GAME_WIDE + DEALER_WIDE
    room = DEALER_NAMED_WIDE - DEALER_WIDE - 1
    size = fit_line(name, Face.SANS, room, NAMED_SIZES[:3])
    fitted = Fitted((name,), size) if size else fit_name(name, Face.SANS, room, NAMED_SIZES)
    pitch = fitted.size * MM_PER_POINT * 1.12
    if len(fitted.lines) * pitch > grid.row_high - 0.4:
        # No room for so long a name: the suit beside says who deals, and the head of the column says the name.
        return []
    first = middle(grid.row_top(index), grid.row_high, fitted.size) - (len(fitted.lines) - 1) * pitch / 2
    return list(stack(fitted.lines, left, first, fitted.size, pitch, Face.SANS))


def _filling(grid: Grid, sheet: SheetFacts, filling: FillingFacts) -> Iterator[Text]:
    """Everything that was entered, in the places of the pen."""
    for index in range(grid.part.games):
        for seat in sheet.seats:
            if not grid.sits_here(index, seat.position):
                continue
            cell = filling.cells.get((grid.part.first + index, seat.position))
            if cell is not None:
                yield from _cell(grid, index, seat.position, cell)
            elif not filling.totals_only:
                edges = grid.column_edges(seat.position)
                baseline = middle(grid.row_top(index), grid.row_high, grid.figure_size)
                yield Text(edges[1] - 1.3 * grid.scale, baseline, "–", grid.figure_size, anchor=Anchor.END)
    if grid.part.is_last:
        for seat in sheet.seats:
            yield from _sums(grid, seat)
        below = fit(_said_below(sheet, filling), Face.SANS, WIDE, BELOW_SIZES)
        first = grid.bottom + 5.3 - (len(below.lines) - 1) * 1.6
        yield from stack(below.lines, LEFT, first, below.size, 3.2, Face.SANS)


def _cell(grid: Grid, index: int, position: int, cell: CellFacts) -> Iterator[Text]:
    edges = grid.column_edges(position)
    baseline = middle(grid.row_top(index), grid.row_high, grid.figure_size)
    outcome = cell.score.outcome
    for column, left, right in zip(grid.columns, edges, edges[1:], strict=False):
        inner, centre, size = right - 1.3 * grid.scale, (left + right) / 2, grid.figure_size
        if column.key == "hand_total":
            won = outcome in WINS
            words = outcome.value if won else _held(cell)
            yield Text(inner, baseline, words, size, Face.BOLD if won else Face.SANS, Anchor.END)
        elif column.key == "not_opened" and outcome is Outcome.NOT_OPENED:
            yield Text(centre, baseline, "×", size, anchor=Anchor.MIDDLE)
        elif column.key == "laid" and cell.score.laid is not None:
            yield Text(inner, baseline, str(cell.score.laid), size, anchor=Anchor.END)
        elif column.key == "points" and cell.points is not None:
            words = figure(cell.points)
            size = fit_line(words, Face.BOLD, right - left - 1, FIGURE_SIZES) or FIGURE_SIZES[-1]
            yield Text(centre, baseline, words, min(size, grid.figure_size), Face.BOLD, Anchor.MIDDLE)
        elif column.key == "running" and cell.running is not None:
            words = figure(cell.running)
            size = fit_line(words, Face.SANS, inner - left - 0.6, FIGURE_SIZES) or FIGURE_SIZES[-1]
            yield Text(inner, baseline, words, min(size, grid.running_size), anchor=Anchor.END)


def _held(cell: CellFacts) -> str:
    return "?" if cell.score.hand_total is None else str(cell.score.hand_total)


def _sums(grid: Grid, seat: SeatFacts) -> Iterator[Text]:
    edges = grid.column_edges(seat.position)
    baseline = grid.sum_top + SUM_HIGH - 2.0
    points, augen = figure(seat.points), figure(seat.hand_total)
    sizes = (14.5, 14.0, 13.0, *FIGURE_SIZES)
    size = fit_line(points, Face.BOLD, edges[-1] - edges[-2] - 1.9, sizes) or sizes[-1]
    if grid.columns[0].key != "laid":
        yield Text(edges[-2] - 6 * grid.scale, baseline, augen, size, Face.BOLD, Anchor.END)
    yield Text(edges[-1] - 1.9 * grid.scale, baseline, points, size, Face.BOLD, Anchor.END)
    top = grid.sum_top + SUM_HIGH
    rommes = ngettext("%(count)d Rommé", "%(count)d Rommés", seat.rommes) % {"count": seat.rommes}
    if seat.hand_rommes:
        rommes += ", " + _("%(count)d of them Hand") % {"count": seat.hand_rommes}
    games = ngettext("%(count)d game", "%(count)d games", seat.games) % {"count": seat.games}
    fitted = fit(rommes, Face.SANS, grid.seat_wide - 3, (9.5, 9.0, 8.5, 8.0, 7.5))
    lines = (*fitted.lines, games)
    pitch = 5.2 if len(lines) == 2 else 3.8
    first = middle(top, SIGN_HIGH, fitted.size) - (len(lines) - 1) * pitch / 2
    yield from stack(lines, edges[0] + 1.6, first, fitted.size, pitch, Face.SANS)


def _said_below(sheet: SheetFacts, filling: FillingFacts) -> str:
    """Where the figures come from."""
    sentences = [_("Print of the sheet as entered.")]
    if filling.totals_only:
        sentences.append(_("Totals only."))
    for words, signature in (
        (_("Entered %(time)s %(by)s."), filling.entered),
        (_("Checked %(time)s %(by)s."), filling.checked),
    ):
        if signature is not None:
            at = timezone.localtime(signature.at)
            sentences.append(
                " ".join((words % {"time": f"{at:%H:%M}", "by": signature.by}).split()).replace(" .", ".")
            )
    sentences.append(
        _("Played: %(counted)d of %(games)d games.")
        % {"counted": filling.counted, "games": len(sheet.dealers)}
    )
    return " ".join([*sentences, *_out_of_the_ordinary(filling)])


def _out_of_the_ordinary(filling: FillingFacts) -> Iterator[str]:
    """What the cells do not show: games without a winner, games played again, time up."""
    for end, words in ((End.STOCK, _("Stock exhausted")), (End.JOKERS, _("Two last jokers"))):
        if numbers := [number for number, how in sorted(filling.unwon.items()) if how is end]:
            values = {"what": words, "numbers": listed(numbers)}
            yield _("%(what)s in game %(numbers)s.") % values
    if filling.replayed:
        yield _("Played again: game %(numbers)s.") % {"numbers": listed(filling.replayed)}
    if filling.closed_after is not None:
        closed = _("Ended after game %(number)d") % {"number": filling.closed_after}
        yield f"{closed}: {filling.closed_reason.rstrip('.')}." if filling.closed_reason else f"{closed}."
