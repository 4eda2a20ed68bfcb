"""Score sheets: drafts, saves, their undoing, and time up at a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.actions._base import By, Refused, lock, save, touch
from tournament.actions._rows import Stamp, write_rows
from tournament.models import REASON_LENGTH, Seat, SheetDraft, Table, TableState, Tournament
from tournament.queries.entry import (
    Sheet,
    Stored,
    Typed,
    fields_from_facts,
    locked_sentence,
    sheet,
    stored_sheet,
    typed_numbers,
)
from tournament.queries.games import GameFacts, result_of, seat_sums, state_of
from tournament.queries.history import rows_before

GONE = "gone"
SUMS = ("points", "hand_total", "games", "rommes", "hand_rommes")


@dataclass(frozen=True, slots=True)
class Saved:
    """What a save made of a table."""

    version: int
    changed: bool
    state: TableState
    # Short name and points of each seat.
    totals: tuple[tuple[str, int], ...]


def keep_draft(*, by: By, table: Table, typed: Typed) -> SheetDraft:
    """Keep what is typed, faults included. It counts nothing, so nobody waits for it: one statement, no lock."""
    _refuse([locked_sentence(table)])
    draft = SheetDraft(
        table=table,
        fields={"texts": dict(typed.fields), "confirmed": sorted(typed.ticks)},
        based_on=typed.based_on,
        saved_by_id=_reader(by),
    )
    try:
        SheetDraft.objects.bulk_create(
            [draft],
            update_conflicts=True,
            unique_fields=["table", "saved_by"],
            update_fields=["fields", "based_on", "saved_at"],
        )
    except IntegrityError as error:
        raise _gone(table) from error
    return draft


def _gone(table: Table) -> Refused:
    """Somebody took the draw back while a sheet of it was typed."""
    sentence = _("Table %(number)d is not there any more: the draw was taken back meanwhile.")
    return Refused(sentence % {"number": table.number}, code=GONE)


def drop_draft(*, by: By, table: Table) -> None:
    """Forget what this person typed since the last save; what others typed stays."""
    SheetDraft.objects.filter(table=table, saved_by=_reader(by)).delete()


@transaction.atomic
def take_over_draft(*, by: By, table: Table, draft: int) -> None:
    """Go on with what somebody else typed; what one has typed oneself would be lost, so it must be gone before."""
    _refuse([locked_sentence(table)])
    if SheetDraft.objects.filter(table=table, saved_by=_reader(by)).exists():
        raise Refused(
            _(
                "Something of your own is typed here. Please save it or throw it away first; nothing was changed."
            )
        )
    if not SheetDraft.objects.filter(table=table, pk=draft).update(saved_by=_reader(by)):
        raise Refused(_("This draft is not there any more: it was saved or thrown away."))


def _reader(by: By) -> int | None:
    return by.pk if by is not None else None


def _drop_drafts_like(table: Table, typed: Typed) -> None:
    """What others typed just the same is saved with it."""
    texts = dict(typed.fields)
    for draft in SheetDraft.objects.filter(table=table):
        if draft.fields["texts"] == texts:
            draft.delete()


@transaction.atomic
def save_sheet(*, by: By, tournament: Tournament, table: Table, typed: Typed, why: str = "") -> Saved:
    """Store every row of a sheet, or none: only what differs is written, and the draft is gone."""
    tournament = lock(tournament)
    stored = _fresh_sheet(tournament, table, by)
    entered = sheet(stored, typed)
    _refuse(_reasons_against(entered, why))
    changed = _store(stored, entered.facts, by=by, why=why)
    drop_draft(by=by, table=stored.table)
    _drop_drafts_like(stored.table, typed)
    if changed:
        touch(tournament)
    return _saved(stored, changed=changed)


def _reasons_against(entered: Sheet, why: str) -> list[str]:
    """Every reason why a sheet cannot be saved as it is."""
    if entered.locked:
        return [entered.locked]
    reasons = _reason_faults(why)
    if entered.errors:
        reasons.append(_("Nothing was saved yet: there is something to mend. All you typed is kept."))
    elif entered.questions:
        reasons.append(_("Nothing was saved yet: please look at what is unusual. All you typed is kept."))
    if entered.checked and entered.unsaved and not why:
        reasons.append(_("This sheet was checked. Please say why it is corrected."))
    if entered.totals_only and entered.open_numbers:
        reasons.append(_("Of this sheet only totals were typed. The games replace them when all are there."))
    return reasons


@transaction.atomic
def check_off(*, by: By, tournament: Tournament, table: Table, version: int, checked: bool = True) -> None:
    """Somebody compared the sheet with the paper; or did not, after all."""
    tournament = lock(tournament)
    fresh = _fresh_sheet(tournament, table, by).table
    _refuse([locked_sentence(fresh)])
    before, after = TableState.ENTERED, TableState.CHECKED
    if not checked:
        before, after = after, before
    if fresh.version != version:
        sentence = _("Table %(number)d was saved meanwhile. Please compare it once more.")
        raise Refused(sentence % {"number": fresh.number}, code="conflict")
    if fresh.state == after:
        return
    if fresh.state != before:
        raise Refused(_("Games are still missing on this sheet. It can be checked when all are saved."))
    fresh.state = after
    save(fresh, by=by, why=_("checked") if checked else _("not checked after all"))
    touch(tournament)


@transaction.atomic
def undo_save(*, by: By, tournament: Tournament, table: Table, version: int) -> Saved:
    """Put back the rows as they were before that save; what was typed stays as a draft."""
    tournament = lock(tournament)
    stored = _fresh_sheet(tournament, table, by)
    _refuse([locked_sentence(stored.table)])
    before = rows_before(stored.table, version) if stored.table.version == version else None
    if before is None:
        sentence = _("Table %(number)d was saved again meanwhile: that save cannot be undone any more.")
        raise Refused(sentence % {"number": stored.table.number}, code="conflict")
    _store(stored, before, by=by, why=_("Save undone"))
    typed = Typed(fields_from_facts(stored.facts), frozenset(), stored.table.version)
    keep_draft(by=by, table=stored.table, typed=typed)
    touch(tournament)
    return _saved(stored, changed=True)


@transaction.atomic
def close_table(*, by: By, tournament: Tournament, table: Table, after_game: int | None, reason: str) -> None:
    """Time is up: games after that one were not played and count nothing."""
    tournament = lock(tournament)
    stored = _fresh_sheet(tournament, table, by)
    last = stored.shape.printed - 1
    reasons = [locked_sentence(stored.table), *_reason_faults(reason)]
    if after_game is None or not 1 <= after_game <= last:
        reasons.append(_("Please say after which game, from 1 to %(last)d.") % {"last": last})
    elif late := [number for number in typed_numbers(stored) if number > after_game]:
        sentence = _("Game %(number)d is entered. Please clear it first, or close after a later game.")
        reasons.append(sentence % {"number": late[0]})
    _refuse(reasons)
    _set_closed(stored, after_game, reason, by=by)
    touch(tournament)


@transaction.atomic
def reopen_table(*, by: By, tournament: Tournament, table: Table) -> None:
    """The table plays on, or was closed by mistake."""
    tournament = lock(tournament)
    stored = _fresh_sheet(tournament, table, by)
    _refuse([locked_sentence(stored.table)])
    _set_closed(stored, None, "", by=by)
    touch(tournament)


def _reason_faults(reason: str) -> list[str]:
    if len(reason) <= REASON_LENGTH:
        return []
    return [_("The reason is too long: at most %(count)d characters.") % {"count": REASON_LENGTH}]


def _refuse(reasons: Sequence[str]) -> None:
    said = [reason for reason in reasons if reason]
    if said:
        raise Refused(*said)


def _fresh_sheet(tournament: Tournament, table: Table, by: By) -> Stored:
    """The sheet as it is, now that nobody else can write to it."""
    fresh = Table.objects.select_related("series").filter(pk=table.pk, series__tournament=tournament).first()
    if fresh is None:
        raise _gone(table)
    return stored_sheet(tournament, fresh, _reader(by))


def _set_closed(stored: Stored, after_game: int | None, reason: str, *, by: By) -> None:
    table = stored.table
    table.closed_after, table.closed_reason = after_game, reason
    state = _state(stored, stored.facts, stored.shape.printed if after_game is None else after_game)
    if (table.state, state) != (TableState.CHECKED, TableState.ENTERED):
        table.state = state
    save(table, by=by, why=reason)


def _state(stored: Stored, facts: Sequence[GameFacts], wanted: int) -> TableState:
    shape = stored.shape
    complete = sum(result_of(row, shape.seats, shape.ruleset) is not None for row in facts)
    return state_of(facts, wanted, complete)


def _store(stored: Stored, facts: Sequence[GameFacts], *, by: By, why: str) -> bool:
    """Bring the rows of a table to these facts; sums, state and version go along. False: they were so already."""
    table = stored.table
    if tuple(facts) == stored.facts and not table.totals_only:
        return False
    stamp = Stamp(by, timezone.now(), why)
    write_rows(table, stored.seats, facts, stamp)
    sums = seat_sums(stored.shape.seats, facts, stored.shape.ruleset)
    for seat in stored.seats:
        for name in SUMS:
            setattr(seat, name, getattr(sums[seat.position], name))
    Seat.objects.bulk_update(stored.seats, SUMS)
    table.state = _state(stored, facts, stored.shape.games)
    table.totals_only = False
    table.version += 1
    save(stamp.on(table), by=by, why=why)
    return True


def _saved(stored: Stored, *, changed: bool) -> Saved:
    names = stored.shape.names
    return Saved(
        version=stored.table.version,
        changed=changed,
        state=TableState(stored.table.state),
        totals=tuple((names[seat.position], seat.points) for seat in stored.seats),
    )
