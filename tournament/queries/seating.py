"""Who sits where: plans as they are stored, how good they are, and how people read them."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from scoring.seating import Plan, Quality, Seater, quality
from tournament.models import Adjustment, Entry, Game, Seat, SheetDraft, Table, TableState, Tournament
from tournament.queries.rankings import Ranking

DICE = 6
LAST_SERIES = 99


def roll_dice() -> str:
    """Six dice thrown by the machine, for whoever has none at hand."""
    return " ".join(str(secrets.randbelow(6) + 1) for _ in range(DICE))


def seater(entry: Entry) -> Seater:
    """An entry as the draw sees it."""
    return Seater(
        entry.number, entry.club, entry.tandem or None, entry.team or None, entry.fixed_table or None
    )


def seated_tables(tournament: Tournament) -> dict[int, dict[int, tuple[int, ...]]]:
    """Series → table → start numbers in seat order. One statement."""
    rows = (
        Seat.objects.filter(series__tournament=tournament)
        .order_by("series__number", "table__number", "position")
        .values_list("series__number", "table__number", "entry__number")
    )
    seated: dict[int, dict[int, tuple[int, ...]]] = {}
    for series, table, number in rows:
        tables = seated.setdefault(series, {})
        tables[table] = (*tables.get(table, ()), number)
    return seated


def plans(tournament: Tournament) -> dict[int, Plan]:
    """The plan of every seated series. One statement."""
    return {series: tuple(tables.values()) for series, tables in seated_tables(tournament).items()}


def next_series(seated: Iterable[int]) -> int:
    """The first number without a plan."""
    taken = set(seated)
    return next(number for number in range(1, LAST_SERIES + 2) if number not in taken)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet of one table; `begun` once anything was typed on it, or an adjustment names its series."""

    number: int
    state: TableState
    begun: bool


def sheets(tournament: Tournament, series_number: int) -> dict[int, Sheet]:
    """The sheets of a series by table number. One statement."""
    rows = (
        Table.objects.filter(series__tournament=tournament, series__number=series_number)
        .annotate(
            begun=Exists(Game.objects.filter(table=OuterRef("pk")))
            | Exists(SheetDraft.objects.filter(table=OuterRef("pk")))
            | Exists(Adjustment.objects.filter(series=OuterRef("series")))
        )
        .order_by("number")
        .values_list("number", "state", "begun")
    )
    return {
        number: Sheet(number, TableState(state), begun or state != TableState.EMPTY)
        for number, state, begun in rows
    }


def begun_series(tournament: Tournament) -> set[int]:
    """The series of which something was typed, or an adjustment named, or that are closed. One statement."""
    rows = Table.objects.filter(series__tournament=tournament).filter(
        ~Q(state=TableState.EMPTY)
        | Q(series__closed=True)
        | Exists(Game.objects.filter(table=OuterRef("pk")))
        | Exists(SheetDraft.objects.filter(table=OuterRef("pk")))
        | Exists(Adjustment.objects.filter(series=OuterRef("series")))
    )
    return set(rows.values_list("series__number", flat=True))


def waiting_series(tournament: Tournament) -> list[int]:
    """The series that are drawn and of which nothing was typed yet. Two statements."""
    drawn = Seat.objects.filter(series__tournament=tournament).values_list("series__number", flat=True)
    return sorted(set(drawn.distinct()) - begun_series(tournament))


def waiting_seats(entry: Entry) -> list[tuple[int, int]]:
    """Series and table of every seat of a player where nothing was typed yet. Three statements."""
    seats = Seat.objects.filter(entry=entry, series__number__in=waiting_series(entry.tournament))
    return list(seats.order_by("series__number").values_list("series__number", "table__number"))


@dataclass(frozen=True, slots=True)
class Field:
    """Everybody by start number, the plans of the other series, and the standing if the draw uses one."""

    entries: Mapping[int, Entry]
    past: tuple[Plan, ...]
    ranking: Ranking | None = None
    # The series to draw, and the plans of theirs that a new draw would replace.
    numbers: tuple[int, ...] = ()
    replaced: tuple[Plan, ...] = ()

    @property
    def playing(self) -> list[Entry]:
        """Who is drawn: present and not withdrawn."""
        return [entry for entry in self.entries.values() if entry.present and not entry.withdrawn]

    @property
    def seaters(self) -> list[Seater]:
        """Those who are drawn, as the draw sees them."""
        return [seater(entry) for entry in self.playing]

    @property
    def absent(self) -> list[Entry]:
        """Who might have come."""
        return [entry for entry in self.entries.values() if not entry.present and not entry.withdrawn]

    @property
    def order(self) -> tuple[int, ...]:
        """Those who are drawn and have a rank, best first; empty without a standing."""
        playing = {entry.number for entry in self.playing}
        return tuple(number for number in self.ranking.order if number in playing) if self.ranking else ()

    @property
    def fingerprint(self) -> str:
        """Changes with everything the draw depends on or replaces, but not with its seed."""
        facts = [(s.number, s.club, s.tandem, s.team, s.fixed_table) for s in self.seaters]
        plans = (self.numbers, self.replaced, self.past)
        return sha256(repr((facts, plans, self.order)).encode()).hexdigest()[:20]


def field_for(
    tournament: Tournament,
    numbers: Collection[int],
    seated: Mapping[int, Plan] | None = None,
    ranking: Ranking | None = None,
) -> Field:
    """What a draw of these series starts from. Two statements, one when the plans were read already."""
    known = plans(tournament) if seated is None else seated
    return Field(
        {entry.number: entry for entry in tournament.entries.order_by("number")},
        tuple(plan for number, plan in sorted(known.items()) if number not in numbers),
        ranking,
        tuple(sorted(numbers)),
        tuple(plan for number, plan in sorted(known.items()) if number in numbers),
    )


@dataclass(frozen=True, slots=True)
class Figures:
    """How good the plan of one series or several is."""

    pairs_again: int
    # Together with the plans of the other series.
    pairs_again_in_all: int
    clubmates: int
    teammates: int
    partners_together: int
    threes_again: int
    fixed_kept: int
    fixed_total: int
    seat_one_most: int
    has_tandems: bool
    has_teams: bool
    has_threes: bool

    @property
    def lines(self) -> list[tuple[str, str]]:
        """The figures in words, each with its number, in the order of importance; only what there is."""
        asked = [
            (_("Tandem partners at one table"), str(self.partners_together), self.has_tandems),
            (
                _("Fixed tables kept"),
                _("%(kept)d of %(total)d") % {"kept": self.fixed_kept, "total": self.fixed_total},
                bool(self.fixed_total),
            ),
            (_("Pairs that meet again"), self._again, True),
            (_("Too often at a table of three"), str(self.threes_again), self.has_threes),
            (_("Pairs of one club at a table"), str(self.clubmates), True),
            (_("Pairs of one team at a table"), str(self.teammates), self.has_teams),
            (
                _("Seat ♠ so far at most"),
                _("%(count)d times") % {"count": self.seat_one_most}
                if self.seat_one_most != 1
                else _("once"),
                True,
            ),
        ]
        return [(label, value) for label, value, there in asked if there]

    @property
    def _again(self) -> str:
        if self.pairs_again == self.pairs_again_in_all:
            return str(self.pairs_again)
        return _("%(count)d, in all series %(all)d") % {
            "count": self.pairs_again,
            "all": self.pairs_again_in_all,
        }


def figures(field: Field, drawn: Sequence[Plan]) -> Figures:
    """The figures of one plan or several after the plans of the other series. No SQL."""
    seaters = [seater(entry) for entry in field.entries.values()]
    alone: Quality = quality(drawn, seaters)
    together = quality([*field.past, *drawn], seaters)
    seated = [field.entries[number] for plan in drawn for table in plan for number in table]
    return Figures(
        pairs_again=together.pairs_again - quality(field.past, seaters).pairs_again,
        pairs_again_in_all=together.pairs_again,
        clubmates=alone.clubmates,
        teammates=alone.teammates,
        partners_together=alone.partners_together,
        threes_again=together.threes_again,
        fixed_kept=alone.fixed_kept,
        fixed_total=alone.fixed_total,
        seat_one_most=together.seat_one_most,
        has_tandems=any(entry.tandem for entry in seated),
        has_teams=any(entry.team for entry in seated),
        has_threes=any(len(table) == 3 for plan in drawn for table in plan),
    )


@dataclass(frozen=True, slots=True)
class PlanSeat:
    """One name in the plan; `marked` points at those whom a remark of the table is about."""

    number: int
    name: str
    marked: bool


@dataclass(frozen=True, slots=True)
class PlanTable:
    """One row of the seating plan with what is worth a remark."""

    number: int
    seats: tuple[PlanSeat, ...]
    fixed: bool
    # How many of which club sit together, and how many pairs sat together before.
    clubs: tuple[tuple[str, int], ...]
    again: int

    @property
    def club_counts(self) -> str:
        """2, or 2 + 2: how many share a club."""
        return " + ".join(str(count) for _club, count in self.clubs)

    @property
    def is_three(self) -> bool:
        return len(self.seats) == 3


def plan_tables(field: Field, tables: Mapping[int, Sequence[int]]) -> tuple[PlanTable, ...]:
    """Tables by number as people read them. No SQL."""
    met = {_pair(*pair) for past in field.past for table in past for pair in combinations(table, 2)}
    return tuple(_plan_table(field, number, table, met) for number, table in tables.items())


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _plan_table(
    field: Field, number: int, table: Sequence[int], met: Container[tuple[int, int]]
) -> PlanTable:
    entries = [field.entries[start_number] for start_number in table]
    clubs = Counter(entry.club for entry in entries if entry.club)
    again = [pair for pair in combinations(table, 2) if _pair(*pair) in met]
    marked = {start_number for pair in again for start_number in pair}
    return PlanTable(
        number,
        tuple(
            PlanSeat(entry.number, entry.name, entry.number in marked or clubs[entry.club] > 1)
            for entry in entries
        ),
        fixed=any(entry.fixed_table == number for entry in entries),
        clubs=tuple((club, count) for club, count in clubs.items() if count > 1),
        again=len(again),
    )
