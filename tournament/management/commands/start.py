"""`start`: the director's own file, served to the hall."""

from __future__ import annotations

import getpass
import sys
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions._base import Refused
from tournament.actions.accounts import create_account, readable_password
from tournament.management.server import ServerCommand, login_line


class Command(ServerCommand):
    """The first account is made by a question, or named in the call."""

    summary = gettext_lazy("Starts the program with your own tournaments.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--director", metavar="NAME", help=_("makes the first account; its password is shown once")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self.check_port(options["host"], options["port"])
        logins = [] if User.objects.exists() else self.first_account(options["director"])
        if options["director"] and not logins:
            self.say(_("There is an account already; no new one was made."))
        self.serve(options["host"], options["port"], logins)

    def first_account(self, name: str | None) -> list[str]:
        """Make it; the line to show, if the password is not known yet."""
        if name is not None:
            password = readable_password()
            create_account(username=name, password=password, director=True)
            return [login_line(name, password, _("shown only this once: please write it down"))]
        if not sys.stdin.isatty():
            raise self.refuse(_("There is no account yet. Please call once: manage.py start --director NAME"))
        self.stdout.write(_("Nobody can log in yet. Please choose a name and a password for the director."))
        while not self.asked():
            continue
        return []

    def asked(self) -> bool:
        """One round of questions; whether it led to an account."""
        try:
            name = input(_("Name: ")).strip()
            password = getpass.getpass(_("Password (it stays invisible): "))
            if getpass.getpass(_("The password once more: ")) != password:
                self.say(_("The two passwords differ. Please try again."))
                return False
            create_account(username=name, password=password, director=True)
        except EOFError as error:
            raise self.refuse(_("No account was made.")) from error
        except Refused as refused:
            for sentence in refused.sentences:
                self.say(sentence)
            return False
        return True
