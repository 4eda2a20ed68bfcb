"""Read models of paper without a database, and what can be read in a finished file."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from django.utils import timezone
from pypdf import PdfReader

from scoring.games import dealer_seat
from scoring.ranking import Lot, Total, rank
from scoring.rulesets import RULESETS, RuleSet, games_at_table
from tournament.documents.drawing import Page
from tournament.queries.prints import StandingPrint
from tournament.queries.sheets import Sheet, SheetSeat, SheetSet
from tournament.queries.standings import Progress, SeriesState, StandingRow, Standings
from tournament.scopes import Scope

DROV = RULESETS["drov"]
FOUR = ("Łukasz Öztürk", "Günther von der Heyde", "Ğülsüm Çelik", "Karl-Heinz Schmidt-Rottluff")
LONG = "Edeltraud Freifrau von Stackelberg-Hohenzollern"
WIDEST = "W" * 80
LONG_CLUB = "Rommé- und Canasta-Spielgemeinschaft Wetterau-Vogelsberg-Nordost von 1987 e. V."


def sheet(
    table: int | None,
    names: Sequence[str],
    rules: RuleSet = DROV,
    club: str = "RC Joker",
    games: int = 15,
    **more: Any,
) -> Sheet:
    size = len(names)
    seats = tuple(
        SheetSeat(position, None if table is None else position, name, club)
        for position, name in enumerate(names, 1)
    )
    count = games_at_table(games, size, rules)
    dealers = tuple(dealer_seat(number, size) for number in range(1, count + 1))
    return Sheet(table, seats, dealers, **more)


def sheet_set(*sheets: Sheet, rules: RuleSet = DROV, **fields: Any) -> SheetSet:
    values: dict[str, Any] = {
        "name": "14. Wetterauer Rommé-Herbstturnier",
        "date": datetime.date(2026, 10, 3),
        "venue": "Bürgerhaus",
        "ruleset": rules,
        "series": 2,
        "draw_seed": "4 2 6",
        "draw_attempt": 1,
        "draw_changed": False,
    }
    return SheetSet(**(values | fields), sheets=sheets)


def standing(
    count: int, *, lots: Sequence[Lot] = (), tie: bool = True, scope: Scope | None = None
) -> StandingPrint:
    """Players in order; with `tie`, numbers 9 and 10 are equal in both sums."""
    totals = [
        Total(n, 97, 1024, 30, 9, 0)
        if tie and n in (9, 10)
        else Total(n, 500 - n if n < 9 else 97 - n // 11, 700 + n, 30, 9, 1)
        for n in range(1, count + 1)
    ]
    rows = tuple(
        StandingRow(
            place.rank, place.total.key, f"{FOUR[int(place.total.key) % 4]} {place.total.key}", "RC Joker", (),
            place.total.points, place.total.hand_total, 30, 9, place.total.hand_rommes,
            place.tied, place.above, place.below,
        )
        for place in rank(totals, lots)
    )  # fmt: skip
    states = (SeriesState(1, True, 24, 24, 24, 0), SeriesState(2, False, 24, 23, 18, 0))
    read = Standings(scope or Scope(), rows, Progress(48, 47, 5), states)
    return StandingPrint("Herbstturnier", DROV, read, False, (), timezone.now())


def reader(pdf: bytes) -> Any:
    return PdfReader(BytesIO(pdf))


def words(pdf: bytes, page: int = 0) -> str:
    """The text of a page with single spaces."""
    return " ".join(reader(pdf).pages[page].extract_text().split())


def texts_of(page: Page) -> list[str]:
    return [text.words for text in (*page.form.texts, *page.texts)]
