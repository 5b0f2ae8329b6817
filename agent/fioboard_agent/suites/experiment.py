"""An experiment as a batch: its workloads under each condition, and the order in which the conditions take turns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Sequence

from fioboard_agent.suites.workload import Workload

# Conditions in turn, forwards and backwards: drift that goes on evenly falls on all of them alike.
ABBA = "abba"
# One condition after the other: a person makes the change between them.
BLOCKED = "blocked"
EXPERIMENT = "experiment"
CONDITION_LABEL = "experiment_condition"
DEFAULT_REPEATS = 4


@dataclass(frozen=True)
class Experiment:
    """`thing`: what the conditions differ in, by its name in the list of things."""

    question: str
    thing: str
    conditions: tuple[str, ...]

    def build_document(self, condition: str, switched: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Build what the manifest says of a run's part in it."""
        return {
            "question": self.question,
            "thing": self.thing,
            "conditions": list(self.conditions),
            "condition": condition,
            "switched": list(switched),
        }


def repeat_workloads(workloads: Sequence[Workload], conditions: Sequence[str]) -> tuple[Workload, ...]:
    """Make each workload once for each condition."""
    return tuple(
        replace(workload, name=f"{workload.name} @ {condition}", condition=condition)
        for condition in conditions
        for workload in workloads
    )


def arrange_conditions(workloads: Sequence[Workload], repeats: int, order: str) -> list[tuple[str, int]]:
    """Arrange name and repeat of every step: ABBA turns around with every repeat, BLOCKED ends a condition first."""
    if order == BLOCKED:
        conditions = dict.fromkeys(workload.condition for workload in workloads)
        return [
            (workload.name, repeat)
            for condition in conditions
            for repeat in range(1, repeats + 1)
            for workload in workloads
            if workload.condition == condition
        ]
    return [
        (workload.name, repeat)
        for repeat in range(1, repeats + 1)
        for workload in (workloads if repeat % 2 else reversed(workloads))
    ]
