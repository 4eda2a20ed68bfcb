"""The tables: facts with their constraints, no arithmetic.

Points, totals and ranks are computed by `scoring`. The one stored copy is `Seat.points … hand_rommes`, the sums
of a sheet: they make standings of 400 players a matter of milliseconds, are written in the transaction that
writes the games, and `manage.py verify` proves them equal to a fresh computation.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from scoring.games import End, Outcome
from scoring.rulesets import RULESETS
from tournament.names import search_key, sort_key

NAME_LENGTH = 80
CLUB_LENGTH = 80
LABEL_LENGTH = 40
REASON_LENGTH = 200
SEED_LENGTH = 200
MAX_NUMBER = 9999
MAX_GAMES = 60
MAX_SEATS = 8
MAX_HAND_TOTAL = 999
MAX_ROUNDS = 200
# Series that one search plans together.
MOST_TOGETHER = 20


def ruleset_choices() -> list[tuple[str, str]]:
    """A callable, so that a new rule set needs no migration."""
    return [(name, str(ruleset.title)) for name, ruleset in RULESETS.items()]


class TableState(models.TextChoices):
    """How far a sheet has come."""

    EMPTY = "empty", _("empty")
    DRAFT = "draft", _("draft")
    ENTERED = "entered", _("entered")
    CHECKED = "checked", _("checked")
    FINAL = "final", _("final")


class Tournament(models.Model):
    """One event, one rule set, one or more series."""

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=NAME_LENGTH)
    date = models.DateField()
    venue = models.CharField(max_length=NAME_LENGTH, blank=True)
    ruleset = models.CharField(max_length=20, choices=ruleset_choices, default="drov")
    # None: the rule set's own table. A tournament may change it before its first result.
    rating = models.JSONField(null=True, blank=True)
    games_per_player = models.PositiveSmallIntegerField(default=15)
    is_practice = models.BooleanField(default=False)
    # Counts every write to anything of the tournament: pages and caches know by it whether something changed.
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    history = HistoricalRecords(excluded_fields=["version"])

    class Meta:
        ordering: ClassVar[list[str]] = ["-date", "name", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(games_per_player__in=range(3, MAX_GAMES + 1, 3)),
                name="games_per_player_multiple_of_three",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("day", args=[self.slug])


class Player(models.Model):
    """A person in the club's directory, known beyond one tournament."""

    name = models.CharField(max_length=NAME_LENGTH)
    name_key = models.CharField(max_length=2 * NAME_LENGTH, editable=False, db_index=True)
    club = models.CharField(max_length=CLUB_LENGTH, blank=True)
    classes = models.JSONField(default=list, blank=True)

    history = HistoricalRecords()

    class Meta:
        ordering: ClassVar[list[str]] = ["name_key", "pk"]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = search_key(self.name)
        super().save(*args, **kwargs)


class Entry(models.Model):
    """That person in one tournament, with a start number; name and club as they stood on that day's lists."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(1), MaxValueValidator(MAX_NUMBER)]
    )
    name = models.CharField(max_length=NAME_LENGTH)
    # Surname first, without accents: databases sort ASCII only.
    sort_key = models.CharField(max_length=2 * NAME_LENGTH, editable=False)
    club = models.CharField(max_length=CLUB_LENGTH, blank=True)
    classes = models.JSONField(default=list, blank=True)
    tandem = models.CharField(max_length=LABEL_LENGTH, blank=True)
    team = models.CharField(max_length=LABEL_LENGTH, blank=True)
    present = models.BooleanField(default=True)
    withdrawn = models.BooleanField(default=False)
    fee_paid = models.BooleanField(default=False)
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)

    history = HistoricalRecords()

    class Meta:
        ordering: ClassVar[list[str]] = ["number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["tournament", "number"], name="start_number_once"),
            models.UniqueConstraint(fields=["tournament", "player"], name="player_once_in_tournament"),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=MAX_NUMBER), name="start_number_range"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.sort_key = sort_key(self.name)
        super().save(*args, **kwargs)


class Series(models.Model):
    """The games of one list, from the first to the last game on it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="series")
    number = models.PositiveSmallIntegerField()
    draw_method = models.CharField(max_length=20, blank=True)
    draw_seed = models.CharField(max_length=SEED_LENGTH, blank=True)
    draw_attempt = models.PositiveSmallIntegerField(default=1)
    draw_steps = models.PositiveIntegerField(default=0)
    # Start numbers in the order of the standing that the draw used, best first; empty for a draw without one.
    draw_ranking = models.JSONField(default=list, blank=True)
    # The series that were drawn as one plan with this one, itself included; empty for a series drawn alone.
    draw_together = models.JSONField(default=list, blank=True)
    # Somebody changed seats by hand since: the seed alone no longer gives this plan.
    draw_changed = models.BooleanField(default=False)
    closed = models.BooleanField(default=False)

    history = HistoricalRecords()

    class Meta:
        ordering: ClassVar[list[str]] = ["number"]
        verbose_name_plural = "series"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["tournament", "number"], name="series_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=99), name="series_number_range"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"


class Table(models.Model):
    """Three or four seats in one series (two to eight at a club evening), and the sheet that lies on it."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=TableState.choices, default=TableState.EMPTY)
    # Time was up: games after this one were not played.
    closed_after = models.PositiveSmallIntegerField(null=True, blank=True)
    closed_reason = models.CharField(max_length=REASON_LENGTH, blank=True)
    # The sums in the seats are facts of their own, not a copy: the games were never typed.
    totals_only = models.BooleanField(default=False)
    # Counts the saves of this sheet; a save names the one it was based on.
    version = models.PositiveIntegerField(default=0)

    history = HistoricalRecords()

    class Meta:
        ordering: ClassVar[list[str]] = ["number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["series", "number"], name="table_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=999), name="table_number_range"),
            models.CheckConstraint(condition=Q(state__in=TableState.values), name="table_state_known"),
            models.CheckConstraint(
                condition=Q(closed_after__isnull=True) | Q(closed_after__lte=4 * MAX_GAMES),
                name="closed_after_range",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.series} / {self.number}"


class Seat(models.Model):
    """Who sits where, and the sums of that seat's games."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    # The table's series again: only so can the database say that nobody sits twice in a series.
    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()

    # Redundant (see the module): the sums over the complete, counting games of the table.
    points = models.IntegerField(default=0)
    hand_total = models.IntegerField(default=0)
    games = models.PositiveSmallIntegerField(default=0)
    rommes = models.PositiveSmallIntegerField(default=0)
    hand_rommes = models.PositiveSmallIntegerField(default=0)

    history = HistoricalRecords(excluded_fields=["points", "hand_total", "games", "rommes", "hand_rommes"])

    class Meta:
        ordering: ClassVar[list[str]] = ["position"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "position"], name="seat_once"),
            models.UniqueConstraint(fields=["series", "entry"], name="player_once_in_series"),
            models.CheckConstraint(
                condition=Q(position__gte=1, position__lte=MAX_SEATS), name="seat_position_range"
            ),
            models.CheckConstraint(
                condition=Q(rommes__gte=F("hand_rommes")) & Q(games__gte=F("rommes")),
                name="seat_sums_plausible",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} / {self.position}"


class Game(models.Model):
    """One deal; replayed games keep their void attempts."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    attempt = models.PositiveSmallIntegerField(default=1)
    dealer_seat = models.PositiveSmallIntegerField()
    end = models.CharField(max_length=10, choices=[(end.value, end.value) for end in End])
    # Codes of the warnings somebody confirmed for this row.
    confirmed = models.JSONField(default=list, blank=True)

    history = HistoricalRecords()

    class Meta:
        ordering: ClassVar[list[str]] = ["number", "attempt"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "number", "attempt"], name="game_attempt_once"),
            models.UniqueConstraint(
                fields=["table", "number"], condition=~Q(end=End.VOID.value), name="one_attempt_counts"
            ),
            models.CheckConstraint(
                condition=Q(dealer_seat__gte=1, dealer_seat__lte=MAX_SEATS), name="dealer_seat_range"
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=4 * MAX_GAMES, attempt__gte=1, attempt__lte=99),
                name="game_number_range",
            ),
            models.CheckConstraint(condition=Q(end__in=[end.value for end in End]), name="game_end_known"),
        ]

    def __str__(self) -> str:
        return f"{self.table} / {self.number}"


WINS = [Outcome.ROMME.value, Outcome.HAND_ROMME.value, Outcome.HAND_ROMME_LAYOFF.value]


class Result(models.Model):
    """What one seat had left in one game. Whoever sat out has no row."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="results")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="results")
    outcome = models.CharField(max_length=2, choices=[(outcome.value, outcome.value) for outcome in Outcome])
    # Augen left in the hand; None only while the cell is unclear.
    hand_total = models.PositiveSmallIntegerField(null=True, blank=True)
    # Rommé 500 only: value of the cards laid.
    laid = models.PositiveSmallIntegerField(null=True, blank=True)

    history = HistoricalRecords()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "seat"], name="result_once"),
            models.CheckConstraint(
                condition=Q(outcome__in=[outcome.value for outcome in Outcome]), name="outcome_known"
            ),
            models.CheckConstraint(
                condition=Q(outcome=Outcome.UNCLEAR.value, hand_total__isnull=True)
                | (~Q(outcome=Outcome.UNCLEAR.value) & Q(hand_total__isnull=False)),
                name="hand_total_given_unless_unclear",
            ),
            models.CheckConstraint(
                condition=Q(hand_total__isnull=True) | Q(hand_total__lte=MAX_HAND_TOTAL),
                name="hand_total_range",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} / {self.seat_id}"


class SheetDraft(models.Model):
    """What somebody typed and has not saved yet, faults included: it survives reload and restart, counts nothing.

    Everybody has an own one for each table, so that two who type the same sheet lose nothing to each other.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="drafts")
    fields = models.JSONField(default=dict)
    based_on = models.PositiveIntegerField(default=0)
    saved_at = models.DateTimeField(auto_now=True)
    saved_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "saved_by"], name="draft_once_each"),
        ]

    def __str__(self) -> str:
        return f"{self.table} ({self.saved_at:%H:%M:%S})"


class Adjustment(models.Model):
    """Signed points or Augen with a reason."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="adjustments")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="adjustments")
    series = models.ForeignKey(
        Series, on_delete=models.CASCADE, null=True, blank=True, related_name="adjustments"
    )
    points = models.SmallIntegerField(default=0)
    hand_total = models.SmallIntegerField(default=0)
    reason = models.CharField(max_length=REASON_LENGTH)
    by = models.CharField(max_length=NAME_LENGTH, blank=True)
    at = models.DateTimeField(null=True, blank=True)

    history = HistoricalRecords()

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        return f"{self.entry}: {self.points:+d} / {self.hand_total:+d}"


class Lot(models.Model):
    """A tie decided by lot: a fact that no recalculation changes. Start numbers, or names of groups, best first."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="lots")
    scope = models.CharField(max_length=120)
    order = models.JSONField()
    by = models.CharField(max_length=NAME_LENGTH, blank=True)
    at = models.DateTimeField(null=True, blank=True)

    history = HistoricalRecords()

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        return f"{self.scope}: {self.order}"


class Evening(models.Model):
    """A club evening: one table under any rule set, played to its target or as long as agreed."""

    # Ends in random letters: whoever knows the address may read.
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=NAME_LENGTH)
    date = models.DateField()
    ruleset = models.CharField(max_length=20, choices=ruleset_choices)
    # The numbers and readings of the rule set that were chosen otherwise than it says (`scoring.rulesets`).
    options = models.JSONField(default=dict, blank=True)
    # What else the table agreed on; nothing of it changes a point (`tournament.agreements`).
    agreements = models.JSONField(default=dict, blank=True)
    # None: open end. A target ends the match all the same.
    rounds_agreed = models.PositiveSmallIntegerField(null=True, blank=True)
    # Counts every write; an entry names the one it was based on.
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    history = HistoricalRecords(excluded_fields=["version"])

    class Meta:
        ordering: ClassVar[list[str]] = ["-date", "-pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("evening", args=[self.slug])


class EveningPlayer(models.Model):
    """Who sits where at a club evening."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="players")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)

    history = HistoricalRecords()

    class Meta:
        ordering: ClassVar[list[str]] = ["position"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["evening", "position"], name="evening_seat_once"),
            models.CheckConstraint(
                condition=Q(position__gte=1, position__lte=MAX_SEATS), name="evening_seat_range"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Round(models.Model):
    """One deal of a club evening. All of it is one row, so one history entry tells a whole correction."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="rounds")
    # Stays when an earlier round is deleted: the gap shows.
    number = models.PositiveSmallIntegerField()
    dealer = models.PositiveSmallIntegerField()
    end = models.CharField(max_length=10, choices=[(end.value, end.value) for end in End])
    # Seat → result in the notation of `scoring.scores`, only what can be read.
    scores = models.JSONField(default=dict)
    first_opener = models.PositiveSmallIntegerField(null=True, blank=True)
    only_joker = models.JSONField(default=list, blank=True)
    # Codes of the warnings somebody confirmed for this round.
    confirmed = models.JSONField(default=list, blank=True)

    history = HistoricalRecords()

    class Meta:
        ordering: ClassVar[list[str]] = ["number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["evening", "number"], name="round_number_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=MAX_ROUNDS), name="round_number_range"
            ),
            models.CheckConstraint(
                condition=Q(dealer__gte=1, dealer__lte=MAX_SEATS), name="round_dealer_range"
            ),
            models.CheckConstraint(condition=Q(end__in=[end.value for end in End]), name="round_end_known"),
        ]

    def __str__(self) -> str:
        return f"{self.evening} / {self.number}"
