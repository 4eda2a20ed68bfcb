"""How one series or all of them are to be drawn."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from scoring.seating import Method
from tournament.forms._fields import TextField, WholeNumberField, tidy
from tournament.models import MOST_TOGETHER, SEED_LENGTH
from tournament.wording import METHODS

MOST_ATTEMPTS = 999

# Without a standing between them several series can be drawn at once.
METHODS_TOGETHER = {method: METHODS[method] for method in (Method.RANDOM, Method.NO_REMATCH)}


class SeedField(TextField):
    """What was thrown or drawn in the hall, one line; the same for the page and the command."""

    def __init__(self) -> None:
        label = gettext_lazy("Dice from the hall")
        super().__init__(label=label, longest=SEED_LENGTH, required=False)


def is_left_to_the_machine(seed: str) -> bool:
    """Nothing that anybody could see was typed: the machine is to throw the dice."""
    try:
        return not tidy(seed)
    except ValidationError:
        return False


class DrawForm(forms.Form):
    """Method, seed, attempt and steps; an empty seed lets the machine throw the dice."""

    method = forms.ChoiceField(
        label=gettext_lazy("Method"),
        choices=list(METHODS.items()),
        error_messages={
            "required": gettext_lazy("Please choose one of the methods."),
            "invalid_choice": gettext_lazy("Please choose one of the methods."),
        },
    )
    seed = SeedField()
    attempt = WholeNumberField(low=1, high=MOST_ATTEMPTS, required=False)

    def __init__(self, data: QueryDict | None = None, *, most_steps: int = 1) -> None:
        super().__init__(data)
        # A search takes time: no address may ask for more of it than the page offers.
        self.fields["steps"] = WholeNumberField(low=1, high=most_steps, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if "method" in cleaned:
            cleaned["method"] = Method(cleaned["method"])
        cleaned["attempt"] = cleaned.get("attempt") or 1
        return cleaned


class WholePlanForm(DrawForm):
    """The same for every series up to the last one."""

    last = WholeNumberField(label=gettext_lazy("Series up to"), low=1, high=MOST_TOGETHER)

    def __init__(self, data: QueryDict | None = None, *, most_steps: int = 1) -> None:
        super().__init__(data, most_steps=most_steps)
        self.fields["method"].choices = list(METHODS_TOGETHER.items())  # type: ignore[attr-defined]


def faces(seed: str) -> list[int]:
    """The dice to show, when a seed is nothing but throws of dice."""
    digits = seed.replace(",", " ").replace("-", " ").replace(" ", "")
    if not 1 <= len(digits) <= 12 or set(digits) - set("123456"):
        return []
    return [int(digit) for digit in digits]
