"""Rules about the page cache and what reads really reached."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "page-cache-read",
        "reads from the page cache",
        "trust",
        "A buffered read of at least 5 s of which the drives served less than 90 % by the kernel's own counters.",
        "fio HOWTO: direct, invalidate; Linux Documentation/admin-guide/iostats.rst",
        ("counted by fio", "served by the drives", "direct"),
        Experiment(
            "Run the same job with direct=1",
            "The figure is lower, and it is the drive's.",
            "If it does not change, the drives answered all the same.",
            expects="rate_falls",
        ),
        {"served": 0.90, "least ms": 1000},
        is_of_cache=True,
    ),
)
