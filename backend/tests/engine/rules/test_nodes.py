"""Nodes and sockets: where fio ran and where the drives hang."""

from typing import Any

import pytest

from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.rules import RunFacts, judge
from tests.engine.rules.facts import GB, result, spoken
from tests.factories.machine import machine


def facts(name: str, cpus: str | None, bw: float, bs_bytes: int = 2**21, **cpu: Any) -> RunFacts:
    host = machine(name)
    host["inventory"]["cpu"] |= cpu
    pinned = {"cpus_allowed": cpus} if cpus else {}
    path = resolve(host["inventory"], host["targets"], fio_cpus=host["fio_cpus"] | pinned)
    run = result(rw="read", bs_bytes=bs_bytes, iodepth=16, iops=None, bw_bytes_per_s=round(bw * GB))
    return RunFacts(results=[run], path=path, document=host["inventory"])


@pytest.mark.parametrize(
    ("cpus", "expected"),
    [
        # The fastest of all: the drives' own node is among them.
        ("0-23", "fine"),
        ("6-11", "fine"),
        ("0-5", "info"),
        ("12-23", "info"),
        ("24-47", "warning"),
        ("18-29", "warning"),
        (None, "silent"),
    ],
)
def test_remote_is_another_socket_and_another_node_is_information(cpus: str | None, expected: str) -> None:
    assert spoken("remote-numa-node", judge(facts("epyc-nps4", cpus, 28.0))) == expected


def test_the_distance_is_told_where_the_firmware_has_it() -> None:
    nodes = [
        {"id": 0, "cpus": "0-5", "distances": [10, 12, 32]},
        {"id": 1, "cpus": "6-11", "distances": [12, 10, 32]},
        {"id": 4, "cpus": "24-29", "distances": [32, 32, 10]},
    ]
    told = judge(facts("epyc-nps4", "24-29", 23.0, numa={"nodes": nodes, "nodes_per_socket": 4})).findings
    [found] = [f for f in told if f.id == "remote-numa-node"]
    assert {e.name: e.value for e in found.evidence}["distance"] == 32


# The path carries 28.8 GB/s at 256 bytes and 26.5 at 128: 60 % of that is 15.9.
@pytest.mark.parametrize(
    ("name", "bw", "bs_bytes", "cpu", "expected"),
    [
        ("epyc-nps1", 7.0, 2**21, {}, "info"),
        ("epyc-nps1", 9.0, 2**21, {}, "info"),
        ("epyc-nps1", 9.0, 2**16, {}, "silent"),
        ("epyc-nps1", 20.0, 2**21, {}, "silent"),
        ("epyc-nps4", 9.0, 2**21, {}, "fine"),
        ("epyc-nps1", 9.0, 2**21, {"vendor": "GenuineIntel"}, "silent"),
        ("epyc-nps1", 9.0, 2**21, {"model": "AMD Ryzen Threadripper 7960X"}, "silent"),
        ("epyc-nps1", 9.0, 2**21, {"model": "AMD EPYC 7443"}, "info"),
        ("epyc-nps1", 9.0, 2**21, {"numa": None}, "unknown: NPS"),
        ("gpu-server", 5.0, 2**21, {}, "silent"),
    ],
)
def test_nps(name: str, bw: float, bs_bytes: int, cpu: dict[str, Any], expected: str) -> None:
    assert spoken("nps-test", judge(facts(name, None, bw, bs_bytes, **cpu))) == expected
