"""What was uploaded long ago goes whole, what is pinned or younger stays whole, and nothing goes unasked."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.core.times import now
from fioboard.store.queries import partitions, reparse
from fioboard.store.retention.expiry import ReparseAtWork, expire, plan_expiry
from tests.contract.conftest import contents
from tests.factories.fio_output import job, output
from tests.factories.measured_machine import samples, upload
from tests.factories.shares import Link, of_run, share
from tests.factories.upload import body, manifest
from tests.store.retention.conftest import set_clock

pytestmark = pytest.mark.anyio
# So that what is uploaded now is over: up to the first of the next month.
UNTIL_NEXT_MONTH = -1
COMMON = b"the same for everybody"


@dataclass(frozen=True, slots=True)
class Stored:
    """Runs of three uploads with bins and of three with series."""

    old: list[str]
    pinned: list[str]
    young: list[str]
    link: Link


def quiet(_: int) -> None:
    """A progress bar nobody looks at."""


async def both(client: AsyncClient, name: str) -> list[str]:
    """A run with bins and a run with series, of one host; each with a file that everybody has, and one of its own."""
    bins = orjson.loads(contents()[0][0]) | {"of": name}
    files = {"fio.json": orjson.dumps(bins), "common.txt": COMMON}
    request, headers = body(files, manifest(files))
    first = await client.post("/api/v1/uploads", content=request, headers=headers)
    request, headers = upload("epyc-nps4", sampled=samples(["nvme0n1"]), title=name)
    second = await client.post("/api/v1/uploads", content=request, headers=headers)
    assert (first.status_code, second.status_code) == (201, 201), (first.text, second.text)
    return [first.json()["id"], second.json()["id"]]


@pytest.fixture
async def stored(client: AsyncClient, browser: AsyncClient, monkeypatch: pytest.MonkeyPatch) -> Stored:
    old = await both(client, "old")
    pinned = await both(client, "pinned")
    for run_id in pinned:
        await pin(client, run_id)
    link = await share(browser, of_run(old[1]))
    set_clock(monkeypatch, now() + timedelta(days=45))
    return Stored(old, pinned, await both(client, "young"), link)


async def pin(client: AsyncClient, run_id: str) -> None:
    """Make a reference of one run."""
    host = (await client.get(f"/api/v1/runs/{run_id}")).json()["host"]["id"]
    asked = {"filter": f"run={run_id}", "name": f"As bought, {run_id}", "host_id": host}
    assert (await client.post("/api/v1/references", json=asked)).status_code == 201


async def rows(database: Database) -> Mapping[str, int]:
    """Rows of what a run has, by table."""
    names = ("run", "result", "upload", "upload_file", "histogram", "time_series", "document")
    async with database.driver() as driver:
        return {name: await driver.fetchval(f"select count(*) from {name}") for name in names}


async def whole(client: AsyncClient, run_id: str) -> dict[str, Any]:
    """What is shown of a run by address, bins, clones, series and original bytes too; every one is there."""
    run = (await client.get(f"/api/v1/runs/{run_id}")).json()
    paths = [f"runs/{run_id}/raw"]
    paths += [f"runs/{run_id}/time-series"] if run["host"]["name"] == "epyc-nps4" else []
    paths += [
        f"results/{one['id']}/cdf" for one in run["results"] if (one["clat_ns"] or {}).get("has_histogram")
    ]
    answers = {path: await client.get(f"/api/v1/{path}") for path in paths}
    assert len(answers) > 1
    assert {answer.status_code for answer in answers.values()} == {200}
    return {"results": run["results"], **{path: answer.content for path, answer in answers.items()}}


async def test_the_old_goes_and_the_rest_is_what_it_was(
    stored: Stored, client: AsyncClient, stranger: AsyncClient, database: Database
) -> None:
    kept = [*stored.pinned, *stored.young]
    before, counted = [await whole(client, run_id) for run_id in kept], await rows(database)
    shown = (await stranger.get(stored.link.path)).content
    async with database.driver() as driver:
        expiry = await plan_expiry(driver, UNTIL_NEXT_MONTH)
        assert (expiry.going["runs"], expiry.going["uploads"], expiry.going["shares"]) == (2, 2, 1)
        assert len(expiry.staying) == 2
        assert {one["table"] for one in expiry.partitions} == {"histogram", "job_result", "time_series"}
        assert await rows(database) == counted  # a look drops nothing
        gone, unused = await expire(driver, expiry, quiet)
        assert (gone.runs, gone.uploads) == (2, 2)
        assert gone.documents == sum(place["documents"] for place in expiry.originals)
        # Nothing is left that belongs to nobody, and the counters say what there is.
        assert (
            await driver.fetchval(
                "select count(*) from histogram where result_id not in (select id from result)"
            )
            == 0
        )
        assert (
            await driver.fetchval("select count(*) from time_series where run_id not in (select id from run)")
            == 0
        )
        assert (
            await driver.fetchval(
                "select count(*) from document where id not in (select document_id from upload_file)"
            )
            == 0
        )
        assert await driver.fetchval("select sum(run_count)::int from configuration") == len(kept)
    for run_id in stored.old:
        assert (await client.get(f"/api/v1/runs/{run_id}")).status_code == 404
    assert [await whole(client, run_id) for run_id in kept] == before
    assert (await client.get("/api/v1/runs")).json()["total"] == len(kept)
    # The link was made from a run that is gone: it shows the copy.
    assert (await stranger.get(stored.link.path)).content == shown
    after = await rows(database)
    assert {name: counted[name] - after[name] for name in ("run", "upload")} == {"run": 2, "upload": 2}
    assert unused == dict(expiry.unused)
    async with database.driver() as driver:
        again = await plan_expiry(driver, UNTIL_NEXT_MONTH)
        assert again.going["runs"] == 0


async def test_what_no_run_has_any_more_goes_and_comes_again(
    client: AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    request, headers = upload("epyc-nps4", sampled=samples(["nvme0n1"]), title="old")
    old = (await client.post("/api/v1/uploads", content=request, headers=headers)).json()["id"]
    files = {"fio.json": output(job("young"))}
    set_clock(monkeypatch, now() + timedelta(days=45))
    request, headers = body(files, manifest(files))
    young = (await client.post("/api/v1/uploads", content=request, headers=headers)).json()["id"]

    async def held() -> dict[str, int]:
        async with database.driver() as driver:
            return {
                name: await driver.fetchval(f"select count(*) from {name}")
                for name in ("inventory", "configuration", "host")
            }

    async with database.driver() as driver:
        before = await held()
        expiry = await plan_expiry(driver, UNTIL_NEXT_MONTH)
        assert dict(expiry.unused) == {"inventories": 1, "configurations": 0}
        assert await held() == before  # a look drops nothing
        _, unused = await expire(driver, expiry, quiet)
        # Its configuration is what whoever watches looks for its series by: not before that is done.
        assert unused == {"inventories": 1, "configurations": 0}
        await driver.execute("delete from watch_due")
        expiry = await plan_expiry(driver, UNTIL_NEXT_MONTH)
        assert (expiry.going["runs"], expiry.unused["configurations"], expiry.is_empty) == (0, 1, False)
        _, unused = await expire(driver, expiry, quiet)
        assert unused == {"inventories": 0, "configurations": 1}
        assert (await plan_expiry(driver, UNTIL_NEXT_MONTH)).is_empty
    after = await held()
    assert {name: before[name] - after[name] for name in before} == {
        "inventory": 1,
        "configuration": 1,
        "host": 0,  # a host has tokens, notes and a number among those of its name
    }
    assert (await client.get(f"/api/v1/runs/{young}")).status_code == 200
    # The same hardware with the same job again: both are made anew.
    request, headers = upload("epyc-nps4", sampled=samples(["nvme0n1"]), title="again")
    again = await client.post("/api/v1/uploads", content=request, headers=headers)
    assert (again.status_code, again.json()["id"] == old) == (201, False)
    listed = (await client.get("/api/v1/runs")).json()["items"]
    assert {run["id"] for run in listed} == {young, again.json()["id"]}
    assert await held() == before


async def test_what_is_pinned_after_the_look_stays(
    stored: Stored, client: AsyncClient, database: Database
) -> None:
    before = await whole(client, stored.old[0])
    async with database.driver() as driver:
        expiry = await plan_expiry(driver, UNTIL_NEXT_MONTH)
        await pin(client, stored.old[0])
        gone, _ = await expire(driver, expiry, quiet)
    assert gone.runs == 1
    assert await whole(client, stored.old[0]) == before
    assert (await client.get(f"/api/v1/runs/{stored.old[1]}")).status_code == 404


@pytest.mark.nightly
async def test_what_was_stopped_half_way_goes_on(
    stored: Stored, client: AsyncClient, database: Database
) -> None:
    before = await whole(client, stored.pinned[0])
    async with database.driver() as driver:
        expiry = await plan_expiry(driver, UNTIL_NEXT_MONTH)
        for partition in expiry.partitions:
            await partitions.clear_partition(driver, partition, expiry.staying)
        # Killed here: the bins of the old run are gone, the run is not.
        assert (await client.get(f"/api/v1/runs/{stored.old[0]}")).status_code == 200
        gone, _ = await expire(driver, await plan_expiry(driver, UNTIL_NEXT_MONTH), quiet)
    assert gone.runs == 2
    assert await whole(client, stored.pinned[0]) == before


async def test_nothing_goes_while_uploads_are_read_again(stored: Stored, database: Database) -> None:
    counted = await rows(database)
    async with database.driver() as reading, database.driver() as driver:
        assert await reparse.take_work(reading)
        expiry = await plan_expiry(driver, UNTIL_NEXT_MONTH)
        with pytest.raises(ReparseAtWork):
            await expire(driver, expiry, quiet)
        await reparse.release_work(reading)
    assert await rows(database) == counted


async def test_months_are_whole_and_end_where_this_one_begins(database: Database) -> None:
    async with database.driver() as driver:
        bounds: list[datetime] = [(await plan_expiry(driver, months)).before for months in (0, 1, 14)]
    this = now().replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    assert bounds[0] == this
    assert all((bound.day, bound.hour, bound.minute) == (1, 0, 0) for bound in bounds)
    assert [(this.year - b.year) * 12 + this.month - b.month for b in bounds] == [0, 1, 14]


@pytest.mark.nightly
async def test_an_original_that_was_dropped_is_kept_when_it_comes_again(
    stored: Stored, client: AsyncClient, database: Database
) -> None:
    before = await whole(client, stored.old[1])
    async with database.driver() as driver:
        await expire(driver, await plan_expiry(driver, UNTIL_NEXT_MONTH), quiet)
    again = (await both(client, "old"))[1]
    raw = (await whole(client, again))[f"runs/{again}/raw"]
    assert raw == before[f"runs/{stored.old[1]}/raw"]
