"""Limits that the job sets itself: rates and pauses."""

import pytest

from tests.engine.rules.facts import result, said


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"rate_iops": "1040"}, "info"),
        ({"rate_iops": "1060"}, "fine"),
        ({"rate": "4300k"}, "fine"),
        ({"rate": "4m"}, "info"),
        ({}, "fine"),
        # 60,000 pauses in a minute: half of it where each takes 500 µs.
        ({"thinktime": "500"}, "info"),
        ({"thinktime": "499"}, "fine"),
        ({"thinktime": "1ms", "thinktime_blocks": "2"}, "info"),
        ({"thinktime": "1ms", "thinktime_blocks": "3"}, "fine"),
        # It pauses by time then, and not after so many I/Os.
        ({"thinktime": "1s", "thinktime_iotime": "1s"}, "fine"),
    ],
)
def test_caps_of_the_job(options: dict[str, str], expected: str) -> None:
    assert said("rate-capped", result(job_options=options)) == expected


def test_pauses_are_those_of_each_job() -> None:
    options = {"thinktime": "600"}
    assert said("rate-capped", result(job_options=options, numjobs=2)) == "fine"
    write = result(job_options=options, numjobs=2, direction="write", rw="randrw")
    assert said("rate-capped", result(job_options=options, numjobs=2, rw="randrw"), write) == "info"


def test_options_that_are_not_known_hide_a_cap() -> None:
    assert said("rate-capped", result(has_all_options=False)) == "unknown: options"
