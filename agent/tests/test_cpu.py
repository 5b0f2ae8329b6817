"""collectors cpu_linux, numa_linux, cpu_power_linux, cpu_sets: captured machines of many shapes, and built ones."""

from __future__ import annotations

import pytest
from epyc_lab import build_epyc_lab
from faults import assert_survives_faults
from golden import assert_golden
from machine import Machine
from trees import OWN, captured, fixture

from fioboard_agent.collectors import cpu_linux
from fioboard_agent.collectors.cpu_sets import format_cpu_list, parse_cpu_list, read_cpu_set
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.reader import Reader

WANTED = r"(proc/(cpuinfo|cmdline)|system/(cpu|node)(/|$))"
HWLOC = sorted((OWN / "sysfs" / "hwloc").glob("*.tar.bz2"))

# (sockets, cores, threads), nodes per socket, L3 per socket, ambiguous: read off the machines' files by hand, or as
# lscpu printed them.
SHAPES = {
    "sysfs/hwloc/16em64t-4s2c2t-offlines.tar.bz2": ((4, 7, 12), 0, None, False),
    "sysfs/hwloc/32em64t-2n8c+dax+nvme+mic+dimms.tar.bz2": ((2, 16, 16), 1, 1, False),
    "sysfs/hwloc/32intel64-2p8co2t+8ve.tar.bz2": ((2, 16, 32), 1, 1, False),
    "sysfs/hwloc/48amd64-4pa2n6c-sparse.tar.bz2": ((4, 48, 48), 2, 2, True),
    "sysfs/hwloc/64amd64-4s2n4ca2co.tar.bz2": ((4, 32, 64), 2, 2, True),
    # Four packages share a node: the node counts for each of them.
    "sysfs/hwloc/96em64t-4no4pa3ca2co.tar.bz2": ((16, 96, 96), 1, None, False),
    # Sub-NUMA clusters of an Intel processor: two nodes, one L3.
    "sysfs/hwloc/memorysidecaches.tar.bz2": ((2, 40, 80), 2, 1, False),
    "sysfs/hwloc/nvidia-dgx-gb10.tar.bz2": ((1, 20, 20), 1, 2, False),
    # All processors of one node are offline, so that socket seems to have none: not NPS0, unknown.
    "sysfs/hwloc/offline-cpu0-node0.tar.bz2": ((2, 17, 17), None, 1, False),
    # First-generation EPYC: four dies, a node each, two L3 per die.
    "sysfs/lscpu/x86_64-epyc_7451.tar.gz": ((2, 48, 96), 4, 8, False),
    "sysfs/lscpu/x86_64-64cpu-linux6.2.tar.gz": ((1, 4, 8), 1, 1, False),
    "sysfs/ghw/linux-amd64-8581cf3a529e5d8b97ea876eade2f60d.tar.gz": ((2, 12, 24), 1, 1, False),
}


def wanted_of(name):
    """One machine is taken whole by other tests."""
    return "" if "dimms" in name else WANTED


def shape_of(cpu):
    numa = cpu["numa"]
    shape = (cpu["sockets"], cpu["cores"], cpu["threads"])
    return shape, numa["nodes_per_socket"], numa["llc_per_socket"], numa["nodes_per_socket_is_ambiguous"]


# Unpacking a machine takes half a second and more: one of each peculiarity by day.
BY_DAY = ("48amd64-4pa2n6c", "offline-cpu0", "nvidia-dgx")


def leave_to_the_night(names):
    return [
        name if any(part in str(name) for part in BY_DAY) else pytest.param(name, marks=pytest.mark.nightly)
        for name in names
    ]


@pytest.mark.parametrize("name", leave_to_the_night(SHAPES))
def test_shape_of_captured_machines(name):
    reader = Reader(Roots(captured(fixture(name), wanted_of(name))))
    assert shape_of(cpu_linux.collect_cpu(reader)) == SHAPES[name]
    assert reader.source.status == "ok"


@pytest.mark.parametrize("archive", leave_to_the_night(HWLOC), ids=lambda path: path.name.split(".")[0])
def test_golden_document(archive):
    roots = Roots(captured(archive, wanted_of(archive.name)))
    assert_golden(f"cpu/{archive.name.split('.')[0]}", cpu_linux.collect_cpu(Reader(roots)))


@pytest.mark.nightly
@pytest.mark.parametrize("archive", HWLOC, ids=lambda path: path.name.split(".")[0])
def test_files_of_a_captured_machine_in_turn(archive):
    """In `make test` the files of the lab stand for these."""
    roots = Roots(captured(archive, wanted_of(archive.name)))
    assert assert_survives_faults(roots, cpu_linux.collect_cpu, most=12) > 10


@pytest.fixture
def lab(tmp_path):
    return build_epyc_lab(tmp_path / "lab")


def cpu_of(machine: Machine, is_virtual: bool = False):
    return cpu_linux.collect_cpu(Reader(machine.roots), is_virtual)


@pytest.mark.quick(1)
@pytest.mark.parametrize("most", [40, 400])
def test_every_file_of_the_lab_in_turn(lab, most):
    assert assert_survives_faults(lab.roots, cpu_linux.collect_cpu, most=most) > 50


def test_node_spanning_all_sockets_is_nps0(lab):
    lab.put("/sys/devices/system/node/node0/cpulist", "0-15\n")
    lab.put("/sys/devices/system/node/node1/cpulist", "\n")
    numa = cpu_of(lab)["numa"]
    assert numa["nodes_per_socket"] == 0
    assert numa["nodes"][1]["cpus"] == ""


def test_memory_only_node_is_kept_but_not_counted(lab):
    lab.put("/sys/devices/system/node/node2/cpulist", "\n")
    lab.put("/sys/devices/system/node/node2/meminfo", "Node 2 MemTotal:  131072 kB\n")
    numa = cpu_of(lab)["numa"]
    assert numa["nodes_per_socket"] == 1
    assert numa["nodes"][2] == {"id": 2, "cpus": "", "memory_bytes": 131072 * 1024, "distances": None}


def test_as_many_nodes_as_l3_caches_are_ambiguous(lab):
    """Two nodes per socket and two L3 per socket: NPS2, or NPS1 with the L3 caches as NUMA domains."""
    for number, cpus in enumerate(("0-1,8-9", "2-3,10-11", "4-5,12-13", "6-7,14-15")):
        lab.put(f"/sys/devices/system/node/node{number}/cpulist", cpus + "\n")
        for cpu in parse_cpu_list(cpus):
            lab.put(f"/sys/devices/system/cpu/cpu{cpu}/cache/index3/level", "3\n")
            lab.put(f"/sys/devices/system/cpu/cpu{cpu}/cache/index3/shared_cpu_list", cpus + "\n")
    numa = cpu_of(lab)["numa"]
    assert (numa["nodes_per_socket"], numa["llc_per_socket"], numa["nodes_per_socket_is_ambiguous"]) == (
        2,
        2,
        True,
    )
    assert cpu_of(lab)["packages"][1] == {"id": 1, "cpus": "4-7,12-15", "nodes": [2, 3]}


@pytest.mark.parametrize("words", ["numa=off", "quiet numa=fake=4"])
def test_nodes_made_up_by_a_kernel_parameter_say_nothing_about_the_firmware(lab, words):
    lab.put("/proc/cmdline", words + "\n")
    assert cpu_of(lab)["numa"]["nodes_per_socket"] is None


def test_nodes_made_up_by_a_hypervisor_say_nothing_about_the_firmware(lab):
    """A guest with its usual "one socket per processor, one node" would else be taken for NPS0."""
    lab.put("/sys/devices/system/node/node0/cpulist", "0-15\n")
    lab.put("/sys/devices/system/node/node1/cpulist", "\n")
    numa = cpu_of(lab, is_virtual=True)["numa"]
    assert numa["nodes_per_socket"] is None
    assert numa["nodes"][0]["cpus"] == "0-15"


def test_offline_processors_are_not_counted(lab):
    lab.put("/sys/devices/system/cpu/online", "0-3\n")
    cpu = cpu_of(lab)
    assert (cpu["sockets"], cpu["cores"], cpu["threads"]) == (1, 4, 4)


def test_package_number_minus_one_is_unknown(lab):
    for cpu in range(16):
        lab.put(f"/sys/devices/system/cpu/cpu{cpu}/topology/physical_package_id", "-1\n")
    reader = Reader(lab.roots)
    cpu = cpu_linux.collect_cpu(reader)
    assert (cpu["sockets"], cpu["packages"], cpu["numa"]["nodes_per_socket"]) == (None, [], None)
    assert reader.source.status == "absent"


@pytest.mark.parametrize(
    ("path", "value", "boost"),
    [("cpufreq/boost", "0", False), ("cpufreq/boost", "1", True), ("intel_pstate/no_turbo", "0", True)],
)
def test_boost_in_both_polarities(lab, path, value, boost):
    (lab.root / "sys/devices/system/cpu/cpufreq/boost").unlink()
    assert cpu_of(lab)["frequency"]["boost"] is None
    lab.put(f"/sys/devices/system/cpu/{path}", value + "\n")
    assert cpu_of(lab)["frequency"]["boost"] is boost


def test_sleep_state_disabled_on_some_processors_is_neither(lab):
    for cpu in range(16):
        folder = f"/sys/devices/system/cpu/cpu{cpu}/cpuidle"
        for number, (name, latency) in enumerate((("POLL", 0), ("C1", 1), ("C2", 800))):
            lab.put(f"{folder}/state{number}/name", name + "\n")
            lab.put(f"{folder}/state{number}/latency", f"{latency}\n")
            lab.put(f"{folder}/state{number}/disable", f"{int(number == 2 or (number == 1 and cpu == 0))}\n")
    assert cpu_of(lab)["idle"]["states"] == [
        {"name": "POLL", "latency_us": 0, "is_disabled": False},
        {"name": "C1", "latency_us": 1, "is_disabled": None},
        {"name": "C2", "latency_us": 800, "is_disabled": True},
    ]


@pytest.mark.parametrize(
    ("codes", "vendor", "model"),
    [
        ([("0x41", "0xd0c")], "ARM", "Neoverse-N1"),
        ([("0x41", "0xd87"), ("0x41", "0xd85"), ("0x41", "0xd87")], "ARM", "Cortex-A725 + Cortex-X925"),
        ([("0x41", "0xd0c"), ("0x41", "0xfff")], "ARM", None),
        ([("0x99", "0xd0c")], "0x99", None),
    ],
)
def test_arm_processors_are_named_by_their_numbers(tmp_path, codes, vendor, model):
    machine = Machine(tmp_path)
    blocks = [f"processor\t: 0\nCPU implementer\t: {maker}\nCPU part\t: {part}\n\n" for maker, part in codes]
    machine.put("/proc/cpuinfo", "".join(blocks))
    cpu = cpu_of(machine)
    assert (cpu["vendor"], cpu["model"]) == (vendor, model)


def test_old_kernel_with_masks_only(tmp_path):
    machine = Machine(tmp_path)
    machine.put("/sys/mask", "00000000,003f0000,0000003f\n")
    assert read_cpu_set(Reader(machine.roots), "/sys/list", "/sys/mask") == [*range(6), *range(48, 54)]


@pytest.mark.parametrize("text", ["0-3,8", "", "5", "0-7,16-23,99"])
def test_sets_are_written_as_they_are_read(text):
    assert format_cpu_list(parse_cpu_list(text)) == text


@pytest.mark.parametrize("text", ["0-999999", "a", "1--2", "-1"])
def test_garbage_is_no_set(text):
    with pytest.raises(ValueError, match="not a list of processors"):
        parse_cpu_list(text)
