"""What the hosts of a group measured, each by itself and together."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from uuid import UUID

import orjson

from fioboard.app.measuring.answers import build_request
from fioboard.app.measuring.not_found import GroupNotFound
from fioboard.app.runs.history import sentences
from fioboard.app.runs.history.timeline import load_window
from fioboard.core.driver import Driver
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.request_group import (
    GroupLatency,
    GroupRates,
    GroupResult,
    GroupStepHost,
    GroupStepOut,
    GroupTotal,
    RequestGroupOut,
)
from fioboard.engine.answers.time_series import RunClock, RunWindow
from fioboard.engine.factors.workload import workload_in_words
from fioboard.engine.formats.fio.model.histogram import Histogram
from fioboard.engine.rules.host_group import (
    MIN_COVERED,
    HostPart,
    Merged,
    Part,
    Rates,
    Span,
    Start,
    Total,
    Window,
    compute_skew,
    compute_total,
    find_window,
    merge_bins,
)
from fioboard.engine.words.requests import MAX_GROUP_PARTS, OPEN_STATES
from fioboard.store.queries import request_groups as queries
from fioboard.store.queries.request_groups import MeasuredResultRow, MeasuredRunRow, StartRow
from fioboard.store.queries.requests import RequestRow

NO_RUN = "No run of it arrived."
SEVERAL_RUNS = "Its output holds several runs."
NO_SPAN = "When it measured is unknown."
IN_SEQUENCE = "Its jobs ran one after the other."
NOT_COVERED = "Its per-second log does not cover the common window."
NO_LOG = "It recorded no rates per second."


@dataclass(frozen=True, slots=True)
class Member:
    """A host of a group in one step, with what arrived of it."""

    row: RequestRow
    start: StartRow | None
    """Null where it was not ready for the step."""
    run: MeasuredRunRow | None
    results: Sequence[MeasuredResultRow]
    part: HostPart | None
    """Null where it is no part of the total."""
    zero_ms: float
    """0 of its run's clock by the service's clock, Unix ms."""
    left_out: str | None
    is_open: bool
    """Its run of this step may still arrive."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """What of some steps is here: how they started, runs, and their results."""

    starts: Mapping[tuple[UUID, int], StartRow]
    runs: Mapping[UUID, MeasuredRunRow]
    results: Sequence[MeasuredResultRow]


async def load_group(driver: Driver, group_id: UUID, from_step: int = 1) -> RequestGroupOut:
    """Load a group with its hosts, and some of its steps, each with its total once it ended. Raises GroupNotFound."""
    group = await queries.get_group(driver, group_id)
    if group is None:
        raise GroupNotFound
    rows = await queries.list_members(driver, group_id)
    last = await queries.find_last_step(driver, group_id)
    shown = max(1, MAX_GROUP_PARTS // max(1, len(rows)))
    steps = range(from_step, min(last + 1, from_step + shown))
    runs = await queries.list_runs(driver, rows, steps)
    arrived = Arrived(
        await queries.list_starts(driver, group_id, steps),
        runs,
        await queries.list_results(driver, list(runs)),
    )
    is_open = any(row["state"] in OPEN_STATES for row in rows)
    paths = {run["request_id"]: run["path"] for run in runs.values() if run["path"] is not None}
    return {
        "id": group["id"],
        "created_at": group["created_at"],
        "state": "ended" if not is_open else "waiting" if group["start_at"] is None else "running",
        "hosts": [
            {
                "request": build_request(row),
                "path": orjson.loads(paths[row["id"]]) if row["id"] in paths else None,
            }
            for row in rows
        ],
        "steps": [await _load_step(driver, step, rows, arrived) for step in steps],
        "previous_step": max(1, min(from_step, last + 1) - shown) if from_step > 1 else None,
        "next_step": steps.stop if steps.stop <= last else None,
    }


async def _load_step(driver: Driver, step: int, rows: Sequence[RequestRow], arrived: Arrived) -> GroupStepOut:
    members = [_build_member(step, row, arrived) for row in rows]
    is_open = any(one.is_open for one in members)
    parts = [one.part for one in members if one.part is not None]
    window = Window(None) if is_open else find_window(parts)
    # What the only host measured is no total, and is its own all the same.
    span = parts[0].span if len(parts) == 1 and not is_open else window.span
    if span is not None:
        members = [await _add_rates(driver, one, span) for one in members]
    return await asyncio.to_thread(_build_step, step, members, window, is_open=is_open)


def _build_member(step: int, row: RequestRow, arrived: Arrived) -> Member:
    start = arrived.starts.get((row["id"], step))
    own = [one for one in arrived.runs.values() if one["request_id"] == row["id"] and one["step"] == step]
    whole = [one for one in own if one["outcome"] == "complete"]
    run = whole[0] if len(whole) == 1 else own[0] if len(own) == 1 else None
    of_run = [one for one in arrived.results if run is not None and one["run_id"] == run["id"]]
    zero_ms, span, reason = _find_span(run, start)
    is_open = row["state"] in OPEN_STATES and not own
    because = "" if row["reason"] is None or row["state"] == "done" else f": {row['reason'].rstrip('.')}"
    if is_open:
        reason = None
    elif not own and row["state"] != "done":
        reason = sentences.MEMBER_ENDED(state=row["state"], reason=because)
    elif not own:
        reason = NO_RUN
    elif run is None:
        reason = SEVERAL_RUNS
    elif run["outcome"] != "complete":
        reason = sentences.RUN_OUTCOME(outcome=run["outcome"], reason=because)
    is_whole = reason is None and span is not None
    part = HostPart(row["host_name"], span, _build_parts(of_run)) if is_whole and span is not None else None
    return Member(row, start, run, of_run, part, zero_ms, reason, is_open)


def _find_span(run: MeasuredRunRow | None, start: StartRow | None) -> tuple[float, Span | None, str | None]:
    """Find when a host measured, by the service's clock; with 0 of its run's clock, or why it is not known."""
    if run is None or run["clock"] is None or start is None or start["clock_ahead_us"] is None:
        return 0.0, None, NO_SPAN
    clock: RunClock = orjson.loads(run["clock"])
    measured = [phase for phase in clock["phases"] if phase["name"] == "measured"]
    if clock["zero_at_ms"] is None or not measured:
        return 0.0, None, NO_SPAN
    zero_ms = clock["zero_at_ms"] - start["clock_ahead_us"] / 1000
    if len(measured) > 1:
        return zero_ms, None, IN_SEQUENCE
    return zero_ms, Span(zero_ms + measured[0]["from_ms"], zero_ms + measured[0]["to_ms"]), None


def _build_parts(results: Sequence[MeasuredResultRow]) -> dict[str, Part]:
    """Build what a host measured, by direction, still without rates."""
    parts: dict[str, Part] = {}
    for direction in dict.fromkeys(one["direction"] for one in results):
        own = [one for one in results if one["direction"] == direction]
        bins = [None if one["bins"] is None else Histogram.from_bytes(one["bins"]) for one in own]
        words = " and ".join(dict.fromkeys(workload_in_words(orjson.loads(one["options"])) for one in own))
        parts[direction] = Part(Counter(one["workload_id"] for one in own), words, bins=bins)
    return parts


async def _add_rates(driver: Driver, member: Member, span: Span) -> Member:
    """Add a host's rates over the common window, from what it recorded every second."""
    if member.part is None or member.run is None:
        return member
    from_ms, to_ms = (round(moment - member.zero_ms) for moment in (span.from_ms, span.to_ms))
    window = await load_window(driver, member.run["id"], from_ms, to_ms)
    parts = {
        direction: replace(part, rates=_read_rates(window, direction, to_ms - from_ms))
        for direction, part in member.part.parts.items()
    }
    return replace(member, part=replace(member.part, parts=parts))


def _read_rates(window: RunWindow, direction: str, length_ms: int) -> Rates:
    """Read the rates of all jobs together; null where they do not tell of the whole window."""
    own = [one for one in window["figures"] if one["job"] is None and one["direction"] == direction]
    values: dict[str, float | None] = {}
    reason: str | None = None
    for one in own:
        if one["name"] in {"iops", "bandwidth"}:
            is_covered = one["covered_ms"] >= MIN_COVERED * length_ms
            values[one["name"]] = one["value"] if is_covered else None
            reason = reason or one["reason"] or (None if is_covered else NOT_COVERED)
    return Rates(values.get("iops"), values.get("bandwidth"), reason if values else NO_LOG)


def _build_step(step: int, members: Sequence[Member], window: Window, *, is_open: bool) -> GroupStepOut:
    parts = [one.part for one in members if one.part is not None]
    ids = {one.row["host_name"]: one.row["host_id"] for one in members}
    directions = dict.fromkeys(direction for one in parts for direction in one.parts)
    totals = {} if is_open else {one: compute_total(one, parts, window) for one in directions}
    starts = [one.start for one in members if one.start is not None]
    start_at = next((one["start_at"] for one in starts if one["start_at"] is not None), None)
    skew = compute_skew(
        [
            Start(round(moment.timestamp() * 1e6), one["clock_uncertainty_us"] or 0)
            for one in starts
            if (moment := one["fio_started_at"]) is not None
        ]
    )
    window_from, window_to = _build_ends(window.span)
    run = next((one.run for one in members if one.run is not None), None)
    return {
        "step": step,
        "workload": _find_running(step, members) if run is None else run["workload"],
        "repeat": None if run is None else run["repeat"],
        "state": "ended" if not is_open else "waiting" if start_at is None else "running",
        "start_at": start_at,
        "start_skew_ms": None if skew is None else skew.skew_us / 1000,
        "start_skew_uncertainty_ms": None if skew is None else skew.uncertainty_us / 1000,
        "hosts": [_build_host(one) for one in members],
        "total_hosts": len(parts),
        "window_from": window_from,
        "window_to": window_to,
        "window_reason": None if is_open else window.reason,
        "totals": [_build_total(one, total, ids) for one, total in totals.items()],
    }


def _find_running(step: int, members: Sequence[Member]) -> str | None:
    """Find what a suite calls the step, by what a host that is at it says."""
    progress = [orjson.loads(one.row["progress"]) for one in members if one.row["progress"] is not None]
    is_suite = members[0].row["kind"] == "suite"
    return next((one["workload"] for one in progress if is_suite and one["step"] == step), None)


def _build_host(member: Member) -> GroupStepHost:
    start, run = member.start, member.run
    started = ahead = unsure = after = None
    if start is not None:
        started, ahead, unsure = (
            start["fio_started_at"],
            start["clock_ahead_us"],
            start["clock_uncertainty_us"],
        )
        after = None if started is None or start["start_at"] is None else started - start["start_at"]
    parts = member.part.parts if member.part is not None else _build_parts(member.results)
    _, span, _ = _find_span(run, start)
    measured_from, measured_to = _build_ends(span)
    return {
        "host": HostRef(id=member.row["host_id"], name=member.row["host_name"]),
        "ready_at": None if start is None else start["ready_at"],
        "started_after_ms": None if after is None else after.total_seconds() * 1000,
        "clock_ahead_ms": None if ahead is None else ahead / 1000,
        "clock_uncertainty_ms": None if unsure is None else unsure / 1000,
        "run_id": None if run is None else run["id"],
        "verdict": None if run is None else run["verdict"],
        "measured_from": measured_from,
        "measured_to": measured_to,
        "results": [_build_result(direction, part) for direction, part in parts.items()],
        "left_out": member.left_out,
    }


def _build_result(direction: str, part: Part) -> GroupResult:
    return {
        "workload": part.words,
        "rates": _build_rates(direction, part.rates),
        "latency": _build_latency(merge_bins(part.bins)),
    }


def _build_total(direction: str, total: Total, ids: Mapping[str, UUID]) -> GroupTotal:
    return {
        "rates": _build_rates(direction, total.rates),
        "latency": _build_latency(total.latency),
        "slowest_host_id": None if total.slowest is None else ids[total.slowest],
    }


def _build_rates(direction: str, rates: Rates) -> GroupRates:
    return {
        "direction": direction,
        "iops": rates.iops,
        "bw_bytes_per_s": rates.bw_bytes_per_s,
        "reason": rates.reason,
    }


def _build_latency(merged: Merged) -> GroupLatency:
    return {
        "n": merged.n,
        "percentiles": {f"{percentile:g}": value for percentile, value in merged.values.items()},
        "reason": merged.reason,
    }


def _build_ends(span: Span | None) -> tuple[datetime | None, datetime | None]:
    if span is None:
        return None, None
    return datetime.fromtimestamp(span.from_ms / 1000, UTC), datetime.fromtimestamp(span.to_ms / 1000, UTC)
