"""Several series as one plan, planning anew what is unplayed, and searches that go on."""

from __future__ import annotations

from io import StringIO
from itertools import combinations
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.http import QueryDict
from django.test import Client
from factories import make_entries, make_tournament, play, seated
from test_draw import confirm, facts, preview, said

from scoring.seating import Method, draws
from tournament.models import Series, Table, Tournament
from tournament.queries import proposals
from tournament.queries.proposals import (
    MOST_TIMES,
    Lottery,
    most_steps,
    propose,
    usual_steps,
    whole_field,
)
from tournament.queries.seating import field_for, plans

pytestmark = pytest.mark.django_db
CHOICE = {"method": "no_rematch", "seed": "4 2 6 1 5 3"}


def whole(client: Client, last: str = "3", **more: Any) -> Any:
    return client.get("/t/probe/draw/whole/", CHOICE | {"last": last} | more)


def confirm_whole(client: Client, shown: Any, **changes: Any) -> Any:
    """Send the form of a preview."""
    proposal = shown.context["proposal"]
    typed = CHOICE | {"last": shown.context["last"], "fingerprint": proposal.fingerprint} | changes
    return client.post("/t/probe/draw/whole/confirm/", typed)


def meetings(tournament: Tournament) -> list[tuple[int, int]]:
    tables = [table for plan in plans(tournament).values() for table in plan]
    return [pair for table in tables for pair in combinations(sorted(table), 2)]


@pytest.fixture
def probe() -> Tournament:
    """Sixteen players: five series are possible without a rematch, and just five."""
    tournament = make_tournament()
    make_entries(tournament, 16)
    return tournament


def test_a_whole_plan_is_shown_and_stored_at_once(desk: Client, probe: Tournament) -> None:
    before = facts(probe)
    shown = whole(desk, "5")
    assert facts(probe) == before
    page = said(shown)
    assert "Vorschau – noch nichts gespeichert" in page
    assert [number for number, _rows in shown.context["series_tables"]] == [1, 2, 3, 4, 5]
    assert confirm_whole(desk, shown)["Location"] == "/t/probe/draw/1/"
    assert tuple(plans(probe).values()) == shown.context["proposal"].plans
    assert len(set(meetings(probe))) == 5 * 4 * 6 == len(meetings(probe))
    for series in probe.series.all():
        assert series.draw_together == [1, 2, 3, 4, 5]
        assert (series.draw_seed, series.draw_attempt) == ("4 2 6 1 5 3", 1)
    assert Tournament.objects.get().version == 1


def test_the_way_to_a_whole_plan_is_on_the_draw_page(desk: Client, probe: Tournament) -> None:
    assert "/t/probe/draw/whole/" in said(desk.get("/t/probe/draw/1/"))
    page = desk.get("/t/probe/draw/whole/")
    assert page.context["last"] == 3
    assert "Vorschau" not in said(page).split("<main")[1].split("<form")[0]
    thrown = desk.get("/t/probe/draw/whole/", {"method": "random", "seed": "", "last": "2"})
    assert thrown.status_code == 302
    assert "last=2" in thrown["Location"]


def test_only_what_is_unplayed_is_planned_anew(desk: Client, probe: Tournament) -> None:
    confirm_whole(desk, whole(desk, "4"))
    first = plans(probe)
    play(probe.series.get(number=1).tables.get(number=1), "- R 8 40")
    probe.entries.filter(number=16).update(withdrawn=True)
    shown = whole(desk, "4")
    page = said(shown)
    assert "Serie 1 hat begonnen und bleibt" in page
    assert "Die bisherigen Pläne der Serien 2, 3 und 4 werden aufgegeben." in page
    before = facts(probe)
    response = confirm_whole(desk, shown)
    assert response.status_code == 422
    assert "Bitte haken Sie an, dass die bisherigen Pläne aufgegeben werden." in said(response)
    assert facts(probe) == before
    assert confirm_whole(desk, shown, replace="1").status_code == 302
    now = plans(probe)
    assert now[1] == first[1]
    for number in (2, 3, 4):
        assert sorted(sum(now[number], ())) == list(range(1, 16))
    assert Table.history.filter(history_type="-", history_user__username="leitung").count() == 12


def test_a_result_typed_meanwhile_keeps_its_plan(desk: Client, probe: Tournament) -> None:
    confirm_whole(desk, whole(desk, "2"))
    shown = whole(desk, "2")
    play(probe.series.get(number=1).tables.get(number=1), "- R 8 40")
    before = facts(probe)
    response = confirm_whole(desk, shown, replace="1")
    assert response.status_code == 422
    assert "Inzwischen haben sich die Spieler oder eine andere Auslosung geändert." in said(response)
    assert facts(probe) == before


def test_of_two_desks_that_replace_the_same_plans_one_is_told(desk: Client, probe: Tournament) -> None:
    confirm_whole(desk, whole(desk, "3"))
    first, second = whole(desk, "3", seed="Karo 7"), whole(desk, "3", seed="Pik 9")
    assert confirm_whole(desk, first, replace="1", seed="Karo 7").status_code == 302
    stored = facts(probe)
    refused = confirm_whole(desk, second, replace="1", seed="Pik 9")
    assert refused.status_code == 422
    assert "Gespeichert wurde nichts; bitte sehen Sie den neuen Plan an." in said(refused)
    assert facts(probe) == stored


def test_only_the_series_of_the_preview_are_stored(desk: Client, probe: Tournament) -> None:
    before = facts(probe)
    assert confirm_whole(desk, whole(desk, "3"), last="6").status_code == 422
    assert facts(probe) == before


def test_after_the_usual_series_the_next_one_is_proposed(desk: Client, probe: Tournament) -> None:
    assert desk.get("/t/probe/draw/whole/").context["last"] == 3
    command("--all", "3")
    probe.series.update(closed=True)
    assert desk.get("/t/probe/draw/whole/").context["last"] == 4


def test_series_that_all_have_begun_stay(desk: Client) -> None:
    tournament, series = seated(8)
    play(series.tables.get(number=1), "- R 8 40")
    before = facts(tournament)
    response = whole(desk, "1")
    assert response.status_code == 422
    assert "In allen Serien bis zu dieser ist schon etwas eingegeben" in said(response)
    typed = CHOICE | {"last": "1", "fingerprint": "x"}
    assert desk.post("/t/probe/draw/whole/confirm/", typed).status_code == 422
    assert facts(tournament) == before


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"last": "0"}, "Bitte tippen Sie eine ganze Zahl von 1 bis 20."),
        ({"last": ""}, "Bitte ausfüllen."),
        ({"last": "9" * 30}, "Bitte tippen Sie eine ganze Zahl von 1 bis 20."),
        ({"last": "²"}, "Bitte tippen Sie eine ganze Zahl von 1 bis 20."),
        ({"method": "standing"}, "Bitte wählen Sie eines der Verfahren."),
        ({"method": "<script>"}, "Bitte wählen Sie eines der Verfahren."),
        ({"seed": "4\x002"}, "Darin ist ein Zeichen, das sich nicht drucken lässt."),
    ],
)
def test_nonsense_is_a_sentence(desk: Client, probe: Tournament, more: dict[str, str], sentence: str) -> None:
    before = facts(probe)
    response = whole(desk, **more)
    assert response.status_code == 422
    assert sentence in said(response)
    typed = CHOICE | {"last": "3", "fingerprint": "x"} | more
    assert desk.post("/t/probe/draw/whole/confirm/", typed).status_code == 422
    assert facts(probe) == before


def test_five_players_and_fixed_tables_hinder_a_whole_plan(desk: Client, probe: Tournament) -> None:
    probe.entries.filter(number__gt=5).update(present=False)
    before = facts(probe)
    response = whole(desk)
    assert response.status_code == 422
    assert "5 Spieler lassen sich nicht" in said(response)
    assert (
        desk.post("/t/probe/draw/whole/confirm/", CHOICE | {"last": "3", "fingerprint": "x"}).status_code
        == 422
    )
    assert facts(probe) == before


def test_more_series_than_can_be_without_rematches_are_explained(desk: Client, probe: Tournament) -> None:
    page = said(whole(desk, "6"))
    assert (
        "Ganz ohne Wiedersehen geht es nicht: 6 Serien haben 144 Begegnungen, aber 16 Spieler bilden nur 120 Paare."
        in page
    )
    assert confirm_whole(desk, whole(desk, "6")).status_code == 302
    assert len(set(meetings(probe))) <= 120 < len(meetings(probe)) == 144


@pytest.mark.parametrize("players", [8, 16])
def test_a_whole_preview_takes_seven_statements(
    desk: Client, players: int, django_assert_num_queries: Any
) -> None:
    make_entries(make_tournament(), players)
    with django_assert_num_queries(7):
        whole(desk)


# Searches that go on.


def test_a_search_without_an_end_can_go_on_and_its_steps_are_kept(desk: Client) -> None:
    tournament = make_tournament()
    make_entries(tournament, 16)
    # Two who always sit together leave no construction, and a search that cannot come to nought.
    tournament.entries.filter(number__in=[1, 2]).update(fixed_table=1)
    confirm_whole(desk, whole(desk, "2"))
    shown = preview(desk, 3, steps="50")
    proposal = shown.context["proposal"]
    assert proposal.draws.steps == 50
    assert "Schritte der Suche: 50." in said(shown)
    assert "Weiter suchen" in said(shown)
    assert shown.context["search_on"]["steps"] == usual_steps(16)
    assert preview(desk, 3, steps="50").context["proposal"].plans == proposal.plans
    assert confirm(desk, shown, 3, steps="50").status_code == 302
    series = tournament.series.get(number=3)
    assert (series.draw_steps, plans(tournament)[3]) == (50, proposal.plans[0])
    # Whoever has the seed, the attempt and the steps draws the same plan.
    again = propose(
        field_for(tournament, [3]), (3,), Lottery(Method.NO_REMATCH, "4 2 6 1 5 3", 1, series.draw_steps)
    )
    assert again.plans[0] == plans(tournament)[3]


def test_a_search_that_found_all_there_is_has_no_more(desk: Client, probe: Tournament) -> None:
    shown = preview(desk)
    assert shown.context["search_on"] is None
    assert "Weiter suchen" not in said(shown)


@pytest.fixture
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of the steps: how many there are is not what these tests are about."""
    fewer = draws.STEPS_OF_ONE // 10
    for module in (draws, proposals):
        monkeypatch.setattr(module, "STEPS_OF_ONE", fewer)


def test_a_search_goes_on_by_itself_until_somebody_stops_it(
    desk: Client, probe: Tournament, short_searches: None
) -> None:
    usual = usual_steps(16)
    probe.entries.filter(number__in=[1, 2]).update(fixed_table=1)
    at, seen, best = f"/t/probe/draw/whole/?{preview_of(desk).urlencode()}", [], 99
    while at:
        page = desk.get(at)
        proposal = page.context["proposal"]
        seen.append(proposal.draws.steps)
        again = proposal.draws.quality.pairs_again
        assert again <= best, "the best plan so far is kept"
        best = again
        if "Refresh" in page:
            assert page["Refresh"].startswith("1;url=?")
            assert "Die Suche läuft" in said(page)
            assert "Auslosung bestätigen" not in said(page)
            stopped = page.context["search_end"]
        at = "/t/probe/draw/whole/" + page["Refresh"].partition("url=")[2] if "Refresh" in page else ""
    assert seen == [usual * times for times in range(2, MOST_TIMES + 1)]
    assert "Die Suche läuft" not in said(page)
    # Whoever stops finds the plan of that moment, and confirms it with its steps.
    shown = desk.get("/t/probe/draw/whole/", stopped.dict())
    assert "Refresh" not in shown
    assert confirm_whole(desk, shown, steps=stopped["steps"]).status_code == 302
    assert set(probe.series.values_list("draw_steps", flat=True)) == {(MOST_TIMES - 1) * usual}


def preview_of(client: Client) -> QueryDict:
    """The address that goes on from a first preview."""
    shown = whole(client, "3")
    assert "Refresh" not in shown
    on: QueryDict = shown.context["search_on"]
    return on


def test_the_longest_search_does_not_go_on(probe: Tournament, short_searches: None) -> None:
    probe.entries.filter(number__in=[1, 2]).update(fixed_table=1)
    field = field_for(probe, [1, 2])
    for steps, more in ((30, usual_steps(16)), (most_steps(16), None)):
        assert propose(field, (1, 2), Lottery(Method.NO_REMATCH, "6", 1, steps)).more_steps == more


def test_figures_and_sentences_say_what_they_count(desk: Client) -> None:
    tournament = make_tournament()
    make_entries(tournament, 8)
    command("--all", "2")
    tournament.series.update(closed=True)
    page = whole(desk, "4")
    again = page.context["proposal"].draws.quality.pairs_again
    assert ("Paare, die sich wiedersehen", f"{again - 4}, in allen Serien {again}") in page.context["lines"]
    assert f"Wiedersehen in allen zusammen: mindestens {again}." in said(page)


def test_a_plan_that_cannot_be_better_after_the_others_says_so(desk: Client) -> None:
    tournament = make_tournament()
    make_entries(tournament, 9)
    command("--series", "1")
    tournament.entries.filter(number=9).update(present=False)
    shown = preview(desk, 2)
    page = said(shown)
    assert "Weniger sind nach den bisherigen Serien nicht möglich." in page
    assert "Ein weiterer Versuch" not in page
    assert shown.context["search_on"] is None


def test_the_undo_of_one_series_says_what_was_planned_with_it(desk: Client, probe: Tournament) -> None:
    command("--all", "3")
    page = said(desk.get("/t/probe/draw/2/"))
    assert "Die Serien 1 und 3 wurden zusammen mit dieser geplant und bleiben, wie sie sind." in page
    desk.post("/t/probe/draw/1/undo/", {"typed": "1"})
    page = said(desk.get("/t/probe/draw/2/"))
    assert "Serie 3 wurde zusammen mit dieser geplant und bleibt, wie sie ist." in page
    desk.post("/t/probe/draw/3/undo/", {"typed": "3"})
    assert "zusammen mit dieser geplant" not in said(desk.get("/t/probe/draw/2/"))


# The command.


def command(*arguments: str) -> str:
    out = StringIO()
    call_command("draw", "probe", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_plans_what_is_missing_together(desk: Client, probe: Tournament) -> None:
    shown = whole(desk, "5")
    output = command("--all", "5", "--seed", "4 2 6 1 5 3")
    assert tuple(plans(probe).values()) == shown.context["proposal"].plans
    assert "Paare, die sich wiedersehen: 0" in output
    assert Series.objects.filter(draw_together=[1, 2, 3, 4, 5]).count() == 5


def test_the_command_leaves_plans_that_are_there(probe: Tournament) -> None:
    command("--series", "1")
    first = plans(probe)
    command("--all", "3")
    assert plans(probe)[1] == first[1]
    assert probe.series.get(number=1).draw_together == []
    assert probe.series.get(number=3).draw_together == [2, 3]
    with pytest.raises(CommandError, match="Alle Serien bis 3"):
        command("--all", "3")


def test_numbers_of_a_whole_field_are_those_without_anything_typed(probe: Tournament) -> None:
    command("--all", "3")
    probe.series.filter(number=2).update(closed=True)
    numbers, planned, field = whole_field(probe, 4)
    assert (numbers, planned) == ((1, 3, 4), (1, 3))
    assert field.past == (plans(probe)[2],)
