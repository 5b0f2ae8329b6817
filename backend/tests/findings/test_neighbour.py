"""Other I/O on the drives: the kernel's counters against what fio asked."""

from typing import Any

import pytest

from tests.findings.facts import disk, result, said, said_on_drive

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
