"""Which job a log is of: by the number that fio gives each thread, or by the job's name."""

from typing import Any

import pytest

from fioboard.engine.stats.over_time.jobs import find_job, log_number


def job(name: str, first: int | None, last: int | None, group: int = 0) -> Any:
    return {"name": name, "group": group, "from_ms": 0, "to_ms": 1, "first_log": first, "last_log": last}


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("x_bw.1.log", 1),
        ("a.b_clat.12.log", 12),
        ("dir_iops.3.log", 3),
        ("x_clat_hist.2.log", 2),
        ("x_bw.log", None),
        ("x.1.log", None),
        ("x_bw.1.log.host", None),
    ],
)
def test_numbers_of_logs(name: str, number: int | None) -> None:
    assert log_number(name) == number


@pytest.mark.parametrize(
    ("source", "name", "match"),
    [
        ("fio_log", "x_bw.1.log", "a"),
        ("fio_log", "x_bw.4.log", "a"),
        ("fio_log", "x_bw.5.log", "b"),
        ("fio_log", "x_bw.6.log", None),
        ("fio_log", "x_bw.log", None),
        ("status_interval", "b", "b"),
        ("status_interval", "c", None),
        ("samples", "disk:a", None),
    ],
)
def test_jobs_of_series(source: str, name: str, match: str | None) -> None:
    found = find_job(source, name, [job("a", 1, 4), job("b", 5, 5, group=1)])
    assert (found and found["name"]) == match


def test_one_job_owns_all_that_fio_wrote() -> None:
    only = job("a", None, None)
    assert find_job("fio_log", "x_bw.log", [only]) is only
    assert find_job("fio_log", "x_bw.1.log", [job("a", None, None), job("b", None, None)]) is None
