"""A workload is what one step measures; a suite is a list of them that answers a question."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import Iterable, Optional, Sequence

from fioboard_agent.errors import UsageError
from fioboard_agent.jobs.sizes import parse_size

DIRECTIONS = ("read", "write", "randread", "randwrite", "rw", "randrw")
MAX_WORKLOADS = 1_000


@dataclass(frozen=True)
class Workload:
    """The job options that make one step different from the others; `bs` in fio's own spelling."""

    name: str
    rw: str
    bs: str
    iodepth: int
    numjobs: int = 1
    rwmixread: Optional[int] = None
    """Reads of all I/Os in percent; None where nothing is mixed, or fio's half is meant."""
    options: tuple[tuple[str, str], ...] = ()
    """Of a job that the service made: all that it says of fio, the target apart. Empty: the suite's usual options."""
    before: tuple[Workload, ...] = ()
    """What is written right before its first repeat."""
    figures: tuple[int, ...] = ()
    """Places on the datasheet's card, from 1, that this is the test of."""
    varied: tuple[tuple[str, str], ...] = ()
    """Further options of fio that a sweep varies, in place of the suite's own."""
    drives: tuple[str, ...] = ()
    """Of `suite drives`: the drives that are measured together, by the kernel's names."""
    offset_pct: int = 0
    """Of a hard disk: where on its surface the step begins, percent of its size."""
    condition: str = ""
    """Of an experiment: the condition that this step is measured under."""
    rated_bytes_per_s: Optional[float] = None
    """What the card promises of reads and writes together: to estimate with, never to judge by."""

    @property
    def writes(self) -> bool:
        """Whether any of its requests writes."""
        return self.rw not in {"read", "randread"}

    def option(self, name: str) -> Optional[str]:
        """What the service's job says; None where it says nothing."""
        return dict(self.options).get(name)


@dataclass(frozen=True)
class Suite:
    """Workloads in the order in which they are listed, and how long and how often each runs unless told otherwise."""

    name: str
    question: str
    workloads: tuple[Workload, ...]
    runtime_s: int
    size: str
    repeats: int = 1


QUICK = Suite(
    name="quick",
    question="Quick check: sequential and random, read and write",
    workloads=(
        Workload("seq-read-1m", "read", "1m", 8),
        Workload("seq-write-1m", "write", "1m", 8),
        Workload("rand-read-4k", "randread", "4k", 32),
        Workload("rand-write-4k", "randwrite", "4k", 32),
    ),
    runtime_s=5,
    size="512m",
)

FOUR_CORNERS = Suite(
    name="four-corners",
    question="Peak performance, repeated, suitable for comparison",
    workloads=(
        Workload("seq-read-128k", "read", "128k", 64),
        Workload("seq-write-128k", "write", "128k", 64),
        # Datasheets state random IOPS at 4 KiB with several jobs: one processor rarely drives a fast drive alone.
        Workload("rand-read-4k", "randread", "4k", 64, 4),
        Workload("rand-write-4k", "randwrite", "4k", 64, 4),
    ),
    runtime_s=30,
    size="4g",
    repeats=3,
)

SUITES = {suite.name: suite for suite in (QUICK, FOUR_CORNERS)}
SWEEP = "sweep"
# The highest rate under a latency limit: which steps of its ladder are measured, the search decides.
SATURATE = "saturate"
# What the drive's own datasheet promises: its workloads come from the service.
DATASHEET = "datasheet"
# What a program asks of storage: its workloads come from the service, too.
PURPOSE = "purpose"
# Each drive of a pool alone, then those behind one hop together: its steps come from the inventory.
DRIVES = "drives"
# The tests of SNIA's standard for solid state drives.
PTS = "pts"
SPEC_LABEL = "spec_card"
# Places on the card, separated by commas: which of its figures a run was made for.
FIGURE_LABEL = "spec_figure"
SWEEP_RUNTIME_S, SWEEP_SIZE = 10, "1g"
_OPTION = re.compile(r"[a-z][a-z0-9_]{0,63}")
# No value may hold a path, an expression or a variable.
_VALUE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._%+-]{0,39}")
# The axes of a sweep that have flags of their own.
GRID = frozenset({"rw", "bs", "iodepth", "numjobs"})
_SET_BY_SUITE = frozenset(
    {
        *("name", "filename", "directory", "filesize", "size", "io_size", "runtime", "ramp_time", "time_based"),
        *("group_reporting", "create_only", "readwrite", "blocksize", "loops", "nrfiles", "offset", "percentile_list"),
        *("unlink", "unlink_each_loop", "stonewall", "readonly", "output"),
    }
)


def sweep_workloads(rw: str, bs: str, iodepth: str, numjobs: str, vary: Sequence[str] = ()) -> tuple[Workload, ...]:
    """Every combination of the comma-separated values, the last named changing fastest. `vary`: further options of fio,
    as `ioengine=libaio,io_uring`."""
    directions = _parse_words(rw, "--rw", DIRECTIONS)
    axes = [_parse_axis(one) for one in vary]
    names = [name for name, _ in axes]
    if len(set(names)) != len(names):
        raise UsageError(f"--vary {names[-1]} is given twice; give all its values at once.")
    if "rwmixread" in names and not set(directions) <= {"rw", "randrw"}:
        raise UsageError("--vary rwmixread: only --rw rw and randrw have a mix.")
    grid = itertools.product(
        directions, _parse_sizes(bs), _parse_counts(iodepth, "--iodepth"), _parse_counts(numjobs, "--numjobs")
    )
    further = list(itertools.product(*([(name, value) for value in values] for name, values in axes)))
    workloads = tuple(
        Workload(
            "-".join([direction, size, f"qd{depth}", f"nj{jobs}", *(f"{name}-{value}" for name, value in varied)]),
            direction,
            size,
            depth,
            jobs,
            varied=varied,
        )
        for direction, size, depth, jobs in grid
        for varied in further
    )
    if len(workloads) > MAX_WORKLOADS:
        raise UsageError(f"The sweep has {len(workloads)} combinations; a batch can have at most {MAX_WORKLOADS}.")
    return workloads


def _parse_axis(text: str) -> tuple[str, list[str]]:
    """Read `OPTION=V1,V2`. Whether the option may be set is asked for every step before the first one starts."""
    name, equals, values = text.partition("=")
    if not equals or not _OPTION.fullmatch(name):
        raise UsageError(f"--vary {text}: write an option of fio and its values, as ioengine=libaio,io_uring.")
    if name in GRID:
        raise UsageError(f"--vary {name}: it has a flag of its own, --{name} {values}.")
    if name in _SET_BY_SUITE:
        raise UsageError(f"--vary {name}: the suite sets it for every step.")
    words = _split(values, f"--vary {name}")
    for word in words:
        if not _VALUE.fullmatch(word):
            raise UsageError(f"--vary {name}: {word!r} is no plain value.")
    return name, words


def _split(text: str, option: str) -> list[str]:
    words = [word.strip() for word in text.split(",")]
    if not all(words) or len(set(words)) != len(words):
        raise UsageError(f"{option} {text}: give different values, separated by commas.")
    return words


def _parse_words(text: str, option: str, known: Iterable[str]) -> list[str]:
    words = _split(text, option)
    for word in words:
        if word not in known:
            raise UsageError(f"{option} {word}: choose from {', '.join(known)}.")
    return words


def _parse_sizes(text: str) -> list[str]:
    sizes = _split(text, "--bs")
    for size in sizes:
        value = parse_size(size)
        if not value or value % 512:
            raise UsageError(f"--bs {size}: give block sizes such as 4k,64k,1m (multiples of 512 bytes).")
    return sizes


def _parse_counts(text: str, option: str) -> list[int]:
    words = _split(text, option)
    for word in words:
        if not word.isdigit() or not 0 < int(word) <= 65_536:
            raise UsageError(f"{option} {word}: give whole numbers from 1.")
    return [int(word) for word in words]
