"""Sets, runs and openings: what may be laid, what each joker stands for, what may be added or taken later.

Every question comes in three forms that share one check: `verify_x` names the broken rules, `can_x` says yes
or no, `x` does it and raises `RuleError` where it is not allowed.
"""

from .changes import (
    LayOff,
    Rearrangement,
    Side,
    can_lay_off,
    can_rearrange,
    can_swap,
    judge_rearrangement,
    lay_off,
    rearrange,
    swap,
    verify_lay_off,
    verify_rearrangement,
    verify_swap,
)
from .openings import (
    Opening,
    below_threshold,
    can_open,
    counts_towards_opening,
    judge_opening,
    opening_value,
    verify_opening,
)
from .readings import FEWEST_CARDS, Kind, Meld, format_face, longest_run
from .verdicts import Verdict, can_lay, judge_meld, lay, verify_meld
from .ways_out import way_out

__all__ = [
    "FEWEST_CARDS",
    "Kind",
    "LayOff",
    "Meld",
    "Opening",
    "Rearrangement",
    "Side",
    "Verdict",
    "below_threshold",
    "can_lay",
    "can_lay_off",
    "can_open",
    "can_rearrange",
    "can_swap",
    "counts_towards_opening",
    "format_face",
    "judge_meld",
    "judge_opening",
    "judge_rearrangement",
    "lay",
    "lay_off",
    "longest_run",
    "opening_value",
    "rearrange",
    "swap",
    "verify_lay_off",
    "verify_meld",
    "verify_opening",
    "verify_rearrangement",
    "verify_swap",
    "way_out",
]
