"""`print_status`: what waits, what was refused, and what this host could measure and send with."""

from __future__ import annotations

import argparse

from fioboard_agent import __version__
from fioboard_agent.commands.enrolment import describe_labels
from fioboard_agent.commands.experiment import describe_next, list_switched_lines
from fioboard_agent.commands.flags import read_config
from fioboard_agent.delivery.config import Config
from fioboard_agent.delivery.host_identity import identify_host
from fioboard_agent.delivery.spool import Entry, Spool
from fioboard_agent.delivery.summary import describe_run
from fioboard_agent.delivery.upload import Service, UnreachableError
from fioboard_agent.errors import EXIT_OK, EXIT_REJECTED, SetupError
from fioboard_agent.fio.program import find_fio
from fioboard_agent.host.own_command import build_command
from fioboard_agent.host.paths import Folders
from fioboard_agent.installation.program import find_archive, is_packaged, read_running_origin
from fioboard_agent.suites.store import BatchStore


def print_status(options: argparse.Namespace) -> int:
    """Run `print_status`: looks, changes nothing."""
    folders = Folders.from_environment()
    spool = Spool(folders)
    config = read_config(options)
    print(f"host       {identify_host(folders).name} ({identify_host(folders).id})")
    print(f"fio        {_describe_fio()}")
    print(f"agent      {_describe_agent(config)}")
    print(f"service    {_describe_service(config)}")
    print(f"token      {'configured' if config.token else 'none'}")
    if config.labels:
        print(f"labels     {describe_labels(config.labels)}")
    print(f"kept in    {folders.spool}")
    waiting = list(spool.waiting())
    _print_entries("waiting", waiting)
    if waiting:
        print(f"    {build_command('push')} sends them")
    _print_entries("unfinished", list(spool.unfinished()))
    for batch in BatchStore(folders).unfinished():
        if batch.plan.experiment is not None:
            print(f"    experiment {batch.plan.id[:8]}: {len(batch.done)} steps done; {describe_next(batch)}")
            continue
        print(f"    batch {batch.plan.id[:8]} {batch.plan.name}: {len(batch.done)} steps done; suite --resume")
    for line in list_switched_lines(folders):
        print(line)
    rejected = list(spool.rejected())
    _print_entries("refused", rejected)
    for entry in rejected:
        answer = entry.answer()
        print(f"    {entry.key}: {answer.get('status')} {answer.get('error')}: {answer.get('detail')}")
    return EXIT_REJECTED if rejected else EXIT_OK


def _describe_fio() -> str:
    try:
        program = find_fio()
    except SetupError as error:
        return str(error)
    return f"{program.version} ({program.path})"


def _describe_agent(config: Config) -> str:
    """Say which version this is, and how to get the one that the service serves where that is another."""
    if config.server is None:
        return __version__
    try:
        offered = Service(config, timeout_s=5.0).get_offered_agent()
    except UnreachableError:
        return __version__
    origin = read_running_origin()
    if origin is None or origin.sha256 == offered.sha256:
        return __version__
    how = f"{config.server}/agent.deb or .rpm" if is_packaged(find_archive()) else build_command("self-update")
    return f"{__version__}; the service has {offered.version}: {how}"


def _describe_service(config: Config) -> str:
    if config.server is None:
        return f"none configured: {build_command('enrol --server URL --code CODE')}"
    try:
        answer = Service(config, timeout_s=5.0).health()
    except UnreachableError as error:
        return f"{config.server} (cannot be reached: {error})"
    return f"{config.server} ({'reachable' if answer.is_success else f'answers {answer.status}'})"


def _print_entries(word: str, entries: list[Entry]) -> None:
    print(f"{word:10} {len(entries)}")
    for entry in entries:
        print(f"    {describe_run(entry)}")
