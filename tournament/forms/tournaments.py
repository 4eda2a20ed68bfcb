"""A tournament, and its rating table."""

from __future__ import annotations

import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.messages import fill
from scoring.rulesets import FAULTS, Rating, RuleSet, RuleSetError, games_at_table, ruleset
from tournament.forms._fields import TextField, WholeNumberField
from tournament.models import MAX_GAMES, NAME_LENGTH, Tournament

MOST_POINTS = 99
MOST_AUGEN = 999
FIRST_YEAR, LAST_YEAR = 2000, 2099


def games_choices() -> list[tuple[int, str]]:
    """Every possible number of games each, with what it means at the tables."""
    rules = ruleset("drov")
    sentence = _("%(each)d games each: %(four)d at a table of four, %(three)d at a table of three")
    return [
        (
            each,
            sentence
            % {"each": each, "four": games_at_table(each, 4, rules), "three": games_at_table(each, 3, rules)},
        )
        for each in range(3, MAX_GAMES + 1, 3)
    ]


class TournamentForm(forms.Form):
    """What a tournament is called, when and where it is, and how long its series are."""

    name = TextField(label=gettext_lazy("Name"), longest=NAME_LENGTH, letters=True)
    date = forms.DateField(
        label=gettext_lazy("Date"),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        input_formats=["%Y-%m-%d", "%d.%m.%Y", "%d.%m.%y"],
        error_messages={
            "required": gettext_lazy("Please fill this in."),
            "invalid": gettext_lazy("Please type a date such as 3.10.2026."),
        },
    )
    venue = TextField(label=gettext_lazy("Venue"), longest=NAME_LENGTH, required=False)
    games_per_player = forms.TypedChoiceField(
        label=gettext_lazy("Length of a series"),
        choices=games_choices,
        coerce=int,
        initial=15,
        error_messages={
            "required": gettext_lazy("Please choose one of the numbers of games."),
            "invalid_choice": gettext_lazy("Please choose one of the numbers of games."),
        },
        help_text=gettext_lazy(
            "At a table of four the dealer sits out, so four people play 20 games for 15 each. 15 and 12 are usual."
        ),
    )

    def __init__(self, *args: Any, games_fixed: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if games_fixed:
            self.fields["games_per_player"].disabled = True
            self.fields["games_per_player"].help_text = _(
                "The first result is in, so the length of a series stays."
            )

    def clean_date(self) -> datetime.date:
        date: datetime.date = self.cleaned_data["date"]
        if not FIRST_YEAR <= date.year <= LAST_YEAR:
            raise ValidationError(
                _("Please type a year from %(first)d to %(last)d.") % {"first": FIRST_YEAR, "last": LAST_YEAR}
            )
        return date


def initial(tournament: Tournament) -> dict[str, Any]:
    """The form as it stands before anything is changed."""
    return {name: getattr(tournament, name) for name in ("name", "date", "venue", "games_per_player")}


class RatingForm(forms.Form):
    """Points of every cell of a rating table, and the bounds of its steps."""

    def __init__(self, data: QueryDict | None, *, rules: RuleSet, locked: bool = False) -> None:
        if rules.rating is None:
            raise ValueError(f"{rules.name} has no rating table")
        self.rules = rules
        self.rating = rules.rating
        super().__init__(data, initial=_rating_values(rules.rating))
        for name in self.initial:
            is_bound = name.startswith("bound_")
            self.fields[name] = WholeNumberField(
                low=0 if is_bound else -MOST_POINTS,
                high=MOST_AUGEN if is_bound else MOST_POINTS,
                disabled=locked,
            )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        steps = range(len(self.rating.opened))
        table = {
            **{name: cleaned[name] for name in ("hand_romme", "hand_romme_layoff", "romme", "not_opened")},
            "opened": [[cleaned.get(f"bound_{step}"), cleaned[f"opened_{step}"]] for step in steps],
        }
        try:
            cleaned["rating"] = Rating.from_json(table)
        except RuleSetError as error:
            for fault in error.faults:
                self.add_error(None, fill(_(FAULTS[fault.code]), fault.params))
        return cleaned

    @property
    def cells(self) -> list[dict[str, Any]]:
        """The rows of the table in order: words, fields, where the number comes from."""
        rows = [
            self._cell(_("Hand-Rommé"), "hand_romme"),
            self._cell(_("Hand-Rommé with lay-off"), "hand_romme_layoff"),
            self._cell(_("Rommé"), "romme"),
        ]
        for step, (bound, _points) in enumerate(self.rating.opened):
            if bound is None:
                rows.append(self._cell(_("opened, hand total above that"), f"opened_{step}", "opened.rest"))
            else:
                words = _("opened, hand total up to")
                rows.append(self._cell(words, f"opened_{step}", f"opened.{bound}", f"bound_{step}"))
        rows.append(self._cell(_("not opened"), "not_opened"))
        return rows

    def _cell(self, words: str, name: str, mark: str = "", bound: str = "") -> dict[str, Any]:
        key = mark or name
        source = self.rules.marks.get(key)
        return {
            "words": words,
            "points": self[name],
            "bound": self[bound] if bound else None,
            "mark": source.value if source else "own",
            "why": SOURCES.get((key, source.value)) if source else None,
        }

    @property
    def readings(self) -> list[str]:
        """What is assumed beside the numbers of the table."""
        return [str(READINGS[key]) for key in self.rules.marks if key in READINGS]


def _rating_values(rating: Rating) -> dict[str, int]:
    values = {
        "hand_romme": rating.hand_romme,
        "hand_romme_layoff": rating.hand_romme_layoff,
        "romme": rating.romme,
    }
    for step, (bound, points) in enumerate(rating.opened):
        if bound is not None:
            values[f"bound_{step}"] = bound
        values[f"opened_{step}"] = points
    return values | {"not_opened": rating.not_opened}


# Why a number is what it is, for the cells that the DRoV's text does not settle.
SOURCES = {
    ("hand_romme", "reported"): gettext_lazy(
        "The text says only that it is the best of all. The 8 is reported from lists on the same scale."
    ),
    ("hand_romme_layoff", "assumed"): gettext_lazy(
        "The text gives no number. Assumed between the Rommé (5) and the pure Hand-Rommé (8)."
    ),
    ("opened.10", "assumed"): gettext_lazy(
        "The text gives 3 points for 8 Augen; the bound of 10 is assumed."
    ),
    ("opened.30", "reported"): gettext_lazy("The bound of 30 is reported from other tournaments."),
    ("not_opened", "assumed"): gettext_lazy("The text gives no number. Assumed as the end of the scale."),
}
READINGS = {
    "joker_left": gettext_lazy("Whoever is left with a joker is rated as opened with 20 Augen."),
    "dealer_plays_at_three": gettext_lazy("At a table of three the dealer plays."),
    "games_at_three": gettext_lazy("At a table of three there are as many games as each player plays."),
    "seat_1_deals_first": gettext_lazy("Seat 1 deals the first game."),
}
