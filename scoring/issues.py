"""Errors and warnings of an entry: a stable code, the player, and an English sentence to translate."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from scoring.messages import fill, gettext_noop

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        # errors
        "two_winners": gettext_noop(
            "More than one player is entered as the winner. Only one can win: please give the others "
            "their hand totals."
        ),
        "no_winner": gettext_noop(
            "Nobody is entered as the winner. Please enter R, H or HA for the winner, or choose how the "
            "game ended."
        ),
        "winner_in_unwon_game": gettext_noop(
            "%(player)s is entered as the winner, but the game is marked as ended without one. "
            "Please change one of the two."
        ),
        "dealer_scored": gettext_noop(
            "%(player)s dealt and sat this game out: please leave the result empty."
        ),
        "unknown_player": gettext_noop("%(player)s does not sit at this table."),
        "player_twice": gettext_noop("%(player)s sits at this table twice. Please name everybody once."),
        "table_size": gettext_noop("Players at this table: %(size)s. Please seat %(low)s to %(high)s."),
        "missing_result": gettext_noop("The result of %(player)s is missing."),
        "not_a_number": gettext_noop("“%(text)s” cannot be read as a result. Possible are: %(examples)s."),
        "too_large": gettext_noop("No hand counts %(text)s. Please enter at most %(high)s."),
        "negative": gettext_noop("“%(text)s” counts less than 0. The lowest hand total is 0."),
        "winner_with_cards": gettext_noop(
            "%(player)s won and holds no cards any more, but %(total)s is entered as the hand total."
        ),
        "total_impossible": gettext_noop(
            "There is no hand total of %(total)s: the lowest card counts %(lowest)s."
        ),
        "unknown_end": gettext_noop(
            "“%(text)s” is not how a game can end. Possible are: won, stock, jokers, void."
        ),
        "unclear_result": gettext_noop("The result of %(player)s is still unclear."),
        "only_joker_not_twenty": gettext_noop(
            "%(player)s is marked as holding only a joker: that is opened, with a hand total of %(total)s."
        ),
        "first_opener_not_opened": gettext_noop(
            "%(player)s is marked as the first to open, but is entered as not opened."
        ),
        # warnings
        "not_opened_range": gettext_noop(
            "%(player)s: not opened with %(total)s? %(cards)s cards count from %(low)s to %(high)s."
        ),
        "opened_range": gettext_noop(
            "%(player)s: opened with %(total)s? At most %(cards)s cards are left then, and they count at "
            "most %(high)s."
        ),
        "hands_exceed_deck": gettext_noop(
            "The cards entered for this game count %(total)s together. The deck allows at most %(high)s."
        ),
        "jokers_not_twenty": gettext_noop(
            "After two last jokers exactly one player who has opened is left with %(total)s."
        ),
        "layoff_without_melds": gettext_noop(
            "%(player)s: Hand-Rommé mit Anlegen, although nobody else had opened? "
            "There was no meld to lay off on."
        ),
        "dealer_differs": gettext_noop(
            "Game %(number)s is entered with %(player)s as the dealer. By the order of the seats, seat "
            "%(seat)s deals it."
        ),
        "first_opener_missing": gettext_noop("Who opened first is not entered."),
        "match_over": gettext_noop("The match was over before this game."),
        "hand_not_in_fives": gettext_noop("%(player)s: %(total)s? All cards in hand count 5, 10 or 15."),
    }
)
"""Sentence of each error and warning; ``params`` of the issue and its player fill the placeholders."""


@dataclass(frozen=True, slots=True)
class Issue:
    """One error or warning: a stable code, the player it is about, and what fills the sentence."""

    code: str
    player: str | None = None
    params: Mapping[str, str | int] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def message(self) -> str:
        """The English sentence."""
        return fill(MESSAGES[self.code], {"player": self.player, **self.params})
