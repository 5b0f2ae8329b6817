"""collectors/network_linux.py: which interfaces count, and what is unknown about them."""

from __future__ import annotations

import errno

import pytest
from faults import FaultyReader, assert_survives_faults
from golden import assert_golden
from machine import Machine
from trees import captured, fixture

from fioboard_agent.collectors import network_linux
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.reader import Reader

PORT = "/sys/devices/pci0000:40/0000:40:01.1/0000:41:00.0"


@pytest.fixture
def client(tmp_path):
    """A storage client: two 25 GbE ports bonded, a VLAN on the bond, a bridge on a third port, and containers."""
    machine = Machine(tmp_path)
    machine.put("/sys/bus/pci/drivers/mlx5_core/module", "")
    for name, function, carrier in (("ens1f0", 0, 1), ("ens1f1", 1, 1), ("eno1", 2, 0)):
        port = f"{PORT[:-1]}{function}"
        machine.put(f"{port}/numa_node", "1\n")
        machine.link(f"{port}/driver", "/sys/bus/pci/drivers/mlx5_core")
        interface(
            machine,
            f"{port}/net/{name}",
            name,
            speed="25000",
            duplex="full",
            operstate="up" if carrier else "down",
        )
        machine.link(f"{port}/net/{name}/device", port)
    interface(machine, "/sys/devices/virtual/net/bond0", "bond0", speed="50000", operstate="up")
    machine.put("/sys/class/net/bond0/bonding/mode", "802.3ad 4\n")
    machine.put("/sys/class/net/bond0/bonding/slaves", "ens1f0 ens1f1\n")
    interface(machine, "/sys/devices/virtual/net/bond0.40", "bond0.40", uevent="DEVTYPE=vlan\nINTERFACE=bond0.40")
    machine.link("/sys/devices/virtual/net/bond0.40/lower_bond0", "/sys/devices/virtual/net/bond0")
    for name, lower in (("br0", "eno1"), ("docker0", "veth1")):
        interface(machine, f"/sys/devices/virtual/net/{name}", name)
        machine.put(f"/sys/class/net/{name}/bridge/stp_state", "0\n")
        machine.link(f"/sys/devices/virtual/net/{name}/lower_{lower}", f"/sys/class/net/{lower}")
    for name in ("lo", "veth1", "tun0"):
        interface(machine, f"/sys/devices/virtual/net/{name}", name)
    return machine


def interface(machine, folder, name, **facts):
    facts = {"address": "0c:42:A1:00:00:01", "mtu": "9000", "operstate": "unknown", **facts}
    for key, value in facts.items():
        machine.put(f"{folder}/{key}", value + "\n")
    machine.link(f"/sys/class/net/{name}", folder)


def by_name(machine):
    return {port["name"]: port for port in network_linux.collect_network(Reader(machine.roots))}


def test_golden_document_of_a_storage_client(client):
    assert_golden("network/storage-client", network_linux.collect_network(Reader(client.roots)))


def test_golden_document_of_a_captured_machine():
    root = captured(fixture("sysfs/node_exporter-sys.ttar"))
    assert_golden("network/node_exporter", network_linux.collect_network(Reader(Roots(root))))


def test_ports_with_hardware_and_what_stands_on_them(client):
    found = by_name(client)
    assert {name: port["kind"] for name, port in found.items()} == {
        "bond0": "bond",
        "bond0.40": "vlan",
        "br0": "bridge",
        "eno1": "physical",
        "ens1f0": "physical",
        "ens1f1": "physical",
    }
    assert found["ens1f1"] == {
        "name": "ens1f1",
        "kind": "physical",
        "mac": "0c:42:a1:00:00:01",
        "speed_mbps": 25000,
        "duplex": "full",
        "mtu": 9000,
        "driver": "mlx5_core",
        "driver_version": None,
        "pci": "0000:41:00.1",
        "numa_node": 1,
        "bond": None,
        "lower": [],
        "is_up": True,
    }
    assert found["bond0"]["bond"] == {"mode": "802.3ad", "members": ["ens1f0", "ens1f1"]}
    assert (found["bond0"]["pci"], found["bond0"]["numa_node"]) == (None, None)
    assert found["bond0.40"]["lower"] == ["bond0"]
    assert found["eno1"]["is_up"] is False


def test_port_without_a_cable_has_no_speed_and_that_is_no_failure(client):
    """The kernel answers the read with EINVAL."""
    reader = FaultyReader(client.roots)
    original = reader._raw_bytes

    def refuse(path, limit):
        if path.endswith("eno1/speed"):
            raise OSError(errno.EINVAL, "Invalid argument")
        return original(path, limit)

    reader._raw_bytes = refuse
    port = next(port for port in network_linux.collect_network(reader) if port["name"] == "eno1")
    assert (port["speed_mbps"], reader.source.status) == (None, "ok")


@pytest.mark.parametrize("speed", ["-1", "0"])
def test_speed_that_a_driver_makes_up_is_unknown(client, speed):
    client.put(f"{PORT}/net/ens1f0/speed", speed + "\n")
    assert by_name(client)["ens1f0"]["speed_mbps"] is None


def test_virtual_port_of_a_vm_is_found_below_its_pci_function(tmp_path):
    machine = Machine(tmp_path)
    port = "/sys/devices/pci0000:00/0000:00:03.0/virtio0"
    interface(machine, f"{port}/net/eth0", "eth0", carrier="1")
    machine.link(f"{port}/net/eth0/device", port)
    eth0 = by_name(machine)["eth0"]
    assert (eth0["pci"], eth0["numa_node"], eth0["is_up"], eth0["duplex"]) == (
        "0000:00:03.0",
        None,
        True,
        None,
    )


def test_every_file_in_turn(client):
    assert assert_survives_faults(client.roots, network_linux.collect_network) > 30
