"""What lies on the desk: one question, as rows of cards. All of it fits into an address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import urlencode

from scoring.cards import Suit
from scoring.melds import Side
from scoring.rules import PROFILES, Rules, for_players, with_options


class Mode(StrEnum):
    """What is asked."""

    MELD = "meld"
    OPENING = "opening"
    LAY_OFF = "lay_off"
    SWAP = "swap"
    TURN = "turn"
    HAND = "hand"


class Kind(StrEnum):
    """What the cards of a row are."""

    HAND = "hand"
    DRAW = "draw"
    TABLE = "table"
    LAY = "lay"
    LAY_OFF = "lay_off"
    SWAP = "swap"
    DISCARD = "discard"


MELDS = frozenset({Kind.TABLE, Kind.LAY})
"""Rows that others may point to: what lies on the table, and what is laid in this turn."""
ACTIONS = frozenset({Kind.LAY, Kind.LAY_OFF, Kind.SWAP})


@dataclass(frozen=True, slots=True)
class Row:
    """Cards as typed; `on` is the place of the meld they go to among the rows of `MELDS`."""

    kind: Kind
    text: str = ""
    on: int = 0
    side: str = ""

    @property
    def laid_at(self) -> Side | None:
        """Before or behind the meld; None: behind where that is legal, else before."""
        return Side(self.side) if self.side else None


NEEDED: Mapping[Mode, tuple[Kind, ...]] = {
    Mode.MELD: (Kind.LAY,),
    Mode.OPENING: (Kind.LAY,),
    Mode.LAY_OFF: (Kind.TABLE, Kind.LAY_OFF),
    Mode.SWAP: (Kind.TABLE, Kind.SWAP),
    Mode.TURN: (Kind.HAND, Kind.DRAW, Kind.DISCARD),
    Mode.HAND: (Kind.HAND,),
}
"""Rows that are always there."""

ADDABLE: Mapping[Mode, tuple[Kind, ...]] = {
    Mode.MELD: (),
    Mode.OPENING: (Kind.LAY,),
    Mode.LAY_OFF: (),
    Mode.SWAP: (),
    Mode.TURN: (Kind.LAY, Kind.LAY_OFF, Kind.SWAP, Kind.TABLE),
    Mode.HAND: (Kind.TABLE,),
}
"""Rows there may be more of."""

LONGEST_TEXT = 1500
"""Characters of one row: the whole pack in words."""
MOST_ROWS = 40
"""More melds than 110 cards can make, and a few slips."""

_ORDER = (Kind.HAND, Kind.DRAW, Kind.TABLE, Kind.LAY, Kind.DISCARD)
"""Actions keep the order in which they were done."""

SWITCHES: Mapping[str, bool] = {
    "naturals_only": False,
    "corner": True,
    "adjacent_jokers": False,
    "strict_swap": True,
}
"""Agreements of a house that are on or off, with what is usual."""
NUMBERS: Mapping[str, tuple[int, ...]] = {"threshold": (40, 35, 31, 30), "jokers": (6, 4, 2)}
"""Agreements of a house with a number, the usual one first."""


def _place(kind: Kind) -> int:
    return _ORDER.index(Kind.LAY if kind in ACTIONS else kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """One question as it stands."""

    mode: Mode = Mode.MELD
    profile: str = "drov"
    agreed: Mapping[str, bool | int]
    """What the house agreed on; for the profile `home` only."""
    rows: tuple[Row, ...]
    at: int = 0
    """The row that takes the next card."""
    suit: Suit = Suit.C
    opened: bool = False
    before_draw: bool = False
    open_card: bool = False
    """Whether the drawn card came from the discards."""

    @property
    def rules(self) -> Rules:
        """The rules in force, with the largest pack the profile knows: nobody counts the players here."""
        rules = PROFILES[self.profile]
        return for_players(with_options(rules, self.agreed), rules.max_players)

    @property
    def active(self) -> Row:
        """The row that takes the next card."""
        return self.rows[self.at]

    def of(self, *kinds: Kind) -> tuple[Row, ...]:
        """The rows of these kinds, in order."""
        return tuple(row for row in self.rows if row.kind in kinds)

    def with_active(self, text: str) -> Desk:
        """The active row holds another text."""
        rows = list(self.rows)
        rows[self.at] = replace(self.active, text=text)
        return replace(self, rows=tuple(rows))

    def takes_one_card(self, kind: Kind) -> bool:
        """Whether another card takes the place of the one that is there."""
        if kind is Kind.DRAW:
            return not (self.rules.deep_draw and self.open_card)
        return kind in (Kind.DISCARD, Kind.SWAP)

    def can_drop(self, place: int) -> bool:
        """Whether a row is there on top of those needed."""
        kind = self.rows[place].kind
        return kind in ADDABLE[self.mode] and len(self.of(kind)) > NEEDED[self.mode].count(kind)

    def add(self, kind: Kind) -> Desk:
        """One more row where it belongs, ready for its first card."""
        place = sum(_place(row.kind) <= _place(kind) for row in self.rows)
        rows = [*self.rows[:place], Row(kind), *self.rows[place:]]
        new = _meld_place(self.rows, place)
        if kind in MELDS:
            rows = [replace(row, on=row.on + 1) if row.on >= new and _points(row) else row for row in rows]
        return replace(self, rows=tuple(rows), at=place)

    def drop(self, place: int) -> Desk:
        """One row less; whatever pointed to it points to the first meld."""
        gone = _meld_place(self.rows, place)
        is_meld = self.rows[place].kind in MELDS
        rows = [*self.rows[:place], *self.rows[place + 1 :]]
        if is_meld:
            rows = [_without(row, gone) for row in rows]
        return replace(self, rows=tuple(rows), at=max(0, place - 1))

    def turned_to(self, mode: Mode) -> Desk:
        """The same cards under another question, as far as it has a place for them."""
        rows = [row for row in self.rows if row.kind in NEEDED[mode] + ADDABLE[mode]]
        if mode in (Mode.MELD, Mode.LAY_OFF, Mode.SWAP):
            rows = [row for at, row in enumerate(rows) if row.kind not in {r.kind for r in rows[:at]}]
        rows = complete(mode, rows)
        empty = (at for at, row in enumerate(rows) if not row.text)
        return replace(self, mode=mode, rows=tuple(rows), at=next(empty, len(rows) - 1))

    def address(self) -> str:
        """The query that brings this desk back."""
        return urlencode(list(self._pairs()))

    def _pairs(self) -> Iterator[tuple[str, str]]:
        yield "mode", self.mode
        if self.profile != "drov":
            yield "rules", self.profile
        for name, value in self.agreed.items():
            yield name, {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
        for row in self.rows:
            yield from row_pairs(self.mode, row)
        for name in ("opened", "before_draw"):
            if getattr(self, name):
                yield name, "on"
        if self.open_card:
            yield "from", "discard"
        if self.at:
            yield "at", str(self.at)
        yield "suit", self.suit


def row_pairs(mode: Mode, row: Row) -> Iterator[tuple[str, str]]:
    """How a row is written into an address or a form."""
    if row.kind not in ACTIONS:
        yield row.kind, row.text
        return
    if mode is Mode.TURN:
        yield "do", row.kind
        yield "on", str(row.on + 1)
    if mode in (Mode.TURN, Mode.LAY_OFF):
        yield "side", row.side
    yield "cards", row.text


def complete(mode: Mode, rows: list[Row]) -> list[Row]:
    """The rows in their order, with an empty one for each that is needed and missing."""
    missing = [Row(kind) for kind in NEEDED[mode] if all(row.kind is not kind for row in rows)]
    return sorted([*rows, *missing], key=lambda row: _place(row.kind))


def _points(row: Row) -> bool:
    return row.kind in (Kind.LAY_OFF, Kind.SWAP)


def _meld_place(rows: tuple[Row, ...], place: int) -> int:
    """How many melds lie before a row."""
    return sum(row.kind in MELDS for row in rows[:place])


def _without(row: Row, gone: int) -> Row:
    if not _points(row) or row.on < gone:
        return row
    return replace(row, on=0 if row.on == gone else row.on - 1)
