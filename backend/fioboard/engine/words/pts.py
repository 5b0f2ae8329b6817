"""SNIA SSS PTS 2.0.2 (docs/pts.md): its tests, the cells that decide about steady state, and known deviations."""

from collections.abc import Mapping
from typing import Final, Literal

PTS: Final = "pts"
"""What the agent calls such a batch."""
PtsTest = Literal["iops", "throughput", "latency", "wsat"]
PtsClass = Literal["client", "enterprise"]
PtsPurge = Literal["blkdiscard", "nvme-format", "ata-erase"]
PtsPurgeState = Literal["planned", "started", "done"]
PtsMetric = Literal["iops", "bw_bytes_per_s", "lat_mean_ns"]
METRICS: Final[Mapping[PtsTest, PtsMetric]] = {
    "iops": "iops",
    "throughput": "bw_bytes_per_s",
    "latency": "lat_mean_ns",
    "wsat": "iops",
}
MIN_TIME_SHARE: Final = 0.9
"""A cell that ended before this share of its time was cut short by the agent's cap: it is measured again."""
NAMES: Final[Mapping[PtsTest, str]] = {
    "iops": "IOPS",
    "throughput": "throughput",
    "latency": "latency",
    "wsat": "write saturation",
}
TRACKED: Final[Mapping[PtsTest, tuple[tuple[int, int | None], ...]]] = {
    "iops": ((0, 4096), (65, 65_536), (100, 1_048_576)),
    "throughput": ((0, None),),
    "latency": ((0, 4096),),
    "wsat": ((0, 4096),),
}
"""By test: reads in percent and block size in bytes of each cell; None: of any size."""
DEVIATIONS: Final[Mapping[str, str]] = {
    "quick": "the quick variant measures fewer cells for a shorter time after less preconditioning",
    "file": "the target is a file, not a drive",
    "virtual": "the target is not a whole drive",
    "partition": "the target is a partition",
    "size": "a part of the drive was taken",
    "runtime": "a cell ran for another time than 60 s",
    "not-purged": "the drive was not purged",
    "no-sectors": "the target does not support 0.5 KiB blocks",
    "write-cache": "the write cache was not set as the class asks",
    "buffered": "the target does not support direct I/O",
}
