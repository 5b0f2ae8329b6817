"""How far the primary has written, and how far a standby has replayed: positions in the write-ahead log."""

from typing import TypedDict

from fioboard.core.driver import Driver

# Written, not inserted: at the border of a page the latter stands behind a header that no standby replays by itself.
_WRITTEN = """
select (select system_identifier from pg_control_system()) as cluster,
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint as timeline,
    (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint as position
where not pg_is_in_recovery()
"""
# The timeline is the one of its last restart point: for minutes after a failover it may still be the old one.
_REPLAYED = """
select (select system_identifier from pg_control_system()) as cluster,
    (select timeline_id::bigint from pg_control_checkpoint()) as timeline,
    (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint as position
where pg_is_in_recovery()
"""


class PositionRow(TypedDict):
    """A place in the log of one cluster; places on two timelines tell nothing about each other."""

    cluster: int
    timeline: int
    position: int
    """Bytes since the beginning of the log."""


async def get_written_position(driver: Driver) -> PositionRow | None:
    """Return how far the server has written: what was committed before this was asked lies before it. None of a
    standby.
    """
    row: PositionRow | None = await driver.fetchrow(_WRITTEN)
    return row


async def get_replayed_position(driver: Driver) -> PositionRow | None:
    """Return how far a standby has replayed: a later statement on this connection sees all of that. None of a
    primary.
    """
    row: PositionRow | None = await driver.fetchrow(_REPLAYED)
    return row
