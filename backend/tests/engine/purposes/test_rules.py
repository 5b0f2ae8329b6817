"""The rules of a verdict, each by figures beside one that is known."""

from dataclasses import replace

import pytest

from fioboard.engine.purposes.built_in import load_purposes
from fioboard.engine.purposes.card import Requirement
from fioboard.engine.purposes.judge import Judgement, judge
from fioboard.engine.purposes.measurement import Latency, Measurement
from fioboard.engine.purposes.words import describe_need, summarize

MS = 1e6
REQUIREMENTS = {one.id: one for purpose in load_purposes().values() for one in purpose.requirement}
WAL = REQUIREMENTS["etcd-wal-p99"]
SYNCED = Measurement(
    name="etcd",
    rw="write",
    bs_bytes=2300,
    iodepth=1,
    numjobs=1,
    ioengine="sync",
    direct=False,
    sync="every",
    iops=400,
    lat=Latency(0.01 * MS, 1 * MS, {99.0: 0.05 * MS, 99.5: 0.1 * MS}),
    sync_lat=Latency(2 * MS, 20 * MS, {50.0: 2 * MS, 99.0: 4 * MS, 99.5: 5 * MS, 99.9: 8 * MS}),
)


def answer(measurement: Measurement, requirement: Requirement = WAL) -> str | None:
    judgement = judge(requirement, measurement)
    return "not about it" if judgement is None else judgement.answer


def with_p99(value: float, measurement: Measurement = SYNCED) -> Measurement:
    return replace(measurement, sync_lat=Latency(None, None, {99.0: value}))


def test_answers_by_the_figure() -> None:
    for p99, expected in (
        (1.0, "comfortable"),
        (5.0, "comfortable"),
        (5.1, "meets"),
        (10.0, "meets"),
        (10.1, "fails"),
    ):
        assert answer(with_p99(p99 * MS)) == expected, p99


def test_a_workload_that_differs_tells_only_what_follows() -> None:
    fast, slow = SYNCED, with_p99(42 * MS)
    cases = (
        ("larger blocks, passes", replace(fast, bs_bytes=32768), "comfortable"),
        ("larger blocks, fails", replace(slow, bs_bytes=32768), "cannot_tell"),
        ("far larger blocks", replace(fast, bs_bytes=65536), "cannot_tell"),
        ("twice the size is the same", replace(slow, bs_bytes=4600), "fails"),
        ("smaller blocks, passes", replace(fast, bs_bytes=512), "cannot_tell"),
        ("smaller blocks, fails", replace(slow, bs_bytes=512), "fails"),
        ("random order, passes", replace(fast, rw="randwrite"), "comfortable"),
        ("several writers, fails", replace(slow, numjobs=8), "cannot_tell"),
        ("some writes flushed", replace(fast, sync="some"), "cannot_tell"),
        ("no flush through the cache", replace(fast, sync="none", sync_lat=None), "cannot_tell"),
        ("flushes unknown", replace(fast, sync=None), "cannot_tell"),
        ("block size unknown", replace(fast, bs_bytes=None), "cannot_tell"),
        ("reads", replace(fast, rw="randread"), "not about it"),
        ("unreliable, passes", replace(fast, is_unreliable=True), "cannot_tell"),
        ("unreliable, fails", replace(slow, is_unreliable=True), "cannot_tell"),
        ("memory answered, passes", replace(fast, is_flattered=True), "cannot_tell"),
        ("memory answered, fails", replace(slow, is_flattered=True), "fails"),
    )
    for name, measurement, expected in cases:
        assert answer(measurement) == expected, name


def test_a_buffered_rate_is_memory() -> None:
    rate = Measurement(
        name="x", rw="randrw", bs_bytes=4096, iodepth=32, numjobs=1, ioengine="libaio", direct=True, sync="none",
        iops=12_000.0,
    )  # fmt: skip
    iops = REQUIREMENTS["harvester-iops"]
    for name, measurement, expected in (
        ("as asked", rate, "comfortable"),
        ("buffered", replace(rate, direct=False), "cannot_tell"),
        ("direct unknown", replace(rate, direct=None), "cannot_tell"),
        ("more in flight, passes", replace(rate, numjobs=4), "cannot_tell"),
        ("one in flight, passes", replace(rate, iodepth=1), "comfortable"),
        ("one in flight, could grow enough", replace(rate, iodepth=1, iops=400.0), "cannot_tell"),
        ("one in flight, could not", replace(rate, iodepth=1, iops=100.0), "fails"),
        ("limits itself, misses", replace(rate, iops=1000.0, is_paced=True), "cannot_tell"),
    ):
        assert answer(measurement, iops) == expected, name


def test_a_percentile_that_was_not_printed_is_bounded() -> None:
    for name, latency, expected in (
        ("largest within", Latency(None, 4 * MS, {}), "comfortable"),
        ("p99.9 within", Latency(None, None, {99.9: 9 * MS}), "meets"),
        ("median beyond", Latency(None, None, {50.0: 11 * MS}), "fails"),
        ("mean alone", Latency(0.1 * MS, None, {}), "cannot_tell"),
        ("between", Latency(None, 15 * MS, {95.0: 3 * MS}), "cannot_tell"),
    ):
        assert answer(replace(SYNCED, sync_lat=latency)) == expected, name


def test_a_direct_write_and_its_flush_both_count() -> None:
    direct = replace(SYNCED, direct=True)
    for name, clat, sync, expected in (
        ("both short", {99.0: 1, 99.5: 1}, {99.0: 3, 99.5: 3}, "comfortable"),
        ("write through: the flush is nothing", {99.0: 12, 99.5: 13}, {99.0: 0.01, 99.5: 0.01}, "fails"),
        ("the sum may be too much", {99.0: 5, 99.5: 6}, {99.0: 5, 99.5: 6}, "cannot_tell"),
    ):
        measurement = replace(
            direct,
            lat=Latency(None, None, {key: value * MS for key, value in clat.items()}),
            sync_lat=Latency(None, None, {key: value * MS for key, value in sync.items()}),
        )
        assert answer(measurement) == expected, name
    waits = replace(direct, sync_by="O_SYNC", sync_lat=None, lat=Latency(3 * MS, None, {99.0: 8 * MS}))
    assert answer(waits) == "meets"
    # A mean adds up exactly, through the cache and past it.
    log = judge(REQUIREMENTS["sql-server-log"], replace(SYNCED, bs_bytes=4096))
    assert log is not None
    assert log.span.value == pytest.approx(2.01 * MS)


def repeat(*p99: float) -> Judgement:
    first, *others = (with_p99(value * MS) for value in p99)
    judgement = judge(WAL, first, others)
    assert judgement is not None
    return judgement


def test_repeats_settle_what_one_run_cannot() -> None:
    for p99, expected in (
        ((9.5,), ("meets", True, False)),
        ((10.5,), ("fails", True, False)),
        ((9.5, 9.4, 9.6), ("meets", True, True)),
        ((9.5, 9.0, 12.0), ("meets", True, True)),
        ((485.0, 42.6), ("fails", False, True)),
        ((2.0,), ("comfortable", False, True)),
    ):
        judgement = repeat(*p99)
        assert (judgement.answer, judgement.is_narrow, judgement.is_settled) == expected, p99


def test_a_recommendation_is_missed_only_by_the_very_workload() -> None:
    read = Measurement(
        name="r", rw="randread", bs_bytes=4096, iodepth=32, numjobs=4, ioengine="libaio", direct=True, sync="none",
        iops=5_000.0,
    )  # fmt: skip
    gitaly = REQUIREMENTS["gitaly-read"]
    assert answer(read, gitaly) is None
    assert answer(replace(read, is_unreliable=True), gitaly) == "cannot_tell"


def test_what_a_run_lacks_is_a_factor_and_of_nothing_measured_the_limit() -> None:
    rate = Measurement(
        name="x", rw="randrw", bs_bytes=4096, iodepth=32, numjobs=1, ioengine="libaio", direct=True, sync="none",
    )  # fmt: skip
    for iops, expected in (
        (1000.0, "Needs 5 times the measured IOPS."),
        (0.0, "The IOPS has to rise from 0 to at least 5,000."),
    ):
        judgement = judge(REQUIREMENTS["harvester-iops"], replace(rate, iops=iops))
        assert judgement is not None
        assert describe_need(judgement) == expected


def test_an_unreliable_repeat_takes_nothing_from_the_others() -> None:
    unreliable = replace(with_p99(40 * MS), is_unreliable=True)
    judgement = judge(WAL, unreliable, [with_p99(4 * MS), with_p99(3 * MS)])
    assert judgement is not None
    assert (judgement.answer, judgement.is_narrow, len(judgement.repeats)) == ("comfortable", False, 2)
    # Where all are unreliable, one that passes is no yes.
    lucky = judge(WAL, unreliable, [replace(with_p99(4 * MS), is_unreliable=True)])
    assert lucky is not None
    assert (lucky.answer, lucky.is_narrow) == ("cannot_tell", False)


def test_a_purpose_is_met_only_where_all_it_needs_was_measured() -> None:
    harvester = load_purposes()["harvester"]
    rate = Measurement(
        name="r", rw="randread", bs_bytes=4096, iodepth=32, numjobs=1, ioengine="libaio", direct=True, sync="none",
        iops=50_000,
    )  # fmt: skip
    iops = judge(REQUIREMENTS["harvester-iops"], rate)
    slow = judge(REQUIREMENTS["harvester-iops"], replace(rate, iops=10))
    log = judge(REQUIREMENTS["harvester-etcd"], SYNCED)
    assert iops is not None and slow is not None and log is not None
    for judgements, expected in (
        (
            [iops],
            "Meets the stated requirements tested so far for Harvester (1 of 2: random IOPS of each disk); "
            "the other is untested.",
        ),
        ([iops, log], "Meets the stated requirements for Harvester."),
        ([slow], "Does not meet the stated requirements for Harvester (random IOPS of each disk)."),
        ([slow, log], "Does not meet the stated requirements for Harvester (random IOPS of each disk)."),
    ):
        assert summarize([(harvester, one) for one in judgements]) == expected
    # A figure for a console's drive says nothing of a folder.
    drive = judge(
        REQUIREMENTS["ps5-read"], replace(rate, rw="read", bs_bytes=1 << 20, iodepth=8, bw_bytes_per_s=7e9)
    )
    assert drive is not None and drive.answer == "comfortable"
    console = load_purposes()["playstation-5"]
    assert summarize([(console, drive)]) is None
    # A list of what is met names the recommendation that is not.
    below = judge(REQUIREMENTS["ps5-read"], replace(drive.measurement, bw_bytes_per_s=1.13e9))
    assert below is not None
    assert summarize([(harvester, iops), (harvester, log), (console, below)]) == (
        "Meets the stated requirements for Harvester; misses the recommendation for PlayStation 5 M.2 drive "
        "(sequential read)."
    )


def test_counts_and_times_follow_from_the_rate() -> None:
    written = Measurement(
        name="w", rw="write", bs_bytes=262144, iodepth=1, numjobs=8, ioengine="libaio", direct=True, sync="none",
        bw_bytes_per_s=46e6,
    )  # fmt: skip
    cameras = judge(REQUIREMENTS["nvr-8mp"], written)
    assert cameras is not None
    assert (cameras.answer, cameras.count) == (None, 23)
    assert (
        summarize([(load_purposes()["nvr"], cameras)])
        == "Is fast enough for 23 cameras (8 MP cameras, H.264, 30 fps)."
    )
    checkpoint = judge(
        REQUIREMENTS["checkpoint-llama3-8b"],
        replace(written, bs_bytes=16 << 20, iodepth=4, sync="end", bw_bytes_per_s=1.75e9),
    )
    assert checkpoint is not None
    assert checkpoint.seconds == pytest.approx(60)
