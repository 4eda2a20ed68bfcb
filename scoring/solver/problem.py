"""The questions about one hand, put as searches."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from scoring.cards import Card
from scoring.rules import Rules
from scoring.solver.own_melds import OwnMeld, best_melds, limits_of, own_melds
from scoring.solver.packing import Pack
from scoring.solver.search import Decision, Found, Move, Start, cheapest
from scoring.solver.table_melds import Addition, TableRun, TableSet, additions, extensions, swappable


class Lay(NamedTuple):
    """An own meld: what it takes, whether in the opening, what is laid off on it in the end."""

    need: int
    meld: OwnMeld
    opening: bool
    extension: Addition | None = None


class Add(NamedTuple):
    """What is done with a meld on the table, counted from 0."""

    meld: int
    addition: Addition


class Unopened(NamedTuple):
    """The best turn of a player who has not opened; `pure`: a Hand-Rommé by own melds alone."""

    found: Found | None
    pure: bool


Gain = Callable[[OwnMeld], int]
"""What a meld counts towards the opening."""


@dataclass(frozen=True)
class _Table:
    """The melds on the table, placed among the decisions."""

    moves: tuple[Move, ...]
    """Additions that take cards from the hand."""
    decisions: tuple[tuple[int, Decision], ...]
    """By the bit of the meld: additions that take jokers only, or leaving it as it lies."""


NO_TABLE = _Table((), ())
_FEW_MELDS = 60
"""Up to so many melds one search is faster than two that spare a third."""


class Problem:
    """One hand with the table's melds; `drawn`: a card is discarded at the end.

    Jokers that could be swapped out of the table's melds are in the joker account from the beginning; each meld
    pays back what was not swapped when it is decided.
    """

    def __init__(
        self, hand: Sequence[Card], table: Sequence[TableRun | TableSet], rules: Rules, *, drawn: bool
    ) -> None:
        self.rules = rules
        self.drawn = drawn
        self.size = len(hand)
        self.limits = limits_of(rules)
        self.pack = Pack(hand, rules)
        self.on_loan = [swappable(self.pack, meld) for meld in table]
        self.swaps = sum(self.on_loan)
        self.table = self._place(hand, table) if table else NO_TABLE
        self.melds = best_melds(own_melds(self.pack, self.limits, self.pack.jokers + self.swaps))
        self.own = [
            Lay(need, meld, opening=True)
            for need, meld in self.melds.items()
            if meld.jokers <= self.pack.jokers
        ]
        """The melds that need no joker from the table."""

    def _place(self, hand: Sequence[Card], table: Sequence[TableRun | TableSet]) -> _Table:
        """Decide each meld behind the last card that can be the first of an addition, and pack anew."""
        bare = self.pack
        found = [additions(bare, self.limits, meld, bare.jokers + self.swaps) for meld in table]
        after: dict[int, list[int]] = {}
        for index, choices in enumerate(found):
            if choices:
                after.setdefault(max(map(bare.lowest_card, choices)), []).append(index)
        self.pack = Pack(hand, self.rules, after)
        moves: list[Move] = []
        decisions: list[tuple[int, Decision]] = []
        for index, bit in self.pack.melds.items():
            of_jokers = [Move(0, 0, bit + self.on_loan[index] * self.pack.joker, None)]
            for need, addition in found[index].items():
                cards, jokers = self.pack.in_layout_of(bare, need)
                whole = bit + cards + (jokers + self.on_loan[index]) * self.pack.joker
                (moves if cards else of_jokers).append(Move(0, 0, whole, Add(index, addition)))
            decisions.append((bit, Decision(of_jokers, 0, 0, 0)))
        return _Table(tuple(moves), tuple(decisions))

    # --- The highest opening -------------------------------------------------------------------------------

    @cached_property
    def best_opening(self) -> Found | None:
        """The melds with the highest sum that leave a card to discard."""
        return self._best_melds(must_discard=self.drawn)

    def _best_melds(self, *, must_discard: bool) -> Found | None:
        """The melds with the highest sum; the cost is what they miss to the bound.

        The bound: every card that fits anywhere counts in full, every joker as the best one does. So the
        search looks for the smallest loss.
        """
        pack, rules = self.pack, self.rules
        counting = [lay for lay in self.own if not (rules.naturals_only and lay.meld.jokers)]
        per_joker = 0
        for _, meld, *_ in counting:
            if meld.jokers and meld.bonus > per_joker * meld.jokers:
                per_joker = -(-meld.bonus // meld.jokers)
        moves = [Move(per_joker * lay.meld.jokers - lay.meld.bonus, 0, lay.need, lay) for lay in counting]
        fitting = _fitting(pack, moves)
        state = fitting + pack.jokers * pack.joker
        if fitting != pack.naturals or not must_discard:
            state += pack.kept

        def end_cost(state: int) -> int | None:
            left = pack.jokers_left(state)
            may_end = rules.joker_discard or left == 1 if left else not rules.discard_needed
            return per_joker * left if may_end or state & pack.kept else None

        decisions = self._decisions(moves, NO_TABLE, first_is_free=False)
        return cheapest([Start(0, state)], decisions, pack.guard, pack.kept, 0, end_cost)

    # --- The lowest total ----------------------------------------------------------------------------------

    def lowest_opened(self) -> Found | None:
        """The lowest total of a player who has opened; None when the turn cannot end (Nr. 4a)."""
        return self._lowest_with_table(0, lambda meld: 0)

    def lowest_unopened(self) -> Unopened:
        """The lowest total of a player who opens with enough (Nr. 4a, 6) or goes out by own melds alone (Nr. 10).

        An online opening that leaves one card is a pure Hand-Rommé as well: that card is the discard.
        """
        goal = max(self.rules.threshold, 1)
        can_open = self._can_open()
        own = [Move(0, 0, lay.need, lay) for lay in self.own]
        unfitting = self._values(self.pack.naturals - _fitting(self.pack, own))
        if len(unfitting) <= self.drawn or (can_open and not self.table.decisions):
            found = self._lowest(own, NO_TABLE, 0)
            if found and found.cost == 0:
                return Unopened(found, pure=True)
            if found and not self.table.decisions and sum(map(self._gain, _melds(found))) >= goal:
                return Unopened(found, pure=False)
        return Unopened(self._lowest_with_table(goal, self._gain) if can_open else None, pure=False)

    def _gain(self, meld: OwnMeld) -> int:
        """Augen that count towards the threshold; without a threshold any meld opens."""
        value = 0 if self.rules.naturals_only and meld.jokers else meld.value
        return value if self.rules.threshold else 1

    def _can_open(self) -> bool:
        """Whether there may be an opening at all: it saves a search in vain."""
        threshold = self.rules.threshold
        if not threshold or _value(self.best_opening) >= threshold:
            return True
        # Jokers left by an opening without natural cards may still be laid off, one being the discard.
        may_lay_off = self.pack.jokers > 1 and self.table.decisions
        return bool(may_lay_off) and _value(self._best_melds(must_discard=False)) >= threshold

    def _lowest_with_table(self, goal: int, gain: Gain) -> Found | None:
        """Own melds with gains of `goal` come before everything that is done on the table's melds."""
        if goal and (self.swaps or (self.rules.naturals_only and self.pack.jokers)):
            return self._lowest_with_late_jokers(goal, gain)
        return self._lowest(self._free_melds(gain, opening=goal > 0), self.table, goal)

    def _lowest_with_late_jokers(self, goal: int, gain: Gain) -> Found | None:
        """As above, where a joker may be worth more beside an opening than in it: swapped, or not counting.

        Extended openings are many: where there are many melds already, they are looked at only when there is a gap
        between the best without them and a bound.
        """
        moves = [*self._openings_or_later(gain)]
        if len(self.melds) > _FEW_MELDS:
            found = self._lowest(moves, self.table, goal, own_jokers=True)
            if found and found.cost == 0:
                return found
            free = self._free_melds(lambda meld: max(gain(meld), meld.value), opening=True)
            bound = self._lowest(free, self.table, goal)
            if bound is None or (found and found.cost == bound.cost):
                return found
        return self._lowest([*moves, *self._extended_openings(gain)], self.table, goal, own_jokers=True)

    def _free_melds(self, gain: Gain, *, opening: bool) -> list[Move]:
        """Own melds with whatever jokers there are."""
        return [Move(0, gain(meld), need, Lay(need, meld, opening)) for need, meld in self.melds.items()]

    def _openings_or_later(self, gain: Gain) -> Iterator[Move]:
        """Melds laid in the opening with own jokers only, or laid later."""
        for lay in self.own:
            if counts := gain(lay.meld):
                yield Move(0, counts, lay.need + lay.meld.jokers * self.pack.own_joker, lay)
        for need, meld in self.melds.items():
            if meld.jokers:
                yield Move(0, 0, need, Lay(need, meld, opening=False))

    def _extended_openings(self, gain: Gain) -> Iterable[Move]:
        """Melds laid in the opening on which jokers, and cards beside them, are laid off later."""
        pack, best = self.pack, dict[int, Move]()
        for need, meld in own_melds(pack, self.limits, pack.jokers, whole=True):
            counts, spare = gain(meld), pack.jokers + self.swaps - meld.jokers
            if counts and spare:
                for extra, extension in extensions(pack, self.limits, need, meld, spare):
                    whole = need + extra + meld.jokers * pack.own_joker
                    if whole not in best or best[whole].gain < counts:
                        best[whole] = Move(0, counts, whole, Lay(need, meld, True, extension))
        return best.values()

    def _lowest(
        self, own_moves: Sequence[Move], table: _Table, goal: int, *, own_jokers: bool = False
    ) -> Found | None:
        """The lowest total; `own_jokers`: an opening takes only jokers that the hand had."""
        pack, rules = self.pack, self.rules
        moves = [*own_moves, *table.moves]
        fitting = _fitting(pack, moves)
        unfitting = self._values(pack.naturals - fitting)
        jokers = pack.jokers + (self.swaps if table.decisions else 0)
        state = fitting + jokers * pack.joker + sum(bit for bit, _ in table.decisions)
        if own_jokers:
            state += pack.jokers * pack.own_joker
        two_last_jokers = self.size == pack.jokers == 2

        def end_cost(state: int) -> int | None:
            left = pack.jokers_left(state)
            if left > (pack.own_jokers_left(state) if own_jokers else pack.jokers):
                return None  # a swapped joker would stay in the hand (Nr. 6, 9)
            if state & pack.kept:
                return left * rules.joker_value
            if unfitting:
                return None  # one of these is there to be discarded
            if left == 0:
                return None if rules.discard_needed else 0
            if left == 1:
                return 0  # a joker as the very last card (Nr. 4a, 8)
            return rules.joker_value if two_last_jokers else None  # Streitfall 8

        possible = 0
        if goal:
            moves, possible = self._weighed(moves, state, own_jokers=own_jokers)
        starts = [start._replace(possible=possible) for start in self._starts(state, unfitting)]
        decisions = self._decisions(moves, table, first_is_free=self.drawn, weigh=goal > 0)
        return cheapest(starts, decisions, pack.guard, pack.kept, goal, end_cost)

    def _weighed(self, moves: Sequence[Move], state: int, *, own_jokers: bool) -> tuple[list[Move], int]:
        """The moves with what they take from the gain still possible, and how much that is in the beginning.

        Every natural card may bring what it counts, every joker as much as the best one.
        """
        pack = self.pack
        jokers_in = pack.own_jokers_left if own_jokers else pack.jokers_left
        worth = [sum(self._values(move.need)) for move in moves]
        per_joker = 0
        for move, naturals in zip(moves, worth, strict=True):
            extra = move.gain - naturals
            if extra > 0:
                per_joker = max(per_joker, -(-extra // jokers_in(move.need)))
        pairs = zip(moves, worth, strict=True)
        weighed = [
            move._replace(spent=naturals + per_joker * jokers_in(move.need)) for move, naturals in pairs
        ]
        return weighed, sum(self._values(state)) + per_joker * jokers_in(state)

    def _starts(self, state: int, unfitting: Sequence[int]) -> Iterator[Start]:
        """The cards that fit nowhere are left; the discard is one of them, a joker, or still to be found."""
        pack, cost = self.pack, sum(unfitting)
        if not self.drawn:
            yield Start(cost, state + pack.kept)
            return
        yield Start(cost, state)
        if unfitting:
            yield Start(cost - max(unfitting), state + pack.kept)
        if self.rules.joker_discard and pack.jokers:
            yield Start(cost, state + pack.kept - pack.joker)

    # --- Both ----------------------------------------------------------------------------------------------

    def _decisions(
        self, moves: Iterable[Move], table: _Table, *, first_is_free: bool, weigh: bool = False
    ) -> dict[int, Decision]:
        """Each decision by the lowest bit of the states in which it is the next."""
        pack = self.pack
        by_card: dict[int, list[Move]] = {field: [] for field in pack.fields}
        for move in moves:
            lowest = move.need & -move.need
            by_card[lowest if lowest in by_card else lowest >> 1].append(move)
        decisions = dict(table.decisions)
        for field, value in zip(pack.fields, pack.values, strict=True):
            first = 0 if first_is_free else value
            decision = Decision(by_card[field], field, first, value, value if weigh else 0)
            decisions[field] = decisions[field << 1] = decision
        return decisions

    def _values(self, cards: int) -> list[int]:
        """Augen of each of these packed cards."""
        pairs = zip(self.pack.fields, self.pack.values, strict=True)
        return [value for field, value in pairs for _ in range(cards // field & 3)]


def _melds(found: Found | None) -> list[OwnMeld]:
    return [step.meld for step in found.done if isinstance(step, Lay)] if found else []


def _value(found: Found | None) -> int:
    return sum(meld.value for meld in _melds(found))


def _fitting(pack: Pack, moves: Iterable[Move]) -> int:
    """The packed cards that some move takes; the others are left whatever is done."""
    taken = 0
    for _, _, need, *_ in moves:
        taken |= need
    return pack.naturals & ((taken | taken >> 1) & pack.ones) * 3
