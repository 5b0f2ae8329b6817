"""Opening a browser session: a new reference at every login, stored hashed, sent as a cookie scripts cannot read."""

from datetime import datetime, timedelta
from uuid import UUID

from fastapi import Request, Response
from sqlalchemy.ext.asyncio import AsyncSession

from fioboard.access.check import COOKIE
from fioboard.access.secrets import hashed, new_secret
from fioboard.core.config import settings
from fioboard.core.harmless import clean_text
from fioboard.core.times import now
from fioboard.queries import access as access_queries

SESSION_LASTS = timedelta(days=14)


async def open_session(
    session: AsyncSession, request: Request, response: Response, user_id: UUID
) -> tuple[UUID, datetime]:
    """Signs a user in on this browser: sets the cookie; the session's id and its absolute end."""
    reference = new_secret()
    expires_at = now() + SESSION_LASTS
    browser = clean_text(request.headers.get("user-agent", ""), 200) or None
    row = await access_queries.add_session(session, hashed(reference), user_id, browser, expires_at)
    response.set_cookie(
        COOKIE,
        reference,
        max_age=int(SESSION_LASTS.total_seconds()),
        httponly=True,
        samesite="lax",
        secure=settings().public_url.startswith("https:"),
        path="/",
    )
    return row.id, expires_at
