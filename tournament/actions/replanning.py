"""Seats that change after the draw: swaps, late arrivals, drop-outs, and somebody who plays on for another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.actions._base import By, Refused, delete, lock, save, touch
from tournament.actions._rows import Stamp, write_rows
from tournament.models import MAX_SEATS, Entry, Player, Seat, Series, SheetDraft, Table, Tournament
from tournament.names import search_key
from tournament.queries.entry import locked_sentence
from tournament.queries.games import GameFacts, seat_sums, table_games
from tournament.queries.rules import ruleset_of
from tournament.queries.seating import sheets

SUMS = ("points", "hand_total", "games", "rommes", "hand_rommes")
FULL_TABLE = 4
SMALLEST_TABLE = 3


@transaction.atomic
def swap_seats(
    *, by: By, tournament: Tournament, series: Series, numbers: tuple[int, int], results_go_along: bool
) -> tuple[Seat, Seat]:
    """Two players change seats. Their results stay on the sheets, or go along with them."""
    tournament = lock(tournament)
    if numbers[0] == numbers[1]:
        raise Refused(_("Please choose two different players."))
    one, other = (_seat(series, number) for number in numbers)
    tables = {seat.table_id: seat.table for seat in (one, other)}
    games = {key: table_games(table) for key, table in tables.items()}
    _refuse(
        [
            *(_hindrance(table) for table in tables.values()),
            *_partner_faults(series, one.entry, other.table, leaving=other.entry),
            *_partner_faults(series, other.entry, one.table, leaving=one.entry),
        ]
    )
    if results_go_along and len(tables) > 1 and any(games.values()):
        raise Refused(
            _(
                "The results of single games belong to their table and cannot go along to another one. "
                "Please let the results stay on the sheets."
            )
        )
    if results_go_along:
        games = {
            key: [_exchanged(row, one.position, other.position) for row in rows]
            for key, rows in games.items()
        }
    else:
        _swap_sums(one, other)
    stamp = Stamp(by, timezone.now(), _("Seats swapped"))
    _change_places(one, other, by=by)
    for key, table in tables.items():
        _write(tournament, table, games[key], stamp)
    _changed_by_hand(series, by)
    touch(tournament)
    return one, other


def _changed_by_hand(series: Series, by: By) -> None:
    """The plan is no longer the one that its seed gives."""
    if not series.draw_changed:
        series.draw_changed = True
        save(series, by=by, why="changed by hand")


def _seat(series: Series, number: int) -> Seat:
    seat = series.seats.select_related("table__series", "entry").filter(entry__number=number).first()
    if seat is None:
        sentence = _("Number %(number)d does not sit at any table of series %(series)d.")
        raise Refused(sentence % {"number": number, "series": series.number})
    return seat


def _hindrance(table: Table) -> str:
    """Why nothing may change at a table, or nothing."""
    if locked := locked_sentence(table):
        return locked
    if SheetDraft.objects.filter(table=table).exists():
        sentence = _(
            "At table %(number)d something is typed and not yet saved. Please save or discard it first."
        )
        return sentence % {"number": table.number}
    return ""


def _partner_faults(series: Series, entry: Entry, table: Table, *, leaving: Entry | None = None) -> list[str]:
    """Partners sit apart, whoever seats them."""
    if not entry.tandem:
        return []
    partners = series.seats.filter(table=table, entry__tandem=entry.tandem).exclude(entry=entry)
    if leaving is not None:
        partners = partners.exclude(entry=leaving)
    sentence = _(
        "%(name)s would sit at table %(table)d with the partner %(partner)s. Please choose another seat."
    )
    return [
        sentence % {"name": entry.name, "table": table.number, "partner": seat.entry.name}
        for seat in partners.select_related("entry")
    ]


def _exchanged(row: GameFacts, one: int, other: int) -> GameFacts:
    """A game in which two seats have changed: who dealt and who had what goes along."""
    place = {one: other, other: one}
    return replace(
        row,
        dealer_seat=place.get(row.dealer_seat, row.dealer_seat),
        scores={place.get(position, position): score for position, score in row.scores.items()},
    )


def _swap_sums(one: Seat, other: Seat) -> None:
    """Sums that were typed without games stay on their sheet."""
    for name in SUMS:
        mine, theirs = getattr(one, name), getattr(other, name)
        setattr(one, name, theirs)
        setattr(other, name, mine)


def _change_places(one: Seat, other: Seat, *, by: By) -> None:
    """A place is taken once: the first waits on a seat that no table of a tournament has."""
    mine, theirs = (one.table, one.position), (other.table, other.position)
    one.position = MAX_SEATS
    one.save_without_historical_record()  # type: ignore[attr-defined]
    for seat, (table, position) in ((other, mine), (one, theirs)):
        seat.table, seat.position = table, position
        save(seat, by=by, why=_("Seats swapped"))


def _write(tournament: Tournament, table: Table, games: Sequence[GameFacts], stamp: Stamp) -> None:
    """Bring the sheet to these games under the new names; whoever has the old sheet open is told."""
    seats = list(table.seats.order_by("position"))
    write_rows(table, seats, games, stamp)
    if games:
        sums = seat_sums([seat.position for seat in seats], games, ruleset_of(tournament))
        for seat in seats:
            for name in SUMS:
                setattr(seat, name, getattr(sums[seat.position], name))
        Seat.objects.bulk_update(seats, SUMS)
    table.version += 1
    save(stamp.on(table), by=stamp.by, why=stamp.why)


@transaction.atomic
def join_table(*, by: By, tournament: Tournament, series: Series, number: int, table_number: int) -> Seat:
    """Somebody comes late and makes a table of three a table of four, as long as nothing was typed there."""
    tournament = lock(tournament)
    entry = _entry(tournament, number)
    if series.seats.filter(entry=entry).exists():
        raise Refused(
            _("%(name)s sits in series %(series)d already.") % {"name": entry.name, "series": series.number}
        )
    table = _unplayed_table(tournament, series, table_number)
    seats = table.seats.count()
    if seats >= FULL_TABLE:
        raise Refused(
            _("Table %(number)d is full. Please choose a table of three.") % {"number": table_number}
        )
    _refuse(_partner_faults(series, entry, table))
    seat = Seat(table=table, series=series, entry=entry, position=seats + 1)
    save(seat, by=by, why="late arrival")
    if not entry.present:
        entry.present = True
        save(entry, by=by, why="late arrival")
    _changed_by_hand(series, by)
    touch(tournament)
    return seat


def _entry(tournament: Tournament, number: int) -> Entry:
    entry = tournament.entries.filter(number=number).first()
    if entry is None:
        raise Refused(_("There is no player with start number %(number)d.") % {"number": number})
    if entry.withdrawn:
        raise Refused(_("%(name)s has withdrawn. Please reinstate the player first.") % {"name": entry.name})
    return entry


def _unplayed_table(tournament: Tournament, series: Series, number: int) -> Table:
    table = series.tables.select_related("series").filter(number=number).first()
    sheet = sheets(tournament, series.number).get(number)
    if table is None or sheet is None:
        raise Refused(
            _("There is no table %(number)d in series %(series)d.")
            % {"number": number, "series": series.number}
        )
    reasons = [_hindrance(table)]
    if sheet.begun and not reasons[0]:
        sentence = _("At table %(number)d results stand already: who sits there stays.")
        reasons.append(sentence % {"number": number})
    _refuse(reasons)
    return table


@transaction.atomic
def leave_table(*, by: By, tournament: Tournament, series: Series, number: int) -> Table:
    """Somebody drops out before the first game: a table of four becomes one of three, the others close ranks."""
    tournament = lock(tournament)
    seat = _seat(series, number)
    table = _unplayed_table(tournament, series, seat.table.number)
    rest = list(table.seats.exclude(pk=seat.pk).order_by("position"))
    if len(rest) < SMALLEST_TABLE:
        raise Refused(
            _(
                "Without %(name)s only %(count)d would sit at table %(table)d. Please swap somebody in from a "
                "table of four first, or plan the series anew."
            )
            % {"name": seat.entry.name, "count": len(rest), "table": table.number}
        )
    delete(seat, by=by, why="dropped out")
    for position, other in enumerate(rest, 1):
        if other.position != position:
            other.position = position
            save(other, by=by, why="dropped out")
    _changed_by_hand(series, by)
    touch(tournament)
    return table


@transaction.atomic
def replace_player(*, by: By, entry: Entry, name: str, club: str = "") -> Entry:
    """Somebody else plays on: number, seats and results stay, the person is another one."""
    tournament = lock(entry.tournament)
    fresh = tournament.entries.select_related("player").get(pk=entry.pk)
    _refuse(_replacement_faults(tournament, fresh, name))
    key = search_key(name)
    known = [person for person in Player.objects.filter(name_key=key) if club in ("", person.club)]
    person = known[0] if known else Player(name=name, club=club)
    if not known:
        save(person, by=by)
    why = _("Plays on for %(name)s") % {"name": fresh.name}
    fresh.player, fresh.name, fresh.club = person, name, club or person.club
    fresh.present, fresh.withdrawn = True, False
    save(fresh, by=by, why=why[:100])
    touch(tournament)
    return fresh


def _replacement_faults(tournament: Tournament, entry: Entry, name: str) -> list[str]:
    key = search_key(name)
    for other in tournament.entries.select_related("player"):
        if key in (search_key(other.name), other.player.name_key):
            if other.pk == entry.pk:
                return [_("%(name)s has this number already.") % {"name": other.name}]
            sentence = _("%(name)s is registered already, number %(number)d.")
            return [sentence % {"name": other.name, "number": other.number}]
    return []


def _refuse(reasons: Sequence[str]) -> None:
    said = [reason for reason in reasons if reason]
    if said:
        raise Refused(*said)
