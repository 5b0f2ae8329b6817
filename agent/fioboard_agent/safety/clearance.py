"""The decision before fio starts: every target of every job checked, every claim held until fio has ended."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Optional

from fioboard_agent.errors import RefusedError, UsageError
from fioboard_agent.jobs.local_policy import Switches, check_local_policy
from fioboard_agent.jobs.model import FioJobs
from fioboard_agent.jobs.targets import Target, find_targets
from fioboard_agent.paths import Roots
from fioboard_agent.safety import files, in_use, marker
from fioboard_agent.safety.contents import find_contents
from fioboard_agent.safety.devices import Device, kernel_name, read_device


@dataclass(frozen=True)
class Permissions:
    """What the operator stated for this run."""

    switches: Switches = Switches()
    confirmed: frozenset[str] = frozenset()
    keep_free_bytes: Optional[int] = None


@dataclass
class Clearance:
    """The job may start. Close it when fio has ended: it holds exclusive claims on devices."""

    read_only: bool
    targets: list[Target]
    new_files: list[files.NewFile] = field(default_factory=list)
    confirmations: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    _claims: dict[str, int] = field(default_factory=dict)
    _devices: dict[Path, Device] = field(default_factory=dict)

    def create_files(self, run: str) -> None:
        """Make the new files, empty and marked, so that nothing can slip into their place before fio opens them."""
        for file in self.new_files:
            try:
                marker.create_marked(file.path, run)
            except OSError as error:
                self.settle_files(run)
                raise RefusedError(f"{file.path} cannot be created: {error.strerror}.") from None

    def settle_files(self, run: str) -> None:
        """fio has ended: remove the new files that it never filled, and mark the others as this run's."""
        for file in self.new_files:
            marker.mark_again(file.path, run)
            if file.path.is_file() and file.path.stat().st_size == 0:
                marker.remove_marked(file.path, run)

    def recheck_devices(self, roots: Roots) -> None:
        """The same drive still stands behind the name, and nothing uses it: asked once more right before the start."""
        for path, device in self._devices.items():
            name = kernel_name(roots, path)
            again = read_device(roots, name) if name else None
            if again is None or again.number != device.number or again.identities != device.identities:
                raise RefusedError(f"{path} is another device than a moment ago.")
            in_use.refuse_if_in_use(roots, again)

    def close(self) -> None:
        """Give up the claims."""
        for descriptor in self._claims.values():
            os.close(descriptor)
        self._claims.clear()

    def __enter__(self) -> Clearance:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def check_jobs(jobs: FioJobs, cwd: Path, permissions: Permissions, roots: Roots) -> Clearance:
    """Raise RefusedError or UsageError with the reason, or return what may be done.

    `read_only` is True when fio can be given --readonly: no job writes, trims, deletes or has a file to lay out.
    """
    check_local_policy(jobs, permissions.switches)
    targets = [_resolved(target) for target in find_targets(jobs, cwd)]
    clearance = Clearance(read_only=all(section.reads_only for section in jobs.sections), targets=targets)
    try:
        for target in targets:
            _check_target(target, clearance, permissions, roots)
        files.check_room(clearance.new_files, permissions.keep_free_bytes)
        clearance.read_only = clearance.read_only and not clearance.new_files
        if not clearance.read_only:
            _refuse_growing_foreign_files(targets)
    except BaseException:
        clearance.close()
        raise
    return clearance


def _resolved(target: Target) -> Target:
    """P5: fio compares names only and wrote through a link to a mounted device; here links are followed first."""
    path = Path(os.path.realpath(target.path))
    return Target(path, target.job, target.writes, target.deletes, target.size_bytes)


def _check_target(target: Target, clearance: Clearance, permissions: Permissions, roots: Roots) -> None:
    path = target.path
    is_block = path.is_block_device()
    if target.deletes and not is_block and marker.made_by(path) is None and path.exists():
        raise RefusedError(f"Job {target.job}: unlink would delete {path}, which this agent did not make.")
    if is_block:
        if target.writes or target.deletes:
            _check_written_device(target, clearance, permissions, roots)
        return
    if target.writes:
        new_file = files.check_written_file(path, target.job, target.size_bytes)
        if files.on_root_file_system(path):
            clearance.warnings.append(f"{path} is on the system's own disk: the numbers include what the system does.")
    elif not path.exists():
        new_file = files.check_created_file(path, target.job, target.size_bytes)
    else:
        if path.is_dir():
            raise UsageError(f"Job {target.job}: {path} is a folder; use directory={path}.")
        if path.is_file():
            files.refuse_system_folder(path, target.job)
        return
    if new_file is not None and all(known.path != new_file.path for known in clearance.new_files):
        clearance.new_files.append(new_file)


def _check_written_device(target: Target, clearance: Clearance, permissions: Permissions, roots: Roots) -> None:
    if target.path in clearance._devices:
        return
    name = kernel_name(roots, target.path)
    if name is None:
        raise RefusedError(f"Job {target.job}: {target.path} is not a block device any more.")
    device = read_device(roots, name)
    in_use.refuse_if_in_use(roots, device)
    if device.disk not in clearance._claims:
        clearance._claims[device.disk] = in_use.claim(roots, device)
    contents = find_contents(roots, device, clearance._claims[device.disk])
    confirmed = permissions.confirmed & set(device.identities.values())
    if not device.identities:
        raise RefusedError(f"{device.describe()} has nothing a confirmation could be bound to; it is not written to.")
    if not confirmed:
        found = f" It holds: {'; '.join(contents)}." if contents else ""
        identity = next(iter(device.identities.values()))
        raise RefusedError(
            f"Job {target.job} would overwrite {device.describe()}.{found} "
            f"If that is the drive to be destroyed, add --confirm-destroy '{identity}'."
        )
    clearance._devices[target.path] = device
    clearance.confirmations.append(
        {
            "path": str(target.path),
            "confirmed": sorted(confirmed),
            "model": device.model,
            "size_bytes": device.size_bytes,
            "identities": device.identities,
            "contents": contents,
        }
    )


def _refuse_growing_foreign_files(targets: list[Target]) -> None:
    """Without --readonly fio enlarges a file that is shorter than the job's size, also for a job that reads."""
    for target in targets:
        if target.writes or not target.path.is_file() or marker.made_by(target.path) is not None:
            continue
        if target.size_bytes is not None and target.size_bytes <= target.path.stat().st_size:
            continue
        raise RefusedError(
            f"Job {target.job}: fio could enlarge {target.path}, which this agent did not make. "
            "Run the reading jobs by themselves, or state a size that the file has."
        )
