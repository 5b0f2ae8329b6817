"""The fio of this machine, run and read: JSON, text and terse of one run must tell the same."""

import json
import shutil
import subprocess

import pytest

from fioboard.engine.formats.fio import read_output

FIO = shutil.which("fio")
pytestmark = pytest.mark.skipif(FIO is None, reason="fio is not installed")


def run_fio(tmp_path, *options):
    command = [FIO, "--name=real", "--ioengine=null", "--size=64m", "--rw=randrw", "--bs=4k", *options]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, timeout=60)
    return done.stdout


def test_one_run_in_three_formats_tells_the_same(tmp_path):
    body = run_fio(tmp_path, "--output-format=normal,terse,json+", "--iodepth=4")
    together = read_output(body)
    assert together.kind == "fio_json_plus"
    (invocation,) = together.invocations
    start, end = body.index(b"\n{") + 1, body.rindex(b"\n}") + 2
    document = json.loads(body[start:end])["jobs"][0]
    text = read_output(body[:start].split(b"3;fio", 1)[0] + body[end:]).invocations[0]
    (terse_line,) = [line for line in body.splitlines() if line.startswith(b"3;")]
    terse = read_output(terse_line).invocations[0]
    for result, from_text, from_terse in zip(invocation.results, text.results, terse.results, strict=True):
        printed = document[result.direction]
        assert (result.iops, result.bw_bytes_per_s) == (printed["iops"], printed["bw_bytes"])
        assert from_text.iops == pytest.approx(result.iops, rel=1e-6)
        assert from_text.io_bytes == result.io_bytes
        assert from_terse.iops_bounds[0] <= result.iops <= from_terse.iops_bounds[1]
        assert (
            int(from_terse.bw_bounds_bytes_per_s[0])  # fio cuts its own figure to whole bytes
            <= result.bw_bytes_per_s
            <= from_terse.bw_bounds_bytes_per_s[1]
        )
        assert from_text.bs_bytes == result.bs_bytes == 4096
        for key, value in result.clat.percentiles.items():
            assert result.clat.histogram.percentile(float(key)).value_ns == value
        assert result.clat.histogram.n == result.clat.n == printed["clat_ns"]["N"]
        wrong = [
            p for one in (result, from_text, from_terse) for p in one.problems if p.error == "Contradiction"
        ]
        assert wrong == []


def test_clones_added_by_us_are_the_sum_of_what_fio_printed(tmp_path):
    body = run_fio(tmp_path, "--output-format=json+", "--numjobs=3")
    jobs = json.loads(body[body.index(b"{") :])["jobs"]
    assert len(jobs) == 3
    for result in read_output(body).invocations[0].results:
        printed = [job[result.direction] for job in jobs]
        assert (result.member_count, len(result.members)) == (3, 3)
        assert result.total_ios == sum(one["total_ios"] for one in printed)
        assert result.io_bytes == sum(one["io_bytes"] for one in printed)
        assert result.clat.n == sum(one["clat_ns"]["N"] for one in printed) == result.clat.histogram.n
        assert result.clat.max_ns == max(one["clat_ns"]["max"] for one in printed)
        assert set(result.clat.percentiles) == set(result.members[0].clat.percentiles)


def test_group_reporting_is_one_entry_with_three_members(tmp_path):
    body = run_fio(tmp_path, "--output-format=json+", "--numjobs=3", "--group_reporting=1")
    for result in read_output(body).invocations[0].results:
        assert (result.member_count, result.members, result.is_merged_sections) == (3, (), False)


def test_merged_sections_of_a_real_group_are_recognised(tmp_path):
    job_file = tmp_path / "two.fio"
    job_file.write_text(
        "[global]\nioengine=null\nsize=64m\ngroup_reporting=1\n[seq-read]\nrw=read\nbs=128k\n[rand-write]\nrw=randwrite\nbs=4k\n"
    )
    done = subprocess.run(
        [FIO, "--output-format=json+", str(job_file)],
        cwd=tmp_path,
        capture_output=True,
        check=True,
        timeout=60,
    )
    results = read_output(done.stdout).invocations[0].results
    assert [result.direction for result in results] == ["read", "write"]
    assert all(result.is_merged_sections and result.bs_bytes is None for result in results)


@pytest.mark.nightly
def test_clones_that_end_at_different_times_have_one_rate_in_every_format(tmp_path):
    options = (
        "--numjobs=3",
        "--unified_rw_reporting=1",
        "--rate_iops=4000,4000",
        "--size=8m",
        "--startdelay=0-1",
    )
    body = run_fio(tmp_path, "--output-format=normal,terse,json+", *options)
    start, end = body.index(b"\n{") + 1, body.rindex(b"\n}") + 2
    terse = b"\n".join(line for line in body.splitlines() if line.startswith(b"3;"))
    text = b"\n".join(line for line in (body[:start] + body[end:]).splitlines() if not line.startswith(b"3;"))
    (exact,) = read_output(body[start:end]).invocations[0].results
    for poorer in (terse, text):
        (result,) = read_output(poorer).invocations[0].results
        assert (result.direction, result.member_count) == ("mixed", 3)
        for name in ("iops", "bw_bytes_per_s"):
            bounds = getattr(result, name.replace("bw", "bw_bounds") if "bw" in name else "iops_bounds")
            low, high = bounds or (getattr(result, name),) * 2
            assert low - 1 <= getattr(exact, name) <= high + 1


def test_sum_behind_its_parts_in_terse_is_no_direction_and_no_processor_time(tmp_path):
    body = run_fio(tmp_path, "--output-format=terse,json", "--unified_rw_reporting=both")
    exact = read_output(body).invocations[0].results
    (line,) = [line for line in body.splitlines() if line.startswith(b"3;")]
    results = read_output(line).invocations[0].results
    assert [result.direction for result in results] == ["read", "write"]
    for result, like in zip(results, exact, strict=True):
        assert result.usr_cpu_pct == pytest.approx(like.usr_cpu_pct, abs=1e-5)
        assert result.iops == int(like.iops)


def test_percentiles_of_terse_that_no_completion_had_are_of_the_whole_latency(tmp_path):
    options = ("--ioengine=libaio", "--filename=x", "--iodepth=32", "--size=4m", "--percentile_list=50:100")
    body = run_fio(tmp_path, "--output-format=terse,json+", "--rw=randread", "--lat_percentiles=1", *options)
    (exact,) = read_output(body).invocations[0].results
    (line,) = [line for line in body.splitlines() if line.startswith(b"3;")]
    (result,) = read_output(line).invocations[0].results
    shown = result.lat if result.lat.percentiles else result.clat
    of_lat = {key: value // 1000 * 1000 for key, value in exact.lat.percentiles.items()}
    assert shown.percentiles == of_lat
    if exact.lat.percentiles["100"] > exact.clat.max_ns * 1.04:
        assert result.clat.percentiles == {}
