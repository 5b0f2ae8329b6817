"""How well the mean of some repeats is known: the 95 % interval by Student's t distribution. Pure."""

from __future__ import annotations

import math
import statistics
from typing import Optional, Sequence

CONFIDENCE = 0.95


def compute_half_width_ratio(values: Sequence[float]) -> Optional[float]:
    """Return half of the 95 % interval of the mean, as a share of the mean (0.05 = mean ± 5 %). None with fewer than
    two values, and for a mean of zero.

    None with fewer than two values, and for a mean of zero.
    """
    half = compute_half_width(values)
    mean = statistics.fmean(values) if values else 0.0
    return None if half is None or mean == 0 else half / abs(mean)


def compute_half_width(values: Sequence[float]) -> Optional[float]:
    """Return half of the 95 % interval of the mean, in the unit of the values; None with fewer than two."""
    count = len(values)
    if count < 2:
        return None
    return compute_student_t(count - 1) * statistics.stdev(values) / math.sqrt(count)


def compute_student_t(freedom: int) -> float:
    """Return the value that |t| stays below with probability 0.95, for a whole number of degrees of freedom >= 1."""
    low, high = 0.0, 20.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if _compute_probability(middle, freedom) < CONFIDENCE else (low, middle)
    return (low + high) / 2


def _compute_probability(limit: float, freedom: int) -> float:
    """Return P(|t| <= limit): the finite sums for whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and
    26.7.4).
    """
    angle = math.atan(limit / math.sqrt(freedom))
    cosine, sine = math.cos(angle), math.sin(angle)
    if freedom == 1:
        return 2 * angle / math.pi
    is_odd = freedom % 2 == 1
    term = cosine if is_odd else 1.0
    total = term
    for step in range(3 if is_odd else 2, freedom - 1, 2):
        term *= cosine * cosine * (step - 1) / step
        total += term
    return 2 / math.pi * (angle + sine * total) if is_odd else sine * total
