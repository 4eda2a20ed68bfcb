"""Nobody meets twice where that is possible: the goals, the bounds, the constructions, the figures."""

import random
from collections.abc import Sequence
from itertools import combinations

import pytest

from scoring.seating import Draws, Method, Plan, Seater, draw, draw_all, quality, table_sizes
from scoring.seating.field import field_of
from scoring.seating.generator import Generator
from scoring.seating.labels import embedded
from scoring.seating.limits import again_in, least_again, least_in_one
from scoring.seating.structures import shifted, structure, transversal


def drawn(count: int, series: int, seed: str = "4 4 1") -> Draws:
    seaters = [Seater(number) for number in range(1, count + 1)]
    return draw_all(seaters, series, method=Method.NO_REMATCH, seed=seed)


# --- the goals ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "count", [*range(15, 54), 61, 69, 72, 78, 99, 100, 121, 156, 157, 197, 300, 399, 400]
)
def test_five_series_without_meeting_again_and_with_fair_tables_of_three(count: int) -> None:
    figures = drawn(count, 5).quality
    assert (figures.pairs_again, figures.pairs_again_worst, figures.threes_again) == (0, 1, 0)
    assert figures.minimum_pairs_again == 0


@pytest.mark.parametrize(
    ("count", "series"),
    [(16, 5), (20, 5), (24, 7), (28, 9), (32, 10), (36, 11), (40, 13), (44, 14), (48, 15), (52, 17)],
)
def test_up_to_the_bound_of_counting_nobody_meets_again(count: int, series: int) -> None:
    plan = drawn(count, series)
    assert plan.quality.pairs_again == 0
    assert plan.notes == ()


@pytest.mark.parametrize(("count", "again"), [(10, 15), (11, 20), (12, 24), (13, 3), (14, 2)])
def test_ten_to_fourteen_players_meet_again_as_rarely_as_was_ever_found(count: int, again: int) -> None:
    assert drawn(count, 5).quality.pairs_again == again


@pytest.mark.parametrize(
    ("count", "series", "again"),
    [(3, 3, 6), (4, 2, 6), (6, 2, 2), (7, 2, 3), (8, 3, 8), (9, 4, 0), (9, 5, 9), (11, 2, 2), (12, 3, 6)],
)
def test_small_fields_reach_the_proven_minimum(count: int, series: int, again: int) -> None:
    figures = drawn(count, series).quality
    assert (figures.pairs_again, figures.minimum_pairs_again) == (again, again)


# --- impossible, and why ------------------------------------------------------------------------------------


def test_more_series_than_pairs_allow_is_said_with_the_numbers() -> None:
    plan = drawn(16, 6)
    assert [note.code for note in plan.notes] == ["too_many_series", "meetings_left"]
    assert str(plan.notes[0]) == (
        "Without meeting again it is impossible: 6 series have 144 meetings, but 16 players make only "
        "120 pairs. Meetings again in all of them: at least 24."
    )
    assert str(plan.notes[1]) == (
        f"Meetings again in all series: {plan.quality.pairs_again}. Another attempt may find a plan with fewer."
    )


def test_too_few_tables_is_said() -> None:
    plan = drawn(12, 2)
    assert [str(note) for note in plan.notes] == [
        "Without meeting again it is impossible: with so few tables (3) some players of every table "
        "come together again. Meetings again in all series: at least 3."
    ]


@pytest.mark.parametrize(("count", "again"), [(12, 18), (13, 15), (16, 24)])
def test_where_all_have_met_every_meeting_is_again(count: int, again: int) -> None:
    met = [[int(one != other) for other in range(count)] for one in range(count)]
    assert least_in_one(met, table_sizes(count)) == again


@pytest.mark.parametrize("seed", range(30))
def test_no_seating_goes_below_the_least_number_of_meetings_again(seed: int) -> None:
    dice = random.Random(seed)
    count = dice.choice([6, 7, 8, 9, 13, 16])
    met = [[0] * count for _ in range(count)]
    for one, other in combinations(range(count), 2):
        met[one][other] = met[other][one] = dice.choice([0, 1, 1, 2])
    found = []
    for _ in range(300):
        free = iter(dice.sample(range(count), count))
        tables = [[next(free) for _ in range(size)] for size in table_sizes(count)]
        found.append(sum(met[a][b] > 0 for table in tables for a, b in combinations(table, 2)))
    least = least_in_one(met, table_sizes(count))
    # Hundreds of random seatings of so few players hit the best one.
    assert least <= min(found) if count > 7 else least == min(found)


def test_a_field_that_cannot_do_better_after_its_past_says_so() -> None:
    past = [((1, 2, 3, 4), (5, 6, 7), (8, 9, 10))]
    plan = draw([Seater(number) for number in range(1, 9)], method=Method.NO_REMATCH, seed="4", past=past)
    assert str(plan.notes[0]) == (
        "Meetings again in all series: 3. After the series before fewer are not possible."
    )


def test_by_standing_without_rematches_says_what_could_not_be() -> None:
    people = [Seater(number) for number in range(1, 9)]
    past = [draw(people, method=Method.RANDOM, seed="1").plan]
    plan = draw(people, method=Method.STANDING_APART, seed="2", past=past, ranking=range(1, 9))
    assert plan.quality.pairs_again == 4
    assert [note.code for note in plan.notes] == ["out_of_rank", "too_few_tables"]


def test_tables_of_three_give_way_to_rematches() -> None:
    plan = drawn(13, 2)
    assert (plan.quality.pairs_again, plan.quality.threes_again) == (0, 6)
    assert [note.code for note in plan.notes] == ["threes_uneven"]


# --- figures, counted again slowly --------------------------------------------------------------------------


def slow_count(plans: Sequence[Plan], seaters: Sequence[Seater]) -> dict[str, int]:
    """Every pair is looked up at every table, without any cleverness."""
    count = dict.fromkeys(["again", "worst", "club", "team", "partners", "first"], 0)
    for one, other in combinations(seaters, 2):
        met = sum(one.number in table and other.number in table for plan in plans for table in plan)
        count["again"] += max(0, met - 1)
        count["worst"] = max(count["worst"], met)
        count["club"] += met * (one.club == other.club != "")
        count["team"] += met * (one.team == other.team is not None)
        count["partners"] += met * (one.tandem == other.tandem is not None)
    for seater in seaters:
        had = sum(table[0] == seater.number for plan in plans for table in plan)
        count["first"] = max(count["first"], had)
    return count


@pytest.mark.parametrize(("count", "series"), [(13, 5), (16, 6), (23, 4), (41, 7)])
@pytest.mark.parametrize("method", [Method.RANDOM, Method.NO_REMATCH])
def test_the_figures_agree_with_a_slow_count(count: int, series: int, method: Method) -> None:
    seaters = [
        Seater(
            number,
            club=f"{number % 5 or ''}",
            team=f"{number // 4}" if number % 3 else None,
            tandem=f"{number // 2}",
        )
        for number in range(1, count + 1)
    ]
    plans = draw_all(seaters, series, method=method, seed="count", steps=200).plans
    figures = quality(plans, seaters)
    assert slow_count(plans, seaters) == {
        "again": figures.pairs_again,
        "worst": figures.pairs_again_worst,
        "club": figures.clubmates,
        "team": figures.teammates,
        "partners": figures.partners_together,
        "first": figures.seat_one_most,
    }
    for seater in seaters:
        turns = sum(len(table) == 3 and seater.number in table for plan in plans for table in plan)
        assert figures.threes[seater.number] == turns


def test_turns_at_three_are_unfair_when_somebody_has_two_more_than_another() -> None:
    first: Plan = ((1, 2, 3, 4), (5, 6, 7))
    seaters = [Seater(number) for number in range(1, 8)]
    assert quality([first], seaters).threes_again == 0
    assert quality([first, first], seaters).threes_again == 3


def test_late_arrivals_do_not_make_the_others_turns_at_three_unfair() -> None:
    first: Plan = ((1, 2, 3), (4, 5, 6))
    second: Plan = ((1, 2, 3, 7), (4, 5, 6))
    figures = quality([first, second], [Seater(number) for number in range(1, 8)])
    assert (figures.threes[7], figures.threes_again) == (0, 0)


def test_somebody_who_has_left_is_still_counted_in_meetings_but_in_nothing_else() -> None:
    plans: list[Plan] = [((1, 2, 3, 4),), ((4, 3, 2, 1),)]
    figures = quality(plans, [Seater(1, club="A"), Seater(2, club="A"), Seater(3)])
    assert (figures.pairs_again, figures.clubmates, figures.minimum_pairs_again) == (6, 2, 6)
    assert list(figures.threes) == [1, 2, 3]


def test_the_minimum_is_unknown_where_the_field_changed() -> None:
    plans: list[Plan] = [((1, 2, 3, 4),), ((1, 2, 3),)]
    assert quality(plans, [Seater(number) for number in range(1, 5)]).minimum_pairs_again is None


def test_no_plans_have_no_figures() -> None:
    figures = quality([], [Seater(1), Seater(2)])
    assert (figures.pairs_again, figures.pairs_again_worst, figures.seat_one_most, figures.threes_again) == (
        0,
        0,
        0,
        0,
    )


def test_counting_bounds_are_no_higher_than_what_was_found() -> None:
    for count in (6, 7, 8, 9, 10, 11, 12, 13, 14, 16):
        for series in (2, 4, 6):
            seaters = [Seater(number) for number in range(1, count + 1)]
            found = draw_all(seaters, series, method=Method.NO_REMATCH, seed="few", steps=500)
            assert least_again(count, series) <= found.quality.pairs_again


# --- constructions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [16, 24, 28, 32, 36, 40, 44, 48, 52])
def test_starters_reach_as_far_as_known_and_no_further(count: int) -> None:
    most = (count - 1) // 3
    whole = shifted(count, most)
    assert whole is not None
    assert again_in(whole) == 0
    assert all(sorted(label for table in tables for label in table) == list(range(count)) for tables in whole)
    assert shifted(count, most + 1) is None


def test_there_are_no_starters_for_other_fields() -> None:
    assert shifted(60, 5) is None


@pytest.mark.parametrize("quarter", range(1, 31))
def test_transversal_designs_never_repeat_a_pair(quarter: int) -> None:
    reached = [series for series in range(1, quarter + 2) if transversal(quarter, series) is not None]
    assert bool(reached) is (quarter not in {1, 2, 3, 4, 6, 8, 9, 12})
    for series in reached:
        found = transversal(quarter, series)
        assert found is not None
        assert again_in(found) == 0
        assert len(found) == series


@pytest.mark.parametrize(
    ("count", "series"), [(17, 5), (22, 5), (23, 5), (26, 5), (31, 9), (46, 6), (77, 5), (398, 3)]
)
def test_structures_seat_every_label_once_a_series_fours_first(count: int, series: int) -> None:
    found = structure(count, series)
    assert found is not None
    assert again_in(found) == 0
    for tables in found:
        assert sorted(label for table in tables for label in table) == list(range(count))
        assert [len(table) for table in tables] == sorted((len(table) for table in tables), reverse=True)


@pytest.mark.parametrize(("count", "series"), [(12, 3), (27, 10), (20, 6), (22, 8), (26, 9)])
def test_no_structure_is_claimed_where_none_is_known(count: int, series: int) -> None:
    assert structure(count, series) is None


def test_earlier_series_that_nearly_fit_a_structure_are_not_looked_for_forever() -> None:
    found = structure(28, 5)
    assert found is not None
    seaters = [Seater(number) for number in range(1, 29)]
    guest: Plan = ((101, 102, 103),)
    strangers = draw_all(seaters, 2, method=Method.NO_REMATCH, seed="x", past=[guest]).plans
    field = field_of(seaters, strangers)
    assert field.history is not None
    assert embedded(field, field.history, found, Generator("embedding")) is None


def test_earlier_series_are_found_again_in_a_structure_only_if_they_fit() -> None:
    found = structure(24, 5)
    assert found is not None
    seaters = [Seater(number) for number in range(1, 25)]
    plans = draw_all(seaters, 2, method=Method.NO_REMATCH, seed="in").plans
    for past, fits in ((plans, True), ([plans[0], plans[0]], False)):
        field = field_of(seaters, past)
        assert field.history is not None
        at = embedded(field, field.history, found, Generator("embedding"))
        assert (at is not None) is fits
        if at is not None:
            again = [
                {frozenset(at[label] + 1 for label in table) for table in tables} for tables in found[:2]
            ]
            assert again == [{frozenset(table) for table in plan} for plan in past]
