"""The entry page: the text of a request made safe to keep. What it means, the sheet says, not the form."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict

# Longer than any result, short enough to keep 80 of them in a draft.
LONGEST_TEXT = 40
LONGEST_TOKEN = 200
MOST_TOKENS = 400
FIELD = re.compile(r"c-[0-9]{1,3}-[1-9]-[1-8]|(?:end|dealer)-[0-9]{1,3}-[1-9]")
NUMBER = re.compile(r"[0-9]{1,9}")
TABLE_NUMBER = re.compile(r"0*([1-9][0-9]{0,2})")


@dataclass(frozen=True, slots=True)
class SheetForm:
    """The fields of a posted sheet, exactly as far as they can be shown again."""

    texts: Mapping[str, str]
    ticks: frozenset[str]
    based_on: int
    why: str

    @classmethod
    def read(cls, data: QueryDict) -> SheetForm:
        """Every field of a sheet that says something; anything else in the request is not looked at."""
        cleaned = {name: clean(str(value)) for name, value in data.items() if FIELD.fullmatch(name)}
        ticks = [clean(token, LONGEST_TOKEN) for token in data.getlist("confirmed")[:MOST_TOKENS]]
        return cls(
            texts={name: text for name, text in cleaned.items() if text},
            ticks=frozenset(ticks),
            based_on=whole_number(data.get("based_on", "")),
            why=clean(data.get("why", ""), LONGEST_TOKEN),
        )


def clean(text: str, longest: int = LONGEST_TEXT) -> str:
    """Without characters no database keeps and no page shows. A cut is marked, so that no rest passes for a result."""
    shown = "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(char) in ("Cc", "Cs") else char for char in text
    ).strip()
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"


def whole_number(text: str) -> int:
    """A number a page of ours wrote; anything else counts as 0."""
    return int(text) if NUMBER.fullmatch(text) else 0


def table_number(text: str) -> int | None:
    """The number somebody typed in the table field; None when it cannot be one."""
    match = TABLE_NUMBER.fullmatch(text.strip())
    return int(match[1]) if match else None
