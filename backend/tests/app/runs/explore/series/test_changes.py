"""A chart over time says what was recorded of a host and changed between its runs, and of no other host."""

from datetime import UTC, datetime, timedelta

import pytest
from httpx2 import AsyncClient

from tests.app.runs.explore.series.test_series import measured, series
from tests.factories.imports import put

pytestmark = pytest.mark.anyio
FIRST = datetime(2026, 11, 1, 2, tzinfo=UTC)


async def run(client: AsyncClient, day: int, host: str, **labels: str) -> str:
    at = (FIRST + timedelta(days=day)).isoformat()
    stated = {f"label.{key}": value for key, value in labels.items()}
    return await put(client, measured(10 + day, day), host=host, started_at=at, **stated)


async def over_time(client: AsyncClient, **query: object) -> list[tuple[object, ...]]:
    chart = await series(client, x="started_at", metric="iops", **query)
    return [
        (one["host"], one["title"], one["before"], one["after"], one["run_id"]) for one in chart["changes"]
    ]


async def test_a_change_stands_at_the_first_run_that_tells_it(client: AsyncClient) -> None:
    ids = [
        await run(client, day, "jupiter", fan=fan, **{"drive.firmware": firmware})
        for day, (fan, firmware) in enumerate([("on", "1.0"), ("on", "1.1"), ("on", "1.1"), ("off", "1.1")])
    ]
    assert await over_time(client) == [
        ("jupiter", "Drive firmware", "1.0", "1.1", ids[1]),
        ("jupiter", "fan", "on", "off", ids[3]),
    ]


async def test_a_run_that_tells_nothing_is_no_change(client: AsyncClient) -> None:
    await run(client, 0, "jupiter", fan="on")
    await run(client, 1, "jupiter")
    await run(client, 2, "jupiter", fan="on")
    assert await over_time(client) == []


async def test_two_hosts_that_differ_changed_nothing(client: AsyncClient) -> None:
    await run(client, 0, "jupiter", fan="on")
    await run(client, 1, "saturn", fan="off")
    assert await over_time(client) == []
    last = await run(client, 2, "jupiter", fan="off")
    assert await over_time(client) == [("jupiter", "fan", "on", "off", last)]
    assert await over_time(client, host="saturn") == []


async def test_what_changes_with_every_run_is_no_mark(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fioboard.app.runs.explore.series.changes.MAX_CHANGES", 2)
    for day in range(4):
        await run(client, day, "jupiter", lot=str(day), fan="on" if day < 2 else "off")
    assert [title for _, title, *_ in await over_time(client)] == ["fan"]


async def test_over_anything_else_there_are_none(client: AsyncClient) -> None:
    await run(client, 0, "jupiter", fan="on")
    assert "changes" not in await series(client, x="iodepth", metric="iops")
