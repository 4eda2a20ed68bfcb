"""Cards: notation in, notation out, and what a card counts in the hand.

Canonical notation is suit then rank, `H8 * H10`; the joker is `*`. Values are in Augen.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple
from unicodedata import combining

from scoring.messages import fill, gettext_noop, shortened, visible
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
            "%(card)s is there %(count)s times, but the pack holds it only %(copies)s times. "
            "Please correct or take out %(surplus)s of them."
        ),
        "too_many_copies_at": gettext_noop(
            "%(card)s is there %(count)s times (%(places)s), but the pack holds it only %(copies)s times. "
            "Please correct or take out %(surplus)s of them."
        ),
        "card_only_once": gettext_noop(
            "%(card)s is there %(count)s times, but the pack holds it only once. "
            "Please correct or take out %(surplus)s of them."
        ),
        "card_only_once_at": gettext_noop(
            "%(card)s is there %(count)s times (%(places)s), but the pack holds it only once. "
            "Please correct or take out %(surplus)s of them."
        ),
        "too_many_jokers": gettext_noop(
            "Jokers: %(count)s; the pack holds %(copies)s. Please correct or take out %(surplus)s of them."
        ),
        "too_many_jokers_at": gettext_noop(
            "Jokers: %(count)s (%(places)s); the pack holds %(copies)s. "
            "Please correct or take out %(surplus)s of them."
        ),
    }
)
"""Sentences; one that can name places has them under its own name and `_at`."""

PLACES: Mapping[str, str] = MappingProxyType(
    {
        "path": "%(path)s",
        "card": gettext_noop("card %(number)s"),
        "meld": gettext_noop("card %(number)s in meld %(meld)s"),
        "hand": gettext_noop("card %(number)s in the hand"),
        "table": gettext_noop("card %(number)s in meld %(meld)s of the table"),
    }
)
"""Words for the place of a card; cards and melds are counted from 1."""

MOST_PLACES = 12
"""So many places of one card are named; the pack holds none that often."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card stands: a key of `PLACES` and what fills its words."""

    wording: str
    values: Mapping[str, object]


class CardError(ValueError):
    """Text or cards that cannot be: a stable `code`, the sentence as `str()`, its `values`, the `places`."""

    def __init__(self, code: str, *, places: Sequence[Place] = (), **values: object) -> None:
        self.code = code
        self.values: Mapping[str, object] = values
        self.places = tuple(places)
        super().__init__(self.sentence(str))

    def sentence(self, translate: Callable[[str], str], show_value: Callable[[object], str] = str) -> str:
        """The sentence in the words of `translate`, with the places where they are known."""
        if not self.places:
            return fill(translate(MESSAGES[self.code]), self.values, show_value)
        named = [fill(translate(PLACES[place.wording]), place.values) for place in self.places[:MOST_PLACES]]
        more = ["…"] if len(self.places) > MOST_PLACES else []
        values = {**self.values, "places": ", ".join(named + more)}
        return fill(translate(MESSAGES[f"{self.code}_at"]), values, show_value)


_SEPARATORS = re.compile(r"[\s,\-\u2010-\u2015\u2212]*")
_WORD = re.compile(r"[^\s,]{0,20}")
_SUIT = re.compile(r"(kreuz|pik|herz|karo|[cshd♣♠♥♦])[\ufe0e\ufe0f]?", re.IGNORECASE)
_JOKER = re.compile(r"joker|\*", re.IGNORECASE)
_SELECTOR = re.compile(r"(?<=[♣♠♥♦])[\ufe0e\ufe0f]")
_LETTER_CARDS = re.compile(r"(?:[cshd][tjbqdka])*", re.IGNORECASE)

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
    start = _start_of_word(text, start)
    suit = _SUIT.match(text, start)
    rank_at = _end_of(_SEPARATORS, text, suit.end() if suit else start)
    end = _end_of(_WORD, text, rank_at)
    named = _SELECTOR.sub("", text[start:end].strip(" ,"))
    return CardError("not_a_card", position=start + 1, text=visible(named))


def _start_of_word(text: str, at: int) -> int:
    """Where the word begins in which reading stopped: `A` is a card's rank in `Herz Acht`, and no word.

    Cards written by single letters without a space, as in `HASDX`, are no word: what follows them stands alone.
    """
    start = at
    if text[at].isdecimal():
        start = _run_before(text, start, str.isdecimal)
    if start < at or _is_letter(text[at]):
        start = _run_before(text, start, _is_letter)
    return at if _LETTER_CARDS.fullmatch(text, start, at) else start


def _run_before(text: str, at: int, belongs: Callable[[str], bool]) -> int:
    while at and belongs(text[at - 1]):
        at -= 1
    return at


def _is_letter(char: str) -> bool:
    return char.isalpha() or bool(combining(char))


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
        raise CardError("not_one_card", text=shortened(visible(text), 40))
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


def places_of(wording: str, cards: Sequence[Card], **values: object) -> list[Place]:
    """The place of each of these cards, counted from 1; `wording` is a key of `PLACES`.

    >>> [place.values["number"] for place in places_of("card", parse_cards("H8 *"))]
    [1, 2]
    """
    return [Place(wording, {"number": number, **values}) for number in range(1, len(cards) + 1)]


def copy_errors(cards: Iterable[Card], rules: Rules, places: Sequence[Place] = ()) -> tuple[CardError, ...]:
    """Return one error for each card that is there more often than the pack holds it (Nr. 1).

    `places` says where each card stands, so that the sentence can name it; without it, it names the card only.

    >>> from scoring.rules import PROFILES
    >>> cards = parse_cards("H8 H8 H8")
    >>> [str(error) for error in copy_errors(cards, PROFILES["drov"], places_of("card", cards))][0][:42]
    'H8 is there 3 times (card 1, card 2, card '
    """
    errors = []
    found: dict[Card, list[int]] = {}
    for at, card in enumerate(cards):
        found.setdefault(card, []).append(at)
    for card, where in found.items():
        count = len(where)
        copies = rules.jokers if card == JOKER else rules.decks
        if count > copies:
            plain = "card_only_once" if copies == 1 else "too_many_copies"
            code = "too_many_jokers" if card == JOKER else plain
            named = [places[at] for at in where] if places else []
            surplus = count - copies
            errors.append(
                CardError(code, places=named, card=card, count=count, copies=copies, surplus=surplus)
            )
    return tuple(errors)
