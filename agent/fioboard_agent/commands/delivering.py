"""What `run`, `suite` and `push` share: the spool as the last agent left it, and what became of what was sent."""

from __future__ import annotations

from collections import Counter
from typing import Optional

from fioboard_agent.delivery.sending import Report
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.errors import EXIT_OK, EXIT_REJECTED, EXIT_WAITING
from fioboard_agent.host.paths import Folders
from fioboard_agent.terminal import say


def recovered_spool(folders: Folders) -> Spool:
    """The spool, runs of killed agents completed."""
    spool = Spool(folders)
    for entry in spool.recover():
        say(f"Found run {entry.key}, cut off when the agent was killed; kept and marked as interrupted.")
    return spool


def tell_report(report: Report, spool: Spool, batch_url: Optional[str] = None) -> int:
    """Where the runs are now, and the exit code for it. The runs of a batch have one page, `batch_url`."""
    for url in report.urls if batch_url is None else []:
        print(f"Stored: {url}", flush=True)
    if batch_url and report.stored:
        print(f"Stored ({len(report.stored)}): {batch_url}", flush=True)
    for verdict, count in Counter(report.verdicts).items():
        print(f"Answer: {verdict}" + (f" ({count} runs)" if count > 1 else ""), flush=True)
    if report.rejected:
        say(f"{len(report.rejected)} refused by the service for good: fioboard-agent status")
    if report.waiting:
        say(
            f"{report.last_sentence} Safe on this host, waiting: {len(list(spool.waiting()))}. Send them later with: "
            "fioboard-agent push"
        )
    if report.rejected:
        return EXIT_REJECTED
    return EXIT_WAITING if report.waiting else EXIT_OK
