"""What ends a link beside its makers' hand: the makers' leaving, a run's deletion, time (L4)."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient

from fioboard.app.access.people import change_standing
from fioboard.app.sharing.links import publishing
from fioboard.app.sharing.links.purge import KEPT_AFTER_END, purge
from fioboard.core.database import Database
from fioboard.store.queries import accounts as account_queries
from fioboard.store.queries import shares as share_queries
from tests.conftest import BASE_URL, token_for
from tests.factories.imports import jobs, put
from tests.factories.shares import SHARES, Link, of_run, share

pytestmark = pytest.mark.anyio


async def state(client: AsyncClient, link: Link) -> str:
    return str((await client.get(f"{SHARES}/{link.id}")).json()["state"])


async def admin(database: Database) -> Any:
    """The browser's user, and another admin, so that the first one may leave."""
    async with database.transaction() as session:
        user = await account_queries.find_user_by_name(session, "admin")
        assert user is not None
        await account_queries.add_user(session, name="second", role="admin")
        return user.id


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"role": "viewer", "is_active": None}, "revoked"),
        ({"role": None, "is_active": False}, "revoked"),
        ({"role": "editor", "is_active": None}, "active"),
    ],
)
async def test_a_maker_who_leaves_or_may_share_no_more_takes_the_links_along(
    client: AsyncClient, browser: AsyncClient, database: Database, run_id: str, change: Any, expected: str
) -> None:
    link = await share(browser, of_run(run_id))
    user_id = await admin(database)
    made = await browser.post("/api/v1/tokens", json={"name": "ci", "scope": "write"})
    transport = ASGITransport(browser._transport.app)  # type: ignore[attr-defined]  # the fixture made it an ASGITransport
    bearer = {"authorization": f"Bearer {made.json()['token']}"}
    async with AsyncClient(transport=transport, base_url=BASE_URL, headers=bearer) as program:
        by_token = await share(program, of_run(run_id))
    others = await share(client, of_run(run_id))
    async with database.transaction() as session:
        await change_standing(session, user_id, **change)
    assert [await state(client, one) for one in (link, by_token, others)] == [expected, expected, "active"]
    async with database.transaction() as session:  # and coming back does not bring them back
        await change_standing(session, user_id, role="admin", is_active=True)
    assert await state(client, link) == expected


async def test_a_token_that_is_revoked_takes_its_links_along(
    app: Any, client: AsyncClient, browser: AsyncClient, database: Database, run_id: str
) -> None:
    bearer = {"authorization": f"Bearer {await token_for(database, 'write')}"}
    async with AsyncClient(transport=ASGITransport(app), base_url=BASE_URL, headers=bearer) as program:
        link = await share(program, of_run(run_id))
    tokens = (await browser.get("/api/v1/tokens")).json()["items"]
    [token_id] = [token["id"] for token in tokens if token["scope"] == "write"]
    assert (await browser.delete(f"/api/v1/tokens/{token_id}")).status_code == 204
    assert await state(client, link) == "revoked"
    events = (await client.get("/api/v1/audit", params={"subject": link.id})).json()["items"]
    assert (events[0]["action"], events[0]["detail"]["reason"]) == (
        "share.revoke",
        "its maker may share no more",
    )


async def test_who_lost_the_right_while_the_copy_was_made_publishes_nothing(
    app: Any, client: AsyncClient, database: Database, run_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = await token_for(database, "write")
    plain = publishing.frozen

    async def overtaken(*arguments: Any) -> Any:
        made = await plain(*arguments)
        async with database.driver() as driver:
            await driver.execute("update api_token set revoked_at = now() where scope = 'write'")
        return made

    monkeypatch.setattr(publishing, "frozen", overtaken)
    bearer = {"authorization": f"Bearer {token}"}
    async with AsyncClient(transport=ASGITransport(app), base_url=BASE_URL, headers=bearer) as program:
        answer = await program.post(SHARES, json=of_run(run_id))
    assert (answer.status_code, answer.json()["error"]) == (403, "WrongScope")
    assert (await client.get(SHARES)).json()["items"] == []


async def test_a_run_deleted_while_the_copy_was_made_publishes_nothing(
    client: AsyncClient, run_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = publishing.frozen

    async def overtaken(*arguments: Any) -> Any:
        made = await plain(*arguments)
        assert (await client.delete(f"/api/v1/runs/{run_id}")).status_code == 204
        return made

    monkeypatch.setattr(publishing, "frozen", overtaken)
    answer = await client.post(SHARES, json=of_run(run_id))
    assert (answer.status_code, answer.json()["error"]) == (404, "RunNotFound")
    assert (await client.get(SHARES)).json()["items"] == []


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    ("query", "expected"),
    [({}, "revoked"), ({"shares": "revoke"}, "revoked"), ({"shares": "keep"}, "active")],
)
async def test_deleting_a_run_ends_its_links_or_keeps_them_frozen(
    client: AsyncClient, stranger: AsyncClient, link: Link, run_id: str, query: dict[str, str], expected: str
) -> None:
    before = (await stranger.get(link.paths["json"])).content
    assert (await client.delete(f"/api/v1/runs/{run_id}", params=query)).status_code == 204
    after = await stranger.get(link.paths["json"])
    assert await state(client, link) == expected
    if expected == "active":
        assert (after.status_code, after.content) == (200, before)
        assert (await client.get(f"{SHARES}/{link.id}")).json()["run_ids"] == []
    else:
        assert (after.status_code, after.json()["error"]) == (410, "ShareRevoked")
        await client.post(f"/api/v1/runs/{run_id}/restore")
        assert await state(client, link) == "revoked"


@pytest.mark.quick(1)
@pytest.mark.parametrize(("shares", "expected"), [(None, "revoked"), ("keep", "active")])
async def test_deleting_many_runs_does_the_same(
    client: AsyncClient, link: Link, run_id: str, shares: str | None, expected: str
) -> None:
    other_run = await put(client, jobs({}))
    other = await share(client, of_run(other_run))
    patch = {"run_ids": [run_id], "is_deleted": True} | ({"shares": shares} if shares else {})
    assert (await client.patch("/api/v1/runs", json=patch)).json()["runs"] == 1
    assert [await state(client, link), await state(client, other)] == [expected, "active"]


async def test_a_comparison_ends_with_any_of_its_runs(client: AsyncClient) -> None:
    base, new = [await put(client, jobs({}, timestamp=n)) for n in (1, 2)]
    body = {"kind": "compare", "spec": {"address": f"base=run%3D{base}&new=run%3D{new}"}}
    link = await share(client, body)
    shown = (await client.get(f"{SHARES}/{link.id}")).json()
    [host] = (await client.get("/api/v1/hosts")).json()["items"]
    assert (shown["run_ids"], shown["host_names"]) == (sorted([base, new]), [host["name"]])
    # What its recipient sees has no name of a host.
    assert shown["title"] == "Comparison on host 1"
    await client.delete(f"/api/v1/runs/{new}")
    assert await state(client, link) == "revoked"


@pytest.mark.nightly
async def test_the_copy_of_an_ended_link_is_dropped_and_its_line_stays(
    client: AsyncClient, link: Link, run_id: str, database: Database
) -> None:
    lasting = await share(client, of_run(run_id))
    await client.delete(f"{SHARES}/{link.id}")
    assert await purge(database) == 0
    async with database.driver() as driver:
        await driver.execute(
            "update share set revoked_at = now() - $1::interval where revoked_at is not null",
            KEPT_AFTER_END + timedelta(hours=1),
        )
    assert [await purge(database), await purge(database)] == [1, 0]
    assert (await client.get(f"{SHARES}/{link.id}/document")).status_code == 410
    assert await state(client, link) == "revoked"
    assert (await client.get(f"{SHARES}/{lasting.id}/document")).status_code == 200


@pytest.mark.nightly
async def test_a_link_whose_copy_was_dropped_cannot_be_extended(
    client: AsyncClient, link: Link, database: Database
) -> None:
    async with database.driver() as driver:
        await driver.execute("update share set expires_at = now() - interval '60 days'")
    assert await purge(database) == 1
    answer = await client.patch(f"{SHARES}/{link.id}", json={"expires_at": "2026-12-30T00:00:00Z"})
    assert (answer.status_code, answer.json()["error"]) == (409, "ShareEnded")


@pytest.mark.nightly
async def test_many_openings_at_once_are_all_counted_and_the_log_stays_short(
    client: AsyncClient, stranger: AsyncClient, link: Link, database: Database
) -> None:
    answers = await asyncio.gather(*(stranger.get(link.path) for _ in range(20)))
    assert {answer.status_code for answer in answers} == {200}
    assert (await client.get(f"{SHARES}/{link.id}")).json()["view_count"] == 20
    events = (await client.get("/api/v1/audit", params={"subject": link.id})).json()["items"]
    assert [event["action"] for event in events].count("share.first_view") == 1
    async with database.driver() as driver, driver.transaction():
        share_id = await driver.fetchval("select id from share")
        await share_queries.add_view(driver, share_id, "raw", network=None, browser=None, keep=7)
    views = (await client.get(f"{SHARES}/{link.id}/views")).json()["items"]
    assert len(views) == 7
    assert views[0] | {"at": ""} == {"at": "", "what": "raw", "network": None, "browser": None}


@pytest.mark.nightly
async def test_pausing_and_revoking_at_once_leaves_it_revoked(client: AsyncClient, link: Link) -> None:
    url = f"{SHARES}/{link.id}"
    requests = [client.patch(url, json={"is_paused": n % 2 == 0}) for n in range(6)]
    answers = await asyncio.gather(*requests[:3], client.delete(url), *requests[3:])
    assert {answer.status_code for answer in answers} <= {200, 204, 409}
    assert await state(client, link) == "revoked"
