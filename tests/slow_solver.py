"""Two slow solvers, written apart from the real one, to hold it against.

`Player` plays every turn there is on the referee's own verdicts; `by_subsets` tries every set of a hand's cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, pairwise, permutations

from scoring.cards import JOKER, Card, Rank, hand_total, hand_value, natural_value
from scoring.melds import (
    Kind,
    Meld,
    Side,
    can_lay_off,
    can_swap,
    judge_meld,
    lay_off,
    longest_run,
    opening_value,
    swap,
)
from scoring.rules import JokerLimit, Rules, Waiver


@cache
def readings(cards: tuple[Card, ...], rules: Rules) -> tuple[Meld, ...]:
    """Every way in which the cards can lie, each once; a run in ascending order."""
    found = {}
    for order in set(permutations(cards)):
        meld = judge_meld(order, rules).meld
        if meld and not meld.sorted and meld.step >= 0:
            key = frozenset(meld.cards) if meld.kind is Kind.SET else (meld.cards, meld.first_place)
            found.setdefault((meld.kind, key), meld)
    return tuple(found.values())


@cache
def laid_off(
    meld: Meld, cards: tuple[Card, ...], rules: Rules
) -> tuple[tuple[Meld, frozenset[int], int], ...]:
    """The meld after each way to lay these cards off, where their jokers lie, how far the others moved."""
    found = []
    for order in set(permutations(cards)):
        for side in Side:
            if can_lay_off(meld, order, rules, side):
                after = lay_off(meld, order, rules, side).meld
                front = side is Side.FRONT
                if not after.sorted:
                    places = joker_places(order, 0 if front else len(meld.cards))
                    found.append((after, places, len(order) if front else 0))
    return tuple(found)


@cache
def choices(hand: tuple[Card, ...], fewest: int) -> set[tuple[Card, ...]]:
    return {chosen for size in range(fewest, len(hand) + 1) for chosen in combinations(hand, size)}


@dataclass(frozen=True)
class Lying:
    """A meld on the table and the positions of the jokers the player laid there this turn."""

    meld: Meld
    own: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Position:
    """A turn somewhere in the middle."""

    hand: tuple[Card, ...]
    table: tuple[Lying, ...]
    opened: bool
    opening: int = 0
    laid: bool = False
    touched: bool = False
    left_by_opening: int = 99
    due: int = 0
    """Swapped jokers less jokers laid."""

    def without(self, cards: Sequence[Card], **changes: object) -> Position:
        hand = tuple(sorted((Counter(self.hand) - Counter(cards)).elements(), key=str))
        return replace(self, hand=hand, **changes)  # type: ignore[arg-type]


def joker_places(cards: Sequence[Card], start: int = 0) -> frozenset[int]:
    return frozenset(start + at for at, card in enumerate(cards) if card == JOKER)


class Player:
    """Plays every possible turn."""

    def __init__(self, rules: Rules, *, drawn: bool) -> None:
        self.rules = rules
        self.drawn = drawn
        self.lowest: int | None = None
        self.pure = self.layoff = False
        self.seen: set[Position] = set()

    def play(self, hand: Sequence[Card], table: Sequence[Meld], *, opened: bool) -> Player:
        self.first = Position(tuple(sorted(hand, key=str)), tuple(map(Lying, table)), opened)
        self.visit(self.first)
        return self

    def visit(self, at: Position) -> None:
        if at in self.seen:
            return
        self.seen.add(at)
        self.end(at)
        for after in self.steps(at):
            self.visit(after)

    def steps(self, at: Position) -> Iterator[Position]:
        for cards in choices(at.hand, 3):
            for meld in readings(cards, self.rules):
                after = at.without(
                    cards,
                    table=(*at.table, Lying(meld, joker_places(meld.cards))),
                    laid=True,
                    due=at.due - cards.count(JOKER),
                )
                if not at.touched:
                    value = at.opening + opening_value([meld], self.rules)
                    after = replace(after, opening=value, left_by_opening=len(after.hand))
                yield after
        if not at.opened and not at.laid:
            return
        for number, lying in enumerate(at.table):
            yield from self.lay_offs(at, number, lying)
            yield from self.swaps(at, number, lying)

    def put(self, at: Position, number: int, lying: Lying) -> tuple[Lying, ...]:
        return (*at.table[:number], lying, *at.table[number + 1 :])

    def lay_offs(self, at: Position, number: int, lying: Lying) -> Iterator[Position]:
        for cards in choices(at.hand, 1):
            for meld, places, shift in laid_off(lying.meld, cards, self.rules):
                own = frozenset(place + shift for place in lying.own) | places
                table = self.put(at, number, Lying(meld, own))
                yield at.without(cards, table=table, touched=True, due=at.due - cards.count(JOKER))

    def swaps(self, at: Position, number: int, lying: Lying) -> Iterator[Position]:
        for card in set(at.hand) - {JOKER}:
            if can_swap(lying.meld, card, self.rules, lying.own):
                meld = swap(lying.meld, card, self.rules, lying.own)
                after = at.without([card], table=self.put(at, number, Lying(meld, lying.own)), touched=True)
                hand = tuple(sorted((*after.hand, JOKER), key=str))
                yield replace(after, hand=hand, due=at.due + 1)

    def end(self, at: Position) -> None:
        if at.due > 0:
            return
        for left in self.discards(at):
            enough = at.opened or (at.laid and self.enough(at, left))
            if enough:
                total = hand_total(left, self.rules)
                self.lowest = total if self.lowest is None else min(self.lowest, total)
                if not left and not at.opened:
                    self.layoff |= at.touched
                    self.pure |= not at.touched

    def enough(self, at: Position, left: Sequence[Card]) -> bool:
        if at.opening >= self.rules.threshold:
            return True
        if self.rules.threshold_waived is Waiver.ONE_CARD_LEFT:
            return at.left_by_opening <= self.drawn
        return not left and not at.touched

    def discards(self, at: Position) -> Iterator[tuple[Card, ...]]:
        """What is left in the hand, for each way to end the turn here."""
        hand = at.hand
        if not self.drawn or (not hand and not self.rules.discard_needed):
            yield hand
            return
        for card in set(hand):
            two_last_jokers = (
                at == self.first
                and hand == (JOKER, JOKER)
                and not any(can_lay_off(lying.meld, [JOKER], self.rules) for lying in at.table)
            )
            if card != JOKER or len(hand) == 1 or self.rules.joker_discard or two_last_jokers:
                yield at.without([card]).hand


# --- Whole hands, without a table ------------------------------------------------------------------------


def best_value(cards: Sequence[Card], rules: Rules) -> int | None:
    """Augen of the best meld of exactly these cards, None where there is none."""
    naturals = [card for card in cards if card.rank is not None and card.suit is not None]
    jokers = len(cards) - len(naturals)
    limit = {
        JokerLimit.MINORITY: jokers < len(naturals),
        JokerLimit.TWO_NATURALS: len(naturals) >= 2,
        JokerLimit.ONE_NATURAL: len(naturals) >= 1,
    }[rules.joker_limit]
    if len(cards) < 3 or not limit:
        return None
    values = []
    ranks, suits = {card.rank for card in naturals}, {card.suit for card in naturals}
    if len(ranks) == 1 and len(suits) == len(naturals) and len(cards) <= 4:
        values.append(sum(_melded(card, naturals[0].rank, False, rules) for card in cards))
    if len(suits) == 1 and len(cards) <= longest_run(rules):
        starts = range(1, 14) if rules.corner else range(1, 16 - len(cards))
        values += [value for start in starts if (value := _run_value(start, naturals, jokers, rules))]
    return max(values, default=None)


def _melded(card: Card, rank: Rank | None, low: bool, rules: Rules) -> int:
    if card == JOKER and rules.melded_joker_value is not None:
        return rules.melded_joker_value
    assert rank is not None
    return 1 if low and rank is Rank.ACE else natural_value(rank, rules)


def _run_value(start: int, naturals: Sequence[Card], jokers: int, rules: Rules) -> int | None:
    wanted = [Rank((start + at - 2) % 13 + 2) for at in range(len(naturals) + jokers)]
    left = {card.rank: card for card in naturals}
    if len(left) < len(naturals):
        return None
    row = [left.pop(rank, JOKER) for rank in wanted]
    if left or row.count(JOKER) != jokers:
        return None
    touching = any(a == b == JOKER for a, b in pairwise(row))
    if touching and (rules.adjacent_jokers_from is None or len(row) < rules.adjacent_jokers_from):
        return None
    pairs = zip(row, wanted, strict=True)
    return sum(_melded(card, rank, at == 0, rules) for at, (card, rank) in enumerate(pairs))


@dataclass(frozen=True)
class BySubsets:
    """What the slow look at every subset of a hand found."""

    best_opening: int
    lowest: int | None
    pure: bool


def by_subsets(hand: Sequence[Card], rules: Rules, *, drawn: bool) -> BySubsets:
    """Try every way to lay a hand of at most fourteen cards that has not opened."""
    bits = range(len(hand))
    melds: list[list[tuple[int, int]]] = [[] for _ in bits]
    for mask in range(1, 1 << len(hand)):
        value = best_value([hand[bit] for bit in bits if mask >> bit & 1], rules)
        if value is not None:
            melds[(mask & -mask).bit_length() - 1].append((mask, value))

    @cache
    def laid(left: int, first: int) -> frozenset[tuple[int, int]]:
        """All pairs of cards left and Augen laid, from the card `first` on; of equal cards left the highest."""
        if first == len(hand):
            return frozenset([(left, 0)])
        best: dict[int, int] = {}
        for rest, value in laid(left, first + 1):
            best[rest] = max(best.get(rest, 0), value)
        if left >> first & 1:
            for mask, augen in melds[first]:
                if mask & left == mask:
                    for rest, value in laid(left & ~mask, first + 1):
                        best[rest] = max(best.get(rest, 0), value + augen)
        return frozenset(best.items())

    best_opening, lowest, pure = 0, None, False
    for rest, value in laid((1 << len(hand)) - 1, 0):
        cards = [hand[bit] for bit in bits if rest >> bit & 1]
        totals = list(_totals(cards, rules, drawn=drawn))
        if not totals or not value:
            continue
        best_opening = max(best_opening, value)
        pure |= min(totals) == 0
        waived = len(cards) <= drawn if rules.threshold_waived is Waiver.ONE_CARD_LEFT else min(totals) == 0
        if value >= rules.threshold or waived:
            lowest = min([*totals, *([] if lowest is None else [lowest])])
    return BySubsets(best_opening, lowest, pure)


def _totals(left: Sequence[Card], rules: Rules, *, drawn: bool) -> Iterator[int]:
    total = hand_total(left, rules)
    if not drawn or (not left and not rules.discard_needed):
        yield total
        return
    for card in set(left):
        if card != JOKER or len(left) == 1 or rules.joker_discard:
            yield total - hand_value(card, rules)
