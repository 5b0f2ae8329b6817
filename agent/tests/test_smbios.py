"""collectors/smbios: tables built from dmidecode's print of real machines, real records, and hostile bytes."""

from __future__ import annotations

import random
import time

import pytest
from faults import assert_survives_faults
from golden import assert_golden
from machine import Machine
from smbios_dump import Builder, leading_number, module_megabytes, records_of, table_of
from trees import OWN, captured, fixture

from fioboard_agent.collectors import memory_linux, system_linux
from fioboard_agent.collectors.smbios import linux as smbios_linux
from fioboard_agent.collectors.smbios import memory as smbios_memory
from fioboard_agent.collectors.smbios import system as smbios_system
from fioboard_agent.collectors.smbios.records import parse_table
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.reader import Reader, drop_filler

DUMPS = sorted((OWN / "dmidecode").glob("*.txt"))
TABLE = "/sys/firmware/dmi/tables/DMI"


def everything(records):
    return {
        **smbios_system.build_system(records),
        "has_bmc": smbios_system.has_bmc(records),
        "processors": smbios_system.list_processors(records),
        "slots": smbios_system.list_slots(records),
        "onboard": smbios_system.list_onboard(records),
        "dimms": smbios_memory.list_modules(records),
        "slot_count": smbios_memory.count_slots(records),
        "error_correction": smbios_memory.find_error_correction(records),
    }


@pytest.mark.parametrize("dump", DUMPS, ids=lambda path: path.stem)
def test_printed_machines_come_out_as_dmidecode_printed_them(dump):
    text = dump.read_text(encoding="utf-8")
    found = everything(parse_table(table_of(text)))
    printed = list(records_of(text))
    slots = [(values, length) for kind, _, length, values in printed if kind == 9]
    assert [(slot["designation"], slot["address"], slot["id"]) for slot in found["slots"]] == [
        (
            drop_filler(values["Designation"]),
            values.get("Bus Address") if length >= 17 else None,
            leading_number(values.get("ID")) or 0,
        )
        for values, length in slots
    ]
    modules = [values for kind, _, _, values in printed if kind == 17]
    assert found["slot_count"] == len(modules)
    assert [(dimm["size_bytes"], dimm["speed_mts"], dimm["part"], dimm["rank"]) for dimm in found["dimms"]] == [
        (
            module_megabytes(values) << 20,
            leading_number(values.get("Speed")),
            drop_filler(values["Part Number"]),
            leading_number(values.get("Rank")),
        )
        for values in modules
        if module_megabytes(values)
    ]
    assert [(cpu["designation"], cpu["cores"]) for cpu in found["processors"]] == [
        (drop_filler(values["Socket Designation"]), leading_number(values.get("Core Count")))
        for kind, _, _, values in printed
        if kind == 4
    ]
    assert_golden(f"smbios/{dump.stem}", found)


def test_slot_addresses_are_given_as_printed_though_they_are_wrong():
    """The board of the dual EPYC puts the bus number into the segment: judged where the PCI tree is known."""
    slots = everything(parse_table(table_of(fixture("dmidecode/gigabyte-mz72-hb0-2x-epyc-7t83.txt").read_text())))[
        "slots"
    ]
    assert slots[0] == {
        "designation": "PCIE_1_A",
        "id": 1,
        "type": "PCI Express",
        "width_lanes": 16,
        "usage": "In Use",
        "address": "0020:03:00.1",
    }


def test_short_slot_records_of_an_old_machine_have_no_address():
    slots = everything(parse_table(table_of(fixture("dmidecode/apple-macpro3-1.txt").read_text())))["slots"]
    assert [slot["width_lanes"] for slot in slots] == [16, 16, 4, 4, 1]
    assert {slot["address"] for slot in slots} == {None}


@pytest.mark.nightly
def test_real_memory_records_of_a_server():
    """Raw bytes of /sys/firmware/dmi/entries/17-*."""
    root = captured(fixture("sysfs/hwloc/32em64t-2n8c+dax+nvme+mic+dimms.tar.bz2"))
    reader = Reader(Roots(root))
    records = smbios_linux.read_tables(reader)
    assert_golden("smbios/32em64t-entries", everything(records))
    dimms = smbios_memory.list_modules(records)
    assert sum(dimm["size_bytes"] for dimm in dimms) == 32 << 30
    assert {(dimm["part"], dimm["type"], dimm["speed_mts"]) for dimm in dimms} == {("HMT351R7CFR8C-PB", "DDR3", 1600)}
    assert reader.source.status == "ok"


def module(length=0x5C, **fields) -> bytes:
    record = Builder(17, 0x1100, length)
    record.put("H", 0x04, 0x1000)
    for name, value in fields.items():
        record.put("I" if name in {"x1C", "x54", "x58"} else "H", int(name[1:], 16), value)
    return record.to_bytes()


@pytest.mark.parametrize(
    ("fields", "size_bytes"),
    [
        ({"x0C": 16384}, 16 << 30),
        ({"x0C": 0x8000 | 512}, 512 << 10),
        ({"x0C": 0x7FFF, "x1C": 128 << 10}, 128 << 30),
        ({"x0C": 0xFFFF}, None),
    ],
    ids=["MiB", "KiB", "from 32 GiB on", "unknown"],
)
def test_size_of_a_module(fields, size_bytes):
    assert smbios_memory.list_modules(parse_table(module(**fields)))[0]["size_bytes"] == size_bytes


def test_empty_place_is_counted_but_no_module():
    records = parse_table(module(x0C=0) + module(x0C=16384))
    assert (len(smbios_memory.list_modules(records)), smbios_memory.count_slots(records)) == (1, 2)


def test_size_in_a_wider_field_that_the_record_is_too_short_for_is_unknown():
    assert smbios_memory.list_modules(parse_table(module(0x1B, x0C=0x7FFF)))[0]["size_bytes"] is None


def test_speed_above_what_16_bits_hold():
    dimm = smbios_memory.list_modules(parse_table(module(x0C=16384, x15=0xFFFF, x54=70000, x20=0xFFFF, x58=66000)))[0]
    assert (dimm["speed_mts"], dimm["configured_speed_mts"]) == (70000, 66000)


def test_flash_chip_in_an_array_of_its_own_is_no_memory_module():
    array = Builder(16, 0x1000, 0x17)
    array.put("B", 0x05, 0x05)
    assert smbios_memory.count_slots(parse_table(array.to_bytes() + module(x0C=16))) is None


def test_processor_with_more_than_254_threads():
    record = Builder(4, 4, 0x30)
    record.put("B", 0x18, 0x41)
    for offset, wide, count in ((0x23, 0x2A, 192), (0x24, 0x2C, 192), (0x25, 0x2E, 384)):
        record.put("B", offset, min(count, 0xFF))
        record.put("H", wide, count)
    processor = smbios_system.list_processors(parse_table(record.to_bytes()))[0]
    assert (processor["is_populated"], processor["cores"], processor["threads"]) == (True, 192, 384)


def test_uuid_is_read_in_the_byte_order_of_the_standard():
    record = Builder(1, 1, 0x1B)
    record.data[0x08:0x18] = bytes.fromhex("33221100554477668899aabbccddeeff")
    assert smbios_system.build_system(parse_table(record.to_bytes()))["uuid"] == "00112233-4455-6677-8899-aabbccddeeff"
    record.data[0x08:0x18] = b"\xff" * 16
    assert smbios_system.build_system(parse_table(record.to_bytes()))["uuid"] is None


def test_table_cut_off_anywhere_gives_what_was_before_the_cut():
    table = table_of(fixture("dmidecode/supermicro-h11ssl-nc.txt").read_text())
    whole = parse_table(table)
    for end in range(0, len(table), 97):
        records = parse_table(table[:end])
        everything(records)
        assert [record.data for record in records] == [record.data for record in whole[: len(records)]]


@pytest.mark.nightly
def test_hostile_bytes_neither_raise_nor_loop():
    chance = random.Random(4)
    table = bytearray(table_of(fixture("dmidecode/dell-r7525.txt").read_text()))
    started = time.process_time()
    for _ in range(40):
        broken = bytearray(table)
        for _ in range(30):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        everything(parse_table(bytes(broken)))
    for kind in (0, 4, 9, 17):
        everything(parse_table(bytes([kind, 4, 0, 0, 0, 0]) * 20_000))
        everything(parse_table(bytes([kind, 0, 0, 0]) * 1000))
        everything(parse_table(bytes([kind, 255]) + b"\xff" * 3_000_000))
    assert time.process_time() - started < 30


@pytest.fixture
def server(tmp_path):
    """A machine whose tables may be read, with the printed Dell's content."""
    machine = Machine(tmp_path)
    machine.put(TABLE, "")
    (machine.root / TABLE.lstrip("/")).write_bytes(table_of(fixture("dmidecode/dell-r7525.txt").read_text()))
    machine.put(
        "/proc/meminfo",
        "MemTotal:       263849572 kB\nHugePages_Total:     512\nHugepagesize:       2048 kB\n",
    )
    machine.put("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n")
    machine.put("/sys/class/dmi/id/product_name", "PowerEdge R7525\n")
    machine.put("/sys/class/dmi/id/product_uuid", "4C4C4544-0042-3510-8051-B4C04F5A3132\n")
    machine.put("/sys/class/dmi/id/chassis_type", "23\n")
    return machine


def test_kernel_and_tables_together(server):
    reader = Reader(server.roots)
    records = smbios_linux.read_tables(reader)
    system = system_linux.collect_system(reader, records)
    assert (system["vendor"], system["product"]) == ("Dell Inc.", "PowerEdge R7525")
    assert system["uuid"] == "4c4c4544-0042-3510-8051-b4c04f5a3132"
    assert system["chassis"]["type"] == "Rack Mount Chassis"
    assert (system["has_bmc"], len(system["processors"])) == (True, 2)
    memory = memory_linux.collect_memory(reader, records)
    assert (memory["dimms_source"], len(memory["dimms"])) == ("smbios", 8)
    assert (memory["hugepages_total"], memory["hugepage_bytes"], memory["thp"]) == (512, 2 << 20, "madvise")


def test_without_root_slots_are_unknown_not_none(server):
    (server.root / TABLE.lstrip("/")).unlink()
    reader = Reader(server.roots)
    records = smbios_linux.read_tables(reader)
    system = system_linux.collect_system(reader, records)
    assert (records, system["slots"], system["has_bmc"]) == (None, None, None)
    assert reader.source.status == "absent"


def collect_all(reader):
    records = smbios_linux.read_tables(reader)
    return system_linux.collect_system(reader, records), memory_linux.collect_memory(reader, records)


def test_every_file_in_turn(server):
    assert assert_survives_faults(server.roots, collect_all) >= 6


def test_machine_without_firmware_tables_is_named_by_its_device_tree(tmp_path):
    machine = Machine(tmp_path)
    machine.put("/proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    reader = Reader(machine.roots)
    system = system_linux.collect_system(reader, None)
    assert (system["product"], system["vendor"], system["bios"]["version"]) == (
        "Raspberry Pi 5 Model B Rev 1.0",
        None,
        None,
    )
    assert reader.source.status == "ok"


def test_modules_that_udev_noted():
    reader = Reader(Roots(captured(fixture("udev/NVIDIA_DGXA100.txt"))))
    memory = memory_linux.collect_memory(reader, None)
    assert (memory["dimms_source"], len(memory["dimms"])) == ("udev", 12)
    assert memory["error_correction"] == "Multi-bit ECC"
    assert memory["dimms"][0] == {
        "locator": "CPU0_DIMM_A1",
        "bank": "P0 CHANNEL A",
        "size_bytes": 64 << 30,
        "type": "DDR4",
        "speed_mts": 3200,
        "configured_speed_mts": 3200,
        "rank": 2,
        "manufacturer": "Micron Technology",
        "part": "36ASF8G72PZ-3G2B2",
        "serial": "27597C8C",
    }


def test_modules_that_only_the_error_counters_know(tmp_path):
    machine = Machine(tmp_path)
    machine.put("/proc/meminfo", "MemTotal:       263849572 kB\n")
    for number in (0, 2, 10):
        folder = f"/sys/devices/system/edac/mc/mc0/dimm{number}"
        machine.put(f"{folder}/size", "16384\n")
        machine.put(f"{folder}/dimm_label", f"CPU_SrcID#0_DIMM#{number}\n")
        machine.put(f"{folder}/dimm_mem_type", "Registered-DDR4\n")
    memory = memory_linux.collect_memory(Reader(machine.roots), None)
    assert [(dimm["locator"][-2:], dimm["size_bytes"], dimm["type"]) for dimm in memory["dimms"]] == [
        ("#0", 16 << 30, "DDR4"),
        ("#2", 16 << 30, "DDR4"),
        ("10", 16 << 30, "DDR4"),
    ]
    assert (memory["dimms_source"], memory["dimms"][0]["speed_mts"]) == ("edac", None)
