"""Runs a batch to its end, one step after the other, and remembers each."""

from __future__ import annotations

import contextlib
import json
import signal
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import Any, Callable, Iterator, Optional, Protocol

from fioboard_agent.benchmark.bench import Bench, Measured, Request
from fioboard_agent.benchmark.layout import write_test_files
from fioboard_agent.delivery.payload import Batch
from fioboard_agent.delivery.spool import Entry, Spool
from fioboard_agent.delivery.summary import read_bandwidth
from fioboard_agent.errors import SetupError
from fioboard_agent.jobs.local_policy import Switches
from fioboard_agent.jobs.model import FioJobs
from fioboard_agent.safety import marker
from fioboard_agent.safety.clearance import Permissions, require_harmless_jobs
from fioboard_agent.suites import fio_jobs
from fioboard_agent.suites.batch import (
    MEASURE,
    PRECONDITION,
    Done,
    Figures,
    Plan,
    Step,
    count_planned_steps,
    estimate_step_seconds,
    find_next_step,
    list_steps_left,
)
from fioboard_agent.suites.drives import list_confirmed
from fioboard_agent.suites.experiment import CONDITION_LABEL
from fioboard_agent.suites.pts.accounting import Accountant
from fioboard_agent.suites.saturate import describe_goal
from fioboard_agent.suites.search import LATENCY
from fioboard_agent.suites.store import BatchStore, KeptBatch
from fioboard_agent.suites.workload import FIGURE_LABEL
from fioboard_agent.terminal import ProgressLine


class Conditions(Protocol):
    """What brings the machine under the conditions of an experiment."""

    def prepare(self, condition: str, bench: Bench) -> Optional[Bench]:
        """Bring the machine under a condition; None where a person has to."""

    def build_document(self, condition: str) -> dict[str, Any]:
        """Build what a run's manifest says of the experiment."""


@dataclass(frozen=True)
class Driver:
    """`tell` is called with every finished run, before the next one starts; `send` where a pause before the next step
    changes no figure."""

    bench: Bench
    store: BatchStore
    progress: ProgressLine
    tell: Callable[[Measured], None]
    send: Callable[[], None]
    conditions: Optional[Conditions] = None
    """Of an experiment: brings the machine under the condition of each step."""
    accountant: Optional[Accountant] = None
    """Of a PTS: purges the drive, and signs for what each step may write."""
    adapt: Callable[[Request], Request] = lambda asked: asked
    """Changes what each step asks for."""

    def run(self, batch: KeptBatch) -> None:
        """Until every step is measured, a run is interrupted, or a person has to change the condition. The batch's own
        test file never outlives this call, whatever happens; the batch itself is kept until its runs were offered to
        the service."""
        self.store.save(batch)
        try:
            with _record_interrupts() as noted:
                if self.accountant is not None:
                    self.accountant.prepare()
                self._prepare(batch)
                while (step := find_next_step(batch.plan, batch.done)) is not None:
                    if noted:
                        raise KeyboardInterrupt
                    condition = step.workload.condition
                    bench = self.conditions.prepare(condition, self.bench) if self.conditions else self.bench
                    if bench is None:
                        return
                    measured = self._measure(batch, step, bench)
                    if self.accountant is not None:
                        # Kept together with the step below: a kill between the two must count nothing twice.
                        self.accountant.count(measured.entry)
                    if measured.outcome.interrupted:
                        self.store.save(batch)
                        self.tell(measured)
                        return
                    done = _build_done(step, measured)
                    if done.figures and self.accountant is not None and self.accountant.is_cut(measured.entry, step):
                        # Again, with a cap of four times the rate that is known now; or the limit ends the test.
                        self.store.save(batch)
                        self.tell(measured)
                        continue
                    is_needed = step.role == PRECONDITION or batch.plan.pts is not None
                    if done.figures or not is_needed:
                        # Before anything is sent: what is sent leaves the spool, and only this file knows it then.
                        batch.done.append(done)
                    self.store.save(batch)
                    self.tell(measured)
                    if is_needed and not done.figures:
                        raise SetupError(f"Step {step.workload.name} failed; the remaining steps were not run.")
                    if _may_pause(batch, step):
                        self.send()
        finally:
            remove_test_file(batch.plan)

    def _prepare(self, batch: KeptBatch) -> None:
        plan = batch.plan
        if not plan.target.needs_layout:
            return
        # A new test file has forgotten what was done to the one before it.
        batch.done[:] = [one for one in batch.done if one.role != PRECONDITION]
        if plan.precondition:
            return
        if self.accountant is not None:
            self.accountant.sign_layout()
        jobs = fio_jobs.build_layout(plan.target, plan.size_bytes)
        write_test_files(self.bench, _request(plan, jobs, None), self.progress)
        if self.accountant is not None:
            self.accountant.count_layout()

    def _measure(self, batch: KeptBatch, step: Step, bench: Bench) -> Measured:
        plan, accountant = batch.plan, self.accountant
        position, steps = len(batch.done) + 1, count_planned_steps(plan, batch.done)
        later = [estimate_step_seconds(plan, one) for one in list_steps_left(plan, batch.done)[1:]]
        known = [seconds for seconds in later if seconds is not None]
        self.progress.plan(steps, estimate_step_seconds(plan, step), sum(known) if len(known) == len(later) else None)
        self.progress.start_step(position, step.workload.name)
        place = Batch(
            id=plan.id,
            name=plan.name,
            step=position,
            steps=steps,
            workload=step.workload.name,
            repeat=step.repeat,
            order=plan.order,
            seed=plan.seed,
            role=step.role,
            title=plan.annotations.title,
            search=_describe_search(plan),
            vary=[name for name, _ in plan.workloads[0].varied] or None,
            experiment=self.conditions.build_document(step.workload.condition) if self.conditions else None,
            pts=accountant.build_document(step) if accountant else None,
        )
        jobs = build_step_jobs(plan, step, accountant.sign(step) if accountant else None)
        try:
            measured = bench.measure(self.adapt(_request(plan, jobs, place, step)), self.progress)
        finally:
            self.progress.end()
        return measured


def _describe_search(plan: Plan) -> Optional[dict[str, Any]]:
    """Describe what a search looks for, or the latency limit of a sweep."""
    if plan.search is not None:
        return describe_goal(plan.search, plan.workloads)
    return None if plan.p99_limit_ns is None else {"metric": LATENCY, "limit": plan.p99_limit_ns}


def _may_pause(batch: KeptBatch, step: Step) -> bool:
    """A drive that was just written for a figure recovers while nothing runs: between the two nothing is sent."""
    following = find_next_step(batch.plan, batch.done)
    if step.role == PRECONDITION or following is None:
        return step.role != PRECONDITION
    return following.role == PRECONDITION or not following.workload.before


@contextlib.contextmanager
def _record_interrupts() -> Iterator[list[int]]:
    """Record Ctrl-C between two runs of fio, and raise it as ever: Python drops an exception that is raised while
    an object is being finalized (seen with Popen), and the batch would go on for hours.
    """
    noted: list[int] = []

    def note(number: int, _frame: Optional[FrameType]) -> None:
        noted.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)


def require_harmless_steps(plan: Plan, bench: Bench) -> None:
    """Ask for every step now whether it may run: a refusal after hours helps nobody."""
    for step in list_steps_left(plan, []):
        if step.role == MEASURE and step.repeat > 1:
            continue
        permissions = _build_permissions(plan, step)
        with require_harmless_jobs(build_step_jobs(plan, step), Path.cwd(), permissions, bench.roots):
            pass


def build_step_jobs(plan: Plan, step: Step, cap_bytes: Optional[int] = None) -> FioJobs:
    """Build what fio is asked for in one step; `cap_bytes`: of a PTS, what all of its I/O may come to."""
    if plan.pts is not None and step.role == PRECONDITION:
        return fio_jobs.build_pts_prefill(step.workload, plan.target)
    if plan.pts is not None:
        return fio_jobs.build_pts_cell(step.workload, plan.target, plan.runtime_s, plan.pts.range_bytes, cap_bytes)
    if plan.drives:
        return fio_jobs.build_pool(step.workload, plan.drives, plan.target, plan.runtime_s, plan.ramp_s)
    if step.role == PRECONDITION:
        return fio_jobs.build_precondition(step.workload, plan.target, plan.size_bytes)
    return fio_jobs.build_measuring(step.workload, plan.target, plan.runtime_s, plan.ramp_s, plan.size_bytes)


def _request(plan: Plan, jobs: FioJobs, place: Optional[Batch], step: Optional[Step] = None) -> Request:
    annotations = plan.annotations
    if step is not None and step.workload.figures:
        figures = ",".join(map(str, step.workload.figures))
        annotations = replace(annotations, labels={**annotations.labels, FIGURE_LABEL: figures})
    if step is not None and step.workload.condition:
        labels = {**annotations.labels, CONDITION_LABEL: step.workload.condition}
        annotations = replace(annotations, labels=labels)
    return Request(
        jobs=jobs,
        cwd=Path.cwd(),
        permissions=_build_permissions(plan, step),
        annotations=annotations,
        batch=place,
        maker=plan.id,
        temporary_files=(str(plan.target.path),) if plan.target.is_own_file else (),
        is_sampled=place is not None,
    )


def _build_permissions(plan: Plan, step: Optional[Step]) -> Permissions:
    confirmed = list_confirmed(plan.drives, step.workload) if plan.drives and step else plan.confirmed
    return Permissions(Switches(), frozenset(confirmed), plan.keep_free_bytes, plan.on_system_disk)


def remove_test_file(plan: Plan) -> None:
    """Remove the file that the batch made for itself, if it made one."""
    if plan.target.is_own_file:
        marker.remove_marked(plan.target.path, plan.id)


def count_kept_step(batch: KeptBatch, spool: Spool) -> None:
    """Count the step whose run is whole in the spool although the batch's file misses it: the agent was killed between
    the two."""
    known = {one.upload_key for one in batch.done}
    for entry in [*spool.waiting(), *spool.rejected()]:
        manifest = entry.manifest()
        place = manifest.get("batch") or {}
        step = find_next_step(batch.plan, batch.done)
        if entry.key in known or place.get("id") != batch.plan.id or manifest.get("interrupted") or step is None:
            continue
        if (step.role, step.workload.name, step.repeat) == (place["role"], place["workload"], place["repeat"]):
            done = _build_done_from_entry(step, entry, bool(manifest.get("exit_code")))
            if done.figures or (step.role != PRECONDITION and batch.plan.pts is None):
                batch.done.append(done)
                written = done.figures.get("write", {}).get("io_bytes", 0.0)
                batch.ledger = batch.ledger.close(int(written)) if batch.ledger.open_bytes else batch.ledger


def _build_done(step: Step, measured: Measured) -> Done:
    return _build_done_from_entry(step, measured.entry, bool(measured.outcome.exit_code) or measured.output_is_empty)


def _build_done_from_entry(step: Step, entry: Entry, has_failed: bool) -> Done:
    figures = {} if has_failed else read_figures(entry)
    return Done(step.role, step.workload.name, step.repeat, entry.key, figures)


def read_figures(entry: Entry) -> Figures:
    """`{"read": {"iops": …, "bw_bytes_per_s": …, "clat_mean_ns": …, "clat_p99_ns": …}}` of a step's one group; of a
    pool `{"read nvme0n1": …}` for each drive; {} when its output is not what a step writes."""
    try:
        text = (entry.files / "fio.json").read_text(encoding="utf-8", errors="replace")
        jobs = json.loads(text[text.index("{") :], strict=False)["jobs"]
        return {
            word if len(jobs) == 1 else f"{word} {job['jobname']}": _read_direction(job[word])
            for job in jobs
            for word in ("read", "write")
            if job[word]["io_bytes"]
        }
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _read_direction(direction: dict[str, Any]) -> dict[str, float]:
    clat = direction["clat_ns"]
    return {
        "iops": float(direction["iops"]),
        "bw_bytes_per_s": read_bandwidth(direction),
        "clat_mean_ns": float(clat["mean"]),
        "clat_p99_ns": float(clat["percentile"]["99.000000"]),
        "lat_mean_ns": float(direction["lat_ns"]["mean"]),
        "ios": float(direction["total_ios"]),
        "io_bytes": float(direction["io_bytes"]),
    }
