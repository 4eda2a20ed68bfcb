"""What people are told about a plan: what was impossible, and why."""

from collections.abc import Iterator, Sequence

from scoring.seating.checks import fixed_tables, listing, tandems
from scoring.seating.field import Field
from scoring.seating.figures import quality
from scoring.seating.limits import least_again, least_in_one, meetings, pairs, together_again
from scoring.seating.model import Method, Plan, Quality
from scoring.seating.sentences import Sentence


def notes(
    field: Field,
    method: Method,
    past: Sequence[Plan],
    drawn: int,
    figures: Quality,
    unranked: int,
    moved: Sequence[int],
) -> Iterator[Sentence]:
    """The sentences about so many drawn series; the figures are those of the past ones too.

    `moved` do not sit at the table of their rank.
    """
    if unranked and method.ranked:
        yield Sentence("by_lot", {"count": unranked})
    if moved:
        yield Sentence("out_of_rank", {"numbers": ", ".join(map(str, moved))})
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
    if method in (Method.NO_REMATCH, Method.STANDING_APART):
        yield from _rematches(field, past, drawn, figures)


def _rematches(field: Field, past: Sequence[Plan], drawn: int, figures: Quality) -> Iterator[Sentence]:
    n = field.size
    series = len(past) + drawn
    counted = least_again(n, series) if field.history is not None else 0
    if counted and counted == (series - 1) * together_again(n):
        yield Sentence("too_few_tables", {"tables": field.tables, "least": counted})
    elif counted:
        yield Sentence(
            "too_many_series",
            {
                "series": series,
                "players": n,
                "meetings": meetings(n, series),
                "pairs": pairs(n),
                "least": counted,
            },
        )
    if figures.pairs_again > counted:
        # The past ones stand as they are: each series alone cannot do better after them.
        least = quality(past, field.players).pairs_again + drawn * least_in_one(field.met, field.sizes)
        if figures.pairs_again > least:
            yield Sentence("meetings_left", {"count": figures.pairs_again})
        else:
            yield Sentence("fewest_possible", {"count": figures.pairs_again})
    if figures.threes_again:
        yield Sentence("threes_uneven")
