"""Small pasted inputs of which a reader once said something wrong, with the right values, read by hand."""

from pathlib import Path

import pytest

from fioboard.engine.formats.fio import read_output

PASTED = Path(__file__).parents[3] / "data" / "pasted"
BANNER = "{name}: (g=0): rw={rw}, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=libaio, iodepth=32\n"
HEAD = "{name}: (groupid=0, jobs={jobs}): err= 0: pid={pid}: Mon Jul 25 06:30:11 2022\n"
READ = "  read: IOPS=35.5k, BW=139MiB/s (146MB/s)(8192MiB/58936msec)\n"


def runs_of(text):
    return read_output(text.encode()).invocations


def pasted(name):
    (path,) = PASTED.glob(f"{name}_*")
    return read_output(path.read_bytes()).invocations


def results(runs):
    return [result for run in runs for result in run.results]


def remarks(run):
    return {problem.error for problem in (*run.problems, *(p for r in run.results for p in r.problems))}


def details(run, error):
    every = (*run.problems, *(p for r in run.results for p in r.problems))
    return [problem.detail for problem in every if problem.error == error]


@pytest.mark.parametrize("name", ["01", "02"])
def test_a_command_that_a_mail_broke_keeps_the_options_of_all_its_lines(name):
    (run,) = pasted(name)
    (read,) = run.results
    assert (read.iodepth, read.direct, read.ioengine, read.bs_bytes) == (32, True, "libaio", 131_072)
    assert (run.targets, remarks(run)) == (("/dev/md0",), set())
    assert (read.iops, read.bw_bytes_per_s) == (40_000, pytest.approx(5_243e6, rel=1e-3))
    assert (read.clat.mean_ns, read.lat.mean_ns) == (795_000, 800_000)


@pytest.mark.parametrize(
    "command",
    [
        "$ fio --name=j --rw=read --bs=4k --dir\nect=1 --iodepth=32\n",
        "$ fio --name=j --rw=read --bs=4k --iodepth\n32 --direct=1\n",
        "$ fio --name=j --rw=read --bs=4k --iodepth=3\n2\n",
        "$ fio --name=j --rw=read --bs=4k …\n",
        "$ fio --name=j --rw=read --bs=4k\n" + "--loops=1\n" * 40 + "--iodepth=32 --direct=1\n",
        "$ fio --name=j --rw=read --bs=4k \\\n",
        "$ fio --name=j --rw=read --bs=4k --description='two\nwords' --iodepth=32\n",
        "$ fio --name=j --rw=read --bs=4k --output\n-format=json --iodepth=32\n",
    ],
)
def test_nothing_is_at_its_default_behind_a_command_that_may_go_on(command):
    (run,) = runs_of(command + HEAD.format(name="j", jobs=1, pid=1) + READ)
    (read,) = run.results
    assert "default" not in read.settings_source.values()
    assert read.iodepth in (None, 32)
    assert read.direct in (None, True)
    assert "Contradiction" not in remarks(run)
    assert not run.argv


@pytest.mark.parametrize("between", ["", "\n", "This is what I get:\n", "fio: note of some kind\n"])
def test_a_whole_command_still_tells_its_defaults(between):
    (run,) = runs_of(f"$ fio --name=j --rw=read\n{between}" + HEAD.format(name="j", jobs=1, pid=1) + READ)
    (read,) = run.results
    assert (read.iodepth, read.direct, read.bs_bytes) == (1, False, 4_096)


def test_a_command_goes_on_behind_the_caret_of_windows():
    (run,) = runs_of(
        "C:\\fio> fio.exe --name=j ^\n  --direct=1 ^\n  --rw=read\n"
        + HEAD.format(name="j", jobs=1, pid=1)
        + READ
    )
    assert (run.results[0].direct, run.results[0].rw) == (True, "read")


def test_a_missing_half_of_a_mixed_job_is_said():
    (run,) = pasted("03")
    (read,) = run.results
    assert (read.iops, read.bw_bytes_per_s, read.clat.mean_ns) == (450, 1_843_000, 128e6)
    assert details(run, "LostResult") == ["The write half of randrw is missing: the text ends before it."]
    assert run.outcome == "partial"


@pytest.mark.parametrize(
    "rest",
    [
        "     issued rwts: total=2092500,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n",
        "\nRun status group 0 (all jobs):\n   READ: bw=139MiB/s (146MB/s), 139MiB/s-139MiB/s (146MB/s-146MB/s), "
        "io=8192MiB (8590MB), run=58936-58936msec\n",
    ],
)
def test_a_mixed_job_that_only_read_lacks_nothing(rest):
    (run,) = runs_of(
        BANNER.format(name="j", rw="randrw") + HEAD.format(name="j", jobs=1, pid=1) + READ + rest
    )
    assert (run.outcome, remarks(run) & {"LostResult", "LostJobs"}) == ("complete", set())


def test_a_group_that_moved_more_than_its_jobs_lacks_some():
    (run,) = pasted("04")
    (write,) = run.results
    assert (write.iops, write.bw_bytes_per_s, write.numjobs) == (200, 210_000_000, None)
    assert details(run, "LostJobs") == [
        "The group moved 839 MB/s, its jobs in this text 210 MB/s: 1 of about 4 jobs is here."
    ]
    assert run.outcome == "partial"


def test_a_group_line_of_another_run_is_a_result_of_its_own():
    found = pasted("33")
    assert [run.results[0].bw_bytes_per_s / 1e9 for run in found] == pytest.approx(
        [41.93, 15.0, 10.7], rel=1e-3
    )
    used = [set(range(first, last + 1)) for run in found for first, last in run.lines_used]
    assert sum(map(len, used)) == len(set().union(*used))


def test_a_group_line_that_is_smaller_than_its_jobs_is_of_another_run():
    group = "\nRun status group 0 (all jobs):\n   READ: bw=50.0MiB/s (52.4MB/s), 50.0MiB/s-50.0MiB/s (52.4MB/s-52.4MB/s), "
    found = runs_of(
        HEAD.format(name="j", jobs=1, pid=1) + READ + group + "io=2947MiB (3090MB), run=58936-58936msec\n"
    )
    assert [one.bw_bytes_per_s for one in results(found)] == [pytest.approx(146e6, rel=5e-3), 52_400_000]


def test_iops_that_were_printed_as_0_are_computed():
    (run,) = pasted("07")
    (read,) = run.results
    assert (read.iops, read.bw_bytes_per_s, read.iodepth) == (0.5, 2_048, 1)
    assert details(run, "PrintedAsZero") == [
        "IOPS were printed as 0; the bytes moved and the block size of 4096 bytes give 0.5."
    ]


def test_iops_that_were_printed_as_0_are_unknown_without_a_block_size():
    line = "  read: IOPS=0, BW=2048B/s (2048B/s)(40.0KiB/20000msec)\n"
    (read,) = results(runs_of(HEAD.format(name="j", jobs=1, pid=1) + line))
    assert (read.iops, read.bw_bytes_per_s) == (None, 2_048)
    assert [problem.error for problem in read.problems if "IOPS" in problem.detail] == ["PrintedAsZero"]


@pytest.mark.parametrize(
    ("line", "bandwidth"),
    [
        ("  read : io=40960 B, bw=0 B/s, iops=0, runt= 20000msec\n", 2_048),
        ("  read : io=512 B, bw=0 B/s, iops=0, runt=2000000msec\n", None),
    ],
)
def test_a_bandwidth_that_was_printed_as_0_is_computed_or_unknown(line, bandwidth):
    (read,) = results(runs_of(HEAD.format(name="j", jobs=1, pid=1) + line))
    assert read.bw_bytes_per_s == bandwidth
    assert read.iops is None


def test_a_mean_latency_that_was_printed_as_0_is_unknown():
    slat = "    slat (usec): min=0, max=9, avg= 0.00, stdev= 0.01\n"
    (read,) = results(runs_of(HEAD.format(name="j", jobs=1, pid=1) + READ + slat))
    assert (read.slat.mean_ns, read.slat.max_ns) == (None, 9_000)


def test_clones_that_sum_up_to_0_iops_are_computed_each():
    line = "  read: IOPS=0, BW=2048B/s (2048B/s)(40.0KiB/20000msec)\n"
    body = BANNER.format(name="j", rw="randread") + "".join(
        HEAD.format(name="j", jobs=1, pid=pid) + line for pid in (1, 2)
    )
    (read,) = results(runs_of(body))
    assert (read.iops, [member.iops for member in read.members]) == (1.0, [0.5, 0.5])


@pytest.mark.parametrize(("name", "jobs"), [("19", 4), ("30", 2)])
def test_the_number_of_jobs_is_what_the_output_says(name, jobs):
    (run,) = pasted(name)
    assert run.results[0].numjobs == jobs


def test_two_of_four_started_jobs_are_no_whole_job():
    (run,) = pasted("19")
    (read,) = run.results
    assert (read.iops, read.bw_bytes_per_s) == (1_000, pytest.approx(1_048e6, rel=1e-3))
    assert {"LostJobs", "MissingClones"} <= remarks(run)


def test_a_date_over_two_lines_is_read():
    found = pasted("26")
    assert found[-1].ended_at_ms == 1_746_352_800_000
    assert [run.ended_at_ms is not None for run in found] == [True] * 4
    assert [run.heading for run in found] == [None] * 4


def test_lost_jobs_are_counted_for_each_client():
    (run,) = pasted("18")
    assert details(run, "LostJobs") == [
        "3 announced jobs have no result: test1 of 1 client, test2 of 2 clients."
    ]


def test_sections_merged_into_one_entry_are_marked():
    (run,) = pasted("29")
    (read,) = run.results
    assert (read.is_merged_sections, read.iodepth, read.bs_bytes) == (True, None, None)
    assert (read.iops, remarks(run)) == (3_000, {"MergedSections"})


def test_a_group_line_that_a_mail_broke_is_read_whole():
    found = [(one.bw_bytes_per_s, one.runtime_ms, one.io_bytes) for one in results(pasted("32"))]
    assert found == [
        (10_700_000_000, 30_003, 300 << 30),
        (5_243_000_000, 30_001, 146 << 30),
    ]


def test_a_job_that_is_announced_behind_the_results_is_lost():
    (run,) = pasted("10")
    assert (run.outcome, details(run, "LostJobs")) == ("partial", ["1 announced job has no result: wr."])
    assert run.results[0].iops == 100_000


def test_progress_lines_behind_a_server_or_an_interrupt_are_no_figures():
    (run,) = pasted("09")
    assert (remarks(run), run.lines_not_understood) == ({"Interrupted"}, ())
    assert run.results[0].iops == 100


def test_a_line_of_fio_is_no_title():
    (run,) = pasted("20")
    assert (run.title, run.results[0].bw_bytes_per_s) == (None, pytest.approx(734e6, rel=1e-3))


def test_headings_tell_runs_of_one_document_apart():
    found = pasted("05")
    names = ["Polling on", "Polling off", "Old engine"]
    assert [(run.title, run.heading) for run in found] == [(name, name) for name in names]
    rates = [[one.iops for one in run.results if one.iops] for run in found]
    assert rates == [[8_000, 3_000], [5_000, 2_900], [4_000, 1_500]]
    speeds = [[one.bw_bytes_per_s // 1024 for one in run.results if one.bw_bytes_per_s] for run in found]
    assert speeds == [[400_000, 60_000], [250_000, 61_000], [150_000, 59_000]]


def test_a_line_alone_before_a_run_is_its_heading():
    found = pasted("06")
    names = ["Kernel 6.1", "Kernel 6.6", "Kernel 6.6, file system instead of the device"]
    assert [(run.title, run.heading) for run in found] == [(name, name) for name in names]
    assert [one.bw_bytes_per_s / 1e6 for one in results(found)] == pytest.approx(
        [5_243, 2_621, 1_311], rel=1e-3
    )


@pytest.mark.parametrize("mark", ["`{}`", "**{}**", "``{}``", "_**`{}`**_"])
def test_lines_in_inline_code_or_bold_are_read_whole(mark):
    (run,) = pasted("08")
    (write,) = run.results
    assert (write.iops, write.slat.mean_ns, write.clat.mean_ns, write.lat.mean_ns) == (
        2_000, 2_000, 497_000, 499_000,
    )  # fmt: skip
    percentiles = {
        rank: write.clat.percentiles[rank] // 1_000 for rank in ("50", "99", "99.5", "99.9", "99.99")
    }
    assert percentiles == {"50": 490, "99": 710, "99.5": 760, "99.9": 1_020, "99.99": 2_089}
    assert (write.usr_cpu_pct, write.sys_cpu_pct, run.lines_not_understood) == (0.4, 0.8, ())
    latency = "clat (usec): min=14, max=118419, avg=330.46, stdev=1908.21"
    lines = [HEAD.format(name="j", jobs=1, pid=1).strip(), READ.strip(), latency]
    (other,) = results(runs_of("\n\n".join(mark.format(line) for line in lines)))
    assert (other.iops, other.clat.mean_ns, other.job_name) == (35_500, 330_460, "j")


def test_bold_figures_within_lines_are_read():
    line = READ.replace("35.5k", "**35.5k**").replace("(146MB/s)", "(**146MB/s**)")
    (read,) = results(runs_of(HEAD.format(name="j", jobs=1, pid=1) + line))
    assert (read.iops, read.bw_bytes_per_s) == (35_500, 146_000_000)


def test_of_a_document_that_is_cut_within_a_direction_whole_members_count():
    (run,) = pasted("13")
    (read,) = run.results
    assert (read.iops, read.bw_bytes_per_s, read.runtime_ms) == (10_000, 40_960_000, 10_000)
    assert (read.slat.mean_ns, read.clat.mean_ns, read.clat.percentiles) == (2_000, 797_000, {"1": 700_416})
    assert (run.outcome, remarks(run)) == ("partial", {"Truncated"})


@pytest.mark.parametrize(
    ("end", "iops", "clat"),
    [
        ('"io_kbytes" : 400000,', None, None),
        ('"iops" : 10000.000000,\n        "runtime"', None, None),
        ('"total_ios" : 100000,', 10_000, None),
        ('"slat_ns" : {\n          "min" : 900,', 10_000, None),
        ('"mean" : 797000.000000,', 10_000, 797_000),
    ],
)
def test_a_document_may_be_cut_anywhere(end, iops, clat):
    (path,) = PASTED.glob("13_*")
    text = path.read_text()
    (run,) = runs_of(text[: text.index(end) + len(end)] + "\n")
    found = [(one.iops, one.clat and one.clat.mean_ns) for one in run.results]
    assert found == ([] if iops is None else [(iops, clat)])
    assert "Truncated" in remarks(run)
    assert "NoLatency" not in remarks(run)


def test_bins_that_are_cut_are_none():
    (path,) = PASTED.glob("13_*")
    text = (
        path.read_text()
        .replace('"percentile" : {', '"bins" : {')
        .replace("1.000000", "700416")
        .split('"5.0')[0]
    )
    (read,) = results(runs_of(text))
    assert (read.clat.mean_ns, read.clat.histogram) == (797_000, None)


@pytest.mark.parametrize(
    ("plain", "with_message"),
    [
        ("    {\nfio: io_u error", "    {\nfio: io_u error"),
        ("    {\nfio: io_u error", '    {\nJobs: 1 (f=1): [r(1)][50.0%]\nfio: io_u "error'),
        ("    {\nfio: io_u error", "    {\n[ 1234.567890] nvme0: I/O 12 QID 3 timeout\nfio: io_u error"),
        ("    {\nfio: io_u error", "    { fio: io_u error"),
    ],
)
def test_a_message_within_a_document_is_named_and_its_figures_count(plain, with_message):
    (path,) = PASTED.glob("27_*")
    reading = read_output(path.read_text().replace(plain, with_message).encode())
    (run,) = reading.invocations
    (read,) = run.results
    assert (read.iops, read.error, run.outcome) == (10_000, 5, "failed")
    (note,) = [problem.detail for problem in reading.problems if problem.error == "Unwrapped"]
    assert "within the document" in note and ("fio: io_u" in note or "and 1 more" in note)


def test_the_completion_of_a_trim_that_leaves_out_the_trim_is_none():
    (run,) = pasted("12")
    write, trim = run.results
    assert (write.clat.mean_ns, write.lat.mean_ns) == (600, 4_700)
    assert (trim.clat, trim.lat.mean_ns) == (None, 72_000)
    assert remarks(run) == {"PartialLatency"}


@pytest.mark.parametrize(
    ("direction", "clat", "lat", "remark"),
    [
        ("trim", "min=60, max=6400, avg=70.00", "min=66, max=6500, avg=72.00", None),
        ("read", "min=1, max=6, avg=5.00", "min=66, max=370, avg=72.00", None),
        ("read", "min=60, max=6400, avg=90.00", "min=66, max=6500, avg=72.00", "Contradiction"),
    ],
)
def test_other_latencies_stay_and_exclude_each_other_only_where_they_cannot_be(direction, clat, lat, remark):
    lines = f"    clat (usec): {clat}, stdev=1.00\n     lat (usec): {lat}, stdev=1.00\n"
    (run,) = runs_of(HEAD.format(name="j", jobs=1, pid=1) + READ.replace("read", direction) + lines)
    assert run.results[0].clat is not None
    assert remarks(run) - {"SubSecond"} == ({remark} if remark else set())


RUN = BANNER.format(name="j", rw="read") + "fio-3.38\n" + HEAD.format(name="j", jobs=1, pid=1) + READ


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("# {}\n", "# {}\n"),
        ("### {} ###\n\nSome words.\n\n", "### {}\n"),
        ("**{}**\n```\n", "```\n**{}:**\n```\n"),
        ("{}\n======\n", "{}\n======\n"),
        ("{}:\n", "{}:\n"),
        ("- {}:\n", "- {}:\n"),
        ("1. {}\n", "2. {}\n"),
        ("{}\n\n", "\n{}\n\n"),
        ("> {}\n>\n", "> {}\n>\n"),
    ],
)
def test_each_kind_of_heading_is_found(first, second):
    other = RUN.replace("35.5k", "20.0k").replace("pid=1", "pid=2")
    found = runs_of(first.format("Polling on") + RUN + "\n" + second.format("Polling off") + other)
    assert [run.heading for run in found] == ["Polling on", "Polling off"]


def test_the_headings_above_a_heading_tell_apart_too():
    body = "".join(
        f"# Tests\n## Kernel {kernel}\n### reads\n\n{RUN.replace('35.5k', f'{rate}.0k').replace('pid=1', f'pid={rate}')}\n"
        for kernel, rate in (("6.1", 20), ("6.6", 30))
    )
    found = runs_of(body)
    assert [run.heading for run in found] == ["Kernel 6.1 › reads", "Kernel 6.6 › reads"]
    assert [run.title for run in found] == ["reads", "reads"]


@pytest.mark.parametrize(
    "between",
    [
        "Run {n}:\n",
        "# iteration {n} of 2\n",
        "$ sleep 10\n\n",
        "Mon Jul 25 06:30:1{n} UTC 2022\n\n",
        "Same again.\n\n",
    ],
)
def test_what_counts_repeats_is_no_heading(between):
    body = "".join(
        between.format(n=n) + RUN.replace("35.5k", f"{20 + n}.0k").replace("pid=1", f"pid={n}") + "\n"
        for n in (1, 2)
    )
    assert [run.heading for run in runs_of(body)] == [None, None]


def test_heads_under_different_headings_are_no_clones_of_one_job():
    body = "".join(
        f"**{name}**\n\n{HEAD.format(name='j', jobs=1, pid=pid)}{READ}\n"
        for name, pid in (("Polling on", 1), ("Polling off", 2))
    )
    found = runs_of(body)
    assert [(run.heading, len(run.results[0].members)) for run in found] == [
        ("Polling on", 0),
        ("Polling off", 0),
    ]


def test_a_read_and_a_write_under_different_headings_are_two_runs():
    write = READ.replace("read", "write")
    latency = "    clat (usec): min=14, max=118419, avg=330.46, stdev=1908.21\n"
    found = runs_of(f"## Old\n{READ}{latency}\n## New\n{write}{latency}")
    assert [(run.heading, len(run.results)) for run in found] == [("Old", 1), ("New", 1)]
