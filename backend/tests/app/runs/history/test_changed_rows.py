"""Rows of the history are marked where a series changed its level with them."""

from typing import Any
from uuid import UUID

import pytest
from httpx2 import AsyncClient

from fioboard.app.watch.changes.work import work
from fioboard.core.database import Database
from fioboard.store.queries import changes as queries
from tests.factories.fio_output import direction, job
from tests.factories.nights import steady, upload_night, upload_nights
from tests.store.queries.test_row_types import require_type

pytestmark = pytest.mark.anyio

FIGURES = [*steady(100_000, 12), *steady(80_000, 12)]


async def marked(client: AsyncClient, **asked: Any) -> dict[str, dict[str, Any]]:
    """Marks of the history by the run of each row."""
    answer = await client.get("/api/v1/runs", params={"limit": 100, **asked})
    assert answer.status_code == 200, answer.text
    return {item["id"]: item["change"] for item in answer.json()["items"] if "change" in item}


@pytest.mark.parametrize("brief", [True, False])
async def test_the_first_run_after_a_step_is_marked_and_no_other(
    client: AsyncClient, database: Database, brief: bool
) -> None:
    runs = await upload_nights(client, FIGURES)
    assert await marked(client, brief=brief) == {}
    await work(database)
    marks = await marked(client, brief=brief)
    assert list(marks) == [runs[12]]
    (change,) = (await client.get("/api/v1/changes")).json()["items"]
    mark = marks[runs[12]]
    assert (mark["id"], mark["sentence"]) == (change["id"], change["sentence"])
    assert mark["ratio"] == pytest.approx(0.8, rel=0.01)
    assert (mark["is_worse"], mark["changes"], mark["metric_title"]) == (True, 1, "IOPS")


async def test_a_batch_is_marked_with_the_change_of_any_of_its_runs(
    client: AsyncClient, database: Database
) -> None:
    batch = UUID(int=7)
    options = {"rw": "read", "bs": "1m", "iodepth": "8", "ioengine": "psync", "direct": "1"}
    beside = job("seq", **{"job options": options}, read=direction(iops=6_000))
    ids = []
    for night, iops in enumerate(FIGURES):
        of_batch = {"id": str(batch), "name": "nightly", "step": night - 9, "steps": 10}
        fields = {"batch": of_batch} if night >= 10 else {}
        ids.append(await upload_night(client, night, iops, beside=[beside], **fields))
    await work(database)
    marks = await marked(client, fold="batch", brief=True)
    # The newest run stands for the batch; the step began with its third.
    assert list(marks) == [ids[-1]]
    # The row's own figures are of the other workload: the mark says of which it is.
    assert marks[ids[-1]]["metric_title"] == "rand read 4k IOPS"
    assert list(await marked(client)) == [ids[12]]
    of_batch_changes = (await client.get("/api/v1/changes", params={"batch": str(batch)})).json()["items"]
    assert [one["id"] for one in of_batch_changes] == [marks[ids[-1]]["id"]]
    nothing = await client.get("/api/v1/changes", params={"batch": str(UUID(int=8))})
    assert nothing.json()["items"] == []


async def test_the_answer_of_a_run_names_the_open_regression_at_whose_level_it_is(
    client: AsyncClient, database: Database
) -> None:
    runs = await upload_nights(client, FIGURES)
    await work(database)
    (change,) = (await client.get("/api/v1/changes")).json()["items"]

    async def read(run: str) -> Any:
        return (await client.get(f"/api/v1/runs/{run}/answer")).json()

    before, first, last = [await read(runs[place]) for place in (11, 12, -1)]
    assert "regression" not in before
    assert first["regression"] == {"change_id": change["id"], "is_first": True}
    assert first["verdict"]["kind"] == "none"
    assert first["verdict"]["sentence"] == "IOPS −20.0 % from this run on: median 100k → 80.0k IOPS."
    # Its own comparison stands behind it.
    assert "12 runs before, 12 from this one on" in first["verdict"]["text"][0]
    assert first["verdict"]["text"][1].startswith("4 KiB random reads: 80.")
    assert last["regression"] == {"change_id": change["id"], "is_first": False}
    assert last["verdict"]["sentence"].startswith("4 KiB random reads: 80.")
    assert last["verdict"]["text"][0].startswith("IOPS −20.0 % since ")
    await client.patch(
        "/api/v1/changes", json={"ids": [change["id"]], "state": "expected", "cause": "a kernel"}
    )
    assert "regression" not in await read(runs[12])


@pytest.mark.nightly
async def test_what_the_runs_show_no_more_marks_nothing(client: AsyncClient, database: Database) -> None:
    runs = await upload_nights(client, FIGURES)
    await work(database)
    (change,) = (await client.get("/api/v1/changes")).json()["items"]
    await client.patch("/api/v1/changes", json={"ids": [change["id"]], "note": "seen"})
    for run in runs[12:]:
        await client.delete(f"/api/v1/runs/{run}")
    await work(database)
    assert await marked(client) == {}


async def test_rows_are_of_their_types(client: AsyncClient, database: Database) -> None:
    runs = await upload_nights(client, FIGURES)
    await work(database)
    async with database.driver() as driver:
        require_type(queries.MarkRow, await queries.list_marks(driver, [UUID(runs[12])], [], []))
        require_type(queries.ChangeRow, await queries.list_last_changes(driver, UUID(runs[13])))
