"""Results that people pasted and that were lost once (R1 to R16), each in the shape it was met in.

Expected values are read from the lines by hand, after fio's documentation, not by our readers.
"""

import json

import pytest

from fioboard.engine.formats.fio import NotUnderstood, read_output

HEAD = "{name}: (groupid=0, jobs={jobs}): err= 0: pid=4711: Mon Jul 25 06:30:11 2022\n"
LINE = "  read: IOPS=35.5k, BW=139MiB/s (146MB/s)(8192MiB/58936msec)\n"
WRITE = "  write: IOPS=12.1k, BW=47.3MiB/s (49.6MB/s)(2786MiB/58936msec); 0 zone resets\n"
LATENCY = "    clat (usec): min=14, max=118419, avg=330.46, stdev=1908.21\n"
CPU = "  cpu          : usr=2.25%, sys=21.05%, ctx=21462, majf=0, minf=25\n"
BANNER = "{name}: (g=0): rw={rw}, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=libaio, iodepth=32\n"


def runs(text):
    return read_output(text.encode()).invocations


def results(text):
    return [result for run in runs(text) for result in run.results]


def remarks(run):
    return {problem.error for problem in (*run.problems, *(p for r in run.results for p in r.problems))}


def test_r1_a_blank_before_the_unit_below_one_megabyte_per_second():
    (read, write) = results(
        "j: (groupid=0, jobs=1): err= 0: pid=23389\n"
        "  read : io=1024.3MB, bw=775611 B/s, iops=189 , runt=1384713msec\n"
        "  write: io=10240 B, bw=583462 B/s, iops=142 , runt=  1000msec\n"
    )
    assert (read.bw_bytes_per_s, read.iops, read.runtime_ms) == (775_611, 189, 1_384_713)
    assert (write.bw_bytes_per_s, write.io_bytes) == (583_462, 10_240)


def test_r2_lines_alone_are_runs_titled_by_the_prose_before_them():
    found = runs(
        "cores 0-23:\n   READ: bw=26.3GiB/s (28.3GB/s), 26.3GiB/s-26.3GiB/s (28.3GB/s-28.3GB/s), io=1580GiB (1696GB), "
        "run=60001-60001msec\n\n**cores 24-47:**\n"
        "> READ: bw=21.4GiB/s (23.0GB/s), 21.4GiB/s-21.4GiB/s (23.0GB/s-23.0GB/s), io=1283GiB (1377GB), "
        "run=60001-60001msec\n"
    )
    assert [run.title for run in found] == ["cores 0-23", "cores 24-47"]
    assert [run.results[0].bw_bytes_per_s for run in found] == [
        pytest.approx(28.3e9, rel=2e-3),
        pytest.approx(23.0e9, rel=2e-3),
    ]
    assert all(run.results[0].bs_bytes is None and run.results[0].iodepth is None for run in found)


def test_headlines_in_prose_quoted_or_not():
    found = runs(
        "With NPS1 I get\n  `read: IOPS=13.5k, BW=26.4GiB/s (28.4GB/s)`\nand the drives are at 52C under load.\n"
        'With NPS4 it is "read: IOPS=15.5k, BW=30.2GiB/s (32.4GB/s)", much better.\n'
    )
    assert [(run.title, run.results[0].iops) for run in found] == [
        ("With NPS1 I get", 13_500),
        ("With NPS4 it is", 15_500),
    ]
    assert [run.results[0].runtime_ms for run in found] == [None, None]
    notes = [p for run in found for p in run.problems if p.error == "Temperature"]
    assert [(p.where, p.detail, p.remark_class) for p in notes] == [
        ("line 3", "and the drives are at 52C under load.", "note")
    ]


def test_a_line_that_is_cut_within_a_number_makes_no_number():
    with pytest.raises(NotUnderstood):
        read_output(b"read: IOPS=35.5k, BW=13\n")
    (result,) = results("  read : io=8900.2MB, bw=303780KB/s, iops=759\n")
    assert (result.iops, result.bw_bytes_per_s) == (None, 303_780 * 1024)


@pytest.mark.parametrize("count", [6, 400])
def test_r3_text_in_the_strings_of_a_json_document_of_any_size(count):
    text = (
        BANNER.format(name="r", rw="randread")
        + "fio-3.12\nStarting 1 process\n\n"
        + HEAD.format(name="r", jobs=1)
    )
    rest = LATENCY + CPU + "  lat (usec)   : 2=0.02%, 4=0.01%\n" * 30
    one = [
        text.replace("4711", f"{i + 1}") + LINE.replace("35.5k", f"{i + 1000}") + rest for i in range(count)
    ]
    body = json.dumps(
        {f"sd{i}": {"config": "[r]\nrw=randread\n", "result": out} for i, out in enumerate(one)}
    )
    assert (len(body) > 512 * 1024) == (count > 6)
    found = results(body)
    assert [result.iops for result in found] == [float(i + 1000) for i in range(count)]
    assert {result.job_name for result in found} == {"r"}


def test_r4_a_run_without_a_result_is_never_complete():
    document = '{"fio version": "fio-3.33", "jobs": [{"jobname": "c", "read": {"io_bytes": 0}}]}'
    (run,) = runs(document)
    assert (run.outcome, run.results) == ("not_understood", ())
    with pytest.raises(NotUnderstood, match="line 1 held figures"):
        read_output(HEAD.format(name="j", jobs=1).encode())


def test_r5_failed_and_silent_jobs_are_counted():
    failed = "".join(
        f"fio: pid=0, err=13/file:filesetup.c:699, func=open, error=Denied ({i})\n" for i in range(3)
    )
    banners = "".join(BANNER.format(name=f"j{i}", rw="read") for i in range(5))
    body = (
        banners
        + "fio-3.28\nStarting 5 processes\n"
        + failed
        + "\n"
        + HEAD.format(name="j0", jobs=1)
        + LINE
        + CPU
    )
    (run,) = runs(body)
    assert run.outcome == "failed"
    assert {"JobError", "LostJobs"} <= remarks(run)
    (told,) = [p.detail for p in run.problems if p.error == "JobError"]
    assert "fio reported 3 failed jobs (lines 8, 9, 10)" in told
    (lost,) = [p.detail for p in run.problems if p.error == "LostJobs"]
    assert lost == "5 jobs were started, but only 1 reported a result."


def test_r6_a_capital_k_is_a_thousand():
    text = (
        HEAD.format(name="j", jobs=1)
        + LINE
        + "    clat (usec): min=60, max=1137.3K, avg=931.20, stdev=2021.50\n"
    )
    (result,) = results(text)
    assert (result.clat.min_ns, result.clat.max_ns) == (60_000, 1_137_300_000)
    assert (result.clat.mean_ns, result.clat.stddev_ns) == (931_200.0, 2_021_500.0)


def test_r7_what_fio_says_of_itself_wins_over_the_shell():
    command = (
        "$ fio --name=w --bs=$((1024 *1024)) --iodepth=$QD --numjobs=${JOBS} --rw=write --filename=/dev/sdx\n"
    )
    banner = "w: (g=0): rw=write, bs=1M-1M/1M-1M/1M-1M, ioengine=libaio, iodepth=32\nfio-2.2.10\n"
    (result,) = results(command + banner + HEAD.format(name="w", jobs=1) + WRITE)
    assert (result.bs_bytes, result.bs, result.iodepth) == (1 << 20, None, 32)
    assert not any("$" in value for value in result.job_options.values())


def test_r8_a_poorer_copy_does_not_replace_the_report():
    full = (
        BANNER.format(name="j", rw="randread")
        + "fio-3.28\n"
        + HEAD.format(name="j", jobs=1)
        + LINE
        + LATENCY
        + CPU
    )
    for copy in (HEAD.format(name="j", jobs=1) + LINE, "in short:\n" + LINE):
        for body in (full + "\n$ grep IOPS= out\n" + copy, copy + "\n" + full):
            (run,) = runs(body)
            assert len(run.results) == 1
            assert run.results[0].clat.mean_ns == 330_460.0
            assert "PoorerCopy" in remarks(run) or run.lines_used[-1] == (10, 10)


def test_r9_all_clients_alone_is_a_result():
    head = "All clients: (groupid=0, jobs=4): err= 0: pid=0: Mon Jul 25 06:30:11 2022\n"
    (result,) = results(head + "   read: IOPS=44.1k, BW=172Mi (181M)(345MiB/2001msec)\n")
    assert (result.job_name, result.iops, result.runtime_ms) == ("All clients", 44_100, 2001)
    both = (
        HEAD.format(name="a", jobs=1)
        + LINE
        + head
        + "   read: IOPS=44.1k, BW=172Mi (181M)(345MiB/2001msec)\n"
    )
    assert [one.job_name for one in results(both)] == ["a"]


def test_r10_a_text_that_ends_before_its_disks_accuses_no_device():
    command = "$ fio --name=j --filename=/dev/nvme0n1 --rw=read\n"
    (run,) = runs(command + HEAD.format(name="j", jobs=1) + LINE)
    assert "MistypedDevice" not in remarks(run)
    disks = "\nDisk stats (read/write):\n  sda: ios=25689/25550, merge=0/7, ticks=1820/1637, in_queue=3457, util=72.31%\n"
    (run,) = runs(command + HEAD.format(name="j", jobs=1) + LINE + disks)
    assert "MistypedDevice" in remarks(run)


@pytest.mark.parametrize(
    ("device", "is_said"),
    [("/dev/nda0", False), ("/dev/md0", False), ("/dev/md0p1", True), ("/dev/nvme9n1", True)],
)
def test_r10_a_document_from_freebsd_accuses_no_device(captured, device, is_said):
    document = json.loads(captured("3.42_base.json"))
    del document["disk_util"]
    document["jobs"][0]["job options"]["filename"] = device
    (run,) = runs(json.dumps(document))
    assert ("MistypedDevice" in remarks(run)) is is_said


@pytest.mark.parametrize(
    ("name", "notes"),
    [
        # Servers hand on each job's options twice.
        ("3.7_client-2host.json", ["TextAroundDocument"]),
        ("3.42_client-2host.txt", []),
        ("3.7_status-interval.json", ["SeveralDocuments"]),
        ("3.33_cmdprio.txt", []),
    ],
)
def test_r11_good_outputs_carry_a_note_once_and_no_doubt(captured, name, notes):
    reading = read_output(captured(name))
    problems = [*reading.problems, *(problem for run in reading.invocations for problem in run.problems)]
    assert [problem.error for problem in problems] == notes
    assert {problem.remark_class for problem in problems} <= {"note"}


def test_r11_what_ansible_registers_is_one_account_and_no_empty_job(captured):
    text = captured("3.42_base.json").decode()
    (run,) = runs(json.dumps({"changed": True, "stdout": text, "stdout_lines": text.splitlines()}, indent=1))
    assert (len(run.results), run.outcome, remarks(run)) == (2, "complete", set())


@pytest.mark.parametrize(("issued", "is_said"), [(2_095_116, False), (2_089_281, False), (2_180_632, True)])
def test_r11_what_fio_rounded_when_it_printed_is_no_contradiction(issued, is_said):
    """35.5k may be 35,450 to 35,549; 37,000 it is not."""
    totals = f"     issued rwts: total={issued},0,0,0 short=0,0,0,0 dropped=0,0,0,0\n"
    (run,) = runs(
        BANNER.format(name="j", rw="randread") + HEAD.format(name="j", jobs=1) + LINE + CPU + totals
    )
    assert ("Contradiction" in remarks(run)) is is_said


def test_r11_notes_do_not_count_as_doubts():
    reading = read_output(
        b'note: both iodepth >= 1 and synchronous I/O engine are selected\n{"fio version": "fio-3.33", "jobs": ['
        b'{"jobname": "j", "read": {"io_bytes": 4096000, "bw_bytes": 4096000, "iops": 1000.01, "runtime": 1000, '
        b'"total_ios": 1000}}]}'
    )
    classes = {p.remark_class for p in (*reading.problems, *reading.invocations[0].results[0].problems)}
    assert classes <= {"note"}


@pytest.mark.parametrize("version", ['"fio-3.28', "**fio-3.28**", "2.0.8"])
def test_r12_marks_around_names_and_versions(version):
    body = (
        BANNER.format(name="**j**", rw="randread")
        + version
        + "\n**j**: "
        + HEAD.format(name="", jobs=1)[2:]
        + LINE
    )
    (run,) = runs(body)
    assert run.tool_version == version.strip('"*')
    assert (run.results[0].job_name, run.results[0].iodepth, run.results[0].rw) == ("j", 32, "randread")


def test_r12_a_terse_line_cut_after_its_read_block(captured):
    line = captured("3.42_terse-v3.txt").decode().strip().split("\n")[0]
    fields = line.split(";")
    cut = ";".join(fields[: 5 + 41 + 7])
    (run,) = runs(cut + "\n")
    assert {result.direction for result in run.results} <= {"read"}
    assert (run.outcome, "Truncated" in remarks(run)) == ("partial", True)


def test_r12_a_result_glued_to_its_head():
    glued = HEAD.format(name="j", jobs=1).rstrip("\n") + LINE + LATENCY
    (result,) = results(glued)
    assert (result.job_name, result.iops, result.clat.mean_ns) == ("j", 35_500, 330_460.0)


def test_r13_the_stated_date_is_used_and_its_zone_unknown():
    (run,) = runs(HEAD.format(name="j", jobs=1) + LINE)
    # Mon Jul 25 06:30:11 2022, as if it were UTC; 58.936 s before it the run began.
    assert run.ended_at_ms == 1_658_730_611_000
    assert run.estimated_start_ms == 1_658_730_611_000 - 58_936
    assert run.is_zone_unknown


@pytest.mark.parametrize(
    ("command", "targets"),
    [
        ("--name=j --filename=/dev/nvd7", ("/dev/nvd7",)),
        ("--name=j --directory=/mnt/x", ("/mnt/x",)),
        ("jobs.fio --filename=/dev/da11", ("/dev/da11",)),
        ("--name=j --filename=/dev/a:/dev/b", ("/dev/a", "/dev/b")),
    ],
)
def test_r14_the_target_is_a_fact_wherever_it_is_written(command, targets):
    (run,) = runs(f"$ fio {command}\n" + HEAD.format(name="j", jobs=1) + LINE)
    assert run.targets == targets


def test_what_started_fio_is_kept():
    command = "root@box:~# sudo numactl --cpunodebind=0 --membind=0 taskset -c 0-23 fio --name=j --rw=read | tee out\n"
    (run,) = runs(command + HEAD.format(name="j", jobs=1) + LINE)
    assert run.launcher == {"numactl": "--cpunodebind=0 --membind=0", "taskset": "-c 0-23"}


def test_r16_a_command_line_is_given_in_words():
    (run,) = runs("$ fio --name='a b' --rw=read > out.txt\n" + HEAD.format(name="a b", jobs=1) + LINE)
    assert run.argv == ("fio", "--name=a b", "--rw=read")


def test_a_lost_direction_is_said_with_its_line():
    issued = "     issued rwts: total=20325,20498,0,0 short=0,0,0,0 dropped=0,0,0,0\n"
    (run,) = runs(HEAD.format(name="j", jobs=1) + LINE + LATENCY + CPU + issued)
    assert run.outcome == "partial"
    assert "LostResult" in remarks(run)
    group = "\nRun status group 0 (all jobs):\n  WRITE: bw=47.3MiB/s (49.6MB/s), 47.3MiB/s-47.3MiB/s (49.6MB/s-49.6MB/s), "
    (run,) = runs(HEAD.format(name="j", jobs=1) + LINE + group + "io=2786MiB (2921MB), run=58936-58936msec\n")
    assert [p.where for p in run.problems if p.error == "LostResult"] == ["line 5"]


def test_lines_are_told_apart():
    body = "these are mine:\n" + HEAD.format(name="j", jobs=1) + LINE + "\nand by hand 300 MB/s\n"
    (run,) = runs(body)
    assert run.lines_used == ((2, 3),)
    assert run.lines_not_understood == ((5, 5),)


def test_totals_of_another_job_whose_head_is_lost_are_not_taken():
    rest = (
        "     issued rwts: total=0,10527,0,0 short=0,0,0,0 dropped=0,0,0,0\n"
        "     latency   : target=0.00ns, window=0.00ns, percentile=100.00%, depth=1\n"
    )
    (run,) = runs(HEAD.format(name="c1", jobs=2) + LINE + LATENCY + CPU + rest)
    (result,) = run.results
    assert (result.total_ios, result.iodepth) == (None, None)
    assert (run.outcome, "LostResult" in remarks(run)) == ("partial", True)


def test_a_depth_without_the_totals_before_it_is_of_another_job():
    depth = "     latency   : target=0.00ns, window=0.00ns, percentile=100.00%, depth={}\n"
    issued = "     issued rwts: total=2092500,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n"
    (own,) = results(HEAD.format(name="c2", jobs=1) + LINE + LATENCY + CPU + issued + depth.format(4))
    assert own.iodepth == 4
    (left,) = results(HEAD.format(name="c2", jobs=1) + LINE + LATENCY + depth.format(4))
    assert left.iodepth is None


def test_a_fragment_behind_a_whole_report_is_not_as_exact_as_its_version():
    """fio 3.19 printed 23.0k for 23,983 IOPS; since 3.26 it would be 24.0k."""
    whole = "fio-3.33\n" + HEAD.format(name="j", jobs=1) + LINE + CPU + "\nRun status group 0 (all jobs):\n"
    fragment = "  write: IOPS=23.0k, BW=93.7MiB/s (98.2MB/s)(93.0MiB/1003msec); 0 zone resets\n"
    first, second = results(whole + "$ next\n" + fragment)
    assert first.iops_bounds == pytest.approx((35_450, 35_550), rel=1e-4)
    low, high = second.iops_bounds
    assert low <= 23_983 <= high
