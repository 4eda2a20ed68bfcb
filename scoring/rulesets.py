"""The scoring systems as data: rating tables, boni, targets, readings, and who plays in a game.

A tournament or an evening names exactly one rule set. Every number in it can be changed through
``options`` before the first result, so nothing here is ever edited for one event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from scoring.messages import fill, gettext_noop, shortened, visible, written
from scoring.rules import MOST_THRESHOLD

LARGEST_NUMBER = 9999
"""No number of a rule set or of a result goes beyond this; a whole deck counts 880."""

FAULTS: Mapping[str, str] = MappingProxyType(
    {
        "unknown_ruleset": gettext_noop("There is no rule set “%(value)s”. Choose one of: %(choices)s."),
        "not_an_object": gettext_noop("Write an object with the keys %(choices)s, not %(value)s."),
        "unknown_key": gettext_noop("This key is not known here. Known keys: %(choices)s."),
        "missing_key": gettext_noop("This number is missing. Please add it."),
        "not_whole": gettext_noop("%(value)s is not a whole number from %(low)s to %(high)s."),
        "not_a_switch": gettext_noop("%(value)s is neither true nor false."),
        "not_steps": gettext_noop("Write steps such as [[10, 3], [30, 2], [null, 1]], not %(value)s."),
        "bound_not_rising": gettext_noop("The bound %(value)s must be higher than the one before it."),
        "bound_open": gettext_noop("Only the last step has no bound (null), and it must have none."),
    }
)
"""Sentence of each fault code; ``params`` of the fault fill the placeholders."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in a rule set: where (``path``), what (``code``), and what fills the sentence."""

    path: str
    code: str
    params: Mapping[str, str | int]

    @property
    def message(self) -> str:
        """The fault as an English sentence, its place first."""
        sentence = fill(FAULTS[self.code], self.params)
        return f"{self.path}: {sentence}" if self.path else sentence


class RuleSetError(ValueError):
    """A rule set or its options cannot be used; ``faults`` holds every reason."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(" ".join(fault.message for fault in faults))
        self.faults = tuple(faults)


class Mark(StrEnum):
    """Where a number or a reading comes from."""

    DROV_TEXT = "drov_text"
    REPORTED = "reported"
    ASSUMED = "assumed"


class Scheme(StrEnum):
    """How the points of a game arise."""

    RATING = "rating"  # a table gives points for what each player reached
    LOSS = "loss"  # the cards in hand count against each player
    WINNER = "winner"  # only the winner scores: what the others hold
    LAID = "laid"  # cards laid minus cards in hand


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating table in points; ``opened`` is read upwards: (highest hand total or None, points)."""

    hand_romme: int
    hand_romme_layoff: int
    romme: int
    opened: tuple[tuple[int | None, int], ...]
    not_opened: int

    def opened_points(self, hand_total: int) -> int:
        """Points of a player who opened and holds ``hand_total`` Augen (Nr. 12).

        >>> [DROV_RATING.opened_points(total) for total in (8, 10, 11, 30, 31, 87)]
        [3, 3, 2, 2, 1, 1]
        """
        return next(points for bound, points in self.opened if bound is None or hand_total <= bound)

    def cells(self) -> dict[str, int]:
        """Points by the name of the cell, the names that ``RuleSet.marks`` uses.

        >>> DROV_RATING.cells()["opened.10"], DROV_RATING.cells()["opened.rest"]
        (3, 1)
        """
        steps = {f"opened.{'rest' if bound is None else bound}": points for bound, points in self.opened}
        return {
            "hand_romme": self.hand_romme,
            "hand_romme_layoff": self.hand_romme_layoff,
            "romme": self.romme,
            **steps,
            "not_opened": self.not_opened,
        }

    def to_json(self) -> dict[str, Any]:
        """The table as plain JSON values, the inverse of ``from_json``.

        >>> DROV_RATING.to_json()["opened"]
        [[10, 3], [30, 2], [None, 1]]
        """
        return {
            "hand_romme": self.hand_romme,
            "hand_romme_layoff": self.hand_romme_layoff,
            "romme": self.romme,
            "opened": [list(step) for step in self.opened],
            "not_opened": self.not_opened,
        }

    @classmethod
    def from_json(cls, value: object) -> Rating:
        """Read a rating table from JSON values; raises RuleSetError with every fault and its path.

        >>> Rating.from_json(DROV_RATING.to_json()) == DROV_RATING
        True
        """
        faults: list[Fault] = []
        keys = ("hand_romme", "hand_romme_layoff", "romme", "opened", "not_opened")
        if not isinstance(value, Mapping):
            raise RuleSetError([Fault("", "not_an_object", _shown(value, choices=", ".join(keys)))])
        faults += [
            Fault(visible(str(key)), "unknown_key", {"choices": ", ".join(keys)})
            for key in value
            if key not in keys
        ]
        faults += [Fault(key, "missing_key", {}) for key in keys if key not in value]
        for key in keys:
            if key == "opened" and key in value:
                faults += _step_faults(value[key])
            elif key in value:
                faults += _whole_faults(key, value[key], -LARGEST_NUMBER)
        if faults:
            raise RuleSetError(faults)
        return cls(**{**value, "opened": tuple((bound, points) for bound, points in value["opened"])})


def _shown(value: object, **params: str | int) -> dict[str, str | int]:
    return {"value": shortened(written(value), 40), **params}


def _whole_faults(path: str, value: object, low: int, high: int = LARGEST_NUMBER) -> list[Fault]:
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return []
    return [Fault(path, "not_whole", _shown(value, low=low, high=high))]


def _step_faults(steps: object) -> list[Fault]:
    if not isinstance(steps, Sequence) or isinstance(steps, str) or not steps:
        return [Fault("opened", "not_steps", _shown(steps))]
    faults: list[Fault] = []
    before = -1
    for index, step in enumerate(steps):
        path = f"opened[{index}]"
        if not isinstance(step, Sequence) or isinstance(step, str) or len(step) != 2:
            faults.append(Fault(path, "not_steps", _shown(step)))
            continue
        bound, points = step
        faults += _whole_faults(f"{path}[1]", points, -LARGEST_NUMBER)
        if (bound is None) != (index == len(steps) - 1):
            faults.append(Fault(f"{path}[0]", "bound_open", {}))
        elif bound is not None:
            wrong = _whole_faults(f"{path}[0]", bound, 0)
            if not wrong and bound <= before:
                wrong = [Fault(f"{path}[0]", "bound_not_rising", _shown(bound))]
            elif not wrong:
                before = bound
            faults += wrong
    return faults


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One scoring system with every option applied. Points are whole numbers, boni are signed."""

    name: str
    title: str
    version: int
    scheme: Scheme
    table_sizes: frozenset[int]
    option_names: frozenset[str]
    """Options this rule set knows; any other is refused."""
    rating: Rating | None = None
    marks: Mapping[str, Mark] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    """Source of every rating cell (the names of ``Rating.cells``) and of the further readings."""
    lowest_wins: bool = False
    dealer_sits_out_at: frozenset[int] = frozenset()
    """Table sizes at which the dealer of a game does not play it (Nr. 2)."""
    target: int | None = None
    """A match ends when this total is reached; None: by agreement."""
    threshold: int | None = None
    """Augen of the opening; None: as the profile says."""
    jokers: int | None = None
    """Jokers in the deck; None: as the profile says."""
    hand_double: bool = False
    """A Hand-Rommé of either kind doubles what the others hold."""
    first_out: int = 0
    """Bonus for the winner."""
    only_joker: int = 0
    """Bonus for a player who holds one joker and nothing else."""
    joker_on_top: bool = True
    """That bonus comes on top of the joker's own value; else it replaces it."""
    first_opener: int = 0
    """Bonus for the player who laid first and did not win."""
    negative_totals: bool = True
    """A running total may fall below 0."""
    small_cards_5: bool = False
    """All of 2–9 count 5."""
    must_go_out: bool = False
    """To win the match one must have gone out in the round that reaches the target."""


DROV_RATING = Rating(
    hand_romme=8, hand_romme_layoff=6, romme=5, opened=((10, 3), (30, 2), (None, 1)), not_opened=0
)
"""The default table of tournaments (Nr. 12)."""

RULESETS: Mapping[str, RuleSet] = MappingProxyType(
    {
        "drov": RuleSet(
            name="drov",
            title=gettext_noop("DRoV tournament rating"),
            version=1,
            scheme=Scheme.RATING,
            table_sizes=frozenset({3, 4}),
            option_names=frozenset({"rating", "threshold", "jokers"}),
            rating=DROV_RATING,
            marks=MappingProxyType(
                {
                    "hand_romme": Mark.REPORTED,
                    "hand_romme_layoff": Mark.ASSUMED,
                    "romme": Mark.DROV_TEXT,
                    "opened.10": Mark.ASSUMED,
                    "opened.30": Mark.REPORTED,
                    "opened.rest": Mark.DROV_TEXT,
                    "not_opened": Mark.ASSUMED,
                    "joker_left": Mark.ASSUMED,
                    "dealer_plays_at_three": Mark.ASSUMED,
                    "games_at_three": Mark.ASSUMED,
                    "seat_1_deals_first": Mark.ASSUMED,
                }
            ),
            dealer_sits_out_at=frozenset({4}),
        ),
        "home": RuleSet(
            name="home",
            title=gettext_noop("Home scoring"),
            version=1,
            scheme=Scheme.LOSS,
            table_sizes=frozenset(range(2, 7)),
            option_names=frozenset({"threshold", "jokers", "hand_double"}),
            lowest_wins=True,
        ),
        "ass_boni": RuleSet(
            name="ass_boni",
            title=gettext_noop("ASS Altenburger with boni"),
            version=1,
            scheme=Scheme.LOSS,
            table_sizes=frozenset(range(2, 7)),
            option_names=frozenset({"threshold", "jokers", "joker_on_top", "negative_totals"}),
            marks=MappingProxyType({"joker_on_top": Mark.ASSUMED, "negative_totals": Mark.ASSUMED}),
            lowest_wins=True,
            first_out=-40,
            only_joker=-20,
            first_opener=20,
        ),
        "schmidt": RuleSet(
            name="schmidt",
            title=gettext_noop("Schmidt"),
            version=1,
            scheme=Scheme.LOSS,
            table_sizes=frozenset(range(2, 7)),
            option_names=frozenset({"threshold", "jokers", "hand_double"}),
            marks=MappingProxyType({"hand_double": Mark.ASSUMED}),
            lowest_wins=True,
            hand_double=True,
        ),
        "winner_takes": RuleSet(
            name="winner_takes",
            title=gettext_noop("Winner takes (online Rommé)"),
            version=1,
            scheme=Scheme.WINNER,
            table_sizes=frozenset(range(2, 7)),
            option_names=frozenset({"threshold", "jokers", "target"}),
        ),
        "romme500": RuleSet(
            name="romme500",
            title=gettext_noop("Rommé 500"),
            version=1,
            scheme=Scheme.LAID,
            table_sizes=frozenset(range(2, 9)),
            option_names=frozenset({"jokers", "target", "small_cards_5", "must_go_out"}),
            target=500,
        ),
    }
)
"""Every scoring system by its name, without options."""


def _switch_faults(path: str, value: object) -> list[Fault]:
    return [] if isinstance(value, bool) else [Fault(path, "not_a_switch", _shown(value))]


def _rating_faults(path: str, value: object) -> list[Fault]:
    try:
        Rating.from_json(value)
    except RuleSetError as error:
        return [replace(fault, path=f"{path}.{fault.path}".rstrip(".")) for fault in error.faults]
    return []


OPTION_FAULTS: Mapping[str, Callable[[str, object], list[Fault]]] = MappingProxyType(
    {
        "rating": _rating_faults,
        "target": lambda path, value: [] if value is None else _whole_faults(path, value, 1),
        "threshold": lambda path, value: _whole_faults(path, value, 0, MOST_THRESHOLD),
        "jokers": lambda path, value: _whole_faults(path, value, 0, 6),
        "hand_double": _switch_faults,
        "joker_on_top": _switch_faults,
        "negative_totals": _switch_faults,
        "small_cards_5": _switch_faults,
        "must_go_out": _switch_faults,
    }
)
"""What is wrong with the value of an option, by its name."""


def ruleset(name: str, options: Mapping[str, Any] | None = None) -> RuleSet:
    """The rule set of that name with the options applied; raises RuleSetError with every fault.

    >>> ruleset("winner_takes", {"target": 200}).target
    200
    >>> ruleset("drov", {"target": 200})
    Traceback (most recent call last):
    scoring.rulesets.RuleSetError: target: This key is not known here. Known keys: jokers, rating, threshold.
    """
    if name not in RULESETS:
        choices = ", ".join(RULESETS)
        raise RuleSetError([Fault("", "unknown_ruleset", _shown(name, choices=choices))])
    chosen = RULESETS[name]
    if not options:
        return chosen
    faults: list[Fault] = []
    for key, value in options.items():
        if key in chosen.option_names:
            faults += OPTION_FAULTS[key](key, value)
        else:
            faults.append(
                Fault(visible(key), "unknown_key", {"choices": ", ".join(sorted(chosen.option_names))})
            )
    if faults:
        raise RuleSetError(faults)
    changes = dict(options)
    if chosen.rating is not None and "rating" in changes:
        changes["rating"] = Rating.from_json(changes["rating"])
        changes["marks"] = _marks_left(chosen.rating, changes["rating"], chosen.marks)
    return replace(chosen, **changes)


def _marks_left(before: Rating, after: Rating, marks: Mapping[str, Mark]) -> Mapping[str, Mark]:
    """The source of a number says nothing about another number somebody put in its place."""
    old, new = before.cells(), after.cells()
    return MappingProxyType(
        {name: mark for name, mark in marks.items() if name not in old or new.get(name) == old[name]}
    )


def players_in_game(players: Sequence[str], dealer: str, ruleset: RuleSet) -> tuple[str, ...]:
    """Who plays the game, in seat order: all, or all but the dealer who sits it out (Nr. 2).

    >>> players_in_game(("A", "B", "C", "D"), "D", RULESETS["drov"])
    ('A', 'B', 'C')
    >>> players_in_game(("A", "B", "C"), "C", RULESETS["drov"])
    ('A', 'B', 'C')
    """
    if len(players) not in ruleset.dealer_sits_out_at:
        return tuple(players)
    return tuple(player for player in players if player != dealer)


def games_at_table(games_per_player: int, table_size: int, ruleset: RuleSet) -> int:
    """Games a table plays so that each player gets ``games_per_player`` of them.

    Raises ValueError when no whole number of games does that.

    >>> games_at_table(15, 4, RULESETS["drov"]), games_at_table(15, 3, RULESETS["drov"])
    (20, 15)
    """
    if table_size not in ruleset.dealer_sits_out_at:
        return games_per_player
    games, rest = divmod(games_per_player * table_size, table_size - 1)
    if rest:
        raise ValueError(
            f"{games_per_player} games each cannot be dealt evenly at a table of {table_size}: "
            f"take a multiple of {table_size - 1}."
        )
    return games
