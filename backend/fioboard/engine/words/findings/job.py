"""Rules about limits that the job sets itself."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "rate-capped",
        "limits that the job sets itself",
        "limit",
        "rate or rate_iops is set and the figure is at least 95 % of the cap, or thinktime takes at least half of the "
        "jobs' time.",
        "fio HOWTO: rate, rate_iops, thinktime",
        ("measured", "cap", "pauses", "each pause"),
        Experiment(
            "Run the same job without its own limit",
            "The result should rise.",
            "If it does not change, the cap was not reached.",
            expects="rate_rises",
        ),
        {"reached": 0.95, "paused": 0.5},
        hidden_by="job_options",
    ),
)
