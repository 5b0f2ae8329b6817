"""POST /import: any supported output, unchanged, once per host and content."""

import asyncio
import gzip

import pytest
from backports import zstd
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.engine.answers.preview import ImportPreview
from fioboard.store.derive import series
from tests.app.ingest.test_uploads import counts
from tests.factories.fio_output import direction, job, output
from tests.loops import check_each
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio
URL = "/api/v1/import"


async def test_import_makes_a_run_with_what_its_sender_says(client: AsyncClient) -> None:
    query = {
        "host": "jupiter",
        "title": "slot 2",
        "started_at": "2026-11-20T13:00:00+01:00",
        "label.fan": "off",
        "tag": ["a", "b"],
    }
    answer = await client.post(URL, params=query, content=output())
    assert answer.status_code == 201, answer.text
    [stored] = answer.json()["runs"]
    assert stored["status"] == "created"
    assert stored["url"].endswith(f"/runs/{stored['id']}")
    run = (await client.get(f"/api/v1/runs/{stored['id']}")).json()
    assert (run["title"], run["host"]["name"]) == ("slot 2", "jupiter")
    assert (run["labels"], run["tags"]) == ({"fan": "off"}, ["a", "b"])
    assert run["started_at"] == "2026-11-20T12:00:00+00:00"


TWO_RUNS = (
    output(job("a"), timestamp_ms=1_780_000_000_000)
    + b"\n"
    + output(job("b"), timestamp_ms=1_780_003_600_000)
)


async def test_each_run_of_an_output_has_its_own_labels(client: AsyncClient) -> None:
    """Of all runs, of one run; where both name a key, that of the run holds, also for a factor."""
    query = {
        "host": "jupiter",
        "label.fan": "off",
        "label.slot": "2",
        "run.2.label.slot": "3",
        "run.2.label.x": "=",
    }
    answer = await client.post(URL, params=query, content=TWO_RUNS)
    assert answer.status_code == 201, answer.text
    runs = [(await client.get(f"/api/v1/runs/{run['id']}")).json() for run in answer.json()["runs"]]
    assert [run["labels"] for run in runs] == [
        {"fan": "off", "slot": "2"},
        {"fan": "off", "slot": "3", "x": "="},
    ]
    assert [run["factors"]["slot"] for run in runs] == ["2", "3"]


async def test_same_bytes_for_the_same_host_are_a_duplicate(client: AsyncClient, database: Database) -> None:
    first = await client.post(URL, params={"host": "jupiter"}, content=output())
    before = await counts(database)
    again = await client.post(URL, params={"host": "jupiter"}, content=output())
    assert again.status_code == 200
    assert again.json()["runs"] == [first.json()["runs"][0] | {"status": "duplicate"}]
    assert await counts(database) == before
    other = await client.post(URL, params={"host": "saturn"}, content=output())
    assert other.status_code == 201
    assert other.json()["runs"][0]["id"] != first.json()["runs"][0]["id"]


async def test_twenty_at_once_make_one_run(client: AsyncClient, database: Database) -> None:
    answers = await asyncio.gather(
        *(client.post(URL, params={"host": "jupiter"}, content=output()) for _ in range(20))
    )
    assert sorted(a.status_code for a in answers) == [200] * 19 + [201]
    after = await counts(database)
    assert (after["run"], after["host"]) == (1, 1)


@pytest.mark.parametrize(("encoding", "compress"), [("gzip", gzip.compress), ("zstd", zstd.compress)])
async def test_compressed_bodies(client: AsyncClient, encoding: str, compress) -> None:  # type: ignore[no-untyped-def] -- a codec
    answer = await client.post(
        URL, params={"host": "jupiter"}, content=compress(output()), headers={"content-encoding": encoding}
    )
    assert answer.status_code == 201
    raw = await client.get(f"/api/v1/runs/{answer.json()['runs'][0]['id']}/raw")
    assert raw.content == output()


@check_each(
    "query, content, status, error",
    [
        ({"host": "jupiter"}, b"", 422, "NotUnderstood"),
        ({"host": "jupiter"}, b"hello world\n" * 3, 422, "NotUnderstood"),
        ({"host": "jupiter"}, b"[" * 200_000, 422, None),
        ({"host": "jupiter"}, b'{"fio version": "fio-3.33", "jobs": []}', 422, "NotUnderstood"),
        ({}, output(), 422, "Invalid"),
        ({"host": ""}, output(), 422, "Invalid"),
        ({"host": "x" * 254}, output(), 422, "Invalid"),
        ({"host": "jupiter", "colour": "red"}, output(), 422, "UnknownKey"),
        ({"host": "jupiter", "started_at": "yesterday"}, output(), 422, "Invalid"),
        ({"host": "jupiter", "started_at": "2026-11-20T13:00:00"}, output(), 422, "Invalid"),
        ({"host": "jupiter", "label.": "x"}, output(), 422, "Invalid"),
        ({"host": "jupiter", "run.2.label.slot": "3"}, output(), 422, "Invalid"),
        ({"host": "jupiter", "run.1.label.": "3"}, output(), 422, "Invalid"),
        ({"host": "jupiter", "run.1.label.Slot!": "3"}, output(), 422, "Invalid"),
        ({"host": "jupiter", "run.0.label.slot": "3"}, output(), 422, "UnknownKey"),
        ({"host": "jupiter", "run.1.title": "3"}, output(), 422, "UnknownKey"),
        ({"host": "jup\x00iter"}, output(), 422, "Invalid"),
    ],
)
async def test_bad_import_changes_nothing(
    client: AsyncClient,
    database: Database,
    query: dict[str, str],
    content: bytes,
    status: int,
    error: str | None,
) -> None:
    before = await counts(database)
    answer = await client.post(URL, params=query, content=content)
    assert answer.status_code == status, answer.text
    if error:
        assert answer.json()["error"] == error
    assert await counts(database) == before


async def test_read_and_write_are_never_swapped(client: AsyncClient) -> None:
    """The sentinel: everything read is 111, everything written is 222."""
    sentinel = job(
        read=direction(iops=111, clat_mean_ns=111_000), write=direction(iops=222, clat_mean_ns=222_000)
    )
    [stored] = (await client.post(URL, params={"host": "jupiter"}, content=output(sentinel))).json()["runs"]
    run = (await client.get(f"/api/v1/runs/{stored['id']}")).json()
    by_direction = {r["direction"]: r for r in run["results"]}
    assert [r["direction"] for r in run["results"]] == ["read", "write"]
    for name, figure in (("read", 111), ("write", 222)):
        assert by_direction[name]["iops"] == figure
        assert by_direction[name]["bw_bytes_per_s"] == figure * 4096
        assert by_direction[name]["clat_ns"]["mean"] == figure * 1000
        assert by_direction[name]["clat_ns"]["percentiles"]["50"] == figure * 1000


async def test_preview_shows_what_an_import_would_store_and_stores_nothing(
    client: AsyncClient, database: Database
) -> None:
    before = await counts(database)
    content = b"$ fio job.fio\nsome noise\n" + output(job("one"), job("two", write=direction(iops=7)))
    answer = await client.post("/api/v1/import/preview", content=content)
    assert answer.status_code == 200, answer.text
    preview = shape_of(ImportPreview).validate_python(answer.json())
    [run] = preview["runs"]
    assert [(r["job_name"], r["direction"], r["iops"]) for r in run["results"]] == [
        ("one", "read", 1000.0),
        ("two", "read", 1000.0),
        ("two", "write", 7.0),
    ]
    assert any("noise" in message["text"] for message in preview["messages"])
    assert await counts(database) == before
    refused = await client.post("/api/v1/import/preview", content=b"no result here")
    assert (refused.status_code, refused.json()["error"]) == (422, "NotUnderstood")


async def test_the_name_of_a_log_tells_what_it_measured(client: AsyncClient, database: Database) -> None:
    log = b"".join(b"%d, %d, 0, 0, 0\n" % (1000 * n, 500 + n) for n in range(1, 6))
    answer = await client.post(URL, params={"host": "jupiter", "name": "job_iops.1.log"}, content=log)
    assert answer.status_code == 201, answer.text
    async with database.driver() as driver:
        row = await driver.fetchrow("select metric, direction, n, points from time_series")
    assert (row["metric"], row["direction"], row["n"]) == ("iops", "read", 5)
    times, values = series.unpack(row["points"])
    assert times.tolist() == [1000, 2000, 3000, 4000, 5000]
    assert values.tolist() == [501.0, 502.0, 503.0, 504.0, 505.0]


async def test_start_follows_from_the_outputs_end_when_fio_does_not_say_it(client: AsyncClient) -> None:
    answer = await client.post(URL, params={"host": "jupiter"}, content=output(job(elapsed=12)))
    run = (await client.get(f"/api/v1/runs/{answer.json()['runs'][0]['id']}")).json()
    assert run["started_at"] == "2026-09-21T14:13:08+00:00"  # printed at 14:13:20
    assert run["started_at_reason"].startswith("computed:")
