"""Figures as people read them in sentences: three significant digits, decimal prefixes, one spelling a quantity.

The front end's twin is lib/units.ts; both are tested with the cases of frontend/src/test/figures.json. Unknown values
have no figure: callers leave them out, nothing here turns them into 0.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import groupby

_Steps = Sequence[tuple[float, str]]

_BANDWIDTH: _Steps = ((1, "B/s"), (1e3, "kB/s"), (1e6, "MB/s"), (1e9, "GB/s"), (1e12, "TB/s"))
_SIZE: _Steps = ((1, "B"), (1e3, "kB"), (1e6, "MB"), (1e9, "GB"), (1e12, "TB"), (1e15, "PB"))
_LATENCY: _Steps = ((1, "ns"), (1e3, "µs"), (1e6, "ms"), (1e9, "s"))
_ENERGY: _Steps = ((1e-12, "mJ/GB"), (1e-9, "J/GB"), (1e-6, "kJ/GB"))
_OPERATIONS: _Steps = ((1, ""), (1e3, "k"), (1e6, "M"), (1e9, "G"))
# Up to here a unit is kept: 999.7k would be read as "1000k".
_SWITCH = 999.5
_SECONDS_UP_TO_MS = 119_500
EN_DASH = "\N{EN DASH}"


def format_bandwidth(bytes_per_s: float) -> str:
    """Format a bandwidth: `6.84 GB/s`, `885 MB/s`."""
    return _scale(bytes_per_s, _BANDWIDTH)


def format_iops(iops: float) -> str:
    """Format a rate of operations as fio writes it: `759k`, `12.9k`, `822`, `1.40M`."""
    return _scale(iops, _OPERATIONS).replace(" ", "")


def format_latency(ns: float) -> str:
    """Format a latency: `71.4 µs`, `7.75 ms`."""
    return _scale(ns, _LATENCY)


def format_latency_tick(ns: float) -> str:
    """Format a latency that somebody chose, without trailing zeros: `5 ms`, `50 µs`."""
    number, _, unit = format_latency(ns).partition(" ")
    return f"{number.rstrip('0').rstrip('.') if '.' in number else number} {unit}"


def format_bytes(size: float) -> str:
    """Format an amount of data: `65.5 GB`, `512 MB`."""
    return _scale(size, _SIZE)


def format_count(count: float) -> str:
    """Format a count with its thousands: `1,240`."""
    rounded = Decimal(count).quantize(Decimal("0.001"), ROUND_HALF_UP)
    return f"{rounded:,f}".rstrip("0").rstrip(".")


def format_things(count: int, thing: str, things: str | None = None) -> str:
    """Format a count with what it counts: `1 run`, `1,240 runs`, `2 entries`; `things` is a plural of its own."""
    return f"{format_count(count)} {thing if count == 1 else things or f'{thing}s'}"


def format_inner_title(title: str) -> str:
    """Begin a title small within a sentence, unless it is an abbreviation: `kernel`, `CPU affinity`."""
    return title[:1].lower() + title[1:] if title[1:2].islower() else title


def format_energy(joules_per_byte: float) -> str:
    """Format an energy per amount of data: `1.92 J/GB`, `840 mJ/GB`."""
    return _scale(joules_per_byte, _ENERGY)


def format_percent(percent: float) -> str:
    """Format percent: `9.2 %`, `100 %`."""
    places = 0 if abs(percent) >= 99.95 else 1
    rounded = Decimal(percent).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    text = f"{rounded:f}"
    return f"{text.rstrip('0').rstrip('.') if places else text} %"


def format_runtime(ms: float) -> str:
    """Format how long something ran: `480 ms`, `60.0 s`, `5 min`, `16 min 40 s`, `1 h 2 min`."""
    if ms < _SWITCH:
        return f"{_round(ms)} ms"
    if ms < _SECONDS_UP_TO_MS:
        return f"{_round(ms / 1000)} s"
    seconds = int(Decimal(ms / 1000).quantize(Decimal(1), ROUND_HALF_UP))
    parts = ((seconds // 3600, "h"), (seconds // 60 % 60, "min"), (seconds % 60, "s"))
    return " ".join(f"{value} {unit}" for value, unit in [part for part in parts if part[0] > 0][:2])


def format_figure(value: float, unit: str) -> str:
    """Format a value in its base unit: `12.9k IOPS`, `6.84 GB/s`, `7.75 ms`, `93.1 %`, `1.92 J/GB`, `420 IOPS/W`."""
    if unit in {"IOPS", "IOPS/W"}:
        return f"{format_iops(value)} {unit}"
    formatted = _FORMATS.get(unit)
    return f"{_round(value)} {unit}".strip() if formatted is None else formatted(value)


def format_range(low: str, high: str) -> str:
    """Join both ends of a range that are formatted alike: `13.3–14.4 GB/s`; one figure where they read the same."""
    number, _, unit = low.partition(" ")
    if low == high:
        return high
    is_shared = unit != "" and high.endswith(f" {unit}")
    return f"{number if is_shared else low}{EN_DASH}{high}"


def format_numbers(numbers: Iterable[int]) -> str:
    """Format a list of whole numbers with its runs as ranges: `4–7`, `0, 2–4`."""
    spans = []
    for _, span in groupby(enumerate(sorted(set(numbers))), lambda item: item[1] - item[0]):
        members = [number for _, number in span]
        if len(members) > 2:
            spans.append(f"{members[0]}{EN_DASH}{members[-1]}")
        else:
            spans += map(str, members)
    return ", ".join(spans)


def _scale(value: float, steps: _Steps) -> str:
    size = abs(value)
    factor, unit = next((step for step in steps if size / step[0] < _SWITCH), steps[-1])
    number = str(int(value)) if factor == 1 and value == int(value) else _round(value / factor)
    return f"{number} {unit}".strip()


def _round(value: float) -> str:
    """Round to three significant digits below 1000: `8.40`, `71.4`, `822`; below 1 without trailing zeros: `0.5`."""
    size = abs(value)
    if size == 0:
        return "0"
    for least, places in ((99.95, 0), (9.995, 1), (0.9995, 2)):
        if size >= least:
            return f"{Decimal(value).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP):f}"
    place = Decimal(value).adjusted() - 2
    return f"{Decimal(value).quantize(Decimal(1).scaleb(place), ROUND_HALF_UP).normalize():f}"


_FORMATS: Mapping[str, Callable[[float], str]] = {
    "bytes/s": format_bandwidth,
    "ns": format_latency,
    "%": format_percent,
    "share": lambda share: format_percent(100 * share),
    "J/byte": format_energy,
}
