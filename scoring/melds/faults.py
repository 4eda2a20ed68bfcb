"""Which rules cards break that cannot lie as a meld: the fewest that explain it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import combinations

from scoring.cards import JOKER, Card, Rank, Suit
from scoring.rules import JokerLimit, Rules
from scoring.violations import Violation, violation

from .readings import (
    FEWEST_CARDS,
    enough_naturals,
    longest_run,
    ranks_of,
    read,
    read_run_sorted,
    suits_of,
    touching_jokers,
)

_RELAXED: dict[str, Callable[[Rules], Rules]] = {
    "jokers_majority": lambda rules: replace(rules, joker_limit=JokerLimit.ONE_NATURAL),
    "corner_not_allowed": lambda rules: replace(rules, corner=True),
    "jokers_adjacent": lambda rules: replace(rules, adjacent_jokers_from=FEWEST_CARDS),
}


def _broken(can_read: Callable[[Rules], bool], rules: Rules) -> tuple[str, ...]:
    """Name the fewest rules without which the cards could lie; "not_consecutive" where none would help.

    Where jokers cannot but touch, their number is not named as well: it is the same joker too many.
    """
    for count in range(1, len(_RELAXED) + 1):
        for codes in combinations(_RELAXED, count):
            relaxed = reduce(lambda looser, code: _RELAXED[code](looser), codes, rules)
            if can_read(relaxed):
                return tuple(c for c in codes if c != "jokers_majority" or "jokers_adjacent" not in codes)
    return ("not_consecutive",)


def _limit_violation(cards: Sequence[Card], rules: Rules) -> Violation:
    wording = "" if rules.joker_limit is JokerLimit.MINORITY else rules.joker_limit.value
    jokers = tuple(at for at, card in enumerate(cards) if card == JOKER)
    return violation("jokers_majority", rules, wording=wording, positions=jokers)


def _others(values: Sequence[Suit | Rank | None]) -> tuple[int, ...]:
    """Positions of the cards that differ from the most frequent suit or rank."""
    (usual, _), *_ = Counter(value for value in values if value is not None).most_common(1)
    return tuple(at for at, value in enumerate(values) if value not in (None, usual))


def set_violations(cards: Sequence[Card], rules: Rules) -> Iterator[Violation]:
    suits = suits_of(cards)
    if len(set(ranks_of(cards))) > 1:
        yield violation("rank_mismatch", rules, positions=_others([card.rank for card in cards]))
    else:
        surplus = max(0, len(cards) - len(Suit))
        if surplus:
            yield violation("set_too_long", rules)
        if len(suits) - len(set(suits)) > surplus:
            again = tuple(at for at, card in enumerate(cards) if card != JOKER and cards.count(card) > 1)
            yield violation("suit_repeated", rules, positions=again)
    if not enough_naturals(cards, rules):
        yield _limit_violation(cards, rules)


def run_violations(
    cards: Sequence[Card], can_read: Callable[[Rules], bool], rules: Rules
) -> Iterator[Violation]:
    if len(set(suits_of(cards))) > 1:
        yield violation("suit_mismatch", rules, positions=_others([card.suit for card in cards]))
        codes: tuple[str, ...] = () if enough_naturals(cards, rules) else ("jokers_majority",)
    elif len(cards) > longest_run(rules):
        yield violation("run_too_long", rules, most=longest_run(rules))
        codes = ()
    else:
        codes = _broken(can_read, rules)
    for code in codes:
        if code == "jokers_majority":
            yield _limit_violation(cards, rules)
        else:
            positions = touching_jokers(cards) if code == "jokers_adjacent" else ()
            yield violation(code, rules, positions=positions)


def _meant_as_set(cards: Sequence[Card], rules: Rules) -> bool:
    """Whether an illegal meld looks more like a set than like a run."""
    ranks, suits = Counter(ranks_of(cards)), Counter(suits_of(cards))
    if len(ranks) == 1 or len(suits) == 1:
        return len(ranks) == 1
    same_rank, same_suit = max(ranks.values()), max(suits.values())
    if same_rank != same_suit:
        return same_rank > same_suit
    in_one_suit = [card if card == JOKER else card._replace(suit=Suit.C) for card in cards]
    return same_rank > 1 and not (read_run_sorted(in_one_suit, rules))


def meld_violations(cards: Sequence[Card], rules: Rules) -> Iterator[Violation]:
    if len(cards) < FEWEST_CARDS:
        yield violation("too_few_cards", rules)
    elif len(ranks_of(cards)) < 2:
        yield _limit_violation(cards, rules)
    elif _meant_as_set(cards, rules):
        yield from set_violations(cards, rules)
    else:
        yield from run_violations(cards, lambda relaxed: read(cards, relaxed) is not None, rules)
