"""Rules about requests that one I/O becomes."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "split-io",
        "requests that one read becomes",
        "limit",
        "Direct reads of at least 128 KiB became two or more requests of the drives each.",
        "fio's disk statistics: reads of the lowest devices over fio's own",
        ("reads of fio", "requests of the drives"),
        Experiment(
            "Run the same job with blocks of one request and the depth raised in proportion",
            "CPU time per byte falls.",
            "If it does not change, splitting costs little here.",
        ),
        {"requests": 2, "large block bytes": 131072, "own": 1.15},
        "Something else read from the drives, where the counters tell requests alone.",
    ),
    Rule(
        "direct-ignored",
        "whether direct reads reached the drives",
        "trust",
        "direct=1 for at least 5 s, and the drives served less than 90 % of the reads by the kernel's own counters.",
        "fio HOWTO: direct; Linux Documentation/admin-guide/iostats.rst",
        ("counted by fio", "served by the drives"),
        Experiment(
            "Run the same job after the file was written whole",
            "The figure is lower: holes had been read.",
            "If it does not change, a cache above the drives answers.",
        ),
        {"served": 0.90},
        "A part of the target is on a file server, which the counters do not hold.",
    ),
)
