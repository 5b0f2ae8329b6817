"""Reading hosts."""

from datetime import datetime
from typing import TypedDict
from uuid import UUID

from asyncpg.exceptions import UniqueViolationError

from fioboard.core.driver import Driver
from fioboard.engine.words.namesakes import NUMBER, free_name, is_called, shared_part, strip_number

# Hosts that call themselves alike and come at once take names from each other; the next try sees the winner's.
RACES = 8


class NamedHost(TypedDict):
    """A host as others name it."""

    id: UUID
    name: str


class Refusal(TypedDict):
    """One refused upload: when, the error's name, and the sentence that its sender got."""

    refused_at: datetime
    error: str
    detail: str


class HostRow(TypedDict):
    """A host with what its newest run says, and the uploads of 30 days that were refused."""

    id: UUID
    name: str
    last_run_at: datetime | None
    inventory_id: UUID | None
    refused_uploads: int


class HostWithRunsRow(HostRow):
    """One host with its number of runs and its oldest run."""

    run_count: int
    first_run_at: datetime | None
    agent_command: str | None
    """As the agent of its newest run said it, unchecked."""


async def find_host(driver: Driver, key: str) -> UUID | None:
    """A host by its id or its name; of a merged host, the one that has its runs."""
    host_id: UUID | None = await driver.fetchval(
        "select coalesce(merged_into_id, id) from host where id::text = $1 or name = $1", key
    )
    return host_id


def match_name(column: str, name: str) -> str:
    """Return SQL for "`column` is the id of the host called `name`"; a merged host's name means the kept host."""
    return f"{column} = (select coalesce(m.merged_into_id, m.id) from host m where m.name = {name})"


def match_ids(column: str, ids: str) -> str:
    """Return SQL for "`column` is one of these host ids"; a merged host's id means the kept host."""
    return f"{column} in (select coalesce(m.merged_into_id, m.id) from host m where m.id = any({ids}))"


async def find_kept_host(driver: Driver, host_id: UUID) -> UUID:
    """The host that has the runs of a host: the same one, or the one that it was merged into."""
    kept: UUID | None = await driver.fetchval("select merged_into_id from host where id = $1", host_id)
    return kept or host_id


async def choose_name(driver: Driver, agent_host_id: str | None, stated: str, own: str | None = None) -> str:
    """Choose the name of the host that calls itself `stated`: its own if it has one that fits, else one that no other
    host has or had. `agent_host_id`: of its agent; None: a host that is new, known by its name alone. `own`: the name
    it has, where that was read already.

    `agent_host_id`: of its agent; None: a host that is new, known by its name alone. `own`: the name it has, where that
    was read already.
    """
    own = own or await driver.fetchval("select name from host where agent_host_id = $1", agent_host_id)
    if own is not None and is_called(own, stated):
        return str(own)
    # A host that was renamed leaves its runs under its former name: nobody else may have it.
    rows = await driver.fetch(
        f"""
        with others as (select id, name from host where agent_host_id is distinct from $1 or agent_host_id is null),
        former as (
            select id, factors ->> 'host' as name from configuration
            where regexp_replace(factors ->> 'host', '{NUMBER}', '') = any($2) or factors ->> 'host' = any($2)
        )
        select name from others where regexp_replace(name, '{NUMBER}', '') = any($2) or name = any($2)
        union
        select f.name from former f
        where exists (select from run r join others o on o.id = r.host_id where r.configuration_id = f.id)
        """,
        *(agent_host_id, [stated, shared_part(stated)]),
    )
    return free_name(stated, {row["name"] for row in rows})


async def get_or_add_agent_host(driver: Driver, new_id: UUID, agent_host_id: str, stated: str) -> UUID | None:
    """The host with this agent's identity, made when it is new, renamed when it calls itself otherwise now.

    None when other hosts took each name that was free a moment ago.
    """
    for _ in range(RACES):
        name = await choose_name(driver, agent_host_id, stated)
        try:
            async with driver.transaction():
                host_id = await _rename_or_add(driver, new_id, agent_host_id, name)
        except UniqueViolationError:
            continue
        if host_id is not None:
            return host_id
    return None


async def _rename_or_add(driver: Driver, new_id: UUID, agent_host_id: str, name: str) -> UUID | None:
    """None when the name is another host's. Raises UniqueViolationError when it became that while this waited."""
    host_id: UUID | None = await driver.fetchval(
        """
        with renamed as (
            update host set name = $3
            where agent_host_id = $2
              and not exists (select from host where name = $3 and agent_host_id is distinct from $2)
            returning id
        ), added as (
            insert into host (id, agent_host_id, name, created_at)
            select $1::uuid, $2::text, $3::text, now() where not exists (select from renamed)
            on conflict do nothing returning id
        )
        select id from renamed union all select id from added
        """,
        *(new_id, agent_host_id, name),
    )
    return host_id


async def get_named(driver: Driver, host_id: UUID) -> NamedHost:
    """The name of a host that is known to exist."""
    row: NamedHost = await driver.fetchrow("select id, name from host where id = $1", host_id)
    return row


async def get_host(driver: Driver, host_id: UUID) -> HostWithRunsRow | None:
    """One host; None when there is none."""
    row: HostWithRunsRow | None = await driver.fetchrow(
        """
        select h.id, h.name,
            (select count(*) from run r where r.host_id = h.id and r.deleted_at is null) as run_count,
            newest.sorted_at as last_run_at, oldest.sorted_at as first_run_at, newest.agent_command,
            with_inventory.inventory_id,
            (select count(*) from refused_upload f
             where f.host_id = h.id and f.refused_at > now() - interval '30 days') as refused_uploads
        from host h
        left join lateral (
            select r.sorted_at, u.manifest -> 'agent' ->> 'command' as agent_command
            from run r join upload u on u.id = r.upload_id
            where r.host_id = h.id and r.deleted_at is null order by r.sorted_at desc, r.id desc limit 1
        ) newest on true
        left join lateral (
            select r.sorted_at from run r
            where r.host_id = h.id and r.deleted_at is null order by r.sorted_at, r.id limit 1
        ) oldest on true
        left join lateral (
            select r.inventory_id from run r
            where r.host_id = h.id and r.deleted_at is null and r.inventory_id is not null
            order by r.sorted_at desc, r.id desc limit 1
        ) with_inventory on true
        where h.id = $1
        """,
        host_id,
    )
    return row


async def list_namesakes(driver: Driver, host_id: UUID, name: str) -> list[NamedHost]:
    """List other hosts that call themselves like the host of this name, the oldest first."""
    rows: list[NamedHost] = await driver.fetch(
        f"""
        select id, name from host
        where (name = $1 or regexp_replace(name, '{NUMBER}', '') = $2) and id <> $3 and merged_into_id is null
        order by id
        """,
        *(strip_number(name), shared_part(strip_number(name)), host_id),
    )
    return rows


async def list_refusals(driver: Driver, host_id: UUID, limit: int) -> list[Refusal]:
    """List what was refused for good in the last 30 days, newest first."""
    rows: list[Refusal] = await driver.fetch(
        """
        select refused_at, error, detail from refused_upload
        where host_id = $1 and refused_at > now() - interval '30 days' order by refused_at desc, id desc limit $2
        """,
        *(host_id, limit),
    )
    return rows
