"""What may be done to melds that lie: laying off, swapping a joker, rearranging the table."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.cards import JOKER, Card
from scoring.rules import Rules
from scoring.violations import RuleError, Violation, violation

from .faults import run_violations, set_violations
from .readings import Kind, Meld, arranged, can_be_run, jokers_may_touch, read_set, run_at
from .verdicts import judge_meld


class Side(StrEnum):
    """Where cards are laid off: before the meld or behind it."""

    FRONT = "front"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class LayOff:
    """A meld after a lay-off; its `sorted` tells whether the laid-off cards had to be sorted."""

    meld: Meld
    side: Side
    count: int
    """Number of cards laid off."""


def _lay_off_at(
    meld: Meld, cards: Sequence[Card], side: Side, rules: Rules, *, in_order: bool
) -> Meld | None:
    """The meld with the cards on one side, as given or sorted among themselves; None when it is illegal."""
    whole = (*cards, *meld.cards) if side is Side.FRONT else (*meld.cards, *cards)
    if meld.kind is Kind.SET:
        return read_set(whole, rules)
    if not can_be_run(whole, rules):
        return None
    first = meld.first_place - (meld.step * len(cards) if side is Side.FRONT else 0)
    if in_order:
        return run_at(whole, first, meld.step, rules)
    start = first if side is Side.FRONT else first + meld.step * len(meld.cards)
    places = range(start, start + meld.step * len(cards), meld.step)
    order = arranged(cards, places, apart=not jokers_may_touch(len(whole), rules))
    if order is None:
        return None
    whole = (*order, *meld.cards) if side is Side.FRONT else (*meld.cards, *order)
    sorted_meld = run_at(whole, first, meld.step, rules)
    return replace(sorted_meld, sorted=True) if sorted_meld else None


def _find_lay_off(meld: Meld, cards: Sequence[Card], sides: Sequence[Side], rules: Rules) -> LayOff | None:
    for in_order in (True, False):
        for side in sides:
            if after := _lay_off_at(meld, cards, side, rules, in_order=in_order):
                return LayOff(after, side, len(cards))
    return None


def _judge_lay_off(
    meld: Meld, cards: Sequence[Card], rules: Rules, side: Side | None
) -> LayOff | tuple[Violation, ...]:
    sides = (Side.BACK, Side.FRONT) if side is None else (side,)
    if done := _find_lay_off(meld, cards, sides, rules):
        return done
    whole = (*meld.cards, *cards)
    if meld.kind is Kind.SET:
        return tuple(set_violations(whole, rules))
    broken = run_violations(
        whole, lambda relaxed: _find_lay_off(meld, cards, sides, relaxed) is not None, rules
    )
    jokers_only = all(card == JOKER for card in cards)
    return tuple(
        violation("joker_unplaceable", rules) if jokers_only and fault.code == "corner_not_allowed" else fault
        for fault in broken
    )


def verify_lay_off(
    meld: Meld, cards: Sequence[Card], rules: Rules, side: Side | None = None
) -> tuple[Violation, ...]:
    """Name every rule the lay-off breaks (Nr. 9); without a side the cards go behind, else before.

    >>> from scoring.cards import parse_cards
    >>> from scoring.melds import lay
    >>> from scoring.rules import PROFILES
    >>> lying = lay(parse_cards("H8 H9 H10"), PROFILES["drov"])
    >>> [broken.code for broken in verify_lay_off(lying, parse_cards("HQ"), PROFILES["drov"])]
    ['not_consecutive']
    """
    judged = _judge_lay_off(meld, cards, rules, side)
    return () if isinstance(judged, LayOff) else judged


def can_lay_off(meld: Meld, cards: Sequence[Card], rules: Rules, side: Side | None = None) -> bool:
    """Whether the cards may be laid off on the meld (Nr. 9).

    >>> from scoring.cards import parse_cards
    >>> from scoring.melds import lay
    >>> from scoring.rules import PROFILES
    >>> can_lay_off(lay(parse_cards("H8 * H10"), PROFILES["drov"]), parse_cards("* HQ"), PROFILES["drov"])
    True
    """
    return not verify_lay_off(meld, cards, rules, side)


def lay_off(meld: Meld, cards: Sequence[Card], rules: Rules, side: Side | None = None) -> LayOff:
    """Lay the cards off on the meld (Nr. 9): behind it if that is legal, else before; raises `RuleError`.

    Lying cards never move and no joker changes its card.

    >>> from scoring.cards import format_cards, parse_cards
    >>> from scoring.melds import lay
    >>> from scoring.rules import PROFILES
    >>> lying = lay(parse_cards("H8 H9 H10"), PROFILES["drov"])
    >>> format_cards(lay_off(lying, parse_cards("H7 *"), PROFILES["drov"]).meld.cards)
    '* H7 H8 H9 H10'
    """
    judged = _judge_lay_off(meld, cards, rules, side)
    if isinstance(judged, LayOff):
        return judged
    raise RuleError(judged)


def _judge_swap(meld: Meld, card: Card, rules: Rules, own: Collection[int]) -> Meld | tuple[Violation, ...]:
    if not rules.swap_allowed:
        return (violation("swap_not_allowed", rules),)
    pairs = enumerate(zip(meld.cards, meld.faces, strict=True))
    places = [at for at, (lying, face) in pairs if lying == JOKER and card in face]
    if not places:
        wording = "joker" if card == JOKER else ""
        return (violation("swap_wrong_card", rules, wording=wording, card=card),)
    broken = []
    if all(at in own for at in places):
        broken.append(violation("swap_own_meld_same_turn", rules))
    if meld.kind is Kind.SET and rules.strict_swap and len(meld.cards) < 4:
        broken.append(violation("swap_set_not_four", rules))
    if broken:
        return tuple(broken)
    at = next(at for at in places if at not in own)
    cards = (*meld.cards[:at], card, *meld.cards[at + 1 :])
    is_set = meld.kind is Kind.SET
    after = read_set(cards, rules) if is_set else run_at(cards, meld.first_place, meld.step, rules)
    assert after is not None, "a meld stays legal when a natural card replaces a joker"
    return after


def verify_swap(meld: Meld, card: Card, rules: Rules, own: Collection[int] = ()) -> tuple[Violation, ...]:
    """Name every rule broken by putting the card in a joker's place (Nr. 9, Streitfall 14, 20).

    `own` are the positions of jokers the same player laid in this turn.

    >>> from scoring.cards import parse_card, parse_cards
    >>> from scoring.melds import lay
    >>> from scoring.rules import PROFILES
    >>> lying = lay(parse_cards("HK SK *"), PROFILES["drov"])
    >>> [broken.code for broken in verify_swap(lying, parse_card("DK"), PROFILES["drov"])]
    ['swap_set_not_four']
    """
    judged = _judge_swap(meld, card, rules, own)
    return () if isinstance(judged, Meld) else judged


def can_swap(meld: Meld, card: Card, rules: Rules, own: Collection[int] = ()) -> bool:
    """Whether the card may be put in a joker's place (Nr. 9, Streitfall 14, 20).

    >>> from scoring.cards import parse_card, parse_cards
    >>> from scoring.melds import lay
    >>> from scoring.rules import PROFILES
    >>> can_swap(lay(parse_cards("H8 * H10"), PROFILES["drov"]), parse_card("H9"), PROFILES["drov"])
    True
    """
    return not verify_swap(meld, card, rules, own)


def swap(meld: Meld, card: Card, rules: Rules, own: Collection[int] = ()) -> Meld:
    """Put the card in the place of the joker that stands for it (Nr. 9); raises `RuleError`.

    >>> from scoring.cards import format_cards, parse_card, parse_cards
    >>> from scoring.melds import lay
    >>> from scoring.rules import PROFILES
    >>> lying = lay(parse_cards("H8 * H10"), PROFILES["drov"])
    >>> format_cards(swap(lying, parse_card("H9"), PROFILES["drov"]).cards)
    'H8 H9 H10'
    """
    judged = _judge_swap(meld, card, rules, own)
    if isinstance(judged, Meld):
        return judged
    raise RuleError(judged)


@dataclass(frozen=True, slots=True)
class Rearrangement:
    """The table rebuilt (Räuber-Rommé); a group that may not lie has no meld."""

    melds: tuple[Meld | None, ...]
    played: tuple[Card, ...]
    """Cards that came from the hand."""
    violations: tuple[Violation, ...]


def judge_rearrangement(
    table: Sequence[Sequence[Card]], hand: Sequence[Card], groups: Sequence[Sequence[Card]], rules: Rules
) -> Rearrangement:
    """Judge a rebuilt table: table before and cards from the hand = table after, every group legal.

    >>> from scoring.cards import format_cards, parse_cards
    >>> from scoring.rules import PROFILES, with_options
    >>> raeuber = with_options(PROFILES["home"], {"rearrange": True})
    >>> table, groups = [parse_cards("H5 H6 H7 H8")], [parse_cards("H5 H6 H7"), parse_cards("H8 C8 S8")]
    >>> format_cards(judge_rearrangement(table, parse_cards("C8 S8 D2"), groups, raeuber).played)
    'C8 S8'
    """
    before = Counter(card for group in table for card in group)
    after = Counter(card for group in groups for card in group)
    played, missing = after - before, before - after
    verdicts = [judge_meld(group, rules) for group in groups]
    violations = [broken for verdict in verdicts for broken in verdict.violations]
    if missing:
        cards = tuple(missing.elements())
        violations.append(violation("table_rearranged", rules, wording="missing", cards=cards))
    if not_held := tuple((played - Counter(hand)).elements()):
        violations.append(violation("card_not_held", rules, cards=not_held))
    if not rules.rearrange:
        violations = [violation("table_rearranged", rules)]
    melds = tuple(verdict.meld for verdict in verdicts)
    return Rearrangement(melds, tuple(played.elements()), tuple(violations))


def verify_rearrangement(
    table: Sequence[Sequence[Card]], hand: Sequence[Card], groups: Sequence[Sequence[Card]], rules: Rules
) -> tuple[Violation, ...]:
    """Name every rule a rebuilt table breaks (Nr. 6; Räuber-Rommé).

    >>> from scoring.rules import PROFILES
    >>> [broken.code for broken in verify_rearrangement([], [], [], PROFILES["drov"])]
    ['table_rearranged']
    """
    return judge_rearrangement(table, hand, groups, rules).violations


def can_rearrange(
    table: Sequence[Sequence[Card]], hand: Sequence[Card], groups: Sequence[Sequence[Card]], rules: Rules
) -> bool:
    """Whether the table may be rebuilt so (Nr. 6; Räuber-Rommé).

    >>> from scoring.rules import PROFILES
    >>> can_rearrange([], [], [], PROFILES["drov"])
    False
    """
    return not verify_rearrangement(table, hand, groups, rules)


def rearrange(
    table: Sequence[Sequence[Card]], hand: Sequence[Card], groups: Sequence[Sequence[Card]], rules: Rules
) -> tuple[Meld, ...]:
    """Rebuild the table (Räuber-Rommé); raises `RuleError`.

    >>> from scoring.cards import parse_cards
    >>> from scoring.rules import PROFILES, with_options
    >>> raeuber = with_options(PROFILES["home"], {"rearrange": True})
    >>> [meld.value for meld in rearrange([], parse_cards("H5 H6 H7"), [parse_cards("H5 H6 H7")], raeuber)]
    [18]
    """
    judged = judge_rearrangement(table, hand, groups, rules)
    if judged.violations:
        raise RuleError(judged.violations)
    return tuple(meld for meld in judged.melds if meld is not None)
