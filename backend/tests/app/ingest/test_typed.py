"""POST /typed-results: stored once with the document itself, marked by whom, never among what was measured."""

import asyncio
from copy import deepcopy
from typing import Any

import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from tests.app.ingest.test_uploads import counts
from tests.app.system.reparse.test_reparse import all_changes
from tests.factories.fio_output import direction, job, output
from tests.factories.shares import of_run, share
from tests.loops import check_each

pytestmark = pytest.mark.anyio
URL = "/api/v1/typed-results"
RUN: dict[str, Any] = {
    "host": "jupiter",
    "tool": "fio",
    "target": "/mnt/nas/file",
    "date": "2018-11-02",
    "title": "from the vendor's mail",
    "note": "page 3",
    "labels": {"fan": "off"},
    "tags": ["mail"],
    "results": [
        {"direction": "read", "rw": "randread", "bs": "4k", "iodepth": 1, "numjobs": 1, "iops": "1.2k"}
    ],
}


async def add(client: AsyncClient, **changes: Any) -> str:
    answer = await client.post(URL, json=RUN | changes)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def test_a_typed_run_says_who_typed_it(client: AsyncClient) -> None:
    run = (await client.get(f"/api/v1/runs/{await add(client)}")).json()
    assert (run["factors"]["source"], run["factors"]["typed.by"]) == ("typed", "token test admin")
    assert (run["tool"]["name"], run["title"], run["note"]) == ("fio", "from the vendor's mail", "page 3")
    assert (run["labels"], run["tags"], run["target"]) == ({"fan": "off"}, ["mail"], "/mnt/nas/file")
    assert run["started_at"] == "2018-11-02T00:00:00+00:00"
    assert "without a time of day" in run["started_at_reason"]
    [result] = run["results"]
    assert (result["iops"], result["iops_bounds"], result["bw_bytes_per_s"]) == (1200, [1150, 1250], None)


async def test_the_document_is_the_original_and_is_kept_byte_for_byte(client: AsyncClient) -> None:
    content = orjson.dumps(RUN, option=orjson.OPT_INDENT_2)
    headers = {"content-type": "application/json"}
    first = await client.post(URL, content=content, headers=headers)
    assert (await client.get(f"/api/v1/runs/{first.json()['id']}/raw")).content == content
    again = await client.post(URL, content=content, headers=headers)
    assert (again.status_code, again.json()) == (200, first.json() | {"status": "duplicate"})


async def test_twenty_at_once_make_one_run(client: AsyncClient, database: Database) -> None:
    answers = await asyncio.gather(*(client.post(URL, json=RUN) for _ in range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] * 19 + [201]
    assert (await counts(database))["run"] == 1


def without(key: str) -> dict[str, Any]:
    return {k: v for k, v in RUN.items() if k != key}


def with_result(**changes: Any) -> dict[str, Any]:
    changed = deepcopy(RUN)
    changed["results"][0] |= changes
    return changed


@check_each(
    "document, place",
    [
        (without("host"), "host"),
        (RUN | {"host": ""}, "host"),
        (RUN | {"results": []}, "results"),
        (RUN | {"results": [{}]}, "direction"),
        (RUN | {"date": "yesterday"}, "date"),
        (RUN | {"date": "2018-11-02T10:00:00"}, "date"),
        (RUN | {"date": "1918-11-02"}, "date"),
        (RUN | {"date": "2918-11-02"}, "date"),
        (RUN | {"labels": {"Fan!": "off"}}, "labels"),
        (RUN | {"colour": "red"}, "colour"),
        (RUN | {"typed_by": "somebody else"}, "typed_by"),
        (with_result(iops="fast"), "/results/0/iops"),
        (with_result(iops=1200), "iops"),
        (with_result(bandwidth="106"), "/results/0/bandwidth"),
        (with_result(numjobs=0), "numjobs"),
        (with_result(iodepth=10**12), "iodepth"),
        (with_result(direction="sideways"), "direction"),
        (with_result(direction="write"), "/results/0/direction"),
    ],
)
async def test_bad_input_is_named_and_changes_nothing(
    client: AsyncClient, database: Database, document: dict[str, Any], place: str
) -> None:
    before = await counts(database)
    answer = await client.post(URL, json=document)
    assert (answer.status_code, answer.json()["error"]) == (422, "Invalid"), answer.text
    assert place in str(answer.json()["problems"])
    assert await counts(database) == before


async def test_a_body_that_is_no_document_or_too_large_is_refused(
    client: AsyncClient, database: Database
) -> None:
    before = await counts(database)
    headers = {"content-type": "application/json"}
    for content, status in ((b"{", 422), (b"[]", 422), (b'{"host": "' + b"x" * 300_000 + b'"}', 413)):
        assert (await client.post(URL, content=content, headers=headers)).status_code == status
    assert await counts(database) == before


async def test_typed_and_measured_results_are_never_repeats_of_each_other(client: AsyncClient) -> None:
    """The same workload on the same host: a comparison, a chart and the repeats keep them apart."""
    options = {"rw": "randread", "bs": "4k", "iodepth": "1", "numjobs": "1"}
    content = output(job("a", read=direction(iops=1200), **options))
    imported = await client.post("/api/v1/import", params={"host": "jupiter"}, content=content)
    measured = imported.json()["runs"][0]["id"]
    typed = await add(client)
    ids = {
        run_id: (await client.get(f"/api/v1/runs/{run_id}")).json()["results"][0]["workload_id"]
        for run_id in (measured, typed)
    }
    assert ids[measured] != ids[typed]
    compared = (
        await client.get("/api/v1/compare", params={"base": f"run={measured}", "new": f"run={typed}"})
    ).json()
    assert compared["workloads"] == []
    assert "source=typed" in compared["unmatched"]["new"][0]["workload"]
    chart = (
        await client.get("/api/v1/series", params={"x": "host", "metric": "iops", "host": "jupiter"})
    ).json()
    # The chart is split by what differs: each line holds one of the two.
    assert [[point["n"] for point in line["points"]] for line in chart["series"]] == [[1], [1]]
    repeats = (await client.get(f"/api/v1/runs/{measured}/repeats")).json()
    assert typed not in str(repeats)


@pytest.mark.parametrize(("value", "typed"), [("typed", True), ("!typed", False)])
async def test_typed_runs_can_be_filtered(client: AsyncClient, value: str, typed: bool) -> None:
    await client.post("/api/v1/import", params={"host": "jupiter"}, content=output())
    run_id = await add(client)
    items = (await client.get("/api/v1/runs", params={"source": value})).json()["items"]
    assert len(items) == 1 and (items[0]["id"] == run_id) == typed


async def test_a_share_says_that_it_was_typed_and_not_by_whom(
    client: AsyncClient, stranger: AsyncClient
) -> None:
    link = await share(client, of_run(await add(client)))
    shared = await stranger.get(link.path)
    [run] = shared.json()["document"]["runs"]
    assert {"key": "source", "value": "typed"}.items() <= next(
        one for one in run["factor_values"] if one["key"] == "source"
    ).items()
    assert "test admin" not in shared.text and "vendor's mail" not in shared.text


async def test_reading_it_again_changes_nothing_and_keeps_who_typed_it(
    client: AsyncClient, database: Database
) -> None:
    run_id = await add(client)
    moment = await add(client, date="2018-11-02T10:00:00+01:00")
    before = [(await client.get(f"/api/v1/runs/{one}")).json() for one in (run_id, moment)]
    assert [(change.facts, change.refused) for change in await all_changes(database)] == [({}, None)] * 2
    assert [(await client.get(f"/api/v1/runs/{one}")).json() for one in (run_id, moment)] == before
