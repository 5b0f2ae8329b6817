"""What is known of one run when it is judged: its path and inventory (or none), results, counters, samples."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Concatenate, Literal, ParamSpec, TypeVar, cast

from fioboard.core.sanitize import Document
from fioboard.engine.formats.fio.model.reading import DiskUtil, Problem, Result
from fioboard.engine.formats.fio.model.time_series import TimeSeries
from fioboard.engine.hardware.inventory.link import Range
from fioboard.engine.hardware.inventory.path import Path
from fioboard.engine.hardware.inventory.samples import Samples
from fioboard.engine.hardware.inventory.stated_link import StatedLink
from fioboard.engine.hardware.inventory.targets import WITHOUT_DRIVES
from fioboard.engine.words.ratings import RatingVerdict

# Jobs of one group that ended within a tenth of each other ran side by side.
TOGETHER = 1.10
# Remarks of the readers that jobs, clones or directions are missing.
_LACKING_RESULTS = frozenset({"LostResult", "LostJobs", "MissingClones", "Truncated", "NoHead"})
# A drive's letter, whose colon fio wants escaped, or a raw disk.
_WINDOWS_PATH = re.compile(r"[A-Za-z]\\?:[\\/]|\\\\\.\\")


def is_large(bs_bytes: int | None) -> bool:
    """Whether people speak of bandwidth and not of IOPS for blocks of such a size."""
    return bs_bytes is None or bs_bytes >= 64 * 1024


@dataclass(frozen=True, slots=True)
class Moved:
    """What went one way at one time: a result, or the results of one group that ran side by side."""

    direction: str
    results: tuple[Result, ...]
    bw_bytes_per_s: int
    """Never unknown: nothing without a bandwidth is said to have moved."""
    iops: float | None

    @property
    def bs_bytes(self) -> int | None:
        """The smallest block size; None when one is unknown."""
        sizes = [result.bs_bytes for result in self.results]
        known = [size for size in sizes if size is not None]
        return min(known) if known and len(known) == len(sizes) else None

    @property
    def by_bytes(self) -> bool:
        """Whether people speak of its bandwidth and not of its IOPS."""
        return self.iops is None or is_large(self.bs_bytes)

    @property
    def is_direct(self) -> bool | None:
        """Whether all bypassed the page cache; None when that is unknown."""
        stated = {result.direct for result in self.results}
        return stated.pop() if len(stated) == 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedFigure:
    """One rate of a run beside what a datasheet rates its drives."""

    metric: Literal["iops", "bw_bytes_per_s"]
    direction: Literal["read", "write", "mixed"]
    measured: float
    rated: float
    """Of all drives together, in the metric's unit."""
    drive_count: int
    verdict: RatingVerdict
    may_judge: bool
    """Whether conditions, source and card allow a judgement."""
    source: str | None = None
    """Who printed it, a kind of the cards' sources; None = the card names none."""

    @property
    def share(self) -> float:
        """Measured over rated."""
        return self.measured / self.rated


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFacts:
    """Everything rules may look at. Nothing here was judged."""

    results: Sequence[Result]
    path: Path | None = None
    """None when no target is known."""
    document: Document = field(default_factory=dict)
    """The inventory; empty when none came."""
    disks: Sequence[DiskUtil] | None = None
    """fio's disk statistics; None when it printed none."""
    samples: Samples | None = None
    """None when nothing was sampled."""
    tool_name: str = "fio"
    problems: Sequence[Problem] = ()
    """What the reader remarked of the run."""
    tool_version: str | None = None
    """As the tool prints it; None when it does not."""
    fio_cpu_count: int | None = None
    """CPUs that fio could run on: as it was told, or as its process was started, else all; None when unknown."""
    shows_flags: bool = True
    """Whether the tool prints options that were typed without a value: fio does from 3.39 on."""
    rated: Mapping[str, float] = field(default_factory=dict)
    """What a person stated that one drive is rated, by metric, in its base unit."""
    stated_model: str | None = None
    """Which drive was measured, as a person states it."""
    stated_drives: int | None = None
    """How many drives were measured, as a person states it or the targets name them; the path goes before it."""
    stated_link: StatedLink | None = None
    """The link of the slot or of the drives, as a person states it; the path goes before it."""
    stated_network: float | None = None
    """What a test of the network measured, bytes/s, as a person states it; the path goes before it."""
    ratings: Sequence[RatedFigure] = ()
    """What datasheets rate; empty when none does."""
    logged: Sequence[TimeSeries] = ()
    """fio's logs, where they came without a result, too."""
    kept: dict[tuple[object, ...], object] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """What `derive_once` has derived."""

    def set_ratings(self, ratings: Sequence[RatedFigure]) -> "RunFacts":
        """Return the same run with what datasheets rate. What was derived stays: nothing that is kept looks at
        ratings.
        """
        facts = replace(self, ratings=ratings)
        facts.kept.update(self.kept)
        return facts

    @property
    def lacks_results(self) -> bool:
        """Whether the output tells of jobs or directions that are not among the results: a sum over them is none."""
        problems = (*self.problems, *(problem for one in self.results for problem in one.problems))
        return any(problem.error in _LACKING_RESULTS for problem in problems)

    @property
    def is_fio(self) -> bool:
        """Whether fio measured: its options, engines and CPU figures mean what its manual says."""
        return self.tool_name == "fio"

    def has_all_flags(self, result: Result) -> bool:
        """Whether a flag that is not among a result's options is off."""
        return result.has_all_options and (self.shows_flags or result.are_options_typed)

    @property
    def is_windows(self) -> bool:
        """Whether it ran on Windows, for which there is no agent: by its engine, or by a path with a drive's letter."""
        return any(
            result.ioengine == "windowsaio"
            or any(
                _WINDOWS_PATH.match(result.job_options.get(name, "")) for name in ("filename", "directory")
            )
            for result in self.results
        )

    @property
    def has_moved(self) -> bool:
        """Whether any I/O was measured: a run that failed before the first one is at no limit."""
        return any(r.iops or r.bw_bytes_per_s or r.io_bytes or r.total_ios for r in self.results)

    @property
    def lacking_path(self) -> str | None:
        """The need to name when rules about drives and links cannot be checked; None when they can."""
        if self.path is None:
            return "target" if self.document else "inventory"
        return None

    @property
    def has_drives(self) -> bool:
        """Whether the targets lie on drives at all: not in memory, not on a file server."""
        if self.path is None:
            return False
        return any(t.kind not in WITHOUT_DRIVES and not t.network for t in self.path.targets)

    @property
    def is_virtual(self) -> bool:
        """Whether the drives are those that a hypervisor shows."""
        return self.path is not None and self.path.is_virtual

    @property
    def width(self) -> int | None:
        """Physical drives below the targets; None when unknown."""
        return len(self.path.members) or None if self.path else self.stated_drives

    def moved(self, direction: str) -> Moved | None:
        """The most that went one way at a time; None when nothing did, or no bandwidth is known."""
        return max(self.list_moved(direction), key=lambda moved: moved.bw_bytes_per_s, default=None)

    def list_moved(self, direction: str) -> Sequence[Moved]:
        """List everything that went one way, each at its own time; empty when nothing did, or no bandwidth is known."""
        return _list_moved(self, direction)

    def ceiling(self, direction: str) -> Range | None:
        """What the whole path carries one way, or the stated link without one; None when a link of it is unknown."""
        if self.path is None:
            return self.stated_link.compute_ceiling(direction) if self.stated_link else None
        return self.path.read if direction == "read" else self.path.write if direction == "write" else None

    @property
    def rate(self) -> float | None:
        """What no one-way figure can be above, whatever the packets are; None when it is unknown."""
        if self.path is not None:
            return self.path.rate.high if self.path.rate else None
        return self.stated_link.rate if self.stated_link else None

    def directions(self) -> Iterable[str]:
        """Those that moved data, reads first."""
        return [d for d in ("read", "write") if any(r.direction == d for r in self.results)]


P = ParamSpec("P")
T = TypeVar("T")


def derive_once(derive: Callable[Concatenate[RunFacts, P], T]) -> Callable[Concatenate[RunFacts, P], T]:
    """Wrap a function that derives what several rules read, so that it runs once for a run and its arguments; nobody
    may change what it returns.
    """

    @wraps(derive)
    def derived(facts: RunFacts, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (derive, *args, *kwargs.items())
        if key not in facts.kept:
            facts.kept[key] = derive(facts, *args, **kwargs)
        return cast(T, facts.kept[key])

    return derived


@derive_once
def _list_moved(facts: RunFacts, direction: str) -> tuple[Moved, ...]:
    """Collect what went one way, by the groups of jobs that ran at one time."""
    groups: dict[int, list[tuple[Result, int]]] = {}
    # What a tool measured of memory or the page cache is no figure of the drive.
    of_memory = {problem.where for problem in facts.problems if problem.error == "CacheOnly"}
    for result in facts.results:
        is_of_memory = bool(of_memory) and result.where in of_memory
        bandwidth = result.bw_bytes_per_s
        if result.direction == direction and bandwidth and not is_of_memory:
            groups.setdefault(result.group, []).append((result, bandwidth))
    return tuple(moved for group in groups.values() for moved in _merge_group(direction, group))


def _merge_group(direction: str, group: Sequence[tuple[Result, int]]) -> list[Moved]:
    """Sum a group of results and their bandwidths where all ran side by side, else return each alone."""
    times = [result.runtime_ms for result, _ in group if result.runtime_ms]
    are_alone = len(group) == 1 or len(times) < len(group) or max(times) > TOGETHER * min(times)
    if are_alone:
        return [Moved(direction, (result,), bandwidth, result.iops) for result, bandwidth in group]
    iops = [result.iops for result, _ in group if result.iops is not None]
    total = sum(bandwidth for _, bandwidth in group)
    results = tuple(result for result, _ in group)
    return [Moved(direction, results, total, sum(iops) if len(iops) == len(group) else None)]
