"""What several rules look at is derived once for a run, and series without gaps are read as they are."""

import pytest

from fioboard.engine.hardware.inventory.samples import read_samples
from fioboard.engine.rules.facts import RunFacts, derive_once


def test_once_for_each_run_and_argument() -> None:
    asked: list[str] = []

    @derive_once
    def derived(facts: RunFacts, direction: str) -> str:
        asked.append(direction)
        return f"{direction} of {facts.tool_name}"

    first, second = RunFacts(results=[]), RunFacts(results=[], tool_name="elbencho")
    assert [derived(first, "read"), derived(first, "write"), derived(first, "read")] == [
        "read of fio",
        "write of fio",
        "read of fio",
    ]
    assert derived(second, "read") == "read of elbencho"
    assert asked == ["read", "write", "read"]
    # What was derived is no part of the facts.
    assert first == RunFacts(results=[])


@pytest.mark.parametrize(
    ("values", "known", "middle"),
    [
        ([1.5, 2, 3.0], [1.5, 2, 3], [2]),
        ([1.5, None, 3.0], [1.5, 3], []),
        ([1.5, True, 3.0], [1.5, 3], []),
        ([None, "2", None], [], []),
    ],
)
def test_what_is_no_number_is_a_gap(values: list[object], known: list[float], middle: list[float]) -> None:
    entry = {"subject": "node:0", "metric": "cpu_busy_pct", "direction": None, "values": values}
    [series] = read_samples({"schema": 1, "t_ms": [1000, 2000, 3000], "series": [entry]}).series
    assert list(series.known) == known
    assert list(series.list_known(1, 2)) == middle
    assert series.is_whole == (len(known) == len(values))
