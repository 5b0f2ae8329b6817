"""The twelve questions of frontend/e2e/tasks.spec.ts on their data, each answered by tool calls alone, with the figures
that the pages ask the API for.

Here stand those that the demo alone does not hold: the best p99 of last week, p99 over depth drive by drive, when it got
slower, a label for many runs, and a view that is kept. test_tools.py has the others.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.app.mcp.server import MAX_BYTES
from fioboard.app.watch.changes.work import work
from fioboard.core.database import Database
from tests.app.mcp.test_tools import Tools, tools
from tests.factories.fio_output import direction, job, output
from tests.factories.kept_demo import emptied, kept, loaded
from tests.factories.reference_sets import MODEL, send_drive_run

pytestmark = pytest.mark.anyio
__all__ = ["emptied", "kept", "loaded", "tools"]
NIGHTS, SLOWER_FROM = range(40, 14, -1), 24
DRIVES = {"FAST 1T": 111_104, "SLOW 1T": 317_440}
DEPTHS = (1, 4, 16)


async def _measure(
    client: AsyncClient, days: int, iops: int, clat_ns: int, depth: int, labels: Mapping[str, str]
) -> str:
    """Import a run as the tasks do: random reads of 4 KiB, all of which took as long."""
    moment = datetime.now(UTC) - timedelta(days=days)
    options = {"name": "night", "rw": "randread", "bs": "4096", "iodepth": str(depth), "ioengine": "io_uring",
               "direct": "1", "runtime": "1000", "time_based": "", "filename": "/data/test", "size": "1G"}  # fmt: skip
    figures = direction(iops=iops, runtime_ms=1_000_000, clat_mean_ns=clat_ns)
    figures["clat_ns"]["percentile"] = {f"{at:.6f}": clat_ns for at in (1, 50, 95, 99, 99.9)}
    printed = orjson.loads(
        output(job("night", read=figures, job_runtime=1_000_000, **{"job options": options}))
    )
    printed |= {
        "timestamp": int(moment.timestamp()),
        "timestamp_ms": int(moment.timestamp() * 1000),
        "time": "-",
    }
    answer = await client.post(
        "/api/v1/import",
        params={"host": "nightly", **{f"label.{key}": value for key, value in labels.items()}},
        content=orjson.dumps(printed),
        headers={"content-type": "application/json"},
    )
    assert answer.status_code == 201, answer.text
    return str(answer.json()["runs"][0]["id"])


@pytest.fixture
async def nights(client: AsyncClient, database: Database, loaded: int) -> dict[str, list[str]]:
    """Nights of which the last ten are slower, and a sweep of depths on two drives; the demo beside them."""
    assert loaded > 30
    slower = []
    for day in NIGHTS:
        is_slow = day < SLOWER_FROM
        iops = round((86_000 if is_slow else 100_000) * (1 + ((day * 7) % 11) / 2000))
        labels = {"kernel": "6.8.0" if is_slow else "6.1.0"}
        run = await _measure(client, day, iops, 370_688 if is_slow else 317_440, 32, labels)
        slower += [run] if is_slow else []
    swept = [
        await _measure(client, 3, 20_000 * depth, clat, depth, {"drive.model": drive, "sweep": "depth"})
        for drive, clat in DRIVES.items()
        for depth in DEPTHS
    ]
    assert await work(database)
    return {"slower": slower, "swept": swept}


def read_figures(runs: Sequence[Mapping[str, Any]]) -> list[list[object]]:
    """Read the figures of runs as a tool says them."""
    keys = ("iops", "bw_bytes_per_s", "clat_p50_ns", "clat_p99_ns")
    return [[run["id"], *(one[key] for one in run["results"] for key in keys)] for run in runs]


def read_listed(runs: Sequence[Mapping[str, Any]]) -> list[list[object]]:
    """Read the same of the list that a page shows."""
    return [
        [
            run["id"],
            *(
                figure
                for one in run["results"]
                for figure in (
                    one["iops"],
                    one["bw_bytes_per_s"],
                    *(one["clat_ns"]["percentiles"][key] for key in ("50", "99")),
                )
            ),
        ]
        for run in runs
    ]


@pytest.mark.nightly
async def test_the_questions_of_the_nights_are_answered_by_tools(
    tools: Tools, client: AsyncClient, nights: dict[str, list[str]]
) -> None:
    async def ask(path: str, **query: str) -> Any:
        answer = await client.get(f"/api/v1{path}", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    # The best p99 of last week: what the page lists first.
    found = await tools.call(
        "search_runs", filter="started_at=last-7d&tag=!demo", sort="clat_p99_ns", limit=1
    )
    [best] = found["runs"]
    page = await ask(
        "/runs", **{"started_at": "last-7d", "tag": "!demo", "sort": "clat_p99_ns", "limit": "1"}
    )
    assert best["id"] == page["items"][0]["id"] in nights["swept"]
    assert best["labels"]["drive.model"] == "FAST 1T"
    [shown] = page["items"][0]["results"]
    assert best["results"][0]["clat_p99_ns"] == shown["clat_ns"]["percentiles"]["99"] == DRIVES["FAST 1T"]

    # p99 over depth, drive by drive.
    query = {"x": "iodepth", "metric": "clat_p99_ns", "by": "drive.model"}
    series = await tools.call("get_series", **query, filter="label.sweep=depth")
    drawn = await ask("/series", **query, **{"label.sweep": "depth"})
    figures = [
        [(at["x"], at["n"], at["min"], at["max"]) for at in line["points"]] for line in series["lines"]
    ]
    assert figures == [
        [(at["x"], at["n"], at["min"], at["max"]) for at in line["points"]] for line in drawn["series"]
    ]
    assert {line["key"]: {at["max"] for at in line["points"]} for line in series["lines"]} == {
        drive: {clat} for drive, clat in DRIVES.items()
    }
    assert all([depth for depth, *_ in line] == list(DEPTHS) for line in figures)

    # When it got slower, and what changed then.
    changes = await tools.call("list_changes", host="nightly", direction="worse")
    listed = await ask("/changes", host="nightly", worse="true")
    assert changes["changes"]
    assert [one["id"] for one in changes["changes"]] == [one["id"] for one in listed["items"]]
    assert all(any("ernel" in one for one in change["suspects"]) for change in changes["changes"])

    # A label for many runs at once: people mark; which runs carry the mark, and what they measured, tools say.
    await client.patch("/api/v1/runs", json={"run_ids": nights["swept"], "add_tags": ["looked-at"]})
    marked = await tools.call("search_runs", filter="tag=looked-at", limit=30)
    assert {run["id"] for run in marked["runs"]} == set(nights["swept"])
    assert marked["total"] == len(DRIVES) * len(DEPTHS)
    listed = await ask("/runs", tag="looked-at", sort="-started_at", limit="30")
    assert read_figures(marked["runs"]) == read_listed(listed["items"])
    labelled = await tools.call("search_runs", filter="label.sweep=depth", limit=30)
    assert read_figures(labelled["runs"]) == read_figures(marked["runs"])
    assert all(run["labels"]["sweep"] == "depth" and "looked-at" in run["tags"] for run in labelled["runs"])

    # A view that is kept, by its name; its filter finds what the page lists.
    kept_view = {"name": "The nights", "page": "runs", "query": "host=nightly"}
    assert (await client.post("/api/v1/views", json=kept_view)).status_code == 201
    [view] = (await tools.call("list_views"))["views"]
    assert (view["name"], view["filter"]) == ("The nights", "host=nightly")
    of_view = await tools.call("search_runs", filter=view["filter"], limit=30)
    assert of_view["total"] == len(NIGHTS) + len(nights["swept"])
    page = await ask("/runs", host="nightly", sort="-started_at", limit="30")
    assert read_figures(of_view["runs"]) == read_listed(page["items"])
    assert view["url"] == "https://fio.example/runs?host=nightly"


@pytest.mark.nightly
async def test_every_tool_says_the_figures_of_the_pages(
    tools: Tools, client: AsyncClient, nights: dict[str, list[str]]
) -> None:
    async def ask(path: str, **query: str) -> Any:
        answer = await client.get(f"/api/v1{path}", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    # A comparison and its explanation.
    sides = {"base": "kernel=6.1.0", "new": "kernel=6.8.0"}
    compared, explained = (
        await tools.call("compare", **sides),
        await tools.call("explain_difference", **sides),
    )
    page = await ask("/compare", **sides)
    shown = [
        (name, metric["base"]["mean"], metric["base"]["n"], metric["new"]["mean"], metric["new"]["n"],
         metric["ratio"], metric["ratio_ci95"], metric["verdict"])
        for workload in page["workloads"] for name, metric in workload["metrics"].items()
    ]  # fmt: skip
    assert shown and [
        (row["metric"], row["base_mean"], row["base_n"], row["new_mean"], row["new_n"], row["ratio"],
         row["ratio_ci95"], row["verdict"])
        for row in compared["rows"]
    ] == shown  # fmt: skip
    assert compared["sentence"] == explained["sentence"] == page["sentence"]
    assert [(one["key"], one["base"], one["new"]) for one in explained["changed"]] == [
        (one["key"], one["base"], one["new"]) for one in page["factors_changed"]
    ]
    assert explained["text"] == page["attribution"]["text"]

    # A run's answer with its stages, a host, and every figure of a change.
    run = nights["slower"][0]
    answer, of_page = await tools.call("get_run_answer", run_id=run), await ask(f"/runs/{run}/answer")
    assert (answer["sentence"], answer["share"], answer["compared_with"]) == tuple(
        of_page["verdict"][key] for key in ("sentence", "share", "compared_with")
    )
    assert [(one["label"], one["high"], one["measured"], one["share"]) for one in answer["stages"]] == [
        (one["label"], one["high"], one["measured"], one["share"]) for one in of_page["ceilings"]
    ]
    host = await tools.call("get_host", name="nightly")
    detail = await ask(f"/hosts/{host['id']}")
    assert (host["runs"], host["sentence"]) == (detail["run_count"], detail["answer"]["sentence"])
    keys = ("metric", "before", "after", "ratio", "n_before", "n_after", "is_worse")
    changes = (await tools.call("list_changes", host="nightly"))["changes"]
    assert changes and [[one[key] for key in keys] for one in changes] == [
        [one[key] for key in keys] for one in (await ask("/changes", host="nightly"))["items"]
    ]

    # A datasheet, a table, and what a reviewer states of the drive.
    rated = (await ask("/runs", **{"drive.model": "INTEL SSDPEDMD020T4", "limit": "1"}))["items"][0]["id"]
    rating, of_run = (
        await tools.call("rate_against_datasheet", run_id=rated),
        await ask(f"/runs/{rated}/rating"),
    )
    conditions = ("metric", "measured", "rated", "share", "verdict")
    assert rating["figures"] and [[one[key] for key in conditions] for one in rating["figures"]] == [
        [one[key] for key in conditions] for one in of_run["figures"]
    ]
    table = await client.get(
        "/api/v1/runs/export",
        params={"host": "nightly", "format": "markdown", "sort": "-started_at", "max_runs": "10"},
    )
    assert (await tools.call("export_table", filter="host=nightly"))["result"] == table.text
    pasted = {
        "by": "A reviewer",
        "model": MODEL,
        "title": "Example",
        "source": {"title": "A review"},
        "rating": [{"metric": "iops", "value": 450_000, "claim": "up to", "rw": "randread", "bs_bytes": 4096,
                    "queue_depth": 32}],
    }  # fmt: skip
    assert (await client.post("/api/v1/reference-sets", json=pasted)).status_code == 201
    of_drive = await send_drive_run(client, 80_000)
    placed = await tools.call("compare_with_reference_sets", run_id=of_drive)
    on_page = await ask("/reference-sets/placements", run=of_drive)
    assert (placed["results"], placed["stated"]) == (on_page["items"], on_page["stated"])
    assert [one["by"] for one in placed["stated"]] == ["A reviewer"]


@pytest.mark.usefixtures("nights")
@pytest.mark.nightly
async def test_no_answer_about_them_is_larger_than_a_conversation_holds(tools: Tools) -> None:
    calls: tuple[tuple[str, dict[str, Any]], ...] = (
        ("search_runs", {"limit": 30}),
        ("get_series", {"x": "started_at", "metric": "iops", "filter": "host=nightly"}),
        ("compare", {"base": "kernel=6.1.0", "new": "kernel=6.8.0"}),
        ("explain_difference", {"base": "kernel=6.1.0", "new": "kernel=6.8.0"}),
        ("list_changes", {}),
        ("get_host", {"name": "nightly"}),
        ("export_table", {"limit": 30}),
        ("list_views", {}),
    )
    for name, arguments in calls:
        answer = await tools.client.call_tool(name, arguments)
        assert not answer.is_error, (name, answer.content)
        assert len(orjson.dumps(answer.structured_content)) <= MAX_BYTES, name
