"""Ratings of several runs at once: one query, in the order asked for."""

from typing import Any
from uuid import UUID

import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from tests.app.datasheets.test_specs import LABELS, OPTIONS, a_card, add, body, rating
from tests.factories.fio_output import direction, job, output
from tests.factories.imports import put

pytestmark = pytest.mark.anyio
NOBODY = "00000000-0000-7000-8000-000000000000"


async def test_each_run_is_rated_as_alone_and_unknown_ones_are_left_out(client: AsyncClient) -> None:
    await add(client, a_card())
    runs = [
        await put(client, body(iops=iops, lat_us=lat), **LABELS)
        for iops, lat in ((200_000, 640), (100_000, 1280))
    ]
    asked = [runs[1], NOBODY, runs[0], runs[1]]
    answer = await client.get("/api/v1/ratings", params={"run": asked})
    assert answer.status_code == 200, answer.text
    items = answer.json()["items"]
    assert [item["run_id"] for item in items] == [runs[1], runs[0]]
    assert [item["rating"] for item in items] == [await rating(client, run) for run in (runs[1], runs[0])]
    assert all(item["rating"]["figures"] for item in items)


@pytest.mark.parametrize("query", ["", "run=jupiter", "&".join([f"run={NOBODY}"] * 201)])
async def test_bad_questions_are_refused(client: AsyncClient, query: str) -> None:
    assert (await client.get(f"/api/v1/ratings?{query}")).status_code == 422


async def test_what_a_comparison_shares_is_what_its_page_draws(
    browser: AsyncClient, client: AsyncClient
) -> None:
    """A scorecard where the page draws one, of a run or a comparison, and of the results no share of a rating."""
    runs = [await put(client, body(iops=iops), **LABELS) for iops in (200_000, 210_000)]
    addresses = {
        "run": {"run_id": runs[0]},
        "compare": {"address": f"base=run%3D{runs[0]}&new=run%3D{runs[1]}"},
        "series": {"address": "x=host&metric=iops"},
    }
    shown = {}
    for kind, spec in addresses.items():
        answer = await browser.post("/api/v1/shares/preview", json={"kind": kind, "spec": spec})
        assert answer.status_code == 200, answer.text
        shown[kind] = answer.json()["document"]["runs"]
    drawn = [point for line in answer.json()["document"]["series"]["series"] for point in line["points"]]
    assert {key for point in drawn for value in point["values"] for key in value} == {"run_id", "value"}
    assert [run["rating"] is None for run in shown["run"]] == [False]
    assert [len(run["rating"]["figures"]) for run in shown["compare"]] == [1, 1]
    assert [run["rating"] for run in shown["series"]] == [None, None]
    assert {r["rated_share"] for runs in shown.values() for run in runs for r in run["results"]} == {None}


async def host_ratings(client: AsyncClient, run_id: str) -> list[dict[str, Any]]:
    host = (await client.get(f"/api/v1/runs/{run_id}")).json()["host"]["id"]
    answer = await client.get(f"/api/v1/hosts/{host}/ratings")
    assert answer.status_code == 200, answer.text
    assert answer.json()["is_whole"] is True
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


async def test_a_host_has_the_best_and_the_newest_run_of_each_figure_and_verdict(client: AsyncClient) -> None:
    await add(client, a_card())
    best = await put(client, body(iops=430_000, lat_us=298), **LABELS)
    await put(client, body(iops=300_000, lat_us=426), **LABELS)
    newest = await put(client, body(iops=200_000, lat_us=640), **LABELS)
    shallow = await put(client, body(iops=100_000, lat_us=80), **LABELS)
    await put(client, body(iops=1_000), **{"label.drive.model": "ACME 9000"})
    items = await host_ratings(client, newest)
    told = {
        item["latest"]["figure"]["verdict"]: (
            item["runs"],
            item["latest"]["run_id"],
            item["best"]["run_id"],
            item["best"]["figure"]["share"],
        )
        for item in items
    }
    assert told == {
        "comparable": (3, newest, best, 0.9556),
        "at_least": (1, shallow, shallow, 0.2222),
    }
    assert [item["models"] for item in items] == [[LABELS["label.drive.model"]]] * 2


async def test_the_support_checklist_knows_what_the_drive_is_rated(client: AsyncClient) -> None:
    """It said "No drive rating provided" of a drive whose rating stood on the runs' pages."""
    await add(client, a_card())
    rated = await put(client, body(), **LABELS)
    idle = direction(iops=0, runtime_ms=0)
    options = OPTIONS | {"rw": "trim"}
    trimmed = output(job("job", read=idle, trim=direction(iops=100), **{"job options": options}))
    bare = await put(client, trimmed, **LABELS)
    assert (await rating(client, bare))["figures"] == []
    host = (await client.get(f"/api/v1/runs/{bare}")).json()["host"]["id"]
    told = {}
    for path in (f"runs/{rated}", f"runs/{bare}", f"hosts/{host}"):
        answer = (await client.get(f"/api/v1/{path}/questions")).json()
        told[path] = next((one["answer"], one["value"]) for one in answer["items"] if one["key"] == "rated")
    known = ("value", "450k IOPS random read")
    assert list(told.values()) == [known, ("unknown", None), known]
    assert answer["run_id"] == bare
    # Another drive's rating is not this one's.
    await put(client, body(iops=1_000), **{"label.drive.model": "ACME 9000"})
    answer = (await client.get(f"/api/v1/hosts/{host}/questions")).json()
    assert [one["answer"] for one in answer["items"] if one["key"] == "rated"] == ["unknown"]


async def test_a_run_that_cannot_be_trusted_is_no_best_one_and_another_test_has_none(
    client: AsyncClient, database: Database
) -> None:
    await add(client, a_card())
    honest = await put(client, body(iops=200_000), **LABELS)
    doubted = await put(client, body(iops=900_000, lat_us=142), **LABELS)
    other = await put(client, body(iops=210_000), **LABELS | {"label.rw": "read"})
    async with database.driver() as driver:
        await driver.execute("update run set verdict_kind = 'trust' where id = $1", UUID(doubted))
    first, second = await host_ratings(client, honest)
    assert (first["latest"]["run_id"], first["latest"]["figure"]["verdict"], first["best"]) == (
        other,
        "not_comparable",
        None,
    )
    assert (second["latest"]["run_id"], second["best"]["run_id"]) == (doubted, honest)
    assert second["latest"]["figure"]["may_judge"] is False


@pytest.mark.parametrize(("host", "status"), [(NOBODY, 404), ("jupiter", 404)])
async def test_no_host_has_no_ratings(client: AsyncClient, host: str, status: int) -> None:
    assert (await client.get(f"/api/v1/hosts/{host}/ratings")).status_code == status


async def test_a_host_without_a_datasheet_has_none(client: AsyncClient) -> None:
    run = await put(client, body(), **{"label.drive.model": "ACME 9000"})
    assert await host_ratings(client, run) == []


async def test_words_of_a_persons_card_leave_no_comparison_unless_they_are_revealed(
    browser: AsyncClient, client: AsyncClient
) -> None:
    card = a_card() | {"title": "Bought for Ada's Projekt 77", "notes": ["ask Ada about ticket AB-4711"]}
    card["source"] = [
        {**one, "title": "Ada's wiki", "address": "https://wiki.ada.example/x"} for one in card["source"]
    ]
    await add(client, card)
    runs = [await put(client, body(iops=iops), **LABELS) for iops in (200_000, 210_000)]
    spec = {"address": f"base=run%3D{runs[0]}&new=run%3D{runs[1]}"}

    async def shown(**wish: object) -> tuple[str, list[dict[str, Any]]]:
        answer = await browser.post("/api/v1/shares/preview", json={"kind": "compare", "spec": spec, **wish})
        assert answer.status_code == 200, answer.text
        document = answer.json()["document"]
        return orjson.dumps(document).decode(), [run["rating"]["figures"][0] for run in document["runs"]]

    text, figures = await shown()
    assert "Ada" not in text and "AB-4711" not in text and "ada.example" not in text
    assert [figure["is_card_hidden"] for figure in figures] == [True, True]
    text, figures = await shown(reveal=["card.words"])
    assert [figure["card"]["title"] for figure in figures] == [card["title"]] * 2
    assert "AB-4711" not in text


@pytest.mark.parametrize("form", ["markdown", "bbcode", "text"])
async def test_a_table_of_few_runs_has_their_scorecards_below(client: AsyncClient, form: str) -> None:
    await add(client, a_card())
    run = await put(client, body(), **LABELS)
    other = await put(client, body(iops=1_000), **{"label.drive.model": "ACME 9000"})
    told = (await client.get("/api/v1/runs/export", params={"format": form})).text
    assert "Compared with the drives' ratings" in told and "44 %" in told and "Comparable" in told
    assert "https://example.org/ds.pdf" in told
    alone = (await client.get("/api/v1/runs/export", params={"format": form, "run": other})).text
    assert "Beside" not in alone
    programs = (await client.get("/api/v1/runs/export", params={"format": "csv", "run": run})).text
    assert "Beside" not in programs


async def test_a_table_of_many_runs_has_none(client: AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fioboard.app.runs.history.export.MAX_SCORECARDS", 1)
    for iops in (200_000, 210_000):
        await put(client, body(iops=iops), **LABELS)
    told = (await client.get("/api/v1/runs/export", params={"format": "markdown"})).text
    assert "Compared with the drives' ratings" not in told


async def test_markdown_of_a_comparison_has_both_sides_beside_their_datasheets(client: AsyncClient) -> None:
    await add(client, a_card())
    runs = [await put(client, body(iops=iops), **LABELS) for iops in (200_000, 210_000, 400_000)]
    sides = {"base": f"run={runs[0]}&run={runs[1]}", "new": f"run={runs[2]}"}
    told = (await client.get("/api/v1/compare", params=sides | {"format": "markdown"})).text
    _, _, beside = told.partition("### Compared with the drives' ratings")
    head, rule, base, new = [line for line in beside.splitlines() if line.startswith("|")]
    assert head.startswith("| Test | Side | Runs | Metric | Measured |") and rule.count("---") == 11
    assert "| base | 2 | Random read, 4k: IOPS | 200k IOPS | 450k IOPS | 44 % | Comparable |" in base
    assert "| 44 % to 47 % |" in base
    assert "| new | 1 |" in new and "89 %" in new
    bare = await client.get("/api/v1/compare", params=sides)
    assert "Beside" not in bare.text
