"""Rules about the state of drives before the run, and about blocks that are met again."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "fresh-drive",
        "how often the drive was written over",
        "trust",
        "Writes to an SSD that had been written less than twice over in its life.",
        "SNIA Solid State Storage Performance Test Specification: twice the capacity before measuring",
        ("written before", "size of the drive"),
        Experiment(
            "Write the whole drive twice, then the same job",
            "The figure falls to what the drive sustains.",
            "If it does not change, the drive was not helped by being new.",
            is_destructive=True,
        ),
        {"times": 2},
        "A drive that was sanitized keeps its counters: that cannot be seen.",
        may_name_devices=True,
    ),
    Rule(
        "unwritten-read",
        "blocks that nobody had written",
        "trust",
        "Reads of a whole drive went over more bytes than were ever written to it.",
        "NVM Express NVM Command Set Specification: deallocated blocks are answered without the medium",
        ("written before", "read over"),
        Experiment(
            "Write the range once, then the same job",
            "The figure falls to that of blocks that hold data.",
            "If it does not change, blocks without data cost the same here.",
            is_destructive=True,
        ),
        hidden_by="job_options",
        may_name_devices=True,
        depends_on_speed=True,
    ),
    Rule(
        "random-repeats",
        "re-reads of the same blocks",
        "trust",
        "Random I/O went over its range at least twice: later passes can come from caches. Direct I/O on drives of "
        "this machine counts only below 8 GiB for each drive: no drive or controller has a larger cache.",
        "fio HOWTO: norandommap, size, time_based",
        ("moved", "range"),
        Experiment(
            "Run the same job over a range that it does not finish",
            "The figure stays: no cache helped.",
            "If it falls, later passes came from a cache.",
        ),
        {"passes": 2, "cache bytes": 8 * 2**30},
        hidden_by="job_options",
        depends_on_speed=True,
    ),
)
