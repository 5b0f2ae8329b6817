"""The suite of a pool: each drive alone, then all behind one port, one switch or adapter, one socket, then all."""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Iterable, Iterator, Mapping, Optional, Sequence

from fioboard_agent.errors import RefusedError, SetupError, UsageError
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.sysfs import list_names
from fioboard_agent.inventory_types import Document, Function
from fioboard_agent.safety.confirmation import confirm
from fioboard_agent.safety.devices import Device, find_device_folder, find_kernel_name, read_device
from fioboard_agent.safety.in_use import OpenExclusively, open_device, open_exclusively, require_unused
from fioboard_agent.suites.workload import DRIVES, Suite, Workload
from fioboard_agent.targets.resolution import resolve_path

RUNTIME_S = 10
MAX_DRIVES = 128
# Where a hard disk is read: the first, middle and last 2 % of it.
ZONES = (("first", 0), ("middle", 49), ("last", 98))
ZONE_PERCENT = 2
BS, IODEPTH = "128k", 32
_PORTS = {"root": "port", "upstream": "switch", "downstream": "port", "bridge": "bridge"}


@dataclass(frozen=True)
class Drive:
    """One drive of the pool. `confirmed`: what was typed for --confirm-destroy that is this drive."""

    name: str
    path: Path
    identity: dict[str, str]
    is_rotational: bool = False
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Level:
    """Drives that are measured together, and what they share: a disk, port, switch, adapter, node, or the host."""

    kind: str
    name: str
    drives: tuple[str, ...]


def choose_drives(
    options: argparse.Namespace,
    document: Document,
    roots: Roots,
    opener: OpenExclusively = open_exclusively,
) -> tuple[Drive, ...]:
    """Choose the drives that --targets names, or those that nothing uses for --all-idle.

    Raises UsageError for a target that is no whole drive, and where --confirm-destroy names some drives and not all."""
    if options.all_idle == bool(options.targets):
        raise UsageError(f"`suite {DRIVES}` needs --targets A,B,… or --all-idle.")
    if options.targets:
        devices = [_read_drive(roots, Path(word.strip())) for word in options.targets.split(",")]
    else:
        devices = list_idle_drives(document, roots, opener)
    names = [device.name for _, device in devices]
    if len(set(names)) < len(names):
        raise UsageError("--targets names a drive twice.")
    if not 1 < len(names) <= MAX_DRIVES:
        raise UsageError(f"`suite {DRIVES}` compares 2 to {MAX_DRIVES} drives; there {_count(names)}.")
    _require_all_confirmed(options.confirm_destroy, [device for _, device in devices])
    return tuple(
        Drive(
            name=device.name,
            path=path,
            identity=dict(device.identities),
            is_rotational=_is_rotational(roots, device.name),
            confirmed=tuple(word for word in options.confirm_destroy if confirm([word], device)),
        )
        for path, device in devices
    )


def list_idle_drives(
    document: Document, roots: Roots, opener: OpenExclusively = open_exclusively
) -> list[tuple[Path, Device]]:
    """List the drives of the inventory that the check of every writing job calls unused; each is claimed and given
    back."""
    idle = []
    for name in sorted(document.get("disks") or {}):
        if name not in list_names(roots.locate("/sys/class/block")):
            continue
        try:
            device = read_device(roots, name)
            require_unused(roots, device)
            claim = open_device(roots, device, opener)
        except RefusedError:
            continue
        os.close(claim)
        idle.append((Path("/dev") / name, device))
    return idle


def find_bases(document: Document, drives: Sequence[Drive], roots: Roots) -> dict[str, str]:
    """Find the disk below each drive that is a volume or loop device on just one."""
    members = {drive.name: resolve_path(roots, str(drive.path), document)["members"] for drive in drives}
    return {name: disks[0] for name, disks in members.items() if len(disks) == 1 and disks != [name]}


def list_levels(document: Document, names: Sequence[str], below: Optional[Mapping[str, str]] = None) -> list[Level]:
    """List the sets of two or more drives that share a disk below them or a way to the processors, the narrowest
    first; all drives last."""
    bases = {**{name: name for name in names}, **(below or {})}
    disks, functions = document.get("disks") or {}, document.get("pci") or {}
    chains = {name: list(_list_ancestors(functions, (disks.get(bases[name]) or {}).get("pci"))) for name in names}
    addresses = dict.fromkeys(address for chain in chains.values() for address in chain)
    levels = [
        Level(_get_kind(functions[address]), address, tuple(name for name in names if address in chains[name]))
        for address in addresses
    ]
    for base in dict.fromkeys(bases.values()):
        levels.insert(0, Level("disk", base, tuple(name for name in names if bases[name] == base)))
    nodes = {name: _find_node(functions, chains[name]) for name in names}
    levels += [
        Level("socket", f"NUMA node {node}", tuple(name for name in names if nodes[name] == node))
        for node in sorted({node for node in nodes.values() if node is not None})
    ]
    levels.append(Level("all", "all drives", tuple(names)))
    kept: dict[tuple[str, ...], Level] = {}
    for level in levels:
        # Ports above each other with the same drives are one level; all drives are called so whatever they share.
        if len(level.drives) > 1:
            kept[level.drives] = level if level.kind == "all" else kept.get(level.drives, level)
    return sorted(kept.values(), key=lambda level: (len(level.drives), level.kind == "all"))


def build_drive_suite(drives: Sequence[Drive], levels: Sequence[Level]) -> Suite:
    """Build the steps: each drive alone, of a hard disk its first, middle and last part; then each level together.
    Writes follow where every drive was confirmed."""
    directions = ["read", "write"] if all(drive.confirmed for drive in drives) else ["read"]
    has_disks = any(drive.is_rotational for drive in drives)
    steps: list[Workload] = []
    for rw in directions:
        for drive in drives:
            for zone, percent in ZONES if drive.is_rotational else ((None, 0),):
                name = "-".join(["alone", drive.name, *([zone] if zone else []), rw])
                steps.append(Workload(name, rw, BS, IODEPTH, drives=(drive.name,), offset_pct=percent))
        for level in levels:
            place = [] if level.kind == "all" else [level.name.replace(" ", "-")]
            name = "-".join([level.kind, *place, rw])
            steps.append(Workload(name, rw, BS, IODEPTH, drives=level.drives))
    question = "Which drive is slow, and which link is saturated?"
    return Suite(DRIVES, question, tuple(steps), RUNTIME_S, "0" if not has_disks else f"{ZONE_PERCENT}%")


def locate_drives(drives: Iterable[Drive], roots: Roots) -> tuple[Drive, ...]:
    """Locate each drive that the batch began with: the kernel may have numbered them anew since. Raises SetupError for
    one that is gone, or that no serial number tells from others."""
    return tuple(_locate_drive(drive, roots) for drive in drives)


def _locate_drive(drive: Drive, roots: Roots) -> Drive:
    present = _read_identity(roots, drive.path)
    if present == drive.identity:
        return drive
    names = list_names(roots.locate("/sys/class/block"))
    again = [path for name in names if (path := Path("/dev") / name) and _read_identity(roots, path) == drive.identity]
    if not drive.identity or len(again) != 1:
        raise SetupError(
            f"{drive.path} is not the drive that this batch started with (then {drive.identity}, now {present}). "
            "Connect it again, or start a new suite."
        )
    return replace(drive, path=again[0])


def _read_identity(roots: Roots, path: Path) -> Optional[dict[str, str]]:
    """Read what identifies the whole drive at this path; None where there is none."""
    try:
        name = find_kernel_name(roots, path)
        device = read_device(roots, name) if name else None
    except (OSError, RefusedError):
        return None
    return dict(device.identities) if device and device.disk == device.name else None


def list_confirmed(drives: Sequence[Drive], workload: Workload) -> tuple[str, ...]:
    """List what was typed to confirm the drives that a step writes; nothing for a step that reads."""
    if not workload.writes:
        return ()
    return tuple(word for drive in drives if drive.name in workload.drives for word in drive.confirmed)


def _read_drive(roots: Roots, path: Path) -> tuple[Path, Device]:
    try:
        name = find_kernel_name(roots, path)
    except OSError as error:
        raise UsageError(f"--targets {path}: {error.strerror}.") from None
    if name is None:
        raise UsageError(f"--targets {path}: no block device. `suite {DRIVES}` measures whole drives.")
    device = read_device(roots, name)
    if device.disk != name:
        raise UsageError(f"--targets {path}: a partition. Name its drive, /dev/{device.disk}.")
    return path, device


def _require_all_confirmed(stated: Sequence[str], devices: Sequence[Device]) -> None:
    """Either nothing is written, or every drive was named: a pool of which some drives are erased helps nobody."""
    if not stated:
        return
    missing = [device.describe() for device in devices if not confirm(stated, device)]
    if missing:
        raise UsageError(f"--confirm-destroy: not confirmed: {'; '.join(missing)}. Confirm each drive, or none.")
    for word in stated:
        if not any(confirm([word], device) for device in devices):
            raise UsageError(f"--confirm-destroy {word}: no drive of this suite.")


def _is_rotational(roots: Roots, name: str) -> bool:
    try:
        return (find_device_folder(roots, name) / "queue" / "rotational").read_text(encoding="ascii").strip() == "1"
    except (OSError, ValueError):
        return False


def _list_ancestors(functions: dict[str, Function], address: Optional[str]) -> Iterator[str]:
    """Climb from a drive to the root port; its own function is not shared with another drive unless it is an
    adapter."""
    seen: set[str] = set()
    while address in functions and address not in seen:
        seen.add(address)
        yield address
        address = functions[address].get("parent")


def _get_kind(function: Function) -> str:
    return _PORTS.get(function.get("port_type") or "", "adapter")


def _find_node(functions: dict[str, Function], chain: Sequence[str]) -> Optional[int]:
    return next((node for one in chain if (node := functions[one].get("numa_node")) is not None), None)


def _count(names: Sequence[str]) -> str:
    return "is 1" if len(names) == 1 else f"are {len(names)}"
