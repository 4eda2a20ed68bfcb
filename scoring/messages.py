"""Sentences of the engine: English texts with their values kept apart, so that a screen can translate."""

from collections.abc import Callable, Mapping


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
