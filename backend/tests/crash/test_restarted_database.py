"""What the service says while PostgreSQL is away, and that it needs no second try when it is back."""

import asyncio
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from asyncpg.exceptions import (
    AdminShutdownError,
    CrashShutdownError,
    InternalClientError,
    ReadOnlySQLTransactionError,
)
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.store.queries.runs import lists as run_lists

pytestmark = pytest.mark.anyio


async def test_no_request_fails_because_of_connections_that_a_restart_closed(
    client: AsyncClient, database: Database
) -> None:
    answers = await asyncio.gather(*(client.get("/api/v1/runs") for _ in range(20)))
    assert {a.status_code for a in answers} == {200}
    async with database.driver() as driver:
        closed = await driver.fetch("""
            select pid, pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'fioboard' and pid <> pg_backend_pid() and datname = current_database()
            """)
    assert len(closed) >= 3
    _block_until_gone(row["pid"] for row in closed)
    again = [(await client.get("/api/v1/runs")).status_code for _ in range(20)]
    assert again == [200] * 20


def _block_until_gone(processes: Iterable[int]) -> None:
    """Wait for these to end without letting the event loop read their farewell: so a restart looks to a pool."""
    for process in processes:
        while Path(f"/proc/{process}").exists():
            time.sleep(0.001)


@pytest.mark.parametrize(
    "error", [AdminShutdownError, CrashShutdownError, InternalClientError, ReadOnlySQLTransactionError]
)
async def test_a_server_that_dies_under_a_statement_is_unavailable_not_a_bug(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    async def die(*_: Any, **__: Any) -> None:
        raise error("terminating connection because of crash of another server process")

    monkeypatch.setattr(run_lists, "list_by_start", die)
    answer = await client.get("/api/v1/runs")
    assert (answer.status_code, answer.json()["error"], answer.json()["retryable"]) == (
        503,
        "Unavailable",
        True,
    )
    assert answer.headers["retry-after"]
