"""Arrays of the path: stripes, parity, bitmaps."""

from typing import Any

import pytest

from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.hardware.inventory.samples import Sampled, Samples
from tests.engine.rules.facts import disk, result, said
from tests.factories.machine import document, drive, function

KIB = 1024
STRIPES = {"kind": "md", "level": "raid0", "chunk_bytes": 128 * KIB, "width": 4}
PARITY = STRIPES | {"level": "raid5"}


def said_on(rule: str, volume: dict[str, Any], *results: Any, **more: Any) -> str:
    """What a rule says of results on an array of four drives."""
    root = "0000:40:01.1"
    pci = {root: function(None)} | {f"0000:4{n}:00.0": drive(root) for n in range(1, 5)}
    inventory = document(pci, volumes={"md0": volume})
    node = {"kind": "volume", "name": "md0", "children": []}
    target = {
        "path": "/dev/md0",
        "kind": "volume",
        "members": sorted(inventory["disks"]),
        "graph": {"root": "md0", "nodes": {"md0": node}},
    }
    path = resolve(inventory, [target], samples=more.get("samples"))
    return said(rule, *results, path=path, document=inventory, **more)


IN_ORDER = {"rw": "read", "bs_bytes": 128 * KIB}


@pytest.mark.parametrize(
    ("volume", "parts", "expected"),
    [
        (STRIPES, IN_ORDER | {"iodepth": 3}, "info"),
        (STRIPES, IN_ORDER | {"iodepth": 4}, "fine"),
        (STRIPES, IN_ORDER | {"bs_bytes": 512 * KIB, "iodepth": 1}, "fine"),
        # A synchronous engine has one in flight, whatever it is asked.
        (STRIPES, IN_ORDER | {"ioengine": "psync", "iodepth": 32}, "info"),
        (STRIPES, IN_ORDER | {"iodepth": 1, "numjobs": 4}, "silent"),
        (STRIPES, IN_ORDER | {"iodepth": 1, "direct": False}, "silent"),
        (STRIPES, IN_ORDER | {"iodepth": 1, "rw": "randread"}, "silent"),
        (STRIPES | {"chunk_bytes": None}, IN_ORDER | {"iodepth": 1}, "unknown: array layout"),
        (STRIPES, IN_ORDER | {"iodepth": 1, "ioengine": None}, "unknown: engine"),
        (STRIPES | {"level": "raid1"}, IN_ORDER | {"iodepth": 1}, "silent"),
    ],
)
def test_stripes(volume: dict[str, Any], parts: dict[str, Any], expected: str) -> None:
    assert said_on("stripe-not-filled", volume, result(**parts)) == expected


SMALL = {"direction": "write", "rw": "randwrite", "bs_bytes": 4 * KIB}


@pytest.mark.parametrize(
    ("volume", "parts", "expected"),
    [
        (PARITY, SMALL, "info"),
        (PARITY, SMALL | {"bs_bytes": 384 * KIB - 512}, "info"),
        (PARITY, SMALL | {"bs_bytes": 384 * KIB}, "fine"),
        (PARITY | {"level": "raid6"}, SMALL | {"bs_bytes": 256 * KIB}, "fine"),
        (PARITY, SMALL | {"rw": "write"}, "silent"),
        (STRIPES, SMALL, "silent"),
        (PARITY | {"width": None}, SMALL, "unknown: array layout"),
        (PARITY, SMALL | {"bs_bytes": None}, "unknown: block size"),
    ],
)
def test_parity(volume: dict[str, Any], parts: dict[str, Any], expected: str) -> None:
    assert said_on("parity-penalty", volume, result(**parts)) == expected


def busiest(share: float) -> Samples:
    return Samples(series=[Sampled("node:0", "cpu_busy_max_pct", None, [1000, 2000], [share, share])])


@pytest.mark.parametrize(
    ("threads", "share", "expected"),
    [
        (0, 90.0, "info"),
        (0, 89.9, "fine"),
        (8, 99.0, "fine"),
        (None, 99.0, "unknown: array layout"),
        (0, None, "unknown: samples"),
    ],
)
def test_the_thread_of_parity(threads: int | None, share: float | None, expected: str) -> None:
    volume = PARITY | {"options": {"group_threads": threads}}
    samples = None if share is None else busiest(share)
    assert said_on("parity-one-thread", volume, result(**SMALL), samples=samples) == expected


@pytest.mark.parametrize(
    ("level", "bitmap", "written", "expected"),
    [
        ("raid10", "+8", 138_001, "info"),
        ("raid10", "+8", 138_000, "fine"),
        ("raid1", "+8", 276_001, "info"),
        ("raid1", "+8", 240_000, "fine"),
        ("raid10", "none", 200_000, "silent"),
        ("raid5", "+8", 900_000, "silent"),
        ("raid10", "+8", None, "unknown: counters"),
    ],
)
def test_writes_of_a_bitmap(level: str, bitmap: str, written: int | None, expected: str) -> None:
    volume = STRIPES | {"level": level, "options": {"bitmap": bitmap}}
    assert said_on("bitmap-writes", volume, result(**SMALL), disks=[disk(write_ios=written)]) == expected


@pytest.mark.parametrize(
    "rule", ["stripe-not-filled", "parity-penalty", "parity-one-thread", "bitmap-writes"]
)
def test_without_an_array_nothing_is_said(rule: str) -> None:
    assert said(rule, result(**SMALL)) == "silent"
