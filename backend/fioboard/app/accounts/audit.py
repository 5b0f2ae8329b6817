"""Reading the audit log."""

from typing import Annotated, cast
from uuid import UUID

import orjson
from fastapi import Query

from fioboard.app.access.check import allow
from fioboard.core.database import Session
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.account import AuditEventOut, AuditPage
from fioboard.engine.answers.problem import ACCOUNT_REFUSALS
from fioboard.store.queries import audit as audit_queries

router = Router(tags=["accounts"])


@router.get("/audit", dependencies=[allow("admin")], responses=ACCOUNT_REFUSALS)
async def list_audit(
    session: Session,
    limit: Annotated[int, Query(ge=1, le=200, description="Events per page")] = 50,
    cursor: Annotated[UUID | None, Query(description="`next_cursor` of the page before")] = None,
    subject: Annotated[
        UUID | None, Query(description="Only what was done to this run, token, user …")
    ] = None,
) -> AuditPage:
    """Everything that was changed or left, newest first."""
    rows = await audit_queries.list_events(session, limit=limit + 1, before=cursor, subject_id=subject)
    page = rows[:limit]
    return AuditPage(
        items=[
            AuditEventOut.model_validate(
                {
                    "id": str(row.id),
                    "at": row.at,
                    "actor_kind": row.actor_kind,
                    "actor_name": row.actor_name,
                    "action": row.action,
                    "subject_id": str(row.subject_id) if row.subject_id else None,
                    "detail": orjson.loads(cast(str, row.detail)),  # jsonb comes as its text
                }
            )
            for row in page
        ],
        next_cursor=str(page[-1].id) if len(rows) > limit else None,
    )
