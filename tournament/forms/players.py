"""Players: what the one field means, and the form of an entry."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms._fields import LabelsField, TextField, WholeNumberField, check_length, tidy
from tournament.models import CLUB_LENGTH, LABEL_LENGTH, MAX_NUMBER, NAME_LENGTH, Entry

MOST_CLASSES = 10
LAST_TABLE = 999


@dataclass(frozen=True, slots=True)
class Typed:
    """A start number, or a name with or without a club."""

    number: int | None = None
    name: str = ""
    club: str = ""


def parse_typed(text: str) -> Typed:
    """`17`, `Ute Meyer`, `Ute Meyer; RC Fürth`. Raises ValidationError."""
    name, _semicolon, club = (part.strip() for part in text.replace("\t", ";").partition(";"))
    name, club = tidy(name), tidy(club)
    if name.isascii() and name.isdigit():
        if len(name) > len(str(MAX_NUMBER)) or int(name) == 0:
            raise ValidationError(
                _("A start number is a whole number from 1 to %(high)d.") % {"high": MAX_NUMBER},
                code="number",
            )
        return Typed(number=int(name), club=club)
    if not any(char.isalpha() for char in name):
        raise ValidationError(_("Please type a start number or a name."), code="empty")
    check_length(name, NAME_LENGTH)
    try:
        check_length(club, CLUB_LENGTH)
    except ValidationError as error:
        raise ValidationError(_("The club: %(fault)s") % {"fault": error.message}, code="club") from error
    return Typed(name=name, club=club)


class EntryForm(forms.Form):
    """One player in one tournament."""

    name = TextField(label=gettext_lazy("Name"), longest=NAME_LENGTH, letters=True)
    number = WholeNumberField(label=gettext_lazy("Start number"), low=1, high=MAX_NUMBER)
    club = TextField(label=gettext_lazy("Club"), longest=CLUB_LENGTH, required=False)
    classes = LabelsField(
        label=gettext_lazy("Classes"),
        longest=LABEL_LENGTH,
        most=MOST_CLASSES,
        required=False,
        help_text=gettext_lazy("For lists of their own, parted by commas: ladies, seniors."),
    )
    tandem = TextField(
        label=gettext_lazy("Tandem"),
        longest=LABEL_LENGTH,
        required=False,
        help_text=gettext_lazy("The same word for both partners. They never sit at one table."),
    )
    team = TextField(
        label=gettext_lazy("Team"),
        longest=LABEL_LENGTH,
        required=False,
        help_text=gettext_lazy("The same word for all four members."),
    )
    fixed_table = WholeNumberField(
        label=gettext_lazy("Fixed table"),
        low=1,
        high=LAST_TABLE,
        required=False,
        help_text=gettext_lazy("For people who cannot walk far: every draw seats them at this table."),
    )
    present = forms.BooleanField(label=gettext_lazy("present"), required=False)
    fee_paid = forms.BooleanField(label=gettext_lazy("entry fee paid"), required=False)
    same_name = forms.BooleanField(required=False)


def initial(entry: Entry) -> dict[str, object]:
    """The form as it stands before anything is changed."""
    fields = (
        "name", "number", "club", "classes", "tandem", "team", "fixed_table", "present", "fee_paid",
    )  # fmt: skip
    return {name: getattr(entry, name) for name in fields}
