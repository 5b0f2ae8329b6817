"""Rules about limits that the job sets itself."""

from fioboard.vocabulary.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "rate-capped",
        "limits that the job sets itself",
        "limit",
        "rate, rate_iops or thinktime is set and the figure is at least 95 % of the cap.",
        "fio HOWTO: rate, rate_iops, thinktime",
        ("measured", "cap"),
        Experiment(
            "The same job without its own limit", "The figure rises.", "If it stays, the cap was not reached."
        ),
        {"reached": 0.95},
        hidden_by="job_options",
    ),
)
