"""Saved views: kept, found, renamed, removed; names unique, filters checked and canonical."""

import asyncio

import pytest
from httpx2 import ASGITransport, AsyncClient

from fioboard.core.database import Database
from tests.conftest import BASE_URL, token_for

pytestmark = pytest.mark.anyio
URL = "/api/v1/views"
VIEW = {"page": "runs", "name": "Slow slots", "query": "?bs=65536&rw=randwrite&sort=-iops&columns=host,iops"}


async def test_a_view_lives_and_dies(client: AsyncClient) -> None:
    view = (await client.post(URL, json=VIEW)).json()
    assert view["query"] == "bs=64k&rw=randwrite&columns=host%2Ciops&sort=-iops"
    series = {"page": "series", "name": "Slow slots", "query": "x=bs&metric=iops&by=rw&host=a"}
    assert (await client.post(URL, json=series)).status_code == 201
    assert [v["page"] for v in (await client.get(URL)).json()["items"]] == ["runs", "series"]
    assert len((await client.get(URL, params={"page": "runs"})).json()["items"]) == 1
    renamed = (await client.patch(f"{URL}/{view['id']}", json={"name": "Slot 3"})).json()
    assert (renamed["name"], renamed["query"]) == ("Slot 3", view["query"])
    assert (await client.delete(f"{URL}/{view['id']}")).status_code == 204
    assert (await client.delete(f"{URL}/{view['id']}")).status_code == 404


async def test_a_view_keeps_what_the_history_keeps_in_its_address(client: AsyncClient) -> None:
    query = "host=a&fold=off&group=bs&metric=iops&pinned=run&units=binary&widths=run%3A420"
    assert (await client.post(URL, json=VIEW | {"query": query})).json()["query"] == query


async def test_a_comparison_keeps_both_sides_canonical(client: AsyncClient) -> None:
    compare = {"page": "compare", "name": "NPS", "query": "base=bs%3D4096&new=bs%3D65536"}
    assert (await client.post(URL, json=compare)).json()["query"] == "base=bs%3D4k&new=bs%3D64k"


async def test_names_are_unique_per_page(client: AsyncClient) -> None:
    first = (await client.post(URL, json=VIEW)).json()
    again = await client.post(URL, json=VIEW)
    assert (again.status_code, again.json()["error"]) == (409, "NameTaken")
    other = (await client.post(URL, json=VIEW | {"name": "Other"})).json()
    clash = await client.patch(f"{URL}/{other['id']}", json={"name": first["name"]})
    assert (clash.status_code, clash.json()["error"]) == (409, "NameTaken")


@pytest.mark.parametrize(
    ("change", "error"),
    [({"query": "hots=a"}, "UnknownKey"), ({"query": "bs=4x"}, "UnknownValue"), ({"page": "x"}, "Invalid")],
)
async def test_a_view_that_means_nothing_is_refused(
    client: AsyncClient, change: dict[str, str], error: str
) -> None:
    answer = await client.post(URL, json=VIEW | change)
    assert (answer.status_code, answer.json()["error"]) == (422, error)


async def test_readers_see_views_and_change_none(
    client: AsyncClient, app: object, database: Database
) -> None:
    view = (await client.post(URL, json=VIEW)).json()
    headers = {"authorization": f"Bearer {await token_for(database, 'read')}"}
    async with AsyncClient(transport=ASGITransport(app), base_url=BASE_URL, headers=headers) as reader:  # type: ignore[arg-type]
        assert len((await reader.get(URL)).json()["items"]) == 1
        for answer in (
            await reader.post(URL, json=VIEW),
            await reader.patch(f"{URL}/{view['id']}", json={"name": "x"}),
            await reader.delete(f"{URL}/{view['id']}"),
            await reader.patch("/api/v1/runs", json={"filter": "", "add_tags": ["x"]}),
        ):
            assert (answer.status_code, answer.json()["error"]) == (403, "WrongScope")


async def test_a_view_is_pinned_and_one_of_each_page_is_the_default(client: AsyncClient) -> None:
    first = (await client.post(URL, json=VIEW)).json()
    other = (await client.post(URL, json=VIEW | {"name": "Other"})).json()
    series = (await client.post(URL, json={"page": "series", "name": "A", "query": "x=bs"})).json()
    assert (first["is_pinned"], first["is_default"]) == (False, False)
    pinned = (await client.patch(f"{URL}/{first['id']}", json={"is_pinned": True, "is_default": True})).json()
    assert (pinned["is_pinned"], pinned["is_default"], pinned["name"]) == (True, True, VIEW["name"])
    for view in (other, series):
        assert (await client.patch(f"{URL}/{view['id']}", json={"is_default": True})).status_code == 200
    kept = {view["name"]: view for view in (await client.get(URL)).json()["items"]}
    assert {name for name, view in kept.items() if view["is_default"]} == {"Other", "A"}
    assert kept[VIEW["name"]]["is_pinned"]
    renamed = (await client.patch(f"{URL}/{other['id']}", json={"name": "Else"})).json()
    assert renamed["is_default"]
    # Two at once: one waits for the other, and the last one stands.
    made = [(await client.post(URL, json=VIEW | {"name": f"v{n}"})).json()["id"] for n in range(4)]
    answers = await asyncio.gather(
        *(client.patch(f"{URL}/{view_id}", json={"is_default": True}) for view_id in made)
    )
    assert {answer.status_code for answer in answers} == {200}
    kept = {view["name"]: view for view in (await client.get(URL, params={"page": "runs"})).json()["items"]}
    assert len([name for name, view in kept.items() if view["is_default"]]) == 1
    refused = await client.patch(f"{URL}/{other['id']}", json={"is_pinned": "perhaps"})
    assert refused.status_code == 422
