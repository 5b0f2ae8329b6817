"""`fioboard retention`: says what hangs on what is old, drops it only when told to, and the audit log has both."""

import asyncio
import subprocess
from datetime import timedelta

import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.core.times import now
from tests.cli.conftest import fioboard
from tests.factories.shares import of_run, share
from tests.store.retention.conftest import set_clock
from tests.store.retention.test_expiry import both

pytestmark = pytest.mark.anyio


async def called(url: str, *options: str) -> subprocess.CompletedProcess[str]:
    """The command on this database, as the owner of its tables."""
    return await asyncio.to_thread(fioboard, "retention", *options, database_url=url)


@pytest.mark.nightly
async def test_it_says_first_and_drops_when_told(
    client: AsyncClient,
    browser: AsyncClient,
    database: Database,
    database_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as long_ago:
        set_clock(long_ago, now() - timedelta(days=120))
        old = await both(client, "old")
    young = await both(client, "young")
    await share(browser, of_run(old[0]))
    assert (await client.patch(f"/api/v1/runs/{old[1]}", json={"note": "edited"})).status_code == 200

    without = await called(database_url)
    assert (without.returncode, "--keep-months" in without.stderr) == (2, True)
    year = await called(database_url, "--keep-months", "12", "--apply")
    assert year.stdout.startswith("No run was uploaded before 20"), year.stderr
    look = await called(database_url, "--keep-months", "1")
    assert "2 runs of 2 hosts" in look.stdout
    assert "1 link was made from them; it goes on showing its copy." in look.stdout
    assert "1 of the runs was edited" in look.stdout
    assert "Dry run, nothing deleted." in look.stdout
    assert (await client.get("/api/v1/runs")).json()["total"] == len(old) + len(young)

    done = await called(database_url, "--keep-months", "1", "--apply")
    assert done.returncode == 0, done.stderr
    assert "2 runs of 2 uploads" in done.stdout
    listed = (await client.get("/api/v1/runs")).json()
    assert {run["id"] for run in listed["items"]} == set(young)
    async with database.driver() as driver:
        events = await driver.fetch(
            "select action, detail from audit_event where action like 'retention.%' order by id"
        )
    assert [event["action"] for event in events] == ["retention.begin", "retention.end"]
    assert orjson.loads(events[-1]["detail"])["runs"] == len(old)
