"""Prints a measurement: what, how much data, where, how; then a table with the goal beside each figure."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from .anchors import machine


@dataclass(frozen=True, slots=True)
class Row:
    """One line: a figure, and (for goals) the ratio that was reached against the one that is wanted."""

    name: str
    value: str
    ratio: float | None = None
    goal: float | None = None
    is_at_least: bool = False

    @property
    def verdict(self) -> str:
        """`reached`, `missed`, or nothing where there is no goal."""
        if self.ratio is None or self.goal is None:
            return ""
        return (
            "reached"
            if (self.ratio >= self.goal) == self.is_at_least or self.ratio == self.goal
            else "missed"
        )


def print_report(title: str, method: Sequence[str], rows: Sequence[Row]) -> None:
    """The whole report, as Markdown for docs/benchmarks.md."""
    print(f"\n### {title}, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC\n\n{machine()}.")
    for line in method:
        print(line)
    print("\n| Figure | Measured | Ratio | Goal | |\n|---|---|---|---|---|")
    for row in rows:
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        goal = "" if row.goal is None else f"{'≥' if row.is_at_least else '≤'} {row.goal:g}"
        print(f"| {row.name} | {row.value} | {ratio} | {goal} | {row.verdict} |")
    sys.stdout.flush()
