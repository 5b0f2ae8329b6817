"""Copies of small tables in this process, kept equal to the database by its own snapshots.

A snapshot of PostgreSQL (pg_current_snapshot) is the same text exactly when nothing was committed in between, so no
counter has to be maintained by writers. When it changed, only rows written since are read again. A standby's snapshot
names no running transactions, so that one may end without changing its text: there it is how far the log is replayed.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from fioboard.core.driver import Driver

_NOW = """
select case when pg_is_in_recovery() then 'replayed ' || pg_last_wal_replay_lsn()
        else pg_current_snapshot()::text end as text,
    pg_snapshot_xmin(pg_current_snapshot())::text as oldest,
    case when pg_current_xact_id_if_assigned() is null then current_database() || pg_postmaster_start_time()
    end as place
"""
# Row versions written by transactions that a snapshot with this `oldest` could not see; `age` compares modulo 2^32.
WRITTEN_SINCE = "age(xmin) <= age((($1::text)::numeric % 4294967296)::text::xid)"
MAX_PLACES = 4

Copy = TypeVar("Copy")
_every: list[dict[tuple[str, int], object]] = []


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a statement sees."""

    text: str
    oldest: str
    """The oldest transaction that had not ended: the parameter of WRITTEN_SINCE."""
    place: str | None
    """Which database of which server, since when it runs; None inside a transaction that has written: it sees rows that
    nobody else sees, and may be undone."""


async def take_snapshot(driver: Driver) -> Snapshot:
    """Return what a new statement on `driver` sees at least. Ask outside a repeatable read: a standby reports what is
    replayed after its snapshot was taken, and a statement does not see it.
    """
    row = await driver.fetchrow(_NOW)
    return Snapshot(row["text"], row["oldest"], row["place"])


class Copies(Generic[Copy]):
    """One copy for each database that this process has met, and for each event loop, to which its lock belongs."""

    def __init__(self, make: Callable[[], Copy]) -> None:
        self._make = make
        self._by_place: dict[tuple[str, int], Copy] = {}
        _every.append(cast(dict[tuple[str, int], object], self._by_place))

    def get_copy(self, place: str | None) -> Copy:
        """Return the copy for a database, made empty when there is none; for None an empty one that nobody keeps."""
        if place is None:
            return self._make()
        # A service has one loop and one database, tests have many.
        key = (place, id(asyncio.get_running_loop()))
        copy = self._by_place.get(key)
        if copy is None:
            if len(self._by_place) >= MAX_PLACES:
                self._by_place.clear()
            copy = self._by_place[key] = self._make()
        return copy


def clear_copies() -> None:
    """Clear every copy in this process: for tests, which empty the tables behind them."""
    for copies in _every:
        copies.clear()
