"""What `run`, `suite` and `push` share: the spool as the last agent left it, and what became of what was sent."""

from __future__ import annotations

from collections import Counter

from fioboard_agent.delivery.batch_sending import BatchSender
from fioboard_agent.delivery.host_identity import identify_host
from fioboard_agent.delivery.sending import Report
from fioboard_agent.delivery.spool import Entry, Spool
from fioboard_agent.delivery.upload import UnreachableError, make_printable
from fioboard_agent.errors import EXIT_OK, EXIT_REJECTED, EXIT_WAITING
from fioboard_agent.host.own_command import build_command
from fioboard_agent.host.paths import Folders
from fioboard_agent.terminal import print_sentence

# Of a batch of hundreds of steps the others are counted.
_MAX_NAMED = 20


def open_spool(folders: Folders) -> Spool:
    """Open the spool, with runs of killed agents completed."""
    spool = Spool(folders)
    for entry in spool.recover():
        print_sentence(
            f"Found run {entry.key}, cut off when the agent was killed; it is kept and marked as interrupted."
        )
    return spool


def print_report(report: Report, spool: Spool) -> int:
    """Print where the runs are now; return the exit code for it."""
    for url in report.urls:
        print(f"Stored: {url}", flush=True)
    _print_verdicts(report)
    if report.rejected:
        print_sentence(f"Results rejected: {len(report.rejected)}; see {build_command('status')}")
    waiting = len(list(spool.waiting()))
    if report.waiting:
        print_sentence(f"{report.last_sentence} Saved locally, not uploaded: {waiting}. Retry: {build_command('push')}")
    elif waiting:
        print_sentence(f"Earlier results not uploaded yet: {waiting}. Retry: {build_command('push')}")
    return _choose_exit_code(bool(report.rejected), bool(report.waiting))


def print_batch(sender: BatchSender, upload_keys: list[str], steps: int) -> int:
    """Print how many of a batch's `steps` the service has, whoever sent them, and name what waits; return the exit
    code.

    `upload_keys`: the runs of the steps that are measured.
    """
    waiting, rejected = sender.waiting(), sender.rejected()
    if rejected:
        print_sentence(f"Rejected: {_join_names(rejected)}; see {build_command('status')}")
    if waiting:
        why = f" {sender.report.last_sentence}" if sender.service is not None else ""
        print_sentence(
            f"Saved locally, not uploaded ({len(waiting)}): {_join_names(waiting)}.{why} Retry: {build_command('push')}"
        )
    others = len(list(sender.spool.waiting())) - len(waiting)
    if others:
        print_sentence(f"Earlier results not uploaded yet: {others}. Retry: fioboard-agent push")
    stored = len(set(upload_keys) - {entry.key for entry in [*waiting, *rejected]})
    lines = _read_result(sender) if stored else []
    if lines:
        # A paragraph of its own: `make run` shows it alone.
        print("\n".join(["", *lines, ""]), flush=True)
    else:
        _print_verdicts(sender.report)
    address = f": {sender.service.url}/batches/{sender.batch_id}" if sender.service is not None and stored else "."
    print(f"Stored {stored} of {steps}{address}", flush=True)
    return _choose_exit_code(bool(rejected), bool(waiting) and sender.service is not None)


def _read_result(sender: BatchSender) -> list[str]:
    """Ask the service what the batch showed; [] from one that is older, or does not answer."""
    if sender.service is None:
        return []
    try:
        answer = sender.service.get_batch_result(sender.batch_id, identify_host(Folders.from_environment()).id)
    except UnreachableError:
        return []
    sentence, text, table = (answer.body.get(key) for key in ("sentence", "text", "lines"))
    if not answer.is_success or not isinstance(text, list) or not isinstance(table, list):
        return []
    return [make_printable(str(line)) for line in (*([sentence] if sentence else []), *text, *table)]


def _join_names(entries: list[Entry]) -> str:
    """Join the names: `rand-read-4k, rand-write-4k (2 of 3), seq-read-1m (interrupted)`."""
    names = list(dict.fromkeys(_format_name(entry) for entry in entries))
    return ", ".join(names[:_MAX_NAMED] + ([f"{len(names) - _MAX_NAMED} more"] if len(names) > _MAX_NAMED else []))


def _format_name(entry: Entry) -> str:
    manifest = entry.manifest()
    batch = manifest["batch"]
    repeat = f" (repeat {batch['repeat']})" if (batch.get("repeat") or 1) > 1 else ""
    return f"{batch.get('workload') or batch['name']}{repeat}{' (interrupted)' if manifest.get('interrupted') else ''}"


def _print_verdicts(report: Report) -> None:
    for verdict, count in Counter(report.verdicts).items():
        print(f"Answer: {verdict}" + (f" ({count} runs)" if count > 1 else ""), flush=True)


def _choose_exit_code(is_rejected: bool, is_waiting: bool) -> int:
    if is_rejected:
        return EXIT_REJECTED
    return EXIT_WAITING if is_waiting else EXIT_OK
