"""How few meetings again are possible: what counting proves, and what is known to be reached."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from scoring.seating.checks import table_sizes
from scoring.seating.model import Plan
from scoring.seating.structures import structure


def meetings(players: int, series: int) -> int:
    """Meetings of two players in all series together.

    >>> meetings(16, 5)
    120
    """
    return series * sum(size * (size - 1) // 2 for size in table_sizes(players))


def pairs(players: int) -> int:
    """Pairs among so many players.

    >>> pairs(16)
    120
    """
    return players * (players - 1) // 2


def together_again(players: int) -> int:
    """Pairs of one series that must come together again in any other: four players need four tables.

    >>> together_again(12), together_again(13)
    (3, 0)
    """
    sizes = table_sizes(players)
    least = 0
    for size in sizes:
        each, rest = divmod(size, len(sizes))
        least += (len(sizes) - rest) * each * (each - 1) // 2 + rest * each * (each + 1) // 2
    return least


def least_again(players: int, series: int) -> int:
    """A number of meetings again that no plan can go below.

    Either there are more meetings than pairs, or too few tables: then every two of k series have some pairs
    in common, and a pair that meets m ≤ k times makes up for m (m − 1) / 2 of them with m − 1 meetings again.

    >>> least_again(12, 5), least_again(8, 2), least_again(16, 5)
    (24, 4, 0)
    """
    return max(0, meetings(players, series) - pairs(players), (series - 1) * together_again(players))


def minimum_pairs_again(plans: Sequence[Plan], again: int, *, free: bool) -> int | None:
    """The fewest meetings again that such plans can have, given that these have `again`; None: not known.

    Only when the players are `free`, neither fixed nor partners, the known constructions prove anything.

    >>> minimum_pairs_again([((1, 2, 3), (4, 5, 6))], 0, free=True)
    0
    """
    if again == 0:
        return 0
    rosters = {tuple(sorted(number for table in plan for number in table)) for plan in plans}
    shapes = {tuple(sorted(map(len, plan), reverse=True)) for plan in plans}
    players = len(min(rosters))
    if len(rosters) > 1 or shapes != {table_sizes(players)}:
        return None
    if again == least_again(players, len(plans)):
        return again
    known = structure(players, len(plans))
    return 0 if free and known is not None and not again_in(known) else None


def again_in(rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    """Meetings again in these series.

    >>> again_in([[[1, 2, 3, 4]], [[1, 2, 5, 6]]])
    1
    """
    met = Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))
    return sum(count - 1 for count in met.values())


EXHAUSTIVE = 12
"""Up to so many players every seating of one series can be looked at: 12 players have 5,775."""


def least_in_one(met: Sequence[Sequence[int]], sizes: Sequence[int]) -> int:
    """Meetings again that one more series cannot go below, from player × player meetings so far.

    Whoever has met all but a few must meet again; small fields are looked through seating by seating.

    >>> first = [[0, 1, 1, 0, 0, 0], [1, 0, 1, 0, 0, 0], [1, 1, 0, 0, 0, 0]]
    >>> second = [[0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 0, 1], [0, 0, 0, 1, 1, 0]]
    >>> least_in_one(first + second, (3, 3))
    2
    """
    n = len(met)
    again = [[min(1, times) for times in row] for row in met]
    if n <= EXHAUSTIVE:
        return _fewest(again, tuple(range(n)), tuple(sizes), n * n)
    # At a table of three a player meets two others; the best case gives those turns to whoever needs them most.
    short = sorted((max(0, 4 - (n - sum(row))), max(0, 3 - (n - sum(row)))) for row in again)
    threes = 3 * sum(size == 3 for size in sizes)
    fours, last = short[: n - threes], short[n - threes :]
    return (sum(four for four, _ in fours) + sum(three for _, three in last) + 1) // 2


def _fewest(again: Sequence[Sequence[int]], free: tuple[int, ...], sizes: tuple[int, ...], bound: int) -> int:
    """The fewest meetings again of the players still free at tables of these sizes, or `bound`."""
    if not free:
        return 0
    first, others = free[0], free[1:]
    for size in dict.fromkeys(sizes):
        rest = list(sizes)
        rest.remove(size)
        for mates in combinations(others, size - 1):
            here = sum(again[one][other] for one, other in combinations((first, *mates), 2))
            if here < bound:
                left = tuple(place for place in others if place not in mates)
                bound = min(bound, here + _fewest(again, left, tuple(rest), bound - here))
    return bound
