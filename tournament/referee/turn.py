"""A whole turn: rows → the engine's turn, its verdict → sentences that name the row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.cards import Card
from scoring.melds import Meld, judge_meld
from scoring.turns import (
    Action,
    Discarding,
    Draw,
    Laying,
    LayingOff,
    Source,
    Swapping,
    Turn,
    TurnEnd,
    TurnResult,
    TurnVerdict,
    judge_turn,
)
from scoring.violations import Violation, source_of
from tournament.referee.desk import ACTIONS, MELDS, Desk, Kind
from tournament.referee.verdicts import (
    Block,
    Line,
    Sentence,
    State,
    Verdict,
    broken_sentences,
    hand_romme_source,
    headed,
    hints,
    labels,
    meld_line,
)
from tournament.referee.words import row_label, views


@dataclass(frozen=True, slots=True)
class _Unclear(Exception):
    """The rows make no turn; `place` is the row that says why."""

    text: str
    place: int


class _Rows:
    """Rows turned into a turn: empty ones are left out, melds are counted as the engine counts them."""

    def __init__(self, desk: Desk, cards: Sequence[tuple[Card, ...]]) -> None:
        self.desk = desk
        self.cards = cards
        self.names = labels(desk)
        self.melds = [place for place, row in enumerate(desk.rows) if row.kind in MELDS]

    def of(self, kind: Kind) -> list[int]:
        """Places of the filled rows of a kind."""
        return [place for place, row in enumerate(self.desk.rows) if row.kind is kind and self.cards[place]]

    def unclear(self, text: str, place: int) -> NoReturn:
        """Name the row and stop."""
        raise _Unclear(f"{self.names[place]}: {text}", place)

    def one_card(self, place: int) -> Card:
        """The only card of a row."""
        cards = self.cards[place]
        if len(cards) != 1:
            self.unclear(
                _("exactly one card belongs here; there are %(count)d.") % {"count": len(cards)}, place
            )
        return cards[0]

    def draw(self) -> Draw | None:
        """The draw; None where nothing was drawn."""
        for place in self.of(Kind.DRAW):
            source = Source.DISCARD if self.desk.open_card else Source.STOCK
            if not (self.desk.rules.deep_draw and source is Source.DISCARD):
                self.one_card(place)
            return Draw(self.cards[place], source)
        return None

    def table(self) -> tuple[Meld, ...]:
        """The melds that lay before the turn."""
        return tuple(self.lying(place) for place in self.of(Kind.TABLE))

    def lying(self, place: int) -> Meld:
        """One of them; a table with a meld that may not lie is no ground for a verdict."""
        judged = judge_meld(self.cards[place], self.desk.rules)
        if judged.meld is None:
            sentences = list(broken_sentences(judged.violations))
            self.unclear(_("this may not lie on the table.") + f" {sentences[0].text}", place)
        return judged.meld

    def target(self, place: int) -> int:
        """The engine's number of the meld a row points to."""
        on = self.desk.rows[place].on
        if on >= len(self.melds) or not self.cards[self.melds[on]] or self.melds[on] > place:
            self.unclear(_("please choose the meld it goes to."), place)
        return sum(bool(self.cards[meld]) for meld in self.melds[:on])

    def actions(self) -> list[tuple[int, Action]]:
        """What was done, with the place of its row."""
        return [
            (place, self.action(place))
            for place, row in enumerate(self.desk.rows)
            if self.cards[place] and (row.kind in ACTIONS or row.kind is Kind.DISCARD)
        ]

    def action(self, place: int) -> Action:
        """What one row did."""
        row = self.desk.rows[place]
        if row.kind is Kind.LAY:
            return Laying(self.cards[place])
        if row.kind is Kind.LAY_OFF:
            return LayingOff(self.target(place), self.cards[place], row.laid_at)
        if row.kind is Kind.SWAP:
            return Swapping(self.target(place), self.one_card(place))
        return Discarding(self.one_card(place))


def verdict_on_turn(desk: Desk, cards: Sequence[tuple[Card, ...]]) -> Verdict:
    """Was this turn played by the rules?"""
    rows = _Rows(desk, cards)
    hand = rows.of(Kind.HAND)
    if not hand:
        return Verdict(State.OPEN, (Sentence(_("Please enter the hand before the draw first.")),))
    try:
        draw, table, actions = rows.draw(), rows.table(), rows.actions()
    except _Unclear as unclear:
        return Verdict(State.UNREADABLE, (Sentence(unclear.text),), flagged=frozenset({unclear.place}))
    if draw is None and not actions:
        return Verdict(State.OPEN, (Sentence(_("Now the drawn card, please, then what was done.")),))
    turn = Turn(
        desk.rules, desk.opened, cards[hand[0]], draw, table, tuple(action for _place, action in actions)
    )
    verdict = judge_turn(turn)
    if verdict.result is None:
        return _not_allowed(verdict, [place for place, _action in actions], rows)
    return _allowed(turn, verdict, verdict.result)


def _not_allowed(verdict: TurnVerdict, places: Sequence[int], rows: _Rows) -> Verdict:
    sentences: list[Sentence] = []
    framed: dict[int, tuple[int, ...]] = {}
    for broken in verdict.violations:
        place = None if broken.action is None else places[broken.action]
        sentences += broken_sentences([broken], "" if place is None else rows.names[place])
        if place is not None:
            framed[place] = (*framed.get(place, ()), *_framed(broken, place, rows))
    head = _("The turn is not allowed")
    if len(sentences) > 1:
        shown: tuple[Sentence, ...] = (Sentence(f"{head}."), *sentences)
    else:
        shown = headed(head, sentences)
    ways = tuple(hints(verdict.violations, rows.desk.rules))
    return Verdict(State.NO, shown, ways, framed=framed, flagged=frozenset(framed))


def _framed(broken: Violation, place: int, rows: _Rows) -> tuple[int, ...]:
    """Single cards where the engine names them in this very row, else the whole row."""
    cards = rows.cards[place]
    if rows.desk.rows[place].kind is Kind.LAY and broken.positions:
        return broken.positions
    return tuple(range(len(cards)))


_ENDS_BY = {
    TurnEnd.ROMME: "Nr. 10",
    TurnEnd.HAND_ROMME: "Nr. 10",
    TurnEnd.HAND_ROMME_LAYOFF: "Nr. 10",
    TurnEnd.TWO_JOKERS: "Streitfall 8",
}


def end_sentence(end: TurnEnd) -> str:
    """How the game ended."""
    sentences = {
        TurnEnd.ROMME: _("That is Rommé."),
        TurnEnd.HAND_ROMME: _("That is a pure Hand-Rommé."),
        TurnEnd.HAND_ROMME_LAYOFF: _("That is a Hand-Rommé mit Anlegen."),
        TurnEnd.TWO_JOKERS: _(
            "Two last jokers: the game is over without a winner, the other joker counts 20."
        ),
    }
    return sentences[end]


def _allowed(turn: Turn, verdict: TurnVerdict, result: TurnResult) -> Verdict:
    rules = turn.rules
    put_back = turn.draw is not None and turn.draw.source is Source.DISCARD and not turn.actions
    if put_back:
        text = _("The open card goes back to the discards. The turn is over, without a discard.")
        return Verdict(State.YES, (Sentence(text, source_of("no_discard", rules, "Nr. 4c")),))
    sentences = [Sentence(_("The turn is allowed."), source_of("no_discard", rules))]
    if verdict.opening is not None:
        text = _("The opening counts %(value)d.") % {"value": verdict.opening}
        sentences.append(Sentence(text, source_of("opening_below_threshold", rules)))
    if result.ends:
        source = source_of("no_discard", rules, _ENDS_BY[result.ends])
        sentences.append(Sentence(end_sentence(result.ends), source))
        low = verdict.opening is not None and verdict.opening < rules.threshold
        if low and result.ends is TurnEnd.HAND_ROMME:
            waived = _("A pure Hand-Rommé needs no minimum.")
            sentences.append(Sentence(waived, hand_romme_source(rules)))
    return Verdict(State.YES, tuple(sentences), blocks=tuple(_afterwards(result)))


def _afterwards(result: TurnResult) -> list[Block]:
    blocks = []
    if result.hand:
        count = len(result.hand)
        text = ngettext("%(count)d card is left in the hand.", "%(count)d cards are left in the hand.", count)
        line = Line(row_label(Kind.HAND, 0), views(result.hand))
        blocks.append(Block(Sentence(text % {"count": count}), (line,)))
    if result.table:
        lines = tuple(meld_line(meld) for meld in result.table)
        blocks.append(Block(Sentence(_("Afterwards on the table")), lines))
    return blocks
