"""What the drives were asked for, beside what fio asked for."""

from typing import Any

import pytest

from fioboard.engine.formats.fio.model.reading import DiskUtil
from tests.engine.rules.facts import disk, result, said

MIB = 2**20
LARGE: dict[str, Any] = {"rw": "read", "bs_bytes": MIB, "total_ios": 1_000, "io_bytes": 1_000 * MIB}
SECTORS = 1_000 * MIB // 512


@pytest.mark.parametrize(
    ("changes", "disks", "expected"),
    [
        ({}, [disk(read_ios=8_000, read_sectors=SECTORS)], "info"),
        ({}, [disk(read_ios=8_000, read_sectors=None)], "info"),
        ({}, [disk(read_ios=1_999, read_sectors=SECTORS)], "fine"),
        ({}, [disk(read_ios=8_000, read_sectors=2 * SECTORS)], "silent"),
        ({"direct": False}, [disk(read_ios=8_000, read_sectors=SECTORS)], "silent"),
        ({"runtime_ms": 4_999}, [disk(read_ios=8_000, read_sectors=SECTORS)], "unknown: counters"),
        ({"bs_bytes": 65_536}, [disk(read_ios=8_000, read_sectors=SECTORS)], "silent"),
        ({}, None, "unknown: counters"),
    ],
)
def test_reads_that_were_split(changes: dict[str, Any], disks: list[DiskUtil] | None, expected: str) -> None:
    assert said("split-io", result(**LARGE | changes), disks=disks) == expected


@pytest.mark.parametrize(
    ("changes", "disks", "expected"),
    [
        ({}, [disk(read_sectors=round(0.89 * SECTORS))], "warning"),
        ({}, [disk(read_sectors=round(0.91 * SECTORS))], "fine"),
        ({"direct": False}, [disk(read_sectors=1)], "silent"),
        ({}, [disk(read_sectors=0)], "unknown: counters"),
        ({}, [disk(read_sectors=None)], "unknown: counters"),
        ({}, None, "unknown: counters"),
    ],
)
def test_direct_reads_that_no_drive_saw(
    changes: dict[str, Any], disks: list[DiskUtil] | None, expected: str
) -> None:
    assert said("direct-ignored", result(**LARGE | changes), disks=disks) == expected
