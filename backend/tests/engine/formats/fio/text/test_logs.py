"""fio's log files by their columns."""

import numpy as np
import pytest

from fioboard.engine.formats.fio import NotUnderstood, read_output


def series(reading):
    return reading.invocations[0].series


@pytest.mark.parametrize("version", ["2.16", "3.7", "3.42"])
def test_averaged_bandwidth_is_kib_per_second(version, read, captured):
    reading = read(f"{version}_avg_bw.1.log")
    assert reading.kind == "fio_log"
    first = captured(f"{version}_avg_bw.1.log").decode().split("\n")[0].split(", ")
    one = next(s for s in series(reading) if s.direction == ("read", "write", "trim")[int(first[2])])
    assert (one.metric, one.unit, one.is_per_io, one.is_epoch) == ("bw", "bytes_per_s", False, False)
    assert one.value[0] == int(first[1]) * 1024
    assert 400 < one.window_ms < 600


@pytest.mark.parametrize(("version", "unit"), [("2.16", "unknown"), ("3.7", "unknown"), ("3.42", "unknown")])
def test_unit_of_a_latency_log_is_unknown_without_a_version(version, unit, read):
    reading = read(f"{version}_avg_clat.1.log")
    assert {one.unit for one in series(reading)} == {unit}
    assert "UnknownUnit" in [problem.error for problem in reading.problems]


@pytest.mark.parametrize(("version", "factor"), [("fio-2.16", 1000), ("fio-3.7", 1)])
def test_version_tells_the_unit_of_a_latency_log(version, factor, captured):
    data = captured(f"{version[4:]}_avg_clat.1.log")
    (one, *_) = series(read_output(data, name="x_clat.1.log", version=version))
    rows = [line.split(b", ") for line in data.split(b"\n") if line]
    code = {"read": b"0", "write": b"1"}[one.direction]
    assert one.unit == "ns"
    assert one.value[0] == next(int(row[1]) for row in rows if row[2].strip() == code) * factor


def test_log_of_single_ios_is_not_a_rate(read):
    reading = read("3.42_unit_bw.1.log")
    assert all(one.is_per_io for one in series(reading))
    assert "PerIoLog" in [problem.error for problem in reading.problems]
    assert series(reading)[0].bs_bytes[0] == 4096


def test_eight_columns_with_mean_and_maximum_and_epoch(read):
    reading = read("3.42_full-columns_clat.1.log")
    for one in series(reading):
        assert one.is_epoch
        assert one.unit == "ns"
        assert (one.max_value >= one.value).all()


@pytest.mark.parametrize(
    ("name", "unit", "buckets"), [("2.16_hist", 1000, 1216), ("3.7_hist", 1, 1856), ("3.42_hist", 1, 1856)]
)
def test_histogram_logs_tell_their_era_by_their_columns(name, unit, buckets, read):
    for one in series(read(f"{name}_clat_hist.1.log")):
        assert (one.metric, one.counts_unit_ns, one.counts_coarseness) == ("clat_hist", unit, 0)
        assert one.counts.shape == (len(one.time_ms), buckets)
        assert one.counts.sum() > 0


def test_a_stall_is_a_gap_not_a_zero():
    reading = read_output(
        b"1000, 5, 0, 0\n2000, 5, 0, 0\n7000, 5, 0, 0\n8000, 5, 0, 0\n", name="a_iops.1.log"
    )
    (one,) = series(reading)
    assert one.time_ms.tolist() == [1000, 2000, 7000, 8000]
    assert (one.value == 5).all()
    assert one.window_ms == 1000


def test_directions_interleaved_are_told_apart():
    reading = read_output(b"500, 5, 1, 0\n500, 7, 0, 0\n1000, 6, 1, 0\n", name="a_iops.1.log")
    assert {one.direction: one.value.tolist() for one in series(reading)} == {"read": [7], "write": [5, 6]}


def test_log_cut_in_its_last_line_is_said(captured):
    reading = read_output(captured("3.7_avg_bw.1.log").rstrip()[:-4], name="a_bw.1.log")
    assert "Truncated" in [problem.error for problem in reading.problems]


def test_name_without_a_metric_leaves_the_values_without_a_unit(captured):
    reading = read_output(captured("3.7_avg_bw.1.log"), name="log.txt")
    assert {one.metric for one in series(reading)} == {"unknown"}


def test_numbers_that_are_no_log_are_refused():
    with pytest.raises(NotUnderstood):
        read_output(b"1, 2, 3, 4\n5, 6, 7, 8\n")
    with pytest.raises(NotUnderstood):
        read_output(b"1, 2, 0, 0\n5, 6\n7, 8, 0, 0\n")


def test_values_are_float_columns(read):
    (one, *_) = series(read("3.42_avg_iops.1.log"))
    assert one.value.dtype == np.float64
    assert one.time_ms.dtype == np.int64


def test_lines_of_several_jobs_in_one_file_are_said():
    first, second = b"500, 5, 0, 0\n1000, 5, 0, 0\n1500, 6, 0, 0\n", b"501, 7, 0, 0\n1001, 7, 0, 0\n"
    assert read_output(first, name="a_bw.log").problems == ()
    assert [problem.error for problem in read_output(first + second, name="a_bw.log").problems] == [
        "SeveralJobs"
    ]
