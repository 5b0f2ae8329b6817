"""The card of a drive as jobs."""

from collections.abc import Iterable

from fioboard.schemas.spec_job import SpecJobOut, SpecJobsOut
from fioboard.specs.card import Card
from fioboard.specs.in_force import CardInForce, cards_of
from fioboard.specs.job import NoJob, SpecJob, job_file, jobs_of, size_of
from fioboard.specs.match import Drive


def jobs_for(drive: Drive, cards: Iterable[CardInForce]) -> SpecJobsOut:
    """Of the card that counts most: a person's own, then of the drive's capacity. Without a card, no jobs."""
    in_force = next(iter(cards_of(drive, cards)), None)
    if in_force is None:
        return {"card_id": None, "title": None, "jobs": [], "left_out": []}
    return jobs_of_card(in_force.card)


def jobs_of_card(card: Card) -> SpecJobsOut:
    """Of each figure its job, or why there is none."""
    told = list(jobs_of(card))
    return {
        "card_id": card.id,
        "title": card.title,
        "jobs": [_out(one) for one in told if isinstance(one, SpecJob)],
        "left_out": [f"{one.figure + 1}: {one.reason}" for one in told if isinstance(one, NoJob)],
    }


def _out(job: SpecJob) -> SpecJobOut:
    return {
        "figure": job.figure + 1,
        "metric": job.rating.metric,
        "rated": job.rating.value,
        "unit": job.rating.unit,
        "claim": job.rating.claim,
        "name": job.name,
        "rw": job.rw,
        "bs": size_of(job.bs_bytes),
        "iodepth": job.iodepth,
        "numjobs": job.numjobs,
        "rwmixread": job.rwmixread,
        "is_destructive": job.is_destructive,
        "before": [step.kind for step in job.before],
        "by_hand": list(job.by_hand),
        "assumed": list(job.assumed),
        "job_file": job_file(job),
    }
