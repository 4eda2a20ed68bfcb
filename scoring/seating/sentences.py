"""What a draw has to say: errors that leave a choice, and notes about what could not be had."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from scoring.messages import fill, gettext_noop

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        # errors
        "too_few": gettext_noop("A table needs at least 3 players; present: %(count)s."),
        "five_players": gettext_noop(
            "5 players cannot be divided into tables of 4 and 3. Please let one more play, or one pause."
        ),
        "number_twice": gettext_noop("Start number %(number)s is there twice. Please change one of the two."),
        "no_such_table": gettext_noop(
            "Player %(number)s is fixed to table %(table)s, but the tables are 1 to %(last)s. "
            "Please choose one of these or release the player."
        ),
        "table_too_full": gettext_noop(
            "%(count)s players (%(numbers)s) are fixed to table %(table)s, which has %(seats)s seats. "
            "Please fix some of them to another table or release them."
        ),
        "tandem_too_big": gettext_noop(
            "Tandem %(tandem)s has more than two players: %(numbers)s. Please take some of them out."
        ),
        "one_table": gettext_noop(
            "The partners %(numbers)s of tandem %(tandem)s cannot sit apart: there is only one table. "
            "Please dissolve the tandem or let one of them pause."
        ),
        "partners_fixed_together": gettext_noop(
            "The partners %(numbers)s of tandem %(tandem)s are fixed to the same table. "
            "Please fix one of them to another table or release one."
        ),
        "not_apart": gettext_noop(
            "With these fixed tables the tandem partners cannot all sit apart. Please release a fixed table."
        ),
        "one_at_a_time": gettext_noop(
            "By standing each series is drawn when the one before is over. Please draw one series."
        ),
        "no_series": gettext_noop("%(series)s series cannot be drawn. Please draw at least one."),
        # notes
        "too_many_series": gettext_noop(
            "Without meeting again it is impossible: %(series)s series have %(meetings)s meetings, but "
            "%(players)s players make only %(pairs)s pairs. Meetings again in all of them: at least %(least)s."
        ),
        "too_few_tables": gettext_noop(
            "Without meeting again it is impossible: with so few tables (%(tables)s) some players of every "
            "table come together again. Meetings again in all series: at least %(least)s."
        ),
        "fixed_together": gettext_noop(
            "The players %(numbers)s are fixed to table %(table)s and so meet in every series."
        ),
        "fixed_size": gettext_noop(
            "Table %(table)s is a table of three: player %(number)s, fixed there, plays at three every time."
        ),
        "meetings_left": gettext_noop(
            "Meetings again in all series: %(count)s. Another attempt may find a plan with fewer."
        ),
        "fewest_possible": gettext_noop(
            "Meetings again in all series: %(count)s. After the series before fewer are not possible."
        ),
        "threes_uneven": gettext_noop(
            "The tables of three could not be spread evenly without more players meeting again."
        ),
        "partner_missing": gettext_noop("Without their partner, seated as single players: %(numbers)s."),
        "out_of_rank": gettext_noop(
            "Not at the table of their rank: %(numbers)s. Tables of three are shared out, partners and fixed "
            "tables are kept, and where it is wished nobody meets again."
        ),
        "by_lot": gettext_noop("Players without a rank, who follow by lot: %(count)s."),
    }
)
"""Code → English sentence with its values in ``%(name)s``."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """Something to tell people: a stable code and the values of its sentence.

    >>> str(Sentence("no_series", {"series": 0}))
    '0 series cannot be drawn. Please draw at least one.'
    """

    code: str
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def template(self) -> str:
        """The English sentence before its values are put in, as the catalogue knows it."""
        return MESSAGES[self.code]

    def __str__(self) -> str:
        return fill(self.template, self.values)


class SeatingError(ValueError):
    """A draw that cannot be made; `sentences` name the choices, all of them at once."""

    def __init__(self, *sentences: Sentence) -> None:
        super().__init__(" ".join(str(sentence) for sentence in sentences))
        self.sentences = sentences

    @property
    def code(self) -> str:
        """The stable code of the first sentence."""
        return self.sentences[0].code
