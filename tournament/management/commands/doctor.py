"""`doctor`: what is wrong with this machine."""

from __future__ import annotations

import sys
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.management.base import RommeCommand
from tournament.management.machine import findings


class Command(RommeCommand):
    """Exit code 1 when something has to be done."""

    summary = gettext_lazy("Says what is wrong with this machine, and what helps.")
    needs_database = False

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = 0
        for finding in findings():
            wrong += not finding.ok
            mark = self.style.SUCCESS("✓") if finding.ok else self.style.ERROR("✗")
            self.stdout.write(f"{mark} {finding.sentence}")
        if not wrong:
            self.stdout.write(_("All is well."))
            return
        self.stdout.write(
            ngettext("One thing has to be done.", "%(count)d things have to be done.", wrong)
            % {"count": wrong}
        )
        sys.exit(1)
