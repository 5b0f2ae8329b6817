"""What was recorded of a host at its runs: what each run tells of a factor, and whether two tell the same."""

from dataclasses import dataclass
from typing import cast
from uuid import UUID

from fioboard.engine.factors.implied import comparable_value, read_value
from fioboard.engine.rules.history import Setting
from fioboard.engine.watch.series import Value

RecordedValue = tuple[Value | None] | None
"""A value in a tuple of its own; None = not known."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A run of the series and what was recorded of its host at that time."""

    run_id: UUID
    setting: Setting


def read_recorded(setting: Setting, key: str) -> RecordedValue:
    """Read what a run tells of a factor: its value, or that the host is known to be without."""
    return cast(RecordedValue, read_value(setting, key))


def same(one: RecordedValue, other: RecordedValue) -> bool:
    """Whether two runs tell the same; never where one of them tells nothing."""
    return one is not None and other is not None and comparable_value(one[0]) == comparable_value(other[0])
