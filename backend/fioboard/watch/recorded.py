"""What was recorded of a host at its runs: what each run tells of a factor, and whether two tell the same."""

from collections.abc import Hashable
from dataclasses import dataclass
from uuid import UUID

from fioboard.factors.implied import none_when_known
from fioboard.findings.history import Setting
from fioboard.watch.series import Value

Told = tuple[Value | None] | None
"""A value in a tuple of its own; None = not known."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A run of the series and what was recorded of its host at that time."""

    run_id: UUID
    setting: Setting


def told_by(setting: Setting, key: str) -> Told:
    """What a run tells of a factor: its value, or that the host is known to be without."""
    if key in setting:
        return (setting[key],)
    teller = none_when_known(key)
    return (None,) if teller is not None and teller in setting else None


def same(one: Told, other: Told) -> bool:
    """Whether two runs tell the same; never where one of them tells nothing."""
    return one is not None and other is not None and _identity(one[0]) == _identity(other[0])


def _identity(value: Value | None) -> Hashable:
    """1 and 1.0 are one value, 1 and true are two."""
    return tuple(map(_identity, value)) if isinstance(value, tuple) else (isinstance(value, bool), value)
