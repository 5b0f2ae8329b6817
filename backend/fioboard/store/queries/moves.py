"""Moving runs and what people said of a host to another host, and back: merges and splits."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.store.queries.hosts import NamedHost

MoveKind = Literal["merge", "split"]

# Tables whose rows go along when a host is merged, each with what would make two rows of the kept host the same.
MERGED_TABLES: Final[dict[str, str]] = {
    "api_token": "false",
    "expectation": "false",
    "request": "false",
    "schedule": "false",
    "schedule_host": "k.schedule_id = t.schedule_id",
    "time_note": "false",
    "stated_hardware": "false",
    "refused_upload": "false",
    "event": "t.gone_at is null and k.gone_at is null and (k.kind, k.subject) = (t.kind, t.subject)",
    "reference": "t.ended_at is null and k.ended_at is null and k.workload_id is not distinct from t.workload_id",
}


class MoveRow(TypedDict):
    """A merge or split."""

    id: UUID
    kind: MoveKind
    source_id: UUID
    source_name: str
    target_id: UUID
    target_name: str
    source_agent: str | None
    other_agents: list[str]
    moved_at: datetime
    moved_by: str
    undone_at: datetime | None
    undone_by: str | None
    runs: int


class MergeHostRow(NamedHost):
    """A host as a move needs it."""

    agent_host_id: str | None
    merged_into_id: UUID | None


@dataclass(frozen=True, slots=True)
class NewMove:
    """A merge or split that begins."""

    id: UUID
    kind: MoveKind
    source_id: UUID
    target_id: UUID
    source_agent: str | None
    other_agents: Sequence[str]
    by: str


_MOVE = """
select m.id, m.kind, m.source_id, s.name as source_name, m.target_id, t.name as target_name, m.source_agent,
    m.other_agents, m.moved_at, m.moved_by, m.undone_at, m.undone_by,
    (select count(*) from host_moved d join run r on r.upload_id = d.row_id
     where d.move_id = m.id and d.table_name = 'upload' and r.deleted_at is null)::int as runs
from host_move m join host s on s.id = m.source_id join host t on t.id = m.target_id
"""


async def lock_hosts(driver: Driver, host_ids: Sequence[UUID]) -> dict[UUID, MergeHostRow]:
    """Hosts by id, kept from other moves until the transaction ends."""
    rows: list[MergeHostRow] = await driver.fetch(
        "select id, name, agent_host_id, merged_into_id from host where id = any($1::uuid[]) order by id for update",
        list(host_ids),
    )
    return {row["id"]: row for row in rows}


async def find_move(driver: Driver, move_id: UUID) -> MoveRow | None:
    """One merge or split."""
    row: MoveRow | None = await driver.fetchrow(f"{_MOVE} where m.id = $1", move_id)
    return row


async def list_moves(driver: Driver, host_id: UUID, limit: int) -> list[MoveRow]:
    """List merges into a host, and splits from or into it, that are in force; the newest first."""
    rows: list[MoveRow] = await driver.fetch(
        f"""
        {_MOVE} where m.undone_at is null and (m.target_id = $1 or (m.source_id = $1 and m.kind = 'split'))
        order by m.id desc limit $2
        """,
        *(host_id, limit),
    )
    return rows


async def list_uploads_with_inventories(
    driver: Driver, host_id: UUID, inventory_ids: Sequence[UUID]
) -> list[UUID]:
    """List the uploads of a host whose runs came with one of these inventories."""
    rows = await driver.fetch(
        "select distinct upload_id from run where host_id = $1 and inventory_id = any($2::uuid[])",
        *(host_id, list(inventory_ids)),
    )
    return [row["upload_id"] for row in rows]


async def add_move(driver: Driver, new: NewMove) -> None:
    """Begin the record of a merge or split."""
    await driver.execute(
        """
        insert into host_move (id, kind, source_id, target_id, source_agent, other_agents, moved_at, moved_by)
        values ($1, $2, $3, $4, $5, $6, now(), $7)
        """,
        *(new.id, new.kind, new.source_id, new.target_id, new.source_agent, list(new.other_agents), new.by),
    )


async def record_undo(driver: Driver, move_id: UUID, by: str) -> None:
    """Record that a move was undone."""
    await driver.execute(
        "update host_move set undone_at = now(), undone_by = $2 where id = $1", *(move_id, by)
    )


async def move_rows(driver: Driver, source_id: UUID, target_id: UUID, move_id: UUID) -> None:
    """Make what people said of a host, its tokens and its open events the other's; what that has already stays."""
    for table, is_there in MERGED_TABLES.items():
        await driver.execute(
            f"""
            with moved as (
                update {table} t set host_id = $2 where t.host_id = $1
                    and not exists (select from {table} k where k.host_id = $2 and {is_there})
                returning id
            )
            insert into host_moved (move_id, table_name, row_id) select $3, '{table}', id from moved
            """,
            *(source_id, target_id, move_id),
        )


async def return_rows(driver: Driver, move: MoveRow) -> None:
    """Give back what went along with a merge."""
    for table in MERGED_TABLES:
        await driver.execute(
            f"""
            update {table} set host_id = $2 where host_id = $3 and id in (
                select row_id from host_moved where move_id = $1 and table_name = '{table}'
            )
            """,
            *(move["id"], move["source_id"], move["target_id"]),
        )


async def list_uploads_to_return(driver: Driver, move: MoveRow) -> list[UUID]:
    """List the uploads that went along with a merge, and those that its agents have sent since."""
    rows = await driver.fetch(
        """
        select u.id from upload u where u.host_id = $2 and (
            u.id in (select row_id from host_moved where move_id = $1 and table_name = 'upload')
            or (u.received_at >= $3 and u.manifest #>> '{host,id}' = any($4::text[]))
        )
        """,
        *(move["id"], move["target_id"], move["moved_at"]),
        [agent for agent in (move["source_agent"], *move["other_agents"]) if agent is not None],
    )
    return [row["id"] for row in rows]


async def take_agents(driver: Driver, source_id: UUID) -> tuple[str | None, list[str]]:
    """The agents that send for a host: its first one, and the others."""
    row = await driver.fetchrow(
        """
        select agent_host_id, array(select agent_host_id from host_agent where host_id = host.id) as others
        from host where id = $1
        """,
        source_id,
    )
    return row["agent_host_id"], list(row["others"])


async def merge_host(driver: Driver, source_id: UUID, target_id: UUID, move_id: UUID) -> None:
    """Leave a merged host its name and id alone: its agents and identifiers are the other's."""
    await driver.execute(
        """
        insert into host_agent (agent_host_id, host_id, origin, created_at)
        select agent_host_id, $2, 'merged', now() from host where id = $1 and agent_host_id is not null
        on conflict do nothing
        """,
        *(source_id, target_id),
    )
    await driver.execute(
        "update host set agent_host_id = null, merged_into_id = $2 where id = $1", *(source_id, target_id)
    )
    await driver.execute(
        """
        with moved as (
            update host set merged_into_id = $2 where merged_into_id = $1 returning id
        )
        insert into host_moved (move_id, table_name, row_id) select $3, 'host', id from moved
        """,
        *(source_id, target_id, move_id),
    )
    await driver.execute(
        """
        delete from host_agent a where host_id = $1
            and exists (select from host_agent k where k.host_id = $2 and k.agent_host_id = a.agent_host_id)
        """,
        *(source_id, target_id),
    )
    await driver.execute("update host_agent set host_id = $2 where host_id = $1", *(source_id, target_id))
    await copy_identifiers(driver, source_id, target_id)
    await driver.execute(
        """
        insert into agent_report (host_id, reported_at, agent_version, waiting, waiting_since, refused, error, error_at)
        select $2, reported_at, agent_version, waiting, waiting_since, refused, error, error_at
        from agent_report where host_id = $1 on conflict (host_id) do nothing
        """,
        *(source_id, target_id),
    )
    await driver.execute("delete from agent_report where host_id = $1", source_id)


async def copy_identifiers(driver: Driver, source_id: UUID, target_id: UUID) -> None:
    """Let a host be recognised as the other is, too; marked by the moment of the transaction."""
    await driver.execute(
        """
        insert into host_identifier (host_id, kind, sha256, seen_at)
        select $2, kind, sha256, now() from host_identifier where host_id = $1 on conflict do nothing
        """,
        *(source_id, target_id),
    )


async def restore_host(driver: Driver, move: MoveRow) -> None:
    """Give a merged host its agents and identifiers back."""
    await driver.execute(
        "delete from host_agent where agent_host_id = $1 and host_id = $2",
        *(move["source_agent"], move["target_id"]),
    )
    await driver.execute(
        "update host_agent set host_id = $2 where host_id = $3 and agent_host_id = any($1::text[])",
        *(move["other_agents"], move["source_id"], move["target_id"]),
    )
    await driver.execute(
        "update host set agent_host_id = $2, merged_into_id = null where id = $1",
        *(move["source_id"], move["source_agent"]),
    )
    await driver.execute(
        """
        update host set merged_into_id = $2 where id in (
            select row_id from host_moved where move_id = $1 and table_name = 'host'
        )
        """,
        *(move["id"], move["source_id"]),
    )
    await driver.execute(
        "delete from host_identifier where host_id = $1 and seen_at = $2",
        *(move["target_id"], move["moved_at"]),
    )
