"""What a batch says on the terminal: before it starts, and what its repeats showed."""

from __future__ import annotations

import statistics
from typing import Iterable

from fioboard_agent.suites import saturate
from fioboard_agent.suites.batch import (
    MEASURE,
    PRECONDITION,
    Done,
    Plan,
    collect_readings,
    count_planned_steps,
    estimate_s,
    estimate_step_seconds,
    list_steps_left,
)
from fioboard_agent.suites.estimate import estimate
from fioboard_agent.suites.precision import compute_half_width, compute_half_width_ratio
from fioboard_agent.suites.pts import words as pts_words
from fioboard_agent.suites.pts.standard import SATURATION, Pts
from fioboard_agent.suites.pts.steady_window import WINDOW
from fioboard_agent.suites.search import Goal
from fioboard_agent.suites.workload import Workload

_UNITS = {
    "iops": "IOPS",
    "bw_bytes_per_s": "bytes/s",
    "clat_mean_ns": "ns (mean clat)",
    "clat_p99_ns": "ns (p99 clat)",
}


def describe_plan(plan: Plan, done: list[Done]) -> Iterable[str]:
    """Describe what will happen, what it writes, and how long it takes."""
    if plan.pts is not None:
        yield from _describe_pts(plan, plan.pts, done)
        return
    if plan.drives:
        yield from _describe_pool(plan, done)
        return
    steps = count_planned_steps(plan, done)
    if done:
        total = "" if plan.search else f" of {steps}"
        yield f"Batch {plan.id} continues: {len(done)}{total} steps are done."
    shortest, longest = estimate_s(plan)
    share = (steps - len(done)) / steps if steps else 0.0
    time = format_duration(shortest * share)
    if plan.until:
        time += f" to {format_duration(longest * share)}"
        yield (
            f"Repeats until the 95 % interval of {plan.until.metric} is within ± {plan.until.ratio * 100:g} % of the "
            f"mean, at least {plan.repeats} and at most {plan.until.max_repeats} times."
        )
    size = f"{plan.size_bytes / (1 << 20):,.0f} MiB"
    if plan.target.is_own_file and not plan.precondition:
        yield f"Creating a {size} test file (deleted afterwards)."
    if plan.precondition:
        passes = "once in sequence" if plan.precondition == "fill" else "once in sequence and once in random order"
        yield f"Preconditioning WRITES {size} of {plan.target.path} {passes}, before anything is measured."
    if not plan.target.direct:
        yield f"{plan.target.folder} does not accept direct I/O: measuring through the page cache (direct=0)."
    written = [step for step in list_steps_left(plan, done) if step.workload.before or step.role == PRECONDITION]
    if written and not plan.precondition:
        yield f"{plan.target.path} is WRITTEN before tests that are rated on a written drive; see the steps below."
    if plan.search is not None:
        yield from _describe_search(plan, plan.search, (shortest, longest))
        return
    left = steps - len(done)
    of_seconds = (
        "" if any(workload.options for workload in plan.workloads) else (f" of {plan.runtime_s + plan.ramp_s} s")
    )
    yield (
        f"{_format_count(len(plan.workloads), 'workload')}, {_format_count(left, 'step')}{of_seconds}"
        f"{' left' if done else ''}: "
    ) + (
        # Steps that end when they have moved their bytes take as long as the storage needs.
        "as long as the storage needs to write."
        if not shortest
        else f"about {time}, plus the time to write the test data."
        if plan.target.is_own_file or plan.precondition or written
        else f"about {time}."
    )
    if any(workload.rated_bytes_per_s for workload in plan.workloads):
        yield _describe_total(plan, done)


def describe_estimate(plan: Plan) -> Iterable[str]:
    """Describe the time that a batch takes, and what it writes, as far as anything says it beforehand."""
    if plan.pts is not None:
        yield from _describe_pts(plan, plan.pts, [])
        return
    if plan.drives:
        yield from _describe_pool(plan, [])
        return
    yield f"{plan.target.folder if plan.target.is_own_file else plan.target.path}:"
    yield from describe_plan(plan, [])
    steps = list_steps_left(plan, [])
    amounts = [estimate(plan, step).bytes or 0 for step in steps if step.role == PRECONDITION]
    fixed = sum(amounts) + (plan.size_bytes if plan.target.is_own_file and not plan.precondition else 0)
    seconds = sum(
        (estimate_step_seconds(plan, step) or 0) * _get_written_share(step.workload)
        for step in steps
        if step.role == MEASURE
    )
    if seconds and plan.search is not None:
        seconds = estimate_s(plan)[1] * _get_written_share(plan.workloads[0])
    parts = [f"{format_size(fixed)} before anything is measured"] if fixed else []
    if seconds:
        parts.append(f"{format_size(seconds * 1e9)} for each GB/s of write throughput in the measuring steps")
    yield f"Writes {' and '.join(parts)}." if parts else "Writes nothing."


def _describe_pts(plan: Plan, pts: Pts, done: list[Done]) -> Iterable[str]:
    """Describe how long a test of the standard takes at least and at most, and what it writes."""
    least, most = estimate_s(plan)
    seconds, writing = pts_words.count_round_seconds(plan)
    what = "minutes" if pts.test == SATURATION and plan.runtime_s == 60 else "rounds"
    prefill = pts.prefill_bytes + (plan.size_bytes if plan.target.is_own_file else 0)
    yield f"{pts.title} on {plan.target.path}, {format_size(pts.range_bytes)} of it."
    reasons = pts_words.describe_deviations(pts)
    if reasons:
        yield f"NOT THE STANDARD: {reasons}."
    if done:
        rounds = sum(one.role == MEASURE for one in done) // len(plan.workloads)
        yield f"Batch {plan.id} continues: {len(done)} steps are done, {_format_count(rounds, 'whole round')}."
    yield (
        f"{_format_count(len(plan.workloads), 'cell')} of {plan.runtime_s} s a round, {pts.least_rounds} to "
        f"{pts.max_rounds} {what} until {WINDOW} are steady: {format_duration(least)} to {format_duration(most)}"
        + (f", and {format_duration(prefill / 1e9)} of preconditioning at 1 GB/s." if prefill else ".")
    )
    rate = f"{format_size(writing * 1e9)} in each round of {format_duration(seconds)} for each GB/s of write throughput"
    before = f"{format_size(prefill)} before the first round, then " if prefill else ""
    yield f"WRITES {before}{rate}: the data on {plan.target.path} is ERASED."


def _describe_pool(plan: Plan, done: list[Done]) -> Iterable[str]:
    """Describe how long a pool takes, what it reads and what it writes."""
    steps = count_planned_steps(plan, done)
    if done:
        yield f"Batch {plan.id} continues: {len(done)} of {steps} steps are done."
    left = list_steps_left(plan, done)
    together = sum(len(workload.drives) > 1 and not workload.writes for workload in plan.workloads)
    step_s = plan.runtime_s + plan.ramp_s
    time = format_duration(estimate_s(plan)[0] * len(left) / steps)
    yield (
        f"{_format_count(len(plan.drives), 'drive')}: {', '.join(drive.name for drive in plan.drives)}. Each alone, "
        f"then {_format_count(together, 'level')} together; {_format_count(len(left), 'step')} of {step_s} s"
        f"{' left' if done else ''}: about {time}."
    )
    seconds = {
        writes: sum(len(step.workload.drives) * step_s for step in left if step.workload.writes == writes)
        for writes in (False, True)
    }
    yield f"Reads {format_size(seconds[False] * 1e9)} for each GB/s of a drive's read throughput."
    if seconds[True]:
        yield (
            f"WRITES {format_size(seconds[True] * 1e9)} for each GB/s of write throughput: the data on these drives is "
            "ERASED."
        )
    else:
        yield "Writes nothing."


def _describe_pool_result(plan: Plan, done: list[Done]) -> Iterable[str]:
    """Describe each drive alone, and how much of their sum each level reaches together, in MB/s."""
    for direction in ("read", "write"):
        made: dict[str, list[float]] = {}
        for one in done:
            values = [f["bw_bytes_per_s"] for key, f in one.figures.items() if key.split(" ")[0] == direction]
            if values:
                made.setdefault(one.workload, []).append(sum(values))
        alone: dict[str, float] = {}
        for workload in plan.workloads:
            if workload.name not in made:
                continue
            rate = statistics.fmean(made[workload.name])
            if len(workload.drives) == 1:
                alone.setdefault(workload.drives[0], rate)
                yield f"  {workload.name}: {rate / 1e6:,.0f} MB/s"
            elif all(name in alone for name in workload.drives):
                total = sum(alone[name] for name in workload.drives)
                share = f", {100 * rate / total:.0f} % of {total / 1e6:,.0f} MB/s alone" if total else ""
                yield f"  {workload.name}: {len(workload.drives)} drives {rate / 1e6:,.0f} MB/s together{share}"


def _get_written_share(workload: Workload) -> float:
    """Return the share of the requests that write."""
    if not workload.writes or workload.rw.endswith("write"):
        return float(workload.writes)
    mixed = dict(workload.varied).get("rwmixread", workload.rwmixread)
    return 1 - int(str(mixed)) / 100 if str(mixed).isdigit() else 0.5


def _describe_search(plan: Plan, goal: Goal, seconds: tuple[float, float]) -> Iterable[str]:
    """Describe what is searched, how long that takes and what it writes."""
    yield saturate.describe_search(plan.workloads, goal)
    least, most = saturate.estimate_runs(plan.workloads, goal)
    yield (
        f"{least} to about {most} runs of {plan.runtime_s + plan.ramp_s} s on a ladder of {len(plan.workloads)} steps: "
        f"{format_duration(seconds[0])} to {format_duration(seconds[1])}"
        f"{', plus the time to create the test file' if plan.target.is_own_file else ''}."
    )
    yield (
        f"Each run WRITES to {plan.target.path} for {plan.runtime_s + plan.ramp_s} s, as much as the storage can write."
        if plan.workloads[0].writes
        else "The runs are read-only."
    )


def format_repeats(plan: Plan, done: list[Done]) -> Iterable[str]:
    """Return what a search found; else mean and 95 % interval per workload and direction, nothing when nothing was
    repeated.
    """
    if plan.pts is not None:
        yield from pts_words.describe_window(pts=plan.pts, done=done)
        return
    if plan.drives:
        yield from _describe_pool_result(plan, done)
        return
    if plan.search is not None:
        yield from saturate.describe_result(plan.workloads, plan.search, collect_readings(plan.search, done))
        return
    metric = plan.until.metric if plan.until else "iops"
    for workload in plan.workloads:
        made = [one for one in done if one.role == MEASURE and one.workload == workload.name]
        for direction in ("read", "write"):
            values = [one.figures[direction][metric] for one in made if direction in one.figures]
            half = compute_half_width(values)
            if half is not None:
                mean, ratio = statistics.fmean(values), compute_half_width_ratio(values)
                share = "" if ratio is None else f"± {ratio * 100:.1f} %, "
                # Who asked for ± 5 % must not take ± 40 % for it.
                is_wide = plan.until is not None and (ratio is None or ratio > plan.until.ratio)
                missed = f"; not within ± {plan.until.ratio * 100:g} %" if plan.until and is_wide else ""
                yield (
                    f"  {workload.name}: {direction} {mean:,.0f} ± {half:,.0f} {_UNITS[metric]} "
                    f"({share}95 % interval of {len(values)} repeats{missed})"
                )


def describe_steps(plan: Plan, done: list[Done]) -> Iterable[str]:
    """Describe each step that is left: what fio does, for how long, and what it writes."""
    for step in list_steps_left(plan, done):
        workload = step.workload
        seconds = estimate_step_seconds(plan, step)
        known = estimate(plan, step)
        mix = "" if workload.rwmixread is None else f", {workload.rwmixread} % reads"
        parts = [
            f"{workload.rw} {workload.bs}{mix}, QD {workload.iodepth}, {_format_count(workload.numjobs, 'job')}",
            f"{seconds:.0f} s"
            if seconds is not None
            else "until written"
            if known.seconds is None
            else f"about {format_duration(known.seconds)} as rated",
        ]
        if step.role == PRECONDITION:
            parts.append(f"WRITES {format_size(known.bytes)}" if known.bytes is not None else "WRITES the range")
        elif workload.writes:
            rate = "" if known.bytes is None else f" about {format_size(known.bytes)} as rated"
            parts.append(f"WRITES{rate}")
        yield f"  {workload.name}: {'; '.join(parts)}"


def describe_missing(plan: Plan, done: list[Done]) -> str:
    """Describe what an unfinished batch has not measured."""
    if plan.search is not None:
        return "The search is not finished."
    if plan.pts is not None:
        return "The test is not finished."
    names = dict.fromkeys(step.workload.name for step in list_steps_left(plan, done) if step.role == MEASURE)
    return f"Not measured: {', '.join(names)}."


def _describe_total(plan: Plan, done: list[Done]) -> str:
    """Describe the time of all steps that are left."""
    steps = list_steps_left(plan, done)
    known = [estimate(plan, step) for step in steps]
    seconds = [one.seconds for one in known if one.seconds is not None]
    amounts = [one.bytes for one in known if one.bytes is not None]
    time = format_duration(sum(seconds)) + ("" if len(seconds) == len(known) else " plus an unknown time")
    amount = format_size(sum(amounts)) + ("" if len(amounts) == len(known) else " plus an unknown amount")
    return f"As rated, all of it takes {time}, and writes {amount}."


def format_size(count: float) -> str:
    """Format `512 MB`, `1.6 TB`: decimal, as drives are sold."""
    for power, unit in ((12, "TB"), (9, "GB"), (6, "MB")):
        if count >= 10**power:
            return f"{count / 10**power:.3g} {unit}"
    return f"{count:,.0f} bytes"


def _format_count(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def format_duration(seconds: float) -> str:
    """Format `45 s`, `12 min`, `3 h 20 min`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60:02d} min"
