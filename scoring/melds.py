"""Sets, runs and openings: what may be laid, what each joker stands for, and what it counts.

Every question comes in three forms that share one check: `verify_x` names the broken rules, `can_x` says
yes or no, `x` does it and raises `RuleError` where it is not allowed.

A run lives on numbered places: place 1 is the ace before the 2, 2 to 13 are the ranks, 14 is the ace behind
the king, 15 the 2 behind that ace.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from itertools import combinations

from scoring.cards import JOKER, Card, Rank, Suit, format_card, natural_value
from scoring.rules import JokerLimit, Rules
from scoring.violations import RuleError, Violation, violation

FEWEST_CARDS = 3
"""Cards of the shortest meld (Nr. 8)."""


class Kind(StrEnum):
    """What a meld is: a Satz or a Folge."""

    SET = "set"
    RUN = "run"


class Side(StrEnum):
    """Where cards are laid off: before the meld or behind it."""

    FRONT = "front"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Meld:
    """A legal meld as it lies on the table."""

    kind: Kind
    cards: tuple[Card, ...]
    """The cards in the order in which they lie."""
    faces: tuple[tuple[Card, ...], ...]
    """For each card what it stands for; a joker in a set of three has two candidates."""
    value: int
    """Augen of the whole meld (Nr. 7, 8)."""
    sorted: bool = False
    """Whether the cards had to be put into another order (Streitfall 13)."""
    first_place: int = 0
    """Place of the leftmost card of a run."""
    step: int = 0
    """1 for a run that ascends from left to right, -1 for one that descends, 0 for a set."""

    @property
    def jokers(self) -> tuple[tuple[Card, ...], ...]:
        """What each joker stands for, from left to right."""
        return tuple(face for card, face in zip(self.cards, self.faces, strict=True) if card == JOKER)


def format_face(face: Sequence[Card]) -> str:
    """Write what a joker stands for, several candidates with a bar between them.

    >>> from scoring.cards import parse_cards
    >>> format_face(parse_cards("CK DK"))
    'CK|DK'
    """
    return "|".join(map(format_card, face))


# --- What is legal -------------------------------------------------------------------------------------


def _ranks(cards: Sequence[Card]) -> list[Rank]:
    return [card.rank for card in cards if card.rank is not None]


def _suits(cards: Sequence[Card]) -> list[Suit]:
    return [card.suit for card in cards if card.suit is not None]


def longest_run(rules: Rules) -> int:
    """Most cards of a run: from ace to king, or over the corner until every copy of the suit lies in it.

    >>> from scoring.rules import PROFILES
    >>> longest_run(PROFILES["drov"]), longest_run(PROFILES["schmidt"])
    (26, 13)
    """
    return len(Rank) * rules.decks if rules.corner else len(Rank)


def _enough_naturals(cards: Sequence[Card], rules: Rules) -> bool:
    jokers = cards.count(JOKER)
    naturals = len(cards) - jokers
    match rules.joker_limit:
        case JokerLimit.MINORITY:
            return jokers < naturals
        case JokerLimit.TWO_NATURALS:
            return naturals >= 2
        case JokerLimit.ONE_NATURAL:
            return naturals >= 1


def _jokers_may_touch(length: int, rules: Rules) -> bool:
    return rules.adjacent_jokers_from is not None and length >= rules.adjacent_jokers_from


def _touching_jokers(cards: Sequence[Card]) -> tuple[int, ...]:
    pairs = [at for at in range(1, len(cards)) if cards[at - 1] == cards[at] == JOKER]
    return tuple(sorted({place for at in pairs for place in (at - 1, at)}))


def _read_set(cards: Sequence[Card], rules: Rules) -> Meld | None:
    ranks, suits = _ranks(cards), _suits(cards)
    if not FEWEST_CARDS <= len(cards) <= len(Suit) or not _enough_naturals(cards, rules):
        return None
    if len(set(ranks)) > 1 or len(set(suits)) < len(suits):
        return None
    rank = ranks[0]
    free = tuple(Card(suit, rank) for suit in Suit if suit not in suits)
    faces = tuple(free if card == JOKER else (card,) for card in cards)
    value = natural_value(rank, rules)
    joker = value if rules.melded_joker_value is None else rules.melded_joker_value
    return Meld(Kind.SET, tuple(cards), faces, value * len(ranks) + joker * cards.count(JOKER))


def _rank_at(place: int) -> Rank:
    return Rank((place - 2) % len(Rank) + 2)


def _lowest_places(length: int, rules: Rules) -> range:
    """Places on which a run of that length may begin; over the corner any, once round."""
    if length > longest_run(rules):
        return range(0)
    return range(1, len(Rank) + 1) if rules.corner else range(1, Rank.ACE - length + 2)


def _run_at(cards: Sequence[Card], first: int, step: int, rules: Rules) -> Meld | None:
    """Read the cards as the run whose leftmost card lies on place `first`."""
    places = range(first, first + step * len(cards), step)
    lowest = min(places)
    if not rules.corner and lowest not in _lowest_places(len(cards), rules):
        return None
    if len(cards) > longest_run(rules):
        return None
    if _touching_jokers(cards) and not _jokers_may_touch(len(cards), rules):
        return None
    if any(card.rank not in (None, _rank_at(place)) for card, place in zip(cards, places, strict=True)):
        return None
    suit = _suits(cards)[0]
    faces = tuple((Card(suit, _rank_at(place)),) for place in places)
    value = 0
    for card, place in zip(cards, places, strict=True):
        if card == JOKER and rules.melded_joker_value is not None:
            value += rules.melded_joker_value
        elif place == lowest and _rank_at(place) is Rank.ACE:
            value += 1
        else:
            value += natural_value(_rank_at(place), rules)
    turns = (lowest - 1) // len(Rank) * len(Rank)
    return Meld(Kind.RUN, tuple(cards), faces, value, first_place=first - turns, step=step)


def _can_be_run(cards: Sequence[Card], rules: Rules) -> bool:
    return len(cards) >= FEWEST_CARDS and len(set(_suits(cards))) == 1 and _enough_naturals(cards, rules)


def _read_run_as_laid(cards: Sequence[Card], rules: Rules) -> Meld | None:
    """Read a run from left to right, else from right to left."""
    for step in (1, -1):
        for lowest in _lowest_places(len(cards), rules):
            first = lowest if step == 1 else lowest + len(cards) - 1
            if meld := _run_at(cards, first, step, rules):
                return meld
    return None


def _arrange(
    naturals: Counter[Rank], jokers: int, ranks: Sequence[Rank], *, apart: bool
) -> list[Rank | None] | None:
    """Give each place of a run its natural card or a joker (None); None when it cannot be done."""
    if not ranks:
        return []
    rank, rest = ranks[0], ranks[1:]
    if naturals[rank]:
        order = _arrange(naturals - Counter([rank]), jokers, rest, apart=apart)
        if order is not None:
            return [rank, *order]
        if rank not in rest:
            return None
    if not jokers:
        return None
    order = _arrange(naturals, jokers - 1, rest, apart=apart)
    if order is None or (apart and order[:1] == [None]):
        return None
    return [None, *order]


def _arranged(cards: Sequence[Card], places: Sequence[int], *, apart: bool) -> tuple[Card, ...] | None:
    """Sort cards of one suit onto the places of a run, jokers into the gaps."""
    ranks = [_rank_at(place) for place in places]
    order = _arrange(Counter(_ranks(cards)), cards.count(JOKER), ranks, apart=apart)
    if order is None:
        return None
    naturals = {card.rank: card for card in cards}
    return tuple(JOKER if rank is None else naturals[rank] for rank in order)


def _read_run_sorted(cards: Sequence[Card], rules: Rules) -> Meld | None:
    """Read a run laid in the wrong order: the legal order of the highest value, of equal ones the highest."""
    apart = not _jokers_may_touch(len(cards), rules)
    best: Meld | None = None
    for lowest in reversed(_lowest_places(len(cards), rules)):
        order = _arranged(cards, range(lowest, lowest + len(cards)), apart=apart)
        meld = _run_at(order, lowest, 1, rules) if order else None
        if meld and (best is None or meld.value > best.value):
            best = replace(meld, sorted=True)
    return best


def _read(cards: Sequence[Card], rules: Rules) -> Meld | None:
    run = _can_be_run(cards, rules)
    return (
        (_read_run_as_laid(cards, rules) if run else None)
        or _read_set(cards, rules)
        or (_read_run_sorted(cards, rules) if run else None)
    )


# --- What is broken ------------------------------------------------------------------------------------

_RELAXED: dict[str, Callable[[Rules], Rules]] = {
    "jokers_majority": lambda rules: replace(rules, joker_limit=JokerLimit.ONE_NATURAL),
    "corner_not_allowed": lambda rules: replace(rules, corner=True),
    "jokers_adjacent": lambda rules: replace(rules, adjacent_jokers_from=FEWEST_CARDS),
}


def _broken(can_read: Callable[[Rules], bool], rules: Rules) -> tuple[str, ...]:
    """Name the fewest rules without which the cards could lie; "not_consecutive" where none would help.

    Where jokers cannot but touch, their number is not named as well: it is the same joker too many.
    """
    for count in range(1, len(_RELAXED) + 1):
        for codes in combinations(_RELAXED, count):
            relaxed = reduce(lambda looser, code: _RELAXED[code](looser), codes, rules)
            if can_read(relaxed):
                return tuple(c for c in codes if c != "jokers_majority" or "jokers_adjacent" not in codes)
    return ("not_consecutive",)


def _limit_violation(cards: Sequence[Card], rules: Rules) -> Violation:
    wording = "" if rules.joker_limit is JokerLimit.MINORITY else rules.joker_limit.value
    jokers = tuple(at for at, card in enumerate(cards) if card == JOKER)
    return violation("jokers_majority", rules, wording=wording, positions=jokers)


def _others(values: Sequence[Suit | Rank | None]) -> tuple[int, ...]:
    """Positions of the cards that differ from the most frequent suit or rank."""
    (usual, _), *_ = Counter(value for value in values if value is not None).most_common(1)
    return tuple(at for at, value in enumerate(values) if value not in (None, usual))


def _set_violations(cards: Sequence[Card], rules: Rules) -> Iterator[Violation]:
    suits = _suits(cards)
    if len(set(_ranks(cards))) > 1:
        yield violation("rank_mismatch", rules, positions=_others([card.rank for card in cards]))
    else:
        surplus = max(0, len(cards) - len(Suit))
        if surplus:
            yield violation("set_too_long", rules)
        if len(suits) - len(set(suits)) > surplus:
            again = tuple(at for at, card in enumerate(cards) if card != JOKER and cards.count(card) > 1)
            yield violation("suit_repeated", rules, positions=again)
    if not _enough_naturals(cards, rules):
        yield _limit_violation(cards, rules)


def _run_violations(
    cards: Sequence[Card], can_read: Callable[[Rules], bool], rules: Rules
) -> Iterator[Violation]:
    if len(set(_suits(cards))) > 1:
        yield violation("suit_mismatch", rules, positions=_others([card.suit for card in cards]))
        codes: tuple[str, ...] = () if _enough_naturals(cards, rules) else ("jokers_majority",)
    elif len(cards) > longest_run(rules):
        yield violation("run_too_long", rules, most=longest_run(rules))
        codes = ()
    else:
        codes = _broken(can_read, rules)
    for code in codes:
        if code == "jokers_majority":
            yield _limit_violation(cards, rules)
        else:
            positions = _touching_jokers(cards) if code == "jokers_adjacent" else ()
            yield violation(code, rules, positions=positions)


def _meant_as_set(cards: Sequence[Card], rules: Rules) -> bool:
    """Whether an illegal meld looks more like a set than like a run."""
    ranks, suits = Counter(_ranks(cards)), Counter(_suits(cards))
    if len(ranks) == 1 or len(suits) == 1:
        return len(ranks) == 1
    same_rank, same_suit = max(ranks.values()), max(suits.values())
    if same_rank != same_suit:
        return same_rank > same_suit
    in_one_suit = [card if card == JOKER else card._replace(suit=Suit.C) for card in cards]
    return same_rank > 1 and not (_read_run_sorted(in_one_suit, rules))


def _meld_violations(cards: Sequence[Card], rules: Rules) -> Iterator[Violation]:
    if len(cards) < FEWEST_CARDS:
        yield violation("too_few_cards", rules)
    elif len(_ranks(cards)) < 2:
        yield _limit_violation(cards, rules)
    elif _meant_as_set(cards, rules):
        yield from _set_violations(cards, rules)
    else:
        yield from _run_violations(cards, lambda relaxed: _read(cards, relaxed) is not None, rules)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether cards may lie as a meld: the meld, or else every rule they break."""

    cards: tuple[Card, ...]
    meld: Meld | None
    violations: tuple[Violation, ...]


def judge_meld(cards: Sequence[Card], rules: Rules) -> Verdict:
    """Judge cards as one meld, in the order in which they were laid (Nr. 8, Streitfall 13).

    >>> from scoring.cards import parse_cards
    >>> from scoring.rules import PROFILES
    >>> judge_meld(parse_cards("H10 H9 *"), PROFILES["drov"]).meld.value
    27
    """
    meld = _read(cards, rules)
    return Verdict(tuple(cards), meld, () if meld else tuple(_meld_violations(cards, rules)))


def verify_meld(cards: Sequence[Card], rules: Rules) -> tuple[Violation, ...]:
    """Name every rule the cards break as a meld (Nr. 8).

    >>> from scoring.cards import parse_cards
    >>> from scoring.rules import PROFILES
    >>> [broken.code for broken in verify_meld(parse_cards("H8 * * HJ"), PROFILES["drov"])]
    ['jokers_adjacent']
    """
    return judge_meld(cards, rules).violations


def can_lay(cards: Sequence[Card], rules: Rules) -> bool:
    """Whether the cards may lie as a meld (Nr. 8).

    >>> from scoring.cards import parse_cards
    >>> from scoring.rules import PROFILES
    >>> can_lay(parse_cards("CK CA C2"), PROFILES["schmidt"])
    False
    """
    return _read(cards, rules) is not None


def lay(cards: Sequence[Card], rules: Rules) -> Meld:
    """Lay the cards as a meld (Nr. 8); raises `RuleError`.

    >>> from scoring.cards import parse_cards
    >>> from scoring.rules import PROFILES
    >>> [format_face(face) for face in lay(parse_cards("HK SK *"), PROFILES["drov"]).jokers]
    ['CK|DK']
    """
    verdict = judge_meld(cards, rules)
    if verdict.meld is None:
        raise RuleError(verdict.violations)
    return verdict.meld


# --- Openings ------------------------------------------------------------------------------------------


def counts_towards_opening(meld: Meld, rules: Rules) -> bool:
    """Whether the meld counts towards the threshold: by agreement only melds without a joker do.

    >>> from scoring.cards import parse_cards
    >>> from scoring.rules import PROFILES, with_options
    >>> strict = with_options(PROFILES["home"], {"naturals_only": True})
    >>> counts_towards_opening(lay(parse_cards("HK SK *"), strict), strict)
    False
    """
    return not (rules.naturals_only and JOKER in meld.cards)


def opening_value(melds: Iterable[Meld], rules: Rules) -> int:
    """Augen of the melds that count towards the threshold (Nr. 4a, 6).

    >>> from scoring.cards import parse_cards
    >>> from scoring.rules import PROFILES
    >>> rules = PROFILES["drov"]
    >>> opening_value([lay(parse_cards(text), rules) for text in ("HA CA SA", "D4 D5 D6")], rules)
    48
    """
    return sum(meld.value for meld in melds if counts_towards_opening(meld, rules))


@dataclass(frozen=True, slots=True)
class Opening:
    """Several melds held against the threshold; `value` leaves out what may not lie."""

    value: int
    threshold: int
    verdicts: tuple[Verdict, ...]
    violations: tuple[Violation, ...]


def below_threshold(value: int, rules: Rules) -> Violation:
    """The violation of an opening of that many Augen that is too low (Nr. 4a, 6).

    >>> from scoring.rules import PROFILES
    >>> below_threshold(33, PROFILES["drov"]).message
    'The first melds count 33; an opening takes at least 40.'
    """
    wording = "naturals" if rules.naturals_only else ""
    code = "opening_below_threshold"
    return violation(code, rules, wording=wording, value=value, threshold=rules.threshold)


def judge_opening(groups: Sequence[Sequence[Card]], rules: Rules) -> Opening:
    """Judge groups of cards as one opening (Nr. 4a, 6).

    >>> from scoring.cards import parse_cards
    >>> from scoring.rules import PROFILES
    >>> judge_opening([parse_cards("HA CA SA")], PROFILES["drov"]).value
    33
    """
    verdicts = tuple(judge_meld(group, rules) for group in groups)
    value = opening_value((verdict.meld for verdict in verdicts if verdict.meld), rules)
    violations = [broken for verdict in verdicts for broken in verdict.violations]
    if value < rules.threshold:
        violations.append(below_threshold(value, rules))
    return Opening(value, rules.threshold, verdicts, tuple(violations))


def verify_opening(groups: Sequence[Sequence[Card]], rules: Rules) -> tuple[Violation, ...]:
    """Name every rule the groups break as one opening (Nr. 4a, 6).

    >>> from scoring.cards import parse_cards
    >>> from scoring.rules import PROFILES
    >>> [broken.code for broken in verify_opening([parse_cards("HA CA SA")], PROFILES["drov"])]
    ['opening_below_threshold']
    """
    return judge_opening(groups, rules).violations


def can_open(groups: Sequence[Sequence[Card]], rules: Rules) -> bool:
    """Whether the groups are an opening (Nr. 4a, 6).

    >>> from scoring.cards import parse_cards
    >>> from scoring.rules import PROFILES
    >>> can_open([parse_cards("HA CA SA DA")], PROFILES["drov"])
    True
    """
    return not verify_opening(groups, rules)
