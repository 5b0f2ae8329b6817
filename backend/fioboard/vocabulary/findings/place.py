"""Rules about where fio ran."""

from fioboard.vocabulary.findings.rule import Experiment, Rule

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
        "fio could run on another socket than the drives hang on.",
        "ACPI SLIT and packages; nodes of one socket share its fabric",
        ("fio's nodes", "drives' nodes"),
        Experiment(
            "The same job with cpus_allowed of the drives' socket",
            "The figure rises.",
            "If it stays, the sockets' link is wide enough for this run.",
        ),
    ),
)
