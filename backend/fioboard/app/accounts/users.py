"""Users, and the invitations by which they come."""

from dataclasses import asdict
from datetime import timedelta
from typing import Annotated, cast
from uuid import UUID

from fastapi import Path, Request, Response

from fioboard.app.access.audit import record, record_user
from fioboard.app.access.check import Caller, allow, anyone, require_recent_login, require_same_site
from fioboard.app.access.passwords import hashed_password, require_good_password, require_password_login
from fioboard.app.access.people import change_standing
from fioboard.app.access.secrets import hashed, new_secret
from fioboard.app.access.sessions import open_session
from fioboard.app.access.throttle import require_patience
from fioboard.core import errors
from fioboard.core.config import settings
from fioboard.core.database import AppDatabase, Database, RowRefused, Session
from fioboard.core.flat_routes import Router
from fioboard.core.sanitize import clean_text
from fioboard.core.times import now
from fioboard.engine.answers.account import (
    InvitationAccept,
    InvitationCreate,
    InvitationCreated,
    InvitationList,
    InvitationOut,
    Role,
    UserList,
    UserOut,
    UserPatch,
)
from fioboard.engine.answers.problem import ACCOUNT_REFUSALS
from fioboard.store.models import AppUser, Invitation
from fioboard.store.queries import accounts as account_queries

router = Router(tags=["accounts"])
UserId = Annotated[UUID, Path(description="The user's id")]


def _build_user(row: AppUser) -> UserOut:
    return UserOut(
        id=str(row.id),
        name=row.name,
        role=cast(Role, row.role),  # a check constraint holds it to the three roles
        is_active=row.deactivated_at is None,
        has_password=row.password_hash is not None,
        has_single_sign_on=row.oidc_subject is not None,
        created_at=row.created_at,
        last_login_at=row.last_login_at,
    )


def _build_invitation(row: Invitation) -> InvitationOut:
    return InvitationOut(
        id=str(row.id),
        role=cast(Role, row.role),
        label=row.label,
        created_at=row.created_at,
        expires_at=row.expires_at,
        used_at=row.used_at,
        revoked_at=row.revoked_at,
    )


@router.get("/users", dependencies=[allow("session")], responses=ACCOUNT_REFUSALS)
async def list_users(session: Session) -> UserList:
    """All users by name, the deactivated ones too."""
    return UserList(items=[_build_user(row) for row in await account_queries.list_users(session)])


@router.patch("/users/{user_id}", dependencies=[allow("session")], responses=ACCOUNT_REFUSALS)
async def edit_user(user_id: UserId, patch: UserPatch, caller: Caller, session: Session) -> UserOut:
    """Changes a user's role, or lets them in no more. Their sessions end; deactivated, their tokens too."""
    require_recent_login(caller)
    user, before, after = await change_standing(session, user_id, role=patch.role, is_active=patch.is_active)
    if before != after:
        await record(
            session, caller, "user.edit", user.id, name=user.name, before=asdict(before), after=asdict(after)
        )
    return _build_user(user)


@router.get("/invitations", dependencies=[allow("session")], responses=ACCOUNT_REFUSALS)
async def list_invitations(session: Session) -> InvitationList:
    """All invitations, newest first; never their links."""
    rows = await account_queries.list_invitations(session)
    return InvitationList(items=[_build_invitation(row) for row in rows])


@router.post("/invitations", status_code=201, dependencies=[allow("session")], responses=ACCOUNT_REFUSALS)
async def create_invitation(body: InvitationCreate, caller: Caller, session: Session) -> InvitationCreated:
    """A link with which one person makes their own account, shown this once."""
    require_password_login()
    user_id = require_recent_login(caller)
    code = new_secret()
    row = await account_queries.add_invitation(
        session,
        code_sha256=hashed(code),
        role=body.role,
        label=clean_text(body.label, 100),
        created_by=user_id,
        expires_at=now() + timedelta(days=body.expires_in_days),
    )
    await record(session, caller, "invitation.create", row.id, role=row.role, label=row.label)
    # The code stands behind `#`: browsers never send that part, so it is in no log.
    url = f"{settings().public_url}/join#code={code}"
    return InvitationCreated(**_build_invitation(row).model_dump(), url=url)


@router.delete(
    "/invitations/{invitation_id}",
    status_code=204,
    dependencies=[allow("session")],
    responses=ACCOUNT_REFUSALS,
)
async def revoke_invitation(
    invitation_id: Annotated[UUID, Path(description="The invitation's id")],
    caller: Caller,
    session: Session,
) -> None:
    """Ends an invitation that was not used yet."""
    if not await account_queries.revoke_invitation(session, invitation_id):
        raise errors.InvitationNotFound
    await record(session, caller, "invitation.revoke", invitation_id)


@router.post("/invitations/accept", status_code=201, dependencies=[anyone()], responses=ACCOUNT_REFUSALS)
async def accept_invitation(
    request: Request, database: AppDatabase, response: Response, body: InvitationAccept
) -> UserOut:
    """Makes one's account with an invitation's code and signs this browser in."""
    require_same_site(request)
    require_password_login()
    await require_patience(request, "invitation")
    name = clean_text(body.name, 64).strip()
    if not name:
        raise errors.Invalid("A name needs at least one visible character.")
    require_good_password(body.password, name)
    await _require_open(database, body.code)
    password_hash = await hashed_password(body.password)
    async with database.transaction() as session:
        invitation = await account_queries.lock_invitation(session, hashed(body.code))
        if invitation is None:
            raise errors.NotAuthenticated(USED_UP)
        try:
            async with session.begin_nested():
                user = await account_queries.add_user(
                    session, name=name, role=invitation.role, password_hash=password_hash
                )
        except RowRefused:
            raise errors.NameTaken from None
        invitation.used_at, invitation.used_by = now(), user.id
        await session.flush()
        await open_session(session, request, response, user.id)
        await record_user(session, user.id, user.name, "user.create", user.id, role=user.role)
    return _build_user(user)


USED_UP = "This invitation was used before, revoked, or has expired; ask for a new one."


async def _require_open(database: Database, code: str) -> None:
    """A stranger's wrong code must not cost us a password hash."""
    async with database.transaction() as session:
        if await account_queries.lock_invitation(session, hashed(code)) is None:
            raise errors.NotAuthenticated(USED_UP)
