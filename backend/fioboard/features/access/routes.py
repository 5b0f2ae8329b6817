"""API tokens and the enrolment of hosts."""

from datetime import timedelta
from typing import Annotated, cast
from uuid import UUID

from fastapi import Path, Request

from fioboard.access.audit import record
from fioboard.access.check import Caller, allow, anyone, require_recent_login
from fioboard.access.issue import issue_code, issue_token, yabs_address
from fioboard.access.people import end_token
from fioboard.access.secrets import hashed
from fioboard.access.throttle import require_patience
from fioboard.core import errors
from fioboard.core.config import settings
from fioboard.core.database import Session, driver_of
from fioboard.core.flat_routes import Router
from fioboard.core.ids import uuid7
from fioboard.core.sanitize import clean_text
from fioboard.core.times import now
from fioboard.features.access.json_only import require_json
from fioboard.models import ApiToken
from fioboard.queries import access as access_queries
from fioboard.queries import hosts as host_queries
from fioboard.schemas.access import (
    EnrolmentCreated,
    EnrolmentExchange,
    EnrolmentToken,
    Scope,
    TokenCreate,
    TokenCreated,
    TokenList,
    TokenOut,
)
from fioboard.schemas.problem import ACCOUNT_REFUSALS

router = Router(tags=["access"])

ENROLMENT_LASTS = timedelta(minutes=15)
# A host that enrols again gets a new token; uploads that are on their way with the old one still arrive (T5).
OVERLAP = timedelta(hours=24)


def _token_out(row: ApiToken) -> TokenOut:
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
    return TokenList(items=[_token_out(row) for row in await access_queries.list_tokens(session)])


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
    return TokenCreated(token=token, address=address, **_token_out(row).model_dump())


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


@router.post("/enrolments", status_code=201, dependencies=[allow("session")], responses=ACCOUNT_REFUSALS)
async def create_enrolment(caller: Caller, session: Session) -> EnrolmentCreated:
    """A code, good once and for 15 minutes, that a host's agent exchanges for its own upload token."""
    require_recent_login(caller)
    code, expires_at = await issue_code(session, "enrolment", ENROLMENT_LASTS)
    await record(session, caller, "enrolment.create")
    base = settings().public_url
    return EnrolmentCreated(
        code=code, expires_at=expires_at, command=f"curl -fsSL {base}/install.sh | sh -s -- --code {code}"
    )


@router.post("/enrolments/exchange", dependencies=[anyone()], responses=ACCOUNT_REFUSALS)
async def exchange_enrolment(request: Request, body: EnrolmentExchange, session: Session) -> EnrolmentToken:
    """Exchanges an enrolment code for the host's upload token, which can send for this host only.

    A token that the host had before ends a day later.
    """
    require_json(request)
    await require_patience(request, "enrolment")
    if await access_queries.use_code(session, "enrolment", hashed(body.code)) is None:
        raise errors.NotAuthenticated("This enrolment code was used before or has expired; make a new one.")
    driver = await driver_of(await session.connection())
    host_id = await host_queries.get_or_add_agent_host(
        driver, uuid7(), body.host_id, clean_text(body.host_name, 253)
    )
    if host_id is None:
        raise errors.Unavailable("Other hosts take this name at the same moment; try again.", retry_after_s=1)
    await access_queries.end_upload_tokens_of(session, host_id, now() + OVERLAP)
    token, row = await issue_token(
        session, name=f"agent on {body.host_name}"[:100], scope="upload", host_id=host_id, lasts=None
    )
    await record(session, None, "enrolment.exchange", row.id, host=body.host_name)
    return EnrolmentToken(token=token)
