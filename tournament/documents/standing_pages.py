"""A standing on paper: the rows of the page, ties with their reason, what is counted in, when it was printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import dateformat, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rulesets import Scheme
from tournament.documents.facts import AdjustmentFacts, RowFacts, StandingPrintFacts, StandingsFacts
from tournament.documents.fitting import composed, fit_line
from tournament.documents.fonts import Face
from tournament.scopes import By
from tournament.wording import figure

# Rooms of the columns in mm (print.css), and the sizes of its classes.
NAME_ROOM, CLUB_ROOM = 58.0, 40.0
NAME_SIZES, CLUB_SIZES = (11, 10, 9), (9, 8, 7)
GROUPS = (By.CLUB, By.TANDEM, By.TEAM)
# Rows that fit below the heading of the first page, and on each further page.
FIRST_PAGE, FURTHER_PAGE = 34, 38


@dataclass(frozen=True, slots=True)
class Line:
    """One row, with the sizes its name and club need and the sentence below it."""

    row: RowFacts
    name: str
    name_size: int
    club: str
    club_size: int
    heavy: bool
    reason: str


def standing_title(facts: StandingsFacts) -> str:
    """What the list is called."""
    scope = facts.scope
    whose = {
        By.PLAYER: _("Overall standings"),
        By.CLUB: _("Standings of the clubs"),
        By.TANDEM: _("Standings of the tandems"),
        By.TEAM: _("Standings of the teams"),
        By.CLASS: _("Standings of the class %(label)s") % {"label": scope.label},
    }[scope.by]
    if scope.series is not None:
        if scope.by is By.PLAYER:
            return _("Standings of series %(series)d") % {"series": scope.series}
        return _("%(whose)s, series %(series)d") % {"whose": whose, "series": scope.series}
    if facts.last_series is None:
        return whose
    if facts.running_series is not None:
        return _("%(whose)s during series %(series)d") % {"whose": whose, "series": facts.running_series}
    return _("%(whose)s after series %(series)d") % {"whose": whose, "series": facts.last_series}


def standing_context(facts: StandingPrintFacts) -> dict[str, Any]:
    """Everything that print/standings.html shows."""
    rating = facts.ruleset.scheme is Scheme.RATING
    return {
        "title": standing_title(facts.standings),
        "tournament_name": facts.name,
        "progress": facts.standings.progress,
        "closed": facts.closed,
        "lines": list(_lines(facts.standings, _("RP") if rating else _("points"))),
        "points_caption": _("RP") if rating else _("Points"),
        "is_group": facts.standings.scope.by in GROUPS,
        "incomplete": any(row.incomplete for row in facts.standings.rows),
        "order": _order_sentence(facts),
        "adjustments": [_adjustment(one, rating) for one in facts.adjustments],
        "printed": _printed(facts),
    }


def standing_page_count(rows: int) -> int:
    """About how many pages a list of so many rows has: ties and long names may add one."""
    return 1 + max(0, -(-(rows - FIRST_PAGE) // FURTHER_PAGE))


def _lines(facts: StandingsFacts, unit: str) -> Iterator[Line]:
    reasons = _reasons(facts.rows, unit)
    for index, row in enumerate(facts.rows):
        face = Face.BOLD if row.tied else Face.SANS
        name, club = composed(row.name), composed(row.club)
        if row.withdrawn:
            name = f"{name} ({_('withdrawn')})"
        yield Line(
            row=row,
            name=name,
            name_size=int(fit_line(name, face, NAME_ROOM, NAME_SIZES) or NAME_SIZES[-1]),
            club=club,
            club_size=int(fit_line(club, Face.SANS, CLUB_ROOM, CLUB_SIZES) or CLUB_SIZES[-1]),
            heavy=index % 5 == 4,
            reason=reasons.get(index, ""),
        )


def _reasons(rows: Sequence[RowFacts], unit: str) -> dict[int, str]:
    """Below the last of equal rows: that the lot decides, or has decided."""
    said: dict[int, str] = {}
    start = 0
    for end in range(1, len(rows) + 1):
        if end < len(rows) and _equal(rows[start], rows[end]):
            continue
        if end - start > 1:
            said[end - 1] = _tie(rows[start], start + 1, end, unit)
        start = end
    return said


def _equal(one: RowFacts, other: RowFacts) -> bool:
    ranked = one.rank is not None and other.rank is not None
    return ranked and (one.points, one.hand_total) == (other.points, other.hand_total)


def _tie(row: RowFacts, first: int, last: int, unit: str) -> str:
    count = last - first + 1
    equal = ngettext(
        "Rank %(first)d: %(points)s %(unit)s and a hand total of %(augen)s.",
        "Ranks %(first)d to %(last)d: all %(points)s %(unit)s and a hand total of %(augen)s.",
        count,
    )
    if count == 2:
        equal = _("Ranks %(first)d and %(last)d: both %(points)s %(unit)s and a hand total of %(augen)s.")
    equal %= {
        "first": first,
        "last": last,
        "points": figure(row.points),
        "unit": unit,
        "augen": figure(row.hand_total),
    }
    return f"{equal} {_('The lot has yet to decide.') if row.tied else _('The lot has decided.')}"


def _order_sentence(facts: StandingPrintFacts) -> str:
    if facts.ruleset.lowest_wins:
        return _("The fewest points win, then the lower hand total, then the lot.")
    return _("The most points win, then the lower hand total, then the lot.")


def _adjustment(one: AdjustmentFacts, rating: bool) -> str:
    parts = []
    if one.points:
        parts.append(f"{_signed(one.points)} {_('RP') if rating else _('points')}")
    if one.hand_total:
        parts.append(_("%(augen)s hand total") % {"augen": _signed(one.hand_total)})
    where = _("series %(series)d") % {"series": one.series} if one.series else _("overall")
    return _("%(name)s: %(what)s, %(where)s (%(reason)s)") % {
        "name": composed(one.name),
        "what": _(" and ").join(parts),
        "where": where,
        "reason": one.reason,
    }


def _signed(value: int) -> str:
    return figure(value) if value < 0 else f"+{figure(value)}"


def _printed(facts: StandingPrintFacts) -> str:
    """The tournament and the time of printing, at the foot of every page."""
    # Translators: Django's date format, e.g. "3 October 2026, 16:08".
    at = dateformat.format(timezone.localtime(facts.printed_at), _("j F Y, H:i"))
    return _("%(tournament)s. Printed %(at)s.") % {"tournament": composed(facts.name), "at": at}
