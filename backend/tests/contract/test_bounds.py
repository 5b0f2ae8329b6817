"""Whatever was uploaded: every answer to a GET of the service's own OpenAPI is bounded, and so is every share."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import pytest
from httpx2 import AsyncClient

from lab.bench import walk
from tests.factories.fio_output import direction, job, output
from tests.factories.upload import body, inventory, manifest

pytestmark = pytest.mark.anyio
MOST_BYTES = 1_000_000
# Files that hold everything, sent piece by piece.
FILES = {
    "/runs/export",
    "/runs/{run_id}/raw",
    "/shared/{token}/raw",
    "/shared/{token}/export",
    "/hosts/{host_id}/hardware/{hardware_id}/raw",
    "/shares/{share_id}/replies/{reply_id}/raw",
}
RUNS, SECTIONS = 3, 900
NOBODY = "0198c0de-0000-7000-8000-000000000000"


def document(run: int, sections: int = SECTIONS) -> bytes:
    """Sections that all ran alone, each with its latencies and its own workload."""
    return output(
        *(
            job(
                f"section {i}",
                groupid=i,
                read=direction(iops=1_000 + i + run),
                **{
                    "job options": {
                        "rw": "randread",
                        "bs": str(512 * (i + 1)),
                        "iodepth": "1",
                        "ioengine": "psync",
                    }
                },
            )
            for i in range(sections)
        )
    )


async def send(client: AsyncClient, run: int) -> str:
    files = {"fio.json": document(run)}
    batch = {"id": "0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11", "name": "sweep", "step": run + 1, "steps": RUNS}
    about = manifest(files, target="/dev/nvme0n1", batch=batch, started_at=f"2026-11-20T1{run}:00:00Z")
    content, headers = body(files, about, inventory())
    answer = await client.post("/api/v1/uploads", content=content, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def stored(client: AsyncClient, run_ids: list[str]) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """Values of path parameters and of required query parameters."""
    run = (await client.get(f"/api/v1/runs/{run_ids[0]}")).json()
    result = run["results"][0]
    pair = {"base": f"run={run_ids[0]}", "new": f"run={run_ids[1]}"}
    one = {key: f"{value}&bs=512" for key, value in pair.items()}
    [workload] = (await client.get("/api/v1/compare", params=one)).json()["workloads"]
    known = {
        **dict.fromkeys(
            (
                "hardware_id",
                "spec_id",
                "model_id",
                "reparse_id",
                "enrolment_id",
                "series_id",
                "change_id",
                "share_id",
                "reply_id",
                "token",
                "request_id",
                "group_id",
                "schedule_id",
                "set_id",
            ),
            NOBODY,
        ),
        "run_id": run_ids[0],
        "result_id": result["id"],
        "workload_id": result["workload_id"],
        "host_id": run["host"]["id"],
        "batch_id": run["batch"]["id"],
        "inventory_id": run["inventory_id"],
        "other_id": run["inventory_id"],
        "purpose_id": "sql-server",
    }
    required = {
        "/runs/groups": {"by": "host", "metric": "iops"},
        "/trends": {"run": run_ids[0]},
        "/runs/{run_id}/confirmation": {"host": "host-0001"},
        "/runs/{run_id}/attachments": {"host": "host-0001"},
        "/ratings": {"run": run_ids[0]},
        "/batches/{batch_id}/result": {"host": "host-0001"},
        "/spec-jobs": {"model": "EXAMPLE"},
        "/expectations/suggestions": {"host_id": run["host"]["id"]},
        "/schedules/times": {"cron": "0 3 * * *"},
        "/series": {"x": "bs", "metric": "iops"},
        "/compare": pair,
        **{
            f"/compare/{kind}": one | {"workload": workload["key"]}
            for kind in ("bootstrap", "distribution", "time-series")
        },
        "/compare/choices": {"run": run_ids[0]},
    }
    return known, required


@pytest.mark.nightly
async def test_every_answer_and_every_share_is_bounded(
    app: Any, client: AsyncClient, browser: AsyncClient, database: Any
) -> None:
    run_ids = [await send(client, run) for run in range(RUNS)]
    known, required = await stored(client, run_ids)
    small = {key: f"{value}&bs=512..40k" for key, value in required["/compare"].items()}
    for spec in (
        {"kind": "run", "spec": {"run_id": run_ids[0]}},
        {"kind": "batch", "spec": {"batch_id": known["batch_id"]}},
        {"kind": "compare", "spec": {"address": urlencode(small)}},
    ):
        made = await browser.post("/api/v1/shares", json=spec)
        assert made.status_code == 201, made.text
        known |= {"share_id": made.json()["id"], "token": made.json()["url"].rpartition("/")[2]}
        await require_bounded(browser, client, app.openapi(), known, required, only="share")
    asked = await require_bounded(browser, client, app.openapi(), known, required)
    assert asked["/runs"] == asked["/runs/{run_id}"] == asked["/batches/{batch_id}"] == 200
    assert asked["/compare"] == 422  # 900 workloads


async def require_bounded(
    browser: AsyncClient,
    client: AsyncClient,
    openapi: Mapping[str, Any],
    known: Mapping[str, str],
    required: Mapping[str, Mapping[str, str]],
    only: str = "",
) -> dict[str, int]:
    """Asks every route and checks the size of its answer; the status of each route's last answer."""
    statuses: dict[str, int] = {}
    for route, address in walk.addresses(openapi, known, required):
        if only not in route:
            continue
        answer = await browser.get(address)
        if answer.status_code in {401, 403}:
            answer = await client.get(address)
        statuses[route] = answer.status_code
        assert answer.status_code < 500, (address, answer.text)
        if route not in FILES:
            assert len(answer.content) <= MOST_BYTES, (address, len(answer.content))
    return statuses


@pytest.mark.nightly
async def test_a_route_that_the_walk_cannot_ask_is_noticed(app: Any) -> None:
    with pytest.raises(walk.Unasked, match="needs"):
        list(walk.addresses(app.openapi(), {}, {}))


@pytest.mark.nightly
async def test_long_words_cost_no_more_than_many_results(client: AsyncClient) -> None:
    """Names, options, arguments and hardware of any length: the run's page and the list stay within their bytes."""
    options = {f"option{i}": "x" * 1_000 for i in range(2_000)}
    content = output(*(job("n" * 5_000 + str(i), groupid=i, **{"job options": options}) for i in range(3)))
    files = {"fio.json": content}
    about = manifest(files, target="/dev/nvme0n1", argv=["fio", *(["y" * 60_000] * 30)])
    hardware = inventory() | {"disks": {f"disk{i}": {"model": "z" * 1_000} for i in range(2_000)}}
    request, headers = body(files, about, hardware)
    answer = await client.post("/api/v1/uploads", content=request, headers=headers)
    assert answer.status_code == 201, answer.text
    run_id = answer.json()["id"]
    for path in (
        f"/runs/{run_id}",
        f"/runs/{run_id}/results",
        f"/runs/{run_id}/neighbours",
        "/runs",
        "/runs?brief=true",
    ):
        page = await client.get(f"/api/v1{path}")
        assert page.status_code == 200
        assert len(page.content) <= MOST_BYTES, (path, len(page.content))
    run = (await client.get(f"/api/v1/runs/{run_id}")).json()
    assert (run["argv"], run["inventory"]) == (None, None)
    assert run["inventory_id"] is not None
    assert run["job_options"][0]["…"].endswith("more options")
