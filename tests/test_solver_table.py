"""The best a hand can do with melds on the table: played out move by move, rule by rule, and on the command line."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from io import StringIO
from random import Random
from typing import Any

import pytest
from slow_solver import Player

from scoring.__main__ import main
from scoring.cards import CARDS, JOKER, Card, Rank, Suit, format_cards, hand_total, parse_cards
from scoring.melds import Meld, judge_meld, lay
from scoring.rules import PROFILES, Rules, with_options
from scoring.solver import HandAnswer, Lowest, action_as_json, answer_as_json, problem, solve_hand
from scoring.solver.answers import answer_hand
from scoring.turns import (
    Action,
    Discarding,
    Draw,
    LayingOff,
    Rearranging,
    Source,
    Turn,
    TurnEnd,
    judge_turn,
    parse_turn,
)

DROV = PROFILES["drov"]
LOOSE = with_options(PROFILES["home"], {"adjacent_jokers": True})
FREE_SWAP = with_options(PROFILES["home"], {"strict_swap": False})
NATURALS = with_options(PROFILES["home"], {"naturals_only": True})
RULES = [
    DROV, DROV, PROFILES["schmidt"], PROFILES["winner_takes"], PROFILES["romme500"], LOOSE, FREE_SWAP, NATURALS,
]  # fmt: skip


@dataclass(frozen=True)
class Situation:
    """A small hand beside a small table, rich in things to do."""

    rules: Rules
    hand: tuple[Card, ...]
    table: tuple[Meld, ...]
    opened: bool
    drawn: bool

    @classmethod
    def number(cls, seed: int, *, jokers: int | None = None) -> Situation:
        random = Random(seed)
        rules = replace(random.choice(RULES), threshold=random.choice([0, 10, 15, 20, 25, 30]))
        first = random.randint(2, 13)
        ranks = [Rank((first + at - 2) % 13 + 2) for at in range(random.randint(4, 6))]
        suits = random.sample(list(Suit), random.choice([1, 1, 2]))
        pack = Counter(dict.fromkeys(CARDS, rules.decks) | {JOKER: rules.jokers})
        table = []
        for _ in range(random.choice([0, 1, 1, 2])):
            meld = random_meld(random, rules, ranks, suits, pack)
            if meld:
                pack.subtract(meld.cards)
                table.append(meld)
        faces = [face[0] for meld in table for face in meld.jokers if pack[face[0]]]
        near = [card for card in pack.elements() if card.suit in suits and card.rank in ranks]
        far = [card for card in pack.elements() if card.rank in ranks[:2]]
        random.shuffle(near)
        if jokers is None:
            jokers = random.choice([0, 0, 1, 1, 2, 3])
        wanted = [JOKER] * min(jokers, pack[JOKER]) + faces[: random.choice([0, 1, 2])] + near + far
        hand: list[Card] = []
        size = random.randint(3, 4 if len(table) == 2 else 5) if jokers < 3 else 6
        for card in wanted[:size]:
            if hand.count(card) < pack[card]:
                hand.append(card)
        opened = random.random() < 0.3 or not rules.opening_needed
        return cls(rules, tuple(hand), tuple(table), opened, drawn=random.random() < 0.65)

    def answer(self) -> HandAnswer:
        return answer_hand(self.hand, self.rules, table=self.table, opened=self.opened, drawn=self.drawn)


def random_meld(
    random: Random, rules: Rules, ranks: list[Rank], suits: list[Suit], pack: Counter[Card]
) -> Meld | None:
    for _ in range(60):
        if random.random() < 0.4:
            chosen = random.sample(list(Suit), random.choice([3, 3, 4]))
            jokers = random.choice([0, 1, 1, 2])
            rank = random.choice(ranks)
            cards = [Card(suit, rank) for suit in chosen[jokers:]] + [JOKER] * jokers
        else:
            suit, start = random.choice(suits), random.choice(ranks)
            row = [
                Card(suit, Rank((start + at - 2) % 13 + 2)) for at in range(random.choice([3, 3, 3, 4, 5]))
            ]
            cards = [JOKER if random.random() < 0.35 else card for card in row]
            if random.random() < 0.3:
                cards.reverse()
        meld = judge_meld(cards, rules).meld
        if meld and all(pack[card] >= count for card, count in Counter(cards).items()):
            return meld
    return None


def same_as_played(situation: Situation) -> None:
    played = Player(situation.rules, drawn=situation.drawn)
    played.play(situation.hand, situation.table, opened=situation.opened)
    answer = situation.answer()
    best = "pure" if played.pure else "layoff" if played.layoff else None
    assert (answer.lowest and answer.lowest.total, answer.hand_romme) == (played.lowest, best)
    if answer.lowest:
        legal_as_a_turn(situation, answer.lowest)


def legal_as_a_turn(situation: Situation, lowest: Lowest) -> None:
    """The referee finds nothing wrong with the turn, and it leaves what was promised."""
    hand, actions = situation.hand, lowest.actions
    dealt, drawn = hand[:-1], hand[-1]
    if not situation.drawn:
        dealt, drawn = hand, next(card for card in CARDS if card not in hand)
        actions = (*actions, Discarding(drawn))
    rules = replace(situation.rules, cards_dealt=len(dealt))
    draw = Draw((drawn,), Source.STOCK)
    verdict = judge_turn(Turn(rules, situation.opened, dealt, draw, situation.table, actions))
    assert verdict.violations == ()
    assert verdict.result is not None
    assert hand_total(verdict.result.hand, rules) == lowest.total


@pytest.mark.parametrize("seed", range(90))
def test_the_lowest_total_is_that_of_the_best_of_all_turns(seed: int) -> None:
    same_as_played(Situation.number(seed))


OPENED_THEN_SWAPPED = [
    2050, 2112, 2142, 2155, 2304, 2416, 2421, 2447, 2459, 2517, 2550, 2579, 2654, 2682, 2809, 2821,
    3224, 3252, 3510, 3878, 4972, 5203, 5270, 5502, 5639, 5721, 6274, 7249, 7833, 7872, 8002, 8630,
]  # fmt: skip
"""Seeds in which the best turn opens and then swaps."""


@pytest.mark.parametrize("seed", OPENED_THEN_SWAPPED)
def test_the_same_where_a_joker_is_swapped_after_the_opening(seed: int) -> None:
    situation = Situation.number(seed)
    same_as_played(situation)
    lowest = situation.answer().lowest
    assert lowest is not None
    assert lowest.swaps


@pytest.mark.parametrize("seed", [*OPENED_THEN_SWAPPED, *range(60)])
def test_nothing_is_missed_where_openings_with_late_jokers_are_looked_at_last(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    situation = Situation.number(seed)
    at_once = situation.answer()
    monkeypatch.setattr(problem, "_FEW_MELDS", -1)
    at_last = situation.answer()
    assert (at_last.lowest is None) == (at_once.lowest is None)
    if at_last.lowest and at_once.lowest:
        assert at_last.lowest.total == at_once.lowest.total
        legal_as_a_turn(situation, at_last.lowest)


@pytest.mark.parametrize("seed", range(1000, 1008))
def test_the_same_with_many_jokers(seed: int) -> None:
    same_as_played(Situation.number(seed, jokers=3))


# --- Rules, one by one ------------------------------------------------------------------------------------


def ask(
    hand: str, *table: str, rules: Rules = DROV, opened: bool = True, drawn: bool = True
) -> tuple[int | None, list[Action]]:
    """The lowest total of a hand of any size, and the turn that leaves it."""
    situation = Situation(
        rules, parse_cards(hand), tuple(lay(parse_cards(text), rules) for text in table), opened, drawn
    )
    lowest = situation.answer().lowest
    if lowest is None:
        return None, []
    legal_as_a_turn(situation, lowest)
    return lowest.total, list(lowest.actions)


def total(hand: str, *table: str, rules: Rules = DROV, opened: bool = True, drawn: bool = True) -> int | None:
    return ask(hand, *table, rules=rules, opened=opened, drawn=drawn)[0]


def test_nr_9_lay_offs_on_both_sides_and_in_chains() -> None:
    assert total("H7 HJ HQ H6 C2", "H8 H9 H10") == 0
    assert total("H7 HJ HQ C5 C2", "HJ H10 H9 H8") == 7
    assert total("H7 H6 HQ C2", "H10 H9 H8") == 2


def test_nr_8_a_natural_card_on_one_side_makes_room_for_a_joker_on_the_other() -> None:
    left, actions = ask("* HA C2", "HJ * HK", rules=PROFILES["schmidt"])
    assert left == 0
    assert [action.cards for action in actions if isinstance(action, LayingOff)] == [
        parse_cards("HA"),
        parse_cards("*"),
    ]


def test_nr_8_a_run_goes_round_the_corner_only_where_that_is_allowed() -> None:
    run = "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK"
    assert total("HA HA C5", run) == 0
    assert total("HA HA C5", run, rules=PROFILES["schmidt"]) == 5


def test_nr_6_before_the_opening_nothing_is_laid_off_and_it_does_not_count() -> None:
    assert total("HJ SA DA C2", "H8 H9 H10", opened=False) is None
    assert total("HK SK DK HJ C2", "H8 H9 H10", opened=False) is None
    assert total("HK SK DK CK HJ C2", "H8 H9 H10", opened=False) == 0


def test_nr_9_a_swapped_joker_is_laid_in_the_same_turn() -> None:
    assert total("H9 C4 C6 C2", "H8 * H10") == 0
    assert total("D9 C4 C6 C2", "H8 * H10") == 12
    # The joker could lie nowhere: the set is full.
    assert total("HK D2 C5", "HQ * HA", rules=replace(DROV, corner=False)) == 2
    assert total("CK D2", "HK SK DK *") == 2


def test_nr_9_a_joker_swapped_after_the_opening_is_laid_off_on_it() -> None:
    assert total("HQ HK HA SQ SK SA H9 C2 C5", "S8 S9 S10", "H8 * H10", opened=False) == 2


def test_streitfall_2_joker_and_card_go_together() -> None:
    assert total("* HQ C2", "H8 * H10") == 0


def test_streitfall_14_a_set_gives_its_joker_only_when_four_lie_there() -> None:
    assert total("DK H6 H7 C2", "HK SK *") == 8
    assert total("DK H6 H7 C2", "HK SK *", rules=FREE_SWAP) == 0
    # The fourth card first, then the swap.
    left, actions = ask("DK CK H6 H7 C2", "HK SK *")
    assert left == 0
    assert [type(action).__name__ for action in actions] == ["LayingOff", "Swapping", "Laying", "Discarding"]


def test_streitfall_8_the_second_joker_laid_off_is_no_such_case() -> None:
    assert total("* *", "HK SK DK CK") == 20
    assert total("* *", "HK SK DK") == 0


def test_a_set_with_two_jokers_gives_both() -> None:
    rules = PROFILES["winner_takes"]
    assert total("CK DK C4 C6 D4 D6 S2", "HK SK * *", rules=rules) == 0
    assert total("HA", "* * S2 S3", rules=rules, drawn=False) == 11


def test_hand_romme_mit_anlegen_needs_the_forty() -> None:
    hand = "HQ HK HA S2 S3 S4 D5 D6 D7 CJ CQ CK H9"
    table = [lay(parse_cards("H6 H7 H8"), DROV)]
    answer = solve_hand(parse_cards(hand), DROV, table=table)
    assert (answer.hand_romme, answer.lowest and answer.lowest.total) == ("layoff", 0)
    low = "HA H2 H3 S2 S3 S4 D2 D3 D4 C2 C3 C4 H9"
    answer = solve_hand(parse_cards(low), DROV, table=table)
    assert (answer.hand_romme, answer.lowest) == (None, None)


def test_the_turn_ends_the_game_as_the_referee_says() -> None:
    hand = parse_cards("HQ HK HA S2 S3 S4 D5 D6 D7 CJ CQ CK H9 C5")
    table = (lay(parse_cards("H6 H7 H8"), DROV),)
    lowest = solve_hand(hand, DROV, table=table).lowest
    assert lowest is not None
    turn = Turn(DROV, False, hand[:-1], Draw(hand[-1:], Source.STOCK), table, lowest.actions)
    result = judge_turn(turn).result
    assert result is not None
    assert result.ends is TurnEnd.HAND_ROMME_LAYOFF


def test_sixteen_melds_on_the_table() -> None:
    texts = [f"{suit}{rank} {suit}{rank + 1} {suit}{rank + 2}" for suit in "CSHD" for rank in (2, 5, 8)]
    table = [lay(parse_cards(text), DROV) for text in [*texts, *(f"C{r} S{r} H{r}" for r in "JQKA")]]
    answer = solve_hand(parse_cards("DJ DQ DK DA CJ SJ HJ C2 D5 H8 S8 C10 S4 *"), DROV, table=table)
    assert (answer.lowest and answer.lowest.total, answer.hand_romme) == (0, "layoff")


# --- JSON and the command line ----------------------------------------------------------------------------


def call(*argv: str, stdin: str = "") -> tuple[int, list[Any], str]:
    out, err = StringIO(), StringIO()
    code = main(["hand", *argv], StringIO(stdin), out, err)
    return code, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def test_the_command_answers_with_the_turn() -> None:
    code, (answer,), err = call("H9 C2", "--opened", "--table", "H8 * H10")
    assert (code, err) == (0, "")
    assert answer == {
        "total": 11,
        "best_opening": None,
        "lowest": {
            "total": 0,
            "melds": [],
            "jokers": [],
            "lay_offs": [{"meld": 0, "cards": ["*"], "side": "front"}],
            "swaps": [{"meld": 0, "card": "H9"}],
            "discard": "C2",
            "actions": [
                {"swap": {"meld": 0, "card": "H9"}},
                {"lay_off": {"meld": 0, "cards": ["*"], "side": "front"}},
                {"discard": "C2"},
            ],
        },
        "hand_romme": None,
    }


def test_the_actions_are_read_back_as_a_turn() -> None:
    hand = "HQ HK HA SQ SK SA D2 D7 D9 C4 C6 C8 H3"
    table = ["D8 * D10", "HA H2 *"]
    _, (answer,), _ = call(f"{hand} S5", "--table", *table)
    turn = {
        "hand": [str(card) for card in parse_cards(hand)],
        "draw": {"card": "S5", "from": "stock"},
        "table": [[str(card) for card in parse_cards(text)] for text in table],
        "actions": answer["lowest"]["actions"],
    }
    result = judge_turn(parse_turn(turn)).result
    assert result is not None
    assert format_cards(result.hand) == "D2"
    assert answer["best_opening"] == {
        "value": 62,
        "melds": [["SQ", "SK", "SA"], ["HQ", "HK", "HA"]],
        "jokers": [[], []],
    }


def test_hands_come_from_standard_input_line_by_line() -> None:
    code, answers, err = call(
        "--opened", "--before-draw", "--rules", "home", stdin="H8 H9 H10\n\nHX\nC2 C2\n"
    )
    assert (code, [answer["lowest"]["total"] for answer in answers]) == (2, [0, 4])
    assert err == (
        "hand: line 3: At position 1: “HX” is not a card. "
        "Please write the suit first, for example H8 or Herz 8, and * for a joker.\n"
    )


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["H8 H9"], "hand: Cards in the hand: 2. Before the opening there are 13, with the drawn card 14.\n"),
        (
            ["H8", "--opened", "--table", "H8 * * H10", "HX", "C2 C3 C4"],
            "hand: --table: meld 1: This may not lie on the table. Every meld has fewer jokers than natural cards. "
            "meld 2: At position 1: “HX” is not a card. "
            "Please write the suit first, for example H8 or Herz 8, and * for a joker.\n",
        ),
        (
            ["H8 H8 H8", "--opened"],
            "hand: H8 is there 3 times (card 1 in the hand, card 2 in the hand, card 3 in the hand), but the pack "
            "holds it only 2 times. Please correct or take out 1 of them.\n",
        ),
    ],
)
def test_what_cannot_be_is_named(argv: list[str], sentence: str) -> None:
    assert call(*argv) == (2, [], sentence)


def test_every_action_has_its_json() -> None:
    groups = (parse_cards("H5 H6 H7"), parse_cards("H8 C8 S8"))
    assert action_as_json(Rearranging(groups)) == {"rearrange": [["H5", "H6", "H7"], ["H8", "C8", "S8"]]}
    answer = solve_hand(parse_cards("H8 C8 S8 D2"), DROV, opened=True)
    assert answer_as_json(answer)["lowest"] == {
        "total": 0,
        "melds": [["C8", "S8", "H8"]],
        "jokers": [[]],
        "lay_offs": [],
        "swaps": [],
        "discard": "D2",
        "actions": [{"lay": ["C8", "S8", "H8"]}, {"discard": "D2"}],
    }
