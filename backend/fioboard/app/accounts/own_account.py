"""One's own account: password and sessions."""

from typing import Annotated
from uuid import UUID

from fastapi import Path, Request, Response

from fioboard.app.access.audit import record
from fioboard.app.access.check import Caller, allow
from fioboard.app.access.passwords import (
    hashed_password,
    password_fits,
    require_good_password,
    require_password_login,
)
from fioboard.app.access.sessions import close_session, open_session
from fioboard.core import errors
from fioboard.core.database import AppDatabase, Session
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.account import BrowserSession, BrowserSessionList, PasswordChange
from fioboard.engine.answers.problem import ACCOUNT_REFUSALS
from fioboard.store.queries import access as access_queries
from fioboard.store.queries import accounts as account_queries

router = Router(tags=["accounts"])


@router.put("/account/password", status_code=204, dependencies=[allow("account")], responses=ACCOUNT_REFUSALS)
async def change_password(
    request: Request, database: AppDatabase, response: Response, body: PasswordChange, caller: Caller
) -> None:
    """Sets a new password; ends every other session of the user and gives this one a new reference (S4)."""
    require_password_login()
    user_id = caller.person()
    require_good_password(body.new, caller.name)
    async with database.transaction() as session:
        stored = (await account_queries.get_user(session, user_id)).password_hash
    if stored is not None and not await password_fits(body.current or "", stored):
        raise errors.Forbidden("The current password is wrong.")
    new = await hashed_password(body.new)
    async with database.transaction() as session:
        if not await account_queries.set_password(session, user_id, before=stored, after=new):
            raise errors.Conflict("The password was changed elsewhere at the same time.")
        ended = await account_queries.revoke_user_sessions(session, user_id)
        await open_session(session, request, response, user_id)
        await record(session, caller, "user.change_password", user_id, sessions_ended=ended - 1)


@router.get("/account/sessions", dependencies=[allow("account")], responses=ACCOUNT_REFUSALS)
async def list_own_sessions(caller: Caller, session: Session) -> BrowserSessionList:
    """Where the caller is signed in."""
    rows = await access_queries.list_live_sessions(session, caller.person())
    return BrowserSessionList(
        items=[
            BrowserSession(
                id=str(row.id),
                browser=row.browser,
                created_at=row.created_at,
                last_seen_at=row.last_seen_at,
                is_this=row.id == caller.id,
            )
            for row in rows
        ]
    )


@router.delete(
    "/account/sessions", status_code=204, dependencies=[allow("account")], responses=ACCOUNT_REFUSALS
)
async def end_own_sessions(response: Response, caller: Caller, session: Session) -> None:
    """Signs the caller out everywhere, here too."""
    ended = await account_queries.revoke_user_sessions(session, caller.person())
    await record(session, caller, "session.end_all", caller.user_id, sessions_ended=ended)
    close_session(response)


@router.delete(
    "/account/sessions/{session_id}",
    status_code=204,
    dependencies=[allow("account")],
    responses=ACCOUNT_REFUSALS,
)
async def end_own_session(
    session_id: Annotated[UUID, Path(description="One of the caller's sessions")],
    caller: Caller,
    session: Session,
) -> None:
    """Signs the caller out in one place."""
    if not await access_queries.revoke_session(session, session_id, caller.person()):
        raise errors.SessionNotFound
    await record(session, caller, "session.end", session_id)
