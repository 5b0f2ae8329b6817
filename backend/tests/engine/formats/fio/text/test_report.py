"""Normal text of every era, whole files and pasted fragments."""

import json

import pytest

from fioboard.engine.formats.fio import NotUnderstood, read_output

ERAS = ["2.0.10", "2.1.9", "2.2.10", "2.16", "2.20", "2.99", "3.4", "3.7", "3.13", "3.19", "3.30", "3.42"]


def only_result(text):
    (invocation,) = read_output(text.encode()).invocations
    (result,) = invocation.results
    return result


@pytest.mark.parametrize("version", ERAS)
def test_text_of_every_era_gives_exact_rates_from_the_issued_totals(version, read):
    reading = read(f"{version}_base.txt")
    (invocation,) = reading.invocations
    assert reading.kind == "fio_text"
    assert invocation.tool_version == f"fio-{version}" if version != "3.4" else "fio-3.3"
    assert [result.direction for result in invocation.results] == ["read", "write"]
    assert [disk.name for disk in invocation.disk_util] == ["vda"]
    for result in invocation.results:
        assert result.iops == pytest.approx(1000 * result.total_ios / result.runtime_ms)
        assert not result.iops_is_rounded
        assert result.bw_bytes_per_s == 1000 * result.total_ios * 4096 // result.runtime_ms
        assert (result.rw, result.bs_bytes, result.iodepth, result.ioengine) == ("randrw", 4096, 4, "libaio")
        assert (result.member_count, result.direct) == (2, None)
        assert list(result.clat.percentiles)[-1] == "99.99"
        assert result.clat.min_ns <= result.clat.mean_ns <= result.clat.max_ns
        assert result.sys_cpu_pct > 0
        assert not [p for p in result.problems if p.error == "Contradiction"]
    assert reading.messages == ()


@pytest.mark.parametrize(
    ("line", "iops", "bw", "runtime"),
    [
        ("  read : io=8900.2MB, bw=303780KB/s, iops=75945, runt= 30001msec", 75945, 303780 * 1024, 30001),
        ("  read : io=109800KB, bw=109690KB/s, iops=27422 , runt=  1001msec", 27422, 109690 * 1024, 1001),
        ("   read: IOPS=20.8k, BW=81.3MiB/s (85.3MB/s)(81.4MiB/1001msec)", 20800, 85.3e6, 1001),
        ("  read: IOPS=35.5k, BW=139MiB/s (146MB/s)(8192MiB/58936msec)", 35500, 145.5e6, 58936),
        ("  read: IOPS=13.5k, BW=61.5Mi (64.5M)(8192KiB/130msec)", 13500, 64.5e6, 130),
        ("  read: IOPS=40668, BW=166577486B/s (166577486B/s)(166744064B/1001msec)", 40668, 166577486, 1001),
        ("  read : io=1024.0MB, bw=11749Mbit/s, iops=358000, runt= 731msec", 358000, 11749 * 2**20 / 8, 731),
        ("  read: IOPS=32.9k, BW=1080Mibit/s (1132Mbit/s)(135MiB/1001msec)", 32900, 1132e6 / 8, 1001),
        (
            "  read: IOPS=1742k, BW=6805MiB/s (7136MB/s)(66.5GiB/10001msec); Cachehit=12.00%",
            1742000,
            7136e6,
            10001,
        ),
    ],
)
def test_direction_lines_of_every_style(line, iops, bw, runtime):
    result = only_result(line)
    assert (result.direction, result.runtime_ms) == ("read", runtime)
    assert result.iops == iops
    assert result.bw_bytes_per_s == pytest.approx(bw, rel=0.004)
    low, high = result.bw_bounds_bytes_per_s or (result.bw_bytes_per_s, result.bw_bytes_per_s)
    assert low <= result.bw_bytes_per_s <= high
    assert (result.bs_bytes, result.rw, result.iodepth, result.numjobs, result.ioengine) == (None,) * 5


def test_printed_rates_are_marked_rounded_with_bounds_that_hold_the_truth():
    result = only_result("  write: IOPS=6004, BW=46.9MiB/s (49.2MB/s)(13.7GiB/300018msec); 0 zone resets")
    assert (result.direction, result.iops_is_rounded, result.bw_is_rounded) == ("write", True, True)
    assert result.iops_bounds[0] <= 6004.2 <= result.iops_bounds[1]
    assert result.bw_bounds_bytes_per_s[0] <= 6004.2 * 8192 <= result.bw_bounds_bytes_per_s[1]


def test_lost_carry_between_2_20_and_3_25_is_inside_the_bounds():
    result = only_result("fio-3.1\n  read: IOPS=24.0k, BW=93.0MiB/s (98.6MB/s)(94.0MiB/1001msec)")
    low, high = result.bw_bounds_bytes_per_s
    assert low <= 94.0 * 2**20 <= high
    assert high - low < 0.2e6


def test_msec_percentiles_keep_their_own_unit_and_resolution():
    result = only_result(
        "  write: IOPS=6004, BW=46.9MiB/s (49.2MB/s)(13.7GiB/300018msec)\n"
        "    clat (usec): min=311, max=1742.8k, avg=16321.41, stdev=34561.12\n"
        "     lat (usec): min=312, max=1742.8k, avg=16321.88, stdev=34561.13\n"
        "    clat percentiles (msec):\n"
        "     |  1.00th=[    3],  5.00th=[    4], 50.00th=[    9], 99.00th=[  174],\n"
        "     | 99.90th=[  422]\n"
    )
    assert result.clat.percentiles == {
        "1": 3_000_000,
        "5": 4_000_000,
        "50": 9_000_000,
        "99": 174_000_000,
        "99.9": 422_000_000,
    }
    assert result.clat.percentile_resolution_ns == 1_000_000
    assert (result.clat.min_ns, result.clat.max_ns, result.clat.mean_ns) == (
        311_000,
        1_742_800_000,
        16_321_410,
    )
    assert result.clat.resolution_ns == 100_000
    assert result.lat.percentiles == {}
    assert result.lat.percentiles_reason


def test_group_line_alone_is_one_bandwidth_and_nothing_else():
    result = only_result(
        "   READ: bw=81.3MiB/s (85.3MB/s), 81.3MiB/s-81.3MiB/s (85.3MB/s-85.3MB/s), io=81.4MiB (85.4MB), run=1001-1001msec"
    )
    assert (result.direction, result.runtime_ms, result.iops, result.total_ios) == ("read", 1001, None, None)
    assert result.bw_bytes_per_s == pytest.approx(85.27e6, rel=0.002)


def test_group_line_beside_its_entry_is_not_counted_twice(read):
    (invocation,) = read("3.42_base.txt").invocations
    assert len(invocation.results) == 2


def test_fragments_one_after_the_other_are_runs_of_their_own():
    text = "first:\n  read: IOPS=10.0k, BW=39.1MiB/s (41.0MB/s)(39.1MiB/1000msec)\nthen:\n"
    text += "  read: IOPS=20.0k, BW=78.1MiB/s (81.9MB/s)(78.1MiB/1000msec)\n"
    reading = read_output(text.encode())
    assert [invocation.results[0].iops for invocation in reading.invocations] == [10_000, 20_000]
    assert [message.text for message in reading.messages] == ["first:", "then:"]


def test_quotes_colours_prefixes_and_windows_line_ends_do_not_matter(captured):
    plain = read_output(captured("3.30_base.txt"))
    lines = captured("3.30_base.txt").decode().splitlines()
    for changed in (
        "\r\n".join(lines),
        "\n".join("> " + line for line in lines),
        "\n".join("\t" + line for line in lines),
        "\n".join("\x1b[32m" + line + "\x1b[0m" for line in lines),
        "\n".join("> > " + line for line in lines),
    ):
        reading = read_output(changed.encode())
        assert reading.invocations[0].results == plain.invocations[0].results


def test_result_behind_a_progress_line_without_newline(captured):
    text = captured("3.30_base.txt").decode()
    progress = "Jobs: 2 (f=2): [m(2)][75.0%][r=86.3MiB/s,w=86.0MiB/s][r=22.1k,w=22.0k IOPS][eta 00m:01s]"
    reading = read_output(text.replace("\ng: (groupid", f"\n{progress}\rg: (groupid").encode())
    assert len(reading.invocations[0].results) == 2
    assert reading.messages == ()


def test_several_runs_in_a_paste_with_their_command_lines(read):
    reading = read("3.1_markdown-of-many-runs.md")
    assert len(reading.invocations) == 10
    for invocation in reading.invocations:
        (result,) = invocation.results
        assert f"--rw={result.rw}" in invocation.command_line
        assert result.job_options["size" if result.rw == "write" else "runtime"] in ("4G", "300")
        assert (result.bs_bytes, result.direct, result.settings_source["direct"]) == (
            4096,
            True,
            "command_line",
        )
        assert invocation.source_lines[0] < invocation.source_lines[1]
    assert reading.messages[0].line == 1


def test_command_line_of_another_run_is_not_believed():
    text = (
        "$ fio --name=g --rw=read --bs=1m --ioengine=sync\n"
        "g: (g=0): rw=randwrite, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=libaio, iodepth=4\n"
        "fio-3.30\ng: (groupid=0, jobs=1): err= 0: pid=1: Fri Mar  4 10:00:00 2022\n"
        "  write: IOPS=1000, BW=4000KiB/s (4096kB/s)(3906KiB/1000msec); 0 zone resets\n"
        "     issued rwts: total=0,1000,0,0 short=0,0,0,0 dropped=0,0,0,0\n"
    )
    (invocation,) = read_output(text.encode()).invocations
    (result,) = invocation.results
    assert (result.rw, result.bs_bytes, result.job_options) == ("randwrite", 4096, {})
    assert "ForeignCommandLine" in [p.error for p in (*invocation.problems, *result.problems)]


def test_command_line_with_another_number_of_jobs_is_not_believed():
    def text(numjobs, jobs):
        return (
            f"$ fio --name=g --rw=randread --bs=8k {numjobs}\n"
            f"g: (groupid=0, jobs={jobs}): err= 0: pid=1: Fri Mar  4 10:00:00 2022\n"
            "  read: IOPS=1000, BW=8000KiB/s (8192kB/s)(7812KiB/1000msec)\n"
        ).encode()

    for numjobs, jobs, bs_bytes in (
        ("", 4, None),
        ("--numjobs=2", 4, None),
        ("--numjobs=4", 4, 8192),
        ("--numjobs=4", 1, 8192),
    ):
        (result,) = read_output(text(numjobs, jobs)).invocations[0].results
        assert result.bs_bytes == bs_bytes, (numjobs, jobs)


def test_one_dash_options_and_values_behind_blanks_and_continued_lines():
    text = (
        "[root@box ~]# fio -filename=/dev/sdb -direct=1 -iodepth 16 -thread -rw=randread \\\n"
        "   -bs=16k -name=mytest | tee out.txt\n"
        "mytest: (groupid=0, jobs=1): err= 0: pid=77: Fri Mar  4 10:00:00 2022\n"
        "  read: IOPS=1000, BW=15.6MiB/s (16.4MB/s)(15.6MiB/1000msec)\n"
    )
    result = only_result(text)
    assert result.job_options == {
        "filename": "/dev/sdb",
        "direct": "1",
        "iodepth": "16",
        "thread": "",
        "rw": "randread",
        "bs": "16k",
    }
    assert (result.iodepth, result.bs_bytes, result.direct) == (16, 16384, True)


def test_direction_comes_from_the_data_not_from_a_heading():
    text = "## Random Read 8k\n  write: IOPS=6004, BW=46.9MiB/s (49.2MB/s)(13.7GiB/300018msec)\n"
    assert only_result(text).direction == "write"


def test_all_clients_block_of_client_mode_is_not_a_result(read):
    reading = read("3.42_client-2host.txt")
    names = [(r.job_name, r.direction) for i in reading.invocations for r in i.results]
    assert "All clients" not in [name for name, _ in names]
    totals = {}
    for invocation in reading.invocations:
        for result in invocation.results:
            totals[result.direction] = totals.get(result.direction, 0) + result.total_ios
    assert totals == {"read": 88328, "write": 28085}


def test_labels_without_decimals_are_taken_by_position():
    heading = "  read: IOPS=1000, BW=4000KiB/s (4096kB/s)(3906KiB/1000msec)\n    clat (usec): min=1, max=900, avg=70.0, stdev=1.00\n"
    labels = [1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 100, 100, 100, 100]
    values = ", ".join(f"{label}th=[{i + 10}]" for i, label in enumerate(labels))
    result = only_result(f"{heading}    clat percentiles (usec):\n     | {values}\n")
    assert result.clat.percentiles["99.5"] == 23_000
    assert result.clat.percentiles["99.99"] == 26_000
    assert "100" not in result.clat.percentiles


def test_text_of_the_other_odd_runs(read):
    bits = read("3.42_unit_base-bits.txt").invocations[0].results[0]
    assert bits.bw_bytes_per_s == 1000 * bits.io_bytes // bits.runtime_ms
    exact = read("3.42_sigfigs-10.txt").invocations[0].results[0]
    assert not exact.bw_is_rounded
    fsync = read("3.42_fsync.txt").invocations[0].results[0]
    assert (fsync.sync_ios, "99" in fsync.sync_lat.percentiles) == (255, True)
    ramp = read("3.42_ramp-interrupted.txt").invocations[0]
    assert (ramp.outcome, ramp.results[0].clat) == ("interrupted", None)
    with pytest.raises(NotUnderstood):
        read("3.42_cpuio.txt")
    unified = read("3.42_unified-both.txt").invocations[0].results
    assert [result.direction for result in unified if result.direction != "mixed"] == ["read", "write"]


def test_failed_job_of_the_text_keeps_its_error():
    text = (
        "v: (groupid=0, jobs=1): err= 5 (file:io_u.c:1803, func=io_u error, error=Input/output error): pid=9: "
        "Fri Mar  4 10:00:00 2022\n  read: IOPS=10, BW=40.0KiB/s (41.0kB/s)(80.0KiB/2000msec)\n"
    )
    (invocation,) = read_output(text.encode()).invocations
    assert (invocation.outcome, invocation.results[0].error) == ("failed", 5)


def test_name_with_a_colon_and_a_parenthesis():
    text = "a: (b): (groupid=3, jobs=2): err= 0: pid=9: x\n  read: IOPS=10, BW=40.0KiB/s (41.0kB/s)(80.0KiB/2000msec)\n"
    result = only_result(text)
    assert (result.job_name, result.group, result.member_count) == ("a: (b)", 3, 2)


def test_clones_of_one_run_are_added_and_later_runs_of_one_name_are_not():
    def entry(pid, date):
        return (
            f"j: (groupid=0, jobs=1): err= 0: pid={pid}: {date}\n"
            "  read: IOPS=1000, BW=4000KiB/s (4096kB/s)(3906KiB/1000msec)\n"
            "     issued rwts: total=1000,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n"
        )

    clones = read_output(
        (entry(1, "Fri Mar  4 10:00:00 2022") + entry(2, "Fri Mar  4 10:00:00 2022")).encode()
    )
    (result,) = clones.invocations[0].results
    assert (result.member_count, result.iops, len(result.members)) == (2, 2000, 2)
    runs = read_output((entry(1, "Fri Mar  4 10:00:00 2022") + entry(2, "Fri Mar  4 12:30:00 2022")).encode())
    assert len(runs.invocations) == 2


def test_snapshots_of_the_text_are_one_run(captured):
    text = captured("3.30_base.txt").decode()
    head = text.index("\ng: (groupid")
    later = text[head:].replace("1008msec", "2001msec").replace("total=", "total=9")
    (invocation,) = read_output((text + later).encode()).invocations
    assert len(invocation.snapshots) == 2
    assert invocation.results[0].runtime_ms == 2001


def test_json_is_taken_and_text_and_terse_of_the_same_run_are_not(read):
    for name in ("3.42_mixed-formats.txt", "3.42_trim.txt"):
        reading = read(name)
        assert reading.kind == "fio_json"
        assert len(reading.invocations) == 1


def test_terse_and_text_of_the_same_jobs_are_one_run(read):
    reading = read("3.28_terse-and-text-in-shell-log.txt")
    (invocation,) = reading.invocations
    assert (reading.kind, len(invocation.results)) == ("fio_text", 8)


def test_array_and_its_members_in_the_text(captured):
    text = (
        captured("3.30_base.txt")
        .decode()
        .replace(
            "  vda: ios=",
            "    md1: ios=10/0, merge=0/0, ticks=0/0, in_queue=0, util=0.00%, aggrios=5/0, aggrmerge=0/0, aggrticks=7/0, "
            "aggrin_queue=7, aggrutil=99.00%\n  vda: ios=",
        )
    )
    disks = read_output(text.encode()).invocations[0].disk_util
    assert [(disk.name, disk.is_aggregate, disk.member_of) for disk in disks] == [
        ("md1", True, None),
        ("vda", False, "md1"),
    ]


@pytest.mark.parametrize("name", ["unknown_only-verify-errors.txt"])
def test_text_without_a_result_is_refused(name, captured):
    with pytest.raises(NotUnderstood) as refusal:
        read_output(captured(name))
    assert "verify failed" in refusal.value.detail


def test_banner_alone_is_no_result():
    banner = "g: (g=0): rw=randread, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=libaio, iodepth=4\n"
    with pytest.raises(NotUnderstood):
        read_output(banner.encode())


def test_shortened_block_size_is_believed_only_when_round(captured):
    text = captured("3.30_base.txt").decode()
    odd = read_output(text.replace("4096B-4096B", "977KiB-977KiB").encode()).invocations[0].results[0]
    assert (odd.bs_bytes, odd.bs is not None) == (None, True)
    ranged = read_output(text.replace("4096B-4096B", "4096B-16.0KiB").encode()).invocations[0].results[0]
    assert ranged.bs_bytes is None


def test_text_and_json_of_one_release_agree(read):
    for version in ERAS:
        text, document = read(f"{version}_base.txt"), read(f"{version}_base.json")
        for one, other in zip(text.invocations[0].results, document.invocations[0].results, strict=True):
            assert (one.direction, one.rw in (other.rw, "randrw")) == (other.direction, True)
            assert one.bs_bytes == other.bs_bytes or other.bs_bytes is None


def test_json_document_keeps_the_command_line_before_it(captured):
    body = b"$ fio --output-format=json --name=g --rw=randrw\n" + captured("3.42_base.json")
    assert read_output(body).invocations[0].command_line == "fio --output-format=json --name=g --rw=randrw"
    assert json.loads(captured("3.42_base.json"))["jobs"]


@pytest.mark.parametrize(
    ("iops", "bandwidth", "wrong"),
    [("8993", "39492", True), ("9873", "39492", False), ("9873", "19492", True)],
)
def test_text_that_contradicts_itself_is_said_not_repaired(iops, bandwidth, wrong):
    result = only_result(
        "test: (g=0): rw=randread, bs=4K-4K/4K-4K/4K-4K, ioengine=libaio, iodepth=64\n"
        "fio-2.0.9\ntest: (groupid=0, jobs=1): err= 0: pid=31214: Fri May  9 16:01:53 2014\n"
        f"  read : io=3071.1MB, bw={bandwidth}KB/s, iops={iops} , runt= 79653msec\n"
        + ("     issued    : total=r=786416/w=0/d=0, short=r=0/w=0/d=0\n" if bandwidth == "39492" else "")
    )
    assert ("Contradiction" in [problem.error for problem in result.problems]) == wrong
    if iops == "8993":
        assert result.iops == 8993


def test_runs_that_share_name_and_process_id_but_not_direction_stay_apart():
    """Pasted results whose process ids were evened out (or came again) are not snapshots of one run."""

    def run(direction: str, runtime: int, moved: str) -> str:
        return (
            f"job: (groupid=0, jobs=1): err= 0: pid=77: Mon Nov 16 10:00:00 2026\n"
            f"  {direction}: IOPS=1000, BW=4000KiB/s (4096kB/s)({moved}/{runtime}msec)\n"
        )

    text = run("write", 1000, "4000KiB") + run("read", 2000, "8000KiB") + run("write", 3000, "12.0MiB")
    reading = read_output(text.encode())
    assert [[r.direction for r in i.results] for i in reading.invocations] == [["write"], ["read"], ["write"]]


def test_priorities_of_the_text_stand_beside_the_direction_they_are_part_of(read):
    (result,) = read("3.33_cmdprio.txt").invocations[0].results
    assert result.clat.percentiles["99"] == 3_359_000
    assert [
        (one.priority, one.latency_kind, one.latency.mean_ns, one.latency.percentiles["99"])
        for one in result.priorities
    ] == [
        ("0/0", "clat", 225_340.0, 1_893_000),
        ("1/0", "clat", 302_176.5, 3_458_000),
    ]


@pytest.mark.parametrize(
    "layout",
    [
        "reads: Laying out IO files (2 files / total 4MiB)",
        "reads: Laying out IO file (1 file / 16MiB)",
        "reads: Laying out IO file(s) (1 file(s) / 16MB)",
    ],
)
def test_that_fio_writes_its_files_first_is_no_message(layout: str) -> None:
    text = f"""reads: (g=0): rw=randread, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=psync, iodepth=1
fio-3.33
Starting 1 process
{layout}

reads: (groupid=0, jobs=1): err= 0: pid=597: Thu Nov 26 05:30:40 2026
  read: IOPS=9000, BW=35.2MiB/s (36.9MB/s)(35.2MiB/1001msec)
"""
    reading = read_output(text.encode())
    assert reading.messages == ()
    assert (1, 4) in reading.invocations[0].lines_used
