"""What the flags mean that several commands have."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path
from typing import Optional

from fioboard_agent.commands.parser import read_count, read_seconds
from fioboard_agent.delivery.config import Config, load_config
from fioboard_agent.delivery.payload import Annotations
from fioboard_agent.errors import RefusedError, UsageError
from fioboard_agent.firmware.keys import parse_setting
from fioboard_agent.host.paths import Folders
from fioboard_agent.inventory.completion import Additions
from fioboard_agent.suites.batch import METRICS
from fioboard_agent.suites.fio_jobs import PRECONDITIONS
from fioboard_agent.suites.order import ORDERS
from fioboard_agent.suites.pts.purge import METHODS
from fioboard_agent.suites.pts.standard import CLASSES
from fioboard_agent.suites.saturate import GOALS

_RUN_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def read_annotations(options: argparse.Namespace) -> Annotations:
    """`--title`, `--label` and `--tag`."""
    return Annotations(title=options.title, labels=read_labels(options.label), tags=tuple(options.tag))


def read_labels(given: list[str]) -> dict[str, str]:
    """Read `KEY=VALUE` of each `--label`."""
    labels: dict[str, str] = {}
    for label in given:
        key, equals, value = label.partition("=")
        if not equals:
            raise UsageError(f"--label {label}: write KEY=VALUE.")
        _require_one_value("label", key, labels.get(key), value)
        labels[key] = value
    return labels


def read_additions(options: argparse.Namespace) -> Additions:
    """`--privileged`, `--bios-file` and `--set`."""
    stated: dict[str, str] = {}
    for key, value in options.set:
        _require_one_value("set", key, stated.get(key), str(value))
        stated[key] = str(value)
    bios_file = str(Path(options.bios_file).absolute()) if options.bios_file else None
    return Additions(options.privileged, bios_file, tuple(options.set))


def _require_one_value(flag: str, key: str, before: Optional[str], value: str) -> None:
    if before is not None and before != value:
        raise UsageError(f"--{flag} {key} is given twice, as {before} and as {value}; give it once.")


def read_run_id(text: str) -> str:
    """A run by its id or its page's address, with whatever stands behind it there."""
    run_id = text.partition("#")[0].partition("?")[0].rstrip("/").rpartition("/")[2].lower()
    if not _RUN_ID.fullmatch(run_id):
        raise UsageError(f"{text[:80]} is not a run ID or URL.")
    return run_id


def require_consent(command: str, is_given: bool) -> None:
    """Ask whether to start, unless --yes was given. Raises RefusedError."""
    if is_given:
        return
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise RefusedError(f"{command} asks before it starts, but there is no terminal. Add --yes to start it.")
    print("Start? [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in {"y", "yes"}:
        raise RefusedError("Nothing was started.")


def read_config(options: argparse.Namespace) -> Config:
    """The kept configuration; `--server`, `--token-file` and the environment go before it."""
    path = Folders.from_environment().config_file
    return load_config(path, os.environ, options.server, options.token_file, options.allow_http)


def add_annotations(parser: argparse.ArgumentParser) -> None:
    """Let a person name and label what is measured."""
    group = parser.add_argument_group("metadata")
    group.add_argument("--title", help="up to 200 characters")
    group.add_argument(
        "--label",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="such as fan=off or slot=3; repeatable",
    )
    group.add_argument("--tag", action="append", default=[], help="repeatable")


def add_known_host(parser: argparse.ArgumentParser) -> None:
    """Let a person say whether the service knows this machine."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--as", dest="same_as", metavar="NAME", help="this machine is the known host NAME")
    which.add_argument("--new", action="store_true", help="this machine is a new host")


def add_host_labels(parser: argparse.ArgumentParser) -> None:
    """Let a person label the host itself."""
    parser.add_argument(
        "--label",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="label of this host, such as rack=7, for all its runs from now on (KEY= removes it); repeatable",
    )


def add_transport(parser: argparse.ArgumentParser) -> None:
    """Let a person say how the service is reached."""
    parser.add_argument("--ca-file", metavar="FILE", help="certificates to trust for this service")
    parser.add_argument("--allow-http", action="store_true", help="allow plain http beyond this machine")


def add_privileged(parser: argparse.ArgumentParser) -> None:
    """Let a person have data read that only root may read."""
    parser.add_argument(
        "--privileged",
        action="store_true",
        help="read root-only data via sudo (setup: inventory --show-sudoers)",
    )


def add_shared_folder(parser: argparse.ArgumentParser) -> None:
    """Let a person allow a new file where others may rename files."""
    parser.add_argument(
        "--in-shared-folder",
        action="store_true",
        help="allow a new test file in a folder where other users may rename files",
    )


def add_firmware(parser: argparse.ArgumentParser) -> None:
    """Let a person state BIOS settings, or name a dump of them."""
    group = parser.add_argument_group("BIOS settings")
    group.add_argument(
        "--set",
        action="append",
        default=[],
        type=parse_setting,
        metavar="KEY=VALUE",
        help="set one manually, e.g. bios.nps=4; repeatable",
    )
    group.add_argument(
        "--bios-file",
        metavar="FILE",
        help="dump by a vendor tool (SUM, racadm, ilorest, Redfish, CSV)",
    )


def add_service(parser: argparse.ArgumentParser) -> None:
    """Let a person name another service and token than the configured ones."""
    group = parser.add_argument_group("service")
    group.add_argument("--server", metavar="URL", help="instead of the configured one")
    group.add_argument("--token-file", metavar="FILE", help="instead of the configured token")
    group.add_argument("--allow-http", action="store_true", help="allow plain http beyond this machine")


def add_repeats(parser: argparse.ArgumentParser) -> None:
    """Let a person say how often and in which order a suite's workloads are measured."""
    group = parser.add_argument_group("repeats")
    group.add_argument("--repeat", type=read_count, metavar="N", help="repeat each workload N times")
    group.add_argument("--until", metavar="P%", help="repeat until the 95 %% interval is within ± P %% of the mean")
    group.add_argument("--until-metric", choices=METRICS, default="iops", help="metric used by --until (default iops)")
    group.add_argument("--max-repeats", type=read_count, default=20, metavar="N", help="limit of --until (default 20)")
    group.add_argument(
        "--order",
        choices=ORDERS,
        help="interleaved: each repeat is a block of all workloads in random order (default); latin: in the rows "
        "of a Latin square; sequential: as listed",
    )
    group.add_argument("--seed", type=int, metavar="N", help="of the random order (default: a new one, recorded)")
    group.add_argument(
        "--precondition",
        nargs="?",
        const="fill",
        choices=sorted(PRECONDITIONS),
        help="first WRITE the whole size in sequence (fill), or then also in random order (random)",
    )


def add_pool(parser: argparse.ArgumentParser) -> None:
    """Let a person name the drives that one batch measures alone and together."""
    group = parser.add_argument_group("drives of suite drives, measured alone and together (read-only)")
    group.add_argument("--targets", metavar="A,B,…", help="whole drives, separated by commas")
    group.add_argument("--all-idle", action="store_true", help="all drives not in use")


def add_pts(parser: argparse.ArgumentParser) -> None:
    """Let a person say which part of SNIA's standard is measured, and what may be erased for it."""
    group = parser.add_argument_group("suite pts (writes the drive that --confirm-destroy confirms)")
    group.add_argument("--class", choices=CLASSES, help="part of the standard")
    group.add_argument("--quick", action="store_true", help="fewer cells and shorter; not the standard, and marked so")
    group.add_argument("--purge", choices=METHODS, help="erase the whole drive first")
    group.add_argument("--confirm-purge", metavar="SERIAL", help="serial number of the drive that --purge may erase")
    group.add_argument(
        "--write-limit",
        metavar="SIZE",
        help="total bytes that one test may write, such as 20t; with --resume: raises it",
    )


def add_grid(parser: argparse.ArgumentParser) -> None:
    """Let a person say what is swept, or what is searched for."""
    search = parser.add_argument_group("goal of suite saturate (with --rw, --bs; the ladder: --iodepth, --numjobs)")
    search.add_argument("--metric", choices=GOALS, help="what --limit applies to (default clat_p99)")
    search.add_argument(
        "--limit", metavar="N", help="maximum p99 (2ms; also for a sweep), or rate to reach (500k, 20GB/s)"
    )
    grid = parser.add_argument_group("grid of a sweep, values separated by commas")
    add_patterns(grid)
    grid.add_argument(
        "--vary",
        action="append",
        metavar="OPTION=LIST",
        help="any allowed fio option, such as rwmixread=0,70,100; repeatable",
    )


def add_patterns(grid: argparse._ArgumentGroup) -> None:
    """Let a person say which workloads are measured."""
    grid.add_argument("--rw", metavar="LIST", help="read, write, randread, randwrite, rw, randrw (default randread)")
    grid.add_argument("--bs", metavar="LIST", help="block sizes as fio writes them (default 4k)")
    grid.add_argument("--iodepth", metavar="LIST", help="queue depths (default 32)")
    grid.add_argument("--numjobs", metavar="LIST", help="numbers of jobs (default 1)")


def add_running(parser: argparse.ArgumentParser, may_destroy: bool = True) -> None:
    """Let a person say with what and how it runs, and what it may write."""
    parser.add_argument("--fio", metavar="PATH", help="fio program to use")
    add_privileged(parser)
    parser.add_argument("--no-upload", action="store_true", help="keep the result on this host")
    parser.add_argument("--no-samples", action="store_true", help="do not sample disks, CPUs and links during the run")
    parser.add_argument(
        "--strict", action="store_true", help="do not start fio if a check before the run warns (exit code 8)"
    )
    parser.add_argument(
        "--wait", type=read_seconds, default=60.0, metavar="S", help="how long to retry the upload (default 60 s)"
    )
    if may_destroy:
        parser.add_argument(
            "--confirm-destroy",
            action="append",
            default=[],
            metavar="SERIAL",
            help="serial number (or WWID) of a drive that may be overwritten; repeatable",
        )
    parser.add_argument(
        "--keep-free", metavar="SIZE", help="space that a new test file must leave free (default: 10 %% and 2 GiB)"
    )
    if may_destroy:
        parser.add_argument(
            "--on-system-disk",
            action="store_true",
            help="allow a target on the system disk although it looks like a mount point",
        )
    add_firmware(parser)
    add_service(parser)
