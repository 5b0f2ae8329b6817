"""Factors of the measurement itself: who measured with what, and fio's job options."""

from fioboard.engine.words.factors.factor import Factor, fact, option

SOURCE = "job options and command line"
SOURCE_AND_FIGURES = "job options, else figures"

JOB: tuple[Factor, ...] = (
    Factor("host", "Host", "text", "The host's name", "Run", "upload", lambda s: s.host_name, share="name"),
    Factor("tool", "Tool", "text", "The program that measured", "Run", "output", lambda s: s.tool_name, share="form"),
    Factor("tool.version", "Tool version", "text", "Version of the tool, as printed", "Run", "output",
        lambda s: s.tool_version, share="form", follows_from=("tool",)),
    fact("source", "Source", "text", "Run", "typed: a person entered the figures; absent for the output of a tool",
        source="upload", share="form"),
    fact("typed.by", "Typed by", "text", "Run", "Who entered the figures; absent for the output of a tool",
        source="upload", share="name"),
    fact("heading", "Heading", "text", "Run", "Headings above the run in an imported document, where they tell its "
        "runs apart", source="output", share="name"),
    Factor(
        "target.path", "Target drive or folder", "text", "The drive, array or folder that was measured, of a file its "
        "folder; without an inventory, its name as uploaded or as in the output", "Target", "output",
        lambda s: s.target, share="name",
        # Another machine, slot, drive or array has names of its own: the name is no second change then.
        follows_from=("host", "slot", "drive.model", "drive.count", "raid.level", "raid.width", "target.kind",
                      "fs.type", "nfs.server"),
        formerly="target",
    ),
    fact("disks", "Measured disks", "text", "Target", "Disks on which fio counted I/O, by the kernel's names; absent "
        "if an inventory identifies the drives", source="output", share="form",
        follows_from=("host", "target.path", "heading")),
    option("rw", "I/O pattern", "text", "fio's rw: read, write, randread, randwrite, randrw, trim, …", "readwrite",
        share="form"),
    option("bs", "Block size", "bytes", "Block size; as typed when it is a range or a list",
        "blocksize", "bsrange", "blocksize_range", "bssplit"),
    option("iodepth", "Queue depth", "number", "I/Os kept in flight per job"),
    option("numjobs", "Jobs", "number", "Clones of a job"),
    option("ioengine", "I/O engine", "text", "How fio talks to the kernel", share="form"),
    option("direct", "Direct I/O", "flag", "Whether the page cache was bypassed (O_DIRECT)", "buffered"),
)  # fmt: skip

# What several options say together. Absent: nobody knows. Where fio printed its options, what it does without them is a
# value of its own, so that "pinned" and "not pinned" are two.
SETTINGS: tuple[Factor, ...] = (
    fact(
        "job.cpus", "CPU affinity", "text", "Job",
        "CPUs and memory that fio was bound to, as sockets or nodes if the inventory is known; any: not bound",
        source=SOURCE, share="form",
        options=("cpus_allowed", "cpumask", "cpus_allowed_policy", "numa_cpu_nodes", "numa_mem_policy"),
    ),
    fact(
        "job.buffers", "Buffers", "text", "Job",
        "Content of written blocks: random, zero, a pattern, n% compressible; with other buffer options",
        source=SOURCE, share="form",
        options=(
            "zero_buffers", "refill_buffers", "scramble_buffers", "buffer_pattern", "buffer_compress_percentage",
            "buffer_compress_chunk", "dedupe_percentage", "dedupe_mode", "dedupe_working_set_percentage",
            "dedupe_global",
        ),
    ),
    fact(
        "job.sync", "Synced writes", "text", "Job", "none, O_SYNC, O_DSYNC, or how often fio flushed: fsync=1",
        source=SOURCE, share="form",
        options=(
            "sync", "fsync", "fdatasync", "syncfs", "sync_file_range", "write_barrier", "end_fsync", "fsync_on_close",
            "readfua", "writefua",
        ),
    ),
    fact(
        "job.poll", "Polling", "text", "Job", "none, or how fio waited without interrupts: hipri, sqthread_poll",
        source=SOURCE, share="form", options=("hipri", "hipri_percentage", "sqthread_poll", "sqthread_poll_cpu"),
    ),
    fact(
        "job.size", "File size per job", "bytes", "Job",
        "Bytes that a job transfers or loops over: transferred/region if they differ, or % of its target",
        source=SOURCE_AND_FIGURES,
        options=("size", "io_size", "io_limit", "filesize", "number_ios", "fill_device", "fill_fs"),
    ),
    fact(
        "job.runtime_class", "Time limit", "text", "Job",
        "Configured run time, such as 60s; by size: until its bytes are transferred",
        source=SOURCE_AND_FIGURES, share="form",
        options=("runtime", "timeout"),
    ),
    fact(
        "job.span", "Span", "number", "Job", "Share of the measured device that the I/O was spread over", unit="%",
        source="job options and inventory", follows_from=("job.size", "drive.capacity", "drive.model"),
    ),
    fact(
        "job.verify", "Verification", "text", "Job", "none, or the checksum that fio wrote and checked, and how",
        source=SOURCE, share="form",
        options=(
            "verify", "do_verify", "verify_only", "verify_interval", "verify_offset", "verify_pattern", "verify_fatal",
            "verify_async", "verify_async_cpus", "verify_backlog", "verify_backlog_batch",
            "verify_state_load", "verify_header_seed", "verify_write_sequence",
            "experimental_verify", "trim_percentage", "trim_verify_zero", "trim_backlog", "trim_backlog_batch",
        ),
    ),
    fact(
        "job.rate", "Rate limit", "text", "Job",
        "none, or what limited fio: rate, rate_iops, thinktime, latency_target", source=SOURCE, share="form",
        options=(
            "rate", "rate_min", "rate_iops", "rate_iops_min", "rate_process", "rate_cycle", "rate_ignore_thinktime",
            "thinktime", "thinktime_spin", "thinktime_blocks", "thinktime_blocks_type", "thinktime_iotime",
            "latency_target", "latency_window", "latency_percentile", "latency_run",
        ),
    ),
)  # fmt: skip

STEADY: tuple[Factor, ...] = (
    fact("job.steady_state", "fio steady state", "text", "Job",
        "reached or not reached: whether fio's own steadystate criterion was met; absent when the job has none",
        source="output", share="form"),
)  # fmt: skip

# These two bind fio to processors or nodes: what job.cpus says.
BINDING = frozenset({"numactl", "taskset"})
# What stood before fio on its command line binds it to processors, memory, a group or a priority.
LAUNCHER = tuple(
    fact(
        f"launcher.{name}", name, "text", "Job", description, source="command line",
        share="form" if name in BINDING else "name", follows_from=("job.cpus",) if name in BINDING else (),
        none_when_known="job.cpus" if name in BINDING else None,
    )
    for name, description in (
        ("numactl", "Arguments of numactl before fio: nodes of processors and memory"),
        ("taskset", "Arguments of taskset before fio: processors"),
        ("cgexec", "Arguments of cgexec before fio: control groups"),
        ("chrt", "Arguments of chrt before fio: scheduling policy and priority"),
        ("ionice", "Arguments of ionice before fio: class and priority of I/O"),
        ("nice", "Arguments of nice before fio: priority"),
    )
)  # fmt: skip
