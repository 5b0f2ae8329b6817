"""Who stands out among drives of one model: 200 synthetic machines with planted odd ones, and groups without any."""

from dataclasses import dataclass

import numpy as np
import pytest

from fioboard.engine.factors.outlier_factors import Apart, apart
from fioboard.engine.stats.stand_out import MIN_UNITS, Standing, Unit, standing

MACHINES = 200
SEEDS = (1, 2, 3, 4, 5)
# Repeats of one drive, drives of one model, machines: standard deviations as shares. Single runs have heavy tails.
RUN, DRIVE, MACHINE = 0.02, 0.015, 0.01
LINK_LANES = 4


@dataclass
class Drive:
    """A synthetic drive: its figures of two workloads, and what is known of it."""

    reads: list[float]
    """128 KiB sequential, bytes per second: what the link carries."""
    iops: list[float]
    facts: dict[str, str | int | float | bool | None]
    planted: str = ""


def fleet(seed: int, *, drives: int = 8, repeats: int = 3, odd_every: int = 20) -> list[Drive]:
    """Machines with drives of one model; every so many drives one of four kinds of odd ones (0 = none)."""
    random = np.random.default_rng(seed)
    made: list[Drive] = []
    kinds = ("-10 %", "-20 %", "lane", "firmware")
    for machine in range(MACHINES):
        of_machine = 1 + MACHINE * random.standard_normal()
        for slot in range(drives):
            number = machine * drives + slot
            planted = (
                kinds[number // odd_every % 4] if odd_every and number % odd_every == odd_every - 1 else ""
            )
            own = of_machine * (1 + DRIVE * random.standard_normal())
            factor = {"-10 %": 0.9, "-20 %": 0.8}.get(planted, 1.0)
            lanes = LINK_LANES - (planted == "lane")

            def runs(most: float, factor: float = factor, own: float = own) -> list[float]:
                noise = 1 + RUN * random.standard_t(5, repeats) / np.sqrt(5 / 3)
                return [float(value) for value in most * factor * own * noise]

            made.append(
                Drive(
                    runs(6.8e9 * lanes / LINK_LANES),
                    runs(800_000),
                    {
                        "host": f"host{machine}",
                        "slot": f"bay {slot}",
                        "drive.firmware": "1.1.0" if planted == "firmware" else "1.0.0",
                        "pcie.link": f"Gen4 x{lanes}",
                        "kernel": "6.1.0",
                        "temperature_c": 40 + 3 * float(random.standard_normal()),
                    },
                    planted,
                )
            )
    return made


def judged(drives: list[Drive], groups: int = 2) -> dict[str, Standing]:
    return {
        "reads": standing([Unit.build(drive.reads) for drive in drives], groups),
        "iops": standing([Unit.build(drive.iops) for drive in drives], groups),
    }


def named(drives: list[Drive]) -> set[int]:
    return {odd.position for one in judged(drives).values() for odd in one.odd}


@pytest.mark.quick(2)
@pytest.mark.parametrize("seed", SEEDS)
def test_planted_odd_drives_are_named_and_others_are_not(seed: int) -> None:
    drives = fleet(seed)
    out = named(drives)
    rate = {
        kind: np.mean([i in out for i, drive in enumerate(drives) if drive.planted == kind])
        for kind in ("-10 %", "-20 %", "lane", "firmware", "")
    }
    assert rate["-20 %"] >= 0.95
    assert rate["lane"] >= 0.95
    assert rate["-10 %"] >= 0.25
    # Another firmware with the same figure cannot be found by figures; ordinary drives neither.
    assert rate["firmware"] <= 0.01
    assert rate[""] <= 0.01


@pytest.mark.nightly
def test_small_groups_name_drives_that_are_20_percent_below_and_hardly_any_other() -> None:
    found: list[bool] = []
    false_alarms: list[bool] = []
    for seed in SEEDS:
        drives = fleet(seed, odd_every=0)
        for machine in range(0, MACHINES, 2):
            own = drives[machine * 8 : machine * 8 + 8]
            false_alarms.append(bool(named(own)))
            slow = Drive([0.8 * v for v in own[0].reads], [0.8 * v for v in own[0].iops], own[0].facts)
            found.append(0 in named([slow, *own[1:]]))
    assert np.mean(found) >= 0.95
    assert np.mean(false_alarms) <= 0.01


def test_one_lane_missing_is_told_with_its_link_and_nothing_else() -> None:
    drives = fleet(1)
    position = next(i for i, drive in enumerate(drives) if drive.planted == "lane")
    out = named(drives)
    others = [drive.facts for i, drive in enumerate(drives) if i not in out]
    assert apart(drives[position].facts, others) == [Apart("pcie.link", "Gen4 x3", "Gen4 x4", len(others))]


def test_what_every_drive_has_of_its_own_is_no_difference() -> None:
    others = [{"slot": f"bay {n}", "drive.firmware": "1", "temperature_c": 40 + n} for n in range(6)]
    one = {"slot": "bay 9", "drive.firmware": "1", "temperature_c": 50, "bs": 4096, "kernel": None}
    assert apart(one, others) == []
    assert [a.key for a in apart({**one, "temperature_c": 56}, others)] == ["temperature_c"]
    assert apart({"kernel": "6.2"}, [{}, {}, {"kernel": "6.1"}]) == []


def test_what_follows_from_another_difference_is_left_out() -> None:
    usual = {"os.version": "12", "kernel": "6.1.0"}
    assert [a.key for a in apart({"os.version": "13", "kernel": "6.12"}, [usual] * 5)] == ["os.version"]


def test_without_enough_drives_or_repeats_nobody_is_named() -> None:
    few = standing([Unit.build([100.0, 101.0])] * (MIN_UNITS - 1) + [])
    assert (few.odd, few.why_not) == ((), "needs 5 measured drives; 4 measured")
    once = standing([Unit.build([100.0 + n]) for n in range(9)] + [Unit.build([50.0])])
    assert (once.odd, once.noise, once.why_not) == ((), None, "needs 4 repeats, has 0")
    assert standing([]).typical is None


def test_one_bad_run_of_a_drive_measured_once_names_nobody() -> None:
    units = [Unit.build([100.0 + n, 101.0 + n]) for n in range(8)]
    assert standing([*units, Unit.build([50.0])]).odd == ()
    [odd] = standing([*units, Unit.build([50.0, 51.0])]).odd
    assert (odd.position, round(odd.ratio, 2)) == (8, 0.49)


def test_two_kinds_are_no_odd_ones() -> None:
    kinds = [Unit.build([100.0, 101.0]) for _ in range(6)] + [Unit.build([50.0, 50.5]) for _ in range(4)]
    assert standing(kinds).odd == ()


def test_equal_figures_name_nobody() -> None:
    assert standing([Unit.build([100.0, 100.0])] * 8).odd == ()


def test_two_odd_ones_do_not_hide_each_other() -> None:
    units = [Unit.build([100.0 + n / 10, 100.5]) for n in range(10)] + [
        Unit.build([80.0, 80.5]),
        Unit.build([79.0, 80.0]),
    ]
    assert {odd.position for odd in standing(units).odd} == {10, 11}
