"""The referee's desk: what is tapped or typed, the verdict in a sentence, and nonsense that stays a sentence."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import translation

from scoring.cards import parse_card
from scoring.melds import Side
from scoring.rules import PROFILES
from scoring.violations import MESSAGES
from tournament.forms.referee import read_desk
from tournament.referee.answers import Answer, answer
from tournament.referee.desk import LONGEST_TEXT, MOST_ROWS, Desk, Kind, Mode
from tournament.referee.verdicts import State
from tournament.referee.words import HINTS, SOURCES_OF_HINTS, CardView
from tournament.rulebook import entries_of

GOLDEN = Path(__file__).resolve().parent.parent / "fixtures" / "golden"
HAND = "HA SA DA D4 D5 D6 C2 C9 S3 S8 H4 HJ DK"
Pairs = list[tuple[str, str]]


@pytest.fixture(autouse=True)
def german() -> Any:
    """The words of the hall."""
    with translation.override("de"):
        yield


def desk(*pairs: tuple[str, str], **fields: str) -> Desk:
    """The desk of an address."""
    return read_desk(QueryDict(urlencode([*pairs, *fields.items()]))).desk


def ask(*pairs: tuple[str, str], **fields: str) -> Answer:
    """The answer to an address."""
    asked = read_desk(QueryDict(urlencode([*pairs, *fields.items()])))
    return answer(asked.desk, asked.faults)


def said(result: Answer) -> str:
    """All sentences of the verdict and of the way out."""
    return " ".join(one.text for one in (*result.verdict.sentences, *result.verdict.ways))


def sources(result: Answer) -> list[str]:
    """The rules the verdict rests on."""
    return [one.source for one in result.verdict.sentences if one.source]


def texts(result: Desk) -> list[str]:
    """The rows as they are kept."""
    return [row.text for row in result.rows]


# Meld


def test_nr_8_a_run_says_its_value_its_joker_and_the_rule() -> None:
    result = ask(cards="H8 * H10")
    assert result.verdict.state is State.YES
    assert said(result) == "Das darf liegen: eine Folge, 27 Augen. Der Joker steht für ♥9."
    assert sources(result) == ["Nr. 8"]
    row = result.rows[0]
    assert (row.label, row.figure) == ("Folge", "27")
    assert [card.stands_for for card in row.cards] == ["", "= ♥9", ""]
    assert row.cards[1].stands_for_red


def test_nr_8_two_jokers_side_by_side_are_framed_and_the_way_out_is_named() -> None:
    result = ask(cards="H8 * * HJ")
    assert result.verdict.state is State.NO
    assert said(result) == (
        "Das darf nicht liegen: In einer Folge liegen nie zwei Joker nebeneinander. "
        "So ginge es: ♥8 Joker ♥10 ♥B – eine Folge, 37 Augen. Der Joker steht für ♥9."
    )
    assert sources(result) == ["Nr. 8"]
    row = result.rows[0]
    assert (row.label, row.figure) == ("Folge", "–")
    assert [card.framed for card in row.cards] == [False, True, True, False]


def test_nr_8_a_joker_in_a_set_of_three_has_two_cards() -> None:
    result = ask(cards="HK SK *")
    assert "Der Joker steht für ♣K oder ♦K." in said(result)
    assert result.rows[0].cards[2].stands_for == "♣/♦K"
    assert result.rows[0].label == "Satz"


def test_streitfall_13_a_run_in_disorder_is_sorted_and_the_typed_order_is_kept() -> None:
    result = ask(cards="D10 D8 D9")
    assert sources(result) == ["Nr. 8, Streitfall 13"]
    assert "Sortiert liegt es so: ♦8 ♦9 ♦10." in said(result)
    assert [card.letter for card in result.rows[0].cards] == ["8", "9", "10"]
    assert result.rows[0].typed == "♦10 ♦8 ♦9"


@pytest.mark.parametrize("cards", ["H5", "H5 H6"])
def test_a_meld_still_being_tapped_is_no_fault(cards: str) -> None:
    result = ask(cards=cards)
    assert result.verdict.state is State.OPEN
    assert said(result) == "Ein Satz oder eine Folge hat mindestens drei Karten."


def test_an_empty_desk_says_what_to_do() -> None:
    assert said(ask()) == "Bitte tippen Sie die Karten der Auslage an."


def test_a_meld_of_another_maker_names_the_maker() -> None:
    assert sources(ask(cards="CK CA C2", rules="schmidt")) == ["Schmidt S. 3"]
    assert sources(ask(cards="* * HK", rules="ass_boni")) == ["ASS Altenburger, Nr. 8 [assumed]"]
    assert sources(ask(cards="CK CA C2", rules="home", corner="off")) == ["Hausregel"]
    assert ask(cards="H8 * * HJ HQ", rules="home", adjacent_jokers="on").verdict.state is State.YES


def test_cards_are_read_in_every_notation() -> None:
    same = ["H8 * H10", "♥8,*,♥10", "Herz-8 Joker Herz 10", "h8*h10", "♥\ufe0f8 joker ♥️10"]
    assert {texts(desk(cards=text))[0] for text in same} == {"H8 * H10"}


# Opening


def test_nr_4a_an_opening_counts_its_melds_against_the_threshold() -> None:
    result = ask(("mode", "opening"), ("cards", "H8 * H10 HJ"), ("cards", "C3 D3 S3"))
    assert said(result) == "Die Eröffnung gilt: 46 Augen, nötig sind 40. Der Joker steht für ♥9."
    assert sources(result) == ["Nr. 4a, 6"]
    assert [(row.label, row.figure) for row in result.rows] == [("Folge", "37"), ("Satz", "9")]


def test_streitfall_1_an_opening_below_40_says_what_is_missing_and_what_happens() -> None:
    result = ask(mode="opening", cards="HA CA SA")
    assert result.verdict.state is State.NO
    assert "Die Eröffnung gilt nicht: Sie zählt 33 Augen, nötig sind 40. Es fehlen 7 Augen." in said(result)
    assert [way.source for way in result.verdict.ways] == ["", "Nr. 10", "Streitfall 1, 3"]


def test_the_last_missing_point_is_singular() -> None:
    melds = [("mode", "opening"), ("cards", "HA CA SA"), ("cards", "* S2 S3")]
    assert "Es fehlt 1 Auge." in said(ask(*melds))


def test_an_opening_with_a_meld_that_may_not_lie_names_the_meld() -> None:
    result = ask(("mode", "opening"), ("cards", "HA CA SA DA"), ("cards", "H5 H6 S7"))
    assert said(result).startswith("Die Eröffnung gilt nicht. Auslage 2: In einer Folge haben alle Karten")
    assert [row.flagged for row in result.rows] == [False, True]
    assert [card.framed for card in result.rows[1].cards] == [False, False, True]


def test_an_opening_still_being_tapped_says_how_far_it_is() -> None:
    result = ask(("mode", "opening"), ("cards", "HA CA SA"), ("cards", "D4 D5"))
    assert result.verdict.state is State.OPEN
    assert said(result) == "Bisher 33 von 40 Augen; eine Auslage hat mindestens drei Karten."
    assert ask(mode="opening").verdict.state is State.OPEN


def test_by_rules_without_an_opening_none_is_asked_for() -> None:
    result = ask(mode="opening", rules="romme500", cards="H2 H3 H4")
    assert said(result).endswith("Zusammen zählen sie 9. Eine Eröffnung ist nicht nötig.")


def test_an_agreed_threshold_is_a_house_rule() -> None:
    result = ask(mode="opening", rules="home", threshold="30", cards="HA CA SA")
    assert result.verdict.state is State.YES
    assert sources(result) == ["Hausregel"]
    assert ask(mode="opening", threshold="30", cards="HA CA SA").verdict.state is State.NO


def test_jokers_of_several_melds_are_named_with_their_meld() -> None:
    result = ask(("mode", "opening"), ("cards", "H8 * H10 HJ"), ("cards", "CK DK *"))
    assert "Auslage 1: Der Joker steht für ♥9." in said(result)
    assert "Auslage 2: Der Joker steht für ♠K oder ♥K." in said(result)


# Lay-off


def test_streitfall_2_joker_and_card_are_laid_off_as_one() -> None:
    result = ask(mode="lay_off", table="H8 * H10", cards="* HQ")
    assert said(result).startswith("Das darf angelegt werden. Die Auslage zählt dann 47 Augen.")
    assert sources(result) == ["Nr. 9"]
    assert [card.stands_for for card in result.verdict.blocks[0].lines[0].cards] == [
        "",
        "= ♥9",
        "",
        "= ♥B",
        "",
    ]


def test_nr_9_a_card_that_does_not_fit_is_told_what_fits() -> None:
    result = ask(mode="lay_off", table="H8 H9 H10", cards="HQ S3 HJ")
    assert result.verdict.state is State.NO
    assert "Davon darf angelegt werden: ♥D ♥B." in said(result)
    assert "Einzeln passen: ♥7 ♥B." in said(result)
    own = next(row for row in result.rows if row.row.kind is Kind.LAY_OFF)
    assert [card.framed for card in own.cards] == [False, True, False]


def test_nr_9_the_side_can_be_asked_for() -> None:
    assert ask(mode="lay_off", table="H8 H9 H10", cards="H7").verdict.state is State.YES
    assert ask(mode="lay_off", table="H8 H9 H10", cards="H7", side="back").verdict.state is State.NO
    assert desk(mode="lay_off", cards="H7", side="front").rows[1].laid_at is Side.FRONT
    assert desk(mode="lay_off", cards="H7", side="sideways").rows[1].laid_at is None


@pytest.mark.parametrize(
    ("table", "cards", "sentence"),
    [
        ("", "", "Bitte tippen Sie zuerst die Auslage auf dem Tisch an."),
        ("H8 H9", "", "Ein Satz oder eine Folge hat mindestens drei Karten."),
        ("H8 H9 H10", "", "Bitte tippen Sie die Karten zum Anlegen an."),
    ],
)
def test_a_lay_off_is_asked_for_step_by_step(table: str, cards: str, sentence: str) -> None:
    result = ask(mode="lay_off", table=table, cards=cards)
    assert result.verdict.state is State.OPEN
    assert said(result).startswith(sentence)


def test_a_table_with_a_meld_that_may_not_lie_is_named() -> None:
    result = ask(mode="lay_off", table="H8 H9 SJ", cards="H10")
    assert said(result).startswith("Die Auslage auf dem Tisch gilt nicht: In einer Folge")
    assert result.rows[0].flagged


def test_a_full_set_takes_no_card() -> None:
    assert "Keine einzelne Karte passt" in said(ask(mode="lay_off", table="H8 S8 D8 C8"))
    assert "Davon darf" not in said(
        ask(mode="lay_off", table="H8 S8 D8", cards="S2 S3 S4 S5 S6 S7 S9 S10 SJ")
    )


# Swap


def test_nr_9_the_card_the_joker_stands_for_takes_its_place() -> None:
    result = ask(mode="swap", table="H8 * H10", cards="H9")
    assert said(result).startswith("Der Tausch ist erlaubt: ♥9 kommt an die Stelle des Jokers.")
    assert sources(result) == ["Nr. 9", "Nr. 6, 9"]
    assert [card.letter for card in result.verdict.blocks[0].lines[0].cards] == ["8", "9", "10"]


def test_streitfall_14_a_set_of_three_keeps_its_joker() -> None:
    result = ask(mode="swap", table="HK SK *", cards="DK")
    assert result.verdict.state is State.NO
    assert sources(result) == ["Streitfall 14"]
    assert result.verdict.ways[-1].source == "Streitfall 14"
    assert sources(ask(mode="swap", table="HK SK DK *", cards="CK"))[0] == "Streitfall 14"


def test_nr_9_another_card_is_told_which_one_would_do() -> None:
    result = ask(mode="swap", table="H8 * H10", cards="HJ")
    assert "In dieser Auslage steht kein Joker für ♥B." in said(result)
    assert "Der Joker steht für ♥9." in said(result)


@pytest.mark.parametrize(
    ("table", "cards", "state", "sentence"),
    [
        ("", "H9", State.OPEN, "Bitte tippen Sie zuerst die Auslage auf dem Tisch an."),
        ("H8 H9 H10", "HJ", State.OPEN, "In dieser Auslage liegt kein Joker."),
        ("H8 * H10", "", State.OPEN, "Bitte tippen Sie die Karte an, die an die Stelle des Jokers soll."),
        (
            "H8 * H10",
            "H9 HJ",
            State.UNREADABLE,
            "Nur eine Karte kommt an die Stelle eines Jokers; hier sind 2.",
        ),
    ],
)
def test_a_swap_is_asked_for_step_by_step(table: str, cards: str, state: State, sentence: str) -> None:
    result = ask(mode="swap", table=table, cards=cards)
    assert result.verdict.state is state
    assert said(result).startswith(sentence)


def test_by_rules_without_swaps_no_card_would_do() -> None:
    result = ask(mode="swap", rules="romme500", table="H8 * H10", cards="H9")
    assert said(result) == "Dieser Tausch ist nicht erlaubt: Joker auf dem Tisch werden nie getauscht."


# Turn


def turn_pairs(turn: dict[str, Any]) -> Pairs:
    """The address of a golden turn."""
    pairs = [("mode", "turn"), ("rules", turn.get("rules", "drov")), ("hand", " ".join(turn["hand"]))]
    if turn.get("opened"):
        pairs.append(("opened", "on"))
    if turn["draw"]:
        pairs += [("draw", turn["draw"]["card"]), ("from", turn["draw"]["from"])]
    pairs += [("table", " ".join(meld)) for meld in turn.get("table", [])]
    for action in turn["actions"]:
        ((name, value),) = action.items()
        if name == "discard":
            pairs.append(("discard", value))
            continue
        cards = value if name == "lay" else value.get("cards") or [value["card"]]
        on = 0 if name == "lay" else value["meld"]
        side = value.get("side", "") if name == "lay_off" else ""
        pairs += [("do", name), ("on", str(on + 1)), ("side", side), ("cards", " ".join(cards))]
    return pairs


def golden_turns() -> list[dict[str, Any]]:
    """Turns the page can show: those whose discard is the last action and is one card."""
    lines = [json.loads(line) for line in (GOLDEN / "turns.jsonl").read_text().splitlines() if line.strip()]
    return [
        line
        for line in lines
        if "cards" not in (line["turn"]["draw"] or {})
        and not line["turn"].get("options")
        and not any("rearrange" in action for action in line["turn"]["actions"])
        and not any("discard" in action for action in line["turn"]["actions"][:-1])
        and (line["turn"]["draw"] or line["turn"]["actions"])
    ]


@pytest.mark.parametrize("line", golden_turns(), ids=lambda line: str(line["id"]))
def test_the_desk_judges_golden_turns_as_the_engine_does(line: dict[str, Any]) -> None:
    result = ask(*turn_pairs(line["turn"]))
    assert result.verdict.state is (State.YES if line["legal"] else State.NO), said(result)


def test_enough_golden_turns_are_tried() -> None:
    assert len(golden_turns()) >= 10


def test_nr_4_a_turn_names_every_broken_rule_with_its_row() -> None:
    result = ask(
        ("mode", "turn"), ("hand", HAND), ("draw", "C7"), ("table", "H8 H9 H10"), ("do", "lay_off"), ("on", "1"),
        ("side", ""), ("cards", "HJ"), ("discard", "*"),
    )  # fmt: skip
    sentences = [one.text for one in result.verdict.sentences]
    assert sentences[0] == "Der Zug ist nicht erlaubt."
    assert "Anlegen: Anlegen darf nur, wer schon eröffnet hat." in sentences
    assert "Ablegen: Nicht auf der Hand: Joker." in sentences
    assert [row.row.kind for row in result.rows if row.flagged] == [Kind.LAY_OFF, Kind.DISCARD]
    assert all(card.framed for row in result.rows if row.flagged for card in row.cards)


def test_nr_4_a_legal_turn_says_the_opening_and_what_lies_afterwards() -> None:
    result = ask(
        ("mode", "turn"), ("hand", HAND), ("draw", "C7"), ("do", "lay"), ("cards", "HA SA DA"), ("do", "lay"),
        ("cards", "D4 D5 D6"), ("discard", "DK"),
    )  # fmt: skip
    assert said(result) == "Der Zug ist erlaubt. Die Eröffnung zählt 48 Augen."
    assert sources(result) == ["Nr. 4", "Nr. 4a, 6"]
    hand, table = result.verdict.blocks
    assert hand.title.text == "Auf der Hand bleiben 7 Karten."
    assert [line.figure for line in table.lines] == [33, 15]


def test_nr_4c_the_open_card_can_go_back() -> None:
    result = ask(("from", "discard"), mode="turn", hand="H5 S9", opened="on", draw="C7")
    assert result.verdict.state is State.YES
    assert sources(result) == ["Nr. 4c"]


def test_nr_10_a_turn_that_ends_the_game_says_how() -> None:
    result = ask(
        ("do", "lay"), mode="turn", hand="H5 H6 H7", opened="on", draw="C7", cards="H5 H6 H7", discard="C7"
    )
    assert said(result) == "Der Zug ist erlaubt. Das ist Rommé."
    assert sources(result) == ["Nr. 4", "Nr. 10"]
    assert [block.title.text for block in result.verdict.blocks] == ["Danach auf dem Tisch"]


def test_streitfall_8_two_last_jokers_end_the_game() -> None:
    result = ask(mode="turn", hand="*", opened="on", draw="*", discard="*")
    assert "Zwei letzte Joker" in said(result)
    assert sources(result)[-1] == "Streitfall 8"


def test_nr_4_a_joker_discarded_is_told_the_way_out() -> None:
    result = ask(mode="turn", hand="* C2 C9", opened="on", draw="S5", discard="*")
    assert said(result) == (
        "Der Zug ist nicht erlaubt. Ablegen: Ein Joker darf nur als allerletzte Karte abgelegt werden. "
        "Eine andere Karte ablegen; der Joker bleibt auf der Hand."
    )


@pytest.mark.parametrize(
    ("pairs", "sentence"),
    [
        ([], "Bitte geben Sie zuerst das Blatt vor dem Ziehen ein."),
        ([("hand", HAND)], "Nun bitte die gezogene Karte, dann, was gelegt wurde."),
        ([("hand", HAND), ("draw", "C7 C8")], "Gezogen: Hierher gehört genau eine Karte; es sind 2."),
        ([("hand", HAND), ("discard", "C7 C8")], "Ablegen: Hierher gehört genau eine Karte; es sind 2."),
        (
            [("hand", HAND), ("draw", "C7"), ("table", "H5 S6 H7")],
            "Tisch: Das darf nicht auf dem Tisch liegen. In einer Folge haben alle Karten dieselbe Farbe.",
        ),
        (
            [("hand", HAND), ("draw", "C7"), ("do", "lay_off"), ("on", "7"), ("cards", "HJ")],
            "Anlegen: Bitte wählen Sie die Auslage, zu der es gehört.",
        ),
        (
            [("hand", HAND), ("draw", "C7"), ("do", "swap"), ("on", "1"), ("cards", "HJ"), ("do", "lay"),
             ("cards", "HA SA DA")],
            "Tausch: Bitte wählen Sie die Auslage, zu der es gehört.",
        ),
    ],
)  # fmt: skip
def test_a_turn_that_cannot_be_judged_names_the_row(pairs: Pairs, sentence: str) -> None:
    result = ask(("mode", "turn"), *pairs)
    assert result.verdict.state in (State.OPEN, State.UNREADABLE)
    assert said(result) == sentence


def test_empty_rows_are_no_melds_and_do_not_shift_the_others() -> None:
    result = ask(
        ("mode", "turn"), ("opened", "on"), ("hand", "H9 C2 C5"), ("draw", "S5"), ("table", ""), ("table", "H5 H6 H7"),
        ("table", "H8 * H10"), ("do", "lay"), ("on", "1"), ("side", ""), ("cards", ""),
        ("do", "lay_off"), ("on", "3"), ("side", ""), ("cards", "HJ"), ("discard", "C2"),
    )  # fmt: skip
    assert said(result).startswith("Der Zug ist nicht erlaubt. Anlegen: Nicht auf der Hand: ♥B.")


def test_rommee_500_draws_several_cards_from_the_discards() -> None:
    fields = {
        "mode": "turn", "rules": "romme500", "hand": "C9 H9 S2", "draw": "D9 CJ S5", "from": "discard",
        "do": "lay", "cards": "D9 C9 H9", "discard": "CJ",
    }  # fmt: skip
    assert ask(**fields).verdict.state is State.YES
    assert ask(**fields | {"from": "stock"}).verdict.state is State.UNREADABLE
    tapped = desk(("from", "discard"), mode="turn", rules="romme500", draw="D9", at="1", suit="C", key="J")
    assert texts(tapped)[1] == "D9 CJ"


# Hand


def test_nr_11_a_hand_of_any_size_is_counted() -> None:
    result = ask(mode="hand", hand="H3 C5")
    assert said(result).startswith("Das Blatt zählt 8 Augen. Karten im Blatt: 2.")
    assert sources(result) == ["Nr. 11"]
    assert result.verdict.state is State.OPEN


def test_a_whole_hand_says_its_best_opening_its_lowest_rest_and_hand_romme() -> None:
    result = ask(mode="hand", hand=f"{HAND} C7")
    opening, hand_romme, lowest = result.verdict.blocks
    assert opening.title.text == "Beste Eröffnung: 48 Augen, nötig sind 40."
    assert [line.figure for line in opening.lines] == [33, 15]
    assert hand_romme.title.text == "Ein Hand-Rommé liegt nicht darin."
    assert lowest.title.text == "Kleinster Rest in diesem Zug: 43 Augen."
    assert set(lowest.notes) == {"♠A ♥A ♦A auslegen.", "♦4 ♦5 ♦6 auslegen.", "♦K ablegen."}


def test_the_steps_name_the_melds_of_the_table() -> None:
    pairs = [
        ("mode", "hand"),
        ("hand", "HJ H9 C2"),
        ("opened", "on"),
        ("table", "H8 * H10"),
        ("table", "C3 C4 C5"),
    ]
    result = ask(*pairs)
    (lowest,) = result.verdict.blocks
    notes = " ".join(lowest.notes)
    assert "♥B anlegen an: Tisch 1." in notes
    assert "♥9 gegen den Joker tauschen in: Tisch 1." in notes
    assert result.verdict.state is State.YES


def test_a_hand_that_can_lay_nothing_says_so() -> None:
    result = ask(mode="hand", hand="H2 S7", opened="on", before_draw="on")
    assert result.verdict.blocks[0].notes == ("Es lässt sich nichts auslegen.",)
    result = ask(mode="hand", hand="H2 S7 C9 DJ HK S4 C5 D2 H9 SQ C3 D7 CA S10")
    assert result.verdict.blocks[0].title.text == "Beste Eröffnung: Es lässt sich nichts auslegen."
    assert len(result.verdict.blocks) == 2


def test_a_hand_short_of_40_says_how_far_it_comes() -> None:
    result = ask(mode="hand", hand="HA H5 S7 C9 D3 S2 D4 D7 H6 C6 H3 D10 HJ H2")
    assert result.verdict.blocks[0].title.text == "Keine Eröffnung: höchstens 6 Augen, nötig sind 40."


@pytest.mark.parametrize("count", [12, 15])
def test_a_hand_of_12_or_15_cards_is_told_how_many_belong_there(count: int) -> None:
    hand = " ".join(
        ["H2", "H3", "H4", "H5", "H6", "H7", "H8", "H9", "H10", "HJ", "HQ", "HK", "HA", "S2", "S3"][:count]
    )
    result = ask(mode="hand", hand=hand)
    assert result.verdict.state is State.UNREADABLE
    assert f"Karten im Blatt: {count}." in said(result)
    assert "Das Blatt zählt" in said(result)


def test_a_table_that_may_not_lie_leaves_the_sum() -> None:
    result = ask(mode="hand", hand="H3 C5", table="H5 S6 H7")
    assert said(result).startswith("Das Blatt zählt 8 Augen. Die Auslage auf dem Tisch gilt nicht")


def test_an_empty_hand_says_what_to_do() -> None:
    assert said(ask(mode="hand")) == "Bitte tippen Sie die Karten des Blatts an."


# Tapping


def test_a_tap_adds_the_card_of_the_chosen_suit() -> None:
    tapped = desk(cards="H8 *", suit="H", key="10")
    assert texts(tapped) == ["H8 * H10"]
    assert tapped.suit == "H"
    assert texts(desk(cards="H8", suit="S", key="*")) == ["H8 *"]


def test_the_same_address_always_says_the_same() -> None:
    assert desk(cards="H8", suit="H", key="9") == desk(cards="H8", suit="H", key="9")


def test_what_is_typed_counts_together_with_the_tap() -> None:
    assert texts(desk(cards="H8", typed="Herz 8 Joker", suit="H", key="10")) == ["H8 * H10"]
    assert texts(desk(cards="H8", typed="X9", suit="H", key="10")) == ["X9 H10"]


def test_back_takes_the_last_card_then_the_empty_row() -> None:
    assert texts(desk(cards="H8 * H10", key="back")) == ["H8 *"]
    assert texts(desk(cards="H8 X9", key="back")) == ["H8"]
    assert texts(desk(cards="", key="back")) == [""]
    two = [("mode", "opening"), ("cards", "H8"), ("cards", ""), ("at", "1"), ("key", "back")]
    assert texts(desk(*two)) == ["H8"]


def test_one_card_takes_the_place_of_another_where_one_belongs() -> None:
    assert texts(desk(mode="swap", table="H8 * H10", cards="H9", at="1", suit="S", key="2")) == [
        "H8 * H10",
        "S2",
    ]
    assert texts(desk(mode="turn", draw="H9", at="1", suit="S", key="2"))[1] == "S2"


def test_a_new_meld_is_ready_for_its_first_card() -> None:
    added = desk(("mode", "opening"), ("cards", "H8 * H10"), ("add", "lay"))
    assert texts(added) == ["H8 * H10", ""]
    assert added.at == 1
    assert len(desk(cards="H8", add="lay").rows) == 1


def test_a_meld_added_to_the_table_keeps_lay_offs_where_they_were() -> None:
    pairs = [("mode", "turn"), ("table", "H5 H6 H7"), ("do", "lay"), ("on", "1"), ("cards", "S2 S3 S4")]
    pairs += [
        ("do", "lay_off"),
        ("on", "2"),
        ("cards", "S5"),
        ("do", "lay_off"),
        ("on", "1"),
        ("cards", "H8"),
    ]
    added = desk(*pairs, ("add", "table"))
    assert [row.on for row in added.of(Kind.LAY_OFF)] == [2, 0]
    place = next(at for at, row in enumerate(added.rows) if row.text == "H5 H6 H7")
    assert [row.on for row in added.drop(place).of(Kind.LAY_OFF)] == [1, 0]


def test_only_rows_that_may_go_are_dropped() -> None:
    pairs = [("mode", "opening"), ("cards", "H8"), ("cards", "S8")]
    assert texts(desk(*pairs, ("drop", "0"))) == ["S8"]
    assert texts(desk(("mode", "opening"), ("cards", "H8"), ("drop", "0"))) == ["H8"]
    assert len(desk(mode="turn", drop="0").rows) == 3


def test_another_question_keeps_the_cards_it_has_a_place_for() -> None:
    opening = desk(("mode", "meld"), ("cards", "H8 * H10"), ("ask", "opening"))
    assert (opening.mode, texts(opening)) == (Mode.OPENING, ["H8 * H10"])
    turn = desk(("mode", "hand"), ("hand", HAND), ("table", "H5 H6 H7"), ("ask", "turn"))
    assert texts(turn) == [HAND, "", "H5 H6 H7", ""]
    assert turn.active.kind is Kind.DRAW
    meld = desk(("mode", "opening"), ("cards", "H8 * H10"), ("cards", "S8"), ("ask", "meld"))
    assert texts(meld) == ["H8 * H10"]


@pytest.mark.parametrize(
    "address",
    [
        "mode=meld&cards=H8+*+H10&suit=H",
        "mode=opening&rules=home&threshold=30&corner=off&cards=H8&cards=S8&at=1&suit=S",
        "mode=lay_off&table=H8+H9+H10&side=front&cards=H7&at=1&suit=C",
        "mode=hand&hand=H8&table=S2+S3+S4&opened=on&before_draw=on&suit=C",
        "mode=turn&hand=H8&draw=H9&table=H5+H6+H7&do=lay&on=1&side=&cards=S8&do=lay_off&on=2&side=back&cards=*"
        "&discard=H8&from=discard&at=3&suit=D",
    ],
)
def test_an_address_brings_the_desk_back(address: str) -> None:
    read = read_desk(QueryDict(address)).desk
    assert (
        dict(parse_qsl(read.address(), keep_blank_values=True)).keys()
        == dict(parse_qsl(address, keep_blank_values=True)).keys()
    )
    assert read_desk(QueryDict(read.address())).desk == read


# Nonsense


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ("H8 H8 H8", "♥8 kommt 3-mal vor, im Spiel ist die Karte aber nur 2-mal."),
        ("* * * * * * *", "Joker: 7; im Spiel sind 6."),
        ("H8 X9 H10", "Stelle 4: „X9“ ist keine Karte."),
        ("H8 😀", "Stelle 4: „😀“ ist keine Karte."),
        ("x" * 5000, f"Höchstens {LONGEST_TEXT} Zeichen passen; es sind 5000."),
        ("H8" * 2500, f"Höchstens {LONGEST_TEXT} Zeichen passen; es sind 5000."),
        ("H8\0", "Stelle 3:"),
        ("<script>alert(1)</script>", "ist keine Karte."),
    ],
)
def test_what_cannot_be_is_a_sentence_and_is_kept(cards: str, sentence: str) -> None:
    result = ask(cards=cards)
    assert result.verdict.state is State.UNREADABLE
    assert sentence in said(result)
    if "kommt" not in sentence and "Joker" not in sentence:
        assert result.rows[0].typed == cards


def test_all_faults_are_named_at_once_with_their_rows() -> None:
    result = ask(("mode", "opening"), ("cards", "X9"), ("cards", "H8 H8 H8"), ("cards", "Y2"))
    assert [one.text.split(" ")[0] for one in result.verdict.sentences] == ["Auslage", "Auslage", "♥8"]
    assert [row.flagged for row in result.rows] == [True, False, True]


def test_copies_are_counted_over_table_and_hand_but_not_over_what_is_played_from_it() -> None:
    assert "kommt 3-mal" in said(ask(mode="lay_off", table="H8 H9 H10", cards="H9 H9"))
    assert ask(mode="turn", hand="* C2 C9", opened="on", draw="S5", discard="C2").verdict.state is State.YES


@pytest.mark.parametrize(("name", "value"), [("mode", "xyz"), ("rules", "<b>")])
def test_a_word_the_desk_does_not_know_is_named(name: str, value: str) -> None:
    result = ask(**{name: value})
    assert said(result) == f"„{value}“ ist hier nicht bekannt."
    assert desk(**{name: value}).mode is Mode.MELD


@pytest.mark.parametrize("value", ["-1", "99999", "½", "", "1e3", "٣"])
def test_numbers_that_are_none_change_nothing(value: str) -> None:
    read = desk(mode="turn", hand="H8", at=value, go=value, drop=value, on=value, suit=value, threshold=value)
    assert read == desk(mode="turn", hand="H8")


def test_more_rows_than_a_table_holds_are_named() -> None:
    pairs = [("mode", "opening"), *[("cards", "H8 H9 H10")] * (MOST_ROWS + 5)]
    assert f"Höchstens {MOST_ROWS} Zeilen" in said(ask(*pairs))
    assert len(desk(*pairs, ("add", "lay")).rows) == MOST_ROWS


# Words


def test_every_way_out_belongs_to_a_rule_and_its_source_has_an_entry() -> None:
    codes = {re.sub("_(opening|naturals|all_laid|missing|few|many|joker)$", "", code) for code in MESSAGES}
    assert set(HINTS) <= codes | set(MESSAGES)
    assert set(SOURCES_OF_HINTS) <= set(HINTS)
    for source in SOURCES_OF_HINTS.values():
        assert entries_of(source)


def test_cards_are_spoken_and_drawn_in_the_language_of_the_page() -> None:
    jack = CardView(parse_card("HJ"))
    assert (jack.letter, jack.name, jack.is_red) == ("B", "Herz Bube", True)
    joker = CardView(parse_card("*"))
    assert (joker.letter, joker.symbol, joker.name) == ("", "", "Joker")
    with translation.override("en"):
        assert (jack.letter, jack.name) == ("J", "Jack of Hearts")


# Pages


@pytest.mark.django_db
@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("rules", PROFILES)
def test_every_question_has_its_page_under_every_rule_without_a_statement(
    visitor: Client, django_assert_num_queries: Any, mode: str, rules: str
) -> None:
    with django_assert_num_queries(0):
        response = visitor.get("/referee/", {"mode": mode, "rules": rules})
    assert response.status_code == 200
    assert "<h1>Schiedsrichter</h1>" in response.content.decode()


@pytest.mark.django_db
def test_the_page_links_the_rule_and_frames_the_cards(visitor: Client) -> None:
    page = visitor.get("/referee/", {"cards": "H8 * * HJ"}).content.decode()
    assert '<a class="rule-link" href="/rules/nr-8/">Nr. 8</a>' in page
    assert page.count("playing-card framed") == 2
    assert "style=" not in page
    assert "onclick" not in page


@pytest.mark.django_db
def test_typed_text_stands_in_the_field_again(visitor: Client) -> None:
    text = '"><script>alert(1)</script>'
    page = visitor.get("/referee/", {"typed": text}).content.decode()
    assert "<script>alert" not in page
    assert f'value="{html.escape(text)}"' in page
    assert visitor.get("/referee/", {"typed": "😀" * 5000}).status_code == 200


@pytest.mark.django_db
def test_a_form_sent_by_its_own_fields_changes_nothing(visitor: Client) -> None:
    address = (
        "mode=turn&hand=H8+C2&draw=H9&table=H5+H6+H7&do=lay&on=1&side=&cards=S8+S9+S10&do=lay_off&on=2&side=back"
        "&cards=SJ&do=swap&on=1&side=&cards=H5&discard=H8&from=discard&opened=on&at=3&suit=D"
    )
    before = read_desk(QueryDict(address)).desk
    page = visitor.get(f"/referee/?{address}").content.decode()
    form = page[page.index('id="desk"') : page.index("</form>", page.index('id="desk"'))]
    pairs = []
    for tag in re.finditer(r"<(input|select)\b[^>]*>", form):
        attributes = dict(re.findall(r'(\w+)="([^"]*)"', tag[0]))
        kind = attributes.get("type", "text")
        if tag[1] == "select":
            options = form[tag.end() : form.index("</select>", tag.end())]
            chosen = re.search(r'value="([^"]*)" selected', options) or re.search(r'value="([^"]*)"', options)
            assert chosen
            pairs.append((attributes["name"], chosen[1]))
        elif kind in ("radio", "checkbox"):
            if "checked" in tag[0]:
                pairs.append((attributes["name"], attributes.get("value", "on")))
        else:
            pairs.append((attributes["name"], html.unescape(attributes["value"])))
    assert read_desk(QueryDict(urlencode(pairs))).desk == before


@pytest.mark.django_db
def test_the_desk_only_answers_and_is_found_from_every_page(visitor: Client) -> None:
    assert visitor.post("/referee/", {"cards": "H8"}).status_code == 405
    assert 'href="/referee/"' in visitor.get("/").content.decode()
    assert 'href="/rules/"' in visitor.get("/referee/").content.decode()


@pytest.mark.django_db
def test_the_desk_speaks_english_too(visitor: Client) -> None:
    visitor.cookies["django_language"] = "en"
    page = visitor.get("/referee/", {"cards": "HQ * HA"}).content.decode()
    assert "This may lie: a run that counts 31. The joker stands for ♥K." in page


# What a listener would ask next.


def test_a_rule_of_a_maker_alone_is_not_cited_from_the_association() -> None:
    result = ask(cards="HK HA H2", rules="ass_boni")
    assert sources(result) == ["ASS Altenburger [assumed]"]
    assert [entry.key for entry in entries_of(sources(result)[0])] == ["ass-altenburger"]


def test_nr_10_a_pure_hand_romme_below_the_forty_says_that_they_do_not_apply() -> None:
    hand = "C2 C3 C4 C5 D2 D3 D4 S2 S3 S4 HA H2 H3"
    words = [block.title.text for block in ask(mode="hand", hand=hand).verdict.blocks]
    assert "Ein reines Hand-Rommé braucht keine Mindestzahl." in " ".join(words)
    rich = "CK CQ CJ C10 DK DQ DJ SK SQ SJ HA HK HQ"
    words = [block.title.text for block in ask(mode="hand", hand=rich).verdict.blocks]
    assert "keine Mindestzahl" not in " ".join(words)


def test_by_agreement_melds_with_a_joker_do_not_open_and_that_is_the_reason() -> None:
    result = ask(mode="opening", rules="home", naturals_only="on", cards="H10 * HQ")
    assert "Nach Ihrer Vereinbarung zählen Auslagen mit Joker dafür nicht." in said(result)


def test_nr_9_a_joker_is_no_card_to_swap_a_joker_for() -> None:
    result = ask(mode="swap", table="H8 * H10", cards="*")
    assert "nicht gegen einen anderen Joker" in said(result)
