"""Several questions at once: p values adjusted so that all claims together err in at most one of twenty comparisons.

Source: S. Holm, Scandinavian Journal of Statistics 6 (1979) 65.
"""

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p values in the given order; compare each with the level wanted for all of them together."""
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    for rank, i in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = largest
    return adjusted
