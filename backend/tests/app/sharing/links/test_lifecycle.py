"""A link from its making to its end: what its makers see, and what strangers get at each moment (L3, L4)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from tests.factories.shares import SHARES, Link, of_run, share
from tests.loops import check_each

pytestmark = pytest.mark.anyio


async def statuses(stranger: AsyncClient, link: Link) -> set[tuple[int, str]]:
    """Status and error of every endpoint of a link."""
    answers = [await stranger.get(path) for path in link.paths.values()]
    return {
        (answer.status_code, "" if answer.status_code == 200 else answer.json()["error"])
        for answer in answers
    }


async def actions(client: AsyncClient, link: Link) -> list[str]:
    """What the audit log knows of a share, oldest first."""
    answer = await client.get("/api/v1/audit", params={"subject": link.id})
    return [item["action"] for item in reversed(answer.json()["items"])]


async def test_a_link_shows_its_copy_to_anyone_who_has_it(
    client: AsyncClient, stranger: AsyncClient, link: Link
) -> None:
    answer = await stranger.get(link.path)
    assert answer.status_code == 200
    assert answer.json()["label"] == "Acme support"
    kept = await client.get(f"{SHARES}/{link.id}/document")
    assert answer.json()["document"] == kept.json()
    assert (await stranger.get(link.paths["json"])).content == kept.content
    assert await statuses(stranger, link) == {(200, "")}


async def test_the_address_is_told_once_and_only_its_hash_is_kept(
    client: AsyncClient, link: Link, database: Database
) -> None:
    for path in ("", f"/{link.id}", f"/{link.id}/views", f"/{link.id}/document"):
        assert link.token not in (await client.get(SHARES + path)).text
    async with database.driver() as driver:
        tables = await driver.fetch("select tablename from pg_tables where schemaname = 'public'")
        for (table,) in tables:
            rows = await driver.fetch(f'select x::text from "{table}" x')
            assert not any(link.token in row[0] for row in rows), table


@pytest.mark.nightly
async def test_a_link_lives_30_days_unless_said_and_never_longer_than_a_year(
    client: AsyncClient, run_id: str
) -> None:
    now = datetime.now(UTC)
    usual = (await client.post(SHARES, json=of_run(run_id))).json()["expires_at"]
    assert abs(datetime.fromisoformat(usual) - now - timedelta(days=30)) < timedelta(minutes=1)
    for days, status in ((365, 201), (367, 422), (-1, 422)):
        body = of_run(run_id, expires_at=(now + timedelta(days=days)).isoformat())
        assert (await client.post(SHARES, json=body)).status_code == status, days
    assert len((await client.get(SHARES)).json()["items"]) == 2


async def test_paused_resumed_expired_extended_revoked_each_counts_from_the_next_request_on(
    client: AsyncClient, stranger: AsyncClient, link: Link, database: Database
) -> None:
    url = f"{SHARES}/{link.id}"
    assert (await client.patch(url, json={"is_paused": True})).json()["state"] == "paused"
    assert await statuses(stranger, link) == {(410, "SharePaused")}
    assert (await client.patch(url, json={"is_paused": False})).json()["state"] == "active"
    assert await statuses(stranger, link) == {(200, "")}
    async with database.driver() as driver:
        await driver.execute("update share set expires_at = now() - interval '1 second'")
    assert await statuses(stranger, link) == {(410, "ShareExpired")}
    later = (datetime.now(UTC) + timedelta(days=90)).isoformat()
    assert (await client.patch(url, json={"expires_at": later})).json()["state"] == "active"
    assert await statuses(stranger, link) == {(200, "")}
    assert (await client.delete(url)).status_code == 204
    assert await statuses(stranger, link) == {(410, "ShareRevoked")}
    assert (await client.delete(url)).status_code == 204
    assert await actions(client, link) == [
        "share.create", "share.pause", "share.resume", "share.first_view", "share.extend", "share.revoke",
    ]  # fmt: skip


async def test_what_was_revoked_never_comes_back(client: AsyncClient, link: Link) -> None:
    await client.delete(f"{SHARES}/{link.id}")
    later = (datetime.now(UTC) + timedelta(days=9)).isoformat()
    for change in ({"is_paused": False}, {"expires_at": later}, {"label": "x"}):
        answer = await client.patch(f"{SHARES}/{link.id}", json=change)
        assert (answer.status_code, answer.json()["error"]) == (409, "ShareEnded")


async def test_an_ended_link_says_nothing_of_its_content(
    client: AsyncClient, stranger: AsyncClient, link: Link
) -> None:
    document = (await client.get(f"{SHARES}/{link.id}/document")).json()
    await client.delete(f"{SHARES}/{link.id}")
    body = (await stranger.get(link.path)).json()
    assert set(body) == {"error", "detail", "retryable", "request_id", "problems"}
    assert document["title"] not in body["detail"]
    assert "Acme" not in body["detail"]


async def test_the_list_shows_for_whom_by_whom_until_when_and_how_often(
    client: AsyncClient, stranger: AsyncClient, link: Link, run_id: str
) -> None:
    for _ in range(3):
        await stranger.get(link.path, headers={"user-agent": "Mozilla/5.0 (X11; Linux) Firefox/150.0"})
    await stranger.get(link.paths["csv"])
    [item] = (await client.get(SHARES)).json()["items"]
    shown = {
        key: item[key] for key in ("label", "created_by", "state", "view_count", "has_passphrase", "run_ids")
    }
    assert shown == {
        "label": "Acme support",
        "created_by": "token test admin",
        "state": "active",
        "view_count": 3,
        "has_passphrase": False,
        "run_ids": [run_id],
    }
    assert item["last_viewed_at"] is not None
    views = (await client.get(f"{SHARES}/{link.id}/views")).json()["items"]
    assert [view["what"] for view in views] == ["csv", "page", "page", "page"]
    assert views[1]["browser"] == "Firefox on Linux"
    assert views[0]["network"] == "127.0.0.0/24"


async def test_the_list_comes_in_pages_and_of_one_run(client: AsyncClient, run_id: str) -> None:
    made = [(await share(client, of_run(run_id, label=str(n)))).id for n in range(5)]
    first = (await client.get(SHARES, params={"limit": 3})).json()
    rest = (await client.get(SHARES, params={"limit": 3, "cursor": first["next_cursor"]})).json()
    assert [item["id"] for item in first["items"] + rest["items"]] == made[::-1]
    assert rest["next_cursor"] is None
    assert len((await client.get(SHARES, params={"run_id": run_id})).json()["items"]) == 5
    assert (await client.get(SHARES, params={"run_id": made[0]})).json()["items"] == []


@check_each(
    "change, where",
    [
        ({"kind": "compare"}, "spec"),
        ({"spec": {}}, "spec"),
        ({"spec": {"run_id": "x"}}, "run_id"),
        ({"spec": {"address": "base=a"}}, "spec"),
        ({"passphrase": "short"}, "passphrase"),
        ({"expires_at": 1893456000}, "expires_at"),
        ({"expires_at": "2027-01-01T00:00:00"}, "expires_at"),
        ({"colour": "red"}, "colour"),
        ({"kind": "host"}, "kind"),
    ],
)
async def test_a_body_that_does_not_fit_makes_no_link(
    client: AsyncClient, run_id: str, change: dict[str, Any], where: str
) -> None:
    answer = await client.post(SHARES, json=of_run(run_id) | change)
    assert (answer.status_code, answer.json()["error"]) == (422, "Invalid")
    assert where in answer.text
    assert (await client.get(SHARES)).json()["items"] == []


async def test_an_unknown_run_field_or_share_is_named(client: AsyncClient, run_id: str) -> None:
    nowhere = "0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11"
    for body, status, error in (
        (of_run(nowhere), 404, "RunNotFound"),
        (of_run(run_id, reveal=["drive_serial"]), 422, "UnknownField"),
        (of_run(run_id, hide=["colour"]), 422, "UnknownField"),
    ):
        for path in (SHARES, f"{SHARES}/preview"):
            answer = await client.post(path, json=body)
            assert (answer.status_code, answer.json()["error"]) == (status, error)
    for method, path in (("GET", ""), ("GET", "/views"), ("GET", "/document"), ("PATCH", ""), ("DELETE", "")):
        answer = await client.request(
            method, f"{SHARES}/{nowhere}{path}", json={} if method == "PATCH" else None
        )
        assert (answer.status_code, answer.json()["error"]) == (404, "ShareNotFound"), path


@pytest.mark.nightly
@check_each(
    "expectation, kept",
    [
        (
            "28 GB/s: four drives of 6.9 GB/s on one x16 link.",
            "28 GB/s: four drives of 6.9 GB/s on one x16 link.",
        ),
        ("  28 GB/s \n", "28 GB/s"),
        ("   ", None),
        (None, None),
        ("ä" * 500, "ä" * 500),
        ("<b>fast</b>", "<b>fast</b>"),
    ],
)
async def test_what_the_sender_expects_stands_in_the_copy_and_in_the_list(
    client: AsyncClient, stranger: AsyncClient, run_id: str, expectation: str | None, kept: str | None
) -> None:
    link = await share(client, of_run(run_id, expectation=expectation))
    assert (await stranger.get(link.path)).json()["document"]["expectation"] == kept
    assert (await client.get(f"{SHARES}/{link.id}")).json()["expectation"] == kept


@check_each("expectation", ["", "ä" * 501, 28, ["28 GB/s"], {"a": 1}])
async def test_what_is_no_expectation_makes_no_link(
    client: AsyncClient, run_id: str, expectation: object
) -> None:
    for path in (SHARES, f"{SHARES}/preview"):
        answer = await client.post(path, json=of_run(run_id, expectation=expectation))
        assert (answer.status_code, answer.json()["error"]) == (422, "Invalid")
        assert "/body/expectation" in answer.text
    assert (await client.get(SHARES)).json()["items"] == []


async def test_a_preview_says_where_its_link_would_lead(client: AsyncClient, run_id: str) -> None:
    preview = (await client.post(f"{SHARES}/preview", json=of_run(run_id))).json()
    made = (await client.post(SHARES, json=of_run(run_id))).json()
    assert made["url"].startswith(f"{preview['address']}/s/")
    assert preview["reach"] in {"this_machine", "this_network", "anywhere"}


async def test_a_preview_is_the_copy_and_leaves_nothing_behind(client: AsyncClient, run_id: str) -> None:
    body = of_run(run_id, note="Second slot from the left.")
    preview = (await client.post(f"{SHARES}/preview", json=body)).json()
    assert (await client.get(SHARES)).json()["items"] == []
    link = await share(client, body)
    document = (await client.get(f"{SHARES}/{link.id}/document")).json()
    assert preview["document"] | {"created_at": ""} == document | {"created_at": ""}
    assert document["note"] == "Second slot from the left."
