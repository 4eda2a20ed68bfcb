"""What the cards of a profile allow: the bounds of a hand total follow from the deck, nothing is typed in."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate

from scoring.rules import PROFILES, Rules, for_players
from scoring.rulesets import RuleSet

COURT_VALUE = 10


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds of the hand totals at one table, in Augen and in cards."""

    lowest_card: int
    """Value of the cheapest card: nobody who holds cards holds less."""
    joker: int
    """What one joker counts in the hand."""
    not_opened_cards: int
    """Cards of a player who has not opened."""
    not_opened_low: int
    not_opened_high: int
    opened_cards: int
    """Most cards of a player who has opened: an opening takes some, the discard one."""
    opened_high: int
    most: tuple[int, ...]
    """``most[n]``: the n most valuable cards of the deck together; the last one is the whole deck."""

    def most_in(self, cards: int) -> int:
        """The highest total that many cards can have, in Augen.

        >>> from scoring.rulesets import RULESETS
        >>> bounds(RULESETS["drov"], 4).most_in(9)
        153
        """
        return self.most[min(cards, len(self.most) - 1)]


def rules_of(ruleset: RuleSet, table_size: int) -> Rules:
    """The rules of play behind a rule set, with its options, for a table of that size.

    >>> from scoring.rulesets import RULESETS
    >>> rules_of(RULESETS["schmidt"], 4).threshold
    31
    """
    rules = for_players(PROFILES[ruleset.name], table_size)
    return replace(
        rules,
        jokers=rules.jokers if ruleset.jokers is None else ruleset.jokers,
        threshold=rules.threshold if ruleset.threshold is None else ruleset.threshold,
        small_cards_5=ruleset.small_cards_5,
    )


@lru_cache(maxsize=256)
def bounds(ruleset: RuleSet, table_size: int) -> Bounds:
    """The bounds of a rule set at a table of that size, computed from its deck.

    >>> from scoring.rulesets import RULESETS
    >>> found = bounds(RULESETS["drov"], 4)
    >>> found.not_opened_low, found.not_opened_high, found.opened_cards, found.opened_high
    (31, 197, 9, 153)
    """
    rules = rules_of(ruleset, table_size)
    deck = sorted(_deck(rules))
    most = tuple(accumulate(reversed(deck), initial=0))
    left = rules.cards_dealt - fewest_opening_cards(rules)
    return Bounds(
        lowest_card=deck[0],
        joker=rules.joker_value,
        not_opened_cards=rules.cards_dealt,
        not_opened_low=sum(deck[: rules.cards_dealt]),
        not_opened_high=most[rules.cards_dealt],
        opened_cards=left,
        opened_high=most[left],
        most=most,
    )


def _deck(rules: Rules) -> list[int]:
    suit = [*_number_values(rules), COURT_VALUE, COURT_VALUE, COURT_VALUE, rules.ace_value]
    return suit * 4 * rules.decks + [rules.joker_value] * rules.jokers


def _number_values(rules: Rules) -> Sequence[int]:
    return [5] * 8 + [10] if rules.small_cards_5 else range(2, 11)


def fewest_opening_cards(rules: Rules) -> int:
    """The fewest cards with which the threshold can be reached (Nr. 6); three where there is none.

    The drawn card is one of them or takes its place, and the discard of that turn leaves the hand too:
    after an opening of n cards at most ``cards_dealt - n`` are left.

    >>> fewest_opening_cards(PROFILES["drov"]), fewest_opening_cards(PROFILES["ass_boni"])
    (4, 3)
    """
    sizes = range(3, rules.cards_dealt + 1)
    return next((size for size in sizes if _best_melds(rules, size) >= rules.threshold), rules.cards_dealt)


def _best_melds(rules: Rules, cards: int) -> int:
    """The highest value of melds of exactly that many cards, as if every card were there often enough."""
    ladder = [rules.ace_value, *[COURT_VALUE] * 3, *reversed(_number_values(rules)), 1]
    run = sum(ladder[:cards])
    same_rank = rules.ace_value * cards if cards <= 4 else 0
    split = (_best_melds(rules, part) + _best_melds(rules, cards - part) for part in range(3, cards // 2 + 1))
    return max(run, same_rank, *split)
