"""GET /compare: what limits each side, how hot its drives were, and CPU; each with how many runs tell, or why none does."""

from typing import Any

import pytest
from httpx2 import AsyncClient

from tests.app.compare.conftest import Sender, randread, runs
from tests.app.compare.test_compare import compare
from tests.factories.fio_output import direction, job, output
from tests.factories.measured_machine import upload

pytestmark = pytest.mark.anyio


def measurement(rw: str, usr: float | None = 1.5, sys: float | None = 88.0) -> bytes:
    options = {"name": "job", "rw": rw, "bs": "2m", "iodepth": "16", "ioengine": "libaio", "direct": "1"}
    sides = {
        name: direction(bw_bytes=20_000_000_000 if name in rw or rw == "rw" else 0, iops=9_500)
        if name in rw or rw == "rw"
        else direction(iops=0, runtime_ms=0)
        for name in ("read", "write")
    }
    return output(job("job", **sides, **{"job options": options, "usr_cpu": usr, "sys_cpu": sys}))


def samples(temperatures: list[float | None], **busy: list[float]) -> dict[str, Any]:
    series = [
        {"subject": "disk:nvme0n1", "metric": "temperature_c", "direction": None, "values": temperatures},
        # A sensor that is no drive's.
        {"subject": "sensor:k10temp", "metric": "temperature_c", "direction": None, "values": [95.0] * 3},
        *(
            {"subject": name.replace("_", ":"), "metric": "cpu_busy_pct", "direction": None, "values": values}
            for name, values in busy.items()
        ),
    ]
    return {"schema": 1, "t_ms": [1000, 2000, 3000], "series": series, "links": []}


async def sent(client: AsyncClient, name: str, content: bytes, sampled: Any = None, **about: Any) -> str:
    body, headers = upload(name, content, sampled, **about)
    answer = await client.post("/api/v1/uploads", content=body, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def circumstances(client: AsyncClient, base: list[str], new: list[str]) -> dict[str, dict[str, Any]]:
    found = (await compare(client, runs(*base), runs(*new)))["circumstances"]
    return {one["key"]: one for one in found}


@pytest.mark.parametrize(
    ("rw", "keys"),
    [
        ("read", ["ceiling_read"]),
        ("write", ["ceiling_write"]),
        ("rw", ["ceiling_read", "ceiling_write"]),
    ],
)
async def test_a_workload_is_held_against_the_ceiling_of_its_own_direction(
    client: AsyncClient, rw: str, keys: list[str]
) -> None:
    base = await sent(client, "epyc-nps4", measurement(rw))
    new = await sent(client, "workstation-slot3", measurement(rw))
    found = await circumstances(client, [base], [new])
    assert [key for key in found if key.startswith("ceiling")] == keys
    for key in keys:
        for side, run_id in (("base", base), ("new", new)):
            path = (await client.get(f"/api/v1/runs/{run_id}")).json()["path"]
            low, high = path["chain_limit_bytes_per_s"][key.removeprefix("ceiling_")]
            shown = found[key][side]
            assert (shown["low"], shown["high"], shown["limited_by"]) == (low, high, path["limited_by"])
            assert (shown["n"], shown["of"], shown["source"], shown["reason"]) == (1, 1, "inventory", None)
    # Gen4 x16 carries 31.5 GB/s before packets; between 80 and 95 % of that are left.
    first = found[keys[0]]["base"]
    assert 0.8 < first["low"] / 31.5e9 <= first["high"] / 31.5e9 < 0.95


async def test_heat_and_cpu_are_ranges_over_the_runs_that_tell(client: AsyncClient) -> None:
    base = [
        await sent(client, "epyc-nps4", measurement("read"), samples([40.0, None, 52.0], node_0=[10.0, 20.0, 30.0], node_1=[90.0, 90.0, 96.0], socket_0=[1.0] * 3)),
        await sent(client, "epyc-nps4", measurement("read", usr=2.0, sys=10.0), samples([38.0, 39.0, 39.0], node_0=[5.0, 5.0, 5.0])),
        await sent(client, "epyc-nps4", measurement("read", usr=None)),
    ]  # fmt: skip
    new = [await sent(client, "epyc-nps4", measurement("read"))]
    found = await circumstances(client, base, new)
    told = {
        key: (one["base"]["low"], one["base"]["high"], one["base"]["n"], one["base"]["of"])
        for key, one in found.items()
    }
    assert told["drive_temperature"] == (38.0, 52.0, 2, 3)
    assert told["host_cpu"] == (5.0, 92.0, 2, 3)
    assert told["fio_cpu"] == (12.0, 89.5, 2, 3)
    assert {key: one["unit"] for key, one in found.items()} == {
        "ceiling_read": "bytes/s",
        "drive_temperature": "°C",
        "fio_cpu": "%",
        "host_cpu": "%",
    }
    for key in ("drive_temperature", "host_cpu"):
        silent = found[key]["new"]
        assert (silent["low"], silent["high"], silent["n"], silent["of"]) == (None, None, 0, 1)
        assert "No " in silent["reason"]


async def test_without_an_inventory_the_ceiling_is_unknown_with_a_reason(
    client: AsyncClient, send: Sender
) -> None:
    base, new = await send(randread(1000)), await send(randread(1300))
    found = (await circumstances(client, [base], [new]))["ceiling_read"]["base"]
    assert (found["low"], found["high"], found["n"], found["limited_by"]) == (None, None, 0, None)
    assert found["reason"] == "Not every link between target and CPU is known."


async def test_paths_of_different_hops_name_none(client: AsyncClient) -> None:
    names = ("epyc-nps4", "workstation-slot3")
    base, new = [[await sent(client, name, measurement("read")) for name in names] for _ in range(2)]
    found = (await circumstances(client, base, new))["ceiling_read"]
    assert (found["base"]["limited_by"], found["base"]["n"]) == (None, 2)
    one = (await circumstances(client, base[:1], new))["ceiling_read"]
    assert one["base"]["limited_by"] is not None
    assert found["base"]["low"] < one["base"]["low"]


async def test_without_a_common_workload_there_are_none(client: AsyncClient) -> None:
    base, new = [await sent(client, "epyc-nps4", measurement(rw)) for rw in ("read", "write")]
    assert await circumstances(client, [base], [new]) == {}
