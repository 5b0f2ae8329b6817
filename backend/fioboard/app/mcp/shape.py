"""From the API's answers to those of tools: without what only pages need."""

from collections import Counter
from collections.abc import Sequence

from fioboard.app.mcp.answers import (
    Changed,
    ChangedFactor,
    Compared,
    ComparedRow,
    Explained,
    FoundResult,
    FoundRun,
    HostAnswered,
    Line,
    Rated,
    Remark,
    RunAnswer,
    Shared,
    Stage,
)
from fioboard.app.mcp.api import Api
from fioboard.engine.answers.answer import AnswerOut, CeilingOut
from fioboard.engine.answers.change import ChangeOut
from fioboard.engine.answers.compare import CompareOut, FactorChangeOut
from fioboard.engine.answers.finding import FindingOut
from fioboard.engine.answers.host import HostDetail
from fioboard.engine.answers.rating import RatedFigureOut
from fioboard.engine.answers.result import ListedResult
from fioboard.engine.answers.run import RunItem
from fioboard.engine.answers.series import SeriesLine
from fioboard.engine.answers.shared import SharedDocument, ShareOut
from fioboard.engine.answers.workload import MetricOut, WorkloadOut
from fioboard.engine.factors.workload import workload_in_words

MAX_RESULTS = 4
MAX_ROWS = 40
MAX_POINTS = 300
MAX_TEXTS = 8


def build_run(api: Api, run: RunItem) -> FoundRun:
    """Build a run of a search."""
    verdict, results = run["verdict"], run["results"]
    return {
        "id": str(run["id"]),
        "url": api.build_link(f"runs/{run['id']}"),
        "title": run["title"],
        "host": run["host"]["name"],
        "started_at": _write(run["started_at"]),
        "tags": run["tags"],
        "labels": run["labels"],
        "verdict": None if verdict is None else verdict["sentence"],
        "verdict_kind": None if verdict is None else verdict["kind"],
        "results": _spell_jobs(results[:MAX_RESULTS], [_build_result(one) for one in results[:MAX_RESULTS]]),
        "results_left_out": max(0, run["results_total"] - MAX_RESULTS),
    }


def _spell_jobs(results: Sequence[ListedResult], built: Sequence[FoundResult]) -> list[FoundResult]:
    """Name the jobs of results whose workloads read alike, as of several drives at once."""
    counts = Counter((one["workload"], one["direction"]) for one in built)
    return [
        one
        if counts[one["workload"], one["direction"]] == 1
        else {**one, "workload": f"{one['workload']} ({result['job_name']})"}
        for result, one in zip(results, built, strict=True)
    ]


def _build_result(result: ListedResult) -> FoundResult:
    latency = result["clat_ns"]
    percentiles = (latency["percentiles"] if latency else None) or {}
    return {
        "workload": workload_in_words({**result, "bs": result["bs_bytes"] or result["bs"]}),
        "direction": result["direction"],
        "iops": result["iops"],
        "bw_bytes_per_s": result["bw_bytes_per_s"],
        "clat_p50_ns": percentiles.get("50"),
        "clat_p99_ns": percentiles.get("99"),
    }


def build_answer(api: Api, run_id: str, answer: AnswerOut) -> RunAnswer:
    """Build the answer of a run."""
    verdict, findings = answer["verdict"], answer["findings"]
    return {
        "url": api.build_link(f"runs/{run_id}"),
        "kind": verdict["kind"],
        "sentence": verdict["sentence"],
        "confidence": verdict["confidence"],
        "share": verdict["share"],
        "compared_with": verdict["compared_with"],
        "text": verdict["text"][:MAX_TEXTS],
        "findings": [_build_remark(one) for one in findings[:MAX_ROWS]],
        "findings_left_out": max(0, len(findings) - MAX_ROWS),
        "stages": [_build_stage(one) for one in answer["ceilings"][:MAX_ROWS]],
        "unknown_checks": len(answer["checks"]["unknown"]),
    }


def _build_remark(one: FindingOut) -> Remark:
    return {
        "id": one["id"],
        "kind": one["kind"],
        "severity": one["severity"],
        "confidence": one["confidence"],
        "text": one["text"],
    }


def _build_stage(one: CeilingOut) -> Stage:
    return {
        "stage": one["stage"],
        "label": one["label"],
        "direction": one["direction"],
        "high": one["high"],
        "measured": one["measured"],
        "unit": one["unit"],
        "share": one["share"],
        "state": one["state"],
    }


def build_comparison(api: Api, address: str, comparison: CompareOut) -> Compared:
    """Build a comparison of two sides."""
    rows = [
        _build_row(workload, name, metric)
        for workload in comparison["workloads"]
        for name, metric in workload["metrics"].items()
    ]
    answer = comparison["answer"]
    return {
        "url": api.build_link(address),
        "sentence": comparison["sentence"],
        "caveat": None if answer is None else answer["caveat"],
        "base_runs": len(comparison["base"]["run_ids"]),
        "new_runs": len(comparison["new"]["run_ids"]),
        "rows": rows[:MAX_ROWS],
        "rows_left_out": max(0, len(rows) - MAX_ROWS),
    }


def _build_row(workload: WorkloadOut, name: str, metric: MetricOut) -> ComparedRow:
    return {
        "workload": workload_in_words(workload["workload_options"]),
        "direction": workload["direction"],
        "metric": name,
        "unit": metric["unit"],
        "lower_is_better": metric["lower_is_better"],
        "base_mean": metric["base"]["mean"],
        "base_n": metric["base"]["n"],
        "new_mean": metric["new"]["mean"],
        "new_n": metric["new"]["n"],
        "ratio": metric["ratio"],
        "ratio_ci95": None if metric["ratio_ci95"] is None else list(metric["ratio_ci95"]),
        "reason": metric["ratio_reason"],
        "verdict": metric["verdict"],
    }


def build_explanation(api: Api, address: str, comparison: CompareOut) -> Explained:
    """Build what may have caused the difference of a comparison."""
    attribution, changed, answer = (
        comparison["attribution"],
        comparison["factors_changed"],
        comparison["answer"],
    )
    return {
        "url": api.build_link(address),
        "sentence": comparison["sentence"],
        "caveat": None if answer is None else answer["caveat"],
        "attribution": attribution["kind"],
        "text": attribution["text"],
        "confounded": comparison["confounded"],
        "changed": [_build_factor(one) for one in changed[:MAX_ROWS]],
        "changed_left_out": max(0, len(changed) - MAX_ROWS),
        "unknown": len(comparison["factors_unknown"]),
        "to_separate": [one["text"] for one in attribution["separating_runs"][:MAX_TEXTS]],
    }


def _build_factor(one: FactorChangeOut) -> ChangedFactor:
    return {
        "key": one["key"],
        "title": one["title"],
        "unit": one["unit"],
        "state": one["state"],
        "base": one["base"],
        "new": one["new"],
        "follows_from": one["follows_from"],
    }


def build_host(api: Api, host: HostDetail) -> HostAnswered:
    """Build a host."""
    answer = host["answer"]
    return {
        "id": str(host["id"]),
        "url": api.build_link(f"hosts/{host['id']}"),
        "name": host["name"],
        "hardware": list(host["hardware"]),
        "runs": host["run_count"],
        "last_run_at": _write(host["last_run_at"]),
        "sentence": answer["sentence"],
        "text": answer["text"][:MAX_TEXTS],
        "next_step": f"{answer['next']['title']} {answer['next']['text']}".strip(),
    }


def build_share(api: Api, share: ShareOut, document: SharedDocument) -> Shared:
    """Build a share from its makers' list and its frozen copy, whose names are redacted."""
    comparison, runs = document["compare"], document["runs"]
    return {
        "id": share.id,
        "url": api.build_link("shares"),
        "kind": share.kind,
        "title": share.title,
        "label": share.label,
        "state": share.state,
        "expires_at": _write(share.expires_at.isoformat()),
        "view_count": share.view_count,
        "sentence": None if comparison is None else comparison["sentence"],
        "runs": [
            {
                "run": run["label"],
                "host": run["host"],
                "verdict": None if run["answer"] is None else run["answer"]["verdict"]["sentence"],
            }
            for run in runs[:MAX_ROWS]
        ],
        "runs_left_out": max(0, len(runs) - MAX_ROWS),
    }


def build_change(api: Api, one: ChangeOut) -> Changed:
    """Build a change."""
    low, high = one["ratio_low"], one["ratio_high"]
    return {
        "id": one["id"],
        "url": api.build_link(f"changes/{one['id']}"),
        "host": one["host"]["name"],
        "sentence": one["sentence"],
        "metric": one["metric"],
        "unit": one["unit"],
        "before": one["before"],
        "after": one["after"],
        "ratio": one["ratio"],
        "ratio_ci95": None if low is None or high is None else [low, high],
        "n_before": one["n_before"],
        "n_after": one["n_after"],
        "is_worse": one["is_worse"],
        "since": _write(one["after_run"]["started_at"]),
        "suspects": [suspect["title"] for suspect in one["suspects"][:MAX_TEXTS]],
    }


def build_rated(one: RatedFigureOut) -> Rated:
    """Build a figure beside its rating."""
    source = one["source"]
    return {
        "metric": one["metric"],
        "unit": one["unit"],
        "measured": one["measured"],
        "rated": one["rated"],
        "share": one["share"],
        "verdict": one["verdict"],
        "differs": [condition["name"] for condition in one["differs"][:MAX_TEXTS]],
        "claim": one["claim"],
        "source": None if source is None else source["title"],
        "source_address": None if source is None else source["address"],
    }


def build_lines(lines: Sequence[SeriesLine]) -> tuple[list[Line], int]:
    """Build lines with at most MAX_POINTS points together, and the number of points left out."""
    built: list[Line] = []
    room, left_out = MAX_POINTS, 0
    for line in lines:
        points, scaling = line["points"], line["scaling"]
        built.append(
            {
                "key": str(line["key"]),
                "knee": None if scaling is None else scaling["knee"],
                "points": [
                    {
                        "x": point["x"],
                        "n": point["n"],
                        "mean": point["mean"],
                        "ci95": None if point["ci95"] is None else list(point["ci95"]),
                        "min": point["min"],
                        "max": point["max"],
                    }
                    for point in points[:room]
                ],
            }
        )
        left_out += max(0, len(points) - room) + line["points_left_out"]
        room = max(0, room - len(points))
    return built, left_out


def _write(moment: object) -> str | None:
    """Write a moment of an answer, which is text already in JSON."""
    return None if moment is None else str(moment)
