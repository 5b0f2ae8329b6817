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


async def test_what_a_comparison_shares_is_what_its_page_draws(
    browser: AsyncClient, client: AsyncClient
) -> None:
    """No scorecard, and of the results no share of a rating: only the page of one run draws them."""
    runs = [await put(client, body(iops=iops), **LABELS) for iops in (200_000, 210_000)]
    addresses = {
        "run": {"run_id": runs[0]},
        "compare": {"address": f"base=run%3D{runs[0]}&new=run%3D{runs[1]}"},
    }
    shown = {}
    for kind, spec in addresses.items():
        answer = await browser.post("/api/v1/shares/preview", json={"kind": kind, "spec": spec})
        assert answer.status_code == 200, answer.text
        shown[kind] = answer.json()["document"]["runs"]
    assert [run["rating"] is None for run in shown["run"]] == [False]
    assert [run["rating"] for run in shown["compare"]] == [None, None]
    assert {r["rated_share"] for runs in shown.values() for run in runs for r in run["results"]} == {None}
