"""JSON values to typed values: every fault is noted with its path, and reading goes on."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from typing import Any, TypeVar

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.exchange.json_text import JsonObject, Remark, Unreadable, shortened

# Control characters, lone surrogates, line separators, and marks that turn the direction of a line:
# none of them belongs in a name or a reason, and each can spoil a printed list.
UNPRINTABLE = frozenset({"Cc", "Cs", "Zl", "Zp"})
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
Moment = TypeVar("Moment", bound=datetime.date)
DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
START_NUMBER = re.compile(r"[1-9]\d{0,3}", re.ASCII)


def shown(value: object) -> str:
    """A value in a sentence: containers by their kind, texts short."""
    if isinstance(value, dict):
        return "{…}"
    if isinstance(value, list):
        return "[…]"
    if isinstance(value, str):
        return _("“%(text)s”") % {"text": shortened(value)}
    words = {True: "true", False: "false", None: "null"}
    if value is None or isinstance(value, bool):
        return words[value]
    return shortened(str(value))


def text_fault(text: str, limit: int) -> str:
    """What is wrong with a text that people will read, or nothing."""
    if len(text) > limit:
        return _("The text is too long: at most %(count)d characters.") % {"count": limit}
    if any(unicodedata.category(char) in UNPRINTABLE or char in TURNING for char in text):
        return _("The text holds a character that cannot be printed.")
    return ""


class Faults:
    """The faults found so far."""

    def __init__(self) -> None:
        self.found: list[Remark] = []

    def add(self, path: str, sentence: str, code: str = "") -> None:
        """Note one fault."""
        self.found.append(Remark(path, sentence, code))


class Fields:
    """One JSON object: its keys are checked at once, its values when they are asked for.

    A value that is wrong is noted and answered with a harmless one of the right type, so that the rest can
    still be checked; nothing of a file with a fault is ever used.
    """

    def __init__(
        self,
        value: object,
        path: str,
        faults: Faults,
        *,
        needed: Collection[str],
        known: Collection[str] = (),
    ) -> None:
        self.path = path
        self.faults = faults
        self.value: JsonObject = value if isinstance(value, JsonObject) else JsonObject()
        if not isinstance(value, JsonObject):
            self.faults.add(
                path, _("This must be an object in braces, not %(value)s.") % {"value": shown(value)}
            )
            return
        keys = [*needed, *known]
        for key in self.value.twice:
            self.add(key, _("This key is there twice."))
        for key in self.value:
            if key not in keys:
                sentence = _("This key is not known here. Known keys: %(keys)s.")
                self.add(key, sentence % {"keys": ", ".join(keys)})
        for key in needed:
            if key not in self.value:
                self.add(key, _("This key is missing."))

    def place(self, key: str) -> str:
        """The path of one key."""
        name = shortened(key)
        return f"{self.path}.{name}" if self.path else name

    def add(self, key: str, sentence: str, code: str = "") -> None:
        """Note a fault at one key."""
        self.faults.add(self.place(key), sentence, code)

    def inner(self, key: str, *, needed: Collection[str], known: Collection[str] = ()) -> Fields:
        """The object at one key; a missing one has been noted and is read as if it were empty."""
        if key in self.value:
            return Fields(self.value[key], self.place(key), self.faults, needed=needed, known=known)
        return Fields(JsonObject(), self.place(key), self.faults, needed=())

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        return key in self.value

    def whole(self, key: str, low: int, high: int, default: int = 0) -> int:
        """A whole number within bounds."""
        if key not in self.value:
            return default
        number = whole_number(self.value[key], self.place(key), low, high, self.faults)
        return default if number is None else number

    def text(self, key: str, limit: int, *, blank: bool = True) -> str:
        """A text of limited length, with nothing in it that cannot be printed."""
        if key not in self.value:
            return ""
        return printable(self.value[key], self.place(key), limit, self.faults, blank=blank)

    def word(self, key: str, choices: Collection[str], default: str) -> str:
        """One of some words."""
        value = self.value.get(key, default)
        if isinstance(value, str) and value in choices:
            return value
        sentence = _("%(value)s is not possible here. Choose one of: %(choices)s.")
        self.add(key, sentence % {"value": shown(value), "choices": ", ".join(choices)})
        return default

    def flag(self, key: str, *, default: bool) -> bool:
        """True or false."""
        value = self.value.get(key, default)
        if isinstance(value, bool):
            return value
        self.add(key, _("Write true or false, not %(value)s.") % {"value": shown(value)})
        return default

    def items(self, key: str) -> Iterator[tuple[str, Any]]:
        """The items of a list, each with its path."""
        value = self.value.get(key, [])
        if not isinstance(value, list):
            self.add(key, _("This must be a list in brackets, not %(value)s.") % {"value": shown(value)})
            return
        for index, item in enumerate(value):
            yield f"{self.place(key)}[{index}]", item

    def date(self, key: str) -> datetime.date:
        """A day such as 2026-10-03."""
        day = self._parsed(key, _as_date, _("Write a date such as 2026-10-03, not %(value)s."))
        return day or datetime.date.min

    def moment(self, key: str) -> datetime.datetime | None:
        """A time such as 2026-10-03T14:05:00+02:00; without an offset it is the time of the hall."""
        return self._parsed(
            key, _as_moment, _("Write a time such as 2026-10-03T14:05:00+02:00, not %(value)s.")
        )

    def _parsed(self, key: str, parse: Callable[[str], Moment], sentence: str) -> Moment | None:
        if key not in self.value:
            return None
        value = self.value[key]
        try:
            if isinstance(value, str):
                return parse(value)
        except (ValueError, OverflowError):
            pass
        self.add(key, sentence % {"value": shown(value)})
        return None


def _as_date(text: str) -> datetime.date:
    if not DATE.fullmatch(text):
        raise ValueError(text)
    return datetime.date.fromisoformat(text)


def _as_moment(text: str) -> datetime.datetime:
    moment = datetime.datetime.fromisoformat(text)
    if len(text) < len("2026-10-03T14:05"):
        raise ValueError(text)
    return timezone.make_aware(moment) if timezone.is_naive(moment) else moment.astimezone(datetime.UTC)


def whole_number(value: object, path: str, low: int, high: int, faults: Faults) -> int | None:
    """A whole number within bounds, or None with a fault."""
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    sentence = _("%(value)s is not a whole number from %(low)d to %(high)d.")
    text = repr(value) if isinstance(value, Unreadable) else shown(value)
    faults.add(path, sentence % {"value": text, "low": low, "high": high})
    return None


def printable(value: object, path: str, limit: int, faults: Faults, *, blank: bool) -> str:
    """A text that can be shown; not blank unless that is said."""
    if not isinstance(value, str):
        faults.add(path, _("Write a text in quotation marks, not %(value)s.") % {"value": shown(value)})
        return ""
    fault = text_fault(value, limit)
    if not fault and not blank and not value.strip():
        fault = _("This must not be empty.")
    if fault:
        faults.add(path, fault)
        return ""
    return value
