"""Which files and devices a job would open, and what it would do to each.

The names are fio's own rule (filesetup.c, init.c: make_filename, set_name_idx), proved in the tests by
comparing with what real fio creates.
"""

from __future__ import annotations

import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from fioboard_agent.errors import RefusedError, UsageError
from fioboard_agent.jobs.local_policy import FILE_ENGINES, NO_TARGET_ENGINES, deletes_targets
from fioboard_agent.jobs.model import FioJobs, JobSection
from fioboard_agent.jobs.sizes import parse_size

MOST_FILES = 10_000


@dataclass(frozen=True)
class Target:
    """One path one job opens. `size_bytes` is the most the job would make of a file; None = not stated or not plain."""

    path: Path
    job: str
    writes: bool
    deletes: bool
    size_bytes: Optional[int]


def find_targets(jobs: FioJobs, cwd: Path) -> list[Target]:
    """Every target of every job, as absolute paths; relative names are relative to the caller's folder."""
    return [target for section in jobs.sections for target in _section_targets(section, cwd)]


def needs_directory(section: JobSection) -> bool:
    """True when fio, started in another folder, would look for this job's files in the wrong place."""
    if section.get("directory") or not _opens_files(section):
        return False
    return not any(name.startswith("/") for name in _own_names(section) or _default_names(section))


def _section_targets(section: JobSection, cwd: Path) -> list[Target]:
    if not _opens_files(section):
        return []
    directory = section.get("directory")
    if directory is not None and (":" in directory or "\\" in directory or not directory.startswith("/")):
        raise UsageError(f"Job {section.name}: directory={directory} must be one absolute path.")
    base = Path(directory) if directory else cwd
    names = _own_names(section) or _default_names(section)
    if len(names) > MOST_FILES:
        raise UsageError(f"Job {section.name} uses {len(names)} files; more than {MOST_FILES} are not supported.")
    if not directory and len({name.startswith("/") for name in names}) > 1:
        raise UsageError(f"Job {section.name}: filename mixes absolute and relative names; write all in full.")
    size = _file_size(section)
    # fio joins directory and filename even when the name is absolute: directory=/mnt filename=/a is /mnt//a.
    joined = [Path(f"{base}/{name}") if directory or not name.startswith("/") else Path(name) for name in names]
    return [
        Target(
            path=path,
            job=section.name,
            writes=not section.reads_only,
            deletes=deletes_targets(section),
            size_bytes=size,
        )
        for path in joined
    ]


def _opens_files(section: JobSection) -> bool:
    engine = section.get("ioengine")
    if engine is None:
        return True
    if engine in NO_TARGET_ENGINES:
        return False
    return engine in FILE_ENGINES or bool(section.get("filename") or section.get("directory"))


def _own_names(section: JobSection) -> list[str]:
    filename = section.get("filename")
    if not filename:
        return []
    if any(mark in filename for mark in ";#"):
        raise UsageError(f"Job {section.name}: fio would cut filename={filename} at the ; or #.")
    if "\\" in filename.replace("\\:", ""):
        raise UsageError(f"Job {section.name}: filename={filename} has a backslash; only \\: is understood.")
    names = [part.replace("\0", ":").strip() for part in filename.replace("\\:", "\0").split(":")]
    if "-" in names:
        raise RefusedError(f"Job {section.name}: filename=- is fio's own input and output, not a disk.")
    return [name for name in names if name]


def _default_names(section: JobSection) -> list[str]:
    """`job.clone.file`; a job named like a device uses that device, as fio does (exists_and_not_regfile)."""
    clones, files = section.count("numjobs"), section.count("nrfiles")
    if files == 1 and section.name.startswith("/") and _is_special(Path(section.name)):
        return [section.name]
    if clones * files > MOST_FILES:
        raise UsageError(f"Job {section.name} uses {clones * files} files; more than {MOST_FILES} are not supported.")
    return [f"{section.name}.{clone}.{file}" for clone in range(clones) for file in range(files)]


def _is_special(path: Path) -> bool:
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _file_size(section: JobSection) -> Optional[int]:
    text = section.get("filesize") or section.get("size")
    size = parse_size(text) if text else None
    offset = parse_size(section.get("offset") or "0")
    if size is None or offset is None or section.get("offset_increment"):
        return None
    return size + offset
