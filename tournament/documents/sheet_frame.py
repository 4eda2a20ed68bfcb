"""What stands round the grid of a score sheet: title above, writing lines, rating table and notes below."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils import dateformat
from django.utils.translation import gettext as _

from scoring.rulesets import Mark, Rating, RuleSet, Scheme
from tournament.documents.drawing import Anchor, Stroke, Text, horizontal, rectangle, stack
from tournament.documents.facts import SheetFacts, SheetSetFacts
from tournament.documents.fitting import Fitted, composed, fit, fit_line, wrap
from tournament.documents.fonts import MM_PER_POINT, Face, width
from tournament.wording import figure

# The sheet, in mm: punch holes at the left.
LEFT, RIGHT, TOP = 14.0, 202.0, 9.0
WIDE = RIGHT - LEFT

INDEX = (25.0, 23.5)
DESK = 21.0
GAP = 3.5
TITLE_SIZES = (16.0, 15.0, 14.0, 13.0, 12.0)
DATE_SIZES = (10.0, 9.5, 9.0)
HEADING_SIZE = 19.0
SUBTITLE_SIZES = (10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5)
NOTE_SIZE, RULE_SIZES = 7.5, (8.5, 8.0, 7.5)
LABEL_SIZES = (8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0)
LEGEND_HIGH = 7.2
LEGEND_MOST = 8


@dataclass(frozen=True, slots=True)
class Frame:
    """Title and foot with the room between them, in mm from the top."""

    top: float
    bottom: float
    strokes: tuple[Stroke, ...]
    texts: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """The games of a sheet that stand on one page, counted from 1; most sheets have a single part."""

    first: int
    last: int
    number: int
    parts: int

    @property
    def games(self) -> int:
        return self.last - self.first + 1

    @property
    def is_last(self) -> bool:
        return self.number == self.parts


def frame(facts: SheetSetFacts, sheet: SheetFacts, part: Part) -> Frame:
    """Title and foot of a page; both grow where names or seeds are long, and leave the grid what remains."""
    top, head_texts, head_strokes = _head(facts, sheet, part)
    bottom, foot_texts, foot_strokes = _foot(facts, sheet)
    return Frame(top, bottom, (*head_strokes, *foot_strokes), (*head_texts, *foot_texts))


def boxes_left(sheet: SheetFacts) -> float:
    """Where the boxes at the top right begin."""
    desk = DESK + GAP if sheet.filling is None else 0.0
    return RIGHT - INDEX[0] - desk


def long_date(facts: SheetSetFacts) -> str:
    """The day in words."""
    # Translators: Django's date format, e.g. "Saturday, 3 October 2026".
    return dateformat.format(facts.date, _("l, j F Y"))


def _head(facts: SheetSetFacts, sheet: SheetFacts, part: Part) -> tuple[float, list[Text], list[Stroke]]:
    room = boxes_left(sheet) - LEFT - GAP
    title = fit(facts.name, Face.SERIF, room, TITLE_SIZES)
    title_pitch = title.size * MM_PER_POINT * 1.2
    baseline = TOP + 5.8
    texts = list(stack(title.lines, LEFT, baseline, title.size, title_pitch, Face.SERIF))
    baseline += (len(title.lines) - 1) * title_pitch + 6.0

    day = _day(facts, room)
    texts += stack(day.lines, LEFT, baseline, day.size, 4.2, Face.SANS)
    baseline += (len(day.lines) - 1) * 4.2 + 9.2

    heading, strokes, right = _heading(facts, baseline)
    texts.append(heading)
    texts += _subtitle(facts.ruleset, sheet, part, right, boxes_left(sheet) - GAP, baseline)
    more_texts, more_strokes = _boxes(sheet)
    return max(baseline + 5.5, TOP + INDEX[1] + 3), texts + more_texts, strokes + more_strokes


def _day(facts: SheetSetFacts, room: float) -> Fitted:
    """Date and place in one line, else the place below the date."""
    when = ", ".join(filter(None, (long_date(facts), composed(facts.venue))))
    size = fit_line(when, Face.SANS, room, DATE_SIZES)
    if size:
        return Fitted((when,), size)
    place = fit(facts.venue, Face.SANS, room, DATE_SIZES)
    return Fitted((long_date(facts), *place.lines), place.size)


def _heading(facts: SheetSetFacts, baseline: float) -> tuple[Text, list[Stroke], float]:
    """The heading, and where it ends; a blank sheet has a line for the number of the series."""
    if facts.series is None:
        words = _("Score sheet series")
        end = LEFT + width(words, Face.SERIF, HEADING_SIZE) + 2
        line = Stroke(horizontal(end, baseline + 0.8, 14), 0.25)
        return Text(LEFT, baseline, words, HEADING_SIZE, Face.SERIF), [line], end + 14
    words = _("Score sheet series %(series)d") % {"series": facts.series}
    return (
        Text(LEFT, baseline, words, HEADING_SIZE, Face.SERIF),
        [],
        LEFT + width(words, Face.SERIF, HEADING_SIZE),
    )


def _subtitle(
    ruleset: RuleSet, sheet: SheetFacts, part: Part, left: float, right: float, baseline: float
) -> Iterator[Text]:
    values = {"players": len(sheet.seats), "games": len(sheet.dealers)}
    if len(sheet.seats) in ruleset.dealer_sits_out_at:
        words = _("%(players)d players, %(games)d games, whoever deals sits out") % values
    else:
        words = _("%(players)d players, %(games)d games, whoever deals plays") % values
    if part.parts > 1:
        words += ", " + _("page %(number)d of %(parts)d") % {"number": part.number, "parts": part.parts}
    x = left + 4.5
    fitted = fit(words, Face.SANS, right - x, SUBTITLE_SIZES)
    # A second line goes above, towards the date: below lies the grid.
    first = baseline - (len(fitted.lines) - 1) * 3.6
    return stack(fitted.lines, x, first, fitted.size, 3.6, Face.SANS)


def _boxes(sheet: SheetFacts) -> tuple[list[Text], list[Stroke]]:
    """The index with the number of the table, and where the desk notes who typed and who checked."""
    wide, high = INDEX
    left = RIGHT - wide
    texts = []
    strokes = [Stroke(rectangle(left + 0.35, TOP, wide - 0.7, high, 2.2), 0.7)]
    if sheet.table is None:
        texts.append(Text(left + 2.4, TOP + 4.6, _("Table"), 10.5, Face.BOLD))
    if sheet.filling is None:
        desk = left - GAP - DESK
        box = rectangle(desk, TOP, DESK, high, 2.2) + horizontal(desk, TOP + high / 2, DESK)
        strokes.append(Stroke(box, 0.25))
        for index, word in enumerate((_("entered"), _("checked"))):
            size = fit_line(word, Face.SANS, DESK - 3, RULE_SIZES) or RULE_SIZES[-1]
            texts.append(Text(desk + 1.8, TOP + 3.6 + index * high / 2, word, size))
    return texts, strokes


def _foot(facts: SheetSetFacts, sheet: SheetFacts) -> tuple[float, list[Text], list[Stroke]]:
    """The foot grows upwards from the lower margin."""
    texts: list[Text] = []
    strokes: list[Stroke] = []
    baseline = 289.0
    # The number of the page stands at the right of the last line.
    notes = wrap(" ".join(_notes(facts)), Face.SANS, WIDE - 18, NOTE_SIZE)
    for line in reversed(notes):
        texts.append(Text(LEFT, baseline, line, NOTE_SIZE))
        baseline -= 3.2
    baseline -= 0.5
    rule = fit(_rule_sentence(facts.ruleset), Face.SANS, WIDE, RULE_SIZES)
    for line in reversed(rule.lines):
        texts.append(Text(LEFT, baseline, line, rule.size))
        baseline -= 3.5
    top = baseline + 0.4
    if facts.ruleset.scheme is Scheme.RATING and facts.ruleset.rating:
        top, legend_texts, legend_strokes = _legend(facts.ruleset.rating, facts.ruleset, top)
        texts += legend_texts
        strokes += legend_strokes
    baseline = top - 3.4
    if sheet.filling is None:
        more_texts, more_strokes = _writing_lines(baseline)
        texts += more_texts
        strokes += more_strokes
    return baseline - 5.3, texts, strokes


def _writing_lines(baseline: float) -> tuple[list[Text], list[Stroke]]:
    """Who kept the sheet, which game was the last, when it was handed in."""
    texts, path, x = [], "", LEFT
    for words, room in ((_("Sheet kept by"), 88.0), (_("last game no."), 36.0), (_("handed in at"), 64.0)):
        size = fit_line(words, Face.SANS, room - 12, (10.0, 9.0, 8.0, 7.0)) or 7.0
        texts.append(Text(x, baseline, words, size))
        start = x + width(words, Face.SANS, size) + 1.2
        end = x + room - (4 if x + room < RIGHT else 0)
        path += horizontal(start, baseline + 0.8, end - start)
        x += room
    return texts, [Stroke(path, 0.2)]


@dataclass(frozen=True, slots=True)
class _Rated:
    """One box of the rating table: the cell's name, two lines, the points."""

    cell: str
    lines: tuple[str, str]
    short: bool
    points: int


def _rated(rating: Rating) -> Iterator[_Rated]:
    yield _Rated("hand_romme", ("H", _("Hand-Rommé")), True, rating.hand_romme)
    yield _Rated("hand_romme_layoff", ("HA", _("with lay-off")), True, rating.hand_romme_layoff)
    yield _Rated("romme", ("R", _("Rommé")), True, rating.romme)
    low = 0
    for bound, points in rating.opened:
        if bound is None:
            above = _("over %(low)s left") % {"low": low - 1} if low else _("any cards left")
            yield _Rated("opened.rest", (_("opened"), above), False, points)
        else:
            span = _("%(low)s–%(high)s left") % {"low": low, "high": bound}
            yield _Rated(f"opened.{bound}", (_("opened"), span), False, points)
            low = bound + 1
    yield _Rated("not_opened", (_("n. o."), _("not opened")), True, rating.not_opened)


def _legend(rating: Rating, ruleset: RuleSet, bottom: float) -> tuple[float, list[Text], list[Stroke]]:
    """The rating table as a row of boxes above `bottom`; what nobody has confirmed yet is dashed."""
    boxes = list(_rated(rating))
    rows = -(-len(boxes) // LEGEND_MOST)
    per_row = -(-len(boxes) // rows)
    wide = WIDE / per_row
    top = bottom - rows * LEGEND_HIGH - (rows - 1) * 0.8
    texts: list[Text] = []
    solid = dashed = ""
    for index, box in enumerate(boxes):
        x = LEFT + index % per_row * wide
        y = top + index // per_row * (LEGEND_HIGH + 0.8)
        assumed = ruleset.marks.get(box.cell) is Mark.ASSUMED
        outline = rectangle(x + 0.35, y + 0.2, wide - 0.7, LEGEND_HIGH - 0.4)
        solid, dashed = (solid, dashed + outline) if assumed else (solid + outline, dashed)
        points = figure(box.points) + ("*" if assumed else "")
        size = fit_line(points, Face.SERIF, wide * 0.4, (15.0, 13.0, 11.0, 9.0, 7.0)) or 7.0
        texts.append(Text(x + wide - 1.8, y + LEGEND_HIGH - 2, points, size, Face.SERIF, Anchor.END))
        room = wide - 4.2 - width(points, Face.SERIF, size)
        for line, words in enumerate(box.lines):
            face = Face.BOLD if box.short and line == 0 else Face.SANS
            label = fit_line(words, face, room, LABEL_SIZES) or LABEL_SIZES[-1]
            texts.append(Text(x + 1.4, y + 3.1 + line * 3.0, words, label, face))
    return top, texts, [Stroke(solid, 0.25), Stroke(dashed, 0.45, "1.6 0.9")]


def _notes(facts: SheetSetFacts) -> Iterator[str]:
    rating = facts.ruleset.rating
    if rating and any(facts.ruleset.marks.get(cell) is Mark.ASSUMED for cell in rating.cells()):
        yield _("* dashed: value not yet confirmed; it counts so in this tournament.")
    if facts.draw_seed:
        yield _("Drawn from “%(seed)s”, attempt %(attempt)d.") % {
            "seed": facts.draw_seed,
            "attempt": facts.draw_attempt,
        }
        if facts.draw_changed:
            yield _("Then changed by hand.")


def _rule_sentence(ruleset: RuleSet) -> str:
    if ruleset.scheme is Scheme.RATING:
        return _(
            "Winner: R, H or HA instead of the hand total. n. o.: cross for whoever has not opened. "
            "Ace 11, court cards 10, joker 20."
        )
    if ruleset.scheme is Scheme.LOSS:
        return " ".join(_loss_sentences(ruleset))
    if ruleset.scheme is Scheme.WINNER:
        return _(
            "Only the winner scores: the sum of what the others hold, doubled after a Hand-Rommé. "
            "Winner: R, H or HA instead of the hand total."
        )
    return _("Cards laid count for, cards in hand against whoever holds them. The highest total wins.")


def _loss_sentences(ruleset: RuleSet) -> Iterator[str]:
    yield _("What is left in the hand counts against each player; the lowest sum wins.")
    if ruleset.hand_double:
        yield _("After a Hand-Rommé the others count double.")
    boni = (
        (ruleset.first_out, _("First out: %(points)s.")),
        (ruleset.only_joker, _("Only one joker in hand: %(points)s.")),
        (ruleset.first_opener, _("Laid first and did not win: %(points)s.")),
    )
    for points, sentence in boni:
        if points:
            yield sentence % {"points": figure(points) if points < 0 else f"+{figure(points)}"}


def page_number(number: int, pages: int) -> Text:
    """Such as 7 / 24, at the lower right."""
    return Text(RIGHT, 289.0, f"{number} / {pages}", 8.5, Face.SANS, Anchor.END)


def table_index(table: int) -> list[Text]:
    """The number by which the desk finds the sheet."""
    left = RIGHT - INDEX[0]
    words = str(table)
    size = fit_line(words, Face.SERIF, INDEX[0] - 5, (44.0, 40.0, 36.0, 32.0, 28.0)) or 24.0
    caption = Text(left + 2.4, TOP + 4.6, _("Table"), 10.5, Face.BOLD)
    return [caption, Text(left + INDEX[0] / 2, TOP + 19.4, words, size, Face.SERIF, Anchor.MIDDLE)]
