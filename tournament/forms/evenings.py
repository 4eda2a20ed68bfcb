"""A club evening: its rule set with everything left open to the table, and what was typed for one round."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.bounds import bounds, rules_of
from scoring.games import End, Game, Issue, Outcome
from scoring.rules import MOST_THRESHOLD, PROFILES
from scoring.rulesets import LARGEST_NUMBER, RuleSet, Scheme
from scoring.scores import WINS, parse_scores
from tournament.agreements import OPEN_TO, PLAY_SWITCHES, SCORING_SWITCHES, VARIANTS, switched_on
from tournament.forms._fields import TextField, WholeNumberField
from tournament.forms.tournaments import FIRST_YEAR, LAST_YEAR
from tournament.models import MAX_ROUNDS, NAME_LENGTH
from tournament.names import fold

MOST_JOKERS = 6
LONGEST_TYPED = 40


class EveningForm(forms.Form):
    """Name, players, and every setting of the rule set that the table may choose."""

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

    def __init__(self, *args: Any, rules: RuleSet, size: int | None = None, **kwargs: Any) -> None:
        """`size`: the number of players once a round is in; it stays then, and so does the scoring."""
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.fixed = size is not None
        self.seats = size or max(rules.table_sizes)
        self._add_players()
        self._add_numbers()
        for name, switch in SCORING_SWITCHES.items():
            if name in rules.option_names:
                self._add_tick(name, switch.label, switch.on, initial=getattr(rules, name), fixed=self.fixed)
        profile = PROFILES[rules.name]
        for name in OPEN_TO.get(rules.name, ()):
            switch = PLAY_SWITCHES[name]
            self._add_tick(name, switch.label, switch.on, initial=switched_on(profile, name))
        for name, variant in VARIANTS.items():
            self._add_tick(name, variant.label, variant.sentence, initial=False)

    def _add_players(self) -> None:
        for seat in range(1, self.seats + 1):
            needed = self.fixed or seat <= min(self.rules.table_sizes)
            self.fields[f"player_{seat}"] = TextField(
                label=_("Seat %(number)d") % {"number": seat},
                longest=NAME_LENGTH,
                letters=True,
                required=needed,
            )

    def _add_numbers(self) -> None:
        options = self.rules.option_names
        table = rules_of(self.rules, max(self.rules.table_sizes))
        if "target" in options:
            self.fields["target"] = WholeNumberField(
                label=_("Target"),
                low=1,
                high=LARGEST_NUMBER,
                required=False,
                initial=self.rules.target,
                disabled=self.fixed,
                help_text=_(
                    "The match ends when a total reaches this number. Left empty: as many rounds as you like."
                ),
            )
        self.fields["rounds"] = WholeNumberField(
            label=_("Rounds"),
            low=1,
            high=MAX_ROUNDS,
            required=False,
            help_text=_("The evening ends after so many rounds. Left empty: open end."),
        )
        if "threshold" in options:
            self.fields["threshold"] = WholeNumberField(
                label=_("Opening"),
                low=0,
                high=MOST_THRESHOLD,
                initial=table.threshold,
                disabled=self.fixed,
                help_text=_("The first melds of a player count at least this many Augen together."),
            )
        if "jokers" in options:
            usual = self._usual_jokers()
            self.fields["jokers"] = WholeNumberField(
                label=_("Jokers"),
                low=0,
                high=MOST_JOKERS,
                required=False,
                disabled=self.fixed,
                help_text=usual,
            )

    def _usual_jokers(self) -> str:
        """What the rule set says: Rommé 500 takes more of them at a larger table."""
        sizes = self.rules.table_sizes
        few, many = (rules_of(self.rules, size).jokers for size in (min(sizes), max(sizes)))
        if few == many:
            return _("So many jokers are in the pack. Left empty: %(usual)s.") % {"usual": few}
        larger = next(size for size in sorted(sizes) if rules_of(self.rules, size).jokers == many)
        return _(
            "So many jokers are in the pack. Left empty: %(few)s, from %(larger)s players on %(many)s."
        ) % {"few": few, "larger": larger, "many": many}

    def _add_tick(self, name: str, label: Any, help_text: Any, *, initial: bool, fixed: bool = False) -> None:
        self.fields[name] = forms.BooleanField(
            label=label, help_text=help_text, initial=initial, required=False, disabled=fixed
        )

    def clean_date(self) -> datetime.date:
        date: datetime.date = self.cleaned_data["date"]
        if not FIRST_YEAR <= date.year <= LAST_YEAR:
            raise ValidationError(
                _("Please type a year from %(first)d to %(last)d.") % {"first": FIRST_YEAR, "last": LAST_YEAR}
            )
        return date

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        seen: dict[str, str] = {}
        for seat in range(1, self.seats + 1):
            name = cleaned.get(f"player_{seat}")
            if not name:
                continue
            if fold(name) in seen:
                self.add_error(
                    f"player_{seat}",
                    _("“%(name)s” is there twice. Please add a letter, so that both can be told apart.")
                    % {"name": name},
                )
            seen[fold(name)] = name
        size = len(seen)
        if not self.errors and size not in self.rules.table_sizes:
            low, high = min(self.rules.table_sizes), max(self.rules.table_sizes)
            self.add_error(
                None,
                _("%(size)d players cannot play this: please name %(low)d to %(high)d.")
                % {"size": size, "low": low, "high": high},
            )
        return cleaned

    @property
    def player_fields(self) -> list[Any]:
        return [self[f"player_{seat}"] for seat in range(1, self.seats + 1)]

    @property
    def number_fields(self) -> list[Any]:
        names = ("target", "rounds", "threshold", "jokers")
        return [self[name] for name in names if name in self.fields]

    @property
    def scoring_ticks(self) -> list[Any]:
        return [self[name] for name in SCORING_SWITCHES if name in self.fields]

    @property
    def play_ticks(self) -> list[Any]:
        return [self[name] for name in (*PLAY_SWITCHES, *VARIANTS) if name in self.fields]

    @property
    def players(self) -> list[str]:
        """The names in seat order; an empty line between two of them is no seat."""
        return list(filter(None, (self.cleaned_data[f"player_{seat}"] for seat in range(1, self.seats + 1))))

    @property
    def options(self) -> dict[str, Any]:
        """What the rule set is told otherwise than it says itself."""
        chosen: dict[str, Any] = {}
        table = rules_of(self.rules, max(self.rules.table_sizes))
        usual = {"target": self.rules.target, "threshold": table.threshold, "jokers": None}
        usual |= {name: getattr(self.rules, name) for name in SCORING_SWITCHES}
        for name, value in usual.items():
            if name in self.fields and self.cleaned_data[name] != value:
                chosen[name] = self.cleaned_data[name]
        return chosen

    @property
    def agreements(self) -> dict[str, bool]:
        """What else was agreed otherwise than the profile says."""
        profile = PROFILES[self.rules.name]
        usual = {name: switched_on(profile, name) for name in OPEN_TO.get(self.rules.name, ())}
        usual |= dict.fromkeys(VARIANTS, False)
        return {
            name: self.cleaned_data[name] for name, value in usual.items() if self.cleaned_data[name] != value
        }


NO_WINNER = {
    End.STOCK: gettext_lazy("Nobody: the stock is exhausted"),
    End.JOKERS: gettext_lazy("Nobody: two last jokers"),
    End.VOID: gettext_lazy("It is played again: nothing counts"),
}
WON = {
    Outcome.ROMME: gettext_lazy("Rommé"),
    Outcome.HAND_ROMME: gettext_lazy("Hand-Rommé"),
    Outcome.HAND_ROMME_LAYOFF: gettext_lazy("Hand-Rommé mit Anlegen"),
}


def endings(rules: RuleSet, size: int) -> list[tuple[str, str]]:
    """How a round of this rule set can end, as choices."""
    wins = [Outcome.ROMME] if rules.scheme is Scheme.LAID else list(WON)
    unwon = [end for end in NO_WINNER if end is not End.JOKERS or rules_of(rules, size).discard_needed]
    words = dict(NO_WINNER)
    if rules.scheme is Scheme.WINNER:
        words[End.STOCK] = gettext_lazy("The stock is exhausted: the lightest hand wins")
    return [(win.value, str(WON[win])) for win in wins] + [(end.value, str(words[end])) for end in unwon]


# What the fields of a round take; who won and who did not open are choices beside them.
FIELD_EXAMPLES = "0, 25, 87, ?"


@dataclass(frozen=True, slots=True)
class SeatTyped:
    """What stands in the fields of one player."""

    position: int
    total: str = ""
    laid: str = ""
    not_opened: bool = False
    only_joker: bool = False


@dataclass(frozen=True, slots=True)
class RoundTyped:
    """What stands in the fields of a round; kept as typed until it is saved."""

    end: str
    dealer: int | None
    winner: int | None
    first_opener: int | None
    seats: tuple[SeatTyped, ...]
    ticks: frozenset[str] = frozenset()
    based_on: int | None = None

    @property
    def is_known(self) -> bool:
        """Whether every choice is one of those offered."""
        known = {win.value for win in WON} | {end.value for end in NO_WINNER}
        return self.end in known and self.dealer is not None and self.based_on is not None

    def based(self, version: int) -> RoundTyped:
        """The same fields upon what stands there now."""
        return replace(self, based_on=version)

    def read(self, rules: RuleSet) -> tuple[Game, tuple[Issue, ...]]:
        """The round as the engine reads it, and what of it cannot be read."""
        scores, issues = parse_scores(
            {str(seat.position): self._text(seat, rules) for seat in self.seats}, rules
        )
        game = Game(
            players=tuple(str(seat.position) for seat in self.seats),
            dealer=str(self.dealer),
            end=End(self.end) if self.end in set(End) else End.WON,
            scores=scores,
            first_opener=str(self.first_opener) if self.first_opener else None,
            only_joker=frozenset(str(seat.position) for seat in self.seats if seat.only_joker),
        )
        return game, tuple(
            replace(issue, params={**issue.params, "examples": FIELD_EXAMPLES, "text": self._as_typed(issue)})
            if "text" in issue.params and issue.player
            else issue
            for issue in issues
        )

    def _as_typed(self, issue: Issue) -> str:
        """What stands in the fields of a player, not what they were put together to."""
        seat = next(seat for seat in self.seats if str(seat.position) == issue.player)
        return " / ".join(filter(None, [seat.laid, seat.total]))

    def _text(self, seat: SeatTyped, rules: RuleSet) -> str:
        """The fields of one player in the notation of results."""
        total = seat.total
        if seat.only_joker and not total:
            total = str(bounds(rules, len(self.seats)).joker)
        kind = ""
        if seat.position == self.winner:
            kind = self.end if self.end in {win.value for win in WINS} else Outcome.ROMME.value
            total = total.lstrip("0")
        if rules.scheme is Scheme.LAID:
            if not seat.laid or not (total or kind):
                return ""
            return f"{kind}{seat.laid}/{total or '0'}"
        if kind:
            return f"{kind}{total}"
        return f"-{total}" if seat.not_opened and total and not total.startswith("-") else total


def read_round(data: QueryDict, size: int) -> RoundTyped:
    """The fields of a round as they came; a choice that was never offered is None."""
    seats = tuple(
        SeatTyped(
            position=seat,
            total=_typed(data, f"total_{seat}"),
            laid=_typed(data, f"laid_{seat}"),
            not_opened=f"not_opened_{seat}" in data,
            only_joker=f"only_joker_{seat}" in data,
        )
        for seat in range(1, size + 1)
    )
    return RoundTyped(
        end=data.get("end", ""),
        dealer=_seat(data.get("dealer", ""), size),
        winner=_seat(data.get("winner", ""), size),
        first_opener=_seat(data.get("first_opener", ""), size),
        seats=seats,
        ticks=frozenset(data.getlist("confirmed")),
        based_on=_number(data.get("based_on", "")),
    )


def _typed(data: QueryDict, name: str) -> str:
    return data.get(name, "").strip()[:LONGEST_TYPED].replace("\x00", "")


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def _seat(text: str, size: int) -> int | None:
    number = _number(text)
    return number if number is not None and 1 <= number <= size else None


def empty_round(size: int, dealer: int, version: int) -> RoundTyped:
    """The fields before anything is typed."""
    seats = tuple(SeatTyped(seat) for seat in range(1, size + 1))
    return RoundTyped(Outcome.ROMME.value, dealer, None, None, seats, based_on=version)


def round_of(game: Game, confirmed: Sequence[str], version: int) -> RoundTyped:
    """The fields of a round that was saved."""
    winner = next((player for player, score in game.scores.items() if score.outcome in WINS), None)
    return RoundTyped(
        end=game.scores[winner].outcome.value if winner and game.end is End.WON else game.end.value,
        dealer=int(game.dealer),
        winner=int(winner) if winner else None,
        first_opener=int(game.first_opener) if game.first_opener else None,
        seats=tuple(_seat_of(game, player) for player in game.players),
        ticks=frozenset(confirmed),
        based_on=version,
    )


def _seat_of(game: Game, player: str) -> SeatTyped:
    score = game.scores.get(player)
    if score is None:
        return SeatTyped(int(player))
    won = score.outcome in WINS
    return SeatTyped(
        position=int(player),
        total="" if won or score.hand_total is None else str(score.hand_total),
        laid="" if score.laid is None else str(score.laid),
        not_opened=score.outcome is Outcome.NOT_OPENED,
        only_joker=player in game.only_joker,
    )


def evening_initial(
    *,
    name: str,
    date: datetime.date,
    players: Sequence[str],
    options: Mapping[str, Any],
    agreements: Mapping[str, Any],
    rounds: int | None,
) -> dict[str, Any]:
    """The form as it stands before anything is changed."""
    seats = {f"player_{seat}": player for seat, player in enumerate(players, 1)}
    return {"name": name, "date": date, "rounds": rounds, **seats, **options, **agreements}
