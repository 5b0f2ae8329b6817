"""What a figure is compared with where nothing limits it: rating, path, queue, classes, in this order."""

from typing import Any

from fioboard.engine.formats.fio.model.reading import Latency
from fioboard.engine.rules import build_answer
from fioboard.engine.rules.facts import RatedFigure, RunFacts
from fioboard.engine.rules.reached import format_least_share
from fioboard.engine.rules.yardstick import find_yardstick
from tests.engine.rules.facts import facts_on_machine, result

SPREAD = {"clat": Latency(percentiles={"1": 90_000, "50": 480_000}), "lat": Latency(mean_ns=500_000.0)}


def verdict_of(facts: RunFacts) -> tuple[str | None, str, list[str]]:
    found = build_answer(facts)["verdict"]
    assert found["kind"] == "none", found
    return found["compared_with"], found["sentence"], found["text"]


def alone(**fields: Any) -> tuple[str | None, str]:
    return verdict_of(RunFacts(results=[result(**fields)]))[:2]


def test_littles_law_says_whether_a_deeper_queue_is_worth_trying() -> None:
    bound = "1.00k IOPS random read at QD 1: latency-bound, 1.00 ms per I/O."
    assert alone() == ("queue", f"{bound} A deeper queue is worth trying.")
    # Of what may be the page cache a deeper queue says nothing.
    assert alone(direct=None) == ("queue", bound)
    assert alone(iops=64_000.0, iodepth=32, **SPREAD) == (
        "queue",
        "64.0k IOPS random read at QD 32: half of the I/Os took at least 480 µs, the fastest 1 % at most 90.0 µs. Most of "
        "that is probably waiting: a deeper queue adds latency.",
    )
    narrow = SPREAD | {"clat": Latency(percentiles={"1": 300_000, "50": 480_000})}
    assert alone(iops=64_000.0, iodepth=32, **narrow)[0] == "class"


def test_a_synced_write_is_bound_by_its_whole_cycle() -> None:
    synced = {
        "direction": "write", "rw": "write", "direct": False, "job_options": {"fdatasync": "1"}, "iops": 500.0,
        "lat": Latency(mean_ns=8_000.0), "sync_lat": Latency(n=60_000, mean_ns=1_900_000.0), "runtime_ms": 600_000,
    }  # fmt: skip
    assert alone(**synced) == (
        "queue",
        "500 IOPS sequential write at QD 1: latency-bound, 2.00 ms per write with its sync. Only a faster sync or more "
        "writers at once can raise it.",
    )
    # Eight writes share a sync: the cycle of one is not that of the other.
    assert alone(**synced | {"job_options": {"fdatasync": "8"}})[0] is None


def test_a_write_that_waits_itself_is_not_one_of_the_page_cache() -> None:
    waiting = {
        "direction": "write",
        "rw": "write",
        "direct": False,
        "job_options": {"sync": "dsync"},
        "iops": 250.0,
    }
    compared, sentence = alone(**waiting)
    assert compared == "queue" and "4.00 ms per write with its sync" in sentence
    assert "page cache" not in alone(**waiting | {"ioengine": "io_uring", "iodepth": 8, "lat": None})[1]


def test_the_queue_is_not_judged_where_the_job_waits_for_something_else() -> None:
    for fields in (
        {"job_options": {"rate_iops": "5000"}},
        {"lat": None},
        # The I/Os took a tenth of the job's time.
        {"lat": Latency(mean_ns=1e5)},
        {"ioengine": "io_uring_cmd"},
        {"direct": False},
    ):
        assert alone(bs_bytes=8192, **fields)[0] is None, fields


def test_a_rating_comes_before_the_path_and_both_before_the_queue() -> None:
    facts = facts_on_machine({}, result())
    compared, sentence, text = verdict_of(facts)
    assert compared == "limit" and sentence.endswith("of the link limit.")
    # The payload per packet was not read, so the limit is a range, and so is the share of it.
    assert "0.057–0.062 %" in sentence
    busy, idle = (facts_on_machine({}, result(usr_cpu_pct=usr, sys_cpu_pct=20.0)) for usr in (40.0, 29.0))
    assert verdict_of(busy)[1].endswith("of the link limit; nearest known limit: fio CPU, 60 % used.")
    assert verdict_of(idle)[1].endswith("of the link limit.")
    assert text[0].endswith("A deeper queue is worth trying.")
    # What was measured above the lower end refutes it: then only a bound is left, no share of 100 %.
    fast = facts_on_machine({}, result(bw_bytes_per_s=7_000_000_000, bs_bytes=1 << 20))
    ends = fast.ceiling("read")
    assert ends is not None and ends.low < 7_000_000_000 < ends.high
    share = f"at least {format_least_share(7_000_000_000 / ends.high)} of the link limit"
    assert share in find_yardstick(fast).sentence
    rated = RatedFigure(
        metric="iops",
        direction="read",
        measured=1000.0,
        rated=4000.0,
        drive_count=1,
        verdict="below",
        may_judge=True,
    )
    found = build_answer(facts.set_ratings([rated]))["verdict"]
    assert found["compared_with"] == "rating"


def test_a_figure_without_a_yardstick_says_what_would_give_one() -> None:
    plain = {"bs_bytes": 8192, "lat": None}
    assert alone(**plain) == (
        None,
        "1.00k IOPS random read. Choose the drive to compare this with its datasheet.",
    )
    assert alone(**plain, direct=False)[1] == (
        "1.00k IOPS random read through the page cache. To measure the drive, run the job with direct=1."
    )
    assert alone(iops=None, bw_bytes_per_s=None, io_bytes=None, total_ios=None, runtime_ms=None) == (
        None,
        "1.00 ms per read on average. The output has no IOPS and no bandwidth.",
    )
    assert verdict_of(RunFacts(results=[]))[1] == "The output has no IOPS, bandwidth or latency."
