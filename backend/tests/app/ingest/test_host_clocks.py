"""Times of hosts whose clock is wrong: corrected by the deviation that the upload shows, never from the future."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.app.system.reparse.service import read_again
from fioboard.core.database import Database
from fioboard.store.derive.host_clock import HostClock, compare_clocks
from tests.factories.fio_output import output
from tests.factories.upload import body, manifest
from tests.loops import check_each

pytestmark = pytest.mark.anyio
NOW = datetime(2026, 11, 28, 12, 0, tzinfo=UTC)


async def upload_from(client: AsyncClient, ahead: timedelta, ago: timedelta, **fields: Any) -> dict[str, Any]:
    """Upload a run that ended `ago` before it was sent, from a host whose clock is `ahead`; return its page."""
    clock = datetime.now(UTC) + ahead
    started, ended = clock - ago - timedelta(seconds=20), clock - ago
    files = {"fio.json": output()}
    times = {"started_at": started.isoformat(), "ended_at": ended.isoformat(), "sent_at": clock.isoformat()}
    content, headers = body(files, manifest(files, **(times | fields)))
    stored = await client.post("/api/v1/uploads", content=content, headers=headers)
    assert stored.status_code == 201, stored.text
    run: dict[str, Any] = (await client.get(f"/api/v1/runs/{stored.json()['id']}")).json()
    return run


def since(run: dict[str, Any]) -> timedelta:
    return datetime.now(UTC) - datetime.fromisoformat(run["started_at"])


@check_each("ahead", [timedelta(hours=2), timedelta(days=-8 * 365), timedelta(seconds=61)])
@check_each("ago", [timedelta(0), timedelta(days=3)])
async def test_times_of_a_wrong_clock_are_corrected(
    client: AsyncClient, ahead: timedelta, ago: timedelta
) -> None:
    run = await upload_from(client, ahead, ago)
    assert abs(since(run) - ago - timedelta(seconds=20)) < timedelta(seconds=10)
    assert abs(timedelta(milliseconds=run["clock_ahead_ms"]) - ahead) < timedelta(seconds=10)
    assert run["started_at_reason"].startswith("corrected: the host's clock was ")
    ended = datetime.fromisoformat(run["ended_at"]) - datetime.fromisoformat(run["started_at"])
    assert ended == timedelta(seconds=20)


async def test_reading_again_makes_the_same_correction(client: AsyncClient, database: Database) -> None:
    run = await upload_from(client, timedelta(hours=2), timedelta(days=3))
    async with database.driver() as driver:
        upload_id = await driver.fetchval("select upload_id from run where id = $1", run["id"])
        assert (await read_again(driver, None, upload_id, dry_run=False)).refused is None
    again = (await client.get(f"/api/v1/runs/{run['id']}")).json()
    for field in ("started_at", "started_at_reason", "ended_at", "clock_ahead_ms"):
        assert again[field] == run[field]


async def test_a_clock_within_a_minute_is_right(client: AsyncClient) -> None:
    run = await upload_from(client, timedelta(seconds=-50), timedelta(0))
    assert (run["clock_ahead_ms"], run["started_at_reason"]) == (None, None)


@check_each("sent_at", [None, "yesterday", 10**18, "2026-11-28T12:00:00", [], True])
async def test_an_agent_that_does_not_tell_its_clock_cannot_send_from_the_future(
    client: AsyncClient, sent_at: object
) -> None:
    run = await upload_from(client, timedelta(hours=2), timedelta(0), sent_at=sent_at)
    assert (run["started_at"], run["clock_ahead_ms"]) == (None, None)
    assert run["started_at_reason"] == "in the future"
    past = await upload_from(client, timedelta(days=-3), timedelta(0), sent_at=sent_at)
    assert since(past) > timedelta(days=3)


async def test_a_run_of_a_wrong_clock_does_not_lead_the_list(client: AsyncClient) -> None:
    wrong = await upload_from(client, timedelta(hours=2), timedelta(minutes=5))
    right = await upload_from(client, timedelta(0), timedelta(0))
    listed = (await client.get("/api/v1/runs")).json()["items"]
    assert [run["id"] for run in listed] == [right["id"], wrong["id"]]


async def test_an_import_from_the_future_has_no_start(client: AsyncClient) -> None:
    start = (datetime.now(UTC) + timedelta(hours=3)).isoformat().replace("+00:00", "Z")
    stored = await client.post(f"/api/v1/import?host=jupiter&started_at={start}", content=output())
    run = (await client.get(f"/api/v1/runs/{stored.json()['runs'][0]['id']}")).json()
    assert (run["started_at"], run["started_at_reason"]) == (None, "in the future")


def test_the_time_that_a_large_body_needs_is_no_deviation() -> None:
    sent = (NOW - timedelta(seconds=90)).isoformat()
    assert compare_clocks(sent, NOW, 1_000).ahead == timedelta(seconds=-90)
    assert compare_clocks(sent, NOW, 10_000_000) == HostClock()
    late = (NOW + timedelta(seconds=90)).isoformat()
    assert compare_clocks(late, NOW, 10_000_000).ahead == timedelta(seconds=90)


def test_a_correction_beyond_the_calendar_is_no_time() -> None:
    clock = compare_clocks("1970-01-01T00:00:00Z", NOW, 0)
    assert clock.correct("9999-12-31T23:59:59Z", NOW) == (None, "not a time")
