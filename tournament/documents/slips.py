"""A slip for every player: all tables, and a code that leads to the player's page. Eight a page, to be cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from tournament.documents.drawing import Anchor, Form, Page, Stroke, Text, horizontal, vertical
from tournament.documents.fitting import composed, fit, fit_line, fit_name
from tournament.documents.fonts import MM_PER_POINT, Face
from tournament.documents.qr import qr_stroke
from tournament.documents.seating_facts import SlipFacts, SlipsFacts

SUITS = ("♠", "♥", "♣", "♦")
COLUMNS, ROWS = 2, 4
A_PAGE = COLUMNS * ROWS
# Measures in mm.
PAGE_WIDE, PAGE_HIGH = 210.0, 297.0
SLIP_WIDE, SLIP_HIGH = PAGE_WIDE / COLUMNS, PAGE_HIGH / ROWS
LEFT, RIGHT, BOTTOM = 12.0, 95.0, 66.5
LINES_TOP, LINES_HIGH = 29.0, 33.0
QR_SIDE, QR_TOP = 30.0, 26.0
NAME_SIZES = (16.0, 14.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0)
CLUB_SIZES = (9.5, 9.0, 8.0, 7.0, 6.0)
PITCH = 9.0
TWO_COLUMNS_FROM = 8


def slip_pages(facts: SlipsFacts, base: str) -> list[Page]:
    """The pages of all slips; without a base there is no code, for nobody could follow it."""
    slips = facts.slips
    return [_page(facts.name, slips[start : start + A_PAGE], base) for start in range(0, len(slips), A_PAGE)]


def slip_page_count(players: int) -> int:
    """How many pages so many slips need."""
    return -(-players // A_PAGE)


def _page(name: str, slips: Sequence[SlipFacts], base: str) -> Page:
    strokes = [Stroke(_cuts(), 0.16, "2 2")]
    texts: list[Text] = []
    for index, slip in enumerate(slips):
        x, y = index % COLUMNS * SLIP_WIDE, index // COLUMNS * SLIP_HIGH
        texts += _slip(name, slip, x, y)
        if base:
            strokes.append(qr_stroke(f"{base}{slip.path}", x + RIGHT - QR_SIDE, y + QR_TOP, QR_SIDE))
            middle = x + RIGHT - QR_SIDE / 2
            texts.append(
                Text(middle, y + QR_TOP + QR_SIDE + 1.5, _("My results"), 8, Face.SANS, Anchor.MIDDLE)
            )
    title = ", ".join(composed(slip.name) for slip in slips)
    return Page(title, Form(tuple(strokes), ()), (), tuple(texts))


def _cuts() -> str:
    across = "".join(horizontal(5, row * SLIP_HIGH, PAGE_WIDE - 10) for row in range(1, ROWS))
    return across + vertical(SLIP_WIDE, 5, PAGE_HIGH - 10)


def _slip(name: str, slip: SlipFacts, x: float, y: float) -> Iterator[Text]:
    room = RIGHT - LEFT
    fitted = fit_name(slip.name, Face.BOLD, room, NAME_SIZES)
    pitch = 1.1 * fitted.size * MM_PER_POINT
    base = y + 13.5 - (len(fitted.lines) - 1) * pitch / 2
    for line, words in enumerate(fitted.lines):
        yield Text(x + LEFT, base + line * pitch, words, fitted.size, Face.BOLD)
    about = _("No. %(number)d") % {"number": slip.number}
    if slip.club:
        about += f", {composed(slip.club)}"
    club = fit(about, Face.SANS, room, CLUB_SIZES)
    for line, words in enumerate(club.lines):
        yield Text(x + LEFT, y + 21.5 + line * 2.6, words, club.size, Face.SANS)
    yield from _seats(slip, x + LEFT, y + LINES_TOP)
    foot = fit(name, Face.SANS, room, (7.5, 7.0, 6.5, 6.0, 5.5))
    for line, words in enumerate(foot.lines):
        yield Text(x + LEFT, y + BOTTOM + line * 2.4, words, foot.size, Face.SANS)


def _seats(slip: SlipFacts, x: float, y: float) -> Iterator[Text]:
    """One line a series; many series stand in two columns."""
    columns = 2 if len(slip.seats) > TWO_COLUMNS_FROM else 1
    per_column = -(-len(slip.seats) // columns)
    pitch = min(PITCH, LINES_HIGH / max(1, per_column))
    size = min(13.0, 1.8 * pitch)
    for index, seat in enumerate(slip.seats):
        left = x + index // per_column * 27
        base = y + index % per_column * pitch + 3
        words = str(seat.series) if columns > 1 else _("Series %(number)d") % {"number": seat.series}
        shift = 0.0 if columns > 1 else 19.5
        yield Text(left, base, words, size, Face.SANS)
        yield Text(left + 14 + shift, base, str(seat.table), 1.3 * size, Face.SERIF, Anchor.END)
        yield Text(left + 16 + shift, base, SUITS[seat.position - 1], size, Face.SANS)
        if columns == 1:
            small = min(size, 9.5)
            yield Text(left + 16, base, _("Table"), small, Face.SANS)
            place = _("Seat %(position)d") % {"position": seat.position}
            yield Text(
                left + 40.5, base, place, fit_line(place, Face.SANS, 12.5, (small, 8.5)) or 7.5, Face.SANS
            )
