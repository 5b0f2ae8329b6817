"""Who changed what, and what left: one line in the audit log and one in the service's log."""

from typing import Any
from uuid import UUID

from fioboard.app.access.principal import Principal
from fioboard.core.logs import logger
from fioboard.store.queries import audit as audit_queries


async def record(
    connection: Any,
    actor: Principal | None,
    action: str,
    subject_id: UUID | None = None,
    **detail: object,
) -> None:
    """Notes an action (`noun.verb`). `connection`: an AsyncSession or asyncpg connection, in the transaction of the
    action itself where there is one; `actor` None: nobody was signed in. Never pass a secret."""
    kind = "nobody" if actor is None else "user" if actor.kind == "session" else "token"
    actor_id = None if actor is None else actor.user_id if actor.kind == "session" else actor.id
    await audit_queries.add_event(
        connection,
        actor_kind=kind,
        actor_id=actor_id,
        actor_name=actor.name if actor else "nobody",
        action=action,
        subject_id=subject_id,
        detail=detail,
    )
    logger().info("audit", action=action, subject=str(subject_id) if subject_id else None, actor=kind)


async def record_user(
    connection: Any, user_id: UUID, name: str, action: str, subject_id: UUID | None = None, **detail: object
) -> None:
    """The same for somebody who has just shown who they are and has no session yet."""
    await audit_queries.add_event(
        connection,
        actor_kind="user",
        actor_id=user_id,
        actor_name=name,
        action=action,
        subject_id=subject_id,
        detail=detail,
    )
    logger().info("audit", action=action, subject=str(subject_id) if subject_id else None, actor="user")


async def record_command(
    connection: Any, action: str, subject_id: UUID | None = None, **detail: object
) -> None:
    """The same for what is done at the terminal of the service."""
    await audit_queries.add_event(
        connection,
        actor_kind="command_line",
        actor_id=None,
        actor_name="command line",
        action=action,
        subject_id=subject_id,
        detail=detail,
    )


async def record_either(
    connection: object, actor: Principal | None, action: str, subject_id: UUID | None = None, **detail: object
) -> None:
    """The same for what both a page and the terminal of the service do; `actor` None: the terminal."""
    if actor is None:
        await record_command(connection, action, subject_id, **detail)
    else:
        await record(connection, actor, action, subject_id, **detail)
