"""Profiles and agreed options."""

import pytest

from scoring.rules import (
    OPTIONS,
    PROFILES,
    JokerLimit,
    OpenCardUse,
    OptionsError,
    Waiver,
    for_players,
    profile,
    with_options,
)
from scoring.violations import MESSAGES, NUMBERS, source_of, violation

DROV = PROFILES["drov"]

CODES = """
too_few_cards set_too_long run_too_long rank_mismatch suit_repeated suit_mismatch not_consecutive
corner_not_allowed jokers_majority jokers_adjacent joker_unplaceable opening_below_threshold
layoff_before_opening swap_before_opening swap_set_not_four swap_wrong_card swap_own_meld_same_turn
swap_not_allowed swapped_joker_not_laid open_card_unused last_card_open_draw joker_discarded
same_card_discarded no_discard no_draw after_discard card_not_held meld_unknown table_rearranged
wrong_card_count
"""


def test_nr_1_and_3_the_pack_and_the_deal_of_the_drov() -> None:
    assert (DROV.decks, DROV.jokers, DROV.cards_dealt, DROV.threshold) == (2, 6, 13, 40)


@pytest.mark.parametrize(
    ("name", "threshold", "corner", "players"),
    [
        ("drov", 40, True, (3, 4)),
        ("home", 40, True, (2, 6)),
        ("ass_boni", 30, False, (2, 6)),
        ("schmidt", 31, False, (2, 6)),
        ("winner_takes", 40, False, (2, 6)),
        ("romme500", 0, False, (2, 8)),
    ],
)
def test_profiles(name: str, threshold: int, corner: bool, players: tuple[int, int]) -> None:
    rules = profile(name)
    assert rules.name == name
    assert (rules.threshold, rules.corner) == (threshold, corner)
    assert (rules.min_players, rules.max_players) == players


def test_online_and_romme_500_differ_where_their_texts_say_so() -> None:
    online, five_hundred = PROFILES["winner_takes"], PROFILES["romme500"]
    assert (online.joker_limit, five_hundred.joker_limit) == (JokerLimit.TWO_NATURALS, JokerLimit.ONE_NATURAL)
    assert (online.threshold_waived, five_hundred.threshold_waived) == (Waiver.ONE_CARD_LEFT, Waiver.NEVER)
    assert (online.open_card_use, five_hundred.open_card_use) == (
        OpenCardUse.BEFORE_OPENING,
        OpenCardUse.WHEN_DEEP,
    )
    assert not online.discard_needed
    assert not five_hundred.swap_allowed


def test_the_pack_of_romme_500_grows_with_the_table() -> None:
    rules = PROFILES["romme500"]
    packs = {n: for_players(rules, n) for n in (2, 3, 4, 5, 8)}
    assert {n: (p.decks, p.jokers, p.cards_dealt) for n, p in packs.items()} == {
        2: (1, 2, 13),
        3: (1, 2, 7),
        4: (1, 2, 7),
        5: (2, 4, 7),
        8: (2, 4, 7),
    }
    assert for_players(DROV, 6) is DROV


def test_options_are_agreed() -> None:
    rules = with_options(
        PROFILES["home"],
        {
            "threshold": 31,
            "jokers": 4,
            "naturals_only": True,
            "corner": False,
            "adjacent_jokers": True,
            "strict_swap": False,
            "rearrange": True,
        },
    )
    assert (rules.name, rules.threshold, rules.jokers) == ("home", 31, 4)
    assert (rules.naturals_only, rules.corner, rules.adjacent_jokers_from) == (True, False, 4)
    assert (rules.strict_swap, rules.rearrange) == (False, True)
    assert with_options(rules, {"adjacent_jokers": False}).adjacent_jokers_from is None


def test_every_option_is_listed() -> None:
    assert OPTIONS == (
        "threshold", "jokers", "naturals_only", "corner", "adjacent_jokers", "strict_swap", "rearrange",
    )  # fmt: skip


def test_all_faults_of_the_options_are_named_at_once() -> None:
    options = {"threshold": True, "jokers": 7, "corner": 1, "treshold": 30, "naturals_only": "yes"}
    with pytest.raises(OptionsError) as caught:
        with_options(DROV, options)
    assert [(fault.code, fault.values["option"]) for fault in caught.value.faults] == [
        ("option_out_of_range", "threshold"),
        ("option_out_of_range", "jokers"),
        ("option_not_boolean", "corner"),
        ("unknown_option", "treshold"),
        ("option_not_boolean", "naturals_only"),
    ]
    assert "The option “jokers” must be a whole number from 0 to 6, not “7”." in str(caught.value)
    for value in (-1, 201, "30", 30.0, None):
        with pytest.raises(OptionsError):
            with_options(DROV, {"threshold": value})


def test_unknown_rules_are_refused_with_the_known_ones() -> None:
    with pytest.raises(OptionsError, match=r"There are no rules named “skat”\. Possible are: drov, home"):
        profile("skat")


def test_a_verdict_names_the_number_it_rests_on() -> None:
    assert source_of("swap_set_not_four", DROV) == "Streitfall 14"
    assert source_of("no_discard", DROV, "Streitfall 7") == "Streitfall 7"
    assert source_of("rank_mismatch", PROFILES["schmidt"]) == "Schmidt S. 3"
    assert source_of("jokers_adjacent", PROFILES["schmidt"]) == "Schmidt, Nr. 8 [assumed]"
    # What the DRoV allows is not cited from its rule.
    assert source_of("corner_not_allowed", PROFILES["ass_boni"]) == "ASS Altenburger [assumed]"
    assert source_of("swap_not_allowed", PROFILES["romme500"]) == "Rommé 500"


def test_a_changed_rule_is_named_as_the_agreement_of_the_table() -> None:
    rules = with_options(PROFILES["home"], {"corner": False, "jokers": 4, "rearrange": False})
    assert source_of("corner_not_allowed", rules) == "Hausregel"
    assert source_of("table_rearranged", rules) == "Nr. 6"


def test_every_violation_code_has_a_number_and_a_sentence() -> None:
    codes = set(CODES.split())
    assert set(NUMBERS) == codes
    assert all(any(wording.startswith(code) for wording in MESSAGES) for code in codes)
    assert all(any(wording.startswith(code) for code in codes) for wording in MESSAGES)
    for rules in PROFILES.values():
        assert rules.assumed <= codes


def test_a_violation_can_be_said_in_another_language() -> None:
    broken = violation("no_discard", DROV)
    assert broken.message == "A turn ends with the discard of one card."
    assert broken.sentence(lambda text: text.upper()) == "A TURN ENDS WITH THE DISCARD OF ONE CARD."
