"""Rules about other I/O on the drives of the run."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "device-did-more",
        "other requests on the drives",
        "trust",
        "During direct I/O of at least 5 s the drives moved over 15 % more than fio asked of them, or in a direction "
        "that fio did not use at least 5 % of what it moved.",
        "Linux Documentation/admin-guide/iostats.rst; fio's disk statistics, or samples",
        ("moved by fio", "moved by the drives"),
        Experiment(
            "Look who else uses the drives (pidstat -d 1), stop it, then the same job",
            "The figure rises and the drives move what fio asks.",
            "If it does not change, the layers below fio add this themselves.",
            expects="rate_rises",
        ),
        {"more": 1.15, "other direction": 0.05},
        "Layers with parity, snapshots or compression, and writes to a file system, move more alone: silent there.",
        is_disturbance=True,
    ),
)
