"""Lots and adjustments: text to values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms._fields import TextField, WholeNumberField
from tournament.models import REASON_LENGTH
from tournament.scopes import Scope, parse_scope
from tournament.wording import Row


class AdjustmentForm(forms.Form):
    """Signed points or Augen with a reason."""

    series = forms.TypedChoiceField(
        label=gettext_lazy("Counts in"), coerce=int, empty_value=None, required=False
    )
    points = WholeNumberField(
        label=gettext_lazy("Rating points"),
        required=False,
        low=-9999,
        high=9999,
        help_text=gettext_lazy("−2 takes two points away, 3 adds three."),
    )
    hand_total = WholeNumberField(label=gettext_lazy("Hand total"), required=False, low=-9999, high=9999)
    reason = TextField(
        label=gettext_lazy("Reason"),
        longest=REASON_LENGTH,
        help_text=gettext_lazy("The players read it in the lists."),
    )

    def __init__(self, data: QueryDict | None, *, numbers: Sequence[int]) -> None:
        super().__init__(data)
        choices: list[tuple[str, Any]] = [("", _("Overall only"))]
        choices += [
            (str(number), _("Series %(number)d and overall") % {"number": number}) for number in numbers
        ]
        self.fields["series"].choices = choices  # type: ignore[attr-defined]


class LotForm:
    """The places a lot gave: one number field for each member of the tie, 1 for the best."""

    def __init__(self, data: QueryDict | None, *, scope_text: str, first: str) -> None:
        try:
            self.scope = parse_scope(scope_text)
        except ValueError:
            self.scope = Scope()
        self.data = data
        self.first = first
        self.members: list[Row] = []
        self.fault = ""
        self.order: list[int | str] = []

    def find_tie(self, rows: Sequence[Row]) -> None:
        """All rows that are equal to the one the address names."""
        named = next((row for row in rows if str(row.number) == self.first and row.rank is not None), None)
        if named is not None:
            equal = (named.points, named.hand_total)
            ranked = [row for row in rows if row.rank is not None]
            members = [row for row in ranked if (row.points, row.hand_total) == equal]
            self.members = members if len(members) > 1 else []

    @cached_property
    def fields(self) -> list[tuple[Row, str]]:
        """Each member with what was typed for it."""
        return [
            (row, self.data.get(f"place-{index}", "").strip() if self.data else "")
            for index, row in enumerate(self.members, 1)
        ]

    def is_valid(self) -> bool:
        """Whether the places are 1 … n, each once."""
        wanted = [str(place) for place in range(1, len(self.members) + 1)]
        typed = [text for _row, text in self.fields]
        if not self.members or sorted(typed) != sorted(wanted):
            self.fault = _("Please type each of the places 1 to %(count)d once.") % {
                "count": len(self.members)
            }
            return False
        ranked = sorted(self.fields, key=lambda field: int(field[1]))
        self.order = [row.number for row, _text in ranked]
        return True
