"""Which runs make one watched series, and what may differ between them.

A series is one test on one target of one host: what was asked for is its key. What a machine goes through in time is no
part of it, because that is what a change is put down to: kernel, firmware, settings, drives, links, the tool's version.
Each declared factor is in one class, by the group it is shown in and a few named exceptions; a group that is not named
here fails a test, so that a new factor is never taken for either by accident.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Final, Literal

from fioboard.engine.factors.implied import LABEL, OPTION
from fioboard.engine.factors.project import FactorValue
from fioboard.engine.words.factors import FACTORS, JOB_OPTIONS
from fioboard.engine.words.factors.factor import Factor
from fioboard.engine.words.factors.subject import Scalar

Role = Literal["key", "suspect", "left_out"]
Value = Scalar | tuple[Scalar, ...]
SERIES_VERSION: Final = 2
"""Counts up with every change of what makes a series: digests that are stored with another are made anew."""
LEFT_TO_OTHERS: Final = frozenset({"host", *JOB_OPTIONS})

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
    # Names that the kernel gives, and may give to another disk after a restart.
    "disks": "suspect",
    # A member that failed explains a slower array; it makes no other test.
    "raid.degraded": "suspect",
    # Whether fio's own criterion was met is a result, which may explain another figure.
    "job.steady_state": "suspect",
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


def get_role(key: str) -> Role:
    """Return the role of a factor, a label or a job option. Options are the test's; a label is a person's word for
    what changed.
    """
    if key in FACTORS:
        return EXCEPTIONS.get(key) or ROLE_OF_GROUP[FACTORS[key].group]
    return "key" if key.startswith(OPTION) else "suspect" if key.startswith(LABEL) else "left_out"


SUSPECTS: Final[tuple[Factor, ...]] = tuple(
    factor for factor in FACTORS.values() if get_role(factor.key) == "suspect"
)
"""Factors whose change can explain a change of the figure, in the registry's order."""


def compute_digest(factors: Mapping[str, FactorValue | None]) -> bytes:
    """Compute the 32 bytes that all configurations of one series share: of the factors of its key that are known.

    Without those that single results decide (they are the workload's, which is part of a series by itself), and without
    the host's name, which may change: whoever keeps series keeps host, workload, direction and metric beside it.
    """
    known = {
        key: _plain(value)
        for key, value in factors.items()
        if value is not None and key not in LEFT_TO_OTHERS and get_role(key) == "key"
    }
    return sha256(json.dumps(known, sort_keys=True, separators=(",", ":")).encode()).digest()


def _plain(value: FactorValue) -> FactorValue:
    """1 and 1.0 are one value, 1 and true are two."""
    if isinstance(value, list):
        return [_whole(one) for one in value]
    return _whole(value)


def _whole(value: Scalar) -> Scalar:
    return int(value) if isinstance(value, float) and value.is_integer() else value
