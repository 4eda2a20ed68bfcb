"""The one app."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """Players, tables, sheets, standings."""

    name = "tournament"
    verbose_name = "Rommé-Turnier"
