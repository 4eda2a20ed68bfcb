"""Draws without rematches: what they leave and how long they take, and n = 28 against a constraint solver.

    .venv/bin/python tests/benchmarks/seating.py [--runs 5] [--limit 120] [--all]

Prints pairs that meet again, turns at a table of three too many, steps and the median time of 5 series for the fields
of the goal and of as many series as counting allows; with --all every field from 15 to 400. Then the draw of 28 players
× 5 series and CP-SAT (ortools) on the same problem take turns: medians, the ratio and the goal. Without ortools that
part is left out; `pip install -r tests/benchmarks/requirements.txt` brings it.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from scoring.seating import Draws, Method, Seater, draw_all  # noqa: E402
from scoring.seating.structures import structure  # noqa: E402

FIVE = [16, 20, 24, 28, 32, 36, 40, 48, 60, 72, 100, 156, 37, 46, 51, 197]
SMALL = [10, 11, 12, 13, 14, 15, 17, 18, 19, 21, 22, 23]
BOUNDS = [(16, 5), (20, 5), (24, 7), (28, 9), (32, 10), (36, 11), (40, 13), (44, 14), (48, 15), (52, 17)]
GOAL = 0.1


def milliseconds(work: Callable[[], object]) -> float:
    """Wall time of one run."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def drawn(players: int, series: int, run: int) -> Draws:
    """A draw from nothing: what earlier draws have built is forgotten."""
    structure.cache_clear()
    seaters = [Seater(number) for number in range(1, players + 1)]
    return draw_all(seaters, series, method=Method.NO_REMATCH, seed=f"run {run}")


def measure(players: int, series: int, runs: int) -> tuple[int, int, int, float]:
    """The worst figures of all runs and the median time in ms."""
    results: list[Draws] = []
    times = [milliseconds(lambda run=run: results.append(drawn(players, series, run))) for run in range(runs)]
    return (
        max(result.quality.pairs_again for result in results),
        max(result.quality.threes_again for result in results),
        max(result.steps for result in results),
        statistics.median(times),
    )


def fields(every: bool) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """The headings and the (players, series) below them."""
    yield "5 series", [(players, 5) for players in FIVE]
    yield "5 series, small fields", [(players, 5) for players in SMALL]
    yield "as many series as counting allows", BOUNDS
    yield "5 series, the largest field", [(400, 5)]
    if every:
        yield "5 series, every field", [(players, 5) for players in range(15, 401)]


def solver_run(players: int, series: int, limit: float, seed: int) -> Callable[[], object]:
    """CP-SAT on the same problem: fours only, the first series and the first table's places given away."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    tables = players // 4
    at: dict[tuple[int, int, int], Any] = {
        (turn, player, table): model.new_bool_var(f"at{turn}_{player}_{table}")
        for turn in range(series)
        for player in range(players)
        for table in range(tables)
    }
    for turn in range(series):
        for player in range(players):
            model.add_exactly_one(at[turn, player, table] for table in range(tables))
        for table in range(tables):
            model.add(sum(at[turn, player, table] for player in range(players)) == 4)
    for one, other in combinations(range(players), 2):
        meets = []
        for turn in range(series):
            together = model.new_bool_var(f"met{turn}_{one}_{other}")
            for table in range(tables):
                model.add_bool_or(~at[turn, one, table], ~at[turn, other, table], together)
            meets.append(together)
        model.add_at_most_one(meets)
    for player in range(players):
        model.add(at[0, player, player // 4] == 1)
    for turn in range(1, series):
        for player in range(4):
            model.add(at[turn, player, player] == 1)

    def run() -> object:
        solver = cp_model.CpSolver()
        solver.parameters.max_time_in_seconds = limit
        solver.parameters.random_seed = seed
        return solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE) or print(
            "    CP-SAT: no plan in time"
        )

    return run


def compare(runs: int, limit: float) -> None:
    """Take turns; the solver gets its model for nothing."""
    ours, theirs = [], []
    for run in range(runs):
        ours.append(milliseconds(lambda run=run: drawn(28, 5, run)))
        theirs.append(milliseconds(solver_run(28, 5, limit, run)))
    mine, other = statistics.median(ours), statistics.median(theirs)
    print("\n28 players × 5 series, no pair again")
    print(f"  draw   {mine:9.1f} ms\n  CP-SAT {other:9.1f} ms (model given, all cores)")
    verdict = "reached" if mine <= GOAL * other else "MISSED"
    print(f"  ratio  {mine / other:9.4f}   goal ≤ {GOAL}: {verdict}")


def main() -> None:
    """Print the tables, then the comparison."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--limit", type=float, default=120, help="seconds for one run of the solver")
    parser.add_argument("--all", action="store_true", help="every field from 15 to 400 as well")
    options = parser.parse_args()
    for heading, wanted in fields(options.all):
        print(f"\n{heading}\n players series  again  threes   steps       ms")
        for players, series in wanted:
            again, threes, steps, median = measure(players, series, options.runs)
            print(f" {players:7} {series:6} {again:6} {threes:7} {steps:7} {median:8.1f}", flush=True)
    try:
        compare(options.runs, options.limit)
    except ImportError:
        print("\nortools is not installed here: no comparison with CP-SAT.")


if __name__ == "__main__":
    main()
