"""Users, invitations, wrong passwords."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from fioboard.core.ids import uuid7
from fioboard.core.times import now
from fioboard.store.models import ApiToken, AppUser, FailedLogin, Invitation, Session


async def add_user(
    session: AsyncSession,
    *,
    name: str,
    role: str,
    password_hash: str | None = None,
    oidc: tuple[str, str] | None = None,
) -> AppUser:
    """A new user. Raises sqlalchemy's IntegrityError when the name is taken. `oidc`: issuer and subject."""
    row = AppUser(
        id=uuid7(),
        name=name,
        role=role,
        password_hash=password_hash,
        oidc_issuer=oidc[0] if oidc else None,
        oidc_subject=oidc[1] if oidc else None,
        created_at=now(),
    )
    session.add(row)
    await session.flush()
    return row


async def find_user(session: AsyncSession, user_id: UUID) -> AppUser | None:
    """The user with this id, active or not."""
    return await session.get(AppUser, user_id)


async def get_user(session: AsyncSession, user_id: UUID) -> AppUser:
    """The user with this id, who is known to exist: users are deactivated, never removed."""
    return await session.get_one(AppUser, user_id)


async def find_user_by_name(session: AsyncSession, name: str) -> AppUser | None:
    """The user of this name, active or not; case does not matter."""
    return (
        await session.scalars(select(AppUser).where(func.lower(AppUser.name) == func.lower(name)))
    ).one_or_none()


async def find_user_by_oidc(session: AsyncSession, issuer: str, subject: str) -> AppUser | None:
    """The user that this identity provider knows under this subject."""
    return (
        await session.scalars(
            select(AppUser).where(AppUser.oidc_issuer == issuer, AppUser.oidc_subject == subject)
        )
    ).one_or_none()


async def list_users(session: AsyncSession) -> Sequence[AppUser]:
    """All users by name, the deactivated ones too."""
    return (await session.scalars(select(AppUser).order_by(func.lower(AppUser.name)))).all()


async def get_or_add_admin(session: AsyncSession) -> AppUser:
    """The oldest active admin; in a new service the first one, named `admin`, is made here and only once (S1)."""
    await session.execute(select(func.pg_advisory_xact_lock(func.hashtext("fioboard first admin"))))
    statement = (
        select(AppUser)
        .where(AppUser.role == "admin", AppUser.deactivated_at.is_(None))
        .order_by(AppUser.id)
        .limit(1)
    )
    admin = (await session.scalars(statement)).one_or_none()
    return admin or await add_user(session, name="admin", role="admin")


async def lock_admins(session: AsyncSession) -> list[UUID]:
    """The active admins, locked until the transaction ends, so that two of them cannot remove each other at once."""
    statement = (
        select(AppUser.id)
        .where(AppUser.role == "admin", AppUser.deactivated_at.is_(None))
        .order_by(AppUser.id)
        .with_for_update()
    )
    return list(await session.scalars(statement))


async def revoke_user_tokens(session: AsyncSession, user_id: UUID) -> None:
    """Revoke every token the user made (T6)."""
    await session.execute(
        update(ApiToken)
        .where(ApiToken.created_by == user_id, ApiToken.revoked_at.is_(None))
        .values(revoked_at=func.now())
    )


async def revoke_user_sessions(session: AsyncSession, user_id: UUID, keep: UUID | None = None) -> int:
    """End the user's sessions but `keep`, and return the number of those that were live."""
    statement = (
        update(Session)
        .where(Session.user_id == user_id, Session.ended_at.is_(None), Session.id != (keep or UUID(int=0)))
        .values(ended_at=func.now())
        .returning(Session.id)
    )
    return len((await session.execute(statement)).all())


async def add_invitation(
    session: AsyncSession,
    *,
    code_sha256: bytes,
    role: str,
    label: str,
    created_by: UUID,
    expires_at: datetime,
) -> Invitation:
    """Stores an invitation's hash."""
    row = Invitation(
        id=uuid7(),
        code_sha256=code_sha256,
        role=role,
        label=label,
        created_by=created_by,
        created_at=now(),
        expires_at=expires_at,
    )
    session.add(row)
    await session.flush()
    return row


async def list_invitations(session: AsyncSession) -> Sequence[Invitation]:
    """All invitations, newest first."""
    return (await session.scalars(select(Invitation).order_by(Invitation.id.desc()))).all()


async def lock_invitation(session: AsyncSession, code_sha256: bytes) -> Invitation | None:
    """The open invitation with this code, locked until the transaction ends; None when used, revoked or expired."""
    statement = (
        select(Invitation)
        .where(
            Invitation.code_sha256 == code_sha256,
            Invitation.used_at.is_(None),
            Invitation.revoked_at.is_(None),
            Invitation.expires_at > func.now(),
        )
        .with_for_update()
    )
    return (await session.scalars(statement)).one_or_none()


async def revoke_invitation(session: AsyncSession, invitation_id: UUID) -> bool:
    """Ends an invitation. False when there is none; ending it twice is fine."""
    statement = (
        update(Invitation)
        .where(Invitation.id == invitation_id)
        .values(revoked_at=func.coalesce(Invitation.revoked_at, func.now()))
        .returning(Invitation.id)
    )
    return (await session.execute(statement)).first() is not None


async def count_failures(session: AsyncSession, whose_sha256: bytes, within: timedelta) -> int:
    """Wrong passwords of one account from one network in the last while."""
    statement = select(func.count()).where(
        FailedLogin.whose_sha256 == whose_sha256, FailedLogin.at > func.now() - within
    )
    return (await session.execute(statement)).scalar_one()


async def add_failure(session: AsyncSession, whose_sha256: bytes, forget_after: timedelta) -> None:
    """Notes a wrong password and forgets the old ones."""
    await session.execute(delete(FailedLogin).where(FailedLogin.at < func.now() - forget_after))
    await session.execute(insert(FailedLogin).values(id=uuid7(), whose_sha256=whose_sha256, at=func.now()))


async def delete_failures(session: AsyncSession, whose_sha256: bytes) -> None:
    """Delete the wrong passwords of one account from one network."""
    await session.execute(delete(FailedLogin).where(FailedLogin.whose_sha256 == whose_sha256))


async def set_password(session: AsyncSession, user_id: UUID, *, before: str | None, after: str) -> bool:
    """Replaces a password's hash, if it is still the one that was checked."""
    statement = (
        update(AppUser)
        .where(AppUser.id == user_id, AppUser.password_hash.is_not_distinct_from(before))
        .values(password_hash=after)
        .returning(AppUser.id)
    )
    return (await session.execute(statement)).first() is not None
