"""Whole turns: hand, draw, actions, discard → legal or every broken rule, and how the game ended."""

from .judge import can_play_turn, judge_turn, play_turn, verify_turn
from .model import (
    Action,
    Discarding,
    Draw,
    Laying,
    LayingOff,
    Rearranging,
    Source,
    Swapping,
    Turn,
    TurnEnd,
    TurnResult,
    TurnVerdict,
)
from .notation import TurnError, TurnFault, parse_turn, verdict_as_json, violation_as_json

__all__ = [
    "Action",
    "Discarding",
    "Draw",
    "Laying",
    "LayingOff",
    "Rearranging",
    "Source",
    "Swapping",
    "Turn",
    "TurnEnd",
    "TurnError",
    "TurnFault",
    "TurnResult",
    "TurnVerdict",
    "can_play_turn",
    "judge_turn",
    "parse_turn",
    "play_turn",
    "verdict_as_json",
    "verify_turn",
    "violation_as_json",
]
