"""engine/rating/prepared.py: which steps of a batch bring a drive into which state."""

from typing import Literal

import pytest

from fioboard.engine.hardware.datasheets.card import Pattern
from fioboard.engine.hardware.datasheets.conditions import RunConditions
from fioboard.engine.hardware.datasheets.in_force import StepsBefore
from fioboard.engine.rating import basis as kept
from fioboard.engine.rating.basis import Basis
from fioboard.engine.rating.prepared import prepared


def basis(rw: Pattern = "write", written_bytes: int | None = 10) -> Basis:
    """A run of one test."""
    conditions = RunConditions(rw=rw, written_bytes=written_bytes)
    return Basis(tests=(kept.Tested(access="write", iops=1.0, bw_bytes_per_s=1.0, conditions=conditions),))


@pytest.mark.parametrize(
    ("rw", "is_overwritten", "is_filled_twice", "state"),
    [
        ("write", False, False, None),
        ("write", False, True, "steady"),
        ("write", True, False, "steady"),
        ("randwrite", False, True, None),
        ("randwrite", True, True, "steady"),
        ("randrw", False, True, None),
    ],
)
def test_state(
    rw: Pattern, is_overwritten: bool, is_filled_twice: bool, state: Literal["steady"] | None
) -> None:
    after = prepared(basis(rw), StepsBefore(is_overwritten, is_filled_twice))
    assert after.tests[0].conditions.state == state


@pytest.mark.parametrize(("own", "step", "together"), [(10, 10, 20), (10, 0, 10), (None, 10, None)])
def test_what_was_written_right_before_fills_the_cache(
    own: int | None, step: int, together: int | None
) -> None:
    after = prepared(basis(written_bytes=own), StepsBefore(past_cache_bytes=step))
    assert after.tests[0].conditions.written_bytes == together
