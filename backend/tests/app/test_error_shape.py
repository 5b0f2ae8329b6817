"""One shape for every answer of 400 and more, whatever went wrong (threat-model section 4)."""

import asyncio
from typing import Any
from uuid import UUID

import pytest
from httpx2 import ASGITransport, AsyncClient

from fioboard.core import errors
from fioboard.core.database import Database, make_engine
from fioboard.main import create_app
from tests.conftest import BASE_URL
from tests.loops import check_each

pytestmark = pytest.mark.anyio
KEYS = {"error", "detail", "retryable", "request_id", "problems"}


@check_each(
    "method, path, status, error",
    [
        ("GET", "/api/v1/nothing", 404, "NotFound"),
        ("GET", "/api/nothing", 404, "NotFound"),
        ("GET", "/nothing.js", 404, "NotFound"),
        ("DELETE", "/api/v1/runs", 405, "MethodNotAllowed"),
        ("GET", "/api/v1/runs/42", 404, "RunNotFound"),
        ("PATCH", "/api/v1/runs/42", 404, "RunNotFound"),
        ("GET", "/api/v1/runs?limit=x", 422, "Invalid"),
        ("POST", "/api/v1/uploads", 415, "UnsupportedMediaType"),
    ],
)
async def test_shape(client: AsyncClient, method: str, path: str, status: int, error: str) -> None:
    answer = await client.request(method, path)
    assert (answer.status_code, answer.json()["error"]) == (status, error), answer.text
    assert set(answer.json()) == KEYS
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["request_id"] == answer.headers["x-request-id"]


async def test_input_is_not_echoed(client: AsyncClient) -> None:
    secret = "s3cret-" * 100
    for path, status in ((f"runs/{secret}", 404), (f"runs/{UUID(int=7)}", 422)):
        answer = await client.patch(f"/api/v1/{path}", json={"title": [secret]})
        assert answer.status_code == status
        assert secret not in answer.text
        assert len(answer.content) < 16 * 1024


async def test_a_bug_says_only_that(database: Database) -> None:
    async def broken() -> None:
        raise KeyError("password=hunter2")

    app = create_app()  # its own: other tests share one
    app.state.database = database
    app.router.routes.clear()
    app.add_api_route("/broken", broken)
    transport = ASGITransport(app, raise_app_exceptions=False)
    async with AsyncClient(transport=transport, base_url=BASE_URL) as client:
        answer = await client.get("/broken")
    assert (answer.status_code, answer.json()["error"]) == (500, "InternalError")
    assert "hunter2" not in answer.text and "Traceback" not in answer.text


async def test_database_away_is_told_as_such(app: Any) -> None:
    app.state.database = Database(make_engine("postgresql://nobody@/nothing?host=/nowhere"))
    transport = ASGITransport(app, raise_app_exceptions=False)
    async with AsyncClient(transport=transport, base_url=BASE_URL) as client:
        for path in ("/api/v1/runs", "/readyz"):
            answer = await client.get(path, headers={"cookie": "fioboard_session=x"})
            assert (answer.status_code, answer.json()["error"]) == (503, "Unavailable"), path
            assert answer.json()["retryable"] is True
            assert int(answer.headers["retry-after"]) >= 1
        assert (await client.get("/healthz")).status_code == 200


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    ("limit", "statement"),
    [
        ("set statement_timeout = 20", "select pg_sleep(5)"),
        ("set lock_timeout = 20", "lock table run in access exclusive mode"),
        ("set transaction_timeout = 20", "select pg_sleep(5)"),
        ("set idle_in_transaction_session_timeout = 20", ""),
    ],
)
async def test_a_limit_of_postgresql_is_an_answer_to_come_again(
    app: Any, database: Database, limit: str, statement: str
) -> None:
    async def slow() -> None:
        async with database.driver() as holder, holder.transaction():
            await holder.execute("lock table run in access share mode")
            async with database.driver() as driver:
                await driver.execute(limit)
                try:
                    async with driver.transaction():
                        await asyncio.sleep(0 if statement else 0.3)
                        await driver.execute(statement or "select 1")
                finally:
                    if not driver.is_closed():
                        await driver.execute("reset all")

    await require_come_again(database, slow)


async def test_an_answer_of_postgresql_that_does_not_come_in_time_is_one_to_come_again(
    app: Any, database: Database
) -> None:
    async def slow() -> None:
        async with database.driver() as driver:
            await driver.fetchval("select pg_sleep(5)", timeout=0.02)

    await require_come_again(database, slow)


async def require_come_again(database: Database, slow: Any) -> None:
    app = create_app()  # its own: other tests share one
    app.state.database = database
    app.router.routes.clear()
    app.add_api_route("/slow", slow)
    transport = ASGITransport(app, raise_app_exceptions=False)
    async with AsyncClient(transport=transport, base_url=BASE_URL) as client:
        answer = await client.get("/slow")
    assert answer.status_code == 503, answer.text
    told = answer.json()
    assert told["retryable"] is True
    assert int(answer.headers["retry-after"]) >= 1
    assert told["error"] in {"TooSlow", "Unavailable"}
    assert "narrower filter" in told["detail"] or "database" in told["detail"]


def test_the_tree_in_the_docstring_is_the_tree() -> None:
    assert errors.__doc__ is not None

    def every(kind: type[errors.AppError]) -> set[str]:
        return {kind.__name__}.union(*(every(k) for k in kind.__subclasses__()))

    for name in every(errors.AppError):
        assert name in errors.__doc__, f"{name} is missing from the tree in core/errors.py"
