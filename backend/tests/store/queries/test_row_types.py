"""Rows are what their types say: each statement asked of PostgreSQL, each column held to its declared type.

A TypedDict over a record is only a claim, nothing looks when it runs: a column renamed, or null where none is declared,
would be noticed by nobody else.
"""

from collections.abc import Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from uuid import UUID

import pytest
from httpx2 import AsyncClient

from fioboard.app.access.secrets import hashed
from fioboard.core.database import Database
from fioboard.engine.factors.hardware import HARDWARE_KEYS
from fioboard.engine.filters import parse_query
from fioboard.engine.words.metrics import METRICS
from fioboard.store.queries import (
    batch_edits,
    batches,
    compare,
    host_list,
    host_results,
    host_series,
    hosts,
    ingest,
    inventories,
    nearby_results,
    neighbours,
    reparse,
    shares,
    trends,
)
from fioboard.store.queries.filtering import select
from fioboard.store.queries.measured import ChartedRow, list_measured
from fioboard.store.queries.rows import BatchRunRow, BriefResultRow, ListedRunRow, ResultRow, RunRow
from fioboard.store.queries.runs import edits as run_edits
from fioboard.store.queries.runs import lists as run_lists
from fioboard.store.queries.runs import run as run_queries
from fioboard.store.queries.runs.first_results import (
    count_results,
    list_first_brief_results,
    list_first_results,
)
from fioboard.store.queries.time_series import SeriesRow, list_series
from tests.app.ingest.test_uploads import send
from tests.factories import shares as links
from tests.factories.measured_machine import samples, upload

pytestmark = pytest.mark.anyio
BATCH = "0190f3f0-0000-7000-8000-000000000001"


def fits(value: object, declared: Any) -> bool:
    """Whether a value is of a declared type; a whole number is one of float, true and false are none of int."""
    if get_origin(declared) in {Union, UnionType}:
        return any(fits(value, one) for one in get_args(declared))
    if get_origin(declared) is Literal:
        return value in get_args(declared)
    if get_origin(declared) is list:
        return isinstance(value, list) and all(fits(item, get_args(declared)[0]) for item in value)
    if declared is None or declared is NoneType:
        return value is None
    if declared in {int, float}:
        return isinstance(value, (int, declared)) and not isinstance(value, bool)
    return isinstance(value, declared)


def require_type(declared: type, rows: Sequence[Any]) -> None:
    """Raises unless there are rows, and each has every declared column with a value of its type."""
    assert rows, f"no row of {declared.__name__}"
    for row in rows:
        columns: Mapping[str, object] = dict(row)
        odd = {
            name: columns.get(name, "no such column")
            for name, kind in get_type_hints(declared).items()
            if name not in columns or not fits(columns[name], kind)
        }
        assert not odd, f"{declared.__name__}: {odd}"


def test_a_wrong_claim_is_found() -> None:
    row = {"id": 1, "title": None}
    with pytest.raises(AssertionError, match="no such column"):
        require_type(neighbours.RunLinkRow, [row])
    assert not fits(None, str)
    assert not fits(True, int)
    assert not fits("rw", Literal["read", "write"])
    assert fits(1, float | None)


async def test_rows_are_of_their_types(client: AsyncClient, database: Database) -> None:
    ids = []
    for step in (1, 2):
        batch = {"id": BATCH, "name": "sweep", "step": step, "steps": 2}
        about = upload(
            "epyc-nps4", batch=batch, sampled=samples(["nvme0n1"]), started_at=f"2026-11-0{step}T00:00:00Z"
        )
        answer = await send(client, about)
        assert answer.status_code == 201, answer.text
        ids.append(answer.json()["id"])
    assert (await client.patch(f"/api/v1/runs/{ids[0]}", json={"title": "first"})).status_code == 200
    async with database.driver() as driver:
        selection = await select(driver, parse_query(""))
        page = await run_lists.walk(driver, selection, ("started_at", "desc"), 5, None)
        require_type(ListedRunRow, page)
        run_ids = [row["id"] for row in page]
        newest, oldest = run_ids[0], run_ids[-1]
        whole = await run_queries.get_run(driver, newest)
        assert whole is not None
        require_type(RunRow, [whole])
        totals = await count_results(driver, run_ids)
        results = await list_first_results(driver, totals, 20)
        require_type(ResultRow, results)
        require_type(BriefResultRow, await list_first_brief_results(driver, totals, 20, []))
        require_type(run_queries.DocumentRow, await run_queries.list_documents(driver, whole["upload_id"]))
        require_type(
            run_queries.DocumentBodyRow,
            [await run_queries.get_document_body(driver, whole["upload_id"], None)],
        )
        require_type(SeriesRow, await list_series(driver, newest))
        batch_id = page[0]["batch_id"]
        assert batch_id is not None
        require_type(BatchRunRow, await batches.list_runs(driver, batch_id, 10))
        require_type(batches.StepRow, await batches.list_steps(driver, newest))
        require_type(batches.BatchHeadRow, await batches.list_heads(driver, selection, [batch_id]))
        require_type(batch_edits.WordsRow, [await batch_edits.get_title_and_note(driver, batch_id)])
        require_type(batches.MeasuredRow, await batches.list_measured(driver, selection, [batch_id]))
        nearest = await nearby_results.list_nearby(driver, newest, before=5, after=5, looked_at=50, limit=5)
        require_type(nearby_results.AroundRow, nearest)
        require_type(
            nearby_results.AroundRow,
            await nearby_results.list_of_batch_members(driver, batch_id, looked_at=50, limit=5),
        )
        require_type(nearby_results.DrivesRow, await nearby_results.list_drives(driver, run_ids))
        require_type(neighbours.RunLinkRow, [await neighbours.find_previous(driver, newest)])
        require_type(neighbours.RunLinkRow, [await neighbours.find_next(driver, oldest)])
        require_type(neighbours.RepeatRow, await neighbours.list_repeats(driver, newest, 5))
        require_type(trends.TrendRow, await trends.list_trends(driver, run_ids))
        require_type(run_edits.EditableRow, await run_edits.lock_editable(driver, run_ids))
        edits = await run_edits.list_edits(driver, oldest, 5)
        require_type(run_edits.EditRow, edits)
        require_type(run_edits.EditedRunRow, await run_edits.list_edited_runs(driver, edits[0]["edit_id"]))
        require_type(host_list.ListedHostRow, await host_list.list_hosts(driver, HARDWARE_KEYS))
        of_host = await host_series.list_results(driver, whole["host_id"], 5)
        require_type(host_series.SeriesResultRow, of_host)
        briefs = await host_series.get_briefs(driver, run_ids)
        require_type(host_series.RunBriefRow, list(briefs.values()))
        require_type(host_series.DriveCounts, [await host_series.count_drives(driver, whole["host_id"])])
        require_type(hosts.HostWithRunsRow, [await hosts.get_host(driver, whole["host_id"])])
        assert whole["inventory_id"] is not None
        require_type(
            inventories.InventoryWithRunsRow,
            [await inventories.get_inventory(driver, whole["inventory_id"])],
        )
        require_type(inventories.PicturedRunRow, [await inventories.run_for_picture(driver, newest)])
        require_type(inventories.StretchRow, await inventories.list_stretches(driver, whole["host_id"], 5))
        require_type(
            host_results.HostResultRow, await host_results.list_newest_measured(driver, whole["host_name"], 5)
        )
        require_type(compare.ComparedRunRow, await compare.list_runs(driver, run_ids))
        compared = await compare.list_results(driver, run_ids, [], metrics=[], options=["rw"], most=10)
        require_type(compare.ComparedResultRow, compared)
        require_type(compare.JobRow, list((await compare.get_jobs(driver, [results[0]["id"]])).values()))
        iops, latency = METRICS["iops"], METRICS["clat_mean_ns"]
        require_type(ChartedRow, await list_measured(driver, selection, iops, latency, 10))
        require_type(ChartedRow, await list_measured(driver, selection, iops, None, 10))
        key = await driver.fetchval("select upload_key from upload where id = $1", whole["upload_id"])
        require_type(ingest.KnownRunRow, await ingest.find_upload(driver, key))


async def test_rows_of_a_reparse_are_of_their_types(client: AsyncClient, database: Database) -> None:
    answer = await send(client, upload("epyc-nps4", sampled=samples(["nvme0n1"])))
    assert answer.status_code == 201, answer.text
    started = await client.post("/api/v1/reparse", json={})
    assert started.status_code == 202, started.text
    async with database.driver() as driver:
        reparse_id = UUID(started.json()["id"])
        require_type(reparse.ReparseRow, [await reparse.find(driver, reparse_id)])
        upload_id = await reparse.find_next_upload(driver, None, None)
        assert upload_id is not None
        await reparse.reset_progress(driver, reparse_id, (1, 1), 1)
        await reparse.record_progress(driver, reparse_id, upload_id, {"iops": 1}, None)
        require_type(reparse.ReparseRow, [await reparse.find_unfinished(driver)])
        require_type(reparse.StoredUploadRow, [await reparse.get_upload(driver, upload_id)])
        require_type(reparse.StoredFileRow, await reparse.list_files(driver, upload_id))
        require_type(reparse.StoredRunRow, await reparse.lock_runs(driver, upload_id))
        require_type(reparse.FingerprintedRow, await reparse.list_inventories(driver, None, None, 5))


async def test_rows_of_shares_are_of_their_types(client: AsyncClient, database: Database) -> None:
    answer = await send(
        client, upload("epyc-nps4", batch={"id": BATCH, "name": "sweep", "step": 1, "steps": 1})
    )
    assert answer.status_code == 201, answer.text
    link = await links.share(client, links.of_run(answer.json()["id"]))
    assert (await client.get(link.path)).status_code == 200
    async with database.driver() as driver:
        share_id = UUID(link.id)
        require_type(batch_edits.LinkRow, await batch_edits.list_open_links(driver, UUID(BATCH)))
        require_type(shares.ShareOfToken, [await shares.find_share(driver, hashed(link.token))])
        require_type(shares.ShareRow, await shares.list_shares(driver, 5))
        require_type(shares.ShareRow, [await shares.get_share(driver, share_id)])
        require_type(shares.ChangeableShare, [await shares.lock_share(driver, share_id)])
        require_type(shares.ShareViewRow, await shares.list_views(driver, share_id, 5))
