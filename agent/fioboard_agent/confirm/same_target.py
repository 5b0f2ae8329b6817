"""Whether the target is still the one that the run measured: by drive and file system, never by name alone."""

from __future__ import annotations

from fioboard_agent.confirm.service_answer import Asked, AskedDrive, AskedTarget
from fioboard_agent.errors import RefusedError
from fioboard_agent.inventory_types import Disk, Document
from fioboard_agent.targets.resolution import Target


def require_same_targets(asked: Asked, targets: list[Target], inventory: Document) -> None:
    """`targets`: what the run's jobs lead to now. Raises RefusedError with the first difference."""
    if not asked.targets:
        raise RefusedError("The run does not say what it measured, so this host cannot check that it is still here.")
    present = {target["path"]: target for target in targets}
    for then in asked.targets:
        now = present.get(then.path)
        if now is None:
            raise RefusedError(f"The run measured {then.path}, but its job leads elsewhere on this host.")
        _require_same(then, now, inventory.get("disks") or {})


def _require_same(then: AskedTarget, now: Target, disks: dict[str, Disk]) -> None:
    if not then.drives and then.filesystem is None:
        raise RefusedError(f"The run does not say which drive is behind {then.path}, so it may be another one now.")
    filesystem = now["filesystem"] or {}
    if then.filesystem != filesystem.get("type") or then.filesystem_bytes != filesystem.get("size_bytes"):
        raise RefusedError(f"{then.path} is on a different file system than during the run.")
    left = [build_drive(name, disks.get(name) or {}) for name in now["members"]]
    for drive in then.drives:
        match = next((one for one in left if is_same_drive(drive, one)), None)
        if match is None:
            raise RefusedError(
                f"The drive {drive.serial or drive.wwid or drive.name} is not behind {then.path} any more, or does not "
                "tell its serial number (--privileged)."
            )
        left.remove(match)
    if left:
        raise RefusedError(f"{then.path} has more drives behind it than during the run.")


def build_drive(name: str, disk: Disk) -> AskedDrive:
    """Build a disk of the inventory in the same shape."""
    return AskedDrive(name, disk.get("serial"), disk.get("wwid"))


def is_same_drive(then: AskedDrive, now: AskedDrive) -> bool:
    """By what does not change with the place; a drive that tells neither has its kernel's name alone."""
    known = [(one, other) for one, other in ((then.serial, now.serial), (then.wwid, now.wwid)) if one or other]
    return all(one == other for one, other in known) if known else then.name == now.name
