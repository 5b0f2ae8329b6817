"""Fits a stored job to a target of this host, and says what is no longer as it was."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from fioboard_agent.errors import RefusedError, UsageError
from fioboard_agent.fio.program import FioProgram
from fioboard_agent.jobs.model import FioJobs, JobSection
from fioboard_agent.jobs.served_policy import ALLOWED
from fioboard_agent.jobs.sizes import parse_size
from fioboard_agent.like.reference import Reference
from fioboard_agent.safety import marker, private_folder
from fioboard_agent.safety.files import find_room
from fioboard_agent.serve.planning import replace_options
from fioboard_agent.serve.request import require_bounded_buffers
from fioboard_agent.suites.target import choose_engine, has_direct_io, list_engines

_DEFAULT_SIZE_BYTES = 1 << 30
_MIB = 1 << 20


@dataclass(frozen=True)
class Fitted:
    """A job that can be run here. `differs`: sentences about what is not as in the reference; `own_file`: the test file
    that is made for it and removed; `replaced`: options without which both runs would not be comparable."""

    jobs: FioJobs
    differs: tuple[str, ...]
    own_file: Optional[Path]
    replaced: tuple[str, ...] = ()


def fit_job(
    reference: Reference, target: Path, program: FioProgram, key: str, keep_free_bytes: Optional[int]
) -> Fitted:
    """Fit the job to a folder, file or device. Raises RefusedError, and UsageError where there is no such target."""
    if not target.is_absolute() or not target.exists():
        raise UsageError(f"--target {target}: give the path of a folder, file or device that exists.")
    differs: list[str] = []
    if reference.fio_version is not None and reference.fio_version != program.version:
        differs.append(f"fio: {reference.fio_version} there, {program.version} here.")
    own_file: Optional[Path] = None
    path = target
    if target.is_dir():
        path = own_file = target / private_folder.get_folder_name(key) / marker.test_file_name(key)
    room_bytes = _find_room(target, keep_free_bytes)
    engines = list_engines(program)
    sections = []
    for section in reference.sections:
        options = _keep_allowed(section, differs)
        _fit_engine(options, engines, program, differs)
        _fit_direct(options, target, differs)
        _fit_size(options, target, room_bytes, differs)
        require_bounded_buffers({option: value for option, value in options.items() if value is not None})
        filename: dict[str, Optional[str]] = {"filename": str(path).replace(":", r"\:")}
        sections.append(JobSection(section.name, {**options, **filename}))
    # Each sentence once, in the order in which it was found.
    replaced = [
        option
        for option in ("ioengine", "direct")
        if any(now.get(option) != before.get(option) for now, before in zip(sections, reference.sections))
    ]
    return Fitted(
        replace_options(FioJobs(tuple(sections)), {}), tuple(dict.fromkeys(differs)), own_file, tuple(replaced)
    )


def _keep_allowed(section: JobSection, differs: list[str]) -> dict[str, Optional[str]]:
    """Keep the options that a job from elsewhere may set, and name the others."""
    kept: dict[str, Optional[str]] = {}
    for option, value in section.options.items():
        pattern = ALLOWED.get(option)
        is_allowed = pattern is not None and re.fullmatch(pattern, "1" if value is None else value)
        # Another engine takes the place of one that is not run from a link.
        if is_allowed or option == "ioengine":
            kept[option] = value
        elif option == "rw":
            raise RefusedError(f"rw={str(value)[:64]!a} is not run from a link.")
        else:
            shown = option if value is None else f"{option}={value}"
            differs.append(f"Left out: {shown[:80]!a}, which a job from a link must not set.")
    return kept


def _fit_engine(
    options: dict[str, Optional[str]], engines: frozenset[str], program: FioProgram, differs: list[str]
) -> None:
    if "ioengine" not in options:
        return
    engine = str(options["ioengine"])
    is_allowed = re.fullmatch(ALLOWED["ioengine"], engine) is not None
    if not is_allowed or engine not in engines:
        options["ioengine"] = choose_engine(program)
        why = "this fio does not have it" if is_allowed else "a job from a link must not use it"
        differs.append(f"Engine: {engine[:64]!a} there; {why}, so {options['ioengine']} here.")


def _fit_direct(options: dict[str, Optional[str]], target: Path, differs: list[str]) -> None:
    if options.get("direct", "0") != "0" and target.is_dir() and not has_direct_io(target):
        options["direct"] = "0"
        differs.append(f"direct=1 there; the file system of {target} has no direct I/O, so direct=0 here.")


def _fit_size(options: dict[str, Optional[str]], target: Path, room_bytes: int, differs: list[str]) -> None:
    """Shorten a size that does not fit, and give a new file one where the job names none."""
    given = options.get("size")
    size_bytes = None if given is None else parse_size(given)
    if target.is_dir():
        wanted_bytes = _DEFAULT_SIZE_BYTES if size_bytes is None else size_bytes
        if size_bytes is not None and wanted_bytes <= room_bytes:
            return
        fitting_bytes = min(wanted_bytes, room_bytes) // _MIB * _MIB
        if fitting_bytes < _MIB:
            raise RefusedError(f"There is no room for a test file in {target}.")
        options["size"] = str(fitting_bytes)
        differs.append(f"Size: {given or 'the whole target'} there, a test file of {fitting_bytes / 1e9:.2f} GB here.")
    elif size_bytes is not None and size_bytes > room_bytes:
        options["size"] = "100%"
        differs.append(f"Size: {given} there; {target} is smaller, so all of it here.")


def _find_room(target: Path, keep_free_bytes: Optional[int]) -> int:
    """Return how many bytes the job may span: free ones in a folder, all of a file or device."""
    if target.is_dir():
        return find_room(target, keep_free_bytes)
    with target.open("rb") as file:
        return file.seek(0, os.SEEK_END)
