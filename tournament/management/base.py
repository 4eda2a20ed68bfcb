"""What every command shares: a database that is up to date, sentences instead of tracebacks, quiet ends."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tournament.actions._base import Refused
from tournament.exchange.json_text import ReadingError
from tournament.exchange.writing import write_atomically
from tournament.models import Tournament

REFUSED = 2
INTERRUPTED = 130


class RommeCommand(BaseCommand):
    """A command whose faults are sentences on standard error and exit code 2."""

    summary: str | Promise = ""
    needs_database = True
    # Pages have nothing to say to a command; `manage.py check` looks at them.
    requires_system_checks: list[str] = []  # noqa: RUF012

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.from_terminal = False
        super().__init__(*args, **kwargs)
        with translation.override(settings.LANGUAGE_CODE):
            self.help = str(self.summary)

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        with translation.override(settings.LANGUAGE_CODE):
            return super().create_parser(prog_name, subcommand, **kwargs)

    def run_from_argv(self, argv: list[str]) -> None:
        """Ctrl+C and a closed pipe (`… | head`) end a command quietly."""
        self.from_terminal = True
        try:
            super().run_from_argv(argv)
            sys.stdout.flush()
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)
        except BrokenPipeError:
            # The interpreter flushes standard output once more at its end; let that go nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)

    def execute(self, *args: Any, **options: Any) -> str | None:
        with translation.override(settings.LANGUAGE_CODE):
            try:
                return self.attempt(*args, **options)
            except CommandError as error:
                if not self.from_terminal or options.get("traceback"):
                    raise
                # The sentence alone, without the name of a class before it.
                self.stderr.write(str(error))
                sys.exit(error.returncode)

    def attempt(self, *args: Any, **options: Any) -> str | None:
        """Do the work; everything that can be refused is a CommandError."""
        try:
            if self.needs_database:
                bring_up_to_date()
            return super().execute(*args, **options)
        except Refused as refused:
            raise self.refuse("\n".join(refused.sentences)) from refused
        except ReadingError as error:
            raise self.refuse(str(error)) from error
        except UnicodeError as error:
            raise self.refuse(_("An argument holds a character that cannot be read.")) from error
        except OperationalError as error:
            if "locked" not in str(error):
                raise
            sentence = _("Another program is writing to the file for too long. Please try again.")
            raise self.refuse(sentence) from error

    def refuse(self, sentence: str) -> CommandError:
        """The error that ends a command with a sentence; nothing was changed."""
        return CommandError(sentence, returncode=REFUSED)

    def say(self, sentence: str) -> None:
        """Something for people, beside the answer of the command."""
        self.stderr.write(sentence, self.style.NOTICE)

    def find_tournament(self, slug: str) -> Tournament:
        """The tournament of a slug: in the own file, else in the file of the demo."""
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is not None:
            return tournament
        known = list(Tournament.objects.order_by("slug").values_list("slug", flat=True))
        if uses_own_file() and Path(settings.DEMO_FILE).exists():
            use_file(Path(settings.DEMO_FILE))
            bring_up_to_date()
            tournament = Tournament.objects.filter(slug=slug).first()
            if tournament is not None:
                self.say(_("Taken from the practice tournaments of the demo."))
                return tournament
            known += Tournament.objects.order_by("slug").values_list("slug", flat=True)
        raise self.refuse(unknown_slug(slug, known))


def unknown_slug(slug: str, known: list[str]) -> str:
    """Names the tournaments there are."""
    if not known:
        return _("There is no tournament “%(slug)s”: there is none at all yet.") % {"slug": slug}
    return _("There is no tournament “%(slug)s”. There are: %(known)s.") % {
        "slug": slug,
        "known": ", ".join(known),
    }


def add_slug(parser: ArgumentParser) -> None:
    """The argument of every command about one tournament."""
    parser.add_argument("slug", metavar="SLUG", help=_("the word of the tournament in addresses"))


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file whole or not at all; what hinders it is a sentence."""
    try:
        write_atomically(path, content)
    except OSError as error:
        sentence = _("The file %(file)s cannot be written: %(reason)s.")
        raise CommandError(sentence % {"file": path, "reason": error.strerror}, returncode=REFUSED) from error


def uses_own_file() -> bool:
    """Whether the default file is in use, not the demo's and none that DATABASE_URL names."""
    return str(connection.settings_dict["NAME"]) == str(settings.OWN_FILE)


def use_file(path: Path) -> None:
    """Go on with another SQLite file."""
    connection.close()
    connection.settings_dict["NAME"] = path


def bring_up_to_date() -> None:
    """Make the tables of an SQLite file that lacks some; a server's database is left to whoever runs it."""
    try:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        sentence = _("The database cannot be opened (%(reason)s). `manage.py doctor` says more.")
        raise CommandError(sentence % {"reason": str(error).strip()}, returncode=REFUSED) from error
    if not waiting:
        return
    if connection.vendor != "sqlite":
        raise CommandError(
            _("The database is not up to date. Please run `manage.py migrate` first."), returncode=REFUSED
        )
    call_command("migrate", verbosity=0, interactive=False)
