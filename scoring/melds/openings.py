"""Are these melds an opening?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.cards import JOKER, Card
from scoring.rules import Rules
from scoring.violations import Violation, violation

from .readings import Meld
from .verdicts import Verdict, judge_meld


def counts_towards_opening(meld: Meld, rules: Rules) -> bool:
    """Whether the meld counts towards the threshold: by agreement only melds without a joker do.

    >>> from scoring.cards import parse_cards
    >>> from scoring.melds import lay
    >>> from scoring.rules import PROFILES, with_options
    >>> strict = with_options(PROFILES["home"], {"naturals_only": True})
    >>> counts_towards_opening(lay(parse_cards("HK SK *"), strict), strict)
    False
    """
    return not (rules.naturals_only and JOKER in meld.cards)


def opening_value(melds: Iterable[Meld], rules: Rules) -> int:
    """Augen of the melds that count towards the threshold (Nr. 4a, 6).

    >>> from scoring.cards import parse_cards
    >>> from scoring.melds import lay
    >>> from scoring.rules import PROFILES
    >>> rules = PROFILES["drov"]
    >>> opening_value([lay(parse_cards(text), rules) for text in ("HA CA SA", "D4 D5 D6")], rules)
    48
    """
    return sum(meld.value for meld in melds if counts_towards_opening(meld, rules))


@dataclass(frozen=True, slots=True)
class Opening:
    """Several melds held against the threshold; `value` leaves out what may not lie."""

    value: int
    threshold: int
    verdicts: tuple[Verdict, ...]
    violations: tuple[Violation, ...]


def below_threshold(value: int, rules: Rules) -> Violation:
    """The violation of an opening of that many Augen that is too low (Nr. 4a, 6).

    >>> from scoring.rules import PROFILES
    >>> below_threshold(33, PROFILES["drov"]).message
    'The first melds count 33; an opening takes at least 40.'
    """
    wording = "naturals" if rules.naturals_only else ""
    code = "opening_below_threshold"
    return violation(code, rules, wording=wording, value=value, threshold=rules.threshold)


def judge_opening(groups: Sequence[Sequence[Card]], rules: Rules) -> Opening:
    """Judge groups of cards as one opening (Nr. 4a, 6).

    >>> from scoring.cards import parse_cards
    >>> from scoring.rules import PROFILES
    >>> judge_opening([parse_cards("HA CA SA")], PROFILES["drov"]).value
    33
    """
    verdicts = tuple(judge_meld(group, rules) for group in groups)
    value = opening_value((verdict.meld for verdict in verdicts if verdict.meld), rules)
    violations = [broken for verdict in verdicts for broken in verdict.violations]
    if value < rules.threshold:
        violations.append(below_threshold(value, rules))
    return Opening(value, rules.threshold, verdicts, tuple(violations))


def verify_opening(groups: Sequence[Sequence[Card]], rules: Rules) -> tuple[Violation, ...]:
    """Name every rule the groups break as one opening (Nr. 4a, 6).

    >>> from scoring.cards import parse_cards
    >>> from scoring.rules import PROFILES
    >>> [broken.code for broken in verify_opening([parse_cards("HA CA SA")], PROFILES["drov"])]
    ['opening_below_threshold']
    """
    return judge_opening(groups, rules).violations


def can_open(groups: Sequence[Sequence[Card]], rules: Rules) -> bool:
    """Whether the groups are an opening (Nr. 4a, 6).

    >>> from scoring.cards import parse_cards
    >>> from scoring.rules import PROFILES
    >>> can_open([parse_cards("HA CA SA DA")], PROFILES["drov"])
    True
    """
    return not verify_opening(groups, rules)
