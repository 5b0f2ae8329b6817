"""Reading inventories and what a host had when. Documents come as text and are passed on or parsed by the caller."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver

# Of first_bodies(): one step may be that many times the largest inventory.
BODIES_PER_STEP = 2


class InventoryRow(TypedDict):
    """One inventory whole."""

    id: UUID
    created_at: datetime
    body: str
    hw_fingerprint: str | None
    fw_fingerprint: str | None
    os_fingerprint: str | None


class InventoryWithRunsRow(InventoryRow):
    """One inventory with what its newest upload said of the moment."""

    collected: str | None
    run_count: int


class PicturedRunRow(TypedDict):
    """What a picture needs of a run."""

    id: UUID
    inventory_id: UUID | None
    target: str | None
    manifest: str
    samples_sha256: bytes | None
    """None: it has no samples file."""
    samples: bytes | None
    """The samples file, zstd; None also where the object store has it."""


class StretchRow(TypedDict):
    """A stretch of time in which a host kept one inventory."""

    inventory_id: UUID
    first_seen_at: datetime
    last_seen_at: datetime
    run_count: int


async def get_inventory(driver: Driver, inventory_id: UUID) -> InventoryWithRunsRow | None:
    """One inventory with its number of runs, and `collected`: what its newest upload said of the moment; or None."""
    row: InventoryWithRunsRow | None = await driver.fetchrow(
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
    return row


async def run_for_picture(driver: Driver, run_id: UUID) -> PicturedRunRow | None:
    """A run not deleted; else None."""
    row: PicturedRunRow | None = await driver.fetchrow(
        """
        select r.id, r.inventory_id, r.target, u.manifest, s.sha256 as samples_sha256, s.body_zstd as samples
        from run r join upload u on u.id = r.upload_id
        left join lateral (
            select d.sha256, d.body_zstd from upload_file f join document d on d.id = f.document_id
            where f.upload_id = u.id and f.kind = 'samples' order by f.position limit 1
        ) s on true
        where r.id = $1 and r.deleted_at is null
        """,
        run_id,
    )
    return row


async def list_stretches(driver: Driver, host_id: UUID, limit: int) -> list[StretchRow]:
    """List the stretches of time in which a host kept one inventory, newest first: the same one may come again."""
    rows: list[StretchRow] = await driver.fetch(
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


async def get_first_bodies(
    driver: Driver, inventory_ids: Sequence[UUID], most_bytes: int
) -> dict[UUID, InventoryRow]:
    """Return the first inventories of a list whole, by id: one step of them, and further ones up to `most_bytes`."""
    inventories: dict[UUID, InventoryRow] = {}
    for first in range(0, len(inventory_ids), BODIES_PER_STEP):
        inventories |= await get_bodies(driver, list(inventory_ids[first : first + BODIES_PER_STEP]))
        if sum(len(row["body"]) for row in inventories.values()) > most_bytes:
            break
    return inventories


async def get_bodies(driver: Driver, inventory_ids: list[UUID]) -> dict[UUID, InventoryRow]:
    """Return several inventories whole, by id."""
    rows: list[InventoryRow] = await driver.fetch(
        "select * from inventory where id = any($1::uuid[])", inventory_ids
    )
    return {row["id"]: row for row in rows}
