"""The users' own questions, with their figures and their machines, asked of the whole service."""

import random
from copy import deepcopy
from typing import Any

import pytest
from httpx2 import AsyncClient

from tests.app.compare.conftest import Sender, runs
from tests.app.compare.test_compare import compare
from tests.factories.fio_output import direction, job
from tests.factories.machine import machine

pytestmark = pytest.mark.anyio


def sequential(gigabytes_per_s: float) -> dict[str, Any]:
    """The EPYC user's job: 2 MiB reads of the array."""
    options = {"name": "seq", "rw": "read", "bs": "2m", "iodepth": "16", "ioengine": "libaio", "direct": "1"}
    iops = round(gigabytes_per_s * 1e9 / 2**21)
    figures = direction(iops=iops, bs_bytes=2**21, clat_mean_ns=int(16e9 / iops))
    return job("seq", read=figures, **{"job options": options | {"filename": "/dev/md0"}})


def about(name: str, **changed: Any) -> dict[str, Any]:
    """What the agent sends beside fio's output from one of the users' machines."""
    case = machine(name)
    hardware = case["inventory"]
    for path, value in changed.items():
        first, _, second = path.partition("__")
        hardware[first] = (hardware[first] or {}) | {second: value}
    return {"hardware": hardware, "targets": case["targets"], "fio_cpus": case["fio_cpus"]}


async def test_nodes_per_socket_are_the_only_change_of_the_epyc_user(
    client: AsyncClient, send: Sender
) -> None:
    base = [await send(sequential(v), **about("epyc-nps1")) for v in (7.0, 8.1, 9.0)]
    new = [await send(sequential(v), **about("epyc-nps4")) for v in (28.4, 28.3, 28.5)]
    found = await compare(client, runs(*base), runs(*new))
    bandwidth = found["workloads"][0]["metrics"]["bw_bytes_per_s"]
    assert bandwidth["verdict"] == "better"
    assert bandwidth["ratio"] == pytest.approx(28.4 / 8.1, rel=0.01)
    assert found["confounded"] is False
    assert found["attribution"]["keys"] == ["bios.nps"]
    [change] = [c for c in found["factors_changed"] if not c["follows_from"]]
    assert (change["key"], change["base"], change["new"]) == ("bios.nps", 1, 4)
    assert found["attribution"]["kind"] == "only", found["attribution"]["text"]
    assert "NUMA nodes per socket 1 → 4" in found["sentence"]
    facets = {f["facet"]: f["state"] for f in found["inventory_difference"]["facets"]}
    assert facets["fw"] == "different"


def with_drives(count: int) -> dict[str, Any]:
    """The EPYC user's machine with more drives beside its own, which the runs do not touch."""
    sent = about("epyc-nps4")
    disks = sent["hardware"]["disks"]
    for n in range(count):
        disks[f"nvme{8 + n}n1"] = {"model": "Example SSD", "serial": f"B{n}"}
    return sent


@pytest.mark.parametrize(
    ("before", "after", "state"),
    [
        (with_drives(0), with_drives(1), "different"),
        (with_drives(1), with_drives(0), "different"),
        (with_drives(1), with_drives(1), "same"),
    ],
)
async def test_hardware_is_not_the_same_where_a_drive_came_or_went(
    client: AsyncClient, send: Sender, before: dict[str, Any], after: dict[str, Any], state: str
) -> None:
    base, new = await send(sequential(28), **before), await send(sequential(28), **after)
    found = (await compare(client, runs(base), runs(new)))["inventory_difference"]
    [hardware] = [facet for facet in found["facets"] if facet["facet"] == "hw"]
    assert hardware["state"] == state, found["rows"]
    assert {row["change"] for row in found["rows"]} <= (
        {"added", "removed"} if state == "different" else set()
    )
    if state == "different":
        assert hardware["text"] == "Different hardware: drives."


async def test_a_second_planted_change_refuses_the_attribution(client: AsyncClient, send: Sender) -> None:
    base = [await send(sequential(v), **about("epyc-nps1", os__kernel="5.15.0")) for v in (7.0, 8.1, 9.0)]
    new = [await send(sequential(v), **about("epyc-nps4", os__kernel="6.8.0")) for v in (28.4, 28.3, 28.5)]
    found = await compare(client, runs(*base), runs(*new))
    assert found["confounded"] is True
    assert set(found["attribution"]["keys"]) == {"bios.nps", "kernel"}
    assert "cannot be separated" in found["sentence"]
    commands = [run["fio_command"] for run in found["attribution"]["separating_runs"]]
    assert len(commands) == 2
    assert all(c.startswith("fio --name=seq --rw=read --bs=2m") for c in commands)


async def test_slot_user_sees_two_numbers_and_the_link(client: AsyncClient, send: Sender) -> None:
    def carrier(iops: int) -> dict[str, Any]:
        options = {"rw": "randwrite", "bs": "64k", "numjobs": "8", "ioengine": "posixaio", "direct": "1"}
        none = direction(iops=0, runtime_ms=0)
        written = direction(iops=iops, bs_bytes=65_536)
        return job("carrier", read=none, write=written, **{"job options": options})

    base = await send(carrier(35_545), **about("workstation-slot2"))
    new = await send(carrier(23_838), **about("workstation-slot3"))
    found = await compare(client, runs(base), runs(new))
    iops = found["workloads"][0]["metrics"]["iops"]
    assert (iops["base"]["mean"], iops["new"]["mean"]) == (35_545, 23_838)
    assert (iops["verdict"], iops["ratio_ci95"], iops["p_value"]) == ("not_enough_runs", None, None)
    assert "Not significant yet" in found["sentence"]
    changed = {c["key"]: c for c in found["factors_changed"]}
    assert changed["chain.limit"]["follows_from"] == "slot"
    paths = found["paths"]
    limits = {side: paths[side]["chain_limit_bytes_per_s"]["write"] for side in ("base", "new")}
    assert limits["new"][1] < limits["base"][0] / 4  # as its owner took the slot: Gen1 x4 against Gen2 x16
    assert paths["state"] == "different"
    assert found["attribution"]["kind"] == "only"
    assert found["attribution"]["keys"] == ["slot"]


def large(seed: int) -> tuple[dict[str, Any], dict[str, Any], dict[str, tuple[Any, Any]]]:
    """A machine with more than 1,000 fields, another with seeded changes and plenty of noise, and what was changed."""
    chance = random.Random(seed)
    base = machine("epyc-nps4")["inventory"]
    base["os"], base["memory"] = {"kernel": "6.0.0"}, {"total_bytes": 64 * 2**36}
    base["memory"]["dimms"] = [
        {"locator": f"DIMM_{n}", "size_bytes": 2**36, "type": "DDR4", "speed_mts": 3200, "configured_speed_mts": 3200,
         "rank": 2, "manufacturer": "Acme", "part": f"P{n}", "serial": f"M{n}"}
        for n in range(64)
    ]  # fmt: skip
    base["os"]["module_params"] = {
        f"module{n}": {f"option{k}": str(chance.randrange(1, 90)) for k in range(10)} for n in range(60)
    }
    new = deepcopy(base)
    planted: dict[str, tuple[Any, Any]] = {}
    for n in chance.sample(range(60), 5):
        key = f"option{chance.randrange(10)}"
        before = new["os"]["module_params"][f"module{n}"][key]
        new["os"]["module_params"][f"module{n}"][key] = "99"
        planted[f"module{n}.{key}"] = (before, "99")
    for n in chance.sample(range(64), 3):
        new["memory"]["dimms"][n]["configured_speed_mts"] = 2933
        planted[f"DIMM_{n}]"] = (3200, 2933)
    new["os"]["kernel"] = f"6.{seed}.99"
    planted["os.kernel"] = ("6.0.0", new["os"]["kernel"])
    # Noise: what changes by itself, and orders that mean nothing.
    new["collected_at"], new["memory"]["dimms"] = "2027-01-01T00:00:00Z", new["memory"]["dimms"][::-1]
    new["moment"] = {"disks": {"nvme0n1": {"temperature_c": 40 + seed}}, "pressure": {"io": seed}}
    new["sources"] = {**new.get("sources", {}), "dmi": {"status": "ok", "detail": f"took {seed} ms"}}
    new["disks"] = dict(reversed(new["disks"].items()))
    return base, new, planted


def leaves(value: Any) -> int:
    if isinstance(value, dict | list):
        return sum(leaves(part) for part in (value.values() if isinstance(value, dict) else value))
    return 1


@pytest.mark.quick(2)
@pytest.mark.parametrize("seed", range(20))
async def test_every_planted_change_of_a_thousand_fields_is_shown_and_nothing_else(
    client: AsyncClient, send: Sender, seed: int
) -> None:
    before, after, planted = large(seed)
    assert leaves(before) > 1000
    base, new = await send(sequential(28), hardware=before), await send(sequential(28), hardware=after)
    rows = (await compare(client, runs(base), runs(new)))["inventory_difference"]["rows"]
    shown = {
        key: (row["base"], row["new"])
        for row in rows
        for key in planted
        if key in row["path"] and row["change"] == "changed"
    }
    assert shown == planted
    assert len(rows) == len(planted), rows
