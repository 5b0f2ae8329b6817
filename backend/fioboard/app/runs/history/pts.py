"""The report of a batch that is a test of SNIA SSS PTS."""

from collections.abc import Sequence
from itertools import groupby
from uuid import UUID

import orjson

from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.engine.answers.pts import BatchPtsOut, PtsOut, PtsSeriesOut, StatedPts, read_pts
from fioboard.engine.rules.pts import Cell, CellReport, Point, judge_pts
from fioboard.engine.words.pts import METRICS, MIN_TIME_SHARE, PtsMetric
from fioboard.store.queries import batches as batch_queries
from fioboard.store.queries.pts import PtsResultRow, list_pts_results

# 25 rounds of 56 cells in two directions, and what was written before.
MAX_RESULTS = 5_000


async def load_pts(driver: Driver, batch_id: UUID) -> BatchPtsOut:
    """Load the report of a batch. Raises BatchNotFound for a batch without runs."""
    rows = await list_pts_results(driver, batch_id, MAX_RESULTS)
    if not rows and not await batch_queries.count_runs(driver, batch_id):
        raise errors.BatchNotFound
    report = build_report(rows)
    return {"items": [] if report is None else [report]}


def build_report(rows: Sequence[PtsResultRow]) -> PtsOut | None:
    """Build the report from the results in order of their start; None where no run is part of a known test."""
    stated: StatedPts | None = None
    measured: dict[Cell, dict[int, Point]] = {}
    for run_id, own in groupby(rows, key=lambda row: row["run_id"]):
        results = list(own)
        read = read_pts(orjson.loads(results[0]["pts"]))
        if read is None:
            continue
        stated = read
        if "round" in read and "reads_pct" in read and "bs_bytes" in read:
            point = _build_point(METRICS[read["test"]], run_id, results)
            lasted_ms = max((row["runtime_ms"] or 0 for row in results), default=0)
            if point is not None and lasted_ms >= MIN_TIME_SHARE * 1000 * read["runtime_s"]:
                points = measured.setdefault((read["reads_pct"], read["bs_bytes"]), {})
                points.setdefault(read["round"], point)
    return None if stated is None else _build_answer(stated, measured)


def _build_point(metric: PtsMetric, run_id: UUID, rows: Sequence[PtsResultRow]) -> Point | None:
    """Build the figure of one run: rates of both directions add up, latencies are weighted by their requests."""
    most = [row["lat_max_ns"] for row in rows if row["lat_max_ns"] is not None]
    if metric == "lat_mean_ns":
        pairs = [
            (row["lat_mean_ns"], row["total_ios"])
            for row in rows
            if row["lat_mean_ns"] is not None and row["total_ios"]
        ]
        total = sum(count for _, count in pairs)
        value = sum(mean * count for mean, count in pairs) / total if total else None
    else:
        rates = [rate for row in rows if (rate := row[metric]) is not None]
        value = float(sum(rates)) if rates else None
    return None if value is None else Point(value, str(run_id), max(most) if most else None)


def _build_answer(stated: StatedPts, measured: dict[Cell, dict[int, Point]]) -> PtsOut:
    report = judge_pts(stated, measured)
    return {
        "test": stated["test"],
        "class_name": stated["class_name"],
        "block_bytes": stated["block_bytes"],
        "title": report.title,
        "sentence": report.sentence,
        "text": list(report.text),
        "is_standard": not report.deviations,
        "deviations": list(report.deviations),
        "metric": report.metric,
        "round_count": report.round_count,
        "max_rounds": stated["max_rounds"],
        "period": stated["period"],
        "runtime_s": stated["runtime_s"],
        "window": None
        if report.first is None or report.last is None
        else {"first": report.first, "last": report.last, "is_steady": report.is_steady},
        "series": [_build_series(one) for one in report.cells],
        "purge": None if stated["purge"] is None else {**stated["purge"]},
        "capacity_bytes": stated["capacity_bytes"],
        "range_bytes": stated["range_bytes"],
        "prefill_bytes": stated["prefill_bytes"],
        "written_bytes": stated["written_bytes"],
        "write_limit_bytes": stated["write_limit_bytes"],
        "write_cache": stated["write_cache"],
    }


def _build_series(one: CellReport) -> PtsSeriesOut:
    fit = one.fit
    return {
        "reads_pct": one.cell[0],
        "bs_bytes": one.cell[1],
        "points": [
            {"round": number, "value": point.value, "run_id": point.run_id}
            for number, point in sorted(one.points.items())
        ],
        "fit": None
        if fit is None
        else {
            "average": fit.average,
            "slope": fit.slope,
            "intercept": fit.intercept,
            "range_share": fit.range_share,
            "slope_share": fit.slope_share,
            "is_steady": fit.is_steady,
        },
        "mean": one.mean,
        "max_ns": one.max_ns,
    }
