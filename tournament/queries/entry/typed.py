"""A score sheet as it is typed: texts in, and for every row what the engine says to it. No SQL.

The sheet of a request and the draft in the database are the same mapping from field names to texts, so there is
one way to read them: the page shows, the check answers and the save stores what `read_row` found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from scoring.games import (
    WINS,
    End,
    Game,
    Issue,
    Outcome,
    Score,
    ScoreError,
    check_game,
    dealer_seat,
    format_score,
    parse_score,
    parse_scores,
    score_game,
    score_player,
    warn_game,
)
from scoring.rulesets import RuleSet
from scoring.scores import held
from tournament.models import MAX_HAND_TOTAL
from tournament.queries.games import GameFacts

# The paper has room for one line; more than this many replays of one game is a slip of the keyboard.
MAX_ATTEMPTS = 9

# Keys of the keypad, and a minus typed behind the number as it is on the keypad.
KEYS = {"+": "R", "*": "H", "/": "HA"}
CELL = re.compile(r"c-([0-9]{1,3})-([0-9]{1,3})-([0-9])")
MINUS_BEHIND = re.compile(r"([0-9]+)\s*[-\N{MINUS SIGN}\N{EN DASH}]")

# A warning about one cell is asked again when that cell changes, one about the dealer when the dealer does,
# every other one when anything in the row does.
ABOUT_ONE_CELL = frozenset({"not_opened_range", "opened_range", "hand_not_in_fives"})
# These say something only when every result of the game is there.
ABOUT_WHOLE_GAMES = frozenset({"jokers_not_twenty", "layoff_without_melds", "first_opener_missing"})


@dataclass(frozen=True, slots=True)
class Head:
    """Who sits in a column of the sheet."""

    seat: int
    number: int
    name: str
    # Surname, or the whole name where two at the table share it.
    short: str


@dataclass(frozen=True)
class Shape:
    """What a sheet looks like before anything is typed."""

    heads: tuple[Head, ...]
    # Rows on the paper, and after which of them time was up.
    printed: int
    closed_after: int | None
    ruleset: RuleSet

    @property
    def games(self) -> int:
        """How many games the table plays."""
        return self.printed if self.closed_after is None else min(self.printed, self.closed_after)

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The seats in order round the table."""
        return tuple(head.seat for head in self.heads)

    @cached_property
    def names(self) -> dict[int, str]:
        """Seat to short name."""
        return {head.seat: head.short for head in self.heads}

    def head(self, seat: int | None) -> Head | None:
        """The column of a seat."""
        return next((head for head in self.heads if head.seat == seat), None)

    @property
    def dealer_sits_out(self) -> bool:
        """Whether whoever deals a game does not play it."""
        return len(self.heads) in self.ruleset.dealer_sits_out_at

    def proposed_dealer(self, number: int) -> int:
        """Whose turn it is to deal that game."""
        return self.seats[dealer_seat(number, len(self.seats)) - 1]

    def playing(self, dealer: int) -> tuple[int, ...]:
        """Who plays a game that seat deals."""
        return tuple(seat for seat in self.seats if not (self.dealer_sits_out and seat == dealer))


@dataclass(frozen=True, slots=True)
class TypedRow:
    """One row of the sheet, as text."""

    number: int
    attempt: int
    dealer: int
    end: End
    texts: Mapping[int, str] = field(default_factory=dict)


def plain(text: str) -> str:
    """What a cell means in the notation of the files: the keys of the keypad are understood too."""
    text = text.strip()
    behind = MINUS_BEHIND.fullmatch(text)
    return f"-{behind[1]}" if behind else KEYS.get(text, text)


def canonical(text: str) -> str:
    """The same result always as the same text, so that `87 ` and `087` are no change of `87`."""
    text = plain(text)
    try:
        return format_score(parse_score(text)) if text else ""
    except ScoreError:
        return text


def cell_field(number: int, attempt: int, seat: int) -> str:
    """Name of the field of a cell."""
    return f"c-{number}-{attempt}-{seat}"


def cell_of(name: str) -> tuple[int, int, int] | None:
    """Game, attempt and seat of such a name; None for every other field."""
    match = CELL.fullmatch(name)
    return (int(match[1]), int(match[2]), int(match[3])) if match else None


def dealer_field(number: int, attempt: int) -> str:
    """Name of the field that says who deals."""
    return f"dealer-{number}-{attempt}"


def end_field(number: int, attempt: int) -> str:
    """Name of the field that says how the game ended."""
    return f"end-{number}-{attempt}"


def rows_from_fields(fields: Mapping[str, str], shape: Shape) -> tuple[TypedRow, ...]:
    """Every row of the sheet, from the fields of a request or a draft.

    A void attempt is followed by the next, and an attempt that another one follows is void.
    """
    rows: list[TypedRow] = []
    for number in range(1, shape.printed + 1):
        attempts = [_row_from_fields(fields, shape, number, each) for each in range(1, MAX_ATTEMPTS + 1)]
        last = max((row.attempt for row in attempts if row.texts), default=1)
        for row in attempts:
            row = replace(row, end=End.VOID) if row.attempt < last else row
            rows.append(row)
            if row.end is not End.VOID:
                break
    return tuple(rows)


def _row_from_fields(fields: Mapping[str, str], shape: Shape, number: int, attempt: int) -> TypedRow:
    texts = {seat: fields.get(cell_field(number, attempt, seat), "") for seat in shape.seats}
    dealers = {str(seat): seat for seat in shape.seats}
    ends = {str(end): end for end in End if attempt < MAX_ATTEMPTS or end is not End.VOID}
    return TypedRow(
        number=number,
        attempt=attempt,
        dealer=dealers.get(fields.get(dealer_field(number, attempt), ""), shape.proposed_dealer(number)),
        end=ends.get(fields.get(end_field(number, attempt), ""), End.WON),
        texts={seat: text for seat, text in texts.items() if text.strip()},
    )


def fields_from_facts(stored: Iterable[GameFacts]) -> dict[str, str]:
    """The fields that give those rows."""
    fields = {}
    for facts in stored:
        fields[dealer_field(facts.number, facts.attempt)] = str(facts.dealer_seat)
        fields[end_field(facts.number, facts.attempt)] = str(facts.end)
        for seat, score in facts.scores.items():
            fields[cell_field(facts.number, facts.attempt, seat)] = format_score(score)
    return fields


def rows_from_facts(stored: Iterable[GameFacts], shape: Shape) -> tuple[TypedRow, ...]:
    """The sheet as it is stored, with blank rows where nothing is."""
    return rows_from_fields(fields_from_facts(stored), shape)


@dataclass(frozen=True)
class ReadRow:
    """One row, read: what it says, and everything wrong or unusual in it."""

    row: TypedRow
    shape: Shape
    scores: Mapping[int, Score]
    errors: tuple[Issue, ...] = ()
    warnings: tuple[Issue, ...] = ()
    gaps: tuple[int, ...] = ()
    unclear: tuple[int, ...] = ()

    @property
    def is_void(self) -> bool:
        """The game was played again; this attempt is on record and counts nothing."""
        return self.row.end is End.VOID

    @cached_property
    def is_blank(self) -> bool:
        """Nothing was typed and nothing chosen: not played, or not yet."""
        return (
            not self.row.texts
            and self.row.end is End.WON
            and self.row.dealer == self.shape.proposed_dealer(self.row.number)
        )

    @property
    def is_late(self) -> bool:
        """Something is typed for a game after time was up."""
        return self.row.number > self.shape.games and not self.is_blank

    @property
    def is_complete(self) -> bool:
        """The row counts."""
        incomplete = self.errors or self.gaps or self.unclear
        return not (self.is_void or self.is_blank or self.is_late or incomplete)

    @property
    def game(self) -> Game:
        """The row as the engine reads it; players are called by their seat."""
        return _game(self.row, self.scores, self.shape)

    @cached_property
    def faulty(self) -> frozenset[int]:
        """Seats whose own result is wrong: it is worth nothing until it is mended."""
        return frozenset(int(issue.player) for issue in self.errors if issue.player)

    @cached_property
    def points(self) -> dict[int, int]:
        """Points by seat, of every result that can be read."""
        if self.is_void:
            return {}
        if self.is_complete:
            return {
                int(player): points
                for player, points in score_game(self.game, self.shape.ruleset).points.items()
            }
        found = {}
        for seat, score in self.scores.items():
            worth = score_player(score, self.row.end, self.shape.ruleset)
            if seat not in self.faulty and worth is not None:
                found[seat] = worth
        return found

    @cached_property
    def hand_totals(self) -> dict[int, int]:
        """Augen by seat, of every result that can be read."""
        if self.is_void:
            return {}
        return {
            seat: held(score)
            for seat, score in self.scores.items()
            if seat not in self.faulty and score.outcome is not Outcome.UNCLEAR
        }

    def token(self, issue: Issue) -> str:
        """Names a warning together with the value it is about: another value is another warning."""
        if issue.code in ABOUT_ONE_CELL:
            value = canonical(self.row.texts.get(int(issue.player or 0), ""))
        elif issue.code == "dealer_differs":
            value = str(self.row.dealer)
        else:
            texts = [canonical(self.row.texts.get(seat, "")) for seat in self.shape.seats]
            value = "|".join([self.row.end, str(self.row.dealer), *texts])
        return f"{self.row.number}.{self.row.attempt}:{issue.code}:{issue.player or ''}:{value}"

    def marked(self, issue: Issue) -> tuple[int, ...]:
        """The seats whose cells an error or warning is about."""
        if issue.player is not None:
            return (int(issue.player),)
        if issue.code == "two_winners":
            return tuple(seat for seat, score in self.scores.items() if score.outcome in WINS)
        if issue.code == "hands_exceed_deck":
            return tuple(seat for seat, score in self.scores.items() if held(score))
        return self.shape.playing(self.row.dealer)

    def facts(self, settled: frozenset[str], before: GameFacts | None) -> GameFacts:
        """The row as it is stored: a gap is unclear, and warnings that were confirmed are kept with it."""
        scores = dict(self.scores)
        if not self.is_void:
            scores.update(dict.fromkeys(self.gaps, Score(Outcome.UNCLEAR, None)))
        found = GameFacts(self.row.number, self.row.attempt, self.row.dealer, self.row.end, scores)
        confirmed = {issue.code for issue in self.warnings if self.token(issue) in settled}
        if (
            before is not None
            and replace(before, confirmed=()) == found
            and confirmed <= set(before.confirmed)
        ):
            # Nothing else changed: what a file said about this row stays said.
            return before
        return replace(found, confirmed=tuple(sorted(confirmed)))


def _game(row: TypedRow, scores: Mapping[int, Score], shape: Shape) -> Game:
    return Game(
        players=tuple(str(seat) for seat in shape.seats),
        dealer=str(row.dealer),
        end=row.end,
        scores={str(seat): score for seat, score in scores.items()},
    )


def read_row(row: TypedRow, shape: Shape) -> ReadRow:
    """Read one row and let the engine judge it."""
    scores, errors = _read_scores(row, shape)
    read = ReadRow(row, shape, scores)
    if read.is_void or read.is_blank:
        return read
    unreadable = {issue.player for issue in errors}
    gaps, unclear = [], []
    for issue in check_game(read.game, shape.ruleset):
        if issue.code == "missing_result":
            gaps.append(int(issue.player or 0))
        elif issue.code != "unclear_result":
            errors.append(issue)
        elif issue.player not in unreadable:
            unclear.append(int(issue.player or 0))
    warnings = warn_game(read.game, shape.ruleset, row.number)
    if gaps or unclear or unreadable:
        warnings = tuple(issue for issue in warnings if issue.code not in ABOUT_WHOLE_GAMES)
    return replace(read, errors=tuple(errors), warnings=warnings, gaps=tuple(gaps), unclear=tuple(unclear))


def _read_scores(row: TypedRow, shape: Shape) -> tuple[dict[int, Score], list[Issue]]:
    """The results of a row by seat; what cannot be read is an error, and unclear among the results."""
    parsed, unread = parse_scores({str(seat): plain(text) for seat, text in row.texts.items()}, shape.ruleset)
    issues = [_within_the_sheet(issue, shape) for issue in unread]
    scores = {}
    for player, score in parsed.items():
        if held(score) > MAX_HAND_TOTAL:
            issues.append(Issue("too_large", player, {"text": held(score), "high": MAX_HAND_TOTAL}))
            score = Score(Outcome.UNCLEAR, None)
        scores[int(player)] = score
    return scores, issues


def _within_the_sheet(issue: Issue, shape: Shape) -> Issue:
    if issue.code == "too_large":
        return replace(issue, params={**issue.params, "high": MAX_HAND_TOTAL})
    return issue


def settled_before(stored: Sequence[GameFacts], shape: Shape) -> frozenset[str]:
    """The warnings that are confirmed on record, each with the value it was confirmed for."""
    tokens = set()
    for facts in stored:
        if facts.confirmed:
            fields = fields_from_facts([facts])
            read = read_row(_row_from_fields(fields, shape, facts.number, facts.attempt), shape)
            tokens |= {read.token(issue) for issue in read.warnings if issue.code in facts.confirmed}
    return frozenset(tokens)


def same_rows(one: Sequence[TypedRow], other: Sequence[TypedRow]) -> bool:
    """Whether two sheets say the same."""
    return [_comparable(row) for row in one] == [_comparable(row) for row in other]


def _comparable(row: TypedRow) -> tuple[int, int, int, str, dict[int, str]]:
    texts = {seat: canonical(text) for seat, text in row.texts.items()}
    return row.number, row.attempt, row.dealer, row.end, texts
