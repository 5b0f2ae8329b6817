"""Every route declares who may use it, and denies everybody else (S7, T3, T4)."""

import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from fastapi.dependencies.models import Dependant
from httpx2 import ASGITransport, AsyncClient

from fioboard.access.check import CHECKS
from fioboard.access.principal import OF_ROLE, OF_SCOPE
from fioboard.core.database import Database
from tests.conftest import BASE_URL, token_for

pytestmark = pytest.mark.anyio

# Open on purpose: health, the page and the agent hold no data; the exchanges are how one gets in; a link's own secret
# opens its frozen copy.
OPEN = {
    "GET /s/{token:path}",
    "GET /api/v1/shared/{token}",
    "GET /api/v1/shared/{token}/export",
    "GET /api/v1/shared/{token}/raw",
    "GET /healthz",
    "GET /readyz",
    "GET /agent.pyz",
    "GET /install.sh",
    "GET /{path:path}",
    "GET /api/v1/info",
    "POST /api/v1/session",
    "POST /api/v1/enrolments/exchange",
    "POST /api/v1/invitations/accept",
}
# The contract itself: served by the framework, describes shapes, holds no data.
OUTSIDE_ROUTERS = {"/api/openapi.json"}


def routes(app: Any) -> Iterator[tuple[str, str, Any]]:
    """Method, path and route of everything the app answers, included routers resolved."""
    for route in resolved(app.routes):
        for method in sorted(route.methods - {"HEAD"}):
            if route.path not in OUTSIDE_ROUTERS:
                yield method, route.path, route


def resolved(found: Any) -> Iterator[Any]:
    for route in found:
        if hasattr(route, "effective_candidates"):  # FastAPI resolves included routers lazily
            yield from resolved(route.effective_candidates())
        elif getattr(route, "path", None) and hasattr(route, "dependant"):
            yield route


def rights_of(dependant: Dependant) -> list[Any]:
    found = [CHECKS[d.call] for d in dependant.dependencies if d.call in CHECKS]
    for inner in dependant.dependencies:
        found += rights_of(inner)
    return found


async def test_every_route_declares_exactly_one_right(app: Any) -> None:
    seen = set()
    for method, path, route in routes(app):
        rights = rights_of(route.dependant)
        assert len(rights) == 1, f"{method} {path} declares {rights}"
        if rights == [None]:
            seen.add(f"{method} {path}")
    assert seen == OPEN


def fill(path: str) -> str:
    return re.sub(r"\{[^}]+\}", str(uuid4()), path)


async def test_no_route_answers_a_stranger(app: Any, stranger: AsyncClient) -> None:
    checked = 0
    for method, path, _ in routes(app):
        if f"{method} {path}" in OPEN:
            continue
        answer = await stranger.request(method, fill(path), json={})
        assert (answer.status_code, answer.json()["error"]) == (401, "NotAuthenticated"), f"{method} {path}"
        checked += 1
    assert checked >= 14, checked


async def test_every_scope_is_held_to_its_rights(app: Any, database: Database) -> None:
    transport = ASGITransport(app, raise_app_exceptions=False)
    for scope, rights in OF_SCOPE.items():
        headers = {"authorization": f"Bearer {await token_for(database, scope)}"}
        async with AsyncClient(transport=transport, base_url=BASE_URL, headers=headers) as holder:
            for method, path, route in routes(app):
                [right] = rights_of(route.dependant)
                if right is None or path == "/metrics":
                    continue
                answer = await holder.request(method, fill(path), json={})
                refused = answer.status_code == 403 and answer.json()["error"] == "WrongScope"
                assert refused == (right not in rights), f"{scope}: {method} {path} → {answer.status_code}"


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
