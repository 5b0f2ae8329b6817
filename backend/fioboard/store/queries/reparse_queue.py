"""Uploads that are to be read again, since what their runs are held against has changed: a queue in its own table."""

from collections.abc import Sequence
from uuid import UUID

from fioboard.core.driver import Driver

_ADD = """
insert into upload_due (upload_id, due_since)
select distinct r.upload_id, now() from run r where {condition}
on conflict (upload_id) do update set due_since = excluded.due_since
"""


async def add_of_configurations(driver: Driver, configuration_ids: Sequence[UUID]) -> int:
    """Every upload with a run of these configurations; how many."""
    condition = "r.configuration_id = any($1::uuid[])"
    return _count(await driver.execute(_ADD.format(condition=condition), list(configuration_ids)))


async def add_of_run(driver: Driver, run_id: UUID) -> None:
    """The upload of one run."""
    await driver.execute(_ADD.format(condition="r.id = $1"), run_id)


async def add_of_batch(driver: Driver, batch_id: UUID, step: int) -> None:
    """The uploads of a batch's steps behind this one."""
    condition = "r.batch_id = $1 and (r.batch ->> 'step')::int > $2"
    await driver.execute(_ADD.format(condition=condition), batch_id, step)


async def take_next(driver: Driver) -> UUID | None:
    """Return the upload that has waited longest, locked until the end of the transaction; None when there is none
    that nobody else works on.
    """
    upload_id: UUID | None = await driver.fetchval(
        "select upload_id from upload_due order by due_since, upload_id limit 1 for update skip locked"
    )
    return upload_id


async def remove(driver: Driver, upload_id: UUID) -> None:
    """It was read again, or cannot be."""
    await driver.execute("delete from upload_due where upload_id = $1", upload_id)


def _count(status: str) -> int:
    """Rows of a command, from what PostgreSQL says of it: `INSERT 0 12`."""
    return int(status.rpartition(" ")[2])
