"""The job of a run that the service has, fetched to be run again. The service is not trusted to be harmless."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Optional

from fioboard_agent.delivery.upload import Answer, Service, UnreachableError, make_printable
from fioboard_agent.errors import RefusedError, SetupError
from fioboard_agent.jobs.ini import parse_job_file
from fioboard_agent.jobs.model import JobSection
from fioboard_agent.jobs.served_policy import require_served_options

# What names a place on the other host, and what has no effect on a measurement.
PLACES = frozenset({"filename", "directory", "filename_format", "nrfiles", "name", "description"})
_JOB_NAME = re.compile(r"(?!global)[A-Za-z0-9][A-Za-z0-9 ._()=,-]{0,63}")
MAX_SECTIONS = 64
_DURATION = re.compile(r"(\d{1,6})([smh])", re.ASCII)
_SECONDS = {"s": 1, "m": 60, "h": 3600}
# Logs of rates that the agent adds where hosts start together, by the beginning of their names.
LOG_PREFIX = "fioboard"
OWN_LOGS = frozenset({"write_bw_log", "write_iops_log", "log_avg_msec"})


@dataclass(frozen=True)
class StoredJob:
    """How a run was made: its options as a job file, the fio that ran it, and where it is shown."""

    job_file: str
    url: str
    fio_version: Optional[str] = None
    host: Optional[str] = None


def fetch_job(service: Service, run_id: str) -> StoredJob:
    """Fetch a run's job. Raises SetupError when the service cannot be asked, RefusedError when it has no such job."""
    try:
        answer = service.get_job(run_id)
    except UnreachableError as error:
        raise SetupError(f"{service.url} cannot be reached: {error}.") from None
    return read_stored_job(answer, service.url)


def read_stored_job(answer: Answer, server: str) -> StoredJob:
    """Read the service's answer about a run's job. Raises RefusedError or SetupError."""
    if answer.status in {401, 403, 404}:
        raise RefusedError(f"{server} does not give this host the run's job: {answer.sentence}")
    if not answer.is_success:
        raise SetupError(f"{server} did not send the run's job ({answer.status}): {answer.sentence}")
    body = answer.body
    if body.get("job_file") is None:
        raise RefusedError("The service does not know the run's options, so the run cannot be repeated.")
    if not isinstance(body["job_file"], str):
        raise SetupError("The service's answer cannot be read. Is the service older than this agent?")
    return StoredJob(
        body["job_file"], _read_text(body, "url") or server, _read_text(body, "fio_version"), _read_text(body, "host")
    )


def read_sections(job: StoredJob) -> tuple[JobSection, ...]:
    """Read the job's sections without the places of the host that ran it. Raises RefusedError and UsageError."""
    sections = parse_job_file(job.job_file).sections
    if len(sections) > MAX_SECTIONS:
        raise RefusedError(f"The run has {len(sections)} jobs; at most {MAX_SECTIONS} can be repeated.")
    return tuple(
        build_section(
            one.name,
            number,
            {key: value for key, value in one.options.items() if key not in _list_own_logs(one)},
        )
        for number, one in enumerate(sections, start=1)
    )


def normalize_spelling(option: str, value: Optional[str]) -> Optional[str]:
    """Return a value as the list of served options has it, where fio takes another spelling for the same: `readwrite`,
    `runtime=2m`, `iodepth=01`."""
    if value is None:
        return None
    if option == "rw" and value == "readwrite":
        return "rw"
    if option in {"iodepth", "numjobs"} and value.isascii() and value.isdecimal():
        return value.lstrip("0") or value
    duration = _DURATION.fullmatch(value) if option in {"runtime", "ramp_time"} else None
    if duration is not None:
        return str(int(duration.group(1)) * _SECONDS[duration.group(2)])
    return value


def _list_own_logs(section: JobSection) -> frozenset[str]:
    """List the options of logs that the agent itself had added."""
    return OWN_LOGS if section.options.get("write_bw_log") == LOG_PREFIX else frozenset()


def build_section(name: object, number: int, options: dict[str, Optional[str]]) -> JobSection:
    """Return a section without places; one whose name is none that fio may be given is called by its number."""
    is_plain = isinstance(name, str) and _JOB_NAME.fullmatch(name) is not None
    kept = {key: normalize_spelling(key, value) for key, value in options.items() if key not in PLACES}
    return JobSection(str(name) if is_plain else f"job-{number}", kept)


def require_served_sections(job: StoredJob) -> tuple[JobSection, ...]:
    """Read the sections; RefusedError for every option that a job from the service may not set."""
    for section in parse_job_file(job.job_file).sections:
        if not _JOB_NAME.fullmatch(section.name):
            raise RefusedError(f"A job of the run is called {section.name[:64]!a}; it cannot be repeated.")
    sections = read_sections(job)
    for section in sections:
        require_served_options({key: "1" if value is None else value for key, value in section.options.items()})
    return sections


def _read_text(body: dict[str, Any], key: str) -> Optional[str]:
    value = body.get(key)
    return make_printable(value) if isinstance(value, str) else None
