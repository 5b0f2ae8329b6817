"""Rules about jobs that run beside each other."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "same-blocks",
        "whether jobs have blocks of their own",
        "trust",
        "Sequential jobs of one group go over one file from one offset, and nothing sets them apart.",
        "fio HOWTO: offset_increment, filename",
        ("jobs on one file",),
        Experiment(
            "Run the same job with offset_increment of the size over the jobs",
            "The figure is lower: a cache had answered.",
            "If it does not change, the drive did all of it.",
            expects="rate_falls",
        ),
        hidden_by="job_options",
    ),
    Rule(
        "jobs-not-together",
        "whether the jobs ran together",
        "trust",
        "Clones of a job whose run times differ by more than a tenth and by at least a second.",
        "fio HOWTO: time_based",
        ("shortest", "longest"),
        Experiment(
            "Run the same job with time_based and a runtime",
            "The jobs end together, and the sum is of one time.",
            "If not, a job failed: look at its error.",
        ),
        {"apart ms": 1000},
        depends_on_speed=True,
    ),
)
