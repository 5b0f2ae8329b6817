"""A measured job as a fio command line to copy."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import orjson

from fioboard.app.compare import sentences
from fioboard.app.sharing.redaction.jobs import OPTIONS
from fioboard.engine.factors.implied import OPTION
from fioboard.engine.factors.project import FactorValue
from fioboard.engine.factors.workload import IDENTITY
from fioboard.engine.filters import values
from fioboard.engine.words.factors.subject import Scalar
from fioboard.engine.words.job_options import HARMLESS
from fioboard.store.queries.compare import JobRow

# Where the run's I/O went: the one thing in its command that is no word of fio's own.
TARGETS = ("filename", "directory")
NOT_TOLD = "The run's output does not include its job options."


@dataclass(frozen=True, slots=True)
class JobCommand:
    """The command line, or why there is none; the options that it leaves out; whether it writes."""

    text: str | None
    reason: str | None
    left_out: tuple[str, ...] = ()
    is_writing: bool = False

    @property
    def remarks(self) -> str:
        """What to know before it is started, each sentence after a space; empty when there is nothing."""
        without = sentences.JOB_WITHOUT(options=", ".join(self.left_out))
        return (" The command overwrites its target." if self.is_writing else "") + (
            without if self.left_out else ""
        )


def build_job_command(job: JobRow, changed: Mapping[str, FactorValue | None]) -> JobCommand:
    """Build the job of a run, with those job options replaced that are in `changed` (by factor).

    An upload must not be able to put a program or a file into anybody's clipboard: an option is copied when its value
    has the form that a share shows of it, the same allow list (app/sharing/redaction/jobs.py).
    """
    reason = explain_no_command(job)
    if reason is not None:
        return JobCommand(None, reason)
    typed = list_typed_options(job)
    for key, wanted in changed.items():
        _set(typed, key, wanted)
    options = {key: value for key, value in typed.items() if key in TARGETS or is_plain(key, value)}
    if "rw" not in options:
        return JobCommand(None, NOT_TOLD)
    left_out = tuple(sorted(key for key in typed if key not in options and key not in HARMLESS))
    words = [f"--{key}={value}" if value != "" else f"--{key}" for key, value in sort_options(options)]
    command = shlex.join(["fio", f"--name={job['job_name']}", *words, "--output-format=json+"])
    return JobCommand(command, None, left_out, is_writing=is_writing(job["rw"]))


def explain_no_command(job: JobRow) -> str | None:
    """Explain why nothing of fio's measures it again; None where its options and its target are known."""
    if job["tool_name"] != "fio":
        return "These runs were not measured with fio."
    typed = list_typed_options(job)
    return None if "rw" in typed and {*TARGETS} & set(typed) else NOT_TOLD


def list_typed_options(job: JobRow) -> dict[str, str]:
    """Return options as typed; what identifies the job, and where it went, also where fio did not print it."""
    typed: dict[str, str] = orjson.loads(job["job_options"])
    columns: Mapping[str, object] = job
    for key in IDENTITY:
        value = cast(Scalar | None, columns["bs_bytes" if key == "bs" else key])
        if key not in typed and value is not None:
            typed[key] = _format_option(key, value)
    if not {*TARGETS} & set(typed) and job["target"]:
        typed["filename"] = job["target"]
    return typed


def sort_options(options: Mapping[str, str]) -> list[tuple[str, str]]:
    """Sort options: what identifies the job first, then by name."""
    first = [key for key in IDENTITY if key in options]
    return [(key, options[key]) for key in (*first, *sorted(set(options) - set(first)))]


def is_writing(rw: str | None) -> bool:
    """Whether a job of this pattern overwrites its target, as far as is known."""
    return rw is not None and rw.partition(":")[0] not in {"read", "randread"}


def is_plain(option: str, value: str) -> bool:
    """Whether a value is a number, a flag or a word of fio's own."""
    form = OPTIONS.get(option)
    return form is not None and (value == "" or form(value) is not None)


def _set(options: dict[str, str], key: str, value: FactorValue | None) -> None:
    """Puts the changed job option into the command; other factors are no matter of fio's."""
    name = key.removeprefix(OPTION)
    if name == key and key not in IDENTITY:
        return
    if value is not None:
        options[name] = _format_option(name, value)
    elif name != key:
        options.pop(name, None)


def _format_option(key: str, value: FactorValue) -> str:
    if isinstance(value, list):
        return ":".join(_format_option(key, one) for one in value)
    return values.shown(value, "bytes" if key == "bs" else "number")
