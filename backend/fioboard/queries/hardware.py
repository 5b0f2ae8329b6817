"""The hardware of a host whose runs came without it: stated once, for runs that have none."""

from collections.abc import Mapping
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.core.sanitize import content_sha256, encoded
from fioboard.queries.derived import FACET_COLUMNS, facets


class AttachedRow(TypedDict):
    """What an inventory was attached to."""

    inventory_id: UUID
    runs: int
    """Runs that have it now, deleted ones left out."""
    uploads: int
    """Uploads that are to be read again."""


async def attach(
    driver: Driver, host_id: UUID, document: Mapping[str, object], fingerprints: Mapping[str, object]
) -> AttachedRow:
    """Gives a host's runs without an inventory this one, and notes their uploads as due to be read again. What an agent
    sent with a run stays. Call inside a transaction."""
    sha256 = content_sha256(document)
    await driver.execute(
        f"""
        insert into inventory (id, content_sha256, body, created_at, {FACET_COLUMNS})
        select $1, $2, $3::jsonb, now(), {facets("$4::jsonb")} on conflict (content_sha256) do nothing
        """,
        *(uuid7(), sha256, encoded(document), encoded(fingerprints)),
    )
    row: AttachedRow = await driver.fetchrow(
        """
        with the_inventory as (
            select id from inventory where content_sha256 = $2
        ), given as (
            update run set inventory_id = (select id from the_inventory)
            where host_id = $1 and inventory_id is null returning upload_id, deleted_at
        ), due as (
            insert into upload_due (upload_id, due_since) select distinct upload_id, now() from given
            on conflict (upload_id) do update set due_since = excluded.due_since returning upload_id
        )
        select (select id from the_inventory) as inventory_id,
            (select count(*) from given where deleted_at is null) as runs, (select count(*) from due) as uploads
        """,
        *(host_id, sha256),
    )
    return row
