"""Pasted outputs through the service: no finding and no comparison says what the output does not."""

from pathlib import Path

import pytest
from httpx2 import AsyncClient

pytestmark = pytest.mark.anyio
PASTED = Path(__file__).parents[2] / "data" / "pasted"


async def imported(client: AsyncClient, name: str) -> list[dict]:
    """The runs that an import of a pasted output makes, each as its page shows it."""
    (path,) = PASTED.glob(f"{name}_*")
    answer = await client.post("/api/v1/import", params={"host": "jupiter"}, content=path.read_bytes())
    assert answer.status_code == 201, answer.text
    return [(await client.get(f"/api/v1/runs/{run['id']}")).json() for run in answer.json()["runs"]]


async def finding_ids(client: AsyncClient, run: dict) -> set[str]:
    found = (await client.get(f"/api/v1/runs/{run['id']}")).json()
    return {finding["id"] for finding in found["answer"]["findings"]}


@pytest.mark.parametrize("name", ["03", "19"])
async def test_nothing_is_said_of_a_queue_whose_jobs_are_not_all_there(
    client: AsyncClient, name: str
) -> None:
    (run,) = await imported(client, name)
    assert run["outcome"] == "partial"
    assert await finding_ids(client, run) & {"in-flight", "depth-not-reached"} == set()
    assert "in-flight" in {one["id"] for one in run["answer"]["checks"]["unknown"]}


@pytest.mark.parametrize("name", ["05", "06"])
async def test_runs_under_different_headings_are_no_repeats(client: AsyncClient, name: str) -> None:
    runs = await imported(client, name)
    assert len({run["factors"]["heading"] for run in runs}) == 3
    for run in runs:
        assert "noisy" not in await finding_ids(client, run)


async def compared(client: AsyncClient, base: dict, new: dict) -> dict:
    query = {"base": f"run={base['id']}", "new": f"run={new['id']}"}
    answer = await client.get("/api/v1/compare", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_headings_are_what_differs_between_runs_of_one_document(client: AsyncClient) -> None:
    old, new, _ = await imported(client, "06")
    changed = (await compared(client, old, new))["factors_changed"]
    assert [(one["key"], one["base"], one["new"]) for one in changed] == [
        ("heading", "Kernel 6.1", "Kernel 6.6")
    ]


async def test_disks_that_fio_counted_on_are_what_differs(client: AsyncClient) -> None:
    (one,), (two,) = await imported(client, "16a"), await imported(client, "16b")
    changed = (await compared(client, one, two))["factors_changed"]
    assert [(change["key"], change["base"], change["new"]) for change in changed] == [
        ("disks", "nvme2n1", "md127 of nvme1n1 and nvme2n1")
    ]


async def test_an_older_run_below_newer_ones_is_not_taken_as_later(client: AsyncClient) -> None:
    runs = await imported(client, "26")
    assert [run["started_at"] for run in runs][-1].startswith("2025-05-04T09:59:39")
    for run in runs:
        assert "changed-since" not in await finding_ids(client, run) or run is not runs[-1]
