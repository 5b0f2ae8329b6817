"""What a run measured, as far as datasheets rate it: stored with the run, so that a card that comes later is held
against it, too."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from pydantic import TypeAdapter

from fioboard.engine.hardware.datasheets.conditions import RunConditions

Access = Literal["read", "write", "randwrite", "mixed"]
"""What of an array's rule applies. `mixed`: both directions of one job together."""
LAYOUT_ALONE = "alone"
LAYOUT_SIDE_BY_SIDE = "side by side"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tested:
    """What went one way at one time, or both ways of a job that mixes them. None: not measured."""

    access: Access
    position: int | None = None
    """Of the first of its results in the run; None in what an older version stored."""
    iops: float | None
    bw_bytes_per_s: float | None
    lat_mean_ns: float | None = None
    """Of one job; of several side by side there is no one latency."""
    percentiles_ns: Mapping[str, int] = field(default_factory=dict)
    conditions: RunConditions
    ceiling_bytes_per_s: float | None = None
    """What the links of the path carry at most."""


@dataclass(frozen=True, slots=True)
class Model:
    """Alike drives."""

    model: str
    capacity_bytes: int | None
    interface: str | None
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """One run. Empty where nothing of it is known."""

    models: tuple[Model, ...] = ()
    """None of them: the drives, or their models, are unknown."""
    drive_count: int | None = None
    """Drives below the targets, whatever they tell of themselves; None when unknown."""
    layout: str | None = None
    """How the drives lie together: alone, side by side, or an array's level; None when unknown."""
    tests: tuple[Tested, ...] = ()

    def stored(self) -> dict[str, object]:
        """As its column holds it: what `dataclasses.asdict` gives, which copies every number twenty times as slowly."""
        tests = [
            {
                **_list_fields(test),
                "percentiles_ns": dict(test.percentiles_ns),
                "conditions": _list_fields(test.conditions),
            }
            for test in self.tests
        ]
        return {
            **_list_fields(self),
            "models": [_list_fields(model) for model in self.models],
            "tests": tests,
        }


def _list_fields(value: Model | Tested | RunConditions | Basis) -> dict[str, object]:
    return {name: getattr(value, name) for name in value.__slots__}


@cache
def _adapter() -> TypeAdapter[Basis]:
    return TypeAdapter(Basis)


def read_basis(stored: str) -> Basis:
    """A basis from its column."""
    return _adapter().validate_json(stored)
