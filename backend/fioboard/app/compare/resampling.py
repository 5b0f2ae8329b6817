"""Which runs and logs the bootstrap interval of a cell resamples, and its seed; engine/stats/bootstrap.py draws."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np
import numpy.typing as npt
import orjson

from fioboard.app.compare.figures import Cells, Measured, collect_measured
from fioboard.app.compare.matching import Row
from fioboard.core.driver import Driver
from fioboard.engine.answers.compare_evidence import BootstrapOut
from fioboard.engine.filters import Metric
from fioboard.engine.stats import Sample, bootstrap
from fioboard.engine.stats.bootstrap import BLOCKS, RESAMPLES, holds_percent
from fioboard.engine.stats.digits import decimals
from fioboard.engine.stats.over_time.points import starts_again
from fioboard.engine.stats.rank import Floats
from fioboard.engine.words import sentences
from fioboard.store.derive.series import unpack
from fioboard.store.queries import compare as compare_queries

# Which stored log is a metric over time.
LOGS = {
    "iops": "iops",
    "bw_bytes_per_s": "bw_bytes_per_s",
    "clat_mean_ns": "clat_ns",
    "lat_mean_ns": "lat_ns",
    "slat_mean_ns": "slat_ns",
}


@dataclass(frozen=True, slots=True)
class Bound:
    """How many values (one per run, metric and workload) are resampled at once, and what is said beyond that."""

    max_values: int
    reason: str


# A value takes 0.04 to 0.07 ms, with a log 0.25 ms (2 × 500 runs: 50 and 240 ms): an answer stays below six seconds.
OF_ANSWER = Bound(25_000, sentences.TOO_MANY_TO_ANSWER())
# A sender waits for it, in the preview too: at most 0.7 s, with logs 3 s.
OF_SHARE = Bound(10_000, sentences.TOO_MANY_TO_SHARE())

Logs = Mapping[tuple[str, str], Mapping[UUID, Sequence[bytes]]]


@dataclass(frozen=True, slots=True)
class Resampling:
    """What the cells of some rows are resampled from."""

    metrics: Sequence[Metric]
    logs: Logs
    why_not: str | None = None
    """Why there is no bootstrap; None when there is one."""

    def complete(self, rows: Sequence[Row], cells: Sequence[Sequence[Cells]]) -> None:
        """Every cell (figures.judged: by new side and row) gets its bootstrap."""
        for side, of_rows in enumerate(cells, start=1):
            for row, in_row in zip(rows, of_rows, strict=True):
                for column, metric in enumerate(self.metrics):
                    if metric.name in in_row:
                        in_row[metric.name]["bootstrap"] = self._resample_cell(row, side, column)

    def resample_row(self, row: Row, side: int) -> dict[str, BootstrapOut]:
        """Resample base against one new side, by metric."""
        return {
            metric.name: self._resample_cell(row, side, column) for column, metric in enumerate(self.metrics)
        }

    def _resample_cell(self, row: Row, side: int, column: int) -> BootstrapOut:
        name = self.metrics[column].name
        base, new = collect_measured(row.results[0], column), collect_measured(row.results[side], column)
        run_ids = sorted(map(str, (*base.run_ids, *new.run_ids)))
        seed = compute_seed(row.key, name, run_ids)
        if self.why_not is not None:
            return {
                "ratio": None,
                "ci95": None,
                "ratio_decimals": None,
                "resamples": RESAMPLES,
                "seed": seed,
                "levels": ["run"],
                "runs_with_blocks": 0,
                "holds_percent": None,
                "reason": self.why_not,
            }
        logs = self.logs.get((name, row.direction), {})
        is_rate = self.metrics[column].unit != "ns"
        estimate = bootstrap(
            _build_sample(base, logs, is_rate=is_rate), _build_sample(new, logs, is_rate=is_rate), seed
        )
        ends = (
            [estimate.low, estimate.high] if estimate.low is not None and estimate.high is not None else None
        )
        return {
            "ratio": estimate.value,
            "ci95": ends,
            "ratio_decimals": None if estimate.value is None else decimals(estimate.value, ends),
            "resamples": RESAMPLES,
            "seed": seed,
            "levels": ["run", "block"] if estimate.runs_with_blocks else ["run"],
            "runs_with_blocks": estimate.runs_with_blocks,
            "holds_percent": holds_percent(len(base.values), len(new.values))
            if ends is not None and not estimate.runs_with_blocks
            else None,
            "reason": estimate.reason,
        }


def compute_seed(key: str, metric: str, run_ids: Sequence[str]) -> int:
    """Compute the seed from what is compared and nothing else: the same link shows the same figures to everybody."""
    return int.from_bytes(hashlib.sha256(orjson.dumps([key, metric, run_ids])).digest()[:4])


async def read(
    driver: Driver, rows: Sequence[Row], metrics: Sequence[Metric], bound: Bound = OF_ANSWER
) -> Resampling:
    """Reads the logs that some matched rows are resampled from."""
    values = sum(len(results) for row in rows for results in row.results) * len(metrics)
    if values > bound.max_values:
        return Resampling(metrics, {}, why_not=bound.reason)
    logs = {
        (metric, direction): await compare_queries.get_logs(driver, run_ids, LOGS[metric], direction)
        for metric, direction, run_ids in _list_logged(rows, metrics)
    }
    return Resampling(metrics, logs)


def _list_logged(rows: Sequence[Row], metrics: Sequence[Metric]) -> Iterator[tuple[str, str, list[UUID]]]:
    for direction in dict.fromkeys(row.direction for row in rows):
        mine = [results for row in rows if row.direction == direction for results in row.results]
        run_ids = list(dict.fromkeys(result["run_id"] for results in mine for result in results))
        for metric in metrics:
            if metric.name in LOGS:
                yield metric.name, direction, run_ids


def _build_sample(side: Measured, logs: Mapping[UUID, Sequence[bytes]], *, is_rate: bool) -> Sample:
    return Sample(
        side.values, [compute_block_means(logs.get(run_id, ()), is_rate=is_rate) for run_id in side.run_ids]
    )


def compute_block_means(logs: Sequence[bytes], *, is_rate: bool) -> Floats | None:
    """Return a run's figure in each of BLOCKS stretches of its time, from the logs of its clones (rates add up).

    None when a log is too short for two points a block or its lines are of several jobs, or nothing moved in a whole
    block: it has no logarithm.
    """
    per_log = [_split_blocks(*unpack(log), is_rate=is_rate) for log in logs]
    known = [one for one in per_log if one is not None]
    if not known or len(known) < len(per_log):
        return None
    means: Floats = np.sum(known, axis=0) if is_rate else np.mean(known, axis=0)
    return means if means.min() > 0 else None


def _split_blocks(times: npt.NDArray[np.int64], values: Floats, *, is_rate: bool) -> Floats | None:
    if len(values) < 2 * BLOCKS or starts_again(times):
        return None
    starts = np.arange(BLOCKS) * len(values) // BLOCKS
    counts = np.diff(starts, append=len(values))
    sums: Floats = np.add.reduceat(values, starts)
    if not is_rate:
        return sums / counts
    # A stall has no points: what a block moved counts over all of the time that it spans.
    window = float(np.median(np.diff(times)))
    ends = times[starts + counts - 1]
    spans = np.diff(ends, prepend=times[0] - window)
    return sums * window / spans if spans.min() > 0 else None
