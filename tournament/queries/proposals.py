"""Plans that are drawn and not yet confirmed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate

from scoring.seating import Draws, Method, Plan, draw_all, table_sizes
from scoring.seating.draws import FEWEST_STEPS, STEPS_OF_ONE
from scoring.seating.sentences import Sentence
from tournament.models import Entry, Tournament
from tournament.queries.rankings import ranking
from tournament.queries.seating import Field, begun_series, field_for, plans

# A search may go on for so many times its usual steps: every request of it ends within some seconds.
MOST_TIMES = 6
BLOCK = 4


@dataclass(frozen=True, slots=True)
class Lottery:
    """What people choose for a draw; `steps` goes on with a search, or repeats one that ended early."""

    method: Method
    seed: str
    attempt: int = 1
    steps: int | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """One series, or several together, that nobody has confirmed yet."""

    numbers: tuple[int, ...]
    lottery: Lottery
    # Of the field it was drawn from.
    fingerprint: str
    draws: Draws = field(repr=False)
    # The standing that was used, best first; empty where none was.
    ranking: tuple[int, ...] = ()
    # Steps to search on with; None where the search came to an end or cannot become better.
    more_steps: int | None = None

    @property
    def plans(self) -> tuple[Plan, ...]:
        return self.draws.plans

    @property
    def notes(self) -> tuple[Sentence, ...]:
        return self.draws.notes

    def shown_as(self, fingerprint: str) -> Proposal:
        """The same as somebody saw it: from the field that the preview named."""
        return replace(self, fingerprint=fingerprint)


def usual_steps(players: int) -> int:
    """After so many steps a search ends by itself."""
    return max(FEWEST_STEPS, STEPS_OF_ONE // max(1, players))


def most_steps(players: int) -> int:
    """After so many steps nobody may go on any more."""
    return MOST_TIMES * usual_steps(players)


def propose(field: Field, numbers: tuple[int, ...], lottery: Lottery) -> Proposal:
    """Draw from a seed; the same field and choice give the same plans. No SQL. Raises SeatingError."""
    seaters = field.seaters
    draws = draw_all(
        seaters,
        len(numbers),
        method=lottery.method,
        seed=lottery.seed,
        attempt=lottery.attempt,
        past=field.past,
        ranking=field.order,
        steps=lottery.steps,
    )
    usual = usual_steps(len(seaters))
    bound = usual if lottery.steps is None else lottery.steps
    unfinished = draws.steps >= bound and any(note.code == "meetings_left" for note in draws.notes)
    more = (bound // usual + 1) * usual
    return Proposal(
        numbers,
        lottery,
        field.fingerprint,
        draws,
        field.order,
        more if unfinished and more <= most_steps(len(seaters)) else None,
    )


def whole_field(tournament: Tournament, last: int) -> tuple[tuple[int, ...], tuple[int, ...], Field]:
    """The series up to the last that can be planned together, those of them planned before, and the field.

    Three statements.
    """
    begun = begun_series(tournament)
    seated = plans(tournament)
    numbers = tuple(number for number in range(1, last + 1) if number not in begun)
    planned = tuple(number for number in numbers if number in seated)
    return numbers, planned, field_for(tournament, numbers, seated)


def ranked_field(
    tournament: Tournament, number: int, method: Method, seated: dict[int, Plan] | None = None
) -> Field:
    """The field of one series with the standing before it, where the method asks for it."""
    return field_for(tournament, [number], seated, ranking(tournament, number, method))


def ties_at_a_cut(field: Field, method: Method) -> Iterator[list[Entry]]:
    """Undecided ties whose members come to different tables: there the lot would decide who sits where."""
    if field.ranking is None:
        return
    block = _blocks(field) if method is Method.TANDEM else _tables(field)
    for tie in field.ranking.ties:
        if len({block[number] for number in tie if number in block}) > 1:
            yield [field.entries[number] for number in tie if number in block]


def _tables(field: Field) -> dict[int, int]:
    """Start number → index of the table at its rank."""
    ends = list(accumulate(table_sizes(len(field.playing))))
    return {
        number: next(index for index, end in enumerate(ends) if position < end)
        for position, number in enumerate(field.order)
    }


def _blocks(field: Field) -> dict[int, int]:
    """Start number → index of the block of four tandems; single players are in none."""
    members: dict[str, list[int]] = {}
    for number in field.order:
        if tandem := field.entries[number].tandem:
            members.setdefault(tandem, []).append(number)
    couples = [numbers for numbers in members.values() if len(numbers) > 1]
    return {number: index // BLOCK for index, couple in enumerate(couples) for number in couple}
