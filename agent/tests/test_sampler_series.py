"""series.py: counters as the kernel counts them, figures worked out by hand."""

import math

import pytest

from fioboard_agent.sampler.series import (
    build_block_series,
    build_busiest_cpu_series,
    build_cpu_series,
    build_temperature_series,
    compute_busy_pct,
)

SECOND = 1_000_000_000


def disk(reads=0, read_sectors=0, read_ms=0, writes=0, write_sectors=0, write_ms=0, weighted_ms=0):
    return [reads, 0, read_sectors, read_ms, writes, 0, write_sectors, write_ms, 0, 0, weighted_ms]


def figures(times, *rows):
    found = build_block_series("disk:d", times, [number for row in rows for number in row])
    return {(line["metric"], line["direction"]): line["values"] for line in found}


def test_one_second_of_reads_and_half_a_second_of_writes():
    found = figures(
        [0, SECOND, SECOND + SECOND // 2],
        disk(reads=10, read_sectors=80),
        disk(reads=1010, read_sectors=8080, read_ms=500, weighted_ms=2000),
        disk(
            reads=1010,
            read_sectors=8080,
            read_ms=500,
            writes=200,
            write_sectors=1600,
            write_ms=20,
            weighted_ms=2500,
        ),
    )
    assert found["iops", "read"] == [1000.0, 0.0]
    assert found["bw_bytes_per_s", "read"] == [8000 * 512, 0]
    assert found["await_ns", "read"] == [500_000, None]
    assert found["iops", "write"] == [0.0, 400.0]
    assert found["bw_bytes_per_s", "write"] == [0, 1600 * 512 * 2]
    assert found["await_ns", "write"] == [None, 100_000]
    assert found["queue_depth", None] == [2.0, 1.0]


def test_counter_of_milliseconds_that_wraps_goes_on():
    near = (1 << 32) - 100
    found = figures([0, SECOND], disk(read_ms=near, weighted_ms=near), disk(reads=100, read_ms=100, weighted_ms=900))
    assert found["await_ns", "read"] == [2_000_000]
    assert found["queue_depth", None] == [1.0]


def test_counter_that_starts_again_is_a_gap_not_a_burst():
    found = figures([0, SECOND], disk(reads=10**6, read_sectors=10**7, read_ms=10**6), disk(reads=5, read_sectors=40))
    assert ("iops", "read") not in found
    assert found["iops", "write"] == [0.0]


def test_reading_that_failed_is_a_gap():
    found = figures([0, SECOND, 2 * SECOND, 3 * SECOND], disk(), [-1] * 11, disk(reads=7), disk(reads=9))
    assert found["iops", "read"] == [None, None, 2.0]


def test_mean_wait_is_unknown_below_the_resolution_of_the_counter():
    found = figures([0, SECOND], disk(), disk(reads=10_000, read_ms=9))
    assert ("await_ns", "read") not in found


def test_device_that_never_answered_has_no_series():
    assert figures([0, SECOND], [-1] * 11, [-1] * 11) == {}


def test_processor_shares_add_up():
    before = [100, 0, 100, 1000, 50, 0, 0, 0]
    now = [150, 10, 120, 1100, 60, 4, 6, 0]
    found = {line["metric"]: line["values"] for line in build_cpu_series("node:0", before + now)}
    # 50 + 10 + 20 + 100 + 10 + 4 + 6 = 200 ticks, of which 110 idle or waiting
    assert found == {
        "cpu_busy_pct": [45.0],
        "cpu_sys_pct": [10.0],
        "cpu_iowait_pct": [5.0],
        "cpu_irq_pct": [5.0],
        "cpu_steal_pct": [0.0],
    }


def test_stolen_time_is_told_beside_busy_which_contains_it():
    found = {
        line["metric"]: line["values"] for line in build_cpu_series("node:0", [0] * 8 + [30, 0, 0, 60, 0, 0, 0, 10])
    }
    assert (found["cpu_steal_pct"], found["cpu_busy_pct"]) == ([10.0], [40.0])


@pytest.mark.parametrize(
    ("total", "idle", "share"),
    [(100, 10, 90.0), (5, -2, 100.0), (5, 7, 0.0)],
)
def test_busy_share_of_one_processor(total, idle, share):
    assert compute_busy_pct(total, idle) == pytest.approx(share)


def test_busiest_processor_is_a_gap_where_it_was_not_read_twice():
    (line,) = build_busiest_cpu_series("node:0", [math.nan, 100.0, math.nan, 33.333])
    assert (line["metric"], line["values"]) == ("cpu_busy_max_pct", [100.0, None, 33.3])


def test_iowait_that_steps_back_does_not_make_more_than_all():
    found = {
        line["metric"]: line["values"] for line in build_cpu_series("node:0", [0, 0, 0, 0, 9, 0, 0, 0] + [10] + [0] * 7)
    }
    assert found["cpu_busy_pct"] == [100.0]
    assert found["cpu_iowait_pct"] == [0.0]


@pytest.mark.parametrize("values", [[], [41.0]])
def test_sensor_without_a_second_reading_has_no_series(values):
    assert list(build_temperature_series({"subject": "disk:d"}, values)) == []


def test_sensor_that_was_not_due_is_a_gap():
    (line,) = build_temperature_series({"subject": "disk:d"}, [40.0, math.nan, 41.85])
    assert line["values"] == [None, 41.85]
