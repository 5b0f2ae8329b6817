"""The situations, one line of a table each: what is done, what must be found, how it is proved."""

from laboratory import proofs, surroundings
from laboratory.situation import Situation

QUICK = "--time_based --runtime=3 "
# Rules that hold fio's count against the kernel's ask for five seconds.
WHOLE = "--time_based --runtime=5200ms "
READS = "--filename={read} --rw=randread --bs=4k "
WRITES = "--directory={folder} --size=128m "
DEEP = "--direct=1 --ioengine=libaio --iodepth=8 "
FULL_CPU = frozenset({"cpu-saturated-job", "cpu-saturated-node", "cpu-core-hot"})

SITUATIONS: tuple[Situation, ...] = (
    Situation(
        name="rate cap",
        rules=frozenset({"rate-capped"}),
        job=QUICK + READS + "--direct=1 --rate_iops=200",
        variants=("--ioengine=psync", "--ioengine=libaio --iodepth=4", "--ioengine=io_uring", "--bs=16k", ""),
        proof=proofs.capped_at(200),
    ),
    Situation(
        name="pause between I/Os",
        rules=frozenset({"rate-capped"}),
        job=QUICK + READS + "--direct=1 --ioengine=psync --thinktime=10000",
        variants=("", "--thinktime=20000", "--bs=16k", "--rw=read", "--ioengine=libaio"),
        proof=proofs.waiting_in("sleep", 0.7),
    ),
    Situation(
        name="synchronous engine with a depth",
        rules=frozenset({"depth-ignored"}),
        place="loop",
        job=QUICK + READS + "--direct=1 --iodepth=16",
        variants=tuple(f"--ioengine={engine}" for engine in ("psync", "sync", "pvsync", "pvsync2", "vsync")),
        proof=proofs.one_at_a_time,
    ),
    Situation(
        name="libaio through the page cache",
        rules=frozenset({"async-buffered"}),
        place="loop",
        job=QUICK + READS + "--direct=0 --ioengine=libaio --iodepth=16",
        variants=("", "--iodepth=32", "--bs=16k", "--iodepth=8", "--iodepth=4"),
        proof=proofs.one_at_a_time,
    ),
    Situation(
        name="reads from the page cache",
        rules=frozenset({"page-cache-read"}),
        job=WHOLE + READS + "--direct=0 --invalidate=0 --size=256m",
        variants=(
            "--ioengine=psync",
            "--ioengine=io_uring --iodepth=4",
            "--ioengine=mmap",
            "--rw=read --bs=128k --ioengine=psync",
            "--ioengine=psync --numjobs=2 --group_reporting",
        ),
        is_cold=False,
        proof=proofs.from_memory,
    ),
    Situation(
        name="writes left in the page cache",
        rules=frozenset({"write-back"}),
        # So slow that one pass of the file lasts: what was begun anew is written back when it is closed.
        job=WHOLE + "--directory={folder} --size=1g --direct=0 --ioengine=psync --rate=150m",
        variants=(
            "--rw=write --bs=128k",
            "--rw=write --bs=1m",
            "--rw=randwrite --bs=4k",
            "--rw=write --bs=64k --ioengine=io_uring",
            "--rw=randwrite --bs=64k",
        ),
        also=frozenset({"rate-capped"}),
        proof=proofs.left_in_memory,
    ),
    Situation(
        name="all jobs on the same blocks",
        rules=frozenset({"same-blocks"}),
        job="--filename={read} --rw=read --bs=128k --size=512m --direct=0 --invalidate=0 --ioengine=psync",
        variants=("--numjobs=2", "--numjobs=2 --bs=64k", "--numjobs=2 --bs=1m", "--numjobs=2", "--numjobs=2 --bs=256k"),
        also=frozenset({"page-cache-read"}),
        proof=proofs.shared(2),
    ),
    Situation(
        name="one job uses a whole CPU",
        rules=FULL_CPU,
        place="memory",
        job=QUICK + READS + "--ioengine=psync --cpus_allowed=1",
        variants=("", "--bs=16k", "--rw=read --bs=128k", "--rw=randread --bs=512", "--rw=read --bs=1m"),
        is_cold=False,
        proof=proofs.cpu_full(1),
    ),
    Situation(
        name="four jobs on one CPU",
        rules=FULL_CPU,
        place="memory",
        job=QUICK + READS + "--ioengine=psync --numjobs=4 --cpus_allowed=1",
        variants=("", "--bs=16k", "--bs=512", "--group_reporting", "--numjobs=3"),
        is_cold=False,
        proof=proofs.cpu_full(1),
    ),
    Situation(
        name="other work takes the CPUs",
        rules=frozenset({"host-busy"}),
        job=WHOLE + READS + DEEP,
        variants=("", "--iodepth=1", "--bs=64k", "--ioengine=psync --iodepth=1", "--rw=read --bs=128k"),
        around=surroundings.busy_loops,
        proof=proofs.others_busy,
    ),
    Situation(
        name="limit of I/O of the control group",
        rules=frozenset({"cgroup-io"}),
        job=WHOLE + READS + DEEP,
        variants=("", "--ioengine=psync --iodepth=1", "--bs=16k", "--ioengine=io_uring", "--iodepth=32"),
        around=surroundings.io_limit,
        # What the group holds back waits above the drives, and their queues stay short.
        also=frozenset({"depth-not-reached"}),
        proof=proofs.held_to_iops,
    ),
    Situation(
        name="limit of CPU of the control group",
        rules=frozenset({"cgroup-cpu"}),
        place="memory",
        job=WHOLE + READS + "--ioengine=psync",
        variants=("", "--bs=16k", "--numjobs=2", "--rw=read --bs=64k", "--rw=read --bs=4k"),
        around=surroundings.cpu_limit,
        is_cold=False,
        proof=proofs.stopped_for_quota,
    ),
    Situation(
        name="other I/O on the same device",
        rules=frozenset({"device-did-more"}),
        job=WHOLE + READS + DEEP,
        variants=("", "--bs=16k", "--iodepth=1", "--ioengine=io_uring", "--rw=read --bs=64k"),
        around=surroundings.other_reads,
        proof=proofs.others_on_device,
    ),
    Situation(
        name="a scrub of the file system",
        rules=frozenset({"device-did-more"}),
        place="checksums",
        job=WHOLE + READS + DEEP,
        variants=("", "--bs=16k", "--iodepth=1", "--ioengine=io_uring", "--rw=read --bs=64k"),
        around=surroundings.scrub,
        proof=proofs.scrubbed,
    ),
    Situation(
        name="too short",
        rules=frozenset({"too-short"}),
        job="--time_based --filename={read} --rw=randread --bs=4k --direct=1",
        variants=(
            "--ioengine=psync --runtime=1",
            "--ioengine=libaio --runtime=1500ms",
            "--ioengine=psync --runtime=2",
            "--bs=128k --runtime=2500ms --ioengine=psync",
            "--ioengine=psync --runtime=4",
        ),
        proof=proofs.shorter_than(5),
    ),
    Situation(
        name="zeros on a file system that compresses",
        rules=frozenset({"compressible"}),
        place="compressing",
        job=WRITES + "--rw=write --direct=0 --fallocate=none --end_fsync=1 --ioengine=psync",
        variants=(
            "--zero_buffers --bs=128k",
            "--zero_buffers --bs=1m",
            "--buffer_pattern=0x61626364 --bs=128k",
            "--refill_buffers --buffer_compress_percentage=90 --bs=128k",
            "--zero_buffers --bs=64k",
        ),
        also=frozenset({"write-back"}),
        proof=proofs.stored_less,
    ),
    Situation(
        name="a flush after each write",
        rules=frozenset({"sync-write-cost"}),
        place="loop",
        job=QUICK + WRITES + "--rw=write --bs=4k --ioengine=psync",
        variants=("--fsync=1", "--fdatasync=1", "--fsync=1 --rw=randwrite", "--fsync=2", "--fsync=1 --bs=16k"),
        proof=proofs.waiting_in("flush", 0.6),
    ),
    Situation(
        name="a loop device over a file",
        rules=frozenset({"loop-device"}),
        place="loop",
        job=QUICK + "--direct=1 --ioengine=libaio --iodepth=4",
        variants=tuple(
            f"--filename={{read}} {rest}" if "read" in rest else f"--directory={{folder}} --size=128m {rest}"
            for rest in (
                "--rw=randread --bs=4k", "--rw=read --bs=128k", "--rw=write --bs=128k", "--rw=randwrite --bs=16k",
                "--rw=randread --bs=64k",
            )
        ),
        proof=proofs.through_loop,
    ),
    Situation(
        name="a slow member of a striped file system",
        rules=frozenset({"slowest-member"}),
        place="uneven stripe",
        job=WHOLE + "--filename={read} --rw=randread --direct=1 --ioengine=libaio --iodepth=8 --bs=64k",
        variants=("", "--iodepth=4", "--bs=128k", "--ioengine=io_uring", "--rw=read --bs=1m"),
        proof=proofs.slow_member,
    ),
    Situation(
        name="a full file system",
        rules=frozenset({"filesystem-full"}),
        place="full",
        job=QUICK + "--direct=1 --ioengine=libaio --iodepth=4",
        variants=(
            "--directory={folder} --size=8m --rw=write --bs=64k",
            "--directory={folder} --size=8m --rw=randwrite --bs=4k",
            "--directory={folder} --size=4m --rw=write --bs=128k",
            "--directory={folder} --size=8m --rw=randrw --bs=16k",
            "--directory={folder} --size=8m --rw=randwrite --bs=64k",
        ),
        proof=proofs.filled(0.95),
    ),
    Situation(
        name="reads of holes",
        rules=frozenset({"direct-ignored"}),
        job=WHOLE + "--filename={holes} --rw=randread --direct=1 --bs=16k",
        variants=(
            "--ioengine=psync",
            "--ioengine=libaio --iodepth=4",
            "--ioengine=io_uring --iodepth=4",
            "--ioengine=psync --bs=64k",
            "--ioengine=libaio --iodepth=8 --bs=4k",
        ),
        proof=proofs.from_memory,
    ),
    Situation(
        name="one job of several ended later",
        rules=frozenset({"jobs-not-together"}),
        job="--directory={folder} --size=64m --rw=randwrite --bs=4k --direct=1 --ioengine=psync",
        variants=(
            "--numjobs=2", "--numjobs=3", "--numjobs=2 --bs=8k --size=96m", "--numjobs=4 --size=48m",
            "--numjobs=2 --rw=write",
        ),
        around=surroundings.one_stands_still,
        proof=proofs.ended_apart,
    ),
    Situation(
        name="blocks larger than a request",
        rules=frozenset({"split-io"}),
        job=WHOLE + "--filename={read} --rw=read --direct=1 --ioengine=libaio",
        variants=("--bs=16m", "--bs=32m", "--bs=8m --ioengine=psync", "--bs=16m --rw=randread", "--bs=64m"),
        proof=proofs.many_requests(2),
    ),
)  # fmt: skip
