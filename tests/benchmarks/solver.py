"""The exact hand solver against an integer-programming solver (HiGHS) on the same rules, in the same run.

    python -m pip install -r tests/benchmarks/requirements.txt        (in an environment of its own)
    python tests/benchmarks/solver.py [--random 5000] [--hard 500] [--table 600] [--climb 0]

Every hand is put to both, one after the other, and the answers must be equal. HiGHS gets the melds found by the
hand solver (all of them, as many as there are), its model in one piece, one thread, and may stop at a gap below
one Auge. Times are processor time in milliseconds, of each hand the median of three runs, so that a busy machine
counts less. `--climb N` looks for worse hands by N changes of single cards and prints the worst.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import TypeVar

import highspy
import numpy

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from scoring.cards import CARDS, JOKER, Card, Rank, Suit, format_cards, hand_value  # noqa: E402
from scoring.melds import Meld, judge_meld  # noqa: E402
from scoring.rules import PROFILES  # noqa: E402
from scoring.solver import HandAnswer  # noqa: E402
from scoring.solver.answers import answer_hand  # noqa: E402
from scoring.solver.own_melds import OwnMeld, best_melds, limits_of, own_melds  # noqa: E402
from scoring.solver.packing import PLACES, SUITS, Pack, rank_at  # noqa: E402
from scoring.solver.problem import Lay, Problem  # noqa: E402

DROV = PROFILES["drov"]
PACK = [*CARDS, *CARDS, *[JOKER] * DROV.jokers]
HAND = 14
INFINITY = highspy.kHighsInf
RUNS = 3

T = TypeVar("T")


# --- Hands and tables --------------------------------------------------------------------------------------


def hard_hand(random: Random) -> list[Card]:
    """Many jokers, few suits, neighbouring ranks; now and then eleven of a suit and three jokers."""
    if random.random() < 0.1:
        suit = random.choice(list(Suit))
        return random.sample([card for card in CARDS if card.suit is suit], 11) + [JOKER] * 3
    jokers = random.randint(0, DROV.jokers)
    suits = random.sample(list(Suit), random.randint(1, 3))
    first, span = random.randrange(13), random.randint(6, 13)
    ranks = {(first + at) % 13 + 2 for at in range(span)}
    pool = [card for card in CARDS if card.suit in suits and card.rank in ranks] * 2
    chosen = random.sample(pool, min(len(pool), HAND - jokers))
    others = random.sample([card for card in CARDS if card not in chosen], HAND - jokers - len(chosen))
    return [*chosen, *others, *[JOKER] * jokers]


def table_beside(random: Random, hand: Sequence[Card], size: int) -> list[Meld]:
    """Legal melds of the cards that are left of the pack."""
    left = Counter(PACK)
    left.subtract(hand)
    table: list[Meld] = []
    while len(table) < size:
        if random.random() < 0.45:
            rank = random.choice(list(Rank))
            cards = [Card(suit, rank) for suit in random.sample(list(Suit), random.choice([3, 3, 4]))]
        else:
            suit, start = random.choice(list(Suit)), random.choice(list(Rank))
            length = random.choice([3, 3, 3, 4, 4, 5])
            cards = [Card(suit, Rank((start + at - 2) % 13 + 2)) for at in range(length)]
        cards = [JOKER if random.random() < 0.15 else card for card in cards]
        meld = judge_meld(cards, DROV).meld
        if meld and all(left[card] >= count for card, count in Counter(cards).items()):
            left.subtract(cards)
            table.append(meld)
    return table


# --- HiGHS -------------------------------------------------------------------------------------------------


class IntegerProgram:
    """One question as columns and rows; columns are whole numbers from 0."""

    def __init__(self) -> None:
        self.costs: list[float] = []
        self.uppers: list[float] = []
        self.rows: list[tuple[float, float, list[int], list[float]]] = []

    def column(self, cost: float, upper: float) -> int:
        self.costs.append(cost)
        self.uppers.append(upper)
        return len(self.costs) - 1

    def row(self, lower: float, upper: float, entries: dict[int, float]) -> None:
        self.rows.append((lower, upper, list(entries), list(entries.values())))

    def solve(self, highs: highspy.Highs) -> float | None:
        """The least cost, None when there is no solution."""
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = len(self.costs), len(self.rows)
        lp.col_cost_ = numpy.array(self.costs)
        lp.col_lower_, lp.col_upper_ = numpy.zeros(len(self.costs)), numpy.array(self.uppers)
        lp.row_lower_ = numpy.array([row[0] for row in self.rows])
        lp.row_upper_ = numpy.array([row[1] for row in self.rows])
        lp.integrality_ = [highspy.HighsVarType.kInteger] * len(self.costs)
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        starts = numpy.cumsum([0, *(len(row[2]) for row in self.rows)])
        lp.a_matrix_.start_ = starts
        lp.a_matrix_.index_ = numpy.array([column for row in self.rows for column in row[2]])
        lp.a_matrix_.value_ = numpy.array([value for row in self.rows for value in row[3]])
        highs.passModel(lp)
        highs.run()
        if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        return highs.getInfo().objective_function_value


def solver() -> highspy.Highs:
    highs = highspy.Highs()
    for option, value in {
        "output_flag": False,
        "threads": 1,
        "mip_rel_gap": 0.0,
        "mip_abs_gap": 0.99,
    }.items():
        highs.setOptionValue(option, value)
    return highs


Melds = list[tuple[dict[Card, int], OwnMeld]]


def melds_of(hand: Sequence[Card]) -> Melds:
    """What each meld of the hand takes of each card: all of them, also those that fall into two."""
    pack = Pack(hand, DROV)
    melds = best_melds(own_melds(pack, limits_of(DROV), pack.jokers, whole=True))
    by_field = [
        (pack.units[number][place], Card(suit, rank_at(place)))
        for number, suit in enumerate(SUITS)
        for place in range(PLACES)
        if pack.units[number][place]
    ]
    return [
        ({card: need // field & 3 for field, card in by_field if need // field & 3}, meld)
        for need, meld in melds.items()
    ]


def _with_melds(
    hand: Sequence[Card], melds: Melds, cost: Callable[[dict[Card, int], OwnMeld], float]
) -> tuple[IntegerProgram, Counter[Card], list[int], dict[Card, dict[int, float]], dict[int, float]]:
    """A program with a column for each meld; what each takes of each card, and of natural cards together."""
    program = IntegerProgram()
    counts = Counter(hand)
    columns = [program.column(cost(cards, meld), 2) for cards, meld in melds]
    used: dict[Card, dict[int, float]] = {card: {} for card in counts}
    for column, (cards, meld) in zip(columns, melds, strict=True):
        for card, count in cards.items():
            used[card][column] = count
        if meld.jokers:
            used[JOKER][column] = meld.jokers
    naturals: dict[int, float] = Counter()
    for card, entries in used.items():
        if card != JOKER:
            naturals.update(entries)
    return program, counts, columns, used, dict(naturals)


def highs_opening(hand: Sequence[Card], melds: Melds, highs: highspy.Highs) -> int:
    """The highest opening that leaves a natural card, or one joker alone."""
    program, counts, _, used, naturals = _with_melds(hand, melds, lambda cards, meld: -meld.value)
    jokers = counts.pop(JOKER, 0)
    alone = program.column(0, 1)
    for card, count in counts.items():
        program.row(-INFINITY, count, used[card])
    program.row(-INFINITY, sum(counts.values()) - 1, {**naturals, alone: -1})
    laid_jokers = used.get(JOKER, {})
    program.row(-INFINITY, jokers, {**laid_jokers, alone: 1})
    program.row(0, INFINITY, {**laid_jokers, alone: 1 - jokers if jokers else -1})
    return round(-(program.solve(highs) or 0))


def highs_lowest(hand: Sequence[Card], melds: Melds, highs: highspy.Highs) -> int | None:
    """The lowest total after an opening of forty or a pure Hand-Rommé, one card discarded."""
    values = {card: hand_value(card, DROV) for card in hand}

    def cost(cards: dict[Card, int], meld: OwnMeld) -> float:
        return -sum(values[card] * count for card, count in cards.items()) - DROV.joker_value * meld.jokers

    program, counts, columns, used, _ = _with_melds(hand, melds, cost)
    goes = {card: program.column(-values[card], 1) for card in counts}
    pure = program.column(0, 1)
    for card, count in counts.items():
        program.row(-INFINITY, count, {**used[card], goes[card]: 1})
    program.row(1, 1, dict.fromkeys(goes.values(), 1))
    everything = {
        column: sum(cards.values()) + meld.jokers
        for column, (cards, meld) in zip(columns, melds, strict=True)
    }
    nearly = len(hand) - 1
    if JOKER in goes:
        program.row(0, INFINITY, {**everything, goes[JOKER]: -nearly})
    program.row(0, INFINITY, {**everything, pure: -nearly})
    opening = {column: meld.value for column, (_, meld) in zip(columns, melds, strict=True)}
    program.row(DROV.threshold, INFINITY, {**opening, pure: DROV.threshold})
    found = program.solve(highs)
    return None if found is None else sum(values[card] for card in hand) + round(found)


# --- Measuring ---------------------------------------------------------------------------------------------


class Times:
    """Milliseconds of one kind of question: of each the median of three runs."""

    def __init__(self) -> None:
        self.all: list[float] = []

    def run(self, work: Callable[[], T]) -> T:
        runs = []
        for _ in range(RUNS):
            start = time.process_time_ns()
            result = work()
            runs.append((time.process_time_ns() - start) / 1e6)
        self.all.append(statistics.median(runs))
        return result

    def at(self, share: float) -> float:
        return sorted(self.all)[min(len(self.all) - 1, int(len(self.all) * share))]

    def __str__(self) -> str:
        return f"p50 {self.at(0.5):7.3f}  p99 {self.at(0.99):7.3f}  worst {self.at(1):7.3f} ms"


def best_opening(hand: Sequence[Card]) -> int:
    """The best opening alone, from the bare cards."""
    found = Problem(hand, (), DROV, drawn=True).best_opening
    return sum(step.meld.value for step in found.done if isinstance(step, Lay)) if found else 0


def all_three(hand: Sequence[Card], table: Sequence[Meld] = ()) -> HandAnswer:
    """Best opening, lowest total and Hand-Rommé, with the turn written down."""
    return answer_hand(hand, DROV, table=table, opened=False, drawn=True)


def ratio(what: str, share: float, goal: str) -> None:
    print(f"  {what:<72} {share:6.1f}×   goal {goal}")


def compare(name: str, hands: Sequence[list[Card]], highs: highspy.Highs, wanted: float) -> Times:
    """Put every hand to both; print times and ratios; give the times of HiGHS with the melds given."""
    opening, three, given, bare, low = Times(), Times(), Times(), Times(), Times()
    for hand in hands:
        value = opening.run(lambda hand=hand: best_opening(hand))
        melds = melds_of(hand)
        theirs = given.run(lambda hand=hand, melds=melds: highs_opening(hand, melds, highs))
        answer = three.run(lambda hand=hand: all_three(hand))
        again = bare.run(lambda hand=hand: highs_opening(hand, melds_of(hand), highs))
        lowest = low.run(lambda hand=hand, melds=melds: highs_lowest(hand, melds, highs))
        ours = answer.lowest.total if answer.lowest else None
        assert value == theirs == again, f"best opening of {format_cards(hand)}: {value}, HiGHS {theirs}"
        assert ours == lowest, f"lowest total of {format_cards(hand)}: {ours}, HiGHS {lowest}"
    print(f"{name}: {len(hands)} hands, every answer equal")
    print(f"  best opening, melds not given        {opening}")
    print(f"  all three questions                  {three}")
    print(f"  HiGHS best opening, melds not given  {bare}")
    print(f"  HiGHS best opening, melds given      {given}")
    print(f"  HiGHS lowest total, melds given      {low}")
    ratio(
        "best opening, melds not given, p99: HiGHS / hand solver",
        bare.at(0.99) / opening.at(0.99),
        f"≥ {wanted}×",
    )
    ratio("all three against one question with the melds given, p50", given.at(0.5) / three.at(0.5), "≥ 5×")
    ratio("all three against one question with the melds given, p99", given.at(0.99) / three.at(0.99), "–")
    return given


def with_table(name: str, hands: Sequence[list[Card]], random: Random, theirs: float) -> None:
    times, slowest = Times(), (0.0, "")
    for hand in hands:
        table = table_beside(random, hand, 16)
        times.run(lambda hand=hand, table=table: all_three(hand, table))
        if times.all[-1] > slowest[0]:
            slowest = (
                times.all[-1],
                f"{format_cards(hand)} | " + " | ".join(format_cards(meld.cards) for meld in table),
            )
    print(f"{name} with 16 melds on the table: {len(hands)} hands, all three questions")
    print(f"  {times}")
    ratio(
        "worst against the worst of HiGHS on these hands without a table",
        times.at(1) / theirs,
        "≤ 1.5× (good: 3×)",
    )
    print(f"  worst: {slowest[1]}")


def climb(steps: int, random: Random) -> None:
    """Change single cards as long as no fewer melds are found and states looked at; begin anew now and then."""

    def work(hand: list[Card]) -> int:
        problem = Problem(hand, (), DROV, drawn=True)
        ways = [problem.best_opening, problem.lowest_unopened().found, problem.lowest_opened()]
        return len(problem.own) + 2 * sum(way.looks for way in ways if way)

    worst: tuple[int, list[Card]] = (0, [])
    at: tuple[int, list[Card]] = (0, [])
    for step in range(steps):
        if step % 400 == 0:
            trial = hard_hand(random)
            at = (work(trial), trial)
        trial = list(at[1])
        trial[random.randrange(HAND)] = random.choice(PACK)
        if all(count <= PACK.count(card) for card, count in Counter(trial).items()):
            at = max(at, (work(trial), trial), key=lambda found: found[0])
            worst = max(worst, at, key=lambda found: found[0])
    times = Times()
    for _ in range(20):
        times.run(lambda: all_three(worst[1]))
    problem = Problem(worst[1], (), DROV, drawn=True)
    looks = problem.best_opening.looks if problem.best_opening else 0
    print(f"climbed to {format_cards(worst[1])}: {len(problem.own)} melds, {looks} looks, {times}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--random", type=int, default=5000)
    parser.add_argument("--hard", type=int, default=500)
    parser.add_argument("--table", type=int, default=600)
    parser.add_argument("--climb", type=int, default=0)
    options = parser.parse_args()
    random, highs = Random(13), solver()
    ordinary = [random.sample(PACK, HAND) for _ in range(options.random)]
    hard = [hard_hand(random) for _ in range(options.hard)]
    given = compare("Random", ordinary, highs, 20)
    given_hard = compare("Adversarial", hard, highs, 15)
    with_table("Random", ordinary[: options.table], random, given.at(1))
    with_table("Adversarial", hard[: options.table], random, given_hard.at(1))
    if options.climb:
        climb(options.climb, random)


if __name__ == "__main__":
    main()
