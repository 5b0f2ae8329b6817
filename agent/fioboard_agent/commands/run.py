"""`run`: one fio invocation of the user's own, measured, kept and sent."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from fioboard_agent.benchmark.bench import Request
from fioboard_agent.commands.delivering import open_spool
from fioboard_agent.commands.flags import read_additions, read_annotations, read_config
from fioboard_agent.commands.like import run_like
from fioboard_agent.commands.measuring import build_bench, deliver_measured, print_run
from fioboard_agent.delivery.upload import Service
from fioboard_agent.errors import RefusedError, UsageError
from fioboard_agent.fio.program import find_fio
from fioboard_agent.host.paths import Folders
from fioboard_agent.host.runlock import hold_run_lock
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.jobs.local_policy import Switches, list_unlisted_options
from fioboard_agent.jobs.model import FioJobs
from fioboard_agent.jobs.option_catalogue import canonicalize
from fioboard_agent.jobs.sizes import parse_keep_free
from fioboard_agent.safety.clearance import Permissions
from fioboard_agent.terminal import ProgressLine, print_sentence


def run(options: argparse.Namespace) -> int:
    """`run JOBFILE`, `run -- FIO ARGUMENTS` and `run --like RUN`."""
    if options.like is not None:
        if options.job_file is not None or options.fio_arguments is not None or options.section:
            raise UsageError("--like brings its own job: name no job file, section or fio arguments.")
        return run_like(options, build_permissions(options))
    if options.target is not None or options.dry_run or options.yes or options.reply is not None:
        raise UsageError("--target, --dry-run, --yes and --reply belong to --like; a job file names its own target.")
    if (options.job_file is None) == (options.fio_arguments is None):
        raise UsageError("Name one job file, or give fio arguments after --.")
    if options.section and options.job_file is None:
        raise UsageError(
            "--section before -- picks sections of a job file; name one, or write --section=NAME after --."
        )
    picked = [f"--section={name}" for name in options.section]
    jobs = parse_arguments([*picked, options.job_file] if options.fio_arguments is None else options.fio_arguments)
    permissions, annotations = build_permissions(options), read_annotations(options)
    require_answer_for_unlisted(jobs, permissions.switches)
    request = Request(
        jobs=jobs, cwd=Path.cwd(), permissions=permissions, annotations=annotations, limit_s=options.time_limit
    )
    folders = Folders.from_environment()
    service = None if options.no_upload else Service(read_config(options))
    program = find_fio(options.fio)
    progress = ProgressLine(sys.stderr)
    with hold_run_lock(folders):
        spool = open_spool(folders)
        spool.require_room()
        bench = build_bench(program, spool, folders, read_additions(options), options)
        progress.start_step(1, "fio")
        try:
            done = bench.measure(request, progress)
        finally:
            progress.end()
        print_run(done, [])
    return deliver_measured(options, spool, service, done)


def build_permissions(options: argparse.Namespace) -> Permissions:
    """Build what the operator's flags permit."""
    allowed = frozenset(canonicalize(option) for option in options.allow_option)
    switches = Switches(options.allow_exec, options.allow_env, allowed)
    return Permissions(
        switches,
        frozenset(options.confirm_destroy),
        parse_keep_free(options.keep_free),
        options.on_system_disk,
        options.in_shared_folder,
    )


def require_answer_for_unlisted(jobs: FioJobs, switches: Switches) -> None:
    """Ask back for every option that was allowed without the agent knowing it; RefusedError unless a person, at a
    terminal, types its name."""
    for option in list_unlisted_options(jobs):
        if option not in switches.allowed_options:
            continue
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise RefusedError(f"--allow-option {option} needs confirmation: run it in a terminal.")
        print_sentence(f"fio option {option} is not on the safe list: it could write, delete or start anything.")
        print("Type its name again to run the job with it: ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip() != option:
            raise RefusedError(f"The option {option} was not confirmed.")
