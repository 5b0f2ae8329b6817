"""The configurations held in this process, kept equal to the database by its own snapshots.

A snapshot of PostgreSQL (pg_current_snapshot) is the same text exactly when nothing was committed in between, so no
counter has to be maintained by writers. When it changed, only rows written since are read again.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import orjson

from fioboard.filters.table import ConfigurationTable, fill

_VERSION = """
select pg_current_snapshot()::text as snapshot, pg_snapshot_xmin(pg_current_snapshot())::text as oldest,
    current_database() || pg_postmaster_start_time() as place
"""
_ALL = "select id, factors, run_count from configuration"
# Row versions written by transactions that an earlier snapshot could not see yet; `age` compares modulo 2^32.
_WRITTEN_SINCE = f"""
{_ALL} where age(xmin) <= age((($1::text)::numeric % 4294967296)::text::xid)
"""
_COUNT = "select count(*) from configuration"
MOST_PLACES = 4


@dataclass(slots=True)
class _Copy:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    snapshot: str = ""
    oldest: str = ""
    table: ConfigurationTable = field(default_factory=ConfigurationTable)


_copies: dict[tuple[str, int], _Copy] = {}


async def current(driver: Any) -> ConfigurationTable:
    """All configurations as a new statement on `driver` would see them; the table given does not change later."""
    version = await driver.fetchrow(_VERSION)
    # An asyncio lock belongs to one event loop; a service has one, tests have many.
    place = (version["place"], id(asyncio.get_running_loop()))
    copy = _copies.get(place)
    if copy is None:
        if len(_copies) >= MOST_PLACES:
            _copies.clear()
        copy = _copies[place] = _Copy()
    if copy.snapshot == version["snapshot"]:
        return copy.table.frozen()
    async with copy.lock:
        # Asked again: another request may have read newer rows while this one waited.
        version = await driver.fetchrow(_VERSION)
        if copy.snapshot != version["snapshot"]:
            await _refresh(driver, copy)
            copy.snapshot, copy.oldest = version["snapshot"], version["oldest"]
        return copy.table.frozen()


async def _refresh(driver: Any, copy: _Copy) -> None:
    if copy.snapshot:
        for row in await driver.fetch(_WRITTEN_SINCE, copy.oldest):
            copy.table.put(UUID(bytes=row["id"].bytes), orjson.loads(row["factors"]), row["run_count"])
        if await driver.fetchval(_COUNT) == len(copy.table):
            return
    rows = await driver.fetch(_ALL)
    copy.table = await asyncio.to_thread(
        fill, ((UUID(bytes=r["id"].bytes), orjson.loads(r["factors"]), r["run_count"]) for r in rows)
    )


async def factors_of(driver: Any, configuration_ids: Iterable[UUID]) -> dict[UUID, str]:
    """Factors of some configurations, as JSON text."""
    rows = await driver.fetch(
        "select id, factors::text as factors from configuration where id = any($1::uuid[])",
        list(set(configuration_ids)),
    )
    return {row["id"]: row["factors"] for row in rows}
