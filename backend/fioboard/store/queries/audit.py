"""The audit log: written in the transaction of what it tells of, never edited."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession

from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.core.sanitize import encoded
from fioboard.store.models import AuditEvent

_ADD = """
insert into audit_event (id, at, actor_kind, actor_id, actor_name, action, subject_id, detail)
values ({}, now(), {}, {}, {}, {}, {}, {})
"""
_ADD_BY_DRIVER = _ADD.format("$1", "$2", "$3", "$4", "$5", "$6", "$7::jsonb")
_ADD_BY_SESSION = text(
    _ADD.format(":id", ":kind", ":actor", ":name", ":action", ":subject", "cast(:detail as jsonb)")
)


async def add_event(
    connection: AsyncSession | Driver,
    *,
    actor_kind: str,
    actor_id: UUID | None,
    actor_name: str,
    action: str,
    subject_id: UUID | None,
    detail: Mapping[str, object],
) -> None:
    """Writes one event on an AsyncSession or an asyncpg connection, in whatever transaction that is in."""
    body = encoded(detail)
    if isinstance(connection, AsyncSession):
        values = {
            "id": uuid7(),
            "kind": actor_kind,
            "actor": actor_id,
            "name": actor_name,
            "action": action,
            "subject": subject_id,
            "detail": body,
        }
        await connection.execute(_ADD_BY_SESSION, values)
    else:
        await connection.execute(
            _ADD_BY_DRIVER, uuid7(), actor_kind, actor_id, actor_name, action, subject_id, body
        )


async def list_events(
    session: AsyncSession, *, limit: int, before: UUID | None = None, subject_id: UUID | None = None
) -> Sequence[AuditEvent]:
    """Events, newest first: those older than `before`, of one subject or of all."""
    statement = select(AuditEvent).order_by(AuditEvent.id.desc()).limit(limit)
    if before is not None:
        statement = statement.where(AuditEvent.id < before)
    if subject_id is not None:
        statement = statement.where(AuditEvent.subject_id == subject_id)
    return (await session.scalars(statement)).all()
