"""The decision before fio starts: every target of every job checked, every claim held until fio has ended."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Optional

from fioboard_agent.errors import RefusedError, UsageError
from fioboard_agent.host.paths import Roots
from fioboard_agent.jobs.engine_catalogue import Touches, find_touched
from fioboard_agent.jobs.local_policy import Switches, is_running_programs, require_bounded, require_local_policy
from fioboard_agent.jobs.model import FioJobs
from fioboard_agent.jobs.option_catalogue import JOB_OPTIONS, Names
from fioboard_agent.jobs.targets import Target, find_side_files, find_targets
from fioboard_agent.safety import files, in_use, marker, private_folder
from fioboard_agent.safety.confinement import Confinement, confine
from fioboard_agent.safety.confirmation import confirm, list_identities
from fioboard_agent.safety.contents import find_contents
from fioboard_agent.safety.devices import Device, find_kernel_name, read_device
from fioboard_agent.safety.missing_mount import require_mounted
from fioboard_agent.safety.shared_folder import require_own_folder

# Engines that open nothing but their targets, and those as files: the kernel can hold them to these.
_OWN_ENGINES = frozenset({Touches.TARGETS, Touches.NOTHING})


@dataclass(frozen=True)
class Permissions:
    """What the operator stated for this run. `on_system_disk`: a target that looks like a mount point with nothing
    mounted there is meant as it is. `in_shared_folder`: others may rename files in the folder of a new file."""

    switches: Switches = Switches()
    confirmed: frozenset[str] = frozenset()
    keep_free_bytes: Optional[int] = None
    on_system_disk: bool = False
    in_shared_folder: bool = False


@dataclass(frozen=True)
class _Checked:
    """A target as it stood when it was checked: the name fio is given, where that led, and what was there."""

    given: Path
    target: Target
    identity: Optional[tuple[int, int, int]]


@dataclass
class Clearance:
    """The job may start. Close it when fio has ended: it holds exclusive claims on devices."""

    read_only: bool
    targets: list[Target]
    new_files: list[files.NewFile] = field(default_factory=list)
    confirmations: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    _claims: dict[str, int] = field(default_factory=dict)
    # Files of our own that a run which was killed left too short, each with its maker.
    _unfinished: dict[Path, str] = field(default_factory=dict)
    _devices: dict[Path, Device] = field(default_factory=dict)
    _checked: list[_Checked] = field(default_factory=list)
    _is_held_by_kernel: bool = True
    _runs_programs: bool = False
    _open_folders: tuple[Path, ...] = ()

    def create_files(self, run: str) -> None:
        """Make the new files, empty and marked, so that nothing can slip into their place before fio opens them."""
        for file in self.new_files:
            try:
                private_folder.make_test_folder(file.path)
                marker.create_marked(file.path, run)
            except OSError as error:
                self.settle_files(run)
                raise RefusedError(f"{file.path} cannot be created: {error.strerror}.") from None

    def settle_files(self, run: str) -> None:
        """fio has ended: remove the new files that it never filled, and mark the others as this run's."""
        for file in self.new_files:
            marker.restore_mark(file.path, run)
            if file.path.is_file() and file.path.stat().st_size == 0:
                marker.remove_marked(file.path, run)
        for path, maker in self._unfinished.items():
            marker.restore_mark(path, maker)

    def list_unused_confirmations(self, permissions: Permissions) -> list[str]:
        """Return what was stated to be destroyed and is no device that the job writes."""
        devices = self._devices.values()
        return sorted(word for word in permissions.confirmed if not any(confirm([word], one) for one in devices))

    def recheck_targets(self, roots: Roots) -> None:
        """Every name still leads to the same file, and the same drive still stands behind a device and nothing uses it:
        asked once more right before the start."""
        for checked in self._checked:
            path = checked.target.path
            if Path(os.path.realpath(checked.given)) != path or checked.identity not in {None, _read_identity(path)}:
                raise RefusedError(f"{checked.given} changed while it was being checked.")
        for path, device in self._devices.items():
            name = find_kernel_name(roots, path)
            again = read_device(roots, name) if name else None
            if again is None or again.number != device.number or again.identities != device.identities:
                raise RefusedError(f"{path} changed while it was being checked.")
            in_use.require_unused(roots, again)

    def confine(self, folder: Path, nodes: tuple[Path, ...] = ()) -> Optional[Confinement]:
        """Where fio, started in `folder`, may write; `nodes` of a driver too. None when the job runs programs: whoever
        allowed them answers for what they write."""
        if self._runs_programs:
            return None
        written = self._list_written()
        devices = [path for path in written if path.is_block_device()]
        regular = [path for path in written if path not in devices]
        complete = {path: written[path].identity for path in regular if self._is_complete(path)}
        return confine(regular, devices, [folder, *self._open_folders, *nodes], complete, self._is_held_by_kernel)

    def list_admitted_folders(self) -> set[Path]:
        """Return the folders that the kernel has to admit because fio lays out a file there, private ones left out."""
        regular = [path for path in self._list_written() if not path.is_block_device()]
        return {
            path.parent
            for path in regular
            if not private_folder.has_private_folder(path) and not self._is_complete(path)
        }

    def _list_written(self) -> dict[Path, _Checked]:
        return {checked.target.path: checked for checked in self._checked if self._may_be_written(checked.target)}

    def _is_complete(self, path: Path) -> bool:
        """Whether fio neither makes, enlarges nor deletes the file: then it needs the file alone, not its folder."""
        asked = [checked.target for checked in self._checked if checked.target.path == path]
        if any(file.path == path for file in self.new_files) or any(target.deletes for target in asked):
            return False
        size_bytes = path.stat().st_size
        return all(target.size_bytes is not None and target.size_bytes <= size_bytes for target in asked)

    def _may_be_written(self, target: Target) -> bool:
        # A file of our own that is too short is laid out anew, also for a job that reads.
        is_new = any(file.path == target.path for file in self.new_files)
        return target.writes or is_new or (not self.read_only and marker.find_maker(target.path) is not None)

    def close(self) -> None:
        """Give up the claims."""
        for descriptor in self._claims.values():
            os.close(descriptor)
        self._claims.clear()

    def __enter__(self) -> Clearance:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def require_harmless_jobs(jobs: FioJobs, cwd: Path, permissions: Permissions, roots: Roots) -> Clearance:
    """Raise RefusedError or UsageError with the reason, or return what may be done.

    `read_only` is True when fio can be given --readonly: no job writes, trims, deletes or has a file to lay out.
    """
    require_local_policy(jobs, permissions.switches)
    named = find_targets(jobs, cwd)
    targets = [_resolve(target) for target in named]
    clearance = Clearance(
        read_only=all(section.reads_only for section in jobs.sections),
        targets=targets,
        _is_held_by_kernel=all(find_touched(section.get("ioengine")) in _OWN_ENGINES for section in jobs.sections),
        _runs_programs=is_running_programs(jobs),
        _open_folders=_open_folders(jobs),
    )
    try:
        for target in named:
            _require_harmless_target(target, clearance, permissions, roots)
        clearance.read_only = clearance.read_only and not clearance.new_files and not clearance._unfinished
        if "readonly" in jobs.fio_options and not clearance.read_only:
            made = ", ".join(map(str, [*(file.path for file in clearance.new_files), *clearance._unfinished]))
            raise RefusedError(f"--readonly: {f'fio would first make {made}' if made else 'a job writes'}.")
        if not clearance.read_only:
            for section in jobs.sections:
                require_bounded(section)
            _require_foreign_files_unchanged(targets)
        for target in find_side_files(jobs):
            _require_place(target, clearance, permissions.switches)
            _require_harmless_target(target, clearance, permissions, roots)
        if not permissions.in_shared_folder and not clearance._runs_programs:
            for folder in sorted(clearance.list_admitted_folders()):
                require_own_folder(roots, folder)
        again = [
            files.NewFile(one.path, one.size_bytes or 0)
            for one in {one.path: one for one in targets}.values()
            if one.path in clearance._unfinished
        ]
        files.require_room([*clearance.new_files, *again], permissions.keep_free_bytes)
        for word in clearance.list_unused_confirmations(permissions):
            clearance.warnings.append(
                f"--confirm-destroy {word} had no effect: it is no device that the job writes to."
            )
    except BaseException:
        clearance.close()
        raise
    return clearance


def _require_place(named: Target, clearance: Clearance, switches: Switches) -> None:
    """A new file that is not measured is made only where the job has files of its own, unless its option is allowed."""
    target = _resolve(named)
    own_folders = {other.path.parent for other in clearance.targets if clearance._may_be_written(other)}
    if target.path.exists() or target.path.parent in own_folders or target.side_option in switches.allowed_options:
        return
    raise RefusedError(
        f"Job {target.job}: {target.side_option} would create a file at {target.path}, besides what the job measures. "
        f"Allow it with --allow-option {target.side_option}"
    )


def _open_folders(jobs: FioJobs) -> tuple[Path, ...]:
    """Settings of the host, which the operator allowed by name, are files of the kernel."""
    options = {option for section in jobs.sections for option in section.options}
    return (Path("/sys"),) if any(JOB_OPTIONS.get(option) is Names.HOST_SETTING for option in options) else ()


def _resolve(target: Target) -> Target:
    """Resolve a target's links (P5): fio compares names only and wrote through a link to a mounted device."""
    return replace(target, path=Path(os.path.realpath(target.path)))


def _read_identity(path: Path) -> Optional[tuple[int, int, int]]:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_rdev


def _require_harmless_target(named: Target, clearance: Clearance, permissions: Permissions, roots: Roots) -> None:
    target = _resolve(named)
    path = target.path
    is_block = path.is_block_device()
    clearance._checked.append(_Checked(named.path, target, _read_identity(path)))
    private_folder.require_test_folder(named.path)
    if (target.writes or target.deletes) and not is_block and named.path.is_symlink():
        raise RefusedError(f"Job {target.job}: {named.path} is a link, which fio would replace; name the file itself.")
    if target.deletes and not is_block and marker.find_maker(path) is None and path.exists():
        raise RefusedError(f"Job {target.job}: unlink would delete {path}, which this agent did not create.")
    if is_block:
        if target.writes or target.deletes:
            _require_confirmed_device(target, clearance, permissions, roots)
        return
    if target.writes:
        new_file = files.require_writable_file(path, target.job, target.size_bytes)
        if files.is_on_root_file_system(path):
            clearance.warnings.append(f"{path} is on the system disk; background I/O is included.")
    elif not path.exists():
        new_file = files.require_new_file(path, target.job, target.size_bytes)
    else:
        if path.is_dir():
            raise UsageError(f"Job {target.job}: {path} is a folder; use directory={path}.")
        if path.is_file():
            files.require_outside_kernel_folders(path, target.job)
            _find_unfinished(path, target, clearance)
        return
    if (target.writes or new_file is not None) and not permissions.on_system_disk:
        require_mounted(roots, private_folder.find_measured_folder(path), target.job)
    if new_file is not None and all(known.path != new_file.path for known in clearance.new_files):
        clearance.new_files.append(new_file)


def _find_unfinished(path: Path, target: Target, clearance: Clearance) -> None:
    """Find out whether fio has to lay out a file of our own again: with --readonly it would fail for ever."""
    maker = marker.find_maker(path)
    if maker is not None and target.size_bytes is not None and path.stat().st_size < target.size_bytes:
        files.require_writable_file(path, target.job, target.size_bytes)
        clearance._unfinished[path] = maker


def _require_confirmed_device(target: Target, clearance: Clearance, permissions: Permissions, roots: Roots) -> None:
    if target.path in clearance._devices:
        return
    name = find_kernel_name(roots, target.path)
    if name is None:
        raise RefusedError(f"Job {target.job}: {target.path} is no longer a block device.")
    device = read_device(roots, name)
    in_use.require_unused(roots, device)
    if device.disk not in clearance._claims:
        clearance._claims[device.disk] = in_use.open_device(roots, device)
    contents = find_contents(roots, device, clearance._claims[device.disk])
    confirmed = confirm(permissions.confirmed, device)
    identities = list_identities(device)
    if not identities:
        raise RefusedError(f"{device.describe()} has no serial number or WWID to confirm, so it is not written to.")
    if not confirmed:
        remark = f" It holds: {'; '.join(contents)}." if contents else ""
        identity = next(iter(identities.values()))
        raise RefusedError(
            f"Job {target.job} would overwrite {device.describe()}.{remark} "
            f"This ERASES the drive. To proceed: --confirm-destroy '{identity}'"
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


def _require_foreign_files_unchanged(targets: list[Target]) -> None:
    """Without --readonly fio enlarges a file that is shorter than the job's size, also for a job that reads."""
    for target in targets:
        if target.writes or not target.path.is_file() or marker.find_maker(target.path) is not None:
            continue
        if target.size_bytes is not None and target.size_bytes <= target.path.stat().st_size:
            continue
        raise RefusedError(
            f"Job {target.job}: fio could enlarge {target.path}, which this agent did not create. "
            "Run the read jobs separately, or give a size no larger than the file."
        )
