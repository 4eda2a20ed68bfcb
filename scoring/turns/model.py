"""A turn as it was played, and what the referee says to it."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.cards import Card
from scoring.melds import Meld, Side
from scoring.rules import Rules
from scoring.violations import Violation


class Source(StrEnum):
    """Where a card was drawn from."""

    STOCK = "stock"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Draw:
    """The drawn card; in Rommé 500 several from the discards, the lowest first."""

    cards: tuple[Card, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Laying:
    """Cards laid as a new meld."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LayingOff:
    """Cards laid off on a meld; melds are counted from 0, those of the table first."""

    meld: int
    cards: tuple[Card, ...]
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Swapping:
    """A card put in the place of a joker, which comes to the hand."""

    meld: int
    card: Card


@dataclass(frozen=True, slots=True)
class Rearranging:
    """The whole table rebuilt (Räuber-Rommé)."""

    groups: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class Discarding:
    """A card put on the discards."""

    card: Card


Action = Laying | LayingOff | Swapping | Rearranging | Discarding


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of one player: `hand` is the hand before the draw, `draw` None where nothing was drawn."""

    rules: Rules
    opened: bool
    hand: tuple[Card, ...]
    draw: Draw | None
    table: tuple[Meld, ...]
    actions: tuple[Action, ...]


class TurnEnd(StrEnum):
    """How a turn ended the game."""

    ROMME = "romme"
    HAND_ROMME = "hand_romme"
    HAND_ROMME_LAYOFF = "hand_romme_layoff"
    TWO_JOKERS = "two_jokers"


@dataclass(frozen=True, slots=True)
class TurnResult:
    """What a legal turn leaves behind."""

    hand: tuple[Card, ...]
    table: tuple[Meld, ...]
    ends: TurnEnd | None


@dataclass(frozen=True, slots=True)
class TurnVerdict:
    """The verdict on a turn: its result, or every broken rule."""

    opening: int | None
    """Augen of the own melds laid before the first lay-off or swap; None: opened before, or nothing laid."""
    result: TurnResult | None
    violations: tuple[Violation, ...]
