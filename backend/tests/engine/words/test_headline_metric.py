"""Which metric speaks for a workload, kind by kind."""

from typing import Any

from fioboard.engine.words.headline_metric import SYNCED, headline_metric, rank_metrics
from fioboard.engine.words.metrics import USUAL, metric
from tests.loops import check_each

BANDWIDTH, IOPS, P99, SYNC_P99 = "bw_bytes_per_s", "iops", "clat_p99_ns", "sync_lat_p99_ns"


def kind(
    rw: str | None, bs: object, iodepth: int | None = 32, numjobs: int | None = 1, **more: str
) -> dict[str, Any]:
    return {
        "rw": rw,
        "bs": bs,
        "iodepth": iodepth,
        "numjobs": numjobs,
        "ioengine": "libaio",
        "direct": True,
    } | more


@check_each(
    "options, direction, speaks",
    [
        (kind("randread", 4096), "read", IOPS),
        (kind("randread", 65_535), "read", IOPS),
        (kind("randread", 65_536), "read", BANDWIDTH),
        (kind("randwrite", 2**20), "write", BANDWIDTH),
        (kind("read", 4096), "read", BANDWIDTH),
        (kind("write", 2**21), "write", BANDWIDTH),
        (kind("rw", 4096), "write", BANDWIDTH),
        (kind("randrw", 8192), "read", IOPS),
        (kind("randtrim", 4096), "trim", IOPS),
        (kind("randread", 4096, iodepth=1), "read", P99),
        (kind("write", 2**20, iodepth=1), "write", P99),
        (kind("randread", 4096, iodepth=1, numjobs=2), "read", IOPS),
        (kind("randread", 4096, iodepth=None), "read", IOPS),
        (kind("randread", 4096, iodepth=1, numjobs=None), "read", IOPS),
        (kind("randwrite", 4096, fsync="1"), "write", P99),
        (kind("write", 2**20, sync="dsync"), "write", P99),
        (kind("randrw", 4096, fdatasync="1"), "read", IOPS),
        (kind("write", 2300, iodepth=1, fdatasync="1") | {"direct": False}, "write", SYNC_P99),
        (kind("randwrite", 4096, end_fsync="1"), "write", IOPS),
        (kind("randread", 4096, readfua="1"), "read", IOPS),
        (kind("randread", "4k-64k"), "read", IOPS),
        (kind(None, None, None, None), "read", IOPS),
        ({}, "read", IOPS),
    ],
)
def test_the_kind_of_workload_chooses(options: dict[str, Any], direction: str, speaks: str) -> None:
    assert rank_metrics(options, direction)[0] == speaks
    assert headline_metric([(options, direction, USUAL)]) == speaks


def test_what_was_not_measured_does_not_speak() -> None:
    alone = kind("read", 2**20, iodepth=1)
    assert headline_metric([(alone, "read", ["iops", "bw_bytes_per_s"])]) == BANDWIDTH
    assert headline_metric([(alone, "read", ["lat_p99_ns", "iops"])]) == "lat_p99_ns"
    assert headline_metric([(alone, "read", ["slat_p90_ns"])]) == "slat_p90_ns"
    assert headline_metric([(alone, "read", [])]) is None
    assert headline_metric([]) is None


def test_most_workloads_decide_and_of_equally_many_the_first() -> None:
    small, large = kind("randread", 4096), kind("read", 2**20)
    assert headline_metric([(large, "read", USUAL), (small, "read", USUAL), (small, "read", USUAL)]) == IOPS
    assert headline_metric([(large, "read", USUAL), (small, "read", USUAL)]) == BANDWIDTH


def test_a_reader_who_asks_is_heard_if_anything_has_it() -> None:
    rows = [(kind("randread", 4096), "read", USUAL), (kind("read", 2**20), "read", ["clat_p90_ns"])]
    assert headline_metric(rows, "clat_p90_ns") == "clat_p90_ns"
    assert headline_metric(rows, "slat_p90_ns") == IOPS


def test_everything_that_speaks_is_a_metric_and_syncing_options_are_of_the_factor() -> None:
    for options in (kind("randread", 4096), kind("read", 4096, iodepth=1)):
        assert all(metric(name) is not None for name in rank_metrics(options, "read"))
    assert {"fsync", "fdatasync", "sync", "sync_file_range", "writefua"} <= SYNCED
