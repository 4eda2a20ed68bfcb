"""Who sits where, for whoever looks it up; and who has met whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournament.models import Seat, Tournament
from tournament.names import listed_name, search_key

# So many players a picture of meetings can show on a screen.
PICTURE_PLAYERS = 60
# Whoever matches fewer names than this sees their tables in all series.
FEW = 4


@dataclass(frozen=True, slots=True)
class Place:
    """Where one player sits in one series."""

    series: int
    table: int
    position: int
    number: int
    name: str

    @property
    def listed(self) -> str:
        """Surname first."""
        return listed_name(self.name)


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """One series of a player, with the others at the table."""

    place: Place
    mates: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a series by name, and those of the few who were looked for in all series, this one first."""

    listed: tuple[Place, ...]
    found: tuple[tuple[OwnPlace, ...], ...]

    @property
    def tables(self) -> dict[int, list[Place]]:
        """Table → its places in seat order."""
        tables: dict[int, list[Place]] = {}
        for place in sorted(self.listed, key=lambda place: (place.table, place.position)):
            tables.setdefault(place.table, []).append(place)
        return tables


def places(tournament: Tournament, series_number: int, wanted: str) -> Places:
    """The places of a series, narrowed to a start number or a part of a name, accents ignored. Two statements."""
    rows = _places(tournament, series=series_number)
    if not wanted.strip():
        return Places(rows, ())
    matching = _matching(rows, wanted)
    numbers = {place.number for place in matching}
    if not numbers or len(numbers) >= FEW:
        return Places(matching, ())
    by_series = sorted(_places(tournament), key=lambda place: (place.series != series_number, place.series))
    return Places(matching, _own(by_series, sorted(numbers)))


def _places(tournament: Tournament, series: int | None = None) -> tuple[Place, ...]:
    """By name. One statement."""
    seats = Seat.objects.filter(series__tournament=tournament)
    if series is not None:
        seats = seats.filter(series__number=series)
    rows = seats.order_by("entry__sort_key", "entry__number", "series__number").values_list(
        "series__number", "table__number", "position", "entry__number", "entry__name"
    )
    return tuple(Place(*row) for row in rows)


def _matching(rows: Sequence[Place], wanted: str) -> tuple[Place, ...]:
    """A number means a start number and nothing else; letters may stand anywhere in the name."""
    if wanted.strip().isdecimal():
        return tuple(place for place in rows if str(place.number) == wanted.strip())
    key = search_key(wanted)
    return tuple(
        place for place in rows if key in search_key(place.name) or key in search_key(listed_name(place.name))
    )


def _own(rows: Sequence[Place], numbers: Sequence[int]) -> tuple[tuple[OwnPlace, ...], ...]:
    at_table: dict[tuple[int, int], list[Place]] = {}
    for place in rows:
        at_table.setdefault((place.series, place.table), []).append(place)
    return tuple(
        tuple(
            OwnPlace(
                place,
                tuple(
                    sorted(
                        (mate for mate in at_table[place.series, place.table] if mate.number != number),
                        key=lambda mate: mate.position,
                    )
                ),
            )
            for place in rows
            if place.number == number
        )
        for number in numbers
    )


@dataclass(frozen=True, slots=True)
class Again:
    """Two who met more than once."""

    one: Place
    other: Place
    count: int


@dataclass(frozen=True, slots=True)
class Company:
    """Whom one player has met, in order of the names."""

    place: Place
    met: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Meetings:
    """Who met whom in all seated series; the picture only for a field that a screen can hold."""

    series: tuple[int, ...]
    companies: tuple[Company, ...]
    again: tuple[Again, ...]
    met: int
    pairs: int
    picture: Picture | None


@dataclass(frozen=True, slots=True)
class Mark:
    """A cell of the picture that needs a figure."""

    x: int
    y: int
    count: int


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the picture, or a column under its number."""

    at: int
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A square of cells in units: paths of the cells, of the diagonal and of the grid."""

    side: int
    left: int
    once: str
    diagonal: str
    grid: str
    marks: tuple[Mark, ...]
    lines: tuple[Line, ...]

    @property
    def width(self) -> int:
        return self.left + self.side

    @property
    def height(self) -> int:
        return TOP + self.side


# Units of the picture; a letter of its captions is so wide on average.
CELL, TOP, LETTER = 18, 46, 8


def meetings(tournament: Tournament) -> Meetings:
    """Who met whom. One statement."""
    rows = _places(tournament)
    people = {place.number: place for place in rows}
    at_table: dict[tuple[int, int], list[int]] = {}
    for place in rows:
        at_table.setdefault((place.series, place.table), []).append(place.number)
    order = {number: index for index, number in enumerate(people)}
    met: Counter[tuple[int, int]] = Counter()
    for numbers in at_table.values():
        met.update(combinations(sorted(numbers, key=order.__getitem__), 2))
    company: dict[int, list[int]] = {number: [] for number in people}
    for one, other in met:
        company[one].append(other)
        company[other].append(one)
    return Meetings(
        tuple(sorted({place.series for place in rows})),
        tuple(
            Company(
                people[number],
                tuple(people[other] for other in sorted(company[number], key=order.__getitem__)),
            )
            for number in people
        ),
        tuple(
            Again(people[one], people[other], count)
            for (one, other), count in sorted(met.items())
            if count > 1
        ),
        len(met),
        len(people) * (len(people) - 1) // 2,
        _picture(list(people.values()), met) if 0 < len(people) <= PICTURE_PLAYERS else None,
    )


def _picture(people: Sequence[Place], met: Mapping[tuple[int, int], int]) -> Picture:
    side = CELL * len(people)
    left = LETTER * max(len(place.listed) + 4 for place in people)
    place_of = {place.number: index * CELL for index, place in enumerate(people)}
    once, marks = [], []
    for (one, other), count in met.items():
        for column, row in ((one, other), (other, one)):
            x, y = left + place_of[column], TOP + place_of[row]
            if count == 1:
                once.append(f"M{x + 4} {y + 4}h10v10h-10z")
            else:
                marks.append(Mark(x + CELL // 2, y + 14, count))
    lines = [index * CELL for index in range(len(people) + 1)]
    return Picture(
        side,
        left,
        "".join(once),
        "".join(f"M{left + at} {TOP + at}l{CELL} {CELL}" for at in lines[:-1]),
        "".join(f"M{left + at} {TOP}v{side}M{left} {TOP + at}h{side}" for at in lines),
        tuple(marks),
        tuple(Line(place_of[place.number], place.number, place.listed) for place in people),
    )
