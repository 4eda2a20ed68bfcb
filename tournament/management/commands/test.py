"""`test`: the whole test suite, in a process of its own."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.management.base import INTERRUPTED, REFUSED, RommeCommand


class Command(RommeCommand):
    """Every argument goes on to pytest, and its exit code comes back."""

    summary = gettext_lazy("Runs the tests; arguments go on to pytest.")
    needs_database = False

    def run_from_argv(self, argv: list[str]) -> None:
        if importlib.util.find_spec("pytest") is None:
            self.stderr.write(
                _("The tests need more packages: %(command)s")
                % {"command": f"{sys.executable} -m pip install -r tests/requirements.txt"}
            )
            sys.exit(REFUSED)
        environment = {name: value for name, value in os.environ.items() if name != "ROMME_DEMO"}
        try:
            command = [sys.executable, "-m", "pytest", *argv[2:]]
            sys.exit(subprocess.call(command, cwd=settings.BASE_DIR, env=environment))  # noqa: S603
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)
