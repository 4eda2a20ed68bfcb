"""An address as a QR code: lines of black modules, drawn like everything else on a page."""

from __future__ import annotations

import segno

from tournament.documents.drawing import Stroke

# White modules that a reader needs on all sides.
QUIET_ZONE = 4


def qr_stroke(address: str, x: float, y: float, side: float) -> Stroke:
    """The code in a square of `side` mm with its quiet zone; `x` and `y` are the upper left corner."""
    # A fixed mask is made nine times as fast as the best one, and every reader reads it.
    code = segno.make(address, micro=False, mask=2, boost_error=False)
    modules = len(code.matrix) + 2 * QUIET_ZONE
    module = side / modules
    path = []
    for row, line in enumerate(code.matrix):
        top = y + (row + QUIET_ZONE + 0.5) * module
        start = None
        for column, dark in enumerate((*line, 0)):
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                left = x + (start + QUIET_ZONE) * module
                path.append(f"M{left:.3f} {top:.3f}h{(column - start) * module:.3f}")
                start = None
    return Stroke("".join(path), module)
