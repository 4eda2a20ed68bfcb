"""Sentences that page, print and command say alike: why one stands before the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.ranking import Criterion
from scoring.seating import Method, SeatingError, Sentence, table_sizes
from tournament.names import surname

NARROW_SPACE = "\u202f"

METHODS = {
    Method.RANDOM: gettext_lazy("At random"),
    Method.NO_REMATCH: gettext_lazy("No rematch"),
    Method.STANDING: gettext_lazy("By standing"),
    Method.STANDING_APART: gettext_lazy("By standing, no rematch"),
    Method.TANDEM: gettext_lazy("Tandem blocks"),
}


class Row(Protocol):
    """What a sentence needs to know of a line of a standing."""

    @property
    def rank(self) -> int | None: ...
    @property
    def number(self) -> int | str: ...
    @property
    def name(self) -> str: ...
    @property
    def points(self) -> int: ...
    @property
    def hand_total(self) -> int: ...
    @property
    def tied(self) -> bool: ...
    @property
    def above(self) -> Criterion | None: ...


def figure(value: int) -> str:
    """A whole number for people: thousands parted by a narrow no-break space, a true minus sign."""
    text = f"{abs(value):,}".replace(",", NARROW_SPACE)
    return f"−{text}" if value < 0 else text


def short_names(first: Row, second: Row) -> tuple[str, str]:
    """Surnames, or whole names where the surnames are the same or the row is a group."""
    if isinstance(first.number, str):
        return first.name, second.name
    short = surname(first.name), surname(second.name)
    return short if short[0] != short[1] else (first.name, second.name)


@dataclass(frozen=True, slots=True)
class Reason:
    """Said below a line: why the order of equal points is as it is."""

    sentence: str
    # The start numbers (or groups) it explains.
    about: frozenset[int | str]
    # A tie that the lot decides or has decided.
    tie: tuple[int | str, ...] = ()
    undecided: bool = False

    @property
    def first(self) -> int | str | None:
        """Names the tie in an address."""
        return self.tie[0] if self.tie else None


def tied_sentence(count: int, points: int, hand_total: int) -> str:
    """All members of an undecided tie."""
    values = {"count": count, "points": figure(points), "augen": figure(hand_total)}
    if count == 2:
        return _("both have %(points)s RP and a hand total of %(augen)s. The lot decides.") % values
    return _("all %(count)d have %(points)s RP and a hand total of %(augen)s. The lot decides.") % values


def pair_sentence(upper: Row, lower: Row, criterion: Criterion) -> str:
    """Why `upper` stands directly above `lower`, both with the same points."""
    first, second = short_names(upper, lower)
    values = {
        "first": first,
        "second": second,
        "points": figure(upper.points),
        "augen": figure(upper.hand_total),
        "more": figure(lower.hand_total),
    }
    if criterion is Criterion.LOT:
        return (
            _(
                "%(first)s stands before %(second)s: both %(points)s RP and a hand total of %(augen)s, decided by lot."
            )
            % values
        )
    return (
        _(
            "%(first)s stands before %(second)s: both %(points)s RP, but a hand total of %(augen)s against %(more)s."
        )
        % values
    )


def reasons(rows: Sequence[Row]) -> dict[int, Reason]:
    """Per index of a row the sentence to say below it: only where points are equal."""
    said: dict[int, Reason] = {}
    start = 0
    while start < len(rows):
        end = start + 1
        while end < len(rows) and _same(rows[start], rows[end]):
            end += 1
        group = rows[start:end]
        tie = tuple(row.number for row in group) if len(group) > 1 else ()
        above = ""
        if start and rows[start].above is Criterion.HAND_TOTAL:
            above = pair_sentence(rows[start - 1], rows[start], Criterion.HAND_TOTAL)
        if tie and group[0].tied:
            sentence = tied_sentence(len(group), group[0].points, group[0].hand_total)
            about = frozenset(tie) | ({rows[start - 1].number} if above else set())
            said[end - 1] = Reason(f"{sentence} {above}".strip(), about, tie, undecided=True)
        else:
            if above:
                said[start] = Reason(above, _pair(rows, start))
            for index in range(start + 1, end):
                sentence = pair_sentence(rows[index - 1], rows[index], Criterion.LOT)
                said[index] = Reason(sentence, _pair(rows, index), tie if index == end - 1 else ())
        start = end
    return said


def _pair(rows: Sequence[Row], index: int) -> frozenset[int | str]:
    return frozenset({rows[index - 1].number, rows[index].number})


def _same(one: Row, other: Row) -> bool:
    return (
        one.rank is not None
        and other.rank is not None
        and (one.points, one.hand_total) == (other.points, other.hand_total)
    )


def seating_sentence(sentence: Sentence) -> str:
    """What the draw has to tell, in the language of the page."""
    return _(sentence.template) % sentence.values


def tables_sentence(players: int) -> str:
    """How many tables so many players make, or why they make none."""
    try:
        sizes = table_sizes(players)
    except SeatingError as error:
        return " ".join(map(seating_sentence, error.sentences))
    fours, threes = sizes.count(4), sizes.count(3)
    if not fours:
        return ngettext("%(count)d table of three.", "%(count)d tables of three.", threes) % {"count": threes}
    if not threes:
        return ngettext("%(count)d table of four.", "%(count)d tables of four.", fours) % {"count": fours}
    return ngettext(
        "%(count)d table of four and %(threes)d of three.",
        "%(count)d tables of four and %(threes)d of three.",
        fours,
    ) % {"count": fours, "threes": threes}


def listed(items: Sequence[object]) -> str:
    """1; 1 and 2; 1, 2 and 3."""
    words = [str(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    return _("%(first)s and %(last)s") % {"first": ", ".join(words[:-1]), "last": words[-1]}


def tie_sentence(names: Sequence[str], *, tandems: bool) -> str:
    """An undecided tie that parts two tables, and what the draw makes of it."""
    values = {"names": listed(names)}
    if tandems:
        return (
            _(
                "A tie, and no lot has decided yet: %(names)s. Until then the tandems go in the order of their names."
            )
            % values
        )
    return (
        _(
            "A tie, and no lot has decided yet: %(names)s. Until then they go in the order of their start numbers."
        )
        % values
    )


def outdated_sentence(series: int) -> str:
    """A draw by standing whose standing is another one today."""
    return _(
        "Series %(number)d was drawn from an older standing; results before it were corrected since. The draw stays."
    ) % {"number": series}


def method_word(method: str) -> str:
    """How a series was drawn; nothing for a plan that a file brought without a method."""
    return next((str(word) for known, word in METHODS.items() if known == method), "")


def drawn_sentence(method: str, seed: str, attempt: int, together: Sequence[int], *, changed: bool) -> str:
    """From what a plan was drawn, for the foot of a print; nothing where nobody knows."""
    if not method and not seed:
        return ""
    sentence = _("Draw: %(how)s, attempt %(attempt)d.") % {
        "how": ", ".join(filter(None, [method_word(method), seed])),
        "attempt": attempt,
    }
    if together:
        sentence += " " + _("Series %(numbers)s together.") % {"numbers": listed(together)}
    if changed:
        sentence += " " + _("Then changed by hand.")
    return sentence
