"""What an experiment sets: options that fio takes as they are, computed from the run, or none."""

import re
from typing import Any

import pytest

from fioboard.engine.formats.fio.model.reading import Result
from fioboard.engine.rules import RunFacts, judge
from tests.engine.rules.facts import result


def options_of(rule: str, *results: Result) -> list[str]:
    [found] = [one for one in judge(RunFacts(results=results, disks=None)).findings if one.id == rule]
    return list(found.options)


FOUR: dict[str, Any] = {"rw": "read", "numjobs": 4, "bs_bytes": 1 << 20}


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ("1g", ["offset_increment=268435456", "size=268435456"]),
        ("10m", ["offset_increment=2097152", "size=2097152"]),
        ("2m", []),
        ("100%", []),
    ],
)
def test_jobs_on_the_same_blocks_are_set_apart_in_the_same_range(size: str, expected: list[str]) -> None:
    shared = result(**FOUR, job_options={"filename": "/dev/sdb", "size": size})
    assert options_of("same-blocks", shared) == expected


@pytest.mark.parametrize(
    ("depth", "jobs", "expected"),
    [(16, 2, ["numjobs=4", "iodepth=8"]), (1, 2, []), (3, 1, []), (16, None, [])],
)
def test_twice_the_jobs_keep_the_depth_in_all(depth: int, jobs: int | None, expected: list[str]) -> None:
    busy = result(iodepth=depth, numjobs=jobs, sys_cpu_pct=98.0, ioengine="libaio")
    assert options_of("cpu-saturated-job", busy) == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"rate_iops": "1000"}, ["rate_iops=0"]),
        ({"rate": "4m"}, ["rate=0"]),
        ({"thinktime": "900"}, ["thinktime=0"]),
    ],
)
def test_a_limit_of_the_job_is_lifted(options: dict[str, str], expected: list[str]) -> None:
    assert options_of("rate-capped", result(job_options=options)) == expected


def test_none_holds_a_word_to_be_filled_in() -> None:
    """`SIZE` was one that fio refuses."""
    shared = result(**FOUR, job_options={"filename": "/dev/sdb", "size": "1g"})
    for option in options_of("same-blocks", shared):
        assert re.fullmatch(r"[a-z_]+=[0-9a-z]+", option)
