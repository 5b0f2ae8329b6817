"""What a link shows was decided when it was made: nothing that happens later reaches it (L1)."""

import asyncio
from typing import Any
from urllib.parse import quote

import pytest
from httpx2 import AsyncClient

from fioboard.app.system.reparse.work import work
from fioboard.core.database import Database
from fioboard.engine.answers.share import ShareViewList
from fioboard.engine.answers.shared import ShareCreated, SharedOut, ShareList, ShareOut, SharePreview
from tests.factories.imports import jobs, put
from tests.factories.shares import SHARES, of_run, share
from tests.loops import check_each
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio


async def test_edits_a_reparse_and_deletion_of_the_run_do_not_change_a_byte(
    client: AsyncClient, stranger: AsyncClient, run_id: str, database: Database
) -> None:
    other = await put(client, jobs({"rw": "randread", "bs": "4k"}))
    sides = [quote(f"run={one}") for one in (run_id, other)]
    bodies: list[dict[str, Any]] = [
        of_run(run_id, reveal=["run.title", "label.slot"]),
        {"kind": "compare", "spec": {"address": f"base={sides[0]}&new={sides[1]}"}},
        {"kind": "series", "spec": {"address": "x=iodepth&metric=iops"}},
    ]
    links = [await share(client, body) for body in bodies]

    async def shown() -> list[bytes]:
        return [(await stranger.get(path)).content for link in links for path in link.paths.values()]

    before = await shown()
    edit = {"title": "Renamed", "note": "x", "labels": {"slot": "9"}, "tags": ["t"]}
    assert (await client.patch(f"/api/v1/runs/{run_id}", json=edit)).status_code == 200
    async with database.driver() as driver:
        await driver.execute("update host set name = name || '-renamed'")
        await driver.execute("update result set iops = 1, bw_bytes_per_s = 1")
    assert (await client.post("/api/v1/reparse", json={"everything": True})).status_code in {200, 201, 202}
    assert await work(database)
    await put(client, jobs({}), host="newcomer")
    for one in (run_id, other):
        assert (await client.delete(f"/api/v1/runs/{one}", params={"shares": "keep"})).status_code == 204
    assert await shown() == before


@pytest.mark.nightly
async def test_links_made_at_once_are_all_different(client: AsyncClient, run_id: str) -> None:
    links = await asyncio.gather(*(share(client, of_run(run_id)) for _ in range(6)))
    assert len({link.token for link in links}) == len({link.id for link in links}) == 6
    assert len((await client.get(SHARES)).json()["items"]) == 6


async def test_every_answer_has_its_declared_shape(
    client: AsyncClient, stranger: AsyncClient, run_id: str
) -> None:
    shape_of(SharePreview).validate_python(
        (await client.post(f"{SHARES}/preview", json=of_run(run_id))).json()
    )
    made = (await client.post(SHARES, json=of_run(run_id))).json()
    ShareCreated.model_validate(made)
    assert made["url"].startswith("http://testserver/s/")
    opened = await stranger.get(f"/api/v1/shared/{made['url'].rpartition('/')[2]}")
    document = shape_of(SharedOut).validate_python(opened.json())["document"]
    assert document["runs"][0]["machine"] is not None
    assert document["runs"][0]["time_series"] is not None
    assert document["questions"]
    ShareList.model_validate((await client.get(SHARES)).json())
    ShareOut.model_validate((await client.get(f"{SHARES}/{made['id']}")).json())
    assert ShareViewList.model_validate((await client.get(f"{SHARES}/{made['id']}/views")).json()).items


@pytest.mark.nightly
@check_each(
    "kind, address, error",
    [
        ("compare", "", "Invalid"),
        ("compare", "base=host%3Djupiter", "Invalid"),
        ("compare", "base=host%3Djupiter&new=host%3Djupiter&colour=red", "UnknownKey"),
        ("compare", "base=hots%3Djupiter&new=rw%3Dread", "UnknownKey"),
        ("compare", "base=host%3Djupiter&new=rw%3Dread&metric=colour", "UnknownValue"),
        ("compare", "base=q%3Da%2500&new=rw%3Dread", "UnknownValue"),
        ("series", "", "Invalid"),
        ("series", "x=colour&metric=iops", "UnknownKey"),
        ("series", "x=iodepth&metric=iops&hots=a", "UnknownKey"),
        ("series", "x=iodepth&q=a%00b", "Invalid"),
        ("series", "x=iodepth&host=nobody", "UnknownValue"),
        ("series", "x=iodepth&iops=9e12..", "Invalid"),
    ],
)
async def test_an_address_that_no_page_has_is_refused(
    client: AsyncClient, run_id: str, kind: str, address: str, error: str
) -> None:
    for path in (SHARES, f"{SHARES}/preview"):
        answer = await client.post(path, json={"kind": kind, "spec": {"address": address}})
        assert (answer.status_code, answer.json()["error"]) == (422, error), answer.text
    assert (await client.get(SHARES)).json()["items"] == []


async def test_a_share_of_too_many_runs_is_refused_with_their_number(
    client: AsyncClient, run_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await put(client, jobs({}))
    monkeypatch.setattr("fioboard.app.sharing.links.gathering.MAX_RUNS", 1)
    answer = await client.post(SHARES, json={"kind": "series", "spec": {"address": "x=iodepth&metric=iops"}})
    assert answer.status_code == 422
    assert "at most 1 runs; this one would show 2" in answer.json()["detail"]


async def test_a_copy_larger_than_a_link_may_show_is_not_published(
    client: AsyncClient, run_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fioboard.app.sharing.links.publishing.MAX_DOCUMENT_BYTES", 5_000)
    answer = await client.post(SHARES, json=of_run(run_id))
    assert (answer.status_code, answer.json()["error"]) == (413, "TooLarge")
    assert (await client.get(SHARES)).json()["items"] == []
