"""What can be chosen beside the cards: whose rules, and what a house agreed on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.agreements import PLAY_SWITCHES
from tournament.referee.desk import ADDABLE, MOST_ROWS, NUMBERS, SWITCHES, Desk, Kind, Mode


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a list to choose from."""

    value: str
    text: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A list to choose from."""

    name: str
    label: str
    options: tuple[Option, ...]
    help: str = ""
    """What the chosen one means."""


def mode_options(desk: Desk) -> list[Option]:
    """The six questions."""
    words = {
        Mode.MELD: pgettext("referee", "Meld"),
        Mode.OPENING: pgettext("referee", "Opening"),
        Mode.LAY_OFF: pgettext("referee", "Lay-off"),
        Mode.SWAP: pgettext("referee", "Swap"),
        Mode.TURN: pgettext("referee", "Turn"),
        Mode.HAND: pgettext("referee", "Hand"),
    }
    return [Option(mode, words[mode], mode is desk.mode) for mode in Mode]


def profile_choice(desk: Desk) -> Choice:
    """Whose rules count."""
    words = {
        "drov": _("Deutscher Rommé-Verband"),
        "home": _("House rules"),
        "ass_boni": "ASS Altenburger",
        "schmidt": "Schmidt",
        "winner_takes": "Online-Rommé",
        "romme500": "Rommé 500",
    }
    options = tuple(Option(name, text, name == desk.profile) for name, text in words.items())
    return Choice("rules", _("By the rules of"), options)


def agreements(desk: Desk) -> Iterator[Choice]:
    """The open settings of a house, as they are chosen; no other rules have any."""
    if desk.profile != "home":
        return
    words = {"threshold": _("Opening from"), "jokers": _("Jokers in the pack")}
    for name, numbers in NUMBERS.items():
        chosen = desk.agreed.get(name, numbers[0])
        options = tuple(Option(str(number), str(number), number == chosen) for number in numbers)
        yield Choice(name, words[name], options)
    for name, usual in SWITCHES.items():
        switch = PLAY_SWITCHES[name]
        on = desk.agreed.get(name, usual)
        options = (Option("on", _("yes"), bool(on)), Option("off", _("no"), not on))
        yield Choice(name, str(switch.label), options, str(switch.on if on else switch.off))


def addable(desk: Desk) -> list[Option]:
    """The rows that can be added now."""
    words = {
        Kind.LAY: _("New meld"),
        Kind.LAY_OFF: _("New lay-off"),
        Kind.SWAP: _("New swap"),
        Kind.TABLE: _("New meld on the table"),
    }
    if len(desk.rows) >= MOST_ROWS:
        return []
    return [Option(kind, words[kind], chosen=False) for kind in ADDABLE[desk.mode]]
