"""`run --like`: the job of a stored run, or of a share link, on a target of this host."""

from __future__ import annotations

import argparse
import shlex
import sys
import uuid
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

from fioboard_agent.benchmark.bench import Measured, Request
from fioboard_agent.commands.delivering import open_spool
from fioboard_agent.commands.flags import read_additions, read_annotations, read_config, read_run_id, require_consent
from fioboard_agent.commands.measuring import build_bench, choose_exit_code, deliver_measured, print_run
from fioboard_agent.delivery.config import Config
from fioboard_agent.delivery.sending import deliver
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.delivery.upload import Service
from fioboard_agent.errors import EXIT_OK, EXIT_REJECTED, EXIT_WAITING, UsageError
from fioboard_agent.fio.program import find_fio
from fioboard_agent.host.paths import Folders
from fioboard_agent.host.runlock import hold_run_lock
from fioboard_agent.like.fitting import Fitted, fit_job
from fioboard_agent.like.reference import Reference, fetch_run, fetch_share, is_share_link
from fioboard_agent.safety import marker
from fioboard_agent.safety.clearance import Permissions
from fioboard_agent.terminal import ProgressLine, print_sentence

_SENT = (
    "Reply: the sender of the link gets the whole result: fio's output, samples, and this host's inventory with its "
    "name, serial numbers and paths. The page shows the run without these, once the sender accepts it."
)


def run_like(options: argparse.Namespace, permissions: Permissions) -> int:
    """Fetch the job, fit it, say what differs, and run it guarded as every run."""
    if options.target is None:
        raise UsageError("--like needs --target PATH: the folder, file or device of this host to measure.")
    is_link = is_share_link(options.like)
    if options.reply is not None and (not is_link or options.no_upload or options.support):
        raise UsageError("--reply goes with --like LINK, and without --no-upload and --support.")
    folders = Folders.from_environment()
    config = read_config(options)
    service = None if options.no_upload or options.reply is not None else Service(config)
    reference = (
        fetch_share(options.like, config.allow_http, config.ca_file)
        if is_link
        else fetch_run(Service(config), read_run_id(options.like))
    )
    program = find_fio(options.fio)
    key = str(uuid.uuid4())
    fitted = fit_job(reference, Path.cwd() / options.target, program, key, permissions.keep_free_bytes)
    _print_plan(reference, fitted)
    if options.reply is not None:
        print_sentence(_SENT)
    if options.dry_run:
        return EXIT_OK
    require_consent("--like", options.yes)
    request = Request(
        jobs=fitted.jobs,
        cwd=Path("/"),
        permissions=permissions,
        annotations=read_annotations(options),
        temporary_files=() if fitted.own_file is None else (str(fitted.own_file),),
        limit_s=options.time_limit,
        key=key,
    )
    progress = ProgressLine(sys.stderr)
    with hold_run_lock(folders):
        spool = open_spool(folders)
        spool.require_room()
        bench = build_bench(program, spool, folders, read_additions(options), options)
        progress.start_step(1, "fio")
        try:
            done = bench.measure(request, progress)
        finally:
            progress.end()
            if fitted.own_file is not None:
                marker.remove_marked(fitted.own_file, key)
        print_run(done, [])
    if options.reply is not None:
        return _deliver_reply(options, reference, Config(ca_file=config.ca_file), spool, done)
    return deliver_measured(options, spool, service, done, lambda urls: _print_comparison(reference, fitted, urls))


def _print_plan(reference: Reference, fitted: Fitted) -> None:
    print(f"Like {reference.url}", flush=True)
    print(f"fio {shlex.join(fitted.jobs.arguments)}", flush=True)
    if not fitted.differs:
        print_sentence("fio, engine, options and size are as in that run.")
    for sentence in fitted.differs:
        print_sentence(f"Differs: {sentence}")


def _deliver_reply(
    options: argparse.Namespace, reference: Reference, config: Config, spool: Spool, done: Measured
) -> int:
    """Send the run to the sender of the link. What was not sent stays on this host."""
    server, _, token = reference.url.rpartition("/s/")
    service = Service(replace(config, server=server)).make_reply_service(token, options.reply)
    report = deliver(spool, [done.entry], service, options.wait, print_sentence)
    exit_code = choose_exit_code([done])
    if report.stored:
        print(f"Received: {reference.url} shows it once the sender accepts it.", flush=True)
        return exit_code
    why = f"{report.last_sentence} " if report.waiting else ""
    print_sentence(f"{why}No reply was sent; the result is kept on this host.")
    return exit_code or (EXIT_REJECTED if report.rejected else EXIT_WAITING)


def _print_comparison(reference: Reference, fitted: Fitted, urls: list[str]) -> None:
    """Print where both runs are side by side; a shared run is on its own page."""
    if reference.run_id is None or not urls:
        print(f"Compare with: {reference.url}", flush=True)
        return
    new_id, (server, _, _) = read_run_id(urls[0]), urls[0].rpartition("/runs/")
    ignored = [("ignore", option) for option in fitted.replaced]
    sides = urlencode([("base", f"run={reference.run_id}"), ("new", f"run={new_id}"), *ignored])
    print(f"Comparison: {server}/compare?{sides}", flush=True)
