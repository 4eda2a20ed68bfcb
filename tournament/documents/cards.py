"""Cards to stand on the tables: A4 landscape, the number to be read across the hall, all names in one size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.documents.drawing import Anchor, Stroke, Text, horizontal, rectangle
from tournament.documents.fitting import Fitted, composed, fit, fit_line, fit_name
from tournament.documents.fonts import CAPITAL, MM_PER_POINT, Face, width
from tournament.documents.seating_facts import SeatedPlayerFacts, SeatedTableFacts, SeatingFacts
from tournament.documents.seating_pages import foot

SUITS = ("♠", "♥", "♣", "♦")
# Measures in mm from the top left of a page of 297 × 210.
LEFT, TOP, WIDE, HIGH = 11.5, 12.0, 274.0, 186.0
MIDDLE_X, NUMBER_MIDDLE, NUMBER_ROOM, NUMBER_HIGH = 65.8, 100.0, 84.0, 104.0
SUIT_X, NAME_X, RIGHT = 120.0, 135.7, 274.6
FIRST_NAME, PITCH = 39.0, 31.0
RULE_LEFT, RULE_WIDE = 112.0, 165.0
ONE_LINE = (28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 16.0)
TWO_LINES = (20.0, 18.0, 16.0, 14.0, 12.0, 10.0)
CLUB_SIZES = (16.0, 14.0, 12.0, 10.0, 9.0, 8.0)
FOOT_SIZES = (8.5, 8.0, 7.0, 6.0, 5.0)


@dataclass(frozen=True, slots=True)
class Card:
    """One page."""

    title: str
    strokes: tuple[Stroke, ...]
    texts: tuple[Text, ...]


def cards_context(facts: SeatingFacts) -> dict[str, Any]:
    """Everything that print/cards.html shows."""
    return {
        "title": _("Table cards series %(series)d") % {"series": facts.series},
        "cards": [_card(facts, table) for table in facts.tables],
    }


def _card(facts: SeatingFacts, table: SeatedTableFacts) -> Card:
    rules = "".join(
        horizontal(RULE_LEFT, FIRST_NAME - 15 + row * PITCH + 31, RULE_WIDE)
        for row in range(len(table.players) - 1)
    )
    return Card(
        _("Table %(number)d") % {"number": table.number},
        (Stroke(rectangle(LEFT, TOP, WIDE, HIGH, 10), 1.4), Stroke(rules, 0.25)),
        (*_number(table.number), *_players(table.players), *_foot(facts)),
    )


def _number(number: int) -> Iterator[Text]:
    words = str(number)
    wide_at_one = width(words, Face.SERIF, 1)
    size = min(NUMBER_HIGH / MM_PER_POINT, NUMBER_ROOM / wide_at_one)
    baseline = NUMBER_MIDDLE + CAPITAL * size * MM_PER_POINT / 2
    yield Text(MIDDLE_X, 46.6, _("Table"), 44, Face.SERIF, Anchor.MIDDLE)
    yield Text(MIDDLE_X, baseline, words, size, Face.SERIF, Anchor.MIDDLE)


def _players(players: Sequence[SeatedPlayerFacts]) -> Iterator[Text]:
    first = _("deals first")
    for row, (player, name) in enumerate(zip(players, _names(players), strict=True)):
        base = FIRST_NAME + row * PITCH
        yield Text(SUIT_X, base + 4.5, SUITS[player.position - 1], 56, Face.SANS, Anchor.MIDDLE)
        pitch = 1.1 * name.size * MM_PER_POINT
        rise = (len(name.lines) - 1) * pitch
        for line, words in enumerate(name.lines):
            yield Text(NAME_X, base - rise / 2 + line * pitch, words, name.size, Face.BOLD)
        below = base + rise / 2 + 8.8
        room = RIGHT - NAME_X
        if player.position == 1:
            room -= width(first, Face.BOLD, 16) + 4
            yield Text(RIGHT, below, first, 16, Face.BOLD, Anchor.END)
        about = _("No. %(number)d") % {"number": player.number}
        if player.club:
            about += f", {composed(player.club)}"
        club = fit(about, Face.SANS, room, CLUB_SIZES)
        for line, words in enumerate(club.lines):
            yield Text(NAME_X, below + line * 3.4, words, club.size, Face.SANS)


def _names(players: Sequence[SeatedPlayerFacts]) -> list[Fitted]:
    """All names in the size of the one that needs the smallest."""
    room = RIGHT - NAME_X
    fitted = [fit_line(composed(player.name), Face.BOLD, room, ONE_LINE) for player in players]
    if all(fitted):
        size = min(one for one in fitted if one)
        return [Fitted((composed(player.name),), size) for player in players]
    size = min(fit_name(player.name, Face.BOLD, room, TWO_LINES).size for player in players)
    return [fit_name(player.name, Face.BOLD, room, (size,)) for player in players]


def _foot(facts: SeatingFacts) -> Iterator[Text]:
    yield Text(24, 189, _("Series %(number)d") % {"number": facts.series}, 22, Face.SANS)
    words = foot(facts)
    size = fit_line(words, Face.SANS, WIDE, FOOT_SIZES) or FOOT_SIZES[-1]
    yield Text(LEFT, 204, words, size, Face.SANS)
