"""Parts of inventory documents: entries of `pci`, `disks`, `volumes`, `cpu` and targets whose unknown fields are null."""

from __future__ import annotations

from typing import Any, Optional

Document = dict[str, Any]


def idema_bytes(nominal_gb: int) -> int:
    """Capacity that vendors agreed on for a nominal size in GB (IDEMA LBA1-03): blocks of 512 bytes."""
    return (97_696_368 + 1_953_504 * (nominal_gb - 50)) * 512


def function(pci_class: str, **known: Any) -> Document:
    """One entry of `pci`; everything unknown is null."""
    ids = dict.fromkeys(["class", "vendor", "device", "subsystem_vendor", "subsystem_device", "revision"])
    empty: Document = {
        **dict.fromkeys(
            [
                "name",
                "driver",
                "driver_version",
                "driver_is_vendor",
                "numa_node",
                "local_cpus",
                "iommu_group",
                "parent",
                "host_bridge",
                "host_bridge_uid",
                "vmd",
                "stable_path",
                "port_type",
                "slot",
                "config",
            ]
        ),
        "link": dict.fromkeys(["current_gts", "current_lanes", "max_gts", "max_lanes"]),
    }
    return {"ids": {**ids, "class": pci_class, **known.pop("ids", {})}, **empty, **known}


def link(gts: float, lanes: int, max_gts: Optional[float] = None, max_lanes: Optional[int] = None) -> Document:
    return {
        "current_gts": gts,
        "current_lanes": lanes,
        "max_gts": max_gts or gts,
        "max_lanes": max_lanes or lanes,
    }


def disk(**known: Any) -> Document:
    """One entry of `disks`; everything unknown is null."""
    empty = dict.fromkeys(
        [
            "model",
            "vendor",
            "serial",
            "firmware",
            "wwid",
            "nqn",
            "nsid",
            "size_bytes",
            "logical_block_bytes",
            "physical_block_bytes",
            "rotational",
            "zoned",
            "write_cache",
            "fua",
            "scheduler",
            "nr_requests",
            "max_sectors_kb",
            "max_hw_sectors_kb",
            "read_ahead_kb",
            "nomerges",
            "rq_affinity",
            "io_poll",
            "wbt_lat_us",
            "has_iostats",
            "transport",
            "pci",
            "lba_format_in_use",
            "io_queues",
            "queue_entries",
            "max_transfer_bytes",
            "negotiated_link",
            "has_apst",
            "temperature_warning_c",
            "temperature_critical_c",
        ]
    )
    return {**empty, "controllers": [], "lba_formats": None, "partitions": [], **known}


def nvme(name: str, pci: str, **known: Any) -> Document:
    controller = dict.fromkeys(["serial", "model", "firmware", "address", "numa_node", "ana_state"])
    return disk(
        transport="pcie",
        rotational=False,
        pci=pci,
        controllers=[{"name": name, "pci": pci, "transport": "pcie", **controller}],
        **known,
    )


def partition(name: str, number: int) -> Document:
    return {"name": name, "number": number, "start_bytes": None, "size_bytes": None}


def md_raid0(members: list[str], chunk_bytes: Optional[int]) -> Document:
    return {
        "kind": "md",
        "level": "raid0",
        "chunk_bytes": chunk_bytes,
        "layout": None,
        "width": len(members),
        "metadata": None,
        "state": "active",
        "is_degraded": False,
        "container": None,
        "members": members,
        "options": {},
        "controller_pci": None,
        "uuid": None,
    }


def node(kind: str, name: Optional[str], *children: str) -> Document:
    return {"kind": kind, "name": name, "children": list(children)}


def target(path: str, kind: str, root: str, nodes: Document, members: list[str], **known: Any) -> Document:
    empty: Document = {"real_path": path, "filesystem": None, "network": None, "reason": None}
    return {
        "path": path,
        "kind": kind,
        **empty,
        "graph": {"root": root, "nodes": nodes},
        "members": members,
        **known,
    }


def cpu(**known: Any) -> Document:
    empty = dict.fromkeys(
        [
            "model",
            "vendor",
            "family",
            "stepping",
            "sockets",
            "cores",
            "threads",
            "microcode",
            "smt",
            "packages",
            "frequency",
            "idle",
            "mitigations",
        ]
    )
    return {**empty, "numa": None, **known}
