"""What `run` and `suite` share: the bench to measure on, and what is said about every run."""

from __future__ import annotations

import argparse
from typing import Callable, Optional

from fioboard_agent.benchmark.bench import Bench, Measured
from fioboard_agent.commands.delivering import print_batch, print_report
from fioboard_agent.delivery.batch_sending import BatchSender
from fioboard_agent.delivery.config import load_labels
from fioboard_agent.delivery.host_identity import identify_host
from fioboard_agent.delivery.sending import deliver
from fioboard_agent.delivery.spool import Entry, Spool
from fioboard_agent.delivery.summary import describe_result
from fioboard_agent.delivery.upload import Service
from fioboard_agent.delivery.word import send_last_report
from fioboard_agent.errors import EXIT_FIO_FAILED, EXIT_INTERRUPTED, EXIT_OK
from fioboard_agent.experiments.receipts import restore_left
from fioboard_agent.experiments.switches import Switchboard
from fioboard_agent.fio.program import FioProgram
from fioboard_agent.host.own_command import build_command
from fioboard_agent.host.paths import Folders, Roots
from fioboard_agent.inventory.completion import Additions, complete_inventory
from fioboard_agent.inventory.document import collect_inventory
from fioboard_agent.inventory_types import Document
from fioboard_agent.preflight.check import Check
from fioboard_agent.terminal import print_sentence


def build_bench(
    program: FioProgram, spool: Spool, folders: Folders, additions: Additions, options: argparse.Namespace
) -> Bench:
    """Build the bench, with this host's inventory as it is now, as `--no-samples` and `--strict` want it. Call it with
    the host's lock held: settings that a killed experiment has left are put back first."""
    restore_left(folders, Switchboard(Roots()), print_sentence)
    document = collect(program, additions)
    shown: set[tuple[str, str]] = set()

    def tell_checks(checks: list[Check]) -> None:
        """Of a batch each line once: the next step says only what is new."""
        for check in checks:
            if (check.id, check.status) not in shown:
                print_sentence(check.line)
        shown.clear()
        shown.update((check.id, check.status) for check in checks)

    return Bench(
        program,
        spool,
        identify_host(folders),
        document,
        is_sampling=not options.no_samples,
        is_strict=options.strict,
        is_for_support=getattr(options, "support", False),
        tell_checks=tell_checks,
        labels=load_labels(folders.config_file),
    )


def collect(program: FioProgram, additions: Additions) -> Document:
    """Collect this host's inventory as it is now, with what was said or allowed beyond it."""
    document = collect_inventory(Roots(), program)
    complete_inventory(document, additions, Roots())
    return document


def print_run(done: Measured, measured: list[Measured]) -> None:
    """Print what a run showed, and its warnings unless an earlier one had the same; then count it among them."""
    for warning in done.warnings:
        if all(warning not in earlier.warnings for earlier in measured):
            print_sentence(f"Note: {warning}")
    measured.append(done)
    for line in describe_result(done.entry):
        print(line, flush=True)
    outcome = done.outcome
    if outcome.stopped_because:
        print_sentence(f"Stopped: {outcome.stopped_because}. The results so far are kept and marked as interrupted.")
    elif outcome.interrupted:
        print_sentence("Interrupted; the results so far are kept and marked as interrupted.")
    elif outcome.exit_code:
        name = (done.entry.manifest().get("argv") or ["fio"])[0]
        print_sentence(f"{name} ended with exit code {outcome.exit_code}: {_read_last_message(done.entry)}")
    elif done.output_is_empty:
        print_sentence("fio succeeded, but its result file is empty. Is the disk with the results full?")


def deliver_measured(
    options: argparse.Namespace,
    spool: Spool,
    service: Optional[Service],
    done: Measured,
    print_links: Optional[Callable[[list[str]], None]] = None,
) -> int:
    """Send the run of `run` unless --no-upload; the exit code says first how fio fared, then how the service did.

    `print_links` gets the addresses of what was stored."""
    exit_code = choose_exit_code([done])
    if service is None:
        print_sentence(f"Kept on this host, not uploaded (1): {build_command('push')}")
        return exit_code
    report = deliver(spool, [done.entry], service, options.wait, print_sentence)
    send_last_report(Folders.from_environment(), spool, service, report)
    delivery_code = print_report(report, spool)
    if print_links is not None:
        print_links(report.urls)
    return exit_code or delivery_code


def deliver_batch(
    options: argparse.Namespace, sender: BatchSender, measured: list[Measured], upload_keys: list[str], steps: int
) -> int:
    """Send what still waits of a batch unless --no-upload, and count the whole batch: `upload_keys` are the runs of the
    steps that are measured, `steps` is what the batch has altogether. The exit code as of one run."""
    exit_code = choose_exit_code(measured)
    report = sender.send_rest(options.wait)
    if sender.service is not None:
        send_last_report(Folders.from_environment(), sender.spool, sender.service, report)
    if not (upload_keys or sender.waiting()):
        return exit_code
    delivery_code = print_batch(sender, upload_keys, steps)
    return exit_code or delivery_code


def _read_last_message(entry: Entry) -> str:
    """Read the program's own last words, for a person."""
    path = entry.files / "messages.txt"
    try:
        text = (path if path.exists() else entry.files / "fio.txt").read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1][:300] if lines else "it gave no reason"


def choose_exit_code(measured: list[Measured]) -> int:
    if any(done.outcome.interrupted for done in measured):
        return EXIT_INTERRUPTED
    return EXIT_FIO_FAILED if any(done.outcome.exit_code or done.output_is_empty for done in measured) else EXIT_OK
