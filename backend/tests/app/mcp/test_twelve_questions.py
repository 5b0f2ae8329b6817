"""The twelve questions of frontend/e2e/tasks.spec.ts on their data, each answered by tool calls alone, with the figures
that the pages ask the API for.

Here stand those that the demo alone does not hold: the best p99 of last week, p99 over depth drive by drive, when it got
slower, a label for many runs, and a view that is kept. test_tools.py has the others.
"""

from collections.abc import Mapping
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

    # A label for many runs at once: tools only read, and find what was marked.
    await client.patch("/api/v1/runs", json={"run_ids": nights["swept"], "add_tags": ["looked-at"]})
    marked = await tools.call("search_runs", filter="tag=looked-at", limit=30)
    assert {run["id"] for run in marked["runs"]} == set(nights["swept"])
    assert marked["total"] == len(DRIVES) * len(DEPTHS)

    # A view that is kept, by its name; its filter finds what the page lists.
    kept_view = {"name": "The nights", "page": "runs", "query": "host=nightly"}
    assert (await client.post("/api/v1/views", json=kept_view)).status_code == 201
    [view] = (await tools.call("list_views"))["views"]
    assert (view["name"], view["filter"]) == ("The nights", "host=nightly")
    of_view = await tools.call("search_runs", filter=view["filter"], limit=30)
    assert of_view["total"] == len(NIGHTS) + len(nights["swept"])


@pytest.mark.usefixtures("nights")
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
