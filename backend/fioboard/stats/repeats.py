"""How many more runs would tell, from the noise seen.

Sources: sample size of the two-sample t test (J. Cohen, Statistical Power Analysis, 1988, 2.4) with the small-sample
term z²/4 (W. C. Guenther, The American Statistician 35 (1981) 243), on logarithms.
"""

from math import ceil, expm1, log, sqrt

from fioboard.stats.ratio import ALPHA, FEWEST_RUNS
from fioboard.stats.tails import normal_quantile

POWER = 0.9
# Beyond this the honest answer is "no number of repeats you would make".
MOST_WORTH_NAMING = 1_000

_Z = normal_quantile(1 - ALPHA / 2) + normal_quantile(POWER)
_SMALL_SAMPLE = normal_quantile(1 - ALPHA / 2) ** 2 / 4


def runs_to_show(ratio: float, log_noise: float) -> int | None:
    """Runs on each side with which a true difference of `ratio` is found nine times out of ten.

    None when nothing differs or more than 1,000 were needed. `log_noise` as ratio.log_noise gives it.
    """
    effect = abs(log(ratio))
    if effect == 0:
        return None
    needed = max(ceil(2 * (_Z * log_noise / effect) ** 2 + _SMALL_SAMPLE), FEWEST_RUNS)
    return needed if needed <= MOST_WORTH_NAMING else None


def smallest_shown(n_base: int, n_new: int, log_noise: float) -> float:
    """The smallest difference found nine times out of ten with these repeats, as a fraction: 0.05 is 5 %."""
    return expm1(_Z * log_noise * sqrt(1 / n_base + 1 / n_new))
