"""Tails and quantiles of the normal and of Student's t distribution."""

from statistics import NormalDist

_NORMAL = NormalDist()


def normal_quantile(p: float) -> float:
    """The value below which a standard normal variable stays with probability `p`."""
    return _NORMAL.inv_cdf(p)


def normal_below(z: float) -> float:
    """Probability that a standard normal variable is below `z`."""
    return _NORMAL.cdf(z)


# scipy is imported when the first comparison needs it: 30 MB in every worker, which most never ask for.


def t_quantile(freedom: float, p: float) -> float:
    """The value below which Student's t stays with probability `p`."""
    from scipy.special import stdtrit  # noqa: PLC0415

    return float(stdtrit(freedom, p))


def t_below(freedom: float, t: float) -> float:
    """Probability that Student's t is below `t`."""
    from scipy.special import stdtr  # noqa: PLC0415

    return float(stdtr(freedom, t))
