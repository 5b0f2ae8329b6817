"""What the tool reported of its jobs: errors, and names that say another thing than what ran."""

from collections.abc import Iterator

from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement
from fioboard.engine.rules.rule import Rule
from fioboard.engine.rules.sentences.verdicts import FAILED, MISNAMED, NOT_WHOLE, WENT_ON

RANDOM, IN_ORDER = "random", "in order"


def judge_job_error(facts: RunFacts) -> Iterator[Judgement]:
    """Judge the jobs' own error codes, or what the reader remarked of a run that failed before it gave figures."""
    if not facts.is_fio:
        return
    codes = {(r.group, r.job_name): r.error for r in facts.results if r.error}
    reported = [problem for problem in facts.problems if problem.error == "JobError"]
    failed = max(len(codes), len(reported))
    if not failed:
        yield FINE
        return
    has_gone_on = bool(facts.results) and all(
        r.job_options.get("continue_on_error", "none") not in {"none", "0"} for r in facts.results if r.error
    )
    yield Finding(
        "job-error",
        "warning",
        WENT_ON(jobs=failed) if has_gone_on else FAILED(jobs=failed),
        tuple(Evidence("error", code, None, "result") for code in dict.fromkeys(codes.values())),
        headline=None if has_gone_on else NOT_WHOLE(jobs=failed),
    )


def judge_misleading_name(facts: RunFacts) -> Iterator[Judgement]:
    """Judge a job's name that says another thing than what ran, as the reader of outputs remarked it."""
    if not facts.is_fio or not facts.results:
        return
    misleading = {problem.where for problem in facts.problems if problem.error == "MisleadingName"}
    named = next((r for r in facts.results if r.where in misleading and r.rw), None)
    if named is None or named.rw is None:
        yield FINE
        return
    is_random = named.rw.startswith("rand")
    yield Finding(
        "misleading-name",
        "warning",
        MISNAMED(named=IN_ORDER if is_random else RANDOM, ran=RANDOM if is_random else IN_ORDER),
        (Evidence("ran as", named.rw, None, "result"),),
    )


DECLARED = (
    Rule(
        "job-error",
        "job errors",
        "trust",
        "A job ended with an error: its figures end where it failed.",
        "fio: error of each job",
        ("error",),
        judge=judge_job_error,
        templates=(FAILED, WENT_ON),
    ),
    Rule(
        "misleading-name",
        "misleading job names",
        "trust",
        "A job's name says random and it ran in order, or the other way round.",
        "job name against rw",
        ("ran as",),
        hidden_by="job_options",
        judge=judge_misleading_name,
        templates=(MISNAMED,),
    ),
)
HEADLINES = (NOT_WHOLE,)
