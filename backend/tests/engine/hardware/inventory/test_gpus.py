"""GPUs as the end of a path. What each layout must give is worked out by hand from the PCIe tables: Gen3 x16 carries
15.754 GB/s, Gen4 x4 7.877, Gen4 x16 31.508, Gen5 x16 63.015, each before the overhead of packets.
"""

import json
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fioboard.engine.answers.gpus import GpuOut, GpusOut
from fioboard.engine.hardware.inventory import gpus, link
from fioboard.engine.hardware.inventory.gpu_answer import describe_gpus, describe_gpus_of_run
from fioboard.engine.hardware.inventory.gpu_use import read_gpu_use
from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.hardware.inventory.pci import Tree
from tests.factories.machine import document, drive, function, machine, targets
from tests.shapes import shape_of

GOLDEN = Path(__file__).parents[5] / "agent" / "tests" / "data" / "golden" / "pci"
GEN4_X4, GEN4_X8, GEN4_X16, GEN5_X16 = 7_876_923_077, 15_753_846_154, 31_507_692_308, 63_015_384_615
Pci = dict[str, dict[str, Any]]
TWO_SOCKETS = {
    "sockets": 2,
    "packages": [{"id": 0, "cpus": "0-31", "nodes": [0]}, {"id": 1, "cpus": "32-63", "nodes": [1]}],
}


def gpu(parent: str | None, gts: float = 16.0, lanes: int = 16, **more: Any) -> dict[str, Any]:
    """A GPU of NVIDIA at rest: what its link is now says nothing, so the agent keeps it apart."""
    ids = {"class": "0x030200", "vendor": "0x10de", "device": "0x20b0"}
    entry = function(parent, None, None, gts, lanes, ids=ids, port_type="endpoint", driver="nvidia")
    return entry | more


def display(parent: str | None, vendor: str = "0x1a03") -> dict[str, Any]:
    ids = {"class": "0x030000", "vendor": vendor, "device": "0x2000"}
    return function(parent, 5.0, 1, ids=ids, port_type="endpoint", name="ASPEED Graphics Family")


def build_switch(
    pci: Pci, bus: int, *below: dict[str, Any], gts: float = 16.0, lanes: int = 16, **more: Any
) -> None:
    """A root port, a switch behind it, and a port of the switch for each function."""
    root, up = f"0000:{bus:02x}:01.0", f"0000:{bus + 1:02x}:00.0"
    pci[root] = function(None, gts, lanes, host_bridge=f"pci0000:{bus:02x}", **more)
    pci[up] = function(root, gts, lanes, **more)
    for number, entry in enumerate(below):
        port = f"0000:{bus + 2:02x}:{number:02x}.0"
        best = entry["link"]
        pci[port] = function(up, None, None, best["max_gts"], best["max_lanes"], **more)
        pci[f"0000:{bus + 3 + number:02x}:00.0"] = entry | {"parent": port} | more


def build_port(pci: Pci, bus: int, entry: dict[str, Any], **more: Any) -> None:
    """A root port with one function below it."""
    best = entry["link"]
    root = f"0000:{bus:02x}:01.0"
    pci[root] = function(None, None, None, best["max_gts"], best["max_lanes"], **more)
    pci[f"0000:{bus + 1:02x}:00.0"] = entry | {"parent": root} | more


def describe(inventory: dict[str, Any], *disks: str) -> GpusOut:
    path = resolve(inventory, targets(*disks)) if disks else None
    described = describe_gpus_of_run(inventory, path, None) if disks else describe_gpus(inventory)
    shape_of(GpusOut).validate_python(described)
    return described


def groups(one: GpuOut) -> list[tuple[object, ...]]:
    return [
        (group["nearness"], len(group["disks"]), group["rate_bytes_per_s"], group["limited_by"])
        for group in one["drives"]
    ]


def test_one_gpu_and_four_drives_on_root_ports_of_one_socket() -> None:
    pci: Pci = {}
    build_port(pci, 0x10, gpu(None))
    for number in range(4):
        build_port(pci, 0x20 + 2 * number, drive(None))
    [one] = describe(document(pci, cpu={"sockets": 1}))["gpus"]
    assert groups(one) == [("same socket", 4, GEN4_X4, None)]
    assert (one["generation"], one["lanes"], one["link_bytes_per_s"]) == (4, 16, GEN4_X16)
    assert (one["drives_bytes_per_s"], one["together_bytes_per_s"]) == (GEN4_X16, GEN4_X16)
    [hop] = one["shared_hops"]
    assert (hop["is_gpu_link"], hop["drives"], hop["function"]) == (True, 4, "0000:10:01.0")


def test_gpu_and_drives_behind_one_switch_do_not_use_its_uplink() -> None:
    pci: Pci = {}
    build_switch(pci, 0x40, gpu(None), *(drive(None) for _ in range(3)), lanes=4)
    [one] = describe(document(pci, cpu=TWO_SOCKETS))["gpus"]
    assert groups(one) == [("same switch", 3, GEN4_X4, None)]
    assert one["together_bytes_per_s"] == one["drives_bytes_per_s"] == 3 * GEN4_X4
    assert [hop["function"] for hop in one["shared_hops"]] == ["0000:42:00.0"]


def test_six_drives_on_an_eight_lane_uplink_bring_what_it_carries() -> None:
    pci: Pci = {}
    build_port(pci, 0x10, gpu(None))
    build_switch(pci, 0x40, *(drive(None) for _ in range(6)), lanes=8)
    [one] = describe(document(pci, cpu={"sockets": 1}))["gpus"]
    assert groups(one) == [("same socket", 6, GEN4_X4, None)]
    assert one["drives_bytes_per_s"] == pytest.approx(6 * GEN4_X4, abs=3)
    assert one["together_bytes_per_s"] == GEN4_X8
    assert [(hop["function"], hop["drives"], hop["rate_bytes_per_s"]) for hop in one["shared_hops"]] == [
        ("0000:10:01.0", 6, GEN4_X16),
        ("0000:40:01.0", 6, GEN4_X8),
    ]


def test_drives_of_two_sockets() -> None:
    pci: Pci = {}
    build_port(pci, 0x10, gpu(None), numa_node=0)
    build_port(pci, 0x20, drive(None), numa_node=0)
    build_port(pci, 0x80, drive(None, lanes=2), numa_node=1)
    inventory = document(pci, cpu=TWO_SOCKETS)
    [one] = describe(inventory)["gpus"]
    assert groups(one) == [
        ("same socket", 1, GEN4_X4, None),
        ("across sockets", 1, GEN4_X4 // 2, None),
    ]
    [of_run] = describe(inventory, "nvme1n1")["gpus"]
    assert groups(of_run) == [("across sockets", 1, GEN4_X4 // 2, None)]
    assert of_run["shared_hops"] == []


def test_server_with_eight_gpus_behind_four_switches() -> None:
    pci: Pci = {}
    for number, bus in enumerate((0x00, 0x20, 0x80, 0xA0)):
        below = (gpu(None, 32.0), gpu(None, 32.0), drive(None), drive(None))
        build_switch(pci, bus, *below, gts=32.0, numa_node=number // 2)
    found = describe(document(pci, cpu=TWO_SOCKETS))
    assert len(found["gpus"]) == 8
    for one in found["gpus"]:
        assert groups(one) == [
            ("same switch", 2, GEN4_X4, None),
            ("same socket", 2, GEN4_X4, None),
            ("across sockets", 4, GEN4_X4, None),
        ]
        # Two switches of the other socket and one of its own, each with two drives, come down its own uplink.
        assert one["together_bytes_per_s"] == pytest.approx(8 * GEN4_X4, abs=4)
        assert one["link_bytes_per_s"] == GEN5_X16
        assert [(hop["is_gpu_link"], hop["drives"]) for hop in one["shared_hops"][:2]] == [
            (True, 8),
            (False, 6),
        ]


def test_machine_without_a_gpu() -> None:
    pci: Pci = {}
    build_port(pci, 0x20, drive(None))
    found = describe(document(pci, cpu={"sockets": 1}))
    assert (found["gpus"], found["displays"], found["is_nvidia_fs_loaded"]) == ([], [], None)


@pytest.mark.parametrize("vendor", ["0x1a03", "0x102b", "0x1af4", "0x1234"])
def test_display_of_a_bmc_or_hypervisor_is_no_end_of_a_path(vendor: str) -> None:
    pci: Pci = {}
    build_port(pci, 0x20, drive(None))
    build_port(pci, 0x30, display(None, vendor))
    found = describe(document(pci, cpu={"sockets": 1}, os={"is_nvidia_fs_loaded": False}))
    assert (found["gpus"], found["is_nvidia_fs_loaded"]) == ([], False)
    assert found["displays"] == [{"id": "0000:31:00.0", "title": "ASPEED Graphics Family"}]


def test_graphics_within_the_processor_is_no_end_of_a_path() -> None:
    intel = function(None, None, None, ids={"class": "0x030000", "vendor": "0x8086"}, port_type="integrated")
    found = describe(document({"0000:00:02.0": intel}))
    assert (found["gpus"], len(found["displays"])) == ([], 1)


def test_link_of_a_card_with_a_switch_of_its_maker_is_that_of_the_slot() -> None:
    """Intel's and AMD's cards have a switch; the link within it reads 2.5 GT/s x1 on Intel's."""
    root, up, down, end = "0000:10:01.0", "0000:11:00.0", "0000:12:01.0", "0000:13:00.0"
    ids = {"class": "0x060400", "vendor": "0x8086", "device": "0x4fa4"}
    pci: Pci = {
        root: function(None, None, None, 16.0, 16),
        up: function(root, None, None, 16.0, 16, ids=ids),
        down: function(up, None, None, 2.5, 1, ids=ids),
        end: function(down, None, None, 2.5, 1, ids={"class": "0x030000", "vendor": "0x8086"}),
    }
    build_port(pci, 0x20, drive(None))
    [one] = describe(document(pci, cpu={"sockets": 1}))["gpus"]
    assert (one["link_bytes_per_s"], groups(one)) == (GEN4_X16, [("same socket", 1, GEN4_X4, None)])


def test_gpu_in_eight_of_its_sixteen_lanes_and_at_rest() -> None:
    pci: Pci = {}
    build_port(pci, 0x10, gpu(None))
    for number in range(3):
        build_port(pci, 0x20 + 2 * number, drive(None))
    links = {"0000:11:00.0": {"current_gts": 2.5, "current_lanes": 8}}
    [one] = describe(document(pci, cpu={"sockets": 1}, moment={"links": links}))["gpus"]
    assert (one["generation"], one["lanes"], one["link_bytes_per_s"]) == (4, 8, GEN4_X8)
    assert (one["drives_bytes_per_s"], one["together_bytes_per_s"]) == (3 * GEN4_X4, GEN4_X8)


def test_what_is_unknown_is_null_and_says_why() -> None:
    pci: Pci = {}
    build_port(pci, 0x10, gpu(None), numa_node=0)
    build_port(pci, 0x20, drive(None, gts=None, lanes=None))
    build_port(pci, 0x30, drive(None))
    inventory = document(pci, cpu=TWO_SOCKETS)
    inventory["disks"]["sda"] = {"model": "SATA"}
    inventory["disks"]["nvme9n1"] = {"controllers": [{"pci": "0000:31:00.0"}, {"pci": "0000:21:00.0"}]}
    [one] = describe(inventory)["gpus"]
    assert {
        group["disks"][0]: (group["nearness_reason"], group["rate_reason"]) for group in one["drives"]
    } == {
        "nvme0n1": ("NUMA node unknown", "link unknown"),
        "nvme1n1": ("NUMA node unknown", None),
        "sda": ("no PCIe address", "no PCIe address"),
        "nvme9n1": ("several controllers", "several controllers"),
    }
    assert (one["drives_bytes_per_s"], one["together_bytes_per_s"]) == (None, None)
    [virtual] = describe(inventory | {"virtualized": "kvm"})["gpus"]
    assert virtual["link_bytes_per_s"] is None
    assert {(group["nearness"], group["rate_bytes_per_s"]) for group in virtual["drives"]} == {(None, None)}
    [lost] = describe(
        document(pci | {"0000:10:01.0": function(None, None, None)}, cpu={"sockets": 1}), "nvme1n1"
    )["gpus"]
    assert (lost["link_bytes_per_s"], lost["drives"][0]["rate_reason"]) == (None, "link unknown")


def test_node_that_spans_both_sockets_names_neither() -> None:
    pci: Pci = {}
    build_port(pci, 0x10, gpu(None), numa_node=0)
    build_port(pci, 0x20, drive(None), numa_node=0)
    cpu = {"sockets": 2, "packages": [{"id": 0, "nodes": [0]}, {"id": 1, "nodes": [0]}]}
    [one] = describe(document(pci, cpu=cpu))["gpus"]
    assert one["drives"][0]["nearness_reason"] == "node spans sockets"


def test_uplink_of_a_chipset_is_on_the_way_of_its_drives() -> None:
    pci: Pci = {}
    build_port(pci, 0x10, gpu(None))
    ids = {"class": "0x060400", "vendor": "0x8086", "device": "0xa190"}
    for number in range(2):
        pci[f"0000:00:1c.{number}"] = function(None, 8.0, 4, ids=ids, port_type="root")
        pci[f"0000:0{number + 2}:00.0"] = drive(f"0000:00:1c.{number}", 8.0, 4)
    [one] = describe(document(pci, cpu={"sockets": 1}))["gpus"]
    assert one["together_bytes_per_s"] == one["drives"][0]["rate_bytes_per_s"] == 3_938_461_538
    assert one["drives_bytes_per_s"] == 7_876_923_077


def test_accelerators_of_a_captured_server_are_behind_its_two_switches() -> None:
    captured = json.loads((GOLDEN / "32intel64-2p8co2t+8ve.json").read_text())
    inventory = {"pci": captured["pci"], "moment": {"links": captured["links"]}, "cpu": {"sockets": 2}}
    tree = Tree(inventory)
    found, _ = gpus.list_gpus(inventory, tree)
    assert [(one.function.address[5:7], one.own and round(one.own.rate or 0)) for one in found] == [
        (bus, 15_753_846_154) for bus in ("1b", "1c", "1d", "1e", "3d", "3f", "40", "41")
    ]
    for one, other in product(found, found):
        nearness, _ = gpus.find_nearness(inventory, one.chain, other.chain)
        is_of_one_switch = one.chain[1].address == other.chain[1].address
        assert nearness == ("same switch" if is_of_one_switch else "same socket")


def test_gpu_server_of_the_demo() -> None:
    inventory = machine("gpu-server")["inventory"]
    [one] = describe(inventory)["gpus"]
    assert [(group["nearness"], len(group["disks"]), group["rate_reason"]) for group in one["drives"]] == [
        ("same socket", 4, "link unknown")
    ]
    assert one["drives_bytes_per_s"] == 15_753_846_154


def build_random(random: Random) -> dict[str, Any]:
    pci: Pci = {}
    for bus in range(0x10, 0xF0, 0x20):
        more = {"numa_node": random.choice([0, 1, None])}
        below = [
            random.choice([gpu, drive])(
                None, random.choice([8.0, 16.0, 32.0]), random.choice([1, 2, 4, 8, 16])
            )
            for _ in range(random.randint(1, 5))
        ]
        if random.random() < 0.5:
            build_switch(
                pci, bus, *below, gts=random.choice([8.0, 16.0]), lanes=random.choice([4, 8, 16]), **more
            )
        else:
            build_port(pci, bus, below[0], **more)
    return document(pci, cpu=random.choice([TWO_SOCKETS, {"sockets": 1}, {}]))


@pytest.mark.quick(10)
@pytest.mark.parametrize("seed", range(40))
def test_no_way_carries_more_than_any_link_on_it_and_nearness_is_mutual(seed: int) -> None:
    inventory = build_random(Random(seed))
    tree = Tree(inventory)
    rates = {
        address: link.compute_rate(entry["link"]["max_gts"], entry["link"]["max_lanes"])
        for address, entry in inventory["pci"].items()
    }
    found, _ = gpus.list_gpus(inventory, tree)
    sources = [gpus.build_source(tree, name, disk, None) for name, disk in inventory["disks"].items()]
    for one in found:
        ways = [gpus.find_way(inventory, tree, source, one) for source in sources]
        for way in ways:
            near, far = ({f.address for f in chain} for chain in (way.source.chain, one.chain))
            # Without the ports above both; a switch has no link within.
            on_way = [rates[a] for a in near ^ far if tree.hop(tree.functions[a]) is not None]
            assert way.rate == pytest.approx(min(on_way))
            assert way.nearness == gpus.find_nearness(inventory, one.chain, way.source.chain)[0]
        together = gpus.compute_together(ways)
        assert (together is None) == (not ways)
        if together is not None and one.own is not None:
            assert together <= (one.own.rate or 0) * (1 + 1e-9)
            assert together <= sum(way.rate or 0 for way in ways) * (1 + 1e-9)
            assert together >= max(way.rate or 0 for way in ways) * (1 - 1e-9)


@pytest.mark.parametrize(
    ("options", "way", "numbers"),
    [
        ({"ioengine": "libcufile", "cuda_io": "cufile", "gpu_dev_ids": "0:1"}, "direct", (0, 1)),
        ({"ioengine": "libcufile", "cuda_io": "posix"}, "through host memory", ()),
        ({"ioengine": "libcufile"}, "direct", ()),
        ({"xfer_type": "GPUD", "gpu_dev_ids": "3"}, "direct", (3,)),
        ({"xfer_type": "CPU_GPU"}, "through host memory", ()),
        ({"xfer_type": "CPUONLY", "gpu_dev_ids": "0"}, "host memory only", (0,)),
        ({"xfer_type": "NEWER"}, "unknown", ()),
        ({"iomem": "cudamalloc", "gpu_dev_id": "1"}, "unknown", (1,)),
        ({"ioengine": "libcufile", "gpu_dev_ids": "0,x"}, "direct", ()),
    ],
)
def test_options_name_the_gpu_and_the_way(
    options: dict[str, str], way: str, numbers: tuple[int, ...]
) -> None:
    use = read_gpu_use([options])
    assert use is not None
    assert (use.way, use.numbers) == (way, numbers)


def test_jobs_without_a_gpu_use_none_and_jobs_that_differ_have_no_one_way() -> None:
    assert read_gpu_use([{"ioengine": "libaio", "mem": "mmap"}]) is None
    direct, bounced = {"ioengine": "libcufile"}, {"ioengine": "libcufile", "cuda_io": "posix"}
    mixed = read_gpu_use([direct, bounced])
    assert mixed is not None and mixed.way == "unknown"


@pytest.mark.parametrize(
    ("count", "options", "is_end", "reason"),
    [
        (1, {"ioengine": "libcufile"}, [True], None),
        (1, {"xfer_type": "GPUD", "gpu_dev_ids": "0"}, [True], None),
        (1, {"xfer_type": "GPUD", "gpu_dev_ids": "1"}, [False], "GPU not visible"),
        (1, {"xfer_type": "CPUONLY", "gpu_dev_ids": "0"}, [False], "host memory only"),
        (2, {"xfer_type": "GPUD", "gpu_dev_ids": "0"}, [False, False], "several GPUs"),
        (0, {"xfer_type": "GPUD", "gpu_dev_ids": "0"}, [], "no GPU in the inventory"),
    ],
)
def test_a_gpu_is_the_end_only_where_its_number_can_mean_no_other(
    count: int, options: dict[str, str], is_end: list[bool], reason: str | None
) -> None:
    pci: Pci = {}
    build_port(pci, 0x60, drive(None))
    for number in range(count):
        build_port(pci, 0x10 + 2 * number, gpu(None))
    found = describe_gpus_of_run(document(pci), None, read_gpu_use([options]))
    assert [one["is_end"] for one in found["gpus"]] == is_end
    assert found["use"] is not None
    assert found["use"]["end_reason"] == reason
