"""Rules about how long and how much."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "too-short",
        "run time too short",
        "trust",
        "A result of less than 5 s and of fewer than 100,000 I/Os.",
        "a first guess: drives' caches take seconds to fill",
        ("run time",),
        Experiment(
            "Run the same job for a minute",
            "The result changes: the short run measured a cache or noise.",
            "If it does not change, the short result holds.",
            expects="rate_changes",
        ),
        {"least ms": 5000, "enough I/Os": 100_000},
        depends_on_speed=True,
    ),
    Rule(
        "steady-state-missed",
        "steady-state criterion of fio",
        "trust",
        "The job has a steadystate criterion, and fio ended it before that was met.",
        "fio HOWTO: steadystate, steadystate_duration",
        ("reached",),
        Experiment(
            "Run the same job for four times as long",
            "fio ends it early, once the criterion is met: that is its lasting figure.",
            "If it is never met, something beside the job changes.",
        ),
    ),
    Rule(
        "short-ios",
        "requests cut short or dropped",
        "trust",
        "At least 10 I/Os, and over 0.01 % of them, were cut short or dropped.",
        "fio HOWTO: issued rwts, short, dropped",
        ("cut short", "dropped", "I/Os"),
        None,
        {"count": 10, "share": 1e-4},
    ),
)
