"""Numbers as other tools print them: with a point or a comma, rounded, with decimal or binary prefixes."""

import re
import string
from collections.abc import Mapping
from typing import Final

from fioboard.engine.formats.fio.model.reading import Latency
from fioboard.engine.formats.fio.text.numbers import Printed

NUMBER: Final = r"\d{1,15}(?:[.,]\d{1,9})?"
"""A pattern of a printed number; the comma is the decimal one of many languages, never a mark of thousands."""
SIZE_UNITS: Final = {
    "B": 1, "kB": 10**3, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12, "PB": 10**15,
    "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40, "PiB": 2**50,
}  # fmt: skip
TIME_UNITS_NS: Final = {
    "ns": 1, "us": 1_000, "µs": 1_000, "μs": 1_000, "ms": 1_000_000, "s": 1_000_000_000,
    "min": 60_000_000_000, "hour": 3_600_000_000_000, "day": 86_400_000_000_000,
}  # fmt: skip
DECIMAL_PREFIXES: Final = {"": 1, "k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9}
_NUMBER = re.compile(rf"(?P<number>{NUMBER})(?:[eE](?P<exponent>[-+]?\d{{1,2}}))?")
_LETTERS = string.ascii_letters + "µμ"
_MAX_VALUE = 2**63


def read_amount(text: str, unit: float = 1, *, is_cut: bool = False) -> Printed | None:
    """A printed number times its unit, with the bounds of what was printed as this; None beyond any measurement.

    `is_cut`: the tool cuts digits off instead of rounding to the nearest.
    """
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        return None
    whole, _, fraction = match["number"].replace(",", ".").partition(".")
    scale = unit * 10.0 ** int(match["exponent"] or 0)
    number, step = float(f"{whole}.{fraction or 0}"), 10.0 ** -len(fraction)
    low, high = (number, number + step) if is_cut else (max(0.0, number - step / 2), number + step / 2)
    if not high * scale < _MAX_VALUE:
        return None
    return Printed(number * scale, low * scale, high * scale)


def read_size(text: str) -> Printed | None:
    """ "7.66 MiB", "523MiB/s", "64 KB": bytes, or bytes per second."""
    return _read_with_unit(text.removesuffix("/s"), SIZE_UNITS)


def read_duration_ns(text: str) -> Printed | None:
    """ "3.57 ms", "1 min": nanoseconds."""
    return _read_with_unit(text, TIME_UNITS_NS)


def read_count(text: str) -> Printed | None:
    """ "1.96 k", "75.7k", "742": a number of operations, with prefixes of powers of 1000."""
    return _read_with_unit(text, DECIMAL_PREFIXES)


def _read_with_unit(text: str, units: Mapping[str, int]) -> Printed | None:
    """Read a number that ends in one of these units; None when it does not."""
    number = text.strip().rstrip(_LETTERS)
    unit = units.get(text.strip()[len(number) :])
    return None if unit is None else read_amount(number.rstrip(), unit)


def read_thousands(text: str) -> int | None:
    """ "1,651,420": a whole number with marks of thousands."""
    digits = text.strip().replace(",", "")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 18 else None


def get_bounds(amount: Printed | None) -> tuple[float, float] | None:
    """Return [low, high) of what the tool rounded, None of None."""
    return None if amount is None else amount.bounds


def build_latency(
    unit_ns: float,
    *,
    minimum: str | None = None,
    mean: str | None = None,
    stddev: str | None = None,
    maximum: str | None = None,
    percentiles: dict[str, str] | None = None,
    n: int | None = None,
    reason: str = "the tool prints none",
) -> Latency | None:
    """Build a latency of printed numbers that share a unit; None when not one of them is a number."""
    texts = (minimum, mean, stddev, maximum)
    low, middle, spread, high = (None if text is None else read_amount(text, unit_ns) for text in texts)
    ranks = {key: read_amount(text, unit_ns) for key, text in (percentiles or {}).items()}
    values = {key: round(one.value) for key, one in ranks.items() if one is not None and one.value}
    # No request takes no time: a printed 0 was rounded away.
    low, middle, high = (one if one is not None and one.value else None for one in (low, middle, high))
    printed = [one for one in (low, middle, spread, high) if one is not None]
    if not (low or middle or high or values):
        return None
    return Latency(
        n=n,
        min_ns=None if low is None else round(low.value),
        mean_ns=None if middle is None else middle.value,
        stddev_ns=None if spread is None else spread.value,
        max_ns=None if high is None else round(high.value),
        percentiles=values,
        percentiles_reason=None if values else reason,
        resolution_ns=_find_resolution(printed),
        percentile_resolution_ns=_find_resolution([one for one in ranks.values() if one is not None]),
    )


def _find_resolution(printed: list[Printed]) -> int:
    """Return the widest step of the numbers, in whole ns."""
    return max((max(1, round(one.high - one.low)) for one in printed), default=1)
