"""What the desk answers: every verdict is the engine's, this puts it into rows, signs and sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scoring.cards import Card
from scoring.melds import Kind as MeldKind
from scoring.melds import judge_meld
from scoring.violations import Violation
from tournament.referee.desk import MELDS, Desk, Kind, Mode, Row, row_pairs
from tournament.referee.hand import verdict_on_hand
from tournament.referee.melds import (
    verdict_on_lay_off,
    verdict_on_meld,
    verdict_on_opening,
    verdict_on_swap,
)
from tournament.referee.turn import verdict_on_turn
from tournament.referee.verdicts import Sentence, State, Verdict, labels, pack_faults, read_rows
from tournament.referee.words import CardView, cards_text, kind_name, meld_views, views

QUESTIONS: Mapping[Mode, Callable[[Desk, Sequence[tuple[Card, ...]]], Verdict]] = {
    Mode.MELD: verdict_on_meld,
    Mode.OPENING: verdict_on_opening,
    Mode.LAY_OFF: verdict_on_lay_off,
    Mode.SWAP: verdict_on_swap,
    Mode.TURN: verdict_on_turn,
    Mode.HAND: verdict_on_hand,
}


@dataclass(frozen=True, slots=True)
class Answer:
    """The desk as it is shown: the verdict, and the rows below it."""

    verdict: Verdict
    rows: tuple[RowView, ...]

    @property
    def active(self) -> RowView:
        """The row that takes the next card."""
        return next(row for row in self.rows if row.active)


def answer(desk: Desk, faults: Sequence[str] = ()) -> Answer:
    """Judge what lies on the desk; `faults` are those of the address. No SQL."""
    cards, unreadable = read_rows(desk)
    names = labels(desk)
    sentences = [Sentence(text) for text in faults]
    sentences += [
        Sentence(f"{names[place]}: {text}" if len(desk.rows) > 1 else text)
        for place, text in unreadable.items()
    ]
    sentences += [Sentence(text) for text in pack_faults(desk, cards)]
    if sentences:
        verdict = Verdict(State.UNREADABLE, tuple(sentences), flagged=frozenset(unreadable))
    else:
        verdict = QUESTIONS[desk.mode](desk, cards)
    return Answer(verdict, tuple(row_views(desk, cards, unreadable, verdict)))


# Rows as they are drawn

SET_CODES = frozenset({"set_too_long", "rank_mismatch", "suit_repeated"})
RUN_CODES = frozenset(
    {"run_too_long", "suit_mismatch", "not_consecutive", "corner_not_allowed", "jokers_adjacent"}
)


@dataclass(frozen=True, slots=True)
class RowView:
    """A row as it is drawn."""

    place: int
    row: Row
    name: str
    """What it is called: also in the sentence that names it."""
    label: str
    """What it turned out to be."""
    figure: str
    cards: tuple[CardView, ...]
    typed: str
    """The text for the field: cards as people write them, else what was typed."""
    fault: str
    flagged: bool
    active: bool
    takes_card: bool
    can_drop: bool
    hidden: tuple[tuple[str, str], ...]
    """What the form carries of the row beside what is chosen in it."""
    targets: tuple[Target, ...]
    """The melds a lay-off or a swap can go to, where there may be several."""


@dataclass(frozen=True, slots=True)
class Target:
    """A meld that cards can go to."""

    number: int
    name: str
    chosen: bool


def _hidden(mode: Mode, row: Row, targets: Sequence[Target]) -> tuple[tuple[str, str], ...]:
    chosen = {"side"} if row.kind is Kind.LAY_OFF else set()
    if targets:
        chosen.add("on")
    return tuple(pair for pair in row_pairs(mode, row) if pair[0] not in chosen)


def _targets(desk: Desk, place: int, names: Sequence[str]) -> tuple[Target, ...]:
    row = desk.rows[place]
    if desk.mode is not Mode.TURN or row.kind not in (Kind.LAY_OFF, Kind.SWAP):
        return ()
    melds = [at for at, other in enumerate(desk.rows) if other.kind in MELDS]
    return tuple(
        Target(number, names[at], number == row.on + 1)
        for number, at in enumerate(melds, start=1)
        if at < place
    )


def _meant(broken: Sequence[Violation], usual: str) -> str:
    codes = {violation.code for violation in broken}
    if codes & SET_CODES:
        return kind_name(MeldKind.SET)
    return kind_name(MeldKind.RUN) if codes & RUN_CODES else usual


def row_views(
    desk: Desk, cards: Sequence[tuple[Card, ...]], faults: Mapping[int, str], verdict: Verdict
) -> list[RowView]:
    """All rows, melds with what they are and count."""
    found = []
    names = labels(desk)
    for place, (row, name) in enumerate(zip(desk.rows, names, strict=True)):
        group = cards[place]
        label, figure, drawn = name, "", views(group, verdict.framed.get(place, ()))
        if row.kind in MELDS and group:
            judged = judge_meld(group, desk.rules)
            figure = str(judged.meld.value) if judged.meld else "–"
            if desk.mode in (Mode.MELD, Mode.OPENING):
                label = kind_name(judged.meld.kind) if judged.meld else _meant(judged.violations, name)
            if judged.meld and place not in verdict.framed:
                drawn = meld_views(judged.meld)
        targets = _targets(desk, place, names)
        found.append(
            RowView(
                place=place,
                row=row,
                name=name,
                label=label,
                figure=figure,
                cards=drawn,
                typed=row.text if place in faults else cards_text(group),
                fault=faults.get(place, ""),
                flagged=place in faults or place in verdict.flagged,
                active=place == desk.at,
                takes_card=place == desk.at and not (group and desk.takes_one_card(row.kind)),
                can_drop=desk.can_drop(place),
                hidden=_hidden(desk.mode, row, targets),
                targets=targets,
            )
        )
    return found
