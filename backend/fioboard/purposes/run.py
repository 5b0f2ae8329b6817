"""For what one run is fast enough: its jobs judged by every requirement."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fioboard.purposes.card import Purpose, Requirement
from fioboard.purposes.judge import Judgement, judge
from fioboard.purposes.measurement import Measurement
from fioboard.purposes.out import build_judgement, build_undecided
from fioboard.purposes.words import summarize
from fioboard.schemas.purpose import RunPurposesOut

Measured = tuple[Measurement, Sequence[Measurement]]
"""A job and its repeats."""


class Judged(NamedTuple):
    """What jobs say of purposes, the answers that say most first."""

    answered: list[tuple[Purpose, Judgement]]
    undecided: list[tuple[Purpose, Requirement, Judgement | None]]
    """The requirement, and the judgement of a job that comes near; None where there is none."""


def judge_run(measured: Sequence[Measured], purposes: Iterable[Purpose]) -> RunPurposesOut:
    """Judge the jobs of a run by every requirement of the purposes."""
    answered, undecided = judge_jobs(measured, purposes)
    return {
        "sentence": summarize(answered),
        "items": [build_judgement(purpose, one) for purpose, one in answered],
        "undecided": [build_undecided(*one) for one in undecided],
    }


def judge_jobs(measured: Sequence[Measured], purposes: Iterable[Purpose]) -> Judged:
    """Judge jobs by every requirement of the purposes, the one that says most for each."""
    judged = [
        (purpose, requirement, judge_best(requirement, measured))
        for purpose in purposes
        for requirement in purpose.requirement
    ]
    answered = [(purpose, one) for purpose, _, one in judged if one is not None and has_answer(one)]
    # The very job that a source states comes first, what somebody observed last.
    answered.sort(key=lambda pair: (not pair[1].requirement.decides, len(pair[1].differences)))
    spoken = {purpose.id for purpose, one in answered if one.requirement.decides}
    undecided: dict[str, tuple[Purpose, Requirement, Judgement | None]] = {}
    for purpose, requirement, one in judged:
        if purpose.id in spoken or (purpose.id in undecided and undecided[purpose.id][2] is not None):
            continue
        if purpose.id not in undecided or one is not None:
            undecided[purpose.id] = (purpose, requirement, one)
    return Judged(answered, list(undecided.values()))


def judge_best(requirement: Requirement, measured: Iterable[Measured]) -> Judgement | None:
    """Judge the jobs of a run by one requirement and keep the one that says most; None where none is about it."""
    judged = [one for job, others in measured if (one := judge(requirement, job, others)) is not None]
    # The job as asked for says more than a harder or easier one.
    return min(judged, key=lambda one: (one.answer == "cannot_tell", len(one.differences)), default=None)


def has_answer(judgement: Judgement) -> bool:
    """Whether a judgement has something to say: an answer, a count, a time, a recommendation that is missed."""
    if judgement.answer is not None:
        return judgement.answer != "cannot_tell" and judgement.figure is not None
    return judgement.figure is not None and judgement.requirement.fails is None
