"""How many runs each host has, held in this process and kept equal to the database.

Counting a million runs in their index takes half a second, whoever asks. Every run that comes or goes changes the
counter of its configuration, though: only hosts with runs in the configurations written since are counted again. A host
whose last run in such a configuration went is not found that way. It can only have fewer runs than the copy says, so
the sums differ then, and all are counted.
"""

import asyncio
from dataclasses import dataclass, field
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.store.queries.snapshots import WRITTEN_SINCE, Copies, take_snapshot

# Runs of changed configurations that are looked at for their hosts; beyond these, counting all is as quick.
MAX_LOOKED_AT = 20_000

_CHANGED = f"""
select coalesce(array_agg(id), '{{}}') as ids, coalesce(sum(run_count), 0)::bigint as runs
from configuration where {WRITTEN_SINCE}
"""
_ALL_COUNTED = "select coalesce(sum(run_count), 0)::bigint from configuration"
_COUNT_ALL = "select host_id, count(*) as n from run where deleted_at is null group by host_id"
_COUNT_SOME = """
select t.host_id, (select count(*) from run r where r.host_id = t.host_id and r.deleted_at is null) as n
from (select distinct host_id from run where configuration_id = any($1::uuid[]) and deleted_at is null) t
"""


@dataclass(slots=True)
class _Copy:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    snapshot: str = ""
    oldest: str = ""
    counts: dict[UUID, int] = field(default_factory=dict)
    beyond: int = 0
    """Runs more than the configurations' counters said when all were counted: 0 unless these need a rebuild."""


_copies = Copies(_Copy)


async def run_counts(driver: Driver) -> dict[UUID, int]:
    """Number of runs per host, deleted ones left out; hosts without runs may be absent."""
    now = await take_snapshot(driver)
    copy = _copies.get_copy(now.place)
    if copy.snapshot == now.text:
        return copy.counts
    async with copy.lock:
        now = await take_snapshot(driver)
        if copy.snapshot != now.text:
            async with driver.transaction(isolation="repeatable_read", readonly=True):
                copy.counts = await _update_counts(driver, copy)
            copy.snapshot, copy.oldest = now.text, now.oldest
        return copy.counts


async def _update_counts(driver: Driver, copy: _Copy) -> dict[UUID, int]:
    """Return the copy's counts brought up to date; a new dictionary, since answers may still hold the last one."""
    total = await driver.fetchval(_ALL_COUNTED)
    if copy.snapshot:
        changed = await driver.fetchrow(_CHANGED, copy.oldest)
        if changed["runs"] <= MAX_LOOKED_AT:
            again = {row["host_id"]: row["n"] for row in await driver.fetch(_COUNT_SOME, changed["ids"])}
            counts = copy.counts | again
            if sum(counts.values()) == total + copy.beyond:
                return counts
    counts = {row["host_id"]: row["n"] for row in await driver.fetch(_COUNT_ALL)}
    copy.beyond = sum(counts.values()) - total
    return counts
