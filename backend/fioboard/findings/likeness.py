"""Compare a result with what classes of devices give, where no rating, link or earlier run is known."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from fioboard.core.figures import format_bandwidth, format_iops
from fioboard.core.sentence import Sentence, Template
from fioboard.factors.workload import SPOKEN_PATTERNS
from fioboard.findings.depth import PACING, QUEUEING, SYNCHRONOUS
from fioboard.findings.facts import Moved, RunFacts
from fioboard.fio.model.reading import Result

LIKE_BW = Template("{measured:figure} {what:closed}: typical of {classes:parts}.")
LIKE_IOPS = Template("{measured:figure} IOPS {what:closed} at QD {depth:figure}: typical of {classes:parts}.")
RANGE = Template("{device:closed}: {low:figure} to {high:figure}.")
RANGE_IOPS = Template("{device:closed}: {low:figure} to {high:figure} IOPS.")
UP_TO_IOPS = Template("{device:closed}: up to {high:figure} IOPS.")
ABOUT_IOPS = Template("{device:closed}: about {high:figure} IOPS.")
BETWEEN_BW = Template(
    "{measured:figure} {what:closed}: more than {below:closed} ({most:figure}), less than {above:closed} "
    "({least:figure})."
)
BETWEEN_IOPS = Template(
    "{measured:figure} IOPS {what:closed} at QD {depth:figure}: more than {below:closed} ({most:figure}), less than "
    "{above:closed} ({least:figure})."
)
ABOVE_BW = Template("{measured:figure} {what:closed}: more than {below:closed} ({most:figure}).")
ABOVE_IOPS = Template(
    "{measured:figure} IOPS {what:closed} at QD {depth:figure}: more than {below:closed} ({most:figure})."
)
BELOW_BW = Template("{measured:figure} {what:closed}: less than {above:closed} ({least:figure}).")
BELOW_IOPS = Template(
    "{measured:figure} IOPS {what:closed} at QD {depth:figure}: less than {above:closed} ({least:figure})."
)
ONE_RESULT = Template(
    "One result cannot identify a device: caches and volume limits can give the same value."
)

# Those of IOPS first: the others read them, too.
HEADLINES = (
    LIKE_IOPS,
    BETWEEN_IOPS,
    ABOVE_IOPS,
    BELOW_IOPS,
    LIKE_BW,
    BETWEEN_BW,
    ABOVE_BW,
    BELOW_BW,
)
TEXTS = (RANGE, RANGE_IOPS, UP_TO_IOPS, ABOUT_IOPS, ONE_RESULT)
"""What stands behind them."""

# How far from the one value that a source states a device of that class may still lie; a range has none.
TOLERANCE = 0.15
_SMALL_BLOCK = 4096
_LARGE_BLOCK = 512 * 1024
# A ramp and a delay are over before anything is measured.
_SLOWING = frozenset(PACING) - {"ramp_time", "startdelay"}
_FILE = Path(__file__).with_name("device_classes.toml")


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ClassFigure(_Part):
    """What one device of a class gives in one workload: IOPS of 4 KiB for random I/O, bytes/s for sequential I/O."""

    rw: Literal["read", "write", "randread", "randwrite"]
    iodepth: Annotated[int, Field(ge=1)]
    """I/Os in flight of all jobs together; sequential I/O may have more."""
    low: Annotated[int, Field(ge=0)] = 0
    """0 where the source states only a most."""
    high: Annotated[int, Field(gt=0)]
    source: Annotated[str, Field(min_length=5)]

    def fits(self, rate: float) -> bool:
        """Whether a device of the class may have given this rate."""
        around = TOLERANCE if self.low == self.high else 0
        return self.low * (1 - around) <= rate <= self.high * (1 + around)


class DeviceClass(_Part):
    """One class of devices, named as in a sentence: "a SATA SSD"."""

    title: Annotated[str, Field(pattern=r"^an? [A-Za-z0-9 ]{1,36}$")]
    figures: Annotated[list[ClassFigure], Field(alias="figure")]

    @property
    def bare_title(self) -> str:
        """Without its article: "SATA SSD"."""
        return self.title.partition(" ")[2]


class _Classes(_Part):
    classes: Annotated[list[DeviceClass], Field(alias="class")]


@dataclass(frozen=True, slots=True)
class _Workload:
    """What decides which figures of a class a result can be compared with, and its rate in their unit."""

    rw: str
    in_flight: int
    rate: float

    @property
    def is_random(self) -> bool:
        return self.rw.startswith("rand")


@dataclass(frozen=True, slots=True)
class Likeness:
    """What a result looks like: one sentence, and what the classes in it give."""

    sentence: Sentence
    text: tuple[Sentence, ...]


@cache
def load_device_classes() -> Sequence[DeviceClass]:
    """Load the device classes, slowest first."""
    return _Classes.model_validate(tomllib.loads(_FILE.read_text())).classes


def list_words() -> frozenset[str]:
    """List what a sentence may name: the classes, with and without their articles, and the patterns."""
    titles = {title for device in load_device_classes() for title in (device.title, device.bare_title)}
    patterns = {SPOKEN_PATTERNS[figure.rw] for device in load_device_classes() for figure in device.figures}
    return frozenset(titles | patterns)


def read_likeness(sentence: str) -> Sentence | None:
    """Restore the sentence of a likeness from its stored text; None for any other text."""
    for template in HEADLINES:
        if (words := template.read(sentence)) is not None:
            return template(**words)
    return None


def find_likeness(facts: RunFacts, moved: Moved) -> Likeness | None:
    """Say which classes of devices give such a rate, or between which two it lies; None where the hardware is recorded
    or stated, where it is several drives, or where no class has a figure for the workload."""
    is_hidden = facts.path is None or (facts.is_virtual and facts.width == 1)
    if not is_hidden or facts.rated or facts.ratings or facts.lacks_results:
        return None
    workload = _find_workload(moved)
    return None if workload is None else _describe(workload)


def _find_workload(moved: Moved) -> _Workload | None:
    """Return the workload of one result of direct I/O; None for a paced one, or where its depth is unknown."""
    if len(moved.results) != 1 or not moved.is_direct:
        return None
    [result] = moved.results
    if result.rw is None or result.bs_bytes is None or result.is_merged_sections or result.hostname:
        return None
    in_flight = _count_in_flight(result)
    if in_flight is None or any(name in result.job_options for name in _SLOWING):
        return None
    is_random = result.rw.startswith("rand")
    rate = moved.iops if is_random else moved.bw_bytes_per_s
    is_sized = result.bs_bytes == _SMALL_BLOCK if is_random else result.bs_bytes >= _LARGE_BLOCK
    return _Workload(result.rw, in_flight, float(rate)) if rate and is_sized else None


def _count_in_flight(result: Result) -> int | None:
    """Count the I/Os that all jobs together have in flight at most; None where jobs, depth or engine are unknown."""
    default = 1 if result.has_all_options else None
    jobs = result.numjobs or result.member_count or default
    depth = 1 if result.ioengine in SYNCHRONOUS else result.iodepth or default
    if jobs is None or depth is None or result.ioengine not in QUEUEING | SYNCHRONOUS:
        return None
    return jobs * depth


def _list_figures(workload: _Workload) -> list[tuple[DeviceClass, ClassFigure]]:
    return [
        (device, figure)
        for device in load_device_classes()
        for figure in device.figures
        if figure.rw == workload.rw
        and (
            figure.iodepth == workload.in_flight
            if workload.is_random
            else figure.iodepth <= workload.in_flight
        )
    ]


def _describe(workload: _Workload) -> Likeness | None:
    figures = _list_figures(workload)
    if not figures:
        return None
    rate, spoken = workload.rate, format_iops if workload.is_random else format_bandwidth
    words: dict[str, object] = {"measured": spoken(rate), "what": SPOKEN_PATTERNS[workload.rw]}
    if workload.is_random:
        words["depth"] = workload.in_flight
    like = [(device, figure) for device, figure in figures if figure.fits(rate)]
    if like:
        classes = " and ".join(device.title for device, _ in like)
        template = LIKE_IOPS if workload.is_random else LIKE_BW
        ranges = _list_ranges(like, is_random=workload.is_random)
        return Likeness(template(classes=classes, **words), (*ranges, ONE_RESULT()))
    below = max((one for one in figures if one[1].high < rate), key=lambda one: one[1].high, default=None)
    above = min((one for one in figures if one[1].low > rate), key=lambda one: one[1].low, default=None)
    if below is not None:
        words |= {"below": below[0].title, "most": spoken(below[1].high)}
    if above is not None:
        words |= {"above": above[0].title, "least": spoken(above[1].low)}
    if below is not None and above is not None:
        template = BETWEEN_IOPS if workload.is_random else BETWEEN_BW
    elif below is not None:
        template = ABOVE_IOPS if workload.is_random else ABOVE_BW
    else:
        template = BELOW_IOPS if workload.is_random else BELOW_BW
    return Likeness(template(**words), (ONE_RESULT(),))


def _list_ranges(like: Sequence[tuple[DeviceClass, ClassFigure]], *, is_random: bool) -> Iterator[Sentence]:
    """List `SATA SSD: 72.0k to 98.0k IOPS.` for each class."""
    for device, figure in like:
        title = device.bare_title
        if not is_random:
            yield RANGE(device=title, low=format_bandwidth(figure.low), high=format_bandwidth(figure.high))
        elif figure.low == figure.high:
            yield ABOUT_IOPS(device=title, high=format_iops(figure.high))
        elif figure.low:
            yield RANGE_IOPS(device=title, low=format_iops(figure.low), high=format_iops(figure.high))
        else:
            yield UP_TO_IOPS(device=title, high=format_iops(figure.high))
