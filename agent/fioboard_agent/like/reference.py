"""The run that another is to be like: by its id or page, or by a share link. None of it is trusted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Optional

from fioboard_agent.delivery.config import Config, require_server
from fioboard_agent.delivery.upload import Answer, Service, UnreachableError, make_printable
from fioboard_agent.errors import RefusedError, SetupError
from fioboard_agent.jobs.model import JobSection
from fioboard_agent.serve.stored_job import MAX_SECTIONS, build_section, fetch_job, read_sections

_SHARE_LINK = re.compile(r"(?P<server>https?://[^\s?#]+)/s/(?P<token>[A-Za-z0-9_-]{16,128})/?(?:[?#].*)?")


@dataclass(frozen=True)
class Reference:
    """How a run was made, without the places of its host. `run_id`: of the service that gets the new run; None = the
    run came by a share link."""

    sections: tuple[JobSection, ...]
    url: str
    fio_version: Optional[str] = None
    run_id: Optional[str] = None


def is_share_link(text: str) -> bool:
    """Whether a text is the address of a shared page."""
    return _SHARE_LINK.fullmatch(text) is not None


def fetch_run(service: Service, run_id: str) -> Reference:
    """Fetch the job of a run of the service. Raises SetupError, RefusedError and UsageError."""
    job = fetch_job(service, run_id)
    return Reference(read_sections(job), job.url, job.fio_version, run_id)


def fetch_share(link: str, allow_http: bool, ca_file: Optional[str]) -> Reference:
    """Fetch what a share link shows of its one run; no token of this host is sent. Raises SetupError, RefusedError."""
    match = _SHARE_LINK.fullmatch(link)
    if match is None:
        raise SetupError("The address is not a share link.")
    require_server(match["server"], allow_http)
    service = Service(Config(server=match["server"], ca_file=ca_file))
    try:
        answer = service.get_shared(match["token"])
    except UnreachableError as error:
        raise SetupError(f"{service.url} cannot be reached: {error}.") from None
    return read_share(answer, f"{match['server']}/s/{match['token']}")


def read_share(answer: Answer, link: str) -> Reference:
    """Read the one run of a share. Raises SetupError, and RefusedError where there is none that could be run."""
    if answer.status in {401, 403, 404, 410}:
        raise RefusedError(f"The share link does not open: {answer.sentence}")
    runs = answer.body.get("runs")
    if not answer.is_success or not isinstance(runs, list):
        raise SetupError(f"The service did not say what the link shows ({answer.status}): {answer.sentence}")
    if len(runs) != 1 or not isinstance(runs[0], dict):
        raise RefusedError(f"The link shows {len(runs)} runs; --like takes a link that shows one.")
    jobs = runs[0].get("jobs")
    sections = [_read_job(job, number) for number, job in enumerate(jobs if isinstance(jobs, list) else [], start=1)]
    if not sections or len(sections) > MAX_SECTIONS:
        raise RefusedError(f"The link shows {len(sections)} jobs; 1 to {MAX_SECTIONS} can be run.")
    version = runs[0].get("fio version")
    fio_version = make_printable(version) if runs[0].get("tool") == "fio" and isinstance(version, str) else None
    return Reference(tuple(sections), link, fio_version)


def _read_job(job: Any, number: int) -> JobSection:
    options = job.get("job options") if isinstance(job, dict) else None
    if not isinstance(options, dict) or not options:
        raise RefusedError("The link does not show fio's options.")
    return build_section(
        job.get("jobname"),
        number,
        {str(key): value if isinstance(value, str) else None for key, value in options.items()},
    )
