"""The parts of suites that decide: grids, orders, intervals, and which step comes next."""

import math
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from fioboard_agent.delivery.payload import Annotations
from fioboard_agent.errors import UsageError
from fioboard_agent.inventory.completion import Additions
from fioboard_agent.suites.batch import Done, Plan, Until, count_planned_steps, estimate_s, find_next_step
from fioboard_agent.suites.fio_jobs import build_measuring
from fioboard_agent.suites.order import arrange_latin, shuffle_block
from fioboard_agent.suites.precision import compute_half_width, compute_half_width_ratio, compute_student_t
from fioboard_agent.suites.store import BatchStore, KeptBatch
from fioboard_agent.suites.target import SuiteTarget
from fioboard_agent.suites.words import describe_estimate, describe_plan, format_duration, format_repeats
from fioboard_agent.suites.workload import Workload, sweep_workloads

NAMES = ("a", "b", "c", "d", "e")
PLAN = Plan(
    id="5c2f1a52-7a0e-4f6e-8f0e-9a4f6c1d2e3f",
    name="sweep",
    workloads=tuple(Workload(name, "randread", "4k", 1) for name in NAMES),
    target=SuiteTarget(Path("/mnt/x.dat"), True, True, "libaio"),
    identity={"inode": 2, "file_system_bytes": 10**12},
    runtime_s=10,
    ramp_s=0,
    size_bytes=1 << 30,
    repeats=3,
    order="interleaved",
    seed=7,
)


def play(plan, value=lambda name, repeat: 1000.0, most=1000):
    """Run the plan without fio: every step yields value(workload, repeat)."""
    done = []
    while (step := find_next_step(plan, done)) is not None and len(done) < most:
        assert len(done) < count_planned_steps(plan, done)
        figures = {"read": {"iops": value(step.workload.name, step.repeat)}}
        done.append(Done(step.role, step.workload.name, step.repeat, f"key{len(done)}", figures))
    return done


@pytest.mark.parametrize(
    ("freedom", "value"),
    # tables of Student's t, two-sided 95 %
    [
        (1, 12.7062),
        (2, 4.3027),
        (3, 3.1824),
        (4, 2.7764),
        (5, 2.5706),
        (9, 2.2622),
        (30, 2.0423),
        (100, 1.9840),
    ],
)
def test_student_t_is_that_of_the_tables(freedom, value):
    assert compute_student_t(freedom) == pytest.approx(value, abs=5e-5)


def test_interval_worked_out_by_hand():
    # mean 10, standard deviation 2 of three values, t 4.3027: 4.3027 * 2 / sqrt(3)
    assert compute_half_width([8, 10, 12]) == pytest.approx(4.96833, abs=1e-4)
    assert compute_half_width_ratio([8, 10, 12]) == pytest.approx(0.496833, abs=1e-5)


@pytest.mark.parametrize("values", [[], [5.0]])
def test_one_value_has_no_interval(values):
    assert compute_half_width(values) is None
    assert compute_half_width_ratio(values) is None


def test_mean_of_zero_has_no_share():
    assert compute_half_width_ratio([0.0, 0.0]) is None


def test_grid_is_every_combination_once():
    grid = sweep_workloads("randread,randwrite", "4k,64k", "1,32", "1,4")
    assert len(grid) == len({workload.name for workload in grid}) == 16
    assert grid[0] == Workload("randread-4k-qd1-nj1", "randread", "4k", 1, 1)
    assert grid[-1].name == "randwrite-64k-qd32-nj4"


@pytest.mark.parametrize(
    "given",
    [
        ("reed", "4k", "1", "1"),
        ("read", "4q", "1", "1"),
        ("read", "1000", "1", "1"),
        ("read", "4k,4k", "1", "1"),
        ("read", "4k", "0", "1"),
        ("read", "4k", "1,,2", "1"),
        ("read", "4k", "1", "-1"),
        ("read", "4k", ",".join(map(str, range(1, 1002))), "1"),
    ],
)
def test_grid_that_is_none_is_refused(given):
    with pytest.raises(UsageError):
        sweep_workloads(*given)


def test_each_repeat_is_a_block_of_all_workloads_in_an_order_of_its_own():
    done = play(PLAN)
    blocks = [[one.workload for one in done[start : start + 5]] for start in (0, 5, 10)]
    assert all(sorted(block) == list(NAMES) for block in blocks)
    assert [one.repeat for one in done] == [1] * 5 + [2] * 5 + [3] * 5
    assert len({tuple(block) for block in blocks}) > 1


def test_order_follows_from_the_seed():
    assert shuffle_block(NAMES, 1, 7) == shuffle_block(NAMES, 1, 7)
    assert len({tuple(shuffle_block(NAMES, 1, seed)) for seed in range(20)}) > 10


def test_drift_does_not_favour_the_workloads_listed_first():
    """Equal workloads on a drive that loses 1 % per step: over many seeds each has the same mean, within 1 %.

    In sequence the last one would be 12 % below the first.
    """
    sums = dict.fromkeys(NAMES, 0.0)
    for seed in range(60):
        for position, one in enumerate(play(replace(PLAN, seed=seed))):
            sums[one.workload] += 1000 * (1 - position / 100)
    means = [total / 60 / 3 for total in sums.values()]
    assert max(means) / min(means) < 1.01


def test_sequential_order_is_the_listed_one():
    done = play(replace(PLAN, order="sequential"))
    assert [(one.workload, one.repeat) for one in done][:4] == [("a", 1), ("a", 2), ("a", 3), ("b", 1)]


@pytest.mark.parametrize("stop", range(16))
def test_batch_that_is_interrupted_anywhere_does_each_step_once_in_the_same_order(stop):
    whole = play(PLAN)
    first = play(PLAN, most=stop)
    assert first == whole[:stop]
    step = find_next_step(PLAN, first)
    assert (
        step is None if stop == 15 else (step.workload.name, step.repeat) == (whole[stop].workload, whole[stop].repeat)
    )


def test_until_repeats_only_what_is_not_known_well_enough():
    noise = {1: 900.0, 2: 1100.0, 3: 1000.0}
    plan = replace(PLAN, until=Until(0.05, "iops", 12))
    done = play(plan, lambda name, repeat: noise.get(repeat, 1000.0) if name == "c" else 1000.0 + repeat)
    counts = {name: sum(one.workload == name for one in done) for name in NAMES}
    assert {name: count for name, count in counts.items() if name != "c"} == {"a": 3, "b": 3, "d": 3, "e": 3}
    values = [one.figures["read"]["iops"] for one in done if one.workload == "c"]
    assert compute_half_width_ratio(values) <= 0.05
    assert compute_half_width_ratio(values[:-1]) > 0.05


def test_until_gives_up_at_the_limit():
    plan = replace(PLAN, until=Until(0.01, "iops", 6))
    done = play(plan, lambda _, repeat: 1000.0 * (1 + repeat % 2))
    assert len(done) == 5 * 6


def test_until_does_not_repeat_what_fails():
    plan = replace(PLAN, workloads=PLAN.workloads[:1], until=Until(0.01, "iops", 6))
    done = []
    while (step := find_next_step(plan, done)) is not None:
        done.append(Done(step.role, "a", step.repeat, "key", {}))
    assert len(done) == 3


def test_both_directions_of_a_mixed_workload_count():
    plan = replace(PLAN, workloads=PLAN.workloads[:1], repeats=2, until=Until(0.05, "iops", 9))
    done = [
        Done("measure", "a", repeat, "key", {"read": {"iops": 1000.0}, "write": {"iops": 100.0 * repeat}})
        for repeat in (1, 2)
    ]
    assert find_next_step(plan, done).repeat == 3


def test_precondition_comes_first_and_once():
    done = play(replace(PLAN, precondition="random"))
    assert [(one.role, one.workload) for one in done[:2]] == [
        ("precondition", "precondition-fill"),
        ("precondition", "precondition-random"),
    ]
    assert all(one.role == "measure" for one in done[2:])


def test_duration_is_stated_before_the_start():
    shortest, longest = estimate_s(replace(PLAN, until=Until(0.05, "iops", 6)))
    assert shortest == pytest.approx(5 * 3 * 11.5)
    assert longest == pytest.approx(5 * 6 * 11.5)
    sentences = " ".join(describe_plan(replace(PLAN, until=Until(0.05, "iops", 6)), []))
    assert "15 steps of 10 s: about 3 min to 6 min, plus the time to write the test data." in sentences
    assert "± 5 %" in sentences


@pytest.mark.parametrize(("mode", "passes"), [("fill", "once in sequence,"), ("random", "and once in random order")])
def test_preconditioning_says_that_it_writes(mode, passes):
    sentences = " ".join(describe_plan(replace(PLAN, precondition=mode), []))
    assert "WRITES 1,024 MiB of /mnt/x.dat" in sentences
    assert passes in sentences


@pytest.mark.parametrize(("seconds", "text"), [(0, "0 s"), (89, "89 s"), (720, "12 min"), (12_000, "3 h 20 min")])
def test_durations_read_like_durations(seconds, text):
    assert format_duration(seconds) == text


def test_repeats_are_shown_as_mean_and_interval():
    done = [Done("measure", "a", n, "k", {"read": {"iops": value}}) for n, value in ((1, 8.0), (2, 10.0), (3, 12.0))]
    assert list(format_repeats(PLAN, done)) == ["  a: read 10 ± 5 IOPS (± 49.7 %, 95 % interval of 3 repeats)"]


@pytest.mark.parametrize(("ratio", "ending"), [(0.5, "3 repeats)"), (0.05, "3 repeats; not within ± 5 %)")])
def test_precision_that_was_asked_for_and_not_reached_is_said(ratio, ending):
    done = [Done("measure", "a", n, "k", {"read": {"iops": value}}) for n, value in ((1, 8.0), (2, 10.0), (3, 12.0))]
    (line,) = format_repeats(replace(PLAN, until=Until(ratio, "iops", 3)), done)
    assert line.endswith(ending)


def test_rest_of_a_batch_is_counted_without_what_is_done():
    plan = replace(PLAN, workloads=PLAN.workloads[:1])
    (name,) = [workload.name for workload in plan.workloads]
    done = [Done("measure", name, n, "k", {"read": {"iops": 1.0}}) for n in range(1, plan.repeats)]
    *_, sentence = describe_plan(plan, done)
    assert sentence.startswith("1 workload, 1 step of 10 s left: about ")


def test_kept_batch_is_read_back_as_it_was(folders):
    store = BatchStore(folders)
    plan = replace(
        PLAN,
        until=Until(0.05, "clat_p99_ns", 9),
        annotations=Annotations("T", {"fan": "off"}, ("nightly",)),
        confirmed=("S1",),
        additions=Additions(True, "/tmp/dump", (("numa.nodes_per_socket", 4), ("x", "on"))),
    )
    batch = KeptBatch(plan, [Done("measure", "a", 1, "key", {"read": {"iops": 1.5}})])
    store.save(batch)
    (read,) = BatchStore(folders).unfinished()
    assert read == batch
    assert not math.isnan(read.done[0].figures["read"]["iops"])


def test_batch_is_found_by_the_beginning_of_its_id_or_as_the_newest(folders):
    store = BatchStore(folders)
    store.save(KeptBatch(PLAN))
    other = KeptBatch(replace(PLAN, id="5c000000-7a0e-4f6e-8f0e-9a4f6c1d2e3f"))
    store.save(other)
    assert store.find("5c2").plan.id == PLAN.id
    assert store.find("") == other
    for beginning in ("5c", "ff"):
        with pytest.raises(UsageError):
            store.find(beginning)
    store.remove(other)
    assert store.find("").plan.id == PLAN.id


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"schema": 1}', '{"schema": 99, "plan": {}, "done": []}'])
def test_file_that_is_no_batch_is_left_alone(folders, content):
    store = BatchStore(folders)
    (folders.batches / "x.json").write_text(content)
    assert store.unfinished() == []


def test_a_sweep_varies_any_option_that_a_job_may_have():
    grid = sweep_workloads("randrw", "4k", "1", "1", ["rwmixread=0,30", "ioengine=libaio,io_uring"])
    assert [one.varied for one in grid] == [
        (("rwmixread", mix), ("ioengine", engine)) for mix in ("0", "30") for engine in ("libaio", "io_uring")
    ]
    assert grid[0].name == "randrw-4k-qd1-nj1-rwmixread-0-ioengine-libaio"
    jobs = build_measuring(grid[1], PLAN.target, 10, 0, 1 << 20).sections[0].options
    assert (jobs["rwmixread"], jobs["ioengine"], jobs["direct"]) == ("0", "io_uring", "1")
    for vary in (
        ["rwmixread"], ["rwmixread=0,0"], ["bs=4k,8k"], ["filename=a,b"], ["size=1m,2m"], ["exec_prerun=a b"],
        ["ioengine=/x.so"], ["ioengine=external:/x.so"], ["bsrange=${HOME}"], ["rwmixread=0", "rwmixread=5"], ["=1"],
    ):  # fmt: skip
        with pytest.raises(UsageError):
            sweep_workloads("randrw", "4k", "1", "1", vary)
    with pytest.raises(UsageError, match="only --rw rw and randrw have a mix"):
        sweep_workloads("randread", "4k", "1", "1", ["rwmixread=0,30"])


@pytest.mark.parametrize("count", [2, 4, 5, 6, 7])
def test_a_latin_square_gives_every_workload_each_place_and_each_neighbour_as_often(count):
    names = "abcdefg"[:count]
    repeats = count if count % 2 == 0 else 2 * count
    rows = [arrange_latin(names, repeat, 7) for repeat in range(1, repeats + 1)]
    assert all(sorted(row) == list(names) for row in rows)
    for place in range(count):
        assert {Counter(row[place] for row in rows)[name] for name in names} == {repeats // count}
    pairs = Counter(pair for row in rows for pair in zip(row, row[1:]))
    assert len(pairs) == count * (count - 1)
    assert set(pairs.values()) == {1 if count % 2 == 0 else 2}
    assert count < 4 or rows != [arrange_latin(names, repeat, 8) for repeat in range(1, repeats + 1)]


def test_an_estimate_says_what_is_written_as_far_as_it_is_known():
    reads = " ".join(describe_estimate(replace(PLAN, target=replace(PLAN.target, is_own_file=False))))
    assert reads.endswith("Writes nothing.")
    mixed = sweep_workloads("randrw", "4k", "1", "1", ["rwmixread=0,70,100"])
    said = list(describe_estimate(replace(PLAN, workloads=mixed, repeats=1)))
    # 11.5 s a step: 100, 30 and 0 % of the requests write.
    assert said[-1] == (
        "Writes 1.07 GB before anything is measured and 15 GB for each GB/s of write throughput in the measuring steps."
    )
