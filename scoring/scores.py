"""The result of one player in one game: what it can be, and how it is read and written."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.issues import MESSAGES, Issue
from scoring.messages import fill, shortened, visible
from scoring.rulesets import LARGEST_NUMBER, RuleSet, Scheme


class Outcome(StrEnum):
    """What a player reached in a game."""

    ROMME = "R"
    HAND_ROMME = "H"
    HAND_ROMME_LAYOFF = "HA"
    OPENED = "O"
    NOT_OPENED = "N"
    UNCLEAR = "?"


WINS = frozenset({Outcome.ROMME, Outcome.HAND_ROMME, Outcome.HAND_ROMME_LAYOFF})
"""The outcomes of a winner (Nr. 10)."""
HAND_WINS = frozenset({Outcome.HAND_ROMME, Outcome.HAND_ROMME_LAYOFF})
"""The outcomes of a winner who had not opened before the last turn (Nr. 10)."""


@dataclass(frozen=True, slots=True)
class Score:
    """The result of one player in one game: hand total and, in Rommé 500, the cards laid, in Augen.

    In Rommé 500, which has no opening, whoever did not win counts as opened.
    """

    outcome: Outcome
    hand_total: int | None
    laid: int | None = None


def held(score: Score) -> int:
    """Augen in hand; an unclear result holds none that could be counted."""
    return score.hand_total or 0


class ScoreError(ValueError):
    """A text that is no result; ``code`` and ``params`` as in an Issue."""

    def __init__(self, code: str, params: Mapping[str, str | int]) -> None:
        super().__init__(fill(MESSAGES[code], params))
        self.code = code
        self.params = params


SCORE = re.compile(
    r"(?P<win>R|HA|H)?(?:(?P<laid>-?[0-9]+)/(?P<in_hand>-?[0-9]+)|(?P<minus>-)?(?P<total>-?[0-9]+))?",
    re.ASCII,
)
DASHES = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-"})
EXAMPLES = "R, H, HA, 87, -87, ?"
LAID_EXAMPLES = "69/25, R69/0, ?"
ALL_EXAMPLES = f"{EXAMPLES}; Rommé 500: 69/25, R69/0"


def examples(ruleset: RuleSet | None) -> str:
    """What a result can look like by the rule set of the game; by all of them where it is not known.

    >>> from scoring.rulesets import RULESETS
    >>> examples(RULESETS["drov"])
    'R, H, HA, 87, -87, ?'
    """
    if ruleset is None:
        return ALL_EXAMPLES
    return LAID_EXAMPLES if ruleset.scheme is Scheme.LAID else EXAMPLES


def parse_score(text: str, ruleset: RuleSet | None = None) -> Score:
    """Read a result such as ``87``, ``-87``, ``R``, ``?`` or ``69/25``; raises ScoreError.

    The rule set decides nothing here: where it is known, the sentence names only what it takes.

    >>> parse_score("-87")
    Score(outcome=<Outcome.NOT_OPENED: 'N'>, hand_total=87, laid=None)
    >>> parse_score(" r69/0 ")
    Score(outcome=<Outcome.ROMME: 'R'>, hand_total=0, laid=69)
    """
    written = text.strip().translate(DASHES).upper()
    if written == Outcome.UNCLEAR:
        return Score(Outcome.UNCLEAR, None)
    match = SCORE.fullmatch(written)
    if match is None or not written or (match["win"] and match["minus"]):
        raise ScoreError("not_a_number", {"text": _shortened(text), "examples": examples(ruleset)})
    win, laid, in_hand, minus, total = match.group("win", "laid", "in_hand", "minus", "total")
    number = in_hand or total or "0"
    if number.startswith("-") or (laid or "").startswith("-"):
        raise ScoreError("negative", {"text": _shortened(text)})
    unwon = Outcome.NOT_OPENED if minus else Outcome.OPENED
    return Score(Outcome(win) if win else unwon, _bounded(number), None if laid is None else _bounded(laid))


def parse_scores(
    texts: Mapping[str, str], ruleset: RuleSet | None = None
) -> tuple[dict[str, Score], tuple[Issue, ...]]:
    """Read the results of a game by player; an empty text is no result (sat out).

    What cannot be read is an issue, and unclear among the results, so that the rest can still be checked.

    >>> scores, issues = parse_scores({"A": "R", "B": "8x", "C": "87", "D": ""})
    >>> sorted(scores), [(issue.code, issue.player) for issue in issues]
    (['A', 'B', 'C'], [('not_a_number', 'B')])
    """
    scores: dict[str, Score] = {}
    issues: list[Issue] = []
    for player, text in texts.items():
        if text.strip():
            try:
                scores[player] = parse_score(text, ruleset)
            except ScoreError as error:
                scores[player] = Score(Outcome.UNCLEAR, None)
                issues.append(Issue(error.code, player, error.params))
    return scores, tuple(issues)


def _bounded(digits: str) -> int:
    """Long numbers are refused as text: they are no results, and turning them into numbers costs time."""
    digits = digits.lstrip("0") or "0"
    if len(digits) > len(str(LARGEST_NUMBER)):
        raise ScoreError("too_large", {"text": _shortened(digits), "high": LARGEST_NUMBER})
    return int(digits)


def _shortened(text: str) -> str:
    return shortened(visible(text.strip()))


def format_score(score: Score) -> str:
    """Write a result as ``parse_score`` reads it.

    >>> format_score(Score(Outcome.NOT_OPENED, 87)), format_score(Score(Outcome.OPENED, 25, laid=69))
    ('-87', '69/25')
    """
    if score.outcome is Outcome.UNCLEAR:
        return "?"
    prefix = {Outcome.OPENED: "", Outcome.NOT_OPENED: "-"}.get(score.outcome, score.outcome.value)
    if score.laid is not None:
        return f"{prefix}{score.laid}/{score.hand_total}"
    if score.outcome in WINS and not score.hand_total:
        return prefix
    return f"{prefix}{score.hand_total}"
