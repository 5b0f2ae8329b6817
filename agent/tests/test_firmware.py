"""firmware/ without the BMC, and collectors/firmware_attributes_linux.py: real trees, real dumps, and what must not leave."""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import re

import pytest
from faults import FaultyReader, assert_survives_faults
from golden import assert_golden
from machine import Machine
from trees import fixture, tree

from fioboard_agent import cli
from fioboard_agent.collectors.firmware_attributes_linux import CLASS, collect_firmware_attributes
from fioboard_agent.errors import UsageError
from fioboard_agent.firmware import bios_file
from fioboard_agent.firmware.attributes import Collector, is_private
from fioboard_agent.firmware.bios_file import parse_dump, read_bios_file
from fioboard_agent.firmware.keys import ALIASES, KEYS, parse_setting
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.reader import Reader


def attributes_of(tmp_path, name):
    tree(fixture(f"firmware-attributes/{name}"), tmp_path / CLASS.lstrip("/"))
    return collect_firmware_attributes(Reader(Roots(tmp_path)))


@pytest.mark.parametrize(
    ("machine", "attribute", "value"),
    [
        ("dell-xps13-9310", "CStatesCtrl", "Enabled"),
        ("dell-xps13-9310", "AutoOnHr", 0),
        # The same machine before and after kernel 6.3: the choices must not end up in the value.
        ("lenovo-p620", "AMDMemoryGuard", "Disable"),
        ("lenovo-p620-6.3", "AMDMemoryGuard", "Disable"),
        ("hp-z2-mini-g1a", "Enhanced HP Firmware Runtime Intrusion Prevention and Detection", "Enable"),
    ],
)
def test_attributes_of_real_machines(tmp_path, machine, attribute, value):
    found = attributes_of(tmp_path, machine)
    assert found.raw[attribute] == value
    assert not any(";[" in str(value) for value in found.raw.values())


def test_lenovo_before_and_after_kernel_6_3_are_the_same(tmp_path):
    before, after = (
        attributes_of(tmp_path / "a", "lenovo-p620"),
        attributes_of(tmp_path / "b", "lenovo-p620-6.3"),
    )
    shared = set(before.raw) & set(after.raw)
    assert shared >= {"AMDMemoryGuard", "StartupSequence", "WindowsUEFIFirmwareUpdate"}
    assert {name: before.raw[name] for name in shared} == {name: after.raw[name] for name in shared}


def test_asset_tag_stays_on_the_host(tmp_path):
    assert "Asset" not in attributes_of(tmp_path, "dell-xps13-9310").raw


@pytest.fixture
def workstation(tmp_path):
    """Built after HP's and Dell's drivers, with everything that must not be touched."""
    machine = Machine(tmp_path)
    folder = f"{CLASS}/hp-bioscfg/attributes"
    for name, kind, value in (
        ("Hyperthreading", "enumeration", "Enable"),
        ("UEFI Boot Order", "ordered-list", "HDD:M.2:1,NETWORK IPV4"),
        ("Fan Always on while on AC Power", "enumeration", "Disable"),
        ("Power On Delay", "integer", "10"),
        ("Setup Password", "password", "hunter2"),
        ("Owner Secret Thing", "password", "hunter2"),
        ("Ownership Tag", "string", "Jane Doe"),
    ):
        machine.put(f"{folder}/{name}/type", kind + "\n")
        machine.put(f"{folder}/{name}/current_value", value + "\n")
    machine.put(f"{folder}/pending_reboot", "1\n")
    for untouched in (
        f"{folder}/reset_bios",
        f"{folder}/debug_cmd",
        f"{CLASS}/hp-bioscfg/authentication/Admin/role",
    ):
        machine.put(untouched, "x\n")
    return machine


def test_settings_of_a_workstation(workstation):
    reader = FaultyReader(workstation.roots)
    found = collect_firmware_attributes(reader)
    assert found.raw == {
        "Hyperthreading": "Enable",
        "UEFI Boot Order": "HDD:M.2:1,NETWORK IPV4",
        "Fan Always on while on AC Power": "Disable",
        "Power On Delay": 10,
    }
    assert found.is_pending is True
    assert not [path for path in reader.read if re.search("authentication|reset_bios|debug_cmd|Password/current", path)]


def test_every_file_in_turn(workstation):
    def collect(reader):
        found = collect_firmware_attributes(reader)
        return found and found.build_document({})

    assert assert_survives_faults(workstation.roots, collect) > 10


def test_values_that_take_root_are_denied(workstation):
    path = f"{CLASS}/hp-bioscfg/attributes/Hyperthreading/current_value"
    reader = FaultyReader(workstation.roots, path, "closed")
    assert "Hyperthreading" not in collect_firmware_attributes(reader).raw
    assert reader.source.status == "denied"


@pytest.mark.parametrize(
    ("dump", "settings"),
    [
        (
            "bios/supermicro-x11dph-t-sum-getcurrentbioscfg.xml",
            {
                "Advanced|CPU Configuration|Hyper-Threading [ALL]": "Enable",
                "Advanced|Chipset Configuration|North Bridge|UPI Configuration|SNC": "Disable",
                "Advanced|Boot Feature|Quiet Boot": True,
            },
        ),
        (
            "bios/dell-r6515-server-configuration-profile.json",
            {"NumaNodesPerSocket": "1", "CcxAsNumaDomain": "Disabled", "LogicalProc": "Enabled"},
        ),
        (
            "bios/dell-c6320-scp.xml",
            {"NodeInterleave": "Disabled", "SnoopMode": "OpportunisticSnoopBroadcast"},
        ),
        ("redfish/cray-EX235n-bios.json", {"NUMA": "NPS4", "Core Performance Boost": "Enabled"}),
        ("redfish/hpe-XL675d_A40-bios.json", {"NumaMemoryDomainsPerSocket": "FourMemoryDomainsPerSocket"}),
        ("redfish/sushy-bios.json", {"ProcTurboMode": "Enabled", "ProcCoreDisable": 0}),
    ],
)
def test_dumps_of_vendors_tools(dump, settings):
    found = read_bios_file(fixture(dump))
    assert {name: found.raw.get(name) for name in settings} == settings
    assert found.source == "bios_file"
    assert not [
        name for name in found.raw if re.search("Password|iDRAC|Admin|LCAttributes|#", name) and "|" not in name
    ]


def test_golden_documents_of_two_dumps():
    for name in (
        "dell-r6515-server-configuration-profile.json",
        "supermicro-x11dph-t-sum-getcurrentbioscfg.xml",
    ):
        found = read_bios_file(fixture(f"bios/{name}"))
        assert_golden(f"firmware/{name.rsplit('.', 1)[0]}", found.build_document({}))


def test_settings_of_one_name_in_different_menus_are_all_kept():
    """Supermicro's "Link Speed" stands once per port."""
    raw = read_bios_file(fixture("bios/supermicro-x11dph-t-sum-getcurrentbioscfg.xml")).raw
    speeds = [name for name in raw if re.search(r"\|Link Speed( #\d+)?$", name)]
    assert len(speeds) > 5


def settings_in(text: str | bytes) -> dict[str, object]:
    collector = Collector()
    parse_dump(text if isinstance(text, bytes) else text.encode(), collector)
    return collector.raw


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        (
            "[Key=BIOS.Setup.1-1#ProcSettings]\nLogicalProc=Enabled\n#ProcCores=32\n",
            {"LogicalProc": "Enabled", "ProcCores": "32"},
        ),
        (
            "Processors.HyperThreading=Enable\nProcessors.SNC=Disable\n",
            {"Processors.HyperThreading": "Enable", "Processors.SNC": "Disable"},
        ),
        ("SncEn=1 ;Options: Disabled=00: Enabled=01\n", {"SncEn": "1"}),
        (
            "Numa Nodes per Socket: NPS4\nSMT Control : Auto\n",
            {"Numa Nodes per Socket": "NPS4", "SMT Control": "Auto"},
        ),
        ("Attribute Name,Current Value,Default\nSMT Control,Enabled,Auto\n", {"SMT Control": "Enabled"}),
        ('{"SMT Control": "Auto", "NPS": 4, "Nested": {"x": 1}}', {"SMT Control": "Auto", "NPS": 4}),
        (
            '[{"Comments": {}}, {"#Bios.v1_0_0.Bios": {"/redfish/v1/systems/1/bios/": {"Attributes": {"ProcSMT": "on"}}}}]',
            {"ProcSMT": "on"},
        ),
        ("ProcSMT=Enabled\n".encode("utf-16"), {"ProcSMT": "Enabled"}),
    ],
    ids=["racadm", "onecli", "syscfg", "colon", "csv", "flat json", "ilorest save", "utf-16"],
)
def test_plain_forms(text, settings):
    assert settings_in(text) == settings


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("<?xml version='1.0'?><BiosCfg><Menu>", "broken XML"),
        ("<?xml version='1.0'?><other/>", "unknown kind"),
        ("<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'b'>]><BiosCfg>&a;</BiosCfg>", "document type"),
        ("{broken", "broken JSON"),
        ("[" * 100_000, "broken JSON"),
        ("just text", "neither XML"),
        ("", "neither XML"),
        ("{}", "no BIOS setting"),
    ],
)
def test_file_without_settings_is_said(tmp_path, text, sentence):
    path = tmp_path / "dump"
    path.write_text(text)
    with pytest.raises(UsageError, match=sentence):
        read_bios_file(path)


def test_missing_or_huge_file_is_said(tmp_path, monkeypatch):
    with pytest.raises(UsageError, match="No such file"):
        read_bios_file(tmp_path / "dump")
    monkeypatch.setattr(bios_file, "LARGEST", 10)
    (tmp_path / "dump").write_text("ProcSMT=Enabled\n")
    with pytest.raises(UsageError, match="has more than 10 bytes"):
        read_bios_file(tmp_path / "dump")


@pytest.mark.parametrize(
    "name",
    [
        "bios/dell-r6515-server-configuration-profile.json",
        "bios/supermicro-x11dph-t-sum-getcurrentbioscfg.xml",
    ],
)
def test_damaged_dumps_never_raise_anything_but_a_sentence(tmp_path, name):
    content = fixture(name).read_bytes()[:60_000]
    chance = random.Random(name)
    for number in range(25):
        broken = bytearray(content[: chance.randrange(len(content))])
        for _ in range(20):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        path = tmp_path / str(number)
        path.write_bytes(broken)
        with contextlib.suppress(UsageError):
            json.dumps(dict(read_bios_file(path).raw))


@pytest.mark.parametrize(
    "name",
    ["AdminPassword", "Administrator Password", "SetupPassword", "AdminEmail", "AdminPhone", "ServerName", "ServerAssetTag",
     "iSCSI Initiator", "UrlBootFile", "BootURL1", "HttpBootUrl", "Ipv4Address", "OwnerTag", "KMS Server", "SerialNumber", "Ipv4Gateway", ""],
)  # fmt: skip
def test_private_names(name):
    assert is_private(name)


@pytest.mark.parametrize(
    "name",
    [
        "NumaNodesPerSocket",
        "SerialPort1",
        "Purley Mode",
        "ProcHyperthreading",
        "Slot2Bif",
        "Turbo Mode",
        "SNC",
    ],
)
def test_settings_that_matter_are_not_private(name):
    assert not is_private(name)


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("bios.nps=4", "numa.nodes_per_socket", 4),
        ("BIOS.NPS=Auto", "numa.nodes_per_socket", "auto"),
        ("numa.nodes_per_socket=0", "numa.nodes_per_socket", 0),
        ("cpu.smt=ON", "cpu.smt", "on"),
        ("pcie.bifurcation[2]=x4x4x4x4", "pcie.bifurcation[2]", "x4x4x4x4"),
        ("pcie.max_payload=256", "pcie.max_payload", 256),
        ("power.profile=Max Performance", "power.profile", "Max Performance"),
    ],
)
def test_settings_stated_by_hand(text, key, value):
    assert parse_setting(text) == (key, value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("bios.nsp=4", "the nearest one is bios.nps"),
        ("numa.node_per_socket=4", "the nearest one is numa.nodes_per_socket"),
        ("bios.nps=3", "one of 0, 1, 2, 4, 8, auto"),
        ("pcie.bifurcation[2]=x3", "lanes such as"),
        ("pcie.bifurcation=x16", "the nearest one is pcie.bifurcation"),
        ("cpu.smt", "write KEY=VALUE"),
    ],
)
def test_unknown_setting_names_the_nearest(text, sentence):
    with pytest.raises(argparse.ArgumentTypeError, match=re.escape(sentence)):
        parse_setting(text)


def test_every_alias_leads_to_a_key():
    assert set(ALIASES.values()) <= set(KEYS)


def test_inventory_command_takes_both(capsys, folders, tmp_path):
    dump = tmp_path / "dump"
    dump.write_text("ProcSMT=Enabled\nSetupPassword=hunter2\n")
    assert (
        cli.main(["inventory", "--json", "--set", "bios.nps=4", "--set", "cpu.smt=on", "--bios-file", str(dump)]) == 0
    )
    document = json.loads(capsys.readouterr().out)
    assert document["firmware_settings"] == {
        "source": "bios_file",
        "is_pending": None,
        "raw": {"ProcSMT": "Enabled"},
        "registry": None,
        "manual": {"cpu.smt": "on", "numa.nodes_per_socket": 4},
    }
    assert document["sources"]["bios_file"] == {"status": "ok", "detail": None}
    assert cli.main(["inventory", "--bios-file", str(tmp_path / "none")]) == 2
    assert "No such file" in capsys.readouterr().err
    with pytest.raises(SystemExit) as ended:
        cli.main(["run", "x.fio", "--set", "bios.nsp=4"])
    assert ended.value.code == 2
    assert "bios.nps" in capsys.readouterr().err
