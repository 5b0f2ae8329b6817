"""Rules about the queue: what was asked for and what was in flight."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "depth-ignored",
        "whether the engine can queue",
        "trust",
        "A synchronous engine with iodepth above 1.",
        "fio HOWTO: iodepth",
        ("iodepth", "jobs"),
        Experiment(
            "Run the same job with ioengine=io_uring",
            "The depth takes effect and the figure changes.",
            "If it does not change, one I/O per job was enough.",
            expects="rate_changes",
        ),
        hidden_by="job_options",
    ),
    Rule(
        "async-buffered",
        "whether libaio can queue",
        "trust",
        "libaio with iodepth above 1 and without direct=1.",
        "fio HOWTO: libaio, iodepth",
        ("iodepth", "direct"),
        Experiment(
            "Run the same job with direct=1",
            "The depth takes effect and the figure changes.",
            "If it does not change, the page cache answered at once.",
            expects="rate_changes",
        ),
        hidden_by="job_options",
    ),
    Rule(
        "depth-not-reached",
        "whether the queue was filled",
        "trust",
        "Direct I/O that reaches the drives, of an engine that queues, iodepth of at least 4, nothing that paces it, "
        "CPU below 85 %, and on "
        "average less than half of it in flight; or all of it, of which fewer than 2, and at most a quarter, were "
        "at the drives.",
        "Little's law on fio's own latencies; fio HOWTO: iodepth",
        ("in flight", "asked for", "at the drives"),
        Experiment(
            "Run the same job with ioengine=io_uring",
            "More is in flight and the figure rises.",
            "If it does not change, something above the drive lets through no more.",
            expects="rate_rises",
        ),
        {
            "depth": 4,
            "share": 0.5,
            "busy": 0.85,
            "least ms": 5000,
            "serial": 2.0,
            "times": 4,
            "own time": 0.5,
        },
        hidden_by="job_options",
    ),
)
