"""Public measurements with the verdict that people reached: each is a line of cases.csv."""

import csv
from dataclasses import dataclass
from pathlib import Path

from fioboard.engine.purposes.built_in import load_purposes
from fioboard.engine.purposes.card import Purpose, Requirement, Sync
from fioboard.engine.purposes.judge import Judgement, judge
from fioboard.engine.purposes.measurement import Latency, Measurement, SyncOption

FILE = Path(__file__).with_name("cases.csv")
SYNCS: dict[str, Sync] = {"": "none", "none": "none", "end": "end", "some": "some", "every": "every"}
SYNC_OPTIONS: dict[str, SyncOption] = {"": "fsync", "fsync": "fsync", "O_SYNC": "O_SYNC"}
_PERCENTILES = {"p50": 50.0, "p95": 95.0, "p99": 99.0, "p99_5": 99.5, "p99_9": 99.9}


@dataclass(frozen=True)
class Case:
    """One measurement and what is expected of it."""

    line: dict[str, str]
    purpose: Purpose
    requirement: Requirement
    measurement: Measurement | None
    """None: nobody measured anything."""

    @property
    def answer(self) -> str:
        """The answer, `none` where the source states no limit."""
        judgement = self.judgement
        return "cannot_tell" if judgement is None else judgement.answer or "none"

    @property
    def judgement(self) -> Judgement | None:
        """What the measurement says of the requirement."""
        return None if self.measurement is None else judge(self.requirement, self.measurement)


def read_cases() -> list[Case]:
    """Read every case."""
    requirements = {
        requirement.id: (purpose, requirement)
        for purpose in load_purposes().values()
        for requirement in purpose.requirement
    }
    with FILE.open(encoding="utf-8", newline="") as file:
        return [
            Case(line, *requirements[line["requirement"]], _read(line, requirements[line["requirement"]][1]))
            for line in csv.DictReader(file)
        ]


def _read(line: dict[str, str], requirement: Requirement) -> Measurement | None:
    if line["origin"] == "none":
        return None
    # A program's own figures are of its own workload.
    is_own = line["origin"] == "program"
    return Measurement(
        name=line["id"],
        rw=requirement.rw[0] if is_own else line["rw"],
        bs_bytes=requirement.bs_bytes if is_own else _whole(line["bs_bytes"]),
        iodepth=requirement.iodepth if is_own else _whole(line["iodepth"]),
        numjobs=requirement.numjobs if is_own else _whole(line["numjobs"]),
        ioengine="sync" if is_own else line["ioengine"],
        direct=requirement.direct if is_own else line["direct"] == "1",
        sync=requirement.sync if is_own else SYNCS[line["sync"]],
        sync_by=SYNC_OPTIONS[line["sync_by"]],
        iops=_number(line["iops"]),
        bw_bytes_per_s=_number(line["bw_bytes_per_s"]),
        lat=_latency(line, "clat"),
        sync_lat=_latency(line, "sync"),
    )


def _latency(line: dict[str, str], kind: str) -> Latency | None:
    percentiles = {
        percentile: value
        for name, percentile in _PERCENTILES.items()
        if (value := _number(line.get(f"{kind}_{name}_ns", ""))) is not None
    }
    mean, largest = _number(line[f"{kind}_mean_ns"]), _number(line.get(f"{kind}_max_ns", ""))
    return Latency(mean, largest, percentiles) if percentiles or mean or largest else None


def _number(text: str) -> float | None:
    return float(text) if text else None


def _whole(text: str) -> int | None:
    return int(text) if text else None
