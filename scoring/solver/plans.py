"""From what a search found to the turn somebody plays: melds in laid order, lay-offs, swaps, the discard."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from scoring.cards import JOKER, Card, format_card, hand_value
from scoring.melds import Kind, Meld, Side, can_lay_off, lay, lay_off, swap
from scoring.rules import Rules
from scoring.solver.own_melds import OwnMeld
from scoring.solver.packing import PLACES, SUITS, Pack, rank_at
from scoring.solver.problem import Add, Lay
from scoring.solver.table_melds import Addition
from scoring.turns import Action, Discarding, Laying, LayingOff, Swapping

_CARDS = [[Card(suit, rank_at(place)) for place in range(PLACES)] for suit in SUITS]
"""Natural cards by suit and place."""


def lay_own(pack: Pack, need: int, own: OwnMeld) -> Meld:
    """The meld in the order in which it is laid: read from left to right it counts what was promised."""
    if own.suit is None:
        return _lay_set(pack, need, own)
    units, suit = pack.units[own.suit], _CARDS[own.suit]
    places = [(own.place + at) % PLACES for at in range(own.length)]
    return Meld(
        Kind.RUN,
        tuple(suit[place] if need & units[place] else JOKER for place in places),
        tuple((suit[place],) for place in places),
        own.value,
        first_place=own.place,
        step=1,
    )


def _lay_set(pack: Pack, need: int, own: OwnMeld) -> Meld:
    place = own.place
    held = [suit[place] for suit, units in zip(_CARDS, pack.units, strict=True) if need & units[place]]
    cards = (*held, *[JOKER] * own.jokers)
    if len(held) == 1:  # one card among jokers also reads as a run, which may count less
        melds = (lay(order, pack.rules) for order in permutations(cards))
        return next(meld for meld in melds if meld.value == own.value)
    free = tuple(suit[place] for suit in _CARDS if suit[place] not in held)
    return Meld(Kind.SET, cards, (*((card,) for card in held), *[free] * own.jokers), own.value)


class PlayedTurn:
    """One turn being written down, with the table as it lies after each step."""

    def __init__(self, hand: Sequence[Card], table: Sequence[Meld], rules: Rules) -> None:
        self.rules = rules
        self.hand = Counter(hand)
        self.table = list(table)
        self.actions: list[Action] = []
        self.melds: list[Meld] = []

    def play(self, done: Sequence[object], pack: Pack) -> None:
        """Write down own melds and what is done on the table, in an order in which every step is legal."""
        lays = [step for step in done if isinstance(step, Lay)]
        adds = [step for step in done if isinstance(step, Add)]
        openings = [step for step in lays if step.opening]
        extended = {len(self.table) + number: step.extension for number, step in enumerate(openings)}
        for step in openings:
            self.lay(lay_own(pack, step.need, step.meld))
        for index, addition in adds:
            if addition.swaps:
                self.swap(index, addition)
        for step in lays:
            if not step.opening:
                self.lay(lay_own(pack, step.need, step.meld))
        for index, addition in adds:
            self.lay_off_on(index, addition)
        for index, extension in extended.items():
            if extension is not None:
                self.lay_off_on(index, extension)

    def lay(self, meld: Meld) -> None:
        self.hand -= Counter(meld.cards)
        self.table.append(meld)
        self.melds.append(meld)
        self.actions.append(Laying(meld.cards))

    def swap(self, index: int, addition: Addition) -> None:
        """Swap jokers out of a meld; a set is first made complete (Streitfall 14)."""
        if addition.suits:
            self.lay_off(index, self._of_set(index, addition.suits), Side.BACK)
        cards = (
            self._of_set(index, addition.swaps)
            if self.table[index].kind is Kind.SET
            else [self._of_run(index, position) for position in addition.swaps]
        )
        for card in cards:
            self.hand -= Counter([card])
            self.hand[JOKER] += 1
            self.table[index] = swap(self.table[index], card, self.rules)
            self.actions.append(Swapping(index, card))

    def lay_off_on(self, index: int, addition: Addition) -> None:
        """Lay off on a meld what was not laid off before its swaps."""
        meld = self.table[index]
        if meld.kind is Kind.SET:
            suits = () if addition.swaps else addition.suits
            self.lay_off(index, [*self._of_set(index, suits), *(JOKER for _ in addition.back)], Side.BACK)
            return
        length = len(meld.cards)
        low = [
            self._of_run(index, -1 - at) if natural else JOKER for at, natural in enumerate(addition.front)
        ]
        high = [
            self._of_run(index, length + at) if natural else JOKER for at, natural in enumerate(addition.back)
        ]
        before, behind = (low, high) if meld.step > 0 else (high, low)
        rows = [(before[::-1], Side.FRONT), (behind, Side.BACK)]
        if before and not can_lay_off(meld, before[::-1], self.rules, Side.FRONT):
            rows.reverse()  # the natural cards of the other side make room for the joker
        for cards, side in rows:
            self.lay_off(index, cards, side)

    def lay_off(self, index: int, cards: Sequence[Card], side: Side) -> None:
        if cards:
            self.hand -= Counter(cards)
            self.table[index] = lay_off(self.table[index], cards, self.rules, side).meld
            self.actions.append(LayingOff(index, tuple(cards), side))

    def discard(self) -> Card | None:
        """Discard the most valuable card that may go (Nr. 4a, 8); None when none is left."""
        left = list(self.hand.elements())
        if not left:
            return None
        naturals = [card for card in left if card != JOKER]
        may_go = left if self.rules.joker_discard or not naturals else naturals
        card = max(may_go, key=lambda card: (hand_value(card, self.rules), card.rank or 0, format_card(card)))
        self.hand -= Counter([card])
        self.actions.append(Discarding(card))
        return card

    def _of_set(self, index: int, suits: Sequence[int]) -> list[Card]:
        rank = next(card.rank for card in self.table[index].cards if card.rank is not None)
        return [Card(SUITS[suit], rank) for suit in suits]

    def _of_run(self, index: int, position: int) -> Card:
        """The natural card on a position of a run in ascending order, also beyond its ends."""
        meld = self.table[index]
        suit = next(card.suit for card in meld.cards if card.suit is not None)
        lowest = meld.first_place + min(0, meld.step) * (len(meld.cards) - 1)
        return Card(suit, rank_at(lowest + position))
