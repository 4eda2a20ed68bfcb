"""Series without rematches by construction: transversal designs, shifted starters, and fields thinned out."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from scoring.seating.starters import LISTS, STARTERS

Structure = tuple[tuple[tuple[int, ...], ...], ...]
"""Series × table → labels 0 … n − 1 that players are put in for; nobody meets twice where that can be helped."""

USUAL_SERIES = 5
"""Series of a tournament; a design that does not reach so many is not used for fewer either."""
THINNINGS = 3000
"""How many ways to thin a structure are tried."""


def transversal(quarter: int, series: int) -> Structure | None:
    """Four groups of `quarter` labels; table b of series t takes label b + g·t of every group g.

    Members of a group never meet. None where the shifts would bring somebody together again; designs that do
    not reach five series are left out altogether, so that the first series are the same for any number of them.

    >>> transversal(5, 2)[1][0]
    (0, 6, 12, 18)
    """
    clash = any(
        (2 * shift) % quarter == 0 or (3 * shift) % quarter == 0
        for shift in range(1, max(series, USUAL_SERIES))
    )
    if clash:
        return None
    return tuple(
        tuple(
            tuple(group * quarter + (table + group * turn) % quarter for group in range(4))
            for table in range(quarter)
        )
        for turn in range(series)
    )


def shifted(players: int, series: int) -> Structure | None:
    """The series of the starter for so many players; None where there are none or not enough.

    >>> len(shifted(32, 10))
    10
    """
    if players not in STARTERS:
        return None
    modulus, orbits, bases = STARTERS[players]
    if series > modulus * len(bases):
        return None

    def shift(label: int, turn: int) -> int:
        orbit, place = divmod(label, modulus)
        return label if orbit >= orbits else orbit * modulus + (place + turn) % modulus

    rounds = [
        tuple(tuple(shift(int(label), turn) for label in table.split()) for table in base.split(", "))
        for base in bases
        for turn in range(modulus)
    ]
    return tuple(rounds[:series])


def listed(players: int, series: int) -> Structure | None:
    """The stored series for a field too tight to be thinned out fairly."""
    rounds = LISTS.get(players, "").split(" / ")
    if series != len(rounds):
        return None
    return tuple(
        tuple(tuple(ord(label) - ord("a") for label in table) for table in text.split()) for text in rounds
    )


@lru_cache(maxsize=64)
def structure(players: int, series: int) -> Structure | None:
    """The best known structure: nobody meets twice from 15 players on, the tables of three are spread evenly.

    Source: draw (seating). None where no construction is known.

    >>> [len(table) for table in structure(23, 5)[0]]
    [4, 4, 4, 4, 4, 3]
    >>> structure(12, 2) is None
    True
    """
    if (stored := listed(players, series)) is not None:
        return stored
    missing = -players % 4
    full = players + missing
    wholes = [whole for whole in (transversal(full // 4, series), shifted(full, series)) if whole is not None]
    if not missing:
        return wholes[0] if wholes else None
    thinned = [thin for whole in wholes if (thin := _thinned(whole, full, missing)) is not None]
    return min(thinned, key=lambda found: found[0])[1] if thinned else None


def company(rounds: Structure, players: int) -> list[list[int]]:
    """Label → the labels it meets, once for every meeting.

    >>> company((((0, 1, 2, 3),),), 4)[1]
    [0, 2, 3]
    """
    met: list[list[int]] = [[] for _ in range(players)]
    for tables in rounds:
        for table in tables:
            for label in table:
                met[label] += [mate for mate in table if mate != label]
    return met


def _thinned(whole: Structure, full: int, missing: int) -> tuple[int, Structure] | None:
    """Leave out labels that never meet, so that their companions sit at three as evenly as possible."""
    met = company(whole, full)
    best: tuple[int, tuple[int, ...]] | None = None
    turns_total = 3 * missing * len(whole)
    often, rest = divmod(turns_total, full - missing)
    floor = (full - missing - rest) * often * (often - 1) // 2 + rest * often * (often + 1) // 2
    for tried, absent in enumerate(_apart(met, full, missing)):
        turns = [0] * full
        for label in absent:
            for mate in met[label]:
                turns[mate] += 1
        uneven = sum(count * (count - 1) // 2 for count in turns)
        if best is None or uneven < best[0]:
            best = uneven, absent
        if best[0] <= floor or tried >= THINNINGS:
            break
    if best is None:
        return None
    name = {
        label: index for index, label in enumerate(label for label in range(full) if label not in best[1])
    }
    rounds = []
    for tables in whole:
        left = [tuple(name[label] for label in table if label in name) for table in tables]
        rounds.append(tuple(sorted(left, key=len, reverse=True)))
    return best[0], tuple(rounds)


def _apart(met: list[list[int]], full: int, missing: int) -> Iterator[tuple[int, ...]]:
    """Sets of labels that never meet."""
    for labels in combinations(range(full), missing):
        if not any(other in met[one] for one, other in combinations(labels, 2)):
            yield labels
