"""The referee's question: text of an address → a desk. What cannot be read as cards stays as it was typed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.cards import Card, CardError, Rank, Suit, format_card, format_cards, parse_cards
from scoring.rules import PROFILES
from tournament.referee.desk import (
    ACTIONS,
    ADDABLE,
    LONGEST_TEXT,
    MOST_ROWS,
    NEEDED,
    NUMBERS,
    SWITCHES,
    Desk,
    Kind,
    Mode,
    Row,
    complete,
)

BACK = "back"
JOKER = "*"
RANKS = tuple(format_card(Card(Suit.C, rank))[1:] for rank in Rank)
SIDES = ("front", "back")


@dataclass(frozen=True, slots=True)
class Asked:
    """The desk after what was tapped or typed, and what of the address made no sense."""

    desk: Desk
    faults: tuple[str, ...]


def read_desk(data: QueryDict) -> Asked:
    """Read the state, then do the one thing that was tapped. An address therefore always says the same."""
    faults: list[str] = []
    mode = _mode(data.get("mode", Mode.MELD.value), faults)
    desk = _tapped(_as_sent(mode, data, faults), data)
    # The rows belong to the question asked before; a button may ask another one.
    wanted = _mode(data.get("ask", mode.value), faults)
    return Asked(desk if wanted is mode else desk.turned_to(wanted), tuple(faults))


def tidy_cards(text: str) -> str:
    """The canonical notation where the text is cards, else the text as typed."""
    text = text.strip()
    if len(text) > LONGEST_TEXT:
        return text
    try:
        return format_cards(parse_cards(text))
    except CardError:
        return text


def _unknown(text: str) -> str:
    return _("“%(text)s” is not known here.") % {"text": text[:40]}


def _mode(text: str, faults: list[str]) -> Mode:
    if text in set(Mode):
        return Mode(text)
    faults.append(_unknown(text))
    return Mode.MELD


def _number(text: str, below: int) -> int | None:
    """A small number of the form itself; None for anything else."""
    if text.isascii() and text.isdigit() and len(text) < 4 and int(text) < below:
        return int(text)
    return None


def _as_sent(mode: Mode, data: QueryDict, faults: list[str]) -> Desk:
    profile = data.get("rules", "drov")
    if profile not in PROFILES:
        faults.append(_unknown(profile))
        profile = "drov"
    rows = complete(mode, [replace(row, text=tidy_cards(row.text)) for row in _rows(mode, data)])
    if len(rows) > MOST_ROWS:
        faults.append(_("At most %(most)d rows of cards fit on the desk.") % {"most": MOST_ROWS})
        rows = rows[:MOST_ROWS]
    suit = data.get("suit", "")
    desk = Desk(
        mode=mode,
        profile=profile,
        agreed=dict(_agreed(data)) if profile == "home" else {},
        rows=tuple(rows),
        at=_number(data.get("at", ""), len(rows)) or 0,
        suit=Suit(suit) if suit in set(Suit) else Suit.C,
        opened=data.get("opened") == "on",
        before_draw=data.get("before_draw") == "on",
        open_card=data.get("from") == "discard",
    )
    return desk.with_active(tidy_cards(data.get("typed", ""))) if "typed" in data else desk


def _rows(mode: Mode, data: QueryDict) -> Iterator[Row]:
    kinds = NEEDED[mode] + ADDABLE[mode]
    for kind in kinds:
        if kind not in ACTIONS:
            texts = data.getlist(kind)
            yield from (Row(kind, text) for text in (texts if kind in ADDABLE[mode] else texts[:1]))
    usual = next((kind for kind in kinds if kind in ACTIONS), None)
    texts = data.getlist("cards") if usual else []
    for at, text in enumerate(texts if usual in ADDABLE[mode] else texts[:1]):
        done, on, side = (_nth(data.getlist(name), at) for name in ("do", "on", "side"))
        action = Kind(done) if done in ACTIONS and done in kinds else usual or Kind.LAY
        yield Row(action, text, (_number(on, MOST_ROWS) or 1) - 1, side if side in SIDES else "")


def _nth(values: list[str], at: int) -> str:
    return values[at] if at < len(values) else ""


def _agreed(data: QueryDict) -> Iterator[tuple[str, bool | int]]:
    """What differs from the usual; a select always sends its value."""
    for name, (_usual, *others) in NUMBERS.items():
        yield from ((name, other) for other in others if data.get(name) == str(other))
    for name, usual in SWITCHES.items():
        if data.get(name) == ("off" if usual else "on"):
            yield name, not usual


def _tapped(desk: Desk, data: QueryDict) -> Desk:
    """Do what the one pressed button says."""
    key, kind = data.get("key", ""), data.get("add", "")
    if key == BACK:
        return _back(desk)
    if key == JOKER or key in RANKS:
        return _add_card(desk, key if key == JOKER else f"{desk.suit}{key}")
    if kind in ADDABLE[desk.mode] and len(desk.rows) < MOST_ROWS:
        return desk.add(Kind(kind))
    row = _number(data.get("drop", ""), len(desk.rows))
    if row is not None and desk.can_drop(row):
        return desk.drop(row)
    row = _number(data.get("go", ""), len(desk.rows))
    return desk if row is None else replace(desk, at=row)


def _add_card(desk: Desk, card: str) -> Desk:
    before = "" if desk.takes_one_card(desk.active.kind) else desk.active.text
    return desk.with_active(f"{before} {card}".strip())


def _back(desk: Desk) -> Desk:
    """Take back the last card, or the last word of what is no card; an empty row goes itself."""
    text = desk.active.text
    if text:
        return desk.with_active(" ".join(text.split()[:-1]))
    return desk.drop(desk.at) if desk.can_drop(desk.at) else desk
