"""Keeps the ledger of a PTS on the disk around each step, purges the drive first, and says in each run what it is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Optional

from fioboard_agent.delivery.spool import Entry
from fioboard_agent.host.paths import Roots
from fioboard_agent.jobs.sizes import parse_size
from fioboard_agent.suites.batch import PRECONDITION, Step
from fioboard_agent.suites.pts.ledger import compute_cap, require_room
from fioboard_agent.suites.pts.plan import find_device
from fioboard_agent.suites.pts.purge import DONE, Purge, Purger
from fioboard_agent.suites.pts.standard import MIN_CAP_SHARE, Pts, get_write_share
from fioboard_agent.suites.store import BatchStore, KeptBatch

_JSON_BEGIN = "{"


@dataclass(frozen=True)
class Accountant:
    """Of one batch. Whatever ends the agent, the file of the batch says the most that may have been written."""

    batch: KeptBatch
    pts: Pts
    store: BatchStore
    purger: Purger
    roots: Roots = Roots()

    def prepare(self) -> None:
        """Settle what a kill left open, then purge where that was confirmed and nothing is measured yet."""
        self.batch.ledger = self.batch.ledger.settle(self._find_device(), self.roots)
        self.store.save(self.batch)
        purge = self.batch.purge
        if purge is not None and purge.state != DONE and not self.batch.done:
            self.purger.run(purge, self.batch.plan.target.path, self._keep_purge)

    def sign_layout(self) -> None:
        """Sign for the test file that is about to be made."""
        self._sign(self.batch.plan.size_bytes)

    def count_layout(self) -> None:
        """Count the test file."""
        self.batch.ledger = self.batch.ledger.close(self.batch.plan.size_bytes)
        self.store.save(self.batch)

    def sign(self, step: Step) -> Optional[int]:
        """Sign for a step, and return what its I/O may come to; None where fio's own size says it. Raises SetupError
        where the limit is used up."""
        if step.role == PRECONDITION:
            self._sign(parse_size(step.workload.option("size") or "") or 0)
            return None
        limit, ledger = self.pts.write_limit_bytes, self.batch.ledger
        cap = compute_cap(ledger, limit, step.workload, self.batch.plan.runtime_s)
        self._sign(cap or 0)
        return cap

    def count(self, entry: Entry) -> None:
        """Count what a step has written, by fio; where it does not say, by the device or as the most it may be."""
        figures = read_written(entry)
        if figures is None:
            self.batch.ledger = self.batch.ledger.settle(self._find_device(), self.roots)
            return
        self.batch.ledger = self.batch.ledger.close(*figures)

    def is_cut(self, entry: Entry, step: Step) -> bool:
        """Whether a cell ended at its cap, before its time."""
        return step.role != PRECONDITION and any(map(has_reached_cap, read_jobs(entry) or ()))

    def build_document(self, step: Step) -> dict[str, Any]:
        """Build what the run's manifest says of the test."""
        pts, workload, purge = self.pts, step.workload, self.batch.purge
        is_cell = step.role != PRECONDITION
        reads = round(100 * (1 - get_write_share(workload)))
        return {
            "test": pts.test,
            "class": pts.class_name,
            "block_bytes": parse_size(pts.block) if pts.block else None,
            "round": step.repeat if is_cell else None,
            "cell": {"reads_pct": reads, "bs_bytes": parse_size(workload.bs)} if is_cell else None,
            "is_tracked": is_cell and workload.name in pts.tracked,
            "tracked": len(pts.tracked),
            "cells": len(self.batch.plan.workloads),
            "period": pts.period,
            "max_rounds": pts.max_rounds,
            "runtime_s": self.batch.plan.runtime_s,
            "deviations": list(pts.deviations),
            "capacity_bytes": pts.capacity_bytes,
            "range_bytes": pts.range_bytes,
            "prefill_bytes": pts.prefill_bytes,
            "end_bytes": pts.end_bytes,
            "write_cache": pts.write_cache,
            "write_limit_bytes": pts.write_limit_bytes,
            "written_bytes": self.batch.ledger.written_bytes + self.batch.ledger.lost_bytes,
            "purge": None if purge is None else {"method": purge.method, "state": purge.state, "at": purge.at},
        }

    def _sign(self, most_bytes: int) -> None:
        require_room(self.batch.ledger, self.pts.write_limit_bytes, most_bytes)
        self.batch.ledger = self.batch.ledger.open(most_bytes, self._find_device(), self.roots)
        self.store.save(self.batch)

    def _keep_purge(self, purge: Purge) -> None:
        self.batch.purge = purge
        self.store.save(self.batch)

    def _find_device(self) -> Optional[str]:
        return find_device(self.batch.plan.target, self.roots)


def read_written(entry: Entry) -> Optional[tuple[int, float]]:
    """Read how many bytes a run wrote and for how many seconds, from fio's output; None where it does not say."""
    jobs = read_jobs(entry)
    if not jobs:
        return None
    try:
        written = sum(int(job["write"]["io_bytes"]) for job in jobs)
        return written, max(int(job["write"]["runtime"]) for job in jobs) / 1000
    except (ValueError, KeyError, TypeError):
        return None


def read_jobs(entry: Entry) -> Optional[list[dict[str, Any]]]:
    """Read the jobs of fio's output; None where there is none."""
    try:
        text = (entry.files / "fio.json").read_text(encoding="utf-8", errors="replace")
        jobs: list[dict[str, Any]] = json.loads(text[text.index(_JSON_BEGIN) :], strict=False)["jobs"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return jobs


def has_reached_cap(job: dict[str, Any]) -> bool:
    """Whether a job of fio moved so much of its io_size that some of its clones may have ended early."""
    options = job.get("job options") or {}
    cap = parse_size(str(options.get("io_size", ""))) or 0
    moved = sum(int(job.get(word, {}).get("io_bytes", 0)) for word in ("read", "write"))
    return cap > 0 and moved >= MIN_CAP_SHARE * cap * int(options.get("numjobs", 1))
