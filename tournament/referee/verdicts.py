"""What a verdict is, and the sentences that several questions share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from django.utils.translation import gettext as _

from scoring.cards import Card, CardError, copy_errors, parse_cards
from scoring.melds import Meld
from scoring.rules import Rules, Waiver
from scoring.violations import Violation, source_of
from tournament.referee.desk import ACTIONS, LONGEST_TEXT, Desk, Kind
from tournament.referee.words import (
    HINTS,
    SOURCES_OF_HINTS,
    CardView,
    broken_text,
    card_fault,
    kind_name,
    meld_views,
    row_label,
)


class State(StrEnum):
    """The sign before the verdict."""

    YES = "yes"
    NO = "no"
    OPEN = "open"
    """Too little is entered to say yes or no."""
    UNREADABLE = "unreadable"
    """Something on the desk cannot be cards, or not so many."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence and where its rule stands."""

    text: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """Cards as they lie, what they are, and what they count."""

    label: str
    cards: tuple[CardView, ...]
    figure: int | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """One more answer below the verdict: a sentence with its cards."""

    title: Sentence
    lines: tuple[Line, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict, the way out, and what lies afterwards."""

    state: State
    sentences: tuple[Sentence, ...]
    ways: tuple[Sentence, ...] = ()
    blocks: tuple[Block, ...] = ()
    framed: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """Offending cards: places in a row by the place of the row."""
    flagged: frozenset[int] = frozenset()
    """Rows something is wrong with."""


def read_rows(desk: Desk) -> tuple[list[tuple[Card, ...]], dict[int, str]]:
    """The cards of every row, and what cannot be read by the place of its row."""
    cards: list[tuple[Card, ...]] = []
    faults: dict[int, str] = {}
    for place, row in enumerate(desk.rows):
        read: tuple[Card, ...] = ()
        try:
            if len(row.text) > LONGEST_TEXT:
                values = {"longest": LONGEST_TEXT, "count": len(row.text)}
                faults[place] = _("At most %(longest)d characters fit; there are %(count)d.") % values
            else:
                read = parse_cards(row.text)
        except CardError as error:
            faults[place] = card_fault(error)
        cards.append(read)
    return cards, faults


def labels(desk: Desk) -> list[str]:
    """What each row is called; those of one kind are counted."""
    several = Counter(row.kind for row in desk.rows)
    seen: Counter[Kind] = Counter()
    found = []
    for row in desk.rows:
        seen[row.kind] += 1
        found.append(row_label(row.kind, seen[row.kind] if several[row.kind] > 1 else 0))
    return found


def pack_faults(desk: Desk, cards: Sequence[Sequence[Card]]) -> list[str]:
    """Cards that are there more often than the pack holds them. In a turn actions use cards of the hand."""
    in_hand = ACTIONS | {Kind.DISCARD} if desk.of(Kind.HAND) else frozenset()
    together = [
        card for row, group in zip(desk.rows, cards, strict=True) if row.kind not in in_hand for card in group
    ]
    return [card_fault(error) for error in copy_errors(together, desk.rules)]


# Sentences that several questions share


def broken_sentences(broken: Iterable[Violation], label: str = "") -> Iterator[Sentence]:
    """Broken rules as sentences, the row named before each where there are several."""
    for violation in broken:
        text = broken_text(violation)
        yield Sentence(f"{label}: {text}" if label else text, violation.rule)


def hints(broken: Iterable[Violation], rules: Rules) -> Iterator[Sentence]:
    """The way out of each broken rule, once."""
    for code in dict.fromkeys(violation.code for violation in broken):
        if code in HINTS:
            yield Sentence(_(HINTS[code]), SOURCES_OF_HINTS.get(code, "") if rules.maker is None else "")


def headed(head: str, sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """The verdict in a word or two before the first sentence."""
    first, *others = sentences
    # Behind a row's name stands a colon already.
    mark = "." if ": " in first.text else ":"
    return (Sentence(f"{head}{mark} {first.text}", first.source), *others)


def meld_line(meld: Meld) -> Line:
    """A meld as it lies."""
    return Line(kind_name(meld.kind), meld_views(meld), meld.value)


def hand_romme_source(rules: Rules) -> str:
    """Where Hand-Rommé is written; makers who say nothing about it follow the association."""
    silent = rules.threshold_waived is Waiver.PURE_HAND_ROMME
    return source_of("joker_discarded" if silent else "too_few_cards", rules, "Nr. 10")
