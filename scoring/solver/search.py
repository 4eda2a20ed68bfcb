"""The search itself: the cheapest way through all decisions.

The lowest bit set in a state names the next decision: a card, to be laid, laid off or left, or a meld on the
table. States are taken cheapest first and among equals the furthest first, so the first end reached is the best.
A state is looked at again only when it is reached with a higher gain, so no state is looked at more often than
`goal` + 1 times, and each step leaves fewer cards: the search ends after at most
(goal + 1) × (states of the packed hand) looks. For a hand of fourteen cards without table that is at most
2¹⁴ × 7 × 2 states; hands made to be as bad as possible take some hundred.
"""

from collections.abc import Callable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple


class Move(NamedTuple):
    """One thing that can be done."""

    cost: int
    gain: int
    need: int
    """What it takes from the state."""
    what: object
    """What is done, for the plan; None: nothing that shows."""


class Decision(NamedTuple):
    """All that can be done at one point."""

    moves: Sequence[Move]
    unit: int
    """One copy of the card, which may also be left; 0 where something must be chosen."""
    first_left: int
    """Cost of leaving it as the first card left."""
    left: int
    """Cost of leaving it when another one is left already."""


class Start(NamedTuple):
    """Where a search may begin."""

    cost: int
    state: int


class Found(NamedTuple):
    """The cheapest way: its cost, what was done, in order, and how many states were looked at."""

    cost: int
    done: tuple[object, ...]
    looks: int


_BITS = 256
"""More than a state has."""
_GAINS = 256
_END = -1
HIGHEST_GOAL = _GAINS - 1


def cheapest(
    starts: Sequence[Start],
    decisions: Mapping[int, Decision],
    guard: int,
    kept: int,
    goal: int,
    end_cost: Callable[[int], int | None],
) -> Found | None:
    """The cheapest way from a start to an end that is allowed, with gains of `goal`; None if there is none.

    `guard` are the guard bits, `kept` the bit set when a card is left; `end_cost` gives the cost of what is left
    of jokers, None where the end is not allowed.
    """
    # One integer orders the states: cost, then how far the decisions have come, then what is missing to the goal.
    heap = [((start.cost * _BITS + _BITS - 1) * _GAINS + goal, start.state, -1, -1) for start in starts]
    heapify(heap)
    missing_at: dict[int, int] = {}
    trail: list[tuple[int, int, int]] = []
    while heap:
        key, state, parent, choice = heappop(heap)
        missing = key % _GAINS
        if missing_at.get(state, _GAINS) <= missing:
            continue
        missing_at[state] = missing
        cost = key // (_GAINS * _BITS)
        here = len(trail)
        trail.append((parent, choice, state))
        if state == _END:
            return Found(cost, _done(trail, decisions), here)
        lowest = state & -state
        decision = decisions.get(lowest)
        if decision is None:
            at_end = None if missing else end_cost(state)
            if at_end is not None:
                heappush(heap, ((cost + at_end) * _BITS * _GAINS, _END, here, -1))
            continue
        moves, unit, first_left, left = decision
        ahead = _BITS - lowest.bit_length()
        if unit:
            then = cost + (left if state & kept else first_left)
            heappush(heap, ((then * _BITS + ahead) * _GAINS + missing, state - unit | kept, here, -1))
        guarded = state | guard
        for number, (extra, gain, need, _) in enumerate(moves):
            if (guarded - need) & guard == guard:
                rest = missing - gain if missing > gain else 0
                key = ((cost + extra) * _BITS + ahead) * _GAINS + rest
                heappush(heap, (key, state - need, here, number))
    return None


def _done(trail: Sequence[tuple[int, int, int]], decisions: Mapping[int, Decision]) -> tuple[object, ...]:
    done: list[object] = []
    at, choice, _ = trail[-1]
    while at >= 0:
        before, earlier, state = trail[at]
        if choice >= 0:
            done.append(decisions[state & -state].moves[choice].what)
        at, choice = before, earlier
    return tuple(what for what in reversed(done) if what is not None)
