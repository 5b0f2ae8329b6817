"""Reads from the page cache, by the kernel's counters."""

from typing import Any

import pytest

from fioboard.fio.model.reading import DiskUtil
from tests.findings.facts import disk, result, said

SECTORS = 245_760_000 // 512


@pytest.mark.parametrize(
    ("changes", "disks", "expected"),
    [
        ({}, [disk(read_sectors=round(0.89 * SECTORS))], "warning"),
        ({}, [disk(read_sectors=round(0.91 * SECTORS))], "fine"),
        ({"direct": True}, [disk(read_sectors=1)], "fine"),
        ({"direct": None}, [disk(read_sectors=1)], "unknown: direct"),
        ({}, None, "unknown: counters"),
        # fio's last look at the counters can miss most of so short a run.
        ({"runtime_ms": 4_999}, [disk(read_sectors=1)], "unknown: counters"),
        ({"direction": "write"}, [disk(read_sectors=1)], "silent"),
    ],
)
def test_buffered_reads(changes: dict[str, Any], disks: list[DiskUtil] | None, expected: str) -> None:
    assert said("page-cache-read", result(**{"direct": False} | changes), disks=disks) == expected
