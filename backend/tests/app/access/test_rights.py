"""Every route declares who may use it, and denies everybody else (S7, T3, T4)."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from fastapi.dependencies.models import Dependant
from httpx2 import AsyncClient

from fioboard.app.access.check import CHECKS, SAFE_METHODS
from fioboard.app.access.principal import OF_ROLE, OF_SCOPE
from fioboard.app.access.secrets import hashed, new_secret
from fioboard.core.database import Database
from fioboard.core.times import now
from fioboard.store.queries import access as access_queries
from fioboard.store.queries import accounts as account_queries
from tests.conftest import token_for

pytestmark = pytest.mark.anyio

# Open on purpose: health, the page and the agent hold no data; the exchanges are how one gets in; a link's own secret
# opens its frozen copy.
OPEN = {
    "GET /s/{token:path}",
    "GET /api/v1/shared/{token}",
    "GET /api/v1/shared/{token}/export",
    "GET /api/v1/shared/{token}/raw",
    "GET /api/v1/shared/{token}/replies",
    "POST /api/v1/shared/{token}/replies",
    "POST /api/v1/shared/{token}/reply-codes",
    "GET /healthz",
    "GET /readyz",
    "GET /agent.pyz",
    "GET /agent.pyz.sig",
    "GET /agent.deb",
    "GET /agent.rpm",
    "GET /install.sh",
    "GET /{path:path}",
    "GET /api/v1/info",
    "POST /api/v1/session",
    "POST /api/v1/session/single-sign-on",
    "POST /api/v1/session/single-sign-on/return",
    "POST /api/v1/enrolments/exchange",
    "POST /api/v1/invitations/accept",
    "POST /api/v1/uploads/yabs/{token}",
    "GET /api/v1/feeds/{token}.atom",
}
# Open, and their own answer to a wrong secret is the one of somebody unknown: tests/app/accounts, .../accounts, .../ingest,
# .../views.
EXCHANGES = {
    "POST /api/v1/enrolments/exchange",
    "POST /api/v1/invitations/accept",
    "POST /api/v1/uploads/yabs/{token}",
    "GET /api/v1/feeds/{token}.atom",
}
ENDS_SESSIONS = {"DELETE /api/v1/session", "DELETE /api/v1/account/sessions"}
# The contract itself: served by the framework, describes shapes, holds no data.
OUTSIDE_ROUTERS = {"/api/openapi.json"}


def routes(app: Any) -> Iterator[tuple[str, str, Any]]:
    """Method, path and route of everything the app answers."""
    for route in app.routes:
        if not (getattr(route, "path", None) and hasattr(route, "dependant")):
            continue
        for method in sorted(route.methods - {"HEAD"}):
            if route.path not in OUTSIDE_ROUTERS:
                yield method, route.path, route


def rights_of(dependant: Dependant) -> list[Any]:
    found = [CHECKS[d.call] for d in dependant.dependencies if d.call in CHECKS]
    for inner in dependant.dependencies:
        found += rights_of(inner)
    return found


async def test_every_route_declares_exactly_one_right(app: Any) -> None:
    seen, changed_by_readers = set(), set()
    for method, path, route in routes(app):
        rights = rights_of(route.dependant)
        assert len(rights) == 1, f"{method} {path} declares {rights}"
        if rights == [None]:
            seen.add(f"{method} {path}")
        if rights == ["read"] and method not in SAFE_METHODS:
            changed_by_readers.add(f"{method} {path}")
    assert seen == OPEN
    # Who may only read changes nothing: this one answers what a card would say.
    assert changed_by_readers == {"POST /api/v1/specs/preview"}


def fill(path: str) -> str:
    return re.sub(r"\{[^}]+\}", str(uuid4()), path)


async def session_of(database: Database, role: str) -> dict[str, str]:
    """Headers of a browser that somebody of this role has just signed in with."""
    secret = new_secret()
    async with database.transaction() as session:
        user = await account_queries.find_user_by_name(session, role)
        if user is None:
            user = await account_queries.add_user(session, name=role, role=role)
        at = now()
        await access_queries.add_session(
            session, hashed(secret), user.id, None, authenticated_at=at, expires_at=at + timedelta(hours=1)
        )
    return {"cookie": f"fioboard_session={secret}", "sec-fetch-site": "same-origin"}


async def token_of(database: Database, scope: str) -> dict[str, str]:
    # Signing in needs no right, whatever else the request carries; but it must come from our own page.
    return {"authorization": f"Bearer {await token_for(database, scope)}", "sec-fetch-site": "same-origin"}


def outcome(answer: Any) -> str:
    """What became of a request: let in, or turned away and how. What the route itself then says does not matter."""
    if answer.status_code not in {401, 403}:
        return "let in"
    kind = answer.json()["error"]
    return {"NotAuthenticated": "unknown", "WrongScope": "forbidden"}.get(kind, f"refused by {kind}")


EVERYBODY = ["nobody", *OF_ROLE, *(f"{scope} token" for scope in OF_SCOPE)]


# By day nobody and a viewer: who may nearly everything is let in by nearly every other test, too.
@pytest.mark.quick(2)
@pytest.mark.parametrize("who", EVERYBODY)
async def test_every_route_lets_in_who_holds_its_right_and_nobody_else(
    who: str, app: Any, stranger: AsyncClient, database: Database
) -> None:
    """Real requests: every route, every role and scope, against what `allow` says beside the route."""
    scope = who.removesuffix(" token")
    rights = OF_ROLE[who] if who in OF_ROLE else OF_SCOPE.get(scope, frozenset())

    async def credential() -> dict[str, str]:
        if who == "nobody":
            return {"sec-fetch-site": "same-origin"}
        return await (session_of(database, who) if who in OF_ROLE else token_of(database, scope))

    walked, headers = set(), await credential()
    for method, path, route in routes(app):
        [right] = rights_of(route.dependant)
        walked.add(f"{method} {path}")
        if f"{method} {path}" in EXCHANGES:
            continue
        answer = await stranger.request(method, fill(path), json={}, headers=headers)
        stranger.cookies.clear()
        denial = "unknown" if who == "nobody" else "forbidden"
        expected = "let in" if right is None or right in rights else denial
        assert outcome(answer) == expected, (
            f"{who}: {method} {path} → {answer.status_code} {answer.text[:200]}"
        )
        if f"{method} {path}" in ENDS_SESSIONS:
            headers = await credential()
    described = {
        f"{method.upper()} {path}"
        for path, operations in app.openapi()["paths"].items()
        for method in operations
    }
    assert described <= walked
    assert len(walked) >= 60


def test_no_token_can_mint_a_token_and_every_role_is_known() -> None:
    assert all("session" not in rights for rights in OF_SCOPE.values())
    assert OF_ROLE["viewer"] < OF_ROLE["editor"] < OF_ROLE["admin"]


@pytest.mark.parametrize(
    "credential",
    [
        "Bearer ",
        "Bearer x",
        "Bearer fioboard_admin_" + "a" * 36,
        "Basic YWRtaW46YWRtaW4=",
        "bearer fioboard_read_é",
    ],
)
async def test_malformed_credentials_are_no_credentials(stranger: AsyncClient, credential: str) -> None:
    answer = await stranger.get("/api/v1/runs", headers={"authorization": credential.encode()})
    assert (answer.status_code, answer.json()["error"]) == (401, "NotAuthenticated")


async def test_a_token_in_the_address_is_ignored(stranger: AsyncClient, database: Database) -> None:
    answer = await stranger.get("/api/v1/runs", params={"token": await token_for(database, "read")})
    assert answer.status_code == 401


async def test_expired_and_revoked_tokens_end_at_once(client: AsyncClient, database: Database) -> None:
    assert (await client.get("/api/v1/runs")).status_code == 200
    async with database.driver() as driver:
        await driver.execute("update api_token set expires_at = now() - interval '1 second'")
    assert (await client.get("/api/v1/runs")).status_code == 401
    async with database.driver() as driver:
        await driver.execute("update api_token set expires_at = null, revoked_at = now()")
    assert (await client.get("/api/v1/runs")).status_code == 401
