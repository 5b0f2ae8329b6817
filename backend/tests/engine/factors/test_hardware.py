"""A machine in one line."""

from fioboard.engine.factors.hardware import HARDWARE_KEYS, hardware
from fioboard.engine.factors.project import FactorValue
from fioboard.engine.words.factors import FACTORS

EPYC: dict[str, FactorValue | None] = {
    "system.vendor": "GIGABYTE",
    "board.product": "MZ72-HB0-00",
    "cpu.model": "AMD EPYC 7402",
    "cpu.sockets": 2,
    "cpu.cores": 48,
    "bios.nps": 4,
    "memory.total": 1 << 38,
    "drive.count": 4,
    "drive.capacity": 15_360_950_534_144,
    "drive.transport": "pcie",
    "raid.level": "raid0",
    "bios.version": "M10",
    "os.name": "Debian GNU/Linux",
    "os.version": "12",
}


def test_the_line_of_a_machine() -> None:
    assert hardware(EPYC) == [
        "GIGABYTE MZ72-HB0-00",
        "2 × AMD EPYC 7402, 48 cores, NPS4",
        "256 GiB of memory",
        "4 × 15.4 TB PCIe, raid0",
        "BIOS M10",
        "Debian GNU/Linux 12",
    ]


def test_the_cores_of_a_processor_are_said_once() -> None:
    ryzen: dict[str, FactorValue | None] = {"cpu.model": "AMD Ryzen 9 5950X 16-Core Processor"}
    assert hardware(ryzen | {"cpu.cores": 16}) == ["AMD Ryzen 9 5950X, 16 cores"]
    assert hardware(ryzen) == ["AMD Ryzen 9 5950X 16-Core Processor"]


def test_what_is_not_known_has_no_part() -> None:
    assert hardware({}) == []
    assert hardware(dict.fromkeys(HARDWARE_KEYS)) == []
    assert hardware({"drive.count": 1, "drive.capacity": 480_000_000_000, "drive.model": "EXAMPLE"}) == [
        "480 GB EXAMPLE"
    ]
    assert hardware({"drive.count": 3, "raid.level": "raid5"}) == []


def test_a_vm_has_a_disk_and_the_memory_that_the_page_of_its_run_names() -> None:
    """It said "24 GiB" where its run had 23.5, and "275 GB virtio"."""
    vm: dict[str, FactorValue | None] = {"memory.total": 25_276_502_016, "drive.transport": "virtio"}
    assert hardware(vm | {"drive.capacity": 1 << 38}) == ["23.5 GiB of memory", "275 GB virtio disk"]


def test_a_vendor_that_the_product_names_is_named_once() -> None:
    assert hardware({"system.vendor": "Dell", "system.product": "Dell R750"}) == ["Dell R750"]
    assert hardware({"system.vendor": "Apple Inc."}) == ["Apple Inc."]


def test_several_values_of_one_run_are_told_together() -> None:
    assert hardware({"drive.model": ["A", "B"], "drive.count": 2}) == ["2 × A + B"]


def test_every_key_is_a_factor() -> None:
    assert set(HARDWARE_KEYS) <= set(FACTORS)
