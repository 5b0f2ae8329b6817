"""Rules about drives that worked together."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "slowest-member",
        "equal load on all drives",
        "trust",
        "The fastest drive of the target moved over 10 % more than the slowest; or, at loads within 10 % of each "
        "other, one took over 1.5 times as long for a request as the median of the others.",
        "samples of the kernel's counters, per drive; fio's own disk statistics where the run was imported",
        (),
        Experiment(
            "Test the slow drive alone, in another bay",
            "It is as fast as the others: bay or cable.",
            "If it stays slow, it is the drive.",
        ),
        {"uneven": 1.10, "idle below": 1e6, "wait": 1.5, "idle requests": 10, "least requests": 1000},
        may_name_devices=True,
    ),
)
