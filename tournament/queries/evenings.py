"""Club evenings as pages and prints show them: rounds replayed by the engine, totals, who won, and why."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.bounds import rules_of
from scoring.games import End, Game, GameResult, Issue, Line, Outcome, check_game, score_game, warn_game
from scoring.matches import Match, play_on
from scoring.rules import Rules, with_options
from scoring.rulesets import RULESETS, RuleSet, Scheme, players_in_game, ruleset
from scoring.scores import WINS, Score, format_score, parse_score
from tournament import models
from tournament.agreements import PLAY_SWITCHES, Chapter, Tick, house_rules, variants
from tournament.queries.curve import Plot, plot
from tournament.queries.entry.notes import issue_sentence
from tournament.wording import figure, listed


@dataclass(frozen=True, slots=True)
class Table:
    """An evening with everything that decides about its points."""

    evening: models.Evening
    rules: RuleSet
    names: Mapping[int, str]

    @property
    def size(self) -> int:
        return len(self.names)

    @property
    def title(self) -> str:
        """What the rule set is called, in the language of the page."""
        return _(self.rules.title)


@dataclass(frozen=True, slots=True)
class StoredRound:
    """One round as it was entered."""

    number: int
    game: Game
    confirmed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """One round with what it gave, and the match after it."""

    stored: StoredRound
    result: GameResult
    match: Match
    over: bool


def ruleset_of_evening(evening: models.Evening) -> RuleSet:
    """The rule set with the options of the evening. No SQL."""
    return ruleset(evening.ruleset, evening.options)


def table_of(evening: models.Evening) -> Table:
    """Who sits there under which rules. One statement."""
    return Table(evening, ruleset_of_evening(evening), dict(evening.players.values_list("position", "name")))


def rules_of_play(table: Table) -> Rules:
    """The profile with the options and the agreements of the table. No SQL."""
    agreed = {name: on for name, on in table.evening.agreements.items() if name in PLAY_SWITCHES}
    return with_options(rules_of(table.rules, table.size), agreed)


def rounds_of(table: Table) -> list[StoredRound]:
    """Every round in order. One statement."""
    return [stored_round(row, table.size) for row in table.evening.rounds.order_by("number")]


def stored_round(row: Any, size: int) -> StoredRound:
    """A row, of today or of the history, as the engine reads it. No SQL."""
    game = Game(
        players=tuple(str(seat) for seat in range(1, size + 1)),
        dealer=str(row.dealer),
        end=End(row.end),
        scores={seat: parse_score(text) for seat, text in row.scores.items()},
        first_opener=None if row.first_opener is None else str(row.first_opener),
        only_joker=frozenset(map(str, row.only_joker)),
    )
    return StoredRound(row.number, game, tuple(row.confirmed))


def replay(rounds: Sequence[StoredRound], table: Table) -> list[Played]:
    """The engine over all rounds: a round that is played again gives nothing and is not counted. No SQL."""
    match, scored, played = Match({str(seat): 0 for seat in table.names}), 0, []
    agreed = table.evening.rounds_agreed
    for stored in rounds:
        result = score_game(stored.game, table.rules)
        match = play_on(match, stored.game, result, table.rules)
        scored += stored.game.end is not End.VOID
        played.append(
            Played(stored, result, match, match.finished or (agreed is not None and scored >= agreed))
        )
    return played


def next_dealer(rounds: Sequence[StoredRound], size: int) -> int:
    """Seat 1 deals first, then clockwise; a round that counted nothing is dealt again by the same player."""
    if not rounds:
        return 1
    last = rounds[-1].game
    return int(last.dealer) if last.end is End.VOID else int(last.dealer) % size + 1


# Entry.


@dataclass(frozen=True, slots=True)
class Note:
    """What is wrong or unusual: a sentence, at the fields of a player or above them all."""

    mark: str
    sentence: str
    seat: int | None
    # A warning can be confirmed: the token travels with the form, and changes with the values.
    token: str = ""
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """A round as typed with everything the engine says to it."""

    game: Game
    notes: tuple[Note, ...]
    confirmed: tuple[str, ...]

    @property
    def is_good(self) -> bool:
        """Nothing wrong, and everything unusual confirmed."""
        return all(note.confirmed for note in self.notes)


def judge(
    table: Table,
    earlier: Sequence[StoredRound],
    game: Game,
    unread: Sequence[Issue] = (),
    ticks: frozenset[str] = frozenset(),
) -> Judged:
    """Errors and warnings of a round that follows the earlier ones. No SQL."""
    not_read = {issue.player for issue in unread}
    errors = [*unread]
    errors += [
        issue
        for issue in check_game(game, table.rules)
        if not (issue.code == "unclear_result" and issue.player in not_read)
    ]
    warnings = [] if not_read else [*warn_game(game, table.rules), *_order_warnings(table, earlier, game)]
    tokens = [_token(issue) for issue in warnings]
    notes = [Note("error", _error_sentence(issue, table), _seat(issue)) for issue in errors]
    notes += [
        Note("warning", issue_sentence(issue, table.names), _seat(issue), token, token in ticks)
        for issue, token in zip(warnings, tokens, strict=True)
    ]
    return Judged(game, tuple(notes), tuple(token for token in tokens if token in ticks))


def _error_sentence(issue: Issue, table: Table) -> str:
    """The sentence in the words of the fields: who won is a choice beside the results."""
    if issue.code == "no_winner":
        return _("Please choose above who won, or how the round ended.")
    return issue_sentence(issue, table.names)


def _seat(issue: Issue) -> int | None:
    return int(issue.player) if issue.player else None


def _token(issue: Issue) -> str:
    return ".".join([issue.code, issue.player or "", *map(str, issue.params.values())])


def _order_warnings(table: Table, earlier: Sequence[StoredRound], game: Game) -> Iterator[Issue]:
    """A dealer out of turn, and a round after the end of the match."""
    number = len(earlier) + 1
    seat = next_dealer(earlier, table.size)
    if earlier and game.dealer != str(seat):
        yield Issue("dealer_differs", game.dealer, {"number": number, "seat": seat})
    played = replay(earlier, table)
    if played and played[-1].over:
        yield Issue("match_over")


# The pad.


@dataclass(frozen=True, slots=True)
class Column:
    """One player at the head of the pad and in its sum."""

    position: int
    name: str
    total: int
    leads: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """What a round gave one player; no points where the player sat out or nothing counted."""

    position: int
    points: int | None
    running: int | None
    won: bool
    sits_out: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One round on the pad, with the reasons of its points."""

    number: int
    dealer: int
    cells: tuple[Cell, ...]
    reasons: tuple[str, ...]
    end: str


@dataclass(frozen=True, slots=True)
class Change:
    """The last thing that was written to the rounds."""

    number: int
    word: str
    by: str
    at: datetime.datetime


@dataclass(frozen=True, slots=True)
class Pad:
    """The whole evening."""

    table: Table
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    finished: bool
    sentence: str
    dealer: int
    plot: Plot | None
    chapters: tuple[Chapter, ...]
    variants: tuple[Tick, ...]

    @property
    def evening(self) -> models.Evening:
        return self.table.evening

    @property
    def next_number(self) -> int:
        return self.rows[-1].number + 1 if self.rows else 1

    @property
    def dealer_name(self) -> str:
        return self.table.names[self.dealer]


def pad(table: Table, rounds: Sequence[StoredRound]) -> Pad:
    """The evening as a score pad. No SQL: table and rounds are read before, with two statements."""
    played = replay(rounds, table)
    match = played[-1].match if played else Match({str(seat): 0 for seat in table.names})
    over = bool(played) and played[-1].over
    leaders = _leaders(table, played, match)
    winners = [int(player) for player in match.winners] or (leaders if over else [])
    return Pad(
        table=table,
        columns=tuple(
            Column(seat, name, match.totals[str(seat)], seat in leaders, seat in winners)
            for seat, name in table.names.items()
        ),
        rows=tuple(_rows(table, played)),
        finished=over,
        sentence=_sentence(table, match, winners, leaders) if played else "",
        dealer=next_dealer(rounds, table.size),
        plot=_plot(table, played),
        chapters=house_rules(table.rules, rules_of_play(table), table.evening.rounds_agreed),
        variants=variants(table.evening.agreements),
    )


def _leaders(table: Table, played: Sequence[Played], match: Match) -> list[int]:
    """Who stands best; in the DRoV rating equal points are parted by the lower sum of Augen (Nr. 14)."""
    if not played:
        return []
    augen = dict.fromkeys(match.totals, 0)
    if table.rules.scheme is Scheme.RATING:
        for one in played:
            for player, total in one.result.hand_totals.items():
                augen[player] += total
    sign = -1 if table.rules.lowest_wins else 1
    standing = {player: (sign * total, -augen[player]) for player, total in match.totals.items()}
    best = max(standing.values())
    return [int(player) for player, value in standing.items() if value == best]


def _sentence(table: Table, match: Match, winners: Sequence[int], leaders: Sequence[int]) -> str:
    """Who has won, or who leads and what is still missing."""
    shown = winners or leaders
    values = {
        "names": listed([table.names[seat] for seat in shown]),
        "total": figure(match.totals[str(shown[0])]),
        "target": table.rules.target,
    }
    if len(winners) == 1:
        return _("%(names)s has won with %(total)s.") % values
    if winners:
        return _("%(names)s have won together with %(total)s each.") % values
    reached = table.rules.target is not None and match.totals[str(shown[0])] >= table.rules.target
    if reached and len(leaders) > 1:
        return _("%(names)s both stand at the top with %(total)s: the tie plays on.") % values
    if reached:
        return _("%(names)s leads with %(total)s, but must go out at %(target)d or more to win.") % values
    if len(leaders) > 1:
        return _("%(names)s lead with %(total)s each.") % values
    return _("%(names)s leads with %(total)s.") % values


ENDS = {
    End.STOCK: gettext_lazy("stock exhausted"),
    End.JOKERS: gettext_lazy("two last jokers"),
    End.VOID: gettext_lazy("played again, counts nothing"),
}
OUTCOMES = {
    Outcome.ROMME: gettext_lazy("Rommé"),
    Outcome.HAND_ROMME: gettext_lazy("Hand-Rommé"),
    Outcome.HAND_ROMME_LAYOFF: gettext_lazy("Hand-Rommé mit Anlegen"),
    Outcome.NOT_OPENED: gettext_lazy("not opened"),
}
LINES = {
    "hand_total": gettext_lazy("%(points)s in hand"),
    "first_out": gettext_lazy("%(points)s out first"),
    "only_joker": gettext_lazy("%(points)s only a joker"),
    "first_opener": gettext_lazy("%(points)s laid first"),
    "doubled": gettext_lazy("%(points)s doubled"),
    "others_hands": gettext_lazy("%(points)s hands of the others"),
    "blocked": gettext_lazy("%(points)s lightest hand, blocked"),
    "laid": gettext_lazy("%(points)s laid"),
    "hand": gettext_lazy("%(points)s in hand"),
}


def _rows(table: Table, played: Sequence[Played]) -> Iterator[Row]:
    for one in played:
        game, result = one.stored.game, one.result
        playing = players_in_game(game.players, game.dealer, table.rules)
        cells = [
            Cell(
                position=int(player),
                points=result.points.get(player),
                running=one.match.totals[player] if player in result.points else None,
                won=player in result.points and game.scores[player].outcome in WINS,
                sits_out=player not in playing,
            )
            for player in game.players
        ]
        reasons = tuple(filter(None, (_reason(table, game, result, player) for player in game.players)))
        yield Row(one.stored.number, int(game.dealer), tuple(cells), reasons, str(ENDS.get(game.end, "")))


def _reason(table: Table, game: Game, result: GameResult, player: str) -> str:
    """Why a player got these points, where the figure does not say it by itself."""
    if player not in result.points:
        return ""
    score, lines = game.scores[player], result.lines[player]
    words = [str(OUTCOMES[score.outcome])] if score.outcome in OUTCOMES else []
    if table.rules.scheme is Scheme.RATING:
        if score.outcome not in WINS:
            words.append(_("%(points)s in hand") % {"points": figure(score.hand_total or 0)})
    elif len(lines) > 1 or any(line.reason != "hand_total" for line in lines):
        words += [_line(line) for line in lines if line.points]
    return f"{table.names[int(player)]}: {', '.join(words)}" if words else ""


def _line(line: Line) -> str:
    sign = (
        "+"
        if line.points > 0 and line.reason not in ("hand_total", "laid", "others_hands", "blocked")
        else ""
    )
    return str(LINES[line.reason]) % {"points": f"{sign}{figure(line.points)}"}


def _plot(table: Table, played: Sequence[Played]) -> Plot | None:
    """A line for each player over the rounds that count; None before the second one."""
    counted = [one.match.totals for one in played if one.result.points]
    if len(counted) < 2:
        return None
    return plot({seat: [0, *(totals[str(seat)] for totals in counted)] for seat in table.names})


# History.


WORDS = {
    "+": gettext_lazy("entered"),
    "~": gettext_lazy("corrected"),
    "-": gettext_lazy("deleted"),
}


def last_change(evening: models.Evening) -> Change | None:
    """What an undo would take back. One statement."""
    record = (
        models.Round.history.filter(evening_id=evening.pk)
        .select_related("history_user")
        .order_by("-history_id")
        .first()
    )
    return None if record is None else _change(record)


def _change(record: Any) -> Change:
    by = record.history_user.get_username() if record.history_user else ""
    return Change(record.number, str(WORDS[record.history_type]), by, record.history_date)


@dataclass(frozen=True, slots=True)
class Version:
    """A round as it was once entered."""

    change: Change
    words: str


def versions(table: Table, number: int) -> list[Version]:
    """Every state a round had, the newest first. One statement."""
    records = (
        models.Round.history.filter(evening_id=table.evening.pk, number=number)
        .select_related("history_user")
        .order_by("-history_id")
    )
    return [Version(_change(record), _words(record, table)) for record in records]


def _words(record: Any, table: Table) -> str:
    """All results in one line, as they are written on paper."""
    stored = stored_round(record, table.size)
    parts = [f"{table.names[int(seat)]} {_written(score)}" for seat, score in stored.game.scores.items()]
    if stored.game.end in ENDS:
        parts.append(str(ENDS[stored.game.end]))
    return ", ".join(parts)


def _written(score: Score) -> str:
    text = format_score(score)
    return _("not opened %(total)d") % {"total": score.hand_total} if text.startswith("-") else text


# Lists and prints.


@dataclass(frozen=True, slots=True)
class Listed:
    """One evening on the list of all."""

    evening: models.Evening
    title: str
    names: str
    rounds: int


def evenings() -> list[Listed]:
    """All evenings, the newest first. Two statements."""
    rows = models.Evening.objects.prefetch_related("players").annotate(played=Count("rounds", distinct=True))
    return [
        Listed(
            row,
            _(RULESETS[row.ruleset].title),
            listed([player.name for player in row.players.all()]),
            row.played,
        )
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class EveningPrint:
    """A pad for paper or the house rules; a blank pad has seats, but no names and no rounds."""

    kind: str
    pad: Pad
    is_blank: bool
    printed_at: datetime.datetime


SCORE_PAD, SCORE_PAD_BLANK, HOUSE_RULES = "score-pad", "score-pad-blank", "house-rules"
PRINT_KINDS = (SCORE_PAD, SCORE_PAD_BLANK, HOUSE_RULES)


def evening_print(evening: models.Evening, kind: str) -> EveningPrint:
    """What a print of an evening shows; the kind is one of PRINT_KINDS. Two statements at most."""
    table = table_of(evening)
    blank = kind == SCORE_PAD_BLANK
    rounds = rounds_of(table) if kind == SCORE_PAD else []
    return EveningPrint(SCORE_PAD if blank else kind, pad(table, rounds), blank, timezone.now())
