"""fio's command line notation: `--name=x --rw=read …` or `[fio options] JOBFILE`."""

from __future__ import annotations

from pathlib import Path
from typing import Optional

from fioboard_agent.errors import UsageError
from fioboard_agent.jobs.includes import read_job_text
from fioboard_agent.jobs.ini import parse_job_file
from fioboard_agent.jobs.model import (
    FioJobs,
    JobSection,
    require_full_name,
    require_one_filename,
    require_plain_text,
)
from fioboard_agent.jobs.option_catalogue import NOT_A_RUN, PROGRAM_OPTIONS, canonicalize


def parse_arguments(arguments: list[str]) -> FioJobs:
    """Understand what fio would make of these arguments; UsageError when that is not beyond doubt."""
    fio_options: dict[str, Optional[str]] = {}
    only_sections: list[str] = []
    job_options: list[tuple[str, Optional[str]]] = []
    job_files: list[str] = []
    for argument in arguments:
        if not argument.startswith("-"):
            job_files.append(argument)
            continue
        require_plain_text(argument, "An argument")
        option, value = _split(argument)
        if option == "section" and value:
            only_sections.append(value)
        elif option in PROGRAM_OPTIONS:
            if option in NOT_A_RUN:
                raise UsageError(f"--{option} runs no job; call fio itself for that.")
            if fio_options.get(option, value) != value:
                raise UsageError(f"--{option} is given twice; give it once.")
            fio_options[option] = value
        else:
            require_full_name(option)
            job_options.append((option, value))
    if job_files:
        return _read_job_file(job_files, job_options, only_sections, fio_options)
    if only_sections:
        # fio would give the options of a section left out to all the others (init.c, parse_cmd_line).
        raise UsageError("--section picks sections of a job file; leave out the jobs that you do not want.")
    return FioJobs(
        sections=_split_sections(job_options),
        fio_options=fio_options,
        arguments=tuple(_format_option(option, value) for option, value in job_options),
    )


def _split(argument: str) -> tuple[str, Optional[str]]:
    if not argument.startswith("--") or argument == "--":
        raise UsageError(f"Write fio's options with two dashes: {argument} is not clear.")
    option, equals, value = argument[2:].partition("=")
    return canonicalize(option), value if equals else None


def _format_option(option: str, value: Optional[str]) -> str:
    return f"--{option}" if value is None else f"--{option}={value}"


def _read_job_file(
    job_files: list[str],
    job_options: list[tuple[str, Optional[str]]],
    only_sections: list[str],
    fio_options: dict[str, Optional[str]],
) -> FioJobs:
    if len(job_files) > 1 or job_options:
        words = " ".join([*job_files, *(f"--{option}" for option, _ in job_options)])
        raise UsageError(f"Either one job file or job options, not both ({words}). Options are written --option=value.")
    text = read_job_text(Path(job_files[0]))
    jobs = parse_job_file(text, tuple(only_sections))
    arguments = tuple(f"--section={name}" for name in only_sections)
    return FioJobs(sections=jobs.sections, fio_options=fio_options, job_text=text, arguments=arguments)


def _split_sections(job_options: list[tuple[str, Optional[str]]]) -> tuple[JobSection, ...]:
    """Split options into jobs: those before the first --name, or below --name=global, hold for every job after
    them.
    """
    in_global: dict[str, Optional[str]] = {}
    current = in_global
    sections: list[JobSection] = []
    own: set[str] = set()
    for option, value in job_options:
        if option == "name":
            if not value:
                raise UsageError("--name needs a value.")
            own = set()
            if value.startswith("global"):
                current = in_global
            else:
                current = dict(in_global)
                sections.append(JobSection(name=value, options=current))
            continue
        if option in own and current.get(option) != value:
            raise UsageError(f"--{option} is given twice for one job.")
        if option not in own and current is not in_global:
            require_one_filename(option, current)
        own.add(option)
        current[option] = value
    if not sections:
        raise UsageError("No job given: name a job file, or fio options with at least --name=NAME.")
    return tuple(sections)


def set_directory(jobs: FioJobs, directory: str, names: set[str]) -> tuple[str, ...]:
    """Return the same arguments with --directory stated in the named jobs, and relative ones written out."""
    spelled = "--directory=" + directory.replace(":", r"\:")
    arguments: list[str] = []
    for argument in jobs.arguments:
        option, _, value = argument.partition("=")
        is_relative = option == "--directory" and value and not value.startswith("/")
        arguments.append(f"{spelled}/{value}" if is_relative else argument)
        if argument.startswith("--name=") and argument[len("--name=") :] in names:
            arguments.append(spelled)
    return tuple(arguments)
