"""`gdsio`: NVIDIA's gdsio between storage and the memory of a GPU, guarded, kept and sent as a run of fio."""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from pathlib import Path
from typing import Optional

from fioboard_agent.benchmark.bench import Request, Tool
from fioboard_agent.commands.delivering import open_spool
from fioboard_agent.commands.flags import (
    add_annotations,
    add_running,
    add_shared_folder,
    read_additions,
    read_annotations,
    read_config,
)
from fioboard_agent.commands.measuring import build_bench, deliver_measured, print_run
from fioboard_agent.commands.parser import Parser, add_command, read_count
from fioboard_agent.commands.run import build_permissions
from fioboard_agent.delivery.upload import Service
from fioboard_agent.errors import EXIT_OK, SetupError, UsageError
from fioboard_agent.fio.program import find_fio
from fioboard_agent.host.paths import Folders, Roots
from fioboard_agent.host.programs import Programs
from fioboard_agent.host.runlock import hold_run_lock
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.jobs.model import FioJobs
from fioboard_agent.jobs.sizes import parse_size
from fioboard_agent.safety.clearance import require_harmless_jobs
from fioboard_agent.terminal import ProgressLine, print_sentence

# By gdsio's own numbers for -I and -x.
WAYS = ("read", "write", "randread", "randwrite")
TRANSFERS = ("gpud", "cpuonly", "cpu_gpu")
# Where CUDA's packages put it.
_USUAL_PLACE = "/usr/local/cuda/gds/tools/gdsio"
_KIB = 1024
# What it needs beside its run time: a GPU that starts, buffers that are registered.
_SLACK_S = 120
_PATH = re.compile(r"/[\w./@+:-]+", re.ASCII)


def add_gdsio(subparsers: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "gdsio",
        "run NVIDIA's gdsio between a file or drive and a GPU, and upload the result",
        f"Guarded as fio's jobs are. Needs gdsio on the PATH or {_USUAL_PLACE}.",
    )
    parser.add_argument("--target", required=True, metavar="PATH", help="file or device; --rw write makes a new file")
    parser.add_argument("--gpu", type=int, choices=range(64), default=0, metavar="N", help="CUDA's number (default 0)")
    parser.add_argument("--rw", choices=WAYS, default="read", help="default read")
    parser.add_argument("--transfer", choices=TRANSFERS, default="gpud", help="gpud (default): directly into the GPU")
    parser.add_argument("--bs", default="1m", metavar="N", help="bytes of an I/O (default 1m)")
    parser.add_argument("--size", metavar="N", help="of the file or range (default: all of what exists)")
    parser.add_argument("--threads", type=read_count, default=4, metavar="N", help="default 4")
    parser.add_argument("--runtime", type=read_count, default=30, metavar="S", help="seconds (default 30)")
    parser.add_argument("--dry-run", action="store_true", help="check everything and show what would run")
    add_annotations(parser)
    add_running(parser)
    add_shared_folder(parser)
    parser.set_defaults(command=run_gdsio, allow_exec=False, allow_env=False, allow_option=[])


def run_gdsio(options: argparse.Namespace) -> int:
    """Check as for fio's jobs, run it, keep and send what it prints. Raises UsageError, SetupError, RefusedError."""
    path = Path.cwd() / options.target
    block_bytes, size_bytes = _read_sizes(options, path)
    jobs = _describe_for_guard(options, path, block_bytes, size_bytes)
    arguments = (
        *("-f", str(path), "-d", str(options.gpu), "-w", str(options.threads), "-s", f"{size_bytes // _KIB}K"),
        *("-i", f"{block_bytes // _KIB}K", "-x", str(TRANSFERS.index(options.transfer))),
        *("-I", str(WAYS.index(options.rw)), "-T", str(options.runtime)),
    )
    tool = Programs().find("gdsio") or Programs().find(_USUAL_PLACE)
    if tool is None:
        raise SetupError(f"gdsio is neither on the PATH nor at {_USUAL_PLACE}. It comes with CUDA's gds-tools.")
    permissions = build_permissions(options)
    print(f"{tool} {shlex.join(arguments)}", flush=True)
    if options.dry_run:
        with require_harmless_jobs(jobs, Path.cwd(), permissions, Roots()) as clearance:
            for warning in clearance.warnings:
                print_sentence(f"Note: {warning}")
        return EXIT_OK
    request = Request(
        jobs=jobs,
        cwd=Path.cwd(),
        permissions=permissions,
        annotations=read_annotations(options),
        limit_s=options.runtime + _SLACK_S,
        tool=Tool(tool, arguments),
    )
    folders = Folders.from_environment()
    service = None if options.no_upload else Service(read_config(options))
    program = find_fio(options.fio)
    with hold_run_lock(folders):
        spool = open_spool(folders)
        spool.require_room()
        bench = build_bench(program, spool, folders, read_additions(options), options)
        done = bench.measure(request, ProgressLine(sys.stderr))
        print_run(done, [])
    return deliver_measured(options, spool, service, done)


def _read_sizes(options: argparse.Namespace, path: Path) -> tuple[int, int]:
    """Read the bytes of an I/O and of the range: of what exists, all of it unless --size says less."""
    if not _PATH.fullmatch(str(path)):
        raise UsageError(f"--target {path}: gdsio takes letters, digits and . / @ + : - _ alone.")
    there = _find_size(path)
    size = there if options.size is None else parse_size(options.size)
    block = parse_size(options.bs)
    if not block or block % 4096:
        raise UsageError(f"--bs {options.bs}: give a multiple of 4k.")
    if not size or size < block:
        raise UsageError("--size: give the size of the file, not less than --bs.")
    if "read" in options.rw and (there or 0) < size:
        raise UsageError(f"--target {path} has to hold all that is read; write it first with --rw write.")
    return block, size // block * block


def _find_size(path: Path) -> Optional[int]:
    """Find the size of a file or device; None where there is none."""
    if path.is_file():
        return path.stat().st_size
    if not path.is_block_device():
        return None
    with path.open("rb") as file:
        return file.seek(0, 2)


def _describe_for_guard(options: argparse.Namespace, path: Path, block_bytes: int, size_bytes: int) -> FioJobs:
    """Describe what gdsio does to its target as the job of fio that does the same."""
    escaped = str(path).replace(":", r"\:")
    return parse_arguments(
        [
            *("--name=gdsio", f"--filename={escaped}", f"--rw={options.rw}", f"--bs={block_bytes}"),
            *(f"--size={size_bytes}", "--ioengine=psync", "--direct=1"),
        ]
    )
