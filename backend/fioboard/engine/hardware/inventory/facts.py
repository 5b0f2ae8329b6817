"""Inventory and path as facts for the factors: flat, by factor key; what is unknown is absent."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from fioboard.core.sanitize import Document
from fioboard.engine.hardware.inventory import firmware, targets
from fioboard.engine.hardware.inventory.link import format_link
from fioboard.engine.hardware.inventory.path import Path
from fioboard.engine.hardware.inventory.tolerant import flag, mapping, objects, text, texts, whole
from fioboard.engine.hardware.inventory.volumes import is_degraded

Fact = str | int | float | bool
Facts = dict[str, Fact | list[Fact]]
Known = TypeVar("Known", str, int)
NO_PARAMETER = "none"


def collect_host_facts(document: Document) -> Facts:
    """Collect what holds for the host, whatever is run."""
    facts: dict[str, Sequence[Fact] | Fact | None] = {
        "virtualized": text(document, "virtualized"),
        "cpu.smt": flag(document, "cpu.smt"),
        "cpu.boost": flag(document, "cpu.frequency.boost"),
        "cpu.governor": sorted(mapping(document, "cpu.frequency.governors")),
        "cpu.epp": sorted(mapping(document, "cpu.frequency.epp")),
        "kernel.cmdline": _list_kernel_parameters(document),
        "iommu": _find_iommu(document),
        "aspm": text(document, "os.aspm_policy"),
        "mitigations": _is_mitigated(document),
        **_collect_memory(document),
        **firmware.get_effective(document),
    }
    return _drop_unknown(facts)


def _list_kernel_parameters(document: Document) -> Sequence[Fact]:
    """List the kernel's parameters: `none` where they were read and none counts, nothing where nobody read them.

    The agent sends an empty list also of systems that have none to read; what else it reads below /proc tells Linux.
    """
    was_read = (
        text(document, "sources.os.status") == "ok" and flag(document, "os.is_kernel_tainted") is not None
    )
    return sorted(texts(document, "os.cmdline")) or ([NO_PARAMETER] if was_read else [])


def _find_iommu(document: Document) -> str | None:
    if flag(document, "os.iommu.is_active") is False:
        return "off"
    types = sorted(mapping(document, "os.iommu.group_types"))
    return ", ".join(types) or None


def _is_mitigated(document: Document) -> bool | None:
    states = [v for v in mapping(document, "cpu.mitigations").values() if isinstance(v, str)]
    return any(v.startswith("Mitigation") for v in states) if states else None


def _collect_memory(document: Document) -> dict[str, Sequence[Fact] | Fact | None]:
    dimms = [d for d in objects(document, "memory.dimms") if whole(d, "size_bytes")]
    speeds = sorted({s for d in dimms if (s := whole(d, "configured_speed_mts"))})
    return {"memory.dimms": len(dimms) or None, "memory.speed": speeds}


def collect_path_facts(path: Path) -> Facts:
    """Collect what follows from a run's targets."""
    members = path.members
    hops = [member.hops[-1] for member in members if member.hops]
    arrays = targets.list_arrays(path.targets)
    facts: dict[str, Sequence[Fact] | Fact | None] = {
        "target.kind": _sort_known(target.kind for target in path.targets),
        "target.layers": _sort_known(targets.join_kinds(target) for target in path.targets),
        "fs.type": _sort_known(text(target.filesystem, "type") for target in path.targets),
        "raid.level": _sort_known(text(a, "level") for a in arrays),
        "raid.width": _sort_known(whole(a, "width") for a in arrays),
        "raid.degraded": _is_degraded(arrays),
        "raid.chunk": _sort_known(whole(a, "chunk_bytes") for a in arrays),
        "drive.model": _sort_known(text(m.entry, "model") for m in members),
        "drive.firmware": _sort_known(text(m.entry, "firmware") for m in members),
        "drive.count": len(members) or None,
        "drive.capacity": _sort_known(whole(m.entry, "size_bytes") for m in members),
        "drive.transport": _sort_known(text(m.entry, "transport") for m in members),
        "drive.scheduler": _sort_known(text(m.entry, "scheduler") for m in members),
        "drive.wbt_us": _sort_known(whole(m.entry, "wbt_lat_us") for m in members),
        "drive.lba_bytes": _sort_known(whole(m.entry, "logical_block_bytes") for m in members),
        "slot": _sort_known(m.slot.name if m.slot else None for m in members),
        "pcie.link": _sort_known(m.link for m in members),
        "pcie.capable": _sort_known(format_link(h.link.capable_gts, h.link.capable_lanes) for h in hops),
        "pcie.degraded": _has_degraded_link(path),
        "chain.limit": round(path.read.high) if path.read else None,
        "numa.local": None if path.is_virtual else path.is_local,
        "nvme.driver_version": _sort_known(
            m.function.driver_version if m.function else None for m in members
        ),
        **_collect_network(path),
    }
    return _drop_unknown(facts)


def _is_degraded(arrays: Sequence[Document]) -> bool | None:
    """Whether one lacks a member; None where there is none, or nothing says."""
    states = [is_degraded(array) for array in arrays]
    if any(states):
        return True
    return None if not states or None in states else False


def _has_degraded_link(path: Path) -> bool | None:
    kinds = [hop.link.kind for hop in path.hops]
    if any(kind.startswith("downgraded") for kind in kinds):
        return True
    # Seen idle only, a link may have been at rest: then nothing is claimed.
    unsure = {"unknown", "idle-downshift"}
    return None if not kinds or any(kind in unsure for kind in kinds) else False


def _collect_network(path: Path) -> dict[str, Sequence[Fact] | Fact | None]:
    networks = [target.network for target in path.targets if target.network]
    speeds = {text(n, "name"): whole(n, "speed_mbps") for n in objects(path.document, "network")}
    mounts = [targets.list_mount_options(target) for target in path.targets if target.network]
    return {
        "nfs.server": _sort_known(text(n, "server") for n in networks),
        "nfs.version": _sort_known(text(n, "version") for n in networks),
        "network.speed": _sort_known(speeds.get(text(n, "interface")) for n in networks),
        "nfs.proto": _sort_known(text(m, "proto") for m in mounts),
        "nfs.rsize": _sort_known(_count(m.get("rsize")) for m in mounts),
        "nfs.wsize": _sort_known(_count(m.get("wsize")) for m in mounts),
        "nfs.nconnect": _sort_known(_count(m.get("nconnect")) for m in mounts),
    }


def _count(value: object) -> int | None:
    if isinstance(value, str) and value.isdigit():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _sort_known(values: Iterable[Known | None]) -> list[Known]:
    return sorted({v for v in values if v is not None})


def _drop_unknown(facts: Mapping[str, Sequence[Fact] | Fact | None]) -> Facts:
    kept: Facts = {}
    for key, value in facts.items():
        if isinstance(value, str | int | float):
            kept[key] = value
        elif value:
            kept[key] = value[0] if len(value) == 1 else list(value)
    return kept
