"""Drives alone and together: 30 planted layouts of switches, links and bays, and what is said of each.

The oracle is the plan of each layout: which bay was made slow, which uplink narrow, which link x1. Rates follow from a
model of its own (`_share`), not from the code that judges them.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.app.runs.history.pool import build_pools
from fioboard.engine.answers.batch import BatchOut, BatchResultOut
from fioboard.engine.answers.path import PathOut
from fioboard.engine.answers.pool import PoolOut, PoolsOut
from fioboard.engine.hardware.inventory.path import resolve
from fioboard.store.derive.path import build_path
from fioboard.store.queries.pool import PoolResultRow
from tests.app.hosts.machines.test_inventories import ask
from tests.app.ingest.test_uploads import send
from tests.factories.fio_output import direction, job, output
from tests.factories.machine import document, drive, function
from tests.factories.upload import body, manifest
from tests.factories.upload import inventory as small_inventory

GB = 1e9
# What a Gen4 lane carries of reads, bytes/s: below the narrowest ceiling that the service computes.
LANE = 1.7 * GB
DRIVE = 6.0 * GB
KINDS = ("none", "slow bay", "shared hop", "x1 link", "slow bay and shared hop")


@dataclass
class Layout:
    """A machine: per switch the lanes of its uplink, and its drives with what each can do alone."""

    uplinks: dict[str, int] = field(default_factory=dict)
    switch_of: dict[str, str] = field(default_factory=dict)
    lanes: dict[str, int] = field(default_factory=dict)
    media: dict[str, float] = field(default_factory=dict)
    slow: set[str] = field(default_factory=set)
    full: set[str] = field(default_factory=set)

    def inventory(self) -> dict[str, Any]:
        pci: dict[str, Any] = {}
        for number, (switch, uplink) in enumerate(self.uplinks.items()):
            root = f"0000:{number}0:01.0"
            pci[root] = function(None, 16.0, 16, numa_node=number % 2, port_type="root")
            pci[switch] = function(root, 16.0, uplink, numa_node=number % 2, port_type="upstream")
            own = [name for name, on in self.switch_of.items() if on == switch]
            for bay, name in enumerate(own):
                port = f"0000:{number}2:{bay:02x}.0"
                pci[port] = function(switch, 16.0, 4, numa_node=number % 2, port_type="downstream")
                # Each can do x4; an x1 link trained narrower.
                pci[f"0000:{number}{bay + 3:x}:00.0"] = drive(
                    port, 16.0, self.lanes[name], max_lanes=4, numa_node=number % 2
                )
        return document(pci)


def plant(seed: int, kind: str) -> Layout:
    """Two to four switches of three to six drives; uplinks wide enough but where a full one is planted."""
    draw = random.Random(seed)
    layout = Layout()
    switches = [f"0000:{number}1:00.0" for number in range(draw.randint(2, 4))]
    counts = [draw.randint(3, 6) for _ in switches]
    names = iter(f"nvme{i}n1" for i in range(sum(counts)))
    for switch, count in zip(switches, counts, strict=True):
        layout.uplinks[switch] = 16
        for name in (next(names) for _ in range(count)):
            layout.switch_of[name] = switch
            layout.lanes[name] = 4
            # Sound drives vary by 5 %; four of them fill no x16 uplink.
            layout.media[name] = draw.uniform(0.95, 1.05) * DRIVE * 0.7
    victim = draw.choice(list(layout.switch_of))
    if "slow bay" in kind:
        layout.media[victim] *= draw.uniform(0.3, 0.75)
        layout.slow = {victim}
    if kind == "x1 link":
        layout.lanes[victim] = 1
        layout.slow = {victim}
    if "shared hop" in kind:
        switch = draw.choice([one for one in switches if one != layout.switch_of[victim]])
        layout.uplinks[switch] = 4
        layout.full = {switch}
    return layout


def _share(layout: Layout, names: list[str], draw: random.Random) -> dict[str, float]:
    """What each drive reaches when these are read together: an uplink that is too narrow is shared evenly."""
    alone = {name: min(layout.media[name], LANE * layout.lanes[name]) for name in names}
    rates = {}
    for switch, lanes in layout.uplinks.items():
        own = {name: rate for name, rate in alone.items() if layout.switch_of[name] == switch}
        factor = min(1.0, LANE * lanes / sum(own.values())) if own else 1.0
        rates |= {name: rate * factor * draw.uniform(0.97, 1.03) for name, rate in own.items()}
    return rates


def list_sets(layout: Layout) -> list[list[str]]:
    """Each drive alone, each switch, all: as the agent's suite does."""
    names = list(layout.switch_of)
    switches = [[name for name in names if layout.switch_of[name] == switch] for switch in layout.uplinks]
    return [*([name] for name in names), *switches, names]


def state_target(name: str) -> dict[str, Any]:
    """A drive as the agent resolves it."""
    nodes = {name: {"kind": "disk", "name": name, "children": []}}
    return {
        "path": f"/dev/{name}",
        "kind": "disk",
        "members": [name],
        "graph": {"root": name, "nodes": nodes},
    }


def measure(layout: Layout, seed: int) -> list[PoolOut]:
    """What the service makes of such a pool."""
    draw = random.Random(seed)
    inventory = layout.inventory()
    paths: dict[UUID, PathOut] = {}
    rows: list[PoolResultRow] = []
    for own in list_sets(layout):
        run_id = uuid4()
        path = resolve(inventory, [state_target(name) for name in own])
        assert path is not None
        paths[run_id] = build_path(path)
        for name, rate in _share(layout, own, draw).items():
            rows.append(row(run_id, name, rate))
    return build_pools(paths, rows)


def row(run_id: UUID, name: str, rate: float, place: str | None = None) -> PoolResultRow:
    return {
        "run_id": run_id,
        "direction": "read",
        "rw": "read",
        "bs_bytes": 131072,
        "iodepth": 32,
        "numjobs": 1,
        "direct": True,
        "bw_bytes_per_s": round(rate),
        "filename": f"/dev/{name}",
        "place": place,
        "rated_share": None,
        "rated_verdict": None,
    }


@pytest.mark.parametrize("layouts", [8, pytest.param(30, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("kind", KINDS)
def test_what_was_planted_is_found_and_nothing_else(kind: str, layouts: int) -> None:
    for seed in range(layouts):
        layout = plant(seed, kind)
        [pool] = measure(layout, seed)
        slow = {bay["drive"] for bay in pool["bays"] if bay["is_slow"]}
        assert slow == layout.slow, (kind, seed, pool["text"])
        full = {frozenset(level["drives"]) for level in pool["levels"] if level["is_full"]}
        planted = {
            frozenset(name for name, on in layout.switch_of.items() if on == switch) for switch in layout.full
        }
        assert full == planted, (kind, seed, pool["sentence"])
        assert {frozenset(level["drives"]) for level in pool["levels"] if level["is_lost"]} == planted
        if kind == "none":
            assert "together" in pool["sentence"]
            assert pool["text"] == ["No drive is slower than its peers."]
        if kind == "x1 link":
            assert any(
                "Its link is Gen4 x1, theirs Gen4 x4." in one for one in (pool["sentence"], *pool["text"])
            )
        if layout.full:
            assert "is full" in pool["sentence"]


def test_two_drives_that_differ_are_named_without_calling_one_slow() -> None:
    layout = plant(1, "none")
    first, second = list(layout.switch_of)[:2]
    for name in list(layout.switch_of)[2:]:
        del layout.switch_of[name], layout.media[name], layout.lanes[name]
    layout.uplinks = {layout.switch_of[first]: 16}
    layout.switch_of[second] = layout.switch_of[first]
    layout.media[second] = layout.media[first] / 2
    [pool] = measure(layout, 1)
    assert not any(bay["is_slow"] for bay in pool["bays"])
    assert any("it is unclear which one is unusual" in one for one in (pool["sentence"], *pool["text"]))


def test_drives_of_unknown_models_are_no_peers() -> None:
    layout = plant(1, "slow bay")
    inventory = layout.inventory()
    for disk in inventory["disks"].values():
        disk["model"] = None
    paths: dict[UUID, PathOut] = {}
    rows: list[PoolResultRow] = []
    for number, name in enumerate(layout.switch_of):
        path = resolve(inventory, [state_target(name)])
        assert path is not None
        run_id = uuid4()
        paths[run_id] = build_path(path)
        rows.append(row(run_id, name, 1e9 / (1 + number)))
    [pool] = build_pools(paths, rows)
    assert not any(bay["is_slow"] for bay in pool["bays"])
    assert {bay["peer_bytes_per_s"] for bay in pool["bays"]} == {None}
    assert not any("slower than its peers" in one for one in (pool["sentence"], *pool["text"]))
    assert {bay["rated_share"] for bay in pool["bays"]} == {None}


def test_jobs_of_another_number_are_another_workload() -> None:
    layout = plant(1, "none")
    names = list(layout.switch_of)[:3]
    inventory = layout.inventory()
    paths: dict[UUID, PathOut] = {}
    rows: list[PoolResultRow] = []
    for name in names:
        for jobs, rate in ((1, 1e9), (1, 1e9), (8, 4e9)):
            path = resolve(inventory, [state_target(name)])
            assert path is not None
            run_id = uuid4()
            paths[run_id] = build_path(path)
            rows.append({**row(run_id, name, rate), "numjobs": jobs})
    [pool] = build_pools(paths, rows)
    assert [bay["alone_bytes_per_s"] for bay in pool["bays"]] == [1e9] * 3


def test_a_surface_is_listed_and_only_its_beginning_is_compared() -> None:
    layout = plant(2, "none")
    inventory, paths, rows = layout.inventory(), {}, []
    for name in list(layout.switch_of)[:3]:
        for place, share in (("0%", 1.0), ("49%", 0.7), ("49%", 0.9), ("98%", 0.5)):
            run_id = uuid4()
            stated = [{"path": f"/dev/{name}", "kind": "disk", "members": [name]}]
            path = resolve(inventory, stated)
            assert path is not None
            paths[run_id] = build_path(path)
            rows.append(row(run_id, name, share * 250e6, place))
    [pool] = build_pools(paths, rows)
    assert [one["offset"] for one in pool["bays"][0]["surface"]] == ["0%", "49%", "98%"]
    assert [one["bw_bytes_per_s"] for one in pool["bays"][0]["surface"]] == [250e6, 200e6, 125e6]
    assert pool["bays"][0]["alone_bytes_per_s"] == 250e6
    assert pool["sentence"] == "3 drives were measured alone, none together."


def test_one_drive_or_a_run_over_an_array_is_no_pool() -> None:
    layout = plant(3, "none")
    inventory, name = layout.inventory(), next(iter(layout.switch_of))
    path = resolve(inventory, [{"path": f"/dev/{name}", "kind": "disk", "members": [name]}])
    assert path is not None
    run_id = uuid4()
    assert build_pools({run_id: build_path(path)}, [row(run_id, name, GB)]) == []
    array = resolve(inventory, [{"path": "/dev/md0", "kind": "volume", "members": list(layout.switch_of)}])
    assert array is not None
    assert build_pools({run_id: build_path(array)}, [{**row(run_id, name, GB), "filename": "/dev/md0"}]) == []


def build_uploads(layout: Layout, seed: int, batch_id: str) -> Iterator[tuple[bytes, dict[str, str]]]:
    """Build the uploads of `suite drives` over a layout, one for each of its steps."""
    draw = random.Random(seed)
    inventory = {**small_inventory(), **layout.inventory()}
    sets = list_sets(layout)
    for step, own in enumerate(sets, 1):
        jobs = [
            job(
                name,
                read=direction(bw_bytes=round(rate), iops=rate / 131072, runtime_ms=10_000),
                **{
                    "job options": {
                        "name": name,
                        "filename": f"/dev/{name}",
                        "rw": "read",
                        "bs": "128k",
                        "iodepth": "32",
                        "ioengine": "libaio",
                        "direct": "1",
                    }
                },
            )
            for name, rate in _share(layout, own, draw).items()
        ]
        files = {"fio.json": output(*jobs)}
        about = manifest(
            files,
            targets=[state_target(name) for name in own],
            argv=[
                "fio",
                *(
                    word
                    for name in own
                    for word in (f"--name={name}", f"--filename=/dev/{name}", "--runtime=10")
                ),
            ],
            batch={
                "id": batch_id,
                "name": "drives",
                "step": step,
                "steps": len(sets),
                "workload": "-".join(own)[:60],
            },
            started_at=f"2026-11-20T10:{step:02d}:00Z",
            ended_at=f"2026-11-20T10:{step:02d}:10Z",
        )
        yield body(files, about, inventory)


@pytest.mark.anyio
async def test_a_batch_answers_what_its_drives_do_alone_and_together(client: AsyncClient) -> None:
    layout, batch_id = plant(4, "slow bay and shared hop"), str(uuid4())
    for made in build_uploads(layout, 4, batch_id):
        answer = await send(client, made)
        assert answer.status_code == 201, answer.text
    pools: PoolsOut = await ask(client, f"/batches/{batch_id}/drives", PoolsOut)
    [pool] = pools["items"]
    assert {bay["drive"] for bay in pool["bays"] if bay["is_slow"]} == layout.slow
    assert [set(level["drives"]) for level in pool["levels"] if level["is_full"]] == [
        {name for name, on in layout.switch_of.items() if on in layout.full}
    ]
    assert pool["sentence"].startswith("Port, Gen4 x4 (")
    assert pool["sentence"].count("is full") == 1
    result: BatchResultOut = await ask(client, f"/batches/{batch_id}/result?host=host-0001", BatchResultOut)
    assert result["sentence"] == pool["sentence"]
    page: BatchOut = await ask(client, f"/batches/{batch_id}", BatchOut)
    drives = ",".join(f"/dev/{name}" for name in layout.switch_of)
    assert page["command"] == f"fioboard-agent suite drives --targets {drives} --runtime 10"
    gone = await client.get(f"/api/v1/batches/{uuid4()}/drives")
    assert (gone.status_code, gone.json()["error"]) == (404, "BatchNotFound")
