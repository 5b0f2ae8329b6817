"""One run from the operator's wish to a complete entry in the spool: check, keep, run fio, finish."""

from __future__ import annotations

import os
import platform
import re
import shlex
import shutil
import uuid
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from functools import partial
from pathlib import Path
from typing import Any, Callable, Mapping, Optional, Protocol, Union

from fioboard_agent.benchmark.runner import run_fio
from fioboard_agent.collectors.cpu_sets import format_cpu_list
from fioboard_agent.delivery.payload import Annotations, Batch, Draft, Host
from fioboard_agent.delivery.spool import JOB_FILE, MESSAGES, SAMPLES, Entry, Spool
from fioboard_agent.errors import NotReadyError, RefusedError, SetupError
from fioboard_agent.fio.outcome import FioOutcome
from fioboard_agent.fio.program import FioProgram
from fioboard_agent.host.own_command import build_command
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory_types import Document
from fioboard_agent.jobs import arguments as fio_arguments
from fioboard_agent.jobs import ini
from fioboard_agent.jobs.model import FioJobs
from fioboard_agent.jobs.targets import find_targets, needs_directory
from fioboard_agent.jobs.time_limit import find_time_limit_s
from fioboard_agent.preflight.catalogue import run_checks
from fioboard_agent.preflight.check import WARNING, Check
from fioboard_agent.safety.clearance import Permissions, require_harmless_jobs
from fioboard_agent.safety.files import require_new_file
from fioboard_agent.sampler.before_after import BeforeAndAfter
from fioboard_agent.sampler.session import Sampling, start_sampling
from fioboard_agent.support.gathering import describe_problems, gather
from fioboard_agent.targets import resolve_targets
from fioboard_agent.terminal import ProgressLine

# The agent's own choice of these is what makes results safe and progress visible.
SET_BY_AGENT = frozenset({"output", "output-format", "eta", "eta-newline", "readonly"})
_SECRET = re.compile(r"pass|secret|token|_key", re.IGNORECASE)
# What is set aside for a copy of fio's output.
MAX_OUTPUT_BYTES = 64 << 20
_MAX_TARGETS_NAMED = 16
_PLACING = ("cpus_allowed", "numa_cpu_nodes")


class Together(Protocol):
    """The start of fio in common with other hosts."""

    def wait(self) -> None:
        """Wait until shortly before the start. Raises SetupError when none comes."""

    def await_moment(self) -> None:
        """Wait for the moment itself."""

    def record_start(self) -> None:
        """fio has just been started."""


@dataclass(frozen=True)
class Tool:
    """Another program than fio. The request's jobs say to the guard what it does; what it prints is its result."""

    path: str
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Request:
    """What shall be measured, and under which permissions.

    `maker` is the mark on files the run makes (default: its own key); runs with the same one share their files.
    `limit_s` ends fio after so many seconds; None = only jobs that may have no end have a limit. `key`: the upload key,
    in place of a new one. `together`: fio starts at one moment with other hosts. `is_layout`: it writes test files and
    measures nothing, so a kill leaves no result. `tool`: it is run in the place of fio.
    """

    jobs: FioJobs
    cwd: Path
    permissions: Permissions = Permissions()
    annotations: Annotations = Annotations()
    batch: Optional[Batch] = None
    maker: Optional[str] = None
    temporary_files: tuple[str, ...] = ()
    is_sampled: bool = True
    limit_s: Optional[float] = None
    key: Optional[str] = None
    together: Optional[Together] = None
    is_layout: bool = False
    tool: Optional[Tool] = None


@dataclass(frozen=True)
class Measured:
    """A complete entry. It may be sent, and gone from this host, at any time: what is to be said of it later is here.

    `output_is_empty`: fio ended without writing its result (a full disk does that).
    """

    entry: Entry
    outcome: FioOutcome
    warnings: list[str]
    output_is_empty: bool


@dataclass(frozen=True)
class Bench:
    """The equipment for any number of runs: fio, the spool, the host and its inventory.

    `tell_checks` gets what was looked at before each run; `is_strict`: fio is not started when something there warns.
    `labels`: of this host, for each of its runs.
    `is_for_support`: the kernel's log and the drives' pages are kept with each run.
    """

    program: FioProgram
    spool: Spool
    host: Host
    inventory: Document
    roots: Roots = Roots()
    is_sampling: bool = True
    is_strict: bool = False
    is_for_support: bool = False
    tell_checks: Callable[[list[Check]], None] = lambda _: None
    labels: Mapping[str, str] = field(default_factory=dict)

    def measure(self, request: Request, progress: ProgressLine) -> Measured:
        """Run one fio invocation. Raises RefusedError and NotReadyError before anything is started or written;
        afterwards nothing is lost."""
        copy_to = _find_copy_path(request)
        with require_harmless_jobs(request.jobs, request.cwd, request.permissions, self.roots) as clearance:
            jobs = request.jobs
            targets = tuple(resolve_targets(self.roots, jobs, self.inventory, request.cwd))
            checks = self._check(targets, progress)
            if request.together is not None:
                request.together.wait()
            program, name, arguments, output = self._choose_program(request, clearance.read_only)
            key = request.key or str(uuid.uuid4())
            maker = request.maker or key
            draft = Draft(
                upload_key=key,
                host=self.host,
                started_at=datetime.now(timezone.utc),
                argv=(name, *map(_mask_secret, arguments)),
                annotations=replace(request.annotations, labels={**self.labels, **request.annotations.labels}),
                target=_join_targets(request),
                targets=targets,
                fio_cpus={**list_asked_processors(jobs), "allowed": list_allowed_processors()},
                batch=request.batch,
                confirmations=tuple(clearance.confirmations),
                preflight=None if checks is None else tuple(check.build_document() for check in checks),
            )
            entry = self.spool.create_entry(
                draft, self.inventory, maker, request.temporary_files, is_layout=request.is_layout
            )
            try:
                if jobs.job_text is not None:
                    text = ini.set_directory(jobs.job_text, str(request.cwd), _find_lost_jobs(jobs))
                    (entry.files / JOB_FILE).write_text(text, encoding="utf-8", errors="surrogateescape")
                (entry.files / output).touch(mode=0o600)
                if request.tool is not None:
                    # Its line of the result lacks the path and the GPU.
                    (entry.files / output).write_text(f"$ {shlex.join([name, *arguments])}\n", encoding="utf-8")
                clearance.create_files(maker)
                clearance.recheck_targets(self.roots)
                confinement = clearance.confine(entry.files, _list_gpu_nodes() if request.tool else ())
            except BaseException:
                entry.discard()
                clearance.settle_files(maker)
                raise
            sampling = self._begin_sampling(draft, entry) if request.is_sampled else None
            try:
                if request.together is not None:
                    request.together.await_moment()
                outcome = run_fio(
                    program,
                    arguments,
                    entry.files,
                    entry.files / (output if request.tool else MESSAGES),
                    partial(_record_start, entry, request.together),
                    progress.show,
                    sampling.sampler if sampling else None,
                    confinement,
                    request.limit_s or find_time_limit_s(jobs),
                )
            finally:
                if sampling is not None and not sampling.end():
                    clearance.warnings.append("The sampler failed; this run has no samples.")
                clearance.settle_files(maker)
        output_is_empty = (entry.files / output).stat().st_size == 0
        try:
            if self.is_for_support:
                self._gather_for_support(entry, draft, clearance.warnings)
        finally:
            self._finish(entry, outcome)
        if copy_to is not None:
            _copy_new(entry.files / output, copy_to)
        return Measured(entry, outcome, clearance.warnings, output_is_empty)

    def _choose_program(self, request: Request, is_read_only: bool) -> tuple[FioProgram, str, tuple[str, ...], str]:
        """Choose what is started: the program, its name, its arguments, and the file with its result."""
        jobs, tool = request.jobs, request.tool
        if tool is not None:
            return FioProgram(tool.path, ""), Path(tool.path).name, tool.arguments, "fio.txt"
        output_format = jobs.fio_options.get("output-format") or ("terse" if _is_terse(jobs) else "json+")
        output = "fio.json" if "json" in output_format else "fio.txt"
        arguments = (
            f"--output={output}",
            *([] if _is_terse(jobs) else [f"--output-format={output_format}"]),
            "--eta=always",
            *(["--readonly"] if is_read_only else []),
            *_list_passed_options(jobs),
            *_list_arguments(jobs, request.cwd),
        )
        return self.program, "fio", arguments, output

    def _finish(self, entry: Entry, outcome: FioOutcome) -> None:
        """Raises SetupError; what fio wrote is kept all the same."""
        try:
            entry.finish(outcome)
        except OSError as error:
            raise SetupError(
                f"fio has finished, but its result could not be completed: {error.strerror}. What fio wrote is kept in "
                f"{entry.files}; free some space, then: {build_command('push')}"
            ) from None
        finally:
            entry.disown()

    def _gather_for_support(self, entry: Entry, draft: Draft, warnings: list[str]) -> None:
        """Before the entry is finished: from then on anybody may send and remove it. What fails costs no result."""
        members = [name for target in draft.targets for name in target.get("members") or []]
        try:
            documents = dict(gather(Reader(self.roots), self.host.id, self.inventory, members, draft.started_at))
            entry.attach(documents.items())
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            warnings.append(f"--support: nothing could be kept: {error}")
            return
        warnings.extend(describe_problems(documents.values()))

    def _check(self, targets: tuple[dict[str, Any], ...], progress: ProgressLine) -> Optional[list[Check]]:
        """None where nothing can be looked at. Raises NotReadyError."""
        if platform.system() != "Linux":
            return None
        checks = run_checks(self.roots, self.inventory, targets)
        progress.end()
        self.tell_checks(checks)
        progress.take_checks([check.build_document() for check in checks])
        warnings = [check for check in checks if check.status == WARNING]
        if self.is_strict and warnings:
            raise NotReadyError(f"--strict: fio was not started. {' '.join(check.text for check in warnings)}")
        return checks

    def _begin_sampling(self, draft: Draft, entry: Entry) -> Optional[Union[Sampling, BeforeAndAfter]]:
        if not self.is_sampling:
            return None
        return start_sampling(self.roots, self.inventory, draft.targets, draft.fio_cpus, entry.files / SAMPLES)


def _list_gpu_nodes() -> tuple[Path, ...]:
    """List the nodes of NVIDIA's driver, to which CUDA writes its commands."""
    return tuple(path for path in Path("/dev").glob("nvidia*") if not path.is_block_device())


def _record_start(entry: Entry, together: Optional[Together], process_id: int) -> None:
    if together is not None:
        together.record_start()
    entry.record_fio(process_id)


def _find_copy_path(request: Request) -> Optional[Path]:
    """Return where `--output=FILE` wants a copy, so that the kept result does not depend on that file."""
    wanted = request.jobs.fio_options.get("output")
    if not wanted:
        return None
    path = request.cwd / wanted
    if path.exists() or path.is_symlink() or not path.parent.is_dir():
        raise RefusedError(
            f"--output={wanted}: the file exists already, or its folder does not; nothing is overwritten."
        )
    path = Path(os.path.realpath(path))
    require_new_file(path, "--output", MAX_OUTPUT_BYTES)
    return path


def _copy_new(source: Path, copy_to: Path) -> None:
    """Hours have passed since it was checked that the file does not exist."""
    try:
        with source.open("rb") as read, copy_to.open("xb") as written:
            shutil.copyfileobj(read, written)
    except FileExistsError:
        raise RefusedError(f"--output={copy_to}: the file exists by now; the result is kept by the agent.") from None


def _is_terse(jobs: FioJobs) -> bool:
    return "minimal" in jobs.fio_options or "append-terse" in jobs.fio_options


def _list_passed_options(jobs: FioJobs) -> list[str]:
    """List the options that are passed on to fio."""
    pairs = jobs.fio_options.items()
    return [
        f"--{option}" if value is None else f"--{option}={value}"
        for option, value in pairs
        if option not in SET_BY_AGENT
    ]


def _find_lost_jobs(jobs: FioJobs) -> set[str]:
    """Find the jobs whose files need the working directory."""
    return {section.name for section in jobs.sections if needs_directory(section)}


def _list_arguments(jobs: FioJobs, cwd: Path) -> tuple[str, ...]:
    """List fio's arguments as they were given, or with the kept job file."""
    if jobs.job_text is not None:
        return (*jobs.arguments, JOB_FILE)
    return fio_arguments.set_directory(jobs, str(cwd), _find_lost_jobs(jobs))


def _join_targets(request: Request) -> Optional[str]:
    """Join the paths of the first targets; None when there is none."""
    paths = dict.fromkeys(str(target.path) for target in find_targets(request.jobs, request.cwd))
    return ":".join(list(paths)[:_MAX_TARGETS_NAMED]) or None


def _mask_secret(argument: str) -> str:
    """Replace the value of an argument that may be a secret."""
    option, equals, _ = argument.partition("=")
    return f"{option}=[removed]" if equals and _SECRET.search(option) else argument


def list_asked_processors(jobs: FioJobs) -> dict[str, Optional[str]]:
    """Return the processors and NUMA nodes that the jobs ask fio to run on, in its notation: `{"cpus_allowed":
    "0-3", "numa_cpu_nodes": null}`; null = not given. Different values of several jobs are all there, joined by
    commas, which both options read as a union.
    """
    return {option: ",".join(_list_values(jobs, option)) or None for option in _PLACING}


def list_allowed_processors() -> Optional[str]:
    """Return the processors that this process may run on, `0-3,8`: fio inherits them (taskset, numactl, a cpuset,
    systemd) and its jobs choose among them. None where the system does not report them.
    """
    return format_cpu_list(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None


def _list_values(jobs: FioJobs, option: str) -> list[str]:
    """List the values that the jobs give to an option, each once."""
    return list(dict.fromkeys(value for section in jobs.sections if (value := section.get(option))))
