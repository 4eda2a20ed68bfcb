"""Totals to places: Nr. 14, shared ranks, lots; and the golden tournament from its games alone."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games import End, Game, parse_score
from scoring.matches import tally
from scoring.ranking import Criterion, Key, Lot, Place, Total, add, rank
from scoring.rulesets import RULESETS

FOLDER = Path(__file__).parent.parent / "fixtures/golden"


def total(key: Key, points: int = 105, hand_total: int = 900, **facts: Any) -> Total:
    return Total(key, points, hand_total, **{"games": 15, "rommes": 4, "hand_rommes": 0, **facts})


def places(found: Iterable[Place]) -> list[tuple[int | None, Key, bool]]:
    return [(place.rank, place.total.key, place.tied) for place in found]


def test_nr_14_most_rating_points_win() -> None:
    assert places(rank([total(1, 100), total(2, 105)])) == [(1, 2, False), (2, 1, False)]


@pytest.mark.parametrize(
    ("points", "fewer", "more"), [(105, 900, 1006), (567, 3512, 3556), (514, 4481, 4616)], ids=str
)
def test_nr_14_then_the_lower_sum_of_augen(points: int, fewer: int, more: int) -> None:
    assert places(rank([total(1, points, more), total(2, points, fewer)])) == [(1, 2, False), (2, 1, False)]


def test_nr_14_equal_rows_share_the_rank_by_start_number_and_are_undecided() -> None:
    rows = [total(9), total(2), total(7), total(4, 104)]
    assert places(rank(rows)) == [(1, 2, True), (1, 7, True), (1, 9, True), (4, 4, False)]


def test_nr_14_a_tie_below_counts_on() -> None:
    rows = [total(1, 110), total(3), total(2), total(4, 90)]
    assert places(rank(rows)) == [(1, 1, False), (2, 2, True), (2, 3, True), (4, 4, False)]


def test_nr_14_then_the_lot() -> None:
    rows = [total(2), total(7), total(9), total(4, 104)]
    assert places(rank(rows, [Lot((9, 2, 7))])) == [
        (1, 9, False),
        (2, 2, False),
        (3, 7, False),
        (4, 4, False),
    ]


@pytest.mark.parametrize("order", [(9, 2), (9, 2, 7, 4), (9, 2, 8), (9, 2, 7, 7), ()])
def test_nr_14_a_lot_decides_only_if_it_names_exactly_every_member_of_the_tie(order: tuple[Key, ...]) -> None:
    rows = [total(2), total(7), total(9), total(4, 104)]
    assert rank(rows, [Lot(order)]) == rank(rows)


def test_when_the_tie_changes_a_new_lot_is_needed() -> None:
    lots = [Lot((9, 2, 7))]
    assert places(rank([total(2), total(9), total(7, 99)], lots)) == [
        (1, 2, True),
        (1, 9, True),
        (3, 7, False),
    ]
    assert places(rank([total(2), total(9), total(7, 99)], [*lots, Lot((9, 2))]))[0] == (1, 9, False)


def test_the_newest_lot_between_the_same_players_counts() -> None:
    assert places(rank([total(2), total(9)], [Lot((2, 9)), Lot((9, 2))])) == [(1, 9, False), (2, 2, False)]


def test_the_lowest_sum_wins_where_loss_points_are_counted() -> None:
    rows = [total(1, 40), total(2, -20), total(3, 40, 800)]
    assert places(rank(rows, lowest_wins=True)) == [(1, 2, False), (2, 3, False), (3, 1, False)]


def test_an_entry_without_a_game_comes_last_without_a_rank() -> None:
    rows = [total(1, 0, 500), total(5, 3, 0, games=0, unranked=True), total(4, -2, 0, games=0, unranked=True)]
    assert places(rank(rows)) == [(1, 1, False), (None, 4, False), (None, 5, False)]
    assert places(rank(rows, [Lot((5, 4))])) == places(rank(rows))
    assert places(rank(rows, lowest_wins=True)) == places(rank(rows))


def test_every_place_says_what_decided_against_its_neighbours() -> None:
    rows = [
        total(1, 110),
        total(2, 105, 900),
        total(3, 105, 1006),
        total(4, 105, 1006),
        total(5, 100),
        total(6, 100),
        total(7, 0, 0, unranked=True),
    ]
    found = rank(rows, [Lot((6, 5))])
    assert [place.total.key for place in found] == [1, 2, 3, 4, 6, 5, 7]
    decided = [
        Criterion.POINTS,
        Criterion.HAND_TOTAL,
        Criterion.TIED,
        Criterion.POINTS,
        Criterion.LOT,
        Criterion.UNRANKED,
    ]
    assert [place.above for place in found] == [None, *decided]
    assert [place.below for place in found] == [*decided, None]


def test_an_empty_standing() -> None:
    assert rank([]) == ()


def test_one_row_is_nobodys_tie() -> None:
    assert rank([total(1)], [Lot((1,))]) == (Place(1, total(1), tied=False, above=None, below=None),)


def test_groups_are_ranked_by_name_within_a_tie() -> None:
    assert places(rank([total("RC B"), total("RC A")])) == [(1, "RC A", True), (1, "RC B", True)]


def test_a_club_is_the_sum_of_its_entries() -> None:
    members = [
        total(1, 42, 153, rommes=6, hand_rommes=1),
        total(2, 40, 148),
        total(3, 1, 0, games=0, rommes=0, unranked=True),
    ]
    assert add(members, "RC E") == Total("RC E", 83, 301, 30, 10, 1)


def test_a_group_without_a_game_has_no_rank() -> None:
    assert add([total(3, 1, 0, games=0, unranked=True)], "T1").unranked
    assert add([], "T1") == Total("T1", 0, 0, 0, 0, 0, unranked=True)


totals = st.lists(
    st.builds(
        Total,
        st.integers(1, 60),
        st.integers(0, 3),
        st.integers(0, 2),
        st.just(15),
        st.just(2),
        st.just(0),
        st.sampled_from([False, False, False, True]),
    ),
    max_size=25,
    unique_by=lambda row: row.key,
)


@given(totals, st.booleans(), st.randoms(use_true_random=False))
def test_a_standing_holds_everybody_once_in_whatever_order_they_came(
    rows: list[Total], lowest: bool, random: Any
) -> None:
    shuffled = list(rows)
    random.shuffle(shuffled)
    found = rank(rows, lowest_wins=lowest)
    assert sorted(place.total.key for place in found) == sorted(row.key for row in rows)
    assert rank(shuffled, lowest_wins=lowest) == found


@given(totals)
def test_a_rank_is_one_more_than_the_number_of_better_rows(rows: list[Total]) -> None:
    ranked = [row for row in rows if not row.unranked]
    for place in rank(rows):
        if place.total.unranked:
            assert place.rank is None
            continue
        own = (-place.total.points, place.total.hand_total)
        assert place.rank == 1 + sum((-row.points, row.hand_total) < own for row in ranked)
        assert place.tied is (sum((-row.points, row.hand_total) == own for row in ranked) > 1)


@given(totals, st.data())
def test_a_lot_decides_its_own_tie_and_changes_nothing_else(rows: list[Total], data: st.DataObject) -> None:
    before = rank(rows)
    ties = sorted({place.rank for place in before if place.tied and place.rank is not None})
    if not ties:
        assert rank(rows, [Lot(tuple(row.key for row in rows))]) == before
        return
    chosen = data.draw(st.sampled_from(ties))
    members = [place.total.key for place in before if place.rank == chosen]
    order = tuple(data.draw(st.permutations(members)))
    after = rank(rows, [Lot(order)])
    assert [p.total.key for p in after if chosen <= (p.rank or 0) < chosen + len(order)] == list(order)
    assert [p for p in places(after) if p[1] not in members] == [
        p for p in places(before) if p[1] not in members
    ]


@given(totals, st.integers(0, 25))
def test_groups_of_groups_have_the_same_sum(rows: list[Total], cut: int) -> None:
    assert add([add(rows[:cut]), add(rows[cut:])], "all") == add(rows, "all")


# The golden tournament: from the results on paper to every standing


def golden(name: str) -> Any:
    return json.loads((FOLDER / name).read_text("utf-8"))


def series_totals(series: dict[str, Any]) -> dict[int, Total]:
    found = {}
    for table in series["tables"]:
        games = [
            Game(
                tuple(str(seat) for seat in table["seats"]),
                str(game["dealer"]),
                End(game["end"]),
                {player: parse_score(text) for player, text in game["scores"].items()},
            )
            for game in table["games"]
        ]
        for player, row in tally(games, RULESETS["drov"]).items():
            found[int(player)] = add([row], int(player))
    return found


def as_rows(found: Iterable[Place]) -> list[dict[str, Any]]:
    return [
        {
            "rank": place.rank,
            "number": place.total.key,
            "points": place.total.points,
            "hand_total": place.total.hand_total,
            "games": place.total.games,
            "rommes": place.total.rommes,
            "hand_rommes": place.total.hand_rommes,
            "tied": place.tied,
        }
        for place in found
    ]


def test_golden_tournament() -> None:
    tournament, standings = golden("tournament.json"), golden("tournament.standings.json")
    parts = {f"series {series['number']}": series_totals(series) for series in tournament["series"]}
    numbers = [player["number"] for player in tournament["players"]]
    overall = {n: add([part[n] for part in parts.values() if n in part], n) for n in numbers}
    clubs: dict[str, list[Total]] = {}
    for player in tournament["players"]:
        clubs.setdefault(player["club"], []).append(overall[player["number"]])
    computed = {
        "overall": overall.values(),
        **{name: part.values() for name, part in parts.items()},
        "club": [add(members, name) for name, members in clubs.items()],
    }
    assert computed.keys() == standings.keys()
    for name, rows in computed.items():
        assert as_rows(rank(rows)) == standings[name], name
