"""Checks a confirmation as `run` checks a job, and runs its sides in turn."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Optional

from fioboard_agent.benchmark.bench import Bench, Measured, Request
from fioboard_agent.benchmark.layout import write_test_files
from fioboard_agent.confirm.same_target import require_same_targets
from fioboard_agent.confirm.service_answer import Asked
from fioboard_agent.confirm.trial import BASE, CHANGED, Trial
from fioboard_agent.confirm.trial_jobs import build_base_jobs, build_changed_jobs, build_layout_jobs
from fioboard_agent.delivery.payload import Annotations, Batch
from fioboard_agent.errors import RefusedError
from fioboard_agent.jobs.model import FioJobs
from fioboard_agent.jobs.targets import find_targets
from fioboard_agent.safety import marker
from fioboard_agent.safety.clearance import Permissions, require_harmless_jobs
from fioboard_agent.safety.files import NewFile
from fioboard_agent.suites.order import INTERLEAVED, SEQUENTIAL
from fioboard_agent.targets import resolve_targets
from fioboard_agent.terminal import ProgressLine


@dataclass(frozen=True)
class Sides:
    """The jobs of both sides, cleared, and the files that fio will have to make for them."""

    base: FioJobs
    changed: FioJobs
    new_files: tuple[NewFile, ...]

    def get_jobs(self, side: str) -> FioJobs:
        """Return a side's jobs; of a person's step both are the same: what differs is the machine."""
        return self.changed if side == CHANGED else self.base


def require_harmless_trial(asked: Asked, bench: Bench, permissions: Permissions) -> Sides:
    """Raises RefusedError or UsageError before anything is started: never another target, never anything destroyed."""
    if asked.is_destructive:
        raise RefusedError(
            f"The experiment of {asked.finding} destroys data and is never run automatically: {asked.step}"
        )
    base = build_base_jobs(asked)
    changed = build_changed_jobs(base, asked.options)
    for jobs in (base, changed):
        _require_no_device_written(jobs)
    require_same_targets(asked, resolve_targets(bench.roots, base, bench.inventory, Path.cwd()), bench.inventory)
    _require_same_targets(base, changed)
    new_files: dict[Path, NewFile] = {}
    for jobs in (base, changed):
        with require_harmless_jobs(jobs, Path.cwd(), permissions, bench.roots) as clear:
            new_files.update((file.path, file) for file in clear.new_files)
    return Sides(base, changed, tuple(new_files.values()))


def _require_no_device_written(jobs: FioJobs) -> None:
    for target in find_targets(jobs, Path.cwd()):
        if (target.writes or target.deletes) and target.path.is_block_device():
            raise RefusedError(
                f"The run writes to the device {target.path}; this is never repeated automatically. To run it "
                "yourself: fioboard-agent run with --confirm-destroy"
            )


def _require_same_targets(base: FioJobs, changed: FioJobs) -> None:
    """Refuse a change that is not of how it is measured but of what: devices stay the same, new files lie beside
    the old ones.
    """
    known = [target.path for target in find_targets(base, Path.cwd())]
    folders = {path.parent for path in known if not path.is_block_device()}
    for target in find_targets(changed, Path.cwd()):
        if target.path not in known and (target.path.is_block_device() or target.path.parent not in folders):
            raise RefusedError(f"The change leads to another target, {target.path}; nothing was started.")


@dataclass(frozen=True)
class Driver:
    """`tell` is called with every finished run, before the next one starts."""

    bench: Bench
    progress: ProgressLine
    tell: Callable[[Measured], None]
    permissions: Permissions

    def run(self, trial: Trial, sides: Sides) -> bool:
        """Whether every step of this half, or of the whole, was made. Files that did not exist before are removed."""
        try:
            if sides.new_files:
                self._write_test_files(trial, sides)
            for step in trial.steps():
                self.progress.plan(trial.step_count, None)
                self.progress.start_step(step.position, step.side)
                place = Batch(
                    id=trial.id,
                    name=f"confirm {trial.asked.finding}"[:64],
                    step=step.position,
                    steps=trial.step_count,
                    workload=step.side,
                    repeat=step.repeat,
                    order=SEQUENTIAL if trial.is_by_person else INTERLEAVED,
                )
                request = self._request(trial, sides.get_jobs(step.side), trial.annotations(step.side), place)
                try:
                    measured = self.bench.measure(request, self.progress)
                finally:
                    self.progress.end()
                self.tell(measured)
                if measured.outcome.interrupted or measured.outcome.exit_code:
                    return False
            return True
        finally:
            for file in sides.new_files:
                marker.remove_marked(file.path, trial.id)

    def _write_test_files(self, trial: Trial, sides: Sides) -> None:
        for side in (BASE, CHANGED):
            request = self._request(trial, build_layout_jobs(sides.get_jobs(side)), Annotations(), None)
            write_test_files(self.bench, request, self.progress)

    def _request(self, trial: Trial, jobs: FioJobs, annotations: Annotations, place: Optional[Batch]) -> Request:
        return Request(
            jobs=jobs,
            cwd=Path.cwd(),
            permissions=self.permissions,
            annotations=annotations,
            batch=place,
            maker=trial.id,
            is_sampled=place is not None,
        )
