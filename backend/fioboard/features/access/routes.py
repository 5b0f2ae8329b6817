"""Sessions, API tokens and the enrolment of hosts."""

from datetime import timedelta
from typing import Annotated, Any, cast
from uuid import UUID

from fastapi import APIRouter, Path, Request, Response

from fioboard.access.check import COOKIE, Caller, allow, anyone, demand_same_site
from fioboard.access.minting import mint_code, mint_token
from fioboard.access.secrets import hashed, new_secret
from fioboard.core import errors
from fioboard.core.bounded import BoundedRoute
from fioboard.core.config import settings
from fioboard.core.database import Session
from fioboard.core.harmless import clean_text
from fioboard.core.ids import uuid7
from fioboard.core.times import now
from fioboard.features.access.throttle import demand_patience
from fioboard.models import ApiToken
from fioboard.queries import access as access_queries
from fioboard.queries import hosts as host_queries
from fioboard.schemas.access import (
    EnrolmentCreated,
    EnrolmentExchange,
    EnrolmentToken,
    Scope,
    SessionCreate,
    SessionOut,
    TokenCreate,
    TokenCreated,
    TokenList,
    TokenOut,
)
from fioboard.schemas.problem import ErrorOut
from fioboard.schemas.queries import demand_known

router = APIRouter(tags=["access"], route_class=BoundedRoute)

SESSION_LASTS = timedelta(days=14)
ENROLMENT_LASTS = timedelta(minutes=15)
REFUSALS: dict[int | str, dict[str, Any]] = {
    s: {"model": ErrorOut} for s in (400, 401, 403, 404, 413, 415, 422, 429, 503)
}


def _demand_json(request: Request) -> None:
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        raise errors.UnsupportedMediaType("Send application/json.")


@router.post("/session", dependencies=[anyone()], responses=REFUSALS)
async def create_session(
    request: Request, response: Response, body: SessionCreate, session: Session
) -> SessionOut:
    """Exchanges the code of a one-time login link for a session cookie."""
    demand_known(request)
    _demand_json(request)
    demand_same_site(request)
    await demand_patience(request, "login")
    if not await access_queries.use_code(session, "login", hashed(body.code)):
        raise errors.NotAuthenticated("This login link was used before or has expired; ask for a new one.")
    reference = new_secret()
    expires_at = now() + SESSION_LASTS
    await access_queries.add_session(session, hashed(reference), "admin", expires_at)
    response.set_cookie(
        COOKIE,
        reference,
        max_age=int(SESSION_LASTS.total_seconds()),
        httponly=True,
        samesite="lax",
        secure=settings().public_url.startswith("https:"),
        path="/",
    )
    return SessionOut(name="admin", role="admin", expires_at=expires_at)


@router.get("/session", dependencies=[allow("read")], responses=REFUSALS)
async def read_session(request: Request, caller: Caller) -> SessionOut:
    """Who is signed in on this browser."""
    demand_known(request)
    if caller.kind != "session":
        raise errors.NotAuthenticated("This address answers browsers that signed in, not tokens.")
    row = request.state.session_row
    return SessionOut(name=row["role"], role=row["role"], expires_at=row["expires_at"])


@router.delete("/session", status_code=204, dependencies=[allow("read")], responses=REFUSALS)
async def end_session(request: Request, response: Response, caller: Caller, session: Session) -> None:
    """Signs this browser out, on the server too."""
    demand_known(request)
    if caller.kind == "session":
        await access_queries.end_session(session, caller.id)
    response.delete_cookie(COOKIE, path="/")


def _token_out(row: ApiToken) -> TokenOut:
    return TokenOut(
        id=str(row.id),
        name=row.name,
        scope=cast(Scope, row.scope),  # a check constraint holds it to the four scopes
        prefix=row.prefix,
        host_id=str(row.host_id) if row.host_id else None,
        created_at=row.created_at,
        expires_at=row.expires_at,
        last_used_at=row.last_used_at,
        revoked_at=row.revoked_at,
    )


@router.get("/tokens", dependencies=[allow("session")], responses=REFUSALS)
async def list_tokens(request: Request, session: Session) -> TokenList:
    """All API tokens, newest first; never their secrets."""
    demand_known(request)
    return TokenList(items=[_token_out(row) for row in await access_queries.list_tokens(session)])


@router.post("/tokens", status_code=201, dependencies=[allow("session")], responses=REFUSALS)
async def create_token(request: Request, body: TokenCreate, session: Session) -> TokenCreated:
    """Makes an API token and shows its secret this once. Needs a signed-in browser: a token cannot mint a token."""
    demand_known(request)
    try:
        host_id = UUID(body.host_id) if body.host_id else None
    except ValueError:
        raise errors.HostNotFound from None
    lasts = timedelta(days=body.expires_in_days) if body.expires_in_days else None
    token, row = await mint_token(session, name=body.name, scope=body.scope, host_id=host_id, lasts=lasts)
    return TokenCreated(token=token, **_token_out(row).model_dump())


@router.delete("/tokens/{token_id}", status_code=204, dependencies=[allow("session")], responses=REFUSALS)
async def revoke_token(
    request: Request, token_id: Annotated[UUID, Path(description="The token's id")], session: Session
) -> None:
    """Ends a token; the very next request with it fails."""
    demand_known(request)
    if not await access_queries.revoke_token(session, token_id):
        raise errors.TokenNotFound


@router.post("/enrolments", status_code=201, dependencies=[allow("session")], responses=REFUSALS)
async def create_enrolment(request: Request, session: Session) -> EnrolmentCreated:
    """A code, good once and for 15 minutes, that a host's agent exchanges for its own upload token."""
    demand_known(request)
    code, expires_at = await mint_code(session, "enrolment", ENROLMENT_LASTS)
    base = settings().public_url
    return EnrolmentCreated(
        code=code, expires_at=expires_at, command=f"curl -fsSL {base}/install.sh | sh -s -- --code {code}"
    )


@router.post("/enrolments/exchange", dependencies=[anyone()], responses=REFUSALS)
async def exchange_enrolment(request: Request, body: EnrolmentExchange, session: Session) -> EnrolmentToken:
    """Exchanges an enrolment code for the host's upload token, which can send for this host only."""
    demand_known(request)
    _demand_json(request)
    await demand_patience(request, "enrolment")
    if not await access_queries.use_code(session, "enrolment", hashed(body.code)):
        raise errors.NotAuthenticated("This enrolment code was used before or has expired; make a new one.")
    driver = (await (await session.connection()).get_raw_connection()).driver_connection
    host_id = await host_queries.ensure_agent_host(
        driver, uuid7(), body.host_id, clean_text(body.host_name, 253)
    )
    token, _ = await mint_token(
        session, name=f"agent on {body.host_name}"[:100], scope="upload", host_id=host_id, lasts=None
    )
    return EnrolmentToken(token=token)
