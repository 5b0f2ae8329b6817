"""macOS: recorded property lists in, the inventory document out.

The registry tree is built by hand after the one of a Mac Pro with a two-drive carrier (keys as IOPCIFamily writes them);
the reports of system_profiler are recorded ones where the checkout has them beside it.
"""

import json
import plistlib

import pytest
from trees import fixture, fixtures

from fioboard_agent.capture.replay import RecordedPrograms
from fioboard_agent.collectors import diskutil_macos, ioreg_macos, profiler_macos
from fioboard_agent.collectors.machine_macos import SYSCTL
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import Answer
from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory.document import collect_inventory

GEN1, GEN2, GEN3 = 1, 2, 3


def link(speed, width):
    return width << 4 | speed


def function(debug, port, status, capability, *children, **more):
    return {
        "pcidebug": debug,
        "vendor-id": b"\x4d\x14\0\0",
        "device-id": b"\x04\xa8\0\0",
        "class-code": b"\x02\x08\x01\0",
        "IOPCIExpressCapabilities": port << 4 | 2,
        "IOPCIExpressLinkStatus": status,
        "IOPCIExpressLinkCapabilities": capability,
        "IORegistryEntryChildren": list(children),
        **more,
    }


def media(name, whole=True):
    return {
        "IOObjectClass": "IONVMeController",
        "IORegistryEntryChildren": [{"BSD Name": name, "Whole": whole}],
    }


def carrier(slot):
    drives = [
        function(f"{bus}:0:0", 0, link(GEN2, 4), link(GEN3, 4), media(disk))
        for bus, disk in ((7, "disk2"), (8, "disk3"))
    ]
    ports = [
        function(
            f"6:{number}:0({bus}:{bus})",
            6,
            link(GEN2, 4),
            link(GEN3, 4),
            {"IORegistryEntryChildren": [drive]},
        )
        for number, bus, drive in ((1, 7, drives[0]), (2, 8, drives[1]))
    ]
    switch = function("5:0:0(6:8)", 5, link(GEN2, 16), link(GEN3, 16), *ports, **{"AAPL,slot-name": slot + b"\0"})
    root = function("0:3:0(5:8)", 4, link(GEN2, 16), link(GEN2, 16), switch)
    # ioreg -r lists what lies below a match a second time, on its own
    return [root, drives[0]]


NVME = [
    {
        "_dataType": "SPNVMeDataType",
        "_items": [
            {
                "_name": "Generic SSD Controller",
                "_items": [
                    {
                        "_name": "Samsung SSD 970 PRO 512GB",
                        "bsd_name": "disk2",
                        "device_model": "Samsung SSD 970 PRO 512GB               ",
                        "device_revision": "1B2QEXP7",
                        "device_serial": "S463NF0K000000A     ",
                        "size_in_bytes": 512110190592,
                        "volumes": [{"bsd_name": "disk2s2", "size_in_bytes": 511900434432}],
                    }
                ],
            }
        ],
    },
    {
        "_dataType": "SPHardwareDataType",
        "_items": [
            {
                "machine_model": "MacPro5,1",
                "machine_name": "Mac Pro",
                "boot_rom_version": "144.0.0.0.0",
                # Invented, as the UUID below is: shaped like real ones, no machine has them.
                "serial_number": "CK00000XXXX",
                "platform_UUID": "00000000-0000-1000-8000-0017F2000000",
            }
        ],
    },
]
CONTAINERS = {
    "AllDisksAndPartitions": [
        {"DeviceIdentifier": "disk2", "Partitions": [{"DeviceIdentifier": "disk2s2"}]},
        {
            "DeviceIdentifier": "disk5",
            "APFSPhysicalStores": [{"DeviceIdentifier": "disk2s2"}],
            "APFSVolumes": [],
        },
    ]
}
SYSCTLS = """kern.hostname: macpro.local
kern.osproductversion: 10.14.6
kern.osrelease: 18.7.0
machdep.cpu.brand_string: Intel(R) Xeon(R) CPU           X5690  @ 3.47GHz
machdep.cpu.family: 6
hw.physicalcpu: 12
hw.logicalcpu: 24
hw.packages: 2
hw.memsize: 68719476736
"""


def said(document):
    return Answer(0, document if isinstance(document, bytes) else plistlib.dumps(document), "")


def collect(answers):
    programs = RecordedPrograms({tuple(argv): answer for argv, answer in answers})
    return collect_inventory(Roots(), None, "Darwin", lambda roots: Reader(roots, programs))


@pytest.fixture
def document():
    return collect(
        [
            (["sysctl", *SYSCTL], said(SYSCTLS.encode())),
            (profiler_macos.PROFILER, said(NVME)),
            (ioreg_macos.IOREG, said(carrier(b"Slot-2"))),
            (diskutil_macos.DISKUTIL, said(CONTAINERS)),
        ]
    )


def test_chain_goes_from_the_drive_through_the_carriers_switch_to_the_root_port(document):
    pci = document["pci"]
    chain, address = [], document["disks"]["disk2"]["pci"]
    while address:
        chain.append((address, pci[address]["port_type"]))
        address = pci[address]["parent"]
    assert chain == [
        ("0000:07:00.0", "endpoint"),
        ("0000:06:01.0", "downstream"),
        ("0000:05:00.0", "upstream"),
        ("0000:00:03.0", "root"),
    ]
    assert pci["0000:07:00.0"]["stable_path"] == "pci0000:00/03.0/00.0/01.0/00.0"
    assert pci["0000:05:00.0"]["slot"] == {"name": "Slot-2", "source": "label", "is_verified": False}


def test_link_registers_become_speed_and_width(document):
    assert document["pci"]["0000:07:00.0"]["link"] == {
        "current_gts": 5.0,
        "current_lanes": 4,
        "max_gts": 8.0,
        "max_lanes": 4,
    }
    assert document["pci"]["0000:07:00.0"]["ids"]["class"] == "0x010802"
    assert document["pci"]["0000:07:00.0"]["ids"]["vendor"] == "0x144d"


def test_function_without_a_trained_link_says_nothing_of_it():
    functions, _ = ioreg_macos.parse_registry([function("1:0:0", 0, 0, 0)])
    assert set(functions["0000:01:00.0"]["link"].values()) == {None}


def test_disk_system_and_processor_are_described(document):
    disk = document["disks"]["disk2"]
    assert (disk["model"], disk["serial"], disk["firmware"]) == (
        "Samsung SSD 970 PRO 512GB",
        "S463NF0K000000A",
        "1B2QEXP7",
    )
    assert (disk["size_bytes"], disk["transport"], disk["rotational"]) == (512110190592, "pcie", False)
    assert disk["partitions"] == [{"name": "disk2s2", "number": 2, "start_bytes": None, "size_bytes": 511900434432}]
    assert document["system"]["product"] == "MacPro5,1"
    assert document["system"]["bios"]["version"] == "144.0.0.0.0"
    assert (document["cpu"]["sockets"], document["cpu"]["cores"], document["cpu"]["smt"]) == (2, 12, "on")
    assert document["memory"]["total_bytes"] == 64 << 30
    assert document["os"]["version"] == "10.14.6"


def test_container_lies_on_its_physical_stores(document):
    assert document["volumes"]["disk5"]["kind"] == "apfs"
    assert document["volumes"]["disk5"]["members"] == ["disk2s2"]


def test_drive_of_a_mac_tells_its_temperature_where_smartmontools_is_installed():
    scan = json.dumps({"devices": [{"name": "/dev/disk2", "type": "nvme"}]}).encode()
    drive = fixture("smartctl/nvme-null-Samsung_SSD_970_EVO_Plus_250GB-nvme0.json").read_bytes()
    asked = ["smartctl", "-j", "-x", "-n", "standby", "-d", "nvme", "/dev/disk2"]
    document = collect([(["smartctl", "--scan-open", "-j"], said(scan)), (asked, said(drive))])
    health = document["moment"]["disks"]["disk2"]
    assert (health["source"], health["temperature_c"]) == (
        "smartctl",
        json.loads(drive)["temperature"]["current"],
    )
    assert collect([])["sources"]["smart"]["status"] == "absent"


@pytest.mark.parametrize("path", fixtures("macos/system_profiler/SPSerialATA*.xml"), ids=lambda path: path.stem)
def test_every_recorded_report_of_disks_is_read(path):
    reader = Reader(Roots(), RecordedPrograms({tuple(profiler_macos.PROFILER): said(path.read_bytes())}))
    disks = profiler_macos.read_disks(reader, profiler_macos.read_profile(reader))
    assert disks
    assert reader.source.status == "ok"
    for disk in disks.values():
        assert disk["transport"] == "sata"
        assert disk["model"] == disk["model"].strip()
        assert disk["size_bytes"]


def test_a_recorded_mac_says_what_was_read_by_hand():
    """sysctl of an Intel MacBook Pro (macOS 10.14.6), and the report of another one as system_profiler wrote it."""
    document = collect(
        [
            (["sysctl", *SYSCTL], said(fixture("macos/sysctl-macos-10.14.6.txt").read_bytes())),
            (profiler_macos.PROFILER, said(fixture("macos/hardware-macbookpro11-1.xml").read_bytes())),
        ]
    )
    assert document["host"]["name"] == "kbrazil-mac"
    assert (document["os"]["version"], document["os"]["kernel"]) == ("10.14.6", "18.7.0")
    cpu = document["cpu"]
    assert (cpu["model"], cpu["vendor"]) == ("Intel(R) Core(TM) i5-8279U CPU @ 2.40GHz", "GenuineIntel")
    assert (cpu["sockets"], cpu["cores"], cpu["threads"], cpu["smt"]) == (1, 4, 8, "on")
    assert (cpu["family"], cpu["stepping"], cpu["microcode"]) == (6, 10, "202")
    assert document["memory"]["total_bytes"] == 17179869184
    assert document["virtualized"] is None
    system = document["system"]
    assert (system["vendor"], system["product"], system["family"]) == ("Apple Inc.", "MacBookPro11,1", "MacBook Pro")
    assert (system["serial"], system["bios"]["version"]) == ("ABCDEFG12345", "MBP111.0138.B17")
    assert system["uuid"] == "F1A4AE0F-84A8-45D8-83C7-F3F904464FC5"
    # Neither says anything of disks, and that is said.
    assert document["disks"] == {}
    assert {name: document["sources"][name]["status"] for name in ("pci", "volumes")} == {
        "pci": "absent",
        "volumes": "absent",
    }


def test_partitions_of_a_recorded_apple_silicon_disk_are_no_container():
    document = collect([(diskutil_macos.DISKUTIL, said(fixture("macos/diskutil-list-apple-silicon.xml").read_bytes()))])
    assert document["sources"]["volumes"]["status"] == "ok"
    assert document["volumes"] == {}


def test_mac_without_any_answer_says_so():
    document = collect([])
    assert {document["sources"][name]["status"] for name in ("sysctl", "profiler", "pci", "disks", "volumes")} == {
        "absent"
    }
    json.dumps(document, allow_nan=False)


@pytest.mark.parametrize(
    "garbage", [b"", b"bplist00\xff", b"<plist>", b"\xff\xfe\0", plistlib.dumps([1, {"_items": 3}])]
)
def test_garbage_is_survived(garbage):
    programs = (["sysctl", *SYSCTL], profiler_macos.PROFILER, ioreg_macos.IOREG, diskutil_macos.DISKUTIL)
    document = collect([(argv, said(garbage)) for argv in programs])
    assert all(source["status"] != "error" for source in document["sources"].values())
    json.dumps(document, allow_nan=False)


def test_registry_deeper_than_any_real_one_ends():
    entry = {}
    for _ in range(500):
        entry = {"IORegistryEntryChildren": [entry]}
    assert ioreg_macos.parse_registry([entry]) == ({}, {})
