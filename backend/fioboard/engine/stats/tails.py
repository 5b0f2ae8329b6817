"""Tails and quantiles of the normal and of Student's t distribution."""

from statistics import NormalDist

import numpy as np
import numpy.typing as npt

_NORMAL = NormalDist()


def normal_quantile(p: float) -> float:
    """The value below which a standard normal variable stays with probability `p`."""
    return _NORMAL.inv_cdf(p)


def compute_normal_cdf(z: float) -> float:
    """Compute the probability that a standard normal variable is below `z`."""
    return _NORMAL.cdf(z)


# scipy is imported when the first comparison needs it: 30 MB in every worker, which most never ask for.


def load() -> None:
    """Imports scipy, which takes half a second: for who waits for something else and knows that it will be needed."""
    import scipy.special  # noqa: F401, PLC0415 - late, see above


def t_quantile(freedom: float, p: float) -> float:
    """The value below which Student's t stays with probability `p`."""
    from scipy.special import stdtrit  # noqa: PLC0415 - late, see above

    return float(stdtrit(freedom, p))


def t_distance(freedom: npt.NDArray[np.float64], alpha: float, power: float) -> npt.NDArray[np.float64]:
    """In standard errors: the difference that a two-sided t test at level `alpha` finds with this probability."""
    from scipy.special import nctdtrinc, stdtrit  # noqa: PLC0415 - late, see above

    distances: npt.NDArray[np.float64] = nctdtrinc(freedom, 1 - power, stdtrit(freedom, 1 - alpha / 2))
    return distances


def compute_t_cdf(freedom: float, t: float) -> float:
    """Compute the probability that Student's t is below `t`."""
    from scipy.special import stdtr  # noqa: PLC0415 - late, see above

    return float(stdtr(freedom, t))
