"""Rules about how full the queues were."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "in-flight",
        "I/Os in flight",
        "note",
        "Always where latency and depth are known: IOPS times mean latency, of iodepth times jobs.",
        "Little's law on fio's own latencies",
        ("in flight", "possible", "at the drives"),
        thresholds={"most": 1.1},
        wrong_when="What fio holds in flight may wait above the drive: see how many were at the drives.",
        hidden_by="job_options",
    ),
    Rule(
        "device-queue-full",
        "room in the queues of the drives",
        "limit",
        "A drive held on average at least 90 % of the commands that it takes at a time: 32 on SATA, queues times "
        "entries on NVMe.",
        "ATA native command queuing; NVM Express Base Specification: CAP.MQES",
        ("commands held", "commands at a time"),
        Experiment(
            "Run the same job at half the depth",
            "The figure stays and the latency halves: more depth gains nothing.",
            "If the figure falls, the depth is needed.",
        ),
        {"full": 0.9},
    ),
)
