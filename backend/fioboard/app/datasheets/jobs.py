"""The card of a drive as jobs."""

from collections.abc import Iterable

from fioboard.engine.answers.spec_job import SpecJobOut, SpecJobsOut
from fioboard.engine.hardware.datasheets.card import Card
from fioboard.engine.hardware.datasheets.in_force import CardInForce, find_cards
from fioboard.engine.hardware.datasheets.job import NoJob, SpecJob, format_size, job_file, list_jobs
from fioboard.engine.hardware.datasheets.match import Drive


def build_jobs(drive: Drive, cards: Iterable[CardInForce]) -> SpecJobsOut:
    """Build the jobs of the card that counts most: a person's own, then of the drive's capacity. Without a card,
    no jobs.
    """
    in_force = next(iter(find_cards(drive, cards)), None)
    if in_force is None:
        return {"card_id": None, "title": None, "jobs": [], "left_out": []}
    return jobs_of_card(in_force.card)


def jobs_of_card(card: Card) -> SpecJobsOut:
    """Of each figure its job, or why there is none."""
    jobs = list(list_jobs(card))
    return {
        "card_id": card.id,
        "title": card.title,
        "jobs": [_build_job(one) for one in jobs if isinstance(one, SpecJob)],
        "left_out": [f"{one.figure + 1}: {one.reason}" for one in jobs if isinstance(one, NoJob)],
    }


def _build_job(job: SpecJob) -> SpecJobOut:
    return {
        "figure": job.figure + 1,
        "metric": job.rating.metric,
        "rated": job.rating.value,
        "unit": job.rating.unit,
        "claim": job.rating.claim,
        "name": job.name,
        "rw": job.rw,
        "bs": format_size(job.bs_bytes),
        "iodepth": job.iodepth,
        "numjobs": job.numjobs,
        "rwmixread": job.rwmixread,
        "is_destructive": job.is_destructive,
        "before": [step.kind for step in job.before],
        "by_hand": list(job.by_hand),
        "assumed": list(job.assumed),
        "job_file": job_file(job),
    }
