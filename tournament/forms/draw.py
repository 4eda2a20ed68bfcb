"""How the next series is to be drawn, and the number that undoes a draw."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scoring.seating import Method
from tournament.forms._fields import TextField, WholeNumberField
from tournament.models import SEED_LENGTH

MOST_ATTEMPTS = 999

METHODS = {
    Method.NO_REMATCH: gettext_lazy("No rematch"),
    Method.RANDOM: gettext_lazy("At random"),
}


class DrawForm(forms.Form):
    """Method, seed and attempt; an empty seed lets the machine throw the dice."""

    method = forms.ChoiceField(
        label=gettext_lazy("Method"),
        choices=list(METHODS.items()),
        error_messages={
            "required": gettext_lazy("Please choose one of the methods."),
            "invalid_choice": gettext_lazy("Please choose one of the methods."),
        },
    )
    seed = TextField(label=gettext_lazy("Dice from the hall"), longest=SEED_LENGTH, required=False)
    attempt = WholeNumberField(low=1, high=MOST_ATTEMPTS, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if "method" in cleaned:
            cleaned["method"] = Method(cleaned["method"])
        cleaned["attempt"] = cleaned.get("attempt") or 1
        return cleaned


def faces(seed: str) -> list[int]:
    """The dice to show, when a seed is nothing but throws of dice."""
    digits = seed.replace(",", " ").replace("-", " ").replace(" ", "")
    if not 1 <= len(digits) <= 12 or set(digits) - set("123456"):
        return []
    return [int(digit) for digit in digits]
