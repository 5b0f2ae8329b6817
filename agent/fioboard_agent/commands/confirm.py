"""`confirm`: the experiment of a finding, run on the host and target that the finding is about."""

from __future__ import annotations

import argparse
import shlex
import sys
import uuid
from dataclasses import replace
from typing import Optional

from fioboard_agent.benchmark.bench import Bench, Measured
from fioboard_agent.commands.delivering import open_spool
from fioboard_agent.commands.flags import read_additions, read_config, read_run_id, require_consent
from fioboard_agent.commands.measuring import build_bench, deliver_batch, print_run
from fioboard_agent.confirm.driver import Driver, Sides, require_harmless_trial
from fioboard_agent.confirm.service_answer import Asked, ask, ask_outcome
from fioboard_agent.confirm.store import WaitingStore
from fioboard_agent.confirm.trial import BASE, CHANGED, Trial, Waiting
from fioboard_agent.confirm.words import list_introduction
from fioboard_agent.delivery.batch_sending import BatchSender
from fioboard_agent.delivery.host_identity import identify_host
from fioboard_agent.delivery.upload import Service
from fioboard_agent.errors import EXIT_OK, AgentError, RefusedError, UsageError
from fioboard_agent.fio.program import find_fio
from fioboard_agent.host.own_command import build_command
from fioboard_agent.host.paths import Folders
from fioboard_agent.host.runlock import hold_run_lock
from fioboard_agent.inventory.difference import list_changes
from fioboard_agent.jobs.sizes import parse_keep_free
from fioboard_agent.safety.clearance import Permissions
from fioboard_agent.terminal import ProgressLine, print_sentence

# More are counted.
MAX_CHANGES = 8


def confirm(options: argparse.Namespace) -> int:
    """`confirm RUN [FINDING]` and `confirm --resume [ID]`."""
    folders = Folders.from_environment()
    program = find_fio(options.fio)
    service = Service(read_config(options))
    # The file system is compared with that of the run, so a missing mount cannot be taken for it.
    permissions = Permissions(
        keep_free_bytes=parse_keep_free(options.keep_free),
        on_system_disk=True,
        in_shared_folder=options.in_shared_folder,
    )
    store = WaitingStore(folders)
    waiting: Optional[Waiting] = None
    if options.resume is not None:
        if options.run is not None:
            raise UsageError("--resume continues a confirmation as planned; leave out the run.")
        waiting = store.find(options.resume)
        trial = replace(waiting.trial, half=CHANGED)
    else:
        trial = _create_trial(options, service, identify_host(folders).id)
    with hold_run_lock(folders):
        spool = open_spool(folders)
        spool.require_room()
        bench = build_bench(program, spool, folders, read_additions(options), options)
        sides = require_harmless_trial(trial.asked, bench, permissions)
        if waiting is not None:
            _require_change(waiting, bench, options.anyway)
        _print_introduction(trial, sides)
        if options.dry_run:
            return EXIT_OK
        require_consent("confirm", options.yes)
        failed: Optional[BaseException] = None
        measured: list[Measured] = []
        is_whole = False
        sender = BatchSender(spool, None if options.no_upload else service, trial.id, print_sentence)

        def tell(done: Measured) -> None:
            print_run(done, measured)
            sender.send_between_steps()

        try:
            driver = Driver(bench, ProgressLine(sys.stderr), tell, permissions)
            is_whole = driver.run(trial, sides)
        except (AgentError, KeyboardInterrupt) as error:
            failed = error
        upload_keys = (*(waiting.upload_keys if waiting else ()), *_list_complete(measured))
        if is_whole:
            _save_half(trial, bench, store, upload_keys)
    exit_code = deliver_batch(options, sender, measured, list(upload_keys), trial.step_count)
    if failed is not None:
        raise failed
    if is_whole:
        _print_conclusion(
            trial, service, identify_host(folders).id, is_sent=exit_code == EXIT_OK and not options.no_upload
        )
    return exit_code


def _create_trial(options: argparse.Namespace, service: Service, host_id: str) -> Trial:
    if not options.run:
        raise UsageError("Give a run ID or URL, or --resume.")
    run_id = read_run_id(options.run)
    asked = ask(service, run_id, host_id, options.finding)
    return Trial(str(uuid.uuid4()), asked, options.rounds, None if asked.options else BASE)


def _require_change(waiting: Waiting, bench: Bench, anyway: bool) -> None:
    """Raises RefusedError while the machine is as it was: the same half twice would confirm nothing."""
    different = list_changes(waiting.inventory, bench.inventory)
    if not different and not anyway:
        raise RefusedError(
            f"No difference detected since the first half. The step was: {waiting.trial.asked.step} If you made a "
            "change that cannot be detected, add --anyway."
        )
    print_sentence("Changed since the first half:" if different else "No difference detected; continuing (--anyway).")
    for line in different[:MAX_CHANGES]:
        print_sentence(f"  {line}")
    if len(different) > MAX_CHANGES:
        print_sentence(f"  and {len(different) - MAX_CHANGES} more")


def _print_introduction(trial: Trial, sides: Sides) -> None:
    for sentence in list_introduction(trial, sides):
        print_sentence(sentence)
    for letter, side in (("A", BASE), ("B", CHANGED)) if trial.half is None else (("A", BASE),):
        print(f"{letter}: fio {shlex.join(sides.get_jobs(side).arguments)}", flush=True)


def _list_complete(measured: list[Measured]) -> list[str]:
    return [done.entry.key for done in measured if not done.outcome.interrupted]


def _save_half(trial: Trial, bench: Bench, store: WaitingStore, upload_keys: tuple[str, ...]) -> None:
    if trial.half == BASE:
        store.save(Waiting(trial, bench.inventory, upload_keys))
    elif trial.half == CHANGED:
        store.remove(trial.id)


def _print_conclusion(trial: Trial, service: Service, host_id: str, *, is_sent: bool) -> None:
    """Print what the confirmation showed, or what a person is to do next."""
    asked: Asked = trial.asked
    if trial.half == BASE:
        print_sentence(f"Now: {asked.step} Then: {build_command(f'confirm --resume {trial.id[:8]}')}")
        return
    sentence = _request_outcome(trial, service, host_id) if is_sent else None
    print(f"{sentence or 'See the result on the service:'} {asked.url}", flush=True)


def _request_outcome(trial: Trial, service: Service, host_id: str) -> Optional[str]:
    """Ask the service for the outcome; None when it does not say: the runs are there, and their page shows it."""
    try:
        return ask_outcome(service, trial.asked, host_id, trial.id)
    except AgentError:
        return None
