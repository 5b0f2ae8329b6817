"""Faults of old releases of fio: told where they touch the run, and nowhere else."""

from typing import Any

from fioboard.engine.rules import RULES, RunFacts, judge
from fioboard.engine.rules.tool import FAULTS
from tests.engine.rules.facts import result, said
from tests.loops import check_each

URING = {"ioengine": "io_uring", "iodepth": 8}
POLLED = URING | {"job_options": {"hipri": "1", "fdatasync": "1"}}
THREAD = URING | {"job_options": {"sqthread_poll": "1"}}


@check_each(
    "version, run, expected",
    [
        ("fio-3.25", {"job_options": {"openfiles": "10"}}, "warning"),
        ("fio-3.26", {"job_options": {"openfiles": "10"}}, "fine"),
        ("fio-3.25", {"job_options": {"openfiles": "10", "file_service_type": "sequential"}}, "fine"),
        ("fio-3.34", POLLED, "warning"),
        ("fio-3.35", POLLED, "fine"),
        ("fio-3.34", POLLED | {"ioengine": "libaio"}, "fine"),
        ("fio-3.34", URING | {"job_options": {"hipri": "1"}}, "fine"),
        ("fio-3.35", THREAD, "warning"),
        ("fio-3.36", THREAD, "fine"),
        ("fio-3.35", THREAD | {"iodepth": 1}, "fine"),
        ("fio-3.37", {"job_options": {"fsync": "1"}}, "info"),
        ("fio-3.37", {"job_options": {"fsync": "0"}}, "fine"),
        ("fio-3.38", {"job_options": {"fsync": "1"}}, "fine"),
        ("fio-3.41", {"job_options": {"rate_iops": "100", "bssplit": "4k/50:8k/50"}}, "info"),
        ("fio-3.42", {"job_options": {"rate_iops": "100", "bssplit": "4k/50:8k/50"}}, "fine"),
        ("fio-3.33", {"sys_cpu_pct": 98.0}, "info"),
        ("fio-3.33", {"sys_cpu_pct": 90.0}, "fine"),
        ("fio-3.34", {"sys_cpu_pct": 98.0}, "fine"),
        ("fio-2.1.9", {}, "info"),
        ("fio-3.0", {}, "fine"),
        # A build between two releases may hold the repair.
        ("fio-3.34-12-gabcdef0", POLLED, "fine"),
        ("built by hand", {}, "unknown: version"),
        (None, {}, "unknown: version"),
    ],
)
def test_old_tool(version: str | None, run: dict[str, Any], expected: str) -> None:
    assert said("old-tool", result(**run), tool_version=version) == expected


def test_another_tool_is_not_judged() -> None:
    assert said("old-tool", result(), tool_name="elbencho", tool_version="3.0") == "silent"


def test_the_sentence_names_both_releases() -> None:
    told = judge(RunFacts(results=[result(**POLLED)], tool_version="fio-3.28")).findings
    assert [f.text for f in told if f.id == "old-tool"] == [
        "fio 3.28 skips the flushes of fdatasync if io_uring polls (hipri); fixed in 3.35."
    ]


def test_every_fault_has_its_commit_in_the_rule() -> None:
    reference = RULES["old-tool"].reference
    assert [fault.commit for fault in FAULTS if fault.fixed >= (3, 0) and fault.commit not in reference] == []
