"""How many runs would tell, from the noise seen.

Source: power of the two-sample t test, from the noncentral t distribution (J. Cohen, Statistical Power Analysis, 1988,
2.4), on logarithms.
"""

from functools import lru_cache
from math import expm1, log, sqrt

import numpy as np

from fioboard.engine.stats.rank import Floats
from fioboard.engine.stats.tails import t_distance
from fioboard.engine.words.limits import MIN_REPEATS

POWER = 0.9
# Beyond this the honest answer is "no number of repeats you would make".
MAX_WORTH_NAMING = 1_000


def runs_to_show(ratio: float, log_noise: float, alpha: float) -> int | None:
    """Runs on each side with which a true difference of `ratio` is found nine times out of ten at level `alpha`.

    None when nothing differs or more than 1,000 were needed. `log_noise` as ratio.log_noise gives it.
    """
    effect = abs(log(ratio))
    if effect == 0:
        return None
    places = np.flatnonzero(_distances(alpha) * log_noise <= effect)
    return MIN_REPEATS + int(places[0]) if len(places) else None


def smallest_shown(n_base: int, n_new: int, log_noise: float, alpha: float) -> float:
    """The smallest difference found nine times out of ten with these repeats, as a fraction: 0.05 is 5 %."""
    distance = float(t_distance(np.array(n_base + n_new - 2.0), alpha, POWER))
    return expm1(distance * log_noise * sqrt(1 / n_base + 1 / n_new))


@lru_cache(maxsize=64)
def _distances(alpha: float) -> Floats:
    """How far apart, in units of the noise, sides of 3, 4, … 1,000 runs must be."""
    runs = np.arange(MIN_REPEATS, MAX_WORTH_NAMING + 1, dtype=np.float64)
    distances: Floats = t_distance(2 * runs - 2, alpha, POWER) * np.sqrt(2 / runs)
    return distances
