"""GET /runs/{id}/answer, the verdict in lists, and the filters and groups by what was found."""

from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient
from pydantic import TypeAdapter

from fioboard.schemas.answer import AnswerOut
from tests.factories.measured_machine import fio_output
from tests.features.inventories.test_inventories import stored

pytestmark = pytest.mark.anyio
RUNS = "/api/v1/runs"


@pytest.fixture
async def runs(client: AsyncClient) -> dict[str, dict[str, Any]]:
    """One figure that cannot be, one that nothing explains."""
    above = fio_output(1_562_200_000, "randwrite", "64k")
    return {
        "above": await stored(client, "workstation-slot3", content=above),
        "below": await stored(client, "epyc-nps4"),
    }


async def ids(client: AsyncClient, **query: str) -> set[str]:
    answer = await client.get(RUNS, params=query)
    assert answer.status_code == 200, answer.text
    return {item["id"] for item in answer.json()["items"]}


async def test_the_answer_is_that_of_the_run_and_its_verdict_stands_in_lists(
    client: AsyncClient, runs: dict[str, dict[str, Any]]
) -> None:
    run = runs["above"]
    answer = (await client.get(f"{RUNS}/{run['id']}/answer")).json()
    TypeAdapter(AnswerOut).validate_python(answer)
    assert answer == run["answer"]
    assert (answer["verdict"]["kind"], answer["verdict"]["id"]) == ("trust", "faster-than-possible")
    listed = {item["id"]: item["verdict"] for item in (await client.get(RUNS)).json()["items"]}
    assert listed[run["id"]] == {key: answer["verdict"][key] for key in ("kind", "id", "sentence")}


async def test_runs_are_filtered_by_what_was_found(
    client: AsyncClient, runs: dict[str, dict[str, Any]]
) -> None:
    above, below = runs["above"]["id"], runs["below"]["id"]
    assert await ids(client, finding="faster-than-possible") == {above}
    assert await ids(client, finding="!faster-than-possible") == {below}
    assert await ids(client, finding="below-link-limit") == {below}
    assert await ids(client, trust="faster-than-possible") == {above}
    # Both ran for a second: that is a doubt, too.
    assert await ids(client, trust="!faster-than-possible") == {below}
    assert await ids(client, trust="too-short") == {above, below}
    assert await ids(client, trust="") == set()
    assert await ids(client, finding="") == set()


async def test_runs_are_grouped_by_what_was_found(
    client: AsyncClient, runs: dict[str, dict[str, Any]]
) -> None:
    assert len(runs) == 2
    groups = (await client.get(f"{RUNS}/groups", params={"by": "finding"})).json()["groups"]
    told = {group["value"]: group["runs"] for group in groups}
    assert told["faster-than-possible"] == told["below-link-limit"] == 1


@pytest.mark.parametrize("query", [{"finding": "no-such-rule"}, {"trust": "at-link-limit"}])
async def test_an_unknown_rule_is_refused_by_name(client: AsyncClient, query: dict[str, str]) -> None:
    answer = await client.get(RUNS, params=query)
    assert (answer.status_code, answer.json()["error"]) == (422, "UnknownValue")
    assert next(iter(query.values())) in answer.json()["detail"]


async def test_no_answer_of_a_run_that_is_not_there(client: AsyncClient) -> None:
    for run_id in (uuid4(), "zzz"):
        assert (await client.get(f"{RUNS}/{run_id}/answer")).status_code == 404
    client.headers.pop("authorization", None)
    client.cookies.clear()
    assert (await client.get(f"{RUNS}/{uuid4()}/answer")).status_code == 401
