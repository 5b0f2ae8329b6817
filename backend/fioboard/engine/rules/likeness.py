"""Compare figures with what classes of devices give: never what a device is, only what gives such figures."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from fioboard.core.figures import format_figure, format_range
from fioboard.core.sentence import Sentence
from fioboard.engine.factors.workload import SPOKEN_PATTERNS
from fioboard.engine.formats.fio.model.reading import Result
from fioboard.engine.hardware.inventory.path import VIRTUAL
from fioboard.engine.rules.depth import PACING, count_asked, spell_depth
from fioboard.engine.rules.device_classes import (
    TOLERANCE,
    ClassFigure,
    DeviceClass,
    Hardware,
    join_titles,
    load_device_classes,
    load_sold_limits,
)
from fioboard.engine.rules.sentences.verdicts import (
    ABOUT,
    ABOVE,
    AGREE,
    BELOW,
    BETWEEN,
    FORMER_ABOUT,
    FORMER_ABOVE,
    FORMER_BELOW,
    FORMER_BETWEEN,
    FORMER_PUBLISHED_ABOVE,
    FORMER_PUBLISHED_BELOW,
    FORMER_PUBLISHED_BETWEEN,
    FORMER_RANGE,
    FORMER_RANGE_AROUND,
    FORMER_UP_TO,
    FORMER_UP_TO_N,
    LOOKS,
    ONE,
    RANGE,
    RANGE_AROUND,
    SEVERAL,
)

HEADLINES = (
    ONE, SEVERAL, LOOKS, BETWEEN, ABOVE, BELOW,
    FORMER_PUBLISHED_BETWEEN, FORMER_PUBLISHED_ABOVE, FORMER_PUBLISHED_BELOW,
    FORMER_BETWEEN, FORMER_ABOVE, FORMER_BELOW,
)  # fmt: skip
TEXTS = (
    *HEADLINES, RANGE, RANGE_AROUND, ABOUT,
    FORMER_UP_TO_N, FORMER_RANGE, FORMER_RANGE_AROUND, FORMER_UP_TO, FORMER_ABOUT,
)  # fmt: skip
"""What may stand behind a sentence: likeness itself, too, where something better is known."""

DURABLE = "durable write"
# From so many figures on that agree a sentence says "looks like".
MANY = 3
# More ranges behind a sentence are a table, and the documents have it.
MAX_RANGES = 3
_SMALL_BLOCK = 4096
_LARGE_BLOCK = 512 * 1024
# Writes that wait are compared from half to twice the block.
_DURABLE_BLOCKS = range(_SMALL_BLOCK // 2, 2 * _SMALL_BLOCK + 1)
# A ramp and a delay are over before anything is measured.
SLOWING = frozenset(PACING) - {"ramp_time", "startdelay"}
_PUBLISHED = "published figures for"
# Of stored answers.
FORMER_SOURCES = frozenset(
    {
        "slow disks 80 MB/s (OpenShift assisted installer, pull request 392); Seagate Exos, half of a dual actuator's "
        "554 MB/s (ComputerBase, 2022-11)",
        "Seagate Exos 2X14, half of two actuators' 304 IOPS",
        "Seagate Exos 2X18, half of two actuators' 560 IOPS (Tom's Hardware)",
        "datasheets: Intel S4500, S4600 72,000 IOPS; S3700 75,000; Kingston DC600M 94,000; Samsung 870 EVO 98,000",
        "datasheets: Intel S4500 33,000 IOPS; S3700 36,000; S4600, DC600M 65,000; Samsung 870 EVO 88,000 fresh",
    }
)


@dataclass(frozen=True, slots=True)
class Observation:
    """One figure that classes have, too."""

    kind: str
    rw: str
    in_flight: int
    value: float
    """IOPS of random I/O, bytes/s of sequential I/O, ns of a durable write."""
    depth: str = "1"
    """Of each job, as a sentence says it."""

    @property
    def what(self) -> str:
        """What it is of, as a sentence says it."""
        spoken = SPOKEN_PATTERNS[self.rw]
        return DURABLE if self.kind == "durable" else f"{spoken} 4 KiB" if self.rw in _RANDOM else spoken

    @property
    def unit(self) -> str:
        """The base unit of its value."""
        return "ns" if self.kind == "durable" else "IOPS" if self.rw.startswith("rand") else "bytes/s"

    def is_comparable(self, figure: ClassFigure) -> bool:
        """Whether a class's figure is of the same workload."""
        if (figure.kind, figure.rw) != (self.kind, self.rw):
            return False
        return (
            figure.iodepth <= self.in_flight if self.unit == "bytes/s" else figure.iodepth == self.in_flight
        )


@dataclass(frozen=True, slots=True)
class Likeness:
    """What figures look like: one sentence, and what the classes in it give."""

    sentence: Sentence
    text: tuple[Sentence, ...]
    overall: Sentence | None = None
    """How many figures fit the same classes; None where only one does."""


def list_words() -> frozenset[str]:
    """List what a sentence may name: classes and sold volumes, with and without their articles, and workloads."""
    titles = {
        title
        for device in load_device_classes()
        for title in (device.title, device.bare_title, device.heading)
    }
    return frozenset(
        {
            *titles,
            *(limit.title for limit in load_sold_limits()),
            *(SPOKEN_PATTERNS[figure.rw] for device in load_device_classes() for figure in device.figures),
            *(f"{SPOKEN_PATTERNS[rw]} 4 KiB" for rw in _RANDOM),
            DURABLE,
        }
    )


def list_sources() -> frozenset[str]:
    """List where the figures of the classes are from."""
    return FORMER_SOURCES | {figure.source for device in load_device_classes() for figure in device.figures}


def read_rate(
    rw: str | None, bs_bytes: int | None, in_flight: int | None, iops: float | None, bw: float | None
) -> Observation | None:
    """Return the rate of direct I/O as classes state it; None for another block size, or where its depth is unknown."""
    if rw is None or bs_bytes is None or in_flight is None or rw not in {"read", "write", *_RANDOM}:
        return None
    is_random = rw in _RANDOM
    rate = iops if is_random else bw
    is_sized = bs_bytes == _SMALL_BLOCK if is_random else bs_bytes >= _LARGE_BLOCK
    return Observation("rate", rw, in_flight, float(rate), str(in_flight)) if rate and is_sized else None


_RANDOM = frozenset({"randread", "randwrite"})


def read_figure(result: Result) -> Observation | None:
    """Return what classes can be compared with of a result that ran alone; None for a paced one."""
    if result.is_merged_sections or result.hostname:
        return None
    options = frozenset(result.job_options)
    syncs = {"fsync", "fdatasync"} & options
    if syncs or result.sync_lat is not None:
        return _read_durable(result) if not SLOWING - {"fsync", "fdatasync"} & options else None
    if not result.direct or SLOWING & options:
        return None
    asked = count_asked(result)
    one = read_rate(result.rw, result.bs_bytes, asked, result.iops, result.bw_bytes_per_s)
    return None if one is None or asked is None else replace(one, depth=spell_depth(asked, result))


def _read_durable(result: Result) -> Observation | None:
    """Return how long a write and its sync take, by their medians; None where one is not known, or not each write is
    synced."""
    write, sync = result.clat, result.sync_lat
    is_each = any(result.job_options.get(name) == "1" for name in ("fsync", "fdatasync"))
    medians = [one.percentiles.get("50") for one in (write, sync) if one is not None]
    if result.bs_bytes not in _DURABLE_BLOCKS or not is_each or count_asked(result) != 1:
        return None
    known = [one for one in medians if one is not None]
    return Observation("durable", "write", 1, float(sum(known))) if len(known) == 2 else None


def find_likeness(observed: Sequence[Observation], hardware: Hardware) -> Likeness | None:
    """Say which classes of devices give such figures, or between which two the first one lies; None where no class
    has a figure for any of the workloads. What the hardware excludes is not named.
    """
    devices = [device for device in load_device_classes() if not hardware.is_excluding(device)]
    fitting = [(device, fits) for device in devices if (fits := _list_fits(device, observed))]
    if not fitting and hardware.transports - VIRTUAL:
        return None  # What is recorded says more than what it lies between.
    if not fitting:
        return next((placed for one in observed if (placed := _find_place(one, devices))), None)
    agree = max(len(fits) for _, fits in fitting)
    first = next(fits for _, fits in fitting if len(fits) == agree)[0]
    # One sentence speaks of one figure: the classes that it names fit that one.
    like = [device for device, fits in fitting if len(fits) == agree and first in fits]
    known = sum(any(_find_figure(device, one) for device in devices) for one in observed)
    words = {
        "measured": format_figure(first.value, first.unit),
        "what": first.what,
        "depth": first.depth,
        "classes": join_titles(device.title for device in like),
    }
    ranges = tuple(_list_ranges(first, like))[:MAX_RANGES]
    if agree == 1:
        return Likeness(ONE(**words), ranges)
    template = LOOKS if agree >= MANY else SEVERAL
    overall = AGREE(agree=agree, known=known, classes=words["classes"])
    return Likeness(template(**words, agree=agree, known=known), ranges, overall)


def compare_with_classes(one: Observation, hardware: Hardware) -> str | None:
    """Compare one figure with the classes that may have given it, else with the published ones below and above it:
    `typical of a SATA SSD (500–560 MB/s)`; None where no class has a figure for the workload.
    """
    devices = [device for device in load_device_classes() if not hardware.is_excluding(device)]
    known = [(device, figure) for device in devices if (figure := _find_figure(device, one)) is not None]
    like = [
        f"{device.title} ({_format_typical(one, figure)})"
        for device, figure in known
        if figure.is_typical(one.value)
    ]
    if like:
        return f"typical of {join_titles(like[-MAX_RANGES:])}"
    below = max((pair for pair in known if pair[1].high < one.value), key=_get_high, default=None)
    above = min((pair for pair in known if pair[1].low > one.value), key=_get_low, default=None)
    # Of those that were published, which is not all that are sold: so nothing is said to be faster or slower.
    places = [
        f"{device.title} ({_format_compared(one, figure)}, n = {figure.n})"
        for pair in (below, above)
        if pair is not None
        for device, figure in (pair,)
    ]
    word = "between" if len(places) > 1 else "above" if below is not None else "below"
    return f"{word} {_PUBLISHED} {' and '.join(places)}" if places else None


def _format_published(one: Observation, figure: ClassFigure) -> str:
    """Format what was published of a class: `72.0k–98.0k IOPS`; where it is a single figure `560 IOPS`."""
    low, high = (format_figure(value, one.unit) for value in (figure.low, figure.high))
    return format_range(low, high) if figure.low not in {0, figure.high} else high


def _format_compared(one: Observation, figure: ClassFigure) -> str:
    """Format the same beside what was measured: where it is of another depth with that, `560 IOPS at QD 16`."""
    published, depth = _format_published(one, figure), figure.published_iodepth
    return published if depth is None else f"{published} at QD {depth}"


def _format_typical(one: Observation, figure: ClassFigure) -> str:
    """Format what a class gives that may have given this value: `72.0k–98.0k IOPS`, `up to 560 IOPS`."""
    shown = _format_compared(one, figure) if figure.low else f"up to {_format_compared(one, figure)}"
    # Typical by its tolerance alone: the range by itself would contradict it.
    is_around = not figure.low <= one.value <= figure.high
    return f"{shown} ± {TOLERANCE:.0%}".replace("%", " %") if is_around else shown


def _list_fits(device: DeviceClass, observed: Iterable[Observation]) -> list[Observation]:
    """List the figures that a device of the class may have given; empty where it cannot have given one of them."""
    fits = []
    for one in observed:
        figure = _find_figure(device, one)
        if figure is None:
            continue
        if figure.is_far(one.value):
            return []
        if figure.is_typical(one.value):
            fits.append(one)
    return fits


def _find_figure(device: DeviceClass, one: Observation) -> ClassFigure | None:
    return next((figure for figure in device.figures if one.is_comparable(figure)), None)


def _list_ranges(one: Observation, devices: Iterable[DeviceClass]) -> Iterator[Sentence]:
    """List `SATA SSD: 72.0k–98.0k IOPS random read (n = 5; …).` for each class that has the figure."""
    for device in devices:
        figure = _find_figure(device, one)
        if figure is None:
            continue
        template = ABOUT if figure.low == figure.high else RANGE
        if template is RANGE and figure.is_typical(one.value) and not figure.low <= one.value <= figure.high:
            # It is typical by its tolerance alone: the range by itself would contradict the sentence.
            template = RANGE_AROUND
        yield template(
            device=device.heading,
            range=_format_published(one, figure),
            what=one.what,
            n=figure.n,
            source=figure.source,
        )


def _find_place(one: Observation, devices: Iterable[DeviceClass]) -> Likeness | None:
    """Say between which two classes a figure lies."""
    figures = [(device, figure) for device in devices if (figure := _find_figure(device, one)) is not None]
    if not figures:
        return None
    words: dict[str, object] = {
        "measured": format_figure(one.value, one.unit),
        "what": one.what,
        "depth": one.depth,
    }
    below = max((pair for pair in figures if pair[1].high < one.value), key=_get_high, default=None)
    above = min((pair for pair in figures if pair[1].low > one.value), key=_get_low, default=None)
    if below is not None:
        words |= {"below": below[0].title, "most": _format_compared(one, below[1]), "most_n": below[1].n}
    if above is not None:
        words |= {"above": above[0].title, "least": _format_compared(one, above[1]), "least_n": above[1].n}
    template = BETWEEN if below is not None and above is not None else ABOVE if below is not None else BELOW
    near = [pair[0] for pair in (below, above) if pair is not None]
    return Likeness(template(**words), tuple(_list_ranges(one, near))) if near else None


def _get_high(pair: tuple[DeviceClass, ClassFigure]) -> int:
    return pair[1].high


def _get_low(pair: tuple[DeviceClass, ClassFigure]) -> int:
    return pair[1].low
