"""A workload is what one step measures; a suite is a list of them that answers a question."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Iterable, Optional

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
SPEC_LABEL = "spec_card"
# Places on the card, separated by commas: which of its figures a run was made for.
FIGURE_LABEL = "spec_figure"
SWEEP_RUNTIME_S, SWEEP_SIZE = 10, "1g"


def sweep_workloads(rw: str, bs: str, iodepth: str, numjobs: str) -> tuple[Workload, ...]:
    """Every combination of the comma-separated values, the last named changing fastest."""
    grid = itertools.product(
        _parse_words(rw, "--rw", DIRECTIONS),
        _parse_sizes(bs),
        _parse_counts(iodepth, "--iodepth"),
        _parse_counts(numjobs, "--numjobs"),
    )
    workloads = tuple(
        Workload(f"{direction}-{size}-qd{depth}-nj{jobs}", direction, size, depth, jobs)
        for direction, size, depth, jobs in grid
    )
    if len(workloads) > MAX_WORKLOADS:
        raise UsageError(f"The sweep has {len(workloads)} combinations; at most {MAX_WORKLOADS} are one batch.")
    return workloads


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
