"""Columns of the lists; the rows are read models, sorted and paged in memory."""

from __future__ import annotations

from dataclasses import dataclass

import django_tables2
from django.utils.translation import gettext_lazy as _

from tournament.names import sort_key
from tournament.wording import Reason, Row


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a standing with the sentence to say below it."""

    row: Row
    reason: Reason | None = None

    @property
    def place(self) -> tuple[bool, int]:
        """Entries without a rank stand last."""
        return (self.row.rank is None, self.row.rank or 0)

    @property
    def name_key(self) -> str:
        """Surname first, accents ignored."""
        return sort_key(self.row.name)


class StandingsTable(django_tables2.Table):
    """A standing: place, who, and the figures that decide. The first click on a count shows the most."""

    place = django_tables2.Column(verbose_name=_("Rank"), attrs={"th": {"class": "right"}})
    name = django_tables2.Column(verbose_name=_("Player"), order_by="name_key", accessor="row__name")
    club = django_tables2.Column(
        verbose_name=_("Club"), accessor="row__club", attrs={"th": {"class": "wide"}}
    )
    points = django_tables2.Column(
        verbose_name=_("RP"),
        accessor="row__points",
        order_by=("-row__points", "row__hand_total"),
        attrs={"th": {"class": "right"}},
    )
    hand_total = django_tables2.Column(
        verbose_name=_("Hand total"), accessor="row__hand_total", attrs={"th": {"class": "right wide"}}
    )
    games = django_tables2.Column(
        verbose_name=_("Games"),
        accessor="row__games",
        order_by="-row__games",
        attrs={"th": {"class": "right wide"}},
    )
    rommes = django_tables2.Column(
        verbose_name=_("Rommés"),
        accessor="row__rommes",
        order_by="-row__rommes",
        attrs={"th": {"class": "right wide"}},
    )
    hand_rommes = django_tables2.Column(
        verbose_name=_("Hand-R."),
        accessor="row__hand_rommes",
        order_by="-row__hand_rommes",
        attrs={"th": {"class": "right wide"}},
    )

    class Meta:
        template_name = "_standings_table.html"
