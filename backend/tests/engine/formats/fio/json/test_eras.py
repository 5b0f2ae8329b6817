"""The same workload as 12 releases print it: one shape, one set of units."""

import json

import pytest

from fioboard.engine.formats.fio import read_output

ERAS = ["2.0.10", "2.1.9", "2.2.10", "2.16", "2.20", "2.99", "3.4", "3.7", "3.13", "3.19", "3.30", "3.42"]


@pytest.mark.parametrize("version", ERAS)
def test_every_era_gives_the_same_shape_in_base_units(version, read, captured):
    source = json.loads(captured(f"{version}_base.json"))["jobs"][0]
    (invocation,) = read(f"{version}_base.json").invocations
    assert [result.direction for result in invocation.results] == ["read", "write"]
    for result in invocation.results:
        printed = source[result.direction]
        in_kib = version in ("2.0.10", "2.1.9", "2.2.10", "2.16", "2.20")
        assert result.io_bytes == printed["io_bytes"] * (1024 if in_kib else 1)
        assert result.runtime_ms == printed["runtime"]
        assert result.iops == pytest.approx(printed["iops"], abs=1)
        assert result.bw_bytes_per_s == 1000 * result.io_bytes // result.runtime_ms
        assert result.iops == pytest.approx(result.bw_bytes_per_s / 4096, rel=1e-4)
        assert result.clat.mean_ns > 10_000
        in_us = "clat" in printed
        assert result.clat.resolution_ns == (1_000 if in_us else 1)
        clat = printed["clat" if in_us else "clat_ns"]
        assert result.clat.max_ns == clat["max"] * (1_000 if in_us else 1)
        p99 = next(value for key, value in clat["percentile"].items() if float(key) == 99)
        assert result.clat.percentiles["99"] == p99 * (1_000 if in_us else 1)
        assert "0" not in result.clat.percentiles
    assert not [p for r in invocation.results for p in r.problems if p.error == "Contradiction"]


def test_io_bytes_of_2_21_is_already_bytes():
    direction = {
        "io_bytes": 4096000,
        "io_kbytes": 4000,
        "bw": 4000,
        "iops": 1000.0,
        "runtime": 1000,
        "total_ios": 1000,
    }
    direction["clat"] = {"min": 1, "max": 9, "mean": 5.0, "stddev": 1.0}
    body = {
        "fio version": "fio-2.21",
        "jobs": [{"jobname": "j", "groupid": 0, "error": 0, "read": direction}],
    }
    (result,) = read_output(json.dumps(body).encode()).invocations[0].results
    assert (result.io_bytes, result.clat.max_ns) == (4_096_000, 9_000)
    del direction["io_kbytes"]
    direction["io_bytes"] = 4000
    (older,) = read_output(json.dumps(body).encode()).invocations[0].results
    assert older.io_bytes == 4_096_000


def test_whole_iops_of_old_releases_are_marked_where_nothing_gives_them_exactly(results):
    oldest = results("2.1.4_five-jobs.json")[("random_write_test", "write")]
    assert (oldest.iops, oldest.iops_bounds, oldest.iops_is_rounded) == (1610, (1610, 1611), True)
    newer = next(iter(results("2.2.10_base.json").values()))
    assert not newer.iops_is_rounded


def test_options_are_unknown_not_default_where_fio_printed_none(results):
    result = results("2.1.4_five-jobs.json")[("random_write_test", "write")]
    assert (result.rw, result.bs_bytes, result.numjobs, result.ioengine, result.direct) == (None,) * 5


def test_block_size_and_depth_are_measured_where_no_option_says_them(results):
    result = results("2.2.10_base.json")[("g", "read")]
    assert (result.bs_bytes, result.settings_source["bs_bytes"]) == (4096, "measured")
    assert (result.iodepth, result.settings_source["iodepth"]) == (4, "latency_depth")


def test_lat_percentiles_of_3_1_are_total_latency_under_the_name_of_clat(read, captured):
    (result,) = read("3.1_lat_percentiles.json").invocations[0].results
    printed = json.loads(captured("3.1_lat_percentiles.json"))["jobs"][0][result.direction]["clat_ns"]
    assert result.lat.percentiles["99"] == printed["percentile"]["99.000000"]
    assert result.clat.percentiles == {}
    assert "total latency" in result.clat.percentiles_reason


def test_group_of_two_is_one_result_with_its_member_count(results):
    result = results("3.42_base.json")[("g", "read")]
    assert (result.member_count, result.numjobs, result.members) == (2, 2, ())
    assert (result.rw, result.bs_bytes, result.iodepth, result.ioengine, result.direct) == (
        ("randrw", 4096, 4, "libaio", True)
    )


def test_job_runtime_is_not_taken_for_the_duration(results, captured):
    printed = json.loads(captured("3.42_base.json"))["jobs"][0]
    assert printed["job_runtime"] == 2000
    assert results("3.42_base.json")[("g", "read")].runtime_ms == 1001


@pytest.mark.parametrize("kind", ["slat", "clat", "lat"])
def test_no_samples_is_none_not_zero(kind, read):
    (result,) = read("3.42_gtod_reduce.json").invocations[0].results
    assert getattr(result, kind) is None
    assert result.iops > 0


def test_custom_percentile_list_has_exactly_its_own_percentiles(read):
    (result,) = read("3.42_percentile_list.json").invocations[0].results
    assert list(result.clat.percentiles) == ["50", "99", "99.9", "99.999"]


def test_every_printed_percentile_is_reproduced_from_the_bins(read):
    checked = 0
    for name in ("2.2.13_jsonplus", "2.20_jsonplus", "3.1_jsonplus", "3.19_jsonplus", "3.42_jsonplus-all"):
        reading = read(f"{name}.json")
        assert reading.kind == "fio_json_plus"
        for result in reading.invocations[0].results:
            for latency in (result.slat, result.clat, result.lat):
                if latency is None or latency.histogram is None:
                    continue
                for key, value in latency.percentiles.items():
                    estimate = latency.histogram.percentile(float(key))
                    assert estimate.value_ns == value, (name, key)
                    checked += 1
                assert latency.histogram.n == (latency.n or result.total_ios)
    assert checked > 100
