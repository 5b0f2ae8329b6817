"""From cards and judgements to the JSON of lists and pages."""

from fioboard import __version__
from fioboard.purposes.card import Purpose, Requirement
from fioboard.purposes.job import PurposeJob, write_job_file
from fioboard.purposes.judge import Judgement
from fioboard.purposes.words import (
    describe_judgement,
    describe_need,
    describe_reason,
    describe_workload,
    write_command,
    write_suite_command,
)
from fioboard.schemas.purpose import (
    PurposeJobOut,
    PurposeJudgementOut,
    PurposeOut,
    PurposeSourceOut,
    PurposeUndecidedOut,
    RequirementOut,
)


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
        "command": write_suite_command(purpose),
        "requirements": [_build_requirement(purpose, requirement) for requirement in purpose.requirement],
    }


def _build_requirement(purpose: Purpose, requirement: Requirement) -> RequirementOut:
    scale, amount = requirement.scale, requirement.amount
    return {
        "id": requirement.id,
        "title": requirement.title,
        "metric": requirement.metric,
        "unit": requirement.unit,
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


def build_judgement(purpose: Purpose, judgement: Judgement) -> PurposeJudgementOut:
    """Build what a run says of a requirement; its figure is known."""
    requirement, scale = judgement.requirement, judgement.requirement.scale
    return {
        "purpose_id": purpose.id,
        "purpose": purpose.title,
        "is_own": purpose.is_own,
        "version": get_version(purpose),
        "requirement_id": requirement.id,
        "requirement": requirement.title,
        "answer": judgement.answer,
        "is_narrow": judgement.is_narrow,
        "is_settled": judgement.is_settled,
        "metric": requirement.metric,
        "unit": requirement.unit,
        "value": judgement.figure or 0.0,
        "is_bound": judgement.span.value is None,
        "limit": requirement.limit,
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
        "judge": requirement.judge,
        "traps": list(requirement.traps),
        "source": _build_source(purpose, requirement),
    }


def build_undecided(
    purpose: Purpose, requirement: Requirement, judgement: Judgement | None
) -> PurposeUndecidedOut:
    """Build why a run says nothing of a purpose. `judgement`: of a job that comes near; None where there is none."""
    reason = (
        describe_reason(judgement) if judgement is not None else f"no job of {describe_workload(requirement)}"
    )
    return {
        "purpose_id": purpose.id,
        "purpose": purpose.title,
        "is_own": purpose.is_own,
        "version": get_version(purpose),
        "reason": reason,
        "command": write_suite_command(purpose),
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
