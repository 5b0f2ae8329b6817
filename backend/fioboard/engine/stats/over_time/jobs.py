"""Which job of a run a series is of: by the number that fio gives each thread's logs, or by the job's name."""

import re
from collections.abc import Sequence

from fioboard.engine.answers.time_series import ClockJob

_NUMBER = re.compile(r"_(?:bw|iops|lat|clat|slat|clat_hist|lat_hist|slat_hist)\.(\d{1,9})\.log$")


def find_job(source: str, name: str, jobs: Sequence[ClockJob]) -> ClockJob | None:
    """Find the job of one series; None of samples, and where nothing tells."""
    if source == "samples":
        return None
    if len(jobs) == 1:
        return jobs[0]
    number = log_number(name) if source == "fio_log" else None
    if number is not None:
        return next((job for job in jobs if _has(job, number)), None)
    # A status interval stands under its job's name; a log that all threads share is named as somebody pleased.
    alike = [job for job in jobs if source == "status_interval" and job["name"] == name]
    return alike[0] if len(alike) == 1 else None


def log_number(name: str) -> int | None:
    """N of `x_bw.N.log`: fio counts its threads from 1, over all jobs; None of a log that they share."""
    match = _NUMBER.search(name)
    return None if match is None else int(match.group(1))


def _has(job: ClockJob, number: int) -> bool:
    first, last = job["first_log"], job["last_log"]
    return first is not None and last is not None and first <= number <= last
