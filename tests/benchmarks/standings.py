"""The overall standings of 400 players × 5 series against the raw SQL aggregate over the 30,000 results.

    .venv/bin/python tests/benchmarks/standings.py [--players 400] [--series 5] [--runs 21]

Runs are interleaved (raw, query, page, raw, …), medians are printed with the ratio and the goal. With DATABASE_URL set
it measures there; else in a file of its own that is thrown away.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

RAW = """
SELECT seat.entry_id,
       SUM(CASE result.outcome WHEN 'R' THEN 5 WHEN 'H' THEN 8 WHEN 'HA' THEN 6 WHEN 'N' THEN 0
           ELSE CASE WHEN result.hand_total <= 10 THEN 3 WHEN result.hand_total <= 30 THEN 2 ELSE 1 END END),
       SUM(result.hand_total), COUNT(*),
       SUM(CASE WHEN result.outcome IN ('R', 'H', 'HA') THEN 1 ELSE 0 END),
       SUM(CASE WHEN result.outcome IN ('H', 'HA') THEN 1 ELSE 0 END)
FROM tournament_result result
JOIN tournament_game game ON game.id = result.game_id
JOIN tournament_seat seat ON seat.id = result.seat_id
JOIN tournament_series series ON series.id = seat.series_id
WHERE series.tournament_id = %s AND game."end" <> 'void' AND result.outcome <> '?'
GROUP BY seat.entry_id
"""


def milliseconds(work: Callable[[], object]) -> float:
    """Wall time of one run."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def main() -> None:
    """Build the tournament, then measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=400)
    parser.add_argument("--series", type=int, default=5)
    parser.add_argument("--runs", type=int, default=21)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{folder}/bench.sqlite3")
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
        import django

        django.setup()
        measure(Path(folder) / "file.json", options)


def measure(file: Path, options: argparse.Namespace) -> None:
    """Import once, then raw aggregate, query and page in turn."""
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client

    from tournament.models import Result, Tournament
    from tournament.queries.standings import standings

    call_command("migrate", verbosity=0)
    call_command(
        "simulate_tournament", players=options.players, series=options.series, seed="7", output=str(file)
    )
    start = time.perf_counter()
    call_command("import_tournament", str(file))
    print(f"import: {time.perf_counter() - start:.1f} s")
    tournament = Tournament.objects.order_by("pk").last()
    assert tournament is not None
    client = Client(headers={"host": "localhost"})
    url = f"/t/{tournament.slug}/standings/"
    etag = [""]

    def raw() -> None:
        with connection.cursor() as cursor:
            cursor.execute(RAW, [tournament.pk])
            cursor.fetchall()

    def page() -> None:
        response = client.get(url)
        assert response.status_code == 200
        etag[0] = response["ETag"]

    def unchanged() -> None:
        assert client.get(url, headers={"If-None-Match": etag[0]}).status_code == 304

    works = {
        "raw aggregate": raw,
        "query": lambda: standings(tournament),
        "page of 50 rows": page,
        "304": unchanged,
    }
    page()
    page()
    times: dict[str, list[float]] = {name: [] for name in works}
    for _run in range(options.runs):
        for name, work in works.items():
            times[name].append(milliseconds(work))
    base = statistics.median(times["raw aggregate"])
    goals = {"query": "≤ 0.3× SQLite, ≤ 0.6× PostgreSQL", "page of 50 rows": "≤ 1.5× SQLite, ≤ 3× PostgreSQL"}
    print(f"{connection.vendor}, {Result.objects.count()} results, {options.runs} interleaved runs, medians:")
    for name, values in times.items():
        median = statistics.median(values)
        print(f"  {name:<16} {median:7.1f} ms  {median / base:5.2f}×  {goals.get(name, '')}")


if __name__ == "__main__":
    main()
