"""Seating: who sits where in which series, drawn from a seed that people in the hall supply."""

from .draws import draw, draw_all
from .field import table_sizes
from .figures import quality
from .generator import Generator
from .model import Draw, Draws, Method, Plan, Progress, Quality, Seater, SeatingError, Sentence

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
