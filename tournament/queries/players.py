"""The players of a tournament, and who may be meant by what was typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Max
from django.utils.translation import gettext as _

from tournament.models import Adjustment, Entry, Player, Seat, Tournament
from tournament.names import fold, search_key

MOST_CHOICES = 8
# Candidates from the directory that are looked at before the best are kept.
MOST_CANDIDATES = 200


@dataclass(frozen=True, slots=True)
class Roll:
    """Every entry in order of start number, and the counts of the check-in."""

    entries: tuple[Entry, ...]

    @property
    def playing(self) -> list[Entry]:
        """All who have not withdrawn."""
        return [entry for entry in self.entries if not entry.withdrawn]

    @property
    def present(self) -> int:
        return sum(entry.present for entry in self.playing)

    @property
    def absent(self) -> int:
        return len(self.playing) - self.present

    @property
    def paid(self) -> int:
        return sum(entry.fee_paid for entry in self.playing)

    @property
    def unpaid(self) -> int:
        return len(self.playing) - self.paid

    @property
    def withdrawn(self) -> int:
        return len(self.entries) - len(self.playing)


def roll(tournament: Tournament) -> Roll:
    """The players' list. One statement."""
    return Roll(tuple(tournament.entries.order_by("number")))


class Kind(StrEnum):
    """What choosing a line of the suggestions does."""

    ENTRY = "entry"  # somebody registered: check in
    PERSON = "person"  # somebody from the directory: register
    NEW = "new"  # nobody known: create and register


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of the suggestions; `key` is a start number or the primary key of a person."""

    kind: Kind
    key: int
    name: str
    club: str
    present: bool = False
    withdrawn: bool = False
    # The part of the name that was typed.
    span: tuple[int, int] = (0, 0)

    @property
    def token(self) -> str:
        """Names the choice in a form."""
        return self.kind if self.kind is Kind.NEW else f"{self.kind}-{self.key}"

    @property
    def note(self) -> str:
        """What choosing the line does, in words."""
        club = f", {self.club}" if self.club else ""
        if self.kind is Kind.NEW:
            return _("New player, number %(number)d%(club)s") % {"number": self.key, "club": club}
        if self.kind is Kind.PERSON:
            return _("In the directory, not registered yet%(club)s") % {"club": club}
        state = _("has withdrawn") if self.withdrawn else _("is here") if self.present else _("not here yet")
        return _("Number %(number)d%(club)s, %(state)s") % {"number": self.key, "club": club, "state": state}

    @property
    def parts(self) -> tuple[str, str, str]:
        """The name before, in and after the part that was typed."""
        start, end = self.span
        return self.name[:start], self.name[start:end], self.name[end:]


@dataclass(frozen=True, slots=True)
class Found:
    """Who may be meant. `sure` is what Enter does without a question; None asks."""

    choices: tuple[Choice, ...]
    sure: Choice | None
    next_number: int

    @property
    def first(self) -> Choice | None:
        """The line that is chosen before an arrow key is pressed."""
        return self.sure or (self.choices[0] if self.choices else None)

    @property
    def same_name(self) -> bool:
        """Whether somebody registered has exactly the name that was typed."""
        return self.sure is None and any(
            choice.kind is Kind.ENTRY and choice.span == (0, len(choice.name)) for choice in self.choices
        )


def next_number(tournament: Tournament) -> int:
    """One above the highest start number: gaps are kept. One statement."""
    highest = tournament.entries.order_by().aggregate(Max("number"))["number__max"]
    return (highest or 0) + 1


def was_seated(entry: Entry) -> bool:
    """Whether the entry sits or sat at some table. One statement."""
    return Seat.objects.filter(entry=entry).exists()


def is_adjusted(entry: Entry) -> bool:
    """Whether the entry has an adjustment. One statement."""
    return Adjustment.objects.filter(entry=entry).exists()


def find_number(tournament: Tournament, number: int) -> Found:
    """Start numbers that begin with what was typed, the number itself first. One statement."""
    entries = list(tournament.entries.order_by("number"))
    exact = [entry for entry in entries if entry.number == number]
    longer = [entry for entry in entries if entry not in exact and str(entry.number).startswith(str(number))]
    choices = [_entry_choice(entry, (0, 0)) for entry in exact + longer]
    following = max((entry.number for entry in entries), default=0) + 1
    return Found(tuple(choices[:MOST_CHOICES]), choices[0] if exact else None, following)


def find_name(tournament: Tournament, name: str, club: str = "") -> Found:
    """Registered people, then the directory, then a new person. Two statements."""
    entries = list(tournament.entries.order_by("number"))
    following = max((entry.number for entry in entries), default=0) + 1
    registered = [
        _entry_choice(entry, span) for entry in entries if (span := match(entry.name, name)) is not None
    ]
    known = [
        Choice(Kind.PERSON, person.pk, person.name, person.club, span=span)
        for person in _candidates(tournament, name)
        if (span := match(person.name, name)) is not None
    ]
    new = Choice(Kind.NEW, following, name, club)
    registered.sort(key=lambda choice: not _is_whole(choice))
    known.sort(key=lambda choice: not _is_whole(choice))
    sure = _sure(name, club, registered, known, new)
    people = (registered + known)[: MOST_CHOICES - 1]
    if sure is not None and sure.kind is Kind.PERSON and sure not in people:
        people[-1] = sure
    return Found((*people, new), sure, following)


def _sure(
    name: str, club: str, registered: Sequence[Choice], known: Sequence[Choice], new: Choice
) -> Choice | None:
    """A whole name that nobody registered has is clear; a fragment, or a name that is there, is not."""
    if any(_is_whole(choice) for choice in registered):
        return None
    same = [
        choice
        for choice in known
        if _is_whole(choice) and (not club or not choice.club or fold(choice.club) == fold(club))
    ]
    if same:
        return same[0] if len(same) == 1 else None
    if " " in name or club or not (registered or known):
        return new
    return None


def _entry_choice(entry: Entry, span: tuple[int, int]) -> Choice:
    return Choice(
        Kind.ENTRY,
        entry.number,
        entry.name,
        entry.club,
        present=entry.present,
        withdrawn=entry.withdrawn,
        span=span,
    )


def _is_whole(choice: Choice) -> bool:
    return choice.span == (0, len(choice.name))


def _candidates(tournament: Tournament, name: str) -> list[Player]:
    """People of the directory who are not in the tournament and have the longest word typed in their name."""
    words = search_key(name).split()
    if not words:
        return []
    people = Player.objects.filter(name_key__contains=max(words, key=len)).exclude(
        entries__tournament=tournament
    )
    return list(people.order_by("name_key", "pk")[:MOST_CANDIDATES])


def match(name: str, typed: str) -> tuple[int, int] | None:
    """Which part of a name was typed: every word typed begins a word of the name, accents and case ignored.

    The part is that of the first word typed, the whole name when it is the same name, or None.
    """
    wanted = search_key(typed).split()
    keys = search_key(name).split()
    if not wanted:
        return None
    if wanted == keys:
        return (0, len(name))
    pieces = [piece for key in keys for piece in {key, *key.replace("-", " ").split()}]
    if not all(any(piece.startswith(word) for piece in pieces) for word in wanted):
        return None
    return _span(name, wanted[0])


def _span(name: str, word: str) -> tuple[int, int]:
    """Where in the name the folded word begins and ends: ß and ü are longer folded than written."""
    starts = [index for index in range(len(name)) if index == 0 or name[index - 1] in " -"]
    for start in starts:
        for end in range(start + 1, len(name) + 1):
            key = search_key(name[start:end])
            if key.startswith(word):
                return start, end
            if not word.startswith(key):
                break
    return 0, 0
