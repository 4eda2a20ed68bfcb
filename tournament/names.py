"""Names of people: how they sort, how they are found, how they are said in short."""

from __future__ import annotations

import re
import unicodedata

# Letters that no decomposition opens; a search typed on a German keyboard finds them all the same.
PLAIN = str.maketrans(
    {"ß": "ss", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "’": "'", "æ": "ae", "œ": "oe"}
)
PARTICLES = frozenset(
    "von vom van der den de del della di da dos du la le zu zum zur und ter ten te bin al el".split()  # noqa: SIM905
)


def fold(text: str) -> str:
    """Lower case without accents (DIN 5007), so that Ömer stands beside Omar on every database."""
    lowered = text.casefold().translate(PLAIN)
    decomposed = unicodedata.normalize("NFKD", lowered)
    return " ".join("".join(char for char in decomposed if not unicodedata.combining(char)).split())


def search_key(text: str) -> str:
    """Folded, and with ae/oe/ue as a/o/u: `muel` finds Müller, and `mul` finds Mueller."""
    return fold(text).replace("ae", "a").replace("oe", "o").replace("ue", "u")


def split_name(name: str) -> tuple[str, str]:
    """Given names and surname, the surname with its particles: ("Günther", "von der Heyde")."""
    if "," in name:
        surname, _, given = name.partition(",")
        return given.strip(), surname.strip()
    words = name.split()
    if len(words) < 2:
        return "", name.strip()
    start = len(words) - 1
    while start > 1 and words[start - 1] in PARTICLES:
        start -= 1
    return " ".join(words[:start]), " ".join(words[start:])


def surname(name: str) -> str:
    """The short form for a narrow place: "von der Heyde"."""
    return split_name(name)[1]


def sort_key(name: str) -> str:
    """Surname without leading particles, then the rest: Günther von der Heyde sorts under H."""
    given, family = split_name(name)
    words = family.split()
    while len(words) > 1 and words[0] in PARTICLES:
        words = words[1:]
    return fold(f"{' '.join(words)}, {given}")


def listed_name(name: str) -> str:
    """As in an index: "Heyde, Günther von der", in the order of `sort_key`."""
    given, family = split_name(name)
    words = family.split()
    particles = []
    while len(words) > 1 and words[0] in PARTICLES:
        particles.append(words.pop(0))
    behind = " ".join([*filter(None, [given]), *particles])
    return f"{' '.join(words)}, {behind}" if behind else " ".join(words)


UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
SLUG_LENGTH = 60


def slug_of(name: str) -> str:
    """The word of a tournament in addresses: "Köln 11/2" is `koeln-11-2`."""
    plain = fold(unicodedata.normalize("NFC", name).casefold().translate(UMLAUTS))
    words = re.findall(r"[a-z0-9]+", plain)
    return "-".join(words)[:SLUG_LENGTH].strip("-") or "turnier"
