"""CPU time of the jobs: what fires, what just does not, where nothing may be said."""

from typing import Any

import pytest

from fioboard.engine.formats.fio.model.reading import Result
from fioboard.engine.rules import RunFacts, build_answer

FINE: tuple[str, str | None] = ("fine", None)
SILENT: tuple[str, str | None] = ("silent", None)


def result(**parts: Any) -> Result:
    known: dict[str, Any] = {"direction": "read", "where": "", "job_name": "job", "group": 0, "iops": 1000.0}
    known |= {
        "runtime_ms": 10_000,
        "numjobs": 1,
        "ioengine": "psync",
        "usr_cpu_pct": 5.0,
        "sys_cpu_pct": 90.0,
    }
    return Result(**known | parts)


def judged(*results: Result, **parts: Any) -> tuple[str, str | None]:
    answer = build_answer(RunFacts(results=results, **parts))
    for finding in answer["findings"]:
        if finding["id"] == "cpu-saturated-job":
            return finding["severity"], finding["text"]
    if "cpu-saturated-job" in answer["checks"]["fine"]:
        return FINE
    return (
        ("unknown", None) if "cpu-saturated-job" in {u["id"] for u in answer["checks"]["unknown"]} else SILENT
    )


ONE = "The job used 95.0 % of a CPU, 90.0 % of it in the kernel."
FOUR = "Each of the 4 jobs used 95.0 % of a CPU, 90.0 % of it in the kernel: 3,800 µs of CPU per I/O."


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({}, ("warning", ONE)),
        ({"numjobs": 4}, ("warning", FOUR)),
        ({"usr_cpu_pct": 4.9}, ("info", ONE.replace("95.0", "94.9"))),
        ({"usr_cpu_pct": 0.0, "sys_cpu_pct": 84.9}, FINE),
        (
            {"usr_cpu_pct": None, "sys_cpu_pct": 98.7},
            ("warning", "The job used 98.7 % of a CPU in the kernel alone; the user time is unknown."),
        ),
        ({"sys_cpu_pct": None}, ("unknown", None)),
        ({"ioengine": "spdk"}, SILENT),
        ({"job_options": {"hipri": "1"}}, SILENT),
        ({"job_options": {"hipri": "0"}}, ("warning", ONE)),
        # Within a second a job mostly starts and stops.
        ({"runtime_ms": 999}, SILENT),
    ],
)
def test_a_job_that_needs_its_whole_cpu(parts: dict[str, Any], expected: tuple[str, str | None]) -> None:
    assert judged(result(**parts)) == expected


def test_the_busiest_job_is_told_and_other_tools_are_not_judged() -> None:
    idle = result(job_name="idle", sys_cpu_pct=1.0, usr_cpu_pct=0.0)
    assert judged(idle, result()) == ("warning", ONE)
    assert judged(result(), tool_name="elbencho") == SILENT


def test_an_engine_that_may_poll_is_not_blamed_while_its_flags_are_unknown() -> None:
    """Before 3.39 fio does not print `sqthread_poll` or `hipri` typed without a value."""
    uring = result(ioengine="io_uring", has_all_options=True)
    assert judged(uring) == ("warning", ONE)
    assert judged(uring, shows_flags=False) == ("unknown", None)
    assert judged(result(has_all_options=True), shows_flags=False) == ("warning", ONE)
