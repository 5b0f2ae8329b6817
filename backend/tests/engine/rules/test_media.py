"""What the data lies on: turning and virtual disks, encryption, space, span."""

from typing import Any

import pytest

from fioboard.engine.hardware.inventory.path import resolve
from tests.engine.rules.facts import DRIVE, ROOT, result, said, said_on_drive
from tests.factories.machine import document, drive, function

GB = 10**9
HDD = {"rotational": True, "transport": "sata"}


@pytest.mark.parametrize(
    ("parts", "entry", "expected"),
    [
        ({"iops": 133.0}, HDD, "info"),
        ({"iops": 400.0}, HDD, "info"),
        ({"iops": 401.0}, HDD, "fine"),
        ({"iops": 39.0}, HDD, "fine"),
        ({"iops": 133.0, "bs_bytes": 65537}, HDD, "silent"),
        ({"iops": 133.0, "rw": "read"}, HDD, "silent"),
        ({"iops": 133.0, "direct": False}, HDD, "silent"),
        ({"iops": 133.0}, {"rotational": False}, "silent"),
        # Virtual disks claim to turn.
        ({"iops": 133.0}, HDD | {"transport": "virtio"}, "silent"),
    ],
)
def test_seeks(parts: dict[str, Any], entry: dict[str, Any], expected: str) -> None:
    assert said_on_drive("hdd-seek-bound", result(**parts), **entry) == expected


@pytest.mark.parametrize(("transport", "expected"), [("virtio", "info"), ("pcie", "fine")])
def test_virtual_disks(transport: str, expected: str) -> None:
    assert said_on_drive("virtual-device", result(), transport=transport) == expected


@pytest.mark.parametrize("rule", ["chipset-uplink", "remote-numa-node"])
def test_where_a_hypervisor_s_drives_hang_is_unknown(rule: str) -> None:
    """What the guest shows is the place of the virtual one."""
    assert said_on_drive(rule, result(), transport="virtio") == "unknown: virtual"
    assert said_on_drive(rule, result()) != "unknown: virtual"


def said_on(
    rule: str, *results: Any, target: dict[str, Any], volumes: dict[str, Any] | None = None, **entry: Any
) -> str:
    inventory = document({ROOT: function(None), DRIVE: drive(ROOT)}, volumes=volumes or {})
    [name] = inventory["disks"]
    inventory["disks"][name] |= entry
    stated = {"path": "/dev/x", "members": [name], "graph": {"root": "a", "nodes": {}}} | target
    return said(rule, *results, path=resolve(inventory, [stated]), document=inventory)


ENCRYPTED: dict[str, Any] = {
    "kind": "volume",
    "graph": {"root": "a", "nodes": {"a": {"kind": "volume", "name": "dm-0", "children": []}}},
}


# A Gen4 x4 link carries 6.6 GB/s at least: 70 % are 4.6.
@pytest.mark.parametrize(
    ("bw", "kind", "expected"), [(4.5e9, "crypt", "info"), (4.7e9, "crypt", "fine"), (4.5e9, "lvm", "silent")]
)
def test_encryption(bw: float, kind: str, expected: str) -> None:
    volumes = {"dm-0": {"kind": kind}}
    assert (
        said_on("crypt-layer", result(bw_bytes_per_s=round(bw)), target=ENCRYPTED, volumes=volumes)
        == expected
    )


@pytest.mark.parametrize(
    ("free", "direction", "expected"),
    [
        (100, "write", "info"),
        (101, "write", "fine"),
        (None, "write", "unknown: space"),
        (0, "read", "silent"),
    ],
)
def test_space(free: int | None, direction: str, expected: str) -> None:
    target = {"kind": "file", "filesystem": {"type": "ext4", "size_bytes": 1000, "free_bytes": free}}
    assert said_on("filesystem-full", result(direction=direction), target=target) == expected


@pytest.mark.parametrize(
    ("written", "entry", "expected"),
    [
        (49 * GB, {"size_bytes": 1000 * GB}, "info"),
        (50 * GB, {"size_bytes": 1000 * GB}, "fine"),
        (99 * GB, {"size_bytes": 8000 * GB}, "info"),
        (100 * GB, {"size_bytes": 8000 * GB}, "fine"),
        (GB, {"size_bytes": 1000 * GB, "rotational": True}, "silent"),
        (GB, {"size_bytes": 1000 * GB, "transport": "virtio"}, "silent"),
        (GB, {}, "unknown: capacity"),
        (None, {"size_bytes": 1000 * GB}, "unknown: capacity"),
    ],
)
def test_bytes_written(written: int | None, entry: dict[str, Any], expected: str) -> None:
    assert said_on_drive("too-little-data", result(direction="write", io_bytes=written), **entry) == expected


def test_reads_write_nothing() -> None:
    assert said_on_drive("too-little-data", result(), size_bytes=1000 * GB) == "silent"


@pytest.mark.parametrize(
    ("options", "parts", "expected"),
    [
        ({"size": "99G"}, {}, "info"),
        ({"size": "94g"}, {}, "info"),
        ({"size": "100G"}, {}, "fine"),
        ({"size": "9%"}, {}, "info"),
        ({"size": "10%"}, {}, "fine"),
        ({"filesize": "10G", "size": "500G"}, {}, "info"),
        ({}, {}, "fine"),
        ({}, {"has_all_options": False}, "unknown: options"),
        ({"size": "10G", "offset_increment": "10G"}, {}, "unknown: options"),
        ({"size": "10G"}, {"rw": "read"}, "silent"),
    ],
)
def test_span(options: dict[str, str], parts: dict[str, Any], expected: str) -> None:
    whole = {"kind": "disk"}
    of = result(job_options=options, **parts)
    # 1,000 GiB: a tenth is 100 GiB.
    assert said_on("narrow-span", of, target=whole, size_bytes=1000 * 2**30) == expected


def test_a_file_is_small_on_purpose() -> None:
    assert said_on_drive("narrow-span", result(job_options={"size": "1G"}), size_bytes=1000 * GB) == "silent"
