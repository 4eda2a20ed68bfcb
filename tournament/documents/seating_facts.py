"""What the prints of a plan need to know: the shape of their read models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable


class SeatedPlayerFacts(Protocol):
    """Who sits on a seat."""

    @property
    def position(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def club(self) -> str: ...
    @property
    def sort_key(self) -> str: ...


class SeatedTableFacts(Protocol):
    """A table with its seats in order."""

    @property
    def number(self) -> int: ...
    @property
    def players(self) -> Sequence[SeatedPlayerFacts]: ...


class DrawnFacts(Protocol):
    """What a plan was drawn from."""

    @property
    def method(self) -> str: ...
    @property
    def seed(self) -> str: ...
    @property
    def attempt(self) -> int: ...
    @property
    def together(self) -> Sequence[int]: ...
    @property
    def changed(self) -> bool: ...


@runtime_checkable
class SeatingFacts(Protocol):
    """The plan of a series, and what is made of it: `seating`, `seating-by-name` or `table-cards`."""

    @property
    def layout(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def series(self) -> int: ...
    @property
    def draw(self) -> DrawnFacts: ...
    @property
    def tables(self) -> Sequence[SeatedTableFacts]: ...


class SlipSeatFacts(Protocol):
    """Where a player sits in one series."""

    @property
    def series(self) -> int: ...
    @property
    def table(self) -> int: ...
    @property
    def position(self) -> int: ...


class SlipFacts(Protocol):
    """All seats of one player, and the path of the player's page."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def club(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def seats(self) -> Sequence[SlipSeatFacts]: ...


@runtime_checkable
class SlipsFacts(Protocol):
    """A slip for everybody who is seated, by name."""

    @property
    def name(self) -> str: ...
    @property
    def slips(self) -> Sequence[SlipFacts]: ...
