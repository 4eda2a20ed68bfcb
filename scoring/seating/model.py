"""The values of a draw: who sits, how it is drawn, and what came out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.seating.sentences import Sentence

Plan = tuple[tuple[int, ...], ...]
"""The tables of one series in order, each the start numbers in seat order."""

Progress = Callable[[int, Plan | None], bool]
"""Told the steps done and the best plan so far (of the first series drawn); answers False to stop."""


class Method(StrEnum):
    """How a series is drawn."""

    RANDOM = "random"
    NO_REMATCH = "no_rematch"
    STANDING = "standing"
    STANDING_APART = "standing_apart"
    """By standing, but nobody meets again: neighbours in rank exchange."""
    TANDEM = "tandem"

    @property
    def ranked(self) -> bool:
        """Whether it seats by rank, and so one series at a time."""
        return self in (Method.STANDING, Method.STANDING_APART, Method.TANDEM)


@dataclass(frozen=True, slots=True)
class Seater:
    """One player who is to be seated; an empty club and None mean that there is none."""

    number: int
    """Start number."""
    club: str = ""
    tandem: str | None = None
    team: str | None = None
    fixed_table: int | None = None


@dataclass(frozen=True, slots=True)
class Quality:
    """The figures of one or several series together."""

    pairs_again: int
    """Meetings after the first one, summed over all pairs."""
    pairs_again_worst: int
    """How often the pair that meets most meets."""
    clubmates: int
    """Meetings of two players of one club."""
    teammates: int
    """Meetings of two players of one team."""
    partners_together: int
    """Meetings of two tandem partners."""
    threes: Mapping[int, int]
    """Start number → how often at a table of three."""
    threes_again: int
    """Turns at a table of three beyond fair: somebody had two more than somebody else; 0 is fair."""
    fixed_kept: int
    """Seats at the fixed table, of `fixed_total`."""
    fixed_total: int
    seat_one_most: int
    """How often the player who has seat 1 most often has it."""
    minimum_pairs_again: int | None
    """The fewest meetings again that plans of this shape can have, where that is known."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One drawn series; `quality` counts the past series too."""

    plan: Plan
    steps: int
    """Steps of the search; with this bound the same input gives the same plan."""
    quality: Quality
    notes: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Draws:
    """Several series drawn together."""

    plans: tuple[Plan, ...]
    steps: int
    quality: Quality
    notes: tuple[Sentence, ...] = ()
