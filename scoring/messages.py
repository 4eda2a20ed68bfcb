"""Sentences of the engine: English texts with their values kept apart, so that a screen can translate."""

import json
import re
from collections.abc import Callable, Mapping

_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Characters that count as printable and leave no mark all the same."""


def gettext_noop(message: str) -> str:
    """Mark an English text for the message catalogue and give it back unchanged.

    >>> gettext_noop("A run has at least three cards.")
    'A run has at least three cards.'
    """
    return message


def fill(text: str, values: Mapping[str, object], show: Callable[[object], str] = str) -> str:
    """Put `values` in the `%(name)s` places of `text`, each written by `show`.

    >>> fill("%(card)s is not in the hand.", {"card": "H8"})
    'H8 is not in the hand.'
    """
    return text % {name: show(value) for name, value in values.items()}


def visible(text: str) -> str:
    """Write characters nobody can see by their number, every white space as a space.

    >>> visible("H8\\u200b")
    'H8[U+200B]'
    """
    return "".join(map(_visible, text))


def _visible(char: str) -> str:
    if char.isspace():
        return " "
    if char.isprintable() and not _UNSEEN.match(char):
        return char
    # A byte that is no UTF-8 is read as U+DC80 to U+DCFF (surrogateescape).
    is_byte = "\udc80" <= char <= "\udcff"
    return f"[byte {ord(char) - 0xDC00:02X}]" if is_byte else f"[U+{ord(char):04X}]"


def written(value: object) -> str:
    """Write a value of JSON as it stands there; a text stands without its quotation marks.

    >>> written(None), written(True), written("x"), written(["x", 1])
    ('null', 'true', 'x', '["x", 1]')
    """
    try:
        return visible(
            value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
        )
    except RecursionError:
        return "…"


def shortened(text: str, most: int = 20) -> str:
    """The beginning of a text that is too long to be repeated.

    >>> shortened("x" * 99, 4)
    'xxx…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"
