"""What this process knows of itself, for /metrics: its pools, and the standby as it last saw it."""

import asyncio
from collections.abc import Mapping
from math import inf

from prometheus_client import Gauge

from fioboard.core.config import settings
from fioboard.core.database import Database
from fioboard.store.replica.standby import Replica

EVERY_S = 2.0
IN_USE = Gauge(
    "fioboard_pool_in_use",
    "Database connections that answer something, of all workers",
    ["pool"],
    multiprocess_mode="livesum",
)
WAITING = Gauge(
    "fioboard_pool_waiting",
    "Most callers that waited for a database connection at once, in the last two seconds, of all workers",
    ["pool"],
    multiprocess_mode="livesum",
)
SIZE = Gauge(
    "fioboard_pool_size",
    "Database connections that there may be, of all workers",
    ["pool"],
    multiprocess_mode="livesum",
)
NEAR = Gauge(
    "fioboard_replica_is_near",
    "1: pages are read from the standby; 0: from the primary, in one worker at least",
    multiprocess_mode="livemin",
)
LAG_S = Gauge(
    "fioboard_replica_lag_seconds",
    "How far the standby is behind at most; +Inf: nobody can say",
    multiprocess_mode="livemax",
)
LAG_BYTES = Gauge(
    "fioboard_replica_lag_bytes",
    "Log that the standby has not replayed; +Inf: nobody can say",
    multiprocess_mode="livemax",
)


async def keep_counting(pools: Mapping[str, Database], replica: Replica | None) -> None:
    """For the lifetime of the process."""
    while True:
        count(pools, replica)
        await asyncio.sleep(EVERY_S)


def count(pools: Mapping[str, Database], replica: Replica | None) -> None:
    """Once."""
    for name, database in pools.items():
        IN_USE.labels(name).set(database.use.in_use)
        WAITING.labels(name).set(database.use.most_waiting)
        database.use.most_waiting = database.use.waiting
        SIZE.labels(name).set(settings().pool_size)
    if replica is not None:
        NEAR.set(replica.state == "near")
        LAG_S.set(inf if replica.lag_s is None else replica.lag_s)
        LAG_BYTES.set(inf if replica.lag_bytes is None else replica.lag_bytes)
