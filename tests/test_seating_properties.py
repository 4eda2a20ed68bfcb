"""Properties of every draw, the same plan in any process, and plans that no later version may change."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.seating import Generator, Method, Plan, Seater, SeatingError, draw_all, table_sizes
from scoring.seating.meter import Meter

ROOT = Path(__file__).parent.parent
GOLDEN = [
    json.loads(line) for line in (ROOT / "fixtures/golden/seating.jsonl").read_text("utf-8").splitlines()
]
STEPS = 150
"""Enough to search, not enough to wait."""


@st.composite
def fields(draw: st.DrawFn) -> list[Seater]:
    """A field that can be seated: gaps in the numbers, clubs, tandems, a few fixed tables."""
    count = draw(st.integers(3, 34).filter(lambda count: count != 5))
    numbers = draw(st.lists(st.integers(1, 400), min_size=count, max_size=count, unique=True))
    tables = len(table_sizes(count))
    couples = draw(st.integers(0, count // 2 if tables > 1 else 0))
    clubs = draw(st.integers(1, 8))
    seaters = []
    for place, number in enumerate(numbers):
        seaters.append(
            Seater(
                number,
                club=draw(st.sampled_from(["", *(f"Club {club}" for club in range(clubs))])),
                tandem=f"T{place // 2}" if place < 2 * couples else None,
                team=f"M{place // 4}" if draw(st.booleans()) else None,
                fixed_table=place // 5 + 1 if place % 5 == 0 and draw(st.booleans()) else None,
            )
        )
    return seaters


@st.composite
def requests(draw: st.DrawFn) -> tuple[list[Seater], int, dict[str, Any]]:
    """Everything a draw may be asked."""
    seaters = draw(fields())
    numbers = [seater.number for seater in seaters]
    method = draw(st.sampled_from(Method))
    series = 1 if method.ranked else draw(st.integers(1, 5))
    asked = {
        "method": method,
        "seed": draw(st.text(max_size=8)),
        "attempt": draw(st.integers(1, 3)),
        "ranking": draw(st.permutations(numbers))[: draw(st.integers(0, len(numbers)))],
        "past": earlier(numbers, draw(st.integers(0, 2))),
        "steps": draw(st.integers(0, STEPS)),
    }
    return seaters, series, asked


def earlier(numbers: Sequence[int], series: int) -> list[Plan]:
    """Earlier series of the same people, drawn without regard to anything."""
    seaters = [Seater(number) for number in numbers]
    return list(draw_all(seaters, series, method=Method.RANDOM, seed="before").plans) if series else []


@settings(max_examples=120, deadline=None)
@given(requests())
def test_every_draw_keeps_what_must_be(request: tuple[list[Seater], int, dict[str, Any]]) -> None:
    seaters, series, asked = request
    plans = draw_all(seaters, series, **asked).plans
    assert len(plans) == series
    for plan in plans:
        assert sorted(number for table in plan for number in table) == sorted(
            seater.number for seater in seaters
        )
        assert tuple(map(len, plan)) == table_sizes(len(seaters))
        table_of = {number: index for index, table in enumerate(plan, 1) for number in table}
        for seater in seaters:
            assert seater.fixed_table in (None, table_of[seater.number])
            partners = [other for other in seaters if other.tandem and other.tandem == seater.tandem]
            assert len({table_of[partner.number] for partner in partners}) == len(partners)


@settings(max_examples=40, deadline=None)
@given(requests(), st.randoms(use_true_random=False))
def test_the_same_request_gives_the_same_plan_in_whatever_order(
    request: tuple[list[Seater], int, dict[str, Any]], chance: Any
) -> None:
    seaters, series, asked = request
    shuffled = list(seaters)
    chance.shuffle(shuffled)
    assert draw_all(shuffled, series, **asked) == draw_all(seaters, series, **asked)


@settings(max_examples=40, deadline=None)
@given(requests(), st.integers(0, 2))
def test_a_stopped_draw_is_repeated_by_its_steps(
    request: tuple[list[Seater], int, dict[str, Any]], reports: int
) -> None:
    seaters, series, asked = request
    seen: list[int] = []

    def stop(steps: int, plan: Plan | None) -> bool:
        seen.append(steps)
        return len(seen) <= reports

    stopped = draw_all(seaters, series, **asked | {"progress": stop})
    again = draw_all(seaters, series, **asked | {"steps": stopped.steps})
    assert (again.plans, again.steps) == (stopped.plans, stopped.steps)


# --- one seed, one plan -------------------------------------------------------------------------------------


def request_of(case: dict[str, Any]) -> tuple[list[Seater], int, dict[str, Any]]:
    """A golden case as the arguments of a draw."""
    asked = dict(case["draw"])
    seaters = [Seater(**facts) for facts in case["players"]]
    past = [tuple(tuple(table) for table in plan) for plan in asked.pop("past", [])]
    return seaters, asked.pop("series"), asked | {"method": Method(asked.pop("method")), "past": past}


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """What a draw of the case gives, as the golden file writes it."""
    seaters, series, asked = request_of(case)
    drawn = draw_all(seaters, series, **asked)
    return {"plans": json.loads(json.dumps(drawn.plans)), "steps": drawn.steps}


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["id"])
def test_golden_plans_never_change(case: dict[str, Any]) -> None:
    assert answer(case) == {"plans": case["plans"], "steps": case["steps"]}


@pytest.mark.parametrize("hash_seed", ["0", "1", "4711"])
def test_a_fresh_process_with_other_hashes_draws_the_same_plans(hash_seed: str) -> None:
    code = (
        "import json, sys; sys.path[:0] = ['tests', '.']\n"
        "from test_seating_properties import GOLDEN, answer\n"
        "print(json.dumps([answer(case) for case in GOLDEN]))"
    )
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, check=True
    )
    assert json.loads(done.stdout) == [{"plans": case["plans"], "steps": case["steps"]} for case in GOLDEN]


# --- the generator and the meter ----------------------------------------------------------------------------


@settings(max_examples=30)
@given(st.text(), st.integers(1, 2**32))
def test_the_generator_stays_below_its_bound(seed: str, bound: int) -> None:
    generator = Generator(seed)
    assert all(0 <= generator.below(bound) < bound for _ in range(20))


def test_every_number_and_every_order_is_equally_likely() -> None:
    generator = Generator("six hundred rolls")
    rolls = [generator.below(6) for _ in range(6000)]
    assert all(900 < rolls.count(face) < 1100 for face in range(6))
    orders = [tuple(generator.shuffled("abc")) for _ in range(6000)]
    assert len(set(orders)) == 6
    assert all(900 < orders.count(order) < 1100 for order in set(orders))


def test_a_number_that_would_favour_the_small_ones_is_drawn_again() -> None:
    bound = 2**31 + 1
    numbers = [Generator(str(seed)).below(bound) for seed in range(40)]
    first = [Generator(str(seed)).below(2**32) for seed in range(40)]
    assert [number == word for number, word in zip(numbers, first, strict=True)] == [
        word < bound for word in first
    ]


def test_a_meter_reports_now_and_then_and_stays_stopped() -> None:
    told: list[int] = []

    def progress(steps: int, plan: Plan | None) -> bool:
        told.append(steps)
        return steps < 64

    meter = Meter(1000, progress)
    assert sum(meter.step(tuple) for _ in range(200)) == meter.steps == 64
    assert told == [0, 64]


def test_infeasible_fields_are_refused_and_never_half_drawn() -> None:
    seaters = [
        Seater(number, tandem=f"T{number % 3}", fixed_table=1 if number < 4 else None)
        for number in range(1, 7)
    ]
    assert draw_all(seaters, 1, method=Method.NO_REMATCH, seed="").quality.partners_together == 0
    with pytest.raises(SeatingError):
        draw_all([*seaters, Seater(7, tandem="T0")], 1, method=Method.NO_REMATCH, seed="")
