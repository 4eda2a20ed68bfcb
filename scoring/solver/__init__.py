"""The best a hand can do: highest opening, lowest total, Hand-Rommé; always exact, never a guess."""

from .answers import (
    BestOpening,
    HandAnswer,
    HandError,
    HandRomme,
    HandSizeError,
    Lowest,
    solve_hand,
)

__all__ = [
    "BestOpening",
    "HandAnswer",
    "HandError",
    "HandRomme",
    "HandSizeError",
    "Lowest",
    "solve_hand",
]
