"""inventory.py and collectors: exact on a built machine, unbreakable on captured ones."""

import json
import os
import random
import re
from pathlib import Path

import pytest
from epyc_lab import NVME, build_epyc_lab
from machine import Machine
from trees import captured, tree

from fioboard_agent.collectors.cpu_sets import parse_cpu_list
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.reader import Reader, drop_filler
from fioboard_agent.inventory import document as inventory

STATUSES = {"ok", "absent", "denied", "error", "timeout", "unparsed"}
SNAPSHOTS = sorted((Path(__file__).parent / "snapshots").glob("*.tar.gz"))


def collect(root):
    return inventory.collect_inventory(Roots(root), None, "Linux")


@pytest.fixture
def lab(tmp_path):
    return build_epyc_lab(tmp_path / "lab")


def test_system_board_and_bios_without_filler(lab):
    system = collect(lab.root)["system"]
    assert {
        key: system[key] for key in ("vendor", "product", "version", "family", "sku", "serial", "board", "bios")
    } == {
        "vendor": "Supermicro",
        "product": "AS -1114S-WN10RT",
        "version": None,
        "family": None,
        "sku": None,
        "serial": "S411795X",
        "board": {"vendor": "Supermicro", "product": "H12SSW-NTR", "version": "1.01", "serial": None},
        "bios": {
            "vendor": "American Megatrends Inc.",
            "version": "2.4",
            "date": "04/14/2022",
            "release": "5.14",
        },
    }


def test_cores_are_counted_right_where_core_ids_repeat(lab):
    cpu = collect(lab.root)["cpu"]
    assert (cpu["sockets"], cpu["cores"], cpu["threads"]) == (2, 8, 16)
    assert cpu["model"] == "AMD EPYC 7443P 24-Core Processor"
    assert cpu["frequency"]["driver"] == "acpi-cpufreq"
    assert cpu["frequency"]["governors"] == {"performance": 1, "schedutil": 15}
    assert [(node["id"], node["cpus"]) for node in cpu["numa"]["nodes"]] == [
        (0, "0-3,8-11"),
        (1, "4-7,12-15"),
    ]
    assert cpu["numa"]["nodes_per_socket"] == 1


def test_memory_is_in_bytes(lab):
    assert collect(lab.root)["memory"]["total_bytes"] == 263849572 * 1024


def test_kernel_parameters_outside_the_list_never_leave_the_host(lab):
    document = collect(lab.root)
    assert document["os"]["cmdline"] == ["iommu=pt", "nvme.poll_queues=8", "mitigations=off"]
    assert document["os"]["kernel"] == "6.12.0-lab"
    assert not re.search("hunter2|s3cret|luks|evil", json.dumps(document))


def test_broken_line_of_os_release_is_noted_and_the_rest_is_read(lab):
    document = collect(lab.root)
    assert (document["os"]["name"], document["os"]["version"]) == ("Debian GNU/Linux", "12")
    assert document["sources"]["os"]["status"] == "unparsed"


def test_drives(lab):
    disks = collect(lab.root)["disks"]
    assert set(disks) == {"nvme0n1", "sda"}
    nvme, sata = disks["nvme0n1"], disks["sda"]
    wanted = {
        "model": "SAMSUNG MZQL23T8HCLS-00A07",
        "vendor": None,
        "serial": "S4EVNX0R123456",
        "firmware": "GDC5602Q",
        "size_bytes": 7814037168 * 512,
        "logical_block_bytes": 512,
        "physical_block_bytes": 4096,
        "rotational": False,
        "write_cache": "write through",
        "scheduler": "none",
        "nr_requests": 1023,
        "max_sectors_kb": 128,
        "read_ahead_kb": 128,
        "transport": "pcie",
        "pci": NVME,
    }
    assert {key: nvme[key] for key in wanted} == wanted
    assert (sata["vendor"], sata["serial"], sata["firmware"]) == ("ATA", "ZC1234", "1.00")
    assert (sata["rotational"], sata["scheduler"], sata["transport"]) == (True, "mq-deadline", "sata")


def test_pci_link_now_and_at_most(lab):
    function = collect(lab.root)["pci"][NVME]
    assert function["link"] == {"current_gts": 8.0, "current_lanes": 4, "max_gts": 16.0, "max_lanes": 4}
    assert (function["numa_node"], function["driver"]) == (1, "nvme")


def test_unknown_numa_node_and_link_are_null_not_minus_one(lab):
    function = collect(lab.root)["pci"]["0000:00:11.0"]
    assert function["numa_node"] is None
    assert set(function["link"].values()) == {None}


def test_link_of_a_sleeping_function_is_not_believed(lab):
    lab.put(f"/sys/bus/pci/devices/{NVME}/power_state", "D3cold\n")
    assert set(collect(lab.root)["pci"][NVME]["link"].values()) == {None}


def test_machine_without_any_file_has_a_whole_document_of_absences(tmp_path):
    (tmp_path / "empty").mkdir()
    document = collect(tmp_path / "empty")
    assert {name for name, source in document["sources"].items() if source["status"] != "ok"} >= {
        "dmi",
        "cpu",
        "memory",
        "os",
        "disks",
        "fio",
    }
    assert document["cpu"]["threads"] is None
    assert document["memory"]["total_bytes"] is None
    assert all(source["detail"] for source in document["sources"].values() if source["status"] != "ok")


def test_refused_file_is_denied_with_its_name(lab, monkeypatch):
    original = Path.open

    def closed(path, *arguments, **options):
        if path.name == "product_serial":
            raise PermissionError(13, "Permission denied")
        return original(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", closed)
    document = collect(lab.root)
    assert document["system"]["serial"] is None
    assert document["system"]["product"] == "AS -1114S-WN10RT"
    assert document["sources"]["dmi"] == {
        "status": "denied",
        "detail": "/sys/class/dmi/id/product_serial: Permission denied",
    }


def test_collector_with_a_mistake_costs_its_subject_only(lab, monkeypatch):
    monkeypatch.setattr(inventory.cpu_linux, "collect_cpu", lambda _: 1 / 0)
    document = collect(lab.root)
    assert document["cpu"] is None
    assert document["sources"]["cpu"]["status"] == "error"
    assert document["memory"]["total_bytes"]


def damage(path, mode):
    """Put something else in the place of one file; returns what puts it back."""
    target = path.readlink() if path.is_symlink() else None
    content = path.read_bytes() if target is None else b""
    path.unlink()
    if mode == "folder":
        path.mkdir()
    elif mode == "loop":
        path.symlink_to(path)
    elif mode == "nowhere":
        path.symlink_to("/nonexistent/x")
    elif mode == "garbage":
        path.write_bytes(bytes(random.Random(str(path)).randrange(256) for _ in range(300)))
    elif mode == "empty":
        path.write_bytes(b"")
    elif mode == "huge":
        path.write_bytes(b"9" * 200_000)

    def restore():
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        else:
            path.unlink(missing_ok=True)
        path.write_bytes(content) if target is None else path.symlink_to(target)

    return restore


def all_files(root):
    return sorted(path for path in root.rglob("*") if path.is_file() or path.is_symlink())


MODES = ["gone", "folder", "loop", "nowhere", "garbage", "empty", "huge"]


def test_some_damaged_file_does_not_break_the_inventory(lab):
    assert_survives_damage(lab, lambda number: MODES[number % len(MODES)], step=5)


@pytest.mark.nightly
@pytest.mark.parametrize("mode", MODES)
def test_no_damage_of_a_single_file_can_break_the_inventory(lab, mode):
    assert_survives_damage(lab, lambda _: mode)


def assert_survives_damage(lab, choose_mode, step=1):
    """Every file of the built machine in turn, or one of so many, damaged and put back."""
    sound = collect(lab.root)
    files = all_files(lab.root)
    assert len(files) > 100
    for number, path in enumerate(files[::step]):
        restore = damage(path, choose_mode(number))
        document = collect(lab.root)
        restore()
        assert set(document) == set(sound)
        for name, source in document["sources"].items():
            assert source["status"] in STATUSES
            # An exception that a collector did not expect would stand here under its class name.
            assert not re.match(r"\w+Error:", source["detail"] or ""), (path, name, source)
        json.dumps(document, allow_nan=False).encode("utf-8")
    assert collect(lab.root)["disks"] == sound["disks"]


@pytest.mark.quick(1)
@pytest.mark.parametrize("archive", SNAPSHOTS, ids=lambda path: path.name)
def test_captured_machine_with_files_missing_at_random(tmp_path, archive):
    root = tree(archive, tmp_path)
    document = collect(root)
    assert document["disks"]
    assert document["memory"]["total_bytes"] > 1 << 30
    files, chance = all_files(root), random.Random(archive.name)
    for _ in range(10):
        for path in chance.sample(files, 20):
            if path.is_symlink() or path.is_file():
                damage(path, chance.choice(["gone", "garbage", "folder"]))
        assert all(source["status"] in STATUSES for source in collect(root)["sources"].values())


def test_captured_laptop():
    document = collect(captured(next(path for path in SNAPSHOTS if "laptop" in path.name)))
    assert document["disks"]["nvme0n1"]["size_bytes"] == 1024209543168
    assert document["disks"]["nvme0n1"]["pci"] == "0000:04:00.0"
    assert document["pci"]["0000:04:00.0"]["driver"] == "nvme"
    assert document["pci"]["0000:04:00.0"]["numa_node"] is None
    assert document["cpu"]["model"] == "12th Gen Intel(R) Core(TM) i7-1270P"


def test_live_machine(program):
    document = inventory.collect_inventory(Roots(), program)
    assert document["fio"]["version"] == program.version
    assert document["cpu"]["threads"] == len(os.sched_getaffinity(0)) or document["cpu"]["threads"] == os.cpu_count()
    assert document["memory"]["total_bytes"] == os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert document["host"]["name"] == os.uname().nodename


@pytest.mark.parametrize("system", ["FreeBSD", "Darwin"])
def test_other_systems_get_a_whole_document_too(system, program):
    document = inventory.collect_inventory(Roots(), program, system)
    assert {"host", "system", "cpu", "memory", "os", "pci", "disks"} <= set(document)
    assert document["sources"]["disks"]["status"] == "absent"
    assert all(source["status"] in STATUSES for source in document["sources"].values())


@pytest.mark.parametrize(
    "value",
    [
        "To Be Filled By O.E.M.",
        "Default string",
        "01234567890123456789AB",
        "--",
        "  ",
        "00000000",
        "FFFF",
        "N/A",
    ],
)
def test_filler_is_nothing(value):
    assert drop_filler(value) is None


@pytest.mark.parametrize("value", ["Supermicro", "R6525", "0X1", "None of your business"])
def test_names_are_kept(value):
    assert drop_filler(value) == value


@pytest.mark.parametrize(("text", "cpus"), [("0-3,8", [0, 1, 2, 3, 8]), ("", []), (None, []), ("5", [5])])
def test_cpu_lists(text, cpus):
    assert parse_cpu_list(text) == cpus


def test_virtual_machines_are_recognised(tmp_path):
    machine = Machine(tmp_path / "m")
    machine.put("/sys/class/dmi/id/sys_vendor", "QEMU\n")
    assert collect(machine.root)["virtualized"] == "kvm"
    machine.put("/sys/class/dmi/id/sys_vendor", "Dell Inc.\n")
    assert collect(machine.root)["virtualized"] is None
    machine.put("/proc/cpuinfo", "flags\t\t: fpu hypervisor sse\n")
    assert collect(machine.root)["virtualized"] == "unknown-hypervisor"


def test_reader_tells_absent_from_unreadable(tmp_path):
    reader = Reader(Roots(tmp_path))
    assert reader.text("/nothing") is None
    assert reader.source.status == "ok"
    assert reader.text("/nothing", optional=False) is None
    assert reader.source.status == "absent"


def test_unusable_fio_is_said_in_the_document():
    assert inventory.collect_inventory(Roots(), None)["sources"]["fio"]["status"] == "absent"
