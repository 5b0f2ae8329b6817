"""Open issues: events and regressions that wait for somebody. The one statement behind every page that counts them."""

from collections.abc import Sequence
from math import log
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.engine.words.changes import OPEN_STATES
from fioboard.engine.words.metrics import METRICS
from fioboard.store.queries.changes import ChangeRow, Wanted, list_changes

# Per host. A test whose rate and latency both got worse at one run is one regression.
# $1: the states in which something waits.
PER_HOST = """
select host_id, sum(events)::int as events, sum(links)::int as links, sum(regressions)::int as regressions from (
    select host_id, count(*) as events, count(*) filter (where kind = 'link') as links, 0 as regressions
    from event where gone_at is null and state = any($1::text[]) group by host_id
    union all
    select w.host_id, 0, 0, count(distinct (c.after_run_id, w.workload_id, w.direction))
    from change c join watch_series w on w.id = c.series_id
    where c.gone_at is null and c.is_worse and c.state = any($1::text[]) group by w.host_id
) waiting group by host_id
"""


class OpenIssuesRow(TypedDict):
    """Counts over all hosts."""

    hosts: int
    """With at least one of them."""
    events: int
    regressions: int
    """Tests that got worse."""


async def count_open_issues(driver: Driver) -> OpenIssuesRow:
    """Count what waits for somebody on all hosts."""
    row: OpenIssuesRow = await driver.fetchrow(
        f"""
        select count(*)::int as hosts, coalesce(sum(events), 0)::int as events,
            coalesce(sum(regressions), 0)::int as regressions
        from ({PER_HOST}) per_host
        """,
        list(OPEN_STATES),
    )
    return row


async def list_regressions(driver: Driver, limit: int, host: str | None = None) -> list[ChangeRow]:
    """List the tests that got worse and wait for somebody, the largest change first; of `limit` newest changes.

    `host`: a host's name; None lists those of all hosts.
    """
    wanted = Wanted(host=host, states=OPEN_STATES, is_worse=True)
    return keep_one_a_test(await list_changes(driver, wanted, limit))


def keep_one_a_test(rows: Sequence[ChangeRow]) -> list[ChangeRow]:
    """Keep one change a test and run, those for the worse first, the largest first.

    Of the rate and the latency of one test the one that got worse is kept, and the rate where both did.
    """
    kept: dict[tuple[UUID, UUID, str], ChangeRow] = {}
    for row in sorted(rows, key=lambda one: (not one["is_worse"], METRICS[one["metric"]].unit == "ns")):
        kept.setdefault((row["after_run_id"], row["workload_id"], row["direction"]), row)
    return sorted(kept.values(), key=lambda one: (not one["is_worse"], -abs(log(one["ratio"]))))
