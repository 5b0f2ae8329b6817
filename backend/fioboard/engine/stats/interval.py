"""What repeats say about a mean: Student's t-interval."""

from math import sqrt

from fioboard.engine.stats.rank import Floats
from fioboard.engine.stats.tails import t_quantile
from fioboard.engine.words.limits import MIN_REPEATS


def mean_ci95(values: Floats) -> tuple[float, float] | None:
    """95 % interval of the mean of independent values; None below three, where it would say nothing.

    Source: Student (1908): mean ± t(0.975, n − 1) · s / √n.
    """
    n = len(values)
    if n < MIN_REPEATS:
        return None
    half = t_quantile(n - 1, 0.975) * float(values.std(ddof=1)) / sqrt(n)
    mean = float(values.mean())
    return mean - half, mean + half
