"""The entry page: what is wrong, unusual or unclear on a sheet, in words and with the way to the cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games import MESSAGES, End, Issue
from scoring.messages import fill
from tournament import models
from tournament.queries.entry.tables import Stored, spans
from tournament.queries.entry.typed import Head, ReadRow, Shape, TypedRow, canonical, cell_field


class Mark(StrEnum):
    """What a message is about, the gravest first; a cell shows the gravest of its messages."""

    ERROR = "error"
    WARNING = "warning"
    UNCLEAR = "unclear"
    CONFIRMED = "confirmed"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Note:
    """One message beside the sheet: where, what, and what can be done."""

    mark: Mark
    id: str
    sentence: str
    # What stands above the sentence: a title, or the game and the player.
    title: str = ""
    number: int | None = None
    head: Head | None = None
    # The cells it is about, and the one its link leads to.
    cells: tuple[str, ...] = ()
    target: str = ""
    # A warning can be confirmed: the token travels with the form.
    token: str = ""

    def order(self) -> tuple[int, int, int]:
        """The gravest first, then as on the sheet; what is about the whole sheet stands before."""
        return list(Mark).index(self.mark), self.number or 0, self.head.seat if self.head else 0


def words_of(row: TypedRow) -> list[str]:
    """What is said beside a row: how the game ended without a winner, the how-manieth attempt it is."""
    ends = {End.STOCK: _("stock exhausted"), End.JOKERS: _("two last jokers")}
    found = [ends[row.end]] if row.end in ends else []
    if row.attempt > 1:
        found.append(_("attempt %(number)d") % {"number": row.attempt})
    return found


def issue_sentence(issue: Issue, names: Mapping[int, str]) -> str:
    """The sentence of an error or warning. The title above it names the player already."""
    player = names.get(int(issue.player), "") if issue.player else ""
    sentence = fill(_(MESSAGES[issue.code]), {"player": player, **issue.params})
    return capfirst(sentence.removeprefix(f"{player}: ")) if player else sentence


def row_notes(read: ReadRow, ticks: frozenset[str], on_record: frozenset[str]) -> Iterator[Note]:
    """Errors, warnings and unclear cells of one row; what is on record as confirmed cannot be unticked."""
    if read.is_late:
        yield _late_note(read)
    for issue in read.errors:
        yield _issue_note(read, issue, Mark.ERROR)
    for issue in read.warnings:
        token = read.token(issue)
        if token in on_record:
            yield _issue_note(read, issue, Mark.CONFIRMED)
        else:
            yield _issue_note(read, issue, Mark.CONFIRMED if token in ticks else Mark.WARNING, token)
    for seat in read.unclear:
        yield _issue_note(read, Issue("unclear_result", str(seat)), Mark.UNCLEAR)


def _issue_note(read: ReadRow, issue: Issue, mark: Mark, token: str = "") -> Note:
    row, shape = read.row, read.shape
    seats = read.marked(issue)
    playing = shape.playing(row.dealer)
    lead = next((seat for seat in seats if seat in playing or seat in row.texts), playing[0])
    seat = int(issue.player) if issue.player else None
    return Note(
        mark=mark,
        id=f"n-{row.number}-{row.attempt}-{issue.code}-{seat or 0}",
        sentence=issue_sentence(issue, shape.names),
        number=row.number,
        head=shape.head(seat),
        cells=tuple(cell_field(row.number, row.attempt, marked) for marked in seats),
        target=cell_field(row.number, row.attempt, lead),
        token=token,
    )


def _late_note(read: ReadRow) -> Note:
    row, shape = read.row, read.shape
    cells = tuple(cell_field(row.number, row.attempt, seat) for seat in row.texts)
    sentence = _("Time was up after game %(last)d. Please clear this row, or open the table again.")
    return Note(
        mark=Mark.ERROR,
        id=f"n-{row.number}-{row.attempt}-late",
        sentence=sentence % {"last": shape.games},
        number=row.number,
        cells=cells,
        target=next(iter(cells), ""),
    )


def hints(shape: Shape, reads: Sequence[ReadRow]) -> Iterator[Note]:
    """What is good to know and asks for nothing."""
    for read in reads:
        if read.is_void:
            yield _void_hint(read)
    if len(shape.seats) == 3 and not shape.dealer_sits_out:
        sentence = _(
            "Whoever deals plays too: no cell is hatched. The dealer stands beside the number of the game."
        )
        yield Note(Mark.HINT, "n-three", sentence, _("A table of three"))
    yield from _sat_out_hint(shape, reads)


def _void_hint(read: ReadRow) -> Note:
    row = read.row
    results = ", ".join(
        f"{head.short} {canonical(row.texts[head.seat])}"
        for head in read.shape.heads
        if head.seat in row.texts
    )
    if results:
        sentence = _("Attempt %(number)d was played again and counts nothing: %(results)s.")
    else:
        sentence = _("Attempt %(number)d was played again and counts nothing.")
    sentence %= {"number": row.attempt, "results": results}
    return Note(Mark.HINT, f"n-{row.number}-{row.attempt}-void", sentence, number=row.number)


def _sat_out_hint(shape: Shape, reads: Sequence[ReadRow]) -> Iterator[Note]:
    """In a full series everybody sits out equally often; the dealers on the list may say otherwise."""
    dealers = [read.row.dealer for read in reads if read.is_complete]
    counts = {head.short: dealers.count(head.seat) for head in shape.heads}
    if shape.dealer_sits_out and len(dealers) == shape.printed and len(set(counts.values())) > 1:
        names = ", ".join(f"{name} {count}" for name, count in counts.items())
        sentence = _("By the dealers entered here the players sat out: %(names)s.") % {"names": names}
        yield Note(Mark.HINT, "n-sat-out", sentence, _("Not everybody sat out equally often"))


def conflict_notes(
    stored: Stored, rows: Sequence[TypedRow], before: Sequence[TypedRow], ticks: frozenset[str]
) -> list[Note]:
    """Somebody saved meanwhile: every place that differs is asked for, nothing is overwritten unasked. One SQL."""
    saver, at = last_save(stored.table)
    mine = {(row.number, row.attempt): row for row in rows}
    theirs = {(row.number, row.attempt): row for row in before}
    notes = []
    for number, attempt in sorted(mine.keys() | theirs.keys()):
        for seat in (*stored.shape.seats, None):
            here, there = (_value(rows.get((number, attempt)), seat) for rows in (mine, theirs))
            if here == there:
                continue
            token = f"{number}.{attempt}:saved_meanwhile:{seat or ''}:{stored.table.version}:{here}|{there}"
            lead = seat or stored.shape.playing(stored.shape.proposed_dealer(number))[0]
            sentence = _("%(who)s saved “%(theirs)s” at %(at)s, here stands “%(mine)s”.")
            values = {"mine": here or _("nothing"), "theirs": there or _("nothing")}
            notes.append(
                Note(
                    mark=Mark.CONFIRMED if token in ticks else Mark.WARNING,
                    id=f"n-{number}-{attempt}-saved_meanwhile-{seat or 0}",
                    sentence=sentence % {"who": saver, "at": at, **values},
                    number=number,
                    head=stored.shape.head(seat),
                    cells=(cell_field(number, attempt, seat),) if seat else (),
                    target=cell_field(number, attempt, lead),
                    token=token,
                )
            )
    return [_conflict_heading(stored, notes, saver, at), *notes]


def _conflict_heading(stored: Stored, notes: Sequence[Note], saver: str, at: str) -> Note:
    sentence = ngettext(
        "%(who)s saved it at %(at)s. Your entry is not lost and nothing was overwritten. In %(count)d place "
        "something else stands: please look at the sheet, then correct or confirm it.",
        "%(who)s saved it at %(at)s. Your entry is not lost and nothing was overwritten. In %(count)d places "
        "something else stands: please look at the sheet, then correct or confirm each.",
        len(notes),
    ) % {"who": saver, "at": at, "count": len(notes)}
    mark = Mark.WARNING if any(note.mark is Mark.WARNING for note in notes) else Mark.CONFIRMED
    title = _("Table %(number)d was saved meanwhile") % {"number": stored.table.number}
    return Note(mark, "n-conflict", sentence, title)


def _value(row: TypedRow | None, seat: int | None) -> str:
    """One fact of a row in words: a result, or for no seat in particular dealer and end."""
    if row is None:
        return ""
    if seat is not None:
        return canonical(row.texts.get(seat, ""))
    return ", ".join([_("seat %(number)d deals") % {"number": row.dealer}, *words_of(row)])


def last_save(table: models.Table) -> tuple[str, str]:
    """Who saved a sheet last, and at what time. One statement."""
    record = table.history.select_related("history_user").first()
    who = record.history_user.get_username() if record and record.history_user else _("Somebody")
    return who, timezone.localtime(record.history_date).strftime("%H:%M") if record else ""


def open_sentence(numbers: Sequence[int]) -> str:
    """The games still to be typed: Still open: games 11, 14, 17–20."""
    return ngettext("Still open: game %(games)s", "Still open: games %(games)s", len(numbers)) % {
        "games": spans(numbers)
    }
