"""The fourth facet: the path of one run's data. Final only after the run, since links count as seen under load.

Kernel names, addresses, bus numbers, serials and names that people give are not in it: renumbering changes nothing.
A stable PCI path is in it: it changes when a card moves to another slot.
"""

from fioboard.engine.hardware.inventory import targets
from fioboard.engine.hardware.inventory.fingerprint import Projection, build_projection, sort_values
from fioboard.engine.hardware.inventory.path import Member, Path
from fioboard.engine.hardware.inventory.targets import WITHOUT_DRIVES, Layer, Target
from fioboard.engine.hardware.inventory.tolerant import text, whole
from fioboard.engine.hardware.inventory.volumes import is_degraded

# Mount options that change how I/O is done; the others say where and for whom.
TELLING_OPTIONS = frozenset(
    {
        "sync",
        "async",
        "noatime",
        "relatime",
        "discard",
        "nobarrier",
        "barrier",
        "data",
        "compress",
        "nodatacow",
    }
    | {
        "vers",
        "proto",
        "rsize",
        "wsize",
        "nconnect",
        "noac",
        "hard",
        "soft",
        "ssd",
        "inode64",
        "logbufs",
        "dax",
    }
)
# Levels whose members may stand in any order without a difference.
UNORDERED = frozenset({"raid1"})


def project_path(path: Path) -> Projection:
    """Return what counts of a run's path."""
    values: dict[str, object] = {"targets": sort_values(_project_target(target) for target in path.targets)}
    network = [t.network for t in path.targets if t.network]
    if network:
        values["network_limit"] = [round(path.read.low), round(path.read.high)] if path.read else None
    if path.members or not (network or all(t.kind in WITHOUT_DRIVES for t in path.targets)):
        values |= _project_members(path)
    return build_projection(values)


def _project_members(path: Path) -> dict[str, object]:
    """Return the drives in the order that counts; each fact is unknown unless it is known of all."""
    members = list(path.members)
    if not _is_ordered(path):
        members.sort(key=lambda m: ((m.function.stable_path if m.function else None) or "", m.disk))
    facts: dict[str, list[object]] = {
        "models": [text(m.entry, "model") for m in members],
        "firmware": [text(m.entry, "firmware") for m in members],
        "sizes": [whole(m.entry, "size_bytes") for m in members],
        "lba_bytes": [whole(m.entry, "logical_block_bytes") for m in members],
        "write_cache": [text(m.entry, "write_cache") for m in members],
        "scheduler": [text(m.entry, "scheduler") for m in members],
        "nr_requests": [whole(m.entry, "nr_requests") for m in members],
        "max_sectors_kb": [whole(m.entry, "max_sectors_kb") for m in members],
        "places": [m.function.stable_path if m.function else None for m in members],
        "links": [_project_links(m) for m in members],
    }
    known = {name: None if None in values else values for name, values in facts.items()}
    return known | {"count": len(members) or None, "numa": _project_relation(path)}


def _project_target(target: Target) -> dict[str, object]:
    options = targets.list_mount_options(target)
    return {
        "kind": target.kind,
        "filesystem": text(target.filesystem, "type"),
        "options": {name: options[name] for name in sorted(TELLING_OPTIONS & options.keys())},
        "layers": [_project_layer(layer) for layer in target.layers],
    }


def _project_layer(layer: Layer) -> dict[str, object]:
    entry = layer.entry
    return {
        "kind": text(entry, "kind") or layer.kind,
        "level": text(entry, "level"),
        "chunk_bytes": whole(entry, "chunk_bytes"),
        "width": whole(entry, "width"),
        "layout": text(entry, "layout"),
        # Absent of a whole array, so that its fingerprint stays what it was.
        **({"is_degraded": True} if is_degraded(entry) else {}),
    }


def _is_ordered(path: Path) -> bool:
    levels = [text(a, "level") for a in targets.list_arrays(path.targets)]
    return bool(levels) and not set(levels) <= UNORDERED


def _project_links(member: Member) -> list[list[object]] | None:
    """Return, per hop, what is plugged in, and the link as trained and as capable; None when a hop is not known."""
    if not member.hops or any(hop.link.rate is None for hop in member.hops):
        return None
    return [
        [
            f"{hop.device.vendor}:{hop.device.device}" if hop.device.vendor else None,
            *(hop.link.gts, hop.link.lanes, hop.link.capable_gts, hop.link.capable_lanes),
        ]
        for hop in member.hops
    ]


def _project_relation(path: Path) -> str | None:
    if path.is_local is None:
        return None
    return "local" if path.is_local else "remote"
