"""What a job typed on this host may ask of fio (rule P1): what the two catalogues list, and nothing else.

Whatever names something outside the job needs a switch, goes through the check of the targets (`safety`), or is refused
with the reason. Decides by the job's text alone; it does not look at the host.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import Iterable, Optional

from fioboard_agent.errors import RefusedError
from fioboard_agent.jobs.engine_catalogue import ENGINES, Touches, find_touched
from fioboard_agent.jobs.model import FioJobs, JobSection
from fioboard_agent.jobs.option_catalogue import JOB_OPTIONS, PROGRAM_OPTIONS, WHY_UNKNOWABLE, Names

# Options without a path of their own that decide which targets there are and what happens to them.
_DECIDING = frozenset({"rw", "ioengine", "protocol", "name"})
# fio reads the kind of memory up to the first colon or comma and the file after the first colon (memory.c).
_MEMORY = re.compile(r"(malloc|shm|shmhuge|cudamalloc)|(mmap|mmaphuge|mmapshared)(:/.+)?")
# `unix` is missing: fio removes whatever stands at the socket's path (engines/net.c, fio_netio_setup_listen_unix).
_PROTOCOLS = frozenset({"tcp", "tcpv6", "udp", "udpv6", "vsock", "write", "read", "send", "recv"})
# Their files cannot be told from a size beforehand.
_UNBOUNDED = {
    "fill_device": "it writes until nothing is left; give a size",
    "file_append": "its files grow beyond the size given",
}


@dataclass(frozen=True)
class Switches:
    """What the operator allowed explicitly for this one run."""

    allow_exec: bool = False
    allow_env: bool = False
    allowed_options: frozenset[str] = frozenset()


def require_local_policy(jobs: FioJobs, switches: Switches) -> None:
    """Raise RefusedError, naming job, option and reason, for whatever needs a switch or cannot be checked."""
    for option in jobs.fio_options:
        _require_program_option(option, switches)
    for section in jobs.sections:
        for option, value in section.options.items():
            _require_known_effect(section, option, value, switches)
            _require_plain_value(section, option, value, switches)
        _require_known_engine(section, switches)


def _suggest(word: str, known: Iterable[str]) -> str:
    """Suggest a known word that may have been meant."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.75)
    return f" Did you mean {close[0]}?" if close and close[0] != word else ""


def list_unlisted_options(jobs: FioJobs) -> list[str]:
    """List the job options that no catalogue knows: nobody can say what they touch."""
    return sorted({option for section in jobs.sections for option in section.options if option not in JOB_OPTIONS})


def is_deleting_targets(section: JobSection) -> bool:
    """Return whether fio deletes the files of such a job, even with --readonly (tried with fio 3.33)."""
    return section.is_enabled("unlink") or section.is_enabled("unlink_each_loop")


def is_running_programs(jobs: FioJobs) -> bool:
    """Return whether the job, as allowed, starts something whose writes are its own affair."""
    options = {option for section in jobs.sections for option in section.options}
    return (
        any(JOB_OPTIONS.get(option) is Names.PROGRAM for option in options)
        or any(PROGRAM_OPTIONS.get(option) is Names.PROGRAM for option in jobs.fio_options)
        or any(find_touched(section.get("ioengine")) is Touches.PROGRAM for section in jobs.sections)
    )


def require_bounded(section: JobSection) -> None:
    """Refuse what writes more than the job states. For jobs that write, or have a file to lay out."""
    for option, reason in _UNBOUNDED.items():
        if section.is_enabled(option):
            raise RefusedError(f"Job {section.name}: {option} in a job that writes is not supported: {reason}.")


def _require_program_option(option: str, switches: Switches) -> None:
    names = PROGRAM_OPTIONS[option]
    if names is Names.PROGRAM and not switches.allow_exec:
        raise RefusedError(f"--{option} makes fio run a program. Allow it with --allow-exec.")
    if names is Names.NETWORK:
        raise RefusedError(f"--{option} runs jobs on another host; start the agent there instead.")
    if names is Names.UNKNOWABLE:
        raise RefusedError(f"--{option} is not supported: {WHY_UNKNOWABLE[option]}.")


def _require_known_effect(section: JobSection, option: str, value: Optional[str], switches: Switches) -> None:
    where = f"Job {section.name}: {option}"
    names = JOB_OPTIONS.get(option)
    if names is None and option not in switches.allowed_options:
        raise RefusedError(
            f"{where} is not in this agent's list of fio's options, so what it would write is unknown."
            f"{_suggest(option, [*JOB_OPTIONS, *PROGRAM_OPTIONS])} If you know what it writes: --allow-option {option}"
        )
    if names is Names.PROGRAM:
        if not switches.allow_exec:
            raise RefusedError(f"{where} runs a program ({value}). Allow it with --allow-exec.")
        if "/" in section.name:
            raise RefusedError(f"{where}: fio would put the program's output at {section.name}; give a plain job name.")
    if names is Names.UNKNOWABLE:
        raise RefusedError(f"{where} is not supported: {WHY_UNKNOWABLE[option]}.")
    if names is Names.HOST_SETTING and option not in switches.allowed_options:
        raise RefusedError(
            f"{where} changes a setting of this host, and fio does not put it back. "
            f"Allow it with --allow-option {option}"
        )
    if names is Names.LOG_PREFIX and "/" in (value or section.name):
        raise RefusedError(f"{where} would write outside the run's own folder; give it a plain name.")


def _require_plain_value(section: JobSection, option: str, value: Optional[str], switches: Switches) -> None:
    if value is None:
        return
    where = f"Job {section.name}: {option}={value}"
    if "$" in value and option != "filename_format":
        if not switches.allow_env:
            raise RefusedError(
                f"{where} is expanded by fio (environment, or arithmetic through a shell). "
                "Write the value out, or allow it with --allow-env."
            )
        if JOB_OPTIONS.get(option) is not Names.NOTHING or option in _DECIDING:
            raise RefusedError(f"{where} hides a target of the job; write it out.")
    if option == "mem" and _MEMORY.fullmatch(value) is None:
        raise RefusedError(f"{where}: only fio's own kinds of memory are known, and files of them by absolute paths.")
    if option in {"protocol", "verb"} and value not in _PROTOCOLS:
        raise RefusedError(f"{where} is not supported: fio would replace the file that the socket is named after.")


def _require_known_engine(section: JobSection, switches: Switches) -> None:
    engine = section.get("ioengine")
    touches = find_touched(engine)
    if touches is Touches.FILES_MADE:
        raise RefusedError(
            f"Job {section.name}: engine {engine} creates or removes files instead of reading and writing."
        )
    if touches is Touches.PROGRAM:
        if not switches.allow_exec:
            raise RefusedError(
                f"Job {section.name}: engine {engine} runs foreign code.{_suggest(str(engine), ENGINES)} "
                "Allow it with --allow-exec."
            )
        if is_deleting_targets(section):
            raise RefusedError(f"Job {section.name}: unlink with engine {engine} cannot be checked.")
        if "/" in section.name:
            raise RefusedError(f"Job {section.name}: engine {engine} names files after the job; give a plain job name.")
    if touches in {Touches.DEVICE_READ, Touches.NETWORK} and not section.reads_only:
        raise RefusedError(
            f"Job {section.name}: where engine {engine} would write cannot be checked, so it may only read."
        )
