"""Filters for the templates: figures and suits as the lists show them."""

from __future__ import annotations

from django import template

from tournament.names import surname

register = template.Library()

# Seats wear suits; seats of a larger club evening carry their number only.
SUITS = ("♠", "♥", "♣", "♦")
NARROW_SPACE = "\u202f"


@register.filter
def figure(value: int | None) -> str:
    """A whole number for people: thousands parted by a narrow no-break space, a true minus sign."""
    if value is None:
        return ""
    text = f"{abs(value):,}".replace(",", NARROW_SPACE)
    return f"−{text}" if value < 0 else text


@register.filter
def signed(value: int) -> str:
    """An adjustment always shows its sign."""
    return figure(value) if value < 0 else f"+{figure(value)}"


@register.filter
def count_or_dash(value: int) -> str:
    """A rare count: a dash instead of a nought keeps the column quiet."""
    return str(value) if value else "–"


@register.filter
def suit(position: int) -> str:
    """The suit of a seat, or nothing from seat 5 on."""
    return SUITS[position - 1] if 1 <= position <= len(SUITS) else ""


@register.filter
def suit_class(position: int) -> str:
    """Hearts and diamonds are red."""
    return "red" if position in (2, 4) else ""


register.filter("surname", surname)
