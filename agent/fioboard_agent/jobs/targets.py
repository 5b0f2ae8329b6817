"""Which files and devices a job would open, and what it would do to each.

The names are fio's own rule (filesetup.c, init.c: make_filename, set_name_idx), proved in the tests by
comparing with what real fio creates.
"""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from fioboard_agent.errors import RefusedError, UsageError
from fioboard_agent.jobs.engine_catalogue import Touches, find_touched
from fioboard_agent.jobs.local_policy import is_deleting_targets
from fioboard_agent.jobs.model import FioJobs, JobSection
from fioboard_agent.jobs.option_catalogue import JOB_OPTIONS, Names
from fioboard_agent.jobs.sizes import parse_size

MAX_FILES = 10_000
# What is set aside for a file that fio writes besides its targets (buffers, traces): their size is not in the job.
SIDE_FILE_BYTES = 64 << 20
_FORMAT_WORDS = ("$jobname", "$clientuid", "$jobnum", "$filenum")


@dataclass(frozen=True)
class Target:
    """One path one job opens. `size_bytes` is the most the job would make of a file; None = not stated or not plain.
    `side_option` is the option that names a file which fio writes besides what it measures."""

    path: Path
    job: str
    writes: bool
    deletes: bool
    size_bytes: Optional[int]
    side_option: Optional[str] = None


def find_targets(jobs: FioJobs, cwd: Path) -> list[Target]:
    """Every target of every job, as absolute paths; relative names are relative to the caller's folder."""
    return [target for section in jobs.sections for target in _find_section_targets(section, cwd)]


def find_side_files(jobs: FioJobs) -> list[Target]:
    """What fio would write besides its targets: buffers kept in a file (`mem=mmap:PATH`), traces. Written whatever the
    job's direction, and with --readonly too (tried: `--rw=read --mem=mmapshared:/dev/loop0` overwrote the device)."""
    return [
        Target(Path(path), section.name, writes=True, deletes=False, size_bytes=SIDE_FILE_BYTES, side_option=option)
        for section in jobs.sections
        for option, value in section.options.items()
        if (path := _find_side_path(section.name, option, value)) is not None
    ]


def _find_side_path(job: str, option: str, value: Optional[str]) -> Optional[str]:
    if JOB_OPTIONS.get(option) is not Names.PATH_WRITTEN:
        return None
    path = (value or "").partition(":")[2] if option == "mem" else (value or "")
    if option == "mem" and not path:
        return None
    if not path.startswith("/") or path.endswith("/") or "\\" in path:
        raise UsageError(f"Job {job}: {option}={value} is written by fio; give its full path.")
    return path


def needs_directory(section: JobSection) -> bool:
    """True when fio, started in another folder, would look for this job's files in the wrong place."""
    if section.get("directory") or section.get("opendir") or not _is_opening_files(section):
        return False
    return not any(name.startswith("/") for name in _list_own_names(section) or _list_default_names(section))


def _find_section_targets(section: JobSection, cwd: Path) -> list[Target]:
    if not _is_opening_files(section):
        return []
    opendir = section.get("opendir")
    if opendir:
        return _list_folder_files(section, opendir)
    directory = section.get("directory")
    if directory is not None and (":" in directory or "\\" in directory or not directory):
        raise UsageError(f"Job {section.name}: directory={directory} must be one path.")
    base = cwd / directory if directory else cwd
    names = _list_own_names(section) or _list_default_names(section)
    if len(names) > MAX_FILES:
        raise UsageError(f"Job {section.name} uses {len(names)} files; more than {MAX_FILES} are not supported.")
    if not directory and len({name.startswith("/") for name in names}) > 1:
        raise UsageError(f"Job {section.name}: filename mixes absolute and relative names; write all in full.")
    size = _find_file_size(section)
    # fio joins directory and filename even when the name is absolute: directory=/mnt filename=/a is /mnt//a.
    joined = [Path(f"{base}/{name}") if directory or not name.startswith("/") else Path(name) for name in names]
    return [
        Target(
            path=path,
            job=section.name,
            writes=not section.reads_only,
            deletes=is_deleting_targets(section),
            size_bytes=size,
        )
        for path in joined
    ]


def _list_folder_files(section: JobSection, opendir: str) -> list[Target]:
    """List every regular file below the folder, as fio takes them (filesetup.c, recurse_dir); links are not
    followed.
    """
    if not section.reads_only or is_deleting_targets(section):
        raise RefusedError(f"Job {section.name}: opendir uses every file below {opendir}; such a job may only read.")
    if not opendir.startswith("/") or section.get("filename") or section.get("directory"):
        raise UsageError(f"Job {section.name}: opendir={opendir} must be one absolute path, and the only one named.")
    paths: list[Path] = []
    for folder, _, names in os.walk(opendir):
        paths += [path for name in names if stat.S_ISREG(os.lstat(path := Path(folder, name)).st_mode)]
        if len(paths) > MAX_FILES:
            raise UsageError(f"Job {section.name} uses more than {MAX_FILES} files; that is not supported.")
    if not paths:
        raise UsageError(f"Job {section.name}: there is no file below {opendir}.")
    size = _find_file_size(section)
    return [Target(path, section.name, writes=False, deletes=False, size_bytes=size) for path in paths]


def _is_opening_files(section: JobSection) -> bool:
    touches = find_touched(section.get("ioengine"))
    if touches in {Touches.NOTHING, Touches.NETWORK}:
        # They open no file, and yet fio deletes the one they name (filesetup.c, close_and_free_files).
        return is_deleting_targets(section)
    return touches is Touches.TARGETS or bool(section.get("filename") or section.get("directory"))


def _list_own_names(section: JobSection) -> list[str]:
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


def _list_default_names(section: JobSection) -> list[str]:
    """List `job.clone.file`, or as filename_format says; a job named like a device uses that device, as fio does
    (exists_and_not_regfile).
    """
    clones, files = section.count("numjobs"), section.count("nrfiles")
    if files == 1 and section.name.startswith("/") and _is_special(Path(section.name)):
        return [section.name]
    if "/" in section.name and not section.get("filename_format"):
        raise UsageError(f"Job {section.name}: a job's name makes no path; say filename= or directory=.")
    if clones * files > MAX_FILES:
        raise UsageError(f"Job {section.name} uses {clones * files} files; more than {MAX_FILES} are not supported.")
    return [_format_name(section, clone, file) for clone in range(clones) for file in range(files)]


def _format_name(section: JobSection, clone: int, file: int) -> str:
    """Format fio's own file names (init.c, make_filename): the words are replaced one after the other, in any
    case.
    """
    text = section.get("filename_format")
    if not text:
        return f"{section.name}.{clone}.{file}"
    if "$" in section.name or "$clientuid" in text.lower():
        raise UsageError(f"Job {section.name}: filename_format={text} cannot be resolved; name the files instead.")
    for word, value in zip(_FORMAT_WORDS, (section.name, "", str(clone), str(file))):
        text = value.join(re.split(re.escape(word), text, flags=re.IGNORECASE))
    if "$" in text:
        raise RefusedError(f"Job {section.name}: filename_format={text} hides a target of the job; write it out.")
    return text


def _is_special(path: Path) -> bool:
    """As fio sees it: it does not follow a link, and so uses one as a target whatever it leads to."""
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _find_file_size(section: JobSection) -> Optional[int]:
    text = section.get("filesize") or section.get("size")
    size = parse_size(text) if text else None
    offset = parse_size(section.get("offset") or "0")
    if size is None or offset is None or section.get("offset_increment"):
        return None
    return size + offset
