"""A run with more results than a page shows: the headline result and the first ones, the others on demand."""

import csv
import io
import json

import pytest
from httpx2 import AsyncClient

from fioboard.app.runs.history import brief, detail, export, fitting, listing
from tests.factories.fio_output import direction, job, output
from tests.factories.imports import put
from tests.loops import check_each

pytestmark = pytest.mark.anyio
RUNS = "/api/v1/runs"
HEADLINE = 40
JOBS = 50


def content(jobs: int = JOBS) -> bytes:
    """Jobs one after the other; job 40 is the fastest."""
    return output(
        *(
            job(f"job {i}", groupid=i, read=direction(iops=9_000 if i == HEADLINE else 1_000 + i))
            for i in range(jobs)
        )
    )


def names(results: list[dict[str, str]]) -> list[str]:
    return [result["job_name"] for result in results]


def shown_first(number: int) -> list[str]:
    return [f"job {HEADLINE}", *(f"job {i}" for i in range(number - 1))]


@pytest.mark.parametrize("form", [{}, {"brief": "true"}])
async def test_a_row_shows_the_headline_result_and_the_first_ones_and_counts_all(
    client: AsyncClient, form: dict[str, str]
) -> None:
    await put(client, content())
    [run] = (await client.get(RUNS, params=form)).json()["items"]
    assert names(run["results"]) == shown_first(20)
    assert run["results_total"] == JOBS


async def test_a_run_with_few_results_shows_them_in_the_order_of_the_file(client: AsyncClient) -> None:
    await put(client, output(job("slow"), job("fast", read=direction(iops=9_000)), job("last")))
    [run] = (await client.get(RUNS)).json()["items"]
    assert (names(run["results"]), run["results_total"]) == (["slow", "fast", "last"], 3)


async def test_rows_share_the_results_of_a_page_and_each_keeps_its_headline(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for hour in range(3):
        await put(client, content(JOBS + hour), started_at=f"2026-11-20T1{hour}:00:00Z")
    for module, name in ((listing, "MAX_WHOLE_LIST_RESULTS"), (brief, "MAX_LIST_RESULTS")):
        monkeypatch.setattr(module, name, 10)
    for form in ({}, {"brief": "true"}):
        items = (await client.get(RUNS, params=form)).json()["items"]
        assert [names(run["results"]) for run in items] == [shown_first(3)] * 3


async def test_results_are_cut_by_their_bytes_too(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_id = await put(client, content())
    monkeypatch.setattr(fitting, "_FRAME_BYTES", 100_000)
    assert names((await client.get(f"{RUNS}/{run_id}")).json()["results"]) == shown_first(6)
    [run] = (await client.get(RUNS)).json()["items"]
    assert names(run["results"]) == shown_first(6)


async def test_all_results_of_a_run_come_page_by_page_exactly_once(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_id = await put(client, content())
    monkeypatch.setattr(detail, "MAX_RUN_RESULTS", 15)
    monkeypatch.setattr(detail.load_detail, "__defaults__", (15,))
    run = (await client.get(f"{RUNS}/{run_id}")).json()
    assert (names(run["results"]), run["results_total"]) == (shown_first(15), JOBS)
    assert len(run["job_options"]) == 15
    found, cursor = names(run["results"]), run["results_next_cursor"]
    while cursor:
        page = (await client.get(f"{RUNS}/{run_id}/results", params={"cursor": cursor, "limit": 7})).json()
        assert len(page["results"]) == len(page["job_options"]) <= 7
        assert page["results_total"] == JOBS
        found += names(page["results"])
        cursor = page["next_cursor"]
    assert found == [f"job {HEADLINE}", *(f"job {i}" for i in range(JOBS) if i != HEADLINE)]
    first = (await client.get(f"{RUNS}/{run_id}/results", params={"limit": 15})).json()
    assert names(first["results"]) == shown_first(15)


async def test_a_run_whose_results_are_all_shown_has_no_further_page(client: AsyncClient) -> None:
    run_id = await put(client, content(3))
    assert (await client.get(f"{RUNS}/{run_id}")).json()["results_next_cursor"] is None
    page = (await client.get(f"{RUNS}/{run_id}/results")).json()
    assert (names(page["results"]), page["next_cursor"]) == (["job 0", "job 1", "job 2"], None)


@pytest.fixture
async def run_id(client: AsyncClient) -> str:
    """A stored run of three results."""
    return await put(client, content(3))


@check_each("cursor", ["x", "WyJwb3NpdGlvbiIsICJ4Il0", "WyJwb3NpdGlvbiIsIDFlOTldQ", "é" * 50])
async def test_a_cursor_that_is_none_of_ours_is_refused(
    client: AsyncClient, run_id: str, cursor: str
) -> None:
    answer = await client.get(f"{RUNS}/{run_id}/results", params={"cursor": cursor})
    assert (answer.status_code, answer.json()["error"]) == (422, "BadCursor")


async def test_results_of_no_run_are_not_found(client: AsyncClient) -> None:
    answer = await client.get(f"{RUNS}/0198c0de-0000-7000-8000-000000000000/results")
    assert (answer.status_code, answer.json()["error"]) == (404, "RunNotFound")


async def test_clones_are_counted_beyond_the_first(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"name": "many", "rw": "randread", "bs": "4k", "numjobs": "8", "ioengine": "psync"}
    run_id = await put(client, output(*(job("many", **{"job options": options}) for _ in range(8))))
    monkeypatch.setattr(detail, "MAX_RUN_CLONES", 5)
    run = (await client.get(f"{RUNS}/{run_id}")).json()
    assert sum(map(len, run["job_results"].values())) == 5
    assert run["job_results_total"] == 8


async def test_an_export_holds_every_result_in_the_order_of_the_file(client: AsyncClient) -> None:
    await put(client, content(), started_at="2026-11-20T10:00:00Z")
    await put(client, content(2), started_at="2026-11-20T09:00:00Z")
    every = [f"job {i}" for i in range(JOBS)]
    rows = list(csv.DictReader(io.StringIO((await client.get(f"{RUNS}/export")).text)))
    assert [row["job_name"] for row in rows] == [*every, "job 0", "job 1"]
    objects = (await client.get(f"{RUNS}/export", params={"format": "json"})).json()
    assert [row["job_name"] for row in objects] == [*every, "job 0", "job 1"]
    lines = (await client.get(f"{RUNS}/export", params={"format": "ndjson"})).text.splitlines()
    assert [names(json.loads(line)["results"]) for line in lines] == [every, ["job 0", "job 1"]]


async def test_an_export_of_nothing_is_an_empty_list(client: AsyncClient) -> None:
    assert (await client.get(f"{RUNS}/export", params={"format": "json"})).json() == []


async def test_a_table_for_people_has_a_limit_of_results(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    await put(client, content())
    monkeypatch.setattr(export, "MAX_TABLE_RESULTS", JOBS - 1)
    answer = await client.get(f"{RUNS}/export", params={"format": "markdown"})
    assert (answer.status_code, answer.json()["error"]) == (422, "Invalid")
    assert "50 results match; one file as markdown holds 49" in answer.json()["detail"]


def test_a_page_shares_its_results_evenly_and_gives_each_run_one() -> None:
    assert fitting.choose_result_count([3, 2, 1], 20, 100) == 20
    assert fitting.choose_result_count([50, 50, 2], 20, 30) == 14
    assert fitting.choose_result_count([50] * 200, 20, 100) == 1
    assert fitting.choose_result_count([], 20, 100) == 20
