"""Rules about fio itself."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "old-tool",
        "faults of old releases of fio",
        "note",
        "The release of fio has a fault that touches this run: openfiles before 3.26, hipri with fdatasync before "
        "3.35, sqthread_poll with several I/Os in flight before 3.36 (warnings); a busy CPU before 3.34, fsync "
        "before 3.38, rate_iops with bssplit before 3.42, KB of 1024 bytes before 3.0.",
        "axboe/fio, commits 4ef1562a, 870ea002, 10bad6b9, 2f5102a5, 673159e6, 3a0e8ddf",
        ("fio", "fixed in"),
        Experiment(
            "Run the same job with the latest release of fio",
            "The result should differ.",
            "If it does not change, the fault did not touch this run.",
        ),
        wrong_when="A distribution mended its older release.",
        hidden_by="job_options",
    ),
)
