"""Titles made from what is shown, never from a person's words."""

from fioboard.app.sharing.redaction import sentences
from fioboard.app.sharing.redaction.jobs import describe_job
from fioboard.core.figures import format_inner_title, format_things
from fioboard.engine.answers.compare import CompareOut
from fioboard.engine.answers.shared import SharedDocument, SharedSeries
from fioboard.engine.answers.shared_batch import SharedBatch
from fioboard.engine.factors import FACTORS
from fioboard.engine.factors.workload import SPOKEN_PATTERNS, workload_in_words
from fioboard.engine.filters import metric


def build_title(document: SharedDocument) -> str:
    """Build a title: `Random read 4 KiB, QD 32, 4 jobs on host 1`, `Comparison on host 1: NUMA nodes per socket 1 → 4`,
    `IOPS vs. queue depth`, `8 runs on host 1, varying block size and queue depth`.
    """
    if document["compare"] is not None:
        return _build_comparison_title(document["compare"])
    if document["series"] is not None:
        return _build_series_title(document["series"])
    if batch := document.get("batch"):
        return _build_batch_title(batch, document)
    jobs = list(dict.fromkeys(r["job_name"] for run in document["runs"] for r in run["results"]))
    hosts = list(dict.fromkeys(run["host"] for run in document["runs"]))
    what = (
        _name_job(document, jobs[0]) if len(jobs) == 1 else format_things(len(jobs), "job") if jobs else "Run"
    )
    return f"{what} on {', '.join(hosts[:3])}" if hosts else what


def _name_job(document: SharedDocument, name: str) -> str:
    """Name the only job as the page of its run is called; one that its owner reveals by its name."""
    result = next(r for run in document["runs"] for r in run["results"])
    rw, size, depth, jobs = (result[key] for key in ("rw", "bs_bytes", "iodepth", "numjobs"))
    if rw not in SPOKEN_PATTERNS or size is None or name != describe_job(rw, size, depth, jobs):
        return name
    words = workload_in_words({"rw": rw, "bs": size, "iodepth": depth, "numjobs": jobs})
    return f"{words[:1].upper()}{words[1:]}".removesuffix(", 1 job")


def _build_comparison_title(compare: CompareOut) -> str:
    sides = [compare["base"], compare["new"], *(part["new"] for part in compare["more"])]
    hosts = list(dict.fromkeys(run["host_name"].partition(",")[0] for side in sides for run in side["runs"]))
    where = " and ".join(hosts) if len(hosts) < 3 else format_things(len(hosts), "host")
    if compare["attribution"]["kind"] == "only":
        change = next(c for c in compare["factors_changed"] if c["key"] in compare["attribution"]["keys"])
        base, new = _format_value(change["base"]), _format_value(change["new"])
        return sentences.COMPARISON(hosts=where, setting=change["title"], base=base, new=new)
    return f"Comparison on {where}" if where else "Comparison"


def _build_series_title(series: SharedSeries) -> str:
    figure = metric(series["metric"])
    what = figure.spoken if figure else series["metric"]
    by = f", by {format_inner_title(_get_title(series['by']))}" if series["by"] else ""
    against = "over" if series["x"] == "started_at" else "vs."
    return f"{what} {against} {format_inner_title(_get_title(series['x']))}{by}"


def _build_batch_title(batch: SharedBatch, document: SharedDocument) -> str:
    hosts = list(dict.fromkeys(run["host"].partition(",")[0] for run in document["runs"]))
    names = [format_inner_title(_get_title(option["key"])) for option in batch["swept"]]
    varied = " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
    runs = format_things(batch["run_count"], "run")
    return f"{runs} on {', '.join(hosts[:3])}{f', varying {varied}' if varied else ''}"


def _get_title(key: str) -> str:
    if key in FACTORS:
        return FACTORS[key].title
    figure = metric(key)
    return figure.title if figure else {"started_at": "time"}.get(key, key.removeprefix("label."))


def _format_value(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(_format_value, value))
    return "none" if value is None else str(value)
