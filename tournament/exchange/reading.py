"""A tournament file to checked facts: all of it is right, or every fault is named with its path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.messages import fill
from scoring.rulesets import FAULTS, RULESETS, RuleSet, RuleSetError, ruleset
from tournament.exchange.fields import Faults, Fields, printable, shown, whole_number
from tournament.exchange.json_text import ReadingError, Remark, parse_json, shortened
from tournament.exchange.sheets import MAX_SERIES, MAX_TABLE, Surroundings, read_series
from tournament.models import CLUB_LENGTH, LABEL_LENGTH, MAX_GAMES, MAX_NUMBER, NAME_LENGTH, REASON_LENGTH
from tournament.queries.facts import AdjustmentFacts, EntryFacts, LotFacts, TournamentFacts
from tournament.scopes import FULL_SIZE, By, Scope, parse_scope

FORMAT = "romme-tournament"
VERSION = 1
MAX_ADJUSTMENT = 9999
MAX_CLASSES = 20

__all__ = ["FORMAT", "VERSION", "Reading", "ReadingError", "Remark", "read_tournament"]


@dataclass(frozen=True, slots=True)
class Reading:
    """A file that can be imported, and what is unusual in it and not confirmed."""

    facts: TournamentFacts
    warnings: tuple[Remark, ...]


def read_tournament(data: bytes) -> Reading:
    """Read a tournament file; raises ReadingError with every fault."""
    faults = Faults()
    value = parse_json(data)
    _check_format(value)
    file = Fields(
        value,
        "",
        faults,
        needed=("format", "version", "tournament", "players", "series"),
        known=("adjustments", "lots"),
    )
    head = file.inner(
        "tournament",
        needed=("name", "date", "venue", "ruleset", "games_per_player"),
        known=("rating",),
    )
    rules = _rules(head)
    entries = tuple(_entry(path, item, faults) for path, item in file.items("players"))
    _check_numbers(entries, faults)
    names = {entry.number: entry.name for entry in entries}
    around = Surroundings(rules, _games_per_player(head), names, faults)
    facts = TournamentFacts(
        name=head.text("name", NAME_LENGTH, blank=False),
        date=head.date("date"),
        venue=head.text("venue", NAME_LENGTH),
        ruleset=rules.name,
        games_per_player=around.games_per_player,
        rating=head.value.get("rating"),
        entries=entries,
        series=read_series(file.items("series"), around),
    )
    numbers = {series.number for series in facts.series}
    facts = replace(
        facts,
        adjustments=tuple(
            _adjustment(path, item, names, numbers, faults) for path, item in file.items("adjustments")
        ),
        lots=tuple(_lot(path, item, facts, numbers, around) for path, item in file.items("lots")),
    )
    if faults.found:
        raise ReadingError(faults.found)
    return Reading(facts, tuple(_warn_groups(entries) + around.warnings))


def _check_format(value: object) -> None:
    """Something else than a tournament file gets one sentence instead of a hundred."""
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        sentence = _(
            "This is no tournament file: it must be an object in braces with “format”: “%(format)s”."
        )
        path = "format" if isinstance(value, dict) else ""
        raise ReadingError([Remark(path, sentence % {"format": FORMAT})])
    version = value.get("version")
    if isinstance(version, bool) or version != VERSION or not isinstance(version, int):
        sentence = _("This program reads version %(known)d of the tournament file, not %(value)s.")
        raise ReadingError([Remark("version", sentence % {"known": VERSION, "value": shown(version)})])


def _rules(head: Fields) -> RuleSet:
    name = head.word("ruleset", list(RULESETS), "drov")
    if not head.has("rating"):
        return ruleset(name)
    try:
        return ruleset(name, {"rating": head.value["rating"]})
    except RuleSetError as error:
        for fault in error.faults:
            params = {key: shortened(str(text)) for key, text in fault.params.items()}
            head.add(fault.path, fill(_(FAULTS[fault.code]), params))
    return ruleset(name)


def _games_per_player(head: Fields) -> int:
    games = head.whole("games_per_player", 3, MAX_GAMES, 15)
    if games % 3:
        head.add("games_per_player", _("Each player plays a multiple of 3 games, such as 12 or 15."))
        return 15
    return games


def _entry(path: str, value: object, faults: Faults) -> EntryFacts:
    fields = Fields(
        value,
        path,
        faults,
        needed=("number", "name", "club", "classes"),
        known=("tandem", "team", "present", "withdrawn", "fee_paid", "fixed_table"),
    )
    return EntryFacts(
        number=fields.whole("number", 1, MAX_NUMBER),
        name=fields.text("name", NAME_LENGTH, blank=False),
        club=fields.text("club", CLUB_LENGTH),
        classes=_classes(fields),
        tandem=fields.text("tandem", LABEL_LENGTH, blank=False),
        team=fields.text("team", LABEL_LENGTH, blank=False),
        present=fields.flag("present", default=True),
        withdrawn=fields.flag("withdrawn", default=False),
        fee_paid=fields.flag("fee_paid", default=False),
        fixed_table=fields.whole("fixed_table", 1, MAX_TABLE) or None,
    )


def _classes(fields: Fields) -> tuple[str, ...]:
    labels: list[str] = []
    for path, value in fields.items("classes"):
        label = printable(value, path, LABEL_LENGTH, fields.faults, blank=False)
        if label and label in labels:
            fields.faults.add(path, _("%(value)s is there twice.") % {"value": shown(label)})
        labels.append(label)
    if len(labels) > MAX_CLASSES:
        fields.add("classes", _("At most %(count)d classes are possible.") % {"count": MAX_CLASSES})
    return tuple(labels)


def _check_numbers(entries: Sequence[EntryFacts], faults: Faults) -> None:
    seen: set[int] = set()
    for index, entry in enumerate(entries):
        if entry.number in seen:
            sentence = _("Start number %(number)d is there twice.")
            faults.add(f"players[{index}].number", sentence % {"number": entry.number})
        if entry.number:
            seen.add(entry.number)


def _warn_groups(entries: Sequence[EntryFacts]) -> list[Remark]:
    """More members than a tandem or a team has."""
    warnings = []
    label: Callable[[EntryFacts], str]
    for by, label in ((By.TANDEM, lambda entry: entry.tandem), (By.TEAM, lambda entry: entry.team)):
        counts = Counter(label(entry) for entry in entries if label(entry))
        for name, count in counts.items():
            if count > FULL_SIZE[by]:
                sentence = _("%(group)s has %(count)d members; %(size)d are usual.")
                values = {"group": f"{by} {shown(name)}", "count": count, "size": FULL_SIZE[by]}
                warnings.append(Remark("players", sentence % values))
    return warnings


def _adjustment(
    path: str, value: object, names: Mapping[int, str], series: set[int], faults: Faults
) -> AdjustmentFacts:
    fields = Fields(
        value,
        path,
        faults,
        needed=("player", "points", "hand_total", "reason"),
        known=("series", "by", "at"),
    )
    player = fields.whole("player", 1, MAX_NUMBER)
    if player and player not in names:
        fields.add("player", _("There is no player with start number %(number)d.") % {"number": player})
    number = fields.whole("series", 1, MAX_SERIES) or None
    if number is not None and number not in series:
        fields.add("series", _("There is no series %(number)d in the file.") % {"number": number})
    return AdjustmentFacts(
        player=player,
        series=number,
        points=fields.whole("points", -MAX_ADJUSTMENT, MAX_ADJUSTMENT),
        hand_total=fields.whole("hand_total", -MAX_ADJUSTMENT, MAX_ADJUSTMENT),
        reason=fields.text("reason", REASON_LENGTH, blank=False),
        by=fields.text("by", NAME_LENGTH),
        at=fields.moment("at"),
    )


def _lot(
    path: str, value: object, facts: TournamentFacts, series: set[int], around: Surroundings
) -> LotFacts:
    fields = Fields(value, path, around.faults, needed=("scope", "order"), known=("by", "at"))
    scope = _scope(fields, facts, series)
    order: list[int | str] = []
    for place, item in fields.items("order"):
        member = _member(place, item, scope, facts, around)
        if member in order:
            around.faults.add(place, _("%(value)s is there twice.") % {"value": shown(item)})
        elif member is not None:
            order.append(member)
    if isinstance(fields.value.get("order"), list) and len(fields.value["order"]) < 2:
        fields.add("order", _("A lot is drawn between at least two."))
    return LotFacts(str(scope), tuple(order), fields.text("by", NAME_LENGTH), fields.moment("at"))


def _scope(fields: Fields, facts: TournamentFacts, series: set[int]) -> Scope:
    if not fields.has("scope"):
        return Scope()
    text = fields.value["scope"]
    try:
        scope = parse_scope(text if isinstance(text, str) else "")
    except ValueError:
        sentence = _(
            "%(value)s is no standing. Examples: overall, series 2, club, class:Damen, series 2 tandem."
        )
        fields.add("scope", sentence % {"value": shown(text)})
        return Scope()
    if scope.series is not None and scope.series not in series:
        fields.add("scope", _("There is no series %(number)d in the file.") % {"number": scope.series})
    fields.text("scope", 120)
    return scope


def _member(
    path: str, item: object, scope: Scope, facts: TournamentFacts, around: Surroundings
) -> int | str | None:
    """A start number, or the name of a group. A group that is gone keeps its old lot, so that is a warning."""
    if scope.by in (By.PLAYER, By.CLASS):
        number = whole_number(item, path, 1, MAX_NUMBER, around.faults)
        if number is not None and number not in around.names:
            sentence = _("There is no player with start number %(number)d.")
            around.faults.add(path, sentence % {"number": number})
        return number
    name = printable(item, path, NAME_LENGTH, around.faults, blank=False)
    if name and all(name != getattr(entry, scope.by.value) for entry in facts.entries):
        sentence = _("Nobody belongs to %(value)s any more.")
        around.warnings.append(Remark(path, sentence % {"value": shown(name)}))
    return name or None
