"""May these cards lie as a meld?"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.cards import Card
from scoring.rules import Rules
from scoring.violations import RuleError, Violation

from .faults import meld_violations
from .readings import Meld, read


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether cards may lie as a meld: the meld, or else every rule they break."""

    cards: tuple[Card, ...]
    meld: Meld | None
    violations: tuple[Violation, ...]


def judge_meld(cards: Sequence[Card], rules: Rules) -> Verdict:
    """Judge cards as one meld, in the order in which they were laid (Nr. 8, Streitfall 13).

    >>> from scoring.cards import parse_cards
    >>> from scoring.rules import PROFILES
    >>> judge_meld(parse_cards("H10 H9 *"), PROFILES["drov"]).meld.value
    27
    """
    meld = read(cards, rules)
    return Verdict(tuple(cards), meld, () if meld else tuple(meld_violations(cards, rules)))


def verify_meld(cards: Sequence[Card], rules: Rules) -> tuple[Violation, ...]:
    """Name every rule the cards break as a meld (Nr. 8).

    >>> from scoring.cards import parse_cards
    >>> from scoring.rules import PROFILES
    >>> [broken.code for broken in verify_meld(parse_cards("H8 * * HJ"), PROFILES["drov"])]
    ['jokers_adjacent']
    """
    return judge_meld(cards, rules).violations


def can_lay(cards: Sequence[Card], rules: Rules) -> bool:
    """Whether the cards may lie as a meld (Nr. 8).

    >>> from scoring.cards import parse_cards
    >>> from scoring.rules import PROFILES
    >>> can_lay(parse_cards("CK CA C2"), PROFILES["schmidt"])
    False
    """
    return read(cards, rules) is not None


def lay(cards: Sequence[Card], rules: Rules) -> Meld:
    """Lay the cards as a meld (Nr. 8); raises `RuleError`.

    >>> from scoring.cards import parse_cards
    >>> from scoring.melds import format_face
    >>> from scoring.rules import PROFILES
    >>> [format_face(face) for face in lay(parse_cards("HK SK *"), PROFILES["drov"]).jokers]
    ['CK|DK']
    """
    verdict = judge_meld(cards, rules)
    if verdict.meld is None:
        raise RuleError(verdict.violations)
    return verdict.meld
