"""Factors of the measurement itself: who measured with what, and fio's job options."""

from fioboard.vocabulary.factors.factor import Factor, fact, option

JOB: tuple[Factor, ...] = (
    Factor("host", "Host", "text", "The host's name", "Run", "upload", lambda s: s.host_name, share="name"),
    Factor("tool", "Tool", "text", "The program that measured", "Run", "output", lambda s: s.tool_name, share="form"),
    Factor("tool.version", "Tool version", "text", "Its version as printed", "Run", "output",
        lambda s: s.tool_version, share="form", follows_from=("tool",)),
    fact("source", "Source", "text", "Run", "typed: a person typed the figures; absent when a tool's output holds them",
        source="upload", share="form"),
    fact("typed.by", "Typed by", "text", "Run", "Who typed the figures; absent when a tool's output holds them",
        source="upload", share="name"),
    Factor(
        "target", "Measured target", "text", "Files, devices or directories that the output names, where no inventory "
        "tells more of them", "Target", "output", lambda s: s.target, share="name",
    ),
    option("rw", "I/O pattern", "text", "fio's rw: read, write, randread, randwrite, randrw, trim, …", share="form"),
    option("bs", "Block size", "bytes", "Block size; as typed when it is a range or a list"),
    option("iodepth", "Queue depth", "number", "I/Os kept in flight per job"),
    option("numjobs", "Jobs", "number", "Clones of a job"),
    option("ioengine", "I/O engine", "text", "How fio talks to the kernel", share="form"),
    option("direct", "Direct I/O", "flag", "Whether the page cache was bypassed (O_DIRECT)"),
)  # fmt: skip

# What stood before fio on its command line binds it to processors, memory, a group or a priority.
LAUNCHER = tuple(
    fact(
        f"launcher.{name}", name, "text", "Job", description, source="command line",
        share="form" if name in {"numactl", "taskset"} else "name",
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
