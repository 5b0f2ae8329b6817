"""Factors of the measurement itself: who measured with what, and fio's job options."""

from fioboard.vocabulary.factors.factor import Factor, option

JOB: tuple[Factor, ...] = (
    Factor("host", "Host", "text", "The host's name", "Run", "upload", lambda s: s.host_name, share="name"),
    Factor("tool", "Tool", "text", "The program that measured", "Run", "output", lambda s: s.tool_name, share="form"),
    Factor("tool.version", "Tool version", "text", "Its version as printed", "Run", "output",
        lambda s: s.tool_version, share="form", follows_from=("tool",)),
    option("rw", "I/O pattern", "text", "fio's rw: read, write, randread, randwrite, randrw, trim, …", share="form"),
    option("bs", "Block size", "bytes", "Block size; as typed when it is a range or a list"),
    option("iodepth", "Queue depth", "number", "I/Os kept in flight per job"),
    option("numjobs", "Jobs", "number", "Clones of a job"),
    option("ioengine", "I/O engine", "text", "How fio talks to the kernel", share="form"),
    option("direct", "Direct I/O", "flag", "Whether the page cache was bypassed (O_DIRECT)"),
)  # fmt: skip
