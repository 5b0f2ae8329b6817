"""The list of hosts: hardware, newest run, best figures, what is wrong, what the agent said last."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.engine.words.changes import OPEN_STATES
from fioboard.store.queries.open_issues import PER_HOST

# The best of a host is the first entry of its index; the workload is that of the result it stands for, which is none
# of those that measured memory and no drive: the run's figure leaves them out.
_BEST = """
left join lateral (
    select r.id, r.{column}::float8 as value, r.verdict::text as verdict, s.direction, o.options::text as options,
        s.rated_share, s.rated_verdict
    from (
        select id, {column}, verdict from run
        where host_id = h.id and deleted_at is null and verdict_kind is distinct from 'trust'
            and {column} is not null
        order by {column} desc nulls last limit 1
    ) r
    join lateral (
        select workload_id, direction, rated_share, rated_verdict from result
        where run_id = r.id and {column} <= r.{column} order by {column} desc nulls last, position limit 1
    ) s on true
    join workload o on o.id = s.workload_id
) {name} on true
"""
_SHOWN = "jsonb_build_object({})::text"
_FIELDS = ("id", "value", "verdict", "direction", "options", "rated_share", "rated_verdict")


def _build_object(name: str) -> str:
    """Build SQL for a JSON object of a row's fields, null without the row."""
    pairs = ", ".join(f"'{field}', {name}.{field}" for field in _FIELDS)
    return f"case when {name}.id is not null then {_SHOWN.format(pairs)} end"


class ListedHostRow(TypedDict):
    """A host of the list."""

    id: UUID
    name: str
    last_run_at: datetime | None
    inventory_id: UUID | None
    refused_uploads: int
    """Of 30 days."""
    factors: str | None
    """JSON of the factors that were asked for; None without runs, or where none of them is known."""
    best_bandwidth: str | None
    """JSON: id of the run, value in bytes/s, verdict and options as JSON texts, direction, share of the rating."""
    best_iops: str | None
    """The same in IOPS."""
    degraded_links: int
    open_events: int
    open_regressions: int
    reported_at: datetime | None
    """When its agent reported or polled last; None = it never did."""
    waiting: int | None


async def list_hosts(driver: Driver, factors: Sequence[str]) -> list[ListedHostRow]:
    """All hosts by name. `factors`: keys of those that are wanted of the run that tells most of the hardware."""
    rows: list[ListedHostRow] = await driver.fetch(
        f"""
        select h.id, h.name, newest.sorted_at as last_run_at, told.inventory_id,
            coalesce(f.n, 0) as refused_uploads,
            (select jsonb_object_agg(k, c.factors -> k) from unnest($2::text[]) k where c.factors ? k)::text as factors,
            {_build_object("bw")} as best_bandwidth, {_build_object("io")} as best_iops,
            coalesce(e.links, 0)::int as degraded_links, coalesce(e.events, 0)::int as open_events,
            coalesce(e.regressions, 0)::int as open_regressions,
            greatest(a.reported_at, p.seen_at) as reported_at, a.waiting
        from host h
        left join lateral (
            select r.sorted_at, r.configuration_id from run r
            where r.host_id = h.id and r.deleted_at is null order by r.sorted_at desc, r.id desc limit 1
        ) newest on true
        left join host_state s on s.host_id = h.id
        left join lateral (
            -- Only where there is an inventory: else every run of the host would be looked at for one.
            select r.inventory_id, r.configuration_id from run r
            where s.host_id is not null and r.host_id = h.id and r.deleted_at is null and r.inventory_id is not null
            order by r.sorted_at desc, r.id desc limit 1
        ) told on true
        left join configuration c on c.id = coalesce(told.configuration_id, newest.configuration_id)
        {_BEST.format(column="bw_bytes_per_s", name="bw")}
        {_BEST.format(column="iops", name="io")}
        left join (
            select host_id, count(*) as n from refused_upload
            where refused_at > now() - interval '30 days' group by host_id
        ) f on f.host_id = h.id
        left join ({PER_HOST}) e on e.host_id = h.id
        left join agent_report a on a.host_id = h.id
        left join serving_host p on p.host_id = h.id
        -- Hosts of the demo go with its runs.
        where h.merged_into_id is null and not (starts_with(h.agent_host_id, 'demo-') and newest.sorted_at is null)
        order by h.name, h.id
        """,
        *(list(OPEN_STATES), list(factors)),
    )
    return rows
