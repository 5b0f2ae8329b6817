"""Numbers as fio's text prints them, with what the printing lost.

≤ 2.16: K, M, G are 1024 (for IOPS 1000), six digits, and a fraction that is no decimal fraction: only the
whole part is right. 2.17–2.19: the same with four digits. 2.20–3.25: three or four digits, a printed `.0`
may be one whole unit too low. Since 3.26: correctly rounded. Source: fio lib/num2str.c at the release tags.
"""

import re
from dataclasses import dataclass
from enum import Enum

from fioboard.engine.formats.fio.model.version import FioVersion

_NUMBER = re.compile(r"^(\d{1,18})(?:\.(\d{1,9}))?\s*([kKMGTPE]?)(i?)$")
_POWERS = {"": 0, "k": 1, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5, "E": 6}
# The list of suffixes lacked T before 2.17: P stood for TiB, E for PiB.
_OLD_POWERS = {**_POWERS, "P": 4, "E": 5}
_NS = {"nsec": 1, "usec": 1_000, "msec": 1_000_000, "sec": 1_000_000_000}


class Rounding(Enum):
    """Which of fio's number printers wrote it."""

    WHOLE_PART = "only the whole part is right"
    LOST_CARRY = "a printed .0 may be one unit too low"
    HALF_STEP = "correctly rounded"


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed number: the value as read, and the bounds [low, high] of the true one."""

    value: float
    low: float
    high: float

    @property
    def is_exact(self) -> bool:
        """A whole number without a suffix lost nothing."""
        return self.low == self.high

    @property
    def bounds(self) -> tuple[float, float] | None:
        """None when exact."""
        return None if self.is_exact else (self.low, self.high)

    def holds(self, value: float, slack: float = 0.0) -> bool:
        """Whether the true value may be this one."""
        return self.low * (1 - slack) - 1 <= value <= self.high * (1 + slack) + 1


def find_rounding(version: FioVersion | None, is_old_style: bool) -> Rounding:
    """Return how a version's printer rounds; without a version, the least exact way of the style."""
    if is_old_style:
        return Rounding.WHOLE_PART
    if version is None:
        return Rounding.LOST_CARRY
    if version.is_older_than(2, 20):
        return Rounding.WHOLE_PART
    return Rounding.HALF_STEP if version.is_at_least(3, 26) else Rounding.LOST_CARRY


def parse_printed(text: str, base: int, rounding: Rounding, is_old_style: bool = False) -> Printed | None:
    """ "35.5k" with base 1000, "139Mi" with base 1024 (an `i` decides for 1024 itself)."""
    match = _NUMBER.match(text.strip())
    if match is None:
        return None
    whole, fraction, suffix, binary = match.groups()
    multiplier = float((1024 if binary else base) ** (_OLD_POWERS if is_old_style else _POWERS)[suffix])
    number = float(f"{whole}.{fraction or 0}")
    if not suffix and fraction is None:
        return Printed(number, number, number)
    if rounding is Rounding.WHOLE_PART and fraction is not None:
        low, high = float(whole), float(whole) + 1
    else:
        step = 10.0 ** -len(fraction or "")
        low, high = number - step / 2, number + step / 2
        if rounding is Rounding.LOST_CARRY and fraction is not None and not int(fraction):
            high = number + 1
    return Printed(number * multiplier, low * multiplier, high * multiplier)


def get_latency_unit_ns(word: str) -> int:
    """Return the ns of a heading's nsec, usec or msec."""
    return _NS[word]


def parse_latency(text: str, unit_ns: int) -> tuple[float, int] | None:
    """(ns, resolution in ns) of "7.40", "2568", "1742.8k": decimal suffixes of the heading's unit.

    A capital K is of fio ≤ 2.16, where only the whole part of a shortened number is right.
    """
    match = _NUMBER.match(text.strip())
    if match is None or match.group(4):
        return None
    whole, fraction, suffix, _ = match.groups()
    multiplier = 1000 ** _POWERS[suffix]
    value = float(f"{whole}.{fraction or 0}") * multiplier * unit_ns
    digits = 0 if suffix == "K" else len(fraction or "")
    step = unit_ns * multiplier // 10**digits if suffix else unit_ns
    return value, max(1, step)
