"""Tests that KDiskMark and CrystalDiskMark print with zeros alone were left out: nothing is lost (K23)."""

from pathlib import Path

import pytest

from fioboard.engine.formats.fio import read_output

TEXT = (Path(__file__).parents[4] / "data" / "pasted" / "31_kdiskmark_tests_not_run.txt").read_text()
LEFT_OUT = "Sequential 1 MiB (Q= 8, T= 1):     0.000 MB/s [      0.0 IOPS] <     0.00 us>"


def read(text: str) -> tuple[str, list[tuple[str, float | None]], list[str]]:
    [run] = read_output(text.encode()).invocations
    return (
        run.outcome,
        [(r.direction, r.iops) for r in run.results],
        [problem.error for problem in run.problems],
    )


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT.replace("0.000 MB/s", "0,000 MB/s"),
        TEXT.replace("[      0.0 IOPS]", "[        0 IOPS]"),
        TEXT.replace("\n", "\r\n"),
    ],
)
def test_a_test_of_zeros_was_not_run(text: str) -> None:
    assert read(text) == ("complete", [("read", 2000.0), ("write", 3000.0)], ["TestNotRun", "TestNotRun"])


def test_a_zero_with_a_latency_is_lost() -> None:
    text = TEXT.replace(LEFT_OUT, LEFT_OUT.replace("0.00 us", "9.00 us"), 1)
    outcome, _, problems = read(text)
    assert (outcome, sorted(problems)) == ("partial", ["LostResult", "TestNotRun"])
