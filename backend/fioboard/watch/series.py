"""Which runs make one watched series, and what may differ between them.

A series is one test on one target of one host: what was asked for is its key. What a machine goes through in time is no
part of it, because that is what a change is put down to: kernel, firmware, settings, drives, links, the tool's version.
Each declared factor is in one class, by the group it is shown in and a few named exceptions; a group that is not named
here fails a test, so that a new factor is never taken for either by accident.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal

from fioboard.factors.implied import OPTION
from fioboard.findings.history import Setting
from fioboard.vocabulary.factors import FACTORS
from fioboard.vocabulary.factors.factor import Factor
from fioboard.vocabulary.factors.subject import Scalar

Role = Literal["key", "suspect", "left_out"]
Value = Scalar | tuple[Scalar, ...]
LABEL: Final = "label."

ROLE_OF_GROUP: Final[Mapping[str, Role]] = {
    "Run": "key",
    "Job": "key",
    "Target": "key",
    "Drives": "suspect",
    "PCIe": "suspect",
    "System": "suspect",
    "CPU": "suspect",
    "Memory": "suspect",
    "Firmware": "suspect",
    "OS": "suspect",
}
EXCEPTIONS: Final[Mapping[str, Role]] = {
    # Which tool it is makes another test; its version is a change.
    "tool.version": "suspect",
    # Who typed a figure is nothing that a disk could notice.
    "typed.by": "left_out",
    # Another drive below the same job: it follows from what is in a class already.
    "job.span": "suspect",
    # What client and server agreed on, and the network between them, change below the same target.
    "nfs.version": "suspect",
    "nfs.rsize": "suspect",
    "nfs.wsize": "suspect",
    "nfs.proto": "suspect",
    "nfs.nconnect": "suspect",
    "network.speed": "suspect",
}


def role_of(key: str) -> Role:
    """Of a factor, a label or a job option. Options are the test's; a label is a person's word for what changed."""
    if key in FACTORS:
        return EXCEPTIONS.get(key) or ROLE_OF_GROUP[FACTORS[key].group]
    return "key" if key.startswith(OPTION) else "suspect" if key.startswith(LABEL) else "left_out"


SUSPECTS: Final[tuple[Factor, ...]] = tuple(
    factor for factor in FACTORS.values() if role_of(factor.key) == "suspect"
)
"""Factors whose change can explain a change of the figure, in the registry's order."""


@dataclass(frozen=True, slots=True)
class SeriesKey:
    """What the runs of one series have in common. The host's own id is no factor: who keeps series adds it."""

    metric: str
    direction: str
    settings: tuple[tuple[str, Value], ...]
    """Factors and job options of the test that are known, by key."""

    @property
    def digest(self) -> str:
        """The same 64 characters for the same series on every machine and in every version."""
        parts = [self.metric, self.direction, [[key, value] for key, value in self.settings]]
        return sha256(json.dumps(parts, separators=(",", ":"), ensure_ascii=True).encode()).hexdigest()


def series_key(setting: Setting, *, direction: str, metric: str) -> SeriesKey:
    """The series that one result is in, by its setting (findings.history.setting_of).

    1 and 1.0 are one value. The host's name is left out: it may change, and its id stays.
    """
    known = [
        (key, _plain(value)) for key, value in setting.items() if key != "host" and role_of(key) == "key"
    ]
    return SeriesKey(metric, direction, tuple(sorted(known, key=lambda pair: pair[0])))


def _plain(value: Value) -> Value:
    if isinstance(value, tuple):
        return tuple(_whole(one) for one in value)
    return _whole(value)


def _whole(value: Scalar) -> Scalar:
    return int(value) if isinstance(value, float) and value.is_integer() else value
