"""From the flags of `suite pts` to its plans: one batch for each test, and of throughput for each block size."""

from __future__ import annotations

import argparse
import mmap
import os
import random
import uuid
from dataclasses import replace
from pathlib import Path
from typing import Optional

from fioboard_agent.delivery.payload import Annotations
from fioboard_agent.errors import UsageError
from fioboard_agent.fio.program import FioProgram
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.sysfs import read_text
from fioboard_agent.inventory.completion import Additions
from fioboard_agent.jobs.sizes import parse_keep_free, parse_size
from fioboard_agent.safety import private_folder
from fioboard_agent.safety.devices import find_kernel_name, read_device
from fioboard_agent.suites.batch import Plan
from fioboard_agent.suites.order import SEQUENTIAL
from fioboard_agent.suites.pts import standard
from fioboard_agent.suites.pts.purge import Purge, read_purge
from fioboard_agent.suites.pts.rounds import METRICS
from fioboard_agent.suites.pts.standard import Pts
from fioboard_agent.suites.store import KeptBatch
from fioboard_agent.suites.target import SuiteTarget, choose_target, identify_target
from fioboard_agent.suites.workload import PTS

_MIB = 1 << 20
_MIN_BYTES = 16 * _MIB
_FILE_SIZE = "4g"
_UNUSED = (
    *("only", "repeat", "until", "order", "seed", "precondition", "rw", "bs", "iodepth", "numjobs", "vary"),
    *("metric", "limit", "targets", "all_idle", "ramp_time"),
)


def plan_pts(
    options: argparse.Namespace, program: FioProgram, annotations: Annotations, additions: Additions
) -> list[KeptBatch]:
    """Plan a batch for each test that `suite pts TEST` asks for. Raises UsageError for what does not fit together."""
    for name in _UNUSED:
        if getattr(options, name):
            raise UsageError(f"`suite {PTS}` has no --{name.replace('_', '-')}: the standard sets it.")
    class_name = _get_class(options)
    if class_name is None:
        raise UsageError("Choose the part of the standard: --class client or --class enterprise.")
    test = options.purpose or standard.ALL_TESTS
    if test not in (*standard.TESTS, standard.ALL_TESTS):
        raise UsageError(f"`suite {PTS} {test}`: choose from {', '.join((*standard.TESTS, standard.ALL_TESTS))}.")
    if not options.target or len(options.target) > 1:
        raise UsageError(f"`suite {PTS}` needs one --target: a drive, or a folder for a file.")
    tests = standard.TESTS if test == standard.ALL_TESTS else (test,)
    series = str(uuid.uuid4())
    batches: list[KeptBatch] = []
    for one in tests:
        blocks = standard.THROUGHPUT_BLOCKS[class_name] if one == standard.THROUGHPUT else ("",)
        for block in blocks:
            batches.append(_plan_test(options, program, annotations, additions, (one, block, series, len(batches))))
    return batches


def _plan_test(
    options: argparse.Namespace,
    program: FioProgram,
    annotations: Annotations,
    additions: Additions,
    which: tuple[str, str, str, int],
) -> KeptBatch:
    test, block, series, place = which
    class_name = _get_class(options) or ""
    batch_id = str(uuid.uuid4())
    target = choose_target(Path(options.target[0]), batch_id, program)
    purge = read_purge(options.purge, options.confirm_purge, target.path)
    capacity = _find_capacity(options, target)
    skipped = frozenset() if has_sector_io(target) else frozenset({"512"})
    cells = standard.list_cells(test, class_name, block, options.quick, skipped)
    runtime_s = max(1, int(options.runtime or (standard.QUICK_S if options.quick else standard.ROUND_S)))
    write_cache = _read_write_cache(target)
    max_rounds, period = standard.get_rounds(options.quick, test)
    range_bytes = capacity * standard.RANGE_PERCENT[class_name] // 100 // _MIB * _MIB
    fills = 1 if options.quick else standard.PREFILL_FILLS
    pts = Pts(
        test=test,
        class_name=class_name,
        block=block,
        is_quick=options.quick,
        max_rounds=max_rounds,
        period=period,
        tracked=standard.list_tracked(test, block),
        metric=METRICS.get(test, "iops"),
        capacity_bytes=capacity,
        range_bytes=range_bytes,
        prefill_bytes=0 if test == standard.SATURATION else capacity * fills,
        end_bytes=capacity * (1 if options.quick else standard.SATURATION_FILLS),
        write_limit_bytes=0,
        series=series,
        place=place,
        purge=None if purge is None else purge.method,
        write_cache=write_cache,
        deviations=tuple(_list_deviations(options, target, purge, write_cache, skipped)),
    )
    layout = capacity if target.is_own_file else 0
    rate = standard.ALLOWED_RATE[test]
    if test == standard.SATURATION:
        most = pts.end_bytes + round(runtime_s * rate)
    else:
        most = round(pts.prefill_bytes + max_rounds * sum(map(standard.get_write_share, cells)) * runtime_s * rate)
    pts = replace(pts, write_limit_bytes=read_write_limit(options.write_limit) or most + layout)
    return KeptBatch(
        Plan(
            id=batch_id,
            name=PTS,
            workloads=tuple(cells),
            target=target,
            identity=identify_target(target, Roots()),
            runtime_s=runtime_s,
            ramp_s=0,
            size_bytes=capacity,
            repeats=1,
            order=SEQUENTIAL,
            seed=random.SystemRandom().getrandbits(31),
            annotations=replace(annotations, title=build_title(pts, annotations.title)),
            confirmed=tuple(options.confirm_destroy),
            keep_free_bytes=parse_keep_free(options.keep_free),
            on_system_disk=options.on_system_disk,
            additions=additions,
            pts=pts,
        ),
        purge=purge,
    )


def build_title(pts: Pts, title: Optional[str]) -> str:
    """Build the title of a batch: a variant that is not the standard says so in it."""
    name = f"SNIA {pts.title}" if title is None else title
    return f"{name[:160]} (not the standard: quick)" if pts.is_quick else name


def read_write_limit(text: Optional[str]) -> Optional[int]:
    """Read `--write-limit`. Raises UsageError."""
    if text is None:
        return None
    limit = parse_size(text)
    if not limit:
        raise UsageError(f"--write-limit {text}: give a size such as 500g or 20t.")
    return limit


def find_device(target: SuiteTarget, roots: Roots) -> Optional[str]:
    """Find the kernel's name of the target; None for a file."""
    return find_kernel_name(roots, target.path) if target.path.exists() else None


def has_sector_io(target: SuiteTarget) -> bool:
    """Try whether the target takes 512-byte direct I/O: drives and file systems of 4 KiB blocks do not."""
    flag: Optional[int] = getattr(os, "O_DIRECT", None)
    if flag is None or not target.direct:
        return True
    own = private_folder.find_measured_folder(target.path) / f".fioboard-{uuid.uuid4()}"
    path = own if target.is_own_file else target.path
    if target.is_own_file:
        path.write_bytes(bytes(8192))
    try:
        descriptor = os.open(path, os.O_RDONLY | flag | os.O_CLOEXEC)
        try:
            with mmap.mmap(-1, 4096) as page, memoryview(page) as view, view[:512] as sector:
                return os.preadv(descriptor, [sector], 512) == len(sector)
        finally:
            os.close(descriptor)
    except OSError:
        return False
    finally:
        if target.is_own_file:
            path.unlink()


def _get_class(options: argparse.Namespace) -> Optional[str]:
    chosen: Optional[str] = vars(options)["class"]
    return chosen


def _find_capacity(options: argparse.Namespace, target: SuiteTarget) -> int:
    """Find the size of the drive or file, or what --size makes of it, whole MiB."""
    stated = parse_size(options.size) if options.size else None
    if options.size and not stated:
        raise UsageError(f"--size {options.size}: give a size such as 512m or 4g.")
    if target.is_own_file:
        present = stated or parse_size(_FILE_SIZE) or 0
    else:
        name = find_device(target, Roots())
        device = read_device(Roots(), name) if name else None
        present = (device.size_bytes or 0) if device else target.path.stat().st_size
    if stated and stated > present:
        raise UsageError(f"--size {options.size}: the target has {present:,} bytes.")
    capacity = (stated or present) // _MIB * _MIB
    if capacity < _MIN_BYTES:
        raise UsageError(f"`suite {PTS}` needs at least 16 MiB; the target has {capacity:,} bytes.")
    return capacity


def _read_write_cache(target: SuiteTarget) -> Optional[str]:
    name = find_device(target, Roots())
    return read_text(Roots().locate(f"/sys/block/{name}/queue/write_cache")) if name else None


def _list_deviations(
    options: argparse.Namespace,
    target: SuiteTarget,
    purge: Optional[Purge],
    write_cache: Optional[str],
    skipped: frozenset[str],
) -> list[str]:
    """List why a result is not the standard's, as codes."""
    name = find_device(target, Roots())
    is_whole = name is not None and read_device(Roots(), name).disk == name
    wanted = standard.WRITE_CACHE[_get_class(options) or ""]
    reasons = {
        "quick": options.quick,
        "file": name is None,
        "virtual": name is not None and name.startswith(("loop", "ram", "zram", "dm-", "md")),
        "partition": name is not None and not is_whole,
        "size": bool(options.size) and not target.is_own_file,
        "runtime": bool(options.runtime) and int(options.runtime) != standard.ROUND_S and not options.quick,
        "not-purged": purge is None,
        "no-sectors": bool(skipped),
        "write-cache": write_cache is not None and write_cache != wanted,
        "buffered": not target.direct,
    }
    return [code for code, applies in reasons.items() if applies]
