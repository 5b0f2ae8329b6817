"""What a run recorded over time, on its one clock: in buckets for its charts, and the figures of a part of it."""

import asyncio
from collections.abc import Sequence
from uuid import UUID

import orjson

from fioboard.app.runs.history.recorded import read
from fioboard.core.driver import Driver
from fioboard.core.errors import RunNotFound
from fioboard.engine.answers.time_series import Phase, RunClock, RunWindow, Timeline
from fioboard.engine.stats.over_time import bucketed, compute_window
from fioboard.store.queries import time_series as queries
from fioboard.store.queries.time_series import SeriesRow

BUCKETS = 400
"""As many as a chart of usual width can draw."""
UNREAD = "This run was read before there was one clock: a reparse gives its logs their place."


async def load_timeline(
    driver: Driver, run_id: UUID, from_ms: int | None = None, to_ms: int | None = None, buckets: int = BUCKETS
) -> Timeline:
    """Load all series over a range, ms on the run's clock; by default of everything. Raises RunNotFound."""
    rows, clock, _ = await _load_recorded(driver, run_id)
    series = await asyncio.to_thread(lambda: bucketed(read(rows), from_ms, to_ms, buckets))
    off_clock = [f"{row['position']}" for row in rows if is_off_clock(row, clock)]
    return {**series, "clock": clock, "off_clock": off_clock}


async def load_window(driver: Driver, run_id: UUID, from_ms: int | None, to_ms: int | None) -> RunWindow:
    """Load what a part of a run measured; by default all that fio measured. Raises RunNotFound."""
    rows, clock, directions = await _load_recorded(driver, run_id)
    placed = [row for row in rows if not is_off_clock(row, clock)]
    return await asyncio.to_thread(lambda: compute_window(read(placed), clock, from_ms, to_ms, directions))


async def _load_recorded(driver: Driver, run_id: UUID) -> tuple[list[SeriesRow], RunClock, list[str]]:
    row = await queries.get_clock(driver, run_id)
    if row is None:
        raise RunNotFound
    rows = await queries.list_series(driver, run_id)
    clock = _build_clock(rows) if row["clock"] is None else _update_clock(orjson.loads(row["clock"]))
    return rows, clock, row["directions"]


def is_off_clock(row: SeriesRow, clock: RunClock) -> bool:
    """Whether the place of a series on the clock is not known."""
    if row["source"] == "samples" or row["offset_ms"] is not None:
        return False
    return clock["reason"] is not None or clock["log_offset_ms"] is None


def _update_clock(stored: RunClock) -> RunClock:
    """Return a clock as it is now: one of an older version names no jobs."""
    phases: list[Phase] = [{**phase, "job": phase.get("job")} for phase in stored["phases"]]
    return {**stored, "phases": phases, "jobs": stored.get("jobs") or []}


def _build_clock(rows: Sequence[SeriesRow]) -> RunClock:
    """Build the clock of a run that was read before there were clocks: samples or logs alone are one all the same."""
    sources = {row["source"] for row in rows}
    has_samples = "samples" in sources
    return {
        "zero": "samples" if has_samples else "job",
        "zero_at_ms": None,
        "basis": None,
        "log_offset_ms": None if has_samples else 0,
        "reason": UNREAD if has_samples and len(sources) > 1 else None,
        "phases": [],
        "jobs": [],
        "logs_hold_maxima": False,
    }
