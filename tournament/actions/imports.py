"""The write behind `import_tournament`: a whole tournament in one transaction, with its histories."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from django.db import IntegrityError, transaction

from scoring.ranking import Total
from scoring.rulesets import RuleSet
from tournament.actions._base import By, create_all, save, touch
from tournament.models import (
    Adjustment,
    Entry,
    Game,
    Lot,
    Player,
    Result,
    Seat,
    Series,
    Table,
    Tournament,
)
from tournament.names import search_key, slug_of, sort_key
from tournament.queries.facts import EntryFacts, SeriesFacts, TableFacts, TournamentFacts
from tournament.queries.games import seat_sums

WHY = "import"


@transaction.atomic
def import_tournament(*, facts: TournamentFacts, by: By = None, is_practice: bool = False) -> Tournament:
    """Write a whole tournament under the next free slug, or nothing."""
    tournament = _create(facts, is_practice, by)
    entries = _entries(tournament, facts.entries, by)
    series = _series(tournament, facts, entries, by)
    create_all(
        [
            Adjustment(
                tournament=tournament,
                entry=entries[adjustment.player],
                series=series[adjustment.series] if adjustment.series is not None else None,
                points=adjustment.points,
                hand_total=adjustment.hand_total,
                reason=adjustment.reason,
                by=adjustment.by,
                at=adjustment.at,
            )
            for adjustment in facts.adjustments
        ],
        Adjustment,
        by=by,
        why=WHY,
    )
    create_all(
        [
            Lot(tournament=tournament, scope=lot.scope, order=list(lot.order), by=lot.by, at=lot.at)
            for lot in facts.lots
        ],
        Lot,
        by=by,
        why=WHY,
    )
    touch(tournament)
    return tournament


def free_slugs(name: str) -> Iterator[str]:
    """`herbst`, `herbst-2`, `herbst-3`, …: first those that nobody has."""
    slug = slug_of(name)
    taken = set(Tournament.objects.filter(slug__startswith=slug).values_list("slug", flat=True))
    number = 1
    while True:
        candidate = slug if number == 1 else f"{slug}-{number}"
        if candidate not in taken:
            yield candidate
        number += 1


def _create(facts: TournamentFacts, is_practice: bool, by: By) -> Tournament:
    for slug in free_slugs(facts.name):
        tournament = Tournament(
            slug=slug,
            name=facts.name,
            date=facts.date,
            venue=facts.venue,
            ruleset=facts.ruleset,
            rating=facts.rating,
            games_per_player=facts.games_per_player,
            is_practice=is_practice,
        )
        try:
            with transaction.atomic():
                save(tournament, by=by, why=WHY)
        except IntegrityError:
            # Somebody else took the slug in this very moment.
            continue
        return tournament
    raise AssertionError("there is always a free slug")


def _entries(tournament: Tournament, facts: Sequence[EntryFacts], by: By) -> dict[int, Entry]:
    """Entries by start number; people the directory knows by name and club are not made anew."""
    known: dict[tuple[str, str], list[Player]] = defaultdict(list)
    for player in Player.objects.order_by("-pk"):
        known[player.name, player.club].append(player)
    people = [
        known[entry.name, entry.club].pop()
        if known[entry.name, entry.club]
        else Player(
            name=entry.name, name_key=search_key(entry.name), club=entry.club, classes=list(entry.classes)
        )
        for entry in facts
    ]
    create_all([player for player in people if player.pk is None], Player, by=by, why=WHY)
    entries = [
        Entry(
            tournament=tournament,
            player=player,
            number=entry.number,
            name=entry.name,
            sort_key=sort_key(entry.name),
            club=entry.club,
            classes=list(entry.classes),
            tandem=entry.tandem,
            team=entry.team,
            present=entry.present,
            withdrawn=entry.withdrawn,
            fee_paid=entry.fee_paid,
            fixed_table=entry.fixed_table,
        )
        for entry, player in zip(facts, people, strict=True)
    ]
    return {entry.number: entry for entry in create_all(entries, Entry, by=by, why=WHY)}


def _series(
    tournament: Tournament, facts: TournamentFacts, entries: dict[int, Entry], by: By
) -> dict[int, Series]:
    """Series by number, with everything at their tables."""
    series = create_all(
        [_series_row(tournament, each) for each in facts.series],
        Series,
        by=by,
        why=WHY,
    )
    pairs = [
        (table, Table(
            series=row,
            number=table.number,
            state=table.state,
            closed_after=table.closed_after,
            closed_reason=table.closed_reason,
            totals_only=table.totals is not None,
        ))
        for row, each in zip(series, facts.series, strict=True)
        for table in each.tables
    ]  # fmt: skip
    create_all([row for _table, row in pairs], Table, by=by, why=WHY)
    _sheets(pairs, entries, facts.rules, by)
    return {row.number: row for row in series}


def _series_row(tournament: Tournament, facts: SeriesFacts) -> Series:
    row = Series(tournament=tournament, number=facts.number, closed=facts.closed)
    if facts.draw is not None:
        row.draw_method = facts.draw.method
        row.draw_seed = facts.draw.seed
        row.draw_attempt = facts.draw.attempt
        row.draw_steps = facts.draw.steps
        row.draw_ranking = list(facts.draw.ranking)
        row.draw_together = list(facts.draw.together)
        row.draw_changed = facts.draw.changed
    return row


def _sheets(
    tables: Sequence[tuple[TableFacts, Table]], entries: dict[int, Entry], rules: RuleSet, by: By
) -> None:
    """Seats with their sums, then games, then results: each kind of row in one go."""
    seats: dict[tuple[int, int], Seat] = {}
    games: list[Game] = []
    results: list[Result] = []
    for facts, table in tables:
        positions = range(1, len(facts.seats) + 1)
        sums = facts.totals if facts.totals is not None else seat_sums(positions, facts.games, rules)
        for position, number in zip(positions, facts.seats, strict=True):
            seats[table.pk, position] = _seat(table, entries[number], sums[position])
        for row in facts.games:
            game = Game(
                table=table,
                number=row.number,
                attempt=row.attempt,
                dealer_seat=row.dealer_seat,
                end=row.end,
                confirmed=list(row.confirmed),
            )
            games.append(game)
            results += [
                Result(
                    game=game,
                    seat=seats[table.pk, position],
                    outcome=score.outcome,
                    hand_total=score.hand_total,
                    laid=score.laid,
                )
                for position, score in row.scores.items()
            ]
    create_all(list(seats.values()), Seat, by=by, why=WHY)
    create_all(games, Game, by=by, why=WHY)
    for result in results:
        # The keys are known only now: the rows were made before the ones they point at were stored.
        result.game_id = result.game.pk
        result.seat_id = result.seat.pk
    create_all(results, Result, by=by, why=WHY)


def _seat(table: Table, entry: Entry, total: Total) -> Seat:
    return Seat(
        table=table,
        series=table.series,
        entry=entry,
        position=total.key,
        points=total.points,
        hand_total=total.hand_total,
        games=total.games,
        rommes=total.rommes,
        hand_rommes=total.hand_rommes,
    )
