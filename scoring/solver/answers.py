"""What a referee or a player asks about one hand, answered exactly."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from scoring.cards import Card, CardError, copy_errors, hand_total, places_of
from scoring.melds import Meld
from scoring.messages import fill, gettext_noop
from scoring.rules import Rules, for_players
from scoring.solver.plans import PlayedTurn, lay_own
from scoring.solver.problem import Lay, Problem
from scoring.solver.search import Found
from scoring.solver.table_melds import table_meld
from scoring.turns import Action, LayingOff, Swapping

MOST_CARDS = 14
"""Cards of the largest hand asked about: thirteen and the drawn one."""

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "hand_size": gettext_noop(
            "Cards in the hand: %(count)s. Before the opening there are %(dealt)s, with the drawn card %(drawn)s."
        ),
        "hand_size_before_draw": gettext_noop(
            "Cards in the hand: %(count)s. Before the opening and before the draw there are %(dealt)s."
        ),
        "hand_size_opened": gettext_noop(
            "Cards in the hand: %(count)s. After the opening there are from 1 to %(most)s."
        ),
    }
)


class HandSizeError(ValueError):
    """A hand of a wrong size: a stable `code`, the sentence as `str()` and its `values`."""

    def __init__(self, code: str, **values: object) -> None:
        self.code = code
        self.values: Mapping[str, object] = values
        super().__init__(fill(MESSAGES[code], values))


class HandError(ValueError):
    """A hand that cannot be; `faults` holds everything that is wrong with it."""

    def __init__(self, faults: Sequence[CardError | HandSizeError]) -> None:
        self.faults = tuple(faults)
        super().__init__(" ".join(map(str, self.faults)))


@dataclass(frozen=True, slots=True)
class BestOpening:
    """The own melds with the highest sum that leave a card for the discard (Nr. 4a, 6)."""

    value: int
    """Augen that count towards the threshold."""
    melds: tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class Lowest:
    """A turn that leaves the lowest hand total."""

    total: int
    """Augen left in the hand."""
    melds: tuple[Meld, ...]
    """New melds as they are laid; what is laid off on them later is among the lay-offs."""
    discard: Card | None
    """None before the draw, and where everything is laid and no discard is needed."""
    actions: tuple[Action, ...]
    """The turn step by step, as `scoring.turns` judges it."""

    @property
    def lay_offs(self) -> tuple[LayingOff, ...]:
        """Melds are counted from 0, those of the table first, then the new ones."""
        return tuple(action for action in self.actions if isinstance(action, LayingOff))

    @property
    def swaps(self) -> tuple[Swapping, ...]:
        """Cards put in the places of jokers."""
        return tuple(action for action in self.actions if isinstance(action, Swapping))


class HandRomme(StrEnum):
    """Which Hand-Rommé lies in a hand (Nr. 10)."""

    PURE = "pure"
    LAYOFF = "layoff"


@dataclass(frozen=True, slots=True)
class HandAnswer:
    """All answers about one hand."""

    total: int
    """Augen of the whole hand (Nr. 11)."""
    best_opening: BestOpening | None
    lowest: Lowest | None
    hand_romme: HandRomme | None


def solve_hand(
    hand: Sequence[Card],
    rules: Rules,
    *,
    table: Sequence[Meld] = (),
    opened: bool = False,
    before_draw: bool = False,
) -> HandAnswer:
    """Answer what can be done with a hand this turn, in Augen; raises `HandError` (Nr. 4 to 11).

    With the drawn card one card is discarded at the end; before the draw nothing need be left and none goes.
    A hand as dealt that has not opened is before the draw. A table rebuilt (Räuber-Rommé) is not looked at.

    >>> from scoring.cards import parse_cards
    >>> from scoring.rules import PROFILES
    >>> answer = solve_hand(parse_cards("HA SA DA D4 D5 D6 C2 C9 S3 S8 H4 HJ DK C7"), PROFILES["drov"])
    >>> answer.total, answer.best_opening.value, answer.lowest.total, str(answer.lowest.discard)
    (101, 48, 43, 'DK')
    """
    opened = opened or not rules.opening_needed
    before_draw = before_draw or (not opened and len(hand) == rules.cards_dealt)
    faults: list[CardError | HandSizeError] = [*_size_errors(len(hand), rules, opened, before_draw)]
    pack = for_players(rules, rules.max_players)
    places = places_of("hand", hand)
    for number, meld in enumerate(table, 1):
        places += places_of("table", meld.cards, meld=number)
    faults += copy_errors([*hand, *(card for meld in table for card in meld.cards)], pack, places)
    if faults:
        raise HandError(faults)
    return answer_hand(hand, rules, table=table, opened=opened, drawn=not before_draw)


def _size_errors(count: int, rules: Rules, opened: bool, before_draw: bool) -> list[HandSizeError]:
    if opened:
        most = MOST_CARDS - before_draw
        fits = 1 <= count <= most
        return [] if fits else [HandSizeError("hand_size_opened", count=count, most=most)]
    dealt = rules.cards_dealt
    if count == dealt or (count == dealt + 1 and not before_draw):
        return []
    if before_draw:
        return [HandSizeError("hand_size_before_draw", count=count, dealt=dealt)]
    return [HandSizeError("hand_size", count=count, dealt=dealt, drawn=dealt + 1)]


def answer_hand(
    hand: Sequence[Card], rules: Rules, *, table: Sequence[Meld], opened: bool, drawn: bool
) -> HandAnswer:
    """The answers for a hand of any size up to fourteen cards."""
    problem = Problem(hand, [table_meld(meld) for meld in table], rules, drawn=drawn)
    hand_romme = None
    if opened:
        found = problem.lowest_opened()
    else:
        found, pure = problem.lowest_unopened()
        if found and found.cost == 0:
            hand_romme = HandRomme.PURE if pure else HandRomme.LAYOFF
    lowest = _as_played(found, hand, table, problem) if found else None
    return HandAnswer(hand_total(hand, rules), _best_opening(problem), lowest, hand_romme)


def _best_opening(problem: Problem) -> BestOpening | None:
    found = problem.best_opening
    if found is None or not found.done:
        return None
    lays = [step for step in found.done if isinstance(step, Lay)]
    return BestOpening(
        sum(step.meld.value for step in lays),
        tuple(lay_own(problem.pack, step.need, step.meld) for step in lays),
    )


def _as_played(found: Found, hand: Sequence[Card], table: Sequence[Meld], problem: Problem) -> Lowest:
    turn = PlayedTurn(hand, table, problem.rules)
    turn.play(found.done, problem.pack)
    discard = turn.discard() if problem.drawn else None
    total = hand_total(turn.hand.elements(), problem.rules)
    assert total == found.cost, "the turn leaves what the search promised"
    return Lowest(total, tuple(turn.melds), discard, tuple(turn.actions))
