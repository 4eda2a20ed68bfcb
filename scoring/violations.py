"""Broken rules: a stable code, the number it rests on, and an English sentence to translate."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from scoring.cards import show
from scoring.messages import fill, gettext_noop
from scoring.rules import Rules

NUMBERS: Mapping[str, str] = MappingProxyType(
    {
        "too_few_cards": "Nr. 8",
        "set_too_long": "Nr. 8",
        "run_too_long": "Nr. 8",
        "rank_mismatch": "Nr. 8",
        "suit_repeated": "Nr. 8",
        "suit_mismatch": "Nr. 8",
        "not_consecutive": "Nr. 8",
        "corner_not_allowed": "Nr. 8",
        "jokers_majority": "Nr. 8",
        "jokers_adjacent": "Nr. 8",
        "joker_unplaceable": "Nr. 8",
        "opening_below_threshold": "Nr. 4a, 6",
        "layoff_before_opening": "Nr. 9",
        "swap_before_opening": "Nr. 9",
        "swap_set_not_four": "Streitfall 14",
        "swap_wrong_card": "Nr. 9",
        "swap_own_meld_same_turn": "Streitfall 20",
        "swap_not_allowed": "Nr. 9",
        "swapped_joker_not_laid": "Nr. 6, 9",
        "open_card_unused": "Nr. 4a, 4b",
        "last_card_open_draw": "Nr. 10",
        "joker_discarded": "Nr. 4a, 8",
        "same_card_discarded": "Nr. 4",
        "no_discard": "Nr. 4",
        "no_draw": "Nr. 4",
        "after_discard": "Nr. 4",
        "card_not_held": "Nr. 4",
        "meld_unknown": "Nr. 9",
        "table_rearranged": "Nr. 6",
        "wrong_card_count": "Nr. 3, Streitfall 11",
    }
)
"""Every violation code and the DRoV number it rests on."""

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "too_few_cards": gettext_noop("A set or a run has at least three cards."),
        "set_too_long": gettext_noop("A set has at most four cards, one of each suit."),
        "run_too_long": gettext_noop("A run has at most %(most)s cards."),
        "rank_mismatch": gettext_noop("In a set all cards have the same rank."),
        "suit_repeated": gettext_noop("In a set no suit appears twice."),
        "suit_mismatch": gettext_noop("In a run all cards have the same suit."),
        "not_consecutive": gettext_noop("The cards of a run follow one another without a gap."),
        "corner_not_allowed": gettext_noop(
            "The ace stands at one end of a run: it may not go on from king and ace to the 2."
        ),
        "jokers_majority": gettext_noop("Every meld has fewer jokers than natural cards."),
        "jokers_majority_two_naturals": gettext_noop("Every meld has at least two natural cards."),
        "jokers_majority_one_natural": gettext_noop("Every meld has at least one natural card."),
        "jokers_adjacent": gettext_noop("In a run two jokers never lie side by side."),
        "joker_unplaceable": gettext_noop("There is no card the joker could stand for in this place."),
        "opening_below_threshold": gettext_noop(
            "The first melds count %(value)s; an opening takes at least %(threshold)s."
        ),
        "opening_below_threshold_naturals": gettext_noop(
            "The first melds without a joker count %(value)s; an opening takes at least %(threshold)s."
        ),
        "layoff_before_opening": gettext_noop("Laying off is possible only after the own opening."),
        "swap_before_opening": gettext_noop("Swapping a joker is possible only after the own opening."),
        "swap_set_not_four": gettext_noop("A joker leaves a set only when four cards lie there."),
        "swap_wrong_card": gettext_noop("No joker in this meld stands for %(card)s."),
        "swap_wrong_card_joker": gettext_noop(
            "A joker is swapped for the natural card it stands for, not for another joker."
        ),
        "swap_own_meld_same_turn": gettext_noop(
            "A joker laid in this turn may not be swapped by the same player in the same turn."
        ),
        "swap_not_allowed": gettext_noop("Jokers on the table are never swapped."),
        "swapped_joker_not_laid": gettext_noop(
            "A swapped joker must be laid or laid off in the same turn; it neither joins the hand nor is "
            "discarded."
        ),
        "open_card_unused_opening": gettext_noop(
            "The open card %(card)s may be taken only if it is used in the opening melds."
        ),
        "open_card_unused": gettext_noop(
            "The open card %(card)s may be taken only if it is laid in a new meld or laid off in the same "
            "turn."
        ),
        "last_card_open_draw": gettext_noop(
            "With one card left in hand a player draws from the stock, not from the discards."
        ),
        "joker_discarded": gettext_noop("A joker may be discarded only as the very last card."),
        "same_card_discarded": gettext_noop(
            "%(card)s was taken from the discards in this turn and may not be discarded again at once."
        ),
        "no_discard": gettext_noop("A turn ends with the discard of one card."),
        "no_discard_all_laid": gettext_noop(
            "Everything is laid and no card is left for the discard: what was laid last comes back to the "
            "hand, and one card is discarded."
        ),
        "no_draw": gettext_noop("A turn begins with the drawing of a card."),
        "after_discard": gettext_noop("With the discard the turn is over; nothing may follow it."),
        "card_not_held": gettext_noop("Not in the hand: %(cards)s."),
        "meld_unknown": gettext_noop("There is no meld %(meld)s on the table; melds are counted from 0."),
        "table_rearranged": gettext_noop("What lies on the table stays as it lies."),
        "table_rearranged_missing": gettext_noop(
            "Every card of the table must be on the table again; missing: %(cards)s."
        ),
        "wrong_card_count_few": gettext_noop(
            "Whoever holds %(count)s instead of %(dealt)s cards draws one card, does not discard, and lays "
            "nothing."
        ),
        "wrong_card_count_many": gettext_noop(
            "Whoever holds %(count)s instead of %(dealt)s cards does not draw, discards one card, and lays "
            "nothing."
        ),
    }
)
"""Sentences; a code with several wordings has them under its own name and what follows it."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule: stable code, where the rule stands, and the values of its sentence."""

    code: str
    rule: str
    wording: str
    values: Mapping[str, object] = field(default_factory=dict)
    positions: tuple[int, ...] = ()
    """Places of the offending cards in the meld, counted from 0, where single cards can be named."""
    action: int | None = None
    """Number of the offending action of a turn, counted from 0; None: the draw or the turn as a whole."""

    @property
    def message(self) -> str:
        """The English sentence.

        >>> from scoring.rules import PROFILES
        >>> violation("suit_repeated", PROFILES["drov"]).message
        'In a set no suit appears twice.'
        """
        return self.sentence(str)

    def sentence(self, translate: Callable[[str], str], show_value: Callable[[object], str] = show) -> str:
        """The sentence in the words of `translate`, its cards written by `show_value`."""
        return fill(translate(MESSAGES[self.wording]), self.values, show_value)


class RuleError(ValueError):
    """What was asked for is against the rules; `violations` names every broken one."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__(" ".join(violation.message for violation in violations))
        self.violations = violations


ALLOWED_BY_DROV = frozenset({"corner_not_allowed"})
"""Codes of what is a fault only under other rules than those of the DRoV."""


def source_of(code: str, rules: Rules, number: str = "") -> str:
    """Where the rule behind a violation code stands; `number` names a nearer DRoV number than the usual one.

    >>> from scoring.rules import PROFILES
    >>> source_of("jokers_adjacent", PROFILES["drov"]), source_of("jokers_adjacent", PROFILES["schmidt"])
    ('Nr. 8', 'Schmidt, Nr. 8 [assumed]')
    """
    number = number or NUMBERS[code]
    if code in rules.agreed:
        return "Hausregel"
    if rules.maker is None:
        return number
    if code in rules.assumed:
        # What the DRoV allows cannot be cited from its rule.
        return f"{rules.maker} [assumed]" if code in ALLOWED_BY_DROV else f"{rules.maker}, {number} [assumed]"
    return f"{rules.maker} {rules.page}".strip()


def violation(
    code: str,
    rules: Rules,
    *,
    wording: str = "",
    number: str = "",
    positions: tuple[int, ...] = (),
    **values: object,
) -> Violation:
    """Make a violation; `wording` continues the code where its sentence has several forms.

    >>> from scoring.rules import PROFILES
    >>> violation("corner_not_allowed", PROFILES["schmidt"]).rule
    'Schmidt S. 3'
    """
    key = f"{code}_{wording}" if wording else code
    return Violation(code, source_of(code, rules, number), key, values, positions)
