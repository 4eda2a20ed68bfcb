"""Seating: who sits where in which series, drawn from a seed that people in the hall supply."""

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
