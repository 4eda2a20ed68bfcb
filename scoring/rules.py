"""Every option of the referee in one frozen value, and the named profiles.

Sources: `Nr.` and `Streitfall` are points and decided disputes of the DRoV rule. A profile that follows the
DRoV only because its own text is silent says so in `assumed`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from scoring.messages import fill, gettext_noop, shortened, visible, written


class JokerLimit(StrEnum):
    """How many jokers a meld may hold beside its natural cards."""

    MINORITY = "minority"  # fewer jokers than natural cards (Nr. 8)
    TWO_NATURALS = "two_naturals"  # at least two natural cards (online)
    ONE_NATURAL = "one_natural"  # at least one natural card (Rommé 500)


class OpenCardUse(StrEnum):
    """When a card taken from the discards must be used in the same turn."""

    ALWAYS = "always"  # Nr. 4a, 4b
    BEFORE_OPENING = "before_opening"  # online
    WHEN_DEEP = "when_deep"  # Rommé 500: only the lowest card of a deeper draw


class Waiver(StrEnum):
    """When the threshold of the opening does not apply."""

    PURE_HAND_ROMME = "pure_hand_romme"  # Nr. 10
    ONE_CARD_LEFT = "one_card_left"  # online: the opening action leaves nothing or one card
    NEVER = "never"  # Rommé 500 has no opening


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One complete set of rules; the defaults are those of the DRoV.

    >>> PROFILES["drov"].threshold
    40
    """

    name: str
    """Key of the profile."""
    maker: str | None = None
    """Whose rules these are; None: the DRoV's, whose numbers a verdict then names alone."""
    page: str = ""
    """Page of the maker's text, where it is known."""
    assumed: frozenset[str] = frozenset()
    """Violation codes in which the profile follows the DRoV by assumption, its own text being silent."""
    agreed: frozenset[str] = frozenset()
    """Violation codes whose rule the table changed by agreement (`with_options`)."""

    min_players: int = 3
    """Fewest players at a table (Nr. 2)."""
    max_players: int = 4
    """Most players at a table (Nr. 2; the fourth deals and sits out)."""
    decks: int = 2
    """Decks of 52 cards (Nr. 1)."""
    jokers: int = 6
    """Jokers in the pack (Nr. 1)."""
    cards_dealt: int = 13
    """Cards dealt to each player (Nr. 3)."""

    opening_needed: bool = True
    """Whether a player must lay an opening before laying off or swapping (Nr. 4a, 9)."""
    threshold: int = 40
    """Augen the opening must count at least (Nr. 4a, 6)."""
    naturals_only: bool = False
    """Whether only melds without a joker count towards the threshold (by agreement)."""
    threshold_waived: Waiver = Waiver.PURE_HAND_ROMME
    """When the threshold does not apply (Nr. 10)."""

    corner: bool = True
    """Whether a run may go on behind its ace: K-A-2 (Nr. 8)."""
    joker_limit: JokerLimit = JokerLimit.MINORITY
    """How many jokers a meld may hold (Nr. 8)."""
    adjacent_jokers_from: int | None = None
    """Shortest run, in cards, in which jokers may lie side by side; None: in no run (Nr. 8)."""

    ace_value: int = 11
    """Augen of an ace, except where it is melded before the 2 and counts 1 (Nr. 7, 8, 11)."""
    joker_value: int = 20
    """Augen of a joker in the hand (Nr. 11)."""
    melded_joker_value: int | None = None
    """Augen of a joker in a meld; None: those of the card it stands for (Nr. 7)."""
    small_cards_5: bool = False
    """Whether each card from 2 to 9 counts 5 (variant of Rommé 500)."""

    swap_allowed: bool = True
    """Whether a joker on the table may be exchanged for the card it stands for (Nr. 9)."""
    strict_swap: bool = True
    """Whether a joker leaves a set only when the set has four cards (Streitfall 14)."""
    rearrange: bool = False
    """Whether melds on the table may be taken apart and rebuilt (Räuber-Rommé; forbidden by Nr. 6)."""

    open_card_use: OpenCardUse = OpenCardUse.ALWAYS
    """When a card taken from the discards must be used at once (Nr. 4a, 4b)."""
    deep_draw: bool = False
    """Whether a card deeper in the discards may be taken with all above it (Rommé 500)."""
    last_card_stock_only: bool = True
    """Whether a player with one card left may draw from the stock only (Nr. 10)."""
    discard_needed: bool = True
    """Whether a game is won only with a discard (Nr. 10, Streitfall 7)."""
    joker_discard: bool = False
    """Whether a joker may be discarded at any time, not only as the very last card (Nr. 4a, 8)."""
    taken_card_may_be_discarded: bool = True
    """Whether the top discard just taken may be the discard of the same turn."""
    reshuffles: int = 0
    """How often the discards become a new stock before the game ends without a winner (Nr. 5)."""


_JOKER_CODES = frozenset({"jokers_majority", "jokers_adjacent"})
_SWAP_CODES = frozenset(
    {
        "swap_before_opening",
        "swap_set_not_four",
        "swap_wrong_card",
        "swap_own_meld_same_turn",
        "swapped_joker_not_laid",
    }
)
_TURN_CODES = frozenset(
    {
        "layoff_before_opening",
        "joker_discarded",
        "no_draw",
        "after_discard",
        "wrong_card_count",
        "table_rearranged",
    }
)
_OPEN_CARD_CODES = frozenset({"open_card_unused", "last_card_open_draw"})

_DROV = Rules(name="drov")

PROFILES: Mapping[str, Rules] = MappingProxyType(
    {
        rules.name: rules
        for rules in (
            _DROV,
            replace(_DROV, name="home", min_players=2, max_players=6),
            Rules(
                name="ass_boni",
                maker="ASS Altenburger",
                assumed=_JOKER_CODES
                | _SWAP_CODES
                | _TURN_CODES
                | _OPEN_CARD_CODES
                | {"corner_not_allowed", "no_discard"},
                min_players=2,
                max_players=6,
                threshold=30,
                corner=False,
            ),
            Rules(
                name="schmidt",
                maker="Schmidt",
                page="S. 3",
                assumed=_JOKER_CODES | _TURN_CODES | _OPEN_CARD_CODES,
                min_players=2,
                max_players=6,
                threshold=31,
                corner=False,
            ),
            Rules(
                name="winner_takes",
                maker="Online-Rommé",
                assumed=_SWAP_CODES | _TURN_CODES,
                min_players=2,
                max_players=6,
                threshold_waived=Waiver.ONE_CARD_LEFT,
                corner=False,
                joker_limit=JokerLimit.TWO_NATURALS,
                adjacent_jokers_from=3,
                open_card_use=OpenCardUse.BEFORE_OPENING,
                last_card_stock_only=False,
                discard_needed=False,
                reshuffles=2,
            ),
            Rules(
                name="romme500",
                maker="Rommé 500",
                min_players=2,
                max_players=8,
                decks=1,
                jokers=2,
                cards_dealt=7,
                opening_needed=False,
                threshold=0,
                threshold_waived=Waiver.NEVER,
                corner=False,
                joker_limit=JokerLimit.ONE_NATURAL,
                adjacent_jokers_from=3,
                ace_value=15,
                joker_value=15,
                melded_joker_value=15,
                swap_allowed=False,
                open_card_use=OpenCardUse.WHEN_DEEP,
                deep_draw=True,
                last_card_stock_only=False,
                discard_needed=False,
                joker_discard=True,
                taken_card_may_be_discarded=False,
            ),
        )
    }
)
"""The named profiles: drov, home, ass_boni, schmidt, winner_takes, romme500."""


def for_players(rules: Rules, players: int) -> Rules:
    """Return the rules for that many players: Rommé 500 deals 13 to two and adds a deck from five on.

    >>> for_players(PROFILES["romme500"], 5).decks
    2
    """
    if rules.name != "romme500":
        return rules
    if players >= 5:
        return replace(rules, decks=2, jokers=4)
    return replace(rules, cards_dealt=13) if players == 2 else rules


MOST_THRESHOLD = 200
"""No opening can be asked to count more Augen than this."""

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "unknown_rules": gettext_noop("There are no rules named “%(value)s”. Possible are: %(known)s."),
        "unknown_option": gettext_noop("There is no option named “%(option)s”. Possible are: %(known)s."),
        "option_not_boolean": gettext_noop("The option “%(option)s” must be true or false, not “%(value)s”."),
        "option_out_of_range": gettext_noop(
            "The option “%(option)s” must be a whole number from %(least)s to %(most)s, not “%(value)s”."
        ),
    }
)


@dataclass(frozen=True, slots=True)
class OptionFault:
    """One thing wrong with the chosen options: a stable code and the values of its sentence."""

    code: str
    values: Mapping[str, object]

    @property
    def message(self) -> str:
        """The English sentence."""
        return fill(MESSAGES[self.code], self.values)


class OptionsError(ValueError):
    """Options that cannot be used; `faults` holds all of them."""

    def __init__(self, faults: tuple[OptionFault, ...]) -> None:
        super().__init__(" ".join(fault.message for fault in faults))
        self.faults = faults


def _shown(value: object) -> str:
    return shortened(written(value), 40)


def profile(name: str) -> Rules:
    """Return the named profile; raises `OptionsError` for an unknown name.

    >>> profile("schmidt").threshold
    31
    """
    if name not in PROFILES:
        raise OptionsError(
            (OptionFault("unknown_rules", {"value": _shown(name), "known": ", ".join(PROFILES)}),)
        )
    return PROFILES[name]


_FLAGS: Mapping[str, Callable[[Rules, bool], Rules]] = {
    "naturals_only": lambda rules, on: replace(rules, naturals_only=on),
    "corner": lambda rules, on: replace(rules, corner=on),
    "adjacent_jokers": lambda rules, on: replace(rules, adjacent_jokers_from=4 if on else None),
    "strict_swap": lambda rules, on: replace(rules, strict_swap=on),
    "rearrange": lambda rules, on: replace(rules, rearrange=on),
}

_CODE_OF_OPTION = {
    "threshold": "opening_below_threshold",
    "naturals_only": "opening_below_threshold",
    "corner": "corner_not_allowed",
    "adjacent_jokers": "jokers_adjacent",
    "strict_swap": "swap_set_not_four",
    "rearrange": "table_rearranged",
}
"""What a broken agreement is called; the number of jokers breaks no rule."""

OPTIONS = ("threshold", "jokers", *_FLAGS)
"""The options a table may agree on, in the order they are listed to people."""


def with_options(rules: Rules, options: Mapping[str, object]) -> Rules:
    """Return the rules with the agreed options; raises `OptionsError` naming every fault.

    `threshold` is in Augen, `jokers` a number of cards, the others are true or false
    (`adjacent_jokers`: side by side in runs of four and more).

    >>> with_options(PROFILES["home"], {"threshold": 30, "corner": False}).threshold
    30
    """
    numbers = {"threshold": MOST_THRESHOLD, "jokers": 3 * rules.decks}
    faults: list[OptionFault] = []
    agreed = set(rules.agreed)
    for option, value in options.items():
        before = rules
        if option in _FLAGS:
            if isinstance(value, bool):
                rules = _FLAGS[option](rules, value)
            else:
                faults.append(OptionFault("option_not_boolean", {"option": option, "value": _shown(value)}))
        elif option not in numbers:
            faults.append(
                OptionFault("unknown_option", {"option": visible(option), "known": ", ".join(OPTIONS)})
            )
        elif not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= numbers[option]:
            values = {"option": option, "value": _shown(value), "least": 0, "most": numbers[option]}
            faults.append(OptionFault("option_out_of_range", values))
        elif option == "threshold":
            rules = replace(rules, threshold=value)
        else:
            rules = replace(rules, jokers=value)
        if rules != before and option in _CODE_OF_OPTION:
            agreed.add(_CODE_OF_OPTION[option])
    if faults:
        raise OptionsError(tuple(faults))
    return replace(rules, agreed=frozenset(agreed))
