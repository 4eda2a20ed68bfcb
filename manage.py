#!/usr/bin/env python3
"""The door to every command: `python3 manage.py demo`, `start`, `test`, `doctor`, …"""

import os
import sys


def main():  # type: () -> None
    """Set the machine up where needed, then run the command."""
    from tournament.bootstrap import ensure_environment

    ensure_environment(sys.argv)  # type: ignore[no-untyped-call]
    if sys.argv[1:2] == ["demo"]:
        # The demo has a file of its own; the settings must know before they are read.
        os.environ.setdefault("ROMME_DEMO", "1")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
