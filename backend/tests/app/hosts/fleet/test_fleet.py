"""The fleet and its models over real uploads: what needs a look comes first, the odd one is named with its difference."""

import copy
import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.app.hosts.fleet import outliers
from fioboard.app.hosts.fleet.shape import CSV_COLUMNS, model_id
from fioboard.core.database import Database
from tests.app.ingest.test_uploads import send
from tests.factories.machine import machine
from tests.factories.measured_machine import fio_output, upload
from tests.loops import check_each

pytestmark = pytest.mark.anyio
MODEL = "EXAMPLE 15T/A"


@pytest.fixture(autouse=True)
def _always_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outliers, "KEPT_FOR", timedelta(seconds=-1))


async def measure(
    client: AsyncClient,
    host: str,
    bw: int,
    *,
    repeats: int = 3,
    hour: int = 10,
    content: bytes | None = None,
    labels: dict[str, str] | None = None,
    **disk: Any,
) -> list[str]:
    """Runs on the first drive of a host; fields of that drive replaced, those of `moment_` are its health."""
    document: dict[str, Any] = copy.deepcopy(machine("epyc-nps1")["inventory"])
    name, entry = next(iter(document["disks"].items()))
    health = {key.removeprefix("moment_"): disk.pop(key) for key in list(disk) if key.startswith("moment_")}
    document["disks"] = {name: entry | {"model": MODEL, "serial": f"S-{host}", "firmware": "1.0"} | disk}
    document["volumes"] = {}
    ids = []
    for n in range(repeats):
        about = {
            "host": {"id": f"test-host-{host}", "name": host},
            "targets": [],
            "target": f"/dev/{name}",
            "labels": labels or {},
        }
        document["moment"] = {"disks": {name: health}}
        request = upload(
            "epyc-nps1",
            content or fio_output(bw + n * bw // 200),
            hardware=document,
            started_at=f"2026-11-20T{hour + n}:00:00Z",
            ended_at=None,
            **about,
        )
        answer = await send(client, request)
        assert answer.status_code == 201, answer.text
        ids.append(answer.json()["id"])
    return ids


async def fleet(client: AsyncClient, **query: Any) -> dict[str, Any]:
    answer = await client.get("/api/v1/fleet", params=query)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def seed(client: AsyncClient) -> list[str]:
    """Nine hosts with a drive of one model; the last is 25 % slower and has another firmware."""
    for n in range(8):
        await measure(client, f"host{n}", 6_000_000_000 + n * 33_000_000)
    return await measure(client, "slow", 4_500_000_000, firmware="0.9")


async def test_nothing_is_an_empty_fleet(client: AsyncClient) -> None:
    empty = await fleet(client)
    assert (empty["items"], empty["drives"], empty["hosts"], empty["next_cursor"]) == ([], 0, 0, None)
    assert (await client.get("/api/v1/models")).json() == {"items": []}


async def test_the_odd_one_is_named_with_what_only_it_has(client: AsyncClient) -> None:
    runs = await seed(client)
    body = await fleet(client)
    assert (body["drives"], body["hosts"], body["with_problems"]) == (9, 9, 1)
    first = body["items"][0]
    assert (first["host"]["name"], first["problems"], first["last_run_id"]) == (
        "slow",
        ["odd", "firmware_mix"],
        runs[-1],
    )
    [odd] = first["odd"]
    assert odd["ratio"] == pytest.approx(0.73, abs=0.02)
    assert (odd["n"], odd["drives"], odd["direction"], odd["run_id"]) == (3, 9, "read", runs[-1])
    assert [(a["key"], a["value"], a["usual"], a["others"]) for a in odd["apart"]] == [
        ("drive.firmware", "0.9", "1.0", 8)
    ]
    assert {item["host"]["name"] for item in body["items"][1:]} == {f"host{n}" for n in range(8)}
    assert [c["id"] for c in body["problems"] if c["drives"]] == ["odd", "firmware_mix"]


async def test_problems_filter_and_keep_their_counts(client: AsyncClient) -> None:
    await measure(client, "a", 6_000_000_000, repeats=1, moment_percentage_used=93, moment_temperature_c=71)
    await measure(client, "b", 6_000_000_000, repeats=1, moment_critical_warning=4)
    await measure(client, "c", 6_000_000_000, repeats=1, temperature_warning_c=80, moment_temperature_c=79)
    [listed] = (await client.get("/api/v1/models")).json()["items"]
    health = (await client.get(f"/api/v1/models/{listed['id']}")).json()["health"]
    assert (health["temperature_n"], health["temperature_median_c"], health["temperature_max_c"]) == (
        2,
        75,
        79,
    )
    assert (health["used_n"], health["used_max_pct"], health["errors_n"], health["with_errors"]) == (
        1,
        93,
        0,
        0,
    )
    hot = await fleet(client, problem="hot")
    assert [(item["host"]["name"], item["problems"]) for item in hot["items"]] == [("a", ["worn", "hot"])]
    assert {c["id"]: c["drives"] for c in hot["problems"] if c["drives"]} == {
        "warning": 1,
        "worn": 1,
        "hot": 1,
    }
    assert [item["host"]["name"] for item in (await fleet(client))["items"]] == ["b", "a", "c"]
    assert [item["host"]["name"] for item in (await fleet(client, host="c"))["items"]] == ["c"]
    assert (await fleet(client, model=MODEL))["drives"] == 3
    assert (await fleet(client, q="15t/A"))["drives"] == 3
    assert (await fleet(client, q="%"))["drives"] == 0


async def test_links_below_missing_drives_and_degraded_arrays(client: AsyncClient) -> None:
    document: dict[str, Any] = copy.deepcopy(machine("epyc-nps1")["inventory"])
    names = list(document["disks"])
    for n, entry in enumerate(document["disks"].values()):
        entry |= {"model": MODEL, "serial": f"S{n}"}
    document["pci"][document["disks"][names[1]]["pci"]]["link"]["current_lanes"] = 2
    await send(
        client, upload("epyc-nps1", hardware=document, started_at="2026-11-20T10:00:00Z", ended_at=None)
    )
    del document["disks"][names[3]]
    document["volumes"] = {"md0": {"kind": "md", "level": "raid1", "is_degraded": True, "members": names[:2]}}
    await send(
        client,
        upload(
            "epyc-nps1", fio_output(1), hardware=document, started_at="2026-11-20T12:00:00Z", ended_at=None
        ),
    )
    body = await fleet(client)
    problems = {item["name"]: item["problems"] for item in body["items"]}
    assert problems[names[3]] == ["array", "missing"]
    assert problems[names[1]][:2] == ["array", "link"]
    assert body["items"][0]["degraded_arrays"] == ["md0 (md raid1)"]
    [below] = (await fleet(client, problem="link"))["items"]
    assert below["link"]["is_below"] and below["link"]["now"].endswith("x2")


async def test_pages_hold_every_drive_once(client: AsyncClient) -> None:
    for n in range(5):
        await measure(client, f"h{n}", 6_000_000_000, repeats=1, moment_critical_warning=n % 2)
    seen: list[str] = []
    cursor = None
    while True:
        page = await fleet(client, limit=2, **({"cursor": cursor} if cursor else {}))
        seen += [item["host"]["name"] for item in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert seen == ["h1", "h3", "h0", "h2", "h4"]


@check_each(
    "query, error",
    [
        ({"problem": "slow"}, "Invalid"),
        ({"cursor": "x"}, "BadCursor"),
        ({"cursor": "WzEsMl0"}, "BadCursor"),
        ({"limit": 0}, "Invalid"),
        ({"colour": "red"}, "UnknownKey"),
    ],
)
async def test_bad_questions_are_refused_by_name(
    client: AsyncClient, query: dict[str, Any], error: str
) -> None:
    answer = await client.get("/api/v1/fleet", params=query)
    assert (answer.status_code, answer.json()["error"]) == (422, error)


async def test_drives_of_deleted_runs_alone_are_left_out(client: AsyncClient) -> None:
    [run] = await measure(client, "a", 6_000_000_000, repeats=1)
    assert (await fleet(client))["drives"] == 1
    await client.delete(f"/api/v1/runs/{run}")
    assert (await fleet(client))["drives"] == 0
    assert (await client.get("/api/v1/models")).json() == {"items": []}
    assert (await client.get(f"/api/v1/models/{model_id(MODEL)}")).status_code == 404


async def test_the_export_has_every_drive_and_no_formula(client: AsyncClient) -> None:
    await measure(client, "a", 6_000_000_000, repeats=1, firmware="=1+1")
    await measure(client, "b", 6_000_000_000, repeats=1, moment_critical_warning=1)
    answer = await client.get("/api/v1/fleet/export")
    assert answer.headers["content-type"].startswith("text/csv")
    head, first, second = csv.reader(io.StringIO(answer.text))
    assert tuple(head) == CSV_COLUMNS
    assert dict(zip(head, first, strict=True))["problems"].startswith("warning")
    assert dict(zip(head, second, strict=True))["firmware"] == "'=1+1"
    only = await client.get("/api/v1/fleet/export", params={"problem": "warning"})
    assert len(only.text.splitlines()) == 2


async def test_one_model_tells_where_it_is_and_what_it_measured(client: AsyncClient) -> None:
    runs = await seed(client)
    [listed] = (await client.get("/api/v1/models")).json()["items"]
    assert (listed["model"], listed["drives"], listed["hosts"], listed["odd"]) == (MODEL, 9, 9, 1)
    assert listed["firmware"] == ["1.0", "0.9"]
    model = (await client.get(f"/api/v1/models/{listed['id']}")).json()
    assert {key: model[key] for key in listed} == listed
    assert [(one["version"], one["drives"], one["fault"]) for one in model["firmware_mix"]] == [
        ("1.0", 8, None),
        ("0.9", 1, None),
    ]
    assert len(model["hosts_with"]) == 9
    assert (
        sum(one["drives"] for one in model["slots"]) == sum(one["drives"] for one in model["capacities"]) == 9
    )
    [workload] = model["workloads"]
    assert workload["workload"] == "sequential read 2 MiB, QD 16, 1 job"
    assert (workload["drives"], workload["runs"], workload["why_not"]) == (9, 27, None)
    assert workload["iops_typical"] == pytest.approx(6.2e9 / 2**21, rel=0.03)
    assert workload["iops_best"] >= workload["iops_typical"]
    assert workload["bw_typical_bytes_per_s"] == pytest.approx(6.2e9, rel=0.03)
    assert 0 < workload["noise"] < 0.02
    assert [odd["run_id"] for odd in workload["odd"]] == [runs[-1]]
    assert len(workload["typical_runs"]) == 8
    assert runs[-1] not in workload["typical_runs"]
    assert (model["health"]["temperature_n"], model["health"]["temperature_max_c"]) == (0, None)
    slowest = workload["figures"][0]
    assert (slowest["host"]["name"], slowest["firmware"], slowest["n"]) == ("slow", "0.9", 3)


@pytest.mark.parametrize("key", ["0" * 32, "x", "a" * 64])
async def test_no_such_model(client: AsyncClient, key: str) -> None:
    answer = await client.get(f"/api/v1/models/{key}")
    assert (answer.status_code, answer.json()["error"]) == (404, "ModelNotFound")


async def test_the_odd_ones_are_kept_for_a_minute(
    client: AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await fleet(client)
    monkeypatch.setattr(outliers, "KEPT_FOR", timedelta(seconds=60))
    assert (await fleet(client))["odd_at"] == (await fleet(client))["odd_at"] >= first["odd_at"]


async def test_runs_of_another_firmware_and_runs_that_nobody_believes_make_no_mean(
    client: AsyncClient,
) -> None:
    for n in range(5):
        await measure(client, f"host{n}", 6_000_000_000 + n * 33_000_000)
    await measure(client, "renewed", 3_000_000_000, firmware="0.9")
    await measure(client, "renewed", 6_000_000_000, repeats=2, firmware="1.0", hour=20)
    # More than the link of the drive can carry.
    await measure(client, "renewed", 9_500_000_000, repeats=1, firmware="1.0", hour=22)
    [listed] = (await client.get("/api/v1/models")).json()["items"]
    assert listed["odd"] == 0
    model = (await client.get(f"/api/v1/models/{listed['id']}")).json()
    [workload] = model["workloads"]
    [renewed] = [one for one in workload["figures"] if one["host"]["name"] == "renewed"]
    assert (renewed["n"], renewed["firmware"]) == (2, "1.0")
    assert renewed["iops"] == pytest.approx(6_015_000_000 / 2**21, rel=0.01)
