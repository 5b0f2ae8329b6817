"""Other I/O on the drives: the kernel's counters against what fio asked."""

from typing import Any

import pytest

from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.hardware.inventory.samples import Sampled, Samples
from fioboard.engine.rules import RunFacts, judge
from tests.engine.rules.facts import DRIVE, ROOT, disk, result, said, said_on_drive, spoken
from tests.factories.machine import document, drive, function, targets

SECTORS = 245_760_000 // 512
READ = {"read_sectors": SECTORS, "write_sectors": 0}


@pytest.mark.parametrize(
    ("parts", "counters", "expected"),
    [
        ({}, READ, "fine"),
        ({}, {"read_sectors": int(SECTORS * 1.16)}, "warning"),
        # One look of fio at the counters may come 250 ms late.
        ({}, {"read_sectors": int(SECTORS * 1.154)}, "fine"),
        ({}, READ | {"write_sectors": int(SECTORS * 0.0501)}, "warning"),
        ({}, READ | {"write_sectors": int(SECTORS * 0.0499)}, "fine"),
        # Read-ahead brings more than was asked.
        ({"direct": False}, {"read_sectors": 3 * SECTORS}, "silent"),
        ({"direct": None}, {"read_sectors": 3 * SECTORS}, "silent"),
        # What a file system writes for itself is not known apart, and the target may be a file.
        ({"direction": "write"}, {"write_sectors": 3 * SECTORS}, "fine"),
        ({"direction": "write"}, {"write_sectors": SECTORS, "read_sectors": SECTORS}, "warning"),
        # Warming up is in the counters and not in the figures.
        ({"job_options": {"ramp_time": "5"}}, {"read_sectors": 3 * SECTORS}, "silent"),
        ({}, {"read_sectors": None}, "unknown: counters"),
        ({"io_bytes": None}, READ, "unknown: counters"),
        ({"direction": "trim"}, READ, "silent"),
        ({"runtime_ms": 4999}, {"read_sectors": 3 * SECTORS}, "unknown: counters"),
    ],
)
def test_what_the_drives_moved(parts: dict[str, Any], counters: dict[str, Any], expected: str) -> None:
    assert said("device-did-more", result(**parts), disks=[disk(**counters)]) == expected


def test_without_counters_nothing_is_claimed() -> None:
    assert said_on_drive("device-did-more", result()) == "unknown: counters"


def sampled(reads: float, writes: float = 0.0, options: tuple[str, ...] = ("rw",)) -> str:
    """Of a job of 60 s that read 245.76 MB of a file on one drive, sampled for 61 s; both in MB/s."""
    inventory = document({ROOT: function(None), DRIVE: drive(ROOT)})
    stated = targets("nvme0n1")
    stated[0]["filesystem"] = {"type": "btrfs", "options": list(options)}
    series = [
        Sampled("disk:nvme0n1", "bw_bytes_per_s", direction, [61_000], [rate * 1e6])
        for direction, rate in (("read", reads), ("write", writes))
    ]
    samples = Samples(series=series)
    path = resolve(inventory, stated, samples=samples)
    return spoken(
        "device-did-more",
        judge(RunFacts(results=[result()], path=path, document=inventory, samples=samples)),
    )


def test_samples_tell_where_fio_prints_no_sectors() -> None:
    """245.76 MB were asked for in 60 s: 4.71 MB/s are 15 % more, and the samples hold a second more."""
    assert sampled(4.10) == "fine"
    assert sampled(4.70) == "fine"
    assert sampled(4.72) == "warning"
    # What fio laid out is in them, too.
    assert sampled(4.10, writes=4.0) == "fine"
    assert sampled(9.0, options=("rw", "compress=zstd:3")) == "silent"
