"""``python -m scoring score``: one game a line in, one answer a line out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TextIO

from scoring.commands import JsonError, Parser, UsageError, load_json, write_json
from scoring.games import End, Game, Issue, check_game, parse_scores, score_game
from scoring.matches import Match, play_on
from scoring.messages import fill, shortened, written
from scoring.rulesets import LARGEST_NUMBER, RULESETS, RuleSet, RuleSetError, ruleset

NEEDED = ("players", "dealer", "end", "scores")

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "bad_text": "This line is not UTF-8 text.",
        "bad_json": "%(reason)s",
        "not_an_object": "A game is a JSON object in braces, with the keys %(keys)s.",
        "unknown_key": "The key “%(key)s” is not known. Known keys: %(keys)s.",
        "missing_key": "The key “%(key)s” is missing.",
        "bad_value": "“%(key)s” must be %(kind)s.",
        "not_a_number": 'A result is text in quotation marks such as "87", not %(text)s.',
    }
)
"""Sentences about the form of a line; those about the game itself are in ``scoring.issues``."""

Fault = dict[str, str | None]


class LineError(ValueError):
    """A line that cannot be scored: every fault in it, its id, and whether it was an object at all."""

    def __init__(
        self, faults: Sequence[Fault], line_id: str | int | None = None, readable: bool = True
    ) -> None:
        super().__init__(" ".join(str(fault["message"]) for fault in faults))
        self.faults = list(faults)
        self.line_id = line_id
        self.readable = readable


def run(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Answer every line as it comes; 2 when one of them had errors. Raises UsageError for a bad call."""
    parser = Parser("score", "Score games: one JSON object a line in, one answer a line out.")
    parser.add_argument("--ruleset", required=True, help="one of: " + ", ".join(RULESETS))
    parser.add_argument("--options", default="{}", metavar="JSON", help='such as {"target": 200}')
    arguments = parser.parse_args(argv)
    rules = _ruleset(arguments.ruleset, arguments.options)
    match = Match()
    games = refused = first_refused = 0
    for number, line in enumerate(stdin, 1):
        text = line.removeprefix("\ufeff") if number == 1 else line
        if not text.strip():
            continue
        games += 1
        try:
            answer, match = _answer(text, match, rules)
        except LineError as error:
            refused += 1
            first_refused = first_refused or number
            place = {} if error.readable else {"line": number}
            answer = {"id": error.line_id, **place, "errors": error.faults}
        write_json(stdout, answer)
    if not refused:
        return 0
    stderr.write(
        f"score: {refused} of {games} games could not be scored, the first in line {first_refused}.\n"
    )
    return 2


def _ruleset(name: str, options: str) -> RuleSet:
    try:
        chosen = load_json(options)
        if not isinstance(chosen, dict):
            raise UsageError("score: --options must be a JSON object such as {}.")
        return ruleset(name, chosen)
    except JsonError as error:
        raise UsageError(f"score: --options: {error}") from error
    except RuleSetError as error:
        raise UsageError(f"score: {error}") from error


def _answer(text: str, match: Match, rules: RuleSet) -> tuple[dict[str, Any], Match]:
    value = _object(text)
    game = _game(value, rules)
    result = score_game(game, rules, value.get("number"))
    warnings = [_fault(issue) for issue in result.warnings]
    if match.finished and result.points:
        warnings.append(_fault(Issue("match_over")))
    answer = {
        "id": value.get("id"),
        "points": result.points,
        "hand_totals": result.hand_totals,
        "lines": {
            player: [[line.points, line.reason] for line in own] for player, own in result.lines.items()
        },
        "warnings": warnings,
    }
    if rules.target is not None:
        match = play_on(match, game, result, rules)
        answer["standing"] = {
            "totals": match.totals,
            "finished": match.finished,
            "winners": match.winners,
        }
    return answer, match


def _fault(issue: Issue) -> Fault:
    return {"code": issue.code, "player": issue.player, "message": issue.message}


def _form_fault(code: str, player: str | None = None, **values: str) -> Fault:
    return {"code": code, "player": player, "message": fill(SENTENCES[code], values)}


def _object(text: str) -> dict[str, Any]:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise LineError([_form_fault("bad_text")], readable=False) from error
    try:
        value = load_json(text)
    except JsonError as error:
        raise LineError([_form_fault("bad_json", reason=str(error))], readable=False) from error
    if not isinstance(value, dict):
        raise LineError([_form_fault("not_an_object", keys=", ".join(NEEDED))], readable=False)
    return value


def _game(value: dict[str, Any], rules: RuleSet) -> Game:
    """The game of a line; raises LineError with every fault of its form or every error of the entry."""
    line_id = value.get("id")
    faults = _form_faults(value)
    if faults:
        raise LineError(faults, line_id if _is_id(line_id) else None)
    if value["end"] == End.VOID:
        return Game(tuple(value["players"]), value["dealer"], End.VOID, {})
    ends = value["end"] in list(End)
    texts = {player: text if isinstance(text, str) else "?" for player, text in value["scores"].items()}
    scores, issues = parse_scores(texts, rules)
    game = Game(
        players=tuple(value["players"]),
        dealer=value["dealer"],
        end=End(value["end"]) if ends else End.WON,
        scores=scores,
        first_opener=value.get("first_opener"),
        only_joker=frozenset(value.get("only_joker", ())),
    )
    numbers = {player for player, text in value["scores"].items() if not isinstance(text, str)}
    faults += [
        _form_fault("not_a_number", player, text=_shown(value["scores"][player]))
        for player in sorted(numbers)
    ]
    if not ends:
        faults.append(_fault(Issue("unknown_end", params={"text": _shown(value["end"])})))
    unread = numbers | {issue.player for issue in issues}
    issues += tuple(
        issue
        for issue in check_game(game, rules)
        if not (issue.code == "unclear_result" and issue.player in unread)
        and not (issue.code == "no_winner" and not ends)
    )
    faults += [_fault(issue) for issue in issues]
    if faults:
        raise LineError(faults, line_id)
    return game


def _form_faults(value: dict[str, Any]) -> list[Fault]:
    keys = ", ".join(FORM)
    needed = NEEDED[:-1] if value.get("end") == End.VOID else NEEDED
    faults = [_form_fault("unknown_key", key=_shown(key), keys=keys) for key in value if key not in FORM]
    faults += [_form_fault("missing_key", key=key) for key in needed if key not in value]
    for key, (kind, fits) in FORM.items():
        if key in value and not fits(value[key]):
            faults.append(_form_fault("bad_value", key=key, kind=kind))
    return faults


def _shown(value: object) -> str:
    return shortened(written(value))


def _is_id(value: object) -> bool:
    return value is None or isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= LARGEST_NUMBER


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(_is_text(item) for item in value)


FORM: Mapping[str, tuple[str, Callable[[object], bool]]] = MappingProxyType(
    {
        "id": ("text or a whole number", _is_id),
        "number": ("a whole number from 1", _is_count),
        "attempt": ("a whole number from 1", _is_count),
        "players": ("a list of names in seat order", _are_texts),
        "dealer": ("a name", _is_text),
        "end": ("one of won, stock, jokers, void", lambda value: True),
        "scores": ("an object from name to result", lambda value: isinstance(value, dict)),
        "first_opener": ("a name or null", lambda value: value is None or _is_text(value)),
        "only_joker": ("a list of names", _are_texts),
    }
)
"""Keys of a line: what each must be. An end that does not exist is an error of the entry."""
