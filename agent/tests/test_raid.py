"""Arrays of RAID controllers from the recorded outputs of their programs."""

from __future__ import annotations

import json

import pytest
from golden import assert_golden
from recorded_programs import RecordedPrograms
from trees import fixture, fixtures

from fioboard_agent.collectors import raid_linux, raid_storcli, raid_text
from fioboard_agent.collectors.raid_units import parse_bytes
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.reader import Reader


def read(name):
    return fixture(f"raid/{name}").read_text()


def test_storcli_array_with_its_drives():
    volume = raid_storcli.parse_storcli(read("storcli_-cALL_show_all.json"))["raid:c0/v0"]
    assert (volume["kind"], volume["level"], volume["width"]) == ("hardware_raid", "raid6", 4)
    assert (volume["controller_pci"], volume["is_degraded"]) == ("0000:02:00.0", False)
    assert volume["options"]["controller_firmware"] == "4.680.00-8417"
    assert volume["options"]["drives"][0] == {
        "slot": "252:0",
        "model": "Micron_5200_MTFDDAK960TDC",
        "state": "Onln",
        "interface": "SATA",
        "medium": "SSD",
    }
    assert volume["members"] == []


@pytest.mark.parametrize("path", fixtures("raid/*storcli*.json"), ids=lambda path: path.stem)
def test_every_output_of_storcli(path):
    volumes = raid_storcli.parse_storcli(path.read_text())
    assert bool(volumes) == ("VD LIST" in path.read_text())


def test_golden_document_of_a_megaraid_controller():
    answers = {"storcli64 /cALL show all J": read("storcli_-cALL_show_all.json")}
    assert_golden("raid/megaraid", collect(functions("megaraid_sas"), answers)[0])


def test_golden_document_of_a_boot_controller():
    assert_golden("raid/mvcli", raid_text.parse_mvcli(read("mvcli-info-vd.txt")))


def test_strip_size_and_device_of_an_array():
    text = json.dumps(
        {
            "Controllers": [
                {
                    "Command Status": {"Controller": 0, "Status": "Success"},
                    "Response Data": {
                        "/c0/v0": [],
                        "VD0 Properties": {"Strip Size": "256 KB", "OS Drive Name": "/dev/sda"},
                    },
                }
            ]
        }
    )
    assert raid_storcli.parse_virtual_drives(text) == {"raid:c0/v0": {"chunk_bytes": 262144, "os_device": "sda"}}


@pytest.mark.parametrize(
    ("name", "key", "level", "width", "pci", "device"),
    [
        ("hpssa-ssacli-P408i-a.txt", "raid:slot0/v1", "raid6", 4, "0000:5c:00.0", "sda"),
        ("hpssa-ssacli-P212_P410i.txt", "raid:slot5/v1", "raid5", 12, "0000:14:00.0", "sdc"),
        ("hpssa-ssacli-P212_P410i.txt", "raid:slot0/v1", "raid1", 2, "0000:04:00.0", "sda"),
    ],
)
def test_smart_array(name, key, level, width, pci, device):
    volume = raid_text.parse_ssacli(read(name))[key]
    assert (volume["level"], volume["width"], volume["controller_pci"]) == (level, width, pci)
    assert (volume["chunk_bytes"], volume["options"]["os_device"]) == (256 * 1024, device)
    assert len({drive["slot"] for drive in volume["options"]["drives"]}) == width


def test_adaptec():
    volume = raid_text.parse_arcconf(read("adaptecraid-getconfig-ld-current.txt"))["raid:ld0"]
    assert (volume["level"], volume["chunk_bytes"], volume["width"]) == ("raid10", 262144, 4)
    assert volume["options"]["drives"][3] == {"state": "Present", "slot": "0:3"}
    assert volume["is_degraded"] is False


def test_megacli():
    volume = raid_text.parse_megacli(read("megacli-mega-phys-drives-info.txt"))["raid:c0/v0"]
    assert (volume["level"], volume["chunk_bytes"], volume["width"]) == ("raid1", 65536, 8)
    assert volume["options"]["drives"][1]["slot"] == "32:2"


def test_boot_raid_of_a_server():
    volume = raid_text.parse_mvcli(read("mvcli-info-vd.txt"))["raid:boss/v0"]
    assert (volume["level"], volume["chunk_bytes"], volume["width"], volume["state"]) == (
        "raid1",
        65536,
        2,
        "functional",
    )


@pytest.mark.parametrize(
    "parse", [raid_text.parse_ssacli, raid_text.parse_arcconf, raid_text.parse_megacli, raid_text.parse_mvcli]
)
@pytest.mark.parametrize("path", fixtures("raid/*.txt"), ids=lambda path: path.stem)
def test_text_of_another_program_says_nothing_wrong(parse, path):
    json.dumps(parse(path.read_text()), allow_nan=False)


@pytest.mark.parametrize(
    ("text", "size"),
    [("256 KB", 262144), ("64 KiB", 65536), ("1 MB", 1 << 20), ("1.745 TB", None), ("", None), (None, None)],
)
def test_sizes(text, size):
    assert parse_bytes(text) == size


def functions(driver, vendor="0x1000"):
    return {"0000:02:00.0": {"driver": driver, "ids": {"vendor": vendor}}}


def collect(pci, answers, is_root=True):
    reader = Reader(Roots(), RecordedPrograms(answers))
    return raid_linux.collect_hardware_raid(reader, pci, is_root), reader


def test_program_of_the_controller_is_asked():
    volumes, reader = collect(
        functions("megaraid_sas"), {"storcli64 /cALL show all J": read("storcli_-cALL_show_all.json")}
    )
    assert list(volumes) == ["raid:c0/v0"]
    assert reader.source.status == "ok"


def test_older_program_is_tried_when_the_newer_is_not_installed():
    volumes, _ = collect(functions("megaraid_sas"), {"perccli64 /cALL show all J": read("storcli_-cALL_show_all.json")})
    assert list(volumes) == ["raid:c0/v0"]


@pytest.mark.parametrize(
    ("pci", "answers", "is_root", "status"),
    [
        ({}, {}, True, "absent"),
        (functions("nvme"), {}, True, "absent"),
        (functions("megaraid_sas"), {}, True, "absent"),
        (functions("megaraid_sas"), {}, False, "denied"),
        (functions("megaraid_sas"), {"storcli64": "garbage"}, True, "unparsed"),
    ],
)
def test_status_of_the_subject(pci, answers, is_root, status):
    volumes, reader = collect(pci, answers, is_root)
    assert (volumes, reader.source.status) == ({}, status)
    assert reader.source.detail
