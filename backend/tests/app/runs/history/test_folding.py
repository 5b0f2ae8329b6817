"""GET /runs?fold=batch, GET /batches, groups by batch and tag: a batch is one thing, and nothing is counted twice."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.engine.answers.batch import BatchOut, RunInBatch
from fioboard.engine.answers.batch_fold import BatchList
from fioboard.engine.answers.run import RunPage
from fioboard.engine.answers.run_group import RunGroups
from tests.app.hosts.machines.test_inventories import ask
from tests.app.ingest.test_uploads import send
from tests.factories.fio_output import direction, job, output
from tests.factories.imports import OPTIONS
from tests.factories.upload import body, manifest
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio
SWEEP, QUICK = UUID(int=1), UUID(int=2)


async def put(
    client: AsyncClient,
    minute: int,
    iops: int,
    options: Mapping[str, str] | None = None,
    step: tuple[UUID, str, int] | None = None,
    role: str | None = None,
    **about: Any,
) -> str:
    """One run that started at a minute of one hour, alone or as a step of a batch of ten; its id."""
    said = {**OPTIONS, **(options or {})}
    sides = {"read": direction(iops=0, runtime_ms=0), "write": direction(iops=0, runtime_ms=0)}
    sides["write" if "write" in said["rw"] else "read"] = direction(iops=iops)
    files = {"fio.json": output(job("job", **sides, **{"job options": said}))}
    whole = manifest(files, started_at=f"2026-11-20T10:{minute:02}:00Z", **about)
    if step is not None:
        batch_id, name, number = step
        whole["batch"] = {"id": str(batch_id), "name": name, "step": number, "steps": 10, "role": role}
    answer = await send(client, body(files, whole))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@pytest.fixture
async def ids(client: AsyncClient) -> list[str]:
    """Oldest first: alone, five steps of a sweep with a run alone and another batch's two steps among them."""
    return [
        await put(client, 0, 50, tags=["nightly"]),
        await put(client, 1, 9000, {"rw": "write", "bs": "1m"}, (SWEEP, "sweep", 1), role="precondition"),
        await put(client, 2, 1000, {"iodepth": "1"}, (SWEEP, "sweep", 2), tags=["nightly", "cold"]),
        await put(client, 3, 60),
        await put(client, 4, 4000, {"iodepth": "8"}, (SWEEP, "sweep", 3), tags=["cold"]),
        await put(client, 5, 700, {"rw": "randwrite"}, (QUICK, "quick", 1)),
        await put(client, 6, 1100, {"iodepth": "1"}, (SWEEP, "sweep", 4)),
        await put(client, 7, 800, {"rw": "randwrite"}, (QUICK, "quick", 2)),
        await put(client, 8, 4400, {"iodepth": "8"}, (SWEEP, "sweep", 5)),
    ]


async def rows(client: AsyncClient, **query: Any) -> list[tuple[str, int]]:
    """Id and number of runs of each row of the folded list, page by page."""
    found: list[tuple[str, int]] = []
    cursor: str | None = None
    row_count = None
    while True:
        asked = {"fold": "batch"} | query | ({"cursor": cursor} if cursor else {})
        answer = await client.get("/api/v1/runs", params=asked)
        page = answer.json()
        shape_of(RunPage).validate_python(page)
        found += [(item["id"], item.get("fold", {"runs": 1})["runs"]) for item in page["items"]]
        assert page["total"] == sum(n for _, n in found) or cursor or page["next_cursor"]
        row_count = row_count or page["row_count"]
        cursor = page["next_cursor"]
        if cursor is None:
            assert row_count == len(found)
            assert page["total"] == sum(n for _, n in found), "a run is missing or counted twice"
            return found


async def test_a_batch_is_one_row_where_its_newest_run_stands(client: AsyncClient, ids: list[str]) -> None:
    assert await rows(client) == [(ids[8], 5), (ids[7], 2), (ids[3], 1), (ids[0], 1)]


@pytest.mark.quick(1)
@pytest.mark.parametrize("limit", [1, 2, 3])
async def test_pages_of_folded_rows_lose_and_repeat_nothing(
    client: AsyncClient, ids: list[str], limit: int
) -> None:
    whole = await rows(client)
    assert await rows(client, limit=limit) == whole
    oldest_first = [(ids[0], 1), (ids[1], 5), (ids[3], 1), (ids[5], 2)]
    assert await rows(client, sort="started_at", limit=limit) == oldest_first


async def test_only_runs_that_match_stand_for_a_batch_and_are_counted(
    client: AsyncClient, ids: list[str]
) -> None:
    assert await rows(client, iodepth="1", rw="randread") == [(ids[6], 2), (ids[3], 1), (ids[0], 1)]
    assert await rows(client, iops="..1050") == [(ids[7], 2), (ids[3], 1), (ids[2], 1), (ids[0], 1)]
    assert await rows(client, tag="cold") == [(ids[4], 2)]
    assert await rows(client, batch=str(SWEEP)) == [(ids[8], 5)]
    await client.delete(f"/api/v1/runs/{ids[8]}")
    assert await rows(client, batch=str(SWEEP)) == [(ids[6], 4)]


async def test_a_row_says_what_was_swept_and_the_span_of_what_was_measured(
    client: AsyncClient, ids: list[str]
) -> None:
    page = (await client.get("/api/v1/runs", params={"fold": "batch", "limit": 1})).json()
    assert page["items"][0]["fold"] == {
        "id": str(SWEEP),
        "name": "sweep",
        "steps": 10,
        "runs": 5,
        "host": page["items"][0]["host"],
        "started_at": "2026-11-20T10:01:00+00:00",
        "ended_at": page["items"][0]["fold"]["ended_at"],
        "preconditions": 1,
        "unfinished": 0,
        "limit_shares": None,
        "repeats_min": 2,
        "repeats_max": 2,
        "swept": [{"key": "iodepth", "count": 2, "values": [1, 8]}],
        "spans": [
            {
                "direction": "read",
                "workloads": 2,
                "results": 4,
                "iops": [1000.0, 4400.0],
                "bw_bytes_per_s": [1000 * 4096, 4400 * 4096],
                "clat_p99_ns": [149_000.0, 149_000.0],
                "fastest": {
                    "rw": "randread",
                    "bs_bytes": 4096,
                    "bs": None,
                    "iodepth": 8,
                    "numjobs": 1,
                    "iops": 4400.0,
                    "bw_bytes_per_s": 4400 * 4096,
                    "clat_p99_ns": [149_000.0, 149_000.0],
                },
            }
        ],
    }
    # What prepared the drive (9,000 IOPS written) is in no figure.
    narrowed = (await client.get("/api/v1/runs", params={"fold": "batch", "iops": "4100.."})).json()
    assert [item["id"] for item in narrowed["items"]] == [ids[8]]
    assert narrowed["items"][0]["fold"]["spans"][0]["iops"] == [4400.0, 4400.0]


async def test_batches_fold_in_the_order_of_time_only(client: AsyncClient, ids: list[str]) -> None:
    refused = await client.get("/api/v1/runs", params={"fold": "batch", "sort": "-iops"})
    assert refused.status_code == 422
    assert "only when sorted by time" in refused.json()["detail"]
    assert (await client.get("/api/v1/runs", params={"fold": "tag"})).status_code == 422


async def test_batches_are_listed_and_found_by_name(client: AsyncClient, ids: list[str]) -> None:
    found = await ask(client, "/batches", BatchList)
    assert [(b["name"], b["runs"], b["host"]["name"]) for b in found["items"]] == [
        ("sweep", 5, "jupiter"),
        ("quick", 2, "jupiter"),
    ]
    first = await ask(client, "/batches?limit=1", BatchList)
    assert ([b["name"] for b in first["items"]], first["has_more"]) == (["sweep"], True)
    for query, names in (
        ("find=UIC", ["quick"]),
        ("find=%25", []),
        ("rw=randwrite", ["quick"]),
        (f"batch={SWEEP}", ["sweep"]),
    ):
        found = await ask(client, f"/batches?{query}", BatchList)
        assert [b["name"] for b in found["items"]] == names, query


async def test_runs_are_grouped_by_batch(client: AsyncClient, ids: list[str]) -> None:
    found = await ask(client, "/runs/groups?by=batch&metric=iops", RunGroups)
    assert found["total_groups"] == 3
    assert [
        (g["batch"] and g["batch"]["name"], g["runs"], g["results"], g["workloads"], g["min"], g["max"])
        for g in found["groups"]
    ] == [("sweep", 5, 5, 3, 1000, 9000), ("quick", 2, 2, 1, 700, 800), (None, 2, 2, 1, 50, 60)]
    assert found["groups"][0]["value"] == str(SWEEP)


async def test_a_run_counts_under_each_of_its_tags(client: AsyncClient, ids: list[str]) -> None:
    found = await ask(client, "/runs/groups?by=tag&metric=iops", RunGroups)
    assert [(g["value"], g["runs"], g["results"], g["min"], g["max"]) for g in found["groups"]] == [
        (None, 6, 6, 60, 9000),
        ("cold", 2, 2, 1000, 4000),
        ("nightly", 2, 2, 50, 1000),
    ]
    narrowed = await ask(client, "/runs/groups?by=tag&rw=randread&limit=1", RunGroups)
    assert (narrowed["total_groups"], len(narrowed["groups"])) == (3, 1)


async def test_a_run_knows_its_place_in_its_batch(client: AsyncClient, ids: list[str]) -> None:
    found = await ask(client, f"/runs/{ids[4]}/batch", RunInBatch)
    assert found["batch"] == {"id": str(SWEEP), "name": "sweep", "step": 3, "steps": 10, "role": None}
    assert (found["run_count"], found["previous"]["id"], found["next"]["id"]) == (5, ids[2], ids[6])
    assert [(s["id"], s["step"]) for s in found["repeat_runs"]] == [(ids[4], 3), (ids[8], 5)]
    [repeat] = found["repeats"]
    assert (repeat["n"], repeat["iops_min"], repeat["iops_mean"], repeat["iops_max"]) == (2, 4000, 4200, 4400)


async def test_preconditioning_repeats_nothing(client: AsyncClient, ids: list[str]) -> None:
    found = await ask(client, f"/runs/{ids[1]}/batch", RunInBatch)
    assert (found["batch"]["role"], found["previous"], found["repeat_runs"]) == ("precondition", None, [])
    batch = await ask(client, f"/batches/{SWEEP}", BatchOut)
    assert [r["workload"].split(",")[1] for r in batch["repeats"]] == [" QD 1", " QD 8"]
    assert batch["swept"] == [{"key": "iodepth", "count": 2, "values": [1, 8]}]


async def test_a_run_made_alone_has_no_place(client: AsyncClient, ids: list[str]) -> None:
    for run_id, error in ((ids[0], "BatchNotFound"), (str(uuid4()), "RunNotFound")):
        answer = await client.get(f"/api/v1/runs/{run_id}/batch")
        assert (answer.status_code, answer.json()["error"]) == (404, error)
