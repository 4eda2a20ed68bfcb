"""The values of a draw: who sits, how it is drawn, what came out, and the sentences about it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

Plan = tuple[tuple[int, ...], ...]
"""The tables of one series in order, each the start numbers in seat order."""

Progress = Callable[[int, Plan | None], bool]
"""Told the steps done and the best plan so far (its first series); answers False to stop the search."""


class Method(StrEnum):
    """How a series is drawn."""

    RANDOM = "random"
    NO_REMATCH = "no_rematch"
    STANDING = "standing"
    TANDEM = "tandem"


@dataclass(frozen=True, slots=True)
class Sentence:
    """Something to tell people: a stable code, an English template and its values.

    >>> str(Sentence("five_players", "%(count)s players cannot be seated.", {"count": 5}))
    '5 players cannot be seated.'
    """

    code: str
    template: str
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    def __str__(self) -> str:
        return self.template % self.values


class SeatingError(ValueError):
    """A draw that cannot be made; `sentences` say which choices there are, all of them at once."""

    def __init__(self, *sentences: Sentence) -> None:
        super().__init__(" ".join(str(sentence) for sentence in sentences))
        self.sentences = sentences

    @property
    def code(self) -> str:
        """The stable code of the first sentence."""
        return self.sentences[0].code


@dataclass(frozen=True, slots=True)
class Seater:
    """One player who is to be seated; empty club, tandem or team means none."""

    number: int
    club: str = ""
    tandem: str | None = None
    team: str | None = None
    fixed_table: int | None = None


@dataclass(frozen=True, slots=True)
class Quality:
    """The figures of one or several series together."""

    pairs_again: int
    """Meetings beyond the first, summed over all pairs."""
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
    """Turns at a table of three that somebody had too often while others had fewer; 0 is fair."""
    fixed_kept: int
    fixed_total: int
    seat_one_most: int
    """How often the player who has seat 1 most has it."""
    minimum_pairs_again: int | None
    """The fewest meetings again that are possible, where that is known."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One drawn series; `quality` counts the past series too, `steps` repeats a stopped search."""

    plan: Plan
    steps: int
    quality: Quality
    notes: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Draws:
    """Several series drawn together."""

    plans: tuple[Plan, ...]
    steps: int
    quality: Quality
    notes: tuple[Sentence, ...] = ()
