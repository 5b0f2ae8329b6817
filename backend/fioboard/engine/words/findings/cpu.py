"""Rules about CPU time."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "cpu-saturated-job",
        "CPU time of the jobs",
        "limit",
        "User and system time of the jobs together are at least 95 % of one CPU per job (85 to 95 %: near).",
        "fio stat.c: usr and sys are shares of the jobs' own run time",
        ("CPUs for fio", "CPU of the jobs", "of it in the kernel", "jobs", "CPU per I/O"),
        Experiment(
            "Run twice as many jobs at the same total depth",
            "IOPS rise nearly in proportion if the CPU was the limit.",
            "If IOPS do not change, the limit is behind the CPU.",
            expects="rate_rises",
        ),
        {"full": 95.0, "near": 85.0, "least ms": 1000},
        "Polling engines spin at 100 % by design: silent for hipri, sqthread_poll and the user-space drivers.",
    ),
)
