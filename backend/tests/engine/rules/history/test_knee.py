"""What a batch says of a planted sweep, word for word: the knee with its p99, how sure, the best points, what next."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from fioboard.engine.answers.batch import BatchAnswer
from fioboard.engine.rules.history import Measured, Step, build_batch_answer
from tests.engine.rules.history.alone import measured, run

# The sweep of the design, measured on a virtual machine: depth to IOPS and p99 in µs, one run each.
FOUR_K: Mapping[int, tuple[float, int]] = {
    1: (10_700, 120), 2: (17_100, 1_180), 4: (13_700, 3_950), 8: (22_500, 3_550), 16: (35_500, 4_360),
    32: (31_000, 6_980),
}  # fmt: skip
SIXTY_FOUR_K: Mapping[int, tuple[float, int]] = {
    1: (4_800, 3_900), 2: (7_100, 4_700), 4: (10_700, 2_340), 8: (9_200, 6_900), 16: (11_400, 7_900), 32: (11_800, 6_900),
}  # fmt: skip
NONE = Step({"kind": "none", "id": None, "sentence": "-"}, frozenset())


def sweep(
    points: Mapping[int, tuple[float, int | None]], bs_bytes: int = 4096, first: int = 0, **more: Any
) -> list[Measured]:
    return [
        measured(
            first + number,
            iops,
            iodepth=depth,
            bs_bytes=bs_bytes,
            bw_bytes_per_s=int(iops * bs_bytes),
            lat_mean_ns=depth / iops * 1e9,
            p99_ns=None if p99 is None else p99 * 1e3,
            setting={"bs": bs_bytes},
            **more,
        )
        for number, (depth, (iops, p99)) in enumerate(points.items())
    ]


def answer(measured: Sequence[Measured]) -> BatchAnswer:
    told = build_batch_answer(measured, [NONE] * len(measured), [])
    assert told is not None
    return told


def test_the_designs_sweep() -> None:
    told = answer([*sweep(FOUR_K), *sweep(SIXTY_FOUR_K, 65_536, 100)])
    assert told["verdict"]["sentence"] == ("4 KiB random reads saturate at QD 16: 35.5k IOPS, p99 4.36 ms.")
    assert told["verdict"]["text"][:1] == [
        "QD 32 gave 13 % less, mean latency rose 129 %, and p99 went from 4.36 ms to 6.98 ms.",
    ]
    assert told["sure"] == "one run per step, no confidence interval"
    knee = told["knee"]
    assert knee is not None
    assert (knee["in_flight"], knee["p99_ns"], knee["run_ids"]) == (16, 4.36e6, [run(4)])
    assert [
        (one["name"], one["value"], one["unit"], one["detail"], one["p99_limit_ns"])
        for one in told["figures"]
    ] == [
        ("Best with p99 up to 5 ms", 35_500, "IOPS", "4 KiB random reads, QD 16", 5e6),
        ("Best with p99 up to 2 ms", 17_100, "IOPS", "4 KiB random reads, QD 2", 2e6),
        ("Highest bandwidth", 11_800 * 65_536, "bytes/s", "64 KiB random reads, QD 32", None),
    ]
    assert told["next"] == {
        "title": "Repeat the steps around the knee until each has 3 runs",
        "detail": "6 more runs will give the knee of 4 KiB random reads a confidence interval.",
        "options": ["--rw randread", "--bs 4k", "--iodepth 8,16,32", "--numjobs 1", "--repeat 3"],
        "command": None,
    }


def test_without_p99_the_mean_stands_in_its_place() -> None:
    told = answer(sweep({depth: (iops, None) for depth, (iops, _) in FOUR_K.items()}))
    assert told["verdict"]["sentence"] == (
        "4 KiB random reads saturate at QD 16: 35.5k IOPS, mean latency 451 µs."
    )
    assert [one["name"] for one in told["figures"]] == ["Highest bandwidth"]


def test_noise_near_the_knee_takes_its_place() -> None:
    once, low = sweep(FOUR_K), sweep({16: (20_500, 4_360)}, first=10)
    told = answer([*once, *low])
    assert told["verdict"]["sentence"] == (
        "4 KiB random reads are too noisy for a knee: 2 runs at QD 16 range from 20.5k IOPS to 35.5k IOPS."
    )
    assert told["knee"] is None
    assert told["next"] is not None and "--repeat 3" in told["next"]["options"]
    # As far apart where no knee is near, the answer stays.
    told = answer([*once, *sweep({1: (18_000, 120)}, first=10)])
    assert told["verdict"]["sentence"] == "4 KiB random reads saturate at QD 16: 35.5k IOPS, p99 4.36 ms."


def test_repeats_make_it_sure_and_leave_nothing_to_do() -> None:
    thrice = [one for repeat in range(3) for one in sweep(FOUR_K, first=10 * repeat)]
    told = answer(thrice)
    assert (told["sure"], told["next"]) == ("3 runs per step", None)
    assert told["knee"] is not None and len(told["knee"]["run_ids"]) == 3


def test_a_sweep_of_writes_has_no_command_that_would_overwrite() -> None:
    told = answer(sweep(FOUR_K, rw="randwrite", direction="write"))
    assert told["next"] is not None and told["next"]["options"] == []


@pytest.mark.parametrize(
    ("rates", "has_knee"),
    [((1000, 1990, 3900), False), ((1000, 1990, 2000), True), ((1000, 1200, 1400), False)],
)
def test_a_knee_is_marked_only_where_there_is_one(rates: Sequence[float], has_knee: bool) -> None:
    told = answer(sweep({2**n: (rate, 100) for n, rate in enumerate(rates)}))
    assert (told["knee"] is not None, told["next"] is not None) == (has_knee, has_knee)


def test_another_machine_is_another_sweep() -> None:
    """The same depths before and after a BIOS change: two knees, never one line of both."""
    other = {depth: (iops * 2, p99) for depth, (iops, p99) in FOUR_K.items()}
    changed = [
        measured(
            50 + n, iops, iodepth=depth, lat_mean_ns=depth / iops * 1e9, setting={"bs": 4096, "bios.nps": 4}
        )
        for n, (depth, (iops, _)) in enumerate(other.items())
    ]
    told = answer([*sweep(FOUR_K), *changed])
    assert told["sure"] == "one run per step, no confidence interval"
    assert "35.5k IOPS" in told["verdict"]["sentence"]
