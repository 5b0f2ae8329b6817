"""Built-in suites: lists of workloads, one fio invocation each, all in one batch.

Which question a suite answers is said here; how a run is made is benchmark.py's.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from fioboard_agent.errors import UsageError
from fioboard_agent.fio_program import FioProgram, bare_environment
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.jobs.model import FioJobs
from fioboard_agent.jobs.sizes import parse_size
from fioboard_agent.safety import marker

# Asynchronous engines first: with a synchronous one fio caps the queue depth at 1 whatever iodepth says.
_ENGINES = ("libaio", "posixaio", "psync") if sys.platform.startswith("linux") else ("posixaio", "psync")


@dataclass(frozen=True)
class Workload:
    """One step: the job options that make it different from the others."""

    name: str
    rw: str
    bs: str
    iodepth: int


@dataclass(frozen=True)
class Suite:
    """Workloads in the order in which they run, and how long each runs unless told otherwise."""

    name: str
    question: str
    workloads: tuple[Workload, ...]
    runtime_s: int
    size: str


# Reading comes first: fio then writes the whole test file before it measures. If a timed write came first, blocks it
# did not reach would be holes, and reading holes measures no disk.
QUICK = Suite(
    name="quick",
    question="Is this disk roughly as fast as it should be, in both directions, sequential and random?",
    workloads=(
        Workload("seq-read-1m", "read", "1m", 8),
        Workload("seq-write-1m", "write", "1m", 8),
        Workload("rand-read-4k", "randread", "4k", 32),
        Workload("rand-write-4k", "randwrite", "4k", 32),
    ),
    runtime_s=5,
    size="512m",
)

SUITES = {suite.name: suite for suite in (QUICK,)}


@dataclass(frozen=True)
class SuiteTarget:
    """Where a suite works, and how the file system lets it."""

    path: Path
    is_own_file: bool
    direct: bool
    engine: str


def choose_target(target: Path, batch_id: str, program: FioProgram) -> SuiteTarget:
    """A folder gets a test file of our own making; a file or device is used as it is named."""
    if target.is_dir():
        path = target.resolve() / marker.test_file_name(batch_id)
    elif target.exists() or target.parent.is_dir():
        path = target.absolute()
    else:
        raise UsageError(f"The target {target} does not exist, nor does the folder it would be in.")
    return SuiteTarget(
        path=path,
        is_own_file=not path.exists(),
        direct=path.exists() or accepts_direct_io(path.parent),
        engine=choose_engine(program),
    )


def suite_jobs(suite: Suite, target: SuiteTarget, runtime_s: int, size: str) -> list[FioJobs]:
    """One fio invocation per workload."""
    size_bytes = parse_size(size)
    if not size_bytes or size_bytes % (1 << 20):
        raise UsageError(f"--size {size}: give a whole number of MiB, such as 512m or 4g.")
    return [parse_arguments(_options(workload, target, runtime_s, size_bytes)) for workload in suite.workloads]


def accepts_direct_io(folder: Path) -> bool:
    """Try it: file systems that refuse O_DIRECT say so when a file is opened (EINVAL)."""
    flag: Optional[int] = getattr(os, "O_DIRECT", None)
    if flag is None:
        return True
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".fioboard-") as file:
            os.close(os.open(file.name, os.O_RDONLY | flag))
    except OSError:
        return False
    return True


def choose_engine(program: FioProgram) -> str:
    """The best engine this very fio was built with."""
    answer = subprocess.run(
        [program.path, "--enghelp"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=10,
        check=False,
        env=bare_environment("/"),
    )
    built_in = set(answer.stdout.split())
    return next((engine for engine in _ENGINES if engine in built_in), "psync")


def _options(workload: Workload, target: SuiteTarget, runtime_s: int, size_bytes: int) -> list[str]:
    options = [
        f"--name={workload.name}",
        f"--filename={str(target.path).replace(':', chr(92) + ':')}",
        f"--rw={workload.rw}",
        f"--bs={workload.bs}",
        f"--iodepth={workload.iodepth}",
        f"--ioengine={target.engine}",
        f"--direct={int(target.direct)}",
        f"--size={size_bytes}",
        f"--runtime={runtime_s}",
        "--time_based=1",
        # New random data for every write: drives and file systems that compress would otherwise look faster.
        "--refill_buffers=1",
        # Another random order in every run, so that a cache cannot learn it.
        "--randrepeat=0",
        "--norandommap=1",
        "--group_reporting=1",
    ]
    if not target.direct and workload.rw in {"write", "randwrite"}:
        # Without O_DIRECT the writes end in memory; the flush belongs to the time.
        options.append("--end_fsync=1")
    return options
