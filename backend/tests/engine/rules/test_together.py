"""Jobs beside each other: on the same blocks, and at the same time."""

from typing import Any

import pytest

from fioboard.engine.formats.fio.model.reading import Member
from tests.engine.rules.facts import result, said

DEVICE = {"filename": "/dev/sdx"}
CLONES: dict[str, Any] = {"rw": "read", "numjobs": 8, "job_options": DEVICE}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "warning"),
        ({"direction": "write", "rw": "write"}, "warning"),
        ({"job_options": DEVICE | {"offset_increment": "1g"}}, "silent"),
        ({"job_options": DEVICE | {"zonemode": "zbd"}}, "silent"),
        ({"job_options": {"filename": "/dev/sdx:/dev/sdy"}}, "silent"),
        ({"job_options": {"filename": "file.$jobnum"}}, "silent"),
        ({"job_options": {"directory": "/mnt"}}, "fine"),
        ({"rw": "randread"}, "silent"),
        ({"numjobs": 1}, "silent"),
        ({"ioengine": None}, "warning"),
        ({"ioengine": "rbd"}, "silent"),
        ({"is_merged_sections": True}, "silent"),
        ({"has_all_options": False}, "unknown: options"),
    ],
)
def test_clones_on_one_file(changes: dict[str, Any], expected: str) -> None:
    assert said("same-blocks", result(**CLONES | changes)) == expected


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ({}, "warning"),
        ({"group": 1}, "silent"),
        ({"job_options": DEVICE | {"offset": "1g"}}, "fine"),
        ({"job_options": {"filename": "/dev/sdy"}}, "fine"),
        ({"direction": "write", "rw": "write"}, "silent"),
    ],
)
def test_sections_on_one_file(other: dict[str, Any], expected: str) -> None:
    one: dict[str, Any] = {"rw": "read", "job_options": DEVICE}
    sections = result(**one, job_name="a"), result(**one | {"job_name": "b"} | other)
    assert said("same-blocks", *sections) == expected


def clones(*runtimes_ms: int | None, **more: Any) -> Any:
    members = tuple(
        Member(where="", job_name="job", direction="read", runtime_ms=runtime) for runtime in runtimes_ms
    )
    return result(numjobs=max(len(members), 2), members=members, **more)


@pytest.mark.parametrize(
    ("runtimes_ms", "expected"),
    [
        ((14_700, 22_000), "warning"),
        ((20_000, 21_900), "fine"),
        ((1_000, 1_900), "fine"),  # Starting takes that long.
        ((20_000, None), "unknown: members"),
        ((), "unknown: members"),
    ],
)
def test_clones_that_end_apart(runtimes_ms: tuple[int | None, ...], expected: str) -> None:
    assert said("jobs-not-together", clones(*runtimes_ms)) == expected


def test_a_clock_ends_all_jobs_together() -> None:
    timed = {"time_based": "1", "runtime": "60"}
    assert said("jobs-not-together", clones(job_options=timed)) == "fine"
    assert said("jobs-not-together", result()) == "silent"
