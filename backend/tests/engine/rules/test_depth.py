"""Queue depth: engines that cannot queue, and queues that stayed empty."""

from typing import Any

import pytest

from fioboard.engine.formats.fio.model.reading import Latency
from tests.engine.rules.facts import disk, result, said


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"direct": False, "iodepth": 32}, "warning"),
        ({"direct": True, "iodepth": 32}, "fine"),
        ({"direct": None, "iodepth": 32}, "unknown: direct"),
        ({"direct": False, "iodepth": 1}, "silent"),
        ({"direct": False, "iodepth": 32, "ioengine": "io_uring"}, "silent"),
    ],
)
def test_libaio_waits_without_direct(changes: dict[str, Any], expected: str) -> None:
    assert said("async-buffered", result(**changes)) == expected


DEEP: dict[str, Any] = {"iodepth": 32, "iops": 10_000.0}


@pytest.mark.parametrize(
    ("changes", "in_flight", "expected"),
    [
        ({}, 15.9, "warning"),
        ({}, 16.1, "fine"),
        ({"numjobs": 2}, 16.1, "warning"),
        ({"iodepth": 2}, 0.5, "silent"),
        ({"ioengine": "psync"}, 1.0, "silent"),
        ({"direct": False}, 1.0, "silent"),
        ({"job_options": {"thinktime": "100"}}, 1.0, "silent"),
        ({"job_options": {"iodepth_batch": "16"}}, 1.0, "silent"),
        ({"sys_cpu_pct": 90.0}, 1.0, "silent"),
        ({"runtime_ms": 1_000}, 1.0, "silent"),
        ({"has_all_options": False}, 1.0, "unknown: options"),
        ({"lat": None}, 1.0, "unknown: latency"),
    ],
)
def test_a_queue_that_was_not_filled(changes: dict[str, Any], in_flight: float, expected: str) -> None:
    lat = {"lat": Latency(mean_ns=in_flight * 1e5)}
    assert said("depth-not-reached", result(**DEEP | lat | changes)) == expected


@pytest.mark.parametrize(("sectors", "expected"), [(480_000, "warning"), (1_000, "silent")])
def test_reads_that_reach_no_drive_fill_no_queue(sectors: int, expected: str) -> None:
    shallow = result(**DEEP | {"lat": Latency(mean_ns=1e5)})
    assert said("depth-not-reached", shallow, disks=[disk(read_ios=60_000, read_sectors=sectors)]) == expected


def test_both_directions_share_a_queue() -> None:
    half = DEEP | {"lat": Latency(mean_ns=8.1e5), "rw": "randrw"}
    assert said("depth-not-reached", result(**half), result(**half, direction="write")) == "fine"
