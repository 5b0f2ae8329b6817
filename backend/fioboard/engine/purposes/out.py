"""From cards and judgements to the JSON of lists and pages."""

from collections.abc import Sequence
from uuid import UUID

from fioboard import __version__
from fioboard.engine.answers.purpose import (
    JudgedPurposeOut,
    JudgedRequirementOut,
    PurposeJobOut,
    PurposeOut,
    PurposeSourceOut,
    PurposeVerdict,
    RequirementOut,
)
from fioboard.engine.purposes import sentences
from fioboard.engine.purposes.card import Purpose, Requirement
from fioboard.engine.purposes.job import PurposeJob, write_job_file
from fioboard.engine.purposes.judge import Judgement
from fioboard.engine.purposes.words import (
    describe_judgement,
    describe_need,
    describe_reason,
    describe_workload,
    write_command,
    write_suite_command,
)

_WORST_FIRST: tuple[PurposeVerdict, ...] = ("narrowly", "meets", "comfortable")


def get_version(purpose: Purpose) -> str:
    """Get the version of a purpose's card; a built-in one has the release's."""
    return purpose.version or __version__


def build_purpose(purpose: Purpose) -> PurposeOut:
    """Build a purpose with its requirements."""
    return {
        "id": purpose.id,
        "title": purpose.title,
        "is_own": purpose.is_own,
        "version": get_version(purpose),
        "notes": list(purpose.notes),
        "job": write_suite_command(purpose),
        "requirements": [_build_requirement(purpose, requirement) for requirement in purpose.requirement],
    }


def _build_requirement(purpose: Purpose, requirement: Requirement) -> RequirementOut:
    scale, amount = requirement.scale, requirement.amount
    return {
        "id": requirement.id,
        "title": requirement.title,
        "metric": requirement.metric,
        "unit": requirement.unit,
        "threshold": requirement.limit,
        "meets": requirement.meets,
        "comfortable": requirement.comfortable,
        "fails": requirement.fails,
        "is_recommended": requirement.is_recommended,
        "each": None if scale is None else scale.each,
        "counted_in": None if scale is None else scale.many,
        "amount_bytes": None if amount is None else amount.bytes,
        "workload": describe_workload(requirement),
        "command": write_command(requirement),
        "job_by": requirement.job_by,
        "judge": requirement.judge,
        "confidence": requirement.confidence,
        "traps": list(requirement.traps),
        "source": _build_source(purpose, requirement),
    }


def build_judged_purpose(
    purpose: Purpose,
    judgements: Sequence[Judgement],
    missing: tuple[Requirement, Judgement | None] | None,
    runs: Sequence[UUID | None] | None = None,
) -> JudgedPurposeOut:
    """Build what was measured says of a purpose. `runs`: the run of each judgement, where they are of several."""
    verdict = _decide_verdict(judgements, is_whole=missing is None)
    decisive = [one.margin for one in judgements if one.requirement.decides and one.margin is not None]
    return {
        "id": purpose.id,
        "title": purpose.title,
        "is_own": purpose.is_own,
        "version": get_version(purpose),
        "verdict": verdict,
        "margin": min(decisive, default=None),
        "requirements": [
            _build_judged(purpose, one, run_id)
            for one, run_id in zip(judgements, runs or [None] * len(judgements), strict=True)
        ],
        "reason": None if missing is None or verdict == "fails" else _describe_missing(*missing),
        "job": write_suite_command(purpose),
    }


def _decide_verdict(judgements: Sequence[Judgement], *, is_whole: bool) -> PurposeVerdict:
    """Decide by the worst requirement: one that fails is enough, any other verdict needs all of them."""
    verdicts: set[PurposeVerdict] = {
        "narrowly" if one.is_narrow and one.answer != "fails" else one.answer
        for one in judgements
        if one.answer is not None and one.requirement.decides
    }
    if "fails" in verdicts:
        return "fails"
    return next((one for one in _WORST_FIRST if is_whole and one in verdicts), "cannot_tell")


def _describe_missing(requirement: Requirement, near: Judgement | None) -> str:
    """Describe what is not known: no such job at all, or what differs in the one that comes near."""
    return (
        sentences.NO_JOB(workload=describe_workload(requirement)) if near is None else describe_reason(near)
    )


def _build_judged(purpose: Purpose, judgement: Judgement, run_id: UUID | None) -> JudgedRequirementOut:
    """Build a requirement beside what was measured. Raises ValueError where nothing was."""
    requirement, scale = judgement.requirement, judgement.requirement.scale
    if judgement.figure is None:
        raise ValueError(sentences.NOT_MEASURED(id=requirement.id))
    return {
        "id": requirement.id,
        "title": requirement.title,
        "answer": judgement.answer,
        "is_narrow": judgement.is_narrow,
        "is_settled": judgement.is_settled,
        "metric": requirement.metric,
        "unit": requirement.unit,
        "measured": judgement.figure,
        "is_bound": judgement.span.value is None,
        "threshold": requirement.limit,
        "margin": judgement.margin,
        "repeats": max(1, len(judgement.repeats)),
        "tail": [
            {
                "statistic": "max" if one.statistic == "max" else f"p{one.statistic:g}",
                "value": one.value,
                "is_over": one.is_over,
            }
            for one in judgement.tail
        ],
        "count": judgement.count,
        "counted_in": None if scale is None else scale.many,
        "seconds": judgement.seconds,
        "sentence": describe_judgement(purpose, judgement),
        "need": describe_need(judgement),
        "job_name": judgement.measurement.name,
        "run_id": run_id,
        "judge": requirement.judge,
        "traps": list(requirement.traps),
        "source": _build_source(purpose, requirement),
    }


def build_job(job: PurposeJob) -> PurposeJobOut:
    """Build a job for an agent."""
    return {
        "figure": job.figure + 1,
        "name": job.name,
        "rw": job.rw,
        "bs": job.bs,
        "iodepth": job.iodepth,
        "numjobs": job.numjobs,
        "rwmixread": job.rwmixread,
        "job_file": write_job_file(job),
    }


def _build_source(purpose: Purpose, requirement: Requirement) -> PurposeSourceOut:
    source = purpose.get_source(requirement)
    return {"title": source.title, "address": source.address, "dated": source.dated, "kind": source.kind}
