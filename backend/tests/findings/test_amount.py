"""How much was measured."""

from typing import Any

import pytest

from tests.findings.facts import result, said


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
