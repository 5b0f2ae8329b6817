"""How many digits of a ratio are worth printing: as many as the width of its interval supports.

A digit that the noise has made up is a claim. The rule is the Particle Data Group's (Review of Particle Physics,
introduction, "Rounding"): of the half-width two digits stand when they are at most 35, else one; the ratio and both
ends stop at that place. So rounding moves an end by less than a seventh of the half-width.
"""

from collections.abc import Sequence
from math import floor, log10

# Of the half-width's first digits, 3.5 for 35: up to here a second one stands.
TWO_DIGITS_UP_TO = 3.54
# The figures beside it have four digits themselves.
MAX_DECIMALS = 4


def decimals(ratio: float, ci95: Sequence[float] | None) -> int:
    """Decimals of a ratio above zero and of its interval, the same for all three; in percent two fewer.

    Without an interval nothing is known of the noise: two digits of the change, and none finer than a percent. Nothing
    is printed as 0, nor an end that leaves out 1 as 1, as far as MAX_DECIMALS go.
    """
    if ci95 is None:
        change = abs(ratio - 1)
        wanted = 2 if change < 0.1 else 1 - floor(log10(change) + 1e-9)  # 2.0 is not 1.9999999
        return _restrict(max(wanted, -floor(log10(ratio))))
    low, high = ci95
    half = (high - low) / 2
    if half <= 0:
        return MAX_DECIMALS
    place = floor(log10(half))
    wanted = max(1 - place if half / 10**place <= TWO_DIGITS_UP_TO else -place, -floor(log10(low)))
    nearest = low if low > 1 else high
    while (low > 1 or high < 1) and wanted < MAX_DECIMALS and round(nearest, max(wanted, 0)) == 1:
        wanted += 1
    return _restrict(wanted)


def _restrict(wanted: int) -> int:
    return min(max(wanted, 0), MAX_DECIMALS)
