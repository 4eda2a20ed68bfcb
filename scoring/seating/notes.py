"""What people are told about a plan: what was impossible, and why."""

from collections.abc import Iterator

from scoring.seating.checks import fixed_tables, listing, tandems
from scoring.seating.field import Field
from scoring.seating.limits import least_again, meetings, pairs, together_again
from scoring.seating.model import Method, Quality
from scoring.seating.sentences import Sentence


def notes(field: Field, method: Method, series: int, figures: Quality, unranked: int) -> Iterator[Sentence]:
    """The sentences about plans of so many series, past ones included."""
    if unranked and method in (Method.STANDING, Method.TANDEM):
        yield Sentence("by_lot", {"count": unranked})
    if method is Method.TANDEM:
        alone = [members[0] for members in tandems(field.players).values() if len(members) == 1]
        if alone:
            yield Sentence("partner_missing", {"numbers": listing(alone)})
    for table, seaters in fixed_tables(field.players).items():
        if len(seaters) > 1:
            yield Sentence("fixed_together", {"numbers": listing(seaters), "table": table})
        if field.sizes[table - 1] == 3:
            for seater in seaters:
                yield Sentence("fixed_size", {"number": seater.number, "table": table})
    if method is Method.NO_REMATCH:
        yield from _rematches(field, series, figures)


def _rematches(field: Field, series: int, figures: Quality) -> Iterator[Sentence]:
    n = field.size
    least = least_again(n, series) if field.history is not None else 0
    if least and least == (series - 1) * together_again(n):
        yield Sentence("too_few_tables", {"tables": field.tables, "least": least})
    elif least:
        yield Sentence(
            "too_many_series",
            {
                "series": series,
                "players": n,
                "meetings": meetings(n, series),
                "pairs": pairs(n),
                "least": least,
            },
        )
    if figures.pairs_again > least:
        yield Sentence("meetings_left", {"count": figures.pairs_again})
    if figures.threes_again:
        yield Sentence("threes_uneven")
