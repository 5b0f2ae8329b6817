"""Rules about where fio ran."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "not-pinned",
        "whether fio was pinned",
        "note",
        "Several NUMA nodes, and nothing says that fio was pinned.",
        "job options and launchers",
        ("drives' nodes",),
    ),
    Rule(
        "remote-numa-node",
        "the node fio ran on",
        "cause",
        "fio could run on another socket than that of the drives (a warning), or only on other nodes of theirs.",
        "ACPI SLIT and packages; nodes of one socket share its fabric",
        ("fio's nodes", "drives' nodes", "distance"),
        Experiment(
            "Run the same job with cpus_allowed of the drives' socket",
            "The result should rise.",
            "If it does not change, the sockets' link is wide enough for this run.",
            expects="rate_rises",
        ),
    ),
    Rule(
        "nps-test",
        "NUMA nodes per socket",
        "cause",
        "An EPYC with one node per socket, four or more drives below one port, reads of at least 128 KiB under 60 % "
        "of the path, and no limit found.",
        "two EPYC machines: NPS4 lifted 7-9 to 28.4 GB/s and 6 to 13.3 GB/s",
        ("nodes per socket", "drives", "measured", "path limit"),
        Experiment(
            "Run the same job with NPS4 in the BIOS",
            "The figure rises two to three times.",
            "If it does not change, the number of nodes is not what holds it.",
            expects="rate_rises",
        ),
        {"drives": 4, "share": 0.6, "large block bytes": 131_072},
        "It depends on the generation; programs that need the whole memory may lose.",
    ),
)
