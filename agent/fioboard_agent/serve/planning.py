"""From an allowed request to what is run: a suite's batch, or one fio invocation."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Mapping, Optional

from fioboard_agent.benchmark.bench import Request
from fioboard_agent.delivery.payload import Annotations
from fioboard_agent.errors import RefusedError
from fioboard_agent.fio.program import FioProgram
from fioboard_agent.inventory.completion import Additions
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.jobs.model import FioJobs, JobSection
from fioboard_agent.safety import marker, private_folder
from fioboard_agent.safety.clearance import Permissions
from fioboard_agent.serve.allowed import DEVICE, Allowed
from fioboard_agent.serve.decision import Place, require_contained, require_room_today
from fioboard_agent.serve.request import ServedRequest, require_bounded_buffers
from fioboard_agent.suites.batch import estimate_s
from fioboard_agent.suites.request import plan_batch
from fioboard_agent.suites.store import KeptBatch

# Time that laying out a file, the checks and the upload take beside the measurement.
SLACK_S = 60


def plan_suite(request: ServedRequest, place: Place, allowed: Allowed, program: FioProgram) -> KeptBatch:
    """Plan the batch, whose id is the request's. Raises RefusedError and UsageError."""
    target, given = place.target, request.parameters
    options = argparse.Namespace(
        suite=request.name,
        target=str(target.path),
        only=None,
        repeat=int(given["repeats"]) if "repeats" in given else None,
        runtime=int(given["runtime"]) if "runtime" in given else None,
        ramp_time=None,
        size=None if target.size_bytes is None else str(target.size_bytes),
        order=None,
        seed=request.seed,
        precondition=None,
        until=given.get("until"),
        until_metric="iops",
        max_repeats=20,
        confirm_destroy=list(place.confirmed),
        keep_free=None if target.keep_free_bytes is None else str(target.keep_free_bytes),
        on_system_disk=False,
        vary=None,
        **{name: given.get(name) for name in ("rw", "bs", "iodepth", "numjobs", "metric", "limit")},
    )
    batch = plan_batch(options, program, Annotations(), Additions(), batch_id=request.id)
    if batch.plan.target.needs_layout:
        require_room_today(place, batch.plan.size_bytes)
    longest_s = estimate_s(batch.plan)[1]
    if allowed.longest_s is not None and longest_s > allowed.longest_s:
        raise RefusedError(
            f"The suite takes up to {longest_s:.0f} s; this host allows {allowed.longest_s} s per request."
        )
    return batch


def plan_own_job(request: ServedRequest, place: Place, allowed: Allowed, job_file: Path) -> Request:
    """Plan the owner's job file with the request's parameters in place of its own values. Raises AgentError."""
    jobs = parse_arguments([str(job_file)])
    if request.options or place.target.kind == DEVICE:
        change = dict(request.options)
        if place.target.kind == DEVICE and not any(section.get("filename") for section in jobs.sections):
            change["filename"] = str(place.target.path).replace(":", r"\:")
        jobs = replace_options(jobs, change)
    return _build_request(request, place, allowed, jobs, {})


def plan_repeat(request: ServedRequest, place: Place, allowed: Allowed, sections: tuple[JobSection, ...]) -> Request:
    """Plan a stored job, whose options are on the list of served ones, on the listed target. Raises AgentError."""
    own_file: Optional[Path] = None
    path = place.target.path
    if place.target.kind != DEVICE:
        path = own_file = path / private_folder.get_folder_name(request.id) / marker.test_file_name(request.id)
    filename = {"filename": str(path).replace(":", r"\:")}
    if own_file is not None and place.target.size_bytes is not None:
        filename["size"] = str(place.target.size_bytes)
    jobs = replace_options(FioJobs(sections), {**request.options, **filename})
    return _build_request(request, place, allowed, jobs, {} if own_file is None else {"own_file": own_file})


def replace_options(jobs: FioJobs, change: Mapping[str, str]) -> FioJobs:
    """Return jobs with options in place of their own, each job with all that is in force in it."""
    arguments = [_format_option(option, value) for option, value in jobs.fio_options.items()]
    for section in jobs.sections:
        options = {**section.options, **change}
        arguments.append(f"--name={section.name}")
        arguments += [_format_option(option, value) for option, value in options.items() if option != "name"]
    return parse_arguments(arguments)


def _build_request(
    request: ServedRequest, place: Place, allowed: Allowed, jobs: FioJobs, own: Mapping[str, Path]
) -> Request:
    require_contained(jobs, place)
    for section in jobs.sections:
        require_bounded_buffers({key: value for key, value in section.options.items() if value is not None})
    return Request(
        jobs=jobs,
        cwd=place.cwd,
        permissions=Permissions(confirmed=frozenset(place.confirmed), keep_free_bytes=place.target.keep_free_bytes),
        key=request.id,
        temporary_files=tuple(str(path) for path in own.values()),
        limit_s=None if allowed.longest_s is None else float(allowed.longest_s),
    )


def _format_option(option: str, value: Optional[str]) -> str:
    return f"--{option}" if value is None else f"--{option}={value}"
