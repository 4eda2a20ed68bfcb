"""``python -m scoring meld``, ``opening``, ``turn`` and ``hand``: the referee's questions, one answer a line."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TextIO, TypeVar

from scoring.cards import Card, CardError, Place, copy_errors, parse_cards, places_of
from scoring.commands import LONGEST_JSON, JsonError, Parser, UsageError, load_json, write_json
from scoring.melds import Meld, Verdict, format_face, judge_meld, judge_opening
from scoring.rules import OptionsError, Rules, for_players, profile, with_options
from scoring.solver import HandError, answer_as_json, solve_hand
from scoring.turns import TurnError, judge_turn, parse_turn, verdict_as_json, violation_as_json

Q = TypeVar("Q")


def meld(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Judge each argument, or else each input line, as one meld; 2 when one could not be read."""
    parser = _card_parser("meld", "Judge melds: one answer for each argument or input line.")
    arguments = parser.parse_intermixed_args(argv)
    rules = _rules("meld", arguments.rules, arguments.options)

    def answer(text: str) -> object:
        return _meld_as_json(judge_meld(_one_meld(text, rules), rules))

    return _answer_all("meld", _questions(arguments.cards, stdin), answer, stdout, stderr)


def opening(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Hold the melds given as arguments, or those of each input line (a semicolon between them),
    against the threshold; 2 when one could not be read."""
    parser = _card_parser(
        "opening", "Judge openings: each argument is a meld, or each input line an opening."
    )
    arguments = parser.parse_intermixed_args(argv)
    rules = _rules("opening", arguments.rules, arguments.options)

    def answer(groups: Sequence[str]) -> object:
        judged = judge_opening([_one_meld(text, rules) for text in groups], rules)
        places = [
            place
            for number, verdict in enumerate(judged.verdicts, 1)
            for place in places_of("meld", verdict.cards, meld=number)
        ]
        _check_copies([card for verdict in judged.verdicts for card in verdict.cards], rules, places)
        return {
            "value": judged.value,
            "threshold": judged.threshold,
            "enough": not judged.violations,
            "melds": [_meld_as_json(verdict) for verdict in judged.verdicts],
        }

    if arguments.cards:
        return _answer_all("opening", [("", arguments.cards)], answer, stdout, stderr)
    lines = (
        (place, [text for text in line.split(";") if text.strip()]) for place, line in _questions([], stdin)
    )
    return _answer_all("opening", lines, answer, stdout, stderr)


def turn(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Judge each turn of standard input, one a line or over several; 2 when one could not be read."""
    Parser("turn", "Judge turns: turn.json, or one such object a line, on standard input.").parse_args(argv)

    def answer(text: str) -> object:
        return verdict_as_json(judge_turn(parse_turn(load_json(text))))

    return _answer_all("turn", _objects(stdin), answer, stdout, stderr)


def hand(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Answer what each argument, or else each input line, can do as a hand; 2 when one could not be read."""
    parser = _card_parser("hand", "The best a hand can do: one answer for each argument or input line.")
    parser.add_argument("--table", nargs="+", action="extend", default=[], metavar="MELD")
    parser.add_argument("--opened", action="store_true", help="after the player's opening")
    parser.add_argument("--before-draw", action="store_true", help="without the drawn card")
    arguments = parser.parse_intermixed_args(argv)
    rules = _rules("hand", arguments.rules, arguments.options)
    table = _table(arguments.table, rules)

    def answer(text: str) -> object:
        try:
            found = solve_hand(
                parse_cards(text),
                rules,
                table=table,
                opened=arguments.opened,
                before_draw=arguments.before_draw,
            )
        except HandError as error:
            raise UsageError(str(error)) from error
        return answer_as_json(found)

    return _answer_all("hand", _questions(arguments.cards, stdin), answer, stdout, stderr)


def _table(texts: Sequence[str], rules: Rules) -> tuple[Meld, ...]:
    """The melds on the table; every one that cannot lie there is named."""
    melds, faults = [], []
    for number, text in enumerate(texts, 1):
        try:
            verdict = judge_meld(parse_cards(text), rules)
        except CardError as error:
            faults.append(f"meld {number}: {error}")
            continue
        if verdict.meld is None:
            reasons = " ".join(broken.message for broken in verdict.violations)
            faults.append(f"meld {number}: This may not lie on the table. {reasons}")
        else:
            melds.append(verdict.meld)
    if faults:
        raise UsageError(f"hand: --table: {' '.join(faults)}")
    return tuple(melds)


def _card_parser(command: str, description: str) -> Parser:
    parser = Parser(command, description)
    parser.add_argument("cards", nargs="*", metavar="CARDS")
    parser.add_argument("--rules", default="drov")
    parser.add_argument("--options", default="{}", metavar="JSON")
    return parser


def _rules(command: str, name: str, text: str) -> Rules:
    try:
        options = load_json(text)
    except JsonError as error:
        raise UsageError(f"{command}: --options: {error}") from error
    if not isinstance(options, dict):
        raise UsageError(f'{command}: --options: Write an object, such as {{"threshold": 30}}.')
    try:
        return with_options(profile(name), options)
    except OptionsError as error:
        raise UsageError(f"{command}: {error}") from error


def _numbered(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Each line that is not blank, with its number."""
    for number, line in enumerate(lines, 1):
        text = line.strip().removeprefix("\ufeff").strip()
        if text:
            yield number, text


def _place(number: int) -> str:
    return f"line {number}: "


def _each(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[str, str]]:
    return ((_place(number), text) for number, text in lines)


def _together(lines: Sequence[tuple[int, str]]) -> tuple[str, str]:
    """The lines as one text; it is named by the first and the last of them."""
    first, last = lines[0][0], lines[-1][0]
    place = _place(first) if first == last else f"lines {first} to {last}: "
    return place, "\n".join(text for _, text in lines)


_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)')
"""A string of JSON, which ends with its line at the latest."""


def _brackets(text: str) -> int:
    """How many brackets a line of JSON opens and does not close again.

    >>> _brackets('{"hand": ["H8", "}"')
    2
    """
    bare = _STRING.sub("", text)
    return sum(map(bare.count, "{[")) - sum(map(bare.count, "}]"))


def _questions(arguments: Sequence[str], stdin: TextIO) -> Iterable[tuple[str, str]]:
    if not arguments:
        return _each(_numbered(stdin))
    if len(arguments) == 1:
        return [("", arguments[0])]
    return [(f"argument {number}: ", text) for number, text in enumerate(arguments, 1)]


def _objects(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each line with its place, or each object where the first one goes over several lines.

    No more is kept than the object that is being read, and of that no more than may be read as JSON.
    """
    waiting: list[tuple[int, str]] = []
    several: bool | None = None
    depth = length = 0
    for number, text in _numbered(lines):
        if waiting and text.startswith("{") and not waiting[-1][1].endswith((":", ",", "[")):
            yield from _each(waiting)  # no object goes on like this: a line before was broken off
            waiting, several = [], False
        opened = _brackets(text)
        if several is None:
            several = text.startswith("{") and opened > 0
        if not several:
            yield _place(number), text
            continue
        if not waiting:
            depth = length = 0
        waiting.append((number, text))
        depth += opened
        length += len(text)
        if depth <= 0:
            yield _together(waiting)
            waiting = []
        elif length > LONGEST_JSON:
            yield from _each(waiting)
            waiting, several = [], False
    if any(text.startswith("{") and _is_json(text) for _, text in waiting):
        yield from _each(waiting)
    elif waiting:
        yield _together(waiting)


def _answer_all(
    command: str,
    questions: Iterable[tuple[str, Q]],
    answer: Callable[[Q], object],
    stdout: TextIO,
    stderr: TextIO,
) -> int:
    """Answer each question; what cannot be read is named with its place, and the rest goes on."""
    asked = refused = False
    for place, question in questions:
        asked = True
        try:
            write_json(stdout, answer(question))
        except (CardError, JsonError, TurnError, UsageError) as error:
            refused = True
            stderr.write(f"{command}: {place}{error}\n")
    if not asked:
        raise UsageError(f"{command}: There is nothing to judge, neither arguments nor input lines.")
    return 2 if refused else 0


def _one_meld(text: str, rules: Rules) -> tuple[Card, ...]:
    cards = parse_cards(text)
    _check_copies(cards, rules, places_of("card", cards))
    return cards


def _check_copies(cards: Sequence[Card], rules: Rules, places: Sequence[Place]) -> None:
    errors = copy_errors(cards, for_players(rules, rules.max_players), places)
    if errors:
        raise UsageError(" ".join(map(str, errors)))


def _meld_as_json(verdict: Verdict) -> dict[str, object]:
    found = verdict.meld
    return {
        "legal": found is not None,
        "kind": found.kind.value if found else None,
        "value": found.value if found else None,
        "jokers": [format_face(face) for face in found.jokers] if found else [],
        "sorted": found.sorted if found else False,
        "violations": [violation_as_json(broken) for broken in verdict.violations],
    }


def _is_json(text: str) -> bool:
    try:
        load_json(text)
    except JsonError:
        return False
    return True
