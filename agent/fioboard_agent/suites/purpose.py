"""The suite of a purpose: the jobs that its sources name, or the service where they name none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fioboard_agent.delivery.upload import Service, UnreachableError, make_printable
from fioboard_agent.errors import SetupError, UsageError
from fioboard_agent.jobs.sizes import parse_size
from fioboard_agent.suites.served_job import Wishes, read_job
from fioboard_agent.suites.workload import MAX_WORKLOADS, PURPOSE, Suite, Workload

RUNTIME_S = 60
_MIB = 1 << 20
_NOT_FOUND = 404


@dataclass(frozen=True)
class PurposeSuite:
    """A purpose's jobs, and how large a test file they need, as `1024m`."""

    suite: Suite
    size: str


def read_purpose(service: Service, purpose: str, wishes: Wishes) -> PurposeSuite:
    """Ask the service for the jobs of a purpose.

    Raises UsageError for one that it does not know, SetupError when it cannot be asked or is not understood,
    RefusedError for a job with an option that is not on the list."""
    try:
        answer = service.get_purpose_jobs(purpose)
    except UnreachableError as error:
        raise SetupError(f"{service.url} cannot be reached: {error}.") from None
    if answer.status == _NOT_FOUND and answer.sentence:
        raise UsageError(answer.sentence)
    if not answer.is_success:
        raise SetupError(f"{service.url} has no purpose jobs ({answer.status}): {answer.sentence}")
    try:
        return _build_suite(answer.body, wishes)
    except (KeyError, TypeError, ValueError):
        raise SetupError("The service's jobs cannot be read. Is the service older than this agent?") from None


def _build_suite(body: dict[str, Any], wishes: Wishes) -> PurposeSuite:
    jobs, repeats = body["jobs"], body["repeats"]
    if not isinstance(repeats, int) or not 0 < repeats <= 100 or not 0 < len(jobs) <= MAX_WORKLOADS:
        raise ValueError
    workloads = tuple(read_job(job, wishes, may_end_by_size=True) for job in jobs)
    title = make_printable(str(body["title"]))
    name = make_printable(str(body["id"]))
    # Never what is written before: a test file is our own, and a device has to be confirmed.
    if any(workload.before for workload in workloads):
        raise ValueError
    size = f"{max(_find_size(workload) for workload in workloads) // _MIB}m"
    suite = Suite(f"{PURPOSE}-{name}", f"Fast enough for {title}?", workloads, RUNTIME_S, size, repeats)
    return PurposeSuite(suite, size)


def _find_size(workload: Workload) -> int:
    """Find how many bytes of the target a job moves in; each clone has a part of its own where it says so."""
    size = parse_size(workload.option("size") or "") or _MIB
    step = parse_size(workload.option("offset_increment") or "0") or 0
    return max(_MIB, size + step * (workload.numjobs - 1))
