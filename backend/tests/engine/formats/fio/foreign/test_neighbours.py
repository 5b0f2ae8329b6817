"""What people had beside fio: nvmecontrol, YABS, and named measurements of any other tool."""

import json

import pytest

from fioboard.engine.formats.fio import NotUnderstood, read_output


def test_nvmecontrol_lines_are_one_run_per_thread_count():
    text = (
        "# nvmecontrol perftest -n 16 -o read -s 4096 -t 30 nvme0ns1\n"
        "Threads:  1 Size:   4096  READ Time:  30 IO/s:   22565 MB/s:   88\n"
        "Threads: 16 Size:   4096  READ Time:  30 IO/s:  128345 MB/s:  501\n"
    )
    reading = read_output(text.encode())
    assert reading.kind == "nvmecontrol"
    assert [i.tool_name for i in reading.invocations] == ["nvmecontrol", "nvmecontrol"]
    (result,) = reading.invocations[1].results
    assert (result.direction, result.iops, result.numjobs, result.bs_bytes) == ("read", 128345, 16, 4096)
    assert (result.bw_bytes_per_s, result.runtime_ms) == (128345 * 4096, 30_000)
    assert result.problems == ()


def test_nvmecontrol_line_that_contradicts_itself_is_said():
    reading = read_output(b"Threads: 16 Size:   4096  READ Time:  30 IO/s:  128345 MB/s:  900\n")
    assert [p.error for p in reading.invocations[0].results[0].problems] == ["Contradiction"]


def yabs(**changes):
    block = {"bs": "4k", "speed_r": 252310, "iops_r": 63077, "speed_w": 252976, "iops_w": 63244}
    block |= {"speed_rw": 505286, "iops_rw": 126321, "speed_units": "KBps", **changes}
    return json.dumps({"version": "v2024-06-09", "time": "20240701-120000", "fio": [block]}).encode()


def test_yabs_speeds_are_kib_per_second_of_the_terse_line():
    reading = read_output(yabs())
    (invocation,) = reading.invocations
    assert (reading.kind, invocation.tool_version) == ("yabs", "v2024-06-09")
    first, second = invocation.results
    assert (first.direction, second.direction) == ("read", "write")
    assert (first.iops, first.bw_bytes_per_s, first.bs_bytes) == (63077, 252310 * 1024, 4096)
    assert (first.rw, first.iodepth, first.numjobs, first.clat) == ("randrw", 64, 2, None)


def test_yabs_without_a_disk_result_is_refused():
    with pytest.raises(NotUnderstood):
        read_output(yabs(speed_r="", iops_r="", speed_w="", iops_w=""))


def test_named_measurements_of_another_tool_in_json():
    body = {
        "tool": {"name": "ssd2gpu", "version": "3.0"},
        "measurements": [
            {"name": "raid0-2", "direction": "read", "bw_gb_per_s": 6.51, "runtime_ms": 15360, "bs": "32m"},
            {
                "name": "raid0-3",
                "direction": "read",
                "iops": 1000,
                "lat_mean_us": 12.5,
                "lat_p99.9_ms": 3,
                "latt": 1,
            },
        ],
    }
    reading = read_output(json.dumps(body).encode())
    (invocation,) = reading.invocations
    assert (reading.kind, invocation.tool_name, invocation.tool_version) == ("measurement", "ssd2gpu", "3.0")
    first, second = invocation.results
    assert (first.bw_bytes_per_s, first.iops, first.bs_bytes) == (6_510_000_000, None, 32 << 20)
    assert (second.lat.mean_ns, second.lat.percentiles) == (12_500, {"99.9": 3_000_000})
    assert [problem.where for problem in invocation.problems] == ["/measurements/1/latt"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_named_measurements_in_a_table(delimiter):
    rows = [
        ["name", "direction", "bw_mib_per_s", "iops", "tool"],
        ["a", "write", "100.5", "", "dd"],
        ["b", "read", "", "7", "dd"],
    ]
    reading = read_output("\n".join(delimiter.join(row) for row in rows).encode())
    first, second = reading.invocations[0].results
    assert (first.bw_bytes_per_s, first.iops) == (round(100.5 * 2**20), None)
    assert (second.iops, second.bw_bytes_per_s) == (7, None)
    assert reading.invocations[0].tool_name == "dd"


@pytest.mark.parametrize("value", ["-1", '"much"', "true", "[1]"])
def test_amount_that_is_none_is_unknown_with_a_problem(value):
    body = f'{{"measurements": [{{"name": "a", "direction": "read", "iops": {value}, "bw_mb_per_s": 3}}]}}'
    (invocation,) = read_output(body.encode()).invocations
    assert invocation.results[0].iops is None
    assert [problem.error for problem in invocation.problems] == ["BadValue"]


def test_measurement_without_a_direction_is_refused_not_guessed():
    with pytest.raises(NotUnderstood):
        read_output(b'{"measurements": [{"name": "random read", "iops": 5}]}')


IOR_TWICE = """\
IOR-3.3.0: MPI Coordinated Test of Parallel I/O
tasks               : 4
xfersize            : 1 MiB

access    bw(MiB/s)  IOPS       Latency(s)  block(KiB) xfer(KiB)  open(s)    wr/rd(s)   close(s)   total(s)   iter
write     1000.00    1000.00    0.004       16384      1024.00    0.001      0.06       0.001      0.064      0
write     1100.00    1100.00    0.004       16384      1024.00    0.001      0.06       0.001      0.062      1
"""
RSYNC_TWO_FILES = """\
  1,048,576,000 100%  200.00MB/s    0:00:05 (xfr#1, to-chk=1/2)
  1,048,576,000 100%  200.00MB/s    0:00:05 (xfr#2, to-chk=0/2)
"""


def test_what_ran_one_after_the_other_is_no_sum():
    for text in (IOR_TWICE, RSYNC_TWO_FILES):
        (run,) = read_output(text.encode()).invocations
        assert [one.group for one in run.results] == [0, 1], run.tool_name


def test_an_rsync_that_sent_less_than_its_files_hold_measured_no_storage():
    summary = "sent 1,234 bytes  received 35 bytes  846.00 bytes/sec\ntotal size is {}  speedup is {}\n"
    assert read_output(summary.format("1,234", "0.97").encode()).kind == "file_copies"
    for text in (
        summary.format("10,737,418,240", "8,461,322.49"),
        summary.format("1,234", "0.97 (DRY RUN)"),
    ):
        with pytest.raises(NotUnderstood):
            read_output(text.encode())
