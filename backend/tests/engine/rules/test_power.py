"""Clocks and sleep: what fires, what just does not, where nothing may be said."""

from typing import Any

import pytest

from fioboard.engine.formats.fio.model.reading import Latency
from fioboard.engine.rules import RunFacts, judge
from tests.engine.rules.facts import facts_on_machine, result, said, said_on_machine

STATIC = {"driver": "acpi-cpufreq", "governors": {"powersave": 16}, "epp": {}}
DYNAMIC = {"driver": "intel_pstate", "governors": {"powersave": 16}}


@pytest.mark.parametrize(
    ("frequency", "run", "expected"),
    [
        (STATIC, {}, "warning"),
        (STATIC, {"iodepth": 32}, "silent"),
        (STATIC, {"iodepth": 32, "sys_cpu_pct": 49.0}, "info"),
        (STATIC, {"iodepth": 32, "sys_cpu_pct": 48.9}, "silent"),
        (STATIC, {"iodepth": 32, "sys_cpu_pct": 99.0, "job_options": {"hipri": "1"}}, "silent"),
        (STATIC, {"ioengine": "psync", "iodepth": 32}, "warning"),
        (STATIC | {"governors": {"powersave": 8, "performance": 8}}, {}, "fine"),
        (STATIC | {"governors": {"schedutil": 16}}, {}, "fine"),
        # Active intel_pstate: the name of the governor says nothing.
        (DYNAMIC | {"epp": {"balance_performance": 16}}, {}, "fine"),
        (DYNAMIC | {"epp": {}}, {}, "fine"),
        (DYNAMIC | {"epp": {"balance_power": 16}}, {}, "info"),
        (DYNAMIC | {"epp": {"balance_power": 8, "performance": 8}}, {}, "fine"),
        ({}, {}, "unknown: CPU clocks"),
    ],
)
def test_governor(frequency: dict[str, Any], run: dict[str, Any], expected: str) -> None:
    assert said_on_machine("governor", {"cpu": {"frequency": frequency}}, result(**run)) == expected


def test_governor_of_a_guest_and_of_nobody() -> None:
    assert said_on_machine("governor", {"virtualized": "kvm"}, result()) == "silent"
    assert said("governor", result()) == "unknown: inventory"


def states(*latencies: int, is_disabled: bool | None = False) -> dict[str, Any]:
    listed = [{"name": "C", "latency_us": us, "is_disabled": is_disabled} for us in latencies]
    return {"cpu": {"idle": {"states": listed}}}


def lasting(median_us: int, **more: Any) -> Any:
    return result(clat=Latency(percentiles={"50": median_us * 1000}), **more)


@pytest.mark.parametrize(
    ("parts", "run", "expected"),
    [
        (states(2, 133), lasting(190), "info"),
        (states(2, 133), lasting(190, iodepth=2), "info"),
        (states(2, 133), lasting(190, iodepth=3), "silent"),
        (states(2, 49), lasting(190), "fine"),
        (states(2, 50), lasting(250), "info"),
        (states(2, 50), lasting(251), "fine"),
        # A way out that is longer than the whole I/O was not taken each time.
        (states(2, 133), lasting(133), "fine"),
        (states(2, 133, is_disabled=True), lasting(190), "fine"),
        # Processors differ.
        (states(2, 133, is_disabled=None), lasting(190), "fine"),
        (states(2, 133), lasting(190, sys_cpu_pct=60.0), "silent"),
        (states(2, 133), lasting(190, direct=False), "silent"),
        (states(2, 133), lasting(190, ioengine="io_uring", job_options={"hipri": "1"}), "silent"),
        ({}, lasting(190), "unknown: sleep states"),
    ],
)
def test_deep_idle(parts: dict[str, Any], run: Any, expected: str) -> None:
    assert said_on_machine("deep-idle", parts, run) == expected


def test_deep_idle_says_both_times() -> None:
    told = judge(facts_on_machine(states(2, 133, 900), lasting(190))).findings
    [found] = [finding for finding in told if finding.id == "deep-idle"]
    assert found.text == (
        "At QD 1, a CPU sleeps between I/Os: leaving an enabled sleep state takes 133 µs; "
        "the median I/O took 190 µs."
    )
    assert [(one.value, one.unit) for one in found.evidence] == [(133_000, "ns"), (190_000, "ns"), (1, None)]


WATTS = [{"index": 0, "max_power_w": 25.0, "is_operational": True}, {"index": 2, "max_power_w": 8.0}]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"nvme_features": {"power_state": 2}, "power_states": WATTS}, "warning"),
        ({"nvme_features": {"power_state": 1}}, "warning"),
        ({"nvme_features": {"power_state": 0}, "power_states": WATTS}, "fine"),
        # It slept in a state that is not operational: what it is set to is not known.
        (
            {"nvme_features": {"power_state": None, "unknown": {"power_state": "asleep"}}},
            "unknown: power state",
        ),
        ({"nvme_features": None}, "unknown: power state"),
        ({"transport": "sata"}, "silent"),
    ],
)
def test_power_state(entry: dict[str, Any], expected: str) -> None:
    assert said_on_machine("power-state", {}, result(), **entry) == expected


def test_power_state_in_watts_where_the_drive_told_them() -> None:
    set_to_2 = {"nvme_features": {"power_state": 2}}
    watts = spoken_of_power(facts_on_machine({}, result(), **set_to_2, power_states=WATTS))
    assert watts == ["nvme0n1 is set to power state 2 (8 of 25 W): drives are rated at state 0."]
    told = spoken_of_power(facts_on_machine({}, result(), **set_to_2))
    assert told == ["nvme0n1 is set to power state 2: drives are rated at state 0."]


def spoken_of_power(run: RunFacts) -> list[str]:
    return [finding.text for finding in judge(run).findings if finding.id == "power-state"]


ON, OFF = {"nvme_features": {"apst_enabled": True}}, {"nvme_features": {"apst_enabled": False}}


@pytest.mark.parametrize(
    ("run", "entry", "expected"),
    [
        ({"job_options": {"thinktime": "100ms"}}, ON, "info"),
        ({"job_options": {"thinktime": "100000"}}, ON, "info"),
        ({"job_options": {"thinktime": "99ms"}}, ON, "silent"),
        ({"job_options": {"thinktime": "1s"}}, OFF, "fine"),
        ({"job_options": {"thinktime": "1s"}}, {}, "unknown: power state"),
        ({"iops": 9.0, "lat": Latency(mean_ns=1e6)}, ON, "info"),
        ({"iops": 9.9, "lat": Latency(mean_ns=2e6)}, ON, "silent"),
        # Slow I/Os are no pauses.
        ({"iops": 5.0, "lat": Latency(mean_ns=190e6)}, ON, "silent"),
        ({"iops": 5.0, "iodepth": 2}, ON, "silent"),
        ({"iops": 5.0, "lat": None}, ON, "silent"),
    ],
)
def test_apst(run: dict[str, Any], entry: dict[str, Any], expected: str) -> None:
    assert said_on_machine("apst", {}, result(**run), **entry) == expected
