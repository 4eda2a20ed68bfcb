"""Seating: who sits where in which series, drawn from a seed that people in the hall supply.

``model`` and ``sentences`` hold the values, ``checks`` what is asked first, ``field`` the players by place. A draw
without rematches puts the players (``labels``, ``construct``) into series known to be free of them (``structures``,
``starters``) and mends the rest by exchanges (``search``, counted by ``meter``); ``ranked`` seats by standing and by
tandem, ``seats`` numbers tables and gives seats, ``figures``, ``limits`` and ``notes`` say how good the plan is.
Steps, never time, bound a search, and the only chance is ``generator``: the same input gives the same plan anywhere.
"""

from scoring.seating.checks import table_sizes
from scoring.seating.draws import draw, draw_all
from scoring.seating.figures import quality
from scoring.seating.generator import Generator
from scoring.seating.model import Draw, Draws, Method, Plan, Progress, Quality, Seater
from scoring.seating.sentences import SeatingError, Sentence

__all__ = [
    "Draw",
    "Draws",
    "Generator",
    "Method",
    "Plan",
    "Progress",
    "Quality",
    "Seater",
    "SeatingError",
    "Sentence",
    "draw",
    "draw_all",
    "quality",
    "table_sizes",
]
