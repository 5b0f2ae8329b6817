"""`make bench-saturate`: the search of `suite saturate` with real fio against an exhaustive sweep, on planted devices.

Each device is a file that FUSE serves in the time of a model (planted/device.py): latency, limit of the device and of a
job, tail, and a loss of rate when too much is in flight. Goals: the rate found is within 5 % of the best step of the
sweep that keeps the limit, in a quarter of its time. Needs root.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.report import Row, print_report
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.fio.program import build_environment, find_fio
from fioboard_agent.host.paths import Folders
from fioboard_agent.suites.driver import read_figures
from fioboard_agent.suites.fio_jobs import build_measuring
from fioboard_agent.suites.saturate import DEPTHS, JOBS, list_rungs
from fioboard_agent.suites.saturate import read_figures as read_step
from fioboard_agent.suites.search import LATENCY, Goal, Reading, find_best
from fioboard_agent.suites.target import SuiteTarget
from fioboard_agent.suites.workload import Workload, sweep_workloads

LAB = Path(__file__).parent
GOAL_SHARE, GOAL_TIME = 0.05, 0.25
RUNTIME_S, SIZE = 1, 512 << 20
GRID = (",".join(map(str, DEPTHS)), ",".join(map(str, JOBS)))


@dataclass(frozen=True, slots=True)
class Planted:
    """A device: latency (µs), most IOPS, most of a job, tail of one request in fifty, requests in flight from which
    rate is lost (0 = never); and the limit of p99 (ms)."""

    base_us: int
    most: int
    per_job: int
    tail: float
    collapse: int
    limit_ms: int

    def describe(self) -> str:
        """Describe it in a line of the table."""
        lost = f", loses from {self.collapse}" if self.collapse else ""
        job = f", {self.per_job:,} a job" if self.per_job < self.most else ""
        return f"{self.base_us / 1000:g} ms, {self.most:,} IOPS{job}, tail × {self.tail:g}{lost}"


@dataclass(frozen=True, slots=True)
class Compared:
    """What both found on a device. `best`: of the sweep; `found`: of the search. `p99_ms`: of the found step."""

    planted: Planted
    best: float | None
    best_step: str
    found: float | None
    found_step: str
    p99_ms: float
    runs: int
    sweep_runs: int
    search_s: float
    sweep_s: float

    @property
    def share(self) -> float | None:
        """The rate found over the best of the sweep; None where no step keeps the limit, for either of them."""
        return self.found / self.best if self.found and self.best else None

    @property
    def is_near(self) -> bool:
        """Whether the search found what the sweep did."""
        return self.found == self.best if self.share is None else abs(self.share - 1) <= GOAL_SHARE


def plant(count: int) -> list[Planted]:
    """Draw the devices, the same each time; slow enough that this machine's own delays are little beside theirs."""
    draw = random.Random(46)  # noqa: S311 -- repeatable, not secret
    return [
        Planted(
            base_us=draw.choice((1000, 2000, 4000, 8000)),
            most=draw.choice((2000, 3000, 4000, 6000)),
            per_job=draw.choice((1000, 2000, 10_000, 10_000)),
            tail=draw.choice((1.2, 1.6, 2.5)),
            collapse=draw.choice((0, 0, 16, 48, 128)),
            limit_ms=draw.choice((15, 30, 60, 120, 400)),
        )
        for _ in range(count)
    ]


@contextmanager
def serve(planted: Planted, folder: Path) -> Iterator[Path]:
    """Serve a device as a file."""
    file = folder / "device"
    file.touch()
    figures = (planted.base_us, planted.most, planted.per_job, planted.tail, planted.collapse)
    process = subprocess.Popen(
        [sys.executable, "-m", "planted.device", str(file), *map(str, figures)],
        cwd=LAB,
        stdout=subprocess.PIPE,
    )
    try:
        if process.stdout is None or process.stdout.readline() != b"mounted\n":
            raise SystemExit("FUSE cannot be mounted here.")
        yield file
    finally:
        process.terminate()
        process.wait()


def sweep(file: Path, ladder: Sequence[Workload], fio: str) -> dict[str, Reading | None]:
    """Measure every step once by fio itself, with the options that the agent gives it, in an order by chance."""
    target = SuiteTarget(file, is_own_file=False, direct=True, engine="libaio")
    readings: dict[str, Reading | None] = {}
    goal = Goal(LATENCY, 1.0, 0.02, 5)
    order = random.Random(1)  # noqa: S311 -- an order
    for workload in order.sample(ladder, len(ladder)):
        jobs = build_measuring(workload, target, RUNTIME_S, 0, SIZE)
        with tempfile.TemporaryDirectory() as folder:
            words = [fio, "--output=fio.json", "--output-format=json+", "--readonly", *jobs.arguments]
            subprocess.run(
                words, cwd=folder, env=build_environment(folder), check=True, stdout=subprocess.DEVNULL
            )
            [job] = json.loads(Path(folder, "fio.json").read_text())["jobs"]
        read = job["read"]
        figures = {"iops": read["iops"], "clat_p99_ns": float(read["clat_ns"]["percentile"]["99.000000"])}
        readings[workload.name] = read_step(goal, {"read": figures})
    return readings


def search(file: Path, planted: Planted, folder: Path) -> dict[str, list[Reading | None]]:
    """Let the agent search; return what each of its runs showed."""
    own = {f"FIOBOARD_AGENT_{name}": str(folder / name.lower()) for name in ("STATE", "CONFIG", "LOCK")}
    words = [
        "--target",
        str(file),
        "--limit",
        f"{planted.limit_ms}ms",
        "--iodepth",
        GRID[0],
        "--numjobs",
        GRID[1],
    ]
    words += ["--runtime", str(RUNTIME_S), "--size", str(SIZE), "--no-upload", "--no-samples"]
    subprocess.run(
        [sys.executable, "-m", "fioboard_agent", "suite", "saturate", *words],
        env={**os.environ, **own, "PYTHONPATH": str(LAB.parents[1] / "agent")},
        check=True,
        capture_output=True,
    )
    readings: dict[str, list[Reading | None]] = {}
    goal = Goal(LATENCY, planted.limit_ms * 1e6, 0.02, 5)
    for entry in Spool(Folders(folder / "state", folder / "config", folder / "lock")).waiting():
        name = entry.manifest()["batch"]["workload"]
        readings.setdefault(name, []).append(read_step(goal, read_figures(entry)))
    return readings


def sweep_device(planted: Planted, ladder: Sequence[Workload]) -> tuple[dict[str, Reading | None], float]:
    """Measure every step of one device; return also the seconds that it took."""
    with tempfile.TemporaryDirectory(prefix="fioboard-saturate-") as name, serve(planted, Path(name)) as file:
        began = time.monotonic()
        return sweep(file, ladder, find_fio().path), time.monotonic() - began


def compare(planted: Planted, swept: dict[str, Reading | None], sweep_s: float) -> Compared:
    """Search one device, and compare with its sweep."""
    ladder = sweep_workloads("randread", "4k", *GRID)
    goal = Goal(LATENCY, planted.limit_ms * 1e6, 0.02, 5)
    with tempfile.TemporaryDirectory(prefix="fioboard-saturate-") as name, serve(planted, Path(name)) as file:
        began = time.monotonic()
        searched = search(file, planted, Path(name))
        search_s = time.monotonic() - began
    found = find_best(list_rungs(ladder), goal, searched)
    kept = {name: one.rate for name, one in swept.items() if one and one.p99_ns <= goal.value}
    best = max(kept, key=lambda name: kept[name], default=None)
    compared = Compared(
        planted=planted,
        best=None if best is None else kept[best],
        best_step=best or "none",
        found=None if found is None else statistics.fmean(found.rates),
        found_step="none" if found is None else found.rung.name,
        p99_ms=0.0 if found is None else found.p99_ns / 1e6,
        runs=sum(map(len, searched.values())),
        sweep_runs=len(swept),
        search_s=search_s,
        sweep_s=sweep_s,
    )
    print(f"{planted.describe()}: {compared.share} in {compared.runs} runs", file=sys.stderr, flush=True)
    if not compared.is_near:
        steps = {
            name: [one and (one.rate, one.p99_ns / 1e6) for one in runs] for name, runs in searched.items()
        }
        print(f"  Missed: {compared}\n  searched: {steps}", file=sys.stderr, flush=True)
    return compared


def sweep_all(
    devices: Sequence[Planted], kept: Path | None, together: int
) -> list[tuple[dict[str, Reading | None], float]]:
    """Sweep all devices; `kept` has those of an earlier call, or gets these."""
    if kept is not None and kept.exists():
        return [
            ({name: one and Reading(*one) for name, one in steps.items()}, seconds)
            for steps, seconds in json.loads(kept.read_text())
        ]
    ladder = sweep_workloads("randread", "4k", *GRID)
    with ThreadPoolExecutor(together) as pool:
        swept = list(pool.map(lambda planted: sweep_device(planted, ladder), devices))
    if kept is not None:
        stored = [
            ({name: one and (one.rate, one.p99_ns) for name, one in steps.items()}, seconds)
            for steps, seconds in swept
        ]
        kept.write_text(json.dumps(stored))
    return swept


def print_summary(compared: Sequence[Compared], together: int) -> None:
    """Print how near the search came, and in which time."""
    near = sum(one.is_near for one in compared)
    runs = [one.runs / one.sweep_runs for one in compared]
    times = [one.search_s / one.sweep_s for one in compared]
    missed = max((abs(one.share - 1) for one in compared if one.share), default=0.0)
    total = len(compared)
    print_report(
        "Saturation search and exhaustive sweep",
        [
            f"{total} planted devices behind FUSE, real fio, 4 KiB random reads; {together} devices at a time.",
            f"{compared[0].sweep_runs} steps (QD 1 to {DEPTHS[-1]}, 1 to {JOBS[-1]} jobs) of {RUNTIME_S} s.",
            "Time: the search with all that the agent does between two steps, the sweep by fio alone.",
        ],
        [
            Row(
                f"devices whose best rate was found within 5 % (of {total})",
                str(near),
                near / total,
                1,
                is_at_least=True,
            ),
            Row("largest difference", f"{missed:.1%}", missed, GOAL_SHARE),
            Row(
                "runs of the search / of the sweep, mean",
                f"{statistics.fmean(runs):.2f}",
                statistics.fmean(runs),
                GOAL_TIME,
            ),
            Row("the same, most", f"{max(runs):.2f}", max(runs), GOAL_TIME),
            Row(
                "time of the search / of the sweep, mean",
                f"{statistics.fmean(times):.2f}",
                statistics.fmean(times),
                GOAL_TIME,
            ),
            Row("the same, most", f"{max(times):.2f}", max(times), GOAL_TIME),
        ],
    )
    print_devices(compared)


def print_devices(compared: Sequence[Compared]) -> None:
    """Print what both found on each device."""
    print("\n| Device | p99 limit | Best of the sweep | Found | Share | p99 found | Runs | Time |")
    print("|---|--:|---|---|--:|--:|--:|--:|")
    for one in compared:
        best = f"{one.best:,.0f} IOPS ({format_step(one.best_step)})" if one.best else "none"
        found = f"{one.found:,.0f} IOPS ({format_step(one.found_step)})" if one.found else "none"
        share = "–" if one.share is None else f"{one.share:.3f}"
        time_share = f"{one.search_s:.0f} of {one.sweep_s:.0f} s"
        print(
            f"| {one.planted.describe()} | {one.planted.limit_ms} ms | {best} | {found} | {share} "
            f"| {one.p99_ms:.1f} ms | {one.runs} of {one.sweep_runs} | {time_share} |"
        )


def format_step(name: str) -> str:
    """Format `QD 32, 4 jobs` of `randread-4k-qd32-nj4`."""
    depth, jobs = name.removeprefix("randread-4k-qd").split("-nj") if "-qd" in name else ("–", "–")
    return f"QD {depth}, {jobs} job{'' if jobs == '1' else 's'}"


def main() -> None:
    """Compare all, and print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--devices", type=int, default=20, help="the first N of the devices")
    parser.add_argument(
        "--together", type=int, default=4, help="devices at the same time; each idles most of it"
    )
    parser.add_argument(
        "--swept", type=Path, help="file with the sweeps of an earlier call, written if it is not there"
    )
    options = parser.parse_args()
    if os.geteuid():
        print("bench-saturate mounts files by FUSE and needs root: left out.")
        return
    # fio and the agent too: what else this machine does is not to be measured.
    os.nice(-15)
    devices = plant(options.devices)
    swept = sweep_all(devices, options.swept, options.together)
    with ThreadPoolExecutor(options.together) as pool:
        compared = list(pool.map(lambda one: compare(one[0], *one[1]), zip(devices, swept, strict=True)))
    print_summary(compared, options.together)


if __name__ == "__main__":
    main()
