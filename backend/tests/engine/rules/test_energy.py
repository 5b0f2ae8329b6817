"""The power of a run: which meter counts, over which time, with which interval, and when nothing is said."""

import numpy as np
import pytest
from scipy import stats

from fioboard.engine.hardware.inventory.samples import Sampled, Samples
from fioboard.engine.rules import RunFacts
from fioboard.engine.rules.energy import Power, measure_power
from fioboard.engine.words.metrics import METRICS
from fioboard.engine.words.power import OF_CPUS, OF_MACHINE, POWER_SOURCES
from tests.engine.rules.facts import result

SECONDS = 60
LAID_OUT = 20
"""Seconds before the jobs ran, in which fio laid out its file."""


def meter(name: str, watts: list[float | None]) -> Sampled:
    return Sampled(f"power:{name}", "power_w", None, [1000 * (n + 1) for n in range(len(watts))], watts)


def measured(*meters: Sampled, **job: object) -> Power | None:
    facts = {"runtime_ms": SECONDS * 1000, "io_bytes": 120_000_000_000, "total_ios": 6_000_000} | job
    return measure_power(RunFacts(results=[result(**facts)], samples=Samples(series=list(meters))))


def steps(run: float, before: float = 50.0) -> list[float | None]:
    return [before] * LAID_OUT + [run] * SECONDS


def test_the_mean_is_of_the_time_in_which_the_jobs_ran() -> None:
    power = measured(meter("command plug", steps(200.0)))
    assert power is not None
    assert (power.source, power.watts, power.low_w, power.high_w) == ("command", 200.0, 200.0, 200.0)
    assert (power.bytes_per_s, power.iops) == (2e9, 100_000.0)


def test_the_interval_is_of_batch_means() -> None:
    noise = np.random.default_rng(46).normal(200, 9, SECONDS).round(3).tolist()
    power = measured(meter("command plug", [50.0] * LAID_OUT + noise))
    assert power is not None
    # Steps that lie whole in the run time: the first and the last may hold other time.
    inside = noise[1:-1] if power.readings == SECONDS - 2 else noise[:-1]
    assert power.readings == len(inside)
    size = len(inside) // 10
    means = [np.mean(batch) for batch in np.array_split(inside[-10 * size :], 10)]
    low, high = stats.t.interval(0.95, 9, np.mean(inside), stats.sem(means))
    assert power.watts == pytest.approx(np.mean(inside))
    assert (power.low_w, power.high_w) == pytest.approx((low, high), rel=1e-4)


def test_few_readings_have_a_mean_without_an_interval_and_fewer_none() -> None:
    every = [200.0 if n % 6 == 0 else None for n in range(LAID_OUT + SECONDS)]
    power = measured(meter("command plug", every))
    assert power is not None
    assert (power.watts, power.low_w, power.high_w) == (200.0, None, None)
    assert measured(meter("command plug", [None] * 78 + [200.0, 200.0])) is None
    # Readings of the time before the jobs ran are none of the run, however few it has itself.
    before: list[float | None] = [50.0] * LAID_OUT
    assert measured(meter("command plug", [*before, *[None] * 30, 200.0, 200.0, *[None] * 28])) is None


def test_what_tells_most_of_the_machine_counts() -> None:
    all_meters = [
        meter("package-0", steps(90.0)),
        meter("package-0 dram", steps(10.0)),
        meter("psys", steps(150.0)),
        meter("power_meter power1", steps(210.0)),
        meter("command bmc", steps(205.0)),
        meter("command plug", steps(215.0)),
    ]
    chosen = []
    for left_out in range(len(all_meters) + 1):
        power = measured(*all_meters[: len(all_meters) - left_out])
        chosen.append(None if power is None else (power.source, power.watts))
    assert chosen == [
        ("command", 205.0),
        ("command", 205.0),
        ("power_meter", 210.0),
        ("rapl_packages_and_memory", 100.0),
        ("rapl_packages_and_memory", 100.0),
        ("rapl_packages", 90.0),
        None,
    ]


def test_packages_add_up_where_each_of_them_was_read() -> None:
    second = steps(60.0)
    second[70] = None
    power = measured(
        meter("package-0", steps(90.0)), meter("package-1", second), meter("package-0 dram", steps(5.0))
    )
    assert power is not None
    assert (power.source, power.watts) == ("rapl_packages", 150.0)
    whole = measured(meter("package-0", steps(90.0)), meter("package-1", steps(60.0)))
    assert whole is not None
    assert power.readings == whole.readings - 1


def test_of_two_acpi_meters_none_stands_for_the_machine() -> None:
    assert measured(meter("power_meter power1", steps(1.0)), meter("power_meter power2", steps(2.0))) is None


@pytest.mark.parametrize(
    "unknown", [{"io_bytes": None}, {"total_ios": None}, {"runtime_ms": None}, {"io_bytes": 0}]
)
def test_what_jobs_moved_has_to_be_known(unknown: dict[str, object]) -> None:
    assert measured(meter("command plug", steps(200.0)), **unknown) is None


@pytest.mark.parametrize(
    ("second", "is_known"),
    [({}, True), ({"group": 1}, False), ({"runtime_ms": 30_000}, False), ({"runtime_ms": 57_000}, True)],
)
def test_jobs_that_did_not_share_the_time_share_no_power(
    second: dict[str, object], *, is_known: bool
) -> None:
    job = {"runtime_ms": 60_000, "io_bytes": 60_000_000_000, "total_ios": 3_000_000}
    facts = RunFacts(
        results=[result(**job), result(**(job | second))],
        samples=Samples(series=[meter("command plug", steps(200.0))]),
    )
    power = measure_power(facts)
    assert (power is not None) is is_known
    if power is not None:
        assert (power.bytes_per_s, power.iops) == (2e9, 100_000.0)


def test_metrics_of_the_machine_and_of_its_cpus_are_never_compared() -> None:
    assert {*OF_MACHINE, *OF_CPUS} == set(POWER_SOURCES)
    assert not {*OF_MACHINE} & {*OF_CPUS}
    # By this SQL tells them apart.
    assert {source for source in POWER_SOURCES if source.startswith("rapl")} == {*OF_CPUS}
    for source in POWER_SOURCES:
        figures = {"power_source": source, "power_w": 200.0, "power_bytes_per_s": 2e9, "power_iops": 1e5}
        read = {
            name: METRICS[name].read(figures)
            for scope in ("machine", "cpu")
            for name in (f"{scope}_energy_j_per_byte", f"{scope}_iops_per_w")
        }
        scope, other = ("machine", "cpu") if source in OF_MACHINE else ("cpu", "machine")
        assert (read[f"{scope}_energy_j_per_byte"], read[f"{scope}_iops_per_w"]) == (1e-7, 500.0)
        assert (read[f"{other}_energy_j_per_byte"], read[f"{other}_iops_per_w"]) == (None, None)
