"""collectors/pcie: the chain, links, slots and names of captured and built machines."""

from __future__ import annotations

import json

import pytest
from faults import assert_survives_faults
from golden import GOLDEN, assert_golden
from machine import Machine
from trees import captured, fixture, fixtures

from fioboard_agent.collectors.pcie import aer_linux as pcie_aer_linux
from fioboard_agent.collectors.pcie import linux as pcie_linux
from fioboard_agent.collectors.pcie.address import build_stable_path, parse_chain
from fioboard_agent.collectors.pcie.names import PciNames
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.reader import Reader

PCI_FILES = r"(sys/devices/pci|sys/bus/pci)"
TREES = [
    "32intel64-2p8co2t+8ve",
    "32em64t-2n8c+dax+nvme+mic+dimms",
    "2pa-pcidomain32bits",
    pytest.param("40intel64-2g2n4c+pcilocality", marks=pytest.mark.nightly),
]


def collect(reader, addresses=(), slots=(), configs=None):
    return pcie_linux.collect_pci(reader, addresses, list(slots), configs or {})


def with_links(reader):
    configs = pcie_linux.read_configs(Reader(reader.roots))
    pci = collect(reader, configs=configs)
    return {"links": pcie_linux.move_idle_links(pci, []), "pci": pci}


@pytest.mark.parametrize("name", TREES)
def test_captured_machine(name):
    # The one that other tests take whole.
    wanted = "" if "dimms" in name else PCI_FILES
    root = captured(fixture(f"sysfs/hwloc/{name}.tar.bz2"), wanted)
    assert_golden(f"pci/{name}", with_links(Reader(Roots(root))))


def test_drive_of_a_newer_generation_in_an_older_port():
    root = captured(fixture("sysfs/node_exporter-sys.ttar"))
    pci = collect(Reader(Roots(root)))
    assert pci["0000:01:00.0"]["parent"] == "0000:00:02.1"
    assert pci["0000:01:00.0"]["link"] == {
        "current_gts": 8.0,
        "current_lanes": 4,
        "max_gts": 16.0,
        "max_lanes": 4,
    }
    assert pci["0000:00:02.1"]["link"]["max_gts"] == 8.0
    assert pci["0000:01:00.0"]["driver"] == "nvme"


def test_counters_of_link_errors():
    root = captured(fixture("sysfs/node_exporter-sys.ttar"))
    reader = Reader(Roots(root))
    counters = pcie_aer_linux.collect_aer(reader, ["0000:01:00.0", "0000:00:02.1"])
    assert counters["0000:01:00.0"]["correctable"]["BadTLP"] == 0
    assert counters["0000:01:00.0"]["nonfatal"]["TOTAL_ERR_NONFATAL"] == 0
    assert reader.source.status == "ok"


def test_long_names_of_counters_and_the_root_ports_own_totals(tmp_path):
    machine = Machine(tmp_path)
    folder = "/sys/bus/pci/devices/0000:00:01.0"
    machine.put(f"{folder}/aer_dev_correctable", "Receiver Error 2\nBad TLP 0\nTOTAL_ERR_COR 2\n")
    machine.put(f"{folder}/aer_rootport_total_err_cor", "5\n")
    counters = pcie_aer_linux.collect_aer(Reader(machine.roots), ["0000:00:01.0"])["0000:00:01.0"]
    assert counters["correctable"] == {
        "Receiver Error": 2,
        "Bad TLP": 0,
        "TOTAL_ERR_COR": 2,
        "rootport_total": 5,
    }


def test_drives_behind_one_switch():
    root = captured(fixture("udev/DELL_POWEREDGE_R820_NVME.txt"))
    pci = collect(Reader(Roots(root)))
    drives = [address for address, one in pci.items() if one["driver"] == "nvme"]
    chains = [chain_of(pci, drive) for drive in drives]
    assert all(chain[:2] == ["0000:40:03.0", "0000:44:00.0"] for chain in chains)
    assert {chain[2] for chain in chains} == {"0000:45:04.0", "0000:45:06.0"}


def chain_of(pci, address):
    above = pci[address]["parent"]
    return [*(chain_of(pci, above) if above else []), address]


def test_drive_behind_vmd_begins_a_chain_of_its_own():
    pci = collect(Reader(Roots(captured(fixture("udev/With_VRAID.txt")))))
    hidden = {address: one for address, one in pci.items() if address.startswith("10001:")}
    assert hidden
    assert {one["host_bridge"] for one in hidden.values()} == {"pci0000:6f"}
    assert {one["vmd"] for one in hidden.values()} == {"0000:6f:00.5"}
    assert pci["10001:80:07.0"]["parent"] is None
    assert pci["10001:80:07.0"]["stable_path"].endswith("/00.5/vmd/07.0")


@pytest.mark.nightly
@pytest.mark.parametrize("path", fixtures("udev/*.txt"), ids=lambda path: path.stem)
def test_every_udev_dump_has_whole_chains(path):
    pci = collect(Reader(Roots(captured(path))))
    assert pci
    for function in pci.values():
        assert function["parent"] is None or function["parent"] in pci
    json.dumps(pci, allow_nan=False)


@pytest.mark.parametrize(
    ("path", "bridge", "vmd", "functions"),
    [
        (
            "/sys/devices/pci0000:40/0000:40:03.0/0000:44:00.0/0000:45:04.0/0000:46:00.0/nvme/nvme0",
            "pci0000:40",
            None,
            ("0000:40:03.0", "0000:44:00.0", "0000:45:04.0", "0000:46:00.0"),
        ),
        (
            "/sys/devices/pci0000:6f/0000:6f:00.5/pci10001:80/10001:80:07.0/10001:84:00.0/nvme/nvme2/nvme2n1",
            "pci0000:6f",
            "0000:6f:00.5",
            ("10001:80:07.0", "10001:84:00.0"),
        ),
        ("/sys/devices/pci052e:78/052e:78:00.0/nvme/nvme1", "pci052e:78", None, ("052e:78:00.0",)),
        ("/sys/devices/virtual/nvme-subsystem/nvme-subsys0/nvme0n1", None, None, ()),
        ("/sys/devices/platform/soc/1c0f000.mmc/mmc_host/mmc0", None, None, ()),
    ],
)
def test_chain_in_a_path(path, bridge, vmd, functions):
    chain = parse_chain(path)
    assert (chain.bridge, chain.vmd, chain.functions) == (bridge, vmd, functions)


def test_stable_path_has_no_bus_number():
    chain = parse_chain("/sys/devices/pci0000:40/0000:40:03.1/0000:41:00.0/0000:42:04.0/0000:43:00.0")
    moved = parse_chain("/sys/devices/pci0000:60/0000:60:03.1/0000:81:00.0/0000:82:04.0/0000:83:00.0")
    assert (
        build_stable_path(chain, "PCI0", "2")
        == "PCI0[uid 2]/03.1/00.0/04.0/00.0"
        == build_stable_path(moved, "PCI0", "2")
    )


def test_function_outside_a_known_chain_has_no_stable_path():
    assert build_stable_path(parse_chain("/sys/bus/pci/devices/0000:41:00.0"), None, None) is None


class Board:
    """Host bridge, root ports and what is in their slots, built for one fact each."""

    def __init__(self, root):
        self.machine = Machine(root)

    def function(self, path, pci_class="0x060400", **facts):
        folder = f"/sys/devices/{path}"
        for name, value in {"class": pci_class, "vendor": "0x1022", "device": "0x1483", **facts}.items():
            self.machine.put(f"{folder}/{name}", f"{value}\n")
        self.machine.link(f"/sys/bus/pci/devices/{path.rsplit('/', 1)[-1]}", folder)

    def collect(self, **options):
        return collect(Reader(self.machine.roots), **options)


@pytest.fixture
def board(tmp_path):
    board = Board(tmp_path)
    board.function("pci0000:20/0000:20:03.1")
    board.function("pci0000:20/0000:20:03.1/0000:21:00.0", "0x010802")
    board.function("pci0000:c0/0000:c0:01.1")
    board.function("pci0000:c0/0000:c0:01.1/0000:c1:00.0", "0x020000")
    return board


def claim(name, address):
    return {"designation": name, "address": address}


def test_vmd_controller_is_kept_as_a_function(board):
    board.function("pci0000:b2/0000:b2:05.5", "0x010400")
    board.function("pci0000:b2/0000:b2:05.5/pci10000:00/10000:00:02.0")
    board.function("pci0000:b2/0000:b2:05.5/pci10000:00/10000:00:02.0/10000:01:00.0", "0x010802")
    pci = board.collect()
    assert (pci["10000:01:00.0"]["parent"], pci["10000:01:00.0"]["vmd"]) == ("10000:00:02.0", "0000:b2:05.5")
    assert pci["0000:b2:05.5"]["vmd"] is None


def test_slot_table_that_writes_the_bus_into_the_segment_is_read_again(board):
    """As the firmware of a dual-socket board prints it (dmidecode/gigabyte-mz72-hb0)."""
    pci = board.collect(slots=[claim("PCIE_1_A", "0020:03:00.1"), claim("PCIE_3_D", "00c0:01:00.1")])
    assert pci["0000:20:03.1"]["slot"] == {"name": "PCIE_1_A", "source": "smbios", "is_verified": True}
    assert pci["0000:c0:01.1"]["slot"]["name"] == "PCIE_3_D"


def test_whole_slot_table_of_that_board(board):
    """PCIE_3_D stands there twice, at c0:01.1 and at 20:03.4; PCIE_2_B at the host bridge."""
    table = json.loads((GOLDEN / "smbios/gigabyte-mz72-hb0-2x-epyc-7t83.json").read_text())["slots"]
    board.function("pci0000:20/0000:20:03.4")
    board.function("pci0000:00/0000:00:00.0", "0x060000")
    pci = board.collect(slots=table, addresses=["0000:00:00.0"])
    slots = {address: one["slot"] and (one["slot"]["name"], one["slot"]["is_verified"]) for address, one in pci.items()}
    assert slots == {
        "0000:20:03.1": ("PCIE_1_A", True),
        "0000:20:03.4": ("PCIE_3_D", False),
        "0000:c0:01.1": ("PCIE_3_D", False),
        "0000:21:00.0": None,
        "0000:c1:00.0": None,
        "0000:00:00.0": None,
    }


def test_one_designation_for_two_places_is_not_verified(board):
    pci = board.collect(slots=[claim("PCIE_3_D", "0000:20:03.1"), claim("PCIE_3_D", "0000:c0:01.1")])
    assert [pci[address]["slot"]["is_verified"] for address in ("0000:20:03.1", "0000:c0:01.1")] == [
        False,
        False,
    ]


@pytest.mark.parametrize("address", ["0000:99:00.0", "0000:00:00.0", "", None, "garbage", "0020:ff:00.1"])
def test_slot_address_that_leads_nowhere_names_nothing(board, address):
    assert all(one["slot"] is None for one in board.collect(slots=[claim("X", address)]).values())


def test_firmware_slot_beats_the_table(board):
    board.machine.put("/sys/bus/pci/slots/4-1/address", "0000:21:00\n")
    pci = board.collect(slots=[claim("PCIE_1", "0000:21:00.0")])
    assert pci["0000:21:00.0"]["slot"] == {"name": "4-1", "source": "acpi", "is_verified": True}


def test_label_of_an_onboard_device(board):
    board.machine.put("/sys/devices/pci0000:c0/0000:c0:01.1/0000:c1:00.0/label", "Onboard LAN 1\n")
    assert board.collect()["0000:c1:00.0"]["slot"]["source"] == "label"


def test_bridge_is_known_by_its_number_in_the_firmware(board):
    folder = "/sys/devices/LNXSYSTM:00/device:02"
    board.machine.put(f"{folder}/path", "\\_SB_.PCI2\n")
    board.machine.put(f"{folder}/uid", "2\n")
    board.machine.link("/sys/devices/pci0000:20/firmware_node", folder)
    drive = board.collect()["0000:21:00.0"]
    assert (drive["host_bridge_uid"], drive["stable_path"]) == ("2", "PCI2[uid 2]/03.1/00.0")


@pytest.mark.parametrize(
    ("speed", "gts"),
    [
        ("8 GT/s", 8.0),
        ("8.0 GT/s", 8.0),
        ("16.0 GT/s PCIe", 16.0),
        ("2.5 GT/s PCIe", 2.5),
        ("Unknown", None),
        ("", None),
    ],
)
def test_spellings_of_speed(board, speed, gts):
    board.function("pci0000:20/0000:20:03.1/0000:21:00.1", "0x010802", max_link_speed=speed, current_link_width="4")
    assert board.collect()["0000:21:00.1"]["link"]["max_gts"] == gts


def test_empty_port_has_neither_speed_nor_width(board):
    board.function("pci0000:20/0000:20:04.1", current_link_speed="2.5 GT/s PCIe", current_link_width="0")
    link = board.collect()["0000:20:04.1"]["link"]
    assert (link["current_gts"], link["current_lanes"]) == (None, None)


@pytest.mark.parametrize("state", ["D3cold", "D3hot"])
def test_sleeping_function_says_nothing_of_its_link(board, state):
    facts = {"current_link_speed": "2.5 GT/s PCIe", "current_link_width": "16", "power_state": state}
    board.function("pci0000:20/0000:20:03.1/0000:21:00.1", "0x030000", **facts)
    assert set(board.collect()["0000:21:00.1"]["link"].values()) == {None}


def test_link_of_an_idle_gpu_is_of_the_moment_and_a_drives_is_not(board):
    facts = {
        "current_link_speed": "8.0 GT/s PCIe",
        "current_link_width": "16",
        "max_link_speed": "16.0 GT/s PCIe",
    }
    board.function("pci0000:20/0000:20:05.1", **facts)
    board.function("pci0000:20/0000:20:05.1/0000:31:00.0", "0x030000", **facts)
    board.function("pci0000:20/0000:20:03.1/0000:21:00.1", "0x010802", **facts)
    pci = board.collect()
    moved = pcie_linux.move_idle_links(pci, ["0000:21:00.1"])
    assert moved["0000:31:00.0"] == {"current_gts": 8.0, "current_lanes": 16} == moved["0000:20:05.1"]
    assert pci["0000:31:00.0"]["link"]["current_gts"] is None
    assert pci["0000:31:00.0"]["link"]["max_gts"] == 16.0
    assert pci["0000:21:00.1"]["link"]["current_gts"] == 8.0


def test_ports_without_anything_of_interest_below_and_platform_devices(board):
    board.function("pci0000:00/0000:00:14.0", "0x0c0330")
    assert "0000:00:14.0" not in board.collect()
    assert "0000:00:14.0" in board.collect(addresses=["0000:00:14.0"])


@pytest.mark.parametrize(("taint", "is_vendor"), [("O", True), ("OE", True), ("P", True), ("", False)])
def test_driver_from_outside_the_kernel(board, taint, is_vendor):
    board.machine.put("/sys/module/nvme/taint", taint + "\n")
    board.machine.put("/sys/module/nvme/version", "9.1\n")
    board.machine.link("/sys/bus/pci/drivers/nvme/module", "/sys/module/nvme")
    board.machine.link("/sys/devices/pci0000:20/0000:20:03.1/0000:21:00.0/driver", "/sys/bus/pci/drivers/nvme")
    drive = board.collect()["0000:21:00.0"]
    assert (drive["driver"], drive["driver_version"], drive["driver_is_vendor"]) == ("nvme", "9.1", is_vendor)


def test_configuration_space_needs_root(board):
    board.machine.root.joinpath("sys/devices/pci0000:20/0000:20:03.1/config").write_bytes(bytes(64))
    reader = Reader(board.machine.roots)
    assert pcie_linux.read_configs(reader) == {}
    assert reader.source.status == "denied"


def test_names_come_from_the_hosts_list(tmp_path):
    machine = Machine(tmp_path)
    machine.put(
        "/usr/share/hwdata/pci.ids",
        "# list\n1022  AMD\n\t1483  Starship GPP Bridge\n144d  Samsung Electronics\n\ta80a  PM9A1\n\t\t144d a801  980 PRO\n"
        "# end\n\ta80b  PM1743\n8086  Intel\n\ta80a  Another\n",
    )
    names = PciNames(Reader(machine.roots))
    assert names.find("0x144d", "0xa80a") == "Samsung Electronics PM9A1"
    assert names.find("0x144d", "0xa80b") == "Samsung Electronics PM1743"
    assert names.find("0x8086", "0xa80a") == "Intel Another"
    assert (names.find("0x144d", "0xffff"), names.find("0x1234", "0xa80a"), names.find(None, None)) == (
        None,
        None,
        None,
    )


@pytest.mark.nightly
def test_every_file_may_be_missing(board):
    board.machine.put("/sys/bus/pci/slots/4-1/address", "0000:21:00\n")
    board.function("pci0000:20/0000:20:03.1/0000:22:00.0", "0x010802", numa_node="1", power_state="D0")
    assert assert_survives_faults(board.machine.roots, collect) >= 20


def test_every_file_of_a_captured_machine_may_be_missing():
    root = captured(fixture("sysfs/node_exporter-sys.ttar"))
    assert assert_survives_faults(Roots(root), collect, most=60) > 20
    assert assert_survives_faults(
        Roots(root), lambda reader: pcie_aer_linux.collect_aer(reader, ["0000:01:00.0"]), most=60
    )
