"""Each result's share of what its drives are rated, as lists, charts and comparisons know it."""

import csv
from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.app.ingest.demo import load
from fioboard.app.system.reparse.work import work_due
from fioboard.core.database import Database
from tests.app.datasheets.test_specs import LABELS, a_card, add, body, put_step, rating
from tests.factories.imports import put
from tests.loops import check_each

pytestmark = pytest.mark.anyio


async def listed(client: AsyncClient, **wanted: str) -> list[str]:
    answer = await client.get("/api/v1/runs", params=wanted)
    assert answer.status_code == 200, answer.text
    return [item["id"] for item in answer.json()["items"]]


async def shares(client: AsyncClient, run_id: str) -> list[tuple[float | None, str | None]]:
    run = (await client.get(f"/api/v1/runs/{run_id}")).json()
    return [(r["rated_share"] and round(r["rated_share"], 4), r["rated_verdict"]) for r in run["results"]]


async def test_it_is_a_metric_like_any_other(client: AsyncClient) -> None:
    await add(client, a_card())
    slow = await put(client, body(), **LABELS)
    fast = await put(client, body(iops=430_000, lat_us=298), **LABELS)
    other = await put(client, body(iops=1_000), **{"label.drive.model": "ACME 9000"})
    assert await shares(client, slow) == [(0.4444, "comparable")]
    assert await shares(client, fast) == [(0.9556, "comparable")]
    assert await shares(client, other) == [(None, None)]

    assert await listed(client, rated_share="0.4..0.5") == [slow]
    assert await listed(client, rated_share="0.9..") == [fast]
    assert await listed(client, rated_verdict="comparable", sort="rated_share") == [slow, fast]
    assert await listed(client, sort="-rated_share") == [fast, slow, other]
    assert await listed(client, finding="below-rated") == [slow]
    assert await listed(client, limit="at-rated") == [fast]

    chart = (
        await client.get(
            "/api/v1/series",
            params={"x": "host", "metric": "rated_share", "drive.model": LABELS["label.drive.model"]},
        )
    ).json()
    values = [v["value"] for line in chart["series"] for p in line["points"] for v in p["values"]]
    # A share is rated by nobody, so that no line is missed.
    assert {point["rated_missing"] for line in chart["series"] for point in line["points"]} == {None}
    assert (chart["unit"], sorted(round(v, 4) for v in values)) == ("share", [0.4444, 0.9556])

    told = (
        await client.get(
            "/api/v1/compare", params={"base": f"run={slow}", "new": f"run={fast}", "metric": "rated_share"}
        )
    ).json()
    [row] = told["workloads"]
    assert row["metrics"]["rated_share"]["ratio"] == pytest.approx(430_000 / 200_000)

    table = (await client.get("/api/v1/runs/export", params={"format": "csv", "sort": "rated_share"})).text
    head, *lines = csv.reader(table.splitlines())
    at = head.index("rated_share"), head.index("rated_verdict")
    assert [(line[at[0]][:6], line[at[1]]) for line in lines] == [
        ("0.4444", "comparable"),
        ("0.9555", "comparable"),
        ("", ""),
    ]


@check_each(
    "wanted, error",
    [
        ({"rated_share": "half"}, "UnknownValue"),
        ({"rated_share": "0.5..x"}, "UnknownValue"),
        ({"rated_verdict": "great"}, "UnknownValue"),
        ({"rated": "1"}, "UnknownKey"),
    ],
)
async def test_what_is_no_share_is_refused(client: AsyncClient, wanted: dict[str, str], error: str) -> None:
    answer = await client.get("/api/v1/runs", params=wanted)
    assert (answer.status_code, answer.json()["error"]) == (422, error)


async def test_a_card_that_comes_later_counts_for_old_runs(client: AsyncClient, database: Database) -> None:
    run_id = await put(client, body(), **LABELS)
    elsewhere = await put(client, body(iops=1_000), **{"label.drive.model": "ACME 9000"})
    # Of the 460,000 that the maker prints.
    assert await shares(client, run_id) == [(0.4348, "conditions_unknown")]
    assert await listed(client, finding="below-rated") == []
    await add(client, a_card())
    assert await work_due(database) == 1
    assert await work_due(database) == 0
    assert await shares(client, run_id) == [(0.4444, "comparable")]
    assert await shares(client, elsewhere) == [(None, None)]
    assert await listed(client, finding="below-rated") == [run_id]
    answer = (await client.get(f"/api/v1/runs/{run_id}/answer")).json()
    [found] = [one for one in answer["findings"] if one["id"] == "below-rated"]
    assert (found["kind"], found["severity"]) == ("limit", "warning")
    assert answer["verdict"]["id"] != "below-rated"


async def test_a_card_without_a_source_judges_nothing(client: AsyncClient) -> None:
    await add(client, a_card(source=None))
    run_id = await put(client, body(), **LABELS)
    assert await shares(client, run_id) == [(0.4444, "comparable")]
    assert await listed(client, finding="below-rated") == []


async def test_conditions_that_differ_leave_no_share(client: AsyncClient) -> None:
    await add(client, a_card(rw="randwrite", state="steady"))
    await add(client, a_card(bs_bytes=8192) | {"id": "own-too"})
    run_id = await put(client, body(), **LABELS)
    [figure] = (await rating(client, run_id))["figures"]
    assert figure["verdict"] == "not_comparable" and figure["share"] > 0
    assert await shares(client, run_id) == [(None, "not_comparable")]
    assert await listed(client, rated_share="0..") == []


async def test_what_a_person_states_afterwards_is_read(client: AsyncClient, database: Database) -> None:
    run_id = await put(client, body(), **LABELS)
    labels = {key.removeprefix("label."): value for key, value in LABELS.items()}
    edited = await client.patch(f"/api/v1/runs/{run_id}", json={"labels": {**labels, "rated_iops": "400k"}})
    assert edited.status_code == 200
    assert await work_due(database) == 1
    assert await shares(client, run_id) == [(0.5, "conditions_unknown")]
    await client.patch(
        f"/api/v1/runs/{run_id}", json={"labels": {**labels, "rated_iops": "400k", "fan": "on"}}
    )
    assert await work_due(database) == 0  # nothing that a rating looks at


async def test_a_precondition_that_arrives_late(client: AsyncClient, database: Database) -> None:
    await add(client, a_card(rw="randwrite", state="steady"))
    batch = {"id": "0190a5c0-0000-7000-8000-000000000007", "name": "suite", "steps": 2}
    run_id = await put_step(client, batch | {"step": 2, "role": "measure"})
    assert [verdict for _, verdict in await shares(client, run_id)][-1] == "conditions_unknown"
    await put_step(client, batch | {"step": 1, "role": "precondition"})
    assert await work_due(database) == 1
    assert [verdict for _, verdict in await shares(client, run_id)][-1] == "comparable"


async def test_bytes_that_cannot_be_read_now_stay_as_they_are(
    client: AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_id = await put(client, body(), **LABELS)
    before = await shares(client, run_id)

    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("fioboard.app.system.reparse.work.read_again", broken)
    await add(client, a_card())
    assert await work_due(database) == 1
    assert await work_due(database) == 0
    assert await shares(client, run_id) == before


@pytest.mark.nightly
async def test_every_share_of_the_demonstration_is_that_of_its_scorecard(
    client: AsyncClient, database: Database
) -> None:
    """Two ways to the same figure: stored when the run was read, and held against the cards now."""
    await load(database)
    compared = 0
    for item in (await client.get("/api/v1/runs", params={"limit": 200})).json()["items"]:
        stored = {r["rated_share"] and round(r["rated_share"], 4) for r in item["results"]} - {None}
        figures = (await rating(client, item["id"]))["figures"]
        shown: dict[str, Any] = {
            f["share"]: f["verdict"]
            for f in figures
            if f["metric"] != "lat_ns" and f["verdict"] != "not_comparable"
        }
        assert stored <= shown.keys(), item["title"]
        assert bool(stored) == bool(shown), item["title"]
        compared += len(stored)
    assert compared >= 4
