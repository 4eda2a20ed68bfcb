"""Players: one field finds, registers and creates; the list is the check-in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from factories import make_entries, make_tournament, play, seated

from tournament.actions._base import Refused
from tournament.actions.players import register_player, remove_entry, withdraw_entry
from tournament.models import Adjustment, Entry, Player, Tournament
from tournament.queries.players import Kind, find_name, find_number, match, next_number

pytestmark = pytest.mark.django_db


@pytest.fixture
def probe() -> Tournament:
    """Änne Größ 1, Björn Weiß 2, Łukasz Öztürk 3, Zoë Müller-Lüdenscheidt 4; in the directory: Heinz Müller."""
    tournament = make_tournament()
    make_entries(tournament, 4)
    Player.objects.create(name="Heinz Müller", club="RC Fürth", classes=["Senioren"])
    return tournament


def add(client: Client, text: str, **more: str) -> Any:
    return client.post(reverse("player_add", args=["probe"]), {"text": text, **more})


def said(response: Any) -> str:
    return response.content.decode()


def facts(tournament: Tournament) -> tuple[Any, ...]:
    """Everything a refused write must leave alone."""
    return (
        Tournament.objects.get(pk=tournament.pk).version,
        list(Entry.objects.order_by("pk").values()),
        list(Player.objects.order_by("pk").values()),
    )


def numbers(tournament: Tournament) -> dict[int, str]:
    return dict(tournament.entries.values_list("number", "name"))


# The one field.


def test_a_new_name_gets_the_next_number_and_a_history(desk: Client, probe: Tournament) -> None:
    response = add(desk, "  Ute   Meyer ; RC  Fürth ")
    assert (response.status_code, response["Location"]) == (302, "/t/probe/players/")
    entry = probe.entries.get(number=5)
    assert (entry.name, entry.club, entry.present, entry.player.name) == (
        "Ute Meyer",
        "RC Fürth",
        True,
        "Ute Meyer",
    )
    assert entry.history.get().history_user.username == "leitung"
    assert Tournament.objects.get().version == 1
    assert "Nr. 5: Ute Meyer ist angemeldet." in said(desk.get(response["Location"]))


def test_gaps_between_the_numbers_are_kept(probe: Tournament) -> None:
    probe.entries.filter(number=2).delete()
    assert next_number(probe) == 5


def test_somebody_of_the_directory_is_registered_with_club_and_classes(
    desk: Client, probe: Tournament
) -> None:
    add(desk, "heinz mueller")
    entry = probe.entries.get(number=5)
    assert (entry.name, entry.club, entry.classes) == ("Heinz Müller", "RC Fürth", ["Senioren"])
    assert Player.objects.filter(name="Heinz Müller").count() == 1


def test_another_club_means_another_person(desk: Client, probe: Tournament) -> None:
    add(desk, "Heinz Müller; RC Bonn")
    assert probe.entries.get(number=5).club == "RC Bonn"
    assert sorted(Player.objects.filter(name="Heinz Müller").values_list("club", flat=True)) == [
        "RC Bonn",
        "RC Fürth",
    ]


def test_two_people_of_one_name_in_the_directory_are_asked_about(desk: Client, probe: Tournament) -> None:
    other = Player.objects.create(name="Heinz Müller", club="RC Bonn")
    before = facts(probe)
    response = add(desk, "Heinz Müller")
    assert response.status_code == 422
    assert facts(probe) == before
    add(desk, "Heinz Müller", choice=f"person-{other.pk}")
    assert probe.entries.get(number=5).player == other


@pytest.mark.parametrize("text", ["3", " 3 ", "3; RC Fürth"])
def test_a_start_number_checks_in(desk: Client, probe: Tournament, text: str) -> None:
    probe.entries.filter(number=3).update(present=False)
    add(desk, text)
    assert probe.entries.get(number=3).present is True
    before = facts(probe)
    response = add(desk, text)
    assert "war schon da" in said(desk.get(response["Location"]))
    assert facts(probe) == before


def test_checking_in_somebody_who_withdrew_is_refused(desk: Client, probe: Tournament) -> None:
    probe.entries.filter(number=3).update(withdrawn=True)
    before = facts(probe)
    response = add(desk, "3")
    assert response.status_code == 422
    assert "ist abgemeldet. Bitte melden Sie den Spieler zuerst wieder an." in said(response)
    assert facts(probe) == before


def test_a_fragment_asks_instead_of_creating(desk: Client, probe: Tournament) -> None:
    before = facts(probe)
    response = add(desk, "muel")
    assert response.status_code == 422
    page = said(response)
    assert "Wer ist mit „muel“ gemeint?" in page
    assert 'value="muel"' in page
    choices = [choice.token for choice in response.context["answer"].found.choices]
    assert choices == ["entry-4", f"person-{Player.objects.get(name='Heinz Müller').pk}", "new"]
    assert facts(probe) == before


def test_a_name_twice_is_asked_about_and_confirmed(desk: Client, probe: Tournament) -> None:
    before = facts(probe)
    response = add(desk, "anne gross")
    assert response.status_code == 422
    assert "Es gibt schon jemanden mit dem Namen anne gross." in said(response)
    assert facts(probe) == before
    add(desk, "Änne Größ", choice="new")
    assert numbers(probe)[5] == "Änne Größ"
    assert Player.objects.filter(name="Änne Größ").count() == 2


def test_a_choice_that_is_gone_is_told(desk: Client, probe: Tournament) -> None:
    before = facts(probe)
    response = add(desk, "muel", choice="entry-999")
    assert response.status_code == 422
    assert "Die Liste hat sich inzwischen geändert." in said(response)
    assert facts(probe) == before


BAD_TEXTS = {
    "": "Bitte tippen Sie eine Startnummer oder einen Namen.",
    " ; RC Fürth": "Bitte tippen Sie eine Startnummer oder einen Namen.",
    "…": "Bitte tippen Sie eine Startnummer oder einen Namen.",
    "😀": "Bitte tippen Sie eine Startnummer oder einen Namen.",
    "x" * 5000: "Höchstens 80 Zeichen passen; es sind 5000.",
    "Ute Meyer;" + "y" * 81: "Der Verein: Höchstens 80 Zeichen passen; es sind 81.",
    "7" * 30: "Eine Startnummer ist eine ganze Zahl von 1 bis 9999.",
    "0": "Eine Startnummer ist eine ganze Zahl von 1 bis 9999.",
    "17": "Die Nummer 17 gibt es nicht. Die höchste ist 4.",
    "Ute\x00Meyer": "Darin ist ein Zeichen, das sich nicht drucken lässt.",
    "Ute\x1bMeyer": "Darin ist ein Zeichen, das sich nicht drucken lässt.",
}


@pytest.mark.parametrize("text", BAD_TEXTS, ids=lambda text: repr(text[:12]))
def test_nonsense_is_a_sentence_and_stays_in_the_field(desk: Client, probe: Tournament, text: str) -> None:
    before = facts(probe)
    response = add(desk, text)
    assert response.status_code == 422
    assert BAD_TEXTS[text] in said(response)
    assert response.context["answer"].text == text
    assert facts(probe) == before


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "Ömer 😀 Şahin", 'O\'Neill "Bob" & Co', "Иван Петров"]
)
def test_odd_names_are_kept_and_shown_as_text(desk: Client, probe: Tournament, name: str) -> None:
    add(desk, name, choice="new")
    assert numbers(probe)[5] == name
    page = said(desk.get("/t/probe/players/"))
    assert "<script>alert" not in page
    assert {entry.name for entry in desk.get("/t/probe/players/").context["rows"]} >= {name}


def test_invisible_characters_are_dropped(desk: Client, probe: Tournament) -> None:
    add(desk, "Ute\u00a0 Mey\u00ader\u202e")
    assert numbers(probe)[5] == "Ute Meyer"


def test_the_last_number_is_said(probe: Tournament, director: User) -> None:
    probe.entries.filter(number=4).update(number=9999)
    before = facts(probe)
    with pytest.raises(Refused, match="Alle Startnummern bis 9999 sind vergeben"):
        register_player(by=director, tournament=probe, name="Ute Meyer")
    assert facts(probe) == before


def test_the_same_person_twice_is_refused(probe: Tournament, director: User) -> None:
    person = Player.objects.get(name="Heinz Müller")
    register_player(by=director, tournament=probe, name=person.name, person=person)
    before = facts(probe)
    with pytest.raises(Refused, match=r"ist schon angemeldet, Nr\. 5"):
        register_player(by=director, tournament=probe, name=person.name, person=person, same_name=True)
    assert facts(probe) == before


def test_a_form_sent_twice_registers_once(desk: Client, probe: Tournament) -> None:
    assert add(desk, "Ute Meyer").status_code == 302
    before = facts(probe)
    assert add(desk, "Ute Meyer").status_code == 422
    assert facts(probe) == before


def test_the_guard_against_a_name_twice_holds_below_the_page(probe: Tournament, director: User) -> None:
    before = facts(probe)
    with pytest.raises(Refused) as refused:
        register_player(by=director, tournament=probe, name="BJÖRN WEISS")
    assert refused.value.code == "same_name"
    assert facts(probe) == before


# Suggestions.


@pytest.mark.parametrize(
    ("name", "typed", "part"),
    [
        ("Zoë Müller-Lüdenscheidt", "muel", "Mül"),
        ("Zoë Müller-Lüdenscheidt", "lued", "Lüd"),
        ("Zoë Müller-Lüdenscheidt", "zoe mul", "Zo"),
        ("Zoë Müller-Lüdenscheidt", "mul zoe", "Mül"),
        ("Änne Größ", "gross", "Größ"),
        ("Łukasz Öztürk", "OEZ", "Öz"),
        ("Änne Größ", "änne größ", "Änne Größ"),
        ("Renée d’Aubigné", "d'aub", "d’Aub"),
    ],
)
def test_accents_and_case_are_ignored_and_the_part_is_marked(name: str, typed: str, part: str) -> None:
    span = match(name, typed)
    assert span is not None
    assert name[slice(*span)] == part


@pytest.mark.parametrize(
    ("name", "typed"), [("Ute Meyer", "eyer"), ("Ute Meyer", "ute x"), ("Ute Meyer", " ")]
)
def test_what_begins_no_word_is_not_meant(name: str, typed: str) -> None:
    assert match(name, typed) is None


def test_the_start_number_comes_first(probe: Tournament) -> None:
    make_more = [(number, f"Person {number}") for number in (14, 40, 41)]
    for number, name in make_more:
        player = Player.objects.create(name=name)
        Entry.objects.create(tournament=probe, player=player, number=number, name=name)
    found = find_number(probe, 4)
    assert [choice.key for choice in found.choices] == [4, 40, 41]
    assert found.sure == found.choices[0]


def test_a_whole_new_name_is_sure_although_others_begin_so(probe: Tournament) -> None:
    found = find_name(probe, "Zoë Müller")
    assert [choice.kind for choice in found.choices] == [Kind.ENTRY, Kind.NEW]
    assert found.sure == found.choices[-1]


def test_suggestions_as_json(desk: Client, probe: Tournament) -> None:
    answer = desk.get("/t/probe/players/suggestions/", {"q": "muel"}).json()
    assert answer["first"] == 0
    assert [choice["parts"] for choice in answer["choices"]] == [
        ["Zoë ", "Mül", "ler-Lüdenscheidt"],
        ["Heinz ", "Mül", "ler"],
        ["", "", "muel"],
    ]
    assert [choice["note"] for choice in answer["choices"]] == [
        "Nr. 4, RC 1, ist da",
        "aus dem Verzeichnis, noch nicht angemeldet, RC Fürth",
        "neu anlegen, Nr. 5",
    ]


@pytest.mark.parametrize("text", ["", "x" * 5000, "9" * 30, "\x00", "😀"])
def test_nothing_is_suggested_for_nonsense(desk: Client, probe: Tournament, text: str) -> None:
    assert desk.get("/t/probe/players/suggestions/", {"q": text}).json() == {"choices": [], "first": -1}


# The list.


@pytest.mark.parametrize("count", [1, 3, 40])
def test_the_list_takes_five_statements(desk: Client, count: int, django_assert_num_queries: Any) -> None:
    make_entries(make_tournament(), count)
    with django_assert_num_queries(5):
        assert len(desk.get("/t/probe/players/").context["rows"]) == count


@pytest.mark.parametrize("count", [1, 3])
def test_suggestions_take_five_statements(desk: Client, count: int, django_assert_num_queries: Any) -> None:
    make_entries(make_tournament(), count)
    with django_assert_num_queries(5):
        desk.get("/t/probe/players/suggestions/", {"q": "a"})


@pytest.mark.parametrize(
    ("count", "sentence"),
    [
        (0, "Noch ist niemand angemeldet."),
        (2, "An einem Tisch sitzen mindestens 3 Spieler; anwesend sind 2."),
        (3, "Alle 3 sind da: 1 Tisch zu dritt."),
        (5, "5 Spieler lassen sich nicht auf Tische zu viert und zu dritt verteilen."),
        (8, "Alle 8 sind da: 2 Tische zu viert."),
        (46, "Alle 46 sind da: 10 Tische zu viert und 2 zu dritt."),
    ],
)
def test_the_list_says_how_many_tables_there_are(desk: Client, count: int, sentence: str) -> None:
    make_entries(make_tournament(), count)
    assert sentence in said(desk.get("/t/probe/players/"))


def test_only_who_is_missing_and_by_name(desk: Client, probe: Tournament) -> None:
    probe.entries.filter(number__in=[1, 3]).update(present=False)
    probe.entries.filter(number=2).update(present=False, withdrawn=True)
    page = desk.get("/t/probe/players/", {"missing": "1"})
    assert [entry.number for entry in page.context["rows"]] == [1, 3]
    assert "Kommen alle 3: 1 Tisch zu dritt." in said(page)
    by_name = desk.get("/t/probe/players/", {"sort": "name"}).context["rows"]
    assert [entry.name for entry in by_name] == [
        "Änne Größ",
        "Zoë Müller-Lüdenscheidt",
        "Łukasz Öztürk",
        "Björn Weiß",
    ]


def test_presence_and_fee_are_ticked_per_row(desk: Client, probe: Tournament) -> None:
    response = desk.post("/t/probe/players/3/present/", {"present": "0", "missing": "1"})
    assert response["Location"] == "/t/probe/players/?missing=1#p3"
    desk.post("/t/probe/players/3/fee/", {"fee": "1"})
    entry = probe.entries.get(number=3)
    assert (entry.present, entry.fee_paid) == (False, True)
    before = facts(probe)
    desk.post("/t/probe/players/3/present/", {"present": "0"})
    desk.post("/t/probe/players/3/fee/", {"fee": "1"})
    assert facts(probe) == before


def test_the_script_gets_only_what_changed(desk: Client, probe: Tournament) -> None:
    headers = {"X-Requested-With": "fetch"}
    ticked = said(desk.post("/t/probe/players/3/present/", {"present": "0"}, headers=headers))
    assert 'id="p3"' in ticked
    assert 'id="p4"' not in ticked
    assert "<html" not in ticked
    added = said(desk.post("/t/probe/players/add/", {"text": "Ute Meyer"}, headers=headers))
    assert 'id="p5"' in added
    assert "<html" not in added
    question = desk.post("/t/probe/players/add/", {"text": "muel"}, headers=headers)
    assert question.status_code == 422
    assert 'data-text="muel"' in said(question)


def test_a_withdrawn_player_is_not_ticked(desk: Client, probe: Tournament) -> None:
    probe.entries.filter(number=3).update(withdrawn=True, present=False)
    before = facts(probe)
    assert desk.post("/t/probe/players/3/present/", {"present": "1"}).status_code == 422
    assert facts(probe) == before


def test_a_check_in_begins_with_everybody_missing(desk: Client, probe: Tournament) -> None:
    probe.entries.filter(number=2).update(withdrawn=True)
    desk.post("/t/probe/players/present/", {"present": "0"})
    assert list(probe.entries.values_list("present", flat=True)) == [False, True, False, False]
    desk.post("/t/probe/players/present/", {"present": "1"})
    assert set(probe.entries.values_list("present", flat=True)) == {True}
    assert probe.entries.get(number=1).history.count() == 3


# The page of an entry.


def form(entry: Entry, **changes: Any) -> dict[str, Any]:
    values: Mapping[str, Any] = {
        "number": entry.number,
        "name": entry.name,
        "club": entry.club,
        "classes": ", ".join(entry.classes),
        "tandem": entry.tandem,
        "team": entry.team,
        "fixed_table": entry.fixed_table or "",
        "present": "on" if entry.present else "",
        "fee_paid": "on" if entry.fee_paid else "",
    }
    return {key: value for key, value in {**values, **changes}.items() if value != ""}


def test_an_entry_is_changed_and_the_directory_learns_it(desk: Client, probe: Tournament) -> None:
    entry = probe.entries.get(number=4)
    changes = {
        "number": "17",
        "name": "Zoë Müller",
        "club": "RC Bonn",
        "classes": "Damen; Senioren, Damen",
        "tandem": "T1",
        "team": "M1",
        "fixed_table": "2",
        "present": "",
        "fee_paid": "on",
    }
    response = desk.post("/t/probe/players/4/", form(entry, **changes))
    assert response["Location"] == "/t/probe/players/#p17"
    entry.refresh_from_db()
    assert (entry.number, entry.name, entry.club, entry.classes) == (
        17,
        "Zoë Müller",
        "RC Bonn",
        ["Damen", "Senioren"],
    )
    assert (entry.tandem, entry.team, entry.fixed_table) == ("T1", "M1", 2)
    assert (entry.present, entry.fee_paid, entry.sort_key) == (False, True, "muller, zoe")
    assert (entry.player.name, entry.player.club, entry.player.classes) == (
        "Zoë Müller",
        "RC Bonn",
        ["Damen", "Senioren"],
    )


BAD_FIELDS = [
    ({"number": "3"}, "Die Startnummer 3 gehört Łukasz Öztürk."),
    ({"number": "0"}, "Bitte tippen Sie eine ganze Zahl von 1 bis 9999."),
    ({"number": "1" * 30}, "Bitte tippen Sie eine ganze Zahl von 1 bis 9999."),
    ({"number": "vier"}, "Bitte tippen Sie eine ganze Zahl von 1 bis 9999."),
    ({"number": ""}, "Bitte ausfüllen."),
    ({"name": ""}, "Bitte ausfüllen."),
    ({"name": "12"}, "Bitte tippen Sie einen Namen mit mindestens einem Buchstaben."),
    ({"name": "n" * 81}, "Höchstens 80 Zeichen passen; es sind 81."),
    ({"club": "c" * 5000}, "Höchstens 80 Zeichen passen; es sind 5000."),
    ({"classes": "k" * 41}, "Höchstens 40 Zeichen passen; es sind 41."),
    ({"classes": ",".join(map(str, range(11)))}, "Höchstens 10 Klassen; es sind 11."),
    ({"tandem": "\x00"}, "Darin ist ein Zeichen, das sich nicht drucken lässt."),
    ({"fixed_table": "1000"}, "Bitte tippen Sie eine ganze Zahl von 1 bis 999."),
    ({"name": "BJORN weiss"}, "Es gibt schon Nr. 2, Björn Weiß (RC 2)."),
]


@pytest.mark.parametrize(("changes", "sentence"), BAD_FIELDS, ids=lambda value: str(value)[:40])
def test_a_faulty_form_is_said_and_changes_nothing(
    desk: Client, probe: Tournament, changes: dict[str, str], sentence: str
) -> None:
    before = facts(probe)
    response = desk.post("/t/probe/players/4/", form(probe.entries.get(number=4), **changes))
    assert response.status_code == 422
    assert sentence in said(response)
    assert response.context["form"].data.get("club", "") == changes.get("club", "RC 1")
    assert facts(probe) == before


def test_a_second_person_of_a_name_is_confirmed(desk: Client, probe: Tournament) -> None:
    changed = form(probe.entries.get(number=4), name="Björn Weiß", same_name="1")
    assert desk.post("/t/probe/players/4/", changed).status_code == 302
    assert numbers(probe)[4] == "Björn Weiß"


def test_a_tandem_has_two(desk: Client, probe: Tournament) -> None:
    probe.entries.filter(number__in=[1, 2]).update(tandem="T1")
    before = facts(probe)
    response = desk.post("/t/probe/players/4/", form(probe.entries.get(number=4), tandem="T1"))
    assert "Das Tandem T1 hat schon zwei Spieler: Änne Größ, Björn Weiß." in said(response)
    assert facts(probe) == before


def test_a_number_that_stands_on_a_list_stays(desk: Client) -> None:
    tournament, _series = seated(4)
    before = facts(tournament)
    response = desk.post("/t/probe/players/4/", form(tournament.entries.get(number=4), number="9"))
    assert "Die Startnummer 4 steht schon auf Listen und bleibt." in said(response)
    assert facts(tournament) == before


@pytest.mark.parametrize("players", [3, 8])
def test_the_page_of_an_entry_takes_six_statements(
    desk: Client, players: int, django_assert_num_queries: Any
) -> None:
    seated(players)
    with django_assert_num_queries(6):
        desk.get("/t/probe/players/1/")


def test_unknown_numbers_are_404(desk: Client, probe: Tournament) -> None:
    for address in ("", "present/", "fee/", "withdraw/", "reinstate/", "remove/"):
        assert desk.post(f"/t/probe/players/99/{address}").status_code == 404
    assert desk.get("/t/nirgends/players/").status_code == 404


# Withdraw, reinstate, remove.


def test_who_withdraws_stays_in_the_lists_and_may_come_back(desk: Client) -> None:
    tournament, series = seated(4)
    play(series.tables.get(), "- R 8 87")
    desk.post("/t/probe/players/2/withdraw/")
    entry = tournament.entries.get(number=2)
    assert entry.withdrawn is True
    assert "Björn Weiß" in said(desk.get("/t/probe/standings/"))
    desk.post("/t/probe/players/2/reinstate/")
    entry.refresh_from_db()
    assert (entry.withdrawn, entry.present) == (False, True)


def test_a_slip_of_the_keyboard_leaves_list_and_directory(desk: Client, probe: Tournament) -> None:
    add(desk, "Utte Meyr")
    desk.post("/t/probe/players/5/remove/")
    assert sorted(numbers(probe)) == [1, 2, 3, 4]
    assert not Player.objects.filter(name="Utte Meyr").exists()
    assert Entry.history.filter(name="Utte Meyr", history_type="-").count() == 1


def test_people_of_other_tournaments_stay_in_the_directory(probe: Tournament, director: User) -> None:
    other = make_tournament("andere")
    person = probe.entries.get(number=1).player
    entry = register_player(by=director, tournament=other, name=person.name, person=person)
    remove_entry(by=director, entry=entry)
    assert Player.objects.filter(pk=person.pk).exists()


def test_who_was_seated_or_adjusted_is_not_removed(desk: Client, director: User) -> None:
    tournament, _series = seated(4)
    extra = register_player(by=director, tournament=tournament, name="Ute Meyer")
    Adjustment.objects.create(tournament=tournament, entry=extra, points=-2, reason="zu spät")
    before = facts(tournament)
    for number in (1, 5):
        response = desk.post(f"/t/probe/players/{number}/remove/")
        assert response.status_code == 422
        assert "bleibt in den Listen. Bitte melden Sie den Spieler stattdessen ab." in said(response)
    assert facts(tournament) == before


def test_a_row_that_somebody_removed_meanwhile_is_told(probe: Tournament, director: User) -> None:
    entry = probe.entries.get(number=3)
    remove_entry(by=director, entry=Entry.objects.get(pk=entry.pk))
    before = facts(probe)
    with pytest.raises(Refused, match="wurde inzwischen von der Liste genommen"):
        withdraw_entry(by=director, entry=entry)
    assert facts(probe) == before


PERSON = {"name": "Änne Größ", "number": "1", "club": "RC Fürth"}
DAY = {"name": "Herbst", "date": "2026-10-03", "games_per_player": "15"}


@pytest.mark.parametrize(
    ("address", "first", "second", "kept"),
    [
        ("/t/probe/players/1/", PERSON, {"club": "RC Herne"}, "RC Herne"),
        ("/t/probe/edit/", DAY, {"venue": "Saal"}, "Saal"),
        ("/t/probe/players/1/replace/", {"name": "Berta Neu"}, {"name": "Carla Neu"}, "Carla Neu"),
    ],
)
def test_of_two_who_change_the_same_facts_the_second_is_told(
    desk: Client, address: str, first: dict[str, str], second: dict[str, str], kept: str
) -> None:
    seated(8)
    page = desk.get(address).content.decode()
    seen = re.search(r'name="seen" value="([0-9a-f]+)"', page)
    assert seen is not None
    assert desk.post(address, first | {"seen": seen[1]}).status_code == 302
    refused = desk.post(address, first | second | {"seen": seen[1]})
    assert refused.status_code == 422
    html = refused.content.decode()
    assert "Inzwischen hat jemand anderes das geändert." in html
    assert f'value="{kept}"' in html
    again = re.search(r'name="seen" value="([0-9a-f]+)"', html)
    assert again is not None
    assert desk.post(address, first | second | {"seen": again[1]}).status_code == 302
