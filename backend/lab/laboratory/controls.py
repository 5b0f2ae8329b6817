"""Healthy runs, many of them traps: they look like a situation and are none."""

from laboratory import proofs, surroundings
from laboratory.job_places import MEMORY_FOLDER
from laboratory.situation import Proof, Situation, Surroundings, nothing
from laboratory.situations import DEEP, QUICK, READS, WHOLE, WRITES

FROM_DISK = proofs.from_device


def _control(
    name: str,
    job: str,
    *,
    proof: Proof = proofs.worked,
    place: str = "disk",
    around: Surroundings = nothing,
    also: frozenset[str] = frozenset(),
    is_cold: bool = True,
) -> Situation:
    return Situation(name=name, job=job, proof=proof, place=place, around=around, also=also, is_cold=is_cold)


PLAIN = tuple(
    _control(f"direct random reads, {name}", f"{WHOLE}{READS}--direct=1 {job}", proof=FROM_DISK)
    for name, job in {
        "psync": "--ioengine=psync",
        "psync, iodepth=1 stated": "--ioengine=psync --iodepth=1",
        "sync": "--ioengine=sync",
        "pvsync2": "--ioengine=pvsync2",
        "libaio at depth 1": "--ioengine=libaio",
        "libaio at depth 2": "--ioengine=libaio --iodepth=2",
        "libaio at depth 4": "--ioengine=libaio --iodepth=4",
        "libaio at depth 16": "--ioengine=libaio --iodepth=16",
        "libaio at depth 32": "--ioengine=libaio --iodepth=32",
        "io_uring at depth 1": "--ioengine=io_uring",
        "io_uring at depth 8": "--ioengine=io_uring --iodepth=8",
        "16 KiB": "--ioengine=libaio --iodepth=4 --bs=16k",
        "64 KiB": "--ioengine=libaio --iodepth=4 --bs=64k",
        "512 bytes": "--ioengine=psync --bs=512",
        "sizes mixed": "--ioengine=libaio --iodepth=4 --bssplit=4k/60:16k/40",
        "no random map": "--ioengine=libaio --iodepth=8 --norandommap",
        "submitted in batches": "--ioengine=libaio --iodepth=16 --iodepth_batch=4",
        "ramp time": "--ioengine=libaio --iodepth=4 --ramp_time=1",
        "a part of the file": "--ioengine=libaio --iodepth=4 --offset=256m --size=512m",
    }.items()
)
# glibc's aio serves the requests of one file one after another: four are asked for, the disk sees one.
ONE_BY_ONE = (
    _control(
        "direct random reads, posixaio at depth 4",
        f"{WHOLE}{READS}--direct=1 --ioengine=posixaio --iodepth=4",
        proof=FROM_DISK,
        also=frozenset({"depth-not-reached"}),
    ),
)
SEQUENTIAL = tuple(
    _control(name, f"{WHOLE}--filename={{read}} {job}", proof=FROM_DISK)
    for name, job in {
        "direct reads in order, 128 KiB": "--rw=read --bs=128k --direct=1 --ioengine=libaio --iodepth=4",
        "direct reads in order, 1 MiB": "--rw=read --bs=1m --direct=1 --ioengine=libaio --iodepth=2",
        "direct reads in order, psync": "--rw=read --bs=64k --direct=1 --ioengine=psync",
        "jobs in order at offsets of their own": "--rw=read --bs=128k --direct=1 --ioengine=psync --numjobs=4 "
        "--offset_increment=256m --size=256m",
        "random jobs on one file": "--rw=randread --bs=4k --direct=1 --ioengine=psync --numjobs=4",
        "clones that end by the clock": "--rw=randread --bs=16k --direct=1 --ioengine=psync --numjobs=3",
        "a group in one report": "--rw=randread --bs=4k --direct=1 --ioengine=libaio --iodepth=2 --numjobs=2 "
        "--group_reporting",
        "backwards": "--rw=read:-128k --bs=64k --direct=1 --ioengine=psync",
    }.items()
)
CACHE_TRAPS = (
    _control("buffered reads of a cold file", WHOLE + "--filename={read} --rw=randread --bs=64k --ioengine=psync "
             "--direct=0 --rate_iops=200", proof=FROM_DISK, also=frozenset({"rate-capped"})),
    _control("buffered writes with a sync at the end", WRITES + "--rw=write --bs=128k --ioengine=psync --direct=0 "
             "--end_fsync=1 --size=768m", proof=proofs.reached_device),
    _control("buffered writes, each synchronous", WHOLE + WRITES + "--rw=write --bs=64k --ioengine=psync --direct=0 "
             "--sync=1", proof=proofs.reached_device),
    _control("a file in memory", QUICK + READS + "--ioengine=psync --direct=0 --rate_iops=2000", place="memory",
             is_cold=False, also=frozenset({"rate-capped"})),
    _control("libaio past the page cache, depth 16", QUICK + READS + "--direct=1 --ioengine=libaio --iodepth=16",
             proof=FROM_DISK),
    _control("io_uring through the page cache, a cold file", QUICK + READS + "--direct=0 --ioengine=io_uring "
             "--iodepth=8 --rate_iops=1000", also=frozenset({"rate-capped"})),
)  # fmt: skip
WRITES_TRAPS = tuple(
    _control(name, f"{QUICK}{WRITES}{job}", place=place)
    for name, place, job in (
        ("direct writes in order", "disk", "--rw=write --bs=128k --direct=1 --ioengine=libaio --iodepth=4"),
        ("direct random writes", "disk", "--rw=randwrite --bs=4k --direct=1 --ioengine=libaio --iodepth=8"),
        ("direct random writes, psync", "disk", "--rw=randwrite --bs=4k --direct=1 --ioengine=psync"),
        ("reads and writes mixed", "disk", "--rw=randrw --rwmixread=70 --bs=4k --direct=1 --ioengine=libaio "
         "--iodepth=4"),
        ("data that hardly compresses", "disk", "--rw=write --bs=128k --direct=1 --ioengine=psync "
         "--buffer_compress_percentage=10 --refill_buffers"),
        ("random data where the file system compresses", "compressing", "--rw=write --bs=128k --direct=1 "
         "--ioengine=psync --refill_buffers"),
        ("a flush after every 1000 writes", "disk", "--rw=write --bs=4k --direct=1 --ioengine=psync --fsync=1000"),
        ("writes of 64 KiB on a file system with room", "loop", "--rw=write --bs=64k --direct=1 --ioengine=libaio "
         "--iodepth=4"),
        ("several files", "disk", "--rw=randwrite --bs=16k --direct=1 --ioengine=libaio --iodepth=4 --nrfiles=4"),
        ("jobs with files of their own", "disk", "--rw=write --bs=128k --direct=1 --ioengine=psync --numjobs=3"),
    )
)  # fmt: skip
PACE_TRAPS = (
    _control("a rate far above the disk", QUICK + READS + DEEP + "--rate_iops=4000000", proof=FROM_DISK),
    _control("a bandwidth far above the disk", QUICK + READS + DEEP + "--rate=900g", proof=FROM_DISK),
    _control("a pause of a microsecond", QUICK + READS + "--direct=1 --ioengine=psync --thinktime=1",
             proof=FROM_DISK),
    _control("short, with many I/Os", "--time_based --runtime=4 --filename={read} --rw=randread --bs=4k "
             "--ioengine=psync --rate_iops=45000", place="memory", is_cold=False,
             also=frozenset({"rate-capped"})),
    _control("sections one after another", "--name=first --filename={read} --rw=randread --bs=4k --direct=1 "
             "--ioengine=psync --time_based --runtime=1 --name=second --stonewall --filename={read} --rw=randread "
             "--bs=4k --direct=1 --ioengine=psync --time_based --runtime=4"),
    _control("clones of a size each that end together", "--filename={read} --rw=randread --bs=64k --direct=1 "
             "--ioengine=libaio --iodepth=4 --size=192m --numjobs=2", proof=proofs.ended_together),
    _control("no data is moved", QUICK + "--ioengine=null --size=1g --rw=randread --bs=4k", place="memory"),
)  # fmt: skip
PLACE_TRAPS = (
    _control("other I/O on another device", WHOLE + READS + DEEP,
             around=surroundings.reads_elsewhere(MEMORY_FOLDER), proof=FROM_DISK),
    _control("a little other work", WHOLE + READS + DEEP, around=surroundings.short_work, proof=FROM_DISK),
    _control("a wide limit of I/O", WHOLE + READS + DEEP, around=surroundings.wide_io_limit, proof=FROM_DISK),
    _control("a wide limit of CPU", WHOLE + READS + DEEP, around=surroundings.wide_cpu_limit, proof=FROM_DISK),
    _control("equal members of a stripe, random", WHOLE + READS + DEEP, place="even stripe",
             proof=proofs.even_members),
    _control("equal members of a stripe, in order", WHOLE + "--filename={read} --rw=read --bs=1m " + DEEP,
             place="even stripe", proof=proofs.even_members),
    _control("a file system with checksums, no scrub", WHOLE + READS + DEEP, place="checksums"),
    _control("random data on a file system that compresses", WHOLE + READS + DEEP, place="compressing"),
    _control("a file system half full", QUICK + READS + DEEP, place="loop"),
    _control("large blocks of one request", WHOLE + "--filename={read} --rw=read --bs=256k --direct=1 --ioengine=psync",
             proof=FROM_DISK),
    _control("pinned, and not alone on the CPU", WHOLE + READS + "--direct=1 --ioengine=psync --cpus_allowed=1",
             proof=FROM_DISK),
)  # fmt: skip

CONTROLS: tuple[Situation, ...] = (
    *PLAIN, *ONE_BY_ONE, *SEQUENTIAL, *CACHE_TRAPS, *WRITES_TRAPS, *PACE_TRAPS, *PLACE_TRAPS,
)  # fmt: skip
