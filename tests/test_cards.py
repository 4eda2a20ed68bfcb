"""Notation and values of cards."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cards import (
    CARDS,
    JOKER,
    MESSAGES,
    PLACES,
    Card,
    CardError,
    Rank,
    Suit,
    copy_errors,
    format_card,
    format_cards,
    hand_total,
    hand_value,
    parse_card,
    parse_cards,
    places_of,
    show,
)
from scoring.rules import PROFILES, for_players, with_options

DROV = PROFILES["drov"]

any_card = st.sampled_from((*CARDS, JOKER))


@pytest.mark.parametrize(
    "text",
    [
        "H8 * H10",
        "♥8,*,♥10",
        "Herz-8 Joker Herz 10",
        "H8*H10",
        "h8jokerh10",
        "♥\ufe0f8 * ♥\ufe0e10",
        "H 8 – * – H T",
        "  HERZ8,JOKER,herz-10, ",
    ],
)
def test_every_notation_means_the_same_three_cards(text: str) -> None:
    assert format_cards(parse_cards(text)) == "H8 * H10"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("HD", "HQ"),
        ("DD", "DQ"),
        ("HB HD HK HA", "HJ HQ HK HA"),
        ("Kreuz Bube, Pik Dame, Herz König, Karo Ass", "CJ SQ HK DA"),
        ("Kreuz As", "CA"),
        ("Karo Ko\u0308nig", "DK"),
        ("♣2♠3♥4♦5", "C2 S3 H4 D5"),
        ("karo10 KREUZ t", "D10 C10"),
        ("", ""),
        (" , ", ""),
    ],
)
def test_suits_and_ranks_in_letters_symbols_and_words(text: str, canonical: str) -> None:
    assert format_cards(parse_cards(text)) == canonical


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("HAS2", "HA S2"),
        ("HAS", "HA"),
        ("HASS2", "HA S2"),
        ("HASSDA", "HA DA"),
        ("CASAHADA", "CA SA HA DA"),
        ("HASD", "HA SQ"),
        ("HASDD", "HA DQ"),
        ("HASDDD", "HA SQ DQ"),
        ("HAS 2", "HA S2"),
        ("DJJoker", "DJ *"),
        ("HDKaro2", "HQ D2"),
    ],
)
def test_cards_written_without_separators_are_read_as_the_one_way_that_fits(
    text: str, canonical: str
) -> None:
    assert format_cards(parse_cards(text)) == canonical


@pytest.mark.parametrize(
    ("text", "position", "wrong"),
    [
        ("X9", 1, "X9"),
        ("H8 X9 C2", 4, "X9"),
        ("H8 H11", 4, "H11"),
        ("H8 H1", 4, "H1"),
        ("H8 8H", 4, "8H"),
        ("H8 Herz Foo, C2", 4, "Herz Foo"),
        ("H8,H", 4, "H"),
        ("H8;C9", 3, ";C9"),
        ("HASDX", 5, "X"),
        ("Schellen 8", 1, "Schellen"),
        ("H8 " + "x" * 99, 4, "x" * 20),
        ("Herz Acht", 6, "Acht"),
        ("H8 herz-dreizehn, C2", 9, "dreizehn"),
        ("HerzAcht", 1, "HerzAcht"),
        ("Karo Ko\u0308nige", 6, "Ko\u0308nige"),
        ("Jokers", 1, "Jokers"),
        ("Herz 101", 6, "101"),
        ("C2 H101", 4, "H101"),
        ("C2 H8x", 6, "x"),
        ("H8 \u200bH9", 4, "[U+200B]H9"),
        ("\0", 1, "[U+0000]"),
        ("H8 \ufe0f", 4, "[U+FE0F]"),
        ("♥\ufe0fx", 1, "♥x"),
        ("♥\xa0x", 1, "♥ x"),
        ("\udcff", 1, "[byte FF]"),
    ],
)
def test_anything_else_is_named_with_position_and_text(text: str, position: int, wrong: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_cards(text)
    assert caught.value.code == "not_a_card"
    assert caught.value.values == {"position": position, "text": wrong}
    assert f"At position {position}: “{wrong}” is not a card." in str(caught.value)


def test_one_card_is_exactly_one() -> None:
    assert parse_card(" Herz Dame ") == Card(Suit.H, Rank.QUEEN)
    for text in ("", "H8 H9"):
        with pytest.raises(CardError) as caught:
            parse_card(text)
        assert str(caught.value) == f"“{text}” is not exactly one card."


@given(st.lists(any_card, max_size=20), st.sampled_from([" ", "", ",", " - "]))
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_read_again(cards: list[Card], separator: str) -> None:
    assert parse_cards(separator.join(map(format_card, cards))) == tuple(cards)


@given(st.text(alphabet="hsdcaHSDCAK23*8 10tojer-♥", max_size=25))
@settings(max_examples=80, deadline=None)
def test_what_is_read_can_be_written(text: str) -> None:
    try:
        cards = parse_cards(text)
    except CardError as caught:
        error = caught
    else:
        assert parse_cards(format_cards(cards)) == cards
        return
    assert 1 <= int(str(error.values["position"])) <= len(text)


def test_a_card_is_shown_as_the_reader_likes_it() -> None:
    cards = parse_cards("H8 *")
    assert str(cards[0]) == "H8"
    assert show(cards) == "H8 *"
    assert show(cards[0], lambda card: card.suit or "?") == "H"
    assert show(40) == "40"


def test_nr_1_the_pack_counts_880() -> None:
    assert hand_total([*CARDS, *CARDS, *[JOKER] * 6], DROV) == 880


def test_nr_11_values_in_the_hand() -> None:
    values = {
        text: hand_value(parse_card(text), DROV) for text in ("H2", "H9", "H10", "HB", "HD", "HK", "HA", "*")
    }
    assert values == {"H2": 2, "H9": 9, "H10": 10, "HB": 10, "HD": 10, "HK": 10, "HA": 11, "*": 20}


def test_romme_500_values_in_the_hand() -> None:
    assert hand_total(parse_cards("HA * HK H9"), PROFILES["romme500"]) == 15 + 15 + 10 + 9


def test_nr_1_a_third_copy_and_a_seventh_joker_are_named() -> None:
    cards = parse_cards("H8 H8 H8 C2 C2 * * * * * * *")
    assert [str(error) for error in copy_errors(cards, DROV)] == [
        "H8 is there 3 times, but the pack holds it only 2 times. Please correct or take out 1 of them.",
        "Jokers: 7; the pack holds 6. Please correct or take out 1 of them.",
    ]
    assert copy_errors(cards[1:-1], DROV) == ()


def test_the_places_of_a_card_too_many_are_named_in_any_language() -> None:
    cards = parse_cards("H8 C2 H8 H8")
    (error,) = copy_errors(cards, DROV, places_of("table", cards, meld=2))
    assert str(error).startswith(
        "H8 is there 3 times (card 1 in meld 2 of the table, card 3 in meld 2 of the"
    )
    german = {
        MESSAGES["too_many_copies_at"]: "%(card)s: %(count)s (%(places)s)",
        PLACES["table"]: "Karte %(number)s, Auslage %(meld)s",
    }
    assert error.sentence(german.__getitem__, lambda value: f"<{value}>") == (
        "<H8>: <3> (<Karte 1, Auslage 2, Karte 3, Auslage 2, Karte 4, Auslage 2>)"
    )
    (error,) = copy_errors([JOKER] * 40, DROV, places_of("card", [JOKER] * 40))
    assert ", card 12, …); the pack holds 6. Please correct or take out 34 of them." in str(error)
    (error,) = copy_errors(cards[2:], PROFILES["romme500"], places_of("card", cards[2:]))
    assert str(error).startswith("H8 is there 2 times (card 1, card 2), but the pack holds it only once.")


def test_copies_follow_the_pack_of_the_rules() -> None:
    one_deck = PROFILES["romme500"]
    assert [str(error) for error in copy_errors(parse_cards("H8 H8"), one_deck)] == [
        "H8 is there 2 times, but the pack holds it only once. Please correct or take out 1 of them."
    ]
    assert copy_errors(parse_cards("H8 H8 * * * *"), for_players(one_deck, 5)) == ()
    few_jokers = with_options(PROFILES["home"], {"jokers": 2})
    assert [error.code for error in copy_errors([JOKER] * 3, few_jokers)] == ["too_many_jokers"]
