"""What each command does, in the order a person would tell it: flags come from cli.py, modules do the work."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Optional

from fioboard_agent import privileged
from fioboard_agent.benchmark import Bench, Measured, Request
from fioboard_agent.capture.replay import reader_of
from fioboard_agent.config import Config, check_server, check_token, load_config, read_token_file, save_config
from fioboard_agent.delivery import Report, deliver
from fioboard_agent.errors import (
    EXIT_FIO_FAILED,
    EXIT_INTERRUPTED,
    EXIT_OK,
    EXIT_REJECTED,
    EXIT_WAITING,
    AgentError,
    SetupError,
    UsageError,
)
from fioboard_agent.fio_program import FioProgram, find_fio
from fioboard_agent.firmware.settings import add_firmware_settings
from fioboard_agent.hostid import this_host
from fioboard_agent.inventory import collect_inventory
from fioboard_agent.inventory_tree import WIDTH, render_tree, terminal_paint
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.jobs.local_policy import Switches
from fioboard_agent.jobs.sizes import parse_size
from fioboard_agent.paths import Folders, Roots, make_private_folder
from fioboard_agent.payload import Annotations
from fioboard_agent.programs import Programs
from fioboard_agent.runlock import only_run_on_host
from fioboard_agent.safety.clearance import Permissions
from fioboard_agent.spool import Entry, Spool
from fioboard_agent.suites.batch import next_step
from fioboard_agent.suites.driver import Driver, check_steps
from fioboard_agent.suites.request import new_batch, resumed_batch
from fioboard_agent.suites.store import BatchStore, KeptBatch
from fioboard_agent.suites.words import introduction, repeats_table
from fioboard_agent.summary import describe_result, describe_run
from fioboard_agent.terminal import ProgressLine
from fioboard_agent.upload import Service, UnreachableError


def run(options: argparse.Namespace) -> int:
    """`run JOBFILE` and `run -- FIO ARGUMENTS`."""
    if (options.job_file is None) == (options.fio_arguments is None):
        raise UsageError("Name one job file, or give fio's arguments after --.")
    jobs = parse_arguments([options.job_file] if options.fio_arguments is None else options.fio_arguments)
    permissions = _permissions(options, Switches(options.allow_exec, options.allow_env))
    request = Request(jobs=jobs, cwd=Path.cwd(), permissions=permissions, annotations=_annotations(options))
    return _measure_and_deliver(options, request)


def suite(options: argparse.Namespace) -> int:
    """`suite NAME --target PATH` and `suite --resume`."""
    folders = Folders.from_environment()
    program = find_fio(options.fio)
    store = BatchStore(folders)
    batch = _batch(options, program, store)
    service = None if options.no_upload else Service(_config(options))
    with only_run_on_host(folders):
        spool = _recovered_spool(folders)
        spool.check_room()
        document = collect_inventory(Roots(), program)
        _complete(document, options, Roots())
        bench = Bench(program, spool, this_host(folders), document, is_sampling=not options.no_samples)
        check_steps(batch.plan, bench)
        for sentence in introduction(batch.plan, batch.done):
            _say(sentence)
        failed: Optional[BaseException] = None
        measured: list[Measured] = []
        try:
            Driver(bench, store, ProgressLine(sys.stderr), lambda done: _tell_next(done, measured)).run(batch)
        except (AgentError, KeyboardInterrupt) as error:
            failed = error
        for line in repeats_table(batch.plan, batch.done):
            print(line, flush=True)
        if next_step(batch.plan, batch.done) is not None:
            _say(f"Go on with the rest of the batch: fioboard-agent suite --resume {batch.plan.id[:8]}")
    exit_code = _deliver_measured(options, spool, service, measured)
    if failed is not None:
        raise failed
    return exit_code


def import_files(options: argparse.Namespace) -> int:
    """`import FILE…`: each file is its own request; one that the service refuses does not stop the others."""
    service = Service(_config(options))
    annotations = _annotations(options)
    query = [("host", options.host or this_host(Folders.from_environment()).name)]
    query += [("title", annotations.title)] if annotations.title else []
    query += [("started_at", options.started_at)] if options.started_at else []
    query += [(f"label.{key}", value) for key, value in annotations.labels.items()]
    query += [("tag", tag) for tag in annotations.tags]
    exit_code = EXIT_OK
    for name in options.files:
        try:
            answer = service.import_file(Path(name), query)
        except UnreachableError as error:
            raise SetupError(f"{name}: {service.url} cannot be reached: {error}.") from None
        if not answer.is_success:
            print(f"{name}: refused ({answer.status}): {answer.sentence}", file=sys.stderr)
            exit_code = EXIT_REJECTED
            continue
        for imported in answer.body.get("runs", []):
            print(f"{name}: {imported.get('status')} {_absolute(service, imported.get('url'))}")
        for warning in answer.body.get("warnings", []):
            print(f"{name}: {warning}", file=sys.stderr)
    return exit_code


def push(options: argparse.Namespace) -> int:
    """`push`: everything that waits."""
    spool = _recovered_spool(Folders.from_environment())
    if options.rejected:
        for entry in list(spool.rejected()):
            spool.requeue(entry)
    waiting = list(spool.waiting())
    if not waiting:
        _say("Nothing waits to be sent.")
        return EXIT_OK
    report = deliver(spool, waiting, Service(_config(options)), options.wait, _say)
    return _tell(report, spool)


def status(options: argparse.Namespace) -> int:
    """`status`: looks, changes nothing."""
    folders = Folders.from_environment()
    spool = Spool(folders)
    config = _config(options)
    print(f"host       {this_host(folders).name} ({this_host(folders).id})")
    print(f"fio        {_fio_sentence()}")
    print(f"service    {_service_sentence(config)}")
    print(f"token      {'configured' if config.token else 'none'}")
    print(f"kept in    {folders.spool}")
    _print_entries("waiting", list(spool.waiting()))
    _print_entries("unfinished", list(spool.unfinished()))
    for batch in BatchStore(folders).unfinished():
        print(f"    batch {batch.plan.id[:8]} {batch.plan.name}: {len(batch.done)} steps done; suite --resume")
    rejected = list(spool.rejected())
    _print_entries("refused", rejected)
    for entry in rejected:
        answer = entry.answer()
        print(f"    {entry.key}: {answer.get('status')} {answer.get('error')}: {answer.get('detail')}")
    return EXIT_REJECTED if rejected else EXIT_OK


def inventory(options: argparse.Namespace) -> int:
    """`inventory [--json|--tree] [--privileged]`, and the helper's side of it, `--root-part`."""
    if options.show_sudoers:
        print(privileged.sudoers_text(), end="")
        return EXIT_OK
    if options.root_part:
        return _root_part()
    roots = Roots(Path(options.root))
    try:
        # Of another machine's files this machine's fio says nothing.
        program = find_fio(options.fio) if roots.is_live else None
    except SetupError:
        program = None
    document = collect_inventory(roots, program, None if roots.is_live else "Linux", reader_of)
    _complete(document, options, roots)
    if options.json:
        print(json.dumps(document, indent=2, ensure_ascii=False))
        return EXIT_OK
    is_coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    width = min(shutil.get_terminal_size().columns, 120) if sys.stdout.isatty() else WIDTH
    for line in render_tree(document, terminal_paint if is_coloured else None, width):
        print(line)
    return EXIT_OK


def _root_part() -> int:
    """What sudo runs: the whole document as root can read it, on standard output, and nothing else."""
    if os.geteuid() != 0:
        raise UsageError("--root-part is what --privileged runs through sudo; use inventory --privileged.")
    print(json.dumps(collect_inventory(Roots(), None), ensure_ascii=True))
    return EXIT_OK


def configure(options: argparse.Namespace) -> int:
    """`configure`: the token comes from a file or standard input, never from the command line."""
    token = check_token(sys.stdin.readline()) if options.token_stdin else read_token_file(Path(options.token_file))
    ca_file = str(Path(options.ca_file).resolve()) if options.ca_file else None
    config = Config(server=options.server, token=token, allow_http=options.allow_http, ca_file=ca_file)
    path = Folders.from_environment().config_file
    save_config(path, config)
    print(f"Written: {path}")
    return EXIT_OK


def enrol(options: argparse.Namespace) -> int:
    """`enrol`: the code is worth nothing after this."""
    ca_file = str(Path(options.ca_file).resolve()) if options.ca_file else None
    config = Config(server=options.server.rstrip("/"), allow_http=options.allow_http, ca_file=ca_file)
    folders = Folders.from_environment()
    # Tried before the code is used up: it works only once.
    check_server(options.server, options.allow_http)
    make_private_folder(folders.config_file.parent)
    host = this_host(folders)
    try:
        answer = Service(config).enrol(options.code, host.id, host.name)
    except UnreachableError as error:
        raise SetupError(f"{options.server} cannot be reached: {error}.") from None
    token = answer.body.get("token")
    if not answer.is_success or not isinstance(token, str):
        raise SetupError(f"{options.server} did not accept the code ({answer.status}): {answer.sentence}")
    save_config(folders.config_file, replace(config, token=check_token(token)))
    print(f"This host is enrolled as {host.name}. Next: fioboard-agent suite quick --target FOLDER")
    return EXIT_OK


def _batch(options: argparse.Namespace, program: FioProgram, store: BatchStore) -> KeptBatch:
    if options.resume is not None:
        batch = resumed_batch(options, store)
        options.set = [*batch.plan.stated, *options.set]
        return batch
    return new_batch(options, program, _annotations(options))


def _measure_and_deliver(options: argparse.Namespace, request: Request) -> int:
    folders = Folders.from_environment()
    service = None if options.no_upload else Service(_config(options))
    program = find_fio(options.fio)
    progress = ProgressLine(sys.stderr)
    measured: list[Measured] = []
    with only_run_on_host(folders):
        spool = _recovered_spool(folders)
        spool.check_room()
        document = collect_inventory(Roots(), program)
        _complete(document, options, Roots())
        bench = Bench(program, spool, this_host(folders), document, is_sampling=not options.no_samples)
        progress.start_step(1, "fio")
        try:
            done = bench.measure(request, progress)
        finally:
            progress.end()
        _tell_next(done, measured)
    return _deliver_measured(options, spool, service, measured)


def _tell_next(done: Measured, measured: list[Measured]) -> None:
    """Say what a run showed, and its warnings unless an earlier one said the same; then count it among them."""
    for warning in done.warnings:
        if all(warning not in earlier.warnings for earlier in measured):
            _say(f"Note: {warning}")
    measured.append(done)
    _tell_measured(done)


def _deliver_measured(
    options: argparse.Namespace, spool: Spool, service: Optional[Service], measured: list[Measured]
) -> int:
    exit_code = _fio_exit_code(measured)
    if not measured:
        return exit_code
    if service is None:
        _say(f"Kept on this host, not uploaded ({len(measured)}): fioboard-agent push")
        return exit_code
    report = deliver(spool, [done.entry for done in measured], service, options.wait, _say)
    return exit_code or _tell(report, spool)


def _tell_measured(done: Measured) -> None:
    for line in describe_result(done.entry):
        print(line, flush=True)
    outcome = done.outcome
    if outcome.stopped_because:
        _say(f"Stopped: {outcome.stopped_because}. What fio had measured is kept and marked as interrupted.")
    elif outcome.interrupted:
        _say("Interrupted; what fio had measured is kept and marked as interrupted.")
    elif outcome.exit_code:
        _say(f"fio ended with exit code {outcome.exit_code}: {_last_message(done.entry)}")
    elif done.output_is_empty:
        _say("fio ended well but its result file is empty; is the disk with the results full?")


def _last_message(entry: Entry) -> str:
    """fio's own last words, for a person."""
    try:
        text = (entry.files / "messages.txt").read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1][:300] if lines else "it gave no reason"


def _fio_exit_code(measured: list[Measured]) -> int:
    if any(done.outcome.interrupted for done in measured):
        return EXIT_INTERRUPTED
    return EXIT_FIO_FAILED if any(done.outcome.exit_code or done.output_is_empty for done in measured) else EXIT_OK


def _tell(report: Report, spool: Spool) -> int:
    for url in report.urls:
        print(f"Stored: {url}", flush=True)
    if report.rejected:
        _say(f"{len(report.rejected)} refused by the service for good: fioboard-agent status")
    if report.waiting:
        _say(
            f"{report.last_sentence} Safe on this host, waiting: {len(list(spool.waiting()))}. Send them later with: "
            "fioboard-agent push"
        )
    if report.rejected:
        return EXIT_REJECTED
    return EXIT_WAITING if report.waiting else EXIT_OK


def _recovered_spool(folders: Folders) -> Spool:
    spool = Spool(folders)
    for entry in spool.recover():
        _say(f"Found run {entry.key}, cut off when the agent was killed; kept and marked as interrupted.")
    return spool


def _complete(document: dict[str, Any], options: argparse.Namespace, roots: Roots) -> None:
    """What the collectors could not say of this host: root's part through sudo, then the BIOS."""
    if options.privileged and roots.is_live and os.geteuid() != 0:
        privileged.complete(document, Programs())
    _complete_firmware(document, options, roots)


def _complete_firmware(document: dict[str, Any], options: argparse.Namespace, roots: Roots) -> None:
    """BIOS settings from where the user said; this host's BMC says nothing about another machine's files."""
    bios_file = Path(options.bios_file) if options.bios_file else None
    environ = os.environ if roots.is_live else {}
    add_firmware_settings(document, bios_file, dict(options.set), environ)


def _permissions(options: argparse.Namespace, switches: Switches) -> Permissions:
    keep_free = parse_size(options.keep_free) if options.keep_free else None
    if options.keep_free and keep_free is None:
        raise UsageError(f"--keep-free {options.keep_free}: give a size such as 500m.")
    return Permissions(switches, frozenset(options.confirm_destroy), keep_free)


def _annotations(options: argparse.Namespace) -> Annotations:
    labels: dict[str, str] = {}
    for label in options.label:
        key, equals, value = label.partition("=")
        if not equals:
            raise UsageError(f"--label {label}: write KEY=VALUE.")
        labels[key] = value
    return Annotations(title=options.title, labels=labels, tags=tuple(options.tag))


def _config(options: argparse.Namespace) -> Config:
    path = Folders.from_environment().config_file
    return load_config(path, os.environ, options.server, options.token_file, options.allow_http)


def _fio_sentence() -> str:
    try:
        program = find_fio()
    except SetupError as error:
        return str(error)
    return f"{program.version} ({program.path})"


def _service_sentence(config: Config) -> str:
    if config.server is None:
        return "none configured"
    try:
        answer = Service(config, timeout_s=5.0).health()
    except UnreachableError as error:
        return f"{config.server} (cannot be reached: {error})"
    return f"{config.server} ({'reachable' if answer.is_success else f'answers {answer.status}'})"


def _print_entries(word: str, entries: list[Entry]) -> None:
    print(f"{word:10} {len(entries)}")
    for entry in entries:
        print(f"    {describe_run(entry)}")


def _absolute(service: Service, url: Any) -> str:
    return f"{service.url}{url}" if isinstance(url, str) and url.startswith("/") else str(url or "")


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
