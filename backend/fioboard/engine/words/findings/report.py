"""Rules about what the tool itself reported of its jobs."""

from fioboard.engine.words.findings.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "job-error",
        "errors of the jobs",
        "trust",
        "A job ended with an error: its figures end where it failed.",
        "fio: error of each job",
        ("error",),
    ),
    Rule(
        "misleading-name",
        "names of the jobs",
        "trust",
        "A job's name says random and it ran in order, or the other way round.",
        "job name against rw",
        ("ran as",),
        hidden_by="job_options",
    ),
)
