"""Cards as people write them, and the sentences of the desk that no single rule brings along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from scoring.cards import JOKER, Card, CardError, Rank, Suit, show
from scoring.melds import Kind, Meld
from scoring.violations import Violation
from tournament.referee import desk

SYMBOLS: Mapping[Suit | None, str] = {Suit.C: "♣", Suit.S: "♠", Suit.H: "♥", Suit.D: "♦"}
RED = (Suit.H, Suit.D)


def suit_name(suit: Suit) -> str:
    """Kreuz, Pik, Herz, Karo."""
    names = {
        Suit.C: pgettext("suit", "Clubs"),
        Suit.S: pgettext("suit", "Spades"),
        Suit.H: pgettext("suit", "Hearts"),
        Suit.D: pgettext("suit", "Diamonds"),
    }
    return names[suit]


def rank_letter(rank: Rank) -> str:
    """What stands in the corner of the card: B D K A in German."""
    letters = {
        Rank.JACK: pgettext("rank", "J"),
        Rank.QUEEN: pgettext("rank", "Q"),
        Rank.KING: pgettext("rank", "K"),
        Rank.ACE: pgettext("rank", "A"),
    }
    return letters.get(rank, str(rank.value))


def rank_name(rank: Rank) -> str:
    """The rank spoken."""
    names = {
        Rank.JACK: pgettext("rank", "Jack"),
        Rank.QUEEN: pgettext("rank", "Queen"),
        Rank.KING: pgettext("rank", "King"),
        Rank.ACE: pgettext("rank", "Ace"),
    }
    return names.get(rank, str(rank.value))


def card_text(card: Card) -> str:
    """A card within a sentence."""
    if card.suit is None or card.rank is None:
        return _("Joker")
    return SYMBOLS[card.suit] + rank_letter(card.rank)


def cards_text(cards: Sequence[Card]) -> str:
    """Cards within a sentence."""
    return " ".join(map(card_text, cards))


def show_value(value: object) -> str:
    """A value of an engine's sentence, its cards as people write them."""
    return show(value, card_text)


def broken_text(broken: Violation) -> str:
    """A broken rule in the language of the page."""
    return broken.sentence(_, show_value)


def card_fault(error: CardError) -> str:
    """What cannot be cards, in the language of the page."""
    return error.sentence(_, show_value)


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as it is drawn; `stands_for` is the joker's card."""

    card: Card
    stands_for: str = ""
    stands_for_red: bool = False
    framed: bool = False

    @property
    def is_joker(self) -> bool:
        """Whether it is drawn with a star."""
        return self.card == JOKER

    @property
    def symbol(self) -> str:
        """The suit."""
        return SYMBOLS.get(self.card.suit, "")

    @property
    def is_red(self) -> bool:
        """Hearts and diamonds."""
        return self.card.suit in RED

    @property
    def letter(self) -> str:
        """The index in the corner."""
        return "" if self.card.rank is None else rank_letter(self.card.rank)

    @property
    def name(self) -> str:
        """The card spoken, for whoever hears the page."""
        if self.card.suit is None or self.card.rank is None:
            return _("Joker")
        values = {"suit": suit_name(self.card.suit), "rank": rank_name(self.card.rank)}
        return _("%(rank)s of %(suit)s") % values


def views(cards: Sequence[Card], framed: Sequence[int] = ()) -> tuple[CardView, ...]:
    """Cards as they are drawn, some of them framed."""
    return tuple(CardView(card, framed=at in framed) for at, card in enumerate(cards))


def meld_views(meld: Meld) -> tuple[CardView, ...]:
    """A meld as it is drawn, with what each joker stands for."""
    return tuple(
        CardView(card, _face(face), len(face) == 1 and face[0].suit in RED)
        if card == JOKER
        else CardView(card)
        for card, face in zip(meld.cards, meld.faces, strict=True)
    )


def _face(face: Sequence[Card]) -> str:
    """= ♥9, or ♣/♦K where two suits are possible: a card is narrow."""
    if len(face) == 1:
        return f"= {card_text(face[0])}"
    return "/".join(SYMBOLS[card.suit] for card in face) + card_text(face[0])[1:]


def kind_name(kind: Kind) -> str:
    """Satz or Folge."""
    return pgettext("cards", "Set") if kind is Kind.SET else pgettext("cards", "Run")


def meld_sentence(meld: Meld) -> str:
    """What a meld is, what it counts and what its jokers stand for; goes on behind a colon or a dash."""
    text = _("a set that counts %(value)d.") if meld.kind is Kind.SET else _("a run that counts %(value)d.")
    return " ".join([text % {"value": meld.value}, *jokers_sentences(meld)])


def jokers_sentences(meld: Meld) -> list[str]:
    """What the jokers stand for; nothing without one."""
    faces = [_(" or ").join(map(card_text, face)) for face in meld.jokers]
    if not faces:
        return []
    if len(faces) == 1:
        return [_("The joker stands for %(card)s.") % {"card": faces[0]}]
    return [_("The jokers stand for %(cards)s.") % {"cards": ", ".join(faces)}]


def row_label(kind: desk.Kind, number: int) -> str:
    """What a row is called; `number` counts from 1 where there are several, else it is 0."""
    names = {
        desk.Kind.HAND: pgettext("referee", "Hand"),
        desk.Kind.DRAW: pgettext("referee", "Drawn"),
        desk.Kind.TABLE: _("Table"),
        desk.Kind.LAY: pgettext("referee", "Meld"),
        desk.Kind.LAY_OFF: pgettext("referee", "Laid off"),
        desk.Kind.SWAP: pgettext("referee", "Swap"),
        desk.Kind.DISCARD: pgettext("referee", "Discard"),
    }
    return f"{names[kind]} {number}" if number else names[kind]


HINTS: Mapping[str, str] = MappingProxyType(
    {
        "opening_below_threshold": gettext_noop(
            "If it stays so, all cards come back to the hand; an open card goes back to the discards."
        ),
        "layoff_before_opening": gettext_noop("First the own opening must lie; then laying off is allowed."),
        "swap_before_opening": gettext_noop("First the own opening must lie; then swapping is allowed."),
        "swap_set_not_four": gettext_noop(
            "Lay off one of the missing cards first; then the joker can be swapped for the other."
        ),
        "swap_own_meld_same_turn": gettext_noop("In a later turn the swap is possible."),
        "swapped_joker_not_laid": gettext_noop(
            "Lay the joker in a new meld or lay it off; else the swap is taken back."
        ),
        "open_card_unused": gettext_noop(
            "The open card goes back to the discards, and the turn is over without a discard."
        ),
        "last_card_open_draw": gettext_noop("The open card goes back; the card comes from the stock."),
        "joker_discarded": gettext_noop("Discard another card; the joker stays in the hand."),
        "same_card_discarded": gettext_noop("Discard another card."),
        "no_discard": gettext_noop("Discard one card."),
        "no_draw": gettext_noop("Draw a card first."),
        "after_discard": gettext_noop("What was laid after the discard comes back to the hand."),
        "card_not_held": gettext_noop("Please check whether the hand is entered in full."),
    }
)
"""What to do now, by the code of the broken rule; other rules say it themselves."""

SOURCES_OF_HINTS: Mapping[str, str] = MappingProxyType(
    {
        "opening_below_threshold": "Streitfall 1, 3",
        "swap_set_not_four": "Streitfall 14",
        "open_card_unused": "Nr. 4c",
    }
)
"""Where the way out is written, for the association's rule."""
