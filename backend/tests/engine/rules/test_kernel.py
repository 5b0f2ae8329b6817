"""Settings of the kernel: what fires, what just does not, where nothing may be said."""

from typing import Any

import pytest

from tests.engine.rules.facts import result, said, said_on_machine

BUSY = result(iops=1_000_000.0, iodepth=64)


@pytest.mark.parametrize(
    ("iops", "entry", "expected"),
    [
        (100_000.0, {"scheduler": "bfq"}, "info"),
        (99_999.0, {"scheduler": "bfq"}, "silent"),
        (100_000.0, {"scheduler": "mq-deadline"}, "info"),
        (100_000.0, {"scheduler": "none"}, "fine"),
        (100_000.0, {"scheduler": None}, "unknown: scheduler"),
        (100_000.0, {"scheduler": "mq-deadline", "zoned": "host-managed"}, "silent"),
        (100_000.0, {"scheduler": "bfq", "zoned": "none"}, "info"),
        (100_000.0, {"scheduler": "bfq", "transport": "sata"}, "silent"),
    ],
)
def test_scheduler(iops: float, entry: dict[str, Any], expected: str) -> None:
    assert said_on_machine("scheduler", {}, result(iops=iops), **entry) == expected


@pytest.mark.parametrize(
    ("iops", "clock", "expected"),
    [
        (50_000.0, "hpet", "info"),
        (49_999.0, "hpet", "silent"),
        (50_000.0, "acpi_pm", "info"),
        (50_000.0, "tsc", "fine"),
        (50_000.0, "kvm-clock", "fine"),
        (50_000.0, None, "unknown: clock"),
    ],
)
def test_clocksource(iops: float, clock: str | None, expected: str) -> None:
    assert said_on_machine("clocksource", {"os": {"clocksource": clock}}, result(iops=iops)) == expected


@pytest.mark.parametrize(
    ("iops", "iommu", "expected"),
    [
        (300_000.0, {"group_types": {"DMA": 40}}, "info"),
        (299_999.0, {"group_types": {"DMA": 40}}, "silent"),
        (300_000.0, {"group_types": {"DMA-FQ": 40}}, "fine"),
        (300_000.0, {"group_types": {"identity": 40}}, "fine"),
        # Which of them the drive is in, nobody says.
        (300_000.0, {"group_types": {"DMA": 1, "DMA-FQ": 39}}, "unknown: IOMMU"),
        (300_000.0, {"is_active": False, "group_types": {}}, "fine"),
        (300_000.0, {"is_active": True, "group_types": {}}, "unknown: IOMMU"),
        (300_000.0, None, "unknown: IOMMU"),
    ],
)
def test_iommu_strict(iops: float, iommu: dict[str, Any] | None, expected: str) -> None:
    assert said_on_machine("iommu-strict", {"os": {"iommu": iommu}}, result(iops=iops)) == expected


ON = {"spectre_v2": "Mitigation: Retpolines", "l1tf": "Not affected"}
ENTERING = {"ioengine": "psync", "sys_cpu_pct": 50.0, "iops": 100_000.0}


@pytest.mark.parametrize(
    ("run", "states", "expected"),
    [
        (ENTERING, ON, "info"),
        (ENTERING, {"spectre_v2": "Vulnerable", "l1tf": "Not affected"}, "fine"),
        (ENTERING, {}, "unknown: mitigations"),
        (ENTERING | {"iops": 99_999.0}, ON, "silent"),
        (ENTERING | {"sys_cpu_pct": 49.9}, ON, "silent"),
        (ENTERING | {"ioengine": "io_uring"}, ON, "silent"),
    ],
)
def test_mitigations(run: dict[str, Any], states: dict[str, str], expected: str) -> None:
    assert said_on_machine("mitigations", {"cpu": {"mitigations": states}}, result(**run)) == expected


POLLING = {"ioengine": "io_uring", "job_options": {"hipri": "1"}}


@pytest.mark.parametrize(
    ("run", "queues", "expected"),
    [
        (POLLING, "0", "info"),
        (POLLING, "4", "fine"),
        (POLLING, None, "unknown: poll queues"),
        (POLLING | {"job_options": {"hipri": ""}}, "0", "info"),
        (POLLING | {"job_options": {"hipri": "0"}}, "0", "silent"),
        (POLLING | {"ioengine": "io_uring_cmd"}, "0", "silent"),
        ({}, "0", "silent"),
    ],
)
def test_poll_queues(run: dict[str, Any], queues: str | None, expected: str) -> None:
    parts = {"os": {"module_params": {"nvme": {"poll_queues": queues}}}}
    assert said_on_machine("poll-queues", parts, result(**run)) == expected


@pytest.mark.parametrize("rule", ["scheduler", "clocksource", "iommu-strict"])
def test_without_an_inventory_many_io_are_not_judged(rule: str) -> None:
    assert said(rule, BUSY) == "unknown: inventory"
    assert said(rule, BUSY, tool_name="elbencho") == "silent"
