"""The one app."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """Players, tables, sheets, standings."""

    name = "tournament"
    verbose_name = "Rommé-Turnier"

    def ready(self) -> None:
        """What `manage.py check` looks at beside Django's own checks."""
        from tournament import checks  # noqa: F401
