"""The drives of one machine as the fleet keeps them: who each is, where it sits, how its link and health are.

Which unit it is stands as a hash of serial or WWID, within one host: serials of virtual drives and of USB bridges
repeat from host to host. The hash leaves the service nowhere.
"""

from collections.abc import Mapping
from hashlib import sha256

from fioboard.core.sanitize import Document
from fioboard.engine.hardware.inventory.identity import Names
from fioboard.engine.hardware.inventory.pci import Seen, Tree
from fioboard.engine.hardware.inventory.tolerant import (
    flag,
    get_in_range,
    mapping,
    named,
    number,
    objects,
    text,
)
from fioboard.engine.words.drives import DriveColumns

# What the database holds of a count; more is a misreading.
MAX_COUNT = 2**63 - 1


class Drive(DriveColumns):
    """One drive at one moment."""

    unit: str
    """Hex of the hash that tells it from other drives of its host."""


def list_drives(document: Document, moment: Document, seen: Seen | None = None) -> list[Drive]:
    """List every drive of an inventory. `moment`: health as it was read; `seen`: links under load."""
    tree, names = Tree(document, seen), Names(document)
    is_virtual = text(document, "virtualized") is not None
    return [
        _build_drive(
            name,
            disk,
            mapping(mapping(moment, "disks"), name),
            tree,
            identity=names.disks[name],
            is_virtual=is_virtual,
        )
        for name, disk in named(document, "disks")
    ]


def hash_identity(identity: str) -> str:
    """Return the hash by which a drive is recognized on its host."""
    return sha256(b"drive of a host\n" + identity.encode("utf-8", "replace")).hexdigest()


def hash_drives(document: Document) -> Mapping[str, str]:
    """Map the kernel's name of each drive to its unit."""
    return {name: hash_identity(identity) for name, identity in Names(document).disks.items()}


def list_degraded(document: Document) -> list[str] | None:
    """List names of arrays that lack a member or are otherwise degraded; None when no volumes were read."""
    if not isinstance(document.get("volumes"), Mapping):
        return None
    return [
        _describe_array(name, volume)
        for name, volume in named(document, "volumes")
        if flag(volume, "is_degraded")
    ]


def _describe_array(name: str, volume: Document) -> str:
    """Return `md0 (md raid1)`: as its host calls it, and what it is."""
    kind = " ".join(part for part in (text(volume, "kind"), text(volume, "level")) if part)
    return f"{name} ({kind})" if kind else name


def _build_drive(
    name: str, disk: Document, health: Document, tree: Tree, *, identity: str, is_virtual: bool
) -> Drive:
    controllers = {address for c in objects(disk, "controllers") if (address := text(c, "pci"))}
    # As of a run's members: with several controllers no one chain is the drive's.
    address = None if len(controllers) > 1 else next(iter(controllers), None) or text(disk, "pci")
    hops = tree.hops(address)
    slot = tree.slot(address)
    # The link of a controller or adapter is not the drive's.
    own = hops[-1].link if hops and text(disk, "transport") == "pcie" else None
    model = text(disk, "model")
    return Drive(
        unit=hash_identity(identity),
        has_serial=bool(text(disk, "serial") or text(disk, "wwid")) and not is_virtual,
        name=name,
        model=" ".join(model.split()) if model else None,
        firmware=text(disk, "firmware"),
        transport=text(disk, "transport"),
        slot=slot.name if slot else None,
        size_bytes=get_in_range(disk, "size_bytes", 0, MAX_COUNT),
        link_gts=own.gts if own else None,
        link_lanes=own.lanes if own else None,
        capable_gts=own.capable_gts if own else None,
        capable_lanes=own.capable_lanes if own else None,
        link_class=own.kind if own else None,
        temperature_c=number(health, "temperature_c"),
        used_pct=get_in_range(health, "percentage_used", 0, 255),
        spare_pct=get_in_range(health, "available_spare_pct", 0, 100),
        media_errors=get_in_range(health, "media_errors", 0, MAX_COUNT),
        critical_warning=get_in_range(health, "critical_warning", 0, 255),
        temperature_limit_c=get_in_range(disk, "temperature_warning_c", 1, 200),
    )
