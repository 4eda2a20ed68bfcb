"""Counts the steps of a search, so that steps and never time decide when it ends."""

from collections.abc import Callable

from scoring.seating.model import Plan, Progress

REPORT_EVERY = 64


class Meter:
    """The steps done, the steps allowed, and somebody who may stop the search."""

    __slots__ = ("_bound", "_progress", "_stopped", "steps")

    def __init__(self, bound: int, progress: Progress | None = None) -> None:
        self.steps = 0
        self._bound = bound
        self._progress = progress
        self._stopped = False

    def step(self, best: Callable[[], Plan]) -> bool:
        """Count one more step, or say that there are no more; `best` is the plan to report.

        >>> meter = Meter(2)
        >>> [meter.step(tuple) for _ in range(3)], meter.steps
        ([True, True, False], 2)
        """
        if self._stopped or self.steps >= self._bound:
            return False
        if self._progress is not None and self.steps % REPORT_EVERY == 0:
            self._stopped = not self._progress(self.steps, best())
            if self._stopped:
                return False
        self.steps += 1
        return True
