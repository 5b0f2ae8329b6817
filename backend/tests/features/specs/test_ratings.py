"""Ratings of several runs at once: one query, in the order asked for."""

import pytest
from httpx2 import AsyncClient

from tests.factories.imports import put
from tests.features.specs.test_specs import LABELS, a_card, add, body, rating

pytestmark = pytest.mark.anyio
NOBODY = "00000000-0000-7000-8000-000000000000"


async def test_each_run_is_rated_as_alone_and_unknown_ones_are_left_out(client: AsyncClient) -> None:
    await add(client, a_card())
    runs = [
        await put(client, body(iops=iops, lat_us=lat), **LABELS)
        for iops, lat in ((200_000, 640), (100_000, 1280))
    ]
    asked = [runs[1], NOBODY, runs[0], runs[1]]
    answer = await client.get("/api/v1/ratings", params={"run": asked})
    assert answer.status_code == 200, answer.text
    items = answer.json()["items"]
    assert [item["run_id"] for item in items] == [runs[1], runs[0]]
    assert [item["rating"] for item in items] == [await rating(client, run) for run in (runs[1], runs[0])]
    assert all(item["rating"]["figures"] for item in items)


@pytest.mark.parametrize("query", ["", "run=jupiter", "&".join([f"run={NOBODY}"] * 201)])
async def test_bad_questions_are_refused(client: AsyncClient, query: str) -> None:
    assert (await client.get(f"/api/v1/ratings?{query}")).status_code == 422
