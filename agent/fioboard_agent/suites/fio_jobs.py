"""fio's arguments of each kind of step: measuring, preparing the test file, preconditioning."""

from __future__ import annotations

from pathlib import Path
from typing import Optional, Sequence

from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.jobs.model import FioJobs
from fioboard_agent.suites.drives import ZONE_PERCENT, Drive
from fioboard_agent.suites.target import SuiteTarget
from fioboard_agent.suites.workload import Workload

# A drive that was never written answers reads without looking; one that is freshly filled is faster than it stays.
FILL = Workload("precondition-fill", "write", "1m", 8)
RANDOM = Workload("precondition-random", "randwrite", "4k", 32)
WAITING_ENGINES = frozenset({"sync", "psync"})
PRECONDITIONS = {"fill": (FILL,), "random": (FILL, RANDOM)}


def build_measuring(workload: Workload, target: SuiteTarget, runtime_s: int, ramp_s: int, size_bytes: int) -> FioJobs:
    """Build one step that runs for a fixed time."""
    if workload.options:
        return build_served(workload, target, size_bytes)
    options = [
        *_list_target_options(workload, target, size_bytes),
        f"--runtime={runtime_s}",
        "--time_based=1",
        *([f"--ramp_time={ramp_s}"] if ramp_s else []),
        *([f"--numjobs={workload.numjobs}"] if workload.numjobs > 1 else []),
        *([] if workload.rwmixread is None else [f"--rwmixread={workload.rwmixread}"]),
        # Another random order in every run, so that a cache cannot learn it.
        "--randrepeat=0",
        "--norandommap=1",
        "--group_reporting=1",
    ]
    if not target.direct and workload.writes:
        # Without O_DIRECT the writes end in memory; the flush belongs to the time.
        options.append("--end_fsync=1")
    names = {name for name, _ in workload.varied}
    kept = [option for option in options if option[2:].partition("=")[0] not in names]
    return parse_arguments([*kept, *(f"--{name}={value}" for name, value in workload.varied)])


def build_pool(
    workload: Workload, drives: Sequence[Drive], target: SuiteTarget, runtime_s: int, ramp_s: int
) -> FioJobs:
    """Build one step of a pool: a job for each of its drives, all at the same time. A hard disk is measured on a part
    of its surface, everything else from its first block on."""
    options: list[str] = []
    for drive in drives:
        if drive.name not in workload.drives:
            continue
        place = [f"--offset={workload.offset_pct}%", f"--size={ZONE_PERCENT}%"] if drive.is_rotational else []
        options += [
            f"--name={drive.name}",
            f"--filename={_escape(drive.path)}",
            f"--rw={workload.rw}",
            f"--bs={workload.bs}",
            f"--iodepth={workload.iodepth}",
            f"--ioengine={target.engine}",
            "--direct=1",
            *place,
            f"--runtime={runtime_s}",
            "--time_based=1",
            *([f"--ramp_time={ramp_s}"] if ramp_s else []),
            *(["--refill_buffers=1"] if workload.writes else []),
        ]
    return parse_arguments(options)


def build_pts_cell(
    workload: Workload, target: SuiteTarget, runtime_s: int, size_bytes: int, cap_bytes: Optional[int]
) -> FioJobs:
    """Build one cell of a round. One that writes has no `time_based`: it ends after its time or at its cap."""
    ends = ["--time_based=1"] if cap_bytes is None else [f"--io_size={cap_bytes // workload.numjobs}"]
    options = [
        *_list_target_options(workload, target, size_bytes),
        f"--runtime={runtime_s}",
        *ends,
        *([f"--numjobs={workload.numjobs}"] if workload.numjobs > 1 else []),
        *([] if workload.rwmixread is None else [f"--rwmixread={workload.rwmixread}"]),
        "--randrepeat=0",
        "--norandommap=1",
        "--group_reporting=1",
        *(["--end_fsync=1"] if not target.direct and workload.writes else []),
    ]
    return parse_arguments(options)


def build_pts_prefill(workload: Workload, target: SuiteTarget) -> FioJobs:
    """Build one part of workload-independent preconditioning."""
    size_bytes = int(workload.option("size") or 0)
    options = [*_list_target_options(workload, target, size_bytes), f"--offset={workload.option('offset')}"]
    return parse_arguments([*options, "--group_reporting=1", "--end_fsync=1"])


def build_served(workload: Workload, target: SuiteTarget, size_bytes: int) -> FioJobs:
    """Build what the service's job says, measured or written before; this host says where, how much of it where
    that is no whole drive, and what of fio's this machine has.
    """
    stated = dict(workload.options)
    here = {
        "filename": _escape_filename(target),
        "size": stated.get("size") or str(size_bytes),
        # An engine that waits, and a write through the page cache, are what such a job is about.
        "ioengine": stated["ioengine"] if stated.get("ioengine") in WAITING_ENGINES else target.engine,
        "direct": str(int(target.direct and stated.get("direct") != "0")),
    }
    return parse_arguments(
        [f"--name={workload.name}", *(f"--{option}={value}" for option, value in {**stated, **here}.items())]
    )


def build_layout(target: SuiteTarget, size_bytes: int) -> FioJobs:
    """Build a job in which fio writes the whole test file and measures nothing."""
    return parse_arguments(
        [*_list_target_options(Workload("layout", "read", "1m", 1), target, size_bytes), "--create_only=1"]
    )


def build_precondition(workload: Workload, target: SuiteTarget, size_bytes: int) -> FioJobs:
    """Build one pass over the measured range; for random writes as many bytes, without a map of what was hit."""
    if workload.options:
        return build_served(workload, target, size_bytes)
    options = [*_list_target_options(workload, target, size_bytes), "--end_fsync=1", "--group_reporting=1"]
    if workload.rw == "randwrite":
        options += [f"--io_size={size_bytes}", "--norandommap=1", "--randrepeat=0"]
    return parse_arguments(options)


def _escape_filename(target: SuiteTarget) -> str:
    return _escape(target.path)


def _escape(path: Path) -> str:
    return str(path).replace(":", r"\:")


def _list_target_options(workload: Workload, target: SuiteTarget, size_bytes: int) -> list[str]:
    return [
        f"--name={workload.name}",
        f"--filename={_escape_filename(target)}",
        f"--rw={workload.rw}",
        f"--bs={workload.bs}",
        f"--iodepth={workload.iodepth}",
        f"--ioengine={target.engine}",
        f"--direct={int(target.direct)}",
        f"--size={size_bytes}",
        # New random data for every write: drives and file systems that compress would otherwise look faster.
        "--refill_buffers=1",
    ]
