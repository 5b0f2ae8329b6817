"""Partitions by month of upload: made ahead, and emptied at once (docs/decisions/0013)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver

# Whose rows stay, of those tables that lie in partitions: by the uploads that stay.
_STAYS: Mapping[str, str] = {
    "result_id": "in (select s.id from result s join run r on r.id = s.run_id where r.upload_id = any($1::uuid[]))",
    "run_id": "in (select id from run where upload_id = any($1::uuid[]))",
}


async def make(driver: Driver) -> int:
    """Makes what is missing of the next months' partitions; how many. 0 also while somebody else does.

    Raises LockNotAvailableError when it would have kept uploads waiting: nothing was made, call again.
    """
    return int(await driver.fetchval("select make_partitions()"))


class PartitionRow(TypedDict):
    """A partition that holds nothing of what was uploaded later."""

    table: str
    name: str
    key: str
    """The column by which the table is divided."""
    size_bytes: int
    """With indexes, as they lie on the disk."""


async def list_partitions(driver: Driver, bound: datetime) -> list[PartitionRow]:
    """List partitions that end at this moment or before, and are not empty, oldest first."""
    rows: list[PartitionRow] = await driver.fetch(
        r"""
        select b.table, b.name, b.key, pg_total_relation_size(b.id) as size_bytes
        from (
            select c.relname as table, h.relname as name, h.oid as id, a.attname as key,
                substring(pg_get_expr(h.relpartbound, h.oid) from $re$TO \('([0-9a-f-]+)'\)$re$)::uuid as high
            from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
            join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0]
            join pg_inherits i on i.inhparent = c.oid join pg_class h on h.oid = i.inhrelid
            where c.relnamespace = current_schema()::regnamespace
        ) b
        where b.high <= first_id_of($1) and pg_relation_size(b.id) > 0 order by b.high, b.table
        """,
        bound,
    )
    return rows


async def clear_partition(driver: Driver, partition: PartitionRow, staying: Sequence[UUID]) -> None:
    """Give the partition's room back to the disk; rows of the uploads that stay are kept. Needs the tables' owner.
    Locks this partition and no other, so that uploads go on. Raises LockNotAvailableError while somebody reads it.

    Locks this partition and no other, so that uploads go on. Raises LockNotAvailableError while somebody reads it.
    """
    name = f'"{partition["name"]}"'
    async with driver.transaction():
        await driver.execute("set local lock_timeout = '5s'")
        await driver.execute(f"lock table {name} in access exclusive mode")
        await driver.execute(f"create temp table kept (like {name}) on commit drop")
        if staying:
            stays = f'"{partition["key"]}" {_STAYS[partition["key"]]}'
            await driver.execute(f"insert into kept select * from {name} where {stays}", list(staying))
        await driver.execute(f"truncate {name}")
        await driver.execute(f"insert into {name} select * from kept")
