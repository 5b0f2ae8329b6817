"""Which configurations enter a reference set, and which cell they are in."""

from typing import Any

import orjson
import pytest

from fioboard.core.database import Database
from fioboard.store.queries.reference_export import COMPARABLE, PLACE

pytestmark = pytest.mark.anyio

DRIVE: dict[str, Any] = {
    "drive.model": "EXAMPLE 1T", "drive.firmware": "5B2Q", "drive.count": 1, "drive.capacity": 1_000_204_886_016,
    "drive.transport": "pcie", "pcie.link": "Gen4 x4", "target.kind": "disk", "target.layers": "disk",
    "drive.lba_bytes": 512, "job.size": "100%",
}  # fmt: skip
ARRAY = DRIVE | {
    "drive.count": 4, "raid.level": "raid5", "raid.width": 4, "target.kind": "md", "target.layers": "md raid5",
    "raid.chunk": 524_288,
}  # fmt: skip
FILE = DRIVE | {"target.kind": "file", "target.layers": "xfs/disk", "fs.type": "xfs", "job.size": 2**30}


def without(factors: dict[str, Any], name: str) -> dict[str, Any]:
    """The factors without one."""
    return {key: value for key, value in factors.items() if key != name}


async def test_only_one_drive_or_one_array_of_equal_drives_enters(database: Database) -> None:
    async with database.driver() as driver:
        for factors, place in (
            (DRIVE, ("single", None)),
            (ARRAY, ("raid5 x4", None)),
            (FILE, ("single", "xfs")),
            (FILE | {"job.size": "100%"}, None),
            (without(DRIVE, "drive.firmware"), ("single", None)),
            # Where on the drive, how much of it and in which blocks: unknown is not the same.
            (DRIVE | {"target.kind": "partition", "target.layers": "partition"}, None),
            (DRIVE | {"target.kind": "lvm", "target.layers": "lvm linear/partition"}, None),
            (without(DRIVE, "job.size"), None),
            (without(DRIVE, "drive.lba_bytes"), None),
            (without(ARRAY, "raid.chunk"), None),
            (ARRAY | {"raid.chunk": [65_536, 524_288]}, None),
            (
                without(ARRAY, "raid.chunk") | {"raid.level": "raid1", "target.layers": "md raid1"},
                ("raid1 x4", None),
            ),
            (DRIVE | {"target.kind": "file"}, None),
            (DRIVE | {"target.kind": "unknown"}, None),
            (DRIVE | {"raid.level": "raid0", "raid.width": 2}, None),
            (DRIVE | {"drive.count": 4}, None),
            (ARRAY | {"drive.count": 8}, None),
            (ARRAY | {"raid.level": ["raid0", "raid1"]}, None),
            (ARRAY | {"raid.degraded": True}, None),
            (ARRAY | {"drive.firmware": ["5B2Q", "6C00"]}, None),
            (ARRAY | {"drive.model": ["EXAMPLE 1T", "OTHER 1T"]}, None),
            (ARRAY | {"pcie.link": ["Gen3 x4", "Gen4 x4"]}, None),
            (DRIVE | {"drive.transport": "tcp"}, None),
            (DRIVE | {"drive.transport": "iscsi"}, None),
            (DRIVE | {"drive.transport": "xen"}, None),
            (DRIVE | {"virtualized": "kvm"}, None),
        ):
            row = await driver.fetchrow(
                f"select p.layout, p.file_system from (select $1::jsonb as factors) c "
                f"cross join lateral (select {PLACE}) p where {COMPARABLE}",
                orjson.dumps(factors).decode(),
            )
            assert (None if row is None else tuple(row)) == place, factors
