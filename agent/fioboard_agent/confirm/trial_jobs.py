"""The jobs of a confirmation: the run's own, the same with the change, and what lays out their files."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Optional, Sequence

from fioboard_agent.benchmark.bench import SET_BY_AGENT
from fioboard_agent.confirm.service_answer import Asked
from fioboard_agent.errors import RefusedError, UsageError
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.jobs.model import FioJobs, JobSection
from fioboard_agent.jobs.option_catalogue import canonicalize

_REMOVED = "[removed]"


def build_base_jobs(asked: Asked) -> FioJobs:
    """Build the run's jobs again, each with its global options written out. Raises UsageError, RefusedError."""
    with tempfile.TemporaryDirectory(prefix="fioboard-confirm-") as folder:
        arguments = [
            _write_job_file(asked, Path(folder)) if not argument.startswith("-") else argument
            for argument in asked.argv[1:]
            if canonicalize(argument[2:].partition("=")[0]) not in SET_BY_AGENT or not argument.startswith("--")
        ]
        jobs = parse_arguments(arguments)
    if any(value == _REMOVED for section in jobs.sections for value in section.options.values()):
        raise RefusedError(
            "The run's command line contained a secret, which was not kept, so the run cannot be repeated."
        )
    return _write_sections(jobs.sections, jobs.fio_options)


def build_changed_jobs(jobs: FioJobs, options: Sequence[str]) -> FioJobs:
    """Build every job with the options, `direct=1` or `time_based`, in place of its own."""
    change = dict(_split(option) for option in options)
    sections = [JobSection(section.name, {**section.options, **change}) for section in jobs.sections]
    return _write_sections(sections, jobs.fio_options)


def build_layout_jobs(jobs: FioJobs) -> FioJobs:
    """Build jobs in which fio writes the files whole and measures nothing: holes measure no drive, and a first
    write costs more.
    """
    return build_changed_jobs(jobs, ("rw=read", "create_only=1"))


def _write_job_file(asked: Asked, folder: Path) -> str:
    if asked.job_file is None:
        raise RefusedError("The run's job file was not kept or is not text, so the run cannot be repeated.")
    path = folder / "job.fio"
    path.write_text(asked.job_file, encoding="utf-8")
    return str(path)


def _split(option: str) -> tuple[str, Optional[str]]:
    name, equals, value = option.partition("=")
    if not name or name.startswith("-"):
        raise UsageError(f"The service's change is not an fio option: {option}.")
    return canonicalize(name), value if equals else None


def _write_sections(sections: Sequence[JobSection], fio_options: dict[str, Optional[str]]) -> FioJobs:
    arguments = [_format_option(option, value) for option, value in fio_options.items()]
    for section in sections:
        arguments.append(f"--name={section.name}")
        arguments += [_format_option(option, value) for option, value in section.options.items() if option != "name"]
    return parse_arguments(arguments)


def _format_option(option: str, value: Optional[str]) -> str:
    return f"--{option}" if value is None else f"--{option}={value}"
