"""Conditions that a script may put on a comparison: `worse:clat_p99_ns>5%`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast, get_args

from fioboard.app.compare import sentences
from fioboard.core.errors import UnknownValue, quoted
from fioboard.engine.answers.compare import CompareOut
from fioboard.engine.answers.workload import MetricOut
from fioboard.engine.filters import metric
from fioboard.engine.stats import Verdict
from fioboard.engine.stats.wording import VERDICTS, times

_CONDITION = re.compile(r"(?P<verdict>[a-z_]+):(?P<metric>[a-z0-9_]+)(?:>(?P<percent>\d+(?:\.\d+)?)%)?")


@dataclass(frozen=True, slots=True)
class Condition:
    """A verdict on a metric, from `percent` of change on. Text such as `worse:iops` or `worse:clat_p99_ns>5%`."""

    verdict: Verdict
    metric: str
    percent: float | None

    def holds(self, cell: MetricOut) -> bool:
        """Whether one workload's figures meet it. Change is counted from base: × 0.9 and × 1.1 are both 10 %."""
        if cell["verdict"] != self.verdict:
            return False
        return self.percent is None or (
            cell["ratio"] is not None and abs(cell["ratio"] - 1) * 100 > self.percent
        )


def read_condition(text: str) -> Condition:
    """Raises UnknownValue naming what is wrong."""
    match = _CONDITION.fullmatch(text.strip())
    if match is None or match["verdict"] not in get_args(Verdict):
        raise UnknownValue(sentences.NO_CONDITION(text=quoted(text), verdicts=", ".join(VERDICTS)))
    if metric(match["metric"]) is None:
        raise UnknownValue(sentences.NO_CONDITION_METRIC(metric=quoted(match["metric"])))
    percent = match["percent"]
    verdict = cast(Verdict, match["verdict"])  # one of them, asked above
    return Condition(verdict, match["metric"], float(percent) if percent is not None else None)


def list_met(conditions: Sequence[Condition], comparison: CompareOut) -> Iterator[str]:
    """Return one sentence per workload that meets a condition, over all new sides."""
    for part in (comparison, *comparison["more"]):
        for row in part["workloads"]:
            for condition in conditions:
                cell = row["metrics"].get(condition.metric)
                if cell is not None and condition.holds(cell):
                    verdict = VERDICTS[condition.verdict]
                    ratio = times(cell["ratio"], cell["ratio_decimals"])
                    yield f"{row['workload']} ({row['direction']}): {condition.metric} {ratio}, {verdict}"


def list_unmeasured(conditions: Sequence[Condition], comparisons: Sequence[CompareOut]) -> list[str]:
    """List metrics of conditions that no workload has on both sides: silence about them is no pass."""
    measured = {
        name
        for comparison in comparisons
        for part in (comparison, *comparison["more"])
        for row in part["workloads"]
        for name, cell in row["metrics"].items()
        if cell["ratio"] is not None
    }
    return [c.metric for c in conditions if c.metric not in measured]
