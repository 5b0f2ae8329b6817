"""The service of every other test, with a real standby to read from."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient
from prometheus_client import REGISTRY

from fioboard.core import config
from fioboard.core.database import Database
from fioboard.core.migrate import upgrade
from fioboard.store.replica.standby import Replica, build_replica
from tests.conftest import BASE_URL, token_for
from tests.factories.standby import Pair, caught_up, pair


@pytest.fixture(scope="package")
def both() -> Iterator[Pair]:
    with pair() as both:
        upgrade(both.primary.url)
        both.renew()
        yield both


@pytest.fixture(scope="package")
def database_url(both: Pair) -> str:
    return both.primary.url


@pytest.fixture
async def replica(app: Any, both: Pair, database: Database) -> AsyncIterator[Replica]:
    """Measured until it is near; a test that measures again says so."""
    settings = config.settings().model_copy(update={"read_database_url": _secret(both.standby.url)})
    replica = build_replica(settings, database)
    assert replica is not None
    await caught_up(both)
    # The primary writes to its log by itself, too: what it wrote just now may not have arrived when first asked.
    async with asyncio.timeout(30):
        while replica.state != "near":
            await replica.measure()
            await asyncio.sleep(0.01)
    app.state.replica = replica
    yield replica
    await replica.close()


@pytest.fixture
async def reader(app: Any, database: Database) -> AsyncIterator[AsyncClient]:
    """A token that may read and nothing else."""
    headers = {"authorization": f"Bearer {await token_for(database, 'read')}"}
    transport = ASGITransport(app, raise_app_exceptions=False)
    async with AsyncClient(transport=transport, base_url=BASE_URL, headers=headers) as client:
        yield client


class Reads:
    """How many pages were read from where, since the last time somebody asked."""

    def __init__(self) -> None:
        self._before: dict[str, float] = {}
        self.new()

    def new(self) -> dict[str, int]:
        now = {
            sample.labels["reason"]: sample.value
            for metric in REGISTRY.collect()
            if metric.name == "fioboard_reads"
            for sample in metric.samples
            if sample.name == "fioboard_reads_total"
        }
        before, self._before = self._before, now
        counted = {reason: int(value - before.get(reason, 0)) for reason, value in now.items()}
        return {reason: count for reason, count in counted.items() if count}


@pytest.fixture
def reads() -> Reads:
    return Reads()


def _secret(url: str) -> Any:
    from pydantic import SecretStr

    return SecretStr(url)
