"""Runs whose data went to a GPU: planted machines and rates, each by hand.

At 128 to 256 bytes per packet Gen4 x4 carries 6.63 to 7.20 GB/s in memory writes, as drives send them to a GPU, and x8
13.27 to 14.40; in completions, as a GPU reads the memory of the host, 6.81 to 7.31 and 13.62 to 14.61.
"""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from fioboard.engine.formats.fio.model.reading import Result
from fioboard.engine.rules import RULES, Finding, Judged, RunFacts, build_answer, judge
from fioboard.store.derive.path import derive_path
from tests.engine.hardware.inventory.test_gpus import Pci, build_port, build_random, build_switch, gpu
from tests.engine.rules.facts import GB, result, spoken
from tests.factories.machine import document, drive, targets

CUFILE = {"ioengine": "libcufile"}
POSIX = CUFILE | {"cuda_io": "posix"}
GDSIO = {"xfer_type": "GPUD", "gpu_dev_ids": "0"}
BOUNCED = {"xfer_type": "CPU_GPU", "gpu_dev_ids": "0"}
HOST = {"xfer_type": "CPUONLY", "gpu_dev_ids": "0"}
PLAIN = {"ioengine": "libaio"}


def on_ports(drives: int = 4, lanes: int = 8, gpus: int = 1, **idle: Any) -> dict[str, Any]:
    """Drives of Gen4 x4, each on a root port, and GPUs on others. `idle`: what a GPU's link is at rest."""
    pci: Pci = {}
    for number in range(gpus):
        build_port(pci, 0x10 + 2 * number, gpu(None, lanes=lanes))
    for number in range(drives):
        build_port(pci, 0x40 + 2 * number, drive(None))
    links = {f"0000:{0x11 + 2 * number:02x}:00.0": idle for number in range(gpus)}
    return document(pci, cpu={"sockets": 1}, moment={"links": links})


def on_switch(uplink: int, gpu_lanes: int = 16, drives: int = 4, apart: int = 0) -> dict[str, Any]:
    """A GPU behind a switch; with drives beside it, and `apart` ones on root ports."""
    pci: Pci = {}
    build_switch(pci, 0x40, gpu(None, lanes=gpu_lanes), *(drive(None) for _ in range(drives)), lanes=uplink)
    for number in range(apart):
        build_port(pci, 0x80 + 2 * number, drive(None))
    return document(pci, cpu={"sockets": 1})


def judge_run(inventory: dict[str, Any], bw: float, options: dict[str, str], **more: Any) -> Judged:
    """As a stored run is judged, its path derived from what was sent."""
    size = {"rw": "read", "bs_bytes": 2**20, "iodepth": 32, "iops": None, "bw_bytes_per_s": round(bw * GB)}
    return judge(build_facts(inventory, (result(job_options=options, **size | more),)))


def build_facts(inventory: dict[str, Any], results: tuple[Result, ...]) -> RunFacts:
    sent = SimpleNamespace(
        inventory=inventory, targets=targets(*inventory["disks"]), target=None, fio_cpus=None
    )
    path = derive_path(sent, None, results).passed
    return RunFacts(results=results, path=path, document=inventory)


AWAKE = {"current_gts": 16.0, "current_lanes": 8}


@pytest.mark.parametrize(
    ("inventory", "bw", "options", "expected"),
    [
        # Its own link is the limit: 90 % of 14.40, and near from 85 % of 13.27 on.
        (on_ports(), 13.3, CUFILE, "info"),
        (on_ports(), 13.3, POSIX, "info"),
        (on_ports(), 13.3, GDSIO, "info"),
        (on_ports(), 13.3, BOUNCED, "info"),
        (on_ports(), 13.3, {"ioengine": "libhipfile"}, "info"),
        (on_ports(), 11.3, CUFILE, "info"),
        (on_ports(gpus=4), 13.3, GDSIO, "info"),
        (on_ports(lanes=16, current_lanes=8, current_gts=2.5), 13.3, CUFILE, "info"),
        (on_ports(drives=1, lanes=4), 6.8, CUFILE, "info"),
        # An uplink above it, passed by drives elsewhere or by way of the host.
        (on_switch(8, drives=0, apart=4), 13.3, CUFILE, "info"),
        (on_switch(8, drives=1, apart=3), 13.3, POSIX, "info"),
        # Not the limit: there is room, or the drives bring no more.
        (on_ports(**AWAKE), 11.2, CUFILE, "fine"),
        (on_ports(drives=1, **AWAKE), 6.9, CUFILE, "fine"),
        (on_ports(**AWAKE), 13.3, HOST, "silent"),
        (on_ports(**AWAKE), 13.3, PLAIN, "silent"),
        # Drives beside the GPU do not pass its uplink.
        (on_switch(8), 13.3, CUFILE, "unknown: GPU"),
        # At rest nobody knows how fast the link would be, so nothing is fine.
        (on_ports(), 11.2, CUFILE, "unknown: GPU"),
        # More than it can carry: the record is wrong.
        (on_ports(), 15.8, CUFILE, "unknown: GPU"),
        # Which GPU, or what its link is, is not known.
        (on_ports(gpus=2), 13.3, CUFILE, "unknown: GPU"),
        (on_ports(gpus=2), 13.3, CUFILE | {"gpu_dev_ids": "0:1"}, "unknown: GPU"),
        (on_ports(), 13.3, CUFILE | {"gpu_dev_ids": "1"}, "unknown: GPU"),
        (on_ports(gpus=0), 13.3, CUFILE, "unknown: GPU"),
        (on_ports(), 13.3, {"iomem": "cudamalloc"}, "unknown: GPU"),
        (on_ports(lanes=None), 13.3, CUFILE, "unknown: GPU"),  # type: ignore[arg-type] -- a width that the kernel does not give
        (on_ports() | {"virtualized": "kvm"}, 13.3, CUFILE, "unknown: virtual"),
    ],
)  # fmt: skip
def test_limit_of_a_gpu_is_named_where_it_is_one(
    inventory: dict[str, Any], bw: float, options: dict[str, str], expected: str
) -> None:
    assert spoken("at-gpu-link", judge_run(inventory, bw, options)) == expected


def test_gpus_with_different_links_leave_it_unknown() -> None:
    inventory = on_ports(gpus=2)
    inventory["pci"]["0000:13:00.0"]["link"]["max_lanes"] = 4
    assert spoken("at-gpu-link", judge_run(inventory, 6.8, GDSIO)) == "unknown: GPU"


def test_jobs_to_the_host_beside_those_to_the_gpu_leave_it_unknown() -> None:
    of = [result(job_options=options, rw="read", bs_bytes=2**20, iops=None, bw_bytes_per_s=round(6.7 * GB))
          for options in (CUFILE, PLAIN)]  # fmt: skip
    assert spoken("at-gpu-link", judge(build_facts(on_ports(), tuple(of)))) == "unknown: GPU"


def test_drives_on_an_unknown_link_leave_it_unknown() -> None:
    inventory = on_ports()
    inventory["pci"]["0000:41:00.0"]["link"] = dict.fromkeys(inventory["pci"]["0000:41:00.0"]["link"])
    assert spoken("at-gpu-link", judge_run(inventory, 13.3, CUFILE)) == "unknown: links"


def test_figures_of_the_page_cache_reach_no_limit_of_a_gpu() -> None:
    judged = judge_run(on_ports(drives=1), 13.3, POSIX, direct=False)
    assert spoken("at-gpu-link", judged) != "info"


def compute_least(inventory: dict[str, Any], address: str | None) -> float:
    """What a GPU's own link and those above it carry at 128 bytes per packet, by the inventory's entries alone."""
    carried = []
    while address is not None:
        entry = inventory["pci"][address]
        parent = inventory["pci"].get(entry["parent"] or "", {"link": entry["link"]})
        ends = [entry["link"], parent["link"]]
        gts, lanes = min(end["max_gts"] for end in ends), min(end["max_lanes"] for end in ends)
        carried.append(gts * GB * 128 / 130 * lanes / 8 * 128 / 152)
        address = entry["parent"]
    return min(carried)


@pytest.mark.quick(1)
@pytest.mark.parametrize("options", [GDSIO, BOUNCED])
def test_nothing_is_named_on_random_machines_where_every_link_has_room(options: dict[str, str]) -> None:
    """40 layouts around one GPU, at 60 and 84 % of the narrowest link above it; at 95 % it is named on some."""
    named = 0
    for seed in range(40):
        inventory = build_random(Random(seed))
        [first, *others] = [a for a, one in inventory["pci"].items() if one["ids"]["class"] == "0x030200"]
        for address in others:
            del inventory["pci"][address]
        least = compute_least(inventory, first) / GB
        for share in (0.60, 0.84, 0.95):
            of_run = result(job_options=options, iops=None, bw_bytes_per_s=round(share * least * GB))
            said = list(RULES["at-gpu-link"].judge(build_facts(inventory, (of_run,))))
            is_named = any(isinstance(one, Finding) for one in said)
            assert share == 0.95 or not is_named, seed
            named += is_named
    assert named >= 8


def test_verdict_rests_on_it() -> None:
    of_run = result(job_options=CUFILE, rw="read", bs_bytes=2**20, iops=None, bw_bytes_per_s=round(13.3 * GB))
    verdict = build_answer(build_facts(on_ports(), (of_run,)))["verdict"]
    assert (verdict["kind"], verdict["id"]) == ("limit", "at-gpu-link")


@pytest.mark.parametrize(
    ("inventory", "options", "expected"),
    [
        (on_ports(**AWAKE), CUFILE, ("Gen4 x8 at 0000:10:01.0", "touched", "negotiated link")),
        (on_ports(), CUFILE, ("Gen4 x8 at 0000:10:01.0", "touched", "inventory")),
        (on_ports(gpus=4), GDSIO, ("Gen4 x8 of one of several GPUs", "touched", "inventory")),
        (on_ports(gpus=2), CUFILE, ("GPU link", "unknown", "unknown")),
        (on_ports(), HOST, None),
        (on_ports(), PLAIN, None),
    ],
)
def test_limits_by_stage_have_a_row_for_it(
    inventory: dict[str, Any], options: dict[str, str], expected: tuple[str, str, str] | None
) -> None:
    of_run = result(
        job_options=options, rw="read", bs_bytes=2**20, iops=None, bw_bytes_per_s=round(14.3 * GB)
    )
    rows = build_answer(build_facts(inventory, (of_run,)))["ceilings"]
    of_gpu = [(str(row["label"]), row["state"], row["source"]) for row in rows if row["stage"] == "gpu"]
    assert of_gpu == ([] if expected is None else [expected])


def test_sentence_says_figure_limit_and_what_is_full() -> None:
    [found] = [one for one in judge_run(on_ports(), 13.3, CUFILE).findings if one.id == "at-gpu-link"]
    assert found.headline == "The link of the GPU is nearly full: 13.3 of at most 14.4 GB/s, at least 92.3 %."
    assert {one.name: one.value for one in found.evidence}["slowest link"] == "0000:10:01.0"
    uplink = judge_run(on_switch(8, drives=0, apart=4), 11.4, CUFILE)
    [near] = [one for one in uplink.findings if one.id == "at-gpu-link"]
    assert near.headline == "The uplink of the GPU is nearly full: 11.4 of 13.3–14.4 GB/s, 79–86 %."
    [several] = [one for one in judge_run(on_ports(gpus=4), 13.3, GDSIO).findings if one.id == "at-gpu-link"]
    assert {one.name: one.value for one in several.evidence}["slowest link"] is None


@pytest.mark.parametrize(
    ("options", "expected"),
    [(CUFILE, {"fine"}), ({"iomem": "cudamalloc"}, {"fine"}), (POSIX, {"warning"}), (PLAIN, {"warning"})],
)
def test_data_that_turn_at_a_switch_are_not_held_to_its_uplink(
    options: dict[str, str], expected: set[str]
) -> None:
    """Four drives bring a GPU beside them 26 GB/s, past an uplink of 7.9."""
    judged = judge_run(on_switch(4), 26.0, options)
    assert {spoken("faster-than-possible", judged)} == expected
    if expected == {"fine"}:
        assert spoken("oversubscribed", judged) == "silent"
