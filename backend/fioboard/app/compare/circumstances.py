"""Under which circumstances two sides were measured: the ceiling of the direction compared, drives' heat, and CPU."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np
import orjson

from fioboard.app.compare.matching import Results, Row
from fioboard.app.compare.sides import Side
from fioboard.core.driver import Driver
from fioboard.engine.answers.circumstances import CircumstanceFigure, CircumstanceOut
from fioboard.engine.words.circumstances import CIRCUMSTANCES, Circumstance, CircumstanceKey
from fioboard.store.derive.series import unpack
from fioboard.store.queries import circumstances as queries
from fioboard.store.queries.circumstances import CeilingRow, SampleRow

# Samples are unpacked to be read: of more runs than these on a side the newest are.
MAX_SAMPLED_RUNS = 50
Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What is known of runs and results; what is absent is unknown."""

    spans: Mapping[CircumstanceKey, Mapping[UUID, Span]]
    """By run; fio's own CPU by result."""
    hops: Mapping[UUID, str | None]
    """The slowest link of each run's path."""
    sampled: frozenset[UUID]
    """Runs whose samples were asked for."""


async def read(driver: Driver, sides: Sequence[Side], rows: Iterable[Row]) -> Circumstances:
    """What the sides were measured under, as far as runs with a matched result tell."""
    matched = [result for row in rows for results in row.results for result in results]
    run_ids = list(dict.fromkeys(result["run_id"] for result in matched))
    newest = [run_id for side in sides for run_id in _select_newest(side, set(run_ids))]
    ceilings = await queries.list_ceilings(driver, run_ids)
    sampled = await queries.list_samples(driver, newest)
    temperatures, busy = await asyncio.to_thread(_collect_samples, sampled)
    spans: dict[CircumstanceKey, Mapping[UUID, Span]] = {
        **_collect_ceilings(ceilings),
        "drive_temperature": temperatures,
        "fio_cpu": {result["id"]: (pct, pct) for result in matched if (pct := result["cpu_pct"]) is not None},
        "host_cpu": busy,
    }
    return Circumstances(spans, {row["id"]: row["limited_by"] for row in ceilings}, frozenset(newest))


def _select_newest(side: Side, run_ids: set[UUID]) -> Sequence[UUID]:
    return [run["id"] for run in side.compared if run["id"] in run_ids][:MAX_SAMPLED_RUNS]


def _collect_ceilings(rows: Iterable[CeilingRow]) -> dict[CircumstanceKey, Mapping[UUID, Span]]:
    read: dict[UUID, Span] = {}
    write: dict[UUID, Span] = {}
    for row in rows:
        limits = orjson.loads(row["limits"]) if row["limits"] else None
        if limits is not None:
            (low, high), (write_low, write_high) = limits["read"], limits["write"]
            read[row["id"]], write[row["id"]] = (low, high), (write_low, write_high)
    return {"ceiling_read": read, "ceiling_write": write}


def _collect_samples(rows: Iterable[SampleRow]) -> tuple[dict[UUID, Span], dict[UUID, Span]]:
    """Collect coldest and hottest reading of each run's drives; the mean of its least and its most busy part of
    the host.
    """
    readings: dict[UUID, list[float]] = defaultdict(list)
    busy: dict[UUID, dict[str, float]] = defaultdict(dict)
    for row in rows:
        _, values = unpack(row["points"])
        if row["metric"] == "temperature_c":
            readings[row["run_id"]] += [float(values.min()), float(values.max())]
        else:
            busy[row["run_id"]][row["name"]] = float(np.mean(values))
    parts = {run_id: _list_parts(means) for run_id, means in busy.items()}
    return _compute_spans(readings), _compute_spans(parts)


def _list_parts(means: Mapping[str, float]) -> list[float]:
    """List the means of NUMA nodes; where none is known, of sockets."""
    nodes = [mean for name, mean in means.items() if name.startswith("node:")]
    return nodes or list(means.values())


def _compute_spans(values: Mapping[UUID, Sequence[float]]) -> dict[UUID, Span]:
    return {key: (min(of_key), max(of_key)) for key, of_key in values.items()}


def build_circumstances(surroundings: Circumstances, rows: Sequence[Row], side: int) -> list[CircumstanceOut]:
    """Build both sides of one part. Ceilings only of the directions that were compared; without a match there is
    nothing.
    """
    directions = {row.direction for row in rows}
    results = [[result for row in rows for result in row.results[number]] for number in (0, side)]
    return [
        {
            "key": one.key,
            "title": one.title,
            "unit": one.unit,
            "base": _build_figure(surroundings, one, results[0]),
            "new": _build_figure(surroundings, one, results[1]),
        }
        for one in CIRCUMSTANCES.values()
        if rows and (one.directions is None or not directions.isdisjoint(one.directions))
    ]


def _build_figure(surroundings: Circumstances, one: Circumstance, results: Results) -> CircumstanceFigure:
    spans = surroundings.spans[one.key]
    of_runs: dict[UUID, Span] = {}
    for result in results:
        span = spans.get(result["id"] if one.source == "result" else result["run_id"])
        if span is not None:
            before = of_runs.get(result["run_id"], span)
            of_runs[result["run_id"]] = (min(before[0], span[0]), max(before[1], span[1]))
    asked = {result["run_id"] for result in results}
    hops = {surroundings.hops.get(run_id) for run_id in of_runs} if one.source == "inventory" else set()
    return {
        "low": min((low for low, _ in of_runs.values()), default=None),
        "high": max((high for _, high in of_runs.values()), default=None),
        "n": len(of_runs),
        "of": len(asked & surroundings.sampled if one.source == "samples" else asked),
        "source": one.source,
        "limited_by": hops.pop() if len(hops) == 1 else None,
        "reason": None if of_runs else one.when_unknown(),
    }
