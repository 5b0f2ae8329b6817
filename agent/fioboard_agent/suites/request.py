"""From the command line's words to a batch: a new one, or one that is taken up again."""

from __future__ import annotations

import argparse
import random
import re
import uuid
from dataclasses import replace
from pathlib import Path
from typing import Optional, Union

from fioboard_agent.delivery.payload import Annotations
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.errors import UsageError
from fioboard_agent.fio.program import FioProgram
from fioboard_agent.host.paths import Roots
from fioboard_agent.inventory.completion import Additions
from fioboard_agent.inventory_types import Document
from fioboard_agent.jobs.sizes import parse_keep_free, parse_size
from fioboard_agent.suites.batch import Plan, Until, find_next_step
from fioboard_agent.suites.datasheet import Datasheet
from fioboard_agent.suites.driver import count_kept_step
from fioboard_agent.suites.drives import build_drive_suite, choose_drives, find_bases, list_levels, locate_drives
from fioboard_agent.suites.order import INTERLEAVED, SEARCHED, SEQUENTIAL
from fioboard_agent.suites.pts.plan import read_write_limit
from fioboard_agent.suites.purpose import PurposeSuite
from fioboard_agent.suites.saturate import build_suite, parse_goal
from fioboard_agent.suites.served_job import PAST_CACHE, Wishes
from fioboard_agent.suites.store import BatchStore, KeptBatch
from fioboard_agent.suites.target import choose_target, identify_target, require_same_target
from fioboard_agent.suites.workload import (
    DRIVES,
    PTS,
    SATURATE,
    SUITES,
    SWEEP,
    SWEEP_RUNTIME_S,
    SWEEP_SIZE,
    Suite,
    sweep_workloads,
)

_GRID = {"rw": "randread", "bs": "4k", "iodepth": "32", "numjobs": "1"}
# With fewer, the interval says more about Student's t than about the disk.
MIN_REPEATS_OF_UNTIL = 3


def plan_batch(
    options: argparse.Namespace,
    program: FioProgram,
    annotations: Annotations,
    additions: Additions,
    served: Union[Datasheet, PurposeSuite, None] = None,
    batch_id: Optional[str] = None,
) -> KeptBatch:
    """Plan the batch that `suite NAME --target PATH …` asks for; `served`: the service's jobs, of a datasheet or
    purpose; `batch_id`: in place of a new one. UsageError when the words do not fit together.
    """
    if options.suite is None or options.target is None:
        raise UsageError("Name a suite and its --target, or continue an unfinished batch with --resume.")
    batch_id = batch_id or str(uuid.uuid4())
    target = choose_target(Path(options.target), batch_id, program)
    suite = _choose_suite(options, served, target.engine)
    until, search = _parse_stop_rule(options), None
    if suite.name == SATURATE:
        # The search repeats steps at its edge alone, until their interval is narrow.
        ratio = until.ratio if until else None
        search, until = parse_goal(options.metric or "clat_p99", options.limit, ratio, options.max_repeats), None
    _require_order_of_writes(options, suite)
    repeats = options.repeat or (max(suite.repeats, MIN_REPEATS_OF_UNTIL) if until else suite.repeats)
    if until and until.max_repeats < repeats:
        raise UsageError(f"--max-repeats {until.max_repeats} is less than the {repeats} repeats asked for.")
    # A listed suite that runs once has nothing to interleave; a grid is shuffled even then, for neighbours in a grid
    # are exactly what drift makes look like a trend.
    # What was written before a figure is forgotten once another one was written: its repeats follow each other.
    writes_first = any(workload.before for workload in suite.workloads)
    is_mixed = (not writes_first and (repeats > 1 or until is not None)) or suite.name == SWEEP
    plan = Plan(
        id=batch_id,
        name=suite.name,
        workloads=suite.workloads,
        target=target,
        identity=identify_target(target, Roots()),
        runtime_s=max(1, int(options.runtime or suite.runtime_s)),
        ramp_s=int(options.ramp_time or 0),
        size_bytes=_parse_size(options.size or (served.size if served else suite.size), suite),
        repeats=repeats,
        order=SEARCHED if search else options.order or (INTERLEAVED if is_mixed else SEQUENTIAL),
        seed=options.seed if options.seed is not None else random.SystemRandom().getrandbits(31),
        until=until,
        precondition=options.precondition,
        annotations=annotations,
        confirmed=tuple(options.confirm_destroy),
        keep_free_bytes=parse_keep_free(options.keep_free),
        on_system_disk=options.on_system_disk,
        additions=additions,
        search=search,
        p99_limit_ns=parse_goal("clat_p99", options.limit, None, 1).value if _has_limit(options) else None,
    )
    return KeptBatch(plan)


def plan_drives(
    options: argparse.Namespace,
    program: FioProgram,
    annotations: Annotations,
    additions: Additions,
    document: Document,
) -> KeptBatch:
    """Plan the batch that `suite drives` asks for, over the drives of this host's inventory. UsageError for what does
    not fit together."""
    unused = {
        "target": options.target, "size": options.size, "only": options.only, "precondition": options.precondition,
        "until": options.until, "limit": options.limit, "metric": options.metric, "vary": options.vary,
        **{name: getattr(options, name) for name in _GRID},
    }  # fmt: skip
    for name, value in unused.items():
        if value:
            raise UsageError(f"`suite {DRIVES}` has no --{name}: it takes --targets or --all-idle, and --runtime.")
    drives = choose_drives(options, document, Roots())
    levels = list_levels(document, [drive.name for drive in drives], find_bases(document, drives, Roots()))
    suite = build_drive_suite(drives, levels)
    batch_id = str(uuid.uuid4())
    return KeptBatch(
        Plan(
            id=batch_id,
            name=suite.name,
            workloads=suite.workloads,
            target=choose_target(drives[0].path, batch_id, program),
            identity=dict(drives[0].identity),
            runtime_s=max(1, int(options.runtime or suite.runtime_s)),
            ramp_s=int(options.ramp_time or 0),
            size_bytes=0,
            repeats=options.repeat or 1,
            order=options.order or SEQUENTIAL,
            seed=options.seed if options.seed is not None else random.SystemRandom().getrandbits(31),
            annotations=annotations,
            confirmed=tuple(options.confirm_destroy),
            additions=additions,
            drives=drives,
        )
    )


def _has_limit(options: argparse.Namespace) -> bool:
    return options.suite == SWEEP and options.limit is not None


def load_batch(options: argparse.Namespace, store: BatchStore, additions: Additions, spool: Spool) -> KeptBatch:
    """Load the unfinished batch that `--resume [BATCH]` means, its target being the one it began with; what is
    said about the inventory now is said of the rest of the batch.
    """
    if options.suite is not None or options.target or options.targets or options.all_idle:
        raise UsageError("--resume continues a batch as planned; leave out suite and target.")
    batch = store.find(options.resume)
    count_kept_step(batch, spool)
    if find_next_step(batch.plan, batch.done) is None:
        return batch
    drives = locate_drives(batch.plan.drives, Roots())
    if not drives:
        require_same_target(batch.plan.target, batch.plan.identity, Roots())
    done = list(batch.done)
    # A cache empties itself while nothing runs: what was written past it before the interruption is written again.
    while done and done[-1].workload == PAST_CACHE:
        done.pop()
    plan = replace(batch.plan, additions=batch.plan.additions.merge(additions), drives=drives)
    return replace(batch, plan=_set_write_limit(plan, options), done=done)


def _set_write_limit(plan: Plan, options: argparse.Namespace) -> Plan:
    """Raise what a PTS may write to what --write-limit confirms now. Raises UsageError for less than before."""
    limit = read_write_limit(options.write_limit)
    if limit is None:
        return plan
    if plan.pts is None:
        raise UsageError(f"--write-limit belongs to `suite {PTS}`.")
    if limit < plan.pts.write_limit_bytes:
        raise UsageError(
            f"--write-limit {options.write_limit} is less than the {plan.pts.write_limit_bytes:,} bytes so far."
        )
    return replace(plan, pts=replace(plan.pts, write_limit_bytes=limit))


def read_wishes(options: argparse.Namespace) -> Wishes:
    """Read what is said on the command line in place of a datasheet's own jobs."""
    return Wishes(
        runtime_s=max(1, int(options.runtime)) if options.runtime else None,
        ramp_s=int(options.ramp_time) if options.ramp_time is not None else None,
        has_own_size=options.size is not None,
    )


def _require_order_of_writes(options: argparse.Namespace, suite: Suite) -> None:
    if options.order == INTERLEAVED and any(workload.before for workload in suite.workloads):
        raise UsageError(
            "--order interleaved: a figure that needs a written drive is measured right after the writing."
        )


def _choose_suite(options: argparse.Namespace, served: Union[Datasheet, PurposeSuite, None], engine: str) -> Suite:
    given = {name: getattr(options, name) for name in _GRID}
    if options.vary and options.suite != SWEEP:
        raise UsageError(f"--vary belongs to `suite {SWEEP}`.")
    if options.suite == SATURATE:
        rw, bs = given["rw"] or _GRID["rw"], given["bs"] or _GRID["bs"]
        return build_suite(rw, bs, given["iodepth"], given["numjobs"], engine)
    if options.metric or (options.limit and options.suite != SWEEP):
        raise UsageError(f"--metric and --limit belong to `suite {SATURATE}`; a sweep has a --limit of its p99.")
    if options.suite != SWEEP:
        if any(given.values()):
            raise UsageError(f"--rw, --bs, --iodepth and --numjobs belong to `suite {SWEEP}` and `suite {SATURATE}`.")
        return _select_workloads(served.suite if served else SUITES[options.suite], options.only)
    if options.only:
        raise UsageError(f"--only picks workloads of a listed suite; of `suite {SWEEP}` give single values instead.")
    grid = {name: value or _GRID[name] for name, value in given.items()}
    workloads = sweep_workloads(**grid, vary=options.vary or ())
    return Suite(SWEEP, "", workloads, SWEEP_RUNTIME_S, SWEEP_SIZE)


def _select_workloads(suite: Suite, wanted: Optional[str]) -> Suite:
    """Return the suite with the named workloads alone, in its own order."""
    if wanted is None:
        return suite
    names = [name.strip() for name in wanted.split(",")]
    known = [workload.name for workload in suite.workloads]
    for name in names:
        if name not in known:
            raise UsageError(f"--only {name}: this suite has {', '.join(known)}.")
    return replace(suite, workloads=tuple(workload for workload in suite.workloads if workload.name in names))


def _parse_stop_rule(options: argparse.Namespace) -> Optional[Until]:
    if options.until is None:
        return None
    match = re.fullmatch(r"(\d{1,2}(?:\.\d{1,3})?)\s*%?", options.until)
    if match is None or not float(match.group(1)):
        raise UsageError(f"--until {options.until}: give a share of the mean such as 5%.")
    return Until(float(match.group(1)) / 100, options.until_metric, options.max_repeats)


def _parse_size(text: str, suite: Suite) -> int:
    size_bytes = parse_size(text)
    if not size_bytes or size_bytes % (1 << 20):
        raise UsageError(f"--size {text}: give a whole number of MiB, such as 512m or 4g.")
    largest = max(parse_size(workload.bs) or 0 for workload in suite.workloads)
    if largest > size_bytes:
        raise UsageError(f"--size {text} is smaller than a block of {largest} bytes.")
    return size_bytes
