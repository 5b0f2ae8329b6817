"""Tokens, sessions and one-time codes."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from fioboard.core.ids import uuid7
from fioboard.models import ApiToken, OneTimeCode, Session

# A token used every second must not become a hot row: its last use is noted once a minute.
_FIND_BEARER = """
with found as (
    select id, name, scope, host_id, last_used_at from api_token
    where token_sha256 = $1 and revoked_at is null and (expires_at is null or expires_at > now())
), noted as (
    update api_token set last_used_at = now()
    where id = (select id from found where last_used_at is null or last_used_at < now() - interval '1 minute')
)
select id, name, scope, host_id from found
"""

_FIND_COOKIE = """
with found as (
    select id, role, expires_at, last_seen_at from session
    where reference_sha256 = $1 and ended_at is null and expires_at > now()
      and last_seen_at > now() - interval '24 hours'
), noted as (
    update session set last_seen_at = now()
    where id = (select id from found where last_seen_at < now() - interval '1 minute')
)
select id, role, expires_at from found
"""


async def find_token(driver: Any, token_sha256: bytes) -> Any:
    """The valid token with this hash (id, name, scope, host_id), or None. `driver`: an asyncpg connection."""
    return await driver.fetchrow(_FIND_BEARER, token_sha256)


async def find_session(driver: Any, reference_sha256: bytes) -> Any:
    """The live session with this hash (id, role, expires_at), or None: idle 24 h at most. `driver`: asyncpg."""
    return await driver.fetchrow(_FIND_COOKIE, reference_sha256)


async def add_token(
    session: AsyncSession,
    *,
    name: str,
    scope: str,
    token_sha256: bytes,
    prefix: str,
    host_id: UUID | None,
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


async def add_code(session: AsyncSession, purpose: str, code_sha256: bytes, expires_at: datetime) -> None:
    """Stores a one-time code's hash."""
    created_at = (await session.execute(select(func.now()))).scalar_one()
    session.add(
        OneTimeCode(
            id=uuid7(), purpose=purpose, code_sha256=code_sha256, created_at=created_at, expires_at=expires_at
        )
    )
    await session.flush()


async def use_code(session: AsyncSession, purpose: str, code_sha256: bytes) -> bool:
    """Uses a code up. True exactly once, for one caller, before it expires."""
    statement = (
        update(OneTimeCode)
        .where(
            OneTimeCode.purpose == purpose,
            OneTimeCode.code_sha256 == code_sha256,
            OneTimeCode.used_at.is_(None),
            OneTimeCode.expires_at > func.now(),
        )
        .values(used_at=func.now())
        .returning(OneTimeCode.id)
    )
    return (await session.execute(statement)).first() is not None


async def add_session(
    session: AsyncSession, reference_sha256: bytes, role: str, expires_at: datetime
) -> None:
    """Stores a new browser session's hash."""
    created_at = (await session.execute(select(func.now()))).scalar_one()
    session.add(
        Session(
            id=uuid7(),
            reference_sha256=reference_sha256,
            role=role,
            created_at=created_at,
            last_seen_at=created_at,
            expires_at=expires_at,
        )
    )
    await session.flush()


async def end_session(session: AsyncSession, session_id: UUID) -> None:
    """Ends a browser session on the server."""
    await session.execute(update(Session).where(Session.id == session_id).values(ended_at=func.now()))
