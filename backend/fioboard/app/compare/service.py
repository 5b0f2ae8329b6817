"""One comparison from its parts: sides read, workloads matched, figures judged, and what changed."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from uuid import UUID

import orjson

from fioboard.app.compare import (
    changed,
    circumstances,
    curves,
    differs,
    machines,
    missing,
    resampling,
    sentences,
)
from fioboard.app.compare.changed import Compared
from fioboard.app.compare.circumstances import Circumstances, build_circumstances
from fioboard.app.compare.figures import Cells, Figures, judge_rows
from fioboard.app.compare.left_out import list_excluded_runs
from fioboard.app.compare.limits import build_held, describe_limits, list_doubts
from fioboard.app.compare.machines import Machines
from fioboard.app.compare.matching import Options, Row, match
from fioboard.app.compare.notes import list_notes
from fioboard.app.compare.resampling import Bound
from fioboard.app.compare.separation import build_separation
from fioboard.app.compare.sides import Loaded, Side, load
from fioboard.app.compare.spec import Spec
from fioboard.app.compare.unlike import split_unlike
from fioboard.core.driver import Driver
from fioboard.core.errors import Invalid, NotFound
from fioboard.core.figures import format_count
from fioboard.core.run_state import Direction, LatencyKind
from fioboard.engine.answers.compare import CompareOut, PartOut, SideOut, Unmatched
from fioboard.engine.answers.compare_curves import DistributionOut, TimeSeriesCompareOut
from fioboard.engine.answers.compare_evidence import BootstrapsOut
from fioboard.engine.answers.workload import WorkloadOut
from fioboard.engine.factors.difference import format_setting, name_sides
from fioboard.engine.factors.workload import name_rows
from fioboard.engine.formats.fio.model.version import has_printed_flags
from fioboard.engine.stats.answer import Part, answer, classify, join
from fioboard.engine.words.headline_metric import headline_metric
from fioboard.engine.words.limits import MAX_COMPARED_WORKLOADS
from fioboard.store.queries import compare as compare_queries
from fioboard.store.queries.compare import JobRow

# Of a distribution, the first that has bins.
KINDS: tuple[LatencyKind, ...] = ("clat", "lat")


async def compare(driver: Driver, spec: Spec, *, resampled: Bound | None = None) -> CompareOut:
    """A comparison, its cells with their bootstrap within that bound; None: without."""
    loaded = await load(driver, spec)
    rows = await asyncio.to_thread(match_alike, loaded, spec)
    matched = _require_few([row for row in rows if row.is_matched])
    jobs = await _load_jobs(driver, matched, len(loaded.sides))
    machine = await machines.read(driver, loaded.sides)
    surroundings = await circumstances.read(driver, loaded.sides, matched)
    figures = await asyncio.to_thread(judge_rows, matched, spec.metrics, len(loaded.sides))
    if resampled is not None:
        draws = await resampling.read(driver, matched, spec.metrics, resampled)
        await asyncio.to_thread(draws.complete, matched, figures.cells)
    return await asyncio.to_thread(
        _assemble, loaded, rows, jobs, machine, surroundings=surroundings, figures=figures, spec=spec
    )


def match_alike(loaded: Loaded, spec: Spec) -> list[Row]:
    """Match all workloads of all sides, so that each row holds runs that are alike on each side where possible."""
    return split_unlike(match([side.results for side in loaded.sides], loaded.workloads, spec), loaded)


def _require_few(matched: list[Row]) -> list[Row]:
    """Raises Invalid for more workloads than can be judged together."""
    if len(matched) > MAX_COMPARED_WORKLOADS:
        raise Invalid(
            sentences.TOO_MANY_WORKLOADS(workloads=format_count(len(matched)), most=MAX_COMPARED_WORKLOADS)
        )
    return matched


async def _load_jobs(driver: Driver, matched: Sequence[Row], sides: int) -> Mapping[UUID, JobRow]:
    """Load what the commands of an answer are made of: base's first job, and those whose runs are missing."""
    short = [
        one for side in range(1, sides) for one in missing.list_shortages(matched, side)[: missing.MAX_NAMED]
    ]
    first = [row.results[0][0]["id"] for row in matched[:1]]
    asked = [one for side in range(1, sides) for one in differs.list_jobs_asked(matched, side)]
    return await compare_queries.get_jobs(driver, list({*first, *asked, *(one.result_id for one in short)}))


def _assemble(
    loaded: Loaded,
    rows: Sequence[Row],
    jobs: Mapping[UUID, JobRow],
    machine: Machines,
    *,
    surroundings: Circumstances,
    figures: Figures,
    spec: Spec,
) -> CompareOut:
    matched = [row for row in rows if row.is_matched]
    headline = headline_metric(
        (kind for cells in figures.cells for kind in _list_kinds(zip(matched, cells, strict=True))),
        spec.headline,
    )
    parts = [
        _build_part(
            loaded,
            spec,
            rows=rows,
            matched=matched,
            figures=figures,
            side=side,
            jobs=jobs,
            machine=machine,
            surroundings=surroundings,
            headline=headline,
        )
        for side in range(1, len(loaded.sides))
    ]
    return {
        "base": _build_side(loaded.sides[0], 0, rows),
        "metrics": [metric.name for metric in spec.metrics],
        **parts[0],
        "more": parts[1:],
    }


def _build_part(
    loaded: Loaded,
    spec: Spec,
    *,
    rows: Sequence[Row],
    matched: Sequence[Row],
    figures: Figures,
    side: int,
    jobs: Mapping[UUID, JobRow],
    machine: Machines,
    surroundings: Circumstances,
    headline: str | None,
) -> PartOut:
    base, new = loaded.sides[0], loaded.sides[side]
    pairs = [
        (row, cells) for row, cells in zip(matched, figures.cells[side - 1], strict=True) if row.results[side]
    ]
    compared = [
        frozenset(result["run_id"] for row, _ in pairs for result in row.results[i]) for i in (0, side)
    ]
    paired = [row for row, _ in pairs]
    may_differ = spec.ignore or any(row.differing for row in paired)
    options = {key: orjson.loads(text) for key, text in loaded.workloads.items()} if may_differ else {}
    cells = changed.list_cells((base.runs, new.runs), loaded.factors, paired, side)
    differences = changed.list_changes(
        cells, Compared(paired, side, options, _find_silent_of_flags(base, new)), spec
    )
    job = jobs.get(matched[0].results[0][0]["id"]) if matched else None
    held = (
        [run for run in base.runs if run["id"] in compared[0]],
        [run for run in new.runs if run["id"] in compared[1]],
    )
    doubts = list_doubts(*held, is_same_amount=changed.is_same_amount(differences, spec.ignore))
    about = changed.build_factors_part(differences, job, [one.describe() for one in doubts])
    names = name_sides(about["factors_changed"], about["attribution"])
    headlines = dict(figures.headlines[side - 1])
    speaking = headline_metric(_list_kinds(pairs), headline)
    workloads: list[WorkloadOut] = [
        {
            "key": row.key,
            "workload": row.title,
            "workload_options": row.options,
            "setting": _list_settings(row),
            "direction": row.direction,
            "metrics": figures_of_row,
        }
        for row, figures_of_row in pairs
    ]
    part: Part = {
        "workloads": workloads,
        "headline_metric": speaking,
        "headlines": headlines,
        "attribution": about["attribution"],
    }
    what_differs = (
        differs.build_differs(
            differences,
            about["attribution"],
            factors=(
                [one for ours, _ in cells for one in ours],
                [one for _, theirs in cells for one in theirs],
            ),
            harmless_options=differs.list_harmless(matched, side, jobs),
            names=names,
        )
        if pairs
        else None
    )
    kind = differs.choose_answer_kind(classify(part), about["attribution"]["kind"], doubts)
    composed = answer(
        part,
        names or ("base", "New"),
        name_rows(workloads),
        kind,
        [one.describe(names or ("base", "new")) for one in doubts],
    )
    base_alone = [_build_unmatched(row, 0) for row in rows if row.results[0] and not row.results[side]]
    new_alone = [_build_unmatched(row, side) for row in rows if row.results[side] and not row.results[0]]
    return {
        "new": _build_side(new, side, rows),
        "answer": composed,
        "sentence": join(composed),
        "limits": describe_limits(base, new, workloads, speaking),
        "held": build_held(*held) if pairs else None,
        "differs": what_differs,
        "separation": build_separation(paired, side, jobs, what_differs["settings"])
        if what_differs is not None and about["attribution"]["kind"] == "confounded"
        else None,
        "headline_metric": speaking,
        "headlines": headlines,
        "workloads": workloads,
        "workloads_total": len(workloads),
        "workloads_skipped": 0,
        "missing_runs": missing.build_missing_part(missing.list_shortages(matched, side), jobs),
        **about,
        "inventory_difference": machines.build_difference(base, new, machine),
        "paths": machines.build_paths(base, new, machine),
        "unmatched": {"base": base_alone, "new": new_alone},
        "unmatched_base_total": len(base_alone),
        "unmatched_new_total": len(new_alone),
        "notes": list_notes(base, new, rows, side, spec),
        "circumstances": build_circumstances(surroundings, paired, side),
    }


def _list_kinds(
    rows: Iterable[tuple[Row, Cells]],
) -> Iterator[tuple[Options, Direction, list[str]]]:
    """List what the headline metric of each row follows from."""
    for row, cells in rows:
        yield row.options, row.direction, [name for name, cell in cells.items() if cell["ratio"] is not None]


def _find_silent_of_flags(*sides: Side) -> frozenset[UUID]:
    return frozenset(
        run["id"] for side in sides for run in side.runs if not has_printed_flags(run["tool_version"])
    )


def _build_side(side: Side, number: int, rows: Sequence[Row]) -> SideOut:
    batches = {(run["batch_id"], run["batch_name"]) for run in side.runs}
    return {
        "filter": side.filter.format_query(),
        "batch": next(iter(batches))[1] if len(batches) == 1 else None,
        "run_ids": [str(run["id"]) for run in side.runs],
        "runs": [
            {
                "id": str(run["id"]),
                "title": run["title"],
                "host_name": run["host_name"],
                "started_at": run["started_at"],
            }
            for run in side.runs
        ],
        "left_out": list_excluded_runs(side, number, rows),
    }


def _build_unmatched(row: Row, side: int) -> Unmatched:
    return {
        "key": row.key,
        "workload": row.title,
        "workload_options": row.options,
        "setting": _list_settings(row),
        "direction": row.direction,
        "run_ids": list(dict.fromkeys(str(result["run_id"]) for result in row.results[side])),
    }


def _list_settings(row: Row) -> list[str]:
    return [format_setting(key, value) for key, value in row.setting.items()]


async def _load_row(driver: Driver, spec: Spec, key: str) -> tuple[Loaded, Row]:
    loaded = await load(driver, spec)
    rows = await asyncio.to_thread(match_alike, loaded, spec)
    row = next((row for row in rows if row.key == key), None)
    if row is None:
        raise NotFound("No workload of this comparison has that key.")
    return loaded, row


async def load_distribution(driver: Driver, spec: Spec, key: str, kind: LatencyKind) -> DistributionOut:
    """Load the latencies of one workload. Raises NotFound for a key that the comparison does not have."""
    _, row = await _load_row(driver, spec, key)
    ids = [result["id"] for results in row.results for result in results]
    bins = await compare_queries.get_bins(driver, ids, kind)
    return await asyncio.to_thread(curves.build_distribution, row, bins, kind)


async def load_distributions(driver: Driver, spec: Spec, most: int) -> list[DistributionOut]:
    """Load the latencies of the first `most` matched workloads that have bins: of completion latency, else of
    total latency.
    """
    loaded = await load(driver, spec)
    rows = await asyncio.to_thread(match_alike, loaded, spec)
    _require_few([row for row in rows if row.is_matched])
    items: list[DistributionOut] = []
    for row in rows:
        ids = [result["id"] for results in row.results for result in results]
        for kind in KINDS if row.is_matched and len(items) < most else ():
            bins = await compare_queries.get_bins(driver, ids, kind)
            if bins:
                items.append(await asyncio.to_thread(curves.build_distribution, row, bins, kind))
                break
    return items


async def load_bootstraps(driver: Driver, spec: Spec, key: str) -> BootstrapsOut:
    """Compute the bootstrap intervals of one workload. Raises NotFound as above."""
    loaded, row = await _load_row(driver, spec, key)
    draws = await resampling.read(driver, [row], spec.metrics)
    parts = [await asyncio.to_thread(draws.resample_row, row, side) for side in range(1, len(loaded.sides))]
    return {"key": row.key, "workload": row.title, "direction": row.direction, "parts": parts}


async def load_time_series(driver: Driver, spec: Spec, key: str, metric: str) -> TimeSeriesCompareOut:
    """Load a metric over time of one workload. Raises NotFound as above."""
    loaded, row = await _load_row(driver, spec, key)
    series, left_out = [], 0
    for results in row.results:
        run_ids = list(dict.fromkeys(result["run_id"] for result in results))
        stored = await compare_queries.list_series(
            driver, run_ids, metric, row.direction, curves.MAX_SERIES + 1
        )
        left_out += max(0, len(stored) - curves.MAX_SERIES)
        series.append(stored[: curves.MAX_SERIES])
    started_ms = {
        run["id"]: int(run["started_at"].timestamp() * 1000) if run["started_at"] else None
        for side in loaded.sides
        for run in side.runs
    }
    return await asyncio.to_thread(curves.build_time_series, row, metric, series, started_ms, left_out)
