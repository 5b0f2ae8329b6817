"""Tokens, sessions and one-time codes."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypedDict
from uuid import UUID

from sqlalchemy import case, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.core.times import now
from fioboard.store.models import ApiToken, AppUser, OneTimeCode, Session

# A note of when it was used is no reason to wait for a standby that says nothing: who only reads would wait with it.
_HERE = "set_config('synchronous_commit', 'local', true) is not null"
# A token used every second must not become a hot row: its last use is noted once a minute.
_FIND_BEARER = f"""
with found as (
    select t.id, t.name, t.scope, t.host_id, t.last_used_at
    from api_token t left join app_user u on u.id = t.created_by
    where t.token_sha256 = $1 and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
      and u.deactivated_at is null
), noted as (
    update api_token set last_used_at = now()
    where id = (select id from found where last_used_at is null or last_used_at < now() - interval '1 minute')
        and {_HERE}
)
select id, name, scope, host_id from found
"""

_FIND_COOKIE = f"""
with found as (
    select s.id, s.user_id, u.name, u.role, u.password_hash is not null as has_password,
        u.oidc_subject is not null as has_single_sign_on, s.expires_at, s.authenticated_at, s.last_seen_at
    from session s join app_user u on u.id = s.user_id
    where s.reference_sha256 = $1 and s.ended_at is null and s.expires_at > now()
      and s.last_seen_at > now() - interval '24 hours' and u.deactivated_at is null
), noted as (
    update session set last_seen_at = now()
    where id = (select id from found where last_seen_at < now() - interval '1 minute')
        and {_HERE}
)
select id, user_id, name, role, has_password, has_single_sign_on, expires_at, authenticated_at from found
"""


class TokenRow(TypedDict):
    """A valid token."""

    id: UUID
    name: str
    scope: str
    host_id: UUID | None


class SessionRow(TypedDict):
    """A live session with its active user."""

    id: UUID
    user_id: UUID
    name: str
    role: str
    has_password: bool
    has_single_sign_on: bool
    expires_at: datetime
    authenticated_at: datetime


async def find_token(driver: Driver, token_sha256: bytes) -> TokenRow | None:
    """The valid token with this hash, or None."""
    row: TokenRow | None = await driver.fetchrow(_FIND_BEARER, token_sha256)
    return row


async def find_session(driver: Driver, reference_sha256: bytes) -> SessionRow | None:
    """The live session with this hash and its active user, or None: idle 24 h at most."""
    row: SessionRow | None = await driver.fetchrow(_FIND_COOKIE, reference_sha256)
    return row


async def add_token(
    session: AsyncSession,
    *,
    name: str,
    scope: str,
    token_sha256: bytes,
    prefix: str,
    host_id: UUID | None,
    created_by: UUID | None,
    agent_host_id: str | None,
    enrolment_id: UUID | None,
    expires_at: datetime | None,
) -> ApiToken:
    """Stores a new token's hash."""
    row = ApiToken(
        id=uuid7(),
        name=name,
        scope=scope,
        token_sha256=token_sha256,
        prefix=prefix,
        host_id=host_id,
        created_by=created_by,
        agent_host_id=agent_host_id,
        enrolment_id=enrolment_id,
        created_at=(await session.execute(select(func.now()))).scalar_one(),
        expires_at=expires_at,
    )
    session.add(row)
    await session.flush()
    return row


async def list_tokens(session: AsyncSession) -> Sequence[ApiToken]:
    """All tokens, newest first."""
    return (await session.scalars(select(ApiToken).order_by(ApiToken.id.desc()))).all()


async def revoke_token(session: AsyncSession, token_id: UUID) -> bool:
    """Ends a token. False when there is none with this id; ending it twice is fine."""
    statement = (
        update(ApiToken)
        .where(ApiToken.id == token_id)
        .values(revoked_at=func.coalesce(ApiToken.revoked_at, func.now()))
        .returning(ApiToken.id)
    )
    return (await session.execute(statement)).first() is not None


async def expire_agent_tokens(session: AsyncSession, agent_host_id: str, at: datetime) -> None:
    """End an agent's present upload tokens at that time; those that end sooner stay as they are."""
    await session.execute(
        update(ApiToken)
        .where(
            ApiToken.agent_host_id == agent_host_id,
            ApiToken.scope == "upload",
            ApiToken.revoked_at.is_(None),
            ApiToken.expires_at.is_(None) | (ApiToken.expires_at > at),
        )
        .values(expires_at=at)
    )


async def add_code(
    session: AsyncSession, purpose: str, code_sha256: bytes, expires_at: datetime, user_id: UUID | None
) -> None:
    """Stores a one-time code's hash. `user_id`: whom a login link signs in."""
    session.add(
        OneTimeCode(
            id=uuid7(),
            purpose=purpose,
            code_sha256=code_sha256,
            user_id=user_id,
            created_at=now(),
            expires_at=expires_at,
        )
    )
    await session.flush()


async def add_enrolment(
    session: AsyncSession,
    code_sha256: bytes,
    expires_at: datetime,
    *,
    host_id: UUID | None,
    may_join: bool,
    hosts: int,
    host_pattern: str | None,
    labels: Sequence[str],
) -> UUID:
    """Store an enrolment code's hash and what it allows; return the enrolment's id."""
    enrolment_id = uuid7()
    session.add(
        OneTimeCode(
            id=enrolment_id,
            purpose="enrolment",
            code_sha256=code_sha256,
            host_id=host_id,
            may_join=may_join,
            hosts=hosts,
            host_pattern=host_pattern,
            labels=list(labels),
            created_at=now(),
            expires_at=expires_at,
        )
    )
    await session.flush()
    return enrolment_id


async def find_code(session: AsyncSession, purpose: str, code_sha256: bytes) -> OneTimeCode | None:
    """Find a code that can still be used, and keep others from using it until the transaction ends."""
    statement = (
        select(OneTimeCode)
        .where(
            OneTimeCode.purpose == purpose,
            OneTimeCode.code_sha256 == code_sha256,
            OneTimeCode.used_at.is_(None),
            OneTimeCode.expires_at > func.now(),
        )
        .with_for_update()
    )
    return (await session.scalars(statement)).one_or_none()


async def use_code(session: AsyncSession, purpose: str, code_sha256: bytes) -> OneTimeCode | None:
    """Uses a code up: the code exactly once, for one caller, before it expires; else None."""
    statement = (
        update(OneTimeCode)
        .where(
            OneTimeCode.purpose == purpose,
            OneTimeCode.code_sha256 == code_sha256,
            OneTimeCode.used_at.is_(None),
            OneTimeCode.expires_at > func.now(),
        )
        .values(used_at=func.now())
        .returning(OneTimeCode)
    )
    return (await session.scalars(statement)).one_or_none()


async def use_enrolment(session: AsyncSession, code_sha256: bytes) -> OneTimeCode | None:
    """Count one more host of an enrolment, whose code is used up with the last; None: it is, or it has expired."""
    count = OneTimeCode.hosts_enrolled + 1
    statement = (
        update(OneTimeCode)
        .where(
            OneTimeCode.purpose == "enrolment",
            OneTimeCode.code_sha256 == code_sha256,
            OneTimeCode.used_at.is_(None),
            OneTimeCode.expires_at > func.now(),
        )
        .values(hosts_enrolled=count, used_at=case((count >= OneTimeCode.hosts, func.now()), else_=None))
        .returning(OneTimeCode)
    )
    return (await session.scalars(statement)).one_or_none()


async def revoke_enrolment(session: AsyncSession, enrolment_id: UUID) -> bool:
    """End an enrolment's code for the hosts that have not used it. False when there is none that is good."""
    statement = (
        update(OneTimeCode)
        .where(
            OneTimeCode.id == enrolment_id,
            OneTimeCode.purpose == "enrolment",
            OneTimeCode.used_at.is_(None),
            OneTimeCode.expires_at > func.now(),
        )
        .values(expires_at=func.now())
        .returning(OneTimeCode.id)
    )
    return (await session.execute(statement)).first() is not None


async def delete_expired_codes(session: AsyncSession, purpose: str) -> None:
    """Delete the codes of a purpose that have expired: strangers can have these made, and must not fill a table."""
    await session.execute(
        delete(OneTimeCode).where(OneTimeCode.purpose == purpose, OneTimeCode.expires_at < func.now())
    )


async def add_session(
    session: AsyncSession,
    reference_sha256: bytes,
    user_id: UUID,
    browser: str | None,
    *,
    authenticated_at: datetime,
    expires_at: datetime,
) -> Session:
    """Stores a new browser session's hash, and that its user was here."""
    at = now()
    row = Session(
        id=uuid7(),
        reference_sha256=reference_sha256,
        user_id=user_id,
        browser=browser,
        created_at=at,
        authenticated_at=authenticated_at,
        last_seen_at=at,
        expires_at=expires_at,
    )
    session.add(row)
    await session.flush()
    await session.execute(update(AppUser).where(AppUser.id == user_id).values(last_login_at=at))
    return row


async def confirm_session(session: AsyncSession, session_id: UUID) -> datetime:
    """Notes that the session's user showed the password again, and when."""
    statement = (
        update(Session)
        .where(Session.id == session_id)
        .values(authenticated_at=func.now())
        .returning(Session.authenticated_at)
    )
    return (await session.execute(statement)).scalar_one()


async def list_live_sessions(session: AsyncSession, user_id: UUID) -> Sequence[Session]:
    """List the user's live sessions, the last used first."""
    statement = (
        select(Session)
        .where(
            Session.user_id == user_id,
            Session.ended_at.is_(None),
            Session.expires_at > func.now(),
            Session.last_seen_at > func.now() - timedelta(hours=24),
        )
        .order_by(Session.last_seen_at.desc())
    )
    return (await session.scalars(statement)).all()


async def revoke_session(session: AsyncSession, session_id: UUID, user_id: UUID) -> bool:
    """End one session of a user on the server. Return False when it is not theirs or ended before."""
    statement = (
        update(Session)
        .where(Session.id == session_id, Session.user_id == user_id, Session.ended_at.is_(None))
        .values(ended_at=func.now())
        .returning(Session.id)
    )
    return (await session.execute(statement)).first() is not None


async def revoke_session_by_hash(session: AsyncSession, reference_sha256: bytes) -> None:
    """End the session with this hash, if there is one."""
    await session.execute(
        update(Session)
        .where(Session.reference_sha256 == reference_sha256, Session.ended_at.is_(None))
        .values(ended_at=func.now())
    )
