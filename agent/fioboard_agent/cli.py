"""The command line: reads flags, calls the rest, prints, sets the exit code. Decides nothing else."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Optional, Sequence

from fioboard_agent import __version__
from fioboard_agent.commands.capture import DEFAULT_NAME, capture
from fioboard_agent.commands.confirm import confirm
from fioboard_agent.commands.enrolment import configure, enrol
from fioboard_agent.commands.experiment_flags import add_experiment
from fioboard_agent.commands.flags import (
    add_annotations,
    add_firmware,
    add_grid,
    add_host_labels,
    add_known_host,
    add_pool,
    add_privileged,
    add_pts,
    add_repeats,
    add_running,
    add_service,
    add_shared_folder,
    add_transport,
)
from fioboard_agent.commands.gdsio import add_gdsio
from fioboard_agent.commands.importing import import_files
from fioboard_agent.commands.installing import install, uninstall, update
from fioboard_agent.commands.inventory import print_inventory
from fioboard_agent.commands.parser import Parser, add_command, read_rounds, read_seconds, require_effect
from fioboard_agent.commands.push import push
from fioboard_agent.commands.run import run
from fioboard_agent.commands.serve import run_serve
from fioboard_agent.commands.status import print_status
from fioboard_agent.commands.suite import run_suite_command
from fioboard_agent.commands.support import attach_support
from fioboard_agent.confirm.trial import DEFAULT_ROUNDS
from fioboard_agent.errors import EXIT_CODES_HELP, EXIT_INTERRUPTED, EXIT_SETUP, AgentError, UsageError
from fioboard_agent.serve.allowed import SERVE_FILE
from fioboard_agent.suites.batch import estimate_suite_s
from fioboard_agent.suites.workload import DATASHEET, DRIVES, PTS, PURPOSE, QUICK, SATURATE, SUITES, SWEEP
from fioboard_agent.terminal import drop_controls

_DESCRIPTION = """Runs fio on this host, keeps every result until the fioboard service has confirmed it, and never
overwrites data it did not make itself."""

# The test file is written before.
_QUICK_TIME = f"about {estimate_suite_s(QUICK):.0f} s and a test file of {QUICK.size.upper()}iB"
_EPILOG = f"""first steps:
  fioboard-agent configure --server https://fioboard.example --token-file FILE
  fioboard-agent suite quick --target /mnt/disk     {_QUICK_TIME}, removed after
  fioboard-agent run job.fio                        any job file of your own
  fioboard-agent confirm RUN                        try what the service found of a run of this host
  fioboard-agent experiment new --vary scheduler=none,kyber --target PATH    does one setting matter?
  fioboard-agent run -- --name=x --rw=randread --bs=4k --size=1g --directory=/mnt/disk
  fioboard-agent push                               send what could not be sent before

{EXIT_CODES_HELP}

environment: FIOBOARD_SERVER, FIOBOARD_TOKEN_FILE, FIOBOARD_CA_FILE; FIOBOARD_AGENT_STATE (results that wait, the host's
identity), FIOBOARD_AGENT_CONFIG, FIOBOARD_AGENT_LOCK move the agent's own files. FIOBOARD_AGENT_COMMAND: its own path.
FIOBOARD_AGENT_REDFISH_URL, _USER, _PASSWORD, _FINGERPRINT (SHA-256 of a self-signed certificate), _CA_FILE, _SYSTEM, or
_FILE (JSON with these, mode 0600): ask the management controller for the BIOS settings."""


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Run one command; the return value is the process's exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    given, fio_arguments = _split_fio_arguments(given)
    parser = build_parser()
    options = parser.parse_args(given)
    options.fio_arguments = fio_arguments
    os.umask(0o077)
    try:
        _require_text([*given, *(fio_arguments or [])])
        require_effect(options)
        return int(options.command(options))
    except AgentError as error:
        print(f"fioboard-agent: {drop_controls(str(error))}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("fioboard-agent: interrupted.", file=sys.stderr)
        return EXIT_INTERRUPTED
    except OSError as error:
        sentence = f"fioboard-agent: {error.filename or 'a file'}: {error.strerror or error}"
        print(drop_controls(sentence), file=sys.stderr)
        return EXIT_SETUP


def build_parser() -> argparse.ArgumentParser:
    """All commands and flags."""
    parser = Parser(
        prog="fioboard-agent",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"fioboard-agent {__version__}")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_run(subparsers)
    add_gdsio(subparsers)
    _add_suite(subparsers)
    _add_confirm(subparsers)
    add_experiment(subparsers)
    _add_serve(subparsers)
    _add_support(subparsers)
    _add_import(subparsers)
    _add_push(subparsers)
    _add_status(subparsers)
    _add_inventory(subparsers)
    _add_capture(subparsers)
    _add_configure(subparsers)
    _add_enrol(subparsers)
    _add_installing(subparsers)
    return parser


def _require_text(words: list[str]) -> None:
    """Raise UsageError for an argument that is no UTF-8: results and what is sent of them are."""
    for word in words:
        if any("\ud800" <= char <= "\udfff" for char in word):
            raise UsageError(f"{word[:80]!a} is no UTF-8.")


def _split_fio_arguments(given: list[str]) -> tuple[list[str], Optional[list[str]]]:
    """Everything behind a lone `--` of `run` belongs to fio."""
    if given[:1] == ["run"] and "--" in given:
        position = given.index("--")
        return given[:position], given[position + 1 :]
    return given, None


def _add_run(subparsers: argparse._SubParsersAction[Parser]) -> None:
    parser = add_command(
        subparsers,
        "run",
        "run a fio job file, or fio with the arguments after --, and upload the result",
        "Relative file names are relative to the folder you are in. Jobs that only read get fio's --readonly.",
    )
    parser.add_argument("job_file", nargs="?", metavar="JOBFILE", help="fio job file (or: -- FIO ARGUMENTS)")
    parser.add_argument(
        "--section", action="append", default=[], metavar="NAME", help="only this section of the job file; repeatable"
    )
    like = parser.add_argument_group("the job of another run")
    like.add_argument("--like", metavar="RUN", help="id or address of a run, or a share link: run its job here")
    like.add_argument("--target", metavar="PATH", help="with --like: folder, file or device of this host to measure")
    like.add_argument("--dry-run", action="store_true", help="with --like: only say what would run and what differs")
    like.add_argument("--yes", action="store_true", help="with --like: start without asking")
    like.add_argument("--reply", metavar="CODE", help="with --like LINK: send the run to the sender of the link alone")
    add_annotations(parser)
    add_running(parser)
    add_shared_folder(parser)
    parser.add_argument("--allow-exec", action="store_true", help="allow options and engines that run programs")
    parser.add_argument("--allow-env", action="store_true", help="allow ${NAME} and arithmetic in the job's values")
    parser.add_argument(
        "--allow-option",
        action="append",
        default=[],
        metavar="NAME",
        help="allow an option of fio that the agent does not know, or that changes a setting of the host; repeatable",
    )
    parser.add_argument(
        "--time-limit",
        type=read_seconds,
        metavar="S",
        help="stop fio after S seconds (default: only jobs that may have no end, such as ioengine=net)",
    )
    parser.add_argument(
        "--support",
        action="store_true",
        help="also send the kernel storage log and SMART data, for a vendor's support",
    )
    parser.set_defaults(command=run)


def _add_suite(subparsers: argparse._SubParsersAction[Parser]) -> None:
    described = "\n".join(
        f"  {suite.name}: {suite.question}\n    {len(suite.workloads)} workloads of {suite.runtime_s} s"
        f"{f', {suite.repeats} times' if suite.repeats > 1 else ''}"
        for suite in SUITES.values()
    )
    parser = add_command(
        subparsers,
        "suite",
        "run a series of workloads as one batch",
        f"suites:\n{described}\n  sweep: every combination of --rw, --bs, --iodepth, --numjobs and --vary"
        f"\n  saturate: search the highest rate under a p99 limit, or the depth that reaches a rate"
        f"\n  datasheet: run the tests of the drive's datasheet (read-only unless --confirm-destroy)"
        f"\n  drives: each drive alone, then those behind one port, switch, adapter or socket together, then all"
        f"\n  pts: SNIA's standard for solid state drives: iops, throughput, latency, wsat or all (ERASES the drive)"
        f"\n  purpose: measure whether storage is fast enough for a program, such as `suite purpose etcd`",
    )
    parser.add_argument(
        "suite",
        nargs="?",
        choices=[*sorted(SUITES), SWEEP, SATURATE, DATASHEET, DRIVES, PTS, PURPOSE],
        help="which series",
    )
    parser.add_argument(
        "purpose",
        nargs="?",
        metavar="PURPOSE",
        help="of suite purpose: etcd, postgresql-wal, nvr, …; of suite pts: iops, throughput, latency, wsat, all",
    )
    parser.add_argument(
        "--target",
        action="append",
        metavar="PATH",
        help="folder (a test file is created and removed), file or device; repeatable: one batch for each, in turn",
    )
    parser.add_argument("--only", metavar="LIST", help="only these workloads of a listed suite, separated by commas")
    parser.add_argument("--resume", nargs="?", const="", metavar="BATCH", help="resume the latest (or given) batch")
    parser.add_argument("--runtime", type=read_seconds, metavar="S", help="seconds per step")
    parser.add_argument("--ramp-time", type=read_seconds, metavar="S", help="ramp time per step (fio ramp_time)")
    parser.add_argument("--size", metavar="N", help="size of the test file or range, such as 512m or 4g")
    parser.add_argument("--dry-run", action="store_true", help="check everything and show what would run")
    parser.add_argument(
        "--estimate", action="store_true", help="only say how long it takes and what it writes; nothing is checked"
    )
    add_pool(parser)
    add_pts(parser)
    add_grid(parser)
    add_repeats(parser)
    add_annotations(parser)
    add_running(parser)
    parser.set_defaults(command=run_suite_command)


def _add_confirm(subparsers: argparse._SubParsersAction[Parser]) -> None:
    parser = add_command(
        subparsers,
        "confirm",
        "test a finding: run the job with and without the suggested change (A/B)",
        "Never writes to a device, never leaves the target of the run. Where you must make the change by hand, the\n"
        "first half runs now and the second after --resume, which checks for the difference.",
    )
    parser.add_argument("run", nargs="?", metavar="RUN", help="id or address of the run, which this host measured")
    parser.add_argument(
        "finding", nargs="?", metavar="FINDING", help="finding to test (default: the one behind the verdict)"
    )
    parser.add_argument(
        "--rounds",
        type=read_rounds,
        default=DEFAULT_ROUNDS,
        metavar="N",
        help="of four runs each (default %(default)s)",
    )
    parser.add_argument("--dry-run", action="store_true", help="check everything and show what would run")
    parser.add_argument("--yes", action="store_true", help="start without asking")
    parser.add_argument("--resume", nargs="?", const="", metavar="ID", help="run the second half, after the change")
    parser.add_argument(
        "--anyway", action="store_true", help="with --resume: continue even if no difference is detected"
    )
    add_running(parser, may_destroy=False)
    add_shared_folder(parser)
    parser.set_defaults(command=confirm)


def _add_serve(subparsers: argparse._SubParsersAction[Parser]) -> None:
    parser = add_command(
        subparsers,
        "serve",
        f"run what the service requests and {SERVE_FILE} allows",
        "Off until the owner of the host writes that file: suites, job files, targets and limits. Nothing\n"
        "listens on the host; the agent polls the service. What is not listed is refused, with the reason.",
    )
    parser.add_argument("--check", action="store_true", help="only show what the service may start")
    parser.add_argument("--list", default=str(SERVE_FILE), metavar="FILE", help="another file (also owned by root)")
    parser.add_argument("--fio", metavar="PATH", help="fio program to use")
    parser.add_argument("--request", help=argparse.SUPPRESS)
    # What the request's process shares with `run` and `suite`, whose flags the service can never set.
    parser.set_defaults(
        command=run_serve, server=None, token_file=None, allow_http=False, no_samples=False, strict=False, support=False
    )


def _add_support(subparsers: argparse._SubParsersAction[Parser]) -> None:
    parser = add_command(
        subparsers,
        "support",
        "attach kernel storage log and SMART data to a run",
        "What `run --support` sends, collected now for a run that is already uploaded.",
    )
    parser.add_argument("run", metavar="RUN", help="id or address of the run, which this host measured")
    add_service(parser)
    parser.set_defaults(command=attach_support)


def _add_import(subparsers: argparse._SubParsersAction[Parser]) -> None:
    parser = add_command(subparsers, "import", "send existing fio output to the service, unchanged")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file; or a folder: its outputs with their logs")
    parser.add_argument("--host", metavar="NAME", help="host the results were measured on (default: this one)")
    parser.add_argument("--started-at", metavar="TIME", help="when, if the file does not say (2026-11-21T13:00:00Z)")
    parser.add_argument("--accept-found", metavar="output|all|none", help="which facts found in the text to accept")
    add_annotations(parser)
    add_service(parser)
    parser.set_defaults(command=import_files)


def _add_push(subparsers: argparse._SubParsersAction[Parser]) -> None:
    parser = add_command(subparsers, "push", "upload pending results")
    parser.add_argument("--wait", type=read_seconds, default=0.0, metavar="S", help="retry for S seconds")
    parser.add_argument("--rejected", action="store_true", help="also retry rejected results")
    parser.add_argument("--to-file", metavar="FILE", help="write them to a file for `fioboard import`")
    parser.add_argument("--remove", action="store_true", help="with --to-file: remove them from this host")
    add_service(parser)
    parser.set_defaults(command=push)


def _add_status(subparsers: argparse._SubParsersAction[Parser]) -> None:
    parser = add_command(subparsers, "status", "show waiting and refused results, configuration, fio and the service")
    add_service(parser)
    parser.set_defaults(command=print_status)


def _add_inventory(subparsers: argparse._SubParsersAction[Parser]) -> None:
    parser = add_command(subparsers, "inventory", "show what is recorded about this host's hardware")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--tree", action="store_true", help="sockets, ports, links, drives and volumes (the default)")
    form.add_argument("--json", action="store_true", help="the whole document as it is uploaded")
    add_privileged(parser)
    parser.add_argument("--show-sudoers", action="store_true", help="print the sudoers line that --privileged needs")
    parser.add_argument("--root-part", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--root", default="/", metavar="DIR", help="read an unpacked capture of another machine")
    parser.add_argument("--fio", metavar="PATH", help="fio program to use")
    add_firmware(parser)
    parser.set_defaults(command=print_inventory)


def _add_capture(subparsers: argparse._SubParsersAction[Parser]) -> None:
    parser = add_command(
        subparsers,
        "capture",
        "write what the collectors read into an archive, with names and serial numbers replaced",
        "For bug reports: unpack it and look at it with `inventory --root FOLDER`. Linux only.",
    )
    parser.add_argument("-o", "--output", default=DEFAULT_NAME, metavar="FILE", help=f"default: {DEFAULT_NAME}")
    parser.add_argument("--list", action="store_true", help="name every file that is taken")
    parser.add_argument("--root", default="/", metavar="DIR", help="of an unpacked copy of another machine's files")
    parser.set_defaults(command=capture)


def _add_configure(subparsers: argparse._SubParsersAction[Parser]) -> None:
    parser = add_command(subparsers, "configure", "save server address, token and labels of this host")
    parser.add_argument("--server", metavar="URL", help="address of the service")
    token = parser.add_mutually_exclusive_group()
    token.add_argument("--token-file", metavar="FILE", help="file with the token (mode 0600)")
    token.add_argument("--token-stdin", action="store_true", help="read the token from standard input")
    add_transport(parser)
    add_host_labels(parser)
    parser.set_defaults(command=configure)


def _add_enrol(subparsers: argparse._SubParsersAction[Parser]) -> None:
    parser = add_command(subparsers, "enrol", "register this host with a one-time code")
    parser.add_argument("--server", required=True, metavar="URL")
    parser.add_argument("--code", required=True, help="the one-time code that the service shows")
    add_known_host(parser)
    add_transport(parser)
    add_host_labels(parser)
    parser.set_defaults(command=enrol)


def _add_installing(subparsers: argparse._SubParsersAction[Parser]) -> None:
    parser = add_command(subparsers, "install", "install agent.pyz as a program on this host")
    parser.add_argument("--dir", metavar="FOLDER", help="default: /usr/local/bin as root, else ~/.local/bin")
    parser.add_argument("--timer", action="store_true", help="send waiting results every hour (systemd or cron)")
    parser.set_defaults(command=install)
    parser = add_command(subparsers, "self-update", "replace this agent with the one that the service provides")
    parser.add_argument(
        "--unsigned", action="store_true", help="skip the release signature; trust what the service announces"
    )
    add_service(parser)
    parser.set_defaults(command=update)
    parser = add_command(subparsers, "uninstall", "remove this agent, its timer and the token")
    parser.add_argument(
        "--keep-results", action="store_true", help="even with results that were not uploaded; they are kept"
    )
    parser.set_defaults(command=uninstall)
