"""Numbers as datasheets and shop pages print them: `1,400,000`, `1.000K`, `7,4`. What can be read two ways is not."""

import re
from dataclasses import dataclass
from decimal import Decimal

from fioboard.engine.hardware.datasheets import sentences
from fioboard.engine.hardware.datasheets.card import Metric

NUMBER = r"\d+(?:[.,\u2009\u202f' ]\d{3})*(?:[.,]\d+)?"
_GROUPED = re.compile(r"\d{1,3}(?:([.,\u2009\u202f' ])\d{3})(?:\1\d{3})*(?:[.,]\d+)?")
_TIMES = {
    **dict.fromkeys(("k", "tsd", "thousand", "tausend"), 1_000),
    **dict.fromkeys(("m", "mio", "million", "millionen"), 1_000_000),
}
MULTIPLE = r"tsd\.?|thousand|tausend|millionen|million|mio\.?|[km]"
# What is left of a row once its figures are taken out: a multiple here is of a figure that was read without it.
STRAY_MULTIPLE = re.compile(
    rf"(?<![\w.])(?:{MULTIPLE}|mil|mn|mill\.?|x\s?10+|×\s?10+)(?!\w|\.\d)", re.IGNORECASE
)
# Of bytes and seconds in base units; a datasheet's MB is decimal unless it says MiB. A small b is a bit.
_WORTH: dict[str, tuple[Metric, Decimal]] = {
    **{f"{p}B": ("bw_bytes_per_s", Decimal(10) ** n) for p, n in (("k", 3), ("K", 3), ("M", 6), ("G", 9))},
    **{f"{p}iB": ("bw_bytes_per_s", Decimal(2) ** n) for p, n in (("K", 10), ("M", 20), ("G", 30))},
    "ns": ("lat_ns", Decimal(1)),
    **dict.fromkeys(("us", "µs", "μs", "usec", "µsec", "microseconds"), ("lat_ns", Decimal(1_000))),
    **dict.fromkeys(("ms", "msec"), ("lat_ns", Decimal(1_000_000))),
}
_PER_SECOND = r"[kKMG]i?B(?:/s(?:ec)?|ps)"
UNIT = (
    r"(?:(?P<prefix>[kKM])?(?P<iops>IOPS|IOps|iops|IO/s|I/Os/s)"
    rf"|(?P<rate>{_PER_SECOND})|(?P<time>ns|[uµμ]s(?:ec)?|ms(?:ec)?|microseconds))(?![a-zA-Z])"
)


class Ambiguous(ValueError):
    """A number that can be read two ways; its text says which."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as it was printed: of which metric, and what one of it is in the metric's base unit."""

    metric: Metric
    worth: Decimal


def read_unit(match: re.Match[str]) -> Unit:
    """Read the unit of a match of UNIT."""
    if match["iops"]:
        return Unit("iops", Decimal(_TIMES[match["prefix"].casefold()] if match["prefix"] else 1))
    if match["time"]:
        return Unit(*_WORTH[match["time"]])
    return Unit(*_WORTH[re.sub(r"/s(ec)?$|ps$", "", match["rate"])])


def read_value(text: str, multiple: str | None, unit: Unit, *, is_german: bool = False) -> float:
    """Read a number in the metric's base unit. Raises Ambiguous.

    A mark before three digits groups thousands in one language and begins the fraction in another: twice the same mark,
    or a fraction behind it, tells which. Else a comma groups in English, unless the number would be larger than
    anything that exists, and a point groups in German; the other one is not read.
    """
    times = Decimal(_TIMES[multiple.casefold().rstrip(".")] if multiple else 1)
    return float(_plain(text, unit, times, "." if is_german else ",") * times * unit.worth)


def _plain(text: str, unit: Unit, times: Decimal, grouping: str) -> Decimal:
    grouped = _GROUPED.fullmatch(text)
    if grouped is None or text.startswith("0"):
        return Decimal(text.replace(",", "."))
    mark = grouped[1]
    whole, _, rest = text.rpartition(mark)
    other = "." if mark == "," else ","
    if other in rest:
        return Decimal(text.replace(mark, "").replace(other, "."))
    if mark in " \u2009\u202f'" or text.count(mark) > 1:
        return Decimal(text.replace(mark, ""))
    as_whole, as_fraction = Decimal(text.replace(mark, "")), Decimal(f"{whole}.{rest}")
    if mark != grouping or as_whole * times * unit.worth > _MOST[unit.metric]:
        raise Ambiguous(
            sentences.AMBIGUOUS(text=text, as_fraction=f"{as_fraction:f}", as_whole=f"{as_whole:f}")
        )
    return as_whole


# Ten times what the fastest drive or volume is rated; of a latency the longest that is printed in such units.
_MOST: dict[Metric, Decimal] = {
    "iops": Decimal(100_000_000),
    "bw_bytes_per_s": Decimal(300_000_000_000),
    "lat_ns": Decimal(10_000_000_000),
    "slc_cache_bytes": Decimal(0),
}
