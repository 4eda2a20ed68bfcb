"""Counting a hand and what can be done with it: the exact answers of the solver, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.cards import Card, CardError, hand_total
from scoring.melds import Meld
from scoring.messages import fill
from scoring.rules import Rules
from scoring.solver import BestOpening, HandAnswer, HandError, HandRomme, HandSizeError, Lowest, solve_hand
from scoring.solver.answers import MESSAGES
from scoring.turns import Action, Discarding, Laying, LayingOff, Swapping
from scoring.violations import source_of
from tournament.referee.desk import Desk, Kind
from tournament.referee.melds import lying_meld
from tournament.referee.verdicts import Block, Sentence, State, Verdict, hand_romme_source, meld_line
from tournament.referee.words import card_fault, card_text, cards_text, row_label, show_value


def verdict_on_hand(desk: Desk, cards: Sequence[tuple[Card, ...]]) -> Verdict:
    """What does this hand count, and what is the best it can do?"""
    hand, rules = cards[0], desk.rules
    if not hand:
        return Verdict(State.OPEN, (Sentence(_("Please tap the cards of the hand.")),))
    total = Sentence(
        _("The hand counts %(total)d.") % {"total": hand_total(hand, rules)}, rules_of_total(rules)
    )
    table: list[Meld] = []
    for place, row in enumerate(desk.rows):
        if row.kind is Kind.TABLE and cards[place]:
            meld = lying_meld(desk, cards, place)
            if isinstance(meld, Verdict):
                return Verdict(meld.state, (total, *meld.sentences), meld.ways, (), meld.framed, meld.flagged)
            table.append(meld)
    try:
        answer = solve_hand(hand, rules, table=table, opened=desk.opened, before_draw=desk.before_draw)
    except HandError as error:
        return _wrong_size(total, error, len(hand), rules)
    opened = desk.opened or not rules.opening_needed
    return Verdict(State.YES, (total,), blocks=tuple(_blocks(answer, table, rules, opened=opened)))


def rules_of_total(rules: Rules) -> str:
    """Where it is written what cards count in the hand."""
    return source_of("too_few_cards", rules, "Nr. 11")


def _wrong_size(total: Sentence, error: HandError, count: int, rules: Rules) -> Verdict:
    """The sum stands whatever the number of cards; fewer cards may be a hand somebody is still tapping."""
    sentences = tuple(Sentence(_fault(fault)) for fault in error.faults)
    state = State.OPEN if count < rules.cards_dealt - 1 else State.UNREADABLE
    return Verdict(state, (total, *sentences))


def _fault(fault: CardError | HandSizeError) -> str:
    if isinstance(fault, CardError):
        return card_fault(fault)
    return fill(_(MESSAGES[fault.code]), fault.values, show_value)


def _blocks(answer: HandAnswer, table: Sequence[Meld], rules: Rules, *, opened: bool) -> list[Block]:
    blocks = [] if opened else [_opening(answer.best_opening, rules), _hand_romme(answer, rules)]
    if answer.lowest is None:
        return blocks
    return [*blocks, _lowest(answer.lowest, table, rules)]


def _opening(best: BestOpening | None, rules: Rules) -> Block:
    source = source_of("opening_below_threshold", rules)
    if best is None:
        return Block(Sentence(_("Best opening: nothing can be laid."), source))
    values = {"value": best.value, "threshold": rules.threshold}
    text = _("Best opening: %(value)d, %(threshold)d are needed.")
    if best.value < rules.threshold:
        text = _("No opening: at most %(value)d, %(threshold)d are needed.")
    return Block(Sentence(text % values, source), tuple(map(meld_line, best.melds)))


def _hand_romme(answer: HandAnswer, rules: Rules) -> Block:
    texts = {
        None: _("No Hand-Rommé lies in it."),
        HandRomme.PURE: _("A pure Hand-Rommé lies in it."),
        HandRomme.LAYOFF: _("A Hand-Rommé mit Anlegen lies in it."),
    }
    text = texts[answer.hand_romme]
    if answer.hand_romme is HandRomme.PURE and _too_low_to_open(answer.best_opening, rules):
        text = f"{text} {_('A pure Hand-Rommé needs no minimum.')}"
    return Block(Sentence(text, hand_romme_source(rules)))


def _too_low_to_open(best: BestOpening | None, rules: Rules) -> bool:
    return rules.opening_needed and (best is None or best.value < rules.threshold)


def _lowest(lowest: Lowest, table: Sequence[Meld], rules: Rules) -> Block:
    text = _("Lowest that can be left this turn: %(total)d.") % {"total": lowest.total}
    steps = _Steps(len(table), len(lowest.melds))
    notes = [steps.said(action) for action in lowest.actions if not isinstance(action, Discarding)]
    if lowest.discard is not None:
        notes.append(_("Discard %(card)s.") % {"card": card_text(lowest.discard)})
    if not notes:
        notes.append(_("Nothing can be laid."))
    return Block(Sentence(text, source_of("no_discard", rules)), notes=tuple(notes))


@dataclass(slots=True)
class _Steps:
    """The turn in words; new melds are counted after those of the table."""

    on_table: int
    laid: int

    def meld(self, number: int) -> str:
        """How people call a meld the engine counts from 0."""
        if number < self.on_table:
            return row_label(Kind.TABLE, number + 1 if self.on_table > 1 else 0)
        return row_label(Kind.LAY, number - self.on_table + 1 if self.laid > 1 else 0)

    def said(self, action: Action) -> str:
        """One step."""
        match action:
            case Laying():
                return _("Lay %(cards)s.") % {"cards": cards_text(action.cards)}
            case LayingOff():
                values = {"cards": cards_text(action.cards), "meld": self.meld(action.meld)}
                return _("Lay off %(cards)s on: %(meld)s.") % values
            case Swapping():
                values = {"card": card_text(action.card), "meld": self.meld(action.meld)}
                return _("Swap %(card)s for the joker of: %(meld)s.") % values
        raise AssertionError(action)
