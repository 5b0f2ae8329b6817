"""Results of runs that differ in what a test says, and in nothing else."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from fioboard.core.sentence import Sentence
from fioboard.engine.rules import Finding
from fioboard.engine.rules.history import Measured, Past, judge_history

NAMESPACE = UUID("7b9c1d1e-0000-4000-8000-000000000000")
START = datetime(2026, 11, 20, 10, tzinfo=UTC)


def run(number: int) -> UUID:
    """The id of a run."""
    return uuid5(NAMESPACE, str(number))


def measured(number: int, iops: float | None, **more: Any) -> Measured:
    """A direct 4 KiB read of depth 1 by one job; `setting` adds to what it was measured with."""
    setting = {"host": "jupiter", "ioengine": "libaio", "kernel": "7.0.1"} | more.pop("setting", {})
    plain: dict[str, Any] = {
        "run_id": run(number),
        "at": START + timedelta(minutes=number),
        "direction": "read",
        "iops": iops,
        "bw_bytes_per_s": None if iops is None else int(iops * 4096),
        "rw": "randread",
        "bs_bytes": 4096,
        "iodepth": 1,
        "numjobs": 1,
    } | more
    options = {key: plain[key] for key in ("rw", "iodepth", "numjobs")}
    return Measured(**plain, setting=options | setting)


def found(rule: str, here: Measured, *others: Measured) -> Finding | None:
    """What a rule finds of the first among the others."""
    return next((f for f in judge_history(Past([here], others)).findings if f.id == rule), None)


def said(rule: str, here: Measured, *others: Measured) -> str:
    """The sentence, "fine" or "silent"."""
    judged = judge_history(Past([here], others))
    texts: list[Sentence] = [f.text for f in judged.findings if f.id == rule]
    return texts[0] if texts else "fine" if rule in judged.fine else "silent"
