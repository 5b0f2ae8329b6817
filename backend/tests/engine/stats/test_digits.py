"""How many digits of a ratio its interval carries: a table worked out by hand."""

from hypothesis import given
from hypothesis import strategies as st

from fioboard.engine.stats.digits import MAX_DECIMALS, decimals
from tests.loops import check_each


@check_each(
    "ratio, ci95, places",
    [
        (0.671, (0.655, 0.688), 3),  # half-width 0.0165: 17 thousandths
        (1.100, (1.092, 1.108), 3),  # 0.008: one digit
        (1.10, (1.06, 1.14), 2),  # 0.04
        (1.10, (1.065, 1.135), 3),  # 0.035: two digits
        (1.10, (1.0640, 1.1360), 2),  # 0.036: one
        (1.1, (0.7, 1.7), 1),  # 0.5
        (6.1, (2.0, 18.0), 0),  # 8
        (150, (20, 1000), 0),
        (3.0, (2.97, 3.03), 3),
        (0.36, (0.04, 3.24), 2),  # 1.6 would allow one, which made 0.04 a zero
        (1.2, (1.0004, 1.4), 4),  # better: the end that leaves out 1 is not printed as 1.00
        (0.83, (0.71, 0.996), 3),
        (0.97, (0.94, 0.996), 3),  # 0.028: three anyway
        (1.15, (0.996, 1.3), 2),  # 1 lies within: 1.00 says nothing else
        (1.0, (1.0, 1.0), MAX_DECIMALS),
        (1.000001, (1.000001, 1.000002), MAX_DECIMALS),
        (0.6704, None, 2),
        (0.067, None, 2),
        (0.0067, None, 3),  # a change of 99 %, and yet no zero
        (1.04, None, 2),
        (1.0, None, 2),
        (1.45, None, 2),
        (3.2204, None, 1),  # +220 %
        (12.34, None, 0),
        (150.4, None, 0),
        (2958.0, None, 0),
    ],
)
def test_decimals_that_the_interval_supports(
    ratio: float, ci95: tuple[float, float] | None, places: int
) -> None:
    assert decimals(ratio, ci95) == places


@given(st.floats(0.01, 100), st.floats(1.0001, 50))
def test_rounding_moves_an_end_by_less_than_a_seventh_of_the_half_width(low: float, width: float) -> None:
    high = low * width
    places = decimals((low * high) ** 0.5, (low, high))
    half = (high - low) / 2
    assert places == MAX_DECIMALS or 0.5 * 10**-places <= half / 7 or half > 3.5
