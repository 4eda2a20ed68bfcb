"""The series of a file: tables, seats and games, checked by the same engine as the sheets typed by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from scoring.games import End, Game, check_game, warn_game
from scoring.issues import MESSAGES, Issue
from scoring.messages import fill
from scoring.ranking import Total
from scoring.rulesets import RuleSet, games_at_table
from scoring.scores import Outcome, Score, ScoreError, parse_score
from scoring.seating import Method
from tournament.exchange.fields import START_NUMBER, Faults, Fields, shown, whole_number
from tournament.exchange.json_text import JsonObject, Remark, shortened
from tournament.models import MAX_GAMES, MAX_HAND_TOTAL, MAX_NUMBER, REASON_LENGTH, TableState
from tournament.queries.facts import DrawFacts, SeriesFacts, TableFacts, derived_state, games_wanted
from tournament.queries.games import GameFacts

MAX_SERIES = 99
MAX_TABLE = 999
MAX_ATTEMPT = 99
MAX_SEED_LENGTH = 200
MAX_STEPS = 2_000_000_000
MAX_POINTS = 999_999
# Reported at the seats already, or no fault of a file: a cell marked as unclear makes the row a draft.
SAID_ELSEWHERE = frozenset({"table_size", "player_twice", "unclear_result"})
WARNINGS = (
    "not_opened_range",
    "opened_range",
    "hands_exceed_deck",
    "jokers_not_twenty",
    "layoff_without_melds",
    "dealer_differs",
    "first_opener_missing",
    "hand_not_in_fives",
)


@dataclass
class Surroundings:
    """What the sheets are read against, and what is found on the way."""

    rules: RuleSet
    games_per_player: int
    names: dict[int, str]
    faults: Faults
    warnings: list[Remark] = field(default_factory=list)

    def person(self, number: str) -> str:
        """A start number with its name, for a sentence."""
        name = self.names.get(int(number), "") if number.isdecimal() else ""
        return f"{number} {name}".strip()

    def sentence(self, issue: Issue) -> str:
        """A sentence of the engine, about people by their names."""
        values = {"player": self.person(issue.player or ""), **issue.params}
        return fill(_(MESSAGES[issue.code]), values)


def read_series(items: Iterable[tuple[str, Any]], around: Surroundings) -> tuple[SeriesFacts, ...]:
    """Every series of a file."""
    found = []
    numbers: set[int] = set()
    for path, value in items:
        fields = Fields(value, path, around.faults, needed=("number", "tables"), known=("draw", "closed"))
        number = fields.whole("number", 1, MAX_SERIES)
        _once(number, numbers, fields, _("Series %(number)d is there twice."))
        found.append(
            SeriesFacts(
                number=number,
                tables=_tables(fields, around),
                draw=_draw(fields, around),
                closed=fields.flag("closed", default=False),
            )
        )
    return tuple(found)


def _once(number: int, seen: set[int], fields: Fields, sentence: str) -> None:
    if number in seen:
        fields.add("number", sentence % {"number": number})
    if number:
        seen.add(number)


def _draw(fields: Fields, around: Surroundings) -> DrawFacts | None:
    if not fields.has("draw"):
        return None
    needed, known = ("method", "seed", "attempt", "steps"), ("ranking", "together", "changed")
    draw = fields.inner("draw", needed=needed, known=known)
    return DrawFacts(
        method=draw.word("method", list(Method), Method.RANDOM),
        seed=draw.text("seed", MAX_SEED_LENGTH),
        attempt=draw.whole("attempt", 1, 9999, 1),
        steps=draw.whole("steps", 0, MAX_STEPS),
        ranking=_ranking(draw, around),
        together=tuple(_wholes(draw, "together", MAX_SERIES)),
        changed=draw.flag("changed", default=False),
    )


def _ranking(draw: Fields, around: Surroundings) -> tuple[int, ...]:
    """Start numbers of the standing that was used, each once."""
    numbers = _wholes(draw, "ranking", MAX_NUMBER)
    for index, number in enumerate(numbers):
        if number not in around.names:
            sentence = _("There is no player with start number %(number)d.")
            draw.add(f"ranking[{index}]", sentence % {"number": number})
    return tuple(numbers)


def _wholes(fields: Fields, key: str, high: int) -> list[int]:
    """A list of whole numbers, each once."""
    numbers: list[int] = []
    for path, item in fields.items(key):
        number = whole_number(item, path, 1, high, fields.faults)
        if number is not None and number in numbers:
            fields.faults.add(path, _("%(value)s is there twice.") % {"value": number})
        elif number is not None:
            numbers.append(number)
    return numbers


def _tables(series: Fields, around: Surroundings) -> tuple[TableFacts, ...]:
    found = []
    numbers: set[int] = set()
    seated: set[int] = set()
    for path, value in series.items("tables"):
        fields = Fields(
            value,
            path,
            around.faults,
            needed=("number", "seats") if _has_totals(value) else ("number", "seats", "games"),
            known=("games", "closed", "state", "totals"),
        )
        number = fields.whole("number", 1, MAX_TABLE)
        _once(number, numbers, fields, _("Table %(number)d is there twice in this series."))
        found.append(_table(fields, number, _seats(fields, seated, around), around))
    return tuple(found)


def _has_totals(value: object) -> bool:
    return isinstance(value, dict) and "totals" in value


def _seats(fields: Fields, seated: set[int], around: Surroundings) -> tuple[int, ...]:
    seats: list[int] = []
    for path, value in fields.items("seats"):
        number = whole_number(value, path, 1, MAX_NUMBER, around.faults)
        if number is None:
            # A place of its own, so that the games are checked against a table of the right size.
            number = -1 - len(seats)
        elif number not in around.names:
            around.faults.add(
                path, _("There is no player with start number %(number)d.") % {"number": number}
            )
        elif number in seated:
            sentence = _("%(player)s sits in this series already. Please name everybody once.")
            around.faults.add(path, sentence % {"player": around.person(str(number))})
        seated.add(number)
        seats.append(number)
    sizes = around.rules.table_sizes
    if fields.has("seats") and isinstance(fields.value["seats"], list) and len(seats) not in sizes:
        values = {"size": len(seats), "low": min(sizes), "high": max(sizes)}
        fields.add("seats", fill(_(MESSAGES["table_size"]), values), "table_size")
    return tuple(seats)


def _table(fields: Fields, number: int, seats: tuple[int, ...], around: Surroundings) -> TableFacts:
    table = TableFacts(number, seats, (), TableState.EMPTY)
    sized = len(seats) in around.rules.table_sizes
    limit = _limit(len(seats), around) if sized else 4 * MAX_GAMES
    if fields.has("closed"):
        table = _closed(fields, table, limit)
    if fields.has("totals"):
        if fields.value.get("games"):
            fields.add("totals", _("A table has either games or totals. Please leave one of them out."))
        table = replace(table, totals=_totals(fields, table, limit, around))
    games = [_game(path, value, table, limit, around) for path, value in fields.items("games")]
    _check_order(fields, games, around.faults)
    table = replace(table, games=tuple(games))
    if not sized:
        return table
    derived = derived_state(table, around.games_per_player, around.rules)
    state = TableState(fields.word("state", list(TableState), derived))
    _check_state(fields, table, state, derived, around)
    if derived is TableState.ENTERED:
        _warn_sitting_out(fields.path, table, around)
    return replace(table, state=state)


def _limit(size: int, around: Surroundings) -> int:
    """The last game a sheet has room for; where rounds are by agreement only the shape of the list limits them."""
    if not around.rules.dealer_sits_out_at:
        return 4 * MAX_GAMES
    return games_at_table(around.games_per_player, size, around.rules)


def _closed(fields: Fields, table: TableFacts, limit: int) -> TableFacts:
    closed = fields.inner("closed", needed=("after_game", "reason"))
    return replace(
        table,
        closed_after=closed.whole("after_game", 0, limit),
        closed_reason=closed.text("reason", REASON_LENGTH),
    )


def _totals(fields: Fields, table: TableFacts, limit: int, around: Surroundings) -> dict[int, Total]:
    """Sums by seat position: points, hand total, games, Rommés, Hand-Rommés."""
    names = [str(number) for number in table.seats]
    totals = fields.inner("totals", needed=names)
    found = {}
    for position, name in enumerate(names, 1):
        if not totals.has(name):
            continue
        items = list(totals.items(name))
        if len(items) != 5:
            sentence = _("Write five numbers: points, hand total, games, Rommés, Hand-Rommés.")
            totals.add(name, sentence)
            continue
        low = (-MAX_POINTS, 0, 0, 0, 0)
        high = (MAX_POINTS, MAX_HAND_TOTAL * limit, limit, limit, limit)
        points, hand_total, games, rommes, hand_rommes = (
            whole_number(value, path, least, most, around.faults) or 0
            for (path, value), least, most in zip(items, low, high, strict=True)
        )
        total = Total(position, points, hand_total, games, rommes, hand_rommes)
        if not total.hand_rommes <= total.rommes <= total.games:
            totals.add(name, _("There cannot be more Rommés than games, nor more Hand-Rommés than Rommés."))
        found[position] = total
    return found


def _check_order(fields: Fields, games: Sequence[GameFacts], faults: Faults) -> None:
    """Games in order of number and attempt; only the last attempt of a number counts, the others are void."""
    for index in range(1, len(games)):
        before, game = games[index - 1], games[index]
        path = f"{fields.place('games')}[{index}]"
        if game.number < before.number:
            sentence = _("Game %(number)d stands after game %(before)d. Please put the games in order.")
            faults.add(f"{path}.number", sentence % {"number": game.number, "before": before.number})
        elif game.number == before.number:
            if before.end is not End.VOID:
                sentence = _(
                    "Game %(number)d is there twice. A game is played again only after a void attempt."
                )
                faults.add(f"{path}.number", sentence % {"number": game.number})
            elif game.attempt != before.attempt + 1:
                sentence = _("This is attempt %(wanted)d of game %(number)d, not attempt %(attempt)d.")
                values = {"wanted": before.attempt + 1, "number": game.number, "attempt": game.attempt}
                faults.add(f"{path}.attempt", sentence % values)
    firsts = {game.number: index for index, game in reversed(list(enumerate(games)))}
    for index in firsts.values():
        if games[index].attempt != 1:
            sentence = _("Attempt 1 of game %(number)d is missing before it.")
            path = f"{fields.place('games')}[{index}].attempt"
            faults.add(path, sentence % {"number": games[index].number})


def _check_state(
    fields: Fields, table: TableFacts, state: TableState, derived: TableState, around: Surroundings
) -> None:
    has_something = bool(table.games) or table.totals is not None
    if state is TableState.EMPTY and has_something:
        fields.add("state", _("The table is marked as empty, but something is entered."))
    elif state not in (TableState.EMPTY, TableState.DRAFT) and derived is not TableState.ENTERED:
        wanted = games_wanted(table, around.games_per_player, around.rules)
        sentence = _("The table is marked as %(state)s, but not all of its %(count)d games are complete.")
        values = {"state": state.value, "count": wanted}
        around.warnings.append(Remark(fields.place("state"), sentence % values))


def _warn_sitting_out(path: str, table: TableFacts, around: Surroundings) -> None:
    """In a full series everybody sits out equally often."""
    if len(table.seats) not in around.rules.dealer_sits_out_at or table.closed_after or table.totals:
        return
    turns = Counter(game.dealer_seat for game in table.games if game.end is not End.VOID)
    if len({turns[position] for position in range(1, len(table.seats) + 1)}) > 1:
        sentence = _("The players of this table sat out unequally often.")
        around.warnings.append(Remark(path, sentence, "sat_out_unequally"))


def _game(path: str, value: object, table: TableFacts, limit: int, around: Surroundings) -> GameFacts:
    fields = Fields(
        value,
        path,
        around.faults,
        needed=("number", "dealer", "end", "scores"),
        known=("attempt", "confirmed"),
    )
    number = fields.whole("number", 1, limit)
    if table.closed_after is not None and number > table.closed_after:
        sentence = _("The table was closed after game %(last)d; game %(number)d was not played.")
        fields.add("number", sentence % {"last": table.closed_after, "number": number})
    dealer = fields.whole("dealer", 1, MAX_NUMBER)
    scores = _scores(fields, table, around)
    positions = {player: position for position, player in enumerate(table.seats, 1)}
    facts = GameFacts(
        number=number,
        attempt=fields.whole("attempt", 1, MAX_ATTEMPT, 1),
        dealer_seat=positions.get(dealer, 1),
        end=_end(fields),
        scores={positions[player]: score for player, score in scores.items()},
        confirmed=_confirmed(fields),
    )
    if dealer and dealer not in positions:
        fields.add("dealer", fill(_(MESSAGES["unknown_player"]), {"player": around.person(str(dealer))}))
    elif dealer and isinstance(fields.value.get("scores"), dict) and _sound(table, around):
        _judge(fields, facts, table, around)
    return facts


def _end(fields: Fields) -> End:
    end = fields.value.get("end", End.VOID)
    if isinstance(end, str) and end in list(End):
        return End(end)
    text = shortened(end) if isinstance(end, str) else shown(end)
    fields.add("end", fill(_(MESSAGES["unknown_end"]), {"text": text}), "unknown_end")
    return End.VOID


def _sound(table: TableFacts, around: Surroundings) -> bool:
    """Whether the seats can be played at; what is wrong with them has been noted."""
    return (
        len(table.seats) in around.rules.table_sizes
        and len(set(table.seats)) == len(table.seats)
        and min(table.seats) > 0
    )


def _scores(fields: Fields, table: TableFacts, around: Surroundings) -> dict[int, Score]:
    """The readable results of people at the table, in seat order; the rest is noted."""
    value = fields.value.get("scores", JsonObject())
    if not isinstance(value, dict):
        fields.add("scores", _("This must be an object in braces, not %(value)s.") % {"value": shown(value)})
        return {}
    scores: dict[int, Score] = {}
    cells = Fields(value, fields.place("scores"), around.faults, needed=(), known=tuple(value))
    for player, text in value.items():
        if not START_NUMBER.fullmatch(player) or int(player) not in table.seats:
            sentence = fill(_(MESSAGES["unknown_player"]), {"player": shown(player)})
            cells.add(player, sentence, "unknown_player")
        elif not isinstance(text, str):
            cells.add(player, _("Write a text in quotation marks, not %(value)s.") % {"value": shown(text)})
            scores[int(player)] = Score(Outcome.UNCLEAR, None)
        elif text.strip():
            scores[int(player)] = _score(cells, player, text, around.rules)
    return {player: scores[player] for player in table.seats if player in scores}


def _score(cells: Fields, player: str, text: str, rules: RuleSet) -> Score:
    try:
        score = parse_score(text, rules)
    except ScoreError as error:
        cells.add(
            player,
            fill(_(MESSAGES[error.code]), {**error.params, "text": shortened(text.strip())}),
            error.code,
        )
        return Score(Outcome.UNCLEAR, None)
    if score.hand_total is not None and score.hand_total > MAX_HAND_TOTAL:
        values = {"text": score.hand_total, "high": MAX_HAND_TOTAL}
        cells.add(player, fill(_(MESSAGES["too_large"]), values), "too_large")
        return Score(Outcome.UNCLEAR, None)
    return score


def _confirmed(fields: Fields) -> tuple[str, ...]:
    codes: list[str] = []
    for path, code in fields.items("confirmed"):
        if not isinstance(code, str) or code not in WARNINGS:
            sentence = _("%(value)s is not possible here. Choose one of: %(choices)s.")
            fields.faults.add(path, sentence % {"value": shown(code), "choices": ", ".join(WARNINGS)})
        elif code in codes:
            fields.faults.add(path, _("%(value)s is there twice.") % {"value": shown(code)})
        else:
            codes.append(code)
    return tuple(codes)


def _judge(fields: Fields, facts: GameFacts, table: TableFacts, around: Surroundings) -> None:
    """What the engine says: errors refuse the file, warnings that nobody confirmed are told."""
    game = Game(
        players=tuple(str(player) for player in table.seats),
        dealer=str(table.seats[facts.dealer_seat - 1]),
        end=facts.end,
        scores={str(table.seats[position - 1]): score for position, score in facts.scores.items()},
    )
    errors = [issue for issue in check_game(game, around.rules) if issue.code not in SAID_ELSEWHERE]
    for issue in errors:
        around.faults.add(_place(fields, issue), around.sentence(issue), issue.code)
    if not errors and not facts.is_draft:
        around.warnings += [
            Remark(_place(fields, issue), around.sentence(issue), issue.code)
            for issue in warn_game(game, around.rules, facts.number)
            if issue.code not in facts.confirmed
        ]


def _place(fields: Fields, issue: Issue) -> str:
    if issue.code == "dealer_differs":
        return fields.place("dealer")
    return fields.place(f"scores.{issue.player}") if issue.player else fields.path
