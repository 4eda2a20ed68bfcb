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
from .notation import action_as_json, answer_as_json

__all__ = [
    "BestOpening",
    "HandAnswer",
    "HandError",
    "HandRomme",
    "HandSizeError",
    "Lowest",
    "action_as_json",
    "answer_as_json",
    "solve_hand",
]
