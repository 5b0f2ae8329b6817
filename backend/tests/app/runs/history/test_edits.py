"""Changing many runs in one call, undoing it, and what the run's page says of it."""

import pytest
from httpx2 import AsyncClient

from tests.factories.imports import jobs, put
from tests.loops import check_each

pytestmark = pytest.mark.anyio
URL = "/api/v1/runs"


@pytest.fixture
async def runs(client: AsyncClient) -> list[str]:
    return [await put(client, jobs({}, timestamp=n), host="ab"[n % 2], tag=["old"]) for n in range(4)]


async def total(client: AsyncClient, **query: object) -> int:
    return int((await client.get(URL, params=query)).json()["total"])


async def test_many_runs_are_tagged_labelled_and_put_back(client: AsyncClient, runs: list[str]) -> None:
    patch = {"filter": "host=a", "add_tags": ["new"], "remove_tags": ["old"], "set_labels": {"fan": "off"}}
    edited = (await client.patch(URL, json=patch)).json()
    assert edited["runs"] == 2
    assert (await total(client, tag="new"), await total(client, **{"label.fan": "off"})) == (2, 2)
    undone = (await client.post(f"/api/v1/edits/{edited['edit_id']}/undo")).json()
    assert (undone["runs"], undone["skipped"]) == (2, [])
    assert (await total(client, tag="new"), await total(client, tag="old")) == (0, 4)
    again = (await client.post(f"/api/v1/edits/{undone['edit_id']}/undo")).json()
    assert (again["runs"], await total(client, tag="new")) == (2, 2)


async def test_deleting_many_is_undone_too(client: AsyncClient, runs: list[str]) -> None:
    edited = (await client.patch(URL, json={"run_ids": runs[:3], "is_deleted": True})).json()
    assert (edited["runs"], await total(client)) == (3, 1)
    assert (await client.post(f"/api/v1/edits/{edited['edit_id']}/undo")).json()["runs"] == 3
    assert await total(client) == 4


async def test_what_was_changed_again_since_stays_and_is_named(client: AsyncClient, runs: list[str]) -> None:
    edited = (await client.patch(URL, json={"run_ids": runs[:2], "add_tags": ["x"]})).json()
    await client.patch(f"{URL}/{runs[0]}", json={"tags": ["mine"]})
    undone = (await client.post(f"/api/v1/edits/{edited['edit_id']}/undo")).json()
    assert undone["runs"] == 1
    assert undone["skipped"] == [{"run_id": runs[0], "reason": "tags changed again since"}]
    assert (await client.get(f"{URL}/{runs[0]}")).json()["tags"] == ["mine"]


async def test_a_runs_edits_say_who_when_before_and_after(client: AsyncClient, runs: list[str]) -> None:
    await client.patch(f"{URL}/{runs[0]}", json={"title": "First", "note": ""})
    await client.patch(f"{URL}/{runs[0]}", json={"title": "Second"})
    await client.patch(f"{URL}/{runs[0]}", json={"title": "Second"})
    items = (await client.get(f"{URL}/{runs[0]}/edits")).json()["items"]
    assert [(item["before"], item["after"]) for item in items] == [
        ({"title": "First"}, {"title": "Second"}),
        ({"title": None}, {"title": "First"}),
    ]
    assert items[0]["by"] == "token test admin"


@check_each(
    "patch, error",
    [
        ({}, "Invalid"),
        ({"filter": "", "run_ids": []}, "Invalid"),
        ({"filter": "hots=a"}, "UnknownKey"),
        ({"run_ids": ["x"]}, "Invalid"),
        ({"run_ids": ["0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11"], "add_tags": ["x"]}, "RunNotFound"),
        ({"filter": "host=a", "set_labels": {"BAD": "x"}}, "Invalid"),
    ],
)
async def test_nothing_is_changed_by_a_bad_call(
    client: AsyncClient, runs: list[str], patch: dict[str, object], error: str
) -> None:
    answer = await client.patch(URL, json=patch)
    assert answer.json()["error"] == error
    assert await total(client, tag="old") == 4
    assert (await client.post(f"/api/v1/edits/{runs[0]}/undo")).status_code == 404
