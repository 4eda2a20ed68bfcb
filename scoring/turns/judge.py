"""Was this turn played by the rules? Every broken one is named.

A faulty action is taken as done, so that one mistake gives one violation.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.cards import JOKER, Card, natural_value
from scoring.melds import (
    Meld,
    Side,
    below_threshold,
    can_lay_off,
    judge_meld,
    judge_rearrangement,
    lay_off,
    opening_value,
    swap,
    verify_lay_off,
    verify_swap,
)
from scoring.rules import OpenCardUse, Rules, Waiver
from scoring.violations import RuleError, Violation, violation

from .model import (
    Action,
    Discarding,
    Laying,
    LayingOff,
    Rearranging,
    Source,
    Swapping,
    Turn,
    TurnEnd,
    TurnResult,
    TurnVerdict,
)


@dataclass(frozen=True, slots=True)
class _Lying:
    """Cards on the table; `meld` is None where they may not lie, `own` are jokers laid in this turn."""

    cards: tuple[Card, ...]
    meld: Meld | None
    own: frozenset[int] = frozenset()


def _joker_places(cards: Sequence[Card], start: int = 0) -> frozenset[int]:
    return frozenset(start + at for at, card in enumerate(cards) if card == JOKER)


def _value_as_done(cards: Sequence[Card], rules: Rules) -> int:
    """Augen of cards that may not lie, as if they did: a joker like the best card beside it."""
    values = [natural_value(card.rank, rules) for card in cards if card.rank is not None]
    return sum(values) + cards.count(JOKER) * max(values, default=rules.ace_value)


class _Opening:
    """The own melds of a player who had not opened, up to the first lay-off or swap."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.melds: list[Meld] = []
        """Laid before the first lay-off or swap, whether or not that was in time."""
        self.value_as_done = 0
        """Augen of all that counts when a premature lay-off or swap and illegal melds are taken as done."""
        self.laid = False
        self.early = True
        """Whether no lay-off or swap has been tried."""
        self.closed = False
        """Whether there was a lay-off or a swap after the first own meld."""
        self.pure = True
        """Whether the player laid own sets and runs only (Nr. 10)."""
        self.cards_left: int | None = None
        """Cards in hand after the last of the opening melds."""

    def add(self, cards: Sequence[Card], meld: Meld | None, cards_left: int) -> None:
        self.laid = True
        if self.closed:
            return
        self.cards_left = cards_left
        if meld is None:
            self.value_as_done += _value_as_done(cards, self.rules)
            return
        self.value_as_done += opening_value([meld], self.rules)
        if self.early:
            self.melds.append(meld)

    def touch(self) -> None:
        """A lay-off or a swap; what follows it no longer helps to the threshold (Nr. 4a, 6)."""
        self.early = self.pure = False
        self.closed = self.laid

    @property
    def value(self) -> int | None:
        return opening_value(self.melds, self.rules) if self.laid else None

    def enough(self, *, all_gone: bool) -> bool:
        """Whether the threshold is reached or waived (Nr. 10)."""
        waived = {
            Waiver.PURE_HAND_ROMME: all_gone and self.pure,
            Waiver.ONE_CARD_LEFT: self.cards_left is not None and self.cards_left <= 1,
            Waiver.NEVER: False,
        }[self.rules.threshold_waived]
        return not self.laid or waived or self.value_as_done >= self.rules.threshold


class _Play:
    """A turn being played through."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.rules = turn.rules
        self.opened = turn.opened or not turn.rules.opening_needed
        self.hand = list(turn.hand)
        self.table = [_Lying(meld.cards, meld) for meld in turn.table]
        self.opening = _Opening(turn.rules)
        self.violations: list[Violation] = []
        self.used: set[Card] = set()
        """Cards laid where that counts as the use of an open card (Nr. 4a, 4b)."""
        self.action: int | None = None
        self.jokers_due = 0
        """Jokers swapped and not yet laid again (Nr. 6, 9)."""
        self.discarded = False
        self.two_jokers = False
        surplus = 0 if self.opened else len(turn.hand) - self.rules.cards_dealt
        self.too_few, self.too_many = surplus < 0, surplus > 0

    # What was seen

    def add(self, *violations: Violation) -> None:
        self.violations.extend(replace(broken, action=self.action) for broken in violations)

    def has(self, *codes: str) -> bool:
        return any(broken.code in codes for broken in self.violations)

    def wrong_card_count(self) -> None:
        """Whoever holds a wrong number of cards may only put it right (Nr. 3, Streitfall 11)."""
        if self.has("wrong_card_count") or not (self.too_few or self.too_many):
            return
        wording = "few" if self.too_few else "many"
        count = len(self.turn.hand)
        self.add(
            violation(
                "wrong_card_count", self.rules, wording=wording, count=count, dealt=self.rules.cards_dealt
            )
        )

    def take(self, cards: Sequence[Card]) -> None:
        """Take cards out of the hand."""
        missing = []
        for card in cards:
            if card in self.hand:
                self.hand.remove(card)
            else:
                missing.append(card)
        if missing:
            self.add(violation("card_not_held", self.rules, cards=tuple(missing)))

    def use(self, cards: Sequence[Card]) -> None:
        self.jokers_due -= list(cards).count(JOKER)
        if self.opened or not self.opening.closed:
            self.used.update(cards)

    # The draw

    @property
    def open_cards(self) -> tuple[Card, ...]:
        """The cards taken from the discards."""
        draw = self.turn.draw
        return draw.cards if draw is not None and draw.source is Source.DISCARD else ()

    def draw(self) -> None:
        if self.turn.draw is None:
            if not self.too_many:
                self.add(violation("no_draw", self.rules))
            return
        if self.too_many:
            self.wrong_card_count()
        if self.open_cards and self.rules.last_card_stock_only and len(self.hand) == 1:
            self.add(violation("last_card_open_draw", self.rules))
        self.hand.extend(self.turn.draw.cards)

    # The actions

    def act(self, number: int, action: Action) -> None:
        self.action = number
        if self.discarded:
            self.add(violation("after_discard", self.rules))
        if self.too_few or not isinstance(action, Discarding):
            self.wrong_card_count()
        match action:
            case Laying():
                self.lay(action)
            case LayingOff():
                self.lay_off(action)
            case Swapping():
                self.swap(action)
            case Rearranging():
                self.rearrange(action)
            case _:
                self.discard(action)

    def lay(self, action: Laying) -> None:
        self.take(action.cards)
        verdict = judge_meld(action.cards, self.rules)
        self.add(*verdict.violations)
        self.use(action.cards)
        cards = verdict.meld.cards if verdict.meld else action.cards
        self.table.append(_Lying(cards, verdict.meld, _joker_places(cards)))
        self.opening.add(action.cards, verdict.meld, len(self.hand))

    def lying(self, number: int) -> _Lying | None:
        if number < len(self.table):
            return self.table[number]
        self.add(violation("meld_unknown", self.rules, meld=number))
        return None

    def lay_off(self, action: LayingOff) -> None:
        if not self.opened and not self.opening.laid:
            self.add(violation("layoff_before_opening", self.rules))
        self.opening.touch()
        self.take(action.cards)
        self.use(action.cards)
        lying = self.lying(action.meld)
        if lying is None or lying.meld is None:
            return
        broken = verify_lay_off(lying.meld, action.cards, self.rules, action.side)
        self.add(*broken)
        if broken:
            return
        done = lay_off(lying.meld, action.cards, self.rules, action.side)
        if done.side is Side.FRONT:
            moved = frozenset(at + done.count for at in lying.own)
            own = moved | _joker_places(done.meld.cards[: done.count])
        else:
            own = lying.own | _joker_places(done.meld.cards[-done.count :], len(lying.cards))
        self.table[action.meld] = _Lying(done.meld.cards, done.meld, own)

    def swap(self, action: Swapping) -> None:
        before = len(self.violations)
        if not self.opened and not self.opening.laid:
            self.add(violation("swap_before_opening", self.rules))
        self.opening.touch()
        self.take([action.card])
        self.hand.append(JOKER)
        lying = self.lying(action.meld)
        if lying is None or lying.meld is None:
            return
        broken = verify_swap(lying.meld, action.card, self.rules, lying.own)
        self.add(*broken)
        if not broken:
            meld = swap(lying.meld, action.card, self.rules, lying.own)
            self.table[action.meld] = _Lying(meld.cards, meld, lying.own)
        if len(self.violations) == before:
            self.jokers_due += 1

    def rearrange(self, action: Rearranging) -> None:
        before = [lying.cards for lying in self.table]
        done = judge_rearrangement(before, self.hand, action.groups, self.rules)
        self.add(*done.violations)
        for card in done.played:
            if card in self.hand:
                self.hand.remove(card)
        self.use(done.played)
        only_own_jokers = not any(JOKER in cards for cards in before)
        unchanged = [Counter(cards) for cards in before]
        self.table = []
        for cards, meld in zip(action.groups, done.melds, strict=True):
            lying = meld.cards if meld else cards
            self.table.append(_Lying(lying, meld, _joker_places(lying) if only_own_jokers else frozenset()))
            if Counter(cards) in unchanged:
                unchanged.remove(Counter(cards))
            elif self.rules.rearrange and not set(done.played).isdisjoint(cards):
                self.opening.add(cards, meld, len(self.hand))
        if unchanged:
            self.opening.pure = False

    def discard(self, action: Discarding) -> None:
        card = action.card
        two_last_jokers = self.action == 0 and self.holds_two_last_jokers()
        self.take([card])
        self.discarded = True
        if card == JOKER and self.hand and not self.rules.joker_discard:
            if two_last_jokers:
                self.two_jokers = True
            else:
                self.add(violation("joker_discarded", self.rules))
                self.jokers_due -= 1
        taken_again = self.open_cards == (card,) and card not in self.turn.hand
        if taken_again and not self.rules.taken_card_may_be_discarded:
            self.add(violation("same_card_discarded", self.rules, card=card))

    def holds_two_last_jokers(self) -> bool:
        """Whether a second joker came from the stock to the only card, and neither fits (Streitfall 8)."""
        draw = self.turn.draw
        return (
            draw is not None
            and draw.source is Source.STOCK
            and self.turn.hand == draw.cards == (JOKER,)
            and not any(can_lay_off(meld, [JOKER], self.rules) for meld in self.turn.table)
        )

    # The end of the turn

    def finish(self) -> None:
        self.action = None
        if not self.opened and not self.opening.enough(all_gone=not self.hand):
            self.add(below_threshold(self.opening.value_as_done, self.rules))
        self.check_open_card()
        if self.jokers_due > 0:
            self.add(violation("swapped_joker_not_laid", self.rules))
        self.check_discard()

    def check_open_card(self) -> None:
        """Taken open, a card must be used at once and never joins the hand (Nr. 4a, 4b, 4d)."""
        if not self.open_cards or self.has("last_card_open_draw"):
            return
        needed = {
            OpenCardUse.ALWAYS: True,
            OpenCardUse.BEFORE_OPENING: not self.opened,
            OpenCardUse.WHEN_DEEP: len(self.open_cards) > 1,
        }[self.rules.open_card_use]
        card = self.open_cards[0]
        if not needed or card in self.used:
            return
        number, wording = ("Nr. 4b", "") if self.opened else ("Nr. 4a", "opening")
        self.add(violation("open_card_unused", self.rules, number=number, wording=wording, card=card))

    def check_discard(self) -> None:
        """One card is discarded, unless an open card has to go back (Nr. 4c, 10, Streitfall 1, 3, 7)."""
        goes_back = bool(self.open_cards) and self.has("opening_below_threshold", "open_card_unused")
        if self.discarded or self.too_few or goes_back:
            return
        if self.hand:
            self.add(violation("no_discard", self.rules))
        elif self.rules.discard_needed:
            self.add(violation("no_discard", self.rules, wording="all_laid", number="Streitfall 7"))

    def ends(self) -> TurnEnd | None:
        if self.two_jokers:
            return TurnEnd.TWO_JOKERS
        if self.hand:
            return None
        if self.opened:
            return TurnEnd.ROMME
        return TurnEnd.HAND_ROMME if self.opening.pure else TurnEnd.HAND_ROMME_LAYOFF

    def verdict(self) -> TurnVerdict:
        opening = None if self.opened else self.opening.value
        if self.violations:
            return TurnVerdict(opening, None, tuple(self.violations))
        table = tuple(lying.meld for lying in self.table if lying.meld is not None)
        return TurnVerdict(opening, TurnResult(tuple(self.hand), table, self.ends()), ())


def _put_back(play: _Play) -> TurnVerdict:
    """The open card was taken and could not be used: it lies again, and the turn is over (Nr. 4c)."""
    play.draw()
    if play.violations:
        return TurnVerdict(None, None, tuple(play.violations))
    return TurnVerdict(None, TurnResult(play.turn.hand, play.turn.table, None), ())


def judge_turn(turn: Turn) -> TurnVerdict:
    """Judge a whole turn (Nr. 3 to 10): what it leaves behind, or every broken rule.

    >>> from scoring.cards import parse_cards
    >>> from scoring.rules import PROFILES
    >>> from scoring.turns import Draw
    >>> draw = Draw(parse_cards("S5"), Source.STOCK)
    >>> turn = Turn(PROFILES["drov"], True, parse_cards("H9 C2"), draw, (), (Discarding(JOKER),))
    >>> [broken.code for broken in judge_turn(turn).violations]
    ['card_not_held', 'joker_discarded']
    """
    play = _Play(turn)
    if play.open_cards and not turn.actions:
        return _put_back(play)
    play.draw()
    for number, action in enumerate(turn.actions):
        play.act(number, action)
    play.finish()
    return play.verdict()


def verify_turn(turn: Turn) -> tuple[Violation, ...]:
    """Name every rule a turn breaks (Nr. 3 to 10).

    >>> from scoring.cards import parse_cards
    >>> from scoring.rules import PROFILES
    >>> turn = Turn(PROFILES["drov"], True, parse_cards("H9 C2"), None, (), (Discarding(parse_cards("C2")[0]),))
    >>> [broken.code for broken in verify_turn(turn)]
    ['no_draw']
    """
    return judge_turn(turn).violations


def can_play_turn(turn: Turn) -> bool:
    """Whether a turn is played by the rules (Nr. 3 to 10).

    >>> from scoring.cards import parse_cards
    >>> from scoring.rules import PROFILES
    >>> can_play_turn(Turn(PROFILES["drov"], True, parse_cards("H9 C2"), None, (), ()))
    False
    """
    return not verify_turn(turn)


def play_turn(turn: Turn) -> TurnResult:
    """Play a turn (Nr. 3 to 10); raises `RuleError`.

    >>> from scoring.cards import format_cards, parse_cards
    >>> from scoring.rules import PROFILES
    >>> from scoring.turns import Draw
    >>> draw = Draw(parse_cards("S5"), Source.STOCK)
    >>> turn = Turn(PROFILES["drov"], True, parse_cards("H9"), draw, (), (Discarding(parse_cards("H9")[0]),))
    >>> format_cards(play_turn(turn).hand)
    'S5'
    """
    verdict = judge_turn(turn)
    if verdict.result is None:
        raise RuleError(verdict.violations)
    return verdict.result
