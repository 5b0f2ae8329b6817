"""Simulated runs of the demo: nights of one test before and after a kernel update, a sweep, and a virtual machine.

Nobody measured them; the version of fio in each document says "simulated". A curve and a fixed jitter make the figures,
so that loading twice makes the same documents.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from fioboard.engine.demo.documents import Batch, Figures

KIB, MIB = 2**10, 2**20
US_PER_S = 1_000_000
SIMULATED = "simulated"
RUNTIME_MS = 60_000
SERVER, VM = "db-server", "cloud-vm"
NIGHTS, NIGHTS_BEFORE = 21, 12
KERNELS = ("6.1.0-28-amd64", "6.12.6-amd64")
# Half a percent around the level, in no order that a step could be seen in.
JITTER = (1.0, 1.004, 0.997, 1.002, 0.995, 1.001, 0.999, 1.003, 0.996, 1.005, 0.998)
DEPTHS = (1, 2, 4, 8, 16, 32, 64)


@dataclass(frozen=True, slots=True)
class Test:
    """One fio job of a simulated batch and the level it runs at."""

    rw: str
    bs_bytes: int
    iodepth: int
    numjobs: int
    iops: float
    p99_over_mean: float
    sys_cpu_pct: float


def _compute_iops(base_latency_us: float, most_iops: float, depth: int) -> float:
    """Return the IOPS of a device that answers after a fixed latency until it reaches `most_iops`."""
    free = depth * US_PER_S / base_latency_us
    return free / math.sqrt(math.sqrt(1.0 + (free / most_iops) ** 4))


def _make_figures(
    started_at: datetime, test: Test, batch: Batch, jitter: float, *, kernel: str | None = None
) -> Figures:
    """Return one run of the server, or without `kernel` of the virtual machine."""
    case, machine = (VM, "vm") if kernel is None else (SERVER, "server")
    iops = test.iops * jitter
    mean_ns = test.iodepth * test.numjobs / iops * 1e9
    options = {
        "rw": test.rw,
        "bs": f"{test.bs_bytes // KIB}k" if test.bs_bytes < MIB else f"{test.bs_bytes // MIB}m",
        "ioengine": "libaio",
        "direct": "1",
        "iodepth": str(test.iodepth),
        "numjobs": str(test.numjobs),
        "size": "200g" if machine == "server" else "20g",
        "time_based": "1",
        "runtime": str(RUNTIME_MS // 1000),
        "randrepeat": "0",
        "norandommap": "1",
        "group_reporting": "1",
    }
    return Figures(
        case=case,
        machine=machine,
        title=None,
        started_at=started_at,
        direction="write" if "write" in test.rw else "read",
        options=options,
        iops=iops,
        bs_bytes=test.bs_bytes,
        origin=SIMULATED,
        version="fio-3.36",
        runtime_ms=RUNTIME_MS,
        clat_mean_ns=round(mean_ns),
        clat_max_ns=round(mean_ns * 14),
        percentiles_ns={
            "50": round(mean_ns * 0.95),
            "90": round(mean_ns * (1 + (test.p99_over_mean - 1) * 0.4)),
            "99": round(mean_ns * test.p99_over_mean),
            "99.9": round(mean_ns * test.p99_over_mean * 1.6),
        },
        usr_cpu_pct=round(test.sys_cpu_pct / 3 * jitter, 2),
        sys_cpu_pct=round(test.sys_cpu_pct * jitter, 2),
        batch=batch,
        kernel=kernel,
    )


def _list_nights(end: datetime) -> Iterator[Figures]:
    """Yield two tests a night; random reads lose 9 % on the night of the kernel update."""
    for night in range(NIGHTS):
        is_after = night >= NIGHTS_BEFORE
        tests = (
            Test(
                "randread", 4 * KIB, 32, 4, 672_000 if is_after else 742_000, 2.1 if is_after else 1.9, 55.0
            ),
            Test("read", MIB, 8, 1, 6_650, 1.3, 9.0),
        )
        started_at = (end - timedelta(days=NIGHTS - night)).replace(hour=2, minute=0, second=0, microsecond=0)
        for step, test in enumerate(tests):
            yield _make_figures(
                started_at + timedelta(minutes=2 * step),
                test,
                Batch("nightly", night, step + 1, len(tests)),
                JITTER[(night + 4 * step) % len(JITTER)],
                kernel=KERNELS[is_after],
            )


def _list_sweep(end: datetime) -> Iterator[Figures]:
    """Yield random reads of two block sizes at seven depths on the server's drive."""
    grid = [(4 * KIB, 46.0, 330_000.0), (64 * KIB, 88.0, 103_000.0)]
    steps = [(bs, latency, most, depth) for bs, latency, most in grid for depth in DEPTHS]
    for step, (bs_bytes, latency_us, most_iops, depth) in enumerate(steps):
        iops = _compute_iops(latency_us, most_iops, depth)
        test = Test("randread", bs_bytes, depth, 1, iops, 1.5, round(50 * iops / 330_000, 1))
        yield _make_figures(
            end - timedelta(hours=3) + timedelta(minutes=2 * step),
            test,
            Batch("sweep", 0, step + 1, len(steps)),
            JITTER[step % len(JITTER)],
            kernel=KERNELS[1],
        )


def _list_vm_tests(end: datetime) -> Iterator[Figures]:
    """Yield four tests, a minute each, on a virtual machine's network volume."""
    tests = (
        Test("read", MIB, 8, 1, 1_080, 2.4, 6.0),
        Test("write", MIB, 8, 1, 1_010, 2.8, 7.0),
        Test("randread", 4 * KIB, 32, 1, 42_700, 2.6, 22.0),
        Test("randwrite", 4 * KIB, 32, 1, 15_700, 3.9, 11.0),
    )
    for step, test in enumerate(tests):
        yield _make_figures(
            end - timedelta(hours=2) + timedelta(minutes=2 * step),
            test,
            Batch("volume check", 0, step + 1, len(tests)),
            JITTER[step],
        )


def list_simulated(end: datetime) -> list[Figures]:
    """Return all simulated runs; the last of them lie just before `end`."""
    return [*_list_nights(end), *_list_sweep(end), *_list_vm_tests(end)]
