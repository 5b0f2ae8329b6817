"""Single sign-on: the way to the identity provider, and what happens with whom it sends back.

Both ends are requests of our own page, so that nothing is changed by GET and other sites are turned away (S5): the
provider sends the browser to the page `/sso`, which hands the code over by POST.
"""

from typing import TYPE_CHECKING
from uuid import UUID

from fastapi import Request, Response

from fioboard.app.access.audit import record, record_user
from fioboard.app.access.check import (
    Caller,
    allow,
    anyone,
    cookie_name,
    identify,
    require_recent_login,
    require_same_site,
    session_reference,
)
from fioboard.app.access.issue import issue_code
from fioboard.app.access.oidc.sso_flow import LASTS, derive_flow, is_same
from fioboard.app.access.secrets import hashed
from fioboard.app.access.sessions import cookie_settings, open_session
from fioboard.app.access.sso_accounts import connected, find_or_create_account
from fioboard.app.access.throttle import require_patience
from fioboard.app.accounts import sentences
from fioboard.app.accounts.json_only import require_json
from fioboard.app.accounts.sessions import build_session
from fioboard.core import errors
from fioboard.core.database import AppDatabase, Database
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.account import (
    SessionOut,
    SingleSignOnAddress,
    SingleSignOnReturn,
    SingleSignOnStart,
)
from fioboard.engine.answers.problem import ACCOUNT_REFUSALS
from fioboard.store.queries import access as access_queries

if TYPE_CHECKING:
    from fioboard.app.access.oidc.provider import (
        Provider,
    )  # loaded where it is configured only, see app/access/oidc

router = Router(tags=["access"])

PURPOSE = "single_sign_on"
START_AGAIN = "This sign-in was not started in this browser, was used before, or took too long; start again."


def _provider(request: Request) -> "Provider":
    provider: Provider | None = request.app.state.identity_provider
    if provider is None:
        raise errors.NotFound("Single sign-on is not set up on this service.")
    return provider


async def _send_away(
    request: Request,
    database: Database,
    response: Response,
    *,
    is_confirming: bool,
    connects: UUID | None = None,
) -> SingleSignOnAddress:
    """The provider's address for this browser, which keeps the flow's secret; `connects`: an account to connect."""
    provider = _provider(request)
    async with database.transaction() as session:
        await access_queries.delete_expired_codes(session, PURPOSE)
        secret, _ = await issue_code(session, PURPOSE, LASTS, connects)
    url = await provider.address(derive_flow(secret), is_confirming=is_confirming)
    # Strict: only our own page brings it back, never the provider's redirect by itself.
    response.set_cookie(
        cookie_name("sign_on"), secret, max_age=int(LASTS.total_seconds()), **cookie_settings("strict")
    )
    return SingleSignOnAddress(url=url)


@router.post("/session/single-sign-on", dependencies=[anyone()], responses=ACCOUNT_REFUSALS)
async def start_single_sign_on(
    request: Request, database: AppDatabase, response: Response, body: SingleSignOnStart
) -> SingleSignOnAddress:
    """Where to send this browser to sign in at the identity provider."""
    require_json(request)
    require_same_site(request)
    await require_patience(request, "single_sign_on")
    return await _send_away(request, database, response, is_confirming=body.is_confirming)


@router.post("/account/single-sign-on", dependencies=[allow("account")], responses=ACCOUNT_REFUSALS)
async def start_connecting(
    request: Request, database: AppDatabase, response: Response, caller: Caller
) -> SingleSignOnAddress:
    """Where to send this browser to connect the caller's account with one at the identity provider."""
    user_id = require_recent_login(caller)
    await require_patience(request, "single_sign_on")
    return await _send_away(request, database, response, is_confirming=True, connects=user_id)


@router.post("/session/single-sign-on/return", dependencies=[anyone()], responses=ACCOUNT_REFUSALS)
async def finish_single_sign_on(
    request: Request, database: AppDatabase, response: Response, body: SingleSignOnReturn
) -> SessionOut:
    """Signs this browser in with what the identity provider sent it back with, or connects the account."""
    require_json(request)
    require_same_site(request)
    await require_patience(request, "single_sign_on")
    provider = _provider(request)
    secret = request.cookies.get(cookie_name("sign_on"), "")
    flow = derive_flow(secret)
    if not secret or not is_same(body.state, flow.state):
        raise errors.SingleSignOnRefused(START_AGAIN)
    # In a transaction of its own: used up, whatever comes of it.
    async with database.transaction() as session:
        used = await access_queries.use_code(session, PURPOSE, hashed(secret))
    if used is None:
        raise errors.SingleSignOnRefused(START_AGAIN)
    try:
        if body.code is None:
            raise errors.SingleSignOnRefused(sentences.PROVIDER_SAID(error=_error_code(body.error)))
        identity = await provider.identify(flow, body.code, body.iss)
        if used.user_id is not None:
            await _require_caller(request, database, used.user_id)
        async with database.transaction() as session:
            if used.user_id is None:
                user = await find_or_create_account(session, identity, provider.decides_roles)
            else:
                user = await connected(session, used.user_id, identity)
            opened = await open_session(session, request, response, user.id, identity.authenticated_at)
            await record_user(session, user.id, user.name, "session.create", opened.id, by=PURPOSE)
    except (errors.Forbidden, errors.Conflict) as refusal:
        async with database.transaction() as session:
            await record(session, None, "session.refuse", used.user_id, by=PURPOSE, why=refusal.detail)
        raise
    response.delete_cookie(cookie_name("sign_on"), **cookie_settings("strict"))
    request.state.actor = f"session:{opened.id}"
    return build_session(user, opened)


def _error_code(error: str | None) -> str:
    """The provider's error code when it has the form of one (RFC 6749, section 4.1.2.1): it is shown to people."""
    return error if error is not None and error.isascii() and error.replace("_", "").isalnum() else "no"


async def _require_caller(request: Request, database: Database, user_id: UUID) -> None:
    """An account is connected by its owner, signed in on this browser from the start to the end."""
    if not session_reference(request) or (await identify(request, database)).user_id != user_id:
        raise errors.SingleSignOnRefused(START_AGAIN)
