"""`suite`: a batch of runs from its plan to the service, new or taken up again."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import Optional

from fioboard_agent.benchmark.bench import Measured
from fioboard_agent.commands.delivering import recovered_spool
from fioboard_agent.commands.flags import read_additions, read_annotations, read_config
from fioboard_agent.commands.measuring import deliver_measured, equip, tell_run
from fioboard_agent.delivery.upload import Service
from fioboard_agent.errors import AgentError, UsageError
from fioboard_agent.fio.program import FioProgram, find_fio
from fioboard_agent.host.paths import Folders, Roots
from fioboard_agent.host.runlock import only_run_on_host
from fioboard_agent.inventory.completion import complete_inventory
from fioboard_agent.inventory.document import collect_inventory
from fioboard_agent.suites.batch import next_step
from fioboard_agent.suites.datasheet import Datasheet, read_datasheet
from fioboard_agent.suites.driver import Driver, require_harmless_steps
from fioboard_agent.suites.request import new_batch, resumed_batch, wishes_of
from fioboard_agent.suites.store import BatchStore
from fioboard_agent.suites.words import introduction, missing, repeats_table, step_lines
from fioboard_agent.suites.workload import DATASHEET, SPEC_LABEL
from fioboard_agent.terminal import ProgressLine, say


def suite(options: argparse.Namespace) -> int:
    """`suite NAME --target PATH` and `suite --resume`."""
    folders = Folders.from_environment()
    program = find_fio(options.fio)
    store = BatchStore(folders)
    additions = read_additions(options)
    if options.resume is not None:
        batch = resumed_batch(options, store, additions)
    else:
        datasheet = _datasheet(options, program) if options.suite == DATASHEET else None
        annotations = read_annotations(options)
        if datasheet is not None:
            annotations = replace(annotations, labels={**annotations.labels, SPEC_LABEL: datasheet.card_id})
        batch = new_batch(options, program, annotations, additions, datasheet)
    service = None if options.no_upload else Service(read_config(options))
    with only_run_on_host(folders):
        spool = recovered_spool(folders)
        spool.require_room()
        bench = equip(program, spool, folders, batch.plan.additions, options)
        require_harmless_steps(batch.plan, bench)
        for sentence in introduction(batch.plan, batch.done):
            say(sentence)
        if options.dry_run or batch.plan.name == DATASHEET:
            for line in step_lines(batch.plan, batch.done):
                say(line)
        if options.dry_run:
            say("Nothing was started.")
            return 0
        failed: Optional[BaseException] = None
        measured: list[Measured] = []
        try:
            Driver(bench, store, ProgressLine(sys.stderr), lambda done: tell_run(done, measured)).run(batch)
        except (AgentError, KeyboardInterrupt) as error:
            failed = error
        for line in repeats_table(batch.plan, batch.done):
            print(line, flush=True)
        if next_step(batch.plan, batch.done) is not None:
            say(missing(batch.plan, batch.done))
            say(f"Go on with the rest of the batch: fioboard-agent suite --resume {batch.plan.id[:8]}")
    exit_code = deliver_measured(options, spool, service, measured, batch.plan.id)
    if failed is not None:
        raise failed
    return exit_code


def _datasheet(options: argparse.Namespace, program: FioProgram) -> Datasheet:
    """What the service knows of the target's drive, and a sentence for everything that will not be measured."""
    if options.target is None:
        raise UsageError("Name the drive whose datasheet is meant: --target.")
    inventory = collect_inventory(Roots(), program)
    complete_inventory(inventory, read_additions(options), Roots())
    datasheet = read_datasheet(
        Service(read_config(options)),
        Path(options.target),
        inventory,
        Roots(),
        confirmed=tuple(options.confirm_destroy),
        wishes=wishes_of(options),
    )
    say(f"Datasheet: {datasheet.title}")
    for sentence in datasheet.left_out:
        say(f"  {sentence}")
    return datasheet
