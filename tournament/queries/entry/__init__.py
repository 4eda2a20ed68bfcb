"""The entry page: the tables of a series, and one sheet with everything the engine says to it.

`tables` reads the database, `typed` turns texts into rows the engine has judged, `notes` says in words what is
wrong or unusual, `sheet` puts it together for the page and for the save.
"""

from tournament.queries.entry.notes import Mark, Note, last_save
from tournament.queries.entry.sheet import Sheet, sheet
from tournament.queries.entry.tables import (
    Stored,
    Strip,
    Typed,
    locked_sentence,
    series_tables,
    spans,
    stored_sheet,
    strip_of,
    typed_numbers,
    typed_or_stored,
)
from tournament.queries.entry.typed import Shape, fields_from_facts

__all__ = [
    "Mark",
    "Note",
    "Shape",
    "Sheet",
    "Stored",
    "Strip",
    "Typed",
    "fields_from_facts",
    "last_save",
    "locked_sentence",
    "series_tables",
    "sheet",
    "spans",
    "stored_sheet",
    "strip_of",
    "typed_numbers",
    "typed_or_stored",
]
