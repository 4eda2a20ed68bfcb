"""Cards: notation in, notation out, and what a card counts in the hand.

Canonical notation is suit then rank, `H8 * H10`; the joker is `*`. Values are in Augen.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from scoring.messages import fill, gettext_noop
from scoring.rules import Rules


class Suit(StrEnum):
    """The four suits: clubs, spades, hearts, diamonds."""

    C = "C"
    S = "S"
    H = "H"
    D = "D"


class Rank(IntEnum):
    """The thirteen ranks in order; the ace is 14 and stands before the 2 or behind the king (Nr. 8)."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14


_COURT = {Rank.JACK: "J", Rank.QUEEN: "Q", Rank.KING: "K", Rank.ACE: "A"}


class Card(NamedTuple):
    """One card; suit and rank are both None for the joker and for nothing else."""

    suit: Suit | None
    rank: Rank | None

    def __str__(self) -> str:
        return format_card(self)


JOKER: Final = Card(None, None)

CARDS: Final = tuple(Card(suit, rank) for suit in Suit for rank in Rank)
"""The 52 natural cards of one deck, suit by suit, 2 to ace."""

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "not_a_card": gettext_noop(
            "At position %(position)s: “%(text)s” is not a card. "
            "Please write the suit first, for example H8 or Herz 8, and * for a joker."
        ),
        "not_one_card": gettext_noop("“%(text)s” is not exactly one card."),
        "too_many_copies": gettext_noop(
            "%(card)s is there %(count)s times, but the pack holds it only %(copies)s times."
        ),
        "card_only_once": gettext_noop("%(card)s is there %(count)s times, but the pack holds it only once."),
        "too_many_jokers": gettext_noop("There are %(count)s jokers, but the pack holds only %(copies)s."),
    }
)


class CardError(ValueError):
    """Text or cards that cannot be: a stable `code`, the sentence as `str()` and its `values`."""

    def __init__(self, code: str, **values: object) -> None:
        self.code = code
        self.values: Mapping[str, object] = values
        super().__init__(fill(MESSAGES[code], values))


_SEPARATORS = re.compile(r"[\s,\-\u2010-\u2015\u2212]*")
_WORD = re.compile(r"[^\s,]{0,20}")
_SUIT = re.compile(r"(kreuz|pik|herz|karo|[cshd♣♠♥♦])[\ufe0e\ufe0f]?", re.IGNORECASE)
_JOKER = re.compile(r"joker|\*", re.IGNORECASE)

_SUITS = {
    "c": Suit.C, "♣": Suit.C, "kreuz": Suit.C,
    "s": Suit.S, "♠": Suit.S, "pik": Suit.S,
    "h": Suit.H, "♥": Suit.H, "herz": Suit.H,
    "d": Suit.D, "♦": Suit.D, "karo": Suit.D,
}  # fmt: skip
_RANKS = {
    **{str(rank.value): rank for rank in Rank if rank <= Rank.TEN},
    "t": Rank.TEN,
    "j": Rank.JACK, "b": Rank.JACK, "bube": Rank.JACK,
    "q": Rank.QUEEN, "d": Rank.QUEEN, "dame": Rank.QUEEN,
    "k": Rank.KING, "könig": Rank.KING, "ko\u0308nig": Rank.KING,
    "a": Rank.ACE, "as": Rank.ACE, "ass": Rank.ACE,
}  # fmt: skip
_LONGEST_RANK = max(map(len, _RANKS))


def _cards_at(text: str, start: int) -> Iterator[tuple[Card, int]]:
    """Yield each card that can begin at `start` and where it ends, the reading tried first coming last."""
    if joker := _JOKER.match(text, start):
        yield JOKER, joker.end()
    elif suit := _SUIT.match(text, start):
        at = _end_of(_SEPARATORS, text, suit.end())
        for length in range(1, _LONGEST_RANK + 1):
            rank = _RANKS.get(text[at : at + length].casefold())
            if rank is not None and at + length <= len(text):
                yield Card(_SUITS[suit[1].casefold()], rank), at + length


def _end_of(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    return match.end() if match else start


def _not_a_card(text: str, start: int) -> CardError:
    suit = _SUIT.match(text, start)
    rank_at = _end_of(_SEPARATORS, text, suit.end() if suit else start)
    end = _end_of(_WORD, text, rank_at)
    return CardError("not_a_card", position=start + 1, text=text[start:end].strip(" ,"))


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards in any notation; raises `CardError` naming the position (from 1) and the text there.

    Suits are `C S H D`, their symbols or German words; ranks `2`–`10`, `T`, `J Q K A`, `B D K A` or German
    words; jokers `*` or `Joker`. Case and the separators space, comma and dash are free. `HAS2` needs a look
    ahead (ace of hearts and 2 of spades, not "Herz As" and a 2), hence the way back.

    >>> format_cards(parse_cards("Herz-8 Joker, ♥10"))
    'H8 * H10'
    """
    cards: list[Card] = []
    furthest = 0
    open_ends: list[tuple[int, list[tuple[Card, int]]]] = []
    position = _end_of(_SEPARATORS, text, 0)
    while position < len(text):
        furthest = max(furthest, position)
        open_ends.append((len(cards), list(_cards_at(text, position))))
        while open_ends and not open_ends[-1][1]:
            open_ends.pop()
        if not open_ends:
            raise _not_a_card(text, furthest)
        kept, readings = open_ends[-1]
        card, end = readings.pop()
        del cards[kept:]
        cards.append(card)
        position = _end_of(_SEPARATORS, text, end)
    return tuple(cards)


def parse_card(text: str) -> Card:
    """Read exactly one card; raises `CardError`.

    >>> parse_card("Karo Dame") == Card(Suit.D, Rank.QUEEN)
    True
    """
    cards = parse_cards(text)
    if len(cards) != 1:
        raise CardError("not_one_card", text=text)
    return cards[0]


def format_card(card: Card) -> str:
    """Write a card in the canonical notation.

    >>> format_card(parse_card("pik bube"))
    'SJ'
    """
    suit, rank = card
    if suit is None or rank is None:
        return "*"
    return suit.value + _COURT.get(rank, str(rank.value))


def format_cards(cards: Iterable[Card]) -> str:
    """Write cards in the canonical notation, in the order given.

    >>> format_cards([JOKER, parse_card("HD")])
    '* HQ'
    """
    return " ".join(map(format_card, cards))


def show(value: object, show_card: Callable[[Card], str] = format_card) -> str:
    """Write a value of a sentence: a card, several cards or anything else.

    >>> show((JOKER, parse_card("HD")))
    '* HQ'
    """
    if isinstance(value, Card):
        return show_card(value)
    if isinstance(value, tuple):
        return " ".join(map(show_card, value))
    return str(value)


def natural_value(rank: Rank, rules: Rules) -> int:
    """Augen of a natural card, the ace counted high (Nr. 7, 11).

    >>> from scoring.rules import PROFILES
    >>> natural_value(Rank.JACK, PROFILES["drov"])
    10
    """
    if rank is Rank.ACE:
        return rules.ace_value
    if rules.small_cards_5 and rank < Rank.TEN:
        return 5
    return min(rank.value, 10)


def hand_value(card: Card, rules: Rules) -> int:
    """Augen of a card left in the hand: the ace always high, the joker 20 (Nr. 11).

    >>> from scoring.rules import PROFILES
    >>> hand_value(JOKER, PROFILES["drov"]), hand_value(parse_card("HA"), PROFILES["drov"])
    (20, 11)
    """
    return rules.joker_value if card.rank is None else natural_value(card.rank, rules)


def hand_total(cards: Iterable[Card], rules: Rules) -> int:
    """Sum in Augen of the cards left in a hand (Nr. 11).

    >>> from scoring.rules import PROFILES
    >>> hand_total(parse_cards("H3 C5"), PROFILES["drov"])
    8
    """
    return sum(hand_value(card, rules) for card in cards)


def copy_errors(cards: Iterable[Card], rules: Rules) -> tuple[CardError, ...]:
    """Return one error for each card that is there more often than the pack holds it (Nr. 1).

    >>> from scoring.rules import PROFILES
    >>> [str(error) for error in copy_errors(parse_cards("H8 H8 H8"), PROFILES["drov"])]
    ['H8 is there 3 times, but the pack holds it only 2 times.']
    """
    errors = []
    for card, count in Counter(cards).items():
        copies = rules.jokers if card == JOKER else rules.decks
        if count > copies:
            plain = "card_only_once" if copies == 1 else "too_many_copies"
            code = "too_many_jokers" if card == JOKER else plain
            errors.append(CardError(code, card=card, count=count, copies=copies))
    return tuple(errors)
