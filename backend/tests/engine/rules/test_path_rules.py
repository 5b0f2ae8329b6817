"""Every rule: fires where it should, with its evidence, and keeps silent next to it."""

from collections.abc import Callable
from typing import Any

import pytest

from fioboard.engine import rules
from fioboard.engine.formats.fio.model.reading import Result
from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.hardware.inventory.samples import read_samples
from fioboard.engine.rules import RunFacts
from tests.factories.machine import document, drive, function, targets

ROOT, DRIVE = "0000:40:01.1", "0000:41:00.0"
Changes = Callable[[dict[str, Any]], Any]


def one_drive(**parts: Any) -> dict[str, Any]:
    return document({ROOT: function(None), DRIVE: drive(ROOT)}, **parts)


def two_drives() -> dict[str, Any]:
    pci = {}
    for bus in ("40", "60"):
        pci[f"0000:{bus}:01.1"] = function(None)
        pci[f"0000:{bus[0]}1:00.0"] = drive(f"0000:{bus}:01.1")
    return document(pci)


def moved(direction: str, bw_bytes_per_s: float, bs_bytes: int, direct: bool) -> Result:
    return Result(
        direction=direction,
        where="",
        job_name="job",
        group=0,
        bw_bytes_per_s=round(bw_bytes_per_s),
        bs_bytes=bs_bytes,
        direct=direct,
    )


def of_run(
    inventory: dict[str, Any],
    samples: dict[str, Any] | None = None,
    results: tuple[Result, ...] = (),
    **cpus: str,
) -> dict[str, rules.Finding]:
    sampled = {"schema": 1, "t_ms": [0, 1000], "series": [], "links": []} | (samples or {})
    seen = read_samples(sampled)
    path = resolve(inventory, targets(*inventory["disks"]), samples=seen, fio_cpus=cpus)
    assert path is not None
    judged = rules.judge(RunFacts(results=results, path=path, document=inventory, samples=seen))
    return {finding.id: finding for finding in judged.findings}


def of_machine(inventory: dict[str, Any], moment: dict[str, Any] | None = None) -> dict[str, rules.Finding]:
    return {finding.id: finding for finding in rules.judge_machine(inventory, moment or {})}


def test_a_sound_machine_has_no_findings() -> None:
    assert of_machine(one_drive()) == {}
    assert of_run(one_drive()) == {}


def with_link(**link: Any) -> dict[str, Any]:
    inventory = one_drive()
    for entry in inventory["pci"].values():
        entry["link"] |= link
    return inventory


def test_a_narrow_link_is_named_with_both_widths() -> None:
    found = of_machine(with_link(current_lanes=2))["link-downgraded-width"]
    assert found.severity == "warning"
    assert "2 of 4 lanes" in found.text
    assert {e.name: e.value for e in found.evidence}["trained"] == "Gen4 x2"


def test_a_slow_link_is_judged_under_load_only() -> None:
    slow = with_link(current_gts=2.5)
    assert of_machine(slow) == {}
    loaded = {"links": [{"t_ms": 2000, "function": DRIVE, "gts": 8.0, "lanes": 4}]}
    found = of_run(slow, loaded)["link-downgraded-speed"]
    assert "8 of 16 GT/s under load" in found.text
    awake = {"links": [{"t_ms": 2000, "function": DRIVE, "gts": 16.0, "lanes": 4}]}
    assert of_run(slow, awake) == {}


def test_one_sample_before_the_job_was_running_does_not_count() -> None:
    early = {"links": [{"t_ms": 500, "function": DRIVE, "gts": 8.0, "lanes": 4}]}
    assert of_run(one_drive(), early) == {}


def test_an_older_port_is_information_not_a_warning() -> None:
    inventory = one_drive()
    inventory["pci"][ROOT]["link"] |= {"current_gts": 8.0, "max_gts": 8.0}
    inventory["pci"][DRIVE]["link"] |= {"current_gts": 8.0}
    found = of_machine(inventory)["port-limited"]
    assert (found.severity, "Gen4 x4" in found.text) == ("info", True)


@pytest.mark.parametrize("address", [ROOT, "0020:40:01.1"])
def test_a_wide_connector_with_few_lanes_is_named(address: str) -> None:
    slots = [{"designation": "PCIE_1", "width_lanes": 16, "address": address}]
    inventory = one_drive(system={"slots": slots})
    inventory["pci"][ROOT]["slot"] = {"name": "PCIE_1", "source": "smbios", "is_verified": True}
    assert "x16 connector, x4 wired" in of_machine(inventory)["narrow-slot"].text
    slots[0]["width_lanes"] = 4
    inventory["system"] = {"slots": slots}
    assert of_machine(inventory) == {}


def test_memory_below_its_rated_speed() -> None:
    dimm = {"locator": "A1", "size_bytes": 2**34, "speed_mts": 3200, "configured_speed_mts": 2666}
    found = of_machine(one_drive(memory={"dimms": [dimm]}))["memory-below-speed"]
    assert "2666 of 3200 MT/s" in found.text
    assert of_machine(one_drive(memory={"dimms": [dimm | {"configured_speed_mts": 3200}]})) == {}
    assert of_machine(one_drive(memory={"dimms": [dimm | {"speed_mts": None}]})) == {}


def test_memory_channels_without_a_module() -> None:
    dimms = [{"locator": f"DIMM{letter}1"} for letter in "CGH"]
    machine = one_drive(
        memory={"dimms": dimms}, cpu={"model": "AMD EPYC 7251 8-Core Processor", "sockets": 1}
    )
    assert of_machine(machine)["memory-channels"].text.startswith("3 of 8 memory channels have a module")
    full = [{"locator": f"DIMM{letter}1"} for letter in "ABCDEFGH"]
    assert "memory-channels" not in of_machine(machine | {"memory": {"dimms": full}})


def with_disk(**fields: Any) -> dict[str, Any]:
    inventory = one_drive()
    inventory["disks"]["nvme0n1"] |= fields
    return inventory


def test_a_faster_lba_format_that_is_not_in_use() -> None:
    formats = [
        {"index": 0, "data_bytes": 512, "metadata_bytes": 0, "relative_performance": 2},
        {"index": 1, "data_bytes": 4096, "metadata_bytes": 0, "relative_performance": 0},
        {"index": 2, "data_bytes": 4096, "metadata_bytes": 8, "relative_performance": 0},
    ]
    found = of_machine(with_disk(lba_formats=formats, lba_format_in_use=0))["better-lba-format"]
    assert "blocks of 512 B; it reports 4 KiB" in found.text
    assert of_machine(with_disk(lba_formats=formats, lba_format_in_use=1)) == {}
    assert of_machine(with_disk(lba_formats=formats[::2], lba_format_in_use=0)) == {}
    assert of_machine(with_disk(lba_formats=formats, lba_format_in_use=None)) == {}


def test_fewer_queues_than_cpus() -> None:
    inventory = with_disk(io_queues=8) | {"cpu": {"threads": 48}}
    assert "8 I/O queues for 48 CPUs" in of_machine(inventory)["few-queues"].text
    assert of_machine(with_disk(io_queues=48) | {"cpu": {"threads": 48}}) == {}


def test_a_degraded_array() -> None:
    assert "degraded-array" in of_machine(one_drive(volumes={"md0": {"kind": "md", "is_degraded": True}}))
    assert of_machine(one_drive(volumes={"md0": {"kind": "md", "is_degraded": False}})) == {}


def test_a_setting_that_is_not_in_force() -> None:
    said = {"source": "redfish", "raw": {"NumaNodesPerSocket": "4"}, "is_pending": True}
    inventory = one_drive(firmware_settings=said, cpu={"numa": {"nodes_per_socket": 1}})
    found = of_machine(inventory)
    assert set(found) == {"setting-conflict", "settings-pending"}
    assert "says 4, the running system shows 1" in found["setting-conflict"].text


def test_a_worn_drive_and_a_warning_drive() -> None:
    moment = {"disks": {"nvme0n1": {"source": "ioctl", "critical_warning": 4, "percentage_used": 104}}}
    assert set(of_machine(one_drive(), moment)) == {"drive-warning", "drive-worn"}
    healthy = {"disks": {"nvme0n1": {"critical_warning": 0, "percentage_used": 3}}}
    assert of_machine(one_drive(), healthy) == {}


def test_more_than_the_link_carries_is_a_contradiction_and_never_a_share() -> None:
    found = of_run(one_drive(), results=(moved("read", 9.0e9, 2**20, True),))
    assert set(found) == {"faster-than-possible"}
    assert "%" not in found["faster-than-possible"].text
    buffered = of_run(one_drive(), results=(moved("read", 9.0e9, 2**20, False),))
    assert "page cache was not bypassed" in buffered["faster-than-possible"].text
    # Between usable and raw rate nothing contradicts: packets may be larger than assumed. The link is full.
    found = of_run(one_drive(), results=(moved("read", 7.5e9, 2**20, True),))
    assert set(found) == {"at-link-limit"}
    full = found["at-link-limit"]
    assert (full.confidence, full.headline) == (
        "certain", "The Gen4 x4 link is full: 7.50 of at most 7.88 GB/s, at least 95.2 %."
    )  # fmt: skip


def test_far_below_the_link_is_a_hint_for_large_blocks_only() -> None:
    assert "below-link-limit" in of_run(one_drive(), results=(moved("read", 3.0e9, 2**20, True),))
    assert of_run(one_drive(), results=(moved("read", 1.0e9, 4096, True),)) == {}
    known = one_drive()
    for entry in known["pci"].values():
        entry["config"] = {"mps_bytes": 256}
    # What fills the link is certain by its own payload, or by its rate whatever the payload is.
    for inventory, moved_bytes, expected in (
        (known, 6.9e9, ("certain", "The Gen4 x4 link is full: 6.90 of 7.20 GB/s, 95.8 %.")),
        (
            one_drive(),
            6.9e9,
            ("likely", "The Gen4 x4 link is nearly full: 6.90 of at most 7.20 GB/s, at least 95.8 %."),
        ),
        (
            one_drive(),
            7.1e9,
            ("certain", "The Gen4 x4 link is full: 7.10 of at most 7.20 GB/s, at least 98.5 %."),
        ),
    ):
        full = of_run(inventory, results=(moved("read", moved_bytes, 2**20, True),))["at-link-limit"]
        assert (full.confidence, full.headline) == expected
        # The lower end of a range is refuted by what was measured above it.
        assert [one.name for one in full.evidence] == ["measured", "link limit, at most"]
    # Decided on the lower end of the range, 6.63 GB/s: 85 to 90 % of it is near, below there is room.
    near = of_run(one_drive(), results=(moved("read", 5.8e9, 2**20, True),))["at-link-limit"]
    assert (near.confidence, near.headline) == (
        "likely",
        "The Gen4 x4 link is nearly full: 5.80 of 6.63–7.20 GB/s, 81–87 %.",
    )
    assert set(of_run(one_drive(), results=(moved("read", 5.6e9, 2**20, True),))) == {"below-link-limit"}


@pytest.mark.parametrize(
    ("drive_link", "advised"),
    [({}, "on a drive with a faster link"), ({"max_gts": 32.0}, "behind a faster or wider link")],
)
def test_no_other_slot_is_advised_where_the_drive_supports_no_faster_link(
    drive_link: dict[str, Any], advised: str
) -> None:
    inventory = one_drive()
    inventory["pci"][DRIVE]["link"] |= drive_link
    full = of_run(inventory, results=(moved("read", 7.1e9, 2**20, True),))["at-link-limit"]
    trial = full.serialize()["experiment"]
    assert trial is not None
    assert advised in trial["title"]
    # Neither a rise nor none proves anything of a link that is compared on another drive.
    assert ("Neither outcome proves it" in trial["if_false"]) == ("on a drive" in advised)
    assert "is not the bottleneck" not in trial["if_false"]


def test_results_are_not_added_up_because_jobs_may_follow_each_other() -> None:
    results = tuple(moved("read", 7.0e9, 2**20, True) for _ in range(4))
    assert set(of_run(one_drive(), results=results)) == {"at-link-limit"}


def sampled(**bandwidths: list[float | None]) -> dict[str, Any]:
    return {
        "series": [
            {"subject": f"disk:{disk}", "metric": "bw_bytes_per_s", "direction": "read", "values": values}
            for disk, values in bandwidths.items()
        ]
    }


def test_members_that_carry_different_loads() -> None:
    found = of_run(two_drives(), sampled(nvme0n1=[3e9, 3e9], nvme1n1=[2e9, None]))["slowest-member"]
    assert "nvme1n1 2.00 GB/s, nvme0n1 3.00 GB/s" in found.text
    assert of_run(two_drives(), sampled(nvme0n1=[3e9, 3e9], nvme1n1=[2.9e9, 2.9e9])) == {}
    assert of_run(two_drives(), sampled(nvme0n1=[3e9, 3e9])) == {}
    assert of_run(two_drives(), sampled(nvme0n1=[100.0, 100.0], nvme1n1=[1.0, 1.0])) == {}


def test_drives_behind_the_chipset_share_an_uplink_that_nobody_sees() -> None:
    port = "0000:00:1d.0"
    ids = {"class": "0x060400", "vendor": "0x8086", "device": "0xa298"}
    inventory = document({port: function(None, 8.0, ids=ids), DRIVE: drive(port, 8.0)})
    assert "DMI" in of_run(inventory)["chipset-uplink"].text
    assert of_run(document({"0000:00:1d.0": function(None), DRIVE: drive("0000:00:1d.0")})) == {}


def numa(node: int) -> dict[str, Any]:
    nodes = [{"id": 0, "cpus": "0-3"}, {"id": 1, "cpus": "4-7"}]
    inventory = one_drive(cpu={"numa": {"nodes": nodes}})
    inventory["pci"][DRIVE]["numa_node"] = node
    return inventory


@pytest.mark.parametrize(
    ("cpus", "expected"),
    [
        ({"cpus_allowed": "0-3"}, {"remote-numa-node"}),
        ({"cpus_allowed": "4,5"}, set()),
        ({"numa_cpu_nodes": "0"}, {"remote-numa-node"}),
        ({}, {"not-pinned"}),
        ({"cpus_allowed": "garbage"}, {"not-pinned"}),
    ],
)
def test_fio_on_another_node_than_the_drive(cpus: dict[str, str], expected: set[str]) -> None:
    assert set(of_run(numa(1), None, **cpus)) == expected


def test_a_node_without_number_is_known_by_its_cpus() -> None:
    inventory = numa(1)
    inventory["pci"][DRIVE] |= {"numa_node": None, "local_cpus": "4-7"}
    assert set(of_run(inventory, None, cpus_allowed="0-3")) == {"remote-numa-node"}


def test_errors_that_rose_during_the_run() -> None:
    def counted(bad: int) -> dict[str, Any]:
        return {"aer": {ROOT: {"correctable": {"BadTLP": bad, "TOTAL_ERR_COR": bad}, "fatal": {}}}}

    found = of_run(one_drive(), {"before": counted(3), "after": counted(10)})["pcie-errors"]
    assert "counted 7 PCIe errors" in found.text
    assert "riser" in found.text
    assert of_run(one_drive(), {"before": counted(10), "after": counted(10)}) == {}
    assert of_run(one_drive(), {"after": counted(10)}) == {}


def test_throttling_and_heat() -> None:
    before, after = ({"disks": {"nvme0n1": {"t1_transitions": n}}} for n in (4, 6))
    found = of_run(one_drive(), {"before": before, "after": after})["thermal-throttling"]
    assert found.evidence[0].value == 2
    hot = {"series": [{"subject": "disk:nvme0n1", "metric": "temperature_c", "values": [70, 81]}]}
    assert "81 °C" in of_run(with_disk(temperature_warning_c=80), hot)["hot-drive"].text
    assert of_run(with_disk(temperature_warning_c=82), hot) == {}
    assert of_run(with_disk(temperature_warning_c=None), hot) == {}


@pytest.mark.parametrize(
    ("readings", "severity"),
    [([84.0] * 30, "info"), ([84.0] * 29, "warning"), ([84.0] * 29 + [85.0], "warning")],
)
def test_a_sensor_that_never_moves_is_no_heat(readings: list[float], severity: str) -> None:
    """84 °C from before the run until after it, whatever the load: a drive of an old firmware."""
    line = {"subject": "disk:nvme0n1", "metric": "temperature_c", "values": readings}
    seen = {"t_ms": [1000 * n for n in range(len(readings))], "series": [line]}
    assert of_run(with_disk(temperature_warning_c=82), seen)["hot-drive"].severity == severity


def on_array() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    inventory = one_drive(volumes={"md0": {"kind": "md", "level": "raid0", "width": 1}})
    nodes = {
        "md0": {"kind": "volume", "name": "md0", "children": ["nvme0n1"]},
        "nvme0n1": {"kind": "disk", "name": "nvme0n1", "children": []},
    }
    graph = {"root": "md0", "nodes": nodes}
    return inventory, [{"path": "/dev/md0", "kind": "md", "graph": graph, "members": ["nvme0n1"]}]


@pytest.mark.parametrize(
    ("sides", "column"),
    [
        (({"mdstat_resync": True}, {}), "found"),
        (({"mdstat_resync": False}, {"mdstat_resync": True}), "found"),
        (({"mdstat_resync": False}, {"mdstat_resync": False}), "fine"),
        (({"mdstat_resync": False}, {}), "unknown"),
    ],
)
def test_an_array_that_was_rebuilding(sides: tuple[dict[str, Any], dict[str, Any]], column: str) -> None:
    inventory, stated = on_array()
    seen = read_samples({"schema": 1, "t_ms": [], "series": [], "before": sides[0], "after": sides[1]})
    path = resolve(inventory, stated, samples=seen)
    answer = rules.build_answer(RunFacts(results=(), path=path, document=inventory, samples=seen))
    unknown = {one["id"] for one in answer["checks"]["unknown"]}
    told = {"found": answer["checks"]["found"], "fine": answer["checks"]["fine"], "unknown": unknown}
    assert [key for key, ids in told.items() if "array-resync" in ids] == [column]


def test_another_array_of_the_host_is_no_matter() -> None:
    assert of_run(one_drive(), {"before": {"mdstat_resync": True}, "after": {"mdstat_resync": True}}) == {}


def test_what_the_agent_noted() -> None:
    event = {"t_ms": 900, "kind": "temperature_abort", "detail": "nvme0n1 at 85 °C"}
    assert "nvme0n1 at 85" in of_run(one_drive(), {"events": [event]})["temperature-abort"].text


def test_warnings_stand_first() -> None:
    found = of_run(numa(1), results=(moved("read", 9e9, 2**20, True),))
    assert [f.severity for f in found.values()] == ["warning", "info"]
