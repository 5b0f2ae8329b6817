"""`push`: what waits on this host goes to the service."""

from __future__ import annotations

import argparse
from pathlib import Path

from fioboard_agent.commands.delivering import open_spool, print_report
from fioboard_agent.commands.flags import read_config
from fioboard_agent.delivery.carrying import write_file
from fioboard_agent.delivery.sending import deliver
from fioboard_agent.delivery.spool import Entry
from fioboard_agent.delivery.upload import Service
from fioboard_agent.delivery.word import send_last_report
from fioboard_agent.errors import EXIT_OK
from fioboard_agent.host.paths import Folders
from fioboard_agent.terminal import print_sentence


def push(options: argparse.Namespace) -> int:
    """Run `push`: everything that waits."""
    folders = Folders.from_environment()
    spool = open_spool(folders)
    if options.rejected:
        for entry in list(spool.rejected()):
            spool.requeue(entry)
    waiting = list(spool.waiting())
    if options.to_file:
        return _push_to_file(Path(options.to_file), waiting, options.remove)
    config = read_config(options)
    if not waiting:
        print_sentence("No pending results.")
        if config.server is not None:
            send_last_report(folders, spool, Service(config))
        return EXIT_OK
    service = Service(config)
    report = deliver(spool, waiting, service, options.wait, print_sentence)
    send_last_report(folders, spool, service, report)
    return print_report(report, spool)


def _push_to_file(path: Path, waiting: list[Entry], is_removing: bool) -> int:
    """Write what waits to a file; remove it here only when asked to, and only what is in the file as a whole."""
    if not waiting:
        print_sentence("No pending results.")
        return EXIT_OK
    write_file(path, waiting)
    whole = [entry for entry in waiting if not entry.attachments]
    print_sentence(
        f"{len(waiting)} results are in {path}. On the machine that runs fioboard: fioboard import {path.name}"
    )
    if len(whole) < len(waiting):
        print_sentence(
            f"{len(waiting) - len(whole)} have attachments, which are not in the file; they stay on this host."
        )
    if is_removing:
        for entry in whole:
            entry.remove()
        print_sentence(f"{len(whole)} were removed from this host.")
    else:
        print_sentence("They also stay on this host (--remove removes them); a service stores each result once.")
    return EXIT_OK
