"""Inventory and path as facts for the factors: flat, by factor key; what is unknown is absent."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from fioboard.core.sanitize import Document
from fioboard.inventory import firmware, targets
from fioboard.inventory.link import spelled
from fioboard.inventory.path import Path
from fioboard.inventory.tolerant import flag, mapping, objects, text, texts, whole
from fioboard.inventory.volumes import is_degraded

Fact = str | int | float | bool
Facts = dict[str, Fact | list[Fact]]
Known = TypeVar("Known", str, int)


def of_host(document: Document) -> Facts:
    """What holds for the host, whatever is run."""
    facts: dict[str, Sequence[Fact] | Fact | None] = {
        "virtualized": text(document, "virtualized"),
        "cpu.smt": flag(document, "cpu.smt"),
        "cpu.boost": flag(document, "cpu.frequency.boost"),
        "cpu.governor": sorted(mapping(document, "cpu.frequency.governors")),
        "cpu.epp": sorted(mapping(document, "cpu.frequency.epp")),
        "kernel.cmdline": sorted(texts(document, "os.cmdline")),
        "iommu": _iommu(document),
        "aspm": text(document, "os.aspm_policy"),
        "mitigations": _mitigated(document),
        **_memory(document),
        **firmware.in_force(document),
    }
    return _known(facts)


def _iommu(document: Document) -> str | None:
    if flag(document, "os.iommu.is_active") is False:
        return "off"
    types = sorted(mapping(document, "os.iommu.group_types"))
    return ", ".join(types) or None


def _mitigated(document: Document) -> bool | None:
    states = [v for v in mapping(document, "cpu.mitigations").values() if isinstance(v, str)]
    return any(v.startswith("Mitigation") for v in states) if states else None


def _memory(document: Document) -> dict[str, Sequence[Fact] | Fact | None]:
    dimms = [d for d in objects(document, "memory.dimms") if whole(d, "size_bytes")]
    speeds = sorted({s for d in dimms if (s := whole(d, "configured_speed_mts"))})
    return {"memory.dimms": len(dimms) or None, "memory.speed": speeds}


def of_path(path: Path) -> Facts:
    """What follows from a run's targets."""
    members = path.members
    hops = [member.hops[-1] for member in members if member.hops]
    arrays = targets.arrays(path.targets)
    facts: dict[str, Sequence[Fact] | Fact | None] = {
        "target.kind": _distinct(target.kind for target in path.targets),
        "target.layers": _distinct(targets.stack(target) for target in path.targets),
        "fs.type": _distinct(text(target.filesystem, "type") for target in path.targets),
        "raid.level": _distinct(text(a, "level") for a in arrays),
        "raid.width": _distinct(whole(a, "width") for a in arrays),
        "raid.degraded": _is_degraded(arrays),
        "raid.chunk": _distinct(whole(a, "chunk_bytes") for a in arrays),
        "drive.model": _distinct(text(m.entry, "model") for m in members),
        "drive.firmware": _distinct(text(m.entry, "firmware") for m in members),
        "drive.count": len(members) or None,
        "drive.capacity": _distinct(whole(m.entry, "size_bytes") for m in members),
        "drive.transport": _distinct(text(m.entry, "transport") for m in members),
        "drive.scheduler": _distinct(text(m.entry, "scheduler") for m in members),
        "drive.wbt_us": _distinct(whole(m.entry, "wbt_lat_us") for m in members),
        "drive.lba_bytes": _distinct(whole(m.entry, "logical_block_bytes") for m in members),
        "slot": _distinct(m.slot.name if m.slot else None for m in members),
        "pcie.link": _distinct(m.link for m in members),
        "pcie.capable": _distinct(spelled(h.link.capable_gts, h.link.capable_lanes) for h in hops),
        "pcie.degraded": _degraded(path),
        "chain.limit": round(path.read.high) if path.read else None,
        "numa.local": path.is_local,
        "nvme.driver_version": _distinct(m.function.driver_version if m.function else None for m in members),
        **_network(path),
    }
    return _known(facts)


def _is_degraded(arrays: Sequence[Document]) -> bool | None:
    """Whether one lacks a member; None where there is none, or nothing says."""
    states = [is_degraded(array) for array in arrays]
    if any(states):
        return True
    return None if not states or None in states else False


def _degraded(path: Path) -> bool | None:
    kinds = [hop.link.kind for hop in path.hops]
    if any(kind.startswith("downgraded") for kind in kinds):
        return True
    # Seen idle only, a link may have been at rest: then nothing is claimed.
    unsure = {"unknown", "idle-downshift"}
    return None if not kinds or any(kind in unsure for kind in kinds) else False


def _network(path: Path) -> dict[str, Sequence[Fact] | Fact | None]:
    networks = [target.network for target in path.targets if target.network]
    speeds = {text(n, "name"): whole(n, "speed_mbps") for n in objects(path.document, "network")}
    mounts = [targets.mount_options(target) for target in path.targets if target.network]
    return {
        "nfs.server": _distinct(text(n, "server") for n in networks),
        "nfs.version": _distinct(text(n, "version") for n in networks),
        "network.speed": _distinct(speeds.get(text(n, "interface")) for n in networks),
        "nfs.proto": _distinct(text(m, "proto") for m in mounts),
        "nfs.rsize": _distinct(_count(m.get("rsize")) for m in mounts),
        "nfs.wsize": _distinct(_count(m.get("wsize")) for m in mounts),
        "nfs.nconnect": _distinct(_count(m.get("nconnect")) for m in mounts),
    }


def _count(value: object) -> int | None:
    if isinstance(value, str) and value.isdigit():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _distinct(values: Iterable[Known | None]) -> list[Known]:
    return sorted({v for v in values if v is not None})


def _known(facts: Mapping[str, Sequence[Fact] | Fact | None]) -> Facts:
    kept: Facts = {}
    for key, value in facts.items():
        if isinstance(value, str | int | float):
            kept[key] = value
        elif value:
            kept[key] = value[0] if len(value) == 1 else list(value)
    return kept
