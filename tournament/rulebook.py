"""The rule book in our own words: read once from its file, searched by word and number, linked from verdicts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from django.urls import reverse
from django.utils.translation import get_language, gettext

from scoring.rulesets import Mark
from tournament.names import search_key

FILE = Path(__file__).resolve().parent.parent / "fixtures" / "rulebook.json"
ASSUMED = "[assumed]"
JOINT = "+"
"""Between the keys of several entries in one address."""


class Part(StrEnum):
    """The chapters of the book, in order."""

    RULES = "rules"
    DISPUTES = "disputes"
    OTHERS = "others"


def _in_language(texts: dict[str, str]) -> str:
    return texts["en"] if (get_language() or "").startswith("en") else texts["de"]


@dataclass(frozen=True)
class Paragraph:
    """Some sentences with one source: the rule's own text, a report, or our reading."""

    texts: dict[str, str]
    mark: Mark | None

    def __str__(self) -> str:
        return _in_language(self.texts)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of both languages, folded: in the hall one asks for a Satz on an English page too."""
        return _words(*self.texts.values())


# There is one object for each entry: being the same is being equal.
@dataclass(frozen=True, eq=False)
class Entry:
    """One numbered point, one decided dispute, or the rules of another maker."""

    key: str
    source: str
    names: tuple[str, ...]
    """All names under which verdicts cite it, the source among them."""
    part: Part
    titles: dict[str, str]
    paragraphs: tuple[Paragraph, ...]
    more_words: str
    """Words people search for that the text does not use."""
    see: tuple[str, ...]

    @property
    def title(self) -> str:
        """The heading in the language of the page."""
        return _in_language(self.titles)

    @property
    def number(self) -> str:
        """`4a` of Nr. 4a; nothing for what has no number."""
        return self.source.rpartition(" ")[2] if self.part is not Part.OTHERS else ""

    @property
    def url(self) -> str:
        """The entry's page."""
        return reverse("rule", args=[self.key])

    @property
    def see_also(self) -> tuple[Entry, ...]:
        """What to read beside it."""
        return tuple(rulebook().by_key[key] for key in self.see)

    @cached_property
    def heading_words(self) -> frozenset[str]:
        """Where a hit counts more."""
        return _words(self.source, *self.titles.values(), self.more_words)


@dataclass(frozen=True)
class Hit:
    """One entry found, with the paragraph that says why."""

    entry: Entry
    excerpt: Paragraph


@dataclass(frozen=True)
class Rulebook:
    """All entries in the order of the book."""

    version: int
    date: date
    entries: tuple[Entry, ...]

    @cached_property
    def by_key(self) -> dict[str, Entry]:
        """Entries by the word in their address."""
        return {entry.key: entry for entry in self.entries}

    @cached_property
    def by_name(self) -> dict[str, Entry]:
        """Entries by every name a verdict may cite."""
        return {name: entry for entry in self.entries for name in entry.names}

    def parts(self) -> list[tuple[Part, list[Entry]]]:
        """The chapters with their entries."""
        return [(part, [entry for entry in self.entries if entry.part is part]) for part in Part]

    def search(self, query: str) -> list[Hit]:
        """Entries that hold every word of the query, the nearest first; accents and case do not matter."""
        # nr8, streitfall14: a number stands for itself.
        asked = re.findall(r"\d+[a-d]?\b|[^\W\d_]+", search_key(query))
        scored = [(score, hit) for entry in self.entries for score, hit in _match(entry, asked)]
        return [hit for _score, hit in sorted(scored, key=lambda found: -found[0])]


@cache
def rulebook() -> Rulebook:
    """The book, read once."""
    book = json.loads(FILE.read_text(encoding="utf-8"))
    entries = tuple(_entry(item) for item in book["entries"])
    return Rulebook(book["version"], date.fromisoformat(book["date"]), entries)


def _entry(item: dict[str, Any]) -> Entry:
    paragraphs = (
        Paragraph({"de": each["de"], "en": each["en"]}, Mark(each["mark"]) if "mark" in each else None)
        for each in item["text"]
    )
    return Entry(
        key=item["key"],
        source=item["source"],
        names=(item["source"], *item.get("names", ())),
        part=Part(item["part"]),
        titles=item["title"],
        paragraphs=tuple(paragraphs),
        more_words=item["words"],
        see=tuple(item["see"]),
    )


# Searching


def _words(*texts: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", search_key(" ".join(texts))))


def _is_number(word: str) -> bool:
    return word[0].isdigit()


def _holds(words: Iterable[str], asked: str) -> bool:
    """A number stands for itself; a word is found from its beginning, from three letters on anywhere."""
    if _is_number(asked):
        return asked in words
    if len(asked) < 3:
        return any(word.startswith(asked) for word in words)
    return any(asked in word for word in words)


def _match(entry: Entry, asked: Sequence[str]) -> list[tuple[int, Hit]]:
    """The entry with how near it comes: its number before a heading, a heading before the text."""
    if not asked:
        return []
    score = 0
    for word in asked:
        if word == entry.number:
            score += 100
        elif entry.number.rstrip("abcd") == word:
            score += 50
        elif _holds(entry.heading_words, word):
            score += 10
        elif any(_holds(paragraph.words, word) for paragraph in entry.paragraphs):
            score += 1
        else:
            return []
    best = max(entry.paragraphs, key=lambda paragraph: sum(_holds(paragraph.words, word) for word in asked))
    return [(score, Hit(entry, best))]


# Verdicts cite their sources: `Nr. 4a, 6`, `Nr. 3, Streitfall 11`, `Schmidt, Nr. 8 [assumed]`.


def entries_of(source: str) -> tuple[Entry, ...]:
    """The entries a verdict's source names, in its order; what the book does not know is left out."""
    book = rulebook()
    found: list[Entry] = []
    kind = ""
    for part in source.replace(ASSUMED, "").split(","):
        name = part.strip()
        if name and not name[0].isdigit():
            kind = name.rpartition(" ")[0]
        elif kind:
            name = f"{kind} {name}"
        if name in book.by_name:
            found.append(book.by_name[name])
    return tuple(dict.fromkeys(found))


def rule_url(source: str) -> str:
    """The address that opens every entry the source names; empty where the book knows none of them."""
    keys = [entry.key for entry in entries_of(source)]
    return reverse("rule", args=[JOINT.join(keys)]) if keys else ""


def rule_text(source: str) -> str:
    """The source as the page shows it: numbers are names, only the mark is a word."""
    return source.replace(ASSUMED, gettext("[assumed]"))
