"""The club evening: every scoring system through its page, what is refused, what is kept, who may, what it costs."""

from __future__ import annotations

from io import BytesIO, StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from factories import make_evening
from pypdf import PdfReader

from scoring.rulesets import RULESETS
from tournament.models import Evening, Round
from tournament.queries.evenings import Pad

pytestmark = pytest.mark.django_db


def totals(*values: int | str | None) -> dict[str, str]:
    """The fields of what is left in the hand, by seat; "n30" is not opened, None is left empty."""
    fields = {}
    for seat, value in enumerate(values, 1):
        text = "" if value is None else str(value)
        fields[f"total_{seat}"] = text.removeprefix("n")
        if text.startswith("n"):
            fields[f"not_opened_{seat}"] = "on"
    return fields


def laid(*values: str) -> dict[str, str]:
    """The fields of Rommé 500 from "69/25"."""
    fields = {}
    for seat, value in enumerate(values, 1):
        fields[f"laid_{seat}"], fields[f"total_{seat}"] = value.split("/")
    return fields


def send(desk: Client, evening: Evening, fields: dict[str, str], **more: Any) -> Any:
    """A round as the page sends it: the dealer it proposes, on the state it shows."""
    page = pad_of(desk, evening)
    evening.refresh_from_db()
    data = {"based_on": evening.version, "dealer": page.dealer, "end": "R", "winner": ""}
    return desk.post(reverse("evening_record", args=[evening.slug]), data | fields | more)


def play(desk: Client, evening: Evening, fields: dict[str, str], **more: Any) -> Pad:
    """A round that is good at once."""
    response = send(desk, evening, fields, **more)
    assert response.status_code == 302, notes(response)
    return pad_of(desk, evening)


def pad_of(client: Client, evening: Evening) -> Pad:
    found: Pad = client.get(reverse("evening", args=[evening.slug])).context["pad"]
    return found


def points(pad: Pad, row: int = -1) -> list[int | None]:
    return [cell.points for cell in pad.rows[row].cells]


def sums(pad: Pad) -> list[int]:
    return [column.total for column in pad.columns]


def winners(pad: Pad) -> list[str]:
    return [column.name for column in pad.columns if column.won]


def notes(response: Any) -> list[tuple[int | None, str]]:
    """Everything the page says to a round that it did not take: (seat, sentence)."""
    said = [(None, note.sentence) for note in response.context["general"]]
    for seat in response.context["seats"]:
        said += [(note.seat, note.sentence) for note in seat["notes"]]
    return said


def tokens(response: Any) -> list[str]:
    found = [*response.context["general"]]
    for seat in response.context["seats"]:
        found += seat["notes"]
    return [note.token for note in found if note.token]


# 1. The rating of the DRoV at one table.


def test_nr_12_romme_5_opened_8_augen_3_opened_87_augen_1_and_the_dealer_nothing(desk: Client) -> None:
    evening = make_evening(rules="drov", players=4)
    pad = play(desk, evening, totals(None, None, 8, 87), winner=2)
    assert points(pad) == [None, 5, 3, 1]
    assert [cell.sits_out for cell in pad.rows[0].cells] == [True, False, False, False]


def test_nr_12_a_result_for_the_dealer_who_sits_out_is_refused(desk: Client) -> None:
    evening = make_evening(rules="drov", players=4)
    response = send(desk, evening, totals(12, None, 8, 87), winner=2)
    assert response.status_code == 422
    assert [seat for seat, _sentence in notes(response)] == [1]


def test_nr_14_equal_points_are_parted_by_the_lower_sum_of_augen(desk: Client) -> None:
    evening = make_evening(rules="drov", players=3, rounds_agreed=2)
    play(desk, evening, totals(None, 20, 40), winner=1)
    pad = play(desk, evening, totals(25, None, 40), winner=2)
    assert sums(pad) == [7, 7, 2]
    assert winners(pad) == ["Björn Weiß"]


# 2. Home scoring.


def test_home_hand_totals_count_against_each_player_and_the_lowest_sum_wins(desk: Client) -> None:
    evening = make_evening(rules="home", players=3, rounds_agreed=2)
    play(desk, evening, totals(None, 8, 87), winner=1)
    pad = play(desk, evening, totals(40, "n108", None), winner=3)
    assert sums(pad) == [40, 116, 87]
    assert pad.finished
    assert winners(pad) == ["Änne Größ"]
    assert pad.sentence == "Änne Größ hat mit 40 gewonnen."


def test_home_hand_romme_of_either_kind_doubles_where_that_is_agreed(desk: Client) -> None:
    evening = make_evening(rules="home", options={"hand_double": True})
    assert points(play(desk, evening, totals(None, 8, 87), winner=1, end="H")) == [0, 16, 174]
    assert points(play(desk, evening, totals(None, 8, 87), winner=1, end="HA")) == [0, 16, 174]
    assert points(play(desk, evening, totals(None, 8, 87), winner=1)) == [0, 8, 87]


def test_home_without_the_option_a_hand_romme_doubles_nothing(desk: Client) -> None:
    assert points(play(desk, make_evening(rules="home"), totals(None, 8, 87), winner=1, end="H")) == [
        0,
        8,
        87,
    ]


def test_home_equal_sums_after_the_last_round_win_together(desk: Client) -> None:
    evening = make_evening(rules="home", rounds_agreed=2)
    play(desk, evening, totals(None, 8, 20), winner=1)
    pad = play(desk, evening, totals(8, None, 20), winner=2)
    assert winners(pad) == ["Änne Größ", "Björn Weiß"]


# 3. ASS Altenburger.


def test_ass_boni_first_out_lone_joker_and_first_opener(desk: Client) -> None:
    evening = make_evening(rules="ass_boni", players=3)
    pad = play(desk, evening, totals(None, 20, 34), winner=1, only_joker_2="on", first_opener=3)
    assert points(pad) == [-40, 0, 54]
    assert pad.rows[0].reasons == (
        "Änne Größ: Rommé, −40 zuerst aus",
        "Björn Weiß: 20 auf der Hand, −20 nur ein Joker",
        "Łukasz Öztürk: 34 auf der Hand, +20 zuerst ausgelegt",
    )


def test_ass_boni_a_lone_joker_needs_no_figure(desk: Client) -> None:
    evening = make_evening(rules="ass_boni", players=3)
    assert (
        points(play(desk, evening, totals(None, None, 34), winner=1, only_joker_2="on", first_opener=3))[1]
        == 0
    )


def test_ass_boni_the_first_opener_pays_also_when_nobody_won(desk: Client) -> None:
    evening = make_evening(rules="ass_boni", players=3)
    assert points(play(desk, evening, totals(12, 30, 40), end="stock", first_opener=1)) == [32, 30, 40]


def test_ass_boni_the_first_opener_who_wins_pays_nothing(desk: Client) -> None:
    evening = make_evening(rules="ass_boni", players=3)
    assert points(play(desk, evening, totals(None, 30, 40), winner=1, first_opener=1)) == [-40, 30, 40]


def test_ass_boni_both_readings_are_options(desk: Client) -> None:
    evening = make_evening(
        rules="ass_boni", players=3, options={"joker_on_top": False, "negative_totals": False}
    )
    pad = play(desk, evening, totals(None, 20, 34), winner=1, only_joker_2="on", first_opener=3)
    assert points(pad) == [-40, -20, 54]
    assert sums(pad) == [0, 0, 54]


def test_ass_boni_a_missing_first_opener_is_asked_for(desk: Client) -> None:
    evening = make_evening(rules="ass_boni", players=3)
    response = send(desk, evening, totals(None, 20, 34), winner=1)
    assert response.status_code == 422
    assert tokens(response) == ["first_opener_missing."]


# 4. Schmidt.


def test_schmidt_hand_romme_doubles_by_itself(desk: Client) -> None:
    evening = make_evening(rules="schmidt")
    assert points(play(desk, evening, totals(None, 17, 34), winner=1, end="H")) == [0, 34, 68]


# 5. Winner takes.


def test_winner_takes_17_34_18_make_69_and_138_as_handromme(desk: Client) -> None:
    evening = make_evening(rules="winner_takes", players=4)
    assert points(play(desk, evening, totals(None, 17, 34, 18), winner=1)) == [69, 0, 0, 0]
    assert points(play(desk, evening, totals(None, 17, 34, 18), winner=1, end="H")) == [138, 0, 0, 0]


def test_winner_takes_a_blocked_round_pays_the_lightest_hand_the_differences(desk: Client) -> None:
    evening = make_evening(rules="winner_takes", players=3)
    assert points(play(desk, evening, totals(25, 17, 24), end="stock")) == [0, 15, 0]
    assert points(play(desk, evening, totals(25, 17, 17), end="stock")) == [0, 8, 0]


def test_winner_takes_the_match_to_200_ends_when_a_winner_reaches_it(desk: Client) -> None:
    evening = make_evening(rules="winner_takes", players=3, options={"target": 200})
    assert not play(desk, evening, totals(None, "n90", "n100"), winner=1).finished
    pad = play(desk, evening, totals(None, 5, 5), winner=1)
    assert (sums(pad), winners(pad)) == ([200, 0, 0], ["Änne Größ"])
    assert pad.sentence == "Änne Größ hat mit 200 gewonnen."


def test_winner_takes_the_dealer_moves_one_seat_after_every_scored_round(desk: Client) -> None:
    evening = make_evening(rules="winner_takes", players=3)
    dealers = [pad_of(desk, evening).dealer]
    for end in ("R", "stock", "void", "R"):
        fields = totals(None, 5, 5) if end == "R" else totals(5, 5, 5)
        dealers.append(play(desk, evening, fields, end=end, winner=1 if end == "R" else "").dealer)
    assert dealers == [1, 2, 3, 3, 1]


# 6. Rommé 500.


def test_romme500_69_laid_and_25_in_hand_make_44(desk: Client) -> None:
    evening = make_evening(rules="romme500", players=2)
    pad = play(desk, evening, laid("69/25", "120/"), winner=2)
    assert points(pad) == [44, 120]
    assert pad.rows[0].reasons[0] == "Änne Größ: 69 ausgelegt, −25 auf der Hand"


def test_romme500_a_round_may_be_negative(desk: Client) -> None:
    assert (
        points(play(desk, make_evening(rules="romme500", players=2), laid("0/25", "12/"), winner=2))[0] == -25
    )


def test_romme500_the_target_ends_it_and_the_highest_total_wins(desk: Client) -> None:
    evening = make_evening(rules="romme500", players=2, options={"target": 100})
    pad = play(desk, evening, laid("130/25", "101/"), winner=2)
    assert (sums(pad), winners(pad)) == ([105, 101], ["Änne Größ"])


def test_romme500_a_tie_at_the_top_plays_on(desk: Client) -> None:
    evening = make_evening(rules="romme500", players=2, options={"target": 100})
    pad = play(desk, evening, laid("125/25", "100/"), winner=2)
    assert not pad.finished
    assert "Es wird weitergespielt" in pad.sentence
    assert winners(play(desk, evening, laid("30/5", "20/"), winner=2)) == ["Änne Größ"]


def test_romme500_must_go_out_the_round_at_the_target_must_be_won(desk: Client) -> None:
    evening = make_evening(rules="romme500", players=2, options={"target": 100, "must_go_out": True})
    pad = play(desk, evening, laid("130/25", "60/"), winner=2)
    assert not pad.finished
    assert "muss zum Sieg" in pad.sentence
    assert winners(play(desk, evening, laid("5/10", "45/"), winner=2)) == ["Björn Weiß"]


def test_romme500_small_cards_5_a_hand_not_in_fives_is_asked_about(desk: Client) -> None:
    evening = make_evening(rules="romme500", players=2, options={"small_cards_5": True})
    response = send(desk, evening, laid("69/23", "120/"), winner=2)
    assert tokens(response) == ["hand_not_in_fives.1.23"]


@pytest.mark.parametrize("missing", [laid("69/", "120/"), laid("/25", "120/")])
def test_romme500_both_figures_are_needed(desk: Client, missing: dict[str, str]) -> None:
    response = send(desk, make_evening(rules="romme500", players=2), missing, winner=2)
    assert response.status_code == 422
    assert [seat for seat, _sentence in notes(response)] == [1]


@pytest.mark.parametrize("rules", sorted(RULESETS))
def test_every_rule_set_plays_with_the_fewest_and_the_most_players(desk: Client, rules: str) -> None:
    for size in (min(RULESETS[rules].table_sizes), max(RULESETS[rules].table_sizes)):
        evening = make_evening(slug=f"{rules}-{size}", rules=rules, players=size)
        out = 1 if rules == "drov" and size == 4 else 2
        hands = ["30/20" if rules == "romme500" else 20] * size
        hands[size - 1] = "30/" if rules == "romme500" else None
        if out == 1:
            hands[0] = None
        fields = laid(*hands) if rules == "romme500" else totals(*hands)
        pad = play(desk, evening, fields, winner=size, first_opener=size if rules == "ass_boni" else "")
        assert len(pad.columns) == size
        assert pad.rows[0].cells[-1].won


# Checks on entry.


@pytest.mark.parametrize(
    ("fields", "more", "seats"),
    [
        (totals(None, 8, 87), {"winner": ""}, [1]),
        (totals(20, 8, 87), {}, [None]),
        (totals(None, 8, None), {"winner": 1}, [3]),
        (totals(None, "8x", 87), {"winner": 1}, [2]),
        (totals(None, "--8", 87), {"winner": 1}, [2]),
        (totals(5, 8, 87), {"winner": 1}, [1]),
        (totals(None, 1, 0), {"winner": 1}, [2, 3]),
        (totals(None, 8, 87), {"winner": 1, "end": "stock"}, [1]),
        (totals("R", 8, 87), {"winner": 2}, [None, 2]),
        (totals(None, "9" * 30, 87), {"winner": 1}, [2]),
        (totals(None, "\U0001f602", "<script>"), {"winner": 1}, [2, 3]),
        (totals(None, "8\x00", "\ud800"), {"winner": 1}, [3]),
    ],
)  # fmt: skip
def test_an_error_changes_nothing_and_everything_typed_stays(
    desk: Client, fields: dict[str, str], more: dict[str, Any], seats: list[int | None]
) -> None:
    evening = make_evening()
    fields = {name: text.encode("utf-8", "replace").decode() for name, text in fields.items()}
    response = send(desk, evening, fields, **more)
    assert response.status_code == 422
    assert [seat for seat, _sentence in notes(response)] == seats
    assert not Round.objects.exists()
    typed = {f"total_{seat.position}": seat.total for seat in response.context["typed"].seats}
    assert typed == {name: text.replace("\x00", "")[:40] for name, text in fields.items()}
    assert "<script>" not in response.content.decode().split("<main")[1]


@pytest.mark.parametrize(
    ("rules", "fields", "more", "codes"),
    [
        ("home", totals(None, "n30", 87), {}, ["not_opened_range.2.30.13.31.197"]),
        ("home", totals(None, "n198", 87), {}, ["not_opened_range.2.198.13.31.197"]),
        ("home", totals(None, 154, 87), {}, ["opened_range.2.154.9.153"]),
        ("home", totals(None, "n40", "n41"), {"end": "HA"}, ["layoff_without_melds.1"]),
        ("home", totals(12, 30, 87), {"end": "jokers", "winner": ""}, ["jokers_not_twenty..20"]),
    ],
)
def test_what_is_unusual_is_asked_and_recorded(
    desk: Client, rules: str, fields: dict[str, str], more: dict[str, Any], codes: list[str]
) -> None:
    evening = make_evening(rules=rules)
    response = send(desk, evening, fields, **{"winner": 1} | more)
    assert (response.status_code, tokens(response)) == (422, codes)
    assert send(desk, evening, fields, **{"winner": 1, "confirmed": codes} | more).status_code == 302
    assert Round.objects.get().confirmed == codes


def test_a_confirmed_warning_is_asked_again_when_the_value_changes(desk: Client) -> None:
    evening = make_evening()
    old = tokens(send(desk, evening, totals(None, 154, 87), winner=1))
    response = send(desk, evening, totals(None, 155, 87), winner=1, confirmed=old)
    assert response.status_code == 422
    assert tokens(response) != old


def test_a_dealer_out_of_turn_is_asked_about_but_the_first_is_free(desk: Client) -> None:
    evening = make_evening()
    play(desk, evening, totals(None, 8, 87), winner=1, dealer=3)
    response = send(desk, evening, totals(None, 8, 87), winner=1, dealer=3)
    assert tokens(response) == ["dealer_differs.3.2.1"]


def test_a_round_after_the_end_is_asked_about_and_the_winner_stays(desk: Client) -> None:
    evening = make_evening(rules="winner_takes", options={"target": 50})
    play(desk, evening, totals(None, 30, 30), winner=1)
    fields = totals(90, None, 90)
    assert tokens(send(desk, evening, fields, winner=2)) == ["match_over."]
    pad = play(desk, evening, fields, winner=2, confirmed="match_over.")
    assert winners(pad) == ["Änne Größ"]


@pytest.mark.parametrize(
    "wrong", [{"dealer": "9"}, {"dealer": "x"}, {"end": "gewonnen"}, {"end": ""}, {"based_on": "-1"}]
)
def test_a_choice_that_was_never_offered_is_refused(desk: Client, wrong: dict[str, str]) -> None:
    response = send(desk, make_evening(), totals(None, 8, 87), **{"winner": 1} | wrong)
    assert response.status_code == 422
    assert "wer gegeben hat" in response.content.decode()
    assert not Round.objects.exists()


def test_a_save_on_an_old_state_keeps_what_was_typed_and_can_be_sent_again(desk: Client) -> None:
    evening = make_evening()
    play(desk, evening, totals(None, 8, 87), winner=1)
    response = send(desk, evening, totals(9, None, 88), winner=2, based_on=0)
    assert response.status_code == 422
    assert "Inzwischen" in response.content.decode()
    assert Round.objects.count() == 1
    typed = response.context["typed"]
    assert [seat.total for seat in typed.seats] == ["9", "", "88"]
    assert typed.based_on == 1


# Corrections.


def correct(desk: Client, evening: Evening, number: int, fields: dict[str, str], **more: Any) -> Any:
    evening.refresh_from_db()
    data = {"based_on": evening.version, "dealer": number, "end": "R", "winner": "1"} | fields | more
    return desk.post(reverse("evening_round", args=[evening.slug, number]), data)


@pytest.fixture
def three(desk: Client) -> Evening:
    """An evening of three rounds."""
    evening = make_evening()
    for hand in (8, 9, 10):
        play(desk, evening, totals(None, hand, 50), winner=1)
    return evening


def test_an_earlier_round_is_corrected_and_its_history_kept(desk: Client, three: Evening) -> None:
    page = desk.get(reverse("evening_round", args=[three.slug, 2]))
    assert [seat.total for seat in page.context["typed"].seats] == ["", "9", "50"]
    assert page.context["typed"].winner == 1
    assert correct(desk, three, 2, totals(None, 19, "n50")).status_code == 302
    assert sums(pad_of(desk, three)) == [0, 37, 150]
    page = desk.get(reverse("evening_round", args=[three.slug, 2]))
    assert [version.words for version in page.context["versions"]] == [
        "Änne Größ R, Björn Weiß 19, Łukasz Öztürk n. e. 50",
        "Änne Größ R, Björn Weiß 9, Łukasz Öztürk 50",
    ]
    assert {version.change.by for version in page.context["versions"]} == {"leitung"}


def test_a_wrong_correction_changes_nothing(desk: Client, three: Evening) -> None:
    response = correct(desk, three, 2, totals(None, 1, 50))
    assert response.status_code == 422
    assert [seat for seat, _sentence in notes(response)] == [2]
    assert sums(pad_of(desk, three)) == [0, 27, 150]


def test_an_earlier_round_is_deleted_and_its_number_stays_free(desk: Client, three: Evening) -> None:
    three.refresh_from_db()
    address = reverse("evening_round_delete", args=[three.slug, 2])
    assert desk.post(address, {"based_on": three.version}).status_code == 302
    pad = pad_of(desk, three)
    assert [row.number for row in pad.rows] == [1, 3]
    assert (sums(pad), pad.next_number) == ([0, 18, 100], 4)
    assert Round.history.filter(number=2).count() == 2


def undo(desk: Client, evening: Evening) -> Any:
    evening.refresh_from_db()
    return desk.post(reverse("evening_undo", args=[evening.slug]), {"based_on": evening.version})


def test_undo_takes_back_an_entry_a_correction_and_a_deletion(desk: Client, three: Evening) -> None:
    correct(desk, three, 1, totals(None, 88, 50))
    assert undo(desk, three).status_code == 302
    assert sums(pad_of(desk, three)) == [0, 27, 150]
    three.refresh_from_db()
    desk.post(reverse("evening_round_delete", args=[three.slug, 1]), {"based_on": three.version})
    undo(desk, three)
    assert sums(pad_of(desk, three)) == [0, 27, 150]
    play(desk, three, totals(None, 11, 50), winner=1)
    undo(desk, three)
    assert [row.number for row in pad_of(desk, three).rows] == [1, 2, 3]
    undo(desk, three)
    assert sums(pad_of(desk, three)) == [0, 38, 200]


@pytest.mark.parametrize("name", ["evening_undo", "evening_round_delete"])
def test_nothing_is_taken_back_on_an_old_state(desk: Client, three: Evening, name: str) -> None:
    args = [three.slug] if name == "evening_undo" else [three.slug, 2]
    assert desk.post(reverse(name, args=args), {"based_on": 1}).status_code == 422
    assert Round.objects.count() == 3


def test_there_is_nothing_to_undo_before_the_first_round(desk: Client) -> None:
    assert undo(desk, make_evening()).status_code == 422


def test_a_round_that_is_not_there_is_not_found(desk: Client, three: Evening) -> None:
    assert desk.get(reverse("evening_round", args=[three.slug, 9])).status_code == 404
    three.refresh_from_db()
    gone = desk.post(reverse("evening_round_delete", args=[three.slug, 9]), {"based_on": three.version})
    assert gone.status_code == 422


# The evening itself.


def form(**more: str) -> dict[str, str]:
    names = {"player_1": "Anna", "player_2": "Ben", "player_3": "", "player_4": "Cem"}
    return {
        "name": "Donnerstag",
        "date": "2026-11-30",
        "threshold": "40",
        "strict_swap": "on",
        "corner": "on",
    } | (names | more)


def create(desk: Client, rules: str, **more: str) -> Any:
    return desk.post(reverse("evening_create", args=[rules]), form(**more))


def test_an_evening_gets_an_address_that_nobody_guesses(desk: Client) -> None:
    first, second = create(desk, "home")["Location"], create(desk, "home")["Location"]
    assert first.startswith("/evenings/donnerstag-")
    assert first != second
    assert len(first.split("donnerstag-")[1].strip("/")) == 10


def test_an_empty_line_between_two_names_is_no_seat(desk: Client) -> None:
    create(desk, "home")
    assert list(Evening.objects.get().players.values_list("position", "name")) == [
        (1, "Anna"),
        (2, "Ben"),
        (3, "Cem"),
    ]


def test_only_what_differs_from_the_rule_set_is_kept(desk: Client) -> None:
    create(desk, "home")
    evening = Evening.objects.get()
    assert (evening.options, evening.agreements, evening.rounds_agreed) == ({}, {}, None)


def test_every_choice_arrives_in_the_rules(desk: Client) -> None:
    create(
        desk, "home", threshold="31", jokers="4", rounds="12", hand_double="on", naturals_only="on", knocking="on",
        corner="",
    )  # fmt: skip
    evening = Evening.objects.get()
    assert evening.options == {"threshold": 31, "jokers": 4, "hand_double": True}
    assert evening.rounds_agreed == 12
    page = desk.get(evening.get_absolute_url())
    said = " ".join(sentence for chapter in page.context["pad"].chapters for sentence in chapter.sentences)
    for sentence in (
        "2 Blatt mit je 52 Karten und 4 Joker; jeder bekommt 13 Karten.",
        "Die Eröffnung zählt mindestens 31 Augen.",
        "Für die Eröffnung zählen nur Auslagen ohne Joker.",
        "Eine Folge endet am Ass: K-A-2 gilt nicht.",
        "zählen die Augen der anderen doppelt",
        "Es werden höchstens 12 Runden gespielt.",
    ):
        assert sentence in said
    assert [tick.ticked for tick in page.context["pad"].variants] == [False, True, False]


@pytest.mark.parametrize("rules", sorted(RULESETS))
def test_every_option_of_a_rule_set_is_explained_in_a_sentence(desk: Client, rules: str) -> None:
    fields = desk.get(reverse("evening_create", args=[rules])).context["form"].fields
    offered = RULESETS[rules].option_names - {"rating"}
    assert offered <= fields.keys()
    for name, field in fields.items():
        if not name.startswith("player_") and name not in ("name", "date"):
            assert str(field.help_text).endswith("."), name


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"name": "a\u0007b"}, "name"),
        ({"date": "gestern"}, "date"),
        ({"date": "1066-10-14"}, "date"),
        ({"player_2": ""}, "player_2"),
        ({"player_4": "ÄNNE", "player_1": "Änne"}, "player_4"),
        ({"threshold": "201"}, "threshold"),
        ({"threshold": ""}, "threshold"),
        ({"jokers": "7"}, "jokers"),
        ({"rounds": "0"}, "rounds"),
        ({"rounds": "9" * 30}, "rounds"),
    ],
)
def test_a_fault_of_the_form_is_named_and_everything_typed_stays(
    desk: Client, wrong: dict[str, str], where: str
) -> None:
    response = create(desk, "home", **wrong)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [where]
    assert response.context["form"]["player_1"].value() == wrong.get("player_1", "Anna")
    assert not Evening.objects.exists()


def test_too_few_players_for_the_rules_are_refused(desk: Client) -> None:
    response = create(desk, "drov", player_3="", player_4="")
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["player_3"]


def test_an_unknown_rule_set_is_not_found(desk: Client) -> None:
    assert desk.get(reverse("evening_create", args=["skat"])).status_code == 404


def test_before_the_first_round_everything_can_be_changed(desk: Client) -> None:
    create(desk, "home")
    evening = Evening.objects.get()
    address = reverse("evening_edit", args=[evening.slug])
    assert desk.get(address).context["form"]["player_3"].value() == "Cem"
    assert desk.post(address, form(threshold="30", player_3="Dora")).status_code == 302
    evening.refresh_from_db()
    assert evening.options == {"threshold": 30}
    assert [player.name for player in evening.players.all()] == ["Anna", "Ben", "Dora", "Cem"]


def test_after_the_first_round_names_and_agreements_change_but_not_the_scoring(desk: Client) -> None:
    create(desk, "home", hand_double="on")
    evening = Evening.objects.get()
    play(desk, evening, totals(None, 8, 87), winner=1)
    changed = form(player_1="Anne", player_3="Cem", knocking="on", threshold="30", rounds="1", based_on="1")
    assert desk.post(reverse("evening_edit", args=[evening.slug]), changed).status_code == 302
    evening.refresh_from_db()
    assert evening.options == {"hand_double": True}
    assert (evening.agreements, evening.rounds_agreed) == ({"knocking": True}, 1)
    assert winners(pad_of(desk, evening)) == ["Anne"]
    assert Evening.objects.get().players.count() == 3


def test_of_two_who_change_the_agreements_the_second_is_told(desk: Client) -> None:
    create(desk, "home")
    evening = Evening.objects.get()
    address = reverse("evening_edit", args=[evening.slug])
    first, second = form(player_1="Anne", based_on="0"), form(player_1="Änne", based_on="0")
    assert desk.post(address, first).status_code == 302
    refused = desk.post(address, second)
    assert refused.status_code == 422
    html = refused.content.decode()
    assert "Inzwischen hat jemand anderes etwas eingetragen." in html
    assert 'value="Änne"' in html
    assert evening.players.get(position=1).name == "Anne"
    assert 'name="based_on" value="1"' in html
    assert desk.post(address, form(player_1="Änne", based_on="1")).status_code == 302


def test_an_evening_without_a_round_is_deleted_by_typing_its_name(desk: Client) -> None:
    create(desk, "home")
    evening = Evening.objects.get()
    address = reverse("evening_delete", args=[evening.slug])
    refused = desk.post(address, {"typed": "Abend"})
    assert refused.status_code == 422
    assert "Der getippte Name ist nicht der des Abends." in refused.content.decode()
    assert "Diesen Abend löschen" in refused.content.decode()
    assert desk.post(address, {"typed": f" {evening.name} "})["Location"] == reverse("evenings")
    assert not Evening.objects.exists()


def test_an_evening_with_a_round_stays(desk: Client) -> None:
    create(desk, "home")
    evening = Evening.objects.get()
    play(desk, evening, totals(None, 8, 87), winner=1)
    assert (
        "kann er nicht gelöscht werden"
        in desk.get(reverse("evening_edit", args=[evening.slug])).content.decode()
    )
    refused = desk.post(reverse("evening_delete", args=[evening.slug]), {"typed": evening.name})
    assert refused.status_code == 422
    assert "An diesem Abend stehen Runden, deshalb bleibt er." in refused.content.decode()
    assert Evening.objects.exists()


@pytest.mark.parametrize("address", ["undo/", "1/delete/"])
def test_a_click_that_comes_twice_changes_nothing_and_says_so(desk: Client, address: str) -> None:
    create(desk, "home")
    evening = Evening.objects.get()
    play(desk, evening, totals(None, 8, 87), winner=1)
    again = f"{evening.get_absolute_url()}{address}"
    assert desk.post(again, {"based_on": "1"}).status_code == 302
    refused = desk.post(again, {"based_on": "1"})
    assert refused.status_code == 422
    assert "Zurückgenommen wurde nichts; bitte sehen Sie noch einmal hin." in refused.content.decode()
    assert "Ihre Eingabe" not in refused.content.decode()


# Who may, what it costs, what one sees.


def test_whoever_knows_the_address_may_read_but_not_write(
    visitor: Client, desk: Client, three: Evening
) -> None:
    page = visitor.get(three.get_absolute_url())
    assert page.status_code == 200
    html = page.content.decode().split("<main")[1].split("</main>")[0]
    assert "Björn Weiß" in html
    assert "<form" not in html
    assert "href" not in html
    response = visitor.post(reverse("evening_record", args=[three.slug]), {})
    assert response["Location"].startswith(reverse("login"))


def test_the_home_page_has_a_door(visitor: Client) -> None:
    assert reverse("evenings") in visitor.get("/").content.decode()


@pytest.mark.parametrize("rounds", [1, 3])
def test_an_evening_costs_six_statements_however_many_rounds(
    desk: Client, rounds: int, django_assert_num_queries: Any
) -> None:
    evening = make_evening()
    for _round in range(rounds):
        play(desk, evening, totals(None, 8, 87), winner=1)
    with django_assert_num_queries(6):
        desk.get(evening.get_absolute_url())
    with django_assert_num_queries(6):
        desk.get(reverse("evening_round", args=[evening.slug, 1]))


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_costs_four_statements_however_many_evenings(
    desk: Client, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        make_evening(slug=f"abend-{number}")
    with django_assert_num_queries(4):
        page = desk.get(reverse("evenings"))
    assert page.content.decode().count("Änne Größ, Björn Weiß und Łukasz Öztürk") == count


def test_the_curve_says_its_figures_in_words(desk: Client, three: Evening) -> None:
    html = desk.get(three.get_absolute_url()).content.decode()
    title = html.split('<title id="curve-text">')[1].split("</title>")[0]
    assert " ".join(title.split()) == "Stand nach 3 Runden: Änne Größ 0, Björn Weiß 27, Łukasz Öztürk 150"
    assert html.count('class="strand strand-') == 3


def test_labels_of_lines_that_end_together_do_not_overlap(desk: Client) -> None:
    evening = make_evening(rules="romme500", players=8)
    for _round in range(2):
        play(desk, evening, laid(*["20/10"] * 7, "30/"), winner=8)
    places = sorted(strand.label_y for strand in pad_of(desk, evening).plot.strands)
    assert all(lower - upper >= 15 for upper, lower in pairwise(places))
    assert places[-1] <= 146


def test_seats_5_to_8_carry_their_number_only(desk: Client) -> None:
    evening = make_evening(rules="romme500", players=8)
    head = desk.get(evening.get_absolute_url()).content.decode().split("<thead>")[1].split("</thead>")[0]
    assert [sign for sign in "♠♥♣♦5678" if f">{sign}</span>" in head] == list("♠♥♣♦5678")


# Paper.


def pdf_text(content: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages).split())


def printed(desk: Client, evening: Evening, kind: str) -> str:
    response = desk.get(reverse("evening_document", args=[evening.slug, kind]))
    assert response["Content-Type"] == "application/pdf"
    return pdf_text(response.content)


@pytest.mark.pdf
def test_the_pad_is_printed_filled_and_blank(pango: None, desk: Client, three: Evening) -> None:
    filled = printed(desk, three, "score-pad")
    for words in ("Vereinsabend", "Änne Größ führt mit 0.", "Łukasz Öztürk", "150", "22 ♠"):
        assert words in filled
    blank = printed(desk, three, "score-pad-blank")
    assert "Öztürk" not in blank
    assert "150" not in blank
    assert blank.count("Runde Summe") == 3


@pytest.mark.pdf
@pytest.mark.parametrize("size", [2, 8])
def test_a_blank_pad_fits_one_page_for_two_and_for_eight(pango: None, desk: Client, size: int) -> None:
    evening = make_evening(rules="romme500", players=size)
    for player in evening.players.all():
        player.name = "W" * 20
        player.save()
    for kind in ("score-pad", "score-pad-blank"):
        content = desk.get(reverse("evening_document", args=[evening.slug, kind])).content
        assert len(PdfReader(BytesIO(content)).pages) == 1


@pytest.mark.pdf
def test_a_long_evening_goes_on_on_a_second_page_with_its_heads(pango: None, desk: Client) -> None:
    evening = make_evening()
    scores = {"1": "R", "2": "8", "3": "9"}
    for number in range(1, 41):
        Round.objects.create(evening=evening, number=number, dealer=1, end="won", scores=scores)
    pages = PdfReader(
        BytesIO(desk.get(reverse("evening_document", args=[evening.slug, "score-pad"])).content)
    ).pages
    assert len(pages) == 2
    assert all("Öztürk" in page.extract_text() for page in pages)
    assert "360" in pages[1].extract_text()


@pytest.mark.pdf
def test_the_house_rules_name_what_was_chosen_and_leave_boxes_for_the_rest(pango: None, desk: Client) -> None:
    create(desk, "schmidt", threshold="35", buying="on", player_3="Dora")
    text = printed(desk, Evening.objects.get(), "house-rules")
    for words in (
        "Die Eröffnung zählt mindestens 35 Augen.",
        "Ein Hand-Rommé zählt wie ein Rommé.",
        "Erste Runde ohne Auslegen",
        "Klopfen",
        "Kaufen",
    ):
        assert words in text
    assert text.count("✓") == 1


def test_without_pdf_the_same_page_is_printed_by_the_browser(desk: Client, three: Evening) -> None:
    for kind in ("score-pad", "score-pad-blank", "house-rules"):
        page = desk.get(reverse("evening_document", args=[three.slug, kind]), {"format": "html"})
        assert page.status_code == 200
        assert three.get_absolute_url() in page.content.decode()


def test_an_unknown_print_is_not_found(desk: Client, three: Evening) -> None:
    assert desk.get(reverse("evening_document", args=[three.slug, "standings"])).status_code == 404


@pytest.mark.pdf
def test_print_document_writes_an_evening_by_its_word(
    pango: None, desk: Client, three: Evening, tmp_path: Path
) -> None:
    file = tmp_path / "block.pdf"
    call_command("print_document", three.slug, "score-pad", output=str(file), stdout=StringIO())
    assert "Łukasz Öztürk" in pdf_text(file.read_bytes())


def test_print_document_refuses_an_evening_that_is_not_there(db: None, tmp_path: Path) -> None:
    file = tmp_path / "block.pdf"
    with pytest.raises(CommandError, match="Vereinsabend „nix“"):
        call_command("print_document", "nix", "house-rules", output=str(file))
    assert not file.exists()


def test_nr_12_the_house_rules_mark_what_is_not_confirmed(desk: Client) -> None:
    create(desk, "drov", player_3="Cem", player_4="")
    evening = Evening.objects.get()
    page = desk.get(reverse("evening_document", args=[evening.slug, "house-rules"]), {"format": "html"})
    html = page.content.decode()
    assert (
        "Hand-Rommé: 8, Hand-Rommé mit Anlegen: 6*, Rommé: 5, eröffnet bis 10: 3*, eröffnet bis 30: 2" in html
    )
    assert "* Noch nicht bestätigt; hier gilt es so." in html


def test_a_pad_of_many_players_lies_across_and_ends_with_the_evening(desk: Client) -> None:
    few, many = make_evening("few"), make_evening("many", "romme500", 8)

    def pad_page(evening: Evening) -> str:
        address = reverse("evening_document", args=[evening.slug, "score-pad"])
        return desk.get(address, {"format": "html"}).content.decode()

    assert "pad-across" not in pad_page(few)
    assert 'class="list across"' in pad_page(many)
    assert pad_page(many).count('<th scope="row" class="no">') == 13 + 1
    many.rounds_agreed = 1
    many.save()
    play(desk, many, laid("60/0", *["20/25"] * 7), winner=1)
    assert pad_page(many).count('<th scope="row" class="no">') == 1 + 1
