"""The best a hand can do without the table: golden cases, two slow solvers, and what must hold for every hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_solver import by_subsets

from scoring.cards import CARDS, JOKER, Card, format_cards, hand_total, parse_cards
from scoring.melds import Meld, judge_meld, lay, opening_value
from scoring.rules import PROFILES, JokerLimit, Rules, with_options
from scoring.solver import HandAnswer, HandError, solve_hand
from scoring.solver.answers import answer_hand
from scoring.solver.own_melds import best_melds, limits_of, own_melds
from scoring.solver.packing import Pack
from scoring.solver.problem import Problem
from scoring.turns import LayingOff

GOLDEN = Path(__file__).parent.parent / "fixtures" / "golden" / "hands.jsonl"
DROV = PROFILES["drov"]
PACK = [*CARDS, *CARDS, *[JOKER] * 6]
LOOSE = with_options(PROFILES["home"], {"adjacent_jokers": True, "threshold": 30})
NATURALS = with_options(PROFILES["home"], {"naturals_only": True})
UNOPENED = [DROV, PROFILES["schmidt"], PROFILES["winner_takes"], LOOSE, NATURALS]


def ask(cards: str, rules: Rules = DROV, *table: str, opened: bool = False) -> HandAnswer:
    melds = [lay(parse_cards(text), rules) for text in table]
    return solve_hand(parse_cards(cards), rules, table=melds, opened=opened)


def figures(answer: HandAnswer) -> tuple[int, int | None, int | None, str | None]:
    return (
        answer.total,
        answer.best_opening.value if answer.best_opening else None,
        answer.lowest.total if answer.lowest else None,
        answer.hand_romme.value if answer.hand_romme else None,
    )


def hard_hand(random: Random, size: int) -> list[Card]:
    """Many jokers, few suits, neighbouring ranks: hands with many melds."""
    if size == 14 and random.random() < 0.2:
        return random.sample(CARDS[:13], 11) + [JOKER] * 3
    jokers = random.randint(0, min(6, size - 1))
    suits = random.sample("CSHD", random.randint(1, 3))
    first, span = random.randrange(13), random.randint(5, 13)
    ranks = {(first + at) % 13 + 2 for at in range(span)}
    pool = [card for card in CARDS if card.suit in suits and card.rank in ranks] * 2
    rest = [card for card in CARDS if card not in pool]
    return [*random.sample(pool, min(len(pool), size - jokers)), *rest][: size - jokers] + [JOKER] * jokers


@pytest.mark.parametrize("line", GOLDEN.read_text(encoding="utf-8").splitlines())
def test_golden_hands(line: str) -> None:
    case = json.loads(line)
    rules = PROFILES[case.get("rules", "drov")]
    answer = ask(case["hand"], rules, *case.get("table", []), opened=case.get("opened", False))
    assert figures(answer) == (case["total"], case["best_opening"], case["lowest"], case["hand_romme"])


# --- Held against every subset of the cards ---------------------------------------------------------------


def same_as_by_subsets(hand: list[Card], rules: Rules, *, drawn: bool) -> None:
    slow = by_subsets(hand, rules, drawn=drawn)
    _, best, lowest, hand_romme = figures(answer_hand(hand, rules, table=(), opened=False, drawn=drawn))
    assert (best or 0, lowest, hand_romme == "pure") == (slow.best_opening, slow.lowest, slow.pure)


@pytest.mark.parametrize("seed", range(120))
def test_small_hands_as_by_every_subset(seed: int) -> None:
    random = Random(seed)
    rules = replace(random.choice(UNOPENED[:4]), threshold=random.choice([0, 15, 30, 40, 60]))
    size = random.randint(3, 10)
    hand = hard_hand(random, size) if seed % 3 else random.sample(PACK, size)
    same_as_by_subsets(hand, rules, drawn=seed % 5 > 1)


@pytest.mark.parametrize("seed", [0, 1, 3, 5])
def test_whole_hands_as_by_every_subset(seed: int) -> None:
    random = Random(seed)
    hand = hard_hand(random, 13 + seed % 2) if seed > 2 else random.sample(PACK, 13 + seed % 2)
    same_as_by_subsets(hand, DROV, drawn=len(hand) == 14)


# --- What must hold for every hand ------------------------------------------------------------------------

hands = st.builds(
    lambda seed, size, hard: hard_hand(Random(seed), size) if hard else Random(seed).sample(PACK, size),
    st.integers(0, 2**32),
    st.sampled_from([13, 14]),
    st.booleans(),
)


@settings(max_examples=60, deadline=None)
@given(hands, st.sampled_from(UNOPENED))
def test_the_answers_are_legal_and_add_up(hand: list[Card], rules: Rules) -> None:
    answer = solve_hand(hand, rules)
    assert answer.total == hand_total(hand, rules)
    if answer.best_opening:
        melds = answer.best_opening.melds
        assert opening_value([judged(meld, rules) for meld in melds], rules) == answer.best_opening.value
        left_of(hand, melds)
    if answer.lowest:
        melds = [judged(meld, rules) for meld in answer.lowest.melds]
        left = left_of(left_of(hand, melds), answer.lowest.lay_offs)
        if answer.lowest.discard:
            left.remove(answer.lowest.discard)
        assert hand_total(left, rules) == answer.lowest.total
        enough = answer.lowest.total == 0 or opening_value(melds, rules) >= rules.threshold
        assert enough
        assert (answer.lowest.discard is None) == (len(hand) == 13 or (not left and len(hand) == laid(melds)))
        assert answer.hand_romme == (None if left else "pure")


def judged(meld: Meld, rules: Rules) -> Meld:
    """What the referee says to the cards as they are laid."""
    again = judge_meld(meld.cards, rules).meld
    assert again == meld
    return again


def laid(melds: list[Meld]) -> int:
    return sum(len(meld.cards) for meld in melds)


def left_of(hand: list[Card], groups: Sequence[Meld | LayingOff]) -> list[Card]:
    left = list(hand)
    for group in groups:
        for card in group.cards:
            left.remove(card)
    return left


@settings(max_examples=40, deadline=None)
@given(hands, st.sampled_from(CARDS), st.sampled_from(UNOPENED))
def test_a_natural_card_more_never_lowers_the_best_opening(
    hand: list[Card], card: Card, rules: Rules
) -> None:
    thirteen = hand[-13:]
    if thirteen.count(card) == rules.decks:
        return
    before = answer_hand(thirteen, rules, table=(), opened=False, drawn=True)
    after = answer_hand([*thirteen, card], rules, table=(), opened=False, drawn=True)
    assert (figures(before)[1] or 0) <= (figures(after)[1] or 0)


@settings(max_examples=40, deadline=None)
@given(hands, st.randoms(use_true_random=False), st.sampled_from(UNOPENED))
def test_the_order_of_the_cards_does_not_matter(hand: list[Card], random: Random, rules: Rules) -> None:
    assert solve_hand(random.sample(hand, len(hand)), rules) == solve_hand(hand, rules)


@settings(max_examples=40, deadline=None)
@given(hands)
def test_opened_is_never_worse_than_having_to_open(hand: list[Card]) -> None:
    unopened = solve_hand(hand, DROV)
    opened = answer_hand(hand, DROV, table=(), opened=True, drawn=len(hand) == 14)
    assert opened.lowest is not None
    assert opened.hand_romme is None
    assert unopened.lowest is None or opened.lowest.total <= unopened.lowest.total


# --- Rules, one by one ------------------------------------------------------------------------------------


def test_nr_6_the_opening_takes_forty() -> None:
    assert figures(ask("S4 H5 C3 HA H7 D5 D7 C9 * D10 DJ CA HJ C8"))[1:] == (33, None, None)
    assert figures(ask("S4 H5 C3 HA H7 D5 D7 C9 * D10 DJ CA HJ C8", replace(DROV, threshold=33)))[2] == 68


def test_nr_4a_the_best_opening_keeps_a_natural_card_for_the_discard() -> None:
    # All fourteen cards could be laid: HK stays, not the joker.
    rules = replace(DROV, threshold=0)
    answer = answer_hand(parse_cards("H10 HJ HQ HK"), rules, table=(), opened=False, drawn=True)
    assert figures(answer) == (40, 30, 0, "pure")
    # Two jokers left would need another card for the discard, one joker is the very last card.
    answer = answer_hand(parse_cards("H5 H6 H7 * *"), rules, table=(), opened=False, drawn=True)
    assert answer.best_opening is not None
    assert (answer.best_opening.value, answer.lowest and answer.lowest.discard) == (26, JOKER)


def test_nr_10_a_pure_hand_romme_needs_no_forty_and_is_told_before_one_with_lay_offs() -> None:
    hand = "H2 H3 H4 S2 S3 S4 C2 C3 C4 DA D2 D3 D4 HK"
    assert figures(ask(hand, DROV, "DK CK SK")) == (57, 37, 0, "pure")


def test_nr_8_an_ace_before_the_two_counts_one_and_over_the_corner_eleven() -> None:
    hand = "C6 C8 C10 S4 S6 S8 S10 D5 D7 D9"
    assert figures(ask(f"CA C2 C3 {hand}"))[1] == 6
    assert figures(ask(f"CK CA C2 {hand}"))[1] == 23
    assert figures(ask(f"CK CA C2 {hand}", PROFILES["schmidt"]))[1] is None


def test_a_long_alternating_run_is_found_whole() -> None:
    # It cannot be cut: every part would have as many jokers as natural cards.
    answer = answer_hand(parse_cards("C2 C4 C6 C8 C10 * * * *"), DROV, table=(), opened=True, drawn=False)
    assert answer.lowest is not None
    assert [format_cards(meld.cards) for meld in answer.lowest.melds] == ["C2 * C4 * C6 * C8 * C10"]


def test_jokers_side_by_side_where_it_is_agreed() -> None:
    hand = "H9 H10 HJ HQ * * C2 D4 S6 C5 D7 S3 H2"
    assert figures(ask(hand, LOOSE))[1] == 62  # H9 H10 HJ HQ * * H2
    assert figures(ask(hand, PROFILES["home"]))[1] == 59  # H9 H10 * and HJ HQ *


def test_melds_with_a_joker_do_not_count_where_that_is_agreed() -> None:
    hand = "HQ HK * C9 S9 D9 D2 D4 S3 S5 C7 H7 SJ"
    assert figures(ask(hand))[1:3] == (58, 38)
    assert figures(ask(hand, NATURALS))[1:3] == (27, None)
    # The joker may be laid off on the opening: cheaper than to keep it.
    assert figures(ask("HA SA DA D4 D5 D6 * C2 C9 S3 S8 H4 HJ", NATURALS))[1:3] == (48, 36)


def test_without_a_threshold_any_meld_opens_but_one_must_be_laid() -> None:
    free = replace(DROV, threshold=0)
    table = [lay(parse_cards("H8 H9 H10"), free)]
    assert figures(ask("HJ CA C2 C3 S5 S7 S9 D4 D6 D8 DJ SK DK", free, "H8 H9 H10"))[2] == 69
    assert solve_hand(parse_cards("HJ C2 C4 C6 S5 S7 S9 D4 D6 D8 DJ SK DK"), free, table=table).lowest is None
    joker_only = replace(free, naturals_only=True)
    assert figures(ask("HK SK * C2 C4 S5 S7 D4 D6 D8 DJ H6 H9", joker_only))[1:3] == (None, 61)


def test_online_no_discard_is_needed_to_finish() -> None:
    rules = PROFILES["winner_takes"]
    hand = "C2 C3 C4 C5 H6 H7 H8 S9 S10 SJ DQ DK DA *"
    answer = ask(hand, rules)
    assert figures(answer) == (115, 105, 0, "pure")
    assert answer.lowest is not None
    assert answer.lowest.discard is None
    assert ask(hand).lowest != answer.lowest


def test_romme_500_counts_as_opened_and_may_discard_a_joker() -> None:
    rules = PROFILES["romme500"]
    assert figures(ask("HA * * C2 C4", rules)) == (51, 45, 0, None)
    # The ace stands alone among jokers: laid in the middle it is a set, not A-2-3.
    answer = ask("HA * * C2 C4", rules)
    assert answer.best_opening is not None
    assert format_cards(answer.best_opening.melds[0].cards) == "* HA *"
    assert figures(ask("C2 * D9", rules)) == (26, None, 11, None)
    assert figures(ask("* *", rules)) == (30, None, 15, None)


def test_streitfall_8_two_last_jokers() -> None:
    answer = ask("* *", opened=True)
    assert answer.lowest is not None
    assert (answer.lowest.total, answer.lowest.discard) == (20, JOKER)
    assert ask("* * *", opened=True).lowest is None
    assert answer_hand([JOKER, JOKER], DROV, table=(), opened=True, drawn=False).lowest is not None


# --- Sizes and what cannot be -----------------------------------------------------------------------------


def refused(cards: str, rules: Rules = DROV, *, opened: bool = False, before_draw: bool = False) -> str:
    with pytest.raises(HandError) as raised:
        solve_hand(parse_cards(cards), rules, opened=opened, before_draw=before_draw)
    return str(raised.value)


def test_hands_of_a_wrong_size_are_refused_with_a_sentence() -> None:
    twelve = "C2 C3 C4 C5 C6 C7 C8 C9 C10 CJ CQ CK"
    assert (
        refused(twelve) == "Cards in the hand: 12. Before the opening there are 13, with the drawn card 14."
    )
    assert refused(twelve + " CA S2 S3").startswith("Cards in the hand: 15.")
    assert refused(twelve + " CA S2", before_draw=True) == (
        "Cards in the hand: 14. Before the opening and before the draw there are 13."
    )
    assert refused("", opened=True) == "Cards in the hand: 0. After the opening there are from 1 to 14."
    assert refused(twelve + " CA S2", opened=True, before_draw=True).endswith("from 1 to 13.")


def test_everything_wrong_with_a_hand_is_named_at_once() -> None:
    sentence = refused("H8 H8 H8 C2 C2 C2")
    assert sentence == (
        "Cards in the hand: 6. Before the opening there are 13, with the drawn card 14. "
        "H8 is there 3 times (card 1 in the hand, card 2 in the hand, card 3 in the hand), "
        "but the pack holds it only 2 times. Please correct or take out 1 of them. "
        "C2 is there 3 times (card 4 in the hand, card 5 in the hand, card 6 in the hand), "
        "but the pack holds it only 2 times. Please correct or take out 1 of them."
    )


def test_cards_of_the_table_count_with_those_of_the_hand() -> None:
    table = [lay(parse_cards("H8 H9 H10"), DROV), lay(parse_cards("H7 H8 H9"), DROV)]
    with pytest.raises(
        HandError,
        match=r"H8 is there 3 times .*in the hand, card 1 in meld 1 of the table, card 2 in meld 2 of the",
    ):
        solve_hand(parse_cards("H8 C2"), DROV, table=table, opened=True)


# --- The stated worst case --------------------------------------------------------------------------------

MOST_MELDS, MOST_LOOKS = 600, 600
"""No hand tried, nor any found by climbing towards the worst, reaches them by the DRoV rules."""


@pytest.mark.parametrize("seed", range(60))
def test_hard_hands_stay_far_below_the_bound(seed: int) -> None:
    hand = hard_hand(Random(seed), 14)
    pack = Pack(hand, DROV)
    melds = best_melds(own_melds(pack, limits_of(DROV), pack.jokers))
    assert len(melds) < MOST_MELDS
    problem = Problem(hand, (), DROV, drawn=True)
    found = [problem.best_opening, problem.lowest_unopened().found, problem.lowest_opened()]
    assert all(way is None or way.looks < MOST_LOOKS for way in found)


def test_the_limits_of_a_meld_follow_the_rules() -> None:
    fewest = {limit: limits_of(replace(DROV, joker_limit=limit)).fewest_naturals[:4] for limit in JokerLimit}
    assert fewest == {
        JokerLimit.MINORITY: (1, 2, 3, 4),
        JokerLimit.TWO_NATURALS: (2, 2, 2, 2),
        JokerLimit.ONE_NATURAL: (1, 1, 1, 1),
    }
