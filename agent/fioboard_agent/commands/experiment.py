"""`run_experiment`: `experiment new`, `resume`, `status` and `abort`."""

from __future__ import annotations

import argparse
import contextlib
import signal
import sys
from dataclasses import asdict, replace
from types import FrameType
from typing import Iterator, Optional
from urllib.parse import urlencode

from fioboard_agent.benchmark.bench import Measured
from fioboard_agent.commands.delivering import open_spool
from fioboard_agent.commands.flags import read_additions, read_annotations, read_config, require_consent
from fioboard_agent.commands.measuring import build_bench, collect, deliver_batch, print_run
from fioboard_agent.delivery.batch_sending import BatchSender
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.delivery.upload import Service
from fioboard_agent.errors import EXIT_OK, AgentError, RefusedError, UsageError
from fioboard_agent.experiments.conditions import Conditions, describe_changes, require_no_change, require_one_change
from fioboard_agent.experiments.planning import describe_experiment, locate_target, plan_experiment, read_scene
from fioboard_agent.experiments.receipts import ReceiptStore, Switcher, restore_left
from fioboard_agent.experiments.recognition import Scene
from fioboard_agent.experiments.switches import Switchboard
from fioboard_agent.experiments.things import THINGS
from fioboard_agent.fio.program import find_fio
from fioboard_agent.host.own_command import build_command
from fioboard_agent.host.paths import Folders, Roots
from fioboard_agent.host.runlock import hold_run_lock
from fioboard_agent.inventory_types import Document
from fioboard_agent.suites.batch import count_planned_steps, find_next_step
from fioboard_agent.suites.driver import Driver, count_kept_step, remove_test_file, require_harmless_steps
from fioboard_agent.suites.experiment import CONDITION_LABEL, EXPERIMENT
from fioboard_agent.suites.store import BatchStore, KeptBatch
from fioboard_agent.suites.words import format_repeats
from fioboard_agent.terminal import ProgressLine, print_sentence

NEW, RESUME, STATUS, ABORT = "new", "resume", "status", "abort"
VERBS = (NEW, RESUME, STATUS, ABORT)


def run_experiment(options: argparse.Namespace) -> int:
    """Run one verb of `experiment`."""
    folders = Folders.from_environment()
    store = BatchStore(folders)
    if options.verb == STATUS:
        return _print_status(folders, store)
    if options.verb == ABORT:
        return _finish_early(options, folders, store)
    if options.unattended and not _list_experiments(store):
        return EXIT_OK
    program = find_fio(options.fio)
    if options.verb == NEW:
        if options.experiment is not None:
            raise UsageError("`experiment new` takes no ID.")
        batch = plan_experiment(options, program, read_annotations(options), read_additions(options))
    else:
        batch = _load(options, store, folders)
    service = None if options.no_upload else Service(read_config(options))
    with hold_run_lock(folders):
        return _run(options, batch, folders, service)


def _load(options: argparse.Namespace, store: BatchStore, folders: Folders) -> KeptBatch:
    """Load the experiment that is meant, its target where it is now."""
    batch = store.find(options.experiment or "", EXPERIMENT)
    count_kept_step(batch, Spool(folders))
    plan = replace(batch.plan, additions=batch.plan.additions.merge(read_additions(options)))
    if find_next_step(plan, batch.done) is not None:
        plan = locate_target(plan, THINGS[_get_thing(batch)], Roots())
    return KeptBatch(plan, batch.done, batch.scene)


def _list_experiments(store: BatchStore) -> list[KeptBatch]:
    return [batch for batch in store.unfinished() if batch.plan.experiment is not None]


def _get_thing(batch: KeptBatch) -> str:
    return batch.plan.experiment.thing if batch.plan.experiment else ""


def _run(options: argparse.Namespace, batch: KeptBatch, folders: Folders, service: Optional[Service]) -> int:
    """Measure as far as this host is under the conditions, send it, and say what comes next."""
    spool = open_spool(folders)
    spool.require_room()
    store = BatchStore(folders)
    sender = BatchSender(spool, service, batch.plan.id, print_sentence)
    measured: list[Measured] = []
    failed: Optional[BaseException] = None
    step = find_next_step(batch.plan, batch.done)
    if step is not None:
        bench = build_bench(find_fio(options.fio), spool, folders, batch.plan.additions, options)
        conditions = _build_conditions(options, batch, bench.inventory, folders, step.workload.condition)
        require_harmless_steps(batch.plan, bench)
        if not batch.done:
            for line in describe_experiment(batch.plan, conditions.thing, conditions.scene, conditions.board):
                print_sentence(line)
        if options.dry_run:
            print_sentence("Nothing was started.")
            return EXIT_OK
        if options.verb == NEW:
            require_consent("experiment", options.yes)
        batch.scene = {**asdict(conditions.scene), "condition": step.workload.condition}
        driver = Driver(
            bench,
            store,
            ProgressLine(sys.stderr),
            lambda done: print_run(done, measured),
            sender.send_between_steps,
            conditions,
        )
        try:
            with _restore_at_the_end(conditions):
                driver.run(batch)
        except (AgentError, KeyboardInterrupt) as error:
            failed = error
        for line in format_repeats(batch.plan, batch.done):
            print(line, flush=True)
    else:
        remove_test_file(batch.plan)
    upload_keys = [done.upload_key for done in batch.done]
    exit_code = deliver_batch(options, sender, measured, upload_keys, count_planned_steps(batch.plan, batch.done))
    condition = step.workload.condition if step is not None and failed is None else None
    _print_next(batch, store, condition, service.url if service is not None and exit_code == EXIT_OK else None)
    if failed is not None:
        raise failed
    return exit_code


def _build_conditions(
    options: argparse.Namespace, batch: KeptBatch, inventory: Document, folders: Folders, condition: str
) -> Conditions:
    """Build the conditions of an experiment. Raises RefusedError where the machine is not as its next step needs it."""
    experiment = batch.plan.experiment
    if experiment is None:
        raise UsageError(f"Batch {batch.plan.id[:8]} is not an experiment.")
    thing = THINGS[experiment.thing]
    board = Switchboard(Roots())
    scene = read_scene(batch.plan, inventory, Roots())
    if batch.scene is not None:
        before = Scene(batch.scene["inventory"], batch.scene["target"])
        if thing.is_switched or batch.scene["condition"] == condition:
            if options.unattended:
                raise RefusedError(f"Its condition was interrupted. Resume with: {build_command('experiment resume')}")
            require_no_change(before, scene)
        else:
            changes = require_one_change(thing, condition, before, scene, options.anyway)
            print_sentence(
                f"Recognised: {describe_changes(changes)}" if changes else "No change detected; continuing (--anyway)."
            )
    switcher = Switcher(board, ReceiptStore(folders), batch.plan.id) if thing.is_switched else None
    return Conditions(
        experiment,
        thing,
        scene,
        board,
        switcher,
        lambda: collect(find_fio(options.fio), batch.plan.additions),
        condition if not thing.is_switched else "",
    )


@contextlib.contextmanager
def _restore_at_the_end(conditions: Conditions) -> Iterator[None]:
    """Put every setting back, whatever ends the measuring; a signal that comes meanwhile waits for that."""

    def stop_measuring(_number: int, _frame: Optional[FrameType]) -> None:
        raise KeyboardInterrupt

    numbers = (signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, stop_measuring) for number in numbers}
    before[signal.SIGINT] = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        for number in before:
            signal.signal(number, signal.SIG_IGN)
        try:
            if conditions.switcher is not None:
                problems = conditions.switcher.restore()
                for receipt in conditions.switcher.receipts:
                    if not receipt.is_follower and not problems:
                        print_sentence(f"Put back: {receipt.place} is {receipt.was}.")
                for problem in problems:
                    print_sentence(problem)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _print_next(batch: KeptBatch, store: BatchStore, condition: Optional[str], url: Optional[str]) -> None:
    """Print the comparison of an experiment that is complete, which then is kept no longer; else what comes next.
    `condition`: the one that was measured to its end, if it was; `url`: the service, if it has the runs."""
    following = find_next_step(batch.plan, batch.done)
    if following is None:
        if url is not None:
            print(f"Comparison: {_build_comparison_address(batch, url)}", flush=True)
        store.remove(batch)
    elif condition not in {None, following.workload.condition}:
        _print_task(batch, following.workload.condition)
    else:
        print_sentence(f"Resume with: {build_command(f'experiment resume {batch.plan.id[:8]}')}")


def _build_comparison_address(batch: KeptBatch, url: str) -> str:
    """Build the address of the page that compares the conditions, the first as the base."""
    conditions = batch.plan.experiment.conditions if batch.plan.experiment else ()
    sides = [urlencode({"batch": batch.plan.id, f"label.{CONDITION_LABEL}": one}) for one in conditions]
    return f"{url}/compare?{urlencode([('base', sides[0]), *(('new', side) for side in sides[1:])])}"


def _print_task(batch: KeptBatch, condition: str) -> None:
    thing = THINGS[_get_thing(batch)]
    resume = build_command(f"experiment resume {batch.plan.id[:8]}")
    print_sentence(f"Now: {thing.task.format(condition=condition)} Then: {resume}")


def _print_status(folders: Folders, store: BatchStore) -> int:
    """Print what is unfinished and what is switched; changes nothing."""
    for batch in _list_experiments(store):
        step = find_next_step(batch.plan, batch.done)
        steps = count_planned_steps(batch.plan, batch.done)
        print(f"{batch.plan.id[:8]}  {batch.plan.experiment.question if batch.plan.experiment else ''}")
        print(
            f"    {len(batch.done)} of {steps} steps are done; {describe_next(batch) if step else 'all are measured'}"
        )
        print(f"    {build_command(f'experiment resume {batch.plan.id[:8]}')}")
    lines = list(list_switched_lines(folders))
    for line in lines:
        print(line)
    if not lines and not _list_experiments(store):
        print("There is no unfinished experiment, and no setting is switched.")
    return EXIT_OK


def describe_next(batch: KeptBatch) -> str:
    """Say what the next step needs."""
    step, thing = find_next_step(batch.plan, batch.done), THINGS[_get_thing(batch)]
    condition = step.workload.condition if step else ""
    if thing.is_switched or (batch.scene or {}).get("condition") in {None, condition}:
        return f"next: {condition}"
    return f"next: {thing.task.format(condition=condition)}"


def list_switched_lines(folders: Folders) -> Iterator[str]:
    """List the settings that are switched now, or were left so by an agent that was killed."""
    for slip in ReceiptStore(folders).list_open():
        for receipt in slip.receipts:
            yield f"switched   {receipt.place}: {receipt.was} -> {receipt.set} since {receipt.at}"
        yield f"    {build_command('experiment abort')} {slip.batch_id[:8]} puts it back; so does the next measurement"


def _finish_early(options: argparse.Namespace, folders: Folders, store: BatchStore) -> int:
    """Put settings back and end the experiment; its runs stay."""
    with hold_run_lock(folders):
        left = ReceiptStore(folders).list_open()
        restore_left(folders, Switchboard(Roots()), print_sentence)
        if left and not _list_experiments(store) and options.experiment is None:
            return EXIT_OK
        batch = store.find(options.experiment or "", EXPERIMENT)
        remove_test_file(batch.plan)
        store.remove(batch)
        print_sentence(f"Ended: {len(batch.done)} runs of experiment {batch.plan.id[:8]} are kept.")
    return EXIT_OK
