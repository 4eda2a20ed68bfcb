"""The standing before a series, as draws by standing and in tandem blocks use it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Sum

from scoring.ranking import Lot, Place, Total, add, rank
from scoring.rulesets import ruleset
from scoring.seating import Method
from tournament import models
from tournament.queries.standings import group_totals, people_of, single_totals
from tournament.scopes import By, Scope

RANKED = tuple(method for method in Method if method.ranked)


@dataclass(frozen=True, slots=True)
class Ranking:
    """Start numbers, best first, without those who have played no game; `ties` are those no lot has decided.

    For tandem blocks tandem by tandem, the better partner first.
    """

    order: tuple[int, ...]
    ties: tuple[tuple[int, ...], ...] = ()


def ranking(tournament: models.Tournament, series_number: int, method: Method) -> Ranking | None:
    """The standing before a series, where the method asks for one. Four statements, or none."""
    if method not in RANKED:
        return None
    return rankings(tournament, {series_number: method})[series_number]


def rankings(tournament: models.Tournament, wanted: Mapping[int, str]) -> dict[int, Ranking]:
    """The standings before several series, from the results as they are now. Four statements."""
    people = people_of(tournament)
    sums = _sums_by_series(tournament)
    adjustments = _adjustments_by_series(tournament)
    lots: dict[str, list[Lot]] = {}
    for scope, order in (
        tournament.lots.filter(scope__in=[str(Scope()), str(Scope(By.TANDEM))])
        .order_by("pk")
        .values_list("scope", "order")
    ):
        lots.setdefault(scope, []).append(Lot(tuple(order)))
    lowest_wins = ruleset(tournament.ruleset).lowest_wins
    found = {}
    for series, method in wanted.items():
        totals = single_totals(people, _before(sums, series), _before(adjustments, series), None)
        singles = rank(totals, lots.get(str(Scope()), ()), lowest_wins=lowest_wins)
        if method == Method.TANDEM:
            groups = group_totals(By.TANDEM, people, totals)
            added = [add(members, key=label) for label, members in groups.items()]
            tandems = rank(added, lots.get(str(Scope(By.TANDEM)), ()), lowest_wins=lowest_wins)
            tandem_of = {number: person.tandem for number, person in people.items()}
            found[series] = _by_tandem(singles, tandems, tandem_of, lowest_wins=lowest_wins)
        else:
            found[series] = Ranking(tuple(_numbers(singles)), _ties(singles))
    return found


def _sums_by_series(tournament: models.Tournament) -> dict[int, list[Total]]:
    """Series → sums per start number. One statement."""
    sums: dict[int, list[Total]] = {}
    rows = (
        models.Seat.objects.filter(series__tournament=tournament)
        .order_by()
        .values_list("series__number", "entry__number")
        .annotate(Sum("points"), Sum("hand_total"), Sum("games"), Sum("rommes"), Sum("hand_rommes"))
    )
    for series, *total in rows:
        sums.setdefault(series, []).append(Total(*total))
    return sums


def _adjustments_by_series(tournament: models.Tournament) -> dict[int, list[Total]]:
    """Series, 0 for none → adjustments. One statement."""
    sums: dict[int, list[Total]] = {}
    rows = tournament.adjustments.order_by().values_list(
        "series__number", "entry__number", "points", "hand_total"
    )
    for series, number, points, hand_total in rows:
        sums.setdefault(series or 0, []).append(Total(number, points, hand_total, 0, 0, 0))
    return sums


def _before(sums: Mapping[int, Sequence[Total]], series: int) -> dict[int, Total]:
    """The sums over everything before a series, per start number."""
    parts: dict[int, list[Total]] = {}
    for number, totals in sums.items():
        if number < series:
            for total in totals:
                parts.setdefault(int(total.key), []).append(total)
    return {key: add(totals, key=key) for key, totals in parts.items()}


def _numbers(places: Sequence[Place]) -> list[int]:
    return [int(place.total.key) for place in places if place.rank is not None]


def _ties(places: Sequence[Place]) -> tuple[tuple[int, ...], ...]:
    tied = [place for place in places if place.tied]
    return tuple(tuple(_numbers(list(group))) for _rank, group in groupby(tied, lambda place: place.rank))


def _by_tandem(
    singles: Sequence[Place], tandems: Sequence[Place], tandem_of: Mapping[int, str], *, lowest_wins: bool
) -> Ranking:
    """Tandem by tandem; whoever has none stands where a tandem of two like him would stand."""
    members: dict[str, list[int]] = {}
    for number in _numbers(singles):
        members.setdefault(tandem_of[number], []).append(number)
    alone = [place for place in singles if place.rank is not None and not tandem_of[int(place.total.key)]]
    sign = 1 if lowest_wins else -1
    order: list[int] = []
    for place in tandems:
        bar = (sign * place.total.points, place.total.hand_total)
        while alone and (sign * 2 * alone[0].total.points, 2 * alone[0].total.hand_total) < bar:
            order.append(int(alone.pop(0).total.key))
        order += members.get(str(place.total.key), [])
    order += _numbers(alone)
    tied = [place for place in tandems if place.tied]
    ties = (
        tuple(number for place in group for number in members[str(place.total.key)])
        for _rank, group in groupby(tied, lambda place: place.rank)
    )
    return Ranking(tuple(order), tuple(ties))


@dataclass(frozen=True, slots=True)
class RankedDraw:
    """A stored draw by standing: the ranking it used, and the one there is now for the same players."""

    series: int
    used: tuple[int, ...]
    now: tuple[int, ...]

    @property
    def outdated(self) -> bool:
        """Whether a result was corrected since."""
        return self.used != self.now


def ranked_draws(tournament: models.Tournament, series: Sequence[models.Series]) -> list[RankedDraw]:
    """Every stored draw of these series that used a standing. Four statements, or none."""
    used = {row.number: row for row in series if row.draw_ranking}
    if not used:
        return []
    now = rankings(tournament, {number: row.draw_method for number, row in used.items()})
    draws = []
    for number, row in sorted(used.items()):
        drawn = set(row.draw_ranking)
        current = tuple(start for start in now[number].order if start in drawn)
        draws.append(RankedDraw(number, tuple(row.draw_ranking), current))
    return draws
