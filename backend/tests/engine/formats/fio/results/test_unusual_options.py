"""Outputs of options that few people use, each measured by fio itself: nothing in them may be called wrong or lost."""

import pytest

from fioboard.engine.formats.fio import read_output


def errors(result):
    return {problem.error for problem in result.problems}


@pytest.mark.parametrize("name", ["3.33_verify.json", "3.33_verify.txt"])
def test_a_verifying_job_is_one_section_that_writes_and_then_reads(name, results):
    found = results(name)
    assert set(found) == {("v", "read"), ("v", "write")}
    for result in found.values():
        assert not result.is_merged_sections
        assert (result.rw, result.numjobs) == ("randwrite" if name.endswith("json") else "write", 1)
        assert result.total_ios == result.io_bytes / result.bs_bytes
        # The phases come one after the other: together they would be more than one request in flight.
        assert errors(result) == {"SubSecond"}


def test_a_write_job_that_reads_without_verifying_is_still_two_sections(captured):
    body = captured("3.33_verify.json").replace(b'"verify" : "crc32c"', b'"verify" : "none"')
    assert body != captured("3.33_verify.json")
    results = read_output(body).invocations[0].results
    assert all(one.is_merged_sections for one in results)


def test_a_phase_of_a_verifying_job_with_too_much_in_flight_is_still_said(captured):
    body = captured("3.33_verify.txt").replace(b"avg=212.73", b"avg=912.73")
    assert body != captured("3.33_verify.txt")
    read, write = read_output(body).invocations[0].results
    assert "Contradiction" in errors(write)
    assert "Contradiction" not in errors(read)


def test_syncs_of_a_synchronous_engine_are_counted_by_their_latencies(results):
    result = results("3.33_fdatasync.json")["s", "write"]
    assert (result.sync_ios, result.sync_lat.n, result.sync_lat.histogram.n) == (169, 169, 169)
    assert result.total_ios == 170


def test_sync_file_range_has_a_latency_of_its_own(results):
    result = results("3.33_syncrange.txt")["s", "write"]
    assert (result.sync_lat.min_ns, result.sync_lat.max_ns) == (4_000, 56_459_000)
    assert result.sync_lat.percentiles["99"] == 49_000
    assert result.total_ios == 80_449


def test_mixed_reporting_in_text_keeps_the_block_size_that_both_directions_share(results):
    result = results("3.33_unified-mixed.txt")["u", "mixed"]
    assert (result.rw, result.bs_bytes, result.settings_source["bs_bytes"]) == ("randrw", 4096, "banner")


def test_an_engine_that_moves_no_data_is_said_to(results):
    assert "NoDataMoved" in errors(results("3.33_filestat.txt")["fs", "read"])
    assert "NoDataMoved" not in errors(results("3.33_syncrange.txt")["s", "write"])


def test_a_job_that_looks_for_a_latency_target_is_not_measured_by_its_depth(results):
    result = results("3.33_latency-target-io_uring.json")["l", "read"]
    assert (result.iodepth, result.ioengine, errors(result)) == (32, "io_uring", set())
