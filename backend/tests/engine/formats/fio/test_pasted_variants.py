"""Each fault that a pasted text showed once, in the other shapes that the same fault takes."""

import re
import tarfile

from fioboard.engine.formats.fio import read_output
from fioboard.engine.formats.fio.model.reading import Invocation
from tests.engine.formats.fio.mutations import DATA, PACKED
from tests.loops import check_each

NEW = "{}: (g=0): rw=randread, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=libaio, iodepth=8\n"
OLD = "{}: (g=0): rw=randread, bs=4K-4K/4K-4K/4K-4K, ioengine=libaio, iodepth=8\n"
HEAD = "{}: (groupid=0, jobs={}): err= 0: pid=55: Sun Mar  2 19:26:19 2025\n"
READ = "  read: IOPS=100k, BW=391MiB/s (410MB/s)(3906MiB/10000msec)\n"
RUN = NEW.format("rd") + "fio-3.25\nStarting 1 process\n" + HEAD.format("rd", 1) + READ
GROUP = "   READ: bw=391MiB/s (410MB/s), 391MiB/s-391MiB/s (410MB/s-410MB/s), io=3906MiB (4096MB), run=10000-10000msec\n"
STATUS = "\nRun status group 0 (all jobs):\n"
PROGRESS = "1 (f=1): [r(1)][50.0%][r=391MiB/s,w=0KiB/s][r=100k,w=0 IOPS][eta 00m:05s]"


def read(text: str) -> list[Invocation]:
    return list(read_output(text.encode()).invocations)


def list_remarks(run: Invocation) -> list[tuple[str, str]]:
    every = (*run.problems, *(one for result in run.results for one in result.problems))
    return [(one.error, one.detail) for one in every]


def list_lost(run: Invocation) -> list[str]:
    return [detail for error, detail in list_remarks(run) if error == "LostJobs"]


def quote(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


ONE_LOST = ["1 announced job has no result: wr."]


@check_each(
    "text, lost",
    [
        (RUN + STATUS + GROUP + "\n" + NEW.format("wr"), ONE_LOST),
        (RUN + STATUS + GROUP + "\n" + OLD.format("wr"), ONE_LOST),
        (RUN + "\n" + NEW.format("wr") + "fio-3.25\nStarting 1 process\nJobs: " + PROGRESS + "\n", ONE_LOST),
        (RUN + "\n" + NEW.format("wr") + NEW.format("mix"), ["2 announced jobs have no result: mix, wr."]),
        (NEW.format("wr") + RUN, ONE_LOST),
        (quote(RUN + "\n" + NEW.format("wr")), ONE_LOST),
        ("```\n" + RUN + "```\nand then\n```\n" + NEW.format("wr") + "```\n", ONE_LOST),
    ],
)
def test_a_job_announced_without_a_result_is_lost(text: str, lost: list[str]) -> None:
    runs = read(text)
    assert [detail for run in runs for detail in list_lost(run)] == lost
    assert [result.iops for run in runs for result in run.results] == [100_000]


@check_each(
    "before, behind",
    [
        ("pid=55:", "Sun"),
        ("Sun", "Mar"),
        ("Mar", " 2"),
        ("2", "19:26"),
        ("19:26:19", "2025"),
        ("err= 0:", "pid=55"),
    ],
)
@check_each("mark", ["", "> ", "    "])
def test_a_date_is_read_over_the_end_of_a_line(before: str, behind: str, mark: str) -> None:
    broken = RUN.replace(f"{before} {behind}", f"{before}\n{behind.strip()}")
    assert broken != RUN
    (run,) = read("".join(f"{mark}{line}\n" for line in broken.splitlines()))
    assert run.ended_at_ms == 1_740_943_579_000
    assert [result.iops for result in run.results] == [100_000]


@check_each(
    "line",
    [
        f"<srv1> {PROGRESS}",
        f"<srv1> {PROGRESS.removeprefix('1 ')}",
        f"^CJobs: {PROGRESS}",
        f"^Cbs: {PROGRESS}",
        f"^C^Cbs: {PROGRESS}",
        f"{{obs: {PROGRESS}",
        f"Jobs: {PROGRESS}",
        f"\rJobs: {PROGRESS}\rJobs: {PROGRESS}",
        "Jobs: 1 (f=1): [r] [50.0% done] [391MB/0KB/0KB /s] [100K/0/0 iops] [eta 00m:05s]",
        "Jobs: 1 (f=1): [R(1)][-.-%][r=391MiB/s][r=100k IOPS][eta 05m:02s]",
        "Jobs: 100 (f=7): [/(9),R(1),/(6),R(1),/(4)][18.0%][r=391MiB/s][r=100k IOPS][eta 00m:05s]",
    ],
)
def test_progress_is_no_figure(line: str) -> None:
    (run,) = read(RUN.replace("Starting 1 process\n", f"Starting 1 process\n{line}\n"))
    assert run.lines_not_understood == ()
    assert [error for error, _ in list_remarks(run)] == []
    assert [result.iops for result in run.results] == [100_000]


def announce(server: str, *jobs: str) -> str:
    return "".join(f"<{server}> " + NEW.format(job) for job in jobs)


@check_each(
    "servers, jobs, left, lost",
    [
        (
            ["a", "b"],
            ["t1", "t2"],
            ["t1"],
            "3 announced jobs have no result: t1 of 1 client, t2 of 2 clients.",
        ),
        (["a", "b", "c"], ["t1"], ["t1"], "2 announced jobs have no result: t1 of 2 clients."),
        (
            ["a", "b"],
            ["t1", "t2"],
            ["t2"],
            "3 announced jobs have no result: t1 of 2 clients, t2 of 1 client.",
        ),
        (
            ["a", "b", "c"],
            ["t1", "t2"],
            ["t1", "t1"],
            "4 announced jobs have no result: t1 of 1 client, t2 of 3 clients.",
        ),
    ],
)
def test_lost_jobs_are_counted_by_client(
    servers: list[str], jobs: list[str], left: list[str], lost: str
) -> None:
    text = "$ fio " + " ".join(f"--client={one} j.fio" for one in servers) + "\n"
    text += "".join(
        f"hostname={one}, be=0, 64-bit, os=Linux, arch=x86-64, fio=fio-3.38, flags=1\n" for one in servers
    )
    text += "".join(announce(one, *jobs) for one in servers)
    for number, (server, job) in enumerate(zip(servers, left, strict=False)):
        text += f"<{server}> \n" + (HEAD.format(job, 1) + READ).replace("100k", f"10{number}k").replace(
            "55", f"5{number}"
        )
    runs = read(text)
    assert [detail for run in runs for detail in list_lost(run)] == [lost]


@check_each(
    "line",
    [
        "     latency   : target=0, window=0, percentile=100.00%, depth=16",
        "  cpu          : usr=1.01%, sys=0.26%, ctx=774, majf=0, minf=0",
        "  IO depths    : 1=0.1%, 2=0.3%, 4=0.6%, 8=1.1%, 16=106.4%, 32=0.0%, >=64=0.0%",
        "     complete  : 0=0.0%, 4=99.9%, 8=0.0%, 16=0.1%, 32=0.0%, 64=0.0%, >=64=0.0%",
        "   iops        : min=   88, max=  106, avg=97.35, stdev= 4.45, samples=31",
        "  lat (msec)   : 2=67.41%, 4=12.73%, 10=15.51%, 20=1.91%, 50=0.31%",
        "     | 99.00th=[13888], 99.50th=[17792], 99.90th=[39168], 99.95th=[54528],",
    ],
)
def test_a_line_of_fio_before_a_group_is_no_title(line: str) -> None:
    (run,) = read(line + "\n" + STATUS + GROUP)
    assert (run.title, run.heading) == (None, None)
    assert [result.bw_bytes_per_s for result in run.results] == [410_000_000]


@check_each(
    "announced, count",
    [
        (
            NEW.format("small")
            + NEW.format("large").replace("4096B", "64.0KiB").replace("iodepth=8", "iodepth=1"),
            2,
        ),
        (OLD.format("small") + OLD.format("large").replace("4K", "64K"), 2),
        (
            NEW.format("small")
            + NEW.format("mid").replace("4096B", "16.0KiB")
            + NEW.format("large").replace("=8", "=32"),
            3,
        ),
        (NEW.format("small") + "...\n" + NEW.format("large").replace("randread", "read") + "...\n", 4),
        (NEW.format("small") + NEW.format("large").replace("libaio", "io_uring"), 2),
    ],
)
def test_sections_in_one_entry_are_marked(announced: str, count: int) -> None:
    text = announced + f"fio-3.1\nStarting {count} processes\n\n" + HEAD.format("small", count) + READ
    (run,) = read(text)
    (result,) = run.results
    assert result.is_merged_sections
    assert [error for error, _ in list_remarks(run)] == ["MergedSections"]


@check_each("mark", ["", "> ", "    "])
def test_a_group_line_is_read_over_the_end_of_a_line(mark: str) -> None:
    places = [found.start() for found in re.finditer(r"(?<=[ -])(?=\S)", GROUP) if found.start() > 40]
    for place in places:
        lines = (STATUS.strip(), GROUP[:place].rstrip(), GROUP[place:].rstrip())
        runs = read("".join(f"{mark}{line}\n" for line in lines))
        found = [(one.bw_bytes_per_s, one.runtime_ms, one.io_bytes) for run in runs for one in run.results]
        assert found == [(410_000_000, 10_000, 3906 << 20)], lines


def serve(name: str, pid: int, rate: str) -> str:
    head = f"<host> \n{name}: (groupid=0, jobs=1): err= 0: pid={pid}: Sun Nov 22 17:48:16 2026\n"
    return head + f"  read: IOPS={rate}, BW=19.5MiB/s (20.5MB/s)(4096KiB/205msec)\n"


@check_each(
    "text, iops",
    [
        (f"<host> {NEW.format('a')}" + serve("a", 1, "4995"), [4995]),
        (f"<host> {NEW.format('a')}" * 2 + serve("a", 1, "4995") + serve("a", 2, "4248"), [4995, 4248]),
        (f"<host> {OLD.format('a')}" * 2 + serve("a", 1, "4995") + serve("a", 2, "4248"), [4995, 4248]),
        (f"<host> {NEW.format('a')}" * 2 + serve("a", 1, "49") + "\n" + serve("a", 2, "42")[8:], [49, 42]),
    ],
)
def test_two_clients_of_one_server_are_no_clones(text: str, iops: list[float]) -> None:
    assert [result.iops for run in read(text) for result in run.results] == iops


def test_terse_lines_of_two_forms_or_pasted_again_are_no_clones() -> None:
    with tarfile.open(PACKED) as archive:
        packed = [
            archive.extractfile(name) for name in ("gtod-reduce.terse.txt", "no-clat-percentiles.terse.txt")
        ]
        texts = [body.read().decode() for body in packed if body]
    forms = [(DATA / f"3.42_terse-v{form}.txt").read_text() for form in (3, 4, 5)]
    alone = [result.iops for text in forms for run in read(text) for result in run.results]
    for between in ("", "$ next\n", "again\n", "\n"):
        assert [result.iops for run in read(between.join(forms)) for result in run.results] == alone
        for text in texts:
            (run,) = read(text + between + text)
            assert [len(result.members) for result in run.results] == [0]


MIX = "mix: (g=0): rw={rw}, bs=(R) {bs}-{bs}, (W) {bs}-{bs}, (T) {bs}-{bs}, ioengine=libaio, iodepth=64\nfio-3.25\n"
OLD_MIX = "mix: (g=0): rw={rw}, bs=4K-4K/4K-4K/4K-4K, ioengine=libaio, iodepth=64\nfio-2.2.10\n"
TYPED = "fio --name=mix --filename=/mnt/t --direct=1 --rw={rw} --bs=4k --ioengine=libaio --iodepth=64 --numjobs=2\n"
HALF = "  {way}: IOPS=450, BW=1800KiB/s (1843kB/s)(105MiB/60020msec)\n    clat (msec): min=10, max=900, avg=128.00, stdev=50.00\n"
OLD_HALF = "  read : io=105000KB, bw=1800.0KB/s, iops=450, runt= 60020msec\n    clat (msec): min=10, max=900, avg=128.00, stdev=50.00\n"


@check_each(
    "text, way, missing",
    [
        (MIX.format(rw="randrw", bs="4096B") + HEAD.format("mix", 2) + HALF.format(way="read"), "read", "write half of randrw"),
        (MIX.format(rw="rw", bs="4096B") + HEAD.format("mix", 2) + HALF.format(way="write"), "write", "read half of rw"),
        (MIX.format(rw="trimwrite", bs="4096B") + HEAD.format("mix", 2) + HALF.format(way="write"), "write", "trim half of trimwrite"),
        (OLD_MIX.format(rw="randrw") + HEAD.format("mix", 2) + OLD_HALF, "read", "write half of randrw"),
        (TYPED.format(rw="randrw") + HEAD.format("mix", 2) + HALF.format(way="read"), "read", "write half of randrw"),
        (TYPED.format(rw="readwrite") + HEAD.format("mix", 2) + HALF.format(way="read"), "read", "write half of rw"),
    ],
)  # fmt: skip
def test_the_half_of_a_mixed_job_that_is_missing_is_said(text: str, way: str, missing: str) -> None:
    (run,) = read(text)
    assert [result.direction for result in run.results] == [way]
    assert [detail for error, detail in list_remarks(run) if error == "LostResult"] == [
        f"The {missing} is missing: the text ends before it."
    ]
    assert run.outcome == "partial"


@check_each(
    "text, iops",
    [
        (MIX.format(rw="randread", bs="4096B") + HEAD.format("mix", 1) + "  read: IOPS=0, BW=2048B/s (2048B/s)(40.0KiB/20000msec)\n", [0.5]),
        (MIX.format(rw="write", bs="64.0KiB") + HEAD.format("mix", 1) + "  write: IOPS=0, BW=32.0KiB/s (32.8kB/s)(640KiB/20000msec); 0 zone resets\n", [0.5]),
        (OLD_MIX.format(rw="randwrite").replace("4K", "64K") + HEAD.format("mix", 1) + "  write: io=640KB, bw=32767B/s, iops=0, runt= 20000msec\n", [0.5]),
        (TYPED.format(rw="randread").replace("4k", "1M") + HEAD.format("mix", 1) + "  read: IOPS=0, BW=512KiB/s (524kB/s)(10.0MiB/20000msec)\n", [0.5]),
        (MIX.format(rw="randrw", bs="4096B") + HEAD.format("mix", 1) + "  read: IOPS=0, BW=2048B/s (2048B/s)(40.0KiB/20000msec)\n  write: IOPS=1, BW=4096B/s (4096B/s)(80.0KiB/20000msec)\n", [0.5, 1]),
        (MIX.format(rw="randread", bs="4096B").replace("(R) 4096B-4096B", "(R) 4096B-64.0KiB") + HEAD.format("mix", 1) + "  read: IOPS=0, BW=2048B/s (2048B/s)(40.0KiB/20000msec)\n", [None]),
    ],
)  # fmt: skip
def test_iops_below_one_are_computed_or_unknown(text: str, iops: list[float | None]) -> None:
    (run,) = read(text)
    found = [result.iops and round(result.iops, 2) for result in run.results]
    assert found == iops
    assert "PrintedAsZero" in {error for error, _ in list_remarks(run)}


STARTED = "rd: (g=0): rw=read, bs=(R) 1024KiB-1024KiB, (W) 1024KiB-1024KiB, (T) 1024KiB-1024KiB, ioengine=libaio, iodepth=16\n...\n"
ASKED = "fio --name=rd --rw=read --bs=1M --numjobs={} --iodepth=16 --ioengine=libaio --group_reporting\n"


@check_each(
    "text, jobs, is_whole",
    [
        (STARTED + "fio-3.25\nStarting 8 processes\n" + (HEAD.format("rd", 1) + READ) * 3, 8, False),
        (STARTED + "fio-3.25\nStarting 2 threads\n" + HEAD.format("rd", 1) + READ, 2, False),
        (STARTED + "fio-3.25\nStarting 4 processes\n" + HEAD.format("rd", 4) + READ, 4, True),
        (
            ASKED.format(1) + STARTED + "fio-3.25\nStarting 4 processes\n" + HEAD.format("rd", 4) + READ,
            4,
            True,
        ),
        (ASKED.format(8) + HEAD.format("rd", 2) + READ, 2, True),
        (
            STARTED.replace("...\n", "") + "fio-3.25\nStarting 1 thread\n" + HEAD.format("rd", 1) + READ,
            1,
            True,
        ),
    ],
)
def test_the_number_of_jobs_is_what_was_started(text: str, jobs: int, is_whole: bool) -> None:
    for number in range(3):
        text = text.replace("pid=55:", f"pid=6{number}:", 1)
    (run,) = read(text)
    assert [result.numjobs for result in run.results] == [jobs]
    assert ("LostJobs" not in {error for error, _ in list_remarks(run)}) is is_whole
