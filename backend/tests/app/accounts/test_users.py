"""People: how they come, what they may do, and how they are kept out."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient

from fioboard.app.access import passwords
from fioboard.app.access.lockout import MAX_FAILURES
from fioboard.app.access.secrets import new_token
from fioboard.core.database import Database
from tests.conftest import BASE_URL
from tests.loops import check_each

HASHER = passwords._HASHER  # the service's own: while a test runs, a cheaper one takes its place

pytestmark = pytest.mark.anyio
GOOD = "correct horse battery"
SAME_SITE = {"sec-fetch-site": "same-origin"}


@asynccontextmanager
async def new_browser(app: Any) -> AsyncIterator[AsyncClient]:
    transport = ASGITransport(app, raise_app_exceptions=False)
    async with AsyncClient(transport=transport, base_url=BASE_URL, headers=SAME_SITE) as client:
        yield client


async def invited(admin: AsyncClient, newcomer: AsyncClient, name: str, role: str) -> dict[str, Any]:
    made = await admin.post("/api/v1/invitations", json={"role": role, "label": f"for {name}"})
    assert made.status_code == 201, made.text
    code = made.json()["url"].partition("#code=")[2]
    joined = await newcomer.post(
        "/api/v1/invitations/accept", json={"code": code, "name": name, "password": GOOD}
    )
    assert joined.status_code == 201, joined.text
    user: dict[str, Any] = joined.json()
    return user


async def test_the_first_link_makes_one_admin_however_many_come(app: Any, database: Database) -> None:
    from datetime import timedelta

    from fioboard.app.access.issue import issue_login_code

    async def link() -> str:
        async with database.transaction() as session:
            return await issue_login_code(session, timedelta(minutes=1))

    await asyncio.gather(*(link() for _ in range(20)))
    async with database.driver() as driver:
        assert await driver.fetchval("select count(*) from app_user") == 1


async def test_an_invitation_makes_one_account_and_signs_in(browser: AsyncClient, app: Any) -> None:
    async with new_browser(app) as mara, new_browser(app) as thief:
        made = (await browser.post("/api/v1/invitations", json={"role": "editor", "label": "Mara"})).json()
        body = {"code": made["url"].partition("#code=")[2], "name": "Mara", "password": GOOD}
        joined = await mara.post("/api/v1/invitations/accept", json=body)
        assert (joined.status_code, joined.json()["role"]) == (201, "editor")
        assert (await mara.get("/api/v1/session")).json()["name"] == "Mara"
        again = await thief.post("/api/v1/invitations/accept", json=body | {"name": "thief"})
        assert (again.status_code, again.json()["error"]) == (401, "NotAuthenticated")
        assert (await thief.get("/api/v1/runs")).status_code == 401
    [shown] = (await browser.get("/api/v1/invitations")).json()["items"]
    assert shown["used_at"] is not None and "url" not in shown


async def test_a_taken_name_does_not_use_the_invitation_up(browser: AsyncClient, app: Any) -> None:
    async with new_browser(app) as mara:
        made = (await browser.post("/api/v1/invitations", json={"role": "viewer", "label": "x"})).json()
        body = {"code": made["url"].partition("#code=")[2], "password": GOOD}
        taken = await mara.post("/api/v1/invitations/accept", json=body | {"name": "ADMIN"})
        assert (taken.status_code, taken.json()["error"]) == (409, "NameTaken")
        assert (await mara.post("/api/v1/invitations/accept", json=body | {"name": "x"})).status_code == 201


@pytest.mark.parametrize("state", ["revoked", "expired"])
async def test_a_dead_invitation_lets_nobody_in(
    browser: AsyncClient, stranger: AsyncClient, database: Database, state: str
) -> None:
    made = (await browser.post("/api/v1/invitations", json={"role": "admin", "label": "x"})).json()
    if state == "revoked":
        assert (await browser.delete(f"/api/v1/invitations/{made['id']}")).status_code == 204
    else:
        async with database.driver() as driver:
            await driver.execute("update invitation set expires_at = now()")
    body = {"code": made["url"].partition("#code=")[2], "name": "late", "password": GOOD}
    answer = await stranger.post("/api/v1/invitations/accept", json=body, headers=SAME_SITE)
    assert answer.status_code == 401


async def test_password_login_and_its_refusals(browser: AsyncClient, app: Any) -> None:
    async with new_browser(app) as mara:
        await invited(browser, mara, "mara", "viewer")
    async with new_browser(app) as other:
        right = await other.post("/api/v1/session", json={"name": "MARA", "password": GOOD})
        assert (right.status_code, right.json()["role"]) == (200, "viewer")
    async with new_browser(app) as other:
        wrong = await other.post("/api/v1/session", json={"name": "mara", "password": GOOD + "x"})
        unknown = await other.post("/api/v1/session", json={"name": "nobody", "password": GOOD})
        assert wrong.status_code == unknown.status_code == 401
        without_id = {key: value for key, value in wrong.json().items() if key != "request_id"}
        assert without_id == {k: v for k, v in unknown.json().items() if k != "request_id"}


@pytest.mark.parametrize("name", ["a\x00b", "\x00"])
async def test_a_name_that_no_account_can_have_is_a_wrong_name(stranger: AsyncClient, name: str) -> None:
    answer = await stranger.post("/api/v1/session", json={"name": name, "password": GOOD}, headers=SAME_SITE)
    assert (answer.status_code, answer.json()["error"]) == (401, "NotAuthenticated")


async def test_ten_wrong_passwords_must_wait_but_lock_nobody_else_out(browser: AsyncClient, app: Any) -> None:
    async with new_browser(app) as mara:
        await invited(browser, mara, "mara", "viewer")
    async with new_browser(app) as guesser:
        for _ in range(10):
            answer = await guesser.post("/api/v1/session", json={"name": "mara", "password": "guess"})
            assert answer.status_code == 401
        stopped = await guesser.post("/api/v1/session", json={"name": "Mara", "password": GOOD})
        assert (stopped.status_code, stopped.json()["error"]) == (429, "RateLimited")
        assert stopped.headers["retry-after"]
    transport = ASGITransport(app, client=("192.0.2.7", 1234))
    async with AsyncClient(transport=transport, base_url=BASE_URL, headers=SAME_SITE) as elsewhere:
        owner = await elsewhere.post("/api/v1/session", json={"name": "mara", "password": GOOD})
        assert owner.status_code == 200


async def test_of_many_guesses_at_once_ten_at_most_are_looked_at(browser: AsyncClient, app: Any) -> None:
    async with new_browser(app) as mara:
        await invited(browser, mara, "mara", "viewer")
    async with new_browser(app) as guesser:
        guesses = [
            guesser.post("/api/v1/session", json={"name": "mara", "password": f"guess {n}"})
            for n in range(15)
        ]
        found = [answer.status_code for answer in await asyncio.gather(*guesses)]
    assert set(found) <= {401, 429}  # all at once may even find each other, and none is looked at
    assert found.count(401) <= MAX_FAILURES


def test_a_password_costs_a_guesser_what_the_security_page_says() -> None:
    assert HASHER.hash("a password").startswith("$argon2id$v=19$m=38912,t=2,p=1$")


async def test_an_unknown_name_costs_one_hash_like_a_known_one(
    browser: AsyncClient, app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with new_browser(app) as mara:
        await invited(browser, mara, "mara", "viewer")
    hashed = []
    verify = type(passwords._HASHER).verify
    monkeypatch.setattr(
        type(passwords._HASHER),
        "verify",
        lambda self, *given: hashed.append(given[1].split("$")[1:4]) or verify(self, *given),
    )
    answers = []
    async with new_browser(app) as guesser:
        for name in ("mara", "nobody"):
            answer = await guesser.post("/api/v1/session", json={"name": name, "password": "a guess"})
            answers.append((answer.status_code, answer.json()["error"], answer.json()["detail"]))
    assert answers[0] == answers[1]
    # Of the same kind and with the same cost: algorithm, version, parameters.
    assert len(hashed) == 2
    assert hashed[0] == hashed[1]


@check_each("password", ["short", "password1234", "x" * 129, "fioboardfioboard", "aaaaaaaaaaaaaaaa"])
async def test_weak_passwords_are_refused(browser: AsyncClient, stranger: AsyncClient, password: str) -> None:
    made = (await browser.post("/api/v1/invitations", json={"role": "viewer", "label": "x"})).json()
    body = {"code": made["url"].partition("#code=")[2], "name": "x", "password": password}
    answer = await stranger.post("/api/v1/invitations/accept", json=body, headers=SAME_SITE)
    assert (answer.status_code, answer.json()["error"]) == (422, "WeakPassword")
    assert password not in answer.text


async def test_a_new_password_ends_the_other_sessions(browser: AsyncClient, app: Any) -> None:
    async with new_browser(app) as laptop, new_browser(app) as phone:
        await invited(browser, laptop, "mara", "editor")
        assert (
            await phone.post("/api/v1/session", json={"name": "mara", "password": GOOD})
        ).status_code == 200
        assert len((await laptop.get("/api/v1/account/sessions")).json()["items"]) == 2
        old_cookie = laptop.cookies["fioboard_session"]
        wrong = await laptop.put("/api/v1/account/password", json={"current": "no", "new": GOOD + " staple"})
        assert wrong.status_code == 403
        changed = await laptop.put(
            "/api/v1/account/password", json={"current": GOOD, "new": GOOD + " staple"}
        )
        assert changed.status_code == 204, changed.text
        assert (await phone.get("/api/v1/runs")).status_code == 401
        assert (await laptop.get("/api/v1/runs")).status_code == 200
        assert laptop.cookies["fioboard_session"] != old_cookie
        async with new_browser(app) as thief:
            thief.cookies.set("fioboard_session", old_cookie)
            assert (await thief.get("/api/v1/runs")).status_code == 401


async def test_sessions_are_ended_one_by_one_and_everywhere(browser: AsyncClient, app: Any) -> None:
    async with new_browser(app) as laptop, new_browser(app) as phone:
        await invited(browser, laptop, "mara", "viewer")
        await phone.post("/api/v1/session", json={"name": "mara", "password": GOOD})
        [other] = [
            s for s in (await laptop.get("/api/v1/account/sessions")).json()["items"] if not s["is_this"]
        ]
        foreign = await browser.delete(f"/api/v1/account/sessions/{other['id']}")
        assert (foreign.status_code, foreign.json()["error"]) == (404, "SessionNotFound")
        assert (await laptop.delete(f"/api/v1/account/sessions/{other['id']}")).status_code == 204
        assert (await phone.get("/api/v1/session")).status_code == 401
        assert (await laptop.delete("/api/v1/account/sessions")).status_code == 204
        assert (await laptop.get("/api/v1/session")).status_code == 401


async def test_a_deactivated_user_is_out_at_once_with_sessions_and_tokens(
    browser: AsyncClient, app: Any, stranger: AsyncClient, database: Database
) -> None:
    async with new_browser(app) as mara:
        user = await invited(browser, mara, "mara", "admin")
        token = (await mara.post("/api/v1/tokens", json={"name": "hers", "scope": "read"})).json()["token"]
        bearer = {"authorization": f"Bearer {token}"}
        assert (await stranger.get("/api/v1/runs", headers=bearer)).status_code == 200
        out = await browser.patch(f"/api/v1/users/{user['id']}", json={"is_active": False})
        assert (out.status_code, out.json()["is_active"]) == (200, False)
        assert (await mara.get("/api/v1/runs")).status_code == 401
        assert (await stranger.get("/api/v1/runs", headers=bearer)).status_code == 401
        assert (
            await mara.post("/api/v1/session", json={"name": "mara", "password": GOOD})
        ).status_code == 401
        back = await browser.patch(f"/api/v1/users/{user['id']}", json={"is_active": True})
        assert back.status_code == 200
        assert (await stranger.get("/api/v1/runs", headers=bearer)).status_code == 401
        assert (
            await mara.post("/api/v1/session", json={"name": "mara", "password": GOOD})
        ).status_code == 200


async def test_the_last_admin_stays(browser: AsyncClient, app: Any) -> None:
    me = (await browser.get("/api/v1/session")).json()["user_id"]
    for change in ({"role": "viewer"}, {"is_active": False}):
        answer = await browser.patch(f"/api/v1/users/{me}", json=change)
        assert (answer.status_code, answer.json()["error"]) == (409, "LastAdmin")
    async with new_browser(app) as mara:
        other = await invited(browser, mara, "mara", "admin")
        answers = await asyncio.gather(
            browser.patch(f"/api/v1/users/{other['id']}", json={"role": "viewer"}),
            mara.patch(f"/api/v1/users/{me}", json={"role": "viewer"}),
        )
        assert sorted(answer.status_code for answer in answers)[0] == 200
        async with new_browser(app) as witness:
            await witness.post("/api/v1/session", json={"name": "mara", "password": GOOD})
            names = [browser, witness]
            roles = [(await b.get("/api/v1/session")).json().get("role") for b in names]
            assert "admin" in roles


async def test_what_needs_a_recent_login_asks_for_the_password(
    browser: AsyncClient, app: Any, database: Database
) -> None:
    async with new_browser(app) as mara:
        await invited(browser, mara, "mara", "admin")
        async with database.driver() as driver:
            await driver.execute("update session set authenticated_at = now() - interval '5 hours'")
        assert (await mara.get("/api/v1/session")).json()["is_recent"] is False
        for method, path, body in (
            ("POST", "/api/v1/tokens", {"name": "x", "scope": "read"}),
            ("POST", "/api/v1/invitations", {"role": "admin", "label": "x"}),
            ("POST", "/api/v1/enrolments", {}),
        ):
            answer = await mara.request(method, path, json=body)
            assert (answer.status_code, answer.json()["error"]) == (403, "RecentLoginNeeded"), path
        assert (await mara.post("/api/v1/session/confirm", json={"password": "no"})).status_code == 403
        assert (await mara.post("/api/v1/session/confirm", json={"password": GOOD})).status_code == 204
        assert (await mara.post("/api/v1/tokens", json={"name": "x", "scope": "read"})).status_code == 201


async def test_the_audit_log_tells_who_did_what_and_no_secret(browser: AsyncClient, app: Any) -> None:
    async with new_browser(app) as mara:
        user = await invited(browser, mara, "mara", "viewer")
        made = (await browser.post("/api/v1/tokens", json={"name": "ci", "scope": "read"})).json()
        await browser.patch(f"/api/v1/users/{user['id']}", json={"role": "editor"})
        assert (await mara.get("/api/v1/audit")).status_code == 401  # her role changed: signed out
    page = (await browser.get("/api/v1/audit")).json()
    told = {event["action"]: event for event in page["items"]}
    assert {"session.create", "invitation.create", "user.create", "token.create", "user.edit"} <= set(told)
    assert told["user.edit"]["actor_name"] == "admin"
    assert told["user.edit"]["detail"]["after"] == {"role": "editor", "is_active": True}
    assert made["token"] not in str(page) and GOOD not in str(page)
    some = (await browser.get("/api/v1/audit", params={"limit": 2})).json()
    rest = (await browser.get("/api/v1/audit", params={"limit": 200, "cursor": some["next_cursor"]})).json()
    assert [e["id"] for e in some["items"] + rest["items"]] == [e["id"] for e in page["items"]]
    only = (await browser.get("/api/v1/audit", params={"subject": user["id"]})).json()["items"]
    assert {e["subject_id"] for e in only} == {user["id"]}


@check_each(
    "path, body",
    [
        ("/api/v1/session", {"code": "x", "name": "a", "password": "b"}),
        ("/api/v1/session", {"name": "a"}),
        ("/api/v1/session", {}),
        ("/api/v1/invitations", {"role": "owner", "label": "x"}),
        ("/api/v1/invitations", {"role": "viewer", "label": "x", "expires_in_days": 99}),
        ("/api/v1/invitations/accept", {"code": "x", "name": "", "password": GOOD}),
    ],
)
async def test_bad_requests_are_refused(browser: AsyncClient, path: str, body: dict[str, Any]) -> None:
    answer = await browser.post(path, json=body)
    assert (answer.status_code, answer.json()["error"]) == (422, "Invalid")


async def test_a_token_is_nobody(client: AsyncClient) -> None:
    for method, path in (("GET", "/api/v1/account/sessions"), ("GET", "/api/v1/users")):
        answer = await client.request(method, path)
        assert (answer.status_code, answer.json()["error"]) == (403, "WrongScope"), path
    assert new_token("read") not in (await client.get("/api/v1/audit")).text
