"""The plan of a batch, what is done of it, and which step is next.

Decides from these two alone: an interrupted batch goes on by asking again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Iterator, Optional

from fioboard_agent.delivery.payload import Annotations
from fioboard_agent.inventory.completion import Additions
from fioboard_agent.suites.drives import Drive
from fioboard_agent.suites.experiment import ABBA, BLOCKED, Experiment, arrange_conditions
from fioboard_agent.suites.fio_jobs import PRECONDITIONS
from fioboard_agent.suites.order import INTERLEAVED, LATIN, arrange_latin, shuffle_block
from fioboard_agent.suites.precision import compute_half_width_ratio
from fioboard_agent.suites.pts.rounds import list_rounds
from fioboard_agent.suites.pts.standard import Pts, list_prefill
from fioboard_agent.suites.saturate import estimate_runs, list_rungs, read_figures
from fioboard_agent.suites.search import Goal, Reading, Readings, choose_next
from fioboard_agent.suites.target import Identity, SuiteTarget
from fioboard_agent.suites.workload import Suite, Workload

MEASURE, PRECONDITION = "measure", "precondition"
# fio's start and end, the sampler's, and the state of the host before and after.
STEP_OVERHEAD_S = 1.5
# Of the figures that a batch may repeat for; each is read from fio's result, per direction.
METRICS = ("iops", "bw_bytes_per_s", "clat_mean_ns", "clat_p99_ns")

Figures = dict[str, dict[str, float]]


@dataclass(frozen=True)
class Until:
    """Repeat until the 95 % interval of the mean is within `ratio` of it (0.05 = ± 5 %), or `max_repeats` are done."""

    ratio: float
    metric: str
    max_repeats: int


@dataclass(frozen=True)
class Plan:
    """What shall be done. Everything a resumed batch needs to go on in the same way."""

    id: str
    name: str
    workloads: tuple[Workload, ...]
    target: SuiteTarget
    identity: Identity
    runtime_s: int
    ramp_s: int
    size_bytes: int
    repeats: int
    order: str
    seed: int
    until: Optional[Until] = None
    precondition: Optional[str] = None
    annotations: Annotations = Annotations()
    confirmed: tuple[str, ...] = ()
    keep_free_bytes: Optional[int] = None
    on_system_disk: bool = False
    additions: Additions = Additions()
    search: Optional[Goal] = None
    """The workloads are a ladder of which the search chooses the next step; None: all of them are measured."""
    drives: tuple[Drive, ...] = ()
    """Of `suite drives`: the pool, of which `target` is the first; empty for every other suite."""
    experiment: Optional[Experiment] = None
    p99_limit_ns: Optional[float] = None
    """Of a sweep: what its page draws, and which best step it names."""
    pts: Optional[Pts] = None
    """Of `suite pts`: the test of the standard; `repeat` counts its rounds."""


@dataclass(frozen=True)
class Step:
    """One run to make. `repeat` counts from 1 per workload."""

    role: str
    workload: Workload
    repeat: int


@dataclass(frozen=True)
class Done:
    """One run made: its figures by direction and metric; empty when fio failed."""

    role: str
    workload: str
    repeat: int
    upload_key: str
    figures: Figures = field(default_factory=dict)


def find_next_step(plan: Plan, done: list[Done]) -> Optional[Step]:
    """Find the next step; None when the batch is complete."""
    return next(iter(list_steps_left(plan, done)), None)


def list_steps_left(plan: Plan, done: list[Done]) -> list[Step]:
    """List the steps that are left in their order, as far as can be said now."""
    finished = {(one.role, one.workload, one.repeat) for one in done}
    return [
        step for step in _list_all_steps(plan, done) if (step.role, step.workload.name, step.repeat) not in finished
    ]


def count_planned_steps(plan: Plan, done: list[Done]) -> int:
    """Count the runs the batch has as far as can be said now; `until` may add some later."""
    return len(list(_list_all_steps(plan, done)))


def estimate_step_seconds(plan: Plan, step: Step) -> Optional[float]:
    """Estimate how long one step takes; None for one that ends when it has written enough."""
    if step.role == PRECONDITION or (step.workload.options and step.workload.option("runtime") is None):
        return None
    runtime, ramp = step.workload.option("runtime"), step.workload.option("ramp_time")
    if runtime is None:
        return plan.runtime_s + plan.ramp_s + STEP_OVERHEAD_S
    return int(runtime) + int(ramp or 0) + STEP_OVERHEAD_S


def estimate_suite_s(suite: Suite) -> float:
    """Estimate the measuring steps of a suite without any flags; laying out its test file depends on the drive."""
    return len(suite.workloads) * suite.repeats * (suite.runtime_s + STEP_OVERHEAD_S)


def needs_more(plan: Plan, workload: str, done: list[Done]) -> bool:
    """Whether `until` asks for another repeat of a workload, its repeats so far being done."""
    if plan.until is None:
        return False
    repeats = [one for one in done if one.role == MEASURE and one.workload == workload]
    # A run that failed says nothing, and more of them would not narrow anything.
    if len(repeats) >= plan.until.max_repeats or any(not one.figures for one in repeats):
        return False
    directions = {direction for one in repeats for direction in one.figures}
    ratios = [
        compute_half_width_ratio(
            [one.figures[direction][plan.until.metric] for one in repeats if direction in one.figures]
        )
        for direction in directions
    ]
    return any(ratio is None or ratio > plan.until.ratio for ratio in ratios)


def estimate_s(plan: Plan) -> tuple[float, float]:
    """Shortest and longest duration of all measuring steps; laying out and preconditioning depend on the drive."""
    once_s = sum(estimate_step_seconds(plan, Step(MEASURE, workload, 1)) or 0.0 for workload in plan.workloads)
    if plan.search is not None:
        step_s = once_s / len(plan.workloads)
        least, most = estimate_runs(plan.workloads, plan.search)
        return step_s * least, step_s * most
    if plan.pts is not None:
        return once_s * plan.pts.least_rounds, once_s * plan.pts.max_rounds
    most = max(plan.repeats, plan.until.max_repeats) if plan.until else plan.repeats
    return once_s * plan.repeats, once_s * most


def _list_all_steps(plan: Plan, done: list[Done]) -> Iterator[Step]:
    """List all steps. One that is written before several workloads counts its own repeats."""
    written: Counter[str] = Counter()
    by_name = {workload.name: workload for workload in plan.workloads}
    for workload in PRECONDITIONS.get(plan.precondition or "", ()):
        written[workload.name] += 1
        yield Step(PRECONDITION, workload, 1)
    if plan.pts is not None:
        yield from (Step(PRECONDITION, workload, 1) for workload in list_prefill(plan.pts))
        yield from (Step(MEASURE, cell, number) for cell, number in list_rounds(plan.pts, plan.workloads, done))
        return
    if plan.search is not None:
        yield from _list_searched_steps(plan, plan.search, done)
        return
    for name, repeat in _order_steps(plan, done):
        for workload in by_name[name].before if repeat == 1 else ():
            written[workload.name] += 1
            yield Step(PRECONDITION, workload, written[workload.name])
        yield Step(MEASURE, by_name[name], repeat)


def collect_readings(goal: Goal, done: list[Done]) -> Readings:
    """Collect what the runs of each step of a search showed."""
    readings: defaultdict[str, list[Optional[Reading]]] = defaultdict(list)
    for one in done:
        if one.role == MEASURE:
            readings[one.workload].append(read_figures(goal, one.figures))
    return readings


def _list_searched_steps(plan: Plan, goal: Goal, done: list[Done]) -> Iterator[Step]:
    """List the steps of a search that are done, and the next one: what follows depends on it."""
    by_name = {workload.name: workload for workload in plan.workloads}
    for one in done:
        if one.role == MEASURE:
            yield Step(MEASURE, by_name[one.workload], one.repeat)
    readings = collect_readings(goal, done)
    rung = choose_next(list_rungs(plan.workloads), goal, readings)
    if rung is not None:
        yield Step(MEASURE, by_name[rung.name], len(readings.get(rung.name, ())) + 1)


def _order_steps(plan: Plan, done: list[Done]) -> list[tuple[str, int]]:
    names = [workload.name for workload in plan.workloads]
    if plan.order in {ABBA, BLOCKED}:
        return arrange_conditions(plan.workloads, plan.repeats, plan.order)
    if plan.order not in {INTERLEAVED, LATIN}:
        return [(name, repeat) for name in names for repeat in range(1, _count_repeats(plan, name, done) + 1)]
    counts = {name: _count_repeats(plan, name, done) for name in names}
    arrange = arrange_latin if plan.order == LATIN else shuffle_block
    return [
        (name, repeat)
        for repeat in range(1, max(counts.values()) + 1)
        for name in arrange([name for name in names if counts[name] >= repeat], repeat, plan.seed)
    ]


def _count_repeats(plan: Plan, workload: str, done: list[Done]) -> int:
    """Count the planned repeats, what was done beyond them, and one more if the interval is still too wide."""
    made = sum(one.role == MEASURE and one.workload == workload for one in done)
    if made < plan.repeats:
        return plan.repeats
    return made + needs_more(plan, workload, done)
