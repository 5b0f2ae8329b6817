"""API tokens."""

from datetime import timedelta
from typing import Annotated, cast
from uuid import UUID

from fastapi import Path, Request

from fioboard.app.access.audit import record
from fioboard.app.access.check import Caller, allow, require_recent_login
from fioboard.app.access.issue import issue_token, yabs_address
from fioboard.app.access.people import end_token
from fioboard.core import errors
from fioboard.core.database import Session
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.access import (
    Scope,
    TokenCreate,
    TokenCreated,
    TokenList,
    TokenOut,
)
from fioboard.engine.answers.problem import ACCOUNT_REFUSALS
from fioboard.store.models import ApiToken
from fioboard.store.queries import access as access_queries

router = Router(tags=["access"])


def _build_token(row: ApiToken) -> TokenOut:
    return TokenOut(
        id=str(row.id),
        name=row.name,
        scope=cast(Scope, row.scope),  # a check constraint holds it to these scopes
        prefix=row.prefix,
        host_id=str(row.host_id) if row.host_id else None,
        created_at=row.created_at,
        expires_at=row.expires_at,
        last_used_at=row.last_used_at,
        revoked_at=row.revoked_at,
    )


@router.get("/tokens", dependencies=[allow("session")], responses=ACCOUNT_REFUSALS)
async def list_tokens(session: Session) -> TokenList:
    """All API tokens, newest first; never their secrets."""
    return TokenList(items=[_build_token(row) for row in await access_queries.list_tokens(session)])


@router.post("/tokens", status_code=201, dependencies=[allow("session")], responses=ACCOUNT_REFUSALS)
async def create_token(body: TokenCreate, caller: Caller, session: Session) -> TokenCreated:
    """Makes an API token and shows its secret this once. Needs a recent login: a token cannot mint a token."""
    user_id = require_recent_login(caller)
    try:
        host_id = UUID(body.host_id) if body.host_id else None
    except ValueError:
        raise errors.HostNotFound from None
    lasts = timedelta(days=body.expires_in_days) if body.expires_in_days else None
    token, row = await issue_token(
        session, name=body.name, scope=body.scope, host_id=host_id, lasts=lasts, created_by=user_id
    )
    await record(session, caller, "token.create", row.id, token=row.name, scope=row.scope)
    address = yabs_address(token) if body.scope == "yabs" else None
    return TokenCreated(token=token, address=address, **_build_token(row).model_dump())


@router.delete(
    "/tokens/{token_id}", status_code=204, dependencies=[allow("session")], responses=ACCOUNT_REFUSALS
)
async def revoke_token(
    request: Request,
    token_id: Annotated[UUID, Path(description="The token's id")],
    caller: Caller,
    session: Session,
) -> None:
    """Ends a token and the links made with it; the very next request with either fails."""
    if not await end_token(session, token_id):
        raise errors.TokenNotFound
    await record(session, caller, "token.revoke", token_id)
