"""Draws by standing and in tandem blocks: the one standing, frozen with the draw."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import translation
from factories import make_entries, make_series, make_tournament, play, seated
from test_draw import confirm, facts, preview, said

from scoring.seating import Method
from tournament.actions.imports import import_tournament
from tournament.exchange.json_text import ReadingError
from tournament.exchange.reading import read_tournament
from tournament.exchange.writing import as_json
from tournament.models import Adjustment, Lot, Result, Table, Tournament
from tournament.queries.facts import tournament_facts
from tournament.queries.rankings import ranking
from tournament.queries.seating import plans

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Tournament:
    """Eight players after one game at each table; 6 leads before 2, then 3 and 7 with equal Augen, and so on."""
    tournament, series = seated(8)
    play(series.tables.get(number=1), "- R 8 40")
    play(series.tables.get(number=2), "- HA 8 60")
    return tournament


def order(tournament: Tournament, method: Method = Method.STANDING, series: int = 2) -> tuple[int, ...]:
    found = ranking(tournament, series, method)
    assert found is not None
    return found.order


def test_by_standing_seats_blocks_of_four_in_rank_order(desk: Client, played: Tournament) -> None:
    assert order(played) == (6, 2, 3, 7, 4, 8)
    shown = preview(desk, 2, method="standing")
    plan = shown.context["proposal"].plans[0]
    assert plan[0] == (6, 2, 3, 7)
    assert plan[1][:2] == (4, 8)
    assert "Spieler ohne Platz, die nach dem Los folgen: 2." in said(shown)
    assert confirm(desk, shown, 2).status_code == 302
    assert plans(played)[2] == plan
    series = played.series.get(number=2)
    assert (series.draw_method, series.draw_ranking) == ("standing", [6, 2, 3, 7, 4, 8])


def test_by_standing_neighbours_in_rank_exchange_so_that_nobody_meets_again(desk: Client) -> None:
    tournament, series = seated(20)
    for table in series.tables.all():
        play(table, "- R 8 40", "R - 30 -64")
    strict = preview(desk, 2, method="standing").context
    shown = preview(desk, 2, method="standing_apart")
    again = "Paare, die sich wiedersehen"
    assert int(dict(strict["lines"])[again]) > 0
    assert dict(shown.context["lines"])[again] == "0"
    confirm(desk, shown, 2)
    drawn = tournament.series.get(number=2)
    assert (drawn.draw_method, drawn.draw_ranking) == ("standing_apart", list(order(tournament)))
    assert "Nach dem Stand, kein Wiedersehen" in said(desk.get("/t/probe/draw/2/"))
    output = command("--series", "3", "--method", "standing_apart", "--seed", "1")
    assert "Paare, die sich wiedersehen: 0" in output


def test_only_methods_that_make_sense_are_offered(desk: Client) -> None:
    tournament, _series = seated(8)

    def offered(number: int, **typed: str) -> list[str]:
        page = desk.get(f"/t/probe/draw/{number}/", typed)
        return [str(method) for method, _word in page.context["methods"]]

    assert offered(2) == ["random", "no_rematch", "standing", "standing_apart"]
    tournament.entries.filter(number__in=[1, 2]).update(tandem="A")
    assert offered(2)[-1] == "tandem"
    tournament.series.all().delete()
    assert offered(1) == ["random", "no_rematch"]
    assert offered(1, method="standing", seed="1") == ["random", "no_rematch", "standing"]


def test_adjustments_and_lots_count_in_the_ranking(played: Tournament) -> None:
    entry = played.entries.get(number=6)
    Adjustment.objects.create(tournament=played, entry=entry, points=-2, reason="zu spät")
    assert order(played)[0] == 2
    Lot.objects.create(tournament=played, scope="overall", order=[7, 3])
    assert order(played) == (2, 6, 7, 3, 4, 8)
    Adjustment.objects.create(
        tournament=played, entry=entry, series=played.series.get(), points=9, reason="zu wenig gezählt"
    )
    assert order(played)[0] == 6


def test_only_what_was_before_the_series_counts(played: Tournament) -> None:
    entries = list(played.entries.all())
    series = make_series(played, 2, [entries[:4], entries[4:]])
    play(series.tables.get(number=1), "- 60 8 R")
    assert order(played) == (6, 2, 3, 7, 4, 8)
    assert order(played, series=3) == (6, 3, 4, 2, 7, 8)
    assert order(played, series=1) == ()


def test_a_draw_by_standing_of_a_first_series_is_a_lot(desk: Client) -> None:
    tournament = make_tournament()
    make_entries(tournament, 8)
    shown = preview(desk, method="standing")
    assert "Spieler ohne Platz, die nach dem Los folgen: 8." in said(shown)
    assert (
        shown.context["proposal"].plans[0]
        != preview(desk, method="standing", seed="1").context["proposal"].plans[0]
    )
    assert confirm(desk, shown).status_code == 302


def test_a_tie_within_one_table_needs_no_lot(desk: Client) -> None:
    tournament, series = seated(8)
    for number in (1, 2):
        play(series.tables.get(number=number), "- R 8 40")
    assert order(tournament) == (2, 6, 3, 7, 4, 8)
    assert preview(desk, 2, method="standing").context["warnings"] == []


def test_a_tie_that_parts_two_tables_is_named(desk: Client) -> None:
    tournament, series = seated(12)
    for number in (1, 2, 3):
        play(series.tables.get(number=number), "- R 8 40")
    shown = preview(desk, 2, method="standing")
    # 2, 6, 10 lead; of 3, 7, 11 the first still fits at table 1, of 4, 8, 12 the last sits at table 3.
    assert shown.context["proposal"].plans[0][0] == (2, 6, 10, 3)
    assert shown.context["warnings"] == [
        f"Gleichstand, und noch hat kein Los entschieden: {names}. Bis dahin gilt die Reihenfolge der Startnummern."
        for names in (
            "Łukasz Öztürk, Günther von der Heyde und Karl-Heinz Schmidt-Rottluff",
            "Zoë Müller-Lüdenscheidt, Ömer Şahin und Jo Li",
        )
    ]
    Lot.objects.create(tournament=tournament, scope="overall", order=[11, 3, 7])
    Lot.objects.create(tournament=tournament, scope="overall", order=[8, 4, 12])
    shown = preview(desk, 2, method="standing")
    assert shown.context["warnings"] == []
    assert shown.context["proposal"].plans[0][0] == (2, 6, 10, 11)


def test_missing_sheets_are_said_before_a_draw_by_standing(desk: Client, played: Tournament) -> None:
    Table.objects.filter(number=2).update(state="empty")
    page = said(preview(desk, 2, method="standing"))
    assert "Serie 1 ist nicht vollständig: 1 von 2 Listen sind da." in page
    assert "nicht vollständig" not in said(preview(desk, 2))


def test_a_result_that_came_since_the_preview_is_told(desk: Client, played: Tournament) -> None:
    shown = preview(desk, 2, method="standing")
    Adjustment.objects.create(
        tournament=played, entry=played.entries.get(number=6), points=-5, reason="Abzug"
    )
    before = facts(played)
    response = confirm(desk, shown, 2)
    assert response.status_code == 422
    assert "Inzwischen haben sich die Spieler oder eine andere Auslosung geändert." in said(response)
    assert facts(played) == before
    assert confirm(desk, response, 2).status_code == 302


def test_a_later_correction_names_the_draw_on_the_old_standing_and_leaves_it(
    desk: Client, played: Tournament
) -> None:
    confirm(desk, preview(desk, 2, method="standing"), 2)
    before = plans(played)
    assert "älteren Stand" not in said(desk.get("/t/probe/draw/2/"))
    # The winner of table 2 was somebody else.
    Result.objects.filter(seat__entry__number=6).update(outcome="O", hand_total=90)
    played.series.get(number=1).seats.filter(entry__number=6).update(points=0, hand_total=90)
    for number in (1, 2):
        page = said(desk.get(f"/t/probe/draw/{number}/"))
        assert "Serie 2 wurde nach einem älteren Stand ausgelost" in page
    assert plans(played) == before


def test_a_ranking_that_stayed_the_same_is_not_outdated(desk: Client, played: Tournament) -> None:
    confirm(desk, preview(desk, 2, method="standing"), 2)
    played.series.get(number=1).seats.filter(entry__number=6).update(hand_total=1)
    entries = list(played.entries.all())
    played.entries.filter(number=2).update(withdrawn=True)
    make_series(played, 3, [entries[:4], entries[4:]])
    assert "älteren Stand" not in said(desk.get("/t/probe/draw/2/"))


# Tandem blocks.


@pytest.fixture
def tandems() -> Tournament:
    """Sixteen players in eight tandems 1–2, 3–4, …; the winners sit at the tables' second seats."""
    tournament = make_tournament()
    entries = make_entries(tournament, 16)
    for entry in entries:
        entry.tandem = f"T{(entry.number + 1) // 2}"
        entry.save()
    tables = [[entries[index + 4 * seat] for seat in range(4)] for index in range(4)]
    series = make_series(tournament, 1, tables)
    for number, row in enumerate(("- R 8 40", "- HA 9 41", "- H 7 42", "- R 6 43"), 1):
        play(series.tables.get(number=number), row)
    return tournament


def test_tandem_blocks_put_the_leading_tandem_on_seat_one_of_two_tables(
    desk: Client, tandems: Tournament
) -> None:
    # 7 won with Hand-Rommé and 8 with Rommé: tandem T4 leads; 7 has more points than 8.
    found = order(tandems, Method.TANDEM)
    assert found[:2] == (7, 8)
    shown = preview(desk, 2, method="tandem")
    plan = shown.context["proposal"].plans[0]
    assert (plan[0][0], plan[1][0]) == found[:2]
    assert [len(table) for table in plan] == [4, 4, 4, 4]
    partners = [{2 * pair + 1, 2 * pair + 2} for pair in range(8)]
    assert not any(pair <= set(table) for pair in partners for table in plan)
    assert confirm(desk, shown, 2).status_code == 302
    assert tandems.series.get(number=2).draw_ranking == list(found)


def test_a_withdrawn_partner_leaves_a_single_player_who_is_named(desk: Client, tandems: Tournament) -> None:
    tandems.entries.filter(number=8).update(withdrawn=True)
    shown = preview(desk, 2, method="tandem")
    assert shown.status_code == 200
    assert "Ohne Partner, als Einzelspieler gesetzt: 7." in said(shown)
    seats = sorted(number for table in shown.context["proposal"].plans[0] for number in table)
    assert seats == [number for number in range(1, 17) if number != 8]


def test_single_players_stand_where_two_like_them_would(tandems: Tournament) -> None:
    tandems.entries.filter(number__in=[7, 8]).update(tandem="")
    found = order(tandems, Method.TANDEM)
    assert found.index(7) < found.index(8)
    assert sorted(found) == sorted(order(tandems))


def test_tied_tandems_at_a_cut_are_named(desk: Client, tandems: Tournament) -> None:
    for seat in tandems.series.get().seats.all():
        seat.points, seat.hand_total = 3, 8
        seat.save()
    warnings = preview(desk, 2, method="tandem").context["warnings"]
    assert any("Reihenfolge der Tandemnamen" in warning for warning in warnings)


@pytest.mark.parametrize("players", [8, 16])
def test_a_preview_by_standing_takes_ten_statements(
    desk: Client, players: int, django_assert_num_queries: Any
) -> None:
    _tournament, series = seated(players)
    play(series.tables.get(number=1), "- R 8 40")
    with django_assert_num_queries(10):
        preview(desk, 2, method="standing")
    confirm(desk, preview(desk, 2, method="standing"), 2)
    desk.get("/t/probe/draw/2/")
    with django_assert_num_queries(12):
        desk.get("/t/probe/draw/2/")


# The command.


def command(*arguments: str) -> str:
    out = StringIO()
    call_command("draw", "probe", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_draws_by_standing_as_the_page_does(desk: Client, played: Tournament) -> None:
    plan = preview(desk, 2, method="standing").context["proposal"].plans[0]
    output = command("--series", "2", "--method", "standing", "--seed", "4 2 6 1 5 3")
    assert plans(played)[2] == plan
    assert "Spieler ohne Platz, die nach dem Los folgen" in output


def test_the_command_names_ties(tandems: Tournament) -> None:
    tandems.series.get().seats.update(points=3, hand_total=8)
    output = command("--series", "2", "--method", "tandem", "--seed", "1")
    assert "Reihenfolge der Tandemnamen" in output


def test_by_standing_the_command_draws_one_series_at_a_time(played: Tournament) -> None:
    before = facts(played)
    with pytest.raises(CommandError, match="wenn die vorige"):
        command("--all", "4", "--method", "standing")
    assert facts(played) == before
    command("--all", "2", "--method", "standing")
    assert list(plans(played)) == [1, 2]


# The file of a tournament.


def test_the_file_keeps_the_standing_of_a_draw_and_what_was_drawn_together(
    desk: Client, played: Tournament
) -> None:
    confirm(desk, preview(desk, 2, method="standing"), 2)
    played.series.filter(number=1).update(draw_together=[1, 3])
    file = as_json(tournament_facts(played))
    assert [series["draw"].get("ranking") for series in file["series"]] == [None, [6, 2, 3, 7, 4, 8]]
    assert [series["draw"].get("together") for series in file["series"]] == [[1, 3], None]
    copy = import_tournament(facts=read_tournament(json.dumps(file).encode()).facts)
    assert as_json(tournament_facts(copy)) == file


@pytest.mark.parametrize(
    ("draw", "fault"),
    [
        (
            {"ranking": [6, 99]},
            "series[0].draw.ranking[1]: Es gibt keinen Spieler mit der Startnummer 99.",
        ),
        ({"ranking": [6, 6]}, "series[0].draw.ranking[1]: 6 steht zweimal da."),
        ({"ranking": "6"}, "series[0].draw.ranking"),
        ({"together": [0]}, "series[0].draw.together[0]"),
    ],
)
def test_a_file_with_a_wrong_standing_is_refused(played: Tournament, draw: Any, fault: str) -> None:
    file = as_json(tournament_facts(played))
    file["series"][0]["draw"] |= draw
    with translation.override("de"), pytest.raises(ReadingError) as error:
        read_tournament(json.dumps(file).encode())
    assert fault in str(error.value)
