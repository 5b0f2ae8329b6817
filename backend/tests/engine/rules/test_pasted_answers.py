"""What is said of the faults that pasted texts showed once, each in several shapes: verdict, findings, commands."""

from pathlib import Path

from fioboard.engine.answers.answer import AnswerOut
from fioboard.engine.formats.fio import read_output
from fioboard.engine.rules import RunFacts, build_answer
from fioboard.store.derive.job_factors import add_typed_options
from fioboard.store.derive.output_facts import facts_of_output
from tests.loops import check_each

PASTED = Path(__file__).parents[2] / "data" / "pasted"
HDPARM = "# hdparm -tT /dev/sda\n\n/dev/sda:\n"
CACHED = " Timing cached reads:   4000 MB in  2.00 seconds = 2000.00 MB/sec\n"
DISK = " Timing buffered disk reads:   2 MB in  32.00 seconds =  64.00 kB/sec\n"
BANNER = (
    "j: (g=0): rw={rw}, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine={engine}, iodepth={depth}\n"
    "fio-3.28\nStarting 1 process\n"
)
HEAD = "j: (groupid=0, jobs={jobs}): err= 0: pid=43: Thu Mar  6 09:21:15 2025\n"
ONE = "  {way}: IOPS=1000, BW=4000KiB/s (4096kB/s)(234MiB/60000msec)\n"
CLAT = "    clat (usec): min=500, max=400000, avg={mean}, stdev=300.00\n"
STATS = "\nDisk stats (read/write):\n"
USED = "ios=4990000/0, merge=0/0, ticks=310000/0, in_queue=310000, util=99.37%"
BELOW = f"{USED}, aggrios=2495000/0, aggrmerge=0/0, aggrticks=150000/0, aggrin_queue=150000, aggrutil=90.00%"


def answer(text: str) -> AnswerOut:
    (run,) = read_output(text.encode()).invocations
    typed = add_typed_options(run, run.argv)
    return build_answer(RunFacts(results=typed.results, tool_name=run.tool_name, problems=run.problems))


def list_ids(text: str) -> set[str]:
    return {one["id"] for one in answer(text)["findings"]}


@check_each(
    "text, sentence",
    [
        ((PASTED / "11_slow_hdparm_headline.txt").read_text(), "65.5 kB/s sequential read."),
        (HDPARM + DISK + CACHED, "65.5 kB/s sequential read."),
        (HDPARM + CACHED + DISK.replace("64.00 kB", "16.00 kB"), "16.4 kB/s sequential read."),
        (HDPARM + CACHED + DISK.replace("64.00 kB", "150.00 MB"), "157 MB/s sequential read."),
        (HDPARM + CACHED.replace("cached", "buffer-cache") + DISK, "65.5 kB/s sequential read."),
        (HDPARM + CACHED, "Memory or the page cache was measured, not the drive."),
    ],
)
def test_a_figure_of_the_cache_is_no_headline(text: str, sentence: str) -> None:
    assert answer(text)["verdict"]["sentence"].startswith(sentence)


@check_each("engine", ["psync", "sync", "pvsync2", "vsync", "mmap"])
@check_each("way, rw", [("read", "randread"), ("write", "randwrite")])
def test_a_certain_warning_is_the_verdict(engine: str, way: str, rw: str) -> None:
    text = BANNER.format(rw=rw, engine=engine, depth=32) + HEAD.format(jobs=1)
    verdict = answer(text + ONE.format(way=way) + CLAT.format(mean="998.00"))["verdict"]
    assert (verdict["id"], verdict["confidence"]) == ("depth-ignored", "certain")
    assert verdict["sentence"].startswith(f"iodepth=32 has no effect with {engine}")


@check_each("option", ["--direct=0", "--buffered=1", ""])
@check_each("way, rw", [("read", "randread"), ("read", "read"), ("write", "write")])
@check_each("depth", [4, 16])
def test_nothing_is_in_flight_where_the_depth_had_no_effect(
    option: str, way: str, rw: str, depth: int
) -> None:
    command = f"fio --name=j --rw={rw} --bs=4k --ioengine=libaio --iodepth={depth} {option} --filename=t1 --size=1G\n"
    text = BANNER.format(rw=rw, engine="libaio", depth=depth) + HEAD.format(jobs=1) + ONE.format(way=way)
    told = list_ids(command + text + CLAT.format(mean=f"{depth * 998}.00"))
    assert "async-buffered" in told
    assert "in-flight" not in told


@check_each(
    "command, has_agent",
    [
        ((PASTED / "15_windows_batch_command.txt").read_text().split("\n\n")[0], False),
        ("fio --name=j --rw=read --bs=4k --filename=C\\:\\test.dat", False),
        ('fio --name=j --rw=read --bs=4k --filename="D\\:\\my files\\test.dat"', False),
        ("C:\\fio> fio.exe --name=j --rw=read --bs=4k --filename=\\\\.\\PhysicalDrive1", False),
        ("fio --name=j --rw=read --bs=4k --directory=D\\:\\bench --size=1G", False),
        ("fio --name=j --rw=read --bs=4k --filename=/dev/sda", True),
        ("fio --name=j --rw=read --bs=4k --filename=a\\ b", True),
    ],
)
def test_no_agent_is_named_to_windows(command: str, has_agent: bool) -> None:
    engine = "windowsaio" if "windowsaio" in command else "psync"
    name = "rw" if "windowsaio" in command else "j"
    body = (BANNER.format(rw="read", engine=engine, depth=1) + HEAD.format(jobs=1)).replace(
        "j: (", f"{name}: ("
    )
    unknown = answer(f"{command}\n{body}{ONE.format(way='read')}")["checks"]["unknown"]
    commands = [one["command"] for one in unknown if one.get("command")]
    assert commands
    assert any("fioboard-agent" in one for one in commands) is has_agent


@check_each(
    "lines, disks",
    [
        (f"  sda: {USED}", "sda"),
        (f"  sda: {USED}\n  sdb: {USED}", "sda and sdb"),
        (f"    dm-0: {BELOW}\n  nvme0n1: {USED}", "dm-0 of nvme0n1"),
        (f"    dm-6: {BELOW}\n    md1: {BELOW}\n  sdb: {USED}\n  sda: {USED}", "dm-6 and md1 of sda and sdb"),
        (f"  nvme1n1: {USED.replace(' merge', ' sectors=39920000/0, merge')}", "nvme1n1"),
    ],
)
def test_disks_that_fio_counted_on_are_a_factor(lines: str, disks: str) -> None:
    text = BANNER.format(rw="read", engine="libaio", depth=1) + HEAD.format(jobs=1) + ONE.format(way="read")
    (run,) = read_output(f"{text}{STATS}{lines}\n".encode()).invocations
    assert facts_of_output(run, has_inventory_path=False)["disks"] == disks
