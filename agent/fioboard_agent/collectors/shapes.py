"""Empty entries of the inventory document, for systems that tell only some of it: what is not filled in stays null."""

from __future__ import annotations

from typing import Any

_DISK = [
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
    "lba_formats",
    "lba_format_in_use",
    "io_queues",
    "queue_entries",
    "max_transfer_bytes",
    "negotiated_link",
    "capable_link",
    "has_apst",
    "power_states",
    "nvme_features",
    "temperature_warning_c",
    "temperature_critical_c",
]
_FUNCTION = [
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
_IDS = ("class", "vendor", "device", "subsystem_vendor", "subsystem_device", "revision")
_LINK = ("current_gts", "current_lanes", "max_gts", "max_lanes")


def make_disk(**known: Any) -> dict[str, Any]:
    """An entry of `disks`."""
    return {**dict.fromkeys(_DISK), "controllers": [], "partitions": [], **known}


def make_function(ids: dict[str, Any], link: dict[str, Any], **known: Any) -> dict[str, Any]:
    """An entry of `pci`."""
    return {
        "ids": {**dict.fromkeys(_IDS), **ids},
        **dict.fromkeys(_FUNCTION),
        "link": {**dict.fromkeys(_LINK), **link},
        **known,
    }


def make_system(**known: Any) -> dict[str, Any]:
    """`system`."""
    fields = ("vendor", "product", "version", "family", "sku", "serial", "uuid", "has_bmc")
    board = dict.fromkeys(("vendor", "product", "version", "serial"))
    bios = dict.fromkeys(("vendor", "version", "date", "release"))
    chassis = dict.fromkeys(("type", "serial"))
    parts = {"chassis": chassis, "board": board, "bios": bios, "slots": [], "onboard": []}
    return {**dict.fromkeys(fields), **parts, **known}
