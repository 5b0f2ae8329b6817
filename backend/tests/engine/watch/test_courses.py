"""What a host went through: spans of values, what tells nothing in none, and which comes first."""

from fioboard.engine.watch import Recorded, courses
from fioboard.engine.watch.courses import Span
from tests.engine.watch.histories import run

BASE = {"kernel": "6.1", "bios.version": "2.1", "drive.firmware": "A", "rw": "randread"}


def history(*changed: dict[str, str | None]) -> list[Recorded]:
    """Runs with the base and these values; None = the run does not tell it."""
    settings = [{**BASE, **one} for one in changed]
    return [
        Recorded(run(n), {key: value for key, value in one.items() if value is not None})
        for n, one in enumerate(settings)
    ]


def test_what_stayed_is_not_named_and_what_changed_has_its_spans() -> None:
    runs = history({}, {}, {"kernel": "6.8"}, {"kernel": "6.8"})
    (kernel,) = courses(runs, [])
    assert kernel.key == "kernel"
    assert kernel.spans == (Span("6.1", run(0), run(1), 2), Span("6.8", run(2), run(3), 2))


def test_a_run_that_tells_nothing_changes_nothing_and_is_counted_nowhere() -> None:
    assert courses(history({}, {"kernel": None}, {}), []) == ()
    (kernel,) = courses(history({}, {"kernel": None}, {"kernel": "6.8"}), [])
    assert kernel.spans == (Span("6.1", run(0), run(0), 1), Span("6.8", run(2), run(2), 1))


def test_what_changed_and_came_back_has_three_spans() -> None:
    (kernel,) = courses(history({}, {"kernel": "6.8"}, {}), [])
    assert [span.value for span in kernel.spans] == ["6.1", "6.8", "6.1"]


def test_first_comes_what_changed_with_the_figure_then_what_changes_seldom() -> None:
    runs = history(
        {},
        {"kernel": "6.8"},
        {"kernel": "6.9"},
        {"kernel": "6.9", "bios.version": "3", "drive.firmware": "B"},
    )
    seldom = [course.key for course in courses(runs, [])]
    assert seldom[-1] == "kernel"
    assert courses(runs, [run(1)])[0].key == "kernel"


def test_labels_are_told_and_options_of_the_job_are_not() -> None:
    runs = history({}, {"label.rack": "B4", "rw": "randwrite"}, {"label.rack": "C1", "rw": "randwrite"})
    assert [course.key for course in courses(runs, [])] == ["label.rack"]
