"""Vendors' settings under neutral names: real documents where they are, and the odd forms each on its own."""

import json
from pathlib import Path
from typing import Any

import pytest

from fioboard.engine.hardware.inventory import firmware
from fioboard.engine.hardware.inventory.firmware import Setting
from tests.loops import check_each

FIXTURES = Path(__file__).parents[6] / "shared" / "fixtures" / "inventory" / "redfish"
needs_fixtures = pytest.mark.skipif(not FIXTURES.exists(), reason="the captured documents are not here")


def settings(raw: dict[str, Any], source: str = "redfish", **parts: Any) -> dict[str, Setting]:
    registry = parts.pop("registry", None)
    manual = parts.pop("manual", {})
    said = {"source": source, "raw": raw, "registry": registry, "manual": manual, "is_pending": None}
    return {s.key: s for s in firmware.list_settings({"firmware_settings": said} | parts)}


@check_each(
    "attribute, raw, key, value",
    [
        ("NumaNodesPerSocket", "4", "numa.nodes_per_socket", 4),
        ("NumaMemoryDomainsPerSocket", "FourMemoryDomainsPerSocket", "numa.nodes_per_socket", 4),
        ("NumaMemoryDomainsPerSocket", "Auto", "numa.nodes_per_socket", "auto"),
        ("NUMA", "NPS4", "numa.nodes_per_socket", 4),
        ("NUMA", "Enabled", "numa.nodes_per_socket", None),
        ("SNC", "Disable", "numa.nodes_per_socket", 1),
        ("SNC", "Enable SNC2 (2-clusters)", "numa.nodes_per_socket", 2),
        ("SNC", "Enable", "numa.nodes_per_socket", None),
        ("Advanced|CPU Configuration|SMT Control", "Disabled", "cpu.smt", "off"),
        ("Hyper-Threading [ALL]", "Enable", "cpu.smt", "on"),
        ("ProcTurboMode", "Disabled", "cpu.boost", "off"),
        ("MinProcIdlePower", "NoCStates", "cpu.c_states", "off"),
        ("MinProcIdlePower", "C6", "cpu.c_states", "c6"),
        ("PerformanceDeterminism", "PowerDeterministic", "cpu.determinism", "power"),
        ("DeterminismSlider", "PerfDeterminism", "cpu.determinism", "performance"),
        ("InfinityFabricPstate", "P0", "fabric.pstate", "fixed"),
        ("ProcX2Apic", "ForceEnabled", "cpu.x2apic", "on"),
        ("PCI-E Port Max Payload Size", "256B", "pcie.max_payload", 256),
        ("PcieAspmL1", "Disabled", "pcie.aspm", "off"),
        ("Slot3Bif", "x4x4x4x4", "pcie.bifurcation[3]", "x4x4x4x4"),
        ("PciSlot7LinkSpeed", "Gen3 (8 GT/s)", "pcie.max_speed[7]", "gen3"),
        ("WorkloadProfile", "GeneralPowerEfficientCompute", "power.profile", "GeneralPowerEfficientCompute"),
        ("NvmeMode", "NonRaid", "storage.nvme_raid", "off"),
    ],
)
def test_names_and_words_of_vendors_are_understood(
    attribute: str, raw: object, key: str, value: object
) -> None:
    found = settings({attribute: raw})[key]
    assert (found.value, found.attribute, found.source) == (value, attribute, "redfish")


def test_an_attribute_of_no_neutral_name_stays_raw() -> None:
    assert settings({"EmbNic1": "Enabled", "AssetTag": "7"}) == {}


def test_whole_numbers_mean_what_the_registry_says_and_nothing_without_it() -> None:
    raw = {"ProcessorHyperThreadingDisable": 1}
    assert settings(raw)["cpu.smt"].value is None
    registry = {"ProcessorHyperThreadingDisable": {"0": "Enabled", "1": "Disabled"}}
    assert settings(raw, registry=registry)["cpu.smt"].value == "off"


def test_a_name_that_says_disable_turns_the_words_round() -> None:
    assert settings({"ProcessorHyperThreadingDisable": "Enabled"})["cpu.smt"].value == "off"


def test_values_may_be_objects() -> None:
    raw = {"ProcSMT": {"current_value": "Enabled", "AllowableValues": ["Enabled", "Disabled"]}}
    assert settings(raw)["cpu.smt"].value == "on"


def test_copies_of_a_second_socket_are_one_setting_unless_they_differ() -> None:
    assert set(settings({"SNC": "Disable", "SNC_inst_2": "Disable"})) == {"numa.nodes_per_socket"}
    two = settings({"SNC": "Disable", "SNC_inst_2": "Enable SNC2"})
    assert set(two) == {"numa.nodes_per_socket", "numa.nodes_per_socket[SNC_inst_2]"}


def test_an_attribute_that_is_not_understood_gives_way_to_one_that_is() -> None:
    raw = {"DeterminismControl": "PerPortCtrl", "PerformanceDeterminism": "PowerDeterministic"}
    assert {k: s.value for k, s in settings(raw).items()} == {"cpu.determinism": "power"}
    assert {k: s.value for k, s in settings(dict(reversed(raw.items()))).items()} == {
        "cpu.determinism": "power"
    }


@pytest.mark.parametrize(("second", "whole"), [("Enable", "on"), ("Disable", "off")])
def test_vmd_is_on_when_one_port_is(second: str, whole: str) -> None:
    found = settings({"CPU1 SLOT1 PCI-E 3.0 X8 VMD": "Disable", "CPU1 SLOT3 PCI-E 3.0 X8 VMD": second})
    assert found["storage.vmd"].value == whole
    assert len(found) == 3


def numa(nodes: int, caches: int | None = None, *, ambiguous: bool = False) -> dict[str, Any]:
    found = {"nodes_per_socket": nodes, "llc_per_socket": caches, "nodes_per_socket_is_ambiguous": ambiguous}
    return {"cpu": {"numa": found}}


def test_auto_stays_auto_with_what_is_in_force_beside_it() -> None:
    found = settings({"NumaNodesPerSocket": "Auto"}, **numa(1))["numa.nodes_per_socket"]
    assert (found.value, found.inferred, found.is_conflict, found.in_force) == ("auto", 1, False, 1)


def test_a_value_that_waits_for_a_reboot_is_a_conflict_and_not_in_force() -> None:
    found = settings({"NumaNodesPerSocket": "4"}, **numa(1))["numa.nodes_per_socket"]
    assert (found.value, found.inferred, found.is_conflict, found.in_force) == (4, 1, True, 1)


@pytest.mark.parametrize("key", ["numa.nodes_per_socket", "bios.nps"])
def test_a_person_states_a_setting_by_either_name(key: str) -> None:
    found = settings({"NumaNodesPerSocket": "Auto"}, manual={key: "4"}, **numa(4))["numa.nodes_per_socket"]
    assert (found.value, found.source, found.is_conflict) == (4, "manual", False)


def test_topology_tells_nodes_per_socket_unless_two_settings_would_look_alike() -> None:
    assert firmware.infer(numa(4, 8)) == {"numa.nodes_per_socket": 4, "numa.llc_as_node": "off"}
    assert firmware.infer(numa(8, 8)) == {"numa.nodes_per_socket": 8, "numa.llc_as_node": "on"}
    assert firmware.infer(numa(4, 4, ambiguous=True)) == {}


def test_a_virtual_machine_proves_nothing() -> None:
    assert firmware.infer(numa(4, 8) | {"virtualized": "kvm"}) == {}


def test_off_is_not_inferred_from_what_the_system_may_have_switched_off() -> None:
    off = {"cpu": {"smt": False, "frequency": {"boost": False}}, "os": {"iommu": {"is_active": False}}}
    assert firmware.infer(off) == {}
    on = {"cpu": {"smt": "on", "frequency": {"boost": True}}, "os": {"iommu": {"is_active": True}}}
    assert firmware.infer(on) == {"cpu.smt": "on", "cpu.boost": "on", "iommu": "on"}


@needs_fixtures
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "hpe-XL675d_A40-bios.json",
            {"bios.nps": 4, "bios.c_states": "off", "bios.fabric_pstate": "fixed", "bios.smt": "on"},
        ),
        ("hpe-DL325-bios.json", {"bios.smt": "on", "bios.boost": "on", "bios.acs": "on"}),
    ],
)
def test_real_documents_are_understood(name: str, expected: dict[str, Any]) -> None:
    raw = json.loads((FIXTURES / name).read_text())["Attributes"]
    found = firmware.get_effective({"firmware_settings": {"source": "redfish", "raw": raw}})
    assert {key: found.get(key) for key in expected} == expected


@needs_fixtures
def test_every_real_document_is_read_without_an_exception() -> None:
    read = 0
    for path in sorted(FIXTURES.glob("*bios*.json")):
        raw = json.loads(path.read_text()).get("Attributes") or {}
        firmware.list_settings({"firmware_settings": {"source": "redfish", "raw": raw}})
        read += 1
    assert read >= 10
