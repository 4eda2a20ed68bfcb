"""Filters for the templates: figures and suits as the lists show them."""

from __future__ import annotations

from django import template

from tournament import wording
from tournament.names import surname

register = template.Library()

# Seats wear suits; seats of a larger club evening carry their number only.
SUITS = ("♠", "♥", "♣", "♦")


@register.filter
def figure(value: int | None) -> str:
    """A whole number for people; nothing for None."""
    return "" if value is None else wording.figure(value)


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
register.filter("listed", wording.listed)
