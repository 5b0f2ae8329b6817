"""For what one run is fast enough: its jobs judged by every requirement."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fioboard.engine.answers.purpose import RunPurposesOut
from fioboard.engine.purposes.card import Purpose, Requirement
from fioboard.engine.purposes.judge import Judgement, judge
from fioboard.engine.purposes.measurement import Measurement
from fioboard.engine.purposes.out import build_judged_purpose
from fioboard.engine.purposes.words import list_needed, summarize

Measured = tuple[Measurement, Sequence[Measurement]]
"""A job and its repeats."""


class Judged(NamedTuple):
    """What jobs say of one purpose."""

    purpose: Purpose
    judgements: list[Judgement]
    """Of the requirements that were measured, the decisive ones first."""
    missing: tuple[Requirement, Judgement | None] | None
    """A requirement that is needed and was not measured, with the judgement of a job that comes near; None: none."""


def judge_run(measured: Sequence[Measured], purposes: Iterable[Purpose]) -> RunPurposesOut:
    """Judge the jobs of a run by every requirement of the purposes."""
    judged = judge_jobs(measured, purposes)
    return {
        "sentence": summarize(list_pairs(judged)),
        "items": [build_judged_purpose(*one) for one in judged],
    }


def judge_jobs(measured: Sequence[Measured], purposes: Iterable[Purpose]) -> list[Judged]:
    """Judge jobs by every requirement of the purposes; the purposes that they say most of come first."""
    judged = [_judge_purpose(purpose, measured) for purpose in purposes]
    return sorted(judged, key=lambda one: (not one.judgements, *map(_rank, one.judgements[:1])))


def _judge_purpose(purpose: Purpose, measured: Sequence[Measured]) -> Judged:
    """Judge jobs by each requirement of a purpose, and find one that is missing for the whole."""
    answered: list[Judgement] = []
    unanswered: list[tuple[Requirement, Judgement | None]] = []
    for requirement in purpose.requirement:
        judgement = judge_best(requirement, measured)
        if judgement is not None and has_answer(judgement):
            answered.append(judgement)
        else:
            unanswered.append((requirement, judgement))
    # A limit that only rules out is needed by no purpose of which something else was measured.
    needed = list_needed(purpose) if answered else purpose.requirement
    candidates = [pair for pair in unanswered if pair[0] in needed]
    near = next((pair for pair in candidates if pair[1] is not None), None)
    return Judged(purpose, sorted(answered, key=_rank), near or next(iter(candidates), None))


def _rank(judgement: Judgement) -> tuple[bool, int]:
    """Rank the very job that a source states first, and what somebody observed last."""
    return not judgement.requirement.decides, len(judgement.differences)


def list_pairs(judged: Iterable[Judged]) -> list[tuple[Purpose, Judgement]]:
    """List every judgement with its purpose, those that say most first."""
    return [(one.purpose, judgement) for one in judged for judgement in one.judgements]


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
