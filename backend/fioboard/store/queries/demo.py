"""Runs of the demo's hosts."""

from collections.abc import Sequence
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver


async def find_runs_of_hosts(
    driver: Driver, agent_host_ids: Sequence[str], *, except_uploads: Sequence[UUID]
) -> list[UUID]:
    """Ids of the runs that these hosts sent, deleted ones too, without those of the excepted upload keys."""
    rows = await driver.fetch(
        """
        select r.id from run r join upload u on u.id = r.upload_id join host h on h.id = r.host_id
        where h.agent_host_id = any($1::text[]) and u.upload_key <> all($2::uuid[]) order by r.id
        """,
        *(list(agent_host_ids), list(except_uploads)),
    )
    return [row["id"] for row in rows]


class HostRunsRow(TypedDict):
    """How many runs some hosts have, and how many of their tests wait for the detection of changes."""

    runs: int
    unchecked_tests: int


async def count_runs_of_hosts(driver: Driver, agent_host_ids: Sequence[str]) -> HostRunsRow:
    """Count the runs of these hosts that are not deleted, and their tests that wait for the detection of changes."""
    row: HostRunsRow = await driver.fetchrow(
        """
        with demo as (select id from host where agent_host_id = any($1::text[]))
        select
            (select count(*) from run where host_id in (select id from demo) and deleted_at is null) as runs,
            (select count(*) from (
                select distinct host_id, configuration_id from watch_due where host_id in (select id from demo)
            ) waiting) as unchecked_tests
        """,
        list(agent_host_ids),
    )
    return row
