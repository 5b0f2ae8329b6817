"""A database with rows in every table, made through the service's own doors, and another one to restore into."""

import hashlib
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
import pytest
from httpx2 import ASGITransport, AsyncClient
from sqlalchemy import text

from fioboard.app.access.issue import issue_login_code
from fioboard.app.notifications.work import work as tell
from fioboard.app.reference_sets.imports import import_set
from fioboard.app.watch.changes.work import work as watch
from fioboard.app.watch.events.work import work as look
from fioboard.core.config import Settings
from fioboard.core.database import Database, make_engine
from fioboard.core.ids import uuid7
from fioboard.engine.reference_sets.signature import verify
from fioboard.store.backup.create import create_backup
from fioboard.store.queries import reparse as reparse_queries
from fioboard.store.queries import serving_hosts
from tests.app.accounts.test_enrolment_of_machines import Lab, machine
from tests.app.hosts.machines.test_hardware import DOCUMENT, imported
from tests.app.measuring.conftest import OFFERS
from tests.conftest import BASE_URL, TableEmptier, empty_database
from tests.contract.conftest import contents
from tests.engine.reference_sets.test_document import cell, stated
from tests.engine.reference_sets.test_document import write as write_reference_set
from tests.factories.fresh_database import fresh_database
from tests.factories.measured_machine import samples, upload
from tests.factories.nights import steady, upload_nights
from tests.factories.shares import of_run, share
from tests.factories.upload import body, inventory, manifest

MINUTE = timedelta(minutes=1)
BATCH = "0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11"
CARD = """
schema = 1
id = "acme-9000"
title = "ACME 9000"
class = "client"
rating = [{ metric = "iops", value = 1000, claim = "up to", rw = "randread" }]
"""


@pytest.fixture
def url(configured: Settings) -> str:
    """The address of the database that `full` fills."""
    assert configured.database_url is not None
    return configured.database_url.get_secret_value()


@pytest.fixture(scope="module")
def kept() -> set[str]:
    """The databases that `full` filled for this file of tests, by their addresses: filling one takes a second."""
    return set()


@pytest.fixture
def emptied(configured: Settings, emptiers: dict[str, TableEmptier], kept: set[str]) -> str:
    """The address of the migrated database, which has no rows, or those of `full` and what tests put beside them."""
    return empty_database(configured, emptiers, kept)


@pytest.fixture
async def full(
    app: Any, client: AsyncClient, browser: AsyncClient, database: Database, url: str, kept: set[str]
) -> str:
    """The address of a database with rows in every table."""
    if url not in kept:
        await fill(app, client, browser, database, url)
        kept.add(url)
    return url


async def fill(app: Any, client: AsyncClient, browser: AsyncClient, database: Database, url: str) -> None:
    """Put rows into every table."""
    run_ids = []
    for content, has_inventory in contents():
        files = {"fio.json": content}
        request, headers = body(files, manifest(files), inventory() if has_inventory else None)
        run_ids.append((await client.post("/api/v1/uploads", content=request, headers=headers)).json()["id"])
    request, headers = upload("epyc-nps4", sampled=samples(["nvme0n1", "nvme1n1"]))
    run_ids.append((await client.post("/api/v1/uploads", content=request, headers=headers)).json()["id"])
    step = {"id": BATCH, "name": "sweep", "step": 1, "steps": 1}
    request, headers = upload("epyc-nps4", targets=[], target="/dev/nvme0n1", batch=step)
    assert (await client.post("/api/v1/uploads", content=request, headers=headers)).status_code == 201
    request, headers = body(files, manifest(files | {"not-sent.json": b"x"}))
    assert (await client.post("/api/v1/uploads", content=request, headers=headers)).status_code == 422
    await client.patch(f"/api/v1/batches/{BATCH}", json={"title": "As bought"})
    await client.patch(f"/api/v1/runs/{run_ids[0]}", json={"note": "tab\t, line\nend, \\N, ü, \u2028"})
    view = await client.post("/api/v1/views", json={"page": "runs", "name": "Slow", "query": "rw=read"})
    made = await browser.post("/api/v1/feeds", json={"view_id": view.json()["id"]})
    assert made.status_code == 201
    await client.post("/api/v1/specs", json={"toml": CARD})
    # What is rated by hand is to be read again.
    await client.patch(f"/api/v1/runs/{run_ids[0]}", json={"labels": {"rated_iops": "1M"}})
    await browser.post("/api/v1/invitations", json={"role": "editor", "label": "for mara"})
    link = await share(browser, of_run(run_ids[-1]))
    transport = ASGITransport(app, raise_app_exceptions=False)
    async with AsyncClient(transport=transport, base_url=BASE_URL) as stranger:
        assert (await stranger.get(link.path)).status_code == 200
        repliable = await share(browser, of_run(run_ids[-1], takes_replies=True))
        assert (await stranger.post(f"{repliable.path}/reply-codes")).status_code == 201
        guess = {"name": "mara", "password": "guess"}
        headers = {"sec-fetch-site": "same-origin"}
        wrong = await stranger.post("/api/v1/session", json=guess, headers=headers)
        assert wrong.status_code == 401
        # Two hosts that somebody calls one.
        lab = Lab(browser, stranger)
        for n in (1, 2):
            await lab.enrol(f"twin-{n}", machine(n))
        await imported(client, "twin-2", 1000)
        named = {host["name"]: host["id"] for host in (await client.get("/api/v1/hosts")).json()["items"]}
        twins = [named["twin-1"], named["twin-2"]]
        merged = await client.post(f"/api/v1/hosts/{twins[0]}/merge", json={"host_id": twins[1]})
        assert merged.status_code == 201, merged.text
    hook = {"kind": "webhook", "address": "http://127.0.0.1:1/", "signing_secret": "sixteen letters!"}
    added = await browser.post("/api/v1/notification-rules", json={"name": "mine", "destination": hook})
    assert added.status_code == 201
    await upload_nights(client, [*steady(100_000, 12), *steady(80_000, 12)])
    assert await watch(database)
    assert await tell(database)
    await imported(client, "bare", 1000)
    hosts = (await client.get("/api/v1/hosts")).json()["items"]
    pasted = {"document": orjson.dumps(DOCUMENT).decode(), "since": "2000-01-01T00:00:00Z"}
    by_name = {host["name"]: host["id"] for host in hosts}
    attached = await client.post(f"/api/v1/hosts/{by_name['bare']}/hardware", json=pasted)
    assert attached.status_code == 200, attached.text
    rule = {"host_id": hosts[0]["id"], "weekdays": [0, 6], "by": "04:00", "zone": "Europe/Berlin"}
    assert (await client.post("/api/v1/expectations", json=rule)).status_code == 201
    moved = {"host_id": hosts[0]["id"], "at": "2026-03-05T00:00:00Z", "text": "moved to the new rack"}
    assert (await client.post("/api/v1/time-notes", json=moved)).status_code == 201
    word = {"agent_host_id": "host-jupiter", "agent_version": "0.2.0", "waiting": 1, "refused": 0}
    word["waiting_since"] = "2026-03-01T00:00:00Z"
    assert (await client.post("/api/v1/agent-reports", json=word)).status_code == 200
    assert await look(database)
    pinned = {"filter": f"run={run_ids[0]}", "name": "As bought", "host_id": hosts[0]["id"]}
    assert (await client.post("/api/v1/references", json=pinned)).status_code == 201
    async with database.driver() as driver, driver.transaction():
        other = write_reference_set(cell(), stated=[stated()])
        await import_set(driver, other, "anna", verify(other).fingerprint)
    wanted = {"host_id": hosts[0]["id"], "kind": "suite", "name": "quick", "target": "/srv/bench"}
    request = await client.post("/api/v1/requests", json=wanted)
    assert request.status_code == 201
    together = [{"host_id": one["id"]} for one in hosts[:2]]
    async with database.driver() as driver:
        for one in together:
            await serving_hosts.put_host(driver, UUID(one["host_id"]), "0.3.0", orjson.dumps(OFFERS).decode())
    several = {"kind": "job", "name": "nightly", "target": "/srv/bench", "hosts": together}
    grouped = (await client.post("/api/v1/requests", json=several)).json()
    timed = several | {"cron": "daily", "zone": "UTC"}
    assert (await client.post("/api/v1/schedules", json=timed)).status_code == 201
    async with database.driver() as driver:
        await serving_hosts.put_host(driver, UUID(hosts[0]["id"]), "0.3.0", "{}")
        sampled = "insert into live_sample (request_id, at, sample) values ($1, now(), '{}')"
        await driver.execute(sampled, UUID(request.json()["id"]))
        ready = "insert into request_start (request_id, step, ready_at) values ($1, 1, now())"
        await driver.execute(ready, UUID(grouped["id"]))
    # After the watching: what waits to be watched.
    await upload_nights(client, [80_000], host="saturn")
    async with database.driver() as driver:
        assert await reparse_queries.start(driver, uuid7(), is_dry_run=True, is_of_everything=True)
    async with database.transaction() as session:
        await issue_login_code(session, MINUTE)
    empty = [name for name, (count, _) in (await contents_of(url)).items() if not count]
    assert empty == []


@pytest.fixture
async def other(url: str) -> AsyncIterator[str]:
    """The address of a new database."""
    async with fresh_database(url, "restored") as own:
        yield own


@pytest.fixture
async def backup(full: str, tmp_path: Path) -> Path:
    """A backup of `full`."""
    path = tmp_path / "fioboard.backup"
    await create_backup(full, path, lambda *_: None)
    return path


async def contents_of(url: str) -> dict[str, tuple[int, str]]:
    """Every table's number of rows, those in partitions once, and a digest of all their values in order; {} for a new database."""
    engine = make_engine(url, pool_size=1)
    found = {}
    async with engine.connect() as connection:
        names = await connection.scalars(
            text(
                "select relname from pg_class where relnamespace = 'public'::regnamespace "
                "and relkind in ('r', 'p') and not relispartition order by relname"
            )
        )
        for name in names.all():
            rows = (
                await connection.scalars(text(f'select t::text collate "C" from "{name}" t order by 1'))
            ).all()
            found[name] = (len(rows), hashlib.sha256("\n".join(rows).encode()).hexdigest())
    await engine.dispose()
    return found
