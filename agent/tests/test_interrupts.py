"""interrupts_linux.py: counters per queue become counters per NUMA node."""

import re
from pathlib import Path

import pytest
from machine import Machine

from fioboard_agent.collectors.interrupts_linux import collect_interrupts
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.reader import Reader

DRIVE = "0000:41:00.0"


def vector(machine, number, actions, counts):
    machine.put(f"/sys/bus/pci/devices/{DRIVE}/msi_irqs/{number}", "msix\n")
    if actions:
        machine.put(f"/sys/kernel/irq/{number}/actions", actions + "\n")
    machine.put(f"/sys/kernel/irq/{number}/per_cpu_count", counts + "\n")


@pytest.fixture
def machine(tmp_path):
    machine = Machine(tmp_path)
    machine.put("/sys/devices/system/node/node0/cpulist", "0-1\n")
    machine.put("/sys/devices/system/node/node1/cpulist", "2-3\n")
    machine.put("/sys/devices/system/node/node2/cpulist", "\n")
    return machine


def test_queues_are_summed_by_the_node_that_served_them_without_the_admin_queue(machine):
    vector(machine, 90, "nvme0q0", "1000,0,0,0")
    vector(machine, 91, "nvme0q1", "10,20,0,0")
    vector(machine, 92, "nvme0q2", "0,1,300,4")
    vector(machine, 93, None, "0,0,0,0")
    found = collect_interrupts(Reader(machine.roots), [DRIVE, "0000:42:00.0"])
    assert found == {DRIVE: {"vectors": 2, "by_node": {"0": 31, "1": 304}}}


def test_processors_that_are_only_possible_belong_to_no_node(machine):
    vector(machine, 91, "nvme0q1", "1,1,1,1,70,70")
    assert collect_interrupts(Reader(machine.roots), [DRIVE])[DRIVE]["by_node"] == {"0": 2, "1": 2}


@pytest.mark.parametrize("counts", ["", "1,x,3,4"])
def test_counters_that_cannot_be_read_are_unknown_and_not_zero(machine, counts):
    vector(machine, 91, "nvme0q1", counts)
    assert collect_interrupts(Reader(machine.roots), [DRIVE]) == {}


def test_same_counters_as_the_kernels_table_of_this_machine():
    reader = Reader(Roots())
    functions = [
        name for name in reader.names("/sys/bus/pci/devices") if reader.names(f"/sys/bus/pci/devices/{name}/msi_irqs")
    ]
    before, table, after = (
        collect_interrupts(reader, functions),
        Path("/proc/interrupts").read_text(),
        collect_interrupts(reader, functions),
    )
    if not before:
        pytest.skip("no device of this machine has interrupts of its own (MSI), or it has no NUMA nodes")
    for function, counted in before.items():
        vectors = reader.names(f"/sys/bus/pci/devices/{function}/msi_irqs")
        rows = [re.search(rf"^ *{number}:((?: +\d+)+)(.*)$", table, re.MULTILINE) for number in vectors]
        queues = [row.group(1) for row in rows if row and not re.search(r"(q0|-config)$", row.group(2))]
        seen = sum(int(count) for row in queues for count in row.split())
        assert sum(counted["by_node"].values()) <= seen <= sum(after[function]["by_node"].values())
