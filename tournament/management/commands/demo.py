"""`demo`: a practice tournament to try everything on, in a file of its own."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.accounts import create_account
from tournament.exchange.demo import load_demo
from tournament.management.server import ServerCommand, login_line
from tournament.models import Tournament

PASSWORD = "probe"  # noqa: S105 (printed at every start, for invented people)
DIRECTOR, SCORER = "leitung", "schreiber"


class Command(ServerCommand):
    """The second call starts in seconds and changes nothing."""

    summary = gettext_lazy("Starts the practice tournament; nothing of your own is touched.")

    def handle(self, *args: Any, **options: Any) -> None:
        self.check_port(options["host"], options["port"])
        self.prepare()
        logins = [
            login_line(DIRECTOR, PASSWORD, _("director")),
            login_line(SCORER, PASSWORD, _("scorer")),
        ]
        self.serve(options["host"], options["port"], logins)

    @transaction.atomic
    def prepare(self) -> None:
        """Tournament and accounts together or not at all: a kill half-way leaves the state before."""
        if User.objects.filter(username=DIRECTOR).exists():
            return
        if User.objects.exists() or Tournament.objects.exists():
            raise self.refuse(
                _(
                    "This database is in use already, and the logins of the demo are known to everybody. "
                    "Please call `manage.py demo` without DATABASE_URL."
                )
            )
        load_demo()
        create_account(username=DIRECTOR, password=PASSWORD, director=True, check_password=False)
        create_account(username=SCORER, password=PASSWORD, director=False, check_password=False)
