"""Mounts of a file server: requests, connections, read-ahead."""

from typing import Any

import pytest

from fioboard.engine.hardware.inventory.path import resolve
from tests.engine.rules.facts import result, said
from tests.factories.machine import document

KIB = 1024


def said_on_mount(
    rule: str, *results: Any, speed: int | None = 25_000, ahead: int | None = 128, **options: str
) -> str:
    """What a rule says of results on an NFS mount with these options."""
    inventory = document({}, network=[{"name": "eth0", "speed_mbps": speed, "mtu": 1500, "is_up": True}])
    target = {
        "path": "/mnt/x/file",
        "kind": "nfs",
        "filesystem": {"type": "nfs4"} | ({} if ahead is None else {"read_ahead_kb": ahead}),
        "network": {"interface": "eth0", "protocol": "nfs", "options": {"proto": "tcp"} | options},
        "graph": {"root": "file", "nodes": {}},
    }
    return said(rule, *results, path=resolve(inventory, [target]), document=inventory)


@pytest.mark.parametrize(
    ("parts", "options", "expected"),
    [
        ({"bs_bytes": 256 * KIB}, {"rsize": "65536"}, "info"),
        ({"bs_bytes": 64 * KIB}, {"rsize": "65536"}, "fine"),
        ({"bs_bytes": 256 * KIB, "direction": "write"}, {"rsize": "65536", "wsize": "1048576"}, "fine"),
        ({"bs_bytes": 256 * KIB}, {}, "unknown: mount options"),
        ({"bs_bytes": None}, {"rsize": "65536"}, "unknown: block size"),
    ],
)
def test_requests_of_the_mount(parts: dict[str, Any], options: dict[str, str], expected: str) -> None:
    assert said_on_mount("nfs-io-size", result(**parts), **options) == expected


# At 25 GbE one stream of full packets carries 2.94 GB/s: 70 % are 2.06.
@pytest.mark.parametrize(
    ("bw", "parts", "mount", "expected"),
    [
        (2_000_000_000, {}, {}, "info"),
        (2_000_000_000, {}, {"nconnect": "1"}, "info"),
        (2_100_000_000, {}, {}, "fine"),
        (2_000_000_000, {}, {"nconnect": "8"}, "fine"),
        (2_000_000_000, {}, {"proto": "rdma"}, "fine"),
        (2_000_000_000, {"sys_cpu_pct": 84.0}, {}, "fine"),
        (2_000_000_000, {"sys_cpu_pct": None}, {}, "unknown: cpu"),
        (200_000_000, {}, {"speed": 10_000}, "silent"),
        (2_000_000_000, {}, {"speed": None}, "unknown: network"),
    ],
)
def test_one_connection(bw: int, parts: dict[str, Any], mount: dict[str, Any], expected: str) -> None:
    assert said_on_mount("nfs-one-connection", result(bw_bytes_per_s=bw, **parts), **mount) == expected


BUFFERED = {"rw": "read", "direct": False}


@pytest.mark.parametrize(
    ("parts", "mount", "expected"),
    [
        (BUFFERED, {}, "info"),
        (BUFFERED, {"ahead": 129}, "fine"),
        (BUFFERED, {"ahead": None}, "unknown: read-ahead"),
        (BUFFERED | {"direct": True}, {}, "silent"),
        (BUFFERED | {"rw": "randread"}, {}, "silent"),
        (BUFFERED | {"numjobs": 2}, {}, "silent"),
    ],
)
def test_read_ahead_of_the_mount(parts: dict[str, Any], mount: dict[str, Any], expected: str) -> None:
    assert said_on_mount("nfs-readahead", result(**parts), **mount) == expected


@pytest.mark.parametrize("rule", ["nfs-io-size", "nfs-one-connection", "nfs-readahead"])
def test_without_a_mount_nothing_is_said(rule: str) -> None:
    assert said(rule, result(**BUFFERED)) == "silent"
