"""What a search found, in one sentence: the best step with its interval, or why there is none."""

import pytest

from fioboard.engine.answers.search import GoalMetric, SearchGoal, read_goal, read_option_names
from fioboard.engine.rules.history import Measured, build_batch_answer
from tests.engine.rules.history.alone import measured
from tests.engine.rules.history.test_batch import NONE

MS = 1_000_000
P99: SearchGoal = {"metric": "clat_p99_ns", "limit": 2.0 * MS}
Ran = tuple[int, int, float, float | None]


def ran(*runs: Ran) -> list[Measured]:
    """Runs as (depth, jobs, IOPS, p99 in ms)."""
    return [
        measured(
            n,
            iops,
            iodepth=depth,
            numjobs=jobs,
            p99_ns=None if p99 is None else p99 * MS,
            cpu_pct=50.0,
        )
        for n, (depth, jobs, iops, p99) in enumerate(runs)
    ]


EDGE = [(24, 1, rate, 1.9) for rate in (87_000, 87_200, 87_400)]


@pytest.mark.parametrize(
    ("goal", "runs", "sentences"),
    [
        (
            P99,
            [(1, 1, 9_000, 0.1), *EDGE, (32, 1, 88_000, 2.1)],
            [
                "4 KiB random reads: 87.2k IOPS under p99 2 ms at QD 24, 1 job "
                "(95 % interval 86.7k–87.7k IOPS, 3 runs)."
            ],
        ),
        (
            P99,
            [(1, 1, 9_000, 0.1), (256, 4, 500_000, 1.2)],
            [
                "4 KiB random reads: 500k IOPS under p99 2 ms at QD 256, 4 jobs (1 run: no interval).",
                "The limit was not reached at the highest depth tried (QD 256, 4 jobs, p99 1.20 ms).",
            ],
        ),
        (
            P99,
            [(1, 1, 300, 3.4)],
            ["4 KiB random reads: p99 2 ms is already exceeded at QD 1, 1 job: 3.40 ms (1 run)."],
        ),
        (
            {"metric": "iops", "limit": 100_000.0},
            [*EDGE, (32, 1, 101_000, 2.1)],
            [
                "4 KiB random reads: 100k IOPS reached at QD 32, 1 job: 101k IOPS, p99 2.10 ms (1 run: no interval)."
            ],
        ),
        (
            {"metric": "bw_bytes_per_s", "limit": 2e9},
            [(64, 1, 200_000, 1.0)],
            [
                "4 KiB random reads: 2.00 GB/s not reached: at most 819 MB/s at QD 64, 1 job (1 run: no interval).",
                "3 targets like this would reach it, unless something they share is the limit.",
            ],
        ),
        # Without a latency nothing is known to keep the limit.
        (
            P99,
            [(1, 1, 300, None)],
            ["4 KiB random reads: p99 2 ms is already exceeded at QD 1, 1 job: not measured (1 run)."],
        ),
    ],
)
def test_a_search_ends_with_one_sentence(goal: SearchGoal, runs: list[Ran], sentences: list[str]) -> None:
    answer = build_batch_answer(ran(*runs), [NONE] * len(runs), [], goal=goal)
    assert answer is not None
    assert [answer["verdict"]["sentence"], *answer["verdict"]["text"]] == sentences


def test_the_best_step_has_its_latency_and_what_an_io_costs() -> None:
    answer = build_batch_answer(ran(*EDGE, (32, 1, 88_000, 2.1)), [NONE] * 4, [], goal=P99)
    assert answer is not None
    figures = [(one["name"], round(one["value"]), one["unit"]) for one in answer["figures"]]
    assert figures == [
        ("Best with p99 up to 2 ms", 87_200, "IOPS"),
        ("p99 of that step", 1_900_000, "ns"),
        ("CPU time per I/O", 5734, "ns"),
    ]
    assert answer["sure"] == "2 steps, 4 runs"


@pytest.mark.parametrize("metric", ["clat_p99_ns", "iops", "bw_bytes_per_s"])
def test_a_goal_is_read_from_what_an_agent_says(metric: GoalMetric) -> None:
    assert read_goal({"metric": metric, "limit": 2, "iodepth": "1,2"}) == {"metric": metric, "limit": 2.0}
    for odd in (None, [], {}, {"metric": metric}, {"metric": "lat", "limit": 2}):
        assert read_goal(odd) is None, odd
    for limit in (0, -1, True, "2", float("inf"), float("nan"), None):
        assert read_goal({"metric": metric, "limit": limit}) is None, limit


def test_names_of_options_are_read_from_what_an_agent_says() -> None:
    assert read_option_names(["rwmixread", "ioengine", "rwmixread"]) == ["rwmixread", "ioengine"]
    for odd in (None, "rwmixread", [1], ["a b"], ["A"], ["x" * 65], ["rw"] * 17, ["rwmixread", None]):
        assert read_option_names(odd) == [], odd
