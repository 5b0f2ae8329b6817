"""What the tool reported of its jobs."""

import pytest

from fioboard.engine.formats.fio.model.reading import Problem
from tests.engine.rules.facts import result, said


@pytest.mark.parametrize(
    ("error", "problems", "expected"),
    [
        (0, [], "fine"),
        (5, [], "warning"),
        (0, [Problem("line 3", "JobError", "Job 'a' ended with error 5.")], "warning"),
        (0, [Problem("line 3", "NoIo", "Nothing was moved.")], "fine"),
    ],
)
def test_jobs_that_failed(error: int, problems: list[Problem], expected: str) -> None:
    assert said("job-error", result(error=error), problems=problems) == expected


def test_a_run_that_failed_before_any_figure() -> None:
    assert said("job-error", problems=[Problem("line 1", "JobError", "It ended with error 2.")]) == "warning"


@pytest.mark.parametrize(
    ("where", "rw", "expected"),
    [("/jobs/0", "read", "warning"), ("/jobs/1", "read", "fine"), ("/jobs/0", "randread", "warning")],
)
def test_names_that_say_another_thing(where: str, rw: str, expected: str) -> None:
    problems = [Problem(where, "MisleadingName", "The job is called 'random' but ran rw=read.")]
    assert said("misleading-name", result(where="/jobs/0", rw=rw), problems=problems) == expected
