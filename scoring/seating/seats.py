"""From tables to a plan: which number a table has, and who sits on which seat."""

from collections.abc import Sequence

from scoring.seating.field import Field, Rounds
from scoring.seating.generator import Generator
from scoring.seating.model import Plan


def plan_of(field: Field, tables: Sequence[Sequence[int]]) -> Plan:
    """The tables in start numbers."""
    return tuple(tuple(field.players[place].number for place in table) for table in tables)


def numbered(field: Field, tables: Sequence[Sequence[int]], generator: Generator) -> list[list[int]]:
    """Give the tables their numbers by lot, and fixed players the table they are fixed to.

    Where fixed players would come to one table, or to one of the wrong size, they change with somebody.
    """
    free: dict[int, list[int]] = {size: [] for size in (4, 3)}
    for index in generator.shuffled(range(field.tables)):
        free[field.sizes[index]].append(index)
    result: list[list[int]] = [[] for _ in field.sizes]
    homeless = []
    for table in tables:
        goals = [field.fixed[place] for place in table if field.fixed[place] in free[len(table)]]
        if goals:
            free[len(table)].remove(goals[0])
            result[goals[0]] = list(table)
        else:
            homeless.append(list(table))
    for table in homeless:
        result[free[len(table)].pop()] = table
    for place, goal in enumerate(field.fixed):
        if goal >= 0 and place not in result[goal]:
            here = next(table for table in result if place in table)
            other = next(other for other in result[goal] if field.fixed[other] != goal)
            here[here.index(place)] = other
            result[goal][result[goal].index(other)] = place
    return result


def seated(field: Field, rounds: Rounds, generator: Generator) -> tuple[Plan, ...]:
    """Give the seats by lot, but seat 1 so that nobody has it often while table mates have it rarely."""
    had = list(field.firsts)
    tables = [table for tables in rounds for table in tables]
    firsts = []
    for table in tables:
        first = min(generator.shuffled(sorted(table)), key=lambda place: had[place])
        firsts.append(first)
        had[first] += 1
    _level(tables, firsts, had)
    plans = []
    position = 0
    for series in rounds:
        plan = []
        for table in series:
            first = firsts[position]
            plan.append([first, *generator.shuffled(sorted(place for place in table if place != first))])
            position += 1
        plans.append(plan_of(field, plan))
    return tuple(plans)


def _level(tables: Sequence[Sequence[int]], firsts: list[int], had: list[int]) -> None:
    """Hand seat 1 on, from table to table, from who has it most to who has it at least twice less."""
    held: dict[int, list[int]] = {}
    for index, first in enumerate(firsts):
        held.setdefault(first, []).append(index)
    for place in sorted(held, key=lambda place: -had[place]):
        while chain := _chain(tables, held, had, place):
            for index, taker in chain:
                held[firsts[index]].remove(index)
                held.setdefault(taker, []).append(index)
                firsts[index] = taker
            had[place] -= 1
            had[chain[-1][1]] += 1


def _chain(
    tables: Sequence[Sequence[int]], held: dict[int, list[int]], had: list[int], place: int
) -> list[tuple[int, int]]:
    """The shortest chain of (table, who takes seat 1 there) that relieves the player; empty if none does."""
    came: dict[int, tuple[int, int]] = {}
    queue = [place]
    for giver in queue:
        for index in held.get(giver, ()):
            for taker in tables[index]:
                if taker == place or taker in came:
                    continue
                came[taker] = index, giver
                queue.append(taker)
                if had[taker] <= had[place] - 2:
                    chain = []
                    while taker != place:
                        table, giver = came[taker]
                        chain.append((table, taker))
                        taker = giver
                    return chain[::-1]
    return []
