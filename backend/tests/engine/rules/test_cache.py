"""Reads from the page cache, by the kernel's counters."""

from typing import Any

import pytest

from fioboard.engine.formats.fio.model.reading import DiskUtil
from tests.engine.rules.facts import disk, result, said

SECTORS = 245_760_000 // 512


@pytest.mark.parametrize(
    ("changes", "disks", "expected"),
    [
        ({}, [disk(read_sectors=round(0.89 * SECTORS))], "warning"),
        ({}, [disk(read_sectors=round(0.91 * SECTORS))], "fine"),
        ({"direct": True}, [disk(read_sectors=1)], "fine"),
        ({"direct": None}, [disk(read_sectors=1)], "unknown: direct"),
        ({}, None, "unknown: counters"),
        # What lacks may be what came after fio's last look, 250 ms of it: of 3 s a twelfth.
        ({"runtime_ms": 3_000}, [disk(read_sectors=round(0.81 * SECTORS))], "warning"),
        ({"runtime_ms": 3_000}, [disk(read_sectors=round(0.83 * SECTORS))], "unknown: counters"),
        ({"runtime_ms": 3_000}, [disk(read_sectors=round(0.91 * SECTORS))], "fine"),
        # It can miss most of a shorter run.
        ({"runtime_ms": 999}, [disk(read_sectors=1)], "unknown: counters"),
        ({"direction": "write"}, [disk(read_sectors=1)], "silent"),
    ],
)
def test_buffered_reads(changes: dict[str, Any], disks: list[DiskUtil] | None, expected: str) -> None:
    assert said("page-cache-read", result(**{"direct": False} | changes), disks=disks) == expected
