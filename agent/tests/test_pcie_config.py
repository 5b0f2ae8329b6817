"""collectors/pcie/config.py on built bytes, and on the configuration space of real machines."""

from __future__ import annotations

import random
import re

import pytest
from trees import fixture, fixtures

from fioboard_agent.collectors.pcie.config import parse_config


def u32(data, offset, value):
    data[offset : offset + 4] = value.to_bytes(4, "little")


def built(port_type=0x0, size=4096, version=2):
    """A function with the PCI Express capability at 60h behind another one, and ACS and resizable BAR."""
    data = bytearray(size)
    data[0x06] = 0x10
    data[0x34] = 0x40
    data[0x40:0x42] = bytes([0x05, 0x60])
    data[0x60:0x62] = bytes([0x10, 0x00])
    data[0x62:0x64] = (version | port_type << 4 | 0x100).to_bytes(2, "little")
    u32(data, 0x64, 0x2)  # supports 512
    data[0x68:0x6A] = (0x10 | 1 << 5 | 0x100 | 2 << 12).to_bytes(2, "little")  # RO, MPS 256, extended tags, MRRS 512
    u32(data, 0x6C, 4 | 16 << 4)  # up to 16 GT/s x16
    data[0x70:0x72] = (2).to_bytes(2, "little")  # L1
    data[0x72:0x74] = (3 | 8 << 4).to_bytes(2, "little")  # at 8 GT/s x8
    u32(data, 0x74, 7 << 19)
    data[0x88:0x8A] = (0x1000).to_bytes(2, "little")
    data[0x90:0x92] = (4).to_bytes(2, "little")
    if size > 256:
        u32(data, 0x100, 0x000D | 1 << 16 | 0x140 << 20)
        data[0x106:0x108] = (0x1D).to_bytes(2, "little")
        u32(data, 0x140, 0x0015 | 1 << 16)
        u32(data, 0x148, 1 << 5 | 13 << 8)  # one BAR, 8 GiB
    return bytes(data)


def test_every_field_of_a_root_port():
    config = parse_config(built(port_type=0x4))
    assert config.port_type == "root"
    assert config.link == {"current_gts": 8.0, "current_lanes": 8, "max_gts": 16.0, "max_lanes": 16}
    assert config.fields == {
        "mps_bytes": 256,
        "mps_supported_bytes": 512,
        "mrrs_bytes": 512,
        "relaxed_ordering": True,
        "extended_tags": True,
        "ten_bit_tags": True,
        "aspm": "l1",
        "target_gts": 16.0,
        "slot_number": 7,
        "acs": True,
        "rebar_bytes": 8 << 30,
    }


@pytest.mark.parametrize(
    ("code", "name"),
    [(0, "endpoint"), (4, "root"), (5, "upstream"), (6, "downstream"), (9, "integrated"), (0xF, None)],
)
def test_port_types(code, name):
    assert parse_config(built(port_type=code)).port_type == name


def test_slot_number_belongs_to_ports_only():
    assert parse_config(built(port_type=0x0)).fields["slot_number"] is None
    assert parse_config(built(port_type=0x6)).fields["slot_number"] == 7


def test_switch_port_has_no_read_request_size():
    assert parse_config(built(port_type=0x5)).fields["mrrs_bytes"] is None


def test_first_256_bytes_leave_the_extended_capabilities_unknown():
    fields = parse_config(built(size=256)).fields
    assert (fields["mps_bytes"], fields["acs"], fields["rebar_bytes"]) == (256, None, None)


def test_old_capability_has_no_second_registers():
    fields = parse_config(built(version=1)).fields
    assert (fields["ten_bit_tags"], fields["target_gts"]) == (None, None)


@pytest.mark.parametrize("data", [b"", bytes(64), built()[:64], bytes(4096), b"\xff" * 4096])
def test_nothing_is_claimed_without_the_capability(data):
    assert parse_config(data) is None


def test_circles_and_noise_end():
    data = bytearray(built())
    data[0x41] = 0x40
    assert parse_config(bytes(data)) is None
    chance = random.Random(1)
    for _ in range(300):
        noisy = bytearray(built()[: chance.choice([65, 100, 256, 300, 4096])])
        for _ in range(20):
            noisy[chance.randrange(len(noisy))] = chance.randrange(256)
        parse_config(bytes(noisy))


def read_dump(path):
    """`lspci -xxxx`: address -> bytes."""
    found = {}
    for block in re.split(r"\n\s*\n", path.read_text(errors="replace")):
        head = re.match(r"\s*((?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]) ", block)
        lines = re.findall(r"^([0-9a-f]{2,3}): ((?:[0-9a-f]{2} ?)+)$", block, re.MULTILINE)
        if head and lines:
            found[head.group(1)] = b"".join(bytes.fromhex(line) for _, line in lines)
    return found


def test_whole_workstation():
    """The values that `lspci -F FILE -vv` of pciutils 3.9 prints, too."""
    configs = {
        address: config
        for address, data in read_dump(fixture("lspci-config-space/tree-asus-p6t6")).items()
        if (config := parse_config(data))
    }
    assert (configs["00:03.0"].port_type, configs["00:03.0"].fields["slot_number"]) == ("root", 2)
    assert configs["02:00.0"].port_type == "upstream"
    assert configs["03:00.0"].port_type == "downstream"
    hba, gpu = configs["04:00.0"], configs["06:00.0"]
    assert hba.link == {"current_gts": 5.0, "current_lanes": 8, "max_gts": 5.0, "max_lanes": 8}
    assert (hba.fields["mps_bytes"], hba.fields["mps_supported_bytes"], hba.fields["mrrs_bytes"]) == (
        128,
        4096,
        512,
    )
    assert gpu.link["current_gts"] == 2.5
    assert configs["00:07.0"].link == {
        "current_gts": 2.5,
        "current_lanes": 16,
        "max_gts": 5.0,
        "max_lanes": 16,
    }


@pytest.mark.parametrize(
    ("name", "address", "field", "value"),
    [
        ("cap-rebar", "09:00.0", "rebar_bytes", 256 << 20),
        ("cap-ide", "e1:00.0", "ten_bit_tags", True),
        ("cap-ide", "e1:00.0", "target_gts", 32.0),
        ("cap-dpc", "05:01.0", "slot_number", 1),
        ("cap-exp-dev2", "00:1c.0", "aspm", "l1"),
        ("cap-aer-root", "00:02.0", "acs", True),
    ],
)
def test_single_capabilities_of_real_devices(name, address, field, value):
    data = read_dump(fixture(f"lspci-config-space/{name}"))[address]
    assert parse_config(data).fields[field] == value


@pytest.mark.parametrize("path", fixtures("lspci-config-space/*"), ids=lambda path: path.name)
def test_every_dump_is_read(path):
    for data in read_dump(path).values():
        config = parse_config(data)
        if config and config.link["current_lanes"] and config.link["max_lanes"]:
            assert config.link["current_lanes"] <= config.link["max_lanes"]
