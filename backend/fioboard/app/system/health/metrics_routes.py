"""/metrics: the service's own counters, what waits, and what another room tells where a setting asks for it."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from time import monotonic

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from fioboard.app.access.check import allow
from fioboard.app.system.health.operation import operation_exposition
from fioboard.core.config import settings
from fioboard.core.database import AppDatabase, Database
from fioboard.core.flat_routes import Router
from fioboard.core.responses import PrometheusText
from fioboard.store.queries.operation import get_revision, list_waiting

KEPT_S = 60.0
OPERATION_KEPT_S = 10.0
ReadExposition = Callable[[Database], Awaitable[bytes]]
"""What the database tells, in the text format of Prometheus."""


class Kept:
    """What the database tells, read at most once in a while, whoever asks."""

    def __init__(self, read: ReadExposition, kept_s: float) -> None:
        self._read = read
        self._kept_s = kept_s
        self._lock = asyncio.Lock()
        self._text = b""
        self._until = 0.0

    async def text(self, database: Database) -> bytes:
        """As Prometheus reads it."""
        async with self._lock:
            if monotonic() >= self._until:
                self._text = await self._read(database)
                self._until = monotonic() + self._kept_s
            return self._text


def build_router(registry: CollectorRegistry, read_watched: ReadExposition) -> Router:
    """Build the route of an app whose own counters are in `registry`, unless its workers share theirs."""
    router = Router(tags=["health"])
    watched, operation = Kept(read_watched, KEPT_S), Kept(_operation, OPERATION_KEPT_S)

    @router.get("/metrics", include_in_schema=False, dependencies=[allow("read")])
    async def read_metrics(database: AppDatabase) -> PrometheusText:
        """For Prometheus: all workers together, what waits, and what is watched where a setting says so."""
        own = await asyncio.to_thread(_own, registry)
        more = await operation.text(database)
        if settings().metrics_series:
            more += await watched.text(database)
        return PrometheusText(own + more)

    return router


def _own(registry: CollectorRegistry) -> bytes:
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # prometheus_client has no types here
    return generate_latest(registry)


async def _operation(database: Database) -> bytes:
    async with database.driver() as driver:
        return operation_exposition(await get_revision(driver), await list_waiting(driver))
