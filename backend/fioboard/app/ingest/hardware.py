"""The inventory that an import's own text gives: stored as stated hardware of its runs."""

from collections.abc import Sequence
from uuid import UUID

from fioboard.core.database import Database
from fioboard.core.sanitize import Document, encoded
from fioboard.core.times import EARLIEST
from fioboard.store.blobs.put import confirm, keep_alone
from fioboard.store.derive.facets import compute_fingerprints
from fioboard.store.queries.hardware import attach_to_runs


async def attach_inventory(database: Database, run_ids: Sequence[UUID], inventory: Document, by: str) -> None:
    """Attach the pasted inventory to the runs that were read with it, once. Raises DocumentsAway."""
    text = encoded(inventory)
    place, arrived = await keep_alone(database, text.encode())
    async with database.driver() as driver, driver.transaction():
        await attach_to_runs(
            driver,
            run_ids,
            {
                "text": text,
                "document": inventory,
                "fingerprints": dict(compute_fingerprints(inventory)),
                "since": EARLIEST,
                "by": by,
            },
            place,
        )
    await confirm(database, arrived)
