"""Sources of a share as the service gives them: everything asked for over its own API."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from httpx2 import AsyncClient
from pydantic import TypeAdapter

from fioboard.app.sharing.redaction import Sources
from fioboard.engine.answers.shared import SharedDocument
from fioboard.engine.rules.history import Measured

WHEN = datetime(2026, 11, 21, 12, 34, 56, tzinfo=UTC)
VERSION = "0.9.0"
SHAPE = TypeAdapter(SharedDocument)


async def ask(client: AsyncClient, path: str) -> Any:
    answer = await client.get(f"/api/v1{path}")
    assert answer.status_code == 200, (path, answer.text)
    return answer.json()


async def whole_run(client: AsyncClient, run_id: str) -> dict[str, Any]:
    """RunDetail with machine, curves and time series."""
    run: dict[str, Any] = await ask(client, f"/runs/{run_id}")
    run["machine"] = None
    if run["inventory_id"]:
        run["machine"] = await ask(client, f"/inventories/{run['inventory_id']}/machine?run={run_id}")
    run["curves"] = []
    for result in run["results"]:
        if (result["clat_ns"] or {}).get("has_histogram"):
            found = await ask(client, f"/results/{result['id']}/cdf?kind=clat")
            run["curves"].append(found | {"position": result["position"]})
    run["rating"] = await ask(client, f"/runs/{run_id}/rating")
    run["time_series"] = await ask(client, f"/runs/{run_id}/time-series")
    return run


async def sources(client: AsyncClient, kind: str, runs: list[dict[str, Any]], **answers: Any) -> Sources:
    """These runs with their inventories, and what else the service answered."""
    ids = {run["inventory_id"] for run in runs if run["inventory_id"]}
    inventories = {i: await ask(client, f"/inventories/{i}") for i in ids}
    return Sources(
        kind=kind, runs=runs, inventories=inventories, created_at=WHEN, fioboard_version=VERSION, **answers
    )


async def of_run(client: AsyncClient, run_id: str) -> Sources:
    runs = [await whole_run(client, run_id)]
    return await sources(client, "run", runs)


async def of_batch(client: AsyncClient, batch_id: str) -> Sources:
    batch = await ask(client, f"/batches/{batch_id}")
    runs = [await whole_run(client, run["id"]) for run in batch["runs"]]
    measured = [
        Measured(
            run_id=UUID(run["id"]),
            at=WHEN,
            direction=result["direction"],
            iops=result["iops"],
            bw_bytes_per_s=result["bw_bytes_per_s"],
            setting={"host": run["host"]["name"], "numjobs": result["numjobs"]},
            rw=result["rw"],
            bs_bytes=result["bs_bytes"],
            iodepth=result["iodepth"],
            numjobs=result["numjobs"],
        )
        for run in runs
        for result in run["results"]
    ]
    return await sources(client, "batch", runs, batch=batch, measured=measured)


async def of_comparison(client: AsyncClient, address: str) -> Sources:
    compare = await ask(client, f"/compare?{address}")
    sides = [compare["base"], compare["new"], *(part["new"] for part in compare["more"])]
    runs = [await whole_run(client, run_id) for side in sides for run_id in side["run_ids"]]
    curves = []
    for row in compare["workloads"]:
        answer = await client.get(f"/api/v1/compare/distribution?{address}&workload={row['key']}")
        if answer.status_code == 200:
            curves.append(answer.json())
    return await sources(client, "compare", runs, compare=compare, distributions=curves)


async def of_series(client: AsyncClient, address: str) -> Sources:
    series = await ask(client, f"/series?{address}")
    ids = [v["run_id"] for line in series["series"] for point in line["points"] for v in point["values"]]
    runs = [await whole_run(client, run_id) for run_id in dict.fromkeys(ids)]
    return await sources(client, "series", runs, series=series)
