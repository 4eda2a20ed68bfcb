"""The quality of plans in figures."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from scoring.seating.checks import tandems
from scoring.seating.limits import minimum_pairs_again
from scoring.seating.model import Plan, Quality, Seater


def quality(plans: Sequence[Plan], players: Sequence[Seater]) -> Quality:
    """Figures of all plans together; numbers are meetings, turns at a table, or series.

    Source: draw (seating), order of importance.

    >>> people = [Seater(number) for number in range(1, 9)]
    >>> plans = [((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 2, 5, 6), (3, 4, 7, 8))]
    >>> figures = quality(plans, people)
    >>> figures.pairs_again, figures.pairs_again_worst, figures.seat_one_most
    (4, 2, 2)
    """
    meetings: Counter[tuple[int, int]] = Counter()
    threes: dict[int, int] = dict.fromkeys(sorted(seater.number for seater in players), 0)
    firsts: Counter[int] = Counter()
    for plan in plans:
        for table in plan:
            meetings.update(combinations(sorted(table), 2))
            firsts.update(table[:1])
            for number in table:
                if number in threes:
                    threes[number] += len(table) == 3
    known = {seater.number: seater for seater in players}
    pairs = [
        (known[one], known[other], count)
        for (one, other), count in meetings.items()
        if one in known and other in known
    ]
    seated = [{number: index for index, table in enumerate(plan, 1) for number in table} for plan in plans]
    fixed = [seater for seater in players if seater.fixed_table is not None]
    fair = [
        turns
        for number, turns in threes.items()
        if known[number].fixed_table is None and all(number in tables for tables in seated)
    ]
    free = not fixed and all(len(members) < 2 for members in tandems(players).values())
    again = sum(count - 1 for count in meetings.values())
    return Quality(
        pairs_again=again,
        pairs_again_worst=max(meetings.values(), default=0),
        clubmates=sum(count for one, other, count in pairs if one.club and one.club == other.club),
        teammates=sum(count for one, other, count in pairs if one.team and one.team == other.team),
        partners_together=sum(
            count for one, other, count in pairs if one.tandem and one.tandem == other.tandem
        ),
        threes=threes,
        threes_again=sum(max(0, turns - min(fair) - 1) for turns in fair),
        fixed_kept=sum(
            tables.get(seater.number) == seater.fixed_table for seater in fixed for tables in seated
        ),
        fixed_total=sum(seater.number in tables for seater in fixed for tables in seated),
        seat_one_most=max(firsts.values(), default=0),
        minimum_pairs_again=minimum_pairs_again(plans, again, free=free),
    )
