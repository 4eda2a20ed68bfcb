"""Draws: what must be, the methods, fairness, and the sentences that leave a choice."""

from collections.abc import Iterable, Sequence

import pytest

from scoring.seating import Draws, Method, Plan, Seater, SeatingError, draw, draw_all, table_sizes


def people(count: int, **facts: Sequence[object]) -> list[Seater]:
    """Start numbers 1 … count; each fact is a list of one value a player."""
    return [
        Seater(place + 1, **{name: values[place] for name, values in facts.items()})  # type: ignore[arg-type]
        for place in range(count)
    ]


def tandems(count: int) -> list[str]:
    """Players 1 and 2 are tandem T1, 3 and 4 T2, …"""
    return [f"T{place // 2 + 1}" for place in range(count)]


def codes(error: pytest.ExceptionInfo[SeatingError]) -> list[str]:
    return [sentence.code for sentence in error.value.sentences]


def notes(drawn: Draws) -> list[str]:
    return [note.code for note in drawn.notes]


def table_of(plan: Plan, number: int) -> int:
    return next(index for index, table in enumerate(plan, 1) if number in table)


# --- tables -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [3, 4, *range(6, 401)])
def test_everybody_has_a_seat_at_tables_of_four_and_at_most_three_of_three(count: int) -> None:
    sizes = table_sizes(count)
    assert sum(sizes) == count
    assert sizes == (4,) * sizes.count(4) + (3,) * (-count % 4)


@pytest.mark.parametrize(("count", "code"), [(0, "too_few"), (2, "too_few"), (5, "five_players")])
def test_five_players_and_fewer_than_three_cannot_be_seated(count: int, code: str) -> None:
    with pytest.raises(SeatingError) as error:
        draw(people(count), method=Method.RANDOM, seed="1")
    assert codes(error) == [code]


# --- bad input: a sentence with the choice to make ----------------------------------------------------------


def test_all_faults_are_named_at_once() -> None:
    faulty = [
        Seater(1, fixed_table=7),
        Seater(1),
        Seater(2, tandem="A", fixed_table=2),
        Seater(3, tandem="A", fixed_table=2),
        *[Seater(number, tandem="B") for number in (4, 5, 6)],
        Seater(7),
    ]
    with pytest.raises(SeatingError) as error:
        draw(faulty, method=Method.RANDOM, seed="1")
    assert codes(error) == ["number_twice", "no_such_table", "partners_fixed_together", "tandem_too_big"]
    assert error.value.code == "number_twice"
    assert "fixed to table 7, but the tables are 1 to 2" in str(error.value)


def test_more_players_than_seats_fixed_to_one_table() -> None:
    with pytest.raises(SeatingError) as error:
        draw(people(7, fixed_table=[2, 2, 2, 2, None, None, None]), method=Method.STANDING, seed="1")
    assert codes(error) == ["table_too_full"]
    assert "4 players (1, 2, 3, 4) are fixed to table 2, which has 3 seats" in str(error.value)


def test_partners_need_a_second_table() -> None:
    with pytest.raises(SeatingError) as error:
        draw(people(4, tandem=["A", "A", None, None]), method=Method.RANDOM, seed="1")
    assert codes(error) == ["one_table"]


@pytest.mark.parametrize("method", list(Method))
def test_fixed_tables_that_leave_partners_no_second_table(method: Method) -> None:
    fixed = [1, 1, 1, 1, None, None, None]
    with pytest.raises(SeatingError) as error:
        draw(people(7, fixed_table=fixed, tandem=[*"ABCD", "E", "E", None]), method=method, seed="1")
    assert codes(error) == ["not_apart"]


@pytest.mark.parametrize("method", [method for method in Method if method.ranked])
def test_by_standing_only_one_series_at_a_time(method: Method) -> None:
    with pytest.raises(SeatingError) as error:
        draw_all(people(8), 2, method=method, seed="1")
    assert codes(error) == ["one_at_a_time"]


def test_no_series_cannot_be_drawn() -> None:
    with pytest.raises(SeatingError) as error:
        draw_all(people(8), 0, method=Method.RANDOM, seed="1")
    assert str(error.value) == "0 series cannot be drawn. Please draw at least one."


# --- random -------------------------------------------------------------------------------------------------


def test_a_seed_gives_one_plan_whatever_the_order_of_the_players_and_the_blanks_in_it() -> None:
    plan = draw(people(11), method=Method.RANDOM, seed="4 2 6").plan
    assert draw(people(11)[::-1], method=Method.RANDOM, seed="  4 2  6 ").plan == plan
    assert draw(people(11), method=Method.RANDOM, seed="4 2 5").plan != plan
    assert draw(people(11), method=Method.RANDOM, seed="4 2 6", attempt=2).plan != plan
    assert draw(people(11), method=Method.RANDOM, seed="4 2 6", past=[plan]).plan != plan


def test_umlauts_typed_on_any_keyboard_are_the_same_seed() -> None:
    composed, decomposed = "W\u00fcrfel", "Wu\u0308rfel"
    plans = [draw(people(8), method=Method.RANDOM, seed=seed).plan for seed in (composed, decomposed)]
    assert plans[0] == plans[1]


def test_everybody_may_meet_everybody_and_sit_on_every_seat() -> None:
    plans = [draw(people(8), method=Method.RANDOM, seed=str(roll)).plan for roll in range(80)]
    with_one = {number for plan in plans for table in plan if 1 in table for number in table}
    assert with_one == set(range(1, 9))
    assert {table.index(1) for plan in plans for table in plan if 1 in table} == {0, 1, 2, 3}


@pytest.mark.parametrize("count", [13, 14, 15, 30, 41])
def test_nobody_sits_at_three_twice_while_others_have_not_even_at_random(count: int) -> None:
    drawn = draw_all(people(count), 5, method=Method.RANDOM, seed="6 6 1")
    assert drawn.quality.threes_again == 0


# --- fixed tables -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", list(Method))
def test_fixed_tables_are_kept(method: Method) -> None:
    seaters = people(19, fixed_table=[5, 1, None, 1, 3, *[None] * 14], tandem=[None, *tandems(18)])
    ranking = list(range(19, 0, -1))
    drawn = draw(seaters, method=method, seed="a", ranking=ranking)
    assert [table_of(drawn.plan, number) for number in (1, 2, 4, 5)] == [5, 1, 1, 3]
    assert drawn.quality.partners_together == 0
    assert (drawn.quality.fixed_kept, drawn.quality.fixed_total) == (4, 4)


def test_a_fixed_player_keeps_the_table_in_a_plan_without_rematches() -> None:
    seaters = people(20, fixed_table=[4, None, None, 1, 3, *[None] * 15])
    drawn = draw_all(seaters, 5, method=Method.NO_REMATCH, seed="b")
    assert {table_of(plan, number) for plan in drawn.plans for number in (1, 4, 5)} == {1, 3, 4}
    assert (drawn.quality.fixed_kept, drawn.quality.fixed_total) == (15, 15)
    assert drawn.quality.pairs_again == 0


def test_two_players_fixed_to_one_table_meet_every_time_and_the_note_says_so() -> None:
    drawn = draw_all(people(30, fixed_table=[2, 2, *[None] * 28]), 3, method=Method.NO_REMATCH, seed="c")
    assert (drawn.quality.pairs_again, drawn.quality.pairs_again_worst) == (2, 3)
    assert drawn.quality.minimum_pairs_again is None
    assert notes(drawn) == ["fixed_together", "meetings_left"]
    assert str(drawn.notes[0]) == "The players 1, 2 are fixed to table 2 and so meet in every series."


def test_somebody_fixed_to_a_table_of_three_plays_at_three_every_time_and_the_note_says_so() -> None:
    drawn = draw_all(people(31, fixed_table=[8, *[None] * 30]), 3, method=Method.NO_REMATCH, seed="c")
    assert (drawn.quality.pairs_again, drawn.quality.threes[1], drawn.quality.threes_again) == (0, 3, 0)
    assert [str(note) for note in drawn.notes] == [
        "Table 8 is a table of three: player 1, fixed there, plays at three every time."
    ]


# --- by standing --------------------------------------------------------------------------------------------


def test_by_standing_ranks_one_to_four_sit_at_table_one_in_rank_order() -> None:
    ranking = [9, 3, 8, 1, 2, 11, 7, 4, 10, 6, 5]
    drawn = draw(people(11), method=Method.STANDING, seed="", ranking=ranking)
    assert drawn.plan == ((9, 3, 8, 1), (2, 11, 7, 4), (10, 6, 5))
    assert drawn.notes == ()


def test_by_standing_who_has_no_rank_follows_by_lot_and_who_is_absent_is_skipped() -> None:
    drawn = draw(people(8), method=Method.STANDING, seed="5", ranking=[7, 99, 2, 7, 5])
    assert drawn.plan[0][:3] == (7, 2, 5)
    assert [str(note) for note in drawn.notes] == ["Players without a rank, who follow by lot: 5."]


def test_by_standing_who_sat_at_three_is_moved_up_by_the_smallest_exchange() -> None:
    past: Plan = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11))
    drawn = draw(people(11), method=Method.STANDING, seed="", past=[past], ranking=range(1, 12))
    assert drawn.plan == ((1, 2, 3, 4), (5, 9, 10, 11), (6, 7, 8))
    assert drawn.quality.threes_again == 0


def test_by_standing_one_who_sat_at_three_changes_with_the_nearest_who_has_not() -> None:
    past: Plan = ((1, 2, 3, 9), (4, 5, 6, 10), (7, 8, 11))
    drawn = draw(people(11), method=Method.STANDING, seed="", past=[past], ranking=range(1, 12))
    assert drawn.plan == ((1, 2, 3, 4), (5, 7, 8, 11), (6, 9, 10))


def test_by_standing_partners_are_parted_by_the_smallest_exchange() -> None:
    seaters = people(12, tandem=[None, None, None, "A", "A", *[None] * 7])
    ranking = [1, 2, 4, 5, 3, *range(6, 13)]
    drawn = draw(seaters, method=Method.STANDING, seed="", ranking=ranking)
    assert drawn.plan[:2] == ((1, 2, 4, 3), (5, 6, 7, 8))


def test_by_standing_the_others_close_ranks_around_a_fixed_player() -> None:
    seaters = people(12, fixed_table=[3, *[None] * 11])
    drawn = draw(seaters, method=Method.STANDING, seed="", ranking=range(1, 13))
    assert drawn.plan == ((2, 3, 4, 5), (6, 7, 8, 9), (1, 10, 11, 12))


def test_by_standing_who_does_not_sit_by_rank_is_named() -> None:
    # The last three have sat at the table of three before: the next ones in rank take their turn.
    past: list[Plan] = [((1, 2, 3, 4), (5, 6, 7))]
    drawn = draw(people(7), method=Method.STANDING, seed="", past=past, ranking=range(1, 8))
    moved = [number for number in (1, 2, 3, 4) if number in drawn.plan[1]]
    moved += [number for number in (5, 6, 7) if number in drawn.plan[0]]
    assert len(moved) == 6
    assert drawn.notes[0].values == {"numbers": ", ".join(map(str, moved))}
    strict = draw(people(8), method=Method.STANDING, seed="", ranking=range(1, 9))
    assert strict.notes == ()


def test_by_standing_nobody_meets_again_where_that_is_wished() -> None:
    seaters, past = people(40), [draw(people(40), method=Method.RANDOM, seed="first").plan]
    for series in range(2, 9):
        ranking = sorted(range(1, 41), key=lambda number: (number * series * 7) % 41)
        strict = draw(seaters, method=Method.STANDING, seed="", past=past, ranking=ranking)
        assert [number for table in strict.plan for number in table] == ranking
        drawn = draw(seaters, method=Method.STANDING_APART, seed="", past=past, ranking=ranking)
        past.append(drawn.plan)
        assert drawn.quality.pairs_again == 0
        assert all(sorted(table, key=ranking.index) == list(table) for table in drawn.plan)


# --- tandem blocks ------------------------------------------------------------------------------------------


def ranked_tandems(count: int) -> list[int]:
    """Tandem by tandem, the better partner (the even number) first, the highest tandem leading."""
    return [number for tandem in range(count, 0, -1) for number in (2 * tandem, 2 * tandem - 1)]


def test_tandem_blocks_the_leading_tandem_sits_at_table_1_seat_1_and_table_2_seat_1() -> None:
    drawn = draw(people(16, tandem=tandems(16)), method=Method.TANDEM, seed="", ranking=ranked_tandems(8))
    assert drawn.plan == ((16, 14, 12, 10), (15, 13, 11, 9), (8, 6, 4, 2), (7, 5, 3, 1))


@pytest.mark.parametrize("couples", [9, 10, 11])
def test_tandem_blocks_the_incomplete_block_is_drawn_with_the_full_one_before_it(couples: int) -> None:
    count = 2 * couples
    ranking = ranked_tandems(couples)
    drawn = draw(people(count, tandem=tandems(count)), method=Method.TANDEM, seed="", ranking=ranking)
    assert drawn.plan[:2] == (tuple(ranking[0:8:2]), tuple(ranking[1:8:2]))
    assert drawn.quality.partners_together == 0
    assert all(sorted(table, key=ranking.index) == list(table) for table in drawn.plan[2:])


def test_tandem_blocks_single_players_sit_by_themselves_if_they_make_tables() -> None:
    seaters = people(20, tandem=[*tandems(16), *[None] * 4])
    drawn = draw(seaters, method=Method.TANDEM, seed="", ranking=[20, 19, 18, 17, *ranked_tandems(8)])
    assert drawn.plan[0] == (16, 14, 12, 10)
    assert drawn.plan[4] == (20, 19, 18, 17)


@pytest.mark.parametrize("singles", [1, 2, 5])
def test_tandem_blocks_too_few_single_players_are_drawn_with_the_last_block(singles: int) -> None:
    count = 16 + singles
    seaters = people(count, tandem=[*tandems(16), *[None] * singles])
    ranking = [*ranked_tandems(8), *range(17, count + 1)]
    drawn = draw(seaters, method=Method.TANDEM, seed="", ranking=ranking)
    assert drawn.plan[:2] == ((16, 14, 12, 10), (15, 13, 11, 9))
    assert {number for table in drawn.plan[2:] for number in table} == {*range(1, 9), *range(17, count + 1)}
    assert drawn.quality.partners_together == 0


def test_tandem_blocks_fewer_than_four_tandems_are_drawn_together() -> None:
    drawn = draw(people(6, tandem=tandems(6)), method=Method.TANDEM, seed="", ranking=ranked_tandems(3))
    assert drawn.quality.partners_together == 0


def test_tandem_blocks_somebody_whose_partner_is_missing_plays_as_a_single_player() -> None:
    drawn = draw(people(9, tandem=tandems(9)), method=Method.TANDEM, seed="", ranking=ranked_tandems(4))
    assert [note.code for note in drawn.notes] == ["by_lot", "partner_missing"]
    assert str(drawn.notes[1]) == "Without their partner, seated as single players: 9."


def test_tandem_blocks_a_fixed_player_changes_with_the_nearest_in_rank() -> None:
    seaters = people(16, tandem=tandems(16), fixed_table=[*[None] * 15, 3])
    drawn = draw(seaters, method=Method.TANDEM, seed="", ranking=ranked_tandems(8))
    assert drawn.plan == ((8, 14, 12, 10), (15, 13, 11, 9), (16, 6, 4, 2), (7, 5, 3, 1))


def test_tandem_blocks_somebody_fixed_to_the_partners_table_moves_the_partner_on() -> None:
    seaters = people(16, tandem=tandems(16), fixed_table=[*[None] * 15, 2])
    drawn = draw(seaters, method=Method.TANDEM, seed="", ranking=ranked_tandems(8))
    assert table_of(drawn.plan, 16) == 2
    assert drawn.quality.partners_together == 0


def test_tandem_blocks_stay_whole_whoever_sat_at_three_before() -> None:
    seaters, ranking = people(19, tandem=[*tandems(16), None, None, None]), [*ranked_tandems(8), 17, 18, 19]
    past = [draw(seaters, method=Method.TANDEM, seed="", ranking=ranking).plan]
    drawn = draw(seaters, method=Method.TANDEM, seed="", ranking=ranking, past=past)
    assert drawn.plan == past[0]
    assert sorted(drawn.plan[4]) == [17, 18, 19]


# --- seat 1, club mates -------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [16, 22, 37, 60])
def test_seat_1_is_spread_over_the_series(count: int) -> None:
    tables = len(table_sizes(count))
    drawn = draw_all(people(count), 5, method=Method.NO_REMATCH, seed="3 1")
    assert drawn.quality.seat_one_most == -(-5 * tables // count)


def test_seat_1_goes_to_who_never_had_it() -> None:
    past: list[Plan] = [((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8))]
    for seed in "123456":
        plan = draw(people(8), method=Method.RANDOM, seed=seed, past=past).plan
        assert not {table[0] for table in plan} & {1, 3, 5}


@pytest.mark.parametrize("count", [28, 40, 60, 100, 156])
def test_four_clubs_of_a_quarter_each_never_meet_themselves(count: int) -> None:
    seaters = people(count, club=[f"Club {place % 4}" for place in range(count)])
    figures = draw_all(seaters, 5, method=Method.NO_REMATCH, seed="2 2").quality
    assert (figures.pairs_again, figures.clubmates) == (0, 0)


def test_team_mates_are_kept_apart() -> None:
    seaters = people(32, team=[f"Team {place // 4}" for place in range(32)])
    figures = draw_all(seaters, 5, method=Method.NO_REMATCH, seed="1 4").quality
    assert (figures.pairs_again, figures.teammates) == (0, 0)


def test_a_club_too_big_for_the_tables_meets_as_rarely_as_possible() -> None:
    seaters = people(40, club=["big"] * 20 + [""] * 20)
    figures = draw_all(seaters, 5, method=Method.NO_REMATCH, seed="5 5").quality
    assert (figures.pairs_again, figures.clubmates) == (0, 5 * 10)


# --- series by series, and after changes --------------------------------------------------------------------


def one_by_one(counts: Iterable[int], method: Method = Method.NO_REMATCH) -> Draws:
    """Series after series with so many players present; the figures of all."""
    past: list[Plan] = []
    for series, count in enumerate(counts, 1):
        drawn = draw(people(count), method=method, seed=f"roll {series}", past=past)
        past.append(drawn.plan)
    return Draws(tuple(past), drawn.steps, drawn.quality, drawn.notes)


@pytest.mark.parametrize("count", [15, 16, 19, 20, 22, 23, 24, 25, 27, 28, 30, 41, 60])
def test_series_drawn_one_by_one_do_not_meet_again_either(count: int) -> None:
    figures = one_by_one([count] * 5).quality
    assert (figures.pairs_again, figures.threes_again) == (0, 0)


def test_clubs_stay_apart_when_series_are_drawn_one_by_one() -> None:
    seaters = people(28, club=[f"Club {place % 4}" for place in range(28)])
    past: list[Plan] = []
    for series in range(5):
        drawn = draw(seaters, method=Method.NO_REMATCH, seed=str(series), past=past)
        past.append(drawn.plan)
    assert (drawn.quality.pairs_again, drawn.quality.clubmates) == (0, 0)


def test_late_arrivals_and_withdrawals_plan_only_what_has_not_been_played() -> None:
    before = draw_all(people(40), 5, method=Method.NO_REMATCH, seed="plan")
    late = draw_all(people(43), 4, method=Method.NO_REMATCH, seed="late", past=before.plans[:1])
    assert (late.quality.pairs_again, late.quality.threes_again) == (0, 0)
    fewer = draw_all(
        people(38), 3, method=Method.NO_REMATCH, seed="gone", past=[before.plans[0], late.plans[0]]
    )
    assert fewer.quality.pairs_again == 0
    assert all(
        sorted(number for table in plan for number in table) == list(range(1, 39)) for plan in fewer.plans
    )


def test_past_series_that_fit_no_construction_are_still_avoided() -> None:
    numbers = list(range(1, 25))
    past: list[Plan] = [
        tuple(tuple(numbers[at : at + 4]) for at in range(0, 24, 4)),
        tuple(tuple(numbers[at::6]) for at in range(6)),
    ]
    drawn = draw(people(24), method=Method.NO_REMATCH, seed="x", past=past)
    assert drawn.quality.pairs_again == 0


# --- stopping a search --------------------------------------------------------------------------------------


def test_a_stopped_search_is_repeated_by_its_number_of_steps() -> None:
    reports: list[tuple[int, Plan | None]] = []

    def stop(steps: int, plan: Plan | None) -> bool:
        reports.append((steps, plan))
        return steps < 192

    seaters = people(13, tandem=[*tandems(12), None])
    stopped = draw_all(seaters, 5, method=Method.NO_REMATCH, seed="s", progress=stop)
    assert stopped.steps == 192
    assert [steps for steps, _ in reports] == [0, 64, 128, 192]
    assert all(plan is not None and len(plan) == 4 for _, plan in reports)
    again = draw_all(seaters, 5, method=Method.NO_REMATCH, seed="s", steps=192)
    assert (again.plans, again.steps) == (stopped.plans, 192)


@pytest.mark.parametrize("method", [Method.RANDOM, Method.NO_REMATCH])
def test_a_search_stopped_at_once_keeps_what_must_be(method: Method) -> None:
    seaters = people(18, tandem=tandems(18), fixed_table=[5, None, None, 2, *[None] * 14])
    drawn = draw_all(seaters, 5, method=method, seed="s", progress=lambda steps, plan: False)
    assert drawn.steps == 0
    assert drawn.quality.partners_together == 0
    assert (drawn.quality.fixed_kept, drawn.quality.fixed_total) == (10, 10)


def test_an_easy_draw_ends_before_its_bound() -> None:
    drawn = draw_all(people(46), 5, method=Method.NO_REMATCH, seed="s", steps=10_000)
    assert drawn.steps < 1_000
    assert drawn.plans == draw_all(people(46), 5, method=Method.NO_REMATCH, seed="s").plans
