"""For what a run is fast enough, judged again of what the share shows of it.

An answer tells how writes were flushed and what disturbed the run: it is said only where the share shows both, and what
the share shows has to be all that decides. People's own cards are theirs: the built-in ones alone are judged by.
"""

from collections.abc import Mapping
from dataclasses import replace

from fioboard.app.sharing.redaction.provenance import mark_own
from fioboard.app.sharing.redaction.redactor import Redactor
from fioboard.app.sharing.redaction.sources import SourceRun
from fioboard.engine.answers.purpose import RunPurposesOut
from fioboard.engine.answers.result import ResultFigures
from fioboard.engine.answers.shared import SharedRun
from fioboard.engine.purposes.built_in import load_purposes
from fioboard.engine.purposes.parts import DECIDING_OPTIONS, Part, build_measurement
from fioboard.engine.purposes.run import judge_run

_Job = tuple[int, str, str | None]
"""Group, name and pattern: the directions of one job have them in common."""
HIDDEN_BY = frozenset({"job_options", "path"})
"""Job options say how it flushed; without the path no finding says whether memory answered."""


def share_purposes(run: SourceRun, shown: SharedRun, redactor: Redactor) -> RunPurposesOut | None:
    """Judge a run by what is shown of it; None where that is hidden, or is less than what decides."""
    if HIDDEN_BY & redactor.hidden:
        return None
    parts = _list_parts(shown)
    if [_get_deciding(part) for _, part in _list_parts(run)] != [_get_deciding(part) for _, part in parts]:
        return None
    jobs: dict[_Job, list[Part]] = {}
    for job, part in parts:
        jobs.setdefault(job, []).append(part)
    # Made of what is shown alone; a name that was revealed keeps its mark.
    return mark_own(
        judge_run([(build_measurement(of_job), ()) for of_job in jobs.values()], load_purposes().values())
    )


def _get_deciding(part: Part) -> Part:
    """Get what decides beside the figures, which a share always shows."""
    options = {name: value for name, value in part.options.items() if name in DECIDING_OPTIONS}
    return replace(part, job_name="", clat=None, lat=None, sync_lat=None, sync_count=None, options=options)


def _list_parts(run: SourceRun | SharedRun) -> list[tuple[_Job, Part]]:
    """List the results that did not fail, each with its job."""
    answer = run["answer"]
    doubts = {one["id"] for one in answer["findings"] if one["severity"] == "warning"} if answer else set()
    is_unreliable = answer is not None and answer["verdict"]["kind"] == "trust"
    is_stated = any(one["key"] == "job.sync" for one in run["factor_values"])
    names: dict[int, set[str]] = {}
    for result in run["results"]:
        names.setdefault(result["group"], set()).add(result["job_name"])
    parts = []
    for number, result in enumerate(run["results"]):
        if not result["error"]:
            options = run["job_options"][number] if number < len(run["job_options"]) else {}
            is_alone = len(names[result["group"]]) < 2
            part = _read_part(result, options, is_stated=is_stated, is_alone=is_alone, doubts=doubts)
            part = replace(part, is_unreliable=is_unreliable)
            parts.append(((result["group"], result["job_name"], result["rw"]), part))
    return parts


def _read_part(
    result: ResultFigures, options: Mapping[str, str], *, is_stated: bool, is_alone: bool, doubts: set[str]
) -> Part:
    flushes = result["sync_lat_ns"]
    return Part(
        job_name=result["job_name"],
        rw=result["rw"],
        bs_bytes=result["bs_bytes"],
        iodepth=result["iodepth"],
        numjobs=result["numjobs"],
        ioengine=result["ioengine"],
        direct=result["direct"],
        iops=result["iops"],
        bw_bytes_per_s=result["bw_bytes_per_s"],
        total_ios=result["total_ios"],
        clat=result["clat_ns"],
        lat=result["lat_ns"],
        sync_lat=flushes,
        sync_count=None if flushes is None else flushes["n"],
        options=options,
        is_sync_stated=is_stated or "default" in (result["settings_source"] or {}).values(),
        is_alone=is_alone,
        doubts=doubts,
    )
