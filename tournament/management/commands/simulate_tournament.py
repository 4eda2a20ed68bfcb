"""`simulate_tournament`: a plausible tournament file for rehearsal, benchmarks and pictures."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.seating import SeatingError
from tournament.exchange.demo import demo_facts
from tournament.exchange.simulation import MOST_PLAYERS, MOST_SERIES, simulate
from tournament.exchange.writing import file_text
from tournament.management.base import RommeCommand, write_file
from tournament.queries.facts import TournamentFacts
from tournament.wording import seating_sentence


class Command(RommeCommand):
    """The same arguments give the same file."""

    summary = gettext_lazy("Writes the file of an invented tournament.")
    needs_database = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, metavar="N", help=_("how many players"))
        parser.add_argument("--series", type=int, metavar="K", help=_("how many series"))
        parser.add_argument("--seed", default="1", metavar="S", help=_("another seed, another tournament"))
        parser.add_argument(
            "--typed", type=int, metavar="T", help=_("of the last series only the first T tables are played")
        )
        parser.add_argument("-o", "--output", required=True, metavar="FILE", help=_("the file to write"))
        # Writes fixtures/demo.json, which is in the repository.
        parser.add_argument("--demo", action="store_true", help=SUPPRESS)

    def handle(self, *args: Any, **options: Any) -> None:
        facts = demo_facts() if options["demo"] else self.simulated(options)
        if options["output"] == "-":
            self.stdout.write(file_text(facts), ending="")
        else:
            write_file(Path(options["output"]), file_text(facts))

    def simulated(self, options: dict[str, Any]) -> TournamentFacts:
        """The tournament asked for."""
        bounds = {"players": (3, MOST_PLAYERS), "series": (1, MOST_SERIES), "typed": (0, MOST_PLAYERS)}
        for name, (low, high) in bounds.items():
            value = options[name]
            if (value is None and name != "typed") or (value is not None and not low <= value <= high):
                sentence = _("--%(name)s must be a whole number from %(low)d to %(high)d.")
                raise self.refuse(sentence % {"name": name, "low": low, "high": high})
        try:
            return simulate(
                players=options["players"],
                series=options["series"],
                seed=options["seed"],
                typed=options["typed"],
            )
        except SeatingError as error:
            raise self.refuse("\n".join(map(seating_sentence, error.sentences))) from error
