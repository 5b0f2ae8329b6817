"""`push`: what waits on this host goes to the service."""

from __future__ import annotations

import argparse

from fioboard_agent.commands.delivering import open_spool, print_report
from fioboard_agent.commands.flags import read_config
from fioboard_agent.delivery.sending import deliver
from fioboard_agent.delivery.upload import Service
from fioboard_agent.delivery.word import send_last_report
from fioboard_agent.errors import EXIT_OK
from fioboard_agent.host.paths import Folders
from fioboard_agent.terminal import print_sentence


def push(options: argparse.Namespace) -> int:
    """Run `push`: everything that waits."""
    folders = Folders.from_environment()
    spool = open_spool(folders)
    config = read_config(options)
    if options.rejected:
        for entry in list(spool.rejected()):
            spool.requeue(entry)
    waiting = list(spool.waiting())
    if not waiting:
        print_sentence("No pending results.")
        if config.server is not None:
            send_last_report(folders, spool, Service(config))
        return EXIT_OK
    service = Service(config)
    report = deliver(spool, waiting, service, options.wait, print_sentence)
    send_last_report(folders, spool, service, report)
    return print_report(report, spool)
