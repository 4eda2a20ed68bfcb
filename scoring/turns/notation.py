"""Turns as JSON values: read with every fault named by its path, verdicts written."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar

from scoring.cards import Card, CardError, Place, copy_errors, format_card, parse_card
from scoring.melds import Meld, Side, judge_meld
from scoring.messages import fill, gettext_noop, shortened, visible, written
from scoring.rules import PROFILES, OptionsError, Rules, for_players, profile, with_options
from scoring.violations import Violation

from .model import (
    Action,
    Discarding,
    Draw,
    Laying,
    LayingOff,
    Rearranging,
    Source,
    Swapping,
    Turn,
    TurnVerdict,
)

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "not_an_object": gettext_noop("an object is needed here."),
        "not_a_list": gettext_noop("a list is needed here."),
        "not_a_text": gettext_noop("a text is needed here."),
        "not_a_switch": gettext_noop("true or false is needed here."),
        "not_a_meld_number": gettext_noop("a whole number is needed here; melds are counted from 0."),
        "empty": gettext_noop("at least one card is needed here."),
        "missing": gettext_noop("this is missing."),
        "unknown_key": gettext_noop("this is not known here. Known are: %(known)s."),
        "one_action": gettext_noop("exactly one of these is needed: %(known)s."),
        "unknown_word": gettext_noop("“%(text)s” is not known here. Possible are: %(known)s."),
        "one_draw": gettext_noop("please give either card or cards."),
        "deep_draw": gettext_noop("by these rules only one card is drawn."),
        "deep_from_stock": gettext_noop("only one card is drawn from the stock."),
        "illegal_meld": gettext_noop("this may not lie on the table. %(reason)s"),
    }
)
"""Sentence of each fault; its path stands before it."""


@dataclass(frozen=True, slots=True)
class TurnFault:
    """One thing that cannot be read: the path to it, a stable code, and its sentence without the path."""

    path: str
    code: str
    sentence: str

    @property
    def message(self) -> str:
        """The path and the sentence."""
        return f"{self.path}: {self.sentence}" if self.path else self.sentence


class TurnError(ValueError):
    """A turn that cannot be read; `faults` holds all of them."""

    def __init__(self, faults: Iterable[TurnFault]) -> None:
        self.faults = tuple(faults)
        super().__init__(" ".join(fault.message for fault in self.faults))


T = TypeVar("T")

_KEYS = ("rules", "options", "opened", "hand", "draw", "table", "actions")


class _Reader:
    """Reads values and collects faults; what cannot be read becomes None or is left out."""

    def __init__(self) -> None:
        self.faults: list[TurnFault] = []
        self.seen: list[tuple[Card, Place]] = []
        """Every card read so far, with its path."""

    def fault(self, path: str, code: str, **values: object) -> None:
        self.faults.append(TurnFault(path, code, fill(MESSAGES[code], values)))

    def mapping(self, value: object, path: str, known: Iterable[str]) -> dict[str, Any] | None:
        if not isinstance(value, dict):
            self.fault(path, "not_an_object")
            return None
        known = tuple(known)
        for key in value:
            if key not in known:
                self.fault(
                    _join(path, shortened(visible(str(key)), 40)), "unknown_key", known=", ".join(known)
                )
        return value

    def items(self, value: object, path: str, read: Callable[[object, str], T | None]) -> tuple[T, ...]:
        if not isinstance(value, list):
            self.fault(path, "not_a_list")
            return ()
        found = (read(item, f"{path}[{at}]") for at, item in enumerate(value))
        return tuple(item for item in found if item is not None)

    def card(self, value: object, path: str) -> Card | None:
        if not isinstance(value, str):
            self.fault(path, "not_a_text")
            return None
        try:
            card = parse_card(value)
        except CardError as error:
            self.faults.append(TurnFault(path, error.code, str(error)))
            return None
        self.seen.append((card, Place("path", {"path": path})))
        return card

    def cards(self, value: object, path: str) -> tuple[Card, ...]:
        if value == []:
            self.fault(path, "empty")
            return ()
        return self.items(value, path, self.card)

    def word(self, value: object, path: str, words: Iterable[str]) -> str | None:
        words = tuple(words)
        if isinstance(value, str) and value in words:
            return value
        self.fault(path, "unknown_word", text=shortened(written(value), 40), known=", ".join(words))
        return None

    def rules(self, value: dict[str, Any]) -> Rules:
        rules = PROFILES["drov"]
        name = value.get("rules", rules.name)
        if not isinstance(name, str):
            self.fault("rules", "not_a_text")
            return rules
        options = value.get("options", {})
        if not isinstance(options, dict):
            self.fault("options", "not_an_object")
            options = {}
        try:
            rules = profile(name)
            return with_options(rules, options)
        except OptionsError as error:
            for fault in error.faults:
                option = fault.values.get("option")
                path = "rules" if option is None else f"options.{option}"
                self.faults.append(TurnFault(path, fault.code, fault.message))
        return rules

    def draw(self, value: object, rules: Rules) -> Draw | None:
        read = None if value is None else self.mapping(value, "draw", ("card", "cards", "from"))
        if read is None:
            return None
        source = None
        if "from" in read:
            source = self.word(read["from"], "draw.from", Source)
        else:
            self.fault("draw.from", "missing")
        if ("card" in read) == ("cards" in read):
            self.fault("draw", "one_draw")
            return None
        cards: tuple[Card, ...]
        if "card" in read:
            cards = self.items([read["card"]], "draw.card", lambda item, _: self.card(item, "draw.card"))
        else:
            cards = self.cards(read["cards"], "draw.cards")
        if len(cards) > 1 and not rules.deep_draw:
            self.fault("draw.cards", "deep_draw")
        elif len(cards) > 1 and source == Source.STOCK:
            self.fault("draw.cards", "deep_from_stock")
        return Draw(cards, Source(source)) if source else None

    def meld(self, value: object, path: str, rules: Rules) -> Meld | None:
        before, seen = len(self.faults), len(self.seen)
        cards = self.cards(value, path)
        if len(self.faults) > before:
            del self.seen[seen:]
            return None
        verdict = judge_meld(cards, rules)
        if verdict.meld is None:
            reason = " ".join(broken.message for broken in verdict.violations)
            self.fault(path, "illegal_meld", reason=reason)
            del self.seen[seen:]
        return verdict.meld

    def meld_number(self, value: object, path: str) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        self.fault(path, "not_a_meld_number")
        return 0

    def fields(self, value: object, path: str, needed: tuple[str, ...], *more: str) -> dict[str, Any] | None:
        read = self.mapping(value, path, (*needed, *more))
        missing = [key for key in needed if read is not None and key not in read]
        for key in missing:
            self.fault(_join(path, key), "missing")
        return None if missing else read

    def laying(self, value: object, path: str) -> Action:
        return Laying(self.cards(value, path))

    def laying_off(self, value: object, path: str) -> Action | None:
        read = self.fields(value, path, ("meld", "cards"), "side")
        if read is None:
            return None
        side = self.word(read["side"], f"{path}.side", Side) if read.get("side") is not None else None
        meld = self.meld_number(read["meld"], f"{path}.meld")
        return LayingOff(meld, self.cards(read["cards"], f"{path}.cards"), Side(side) if side else None)

    def swapping(self, value: object, path: str) -> Action | None:
        read = self.fields(value, path, ("meld", "card"))
        if read is None:
            return None
        meld = self.meld_number(read["meld"], f"{path}.meld")
        card = self.card(read["card"], f"{path}.card")
        return None if card is None else Swapping(meld, card)

    def rearranging(self, value: object, path: str) -> Action:
        return Rearranging(self.items(value, path, self.cards))

    def discarding(self, value: object, path: str) -> Action | None:
        card = self.card(value, path)
        return None if card is None else Discarding(card)

    def action(self, value: object, path: str) -> Action | None:
        readers: dict[str, Callable[[object, str], Action | None]] = {
            "lay": self.laying,
            "lay_off": self.laying_off,
            "swap": self.swapping,
            "rearrange": self.rearranging,
            "discard": self.discarding,
        }
        read = self.mapping(value, path, readers)
        if read is None:
            return None
        names = [name for name in read if name in readers]
        if len(names) != 1:
            if names or not read:
                self.fault(path, "one_action", known=", ".join(readers))
            return None
        return readers[names[0]](read[names[0]], _join(path, names[0]))


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def parse_turn(value: object) -> Turn:
    """Read a turn from the JSON value of turn.json; raises `TurnError` with every fault.

    >>> parse_turn({"hand": ["H8", "C8 C9"], "draw": None})
    Traceback (most recent call last):
    scoring.turns.notation.TurnError: hand[1]: “C8 C9” is not exactly one card.
    """
    reader = _Reader()
    read = reader.mapping(value, "", _KEYS)
    if read is None:
        raise TurnError(reader.faults)
    for key in ("hand", "draw"):
        if key not in read:
            reader.fault(key, "missing")
    rules = reader.rules(read)
    opened = read.get("opened", False)
    if not isinstance(opened, bool):
        reader.fault("opened", "not_a_switch")
    hand = reader.cards(read["hand"], "hand") if "hand" in read else ()
    draw = reader.draw(read.get("draw"), rules)
    table = reader.items(read.get("table", []), "table", lambda item, path: reader.meld(item, path, rules))
    together, places = [card for card, _ in reader.seen], [place for _, place in reader.seen]
    actions: tuple[Action, ...] = reader.items(read.get("actions", []), "actions", reader.action)
    pack = for_players(rules, rules.max_players)
    for error in copy_errors(together, pack, places):
        reader.faults.append(TurnFault("", error.code, str(error)))
    if reader.faults:
        raise TurnError(reader.faults)
    return Turn(rules, opened, hand, draw, table, actions)


def violation_as_json(broken: Violation) -> dict[str, str]:
    """Write a broken rule.

    >>> from scoring.rules import PROFILES
    >>> from scoring.violations import violation
    >>> violation_as_json(violation("suit_repeated", PROFILES["drov"]))["rule"]
    'Nr. 8'
    """
    return {"code": broken.code, "rule": broken.rule, "message": broken.message}


def verdict_as_json(verdict: TurnVerdict) -> dict[str, object]:
    """Write the verdict on a turn.

    >>> verdict_as_json(TurnVerdict(None, None, ()))["legal"]
    False
    """
    result = verdict.result
    return {
        "legal": result is not None,
        "opening": verdict.opening,
        "ends": result.ends.value if result and result.ends else None,
        "hand_after": [format_card(card) for card in result.hand] if result else None,
        "table_after": [[format_card(card) for card in meld.cards] for meld in result.table]
        if result
        else None,
        "violations": [violation_as_json(broken) for broken in verdict.violations],
    }
