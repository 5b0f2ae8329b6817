"""Whether this host's owner allows a request: by the names, targets and limits of his file and nothing else."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Optional

from fioboard_agent.errors import RefusedError
from fioboard_agent.host.owned_by_root import require_owned_by_root
from fioboard_agent.host.paths import Roots
from fioboard_agent.jobs.model import FioJobs
from fioboard_agent.jobs.targets import find_side_files, find_targets
from fioboard_agent.safety.confirmation import confirm
from fioboard_agent.safety.devices import find_kernel_name, read_device
from fioboard_agent.serve.allowed import DEVICE, Allowed, AllowedTarget
from fioboard_agent.serve.request import (
    JOB,
    SUITE,
    ServedRequest,
    require_bounded_buffers,
    require_job_options,
)
from fioboard_agent.suites.workload import GRID, SATURATE, SWEEP

# Of each option, the kind of request that it belongs to.
_OF_SUITES = frozenset({"repeats", "until", "metric", "limit"})
_OF_SEARCH = frozenset({"metric", "limit"})


@dataclass(frozen=True)
class Place:
    """A listed target as it is now."""

    target: AllowedTarget
    left_bytes: Optional[int]
    """How many bytes may still be written today; None where the owner states no limit."""

    @property
    def confirmed(self) -> tuple[str, ...]:
        """The serial number with which a device may be overwritten; empty where it may not."""
        return (self.target.serial,) if self.target.serial is not None and self.target.may_write else ()

    @property
    def cwd(self) -> Path:
        """The folder in which a job's relative files lie."""
        return Path("/") if self.target.kind == DEVICE else self.target.path


def require_allowed(request: ServedRequest, allowed: Allowed, now: datetime, written_bytes: int, roots: Roots) -> Place:
    """Raise RefusedError with the reason unless the owner's file allows the request now."""
    _require_listed(request, allowed)
    target = allowed.find_target(request.target)
    if target is None:
        raise RefusedError(f"Target {request.target[:200]!a} is not in this host's serve.toml.")
    _require_same_place(target, roots)
    if not allowed.is_open(now):
        raise RefusedError(f"This host starts requests only between {allowed.hours}; its clock shows {now:%H:%M}.")
    runtime = int(request.parameters.get("runtime", "0"))
    if allowed.longest_s is not None and runtime > allowed.longest_s:
        raise RefusedError(f"runtime={runtime}: this host allows {allowed.longest_s} s per request.")
    left_bytes = None if allowed.write_bytes_a_day is None else allowed.write_bytes_a_day - written_bytes
    if left_bytes is not None and left_bytes <= 0:
        raise RefusedError(f"Today's limit of {allowed.write_bytes_a_day} bytes written is used up.")
    return Place(target, left_bytes)


def require_room_today(place: Place, test_file_bytes: int) -> None:
    """Raise RefusedError when the test file alone would be more than may still be written today."""
    if place.left_bytes is not None and test_file_bytes > place.left_bytes:
        raise RefusedError(
            f"The test file has {test_file_bytes} bytes, but only {max(0, place.left_bytes)} may still be written "
            "today."
        )


def require_contained(jobs: FioJobs, place: Place) -> None:
    """Raise RefusedError unless every file and device that the jobs open is the listed target, or lies in it."""
    for target in [*find_targets(jobs, place.cwd), *find_side_files(jobs)]:
        path = Path(os.path.realpath(target.path))
        allowed = Path(os.path.realpath(place.target.path))
        if path != allowed if place.target.kind == DEVICE else allowed not in path.parents:
            raise RefusedError(f"Job {target.job} opens {path}, which is not part of {place.target.path}.")


def find_job_file(request: ServedRequest, allowed: Allowed) -> Path:
    """Find the owner's own job file. RefusedError when none of the name is listed, SetupError when others can change
    it."""
    path = dict(allowed.jobs).get(request.name or "")
    if path is None:
        raise RefusedError(f"Job {request.name!a} is not in this host's serve.toml.")
    require_owned_by_root(path)
    return path


def _require_listed(request: ServedRequest, allowed: Allowed) -> None:
    if request.kind == SUITE:
        if request.name not in allowed.suites:
            raise RefusedError(f"Suite {(request.name or '')[:64]!a} is not in this host's serve.toml.")
        useless = {
            "rwmixread",
            *(() if request.name in {SWEEP, SATURATE} else GRID),
            *({"repeats"} if request.name == SATURATE else _OF_SEARCH),
        } & set(request.parameters)
        if useless:
            raise RefusedError(f"The suite {request.name} has no parameter {', '.join(sorted(useless))}.")
        require_bounded_buffers(request.largest)
        return
    if request.kind == JOB:
        if request.name not in dict(allowed.jobs):
            raise RefusedError(f"Job {(request.name or '')[:64]!a} is not in this host's serve.toml.")
    elif not allowed.may_repeat:
        raise RefusedError("serve.toml does not allow repeating runs (may_repeat).")
    if _OF_SUITES & set(request.parameters):
        raise RefusedError("repeats, until, metric and limit belong to suites.")
    require_job_options(request.options)


def _require_same_place(target: AllowedTarget, roots: Roots) -> None:
    """Raise RefusedError when the path leads elsewhere than when the owner listed it."""
    if target.kind != DEVICE:
        if os.path.realpath(target.path) != str(target.path) or not target.path.is_dir():
            raise RefusedError(f"{target.path} is not a folder, or leads through a link; the owner lists a folder.")
        return
    name = find_kernel_name(roots, target.path) if target.path.exists() else None
    if name is None:
        raise RefusedError(f"{target.path} is not a block device of this host.")
    if not confirm([target.serial or ""], read_device(roots, name)):
        raise RefusedError(f"{target.path} is a different drive: its serial number is not the one in serve.toml.")
