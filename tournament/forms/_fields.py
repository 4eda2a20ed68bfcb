"""Fields that several forms share: typed text made tidy, or refused with a sentence."""

from __future__ import annotations

import unicodedata
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

# Characters nobody sees and nobody means: pasted text brings them along. They are dropped.
INVISIBLE = "Cf"
# Control characters, halves of characters, private and unassigned ones: no list could show them.
UNPRINTABLE = frozenset({"Cc", "Cs", "Co", "Cn"})


def tidy(text: str) -> str:
    """One form of every letter, single blanks, nothing invisible. Raises ValidationError."""
    words = " ".join(text.split())
    if any(unicodedata.category(char) in UNPRINTABLE for char in words):
        raise ValidationError(
            _("There is a character in it that cannot be printed. Please type it again."), code="unprintable"
        )
    visible = "".join(char for char in words if unicodedata.category(char) != INVISIBLE)
    return " ".join(unicodedata.normalize("NFC", visible).split())


def check_length(text: str, longest: int) -> None:
    """Raises ValidationError for a text that no list could hold."""
    if len(text) > longest:
        raise ValidationError(
            _("At most %(longest)d characters fit; there are %(count)d.")
            % {"longest": longest, "count": len(text)},
            code="max_length",
        )


class TypedField(forms.Field):
    """A field somebody types into."""

    default_error_messages: ClassVar[dict[str, Any]] = {"required": gettext_lazy("Please fill this in.")}


class TextField(TypedField):
    """One line of text for lists and prints."""

    def __init__(self, *, longest: int, letters: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.longest = longest
        # A name without a single letter is a slip of the keyboard.
        self.letters = letters

    def to_python(self, value: Any) -> str:
        text = tidy(str(value or ""))
        check_length(text, self.longest)
        if text and self.letters and not any(char.isalpha() for char in text):
            raise ValidationError(_("Please type a name with at least one letter."), code="no_letter")
        return text


class LabelsField(TypedField):
    """Free labels parted by commas, each once, in the order typed."""

    def __init__(self, *, longest: int, most: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.longest = longest
        self.most = most

    def to_python(self, value: Any) -> list[str]:
        labels = list(dict.fromkeys(filter(None, map(tidy, str(value or "").replace(";", ",").split(",")))))
        for label in labels:
            check_length(label, self.longest)
        if len(labels) > self.most:
            raise ValidationError(
                _("At most %(most)d classes; there are %(count)d.")
                % {"most": self.most, "count": len(labels)},
                code="too_many",
            )
        return labels

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(value) if isinstance(value, list) else value


class WholeNumberField(TypedField):
    """A whole number between two bounds, both named when it is missed."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 5})

    def __init__(self, *, low: int, high: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.low = low
        self.high = high

    def to_python(self, value: Any) -> int | None:
        text = str("" if value is None else value).strip().replace("\N{MINUS SIGN}", "-")
        if not text:
            return None
        digits = text.removeprefix("-")
        number = int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 6 else None
        if number is None or not self.low <= number <= self.high:
            raise ValidationError(
                _("Please type a whole number from %(low)d to %(high)d.")
                % {"low": self.low, "high": self.high},
                code="not_a_number",
            )
        return number
