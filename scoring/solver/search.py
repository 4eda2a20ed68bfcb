"""The search itself: the cheapest way through all decisions.

The lowest bit set in a state names the next decision: a card, to be laid, laid off or left, or a meld on the
table. States are taken cheapest first and among equals the furthest first, so the first end reached is the best.

Worst case: every step takes something from the state, what cannot reach the goal any more is not followed, and a
state is looked at again only when it is reached with a higher gain, so at most `goal` + 1 times. A hand of
fourteen cards without a table has at most 2¹⁴ × 7 × 2 states; hands made to be as bad as possible take some
hundred looks, and with sixteen melds on the table some ten thousand.
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
    spent: int = 0
    """What it takes from the gain that is still possible, at least its own gain."""


class Decision(NamedTuple):
    """All that can be done at one point."""

    moves: Sequence[Move]
    unit: int
    """One copy of the card, which may also be left; 0 where something must be chosen."""
    first_left: int
    """Cost of leaving it as the first card left."""
    left: int
    """Cost of leaving it when another one is left already."""
    spent: int = 0
    """What leaving it takes from the gain that is still possible."""


class Start(NamedTuple):
    """Where a search may begin."""

    cost: int
    state: int
    possible: int = 0
    """A bound on the gain that is still possible."""


class Found(NamedTuple):
    """The cheapest way: its cost, what was done, in order, and how many states were looked at."""

    cost: int
    done: tuple[object, ...]
    looks: int


_BITS = 256
"""More than a state has."""
_GAINS = 256
"""More than any goal."""
_END = -1


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
    heap = [
        ((start.cost * _BITS + _BITS - 1) * _GAINS + goal, start.state, -1, -1, start.possible)
        for start in starts
    ]
    heapify(heap)
    missing_at: dict[int, int] = {}
    trail: list[tuple[int, int, int]] = []
    while heap:
        key, state, parent, choice, possible = heappop(heap)
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
                heappush(heap, ((cost + at_end) * _BITS * _GAINS, _END, here, -1, 0))
            continue
        moves, unit, first_left, left, spent = decision
        ahead = _BITS - lowest.bit_length()
        if unit and missing <= possible - spent:
            then = cost + (left if state & kept else first_left)
            key = (then * _BITS + ahead) * _GAINS + missing
            heappush(heap, (key, state - unit | kept, here, -1, possible - spent))
        guarded = state | guard
        for number, (extra, gain, need, _, spent) in enumerate(moves):
            if (guarded - need) & guard == guard:
                rest = missing - gain if missing > gain else 0
                if rest <= possible - spent:
                    key = ((cost + extra) * _BITS + ahead) * _GAINS + rest
                    heappush(heap, (key, state - need, here, number, possible - spent))
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
