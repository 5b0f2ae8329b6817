"""Signing in by a one-time link, and what a browser session may do."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient, Response

from fioboard.app.access.issue import issue_login_code
from fioboard.core import config
from fioboard.core.database import Database
from fioboard.core.ids import uuid7
from tests.conftest import BASE_URL
from tests.loops import check_each

pytestmark = pytest.mark.anyio


async def login_code(database: Database, lasts: timedelta = timedelta(minutes=1)) -> str:
    async with database.transaction() as session:
        return await issue_login_code(session, lasts)


async def test_a_link_signs_in_once(stranger: AsyncClient, database: Database) -> None:
    code = await login_code(database)
    first = await stranger.post(
        "/api/v1/session", json={"code": code}, headers={"sec-fetch-site": "same-origin"}
    )
    assert first.status_code == 200
    cookie = first.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie and "secure" not in cookie.split("samesite")[1]
    assert (await stranger.get("/api/v1/session")).json()["role"] == "admin"
    again = await stranger.post(
        "/api/v1/session", json={"code": code}, headers={"sec-fetch-site": "same-origin"}
    )
    assert (again.status_code, again.json()["error"]) == (401, "NotAuthenticated")


async def test_fifty_at_once_make_one_session(app: Any, database: Database) -> None:
    code = await login_code(database)
    transport = ASGITransport(app, raise_app_exceptions=False)
    headers = {"sec-fetch-site": "same-origin"}
    async with AsyncClient(transport=transport, base_url=BASE_URL, headers=headers) as many:
        answers = await asyncio.gather(
            *(many.post("/api/v1/session", json={"code": code}) for _ in range(50))
        )
    assert sorted(a.status_code for a in answers if a.status_code != 429).count(200) == 1
    async with database.driver() as driver:
        assert await driver.fetchval("select count(*) from session") == 1


async def test_an_expired_link_does_not_sign_in(stranger: AsyncClient, database: Database) -> None:
    code = await login_code(database, timedelta(seconds=-1))
    answer = await stranger.post("/api/v1/session", json={"code": code}, headers={"sec-fetch-site": "none"})
    assert answer.status_code == 401


@check_each(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://evil.example"},
        {},
    ],
)
async def test_other_sites_cannot_use_the_cookie(browser: AsyncClient, headers: dict[str, str]) -> None:
    browser.headers.pop("sec-fetch-site", None)
    answer = await browser.post("/api/v1/tokens", json={"name": "x", "scope": "read"}, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (403, "CrossSite")


@pytest.mark.parametrize(
    ("public", "origin", "status"),
    [
        ("http://testserver", "http://testserver", 201),
        ("http://testserver", "https://testserver", 403),
        ("https://testserver", "http://testserver", 403),
        ("https://testserver", "https://testserver", 201),
        ("http://testserver", "testserver", 403),
        ("http://testserver", "null", 403),
    ],
)
async def test_the_scheme_of_the_origin_counts(
    app: Any, database: Database, monkeypatch: pytest.MonkeyPatch, public: str, origin: str, status: int
) -> None:
    monkeypatch.setenv("FIOBOARD_BASE_URL", public)
    config.settings.cache_clear()
    transport = ASGITransport(app=app)
    async with AsyncClient(transport=transport, base_url=public) as browser:
        answer = await browser.post(
            "/api/v1/session",
            json={"code": await login_code(database)},
            headers={"sec-fetch-site": "same-origin"},
        )
        assert answer.status_code == 200, answer.text
        made = await browser.post(
            "/api/v1/tokens", json={"name": "x", "scope": "read"}, headers={"origin": origin}
        )
    assert made.status_code == status


async def test_signing_out_ends_the_session_on_the_server(browser: AsyncClient) -> None:
    cookie = browser.cookies["fioboard_session"]
    assert (await browser.delete("/api/v1/session")).status_code == 204
    browser.cookies.set("fioboard_session", cookie)
    assert (await browser.get("/api/v1/runs")).status_code == 401


async def test_token_is_shown_once_listed_and_revoked(browser: AsyncClient, stranger: AsyncClient) -> None:
    made = await browser.post("/api/v1/tokens", json={"name": "ci", "scope": "read"})
    assert made.status_code == 201, made.text
    token = made.json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    assert (await stranger.get("/api/v1/runs", headers=headers)).status_code == 200
    listed = await browser.get("/api/v1/tokens")
    assert token not in listed.text
    assert listed.json()["items"][0]["name"] == "ci"
    assert (await browser.delete(f"/api/v1/tokens/{made.json()['id']}")).status_code == 204
    assert (await stranger.get("/api/v1/runs", headers=headers)).status_code == 401


@check_each(
    "body",
    [
        {"name": "", "scope": "read"},
        {"name": "x", "scope": "root"},
        {"name": "x"},
        {"name": "x", "scope": "read", "a": 1},
    ],
)
async def test_bad_token_requests_are_refused(browser: AsyncClient, body: dict[str, object]) -> None:
    answer = await browser.post("/api/v1/tokens", json=body)
    assert (answer.status_code, answer.json()["error"]) == (422, "Invalid")
    assert (await browser.get("/api/v1/tokens")).json()["items"] == []


async def test_enrolment_gives_a_host_its_own_token_once(browser: AsyncClient, stranger: AsyncClient) -> None:
    made = (await browser.post("/api/v1/enrolments")).json()
    assert made["code"] in made["command"]
    about = {"code": made["code"], "host_id": "host-0001", "host_name": "jupiter"}
    got = await stranger.post("/api/v1/enrolments/exchange", json=about)
    assert got.status_code == 200, got.text
    again = await stranger.post("/api/v1/enrolments/exchange", json=about)
    assert again.status_code == 401
    [token] = (await browser.get("/api/v1/tokens")).json()["items"]
    [host] = (await browser.get("/api/v1/hosts")).json()["items"]
    assert (token["scope"], token["host_id"], host["name"]) == ("upload", host["id"], "jupiter")


@pytest.mark.parametrize("agent", ["host-0001", "host-0002"], ids=["renamed", "new"])
async def test_a_name_that_another_host_takes_meanwhile_is_numbered(
    browser: AsyncClient, stranger: AsyncClient, database: Database, agent: str
) -> None:
    """Two connections: the other host is there, unseen, when this one chooses its name, and seen when it writes it."""

    async def enrol(host_id: str, name: str) -> Response:
        code = (await browser.post("/api/v1/enrolments")).json()["code"]
        about = {"code": code, "host_id": host_id, "host_name": name}
        return await stranger.post("/api/v1/enrolments/exchange", json=about)

    assert (await enrol("host-0001", "mars")).status_code == 200
    async with database.driver() as watcher, database.driver() as rival:
        async with rival.transaction():
            await rival.execute(
                "insert into host (id, agent_host_id, name, created_at) values ($1, 'host-0009', 'ubuntu', now())",
                uuid7(),
            )
            enrolling = asyncio.create_task(enrol(agent, "ubuntu"))
            while not await watcher.fetchval(
                "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
            ):
                assert not enrolling.done()
        answer = await enrolling
        assert answer.status_code == 200, answer.text
        name = await watcher.fetchval("select name from host where agent_host_id = $1", agent)
    assert name == "ubuntu (2)"


async def test_enrolling_again_leaves_the_old_token_a_day(
    browser: AsyncClient, stranger: AsyncClient, database: Database
) -> None:
    """T5: two tokens for an overlap, then the old one ends; a host enrolled beside it keeps its own."""

    async def enrol(host_id: str) -> dict[str, str]:
        code = (await browser.post("/api/v1/enrolments")).json()["code"]
        about = {"code": code, "host_id": host_id, "host_name": host_id}
        token = (await stranger.post("/api/v1/enrolments/exchange", json=about)).json()["token"]
        return {"authorization": f"Bearer {token}"}

    async def statuses() -> list[int]:
        return [
            (await stranger.post("/api/v1/import/preview", headers=headers)).status_code
            for headers in (old, new, other)
        ]

    old, other = await enrol("host-0001"), await enrol("host-0002")
    new = await enrol("host-0001")
    assert await statuses() == [422, 422, 422]
    async with database.driver() as driver:
        await driver.execute("update api_token set expires_at = expires_at - interval '24 hours'")
    assert await statuses() == [401, 422, 422]


async def test_over_https_the_cookie_is_bound_to_this_host(
    app: Any, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S4, W1: Secure, `__Host-`, HSTS; none of them over http."""
    monkeypatch.setenv("FIOBOARD_BASE_URL", "https://testserver/bench")
    config.settings.cache_clear()
    transport = ASGITransport(app, raise_app_exceptions=False)
    headers = {"sec-fetch-site": "same-origin"}
    async with AsyncClient(transport=transport, base_url="https://testserver", headers=headers) as https:
        answer = await https.post("/api/v1/session", json={"code": await login_code(database)})
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-fioboard_session=")
        assert {"Secure", "HttpOnly", "Path=/"} <= set(cookie.split("; ")) and "Domain" not in cookie
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        assert (await https.get("/api/v1/session")).status_code == 200
        ended = await https.delete("/api/v1/session")
        assert ended.headers["set-cookie"].startswith('__Host-fioboard_session=""')
    monkeypatch.setenv("FIOBOARD_BASE_URL", BASE_URL)
    config.settings.cache_clear()
    async with AsyncClient(transport=transport, base_url=BASE_URL, headers=headers) as plain:
        answer = await plain.post("/api/v1/session", json={"code": await login_code(database)})
        assert answer.headers["set-cookie"].startswith("fioboard_session=")
        assert "strict-transport-security" not in answer.headers


async def test_signing_in_again_ends_the_session_that_the_browser_had(
    browser: AsyncClient, stranger: AsyncClient, database: Database
) -> None:
    before = browser.cookies["fioboard_session"]
    assert (
        await browser.post("/api/v1/session", json={"code": await login_code(database)})
    ).status_code == 200
    assert len((await browser.get("/api/v1/account/sessions")).json()["items"]) == 1
    stranger.cookies.set("fioboard_session", before)
    assert (await stranger.get("/api/v1/session")).status_code == 401


async def test_where_passwords_are_off_links_still_sign_in(
    browser: AsyncClient, stranger: AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIOBOARD_PASSWORD_LOGIN", "false")
    monkeypatch.setenv("FIOBOARD_OIDC_ISSUER", "https://id.example.org")
    monkeypatch.setenv("FIOBOARD_OIDC_CLIENT_ID", "fioboard")
    config.settings.cache_clear()
    said = (await stranger.get("/api/v1/info")).json()
    assert (said["has_password_login"], said["single_sign_on"]) == (False, "SSO")
    good = "correct horse battery"
    for method, path, body in (
        ("POST", "/api/v1/session", {"name": "admin", "password": good}),
        ("POST", "/api/v1/session/confirm", {"password": good}),
        ("PUT", "/api/v1/account/password", {"current": None, "new": good}),
        ("POST", "/api/v1/invitations", {"role": "viewer", "label": "x"}),
        ("POST", "/api/v1/invitations/accept", {"code": "x", "name": "x", "password": good}),
    ):
        answer = await browser.request(method, path, json=body)
        assert (answer.status_code, answer.json()["error"]) == (403, "PasswordLoginOff"), path
    code = {"code": await login_code(database)}
    assert (await browser.post("/api/v1/session", json=code)).status_code == 200
