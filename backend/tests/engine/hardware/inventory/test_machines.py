"""The five users' machines: slot, links, ceilings within 3 % of the hand calculation, members, NUMA, contradictions."""

from typing import Any

import pytest

from fioboard.engine import rules
from fioboard.engine.formats.fio.model.reading import Result
from fioboard.engine.hardware.inventory import facts
from fioboard.engine.hardware.inventory.path import Path, resolve
from fioboard.engine.rules import RunFacts
from tests.factories.machine import machine

# As reference section 3 computes them, payload 256: GB/s.
GEN3_X4, GEN3_X16, GEN4_X16, GEN2_X16, GEN1_X4 = 3.60e9, 14.40e9, 28.81e9, 7.31e9, 0.91e9


def path_of(name: str, target: int = -1, **cpus: str) -> Path:
    found = machine(name)
    path = resolve(found["inventory"], [found["targets"][target]], fio_cpus=found["fio_cpus"] | cpus)
    assert path is not None
    return path


def moved(direction: str, bw_bytes_per_s: int, bs_bytes: int) -> Result:
    return Result(
        direction=direction,
        where="",
        job_name="job",
        group=0,
        bw_bytes_per_s=bw_bytes_per_s,
        bs_bytes=bs_bytes,
        direct=True,
    )


def judged(path: Path, *results: Result) -> tuple[rules.Finding, ...]:
    return rules.judge(RunFacts(results=results, path=path, document=path.document)).findings


def high(path: Path) -> float:
    assert path.read is not None
    return path.read.high


def ids(path: Path, *results: Result) -> set[str]:
    return {finding.id for finding in judged(path, *results)}


@pytest.mark.parametrize(
    ("name", "slot", "expected"),
    [("workstation-slot2", "Slot-2", GEN2_X16), ("workstation-slot3", "Slot-3", GEN1_X4)],
)
def test_workstation_has_its_slot_and_ceiling(name: str, slot: str, expected: float) -> None:
    path = path_of(name)
    assert facts.collect_path_facts(path)["slot"] == slot
    assert high(path) == pytest.approx(expected, rel=0.03)
    assert [m.disk for m in path.members] == ["disk2", "disk3"]


def test_workstation_in_the_gen1_slot_contradicts_its_recorded_link() -> None:
    [finding] = judged(path_of("workstation-slot3"), moved("write", 1_562_200_000, 65536))
    assert (finding.id, finding.severity) == ("faster-than-possible", "warning")
    assert finding.text.startswith(
        "Implausible: 1.56 GB/s write is more than the recorded PCIe links can transfer (1.00 GB/s)."
    )
    assert "%" not in finding.text
    assert ids(path_of("workstation-slot2"), moved("write", 2_329_500_000, 65536)) == set()


@pytest.mark.parametrize(("target", "width"), [(0, 2), (1, 3), (2, 4)])
def test_gpu_server_grows_with_its_width_up_to_the_uplink(target: int, width: int) -> None:
    path = path_of("gpu-server", target=target)
    assert high(path) == pytest.approx(min(width * GEN3_X4, GEN3_X16), rel=0.03)
    found = facts.collect_path_facts(path)
    assert (found["raid.level"], found["raid.width"], found["raid.chunk"]) == ("raid0", width, 131072)
    assert (found["drive.count"], found["pcie.link"]) == (width, "Gen3 x4")


def test_gpu_server_plateau_lies_below_its_links() -> None:
    path = path_of("gpu-server")
    [shared] = path.shared
    assert (shared.ratio, shared.is_oversubscribed) == (pytest.approx(1), False)
    [finding] = judged(path, moved("read", 9_470_000_000, 32 * 2**20))
    assert finding.id == "below-link-limit"
    assert "66 %" in finding.text


def test_nas_client_is_limited_by_its_interface() -> None:
    path = path_of("nas-client")
    assert high(path) == pytest.approx(1.238e9, rel=0.03)
    assert (path.limited_by, path.members) == ("eth0", [])
    found = facts.collect_path_facts(path)
    assert (found["target.kind"], found["network.speed"], found["nfs.server"]) == ("nfs", 10_000, "cluster")


def test_freebsd_drive_is_known_without_its_ports() -> None:
    path = path_of("freebsd-box", target=0)
    assert high(path) == pytest.approx(GEN3_X4, rel=0.03)
    found = facts.collect_path_facts(path)
    assert (found["drive.model"], found["pcie.link"]) == ("INTEL SSDPEDMD020T4", "Gen3 x4")
    assert "slot" not in found


@pytest.mark.parametrize(
    ("tokens", "status", "is_tainted", "known"),
    [
        (["iommu=pt"], "ok", None, "iommu=pt"),
        ([], "ok", False, "none"),
        ([], "ok", None, None),  # FreeBSD and macOS, or a /proc that hides it
        ([], "absent", False, None),
        ([], None, None, None),
    ],
)
def test_kernel_parameters_are_none_where_they_were_read_and_unknown_elsewhere(
    tokens: list[str], status: str | None, is_tainted: bool | None, known: str | None
) -> None:
    document = {
        "os": {"cmdline": tokens, "is_kernel_tainted": is_tainted},
        "sources": {"os": {"status": status}},
    }
    assert facts.collect_host_facts(document).get("kernel.cmdline") == known


@pytest.mark.parametrize(("name", "nodes", "node"), [("epyc-nps1", 1, 0), ("epyc-nps4", 4, 1)])
def test_epyc_has_slot_ceiling_nodes_and_members(name: str, nodes: int, node: int) -> None:
    path = path_of(name)
    found = facts.collect_host_facts(machine(name)["inventory"]) | facts.collect_path_facts(path)
    assert high(path) == pytest.approx(GEN4_X16, rel=0.03)
    assert (found["slot"], found["bios.nps"], found["raid.width"]) == ("PCIE_1_A", nodes, 4)
    assert {m.numa_node for m in path.members} == {node}
    assert found["pcie.degraded"] is False


def test_epyc_at_its_ceiling_is_no_contradiction() -> None:
    path = path_of("epyc-nps4")
    assert ids(path, moved("read", 28_390_000_000, 2 * 2**20)) == {"at-link-limit", "not-pinned"}
    assert 28.39e9 / high(path) == pytest.approx(0.986, abs=0.001)


@pytest.mark.parametrize(
    ("cpus", "is_local", "rule"),
    [
        ({"cpus_allowed": "6-11"}, True, None),
        ({"cpus_allowed": "24-47"}, False, "remote-numa-node"),
        ({"cpus_allowed": "0-23"}, False, None),  # the fastest of all: the drives' own socket
        ({"cpus_allowed": "0-5,24-29"}, False, "remote-numa-node"),
        ({"numa_cpu_nodes": "1"}, True, None),
        ({}, None, "not-pinned"),
    ],
)
def test_epyc_says_whether_fio_ran_beside_its_drives(
    cpus: dict[str, str], is_local: bool | None, rule: str | None
) -> None:
    path = path_of("epyc-nps4", **cpus)
    assert path.is_local is is_local
    assert ids(path) == ({rule} if rule else set())


def test_laptop_drive_is_limited_by_its_older_port() -> None:
    path = path_of("laptop")
    assert ids(path) == {"port-limited"}
    assert high(path) == pytest.approx(GEN3_X4, rel=0.03)


def test_vm_claims_nothing_it_cannot_see() -> None:
    path = path_of("vm")
    found: dict[str, Any] = facts.collect_path_facts(path)
    assert (path.read, path.rate, path.hops) == (None, None, [])
    assert found.keys() & {"slot", "pcie.link", "pcie.degraded", "chain.limit", "drive.model"} == set()
