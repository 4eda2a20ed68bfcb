"""Changes to a drawn series, and who plays on for whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms._fields import TextField
from tournament.models import CLUB_LENGTH, NAME_LENGTH

CHOOSE = {"required": gettext_lazy("Please choose."), "invalid_choice": gettext_lazy("Please choose.")}
Choices = Sequence[tuple[str, str]]


class NumberChoice(forms.TypedChoiceField):
    """A start number or a table number out of those there are."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(coerce=int, error_messages=CHOOSE, **kwargs)

    def offer(self, choices: Choices) -> None:
        """The choices, none of them chosen at first."""
        self.choices = [("", "–"), *choices]


class SwapForm(forms.Form):
    """Two seats change; results stay on the sheets unless they are to go along."""

    one = NumberChoice(label=gettext_lazy("This player"))
    other = NumberChoice(label=gettext_lazy("with this one"))
    results = forms.ChoiceField(
        label=gettext_lazy("Results that stand already"),
        choices=[
            ("stay", gettext_lazy("stay on the sheet: the wrong name stood above them")),
            ("along", gettext_lazy("go along with the player: the name sat on the wrong seat")),
        ],
        error_messages=CHOOSE,
        initial="stay",
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, data: QueryDict | None, *, seated: Choices) -> None:
        super().__init__(data, prefix="swap")
        for name in ("one", "other"):
            field = self.fields[name]
            assert isinstance(field, NumberChoice)
            field.offer(seated)


class JoinForm(forms.Form):
    """Somebody comes late and sits down at a table of three."""

    number = NumberChoice(label=gettext_lazy("Who has come"))
    table = NumberChoice(label=gettext_lazy("Table of three"))

    def __init__(self, data: QueryDict | None, *, missing: Choices, threes: Sequence[int]) -> None:
        super().__init__(data, prefix="join")
        number, table = self.fields["number"], self.fields["table"]
        assert isinstance(number, NumberChoice)
        assert isinstance(table, NumberChoice)
        number.offer(missing)
        table.offer([(str(one), _("Table %(number)d") % {"number": one}) for one in threes])


class LeaveForm(forms.Form):
    """Somebody at a table of four drops out before the first game."""

    number = NumberChoice(label=gettext_lazy("Who drops out"))

    def __init__(self, data: QueryDict | None, *, seated: Choices) -> None:
        super().__init__(data, prefix="leave")
        field = self.fields["number"]
        assert isinstance(field, NumberChoice)
        field.offer(seated)


class ReplaceForm(forms.Form):
    """The person who plays on."""

    name = TextField(label=gettext_lazy("Name"), longest=NAME_LENGTH, letters=True)
    club = TextField(label=gettext_lazy("Club"), longest=CLUB_LENGTH, required=False)
