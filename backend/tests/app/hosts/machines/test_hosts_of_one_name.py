"""Two machines that call themselves alike are never one: in lists, filters, charts, comparisons, exports, shares."""

import asyncio
import csv
import io
from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from tests.app.ingest.test_uploads import send
from tests.factories.fio_output import direction, job, output
from tests.factories.shares import share
from tests.factories.upload import body, inventory, manifest

pytestmark = pytest.mark.anyio


async def measure(client: AsyncClient, agent: str, name: str = "ubuntu", iops: int = 1000) -> dict[str, Any]:
    """One run of an agent that calls its host `name`."""
    files = {"fio.json": output(job(read=direction(iops=float(iops))))}
    stated = manifest(files, host={"id": agent, "name": name})
    answer = await send(client, body(files, stated, inventory()))
    assert answer.status_code == 201, answer.text
    run: dict[str, Any] = (await client.get(f"/api/v1/runs/{answer.json()['id']}")).json()
    return run


async def listed(client: AsyncClient, host: str) -> list[str]:
    """The ids of the runs that a filter by a host's name gives."""
    answer = await client.get("/api/v1/runs", params={"host": host})
    assert answer.status_code == 200, answer.text
    return [run["id"] for run in answer.json()["items"]]


async def test_each_has_a_name_that_lists_filters_and_facets_tell_apart(client: AsyncClient) -> None:
    first = await measure(client, "host-0001")
    second = await measure(client, "host-0002")
    again = await measure(client, "host-0002")
    assert [run["host"]["name"] for run in (first, second, again)] == ["ubuntu", "ubuntu (2)", "ubuntu (2)"]
    assert [run["factors"]["host"] for run in (first, second)] == ["ubuntu", "ubuntu (2)"]
    hosts = (await client.get("/api/v1/hosts")).json()["items"]
    assert [(host["name"], host["run_count"]) for host in hosts] == [("ubuntu", 1), ("ubuntu (2)", 2)]
    assert await listed(client, "ubuntu") == [first["id"]]
    assert set(await listed(client, "ubuntu (2)")) == {second["id"], again["id"]}
    facets = (await client.get("/api/v1/facets", params={"keys": "host"})).json()["facets"]
    assert {v["value"]: v["runs"] for v in facets[0]["values"]} == {"ubuntu": 1, "ubuntu (2)": 2}
    for run, other in ((first, second), (second, first)):
        page = (await client.get(f"/api/v1/hosts/{run['host']['id']}")).json()
        assert page["same_name"] == [other["host"]]


async def test_comparisons_name_them_as_a_difference_and_leave_out_the_other_host(
    client: AsyncClient,
) -> None:
    first, second = [await measure(client, agent) for agent in ("host-0001", "host-0002")]

    async def compared(base: str, new: str) -> dict[str, Any]:
        answer = await client.get("/api/v1/compare", params={"base": base, "new": new})
        assert answer.status_code == 200, answer.text
        changes: dict[str, Any] = {change["key"]: change for change in answer.json()["factors_changed"]}
        return changes

    two = await compared(f"run={first['id']}", f"run={second['id']}")
    assert (two["host"]["base"], two["host"]["new"]) == ("ubuntu", "ubuntu (2)")
    again = await measure(client, "host-0002")
    base = f"run={first['id']}&run={second['id']}"
    assert await compared(base, f"run={again['id']}") == {}
    answer = await client.get("/api/v1/compare", params={"base": base, "new": f"run={again['id']}"})
    [left_out] = answer.json()["base"]["left_out"]
    assert left_out["run_ids"] == [first["id"]]
    assert left_out["text"] == ("1 run with Host ubuntu (new: Host ubuntu (2))")


async def test_no_line_of_a_chart_joins_them_and_an_export_names_each(client: AsyncClient) -> None:
    for agent in ("host-0001", "host-0002"):
        for iops in (1000, 2000):
            await measure(client, agent, iops=iops)
    wanted = {"x": "started_at", "metric": "iops", "by": "host"}
    chart = (await client.get("/api/v1/series", params=wanted)).json()
    assert sorted(line["key"] for line in chart["series"]) == ["ubuntu", "ubuntu (2)"]
    sheet = (await client.get("/api/v1/runs/export", params={"format": "csv"})).text
    rows = list(csv.DictReader(io.StringIO(sheet)))
    assert sorted(row["host"] for row in rows) == ["ubuntu"] * 2 + ["ubuntu (2)"] * 2


async def test_a_share_gives_each_a_label_and_neither_its_name(
    client: AsyncClient, stranger: AsyncClient
) -> None:
    runs = [await measure(client, agent) for agent in ("host-0001", "host-0002")]
    address = f"base=run%3D{runs[0]['id']}&new=run%3D{runs[1]['id']}"
    link = await share(client, {"kind": "compare", "spec": {"address": address}})
    answer = await stranger.get(link.path)
    sides = [answer.json()["document"]["compare"][side] for side in ("base", "new")]
    assert [side["runs"][0]["host_name"] for side in sides] == ["host 1", "host 2"]
    assert "ubuntu" not in answer.text


async def test_an_import_and_an_agent_of_one_name_are_two(client: AsyncClient) -> None:
    await client.post("/api/v1/import", params={"host": "ubuntu"}, content=output())
    assert (await measure(client, "host-0001"))["host"]["name"] == "ubuntu (2)"
    more = {"host": "ubuntu (2)"}
    sent = await client.post("/api/v1/import", params=more, content=output(job("other")))
    run = (await client.get(f"/api/v1/runs/{sent.json()['runs'][0]['id']}")).json()
    assert run["host"]["name"] == "ubuntu (2)"
    assert len((await client.get("/api/v1/hosts")).json()["items"]) == 2


async def test_the_former_name_of_a_host_is_nobody_elses(client: AsyncClient) -> None:
    first = await measure(client, "host-0001")
    assert (await measure(client, "host-0001", "mars"))["host"]["name"] == "mars"
    newcomer = await measure(client, "host-0002")
    assert newcomer["host"]["name"] == "ubuntu (2)"
    assert await listed(client, "ubuntu") == [first["id"]]
    assert (await measure(client, "host-0001"))["host"]["name"] == "ubuntu"
    # An import under the name of none makes a host once, not once each.
    assert (await measure(client, "host-0001", "venus"))["host"]["name"] == "venus"
    for number in range(2):
        await client.post("/api/v1/import", params={"host": "ubuntu"}, content=output(job(f"j{number}")))
    names = [host["name"] for host in (await client.get("/api/v1/hosts")).json()["items"]]
    assert names == ["ubuntu (2)", "ubuntu (3)", "venus"]


async def test_many_that_come_at_once_get_a_name_each(client: AsyncClient) -> None:
    runs = await asyncio.gather(*(measure(client, f"host-000{n}") for n in range(1, 6)))
    names = {run["host"]["name"] for run in runs}
    assert names == {"ubuntu", *(f"ubuntu ({n})" for n in range(2, 6))}
    assert all(run["host"]["name"] == run["factors"]["host"] for run in runs)


async def test_an_import_from_before_is_known_however_its_host_is_called_now(
    client: AsyncClient, database: Database
) -> None:
    """Its key is made of the name at that time: stored again, its figures would count twice."""

    async def imported(host: str) -> dict[str, Any]:
        answer = await client.post("/api/v1/import", params={"host": host}, content=output())
        [run] = answer.json()["runs"]
        return {"id": run["id"], "status": run["status"], "code": answer.status_code}

    first = await imported("ubuntu")
    async with database.driver() as driver:
        # As the migration numbered it, beside an agent's host of the same name.
        await driver.execute("update host set name = 'ubuntu (2)' where name = 'ubuntu'")
    assert await imported("ubuntu (2)") == {"id": first["id"], "status": "duplicate", "code": 200}
    await measure(client, "host-0001", "mars")
    second = await imported("mars")
    await measure(client, "host-0001", "venus")
    assert await imported("venus") == {"id": second["id"], "status": "duplicate", "code": 200}
    assert (await imported("jupiter"))["status"] == "created"
