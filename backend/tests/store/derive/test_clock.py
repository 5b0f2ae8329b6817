"""The one clock of a run: when each job began to measure, and what lies before it."""

from collections.abc import Sequence
from typing import Any

import orjson
import pytest

from fioboard.engine.answers.time_series import RunClock
from fioboard.engine.formats import fio
from fioboard.engine.hardware.inventory.samples import Sampled, Samples
from fioboard.store.derive.clock import UNTOLD, build_clock, get_offset
from fioboard.store.derive.job_starts import DELAYED, RAMPED_APART, SEVERAL_GROUPS
from tests.factories.fio_output import direction, document, job

ZERO_MS = 1_795_168_800_000
SAMPLES = Samples(
    series=[Sampled("disk:nvme0n1", "iops", "read", [0, 1000], [1.0, 1.0])], started_at_ms=ZERO_MS
)


def entry(
    name: str = "job", *, group: int = 0, started: int | None = 5000, runtime: int = 10_000, **options: str
) -> Any:
    """A job of fio that began so many ms behind the agent's zero."""
    own = {"job options": {"name": name, "rw": "read", "bs": "4k", **options}}
    stated = {} if started is None else {"job_start": ZERO_MS + started}
    return job(name, groupid=group, read=direction(iops=1000, runtime_ms=runtime), **own, **stated)


def clock(
    *entries: Any, ended: int = 15_010, logs: Sequence[str] = (), samples: Samples | None = SAMPLES
) -> RunClock:
    """Of an output of these entries, under the agent's samples."""
    output = document(*entries) | {
        "timestamp_ms": ZERO_MS + ended,
        "timestamp": (ZERO_MS + ended) // 1000,
    }
    return build_clock(fio.read_output(orjson.dumps(output)).invocations[-1], samples, logs)


def phases(found: RunClock) -> list[tuple[str, int, int]]:
    return [(one["name"], one["from_ms"], one["to_ms"]) for one in found["phases"]]


@pytest.mark.parametrize(
    ("ramp", "before"),
    [
        ("2", [("before", 0, 3000), ("ramp", 3000, 5000)]),
        ("2s", [("before", 0, 3000), ("ramp", 3000, 5000)]),
        ("0", [("before", 0, 5000)]),
        # Words that nobody reads are no ramp of nothing: what lies before the measurement is not known.
        ("2.5 moments", [("unknown", 0, 5000)]),
    ],
)
def test_what_lies_before_the_measurement(ramp: str, before: list[tuple[str, int, int]]) -> None:
    assert phases(clock(entry(ramp_time=ramp))) == [*before, ("measured", 5000, 15_000)]


def test_jobs_with_ramps_of_their_own_began_apart() -> None:
    found = clock(entry("a", started=None, ramp_time="1"), entry("b", started=None, ramp_time="3s"))
    assert (found["log_offset_ms"], found["reason"]) == (None, RAMPED_APART)
    alike = clock(entry("a", started=None, ramp_time="3"), entry("b", started=None, ramp_time="3s"))
    assert (alike["log_offset_ms"], alike["reason"]) == (5010, None)


def places(found: RunClock) -> list[tuple[str, int | None, int | None]]:
    return [(one["name"], one["from_ms"], one["to_ms"]) for one in found["jobs"]]


STONEWALLED = (entry("a", started=2000), entry("b", group=1, started=13_000))


def test_jobs_that_ran_one_after_the_other_stand_where_fio_says() -> None:
    found = clock(*STONEWALLED, ended=23_020, logs=["x_bw.1.log", "x_bw.2.log"])
    assert places(found) == [("a", 2000, 12_000), ("b", 13_000, 23_000)]
    assert (found["basis"], found["reason"], found["log_offset_ms"]) == ("stated", None, None)
    assert [get_offset(found, "fio_log", f"x_bw.{n}.log", is_epoch=False) for n in (1, 2)] == [2000, 13_000]
    assert [(p["name"], p["job"], p["from_ms"], p["to_ms"]) for p in found["phases"]] == [
        ("before", None, 0, 2000),
        ("measured", "a", 2000, 12_000),
        ("measured", "b", 13_000, 23_000),
    ]


def test_without_samples_the_first_of_them_is_the_zero() -> None:
    found = clock(*STONEWALLED, ended=23_020, samples=None)
    assert (found["zero"], found["zero_at_ms"]) == ("job", ZERO_MS + 2000)
    assert places(found) == [("a", 0, 10_000), ("b", 11_000, 21_000)]


def test_a_log_that_they_share_has_no_place() -> None:
    found = clock(*STONEWALLED, ended=23_020, logs=["x_bw.log"])
    assert (get_offset(found, "fio_log", "x_bw.log", is_epoch=False), found["reason"]) == (None, UNTOLD)


def test_more_logs_than_threads_are_nobodys() -> None:
    found = clock(*STONEWALLED, ended=23_020, logs=["x_bw.1.log", "x_bw.3.log"])
    assert [one["first_log"] for one in found["jobs"]] == [None, None]
    assert found["reason"] == UNTOLD


@pytest.mark.parametrize(
    ("begun", "known", "words"),
    [
        # Ramp 1 s and twice 10 s are 21 s of 21.2: there is no room for doubt.
        (200, [("a", 1210, 11_210), ("b", 11_210, 21_210)], None),
        # Two seconds more went by, nobody knows where: the last still ends where fio does.
        (2200, [("a", None, None), ("b", 13_210, 23_210)], "2.2 s went by"),
    ],
)
def test_before_3_36_they_are_laid_end_to_end_where_that_leaves_no_room(
    begun: int, known: list[tuple[str, int | None, int | None]], words: str | None
) -> None:
    jobs = (entry("a", started=None, ramp_time="1"), entry("b", group=1, started=None))
    found = clock(*jobs, ended=begun + 21_010)
    assert places(found) == known
    assert found["basis"] == "computed"
    assert found["reason"] is None if words is None else words in str(found["reason"])


def test_before_3_36_a_delay_leaves_every_start_unknown() -> None:
    together = clock(entry("a", started=None), entry("b", started=None, startdelay="3"))
    assert (places(together), together["reason"]) == (
        [("a", None, None), ("b", None, None)],
        DELAYED.format(options="startdelay"),
    )
    waited = clock(entry("a", started=None), entry("b", started=None, wait_for="a"))
    assert waited["reason"] == DELAYED.format(options="wait_for")
    stated = clock(entry("a"), entry("b", started=8000, startdelay="3"), ended=18_010)
    assert places(stated) == [("a", 5000, 15_000), ("b", 8000, 18_000)]
    # Of clones that wait for each their own time fio states the first alone.
    spread = clock(entry("a"), entry("b", started=8000, startdelay="3-9", numjobs="4"), ended=18_010)
    assert places(spread) == [("a", 5000, 15_000), ("b", None, None)]


def test_without_samples_and_stated_starts_each_counts_from_its_own() -> None:
    jobs = (entry("a", started=None), entry("b", group=1, started=None))
    found = clock(*jobs, samples=None)
    assert (places(found), found["reason"]) == ([("a", None, None), ("b", None, None)], SEVERAL_GROUPS)
