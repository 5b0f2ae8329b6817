"""`run_suite_command`: a batch of runs from its plan to the service, new or taken up again."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import Optional, Union

from fioboard_agent.benchmark.bench import Bench, Measured
from fioboard_agent.commands.delivering import open_spool
from fioboard_agent.commands.flags import read_additions, read_annotations, read_config
from fioboard_agent.commands.measuring import build_bench, deliver_batch, print_run
from fioboard_agent.delivery.batch_sending import BatchSender
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.delivery.upload import Service
from fioboard_agent.errors import EXIT_OK, AgentError, UsageError
from fioboard_agent.fio.program import FioProgram, find_fio
from fioboard_agent.host.own_command import build_command
from fioboard_agent.host.paths import Folders, Roots
from fioboard_agent.host.runlock import hold_run_lock
from fioboard_agent.inventory.completion import Additions, complete_inventory
from fioboard_agent.inventory.document import collect_inventory
from fioboard_agent.suites.batch import count_planned_steps, find_next_step
from fioboard_agent.suites.datasheet import Datasheet, read_datasheet
from fioboard_agent.suites.driver import Driver, remove_test_file, require_harmless_steps
from fioboard_agent.suites.pts.accounting import Accountant
from fioboard_agent.suites.pts.plan import plan_pts
from fioboard_agent.suites.pts.purge import DONE, Purger
from fioboard_agent.suites.pts.words import describe_bounds
from fioboard_agent.suites.purpose import PurposeSuite, read_purpose
from fioboard_agent.suites.request import load_batch, plan_batch, plan_drives, read_wishes
from fioboard_agent.suites.store import BatchStore, KeptBatch
from fioboard_agent.suites.words import (
    describe_estimate,
    describe_missing,
    describe_plan,
    describe_steps,
    format_repeats,
)
from fioboard_agent.suites.workload import DATASHEET, DRIVES, PTS, PURPOSE, SPEC_LABEL
from fioboard_agent.terminal import ProgressLine, print_sentence


def run_suite_command(options: argparse.Namespace) -> int:
    """Run `suite NAME --target PATH …`, a batch for each target one after the other, and `suite --resume`."""
    folders = Folders.from_environment()
    program = find_fio(options.fio)
    batches = _choose_batches(options, folders, program)
    if options.estimate:
        for batch in batches:
            for sentence in (
                *describe_estimate(batch.plan),
                *describe_bounds(batch.plan.pts, batch.purge, batch.ledger),
            ):
                print_sentence(sentence)
        print_sentence("Nothing was started.")
        return EXIT_OK
    service = None if options.no_upload else Service(read_config(options))
    if len(batches) > 1:
        _require_harmless_batches(options, folders, program, batches)
        if not options.dry_run:
            # The tests of `suite pts all` go on with --resume, also those that have not begun.
            for batch in batches:
                if batch.plan.pts is not None:
                    BatchStore(folders).save(batch)
    exit_codes: list[int] = []
    for position, batch in enumerate(batches):
        try:
            exit_codes.append(_run_batch(options, batch, folders, program, service))
        except (AgentError, KeyboardInterrupt):
            for later in batches[position + 1 :]:
                print_sentence(f"Not started: the suite on {_describe_target(later)}.")
            raise
    return next(filter(None, exit_codes), EXIT_OK)


def _choose_batches(options: argparse.Namespace, folders: Folders, program: FioProgram) -> list[KeptBatch]:
    """Plan a batch for each target, or load the unfinished one that --resume means."""
    additions = read_additions(options)
    if options.resume is not None:
        batch = _load_unfinished(options, BatchStore(folders), additions, folders)
        return [batch, *_list_later_tests(batch, BatchStore(folders))]
    if options.suite == PTS:
        return plan_pts(options, program, read_annotations(options), additions)
    if options.suite == DRIVES:
        inventory = collect_inventory(Roots(), program)
        complete_inventory(inventory, additions, Roots())
        return [plan_drives(options, program, read_annotations(options), additions, inventory)]
    if options.targets or options.all_idle:
        raise UsageError(
            f"--targets and --all-idle belong to `suite {DRIVES}`; a batch for each: --target A --target B."
        )
    batches = []
    for target in options.target or [None]:
        chosen = argparse.Namespace(**{**vars(options), "target": target})
        served = _plan_served(chosen, program)
        annotations = read_annotations(options)
        if isinstance(served, Datasheet):
            annotations = replace(annotations, labels={**annotations.labels, SPEC_LABEL: served.card_id})
        batches.append(plan_batch(chosen, program, annotations, additions, served))
    return batches


def _list_later_tests(batch: KeptBatch, store: BatchStore) -> list[KeptBatch]:
    """List the tests of `suite pts all` that come after an unfinished one, as they were planned."""
    pts = batch.plan.pts
    if pts is None:
        return []
    places = {
        one.plan.pts.place: one
        for one in store.unfinished()
        if one.plan.pts is not None and one.plan.pts.series == pts.series and one.plan.pts.place > pts.place
    }
    return [places[place] for place in sorted(places)]


def _require_harmless_batches(
    options: argparse.Namespace, folders: Folders, program: FioProgram, batches: list[KeptBatch]
) -> None:
    """Check every target before the first is measured: a refusal after hours helps nobody."""
    with hold_run_lock(folders):
        bench = build_bench(program, open_spool(folders), folders, batches[0].plan.additions, options)
        for batch in batches:
            require_harmless_steps(batch.plan, bench)


def _describe_target(batch: KeptBatch) -> str:
    target = batch.plan.target
    return str(target.folder if target.is_own_file else target.path)


def _run_batch(
    options: argparse.Namespace, batch: KeptBatch, folders: Folders, program: FioProgram, service: Optional[Service]
) -> int:
    """Measure what is left of a batch and send it; return the exit code."""
    store = BatchStore(folders)
    with hold_run_lock(folders):
        spool = open_spool(folders)
        spool.require_room()
        sender = BatchSender(spool, service, batch.plan.id, print_sentence)
        failed: Optional[BaseException] = None
        measured: list[Measured] = []
        if find_next_step(batch.plan, batch.done) is None:
            print_sentence(f"Every step of batch {batch.plan.id} has already been measured.")
            remove_test_file(batch.plan)
        else:
            bench = build_bench(program, spool, folders, batch.plan.additions, options)
            require_harmless_steps(batch.plan, bench)
            purger = Purger(Roots())
            if batch.purge is not None and batch.purge.state != DONE and not batch.done:
                purger.check(batch.purge, batch.plan.target.path)
            for sentence in (
                *describe_plan(batch.plan, batch.done),
                *describe_bounds(batch.plan.pts, batch.purge, batch.ledger),
            ):
                print_sentence(sentence)
            if options.dry_run or batch.plan.name.partition("-")[0] in {DATASHEET, PURPOSE}:
                for line in describe_steps(batch.plan, batch.done):
                    print_sentence(line)
            if options.dry_run:
                print_sentence("Nothing was started.")
                return EXIT_OK
            failed, measured = _measure(batch, bench, store, sender)
    is_complete = find_next_step(batch.plan, batch.done) is None
    if not is_complete:
        print_sentence(describe_missing(batch.plan, batch.done))
        print_sentence(f"Resume with: {build_command(f'suite --resume {batch.plan.id[:8]}')}")
    upload_keys = [done.upload_key for done in batch.done]
    exit_code = deliver_batch(options, sender, measured, upload_keys, count_planned_steps(batch.plan, batch.done))
    if is_complete:
        # Only now: an agent that was killed before is taken up by --resume, which sends the rest.
        store.remove(batch)
    if failed is not None:
        raise failed
    return exit_code


def _load_unfinished(
    options: argparse.Namespace, store: BatchStore, additions: Additions, folders: Folders
) -> KeptBatch:
    """Load the unfinished batch that --resume means. Raises UsageError that names what waits when there is none."""
    spool = Spool(folders)
    try:
        return load_batch(options, store, additions, spool)
    except UsageError as error:
        waiting = len(list(spool.waiting()))
        hint = f" Results not uploaded yet: {waiting}. Upload them with: {build_command('push')}" if waiting else ""
        raise UsageError(f"{error}{hint}") from None


def _measure(
    batch: KeptBatch, bench: Bench, store: BatchStore, sender: BatchSender
) -> tuple[Optional[BaseException], list[Measured]]:
    """Run the steps that are left and print what they showed; return what ended them early, and the runs."""
    failed: Optional[BaseException] = None
    measured: list[Measured] = []
    progress = ProgressLine(sys.stderr)
    try:
        pts = batch.plan.pts
        driver = Driver(
            bench,
            store,
            progress,
            lambda done: print_run(done, measured),
            sender.send_between_steps,
            accountant=Accountant(batch, pts, store, Purger(Roots())) if pts else None,
        )
        driver.run(batch)
    except (AgentError, KeyboardInterrupt) as error:
        failed = error
    for line in format_repeats(batch.plan, batch.done):
        print(line, flush=True)
    return failed, measured


def _plan_served(options: argparse.Namespace, program: FioProgram) -> Union[Datasheet, PurposeSuite, None]:
    """Plan what the service's jobs are needed for; None for a suite of the agent's own."""
    if (options.purpose is None) == (options.suite == PURPOSE):
        raise UsageError(
            "Name the purpose: fioboard-agent suite purpose etcd --target PATH."
            if options.suite == PURPOSE
            else f"`{options.purpose}`: only `suite {PURPOSE}` takes a second name."
        )
    if options.suite == PURPOSE:
        return read_purpose(Service(read_config(options)), options.purpose, read_wishes(options))
    return _plan_datasheet(options, program) if options.suite == DATASHEET else None


def _plan_datasheet(options: argparse.Namespace, program: FioProgram) -> Datasheet:
    """Plan what the service knows of the target's drive, and print a sentence for everything that will not be
    measured.
    """
    if options.target is None:
        raise UsageError("Name the drive whose datasheet to use: --target.")
    inventory = collect_inventory(Roots(), program)
    complete_inventory(inventory, read_additions(options), Roots())
    datasheet = read_datasheet(
        Service(read_config(options)),
        Path(options.target),
        inventory,
        Roots(),
        confirmed=tuple(options.confirm_destroy),
        wishes=read_wishes(options),
    )
    print_sentence(f"Datasheet: {datasheet.title}")
    for sentence in datasheet.left_out:
        print_sentence(f"  {sentence}")
    return datasheet
