"""A batch as the share shows it. What it tells as a whole is judged again, of what the share shows of its runs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from fioboard.findings.history import Measured, Step, build_batch_answer
from fioboard.redaction import jobs
from fioboard.redaction.jobs import DIRECTIONS, ENGINES, SIZE
from fioboard.redaction.measured import SIDES, closed, figure, figures, numbers, one_of
from fioboard.redaction.patterns import TextPattern
from fioboard.redaction.provenance import Own, own
from fioboard.redaction.redactor import Redactor
from fioboard.redaction.runs import label_of
from fioboard.redaction.sources import SourceRun, Sources
from fioboard.schemas.batch import RepeatsOut
from fioboard.schemas.batch_fold import SweptOption
from fioboard.schemas.shared import SharedRun
from fioboard.schemas.shared_batch import SharedBatch, SharedBatchAnswer, SharedRepeats

PLAIN = ("bs_bytes", "iodepth", "numjobs", "n", "iops_mean", "iops_min", "iops_max", "bw_mean_bytes_per_s",
         "clat_p99_ns", "clat_p99_min_ns", "clat_p99_max_ns")  # fmt: skip
# The options that a batch varies: of those that are words, which words.
_SWEPT: Mapping[str, TextPattern | None] = {
    "bs": SIZE,
    "iodepth": None,
    "numjobs": None,
    "rw": jobs.OPTIONS["rw"],
    "ioengine": jobs.OPTIONS["ioengine"],
}


def shared_batch(sources: Sources, runs: Sequence[SharedRun], redactor: Redactor) -> SharedBatch | None:
    """The batch with labels for names. `runs`: those of the sources, as they are shown."""
    batch = sources.batch
    if batch is None:
        return None
    shown = {
        "name": redactor.reveal("batch.title", batch["name"]),
        "note": redactor.reveal("batch.note", batch["note"]),
        **figures(batch, ("steps", "run_count")),
        "swept": [_swept(option, redactor) for option in batch["swept"] if option["key"] in _SWEPT],
        "repeats": [_repeats(one, redactor) for one in batch["repeats"]],
        "answer": _answer(sources.measured, list(zip(sources.runs, runs, strict=True)), redactor),
    }
    return cast(SharedBatch, shown)


def _swept(option: SweptOption, redactor: Redactor) -> SweptOption:
    form = _SWEPT[option["key"]]
    values: list[int | str] = []
    for value in option["values"]:
        kept = None if isinstance(value, int) or form is None else form(value)
        if isinstance(value, int):
            values.append(value)
        else:
            values.append(redactor.keep(kept, None, "form") if kept else redactor.label("value", value))
    return {"key": own(option["key"]), "count": int(figure(option["count"]) or 0), "values": values}


def _repeats(one: RepeatsOut, redactor: Redactor) -> SharedRepeats:
    rw, bs = one_of(one["rw"], DIRECTIONS, None), redactor.keep(SIZE(one["bs"]), None, "form")
    does = jobs.label(rw, one["bs_bytes"] or bs, one["iodepth"], one["numjobs"]) or "job"
    number = redactor.label(f"workload {does}", str(one["workload_id"])).rpartition(" ")[2]
    setting = one["setting"]
    shown = figures(one, PLAIN) | {
        # Made of the shown options alone; what differs in what is not shown is numbered.
        "workload": Own(does if number == "1" else f"{does} ({number})"),
        "workload_id": redactor.label("workload", str(one["workload_id"])),
        "direction": one_of(one["direction"], SIDES, "mixed"),
        "rw": rw,
        "bs": bs,
        "ioengine": one_of(one["ioengine"], ENGINES, None),
        "setting": None if setting is None else redactor.label("setting", setting),
        "run_ids": [label_of(run_id, redactor) for run_id in one["run_ids"]],
        "iops_ci95": numbers(one["iops_ci95"]),
        "bw_ci95_bytes_per_s": numbers(one["bw_ci95_bytes_per_s"]),
    }
    return cast(SharedRepeats, shown)


def _answer(
    measured: Sequence[Measured], runs: Sequence[tuple[SourceRun, SharedRun]], redactor: Redactor
) -> SharedBatchAnswer | None:
    """By the rules of the page, over what is shown: of words only those of closed lists are left to tell."""
    measuring = [
        answer
        for run, shown in runs
        if (answer := shown["answer"]) is not None
        and not ((batch := run["batch"]) and batch["role"] == "precondition")
    ]
    steps = [
        Step(answer["verdict"], frozenset(str(finding["id"]) for finding in answer["findings"]))
        for answer in measuring
    ]
    told = build_batch_answer(
        list(map(_in_words, measured)), steps, measuring[-1]["findings"] if measuring else []
    )
    if told is None:
        return None
    knee = told["knee"]
    shown = {
        # What to do next is left out: its commands name targets.
        "verdict": own({**told["verdict"], "experiments": []}),
        "findings": own(told["findings"]),
        "sure": own(told["sure"]),
        "figures": own(told["figures"]),
        "knee": None
        if knee is None
        else {
            "direction": own(knee["direction"]),
            **figures(knee, ("in_flight", "p99_ns")),
            "run_ids": [label_of(run_id, redactor) for run_id in knee["run_ids"]],
        },
    }
    return cast(SharedBatchAnswer, shown)


def _in_words(one: Measured) -> Measured:
    return replace(
        one,
        rw=one.rw if one.rw in DIRECTIONS else None,
        direction=closed(one.direction, SIDES, "mixed"),
    )
