"""The configurations held in this process, kept equal to the database by its own snapshots."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypedDict
from uuid import UUID

import orjson

from fioboard.core.driver import Driver
from fioboard.engine.filters.table import ConfigurationTable, Row, fill
from fioboard.store.queries.snapshots import WRITTEN_SINCE, Copies, take_snapshot

_ALL = "select id, factors, run_count, target_names from configuration"
_MERGED = "select m.name, k.name as kept from host m join host k on k.id = m.merged_into_id"
_COUNT = "select count(*) from configuration"


class _StoredRow(TypedDict):
    id: UUID
    factors: str
    run_count: int
    target_names: list[str]


@dataclass(slots=True)
class _Copy:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    snapshot: str = ""
    oldest: str = ""
    table: ConfigurationTable = field(default_factory=ConfigurationTable)


_copies = Copies(_Copy)


async def load_configurations(driver: Driver) -> ConfigurationTable:
    """Return all configurations as a new statement on `driver` would see them; the table given does not change
    later.
    """
    now = await take_snapshot(driver)
    copy = _copies.get_copy(now.place)
    if copy.snapshot == now.text:
        return copy.table.frozen()
    async with copy.lock:
        # Asked again: another request may have read newer rows while this one waited.
        now = await take_snapshot(driver)
        if copy.snapshot != now.text:
            await _refresh(driver, copy)
            rows = await driver.fetch(_MERGED)
            copy.table.merged = {row["name"]: row["kept"] for row in rows}
            copy.snapshot, copy.oldest = now.text, now.oldest
        return copy.table.frozen()


async def _refresh(driver: Driver, copy: _Copy) -> None:
    if copy.snapshot:
        for row in await driver.fetch(f"{_ALL} where {WRITTEN_SINCE}", copy.oldest):
            copy.table.put(*_parse_row(row))
        if await driver.fetchval(_COUNT) == len(copy.table):
            return
    rows = await driver.fetch(_ALL)
    copy.table = await asyncio.to_thread(fill, map(_parse_row, rows))


def _parse_row(row: _StoredRow) -> Row:
    """Parse a row of the database into one of the table."""
    return (
        UUID(bytes=row["id"].bytes),
        orjson.loads(row["factors"]),
        row["run_count"],
        row["target_names"],
    )


async def get_factors(driver: Driver, configuration_ids: Iterable[UUID]) -> dict[UUID, str]:
    """Return the factors of some configurations, as JSON text."""
    rows = await driver.fetch(
        "select id, factors::text as factors from configuration where id = any($1::uuid[])",
        list(set(configuration_ids)),
    )
    return {row["id"]: row["factors"] for row in rows}


async def count_recent_starts(driver: Driver, moment: datetime, most: int) -> dict[UUID, int]:
    """Count how many runs of each configuration started since then, among the newest; those of unknown start are left
    out.
    """
    rows = await driver.fetch(
        """
        select configuration_id, count(*) as runs
        from (
            select configuration_id from run
            where deleted_at is null and sorted_at >= $1 and started_at is not null
            order by sorted_at desc limit $2
        ) newest
        group by configuration_id
        """,
        *(moment, most),
    )
    return {row["configuration_id"]: row["runs"] for row in rows}


async def find_by_run(driver: Driver, run_id: UUID) -> UUID | None:
    """Find the configuration of a run; None where the run is gone."""
    configuration_id: UUID | None = await driver.fetchval(
        "select configuration_id from run where id = $1 and deleted_at is null", run_id
    )
    return configuration_id
