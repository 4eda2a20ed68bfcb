"""The entry page: one sheet, typed and judged, as the page shows it and as the save stores it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.games import End
from scoring.rulesets import Scheme
from tournament.models import TableState
from tournament.queries.entry.notes import (
    Mark,
    Note,
    conflict_notes,
    hints,
    open_sentence,
    row_notes,
    words_of,
)
from tournament.queries.entry.tables import Stored, Typed, locked_sentence
from tournament.queries.entry.typed import (
    Head,
    ReadRow,
    Shape,
    TypedRow,
    canonical,
    cell_field,
    read_row,
    rows_from_facts,
    rows_from_fields,
    same_rows,
    settled_before,
)
from tournament.queries.games import GameFacts


@dataclass(frozen=True, slots=True)
class Cell:
    """One seat in one game."""

    seat: int
    head: Head
    field: str
    text: str
    points: int | None
    running: int | None
    mark: str
    note_ids: str
    # Whoever deals sits out; what was typed there all the same must be seen to be taken away.
    hatched: bool

    @property
    def not_opened(self) -> bool:
        """A minus belongs to the number: it is shown as words left of it."""
        return canonical(self.text).startswith("-")

    @property
    def won(self) -> bool:
        """R, H or HA."""
        return self.text.strip().upper() in ("R", "H", "HA")


@dataclass(frozen=True, slots=True)
class Row:
    """One game of the sheet: the attempt that counts."""

    number: int
    attempt: int
    dealer: int
    end: End
    cells: tuple[Cell, ...]
    complete: bool = False
    # False: time was up before this game.
    played: bool = True
    words: str = ""
    # Void attempts of this game; the form carries them along.
    earlier: tuple[TypedRow, ...] = ()
    round_ends: bool = False


@dataclass(frozen=True, slots=True)
class Sum:
    """Foot of a column."""

    head: Head
    hand_total: int
    points: int


@dataclass(frozen=True)
class Sheet:
    """A sheet with everything typed in it."""

    series: int
    table: int
    based_on: int
    state: TableState
    # Somebody checked it: a correction needs a reason.
    checked: bool
    totals_only: bool
    closed_reason: str
    # Nobody can change it any more; the sentence says why.
    locked: str
    shape: Shape
    rows: tuple[Row, ...]
    sums: tuple[Sum, ...]
    notes: tuple[Note, ...]
    open_numbers: tuple[int, ...]
    complete_count: int
    # What a save would store.
    facts: tuple[GameFacts, ...]
    # Something is typed or confirmed that is not stored.
    unsaved: bool
    saved_at: datetime | None

    @property
    def open_words(self) -> str:
        """The games still to be typed, empty when all are there."""
        return open_sentence(self.open_numbers) if self.open_numbers else ""

    @property
    def errors(self) -> tuple[Note, ...]:
        """What keeps the save back until it is mended."""
        return tuple(note for note in self.notes if note.mark is Mark.ERROR)

    @property
    def questions(self) -> tuple[Note, ...]:
        """What keeps the save back until somebody says that it is so."""
        return tuple(note for note in self.notes if note.mark is Mark.WARNING)

    @property
    def all_right(self) -> bool:
        """Every game is there and nothing is left to look at."""
        return not (self.open_numbers or self.errors or self.questions)

    @property
    def focus(self) -> str:
        """The cell to start at: the first fault, else the first gap, else the first cell."""
        faults = [note.target for note in (*self.errors, *self.questions) if note.target]
        cells = [cell for row in self.rows if row.played for cell in row.cells if not cell.hatched]
        gaps = [cell.field for cell in cells if not cell.text]
        return next(iter([*faults, *gaps, *(cell.field for cell in cells)]), "")

    @property
    def height(self) -> str:
        """How high rows may be, so that the sheet fills a screen of 800 px and no more."""
        return next((f"rows-{most}" for most in (15, 17) if len(self.rows) <= most), "rows-20")

    @property
    def keypad(self) -> bool:
        """The keys + * / mean a win, as long as no rule set needs them in its numbers."""
        return self.shape.ruleset.scheme is not Scheme.LAID


def sheet(stored: Stored, typed: Typed) -> Sheet:
    """The sheet with everything typed, judged by the engine. One statement if somebody saved meanwhile, else none."""
    shape, table = stored.shape, stored.table
    rows = rows_from_fields(typed.fields, shape)
    before = rows_from_facts(stored.facts, shape)
    on_record = settled_before(stored.facts, shape)
    reads = [read_row(row, shape) for row in rows]
    changed = not same_rows(rows, before)
    notes = [note for read in reads for note in row_notes(read, typed.ticks, on_record)]
    if changed and typed.based_on != table.version:
        notes = [*conflict_notes(stored, rows, before, typed.ticks), *notes]
    notes = sorted([*notes, *hints(shape, reads)], key=Note.order)
    counting = {read.row.number for read in reads if read.is_complete}
    known = {(facts.number, facts.attempt): facts for facts in stored.facts}
    return Sheet(
        series=table.series.number,
        table=table.number,
        based_on=typed.based_on,
        state=TableState.DRAFT if changed else TableState(table.state),
        checked=table.state == TableState.CHECKED,
        totals_only=table.totals_only,
        closed_reason=table.closed_reason,
        locked=locked_sentence(table),
        shape=shape,
        rows=tuple(_rows(reads, notes, shape)),
        sums=tuple(_sum(head, reads) for head in shape.heads),
        notes=tuple(notes),
        open_numbers=tuple(number for number in range(1, shape.games + 1) if number not in counting),
        complete_count=len(counting),
        facts=tuple(
            read.facts(typed.ticks | on_record, known.get((read.row.number, read.row.attempt)))
            for read in reads
            if not read.is_blank
        ),
        unsaved=changed or any(note.token for note in notes if note.mark is Mark.CONFIRMED),
        saved_at=stored.draft.saved_at if stored.draft else None,
    )


def _sum(head: Head, reads: Sequence[ReadRow]) -> Sum:
    return Sum(
        head,
        sum(read.hand_totals.get(head.seat, 0) for read in reads),
        sum(read.points.get(head.seat, 0) for read in reads),
    )


def _rows(reads: Sequence[ReadRow], notes: Sequence[Note], shape: Shape) -> Iterator[Row]:
    """The rows of the grid with running points; void attempts hang behind the one that counts."""
    about = _notes_by_cell(notes)
    running = dict.fromkeys(shape.seats, 0)
    earlier: list[TypedRow] = []
    for read in reads:
        if read.is_void:
            earlier.append(read.row)
            continue
        for seat, points in read.points.items():
            running[seat] += points
        yield _row(read, tuple(earlier), running, about)
        earlier = []


def _notes_by_cell(notes: Sequence[Note]) -> dict[str, list[Note]]:
    """Field of a cell to the notes about it, the gravest first as the notes are."""
    found: dict[str, list[Note]] = {}
    for note in notes:
        for name in note.cells:
            found.setdefault(name, []).append(note)
    return found


def _row(
    read: ReadRow, earlier: tuple[TypedRow, ...], running: Mapping[int, int], about: Mapping[str, list[Note]]
) -> Row:
    row, shape = read.row, read.shape
    cells = []
    for head in shape.heads:
        name = cell_field(row.number, row.attempt, head.seat)
        text = row.texts.get(head.seat, "")
        points = read.points.get(head.seat)
        notes = about.get(name, [])
        cells.append(
            Cell(
                seat=head.seat,
                head=head,
                field=name,
                text=text,
                points=points,
                running=None if points is None else running[head.seat],
                mark=str(notes[0].mark) if notes else "",
                note_ids=" ".join(note.id for note in notes),
                hatched=shape.dealer_sits_out and head.seat == row.dealer and not text,
            )
        )
    return Row(
        number=row.number,
        attempt=row.attempt,
        dealer=row.dealer,
        end=row.end,
        cells=tuple(cells),
        complete=read.is_complete,
        played=row.number <= shape.games or read.is_late,
        words=", ".join(words_of(row)),
        earlier=earlier,
        round_ends=row.number % len(shape.seats) == 0,
    )
