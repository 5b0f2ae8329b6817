"""Signing in and out of a browser."""

from typing import cast
from uuid import UUID

from fastapi import Request, Response

from fioboard.app.access.audit import record, record_user
from fioboard.app.access.check import RECENT, Caller, allow, anyone, require_same_site
from fioboard.app.access.lockout import begin_guess, forgive_guesses, whose
from fioboard.app.access.passwords import password_fits, require_password_login
from fioboard.app.access.principal import OF_ROLE
from fioboard.app.access.secrets import hashed
from fioboard.app.access.sessions import close_session, open_session
from fioboard.app.access.throttle import require_patience
from fioboard.app.accounts.json_only import require_json
from fioboard.core import errors
from fioboard.core.database import AppDatabase, Database, Session
from fioboard.core.flat_routes import Router
from fioboard.core.sanitize import clean_text
from fioboard.core.times import now
from fioboard.engine.answers.account import PasswordConfirm, Role, SessionCreate, SessionOut
from fioboard.engine.answers.problem import ACCOUNT_REFUSALS
from fioboard.store.models import AppUser
from fioboard.store.models import Session as BrowserSession
from fioboard.store.queries import access as access_queries
from fioboard.store.queries import accounts as account_queries

router = Router(tags=["access"])

WRONG = "Name or password is wrong."
TOO_MANY = "Too many wrong passwords; wait five minutes."


async def require_password(database: Database, request: Request, name: str, password: str) -> UUID:
    """The id of the active user with that name and password. Raises NotAuthenticated, RateLimited."""
    name = clean_text(name)  # as accounts store theirs; PostgreSQL refuses U+0000 even to look for
    counted_by = whose(request, "login", name.lower())
    await begin_guess(database, counted_by, TOO_MANY)
    async with database.transaction() as session:
        user = await account_queries.find_user_by_name(session, name)
    usable = user if user is not None and user.deactivated_at is None else None
    if not await password_fits(password, usable.password_hash if usable else None) or usable is None:
        async with database.transaction() as session:
            await record(session, None, "session.refuse", usable.id if usable else None)
        raise errors.NotAuthenticated(WRONG)
    await forgive_guesses(database, counted_by)
    return usable.id


async def _user_of_code(session: Session, code: str) -> AppUser:
    used = await access_queries.use_code(session, "login", hashed(code))
    user = await account_queries.find_user(session, used.user_id) if used and used.user_id else None
    if user is None or user.deactivated_at is not None:
        raise errors.NotAuthenticated(
            "This login link has already been used or has expired; ask for a new one."
        )
    return user


@router.post("/session", dependencies=[anyone()], responses=ACCOUNT_REFUSALS)
async def create_session(
    request: Request, database: AppDatabase, response: Response, body: SessionCreate
) -> SessionOut:
    """Signs this browser in: with name and password, or with the code of a one-time login link."""
    require_json(request)
    require_same_site(request)
    await require_patience(request, "login")
    user_id = None
    if body.code is None:
        require_password_login()
        user_id = await require_password(database, request, body.name or "", body.password or "")
    # Not the request's own transaction: none may be open, and hold a connection, while passwords are hashed.
    async with database.transaction() as session:
        if user_id is None:
            user = await _user_of_code(session, body.code or "")
        else:
            user = await account_queries.get_user(session, user_id)
        opened = await open_session(session, request, response, user.id)
        by = "link" if body.code else "password"
        await record_user(session, user.id, user.name, "session.create", opened.id, by=by)
    request.state.actor = f"session:{opened.id}"
    return build_session(user, opened)


def build_session(user: AppUser, opened: BrowserSession) -> SessionOut:
    """Build the answer for a session that was just opened."""
    return SessionOut(
        user_id=str(user.id),
        name=user.name,
        role=cast(Role, user.role),  # a check constraint holds it to the three roles
        rights=sorted(OF_ROLE[user.role]),
        has_password=user.password_hash is not None,
        has_single_sign_on=user.oidc_subject is not None,
        expires_at=opened.expires_at,
        authenticated_at=opened.authenticated_at,
        is_recent=now() - opened.authenticated_at <= RECENT,
    )


@router.get("/session", dependencies=[allow("account")], responses=ACCOUNT_REFUSALS)
async def read_session(request: Request) -> SessionOut:
    """Who is signed in on this browser."""
    row = request.state.session_row
    return SessionOut(
        user_id=str(row["user_id"]),
        name=row["name"],
        role=row["role"],
        rights=sorted(OF_ROLE[row["role"]]),
        has_password=row["has_password"],
        has_single_sign_on=row["has_single_sign_on"],
        expires_at=row["expires_at"],
        authenticated_at=row["authenticated_at"],
        is_recent=now() - row["authenticated_at"] <= RECENT,
    )


@router.delete("/session", status_code=204, dependencies=[allow("account")], responses=ACCOUNT_REFUSALS)
async def end_session(response: Response, caller: Caller, session: Session) -> None:
    """Signs this browser out, on the server too."""
    if caller.user_id is not None:
        await access_queries.revoke_session(session, caller.id, caller.user_id)
    close_session(response)


@router.post("/session/confirm", status_code=204, dependencies=[allow("account")], responses=ACCOUNT_REFUSALS)
async def confirm_session(
    request: Request, database: AppDatabase, body: PasswordConfirm, caller: Caller
) -> None:
    """Shows the password once more, for what needs a recent login."""
    require_password_login()
    try:
        await require_password(database, request, caller.name, body.password)
    except errors.NotAuthenticated:
        # Not 401: the browser is still signed in, and pages take that status for the end of the session.
        raise errors.Forbidden("The password is wrong.") from None
    async with database.transaction() as session:
        await access_queries.confirm_session(session, caller.id)
