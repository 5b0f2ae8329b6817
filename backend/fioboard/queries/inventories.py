"""Reading inventories and what a host had when. Documents come as text and are passed on or parsed by the caller."""

from typing import Any
from uuid import UUID

from fioboard.core.driver import Driver


async def get_inventory(driver: Driver, inventory_id: UUID) -> Any:
    """One inventory with its number of runs, and `collected`: what its newest upload said of the moment; or None."""
    return await driver.fetchrow(
        """
        select i.*, u.collected,
            (select count(*) from run r where r.inventory_id = i.id and r.deleted_at is null) as run_count
        from inventory i
        left join lateral (
            select r.upload_id from run r where r.inventory_id = i.id and r.deleted_at is null
            order by r.uploaded_at desc, r.id desc limit 1
        ) newest on true
        left join upload u on u.id = newest.upload_id
        where i.id = $1
        """,
        inventory_id,
    )


async def run_for_picture(driver: Driver, run_id: UUID) -> Any:
    """What a picture needs of a run: id, inventory, target, its upload's manifest, its samples file (zstd) or null."""
    return await driver.fetchrow(
        """
        select r.id, r.inventory_id, r.target, u.manifest,
            (select d.body_zstd from upload_file f join document d on d.id = f.document_id
             where f.upload_id = u.id and f.kind = 'samples' order by f.position limit 1) as samples
        from run r join upload u on u.id = r.upload_id where r.id = $1 and r.deleted_at is null
        """,
        run_id,
    )


async def stretches(driver: Driver, host_id: UUID, limit: int) -> list[Any]:
    """Stretches of time in which a host kept one inventory, newest first: the same one may come again."""
    rows: list[Any] = await driver.fetch(
        """
        with placed as (
            select r.inventory_id, r.sorted_at,
                row_number() over (order by r.sorted_at, r.id) as place,
                row_number() over (partition by r.inventory_id order by r.sorted_at, r.id) as place_of_its_own
            from run r
            where r.host_id = $1 and r.deleted_at is null and r.inventory_id is not null
        )
        select inventory_id, min(sorted_at) as first_seen_at, max(sorted_at) as last_seen_at, count(*) as run_count
        from placed group by inventory_id, place - place_of_its_own order by max(place) desc limit $2
        """,
        *(host_id, limit),
    )
    return rows


async def bodies(driver: Driver, inventory_ids: list[UUID]) -> dict[UUID, Any]:
    """Several inventories whole, by id."""
    rows = await driver.fetch("select * from inventory where id = any($1::uuid[])", inventory_ids)
    return {row["id"]: row for row in rows}
