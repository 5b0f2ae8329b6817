"""safety/confirmation.py: one identity in every spelling confirms the device; a part of it, or another's, never does."""

import pytest
from machine import Machine

from fioboard_agent.safety.confirmation import confirm, list_identities
from fioboard_agent.safety.devices import read_device

HEX = "5000c500a1b2c3d4"
MD = "3aaa0122-29827cfa-53316adc-5e8ba5cd"
MDADM = "3aaa0122:29827cfa:53316adc:5e8ba5cd"
LVM = "LVM-AbCdEf0123456789AbCdEf0123456789abcdefABCDEF0123456789abcdefABCD"


@pytest.fixture
def machine(tmp_path):
    machine = Machine(tmp_path / "machine")
    machine.disk("sda", serial="ZC1A2B3c", wwid=f"naa.{HEX}")
    machine.put(
        f"/run/udev/data/b{machine.number('sda')}",
        f"S:disk/by-id/ata-ST4000NM_ZC1A2B3c\nS:disk/by-id/wwn-0x{HEX}\nS:disk/by-id/scsi-3{HEX}\n"
        "S:disk/by-id/usb-Generic_Flash-0:0\nS:disk/by-path/pci-0000:01:00.0-ata-1\nE:ID_WWN=0x5000c500\n",
    )
    machine.disk("nvme0n1", serial="S64DNX0R", wwid=f"eui.{HEX}", parent="pci0/1")
    machine.put(
        f"/run/udev/data/b{machine.number('nvme0n1')}",
        f"S:disk/by-id/nvme-Samsung_SSD_S64DNX0R_1\nS:disk/by-id/nvme-eui.{HEX}\nS:disk/by-id/nvme-Samsung_SSD\n",
    )
    machine.layer("md0", "sda", md__uuid="3aaa0122-2982-7cfa-5331-6adc5e8ba5cd")
    machine.put(f"/run/udev/data/b{machine.number('md0')}", f"E:MD_UUID={MDADM}\nS:disk/by-id/md-name-host:0\n")
    machine.layer("dm-0", "sda", dm__uuid=LVM)
    machine.put(f"/run/udev/data/b{machine.number('dm-0')}", f"S:disk/by-id/dm-uuid-{LVM}\nS:disk/by-id/dm-name-vg-a\n")
    machine.disk("zero", serial="00000000", wwid="eui.0000000000000000", parent="pci0/2")
    return machine


@pytest.mark.parametrize(
    ("name", "word"),
    [
        *(("sda", word) for word in ("ZC1A2B3c", "zc1a2b3C", " ZC1A2B3c ", "ata-ST4000NM_ZC1A2B3c", f"naa.{HEX}")),
        *(("sda", word) for word in (HEX, HEX.upper(), f"0x{HEX.upper()}", f"wwn-0x{HEX}", f"scsi-3{HEX}")),
        ("sda", f"/dev/disk/by-id/wwn-0x{HEX}"),
        *(("nvme0n1", word) for word in (f"eui.{HEX}", f"nvme-eui.{HEX}", f"0x{HEX}", "nvme-Samsung_SSD_S64DNX0R_1")),
        *(("md0", word) for word in (MDADM, MDADM.upper(), MD.replace("-", ""), f"md-uuid-{MDADM}")),
        ("md0", "3aaa0122-2982-7cfa-5331-6adc5e8ba5cd"),
        *(("dm-0", word) for word in (LVM, f"dm-uuid-{LVM}")),
    ],
)
def test_identity_in_any_spelling_confirms_the_device(machine, name, word):
    assert confirm([word], read_device(machine.roots, name)) != set()


@pytest.mark.parametrize(
    ("name", "word"),
    [
        *(("sda", word) for word in ("", "ZC1A2B3", "C1A2B3c", "ZC1A2B3c4", "sda", "/dev/sda", "ST4000NM")),
        *(
            ("sda", word)
            for word in (HEX[:-1], HEX[1:], f"{HEX}0", "0x5000c500", f"eui.{HEX}", "usb-Generic_Flash-0:0")
        ),
        *(("sda", word) for word in ("pci-0000:01:00.0-ata-1", "/dev/disk/by-path/pci-0000:01:00.0-ata-1", "S64DNX0R")),
        *(("sda", word) for word in ("nvme-Samsung_SSD_S64DNX0R_1", "ata-ST4000NM_ZC1A2B3c-part1", MDADM)),
        *(("nvme0n1", word) for word in (f"naa.{HEX}", "nvme-Samsung_SSD", "ata-ST4000NM_ZC1A2B3c")),
        *(("md0", word) for word in (MDADM[:-1], "3aaa0122", "md-name-host:0", "ZC1A2B3c", "0" * 32)),
        *(("dm-0", word) for word in (LVM.lower(), f"dm-uuid-{LVM.lower()}", "dm-name-vg-a", LVM[:-1])),
        *(("zero", word) for word in ("00000000", "eui.0000000000000000", "0x0000000000000000", "0000000000000000")),
    ],
)
def test_part_of_an_identity_or_another_devices_confirms_nothing(machine, name, word):
    assert confirm([word], read_device(machine.roots, name)) == set()


def test_uuid_of_old_metadata_is_taken_as_mdadm_spells_it(machine):
    """Version 0.90: mdadm turns the bytes of each group around, and the kernel does not."""
    machine.put(f"/run/udev/data/b{machine.number('md0')}", "E:MD_UUID=2201aa3a:fa7c8229:dc6a3153:cda58b5e\n")
    device = read_device(machine.roots, "md0")
    assert confirm(["2201aa3a:fa7c8229:dc6a3153:cda58b5e"], device) != set()
    assert confirm([MDADM], device) != set()


def test_what_is_recorded_is_the_devices_own_identity(machine):
    device = read_device(machine.roots, "sda")
    assert confirm([f"wwn-0x{HEX}", "zc1a2b3c"], device) == {f"naa.{HEX}", "ZC1A2B3c"}
    assert list_identities(read_device(machine.roots, "zero")) == {}
