"""Before and after a run, side by side: every figure with unit and source, every unknown with its reason."""

from typing import Any

from fioboard.engine.hardware.inventory.moments import NO_AFTER, Reading, list_readings
from fioboard.engine.hardware.inventory.samples import Samples, read_samples


def told(before: Any, after: Any, *notes: str) -> Samples:
    """A document of an agent without a sampler."""
    document = {
        "schema": 1,
        "t_ms": [],
        "series": [],
        "links": [],
        "before": before,
        "after": after,
        "sampler": {"notes": list(notes)},
    }
    return read_samples(document)


def by_title(found: list[Reading]) -> dict[str, tuple[float | None, float | None, str | None]]:
    """Title to before, after, unit."""
    return {reading.title: (reading.before, reading.after, reading.unit) for reading in found}


def test_health_is_side_by_side_with_unit_and_source() -> None:
    before = {"source": "nvmecontrol", "temperature_c": 39, "percentage_used": 3, "media_errors": 0}
    after = before | {"temperature_c": 52, "media_errors": 2, "data_written_bytes": 512_000}
    found = list_readings(told({"disks": {"nvd0": before}}, {"disks": {"nvd0": after}}))
    assert by_title(found) == {
        "Temperature": (39, 52, "°C"),
        "Endurance used": (3, 3, "%"),
        "Media errors": (0, 2, None),
        "Written by hosts, ever": (None, 512_000, "bytes"),
    }
    assert {(reading.subject, reading.source) for reading in found} == {("disk:nvd0", "nvmecontrol")}
    assert [reading.title for reading in found if reading.reason] == ["Written by hosts, ever"]


def test_a_drive_whose_temperature_nobody_told_says_so_in_the_agents_words() -> None:
    [unknown] = list_readings(
        told({"disks": {}}, {"disks": {}}, "disk:da0: no program reported its temperature")
    )
    assert (unknown.subject, unknown.title, unknown.before, unknown.after) == (
        *("disk:da0", "Temperature", None, None),
    )
    assert unknown.reason == "no program reported its temperature"


def test_an_agent_that_died_leaves_no_after() -> None:
    [heat] = list_readings(told({"disks": {"nvd0": {"temperature_c": 39}}}, None))
    assert (heat.before, heat.after, heat.reason) == (39, None, NO_AFTER)


def test_links_and_errors_are_told_per_function() -> None:
    before = {
        "links": {"pci1": {"current_gts": 16, "current_lanes": 4}},
        "aer": {"pci1": {"correctable": {"BadTLP": 1, "RxErr": 2, "TOTAL_ERR_COR": 3}, "fatal": {}}},
    }
    after = {
        "links": {"pci1": {"current_gts": 16, "current_lanes": 2}},
        "aer": {"pci1": {"correctable": {"BadTLP": 5, "RxErr": 2, "TOTAL_ERR_COR": 7}, "fatal": {}}},
    }
    assert by_title(list_readings(told(before, after))) == {
        "Link speed": (16, 16, "GT/s"),
        "Link width": (4, 2, "lanes"),
        "Correctable PCIe errors": (3, 7, None),
    }


def test_without_moments_there_is_nothing_to_tell() -> None:
    assert list_readings(Samples()) == []


def test_odd_documents_are_unknown_not_wrong() -> None:
    odd = {
        "disks": {"nvd0": {"temperature_c": "hot", "media_errors": True}, "nvd1": 7},
        "aer": [],
        "links": 1,
    }
    [heat] = list_readings(told(odd, odd))
    assert (heat.subject, heat.before, heat.after) == ("disk:nvd0", None, None)


def test_interrupts_memory_and_what_a_quota_stopped_are_told_with_their_units() -> None:
    quota = {
        "level": 0,
        "quota_us": 50_000,
        "period_us": 100_000,
        "throttled_periods": 4,
        "throttled_us": None,
    }
    before = {
        "interrupts": {"0000:41:00.0": {"by_node": {"0": 10}}},
        "dirty_bytes": 4096,
        "cgroup": {"cpu": [quota]},
    }
    after = before | {"dirty_bytes": 8192, "cgroup": {"cpu": [quota | {"throttled_periods": 9}]}}
    found = list_readings(told(before, after))
    assert by_title(found) == {
        "Interrupts on node 0": (10, 10, None),
        "Memory not written yet": (4096, 8192, "bytes"),
        "Stopped by its limit of 0.5 CPUs": (4, 9, None),
        "Time it was stopped": (None, None, "µs"),
    }
    assert [reading.title for reading in found if reading.reason] == ["Time it was stopped"]


def test_a_host_of_which_nothing_was_told_has_no_row() -> None:
    assert list_readings(told({"dirty_bytes": None, "cgroup": None}, {"interrupts": {}})) == []
