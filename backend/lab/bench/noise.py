"""Noise between repeats as fio really shows it, and as textbooks have it, for the simulation of `make bench-stats`."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
# (repeats, draws) to an array of draws × repeats with median near 1.
Noise = Callable[[int, int], Floats]

# Measured: logarithms of the IOPS of 80 repeats of one job (fio 3.33, randread 4k, libaio, direct=1, iodepth=4, file on
# a shared virtual disk, 1 s each, other work on the machine), less their mean, over their standard deviation (0.57).
# Skew -3.7: most repeats lie close together, a few are far slower.
MEASURED = (
    -6.042, -4.024, -2.172, -1.763, -1.373, -1.085, -1.005, -0.758, -0.548, -0.498,
    -0.462, -0.422, -0.421, -0.389, -0.364, -0.297, -0.294, -0.222, -0.203, -0.164,
    -0.162, -0.104, -0.066, -0.055, -0.037, -0.026, -0.010, -0.002, 0.010, 0.027,
    0.085, 0.093, 0.095, 0.104, 0.121, 0.128, 0.155, 0.167, 0.177, 0.186,
    0.206, 0.229, 0.305, 0.311, 0.324, 0.327, 0.329, 0.340, 0.359, 0.378,
    0.390, 0.399, 0.425, 0.428, 0.463, 0.497, 0.519, 0.537, 0.542, 0.543,
    0.545, 0.579, 0.584, 0.595, 0.599, 0.617, 0.629, 0.640, 0.645, 0.672,
    0.696, 0.722, 0.743, 0.748, 0.750, 0.759, 0.759, 0.801, 0.828, 0.855,
)  # fmt: skip


def measured(cv: float, random: np.random.Generator) -> Noise:
    """The measured shape, drawn between its quantiles, with this standard deviation of the logarithm."""
    places = (np.arange(len(MEASURED)) + 0.5) / len(MEASURED)

    def draw(repeats: int, draws: int) -> Floats:
        return np.exp(cv * np.interp(random.random((draws, repeats)), places, np.array(MEASURED)))

    return draw


def normal(cv: float, random: np.random.Generator) -> Noise:
    """Symmetric noise, thinner in the tails than anything that was measured."""
    return lambda repeats, draws: np.exp(cv * random.standard_normal((draws, repeats)))


def slowdowns(cv: float, random: np.random.Generator) -> Noise:
    """Never faster than the machine can, exponentially slower: skew -2."""
    return lambda repeats, draws: 1 - cv * (random.standard_exponential((draws, repeats)) - 1)
