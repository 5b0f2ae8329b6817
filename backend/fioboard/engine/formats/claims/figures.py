"""A figure as it stands in a cell: digits, what they are worth, and its unit if it has one."""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

_POWER = {"": 0, "k": 3, "w": 4, "\u4e07": 4, "m": 6, "g": 9, "t": 12}
"""The Chinese ten thousand is also typed as the letter that it begins with."""
_NUMBER = re.compile(
    r"[~≈*_`\s]*(?:ca\.?|about|approx\.?)?\s*(?P<number>0,\d{1,9}|[1-9]\d{0,2}(?:,\d{3}){1,4}(?:\.\d{1,9})?"
    r"|\d{1,3}(?:\.\d{3}){1,4},\d{1,9}|\d{1,15},(?:\d{1,2}|\d{4,9})(?!\d)|\d{1,15}(?:\.\d{1,9})?)"
    r"\s?(?P<open>\()?(?P<unit>[A-Za-zµμ/\u4e07]{0,12}(?:\s[A-Za-z]{4})?)(?(open)\))[*_`\s]*"
)
_RATE = re.compile(
    r"(?P<prefix>[kKMGT]?)(?P<binary>i?)(?P<of>B|b|[bB]it|[bB]its|[bB]ytes)(?:/s|ps|/sec|/\s?s)?"
)
_TIMES = {"ns": 0, "nsec": 0, "us": 3, "µs": 3, "μs": 3, "usec": 3, "ms": 6, "msec": 6, "s": 9, "sec": 9}
_IOPS = re.compile(r"(?P<prefix>[kKMw\u4e07]?)\s?(?:iops|io/s|ios/s)", re.IGNORECASE)
# A comma before one, two or more than three digits is a decimal one, and behind a single 0 or points always.
_DECIMAL_COMMA = re.compile(r"0,\d+|[\d.]+,(?:\d{1,2}|\d{4,9})|\d{1,3}(?:\.\d{3})+,\d+")


@dataclass(frozen=True, slots=True)
class Unit:
    """What a figure counts, in base units: IOPS, bytes/s, ns."""

    kind: str
    """iops, bw, lat, or prefix: a bare k or M, of which the heading tells what it counts."""
    text: str
    scale: Decimal
    power: int = 0
    """Of its prefix, as a power of ten: 3 of k, 6 of M."""
    is_binary: bool = False
    is_bits: bool = False

    @property
    def is_per_second(self) -> bool:
        """Whether it says so itself: `MB/s`, and not `MB`."""
        return "/" in self.text or self.text.endswith("ps")


@dataclass(frozen=True, slots=True)
class Figure:
    """`12.9k`: digits 12.9, step 0.1, unit k. Value and step are without the unit."""

    value: Decimal
    step: Decimal
    """One unit of the last digit."""
    rounded_step: Decimal
    """The same when zeros at the end of a whole number may stand for digits left out: 12900 → 100."""
    unit: Unit | None


@lru_cache(maxsize=512)
def read_unit(text: str) -> Unit | None:
    """The unit that a short text is; None when it is none."""
    if text in _TIMES:
        return Unit("lat", text, Decimal(10) ** _TIMES[text], _TIMES[text])
    if text in {"k", "K", "M", "w", "\u4e07"}:
        return Unit("prefix", text, Decimal(10) ** _POWER[text.lower()], _POWER[text.lower()])
    iops = _IOPS.fullmatch(text)
    if iops:
        power = _POWER[iops["prefix"].lower()]
        return Unit("iops", text, Decimal(10) ** power, power)
    rate = _RATE.fullmatch(text)
    if rate is None:
        return None
    power = _POWER[rate["prefix"].lower()]
    is_bits = rate["of"] == "b" or "bit" in rate["of"].lower()
    scale = Decimal(1024) ** (power // 3) if rate["binary"] else Decimal(10) ** power
    return Unit("bw", text, scale / 8 if is_bits else scale, power, bool(rate["binary"]), is_bits)


def read_figure(text: str) -> Figure | None:
    """One figure and nothing else; None for words, several figures, or a unit that is not known."""
    match = _NUMBER.fullmatch(text) if len(text) <= 60 else None
    if match is None:
        return None
    unit = read_unit(match["unit"].strip()) if match["unit"].strip() else None
    if match["unit"].strip() and unit is None:
        return None
    digits = match["number"]
    if _DECIMAL_COMMA.fullmatch(digits):
        digits = digits.replace(".", "").replace(",", ".")
    digits = digits.replace(",", "")
    value = Decimal(digits)
    places = len(digits.partition(".")[2])
    step = Decimal(1).scaleb(-places)
    zeros = len(digits) - len(digits.rstrip("0")) if places == 0 else 0
    # Two digits are always meant.
    zeros = max(0, min(zeros, len(digits) - 2))
    return Figure(value, step, step.scaleb(zeros), unit)
