"""`run`: one fio invocation of the user's own, measured, kept and sent."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from fioboard_agent.benchmark import Measured, Request
from fioboard_agent.commands.delivering import recovered_spool
from fioboard_agent.commands.flags import read_additions, read_annotations, read_config
from fioboard_agent.commands.measuring import deliver_measured, equip, tell_run
from fioboard_agent.errors import UsageError
from fioboard_agent.fio_program import find_fio
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.jobs.local_policy import Switches
from fioboard_agent.jobs.sizes import parse_size
from fioboard_agent.paths import Folders
from fioboard_agent.runlock import only_run_on_host
from fioboard_agent.safety.clearance import Permissions
from fioboard_agent.terminal import ProgressLine
from fioboard_agent.upload import Service


def run(options: argparse.Namespace) -> int:
    """`run JOBFILE` and `run -- FIO ARGUMENTS`."""
    if (options.job_file is None) == (options.fio_arguments is None):
        raise UsageError("Name one job file, or give fio's arguments after --.")
    jobs = parse_arguments([options.job_file] if options.fio_arguments is None else options.fio_arguments)
    permissions, annotations = _permissions(options), read_annotations(options)
    request = Request(jobs=jobs, cwd=Path.cwd(), permissions=permissions, annotations=annotations)
    folders = Folders.from_environment()
    service = None if options.no_upload else Service(read_config(options))
    program = find_fio(options.fio)
    progress = ProgressLine(sys.stderr)
    measured: list[Measured] = []
    with only_run_on_host(folders):
        spool = recovered_spool(folders)
        spool.check_room()
        bench = equip(program, spool, folders, read_additions(options), is_sampling=not options.no_samples)
        progress.start_step(1, "fio")
        try:
            done = bench.measure(request, progress)
        finally:
            progress.end()
        tell_run(done, measured)
    return deliver_measured(options, spool, service, measured)


def _permissions(options: argparse.Namespace) -> Permissions:
    keep_free = parse_size(options.keep_free) if options.keep_free else None
    if options.keep_free and keep_free is None:
        raise UsageError(f"--keep-free {options.keep_free}: give a size such as 500m.")
    return Permissions(Switches(options.allow_exec, options.allow_env), frozenset(options.confirm_destroy), keep_free)
