"""The figures of matched workloads, judged: what answers.compare.MetricOut and HeadlineOut hold."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from fioboard.app.compare.matching import Results, Row
from fioboard.engine.answers.workload import HeadlineOut, MetricOut, RunValue, SideFigures
from fioboard.engine.filters import Metric
from fioboard.engine.stats import Judgement, Pair, Repeats, Spread, floats, geometric_mean, judge
from fioboard.engine.stats.digits import decimals
from fioboard.engine.stats.rank import Floats
from fioboard.store.queries.compare import get_metric

Cells = dict[str, MetricOut]


@dataclass(frozen=True, slots=True)
class Measured:
    """One metric on one side of a row: values and the runs they come from."""

    values: Floats
    run_ids: Sequence[UUID]


def collect_measured(results: Results, column: int) -> Measured:
    """Collect what was measured of a metric; results without it are left out, not counted as zero."""
    kept = [(r["run_id"], value) for r in results if (value := get_metric(r, column)) is not None]
    return Measured(floats([value for _, value in kept]), [run_id for run_id, _ in kept])


@dataclass(frozen=True, slots=True)
class Figures:
    """All metrics of all rows against base: cells by new side and row, headlines by new side and metric."""

    cells: Sequence[Sequence[Cells]]
    headlines: Sequence[Mapping[str, HeadlineOut]]


def judge_rows(
    rows: Sequence[Row], metrics: Sequence[Metric], sides: int, only: str | None = None
) -> Figures:
    """Judge every metric of every row, or `only` one. Holm's correction takes all rows and all new sides together,
    metric by metric.
    """
    cells: list[list[Cells]] = [[{} for _ in rows] for _ in range(sides - 1)]
    headlines: list[dict[str, HeadlineOut]] = [{} for _ in range(sides - 1)]
    for column, metric in enumerate(metrics):
        if only not in {None, metric.name}:
            continue
        places = []
        for number, row in enumerate(rows):
            base = collect_measured(row.results[0], column)
            for side in range(1, sides):
                new = collect_measured(row.results[side], column)
                if row.results[0] and row.results[side] and (len(base.values) or len(new.values)):
                    places.append((side, number, base, new))
        judgements = judge(
            [Pair(base.values, new.values) for *_, base, new in places],
            lower_is_better=metric.lower_is_better,
        )
        for (side, number, base, new), judgement in zip(places, judgements, strict=True):
            cells[side - 1][number][metric.name] = _build_cell(metric, base, new, judgement)
        for side in range(1, sides):
            mine = [
                (place, judgement)
                for place, judgement in zip(places, judgements, strict=True)
                if place[0] == side
            ]
            headline = _build_headline(metric, [(b, n) for (_, _, b, n), _ in mine], [j for _, j in mine])
            if headline is not None:
                headlines[side - 1][metric.name] = headline
    return Figures(cells, headlines)


def _build_cell(metric: Metric, base: Measured, new: Measured, judgement: Judgement) -> MetricOut:
    ratio, rank, few = judgement.ratio, judgement.rank_test, judgement.separation
    ends = _pair_ends(ratio.low, ratio.high) if ratio else None
    return {
        "unit": metric.unit,
        "lower_is_better": metric.lower_is_better,
        "base": _build_side(base, judgement.base),
        "new": _build_side(new, judgement.new),
        "ratio": ratio.value if ratio else None,
        "ratio_ci95": ends,
        "ratio_decimals": decimals(ratio.value, ends) if ratio else None,
        "ratio_method": ratio.method if ratio else None,
        "ratio_reason": judgement.why_no_interval,
        "few_runs": {
            "above": few.above,
            "below": few.below,
            "pairs": few.pairs,
            "as_far": few.as_far,
            "deals": few.deals,
        }
        if few
        else None,
        "bootstrap": None,
        "p_value": judgement.p_value,
        "p_method": judgement.p_method,
        "p_holm": judgement.p_holm,
        "mann_whitney": {
            "u": rank.u,
            "p_value": rank.p_value,
            "method": rank.method,
            "cliffs_delta": rank.cliffs_delta,
            "effect": rank.effect,
        }
        if rank
        else None,
        "verdict": judgement.verdict,
        "noise_ratio": judgement.noise,
        "runs_to_show": judgement.runs_to_show,
        "smallest_shown_ratio": judgement.smallest_shown,
    }


def _build_side(side: Measured, summed: Spread | None) -> SideFigures:
    values: list[RunValue] = [
        {"run_id": str(run_id), "value": value}
        for run_id, value in zip(side.run_ids, side.values.tolist(), strict=True)
    ]
    if summed is None:
        return {
            "n": 0,
            "mean": None,
            "median": None,
            "min": None,
            "max": None,
            "stddev": None,
            "cv_ratio": None,
            "modes": None,
            "odd_run_ids": [],
            "values": [],
        }
    return {
        "n": summed.n,
        "mean": summed.mean,
        "median": summed.median,
        "min": summed.min,
        "max": summed.max,
        "stddev": summed.stddev,
        "cv_ratio": summed.cv,
        "modes": list(summed.modes) if summed.modes else None,
        "odd_run_ids": [str(side.run_ids[i]) for i in summed.odd],
        "values": values,
    }


def _build_headline(
    metric: Metric, pairs: Sequence[tuple[Measured, Measured]], judgements: Sequence[Judgement]
) -> HeadlineOut | None:
    mean = geometric_mean(
        [
            Repeats(judgement.ratio, b.values, n.values, b.run_ids, n.run_ids)
            for (b, n), judgement in zip(pairs, judgements, strict=True)
        ]
    )
    if mean is None:
        return None
    verdicts = Counter(j.verdict for j in judgements)
    ends = _pair_ends(mean.low, mean.high)
    return {
        "metric": metric.name,
        "unit": metric.unit,
        "lower_is_better": metric.lower_is_better,
        "workloads": mean.workloads,
        "ratio": mean.value,
        "ratio_ci95": ends,
        "ratio_decimals": decimals(mean.value, ends),
        "better": verdicts["better"],
        "worse": verdicts["worse"],
        "no_difference_shown": verdicts["no_difference_shown"],
        "not_enough_runs": verdicts["not_enough_runs"],
    }


def _pair_ends(low: float | None, high: float | None) -> list[float] | None:
    return None if low is None or high is None else [low, high]
