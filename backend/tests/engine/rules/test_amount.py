"""How much was measured."""

from typing import Any

import pytest

from fioboard.engine.formats.fio.model.reading import SteadyState
from fioboard.engine.rules import RunFacts, judge
from tests.engine.rules.facts import result, said


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"runtime_ms": 4_999}, "info"),
        ({"runtime_ms": 5_000}, "fine"),
        ({"runtime_ms": 4_999, "total_ios": 100_000}, "fine"),
        ({"runtime_ms": None}, "unknown: runtime"),
    ],
)
def test_a_short_run(changes: dict[str, Any], expected: str) -> None:
    assert said("too-short", result(**changes)) == expected
    assert said("too-short", result(**changes), tool_name="ioping") == "silent"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"short_ios": 10}, "warning"),
        ({"short_ios": 5, "drop_ios": 5}, "warning"),
        ({"short_ios": 9}, "fine"),
        ({"short_ios": 10, "total_ios": 100_000}, "fine"),
        ({"short_ios": None}, "unknown: whole I/Os"),
    ],
)
def test_parts_of_ios(changes: dict[str, Any], expected: str) -> None:
    assert said("short-ios", result(**changes)) == expected
    assert said("short-ios", result(**changes), tool_name="ioping") == "silent"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"is_attained": True}, None),
        (
            {},
            "fio's steady-state criterion was not met within 60.0 s: the slope of the IOPS was 8.55 %, the limit is 0.0001 %.",
        ),
        ({"metric": None}, "fio's steady-state criterion was not met within 60.0 s."),
        (
            {"metric": "bw", "is_slope": False, "is_share": False, "reached": "5018522.5", "limit": 1e6},
            "fio's steady-state criterion was not met within 60.0 s: the deviation of the bandwidth was 5.02 MB/s, the limit is 1.00 MB/s.",
        ),
    ],
)
def test_a_steady_state_that_was_missed(changes: dict[str, Any], expected: str | None) -> None:
    plain: dict[str, Any] = {
        "criterion": "iops_slope:0.000100%", "duration_s": 4, "is_attained": False, "slope": 2467.8,
        "max_deviation": 0.0, "reached": "-8.549455%", "metric": "iops", "is_slope": True, "limit": 0.0001,
        "is_share": True,
    }  # fmt: skip
    judged = judge(RunFacts(results=[result(steady_state=SteadyState(**plain | changes))]))
    [sentence] = [f.text for f in judged.findings if f.id == "steady-state-missed"] or [None]
    assert sentence == expected
    assert ("steady-state-missed" in judged.fine) == (expected is None)
    assert said("steady-state-missed", result()) == "silent"
