"""100 score sheets, prefilled and filled, against the same sheets by ReportLab platypus.

    .venv/bin/pip install -r tests/benchmarks/requirements.txt
    .venv/bin/python tests/benchmarks/sheets.py [--tables 100] [--runs 7]

Both begin with the same read model and end with the bytes of the file, both embed the same three fonts. Runs are
interleaved (ours, theirs, ours, …); medians are printed with the ratio and the goal. ReportLab is let off the hatch.
"""

from __future__ import annotations

import argparse
import datetime
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))
os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
os.environ.setdefault("DATABASE_URL", "sqlite://:memory:")

import django  # noqa: E402

django.setup()

from django.utils import timezone, translation  # noqa: E402

from scoring.games import End, Game, dealer_seat, score_game  # noqa: E402
from scoring.rulesets import RULESETS  # noqa: E402
from scoring.scores import WINS, Outcome, parse_score  # noqa: E402
from tournament.documents import document_of  # noqa: E402
from tournament.names import surname  # noqa: E402
from tournament.queries.sheets import Filling, Sheet, SheetCell, SheetSeat, SheetSet, Signature  # noqa: E402

DROV = RULESETS["drov"]
NAMES = (
    "Zoë Müller-Lüdenscheidt",
    "Günther von der Heyde",
    "Ğülsüm Çelik",
    "Karl-Heinz Schmidt-Rottluff",
    "Łukasz Öztürk",
)
CLUBS = ("1. RC Mülheim-Kärlich 1987", "Rommé-Freunde Groß-Gerau", "RC Joker Öhringen", "")
LEFT_OVER = ("87", "-108", "16", "2", "31", "-141", "48", "5")
GAMES = 20


def filling(chance: random.Random) -> Filling:
    """Twenty plausible games."""
    cells: dict[tuple[int, int], SheetCell] = {}
    running = dict.fromkeys("1234", 0)
    for number in range(1, GAMES + 1):
        dealer = str(dealer_seat(number, 4))
        playing = [seat for seat in "1234" if seat != dealer]
        winner = chance.choice(playing)
        scores = {
            seat: parse_score(
                chance.choice(("R", "R", "R", "H")) if seat == winner else chance.choice(LEFT_OVER)
            )
            for seat in playing
        }
        result = score_game(Game(("1", "2", "3", "4"), dealer, End.WON, scores), DROV)
        for seat in playing:
            running[seat] += result.points[seat]
            cells[number, int(seat)] = SheetCell(scores[seat], result.points[seat], running[seat])
    signature = Signature(timezone.now(), "I. Röder")
    return Filling(cells, GAMES, False, signature, signature)


def sheet_set(tables: int, filled: bool) -> SheetSet:
    """The sheets of a series: every name and number is another one."""
    chance = random.Random(1)
    sheets = []
    for table in range(1, tables + 1):
        seats = tuple(
            SheetSeat(
                seat,
                4 * table + seat,
                f"{NAMES[(table + seat) % 5]} {table}",
                CLUBS[(table * seat) % 4],
                45,
                812,
                15,
                5,
                1,
            )
            for seat in range(1, 5)
        )
        dealers = tuple(dealer_seat(number, 4) for number in range(1, GAMES + 1))
        sheets.append(Sheet(table, seats, dealers, filling(chance) if filled else None))
    return SheetSet(
        "14. Wetterauer Rommé-Herbstturnier",
        datetime.date(2026, 10, 3),
        "Bürgerhaus",
        DROV,
        2,
        "4 2 6",
        1,
        tuple(sheets),
    )


def ours(facts: SheetSet) -> bytes:
    """The product."""
    return document_of(facts).pdf()


# The same with ReportLab: a table of 18 columns and 24 rows a page, paragraphs above and below.

SUITS = "♠♥♣♦"
LEGEND = (
    ("H", "8"),
    ("HA", "6*"),
    ("R", "5"),
    ("0–10", "3*"),
    ("11–30", "2"),
    ("über 30", "1"),
    ("n. e.", "0*"),
)


def register_fonts() -> None:
    """The same three files."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    from tournament.documents.fonts import FOLDER, TYPEFACES

    for face, typeface in TYPEFACES.items():
        pdfmetrics.registerFont(TTFont(face.value, FOLDER / typeface.file))


def cell_texts(sheet: Sheet, number: int) -> Iterator[str]:
    """The four columns of every seat in one game."""
    dealer = sheet.dealers[number - 1]
    for seat in sheet.seats:
        cell = sheet.filling.cells.get((number, seat.position)) if sheet.filling else None
        if seat.position == dealer:
            yield from (f"{surname(seat.name)} gibt", "", "", "")
        elif cell is None:
            yield from ("", "", "", "")
        else:
            outcome = cell.score.outcome
            yield outcome.value if outcome in WINS else str(cell.score.hand_total)
            yield "×" if outcome is Outcome.NOT_OPENED else ""
            yield str(cell.points)
            yield str(cell.running)


def rows_of(sheet: Sheet) -> list[list[str]]:
    """Captions, games, sums and signatures."""
    rows = [["Spiel", "Geber", *("Augen", "n. e.", "WP", "lfd.") * 4]]
    rows += [
        [str(number), SUITS[sheet.dealers[number - 1] - 1], *cell_texts(sheet, number)]
        for number in range(1, GAMES + 1)
    ]
    sums = [
        (str(seat.hand_total), "", "", str(seat.points)) if sheet.filling else ("Augen", "", "", "WP")
        for seat in sheet.seats
    ]
    rows.append(["Summe", "", *(word for group in sums for word in group)])
    rows.append(["Unterschrift" if sheet.filling is None else "Rommés", *[""] * 17])
    return rows


def theirs(facts: SheetSet) -> bytes:
    """ReportLab platypus."""
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.lib.units import mm
    from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

    title = ParagraphStyle("title", fontName="serif", fontSize=16, leading=20)
    plain = ParagraphStyle("plain", fontName="sans", fontSize=8.5, leading=11)
    name = ParagraphStyle("name", fontName="bold", fontSize=11, leading=12)
    widths = [8.5 * mm, 8 * mm, *[14.8 * mm, 6.9 * mm, 8.8 * mm, 12.4 * mm] * 4]
    grid: list[Any] = [
        ("FONT", (0, 0), (-1, -1), "sans", 10), ("FONT", (0, 0), (1, -1), "bold", 12),
        ("FONT", (0, 0), (-1, 0), "sans", 7.5), ("GRID", (0, 0), (-1, -1), 0.45, "black"),
        ("ALIGN", (0, 0), (-1, -1), "CENTER"), ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
    ]  # fmt: skip
    for game in range(1, GAMES + 1):
        column = 2 + 4 * ((game - 1) % 4)
        grid += [
            ("SPAN", (column, game), (column + 3, game)),
            ("FONT", (column, game), (column, game), "sans", 8),
        ]
        grid += [("LINEABOVE", (0, game), (-1, game), 1.2, "black")] if game % 4 == 1 else []
    grid += [("BOX", (2 + 4 * seat, 0), (5 + 4 * seat, -1), 2, "black") for seat in range(4)]
    style = TableStyle(grid)
    boxed = TableStyle(
        [
            ("BOX", (0, 0), (-1, -1), 2, "black"),
            ("FONT", (0, 0), (-1, -1), "serif", 30),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ]
    )
    legend = TableStyle([("GRID", (0, 0), (-1, -1), 0.7, "black"), ("FONT", (0, 0), (-1, -1), "bold", 9)])
    flow: list[Any] = []
    for sheet in facts.sheets:
        heading = [
            Paragraph(facts.name, title), Paragraph("Samstag, 3. Oktober 2026, Bürgerhaus", plain),
            Paragraph("Turnierliste Serie 2", title), Paragraph("4 Spieler, 20 Spiele, wer gibt, setzt aus", plain),
        ]  # fmt: skip
        heads = [
            [
                Paragraph(f"{SUITS[seat.position - 1]} {seat.name}", name),
                Paragraph(f"Nr. {seat.number}, {seat.club}", plain),
            ]
            for seat in sheet.seats
        ]
        flow += [
            Table(
                [[heading, Table([["Tisch"], [str(sheet.table)]], colWidths=[25 * mm], style=boxed)]],
                colWidths=[160 * mm, 28 * mm],
            ),
            Table([["", *heads]], colWidths=[16.5 * mm, *[42.9 * mm] * 4]),
            Table(
                rows_of(sheet),
                colWidths=widths,
                rowHeights=[5 * mm, *[8.6 * mm] * GAMES, 10 * mm, 13 * mm],
                style=style,
            ),
            Spacer(0, 3 * mm),
            Paragraph("Liste geführt von ____________ letztes Spiel Nr. ____ abgegeben um ________", plain),
            Table(
                [[f"{word}  {points}" for word, points in LEGEND]], colWidths=[26.8 * mm] * 7, style=legend
            ),
            Paragraph("Gewinner: R, H oder HA statt der Augen. Ass 11, Bild 10, Joker 20.", plain),
            Paragraph(
                f"* gestrichelt: Wert noch nicht bestätigt. Auslosung aus „4 2 6“. {sheet.table} / {len(facts.sheets)}",
                plain,
            ),
            PageBreak(),
        ]
    target = BytesIO()
    margins = {"leftMargin": 14 * mm, "rightMargin": 8 * mm, "topMargin": 5 * mm, "bottomMargin": 4 * mm}
    SimpleDocTemplate(target, pagesize=A4, **margins).build(flow)
    return target.getvalue()


def milliseconds(work: Callable[[], bytes]) -> float:
    """Wall time of one run."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def peak_megabytes() -> float | None:
    """Most memory this process ever had, where the system tells."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def compare(what: str, facts: SheetSet, goal: float, runs: int) -> None:
    """One line: both medians, the ratio, the goal."""
    works = (partial(ours, facts), partial(theirs, facts))
    times: tuple[list[float], list[float]] = ([], [])
    for _run in range(runs):
        for work, taken in zip(works, times, strict=True):
            taken.append(milliseconds(work))
    mine, other = (statistics.median(taken) for taken in times)
    tables = len(facts.sheets)
    size = len(ours(facts)) / tables / 1000
    print(
        f"{what:<10} ours {mine:6.0f} ms ({mine / tables:4.1f} a sheet, {size:.1f} kB)   ReportLab {other:6.0f} ms   "
        f"ratio {mine / other:.2f} (goal ≤ {goal})   {'reached' if mine <= goal * other else 'missed'}"
    )


def main() -> None:
    """Warm up both, then measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    translation.activate("de")
    prefilled, filled = sheet_set(options.tables, False), sheet_set(options.tables, True)
    ours(prefilled)
    ours(filled)
    peak = peak_megabytes()
    if peak is not None:
        print(f"peak memory of ours, everything loaded: {peak:.0f} MB (goal < 150)")
    register_fonts()
    theirs(sheet_set(2, False))
    compare("prefilled", prefilled, 1.0, options.runs)
    compare("filled", filled, 0.5, options.runs)


if __name__ == "__main__":
    main()
