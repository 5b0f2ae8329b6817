"""`serve`: asks the service for requests and runs those that the owner of this host allows."""

from __future__ import annotations

import argparse
import signal
from pathlib import Path
from types import FrameType
from typing import Optional

from fioboard_agent.commands.flags import read_config
from fioboard_agent.commands.serve_request import run_request
from fioboard_agent.delivery.upload import Service
from fioboard_agent.errors import EXIT_OK
from fioboard_agent.fio.program import find_fio
from fioboard_agent.host.paths import Folders
from fioboard_agent.host.runlock import take_lock
from fioboard_agent.serve.allowed import Allowed, read_allowed
from fioboard_agent.serve.loop import Loop
from fioboard_agent.terminal import print_sentence


def run_serve(options: argparse.Namespace) -> int:
    """Serve requests until the process is stopped; with --check only say what the service may start."""
    if options.request is not None:
        return run_request(options)
    path = Path(options.list)
    allowed = read_allowed(path)
    for line in describe_allowed(allowed):
        print(line, flush=True)
    if options.check:
        return EXIT_OK
    folders = Folders.from_environment()
    find_fio(options.fio)
    arguments = ["--list", str(path), *(["--fio", options.fio] if options.fio else [])]
    service = Service(read_config(options))
    with take_lock(folders.state / "serve.lock", "Another fioboard-agent serve"):
        print_sentence(f"Serving requests from {service.url}.")
        _stop_on_signals()
        try:
            Loop(folders, service, lambda: read_allowed(path), arguments, print_sentence).run()
        except _Ended:
            print_sentence("Stopped.")
    return EXIT_OK


def describe_allowed(allowed: Allowed) -> list[str]:
    """Describe what the service may start, a line for each part of the owner's list."""
    targets = [
        f"{one.path}"
        + (f" (serial {one.serial}, {'may be overwritten' if one.may_write else 'read-only'})" if one.serial else "")
        for one in allowed.targets
    ]
    return [
        f"Suites: {', '.join(allowed.suites) or 'none'}",
        f"Job files: {', '.join(f'{name} ({path})' for name, path in allowed.jobs) or 'none'}",
        f"Repeats of stored runs: {'yes' if allowed.may_repeat else 'no'}",
        f"Targets: {', '.join(targets) or 'none'}",
        f"Hours: {allowed.hours or 'any'}",
        f"Longest request: {'no limit' if allowed.longest_s is None else f'{allowed.longest_s} s'}",
        "Bytes written a day: "
        + ("no limit" if allowed.write_bytes_a_day is None else f"{allowed.write_bytes_a_day:,}"),
    ]


class _Ended(BaseException):
    """The process was asked to stop."""


def _stop_on_signals() -> None:
    def stop(_number: int, _frame: Optional[FrameType]) -> None:
        # Once: what is being stopped is not to be interrupted again.
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        raise _Ended

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, stop)
