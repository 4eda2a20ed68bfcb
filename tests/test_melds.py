"""Sets, runs, openings, lay-offs, swaps and rearranged tables."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import StringIO
from itertools import pairwise, permutations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.__main__ import main
from scoring.cards import CARDS, JOKER, Card, Rank, Suit, format_cards, natural_value, parse_card, parse_cards
from scoring.melds import (
    Kind,
    Meld,
    Side,
    can_lay,
    can_lay_off,
    can_open,
    can_rearrange,
    can_swap,
    format_face,
    judge_meld,
    judge_opening,
    judge_rearrangement,
    lay,
    lay_off,
    longest_run,
    opening_value,
    rearrange,
    swap,
    verify_lay_off,
    verify_meld,
    verify_opening,
    verify_rearrangement,
    verify_swap,
    way_out,
)
from scoring.rules import PROFILES, JokerLimit, Rules, with_options
from scoring.violations import RuleError, Violation

DROV = PROFILES["drov"]
GOLDEN = Path(__file__).parent.parent / "fixtures" / "golden" / "melds.jsonl"
CASES = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]


def codes(violations: Sequence[Violation]) -> list[str]:
    return [broken.code for broken in violations]


def broken(text: str, rules: Rules = DROV) -> list[str]:
    return codes(verify_meld(parse_cards(text), rules))


def meld(text: str, rules: Rules = DROV) -> Meld:
    return lay(parse_cards(text), rules)


def jokers(found: Meld) -> list[str]:
    return [format_face(face) for face in found.jokers]


# --- Golden cases ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['cards']} {case['rules']}")
def test_golden_melds(case: dict[str, Any]) -> None:
    verdict = judge_meld(parse_cards(case["cards"]), PROFILES[case["rules"]])
    found = verdict.meld
    answer = {
        "legal": found is not None,
        "kind": found.kind.value if found else None,
        "value": found.value if found else None,
    }
    assert answer == {key: case[key] for key in answer}
    assert bool(verdict.violations) is not case["legal"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['cards']} {case['rules']}")
def test_golden_melds_through_the_command_line(case: dict[str, Any]) -> None:
    out, err = StringIO(), StringIO()
    assert main(["meld", case["cards"], "--rules", case["rules"]], StringIO(), out, err) == 0
    answer = json.loads(out.getvalue())
    assert {key: answer[key] for key in ("legal", "kind", "value")} == {
        key: case[key] for key in ("legal", "kind", "value")
    }
    assert err.getvalue() == ""


# --- Nr. 8 -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["too_few_cards"]),
        ("H5 H6", ["too_few_cards"]),
        ("HK HK SK", ["suit_repeated"]),
        ("HK SK DK CK *", ["set_too_long"]),
        ("HK SK DK CK HK", ["set_too_long"]),
        ("HK HK SK SK DK", ["set_too_long", "suit_repeated"]),
        ("HK SK DQ", ["rank_mismatch"]),
        ("HK SK HQ", ["rank_mismatch"]),
        ("HK SK * *", ["jokers_majority"]),
        ("HK SQ SK * * *", ["rank_mismatch", "jokers_majority"]),
        ("HK * *", ["jokers_majority"]),
        ("* * *", ["jokers_majority"]),
        ("H5 S6 D7", ["suit_mismatch"]),
        ("H5 S6 H7 * * *", ["suit_mismatch", "jokers_majority"]),
        ("H5 H6 S8", ["suit_mismatch"]),
        ("H5 H6 H8", ["not_consecutive"]),
        ("H5 H5 H6", ["not_consecutive"]),
        ("H8 * * HJ", ["jokers_adjacent"]),
        ("H8 H9 * *", ["jokers_majority"]),
        ("H4 H5 H6 H7 * * *", ["jokers_adjacent"]),
    ],
)
def test_nr_8_what_is_no_meld(text: str, expected: list[str]) -> None:
    assert broken(text) == expected
    assert {fault.rule for fault in verify_meld(parse_cards(text), DROV)} == {"Nr. 8"}
    assert not can_lay(parse_cards(text), DROV)


@pytest.mark.parametrize(
    ("text", "positions"),
    [
        ("H8 * * HJ", [(1, 2)]),
        ("HK SK * *", [(2, 3)]),
        ("HK HK SK", [(0, 1)]),
        ("HK SK DQ", [(2,)]),
        ("H5 H6 S8", [(2,)]),
        ("H5 H6 H8", [()]),
    ],
)
def test_nr_8_the_offending_cards_are_pointed_at(text: str, positions: list[tuple[int, ...]]) -> None:
    assert [fault.positions for fault in verify_meld(parse_cards(text), DROV)] == positions


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("CA C2 C3", 6),
        ("CQ CK CA", 31),
        ("CK CA C2", 23),
        ("C3 C2 CA", 6),
        ("* C2 C3", 6),
        ("HA SA DA", 33),
    ],
)
def test_nr_8_an_ace_counts_1_only_as_the_first_card_of_its_run(text: str, value: int) -> None:
    assert meld(text).value == value


def test_nr_8_a_run_may_go_all_the_way_round() -> None:
    suit = [Card(Suit.H, rank) for rank in (Rank.ACE, *list(Rank)[:-1])]
    assert lay([*suit, suit[0]], DROV).value == 1 + sum(range(2, 11)) + 30 + 11
    twice = lay(suit + suit, DROV)
    assert len(twice.cards) == longest_run(DROV) == 26
    assert twice.value == 1 + 84 + 11 + 84
    assert codes(verify_meld([*suit, *suit, JOKER], DROV)) == ["run_too_long"]
    assert codes(verify_lay_off(twice, [JOKER], DROV)) == ["run_too_long"]


def test_nr_8_a_joker_may_stand_for_the_second_copy_of_a_card() -> None:
    found = meld("* * H3 H2 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK")
    assert format_cards(found.cards) == "HK * H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ *"
    assert (found.value, jokers(found), found.sorted) == (105, ["HA", "HK"], True)


def test_nr_8_in_a_long_run_sorted_jokers_lie_apart() -> None:
    cards = parse_cards("H5 H6 H7 H8 H9 HT HJ HQ HK HA H2 H4 H4 *")
    found = lay(cards[::2] + cards[1::2], DROV)
    assert (format_cards(found.cards), found.sorted) == ("H4 H5 H6 H7 H8 H9 H10 HJ HQ HK HA H2 * H4", True)


def test_a_run_without_corner_holds_at_most_thirteen_cards() -> None:
    suit = " ".join(f"H{rank}" for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split())  # noqa: SIM905
    schmidt = PROFILES["schmidt"]
    assert meld(suit, schmidt).value == 1 + 54 + 30
    assert broken(f"{suit} HA", schmidt) == ["run_too_long"]
    assert broken("CK CA C2", schmidt) == ["corner_not_allowed"]
    assert broken("CK * * C3 C4 C5", schmidt) == ["corner_not_allowed", "jokers_adjacent"]


# --- What a joker stands for -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value", "stands_for", "order"),
    [
        ("H8 * H10", 27, ["H9"], None),
        ("S2 S3 *", 9, ["S4"], None),
        ("* S2 S3", 6, ["SA"], None),
        ("H10 H9 *", 27, ["H8"], None),
        ("* H10 H9", 29, ["HJ"], None),
        ("* HA H2", 23, ["HK"], None),
        ("H4 H5 H6 * *", 25, ["H3", "H7"], "* H4 H5 H6 *"),
        ("HQ * HJ", 30, ["HK"], "HJ HQ *"),
        ("HK * HQ", 31, ["HA"], "HQ HK *"),
        ("H8 * H9", 27, ["H10"], "H8 H9 *"),
        ("HK SK *", 30, ["CK|DK"], None),
        ("HK * DK CK", 40, ["SK"], None),
        ("HA SA *", 33, ["CA|DA"], None),
    ],
)
def test_streitfall_13_what_a_joker_stands_for(
    text: str, value: int, stands_for: list[str], order: str | None
) -> None:
    found = meld(text)
    assert (found.value, jokers(found), found.sorted) == (value, stands_for, order is not None)
    assert format_cards(found.cards) == (order or text)


@pytest.mark.parametrize(
    ("text", "kind", "value", "stands_for"),
    [
        ("HK * *", Kind.RUN, 40, ["HQ", "HJ"]),
        ("HA * *", Kind.RUN, 31, ["H2", "H3"]),
        ("* HA *", Kind.SET, 45, ["CA|SA|DA", "CA|SA|DA"]),
        ("H7 H8 H9", Kind.RUN, 24, []),
        ("HA H2 H3", Kind.RUN, 6, []),
        ("HQ HK HA", Kind.RUN, 35, []),
    ],
)
def test_romme_500_melds(text: str, kind: Kind, value: int, stands_for: list[str]) -> None:
    found = meld(text, PROFILES["romme500"])
    assert (found.kind, found.value, jokers(found)) == (kind, value, stands_for)


def test_romme_500_needs_one_natural_card_and_knows_no_corner() -> None:
    rules = PROFILES["romme500"]
    (fault,) = verify_meld(parse_cards("* * *"), rules)
    assert (fault.code, fault.rule) == ("jokers_majority", "Rommé 500")
    assert fault.message == "Every meld has at least one natural card."
    assert broken("HK HA H2", rules) == ["corner_not_allowed"]


def test_online_needs_two_natural_cards_and_lets_jokers_touch() -> None:
    rules = PROFILES["winner_takes"]
    assert jokers(meld("HK SK * *", rules)) == ["CK|DK", "CK|DK"]
    assert meld("H8 * * HJ", rules).value == 37
    (fault,) = verify_meld(parse_cards("H8 * *"), rules)
    assert fault.message == "Every meld has at least two natural cards."


def test_house_rules_of_the_home_profile() -> None:
    touching = with_options(PROFILES["home"], {"adjacent_jokers": True})
    assert meld("H8 * * HJ HQ", touching).value == 47
    assert broken("H8 * * HJ", touching) == ["jokers_majority"]
    straight = with_options(PROFILES["home"], {"corner": False})
    (fault,) = verify_meld(parse_cards("CK CA C2"), straight)
    assert (fault.code, fault.rule) == ("corner_not_allowed", "Hausregel")


def test_small_cards_of_romme_500_may_count_5() -> None:
    rules = replace(PROFILES["romme500"], small_cards_5=True)
    assert meld("HA H2 H3", rules).value == 11
    assert meld("H9 HT HJ", rules).value == 25


# --- The same by brute force -----------------------------------------------------------------------------


def follows(lower: Card, upper: Card) -> bool:
    order = [*list(Rank), Rank.TWO]
    assert lower.rank is not None
    return lower.suit == upper.suit and order[order.index(lower.rank) + 1] is upper.rank


def is_set(cards: Sequence[Card]) -> bool:
    suits = {card.suit for card in cards}
    return 3 <= len(cards) <= 4 and len({card.rank for card in cards}) == 1 and len(suits) == len(cards)


def is_run(faces: Sequence[Card], laid: Sequence[Card], rules: Rules) -> bool:
    pairs = list(pairwise(faces))
    touching = any(pair == (JOKER, JOKER) for pair in pairwise(laid))
    round_corner = any(lower.rank is Rank.ACE for lower, _ in pairs[1:])
    return (
        len(faces) >= 3
        and all(follows(lower, upper) for lower, upper in pairs)
        and (rules.adjacent_jokers_from is not None or not touching)
        and (rules.corner or not round_corner)
    )


def run_value(faces: Sequence[Card], laid: Sequence[Card], rules: Rules) -> int:
    total = 0
    for at, (face, card) in enumerate(zip(faces, laid, strict=True)):
        assert face.rank is not None
        if card == JOKER and rules.melded_joker_value:
            total += rules.melded_joker_value
        elif at == 0 and face.rank is Rank.ACE:
            total += 1
        else:
            total += natural_value(face.rank, rules)
    return total


def assignments(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Every way to let each joker be a card of a suit that is there."""
    suits = {card.suit for card in cards if card != JOKER}
    options = [card for card in CARDS if card.suit in suits]
    return product(*(options if card == JOKER else (card,) for card in cards))


def by_brute_force(cards: Sequence[Card], rules: Rules) -> tuple[Kind, int, bool] | None:
    """Kind, value and whether sorted, found by trying all orders and all cards for each joker."""
    count = cards.count(JOKER)
    naturals = len(cards) - count
    allowed = {
        JokerLimit.MINORITY: count < naturals,
        JokerLimit.TWO_NATURALS: naturals >= 2,
        JokerLimit.ONE_NATURAL: naturals >= 1,
    }[rules.joker_limit]
    if not allowed or not naturals:
        return None
    for order in (list(cards), list(reversed(cards))):
        values = [run_value(f, order, rules) for f in assignments(order) if is_run(f, order, rules)]
        if values:
            assert len(values) == 1
            return Kind.RUN, values[0], False
    rank = next(card.rank for card in cards if card != JOKER)
    assert rank is not None
    same = [Card(suit, rank) for suit in Suit]
    if any(is_set(f) for f in product(*(same if card == JOKER else (card,) for card in cards))):
        value = natural_value(rank, rules)
        joker = rules.melded_joker_value or value
        return Kind.SET, value * naturals + joker * count, False
    if len({card.suit for card in cards if card != JOKER}) > 1:
        return None
    values = [
        run_value(faces, order, rules)
        for order in set(permutations(cards))
        for faces in assignments(order)
        if is_run(faces, order, rules)
    ]
    return (Kind.RUN, max(values), True) if values else None


@st.composite
def groups(draw: st.DrawFn) -> list[Card]:
    """Three to five cards that are a meld or nearly one: some jokers, at times one wrong card, any order."""
    size = draw(st.integers(3, 5))
    if draw(st.booleans()):
        suit, low = draw(st.sampled_from(Suit)), draw(st.integers(2, 14))
        cards = [Card(suit, Rank((low + step - 2) % 13 + 2)) for step in range(size)]
    else:
        rank = draw(st.sampled_from(Rank))
        cards = [Card(suit, rank) for suit in draw(st.permutations(Suit))][:size]
    for at in draw(st.sets(st.integers(0, len(cards) - 1), max_size=2)):
        cards[at] = JOKER
    if draw(st.integers(0, 3)) == 0:
        cards[0] = draw(st.sampled_from(cards + list(CARDS)))
    return draw(st.one_of(st.just(cards), st.just(cards[::-1]), st.permutations(cards)))


@given(groups(), st.sampled_from(sorted(PROFILES)))
@settings(max_examples=300, deadline=None)
def test_all_orders_and_all_cards_of_the_jokers_give_the_same_verdict(cards: list[Card], name: str) -> None:
    found = judge_meld(cards, PROFILES[name]).meld
    answer = None if found is None else (found.kind, found.value, found.sorted)
    assert answer == by_brute_force(cards, PROFILES[name])


@given(groups(), st.sampled_from(["drov", "schmidt", "winner_takes"]), st.randoms())
@settings(max_examples=80, deadline=None)
def test_streitfall_13_the_order_of_the_cards_decides_no_verdict(
    cards: list[Card], name: str, random: Any
) -> None:
    rules = PROFILES[name]
    other = list(cards)
    random.shuffle(other)
    assert can_lay(cards, rules) == can_lay(other, rules)
    assert bool(verify_meld(cards, rules)) is not can_lay(cards, rules)


@given(groups())
@settings(max_examples=80, deadline=None)
def test_nr_7_a_meld_counts_what_its_cards_stand_for(cards: list[Card]) -> None:
    found = judge_meld(cards, DROV).meld
    if found is None:
        return
    faces = [face[0] for face in (found.faces if found.step >= 0 else reversed(found.faces))]
    total = sum(natural_value(face.rank, DROV) for face in faces if face.rank is not None)
    low_ace = found.kind is Kind.RUN and faces[0].rank is Rank.ACE
    assert found.value == total - (10 if low_ace else 0)
    assert lay(found.cards, DROV).faces == found.faces


def test_can_and_do_share_the_check() -> None:
    assert can_lay(parse_cards("H8 * H10"), DROV)
    with pytest.raises(RuleError) as caught:
        lay(parse_cards("H8 * * HJ"), DROV)
    assert codes(caught.value.violations) == ["jokers_adjacent"]
    assert str(caught.value) == "In a run two jokers never lie side by side."


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("H8 * * HJ", "H8 * H10 HJ"),
        ("HK SK DK CK *", "HK SK DK CK"),
        ("HK HK SK DK", "HK SK DK"),
        ("HK HK SK", "HK CK SK"),
        ("H5 H6 H8", "H5 H6 H7"),
        ("HK SK * *", "HK SK *"),
        ("* * H8 H9 H10 D2", "* H8 H9 H10 *"),
        ("H8 H9 H10 D2 C3", "H8 H9 H10"),
        ("H5 S6 D7", None),
        ("H5", None),
        ("", None),
    ],
)
def test_the_way_out_is_the_nearest_legal_meld(text: str, nearest: str | None) -> None:
    found = way_out(parse_cards(text), DROV)
    assert (found and format_cards(found.cards)) == nearest


# --- Openings --------------------------------------------------------------------------------------------


def test_nr_6_an_opening_counts_at_least_40() -> None:
    enough = [parse_cards("HA CA SA"), parse_cards("D4 D5 D6")]
    assert judge_opening(enough, DROV).value == 48
    assert can_open(enough, DROV)
    (fault,) = verify_opening(enough[:1], DROV)
    assert (fault.code, fault.rule) == ("opening_below_threshold", "Nr. 4a, 6")
    assert fault.message == "The first melds count 33; an opening takes at least 40."


def test_an_illegal_meld_does_not_count_for_the_opening() -> None:
    judged = judge_opening([parse_cards("HA CA SA DA"), parse_cards("D4 D5 S6")], DROV)
    assert (judged.value, codes(judged.violations)) == (44, ["suit_mismatch"])


def test_by_agreement_only_melds_without_a_joker_open() -> None:
    rules = with_options(PROFILES["home"], {"naturals_only": True})
    judged = judge_opening([parse_cards("HA CA SA"), parse_cards("H8 * H10")], rules)
    assert (judged.value, codes(judged.violations)) == (33, ["opening_below_threshold"])
    assert (
        judged.violations[0].message
        == "The first melds without a joker count 33; an opening takes at least 40."
    )
    assert opening_value([meld("H8 * H10")], DROV) == 27


def test_romme_500_has_no_opening() -> None:
    assert can_open([parse_cards("H2 H3 H4")], PROFILES["romme500"])


# --- Laying off ------------------------------------------------------------------------------------------


def after(lying: str, cards: str, side: Side | None = None, rules: Rules = DROV) -> str:
    return format_cards(lay_off(meld(lying, rules), parse_cards(cards), rules, side).meld.cards)


@pytest.mark.parametrize(
    ("lying", "cards", "result"),
    [
        ("H8 H9 H10", "HJ", "H8 H9 H10 HJ"),
        ("H8 H9 H10", "H7", "H7 H8 H9 H10"),
        ("H8 H9 H10", "*", "H8 H9 H10 *"),
        ("H8 H9 H10 *", "*", "* H8 H9 H10 *"),
        ("H8 H9 H10", "HQ HJ", "H8 H9 H10 HJ HQ"),
        ("H8 H9 H10", "H7 H6", "H6 H7 H8 H9 H10"),
        ("H8 H9 H10", "HQ *", "H8 H9 H10 * HQ"),
        ("H10 H9 H8", "H7", "H10 H9 H8 H7"),
        ("H10 H9 H8", "HJ", "HJ H10 H9 H8"),
        ("H10 H9 H8", "H6 H7", "H10 H9 H8 H7 H6"),
        ("HA H2 H3", "HK", "HK HA H2 H3"),
        ("HQ HK HA", "H2", "HQ HK HA H2"),
        ("HK SK DK", "CK", "HK SK DK CK"),
        ("HK SK DK", "*", "HK SK DK *"),
        ("HK SK *", "DK", "HK SK * DK"),
    ],
)
def test_nr_9_laid_off_behind_else_before(lying: str, cards: str, result: str) -> None:
    assert after(lying, cards) == result
    assert can_lay_off(meld(lying), parse_cards(cards), DROV)


def test_streitfall_2_a_joker_and_a_card_go_together() -> None:
    done = lay_off(meld("H8 * H10"), parse_cards("* HQ"), DROV)
    assert (done.meld.value, jokers(done.meld), done.side) == (47, ["H9", "HJ"], Side.BACK)
    assert codes(verify_lay_off(meld("H8 * H10"), parse_cards("HQ"), DROV)) == ["not_consecutive"]


def test_nr_9_the_side_may_be_chosen() -> None:
    assert after("H8 H9 H10", "*", Side.FRONT) == "* H8 H9 H10"
    assert after("HK SK DK", "CK", Side.FRONT) == "CK HK SK DK"
    assert not can_lay_off(meld("H8 H9 H10"), parse_cards("HJ"), DROV, Side.FRONT)


def test_nr_9_only_the_laid_off_cards_are_sorted() -> None:
    assert lay_off(meld("H8 H9 H10"), parse_cards("HQ HJ"), DROV).meld.sorted
    assert not lay_off(meld("H9 H8 H10"), parse_cards("HJ HQ"), DROV).meld.sorted


def test_nr_9_no_joker_changes_its_card() -> None:
    lying = meld("* H9 H10")
    done = lay_off(lying, parse_cards("HJ"), DROV)
    assert jokers(done.meld) == ["H8"]
    assert codes(verify_lay_off(lying, parse_cards("H8"), DROV)) == ["not_consecutive"]


def test_nr_8_an_ace_loses_its_first_place_to_a_king() -> None:
    assert meld("HA H2 H3").value == 6
    assert lay_off(meld("HA H2 H3"), parse_cards("HK"), DROV).meld.value == 26


@pytest.mark.parametrize(
    ("lying", "cards", "name", "expected"),
    [
        ("H8 H9 H10", "HQ", "drov", ["not_consecutive"]),
        ("H8 H9 H10", "H7 HJ", "drov", ["not_consecutive"]),
        ("H8 H9 H10", "SJ", "drov", ["suit_mismatch"]),
        ("H8 H9 H10 HJ *", "* *", "drov", ["jokers_adjacent"]),
        ("H8 * H10", "*", "drov", ["jokers_majority"]),
        ("HK SK *", "*", "drov", ["jokers_majority"]),
        ("HK SK DK", "HK", "drov", ["suit_repeated"]),
        ("HK SK DK", "CQ", "drov", ["rank_mismatch"]),
        ("HK SK DK CK", "*", "drov", ["set_too_long"]),
        ("HQ HK HA", "H2", "schmidt", ["corner_not_allowed"]),
        ("HA H2 H3", "HK", "schmidt", ["corner_not_allowed"]),
    ],
)
def test_nr_9_the_meld_must_stay_legal(lying: str, cards: str, name: str, expected: list[str]) -> None:
    rules = PROFILES[name]
    assert codes(verify_lay_off(meld(lying, rules), parse_cards(cards), rules)) == expected
    assert not can_lay_off(meld(lying, rules), parse_cards(cards), rules)


def test_a_joker_needs_a_card_it_can_stand_for() -> None:
    schmidt = PROFILES["schmidt"]
    lying = meld("HQ HK HA", schmidt)
    assert codes(verify_lay_off(lying, [JOKER], schmidt, Side.BACK)) == ["joker_unplaceable"]
    assert after("HQ HK HA", "*", None, schmidt) == "* HQ HK HA"
    suit = meld("HA H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK", schmidt)
    assert codes(verify_lay_off(suit, [JOKER], schmidt)) == ["run_too_long"]


def test_online_jokers_may_be_laid_off_side_by_side() -> None:
    assert after("H8 H9 *", "* *", None, PROFILES["winner_takes"]) == "H8 H9 * * *"


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_a_lay_off_leaves_a_legal_meld_in_which_nothing_has_moved(data: st.DataObject) -> None:
    lying = judge_meld(data.draw(groups()), DROV).meld
    if lying is None:
        return
    near = [card for card in CARDS if can_lay_off(lying, [card], DROV)]
    more = data.draw(st.lists(st.sampled_from([*near, JOKER]), min_size=1, max_size=2))
    if not can_lay_off(lying, more, DROV):
        assert verify_lay_off(lying, more, DROV)
        return
    done = lay_off(lying, more, DROV)
    again = lay(done.meld.cards, DROV)
    assert (again.value, again.faces, again.sorted) == (done.meld.value, done.meld.faces, False)
    start = done.count if done.side is Side.FRONT else 0
    kept = slice(start, start + len(lying.cards))
    assert done.meld.cards[kept] == lying.cards
    if lying.kind is Kind.RUN:
        assert done.meld.faces[kept] == lying.faces


def test_laying_off_raises_what_verifying_names() -> None:
    with pytest.raises(RuleError) as caught:
        lay_off(meld("H8 H9 H10"), parse_cards("HQ"), DROV)
    assert codes(caught.value.violations) == ["not_consecutive"]


# --- Swapping a joker ------------------------------------------------------------------------------------


def swap_codes(lying: str, card: str, rules: Rules = DROV, own: Sequence[int] = ()) -> list[str]:
    return codes(verify_swap(meld(lying, rules), parse_card(card), rules, own))


def test_nr_9_the_card_the_joker_stands_for_takes_its_place() -> None:
    done = swap(meld("H8 * H10 * HQ"), parse_card("HJ"), DROV)
    assert format_cards(done.cards) == "H8 * H10 HJ HQ"
    assert (done.value, jokers(done)) == (47, ["H9"])
    assert can_swap(meld("H10 H9 *"), parse_card("H8"), DROV)


def test_nr_9_any_other_card_is_refused() -> None:
    assert swap_codes("H8 * H10", "HJ") == ["swap_wrong_card"]
    assert swap_codes("H8 H9 H10", "H9") == ["swap_wrong_card"]
    assert swap_codes("H8 * H10", "*") == ["swap_wrong_card"]
    assert swap_codes("HK SK *", "H9") == ["swap_wrong_card"]
    with pytest.raises(RuleError, match="No joker in this meld stands for HJ"):
        swap(meld("H8 * H10"), parse_card("HJ"), DROV)


def test_streitfall_14_a_joker_leaves_a_set_only_when_four_cards_lie_there() -> None:
    (fault,) = verify_swap(meld("HK SK *"), parse_card("DK"), DROV)
    assert (fault.code, fault.rule) == ("swap_set_not_four", "Streitfall 14")
    assert not can_swap(meld("HK SK *"), parse_card("DK"), DROV)
    assert format_cards(swap(meld("HK SK DK *"), parse_card("CK"), DROV).cards) == "HK SK DK CK"


def test_streitfall_14_without_it_either_candidate_will_do() -> None:
    rules = with_options(PROFILES["home"], {"strict_swap": False})
    done = swap(meld("HK SK *", rules), parse_card("CK"), rules)
    assert (format_cards(done.cards), jokers(done)) == ("HK SK CK", [])


def test_online_the_other_joker_of_a_set_keeps_the_other_card() -> None:
    rules = PROFILES["winner_takes"]
    done = swap(meld("HK SK * *", rules), parse_card("DK"), rules)
    assert (format_cards(done.cards), jokers(done)) == ("HK SK DK *", ["CK"])


def test_streitfall_20_not_a_joker_one_has_just_laid() -> None:
    assert swap_codes("H8 * H10", "H9", own=[1]) == ["swap_own_meld_same_turn"]
    assert swap_codes("HK SK *", "DK", own=[2]) == ["swap_own_meld_same_turn", "swap_set_not_four"]
    assert swap_codes("H8 * H10 * HQ", "HJ", own=[1]) == []


def test_romme_500_jokers_are_never_swapped() -> None:
    assert swap_codes("H8 * H10", "H9", PROFILES["romme500"]) == ["swap_not_allowed"]


# --- Räuber-Rommé ----------------------------------------------------------------------------------------

RAEUBER = with_options(PROFILES["home"], {"rearrange": True})
LYING = [parse_cards("H5 H6 H7 H8"), parse_cards("C9 S9 D9")]
REBUILT = [parse_cards("H5 H6 H7"), parse_cards("H8 C8 S8"), parse_cards("C9 S9 D9")]
HAND = parse_cards("C8 S8 D2")


def test_nr_6_what_lies_lies() -> None:
    assert codes(verify_rearrangement(LYING, HAND, REBUILT, DROV)) == ["table_rearranged"]
    assert not can_rearrange(LYING, HAND, REBUILT, DROV)


def test_raeuber_table_before_and_cards_from_the_hand_are_the_table_after() -> None:
    assert can_rearrange(LYING, HAND, REBUILT, RAEUBER)
    assert judge_rearrangement(LYING, HAND, REBUILT, RAEUBER).played == parse_cards("C8 S8")
    assert [found.value for found in rearrange(LYING, HAND, REBUILT, RAEUBER)] == [18, 24, 27]


def test_raeuber_every_fault_is_named() -> None:
    rebuilt = [parse_cards("H5 H6"), parse_cards("C8 S8 D8"), parse_cards("C9 S9 D9")]
    judged = judge_rearrangement(LYING, HAND, rebuilt, RAEUBER)
    assert codes(judged.violations) == ["too_few_cards", "table_rearranged", "card_not_held"]
    assert (
        judged.violations[1].message == "Every card of the table must be on the table again; missing: H7 H8."
    )
    assert judged.violations[2].message == "Not in the hand: D8."
    with pytest.raises(RuleError):
        rearrange(LYING, HAND, rebuilt, RAEUBER)
