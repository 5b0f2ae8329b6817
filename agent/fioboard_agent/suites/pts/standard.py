"""What SNIA SSS PTS 2.0.2 asks for (docs/pts.md): cells, rounds, preconditioning, and what --quick leaves out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator, Optional

from fioboard_agent.suites.pts.steady_window import WINDOW
from fioboard_agent.suites.workload import Workload

IOPS, THROUGHPUT, LATENCY, SATURATION = "iops", "throughput", "latency", "wsat"
TESTS = (IOPS, THROUGHPUT, LATENCY, SATURATION)
ALL_TESTS = "all"
CLIENT, ENTERPRISE = "client", "enterprise"
CLASSES = (CLIENT, ENTERPRISE)
MAX_ROUNDS = 25
ROUND_S, QUICK_S = 60, 10
# A cell that moved this share of its cap was perhaps cut short by it, and is measured again.
MIN_CAP_SHARE = 0.9
# Bytes per second that the default of --write-limit allows in every round, on average.
ALLOWED_RATE = {IOPS: 1e9, THROUGHPUT: 4e9, LATENCY: 1e9, SATURATION: 1e9}
MIXES = (100, 95, 65, 50, 35, 5, 0)
BLOCKS = ("1024k", "128k", "64k", "32k", "16k", "8k", "4k", "512")
LATENCY_MIXES, LATENCY_BLOCKS = (100, 65, 0), ("8k", "4k", "512")
THROUGHPUT_BLOCKS = {CLIENT: ("1024k",), ENTERPRISE: ("1024k", "128k")}
# Write saturation: at most four times the capacity or six hours; every 31st minute is compared.
SATURATION_FILLS, SATURATION_MINUTES, SATURATION_PERIOD = 4, 360, 31
PREFILL_FILLS, PREFILL_BS, PREFILL_PARTS = 2, "128k", 10
# What the standard recommends: threads and outstanding I/Os of each, and the share of the drive that is used.
THREADS = {CLIENT: 2, ENTERPRISE: 4}
DEPTH = {CLIENT: 16, ENTERPRISE: 32}
RANGE_PERCENT = {CLIENT: 75, ENTERPRISE: 100}
WRITE_CACHE = {CLIENT: "write back", ENTERPRISE: "write through"}
PREFILL = "wipc"
_QUICK_MIXES, _QUICK_BLOCKS = (100, 65, 0), ("1024k", "64k", "4k")
_QUICK_ROUNDS, _QUICK_MINUTES, _QUICK_PERIOD = 10, 30, 3
_MIB = 1 << 20


@dataclass(frozen=True)
class Pts:
    """One test of the standard on one target, as it was planned.

    `tracked`: the cells that decide about steady state. `deviations`: why it is not the standard, as codes of the
    manifest. `write_limit_bytes`: what was confirmed; no step may write more in all. `series`: the tests that one
    command began share it, and have a `place` in it. `end_bytes`: of write saturation, what is written at most.
    """

    test: str
    class_name: str
    block: str
    is_quick: bool
    max_rounds: int
    period: int
    tracked: tuple[str, ...]
    metric: str
    capacity_bytes: int
    range_bytes: int
    prefill_bytes: int
    end_bytes: int
    write_limit_bytes: int
    series: str
    place: int
    purge: Optional[str] = None
    write_cache: Optional[str] = None
    deviations: tuple[str, ...] = ()

    @property
    def least_rounds(self) -> int:
        """How many rounds are measured at least."""
        return min(self.max_rounds, WINDOW * self.period)

    @property
    def title(self) -> str:
        """What the test is called: `PTS-E throughput 128 KiB`."""
        name = {IOPS: "IOPS", SATURATION: "write saturation"}.get(self.test, self.test)
        block = f" {format_block(self.block)}" if self.block else ""
        return f"PTS-{self.class_name[0].upper()} {name}{block}"


def format_block(bs: str) -> str:
    """Format a block size as the standard does: `0.5 KiB`, `1024 KiB`."""
    return "0.5 KiB" if bs == "512" else f"{bs[:-1]} KiB"


def list_cells(test: str, class_name: str, block: str, is_quick: bool, skipped: frozenset[str]) -> list[Workload]:
    """List the cells of one round in the standard's order; `skipped`: block sizes that the target does not take."""
    threads, depth = THREADS[class_name], DEPTH[class_name]
    if test == IOPS:
        mixes, blocks = (_QUICK_MIXES, _QUICK_BLOCKS) if is_quick else (MIXES, BLOCKS)
        return [_build_cell("rand", mix, bs, depth, threads) for mix in mixes for bs in blocks if bs not in skipped]
    if test == THROUGHPUT:
        return [_build_cell("", mix, block, depth, 1) for mix in (100, 0)]
    if test == LATENCY:
        return [
            _build_cell("rand", mix, bs, 1, 1) for mix in LATENCY_MIXES for bs in LATENCY_BLOCKS if bs not in skipped
        ]
    return [_build_cell("rand", 0, "4k", depth, threads)]


def list_tracked(test: str, block: str) -> tuple[str, ...]:
    """List the cells whose figures decide about steady state."""
    return {
        IOPS: ("r0-4k", "r65-64k", "r100-1024k"),
        THROUGHPUT: (f"r0-{block}",),
        LATENCY: ("r0-4k",),
        SATURATION: ("r0-4k",),
    }[test]


def list_prefill(pts: Pts) -> Iterator[Workload]:
    """List the parts of workload-independent preconditioning: sequential 128 KiB writes over the range, again and
    again, until twice the capacity is written. In parts, so that a kill costs one of them."""
    part = -(-pts.range_bytes // PREFILL_PARTS // _MIB) * _MIB
    written, offset, number = 0, 0, 0
    while written < pts.prefill_bytes:
        size = min(part, pts.range_bytes - offset, pts.prefill_bytes - written)
        number += 1
        place = (("offset", str(offset)), ("size", str(size)))
        yield Workload(f"{PREFILL}-{number}", "write", PREFILL_BS, DEPTH[pts.class_name], options=place)
        written += size
        offset = (offset + size) % pts.range_bytes


def get_rounds(is_quick: bool, test: str) -> tuple[int, int]:
    """Return how many rounds are measured at most, and every how many of them one is compared."""
    if test == SATURATION:
        return (_QUICK_MINUTES, _QUICK_PERIOD) if is_quick else (SATURATION_MINUTES, SATURATION_PERIOD)
    return (_QUICK_ROUNDS, 1) if is_quick else (MAX_ROUNDS, 1)


def get_write_share(workload: Workload) -> float:
    """Return the share of a cell's requests that write."""
    if workload.rwmixread is not None:
        return 1 - workload.rwmixread / 100
    return float(workload.writes)


def _build_cell(prefix: str, mix: int, bs: str, iodepth: int, numjobs: int) -> Workload:
    """Build a cell: `mix` is the share of reads in percent."""
    rw = {100: f"{prefix}read", 0: f"{prefix}write"}.get(mix, f"{prefix}rw")
    return Workload(f"r{mix}-{bs}", rw, bs, iodepth, numjobs, rwmixread=mix if 0 < mix < 100 else None)
