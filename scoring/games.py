"""One game: its results read and written, checked, and turned into points with a reason for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from scoring.bounds import Bounds, bounds
from scoring.issues import MESSAGES, Issue
from scoring.rulesets import DROV_RATING, Rating, RuleSet, Scheme, players_in_game
from scoring.scores import (
    HAND_WINS,
    WINS,
    Outcome,
    Score,
    ScoreError,
    examples,
    format_score,
    held,
    parse_score,
    parse_scores,
)

__all__ = [
    "HAND_WINS",
    "MESSAGES",
    "WINS",
    "End",
    "Game",
    "GameError",
    "GameResult",
    "Issue",
    "Line",
    "Outcome",
    "Score",
    "ScoreError",
    "check_game",
    "dealer_seat",
    "format_score",
    "parse_score",
    "parse_scores",
    "score_game",
    "score_player",
    "warn_game",
]


class End(StrEnum):
    """How a game ended."""

    WON = "won"
    STOCK = "stock"
    JOKERS = "jokers"
    VOID = "void"


class GameError(ValueError):
    """A game that cannot be scored; ``issues`` holds every error in it."""

    def __init__(self, issues: Sequence[Issue]) -> None:
        super().__init__(" ".join(issue.message for issue in issues))
        self.issues = tuple(issues)


@dataclass(frozen=True, slots=True)
class Game:
    """One deal: who sat there in seat order, who dealt, how it ended, what each player reached."""

    players: tuple[str, ...]
    dealer: str
    end: End
    scores: Mapping[str, Score]
    first_opener: str | None = None
    only_joker: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Line:
    """Points and the code of their reason."""

    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class GameResult:
    """What a game gave each player who took part; ``points`` is the sum of the player's lines."""

    points: Mapping[str, int]
    hand_totals: Mapping[str, int]
    lines: Mapping[str, tuple[Line, ...]]
    warnings: tuple[Issue, ...]


def dealer_seat(game_number: int, table_size: int) -> int:
    """The seat, from 1, whose turn it is to deal that game: seat 1 deals first, then clockwise.

    >>> [dealer_seat(number, 4) for number in (1, 4, 5)]
    [1, 4, 1]
    """
    return (game_number - 1) % table_size + 1


def check_game(game: Game, ruleset: RuleSet) -> tuple[Issue, ...]:
    """Every error in a game, none for a void one: an empty answer means that it can be scored.

    >>> from scoring.rulesets import RULESETS
    >>> game = Game(("A", "B", "C"), "A", End.WON, {"A": parse_score("R"), "B": parse_score("1")})
    >>> [issue.code for issue in check_game(game, RULESETS["drov"])]
    ['total_impossible', 'missing_result']
    """
    if game.end is End.VOID:
        return ()
    issues = _table_issues(game, ruleset)
    playing = players_in_game(game.players, game.dealer, ruleset)
    known = True
    winners = 0
    for player in playing:
        score = game.scores.get(player)
        if score is None:
            known = False
            issues.append(Issue("missing_result", player))
        elif score.outcome is Outcome.UNCLEAR:
            known = False
            issues.append(Issue("unclear_result", player))
        else:
            issue = _score_issue(player, score, game, ruleset)
            if issue is not None:
                issues.append(issue)
            if score.outcome in WINS:
                winners += 1
                if game.end is not End.WON:
                    issues.append(Issue("winner_in_unwon_game", player))
    if winners > 1:
        issues.append(Issue("two_winners"))
    elif game.end is End.WON and not winners and known:
        issues.append(Issue("no_winner"))
    for player in game.scores:
        if player not in playing:
            issues.append(Issue("dealer_scored" if player == game.dealer else "unknown_player", player))
    if ruleset.first_opener or ruleset.only_joker:
        issues += _fact_issues(game, playing, ruleset)
    return tuple(issues)


def _table_issues(game: Game, ruleset: RuleSet) -> list[Issue]:
    issues = []
    size = len(game.players)
    if size not in ruleset.table_sizes:
        low, high = min(ruleset.table_sizes), max(ruleset.table_sizes)
        issues.append(Issue("table_size", params={"size": size, "low": low, "high": high}))
    if len(set(game.players)) < size:
        twice = sorted({player for player in game.players if game.players.count(player) > 1})
        issues += [Issue("player_twice", player) for player in twice]
    if game.dealer not in game.players:
        issues.append(Issue("unknown_player", game.dealer))
    return issues


def _score_issue(player: str, score: Score, game: Game, ruleset: RuleSet) -> Issue | None:
    total = held(score)
    if (score.laid is None) is (ruleset.scheme is Scheme.LAID):
        params = {"text": format_score(score), "examples": examples(ruleset)}
        return Issue("not_a_number", player, params)
    if total < 0 or (score.laid or 0) < 0:
        return Issue("negative", player, {"text": format_score(score)})
    if score.outcome in WINS:
        return Issue("winner_with_cards", player, {"total": total}) if total else None
    lowest = bounds(ruleset, len(game.players)).lowest_card
    if total < lowest:
        return Issue("total_impossible", player, {"total": total, "lowest": lowest})
    return None


def _fact_issues(game: Game, playing: Sequence[str], ruleset: RuleSet) -> list[Issue]:
    """Contradictions in the facts that only rule sets with boni ask for."""
    opener = game.first_opener
    named = sorted(game.only_joker) if opener is None else [opener, *sorted(game.only_joker - {opener})]
    issues = [Issue("unknown_player", player) for player in named if player not in playing]
    joker = bounds(ruleset, len(game.players)).joker
    for player in sorted(game.only_joker & game.scores.keys()):
        score = game.scores[player]
        if score.outcome is not Outcome.UNCLEAR and (score.outcome, score.hand_total) != (
            Outcome.OPENED,
            joker,
        ):
            issues.append(Issue("only_joker_not_twenty", player, {"total": joker}))
    first = None if opener is None else game.scores.get(opener)
    if first is not None and first.outcome is Outcome.NOT_OPENED:
        issues.append(Issue("first_opener_not_opened", opener))
    return issues


def warn_game(game: Game, ruleset: RuleSet, number: int | None = None) -> tuple[Issue, ...]:
    """Everything unusual in a game; with its ``number`` also a dealer out of turn. Void games have nothing.

    >>> from scoring.rulesets import RULESETS
    >>> scores = {"A": parse_score("R"), "B": parse_score("-30"), "C": parse_score("154")}
    >>> [issue.code for issue in warn_game(Game(("A", "B", "C"), "A", End.WON, scores), RULESETS["drov"], 2)]
    ['not_opened_range', 'opened_range', 'dealer_differs']
    """
    if game.end is End.VOID:
        return ()
    limits = bounds(ruleset, len(game.players))
    issues = _laid_warnings(game, ruleset) if ruleset.scheme is Scheme.LAID else _hand_warnings(game, ruleset)
    if game.end is End.JOKERS:
        left = [held(s) for s in game.scores.values() if s.outcome is Outcome.OPENED]
        if left.count(limits.joker) != 1:
            issues.append(Issue("jokers_not_twenty", params={"total": limits.joker}))
    opened = any(score.outcome is Outcome.OPENED for score in game.scores.values())
    if opened and ruleset.first_opener and game.first_opener is None:
        issues.append(Issue("first_opener_missing"))
    if number is not None:
        seat = dealer_seat(number, len(game.players))
        if game.players[seat - 1] != game.dealer:
            issues.append(Issue("dealer_differs", game.dealer, {"number": number, "seat": seat}))
    return tuple(issues)


def _results(game: Game) -> list[tuple[str, Score]]:
    """The results in seat order, in whatever order they were entered."""
    return [(player, game.scores[player]) for player in game.players if player in game.scores]


def _hand_warnings(game: Game, ruleset: RuleSet) -> list[Issue]:
    limits = bounds(ruleset, len(game.players))
    results = _results(game)
    issues = []
    cards = together = opened = 0
    for player, score in results:
        total = held(score)
        if score.outcome is Outcome.NOT_OPENED:
            cards += limits.not_opened_cards
            together += total
            if not limits.not_opened_low <= total <= limits.not_opened_high:
                issues.append(_not_opened_issue(player, total, limits))
        elif score.outcome is Outcome.OPENED:
            opened += 1
            cards += limits.opened_cards
            together += total
            if total > limits.opened_high:
                params = {"total": total, "cards": limits.opened_cards, "high": limits.opened_high}
                issues.append(Issue("opened_range", player, params))
    if together > limits.most_in(cards):
        issues.append(Issue("hands_exceed_deck", params={"total": together, "high": limits.most_in(cards)}))
    if not opened:
        layoffs = [player for player, score in results if score.outcome is Outcome.HAND_ROMME_LAYOFF]
        issues += [Issue("layoff_without_melds", player) for player in layoffs]
    return issues


def _not_opened_issue(player: str, total: int, limits: Bounds) -> Issue:
    params = {
        "total": total,
        "cards": limits.not_opened_cards,
        "low": limits.not_opened_low,
        "high": limits.not_opened_high,
    }
    return Issue("not_opened_range", player, params)


def _laid_warnings(game: Game, ruleset: RuleSet) -> list[Issue]:
    """Hands grow without a bound in Rommé 500, so only the whole deck limits what is laid and held."""
    deck = bounds(ruleset, len(game.players)).most[-1]
    results = _results(game)
    issues = []
    if ruleset.small_cards_5:
        odd = [(player, held(score)) for player, score in results if held(score) % 5]
        issues += [Issue("hand_not_in_fives", player, {"total": total}) for player, total in odd]
    together = sum(held(score) + (score.laid or 0) for _, score in results)
    if together > deck:
        issues.append(Issue("hands_exceed_deck", params={"total": together, "high": deck}))
    return issues


REASONS: Mapping[Outcome, str] = MappingProxyType(
    {
        Outcome.ROMME: "romme",
        Outcome.HAND_ROMME: "hand_romme",
        Outcome.HAND_ROMME_LAYOFF: "hand_romme_layoff",
        Outcome.OPENED: "opened",
        Outcome.NOT_OPENED: "not_opened",
    }
)

Lines = dict[str, tuple[Line, ...]]


def _rating_lines(game: Game, playing: Sequence[str], ruleset: RuleSet) -> Lines:
    """A table gives points for what each player reached (Nr. 12)."""
    rating = ruleset.rating or DROV_RATING
    return {player: (_rating_line(game.scores[player], rating),) for player in playing}


def _rating_line(score: Score, rating: Rating) -> Line:
    reason = REASONS[score.outcome]
    if score.outcome is Outcome.OPENED:
        return Line(rating.opened_points(held(score)), reason)
    return Line(getattr(rating, reason), reason)


def _loss_lines(game: Game, playing: Sequence[str], ruleset: RuleSet) -> Lines:
    """The cards in hand count against each player; boni and doubling are lines of their own."""
    doubled = ruleset.hand_double and _hand_win(game)
    lines: Lines = {}
    for player in playing:
        score = game.scores[player]
        total = held(score)
        own = [Line(total, "hand_total")]
        if player in game.only_joker and ruleset.only_joker:
            own = own if ruleset.joker_on_top else []
            own.append(Line(ruleset.only_joker, "only_joker"))
        if score.outcome in WINS:
            own += [Line(ruleset.first_out, "first_out")] if ruleset.first_out else []
        elif doubled:
            own.append(Line(total, "doubled"))
        if player == game.first_opener and ruleset.first_opener and score.outcome not in WINS:
            own.append(Line(ruleset.first_opener, "first_opener"))
        lines[player] = tuple(own)
    return lines


def _hand_win(game: Game) -> bool:
    return any(score.outcome in HAND_WINS for score in game.scores.values())


def _winner_lines(game: Game, playing: Sequence[str], ruleset: RuleSet) -> Lines:
    """Only one player scores: the winner what the others hold, in a blocked round the lightest hand."""
    totals = {player: held(game.scores[player]) for player in playing}
    lines: Lines = dict.fromkeys(playing, ())
    if game.end is End.WON:
        winner = next(player for player in playing if game.scores[player].outcome in WINS)
        others = sum(totals.values())
        lines[winner] = (Line(others, "others_hands"),)
        if _hand_win(game):
            lines[winner] += (Line(others, "doubled"),)
    else:
        lightest = min(playing, key=totals.__getitem__)
        differences = sum(totals.values()) - len(playing) * totals[lightest]
        lines[lightest] = (Line(differences, "blocked"),)
    return lines


def _laid_lines(game: Game, playing: Sequence[str], ruleset: RuleSet) -> Lines:
    """What was laid counts for, what is still held against a player."""
    return {
        player: (Line(game.scores[player].laid or 0, "laid"), Line(-held(game.scores[player]), "hand"))
        for player in playing
    }


SCHEMES: Mapping[Scheme, Callable[[Game, Sequence[str], RuleSet], Lines]] = MappingProxyType(
    {
        Scheme.RATING: _rating_lines,
        Scheme.LOSS: _loss_lines,
        Scheme.WINNER: _winner_lines,
        Scheme.LAID: _laid_lines,
    }
)


def score_game(game: Game, ruleset: RuleSet, number: int | None = None) -> GameResult:
    """Points, hand totals, reasons and warnings of one game; raises GameError when it has errors.

    Points are what the rule set counts (Nr. 12 for ``drov``; loss points where the lowest sum wins),
    hand totals are Augen before boni and doubling. A void game gives nothing (Streitfall 9).

    >>> from scoring.rulesets import RULESETS
    >>> scores = {"A": parse_score("R"), "B": parse_score("8"), "C": parse_score("87")}
    >>> score_game(Game(("A", "B", "C", "D"), "D", End.WON, scores), RULESETS["drov"]).points
    {'A': 5, 'B': 3, 'C': 1}
    """
    issues = check_game(game, ruleset)
    if issues:
        raise GameError(issues)
    if game.end is End.VOID:
        return GameResult({}, {}, {}, ())
    playing = players_in_game(game.players, game.dealer, ruleset)
    lines = SCHEMES[ruleset.scheme](game, playing, ruleset)
    return GameResult(
        points={player: sum([line.points for line in own]) for player, own in lines.items()},
        hand_totals={player: held(game.scores[player]) for player in playing},
        lines=lines,
        warnings=warn_game(game, ruleset, number),
    )


def score_player(score: Score, end: End, ruleset: RuleSet) -> int | None:
    """Points of one result by itself; None where they depend on the other results or on further facts.

    >>> from scoring.rulesets import RULESETS
    >>> score_player(parse_score("12"), End.STOCK, RULESETS["drov"])
    2
    >>> score_player(parse_score("R"), End.WON, RULESETS["winner_takes"]) is None
    True
    """
    if end is End.VOID or score.outcome is Outcome.UNCLEAR:
        return None
    won = score.outcome in WINS
    if ruleset.scheme is Scheme.RATING:
        return _rating_line(score, ruleset.rating or DROV_RATING).points
    if ruleset.scheme is Scheme.LAID:
        return None if score.laid is None else score.laid - held(score)
    if ruleset.scheme is Scheme.WINNER:
        return 0 if end is End.WON and not won else None
    if won:
        return ruleset.first_out
    boni = ruleset.first_opener or ruleset.only_joker
    doubling = ruleset.hand_double and end is End.WON
    if doubling or (boni and score.outcome is Outcome.OPENED):
        return None
    return score.hand_total
