"""How bandwidth or IOPS grow with the number of drives: the ideal line, efficiency, the knee, what is promised.

Ideal: the smallest width's value per drive, times the width. The knee: the last width up to which every step brought
at least half of what the ideal line promises.
"""

from collections.abc import Iterable
from itertools import pairwise

from fioboard.engine.answers.series import Scaling

WIDTHS = frozenset({"raid.width", "drive.count"})
KNEE_SHARE = 0.5


def scaling(measured: Iterable[tuple[float, float]]) -> Scaling | None:
    """How medians grow over their number of drives; None below two widths. `measured`: width and median, no zero."""
    known = sorted(measured)
    if len(known) < 2 or known[0][0] <= 0:
        return None
    smallest, at_smallest = known[0]
    each = at_smallest / smallest
    knee = None
    for (width, value), (wider, more) in pairwise(known):
        if more - value < KNEE_SHARE * each * (wider - width):
            knee = width
            break
    return {
        "per_drive": each,
        "ideal": [
            {"x": width, "value": each * width, "efficiency_ratio": value / (each * width)}
            for width, value in known
        ],
        "knee": knee,
    }
