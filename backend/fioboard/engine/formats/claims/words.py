"""What the words of storage people in a heading, a row's label or a caption say about the figures there."""

import re
from dataclasses import dataclass, replace
from typing import Literal

from fioboard.core.run_state import Direction
from fioboard.engine.formats.claims.figures import Unit, read_unit

Pattern = Literal["random", "sequential"]
# How fio spells them, with the direction, in `rw`; the forms below are how people do.
PATTERNS: dict[str, Pattern] = {
    "read": "sequential",
    "write": "sequential",
    "rw": "sequential",
    "randread": "random",
    "randwrite": "random",
    "randrw": "random",
}

_RW = re.compile(
    r"(?<![a-z])(?:rand(?:om)?|rnd|seq(?:uential)?)?[\s_\-.]*(?P<way>reads?|writes?|rd|wr)(?![a-z])",
    re.IGNORECASE,
)
_RANDOM = re.compile(r"(?<![a-z])(?:rand(?:om)?|rnd)(?=$|[^a-z]|read|write)", re.IGNORECASE)
_SEQUENTIAL = re.compile(r"(?<![a-z])seq(?:uential)?(?=$|[^a-z]|read|write)", re.IGNORECASE)
_SIZE = re.compile(
    r"(?:(?<![\w.,])|(?<=seq)|(?<=rnd)|(?<=rand)|(?<=bs=)|(?<=seq_)|(?<=rnd_))(?P<number>\d{1,4})\s?(?P<prefix>[km])(?:i?b)?(?![\w/]|\s?iops)",
    re.IGNORECASE,
)
_DEPTH = re.compile(
    r"(?<![a-z])(?:qd?|iodepth|queue\s?depth|depth)\s?[=:]?\s?(?P<number>\d{1,5})(?!\d)", re.IGNORECASE
)
_JOBS = re.compile(
    r"(?:(?<![a-z])(?:numjobs|jobs|threads)\s?[=:]?\s?|(?<=\d)t|(?<![a-z])t)(?P<number>\d{1,5})(?![\da-z])"
    r"|(?<![\d.])(?P<before>\d{1,5})\s?(?:threads?|jobs?)(?![a-z])",
    re.IGNORECASE,
)
_UNIT = re.compile(
    r"(?<![A-Za-z])(?:[kKM]?\s?IOPS|[KkMGT]?i?(?:B|b|[bB]its?)(?:/s(?:ec)?|ps)|[mnuµμ]s(?:ec)?|[KMG]i?B)(?![A-Za-z])"
)
_BRACKETED = re.compile(r"[(\[]\s*(?P<unit>k|K|M|s|sec)\s*[)\]]")
_IOPS = re.compile(r"(?<![a-z])[km]?iops(?![a-z])|(?<![a-z])io/s", re.IGNORECASE)
_BANDWIDTH = re.compile(
    r"(?<![a-z])(?:bw|bandwidth|throughput|speed|transfer\s?rate)(?![a-z])", re.IGNORECASE
)
_LATENCY = re.compile(
    r"(?<![a-z])(?P<kind>[cs]?)lat(?:ency|encies)?(?![a-z])|(?<![a-z])response\s?time", re.IGNORECASE
)
_AMOUNT = re.compile(
    r"(?<![a-z])(?:size|capacity|ram|memory|file|total|written|transferred|cache)(?![a-z])", re.IGNORECASE
)
_PERCENTILE = re.compile(
    r"(?<![a-z\d.])p(?P<p>50|90|95|99(?:\.\d{1,4})?)(?!\d)|(?<![\d.])(?P<th>50|90|95|99(?:\.\d{1,4})?)\s?(?:th|%)",
    re.IGNORECASE,
)
_EXTREME = re.compile(r"(?<![a-z])(?P<which>min|max|stdev|stddev|median)(?![a-z])", re.IGNORECASE)
_ROLES = {
    "bs": re.compile(r"\W*(?:bs|block\s?size|blocksize|size|i/?o\s?size)\W*", re.IGNORECASE),
    "iodepth": re.compile(r"\W*(?:qd|iodepth|io\s?depth|queue\s?depth|depth|queue)\W*", re.IGNORECASE),
    "numjobs": re.compile(r"\W*(?:jobs|numjobs|threads?|t)\W*", re.IGNORECASE),
}


@dataclass(frozen=True, slots=True)
class Words:
    """What was said; None is not said."""

    metric: str | None = None
    """iops, bw_bytes_per_s, or a latency as lat_mean_ns, clat_p99_ns, …; "other" for one that is not compared."""
    unit: Unit | None = None
    direction: Direction | None = None
    pattern: Pattern | None = None
    bs_bytes: int | None = None
    iodepth: int | None = None
    numjobs: int | None = None
    role: str | None = None
    """Of a heading: bs, iodepth or numjobs, whose values stand in its cells as bare numbers."""
    is_amount: bool = False
    """Of a heading: whether bytes below it are an amount, such as a disk's size, and no rate."""

    def merge(self, other: "Words") -> "Words":
        """Return these words, and where they say nothing those of the other ones."""
        names = ("metric", "unit", "direction", "pattern", "bs_bytes", "iodepth", "numjobs")
        return replace(self, **{n: getattr(other, n) for n in names if getattr(self, n) is None})


def may_name_figures(text: str) -> bool:
    """Whether a heading can name a metric, a unit or a direction: one look at it, before each cell is read."""
    return any(
        pattern.search(text) is not None for pattern in (_UNIT, _IOPS, _RW, _LATENCY, _BANDWIDTH, _BRACKETED)
    )


def read_words(text: str) -> Words:
    """What a heading, label or caption says."""
    text = text[:200]
    unit = _unit(text)
    return Words(
        metric=_metric(text, unit),
        unit=unit,
        direction=_direction(text),
        pattern=_pattern(text),
        bs_bytes=_size(text),
        iodepth=_number(_DEPTH, text),
        numjobs=_number(_JOBS, text),
        role=next((role for role, form in _ROLES.items() if form.fullmatch(text)), None),
        is_amount=_AMOUNT.search(text) is not None,
    )


def read_role_cell(role: str, text: str) -> Words:
    """Read a cell below a heading with this role: 32 below QD."""
    if role == "bs":
        return Words(bs_bytes=_size(text))
    number = int(text) if re.fullmatch(r"\d{1,5}", text.strip()) else None
    return Words(iodepth=number) if role == "iodepth" else Words(numjobs=number)


def _unit(text: str) -> Unit | None:
    units = {match[0].replace(" ", "") for match in _UNIT.finditer(text)}
    if len(units) > 1:
        # "IOPS, MB/s" in one heading: the cell has to say.
        return None
    bracketed = _BRACKETED.search(text)
    if bracketed and units <= {"IOPS", "iops"}:
        return read_unit(bracketed["unit"])
    word = next(iter(units), None)
    return (
        read_unit(f"{word}/s" if word in {"KB", "MB", "GB", "KiB", "MiB", "GiB"} else word) if word else None
    )


def _metric(text: str, unit: Unit | None) -> str | None:
    latency = _LATENCY.search(text)
    percentile = _PERCENTILE.search(text)
    named = [
        name
        for name, form in (("iops", _IOPS), ("bw_bytes_per_s", _BANDWIDTH), ("lat", _LATENCY))
        if form.search(text)
    ]
    if len(named) > 1:
        return None
    kind = (
        named[0]
        if named
        else {"bw": "bw_bytes_per_s", "lat": "lat", "iops": "iops"}.get(unit.kind if unit else "")
    )
    extreme = _EXTREME.search(text)
    if kind != "lat":
        # The smallest and the largest of something are not its mean.
        return "other" if kind and extreme else kind if kind or not percentile else None
    which = f"{(latency['kind'] or '') if latency else ''}lat".lower()
    if percentile:
        return f"{which}_p{(percentile['p'] or percentile['th']).replace('.', '_')}_ns"
    if extreme:
        name = extreme["which"].lower()
        return (
            f"{which}_{name}_ns"
            if name in {"min", "max"}
            else f"{which}_p50_ns"
            if name == "median"
            else "other"
        )
    return f"{which}_mean_ns"


def _direction(text: str) -> Direction | None:
    ways: set[Direction] = {
        "read" if match["way"].lower().startswith("r") else "write" for match in _RW.finditer(text)
    }
    return next(iter(ways)) if len(ways) == 1 else None


def _pattern(text: str) -> Pattern | None:
    is_random, is_sequential = _RANDOM.search(text), _SEQUENTIAL.search(text)
    if bool(is_random) == bool(is_sequential):
        return None
    return "random" if is_random else "sequential"


def _size(text: str) -> int | None:
    sizes = {int(m["number"]) * (1024 if m["prefix"] in "kK" else 1024**2) for m in _SIZE.finditer(text)}
    # 100k and 450k are figures; block sizes are powers of two.
    sizes = {size for size in sizes if size and not size & (size - 1)}
    return next(iter(sizes)) if len(sizes) == 1 else None


def _number(form: re.Pattern[str], text: str) -> int | None:
    numbers = {next(int(group) for group in match.groups() if group) for match in form.finditer(text)}
    return next(iter(numbers)) if len(numbers) == 1 else None
