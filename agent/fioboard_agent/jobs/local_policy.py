"""What a job typed on this host may ask of fio (rule P1).

The operator may use fio freely; programs, foreign text and options that make the targets unknowable
need a switch or are refused with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from fioboard_agent.errors import RefusedError
from fioboard_agent.jobs.model import FioJobs, JobSection

# Engines that read and write the files or block devices named by `filename`.
FILE_ENGINES = frozenset(
    [
        "sync",
        "psync",
        "vsync",
        "pvsync",
        "pvsync2",
        "libaio",
        "io_uring",
        "posixaio",
        "mmap",
        "splice",
        "solarisaio",
        "windowsaio",
    ]
)
# Engines that touch no storage.
NO_TARGET_ENGINES = frozenset({"null", "cpuio"})
PROGRAM_ENGINES = frozenset({"exec"})
# Engines whose "I/O" is creating, cutting or deleting files; fio's read-only switch does not know them.
FILE_MAKING_ENGINES = frozenset(
    [
        "filecreate",
        "filedelete",
        "filestat",
        "ftruncate",
        "falloc",
        "e4defrag",
        "dircreate",
        "dirdelete",
        "dirstat",
    ]
)

PROGRAM_OPTIONS = frozenset({"exec_prerun", "exec_postrun"})
PROGRAM_FIO_OPTIONS = frozenset({"trigger", "trigger-file", "trigger-timeout", "trigger-remote"})
OTHER_HOST_FIO_OPTIONS = frozenset({"server", "client", "daemonize", "remote-config"})
LOG_OPTIONS = frozenset({"write_bw_log", "write_lat_log", "write_iops_log", "write_hist_log"})

# Whatever these do to which file cannot be told from the job alone.
UNKNOWABLE = {
    "include": "it reads more options from another file; put them into the job file",
    "profile": "it makes up jobs of its own; write them out in a job file",
    "read_iolog": "a replayed log names its own files and may write to them",
    "replay_redirect": "it sends the writes of a log to another device",
    "merge_blktrace_file": "it writes a file of its own",
    "write_iolog": "it writes a file of its own; use blktrace beside the run instead",
    "allow_mounted_write": "a mounted device is never written to",
}
UNKNOWABLE_WHEN_WRITING = {
    "opendir": "it takes every file below a folder as a target",
    "filename_format": "the names of its files cannot be checked beforehand; name them with filename=",
    "unique_filename": "the names of its files cannot be checked beforehand; name them with filename=",
    "fill_device": "it writes until nothing is left; give a size",
    "fill_fs": "it writes until nothing is left; give a size",
    "file_append": "its files grow beyond the size given",
}


@dataclass(frozen=True)
class Switches:
    """What the operator allowed explicitly for this one run."""

    allow_exec: bool = False
    allow_env: bool = False


def check_local_policy(jobs: FioJobs, switches: Switches) -> None:
    """Raise RefusedError, naming job, option and reason, for whatever needs a switch or cannot be checked."""
    for option in jobs.fio_options:
        if option in PROGRAM_FIO_OPTIONS and not switches.allow_exec:
            raise RefusedError(f"--{option} makes fio run a program. Allow it with --allow-exec.")
        if option in OTHER_HOST_FIO_OPTIONS:
            raise RefusedError(f"--{option} runs jobs on another host; start the agent there instead.")
        if option in {"profile", "merge-blktrace-only", "aux-path"}:
            raise RefusedError(f"--{option} is not supported: it writes or runs what the job does not show.")
    for section in jobs.sections:
        for option, value in section.options.items():
            _check_option(section, option, value, switches)
        _check_engine(section, switches)


def deletes_targets(section: JobSection) -> bool:
    """fio deletes the files of such a job, even with --readonly (tried with fio 3.33)."""
    return section.is_on("unlink") or section.is_on("unlink_each_loop")


def _check_option(section: JobSection, option: str, value: Optional[str], switches: Switches) -> None:
    where = f"Job {section.name}: {option}"
    if option in PROGRAM_OPTIONS and not switches.allow_exec:
        raise RefusedError(f"{where} runs a program ({value}). Allow it with --allow-exec.")
    if option in UNKNOWABLE:
        raise RefusedError(f"{where} is not supported: {UNKNOWABLE[option]}.")
    if option in UNKNOWABLE_WHEN_WRITING and not section.reads_only:
        raise RefusedError(f"{where} in a job that writes is not supported: {UNKNOWABLE_WHEN_WRITING[option]}.")
    if value is not None and "$" in value and option != "filename_format" and not switches.allow_env:
        raise RefusedError(
            f"{where}={value} is expanded by fio (environment, or arithmetic through a shell). "
            "Write the value out, or allow it with --allow-env."
        )
    if value is not None and "$" in value and option in {"filename", "directory", "rw", "ioengine"}:
        raise RefusedError(f"{where}={value} hides a target of the job; write it out.")
    if option in LOG_OPTIONS and "/" in (value or section.name):
        raise RefusedError(f"{where} would write outside the run's own folder; give it a plain name.")


def _check_engine(section: JobSection, switches: Switches) -> None:
    engine = section.get("ioengine")
    if engine is None:
        return
    if engine in FILE_MAKING_ENGINES:
        raise RefusedError(
            f"Job {section.name}: engine {engine} creates or removes files instead of reading and writing."
        )
    loads_code = engine in PROGRAM_ENGINES or engine.startswith("external") or "/" in engine
    if loads_code and not switches.allow_exec:
        raise RefusedError(f"Job {section.name}: engine {engine} runs foreign code. Allow it with --allow-exec.")
    if loads_code and deletes_targets(section):
        raise RefusedError(f"Job {section.name}: unlink with engine {engine} cannot be checked.")
    known = engine in FILE_ENGINES or engine in NO_TARGET_ENGINES
    if not known and not loads_code and not section.reads_only:
        raise RefusedError(
            f"Job {section.name}: where engine {engine} would write cannot be checked, so it may only read."
        )
