"""`suite saturate`: the ladder of depths and jobs that is searched, and what is said before and after the search."""

from __future__ import annotations

import os
import re
import statistics
from typing import Iterable, Optional, Sequence, Union

from fioboard_agent.errors import UsageError
from fioboard_agent.jobs.sizes import parse_size
from fioboard_agent.suites.fio_jobs import WAITING_ENGINES
from fioboard_agent.suites.precision import compute_half_width
from fioboard_agent.suites.search import (
    BANDWIDTH,
    IOPS,
    LATENCY,
    BestStep,
    Goal,
    Reading,
    Readings,
    Rung,
    count_least_runs,
    count_most_runs,
    find_best,
)
from fioboard_agent.suites.workload import SATURATE, SWEEP_RUNTIME_S, SWEEP_SIZE, Suite, Workload, sweep_workloads

GOALS = {"clat_p99": LATENCY, "iops": IOPS, "bw": BANDWIDTH}
DEPTHS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256)
JOBS = (1, 2, 4, 8, 16)
RATIO, MAX_RUNS = 0.02, 5
# fio allocates a buffer for each request in flight.
_MAX_BUFFER_BYTES = 1 << 30
_FACTORS = {
    LATENCY: {"ns": 1, "us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9},
    IOPS: {"": 1, "k": 1e3, "m": 1e6},
    BANDWIDTH: {"kb/s": 1e3, "mb/s": 1e6, "gb/s": 1e9},
}
_EXAMPLES = {LATENCY: "2ms or 500us", IOPS: "500k", BANDWIDTH: "20GB/s"}
_LIMIT = re.compile(r"(\d{1,12}(?:\.\d{1,3})?)\s*([a-zµ/]{0,4})")


def build_suite(rw: str, bs: str, iodepth: Optional[str], numjobs: Optional[str], engine: str) -> Suite:
    """Build the suite whose workloads are the ladder. Raises UsageError for more than one pattern or block size."""
    for option, value in (("--rw", rw), ("--bs", bs)):
        if "," in value:
            raise UsageError(f"{option} {value}: `suite {SATURATE}` searches one workload; give one value.")
    # Each request of such an engine waits for the one before, so that only jobs put more of them in flight; jobs that
    # run in sequence all read the same blocks.
    depths = _list_numbers((1,) if engine in WAITING_ENGINES else DEPTHS)
    jobs = _list_numbers(
        DEPTHS if engine in WAITING_ENGINES else [count for count in JOBS if count <= _count_processors()]
    )
    if rw in {"read", "write", "rw"} and engine not in WAITING_ENGINES:
        jobs = "1"
    grid = sweep_workloads(rw, bs, iodepth or depths, numjobs or jobs)
    block = parse_size(bs) or 0
    ladder = tuple(one for one in grid if block * one.iodepth * one.numjobs <= _MAX_BUFFER_BYTES)
    if not ladder:
        raise UsageError(f"--bs {bs}: every step of the ladder needs more than 1 GiB of buffers.")
    return Suite(SATURATE, "", ladder, SWEEP_RUNTIME_S, SWEEP_SIZE)


def parse_goal(metric: str, limit: Optional[str], ratio: Optional[float], max_runs: int) -> Goal:
    """Read `--metric` and `--limit`; `ratio` and `max_runs` are those of `--until`. Raises UsageError."""
    key = GOALS[metric]
    if limit is None:
        raise UsageError(f"Give the goal of the search: --limit, such as {_EXAMPLES[key]}.")
    match = _LIMIT.fullmatch(limit.strip().lower())
    factor = _FACTORS[key].get(match.group(2)) if match else None
    if match is None or factor is None or not float(match.group(1)):
        raise UsageError(f"--limit {limit}: a limit of {metric} is written as {_EXAMPLES[key]}.")
    return Goal(key, float(match.group(1)) * factor, ratio or RATIO, max_runs if ratio else MAX_RUNS)


def describe_goal(goal: Goal, workloads: Sequence[Workload]) -> dict[str, Union[str, float]]:
    """Describe the goal and the ladder for the manifest; the limit in base units."""
    return {
        "metric": goal.metric,
        "limit": goal.value,
        "iodepth": _list_numbers(sorted({one.iodepth for one in workloads})),
        "numjobs": _list_numbers(sorted({one.numjobs for one in workloads})),
    }


def list_rungs(workloads: Sequence[Workload]) -> list[Rung]:
    """List the steps of the ladder. Where the depth is always the same, the jobs are what is climbed."""
    if len({one.iodepth for one in workloads}) == 1:
        return [Rung(one.name, one.numjobs, 1) for one in workloads]
    return [Rung(one.name, one.iodepth, one.numjobs) for one in workloads]


def read_figures(goal: Goal, figures: dict[str, dict[str, float]]) -> Optional[Reading]:
    """Read the figures of one run: the sum of its directions, the p99 of the slower one. None: fio failed."""
    if not figures:
        return None
    metric = BANDWIDTH if goal.metric == BANDWIDTH else IOPS
    return Reading(sum(one[metric] for one in figures.values()), max(one["clat_p99_ns"] for one in figures.values()))


def estimate_runs(workloads: Sequence[Workload], goal: Goal) -> tuple[int, int]:
    """Estimate how many runs a short and a long search make."""
    rungs = list_rungs(workloads)
    return count_least_runs(rungs), count_most_runs(rungs, goal)


def describe_search(workloads: Sequence[Workload], goal: Goal) -> str:
    """Describe what is searched, and where."""
    first = workloads[0]
    mix = f"{first.rw} {first.bs}"
    wanted = (
        f"Searches for the highest rate with p99 up to {format_latency(goal.value)}"
        if goal.is_latency
        else f"Searches for the lowest queue depth that gives {format_rate(goal, goal.value)}"
    )
    depths = {one.iodepth for one in workloads}
    jobs = {one.numjobs for one in workloads}
    return (
        f"{wanted}: {mix}, QD {_format_span(depths)}, jobs {_format_span(jobs)}. Steps at the edge are repeated until "
        f"the 95 % interval is within ± {goal.ratio * 100:g} % of the mean, at most {goal.max_runs} times."
    )


def describe_result(workloads: Sequence[Workload], goal: Goal, readings: Readings) -> Iterable[str]:
    """Describe the best step of a search in a sentence, and what limits it."""
    rungs = list_rungs(workloads)
    by_name = {one.name: one for one in workloads}
    best_step = find_best(rungs, goal, readings)
    if best_step is None:
        shallow = next((one for one in rungs if any(readings.get(one.name, ()))), None)
        if shallow is None or not goal.is_latency:
            yield "No step has a result."
            return
        p99_ns = statistics.median(one.p99_ns for one in readings[shallow.name] if one)
        yield (
            f"p99 {format_latency(goal.value)} is exceeded at {_format_place(by_name[shallow.name])}: "
            f"{format_latency(p99_ns)}."
        )
        return
    place, rate = _format_place(by_name[best_step.rung.name]), statistics.fmean(best_step.rates)
    interval = _format_interval(goal, best_step)
    if goal.is_latency:
        yield f"{format_rate(goal, rate)} with p99 up to {format_latency(goal.value)} at {place} ({interval})."
    elif rate >= goal.value:
        yield f"{format_rate(goal, goal.value)} reached at {place}: {format_rate(goal, rate)} ({interval})."
    else:
        yield (
            f"{format_rate(goal, goal.value)} not reached: at most {format_rate(goal, rate)} at {place} ({interval})."
        )
    if goal.is_latency and not best_step.is_bounded:
        deepest = max((one for one in rungs if any(readings.get(one.name, ()))), key=lambda one: one.in_flight)
        yield f"The limit was not reached at the highest depth tried: {_format_place(by_name[deepest.name])}."


def format_latency(ns: float) -> str:
    """Format `2 ms`, `85.4 us`."""
    for factor, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "us")):
        if ns >= factor:
            return f"{ns / factor:.3g} {unit}"
    return f"{ns:.0f} ns"


def format_rate(goal: Goal, rate: float) -> str:
    """Format `87,200 IOPS`, `6,840 MB/s`."""
    return f"{rate / 1e6:,.0f} MB/s" if goal.metric == BANDWIDTH else f"{rate:,.0f} IOPS"


def _format_interval(goal: Goal, best_step: BestStep) -> str:
    half = compute_half_width(best_step.rates)
    if half is None:
        return "1 run: no interval"
    mean = statistics.fmean(best_step.rates)
    ends = f"{format_rate(goal, max(0.0, mean - half)).split(' ')[0]} to {format_rate(goal, mean + half).split(' ')[0]}"
    return f"95 % interval {ends}, {len(best_step.rates)} runs"


def _format_place(workload: Workload) -> str:
    return f"QD {workload.iodepth}, {workload.numjobs} job{'' if workload.numjobs == 1 else 's'}"


def _format_span(numbers: Iterable[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low} to {high}"


def _list_numbers(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers)) or "1"


def _count_processors() -> int:
    """Count the processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
