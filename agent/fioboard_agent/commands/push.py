"""`push`: what waits on this host goes to the service."""

from __future__ import annotations

import argparse

from fioboard_agent.commands.delivering import recovered_spool, tell_report
from fioboard_agent.commands.flags import read_config
from fioboard_agent.delivery.sending import deliver
from fioboard_agent.delivery.upload import Service
from fioboard_agent.errors import EXIT_OK
from fioboard_agent.host.paths import Folders
from fioboard_agent.terminal import say


def push(options: argparse.Namespace) -> int:
    """`push`: everything that waits."""
    spool = recovered_spool(Folders.from_environment())
    if options.rejected:
        for entry in list(spool.rejected()):
            spool.requeue(entry)
    waiting = list(spool.waiting())
    if not waiting:
        say("Nothing waits to be sent.")
        return EXIT_OK
    report = deliver(spool, waiting, Service(read_config(options)), options.wait, say)
    return tell_report(report, spool)
