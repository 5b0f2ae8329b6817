"""A batch as the share shows it. What it tells as a whole is judged again, of what the share shows of its runs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from fioboard.app.sharing.redaction import jobs
from fioboard.app.sharing.redaction.jobs import DIRECTIONS, ENGINES, SIZE
from fioboard.app.sharing.redaction.measured import (
    SIDES,
    choose_closed_word,
    choose_word,
    keep_numbers,
)
from fioboard.app.sharing.redaction.patterns import TextPattern
from fioboard.app.sharing.redaction.projector import Projector
from fioboard.app.sharing.redaction.provenance import Own, mark_own
from fioboard.app.sharing.redaction.redactor import Redactor
from fioboard.app.sharing.redaction.runs import label_run
from fioboard.app.sharing.redaction.sources import SourceRun, Sources
from fioboard.engine.answers.batch import BatchAnswer, RepeatsOut
from fioboard.engine.answers.batch_fold import SweptOption
from fioboard.engine.answers.search import read_goal
from fioboard.engine.answers.shared import SharedRun
from fioboard.engine.answers.shared_batch import SharedBatch, SharedBatchAnswer, SharedRepeats
from fioboard.engine.rules.history import Measured, Setting, Step, build_batch_answer
from fioboard.engine.rules.history.suite import read_other_work
from fioboard.engine.words.experiments import CONDITION_KEY

# The options that a batch varies: of those that are words, which words.
_SWEPT: Mapping[str, TextPattern | None] = {
    "bs": SIZE,
    "iodepth": None,
    "numjobs": None,
    "rw": jobs.OPTIONS["rw"],
    "ioengine": jobs.OPTIONS["ioengine"],
}


def share_batch(sources: Sources, runs: Sequence[SharedRun], redactor: Redactor) -> SharedBatch | None:
    """Return the batch with labels for names. `runs`: those of the sources, as they are shown."""
    batch = sources.batch
    if batch is None:
        return None
    projector = Projector(
        redactor,
        {
            SweptOption: lambda option: _compose_swept(option, redactor),
            SharedRepeats: lambda one: _compose_repeats(one, redactor),
        },
    )
    pairs = list(zip(sources.runs, runs, strict=True))
    answer = _judge_batch(sources.measured, pairs, batch["answer"], redactor)
    return projector.share(SharedBatch, batch, {"answer": answer})


def _compose_swept(option: SweptOption, redactor: Redactor) -> dict[str, object]:
    key = option["key"]
    form = _SWEPT[key] if key in _SWEPT else jobs.OPTIONS.get(key)
    values: list[int | str] = []
    for value in option["values"]:
        kept = None if isinstance(value, int) or form is None else form(value)
        if isinstance(value, int):
            values.append(value)
        else:
            values.append(redactor.keep(kept, None, "form") if kept else redactor.label("value", value))
    return {"key": _share_option_name(key, redactor), "values": values}


def _share_option_name(name: str, redactor: Redactor) -> str:
    """Return the name of an option that shares know, else a label."""
    return mark_own(name) if name in _SWEPT or name in jobs.OPTIONS else redactor.label("option", name)


def _share_varied(varied: Mapping[str, str], redactor: Redactor) -> dict[str, str]:
    """Return the further options of a sweep: values of a known form, labels for others."""
    shown: dict[str, str] = {}
    for name, value in varied.items():
        form = jobs.OPTIONS.get(name)
        kept = form(value) if form is not None else None
        shown[_share_option_name(name, redactor)] = (
            redactor.keep(kept, None, "form") if kept else redactor.label("value", value)
        )
    return shown


def _compose_repeats(one: RepeatsOut, redactor: Redactor) -> dict[str, object]:
    rw, bs = choose_word(one["rw"], DIRECTIONS, None), redactor.keep(SIZE(one["bs"]), None, "form")
    does = jobs.describe_job(rw, one["bs_bytes"] or bs, one["iodepth"], one["numjobs"]) or "job"
    number = redactor.label(f"workload {does}", str(one["workload_id"])).rpartition(" ")[2]
    return {
        # Made of the shown options alone; what differs in what is not shown is numbered.
        "workload": Own(does if number == "1" else f"{does} ({number})"),
        "rw": rw,
        "bs": bs,
        "ioengine": choose_word(one["ioengine"], ENGINES, None),
        "varied": _share_varied(one["varied"], redactor),
    }


def _judge_batch(
    measured: Sequence[Measured],
    runs: Sequence[tuple[SourceRun, SharedRun]],
    stored: BatchAnswer | None,
    redactor: Redactor,
) -> SharedBatchAnswer | None:
    """Judge the batch by the rules of the page, over what is shown: of words only those of closed lists are left."""
    measuring = [
        (answer, run["id"])
        for run, shown in runs
        if (answer := shown["answer"]) is not None
        and not ((batch := run["batch"]) and batch["role"] == "precondition")
    ]
    steps = [
        Step(
            answer["verdict"],
            frozenset(str(finding["id"]) for finding in answer["findings"]),
            run_id,
            read_other_work(answer["findings"]),
        )
        for answer, run_id in measuring
    ]
    judged = build_batch_answer(
        _restate_measured(measured, redactor),
        steps,
        measuring[-1][0]["findings"] if measuring else [],
        goal=read_goal(stored["goal"]) if stored else None,
        p99_limit_ns=stored["p99_limit_ns"] if stored else None,
    )
    if judged is None:
        return None
    knee = judged["knee"]
    shown = {
        # What to do next is left out: its commands name targets.
        "verdict": mark_own({**judged["verdict"], "experiments": []}),
        "findings": mark_own(judged["findings"]),
        "sure": mark_own(judged["sure"]),
        "figures": mark_own(judged["figures"]),
        "goal": mark_own(judged["goal"]),
        **keep_numbers(judged, ("p99_limit_ns",)),
        "knee": None
        if knee is None
        else {
            "direction": mark_own(knee["direction"]),
            **keep_numbers(knee, ("in_flight", "p99_ns")),
            "run_ids": [label_run(run_id, redactor) for run_id in knee["run_ids"]],
        },
    }
    return cast(SharedBatchAnswer, shown)


def _restate_measured(measured: Sequence[Measured], redactor: Redactor) -> list[Measured]:
    """Return what is judged without names: of words only those of closed lists, and a label for a condition."""
    # Results of one setting share it.
    settings: dict[int, Setting] = {}
    for one in measured:
        condition = one.setting.get(CONDITION_KEY)
        named = {} if condition is None else {CONDITION_KEY: redactor.label("condition", str(condition))}
        settings.setdefault(id(one.setting), {**one.setting, **named})
    return [
        replace(
            one,
            target=None,
            setting=settings[id(one.setting)],
            rw=one.rw if one.rw in DIRECTIONS else None,
            direction=choose_closed_word(one.direction, SIDES, "mixed"),
        )
        for one in measured
    ]
